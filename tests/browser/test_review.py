"""From the end of a game to its review and back, by keyboard and without script; and a tutor's word before a move."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener
from tests.positions import recorded
from tools.screenshots import opened, touch, upload


def sideways(page: Page) -> int:
    return int(page.evaluate("document.scrollingElement.scrollWidth - innerWidth"))


def test_from_the_end_to_the_review_and_to_its_moments(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 740})
    upload(page, base, str(recorded("blocs", {"mode": "duel"}, 7, ("Léa", "Tom"))))
    page.locator("#review").click()
    expect(page.locator("#sureness")).to_be_visible()
    assert sideways(page) <= 0
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert sideways(page) <= 0
    page.evaluate("document.documentElement.style.fontSize = ''")
    big = page.locator(".curve a:not([tabindex])")
    assert big.count() == 3
    big.first.focus()
    expect(big.first).to_be_focused()
    there = big.first.get_attribute("href") or ""
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{there}")
    page.go_back()
    page.locator(".idea button").first.click()
    expect(page.locator("#headline")).to_contain_text("à vous")


def test_a_tutor_is_asked_and_asks(visit: Opener, base: str) -> None:
    page = visit("/")
    opened(page, base, "blocs", mode="duel", level="1", dice="typed", first="me")
    page.locator("#tutor summary").click()
    page.locator("select[name=tutor0]").select_option("clear")
    touch(page, "#tutor-form button")
    page.locator("#face-5").click()
    page.locator("#face-again").wait_for()
    page.locator("#face-6").click()
    for step in (1, 2, 3):
        page.locator(f"#hint-{step}").click()
        expect(page.locator("#hints li")).to_have_count(step)
        best = page.locator(".chance", has_text="★").locator("visible=true")
        expect(best).to_have_count(int(step == 3))  # where the idea is
    for answer in ("look-again", "go-on"):
        for block in (5, 6):
            page.locator(f"#board .spot.can[id$='-{block}']").locator("visible=true").first.click()
            page.locator("#board .spot[aria-pressed=true]").locator("visible=true").nth(block - 5).wait_for()
        page.locator("#panel button.strong").first.click()
        expect(page.locator("#wonder")).to_contain_text("C’est sûr")
        page.locator(f"#{answer}").click()
        expect(page.locator("#wonder")).to_have_count(0)
        assert page.evaluate("document.activeElement.closest('#board, #panel') !== null"), "focus is where one plays"
    expect(page.locator("#last-event")).to_contain_text("pousse le 5 et le 6")
