"""Several browsers at one table: by a link, after a reload, after the server was killed; tabs that share a stream."""

import signal
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Opener
from tests.web.test_serve import Process
from tools.screenshots import opened, roll, touch

CELL = "#board .spot.can[name=move]"


def joined(visit: Opener, first: Page, name: str = "") -> Page:
    """A second browser that takes the free seat by its link."""
    second = visit(first.locator("#url-1").input_value())
    if name:
        second.locator("#join-name").fill(name)
    second.locator("#join").click()
    second.wait_for_url("**/table/*")
    return second


def test_reload_and_come_back_in_mid_game(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau", "lapin")
    roll(page)
    page.reload()
    expect(page.locator(CELL).locator("visible=true")).to_have_count(15)
    address, context = page.url, page.context
    page.close()
    again = context.new_page()
    again.goto(base)
    again.locator("#resume").click()
    expect(again).to_have_url(address)
    expect(again.locator(CELL).locator("visible=true")).to_have_count(15)


def test_a_lost_connection_heals(visit: Opener, base: str) -> None:
    ann = visit()
    opened(ann, base, "cadeau", "link")
    ben = joined(visit, ann)
    expect(ann.locator("#invite")).to_be_hidden()
    ben.context.set_offline(True)
    roll(ann)
    touch(ann, CELL)
    expect(ben.locator("#turn")).to_have_attribute("data-mine", "no")
    ben.context.set_offline(False)
    expect(ben.locator("#do-roll")).to_be_visible()
    roll(ben)


def test_the_words_of_a_lost_connection_cover_no_button(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau")
    page.context.set_offline(True)
    page.locator("#do-roll").click()
    expect(page.locator(".offline")).to_be_visible()
    covered = """() => {
      const banner = document.querySelector('.offline').getBoundingClientRect();
      const under = ({ top, bottom }) => bottom > banner.top && top < banner.bottom;
      return under(document.querySelector('#do-roll').getBoundingClientRect());
    }"""
    for width, height in ((360, 640), (740, 360), (1366, 657)):
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(covered)


def test_the_seat_moves_to_a_phone(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau", "lapin")
    page.locator("#more-fold summary").click()
    page.locator("#make-link-0").click()
    page.locator("#more-fold summary").click()
    phone = visit(page.locator("#url-0").input_value(), viewport={"width": 360, "height": 740})
    phone.locator("#join").click()
    expect(phone.locator("#do-roll")).to_be_visible()
    expect(page.locator("#moved")).to_have_text("Votre place est maintenant sur un autre appareil.")
    expect(page.locator("#do-roll")).to_have_count(0)
    expect(phone.locator("#moved")).to_have_count(0)


def test_eight_tabs_share_one_stream(visit: Opener, base: str) -> None:
    """Over one connection limit of six, every tab still loads and follows the game."""
    first = visit()
    opened(first, base, "cadeau")
    tabs = [first.context.new_page() for _ in range(7)]
    for tab in tabs:
        tab.goto(first.url)
    roll(first)
    for tab in tabs:
        expect(tab.locator("#last-event")).to_contain_text("lancent le dé")


def test_killed_in_mid_game_nothing_is_lost(browser: Browser, tmp_path: Path) -> None:
    first = Process("--data", str(tmp_path), "--port", "0", "--pace", "0")
    context = browser.new_context(locale="fr", viewport={"width": 1000, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    try:
        opened(page, first.address, "cadeau", zones="1")
        for _ in range(2):
            roll(page)
            touch(page, CELL)
        roll(page)
        first.end(signal.SIGKILL)
        expect(page.locator(".offline")).to_be_visible()
        second = Process("--data", str(tmp_path), "--port", str(first.port))
        try:
            expect(page.locator(".offline")).to_be_hidden()
            touch(page, CELL)
            for _ in range(3):
                roll(page)
                touch(page, CELL)
            expect(page.locator("#turn")).to_have_attribute("data-phase", "over")
        finally:
            context.close()
            second.end(signal.SIGINT)
    finally:
        if first.started.poll() is None:
            first.end(signal.SIGKILL)
