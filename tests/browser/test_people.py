"""People in a real browser: an animal in one tap, presence, folds of the menu that stay open, one code for a room."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, box, by_name

PHONE = {"width": 390, "height": 844}


def more(page: Page) -> None:
    page.locator("#menu").click()
    page.locator("#more-fold > summary").click()


def test_renaming_and_changing_device_keep_their_fold_open(visit: Opener, base: str) -> None:
    page = visit(f"{by_name(base)}/game/cadeau", viewport=PHONE)
    page.locator("#cadeau-lapin").click()
    page.wait_for_url("**/table/*")  # or a form might be sent without the script, and the page come anew
    more(page)
    page.locator("#badge-0-8").click()
    expect(page.locator("#name-0")).to_have_value("Lion")
    expect(page.locator("#name-0")).to_be_visible()
    page.locator("#name-0").fill("Zoé")
    page.locator("#rename-0").click()
    expect(page.locator("#log")).to_contain_text("Zoé")
    page.locator("#make-link-0").click()
    expect(page.locator("#url-0")).to_be_visible()
    # The whole code, above the bar that stays at the bottom of the menu.
    expect(page.locator("#link-0 .code-card")).to_be_in_viewport(ratio=1)
    code = box(page, "#link-0 .code-card")
    middle = [code["x"] + code["width"] / 2, code["y"] + code["height"] - 2]
    assert page.evaluate("([x, y]) => !!document.elementFromPoint(x, y).closest('.code-card')", middle)


def test_one_code_for_a_room_and_who_is_there(visit: Opener) -> None:
    board = visit("/game/cadeau")
    board.locator("#cadeau-link").click()
    board.locator("#lobby-link").click()
    expect(board.locator(".guest.free")).to_have_count(1)
    phone = visit(board.locator("#url-any").input_value(), viewport=PHONE)
    phone.locator("#join-name").fill("Tom")
    phone.locator("#join").click()
    expect(board.locator(".guest.free")).to_have_count(0)  # the board looks again by itself
    expect(board.locator(".guests")).to_contain_text("Tom en ligne")
    board.locator("#to-table").click()
    expect(board.locator(".people")).to_contain_text("en ligne")
