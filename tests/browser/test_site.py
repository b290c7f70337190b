"""The app that needs no server, in a real browser, with the network cut after the first visit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import USUAL
from tests.site_kit import given_out, site
from tools.screenshots import roll, touch

CELL = "#board .spot.can[name=move]"
PATIENCE = 90_000  # milliseconds: Python starts, on a machine that may be busy
COMPLETE = """async () => {
  await navigator.serviceWorker.ready; // it has kept all files
  return navigator.serviceWorker.controller !== null;
}"""


class App:
    """A browser that has visited the app once; `cut()` ends the network."""

    def __init__(self, browser: Browser, base: str, cut: Callable[[], None]) -> None:
        self.context: BrowserContext = browser.new_context(**USUAL)
        self.context.set_default_timeout(PATIENCE)
        self.base, self.cut = f"{base}?pace=0", cut
        self.complaints: list[str] = []
        self.context.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def open(self, path: str = "") -> Page:
        page = self.context.new_page()
        page.goto(self.base + (f"#{path}" if path else ""))
        return page

    def start(self, game: str, way: str = "bot", **fields: str) -> Page:
        page = self.open()
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        for name, value in fields.items():
            page.locator(f"#{game}-{name}").select_option(value)
        page.locator(f"#{game}-{way}").click()
        page.locator("#turn").wait_for(state="attached")
        return page


@pytest.fixture(scope="module")
def app(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with ExitStack() as stack:
        network = stack.enter_context(ExitStack())
        base = network.enter_context(given_out(site(tmp_path_factory.mktemp("site"))))
        made = App(browser, base, network.close)
        page = made.open()
        page.wait_for_function(COMPLETE, polling=500)
        page.close()
        made.cut()
        yield made
        made.context.close()
    expected = ("ERR_CONNECTION", "ERR_INTERNET", "ERR_FAILED", "status of 4")
    assert not [said for said in made.complaints if not any(word in said for word in expected)]


def phase(page: Page) -> str:
    return page.locator("#turn").get_attribute("data-phase") or ""


# Touches what comes first: what is to be pressed, a cell, an offer, the next block of the first push, an object.
TOUCH = """() => {
  const seen = (one) => one.getClientRects().length && !one.disabled;
  const pressed = document.querySelectorAll("#board .only-wide .spot[aria-pressed=true]").length;
  const push = document.querySelector("#board .only-wide svg[data-tokens]")?.dataset.tokens.split(" ")[0].split(",");
  const block = push ? [`#board .only-wide .spot.can[id$='-${push[pressed]}'][aria-pressed=false]`] : [];
  const order = ["#do-roll", "#do-push", "#panel [name=move]", "#board .spot.can[name=move]", "#offer-1",
    "#offer-2", ...block, "#board .spot.can[name=pick]"];
  for (const one of order) {
    const all = [...document.querySelectorAll(one)];
    const found = all.find((spot) => seen(spot) && spot.getAttribute("aria-pressed") !== "true");
    if (found) { found.click(); return; }
  }
}"""
SHOWN = "() => document.querySelector('#turn').dataset.phase + document.querySelector('#table').innerHTML"
OTHER = f"(shown) => ({SHOWN})() !== shown"


def play(page: Page, steps: int = 500) -> None:
    """A whole game, taking whatever can be taken."""
    for _ in range(steps):
        if phase(page) == "over":
            return
        shown = page.evaluate(SHOWN)
        page.evaluate(TOUCH)
        page.wait_for_function(OTHER, arg=shown)
    raise AssertionError("the game does not end")


GAMES: dict[str, dict[str, Any]] = {
    "cadeau": {"zones": "2"},
    "blocs": {"mode": "fast", "level": "3", "first": "me"},
    "laaancez": {},
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_a_bot_without_a_network(app: App, game: str) -> None:
    page = app.start(game, **GAMES[game])
    play(page)
    expect(page.locator("#rematch")).to_be_visible()
    assert "Lapin" in page.locator(".people").inner_text()
    page.close()


def test_a_killed_tab_loses_nothing(app: App) -> None:
    page = app.start("cadeau", "here")
    roll(page)
    touch(page, CELL)
    roll(page)
    story = page.locator("#log").inner_text()
    address = page.url
    page.close()
    again = app.context.new_page()
    again.goto(address)
    again.locator("#log").wait_for(state="attached")
    assert again.locator("#log").inner_text() == story
    touch(again, CELL)
    again.close()


def test_two_tabs_play_one_game(app: App) -> None:
    one = app.start("cadeau", "here")
    two = app.context.new_page()
    two.goto(one.url)
    two.locator("#do-roll").wait_for()
    assert len(one.workers) == 1
    assert not two.workers
    roll(one)
    expect(two.locator("#do-roll")).to_have_count(0)  # told by the one that leads
    touch(two, CELL)
    expect(one.locator("#do-roll")).to_be_visible()
    one.close()  # the other one leads from now on
    roll(two)
    touch(two, CELL)
    two.close()


def test_both_languages_and_the_pages_beside_the_games(app: App) -> None:
    page = app.open()
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text(re.compile("Choose|What|game", re.I))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator("a[href='#/rules/cadeau']").click()
    expect(page.locator("h1")).to_be_visible()
    page.go_back()
    expect(page.locator("#cadeau-here")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    assert page.locator("#cadeau-link").count() == 0
    expect(page.locator("#alone")).to_contain_text("sans serveur")
    page.close()
