"""Whole games in a real browser: every game at one device, against the table, by keyboard alone, without script."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tablee.games import laaancez
from tablee.games.laaancez.sheet import plain
from tests.browser.conftest import Opener
from tools.screenshots import opened, roll, touch, upload

CELL = "#board .spot.can[name=move]"


def seq(page: Page) -> int:
    return int(page.locator("#turn").get_attribute("data-seq") or -1)


def over(page: Page) -> bool:
    return page.locator("#turn").get_attribute("data-phase") == "over"


def test_cadeau_at_one_device(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau", zones="1")
    for number in range(6):
        expect(page.locator("#headline")).to_contain_text("Chat" if number % 2 == 0 else "Ours")
        roll(page)
        touch(page, CELL)
    expect(page.locator("#said-last")).to_contain_text(re.compile("gardé|volé|Égalité"))
    expect(page.locator("#headline")).to_contain_text(re.compile("(Chat|Ours) a gagné|Égalité", re.I))
    assert page.locator(".story li").count() == 2  # the zone, and “bien joué !” for both sides
    page.locator("#rematch").click()
    expect(page.locator("#do-roll")).to_be_visible()


def push(page: Page) -> None:
    """Pick blocks as a person would: try what is marked until something can be pushed."""
    for _ in range(8):
        if page.locator("#do-push").count():
            touch(page, "#do-push")
            return
        tokens = (page.locator("#board .only-wide svg").get_attribute("data-tokens") or "").split()
        chosen = page.locator("#board .only-wide .spot[aria-pressed=true]").count()
        wanted = tokens[0].split(",")
        block = wanted[chosen]
        spot = page.locator(f"#board .only-wide .spot.can[id$='-{block}'][aria-pressed=false]").first
        spot.click()
        expect(page.locator("#board .only-wide .spot[aria-pressed=true]")).to_have_count(chosen + 1)
    raise AssertionError("nothing could be pushed")


def test_blocs_at_one_device(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "blocs", mode="fast", level="3")
    expect(page.locator("#headline")).to_have_text(re.compile("Qui commence"))
    while page.locator(".opening").count():
        roll(page)
    for _ in range(200):
        if over(page):
            break
        if page.locator("#do-roll").count():
            roll(page)
        else:
            push(page)
    expect(page.locator("#said-last")).to_contain_text("gagné")


def test_laaancez_at_one_device(visit: Opener, base: str) -> None:
    """On a small sheet of four cells, so that the whole game is short."""
    small = {**plain(laaancez.shipped("noel")), "name": "petite", "rows": [3, 1]}
    page = visit()
    upload(page, base, f"game: laaancez\nsheet: {json.dumps(small)}\n\n")
    handed = 0
    for _ in range(400):
        if over(page):
            break
        if page.locator("#do-roll").count():
            roll(page)
        elif page.locator(".handover").count():
            assert page.locator("#board .spot").count() == 0, "nothing of the other's choice can be seen"
            page.locator(".handover button").first.click()
            page.locator(f"{CELL}, #panel [name=move]").first.wait_for(state="attached")
            handed += 1
        elif page.locator("#panel [name=move]").count():
            touch(page, "#panel [name=move]")  # nothing to do: pass
        elif page.locator(CELL).count():
            touch(page, CELL)
        elif page.locator("#offer-1, #offer-2").count():
            page.locator("#offer-1, #offer-2").first.click()
            page.locator(CELL).first.wait_for(state="attached")
        else:
            page.locator("#board .spot.can[name=pick]").locator("visible=true").first.click()
            page.locator(CELL).first.wait_for(state="attached")
    expect(page.locator("#said-last")).to_contain_text("bougie")
    assert handed >= 3


@pytest.mark.parametrize("game", ["cadeau", "laaancez"])
def test_against_the_table(visit: Opener, base: str, game: str) -> None:
    page = visit()
    opened(page, base, game, "bot", **({"zones": "2"} if game == "cadeau" else {}))
    steps = 14 if game == "cadeau" else 6
    for _ in range(steps):
        page.locator(f"#do-roll, {CELL}, #offer-1, #rematch").first.wait_for(state="attached")
        if over(page):
            break
        if page.locator("#do-roll").count():
            roll(page)
            continue
        if not page.locator(CELL).count():  # an offer that stands alone is taken already
            page.locator("#offer-1").click()
            page.locator(CELL).first.wait_for(state="attached")
        touch(page, CELL)
    if game == "cadeau":
        page.locator("#rematch").wait_for()
    assert "Lapin" in page.locator(".people").inner_text()


def test_a_tap_touches_only_what_it_changes(visit: Opener, base: str) -> None:
    """What is taken out and put back, or told its language again, a phone styles and lays out anew."""
    page = visit()
    opened(page, base, "cadeau", zones="1")
    page.evaluate(
        """() => {
          window.touched = new Set();
          new MutationObserver((all) => all.forEach(({ target, attributeName, removedNodes }) => {
            if (attributeName) touched.add(target.localName);
            for (const one of removedNodes) if (one.localName === "g") touched.add(one.id.slice(2) || "drawn");
          })).observe(document.documentElement, { attributeFilter: ["lang"], childList: true, subtree: true });
        }"""
    )
    roll(page)
    lutins = ["1-1a", "1-1b", "1-1c"]  # that can be written into now
    assert page.evaluate("[...touched].sort()") == lutins


def test_a_board_is_the_same_swapped_or_loaded(visit: Opener, base: str) -> None:
    """Also at the first tap, which brings one layout to a page that has both."""
    page = visit(viewport={"width": 390, "height": 844})
    opened(page, base, "laaancez")
    roll(page)
    drawn = page.locator("#board .only-tall svg").inner_html()
    page.reload()
    assert page.locator("#board .only-tall svg").inner_html() == drawn


def test_keyboard_alone(visit: Opener) -> None:
    """Tab and Enter only, from the first page to the end of the game; focus never gets lost."""
    page = visit()
    page.locator("#cadeau-title").scroll_into_view_if_needed()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.card.cadeau .extras summary') !== null"):
            break
    page.keyboard.press("Enter")
    for _ in range(6):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "cadeau-zones":
            break
    page.keyboard.press("1")
    assert page.locator("#cadeau-zones").input_value() == "1"
    for _ in range(30):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.id") == "cadeau-here":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "do-roll":
            break
    for _ in range(12):
        before = seq(page)
        assert page.evaluate("document.activeElement.matches('#do-roll, .spot.can')"), "focus is where one plays"
        page.keyboard.press("Enter")
        page.wait_for_function("seq => Number(document.querySelector('#turn').dataset.seq) > seq", arg=before)
    page.wait_for_function("() => document.activeElement.id === 'rematch'")
    assert over(page)


def follow(page: Page, where: str) -> None:
    """Without script every click leads to a new page: wait for it."""
    with page.expect_navigation():
        page.locator(where).first.click()


def test_without_script(visit: Opener) -> None:
    page = visit(java_script_enabled=False)
    page.locator(".card.blocs summary").first.click()
    page.locator("#blocs-mode").select_option("fast")  # a duel may be over in two pushes
    follow(page, "#blocs-here")
    for _ in range(40):
        if page.locator(".opening").count() == 0:
            break
        follow(page, "#do-roll")
    moved = 0
    while moved < 2:
        if page.locator("#do-roll").count():
            follow(page, "#do-roll")
            continue
        tokens = (page.locator("#board .only-wide svg").get_attribute("data-tokens") or "").split()
        if not page.locator("#do-push").count():
            for block in tokens[0].split(","):
                follow(page, f"#board .only-wide .spot.can[id$='-{block}'][aria-pressed=false]")
        follow(page, "#do-push")
        moved += 1
    expect(page.locator("#said-last")).to_contain_text("pousse")
    assert page.locator(".scripted").first.is_hidden()


def test_say_it_yourself(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "blocs", mode="solo", level="2", dice="typed", say="1")
    page.locator("#face-3").click()
    page.locator("#face-again").wait_for()
    page.locator("#face-6").click()
    page.locator("#said").wait_for()
    page.locator("#wb-1-4").click()
    expect(page.locator("#said")).to_have_value("4")
    page.locator("#key-plus").click()
    expect(page.locator("#said")).to_have_value("4+")
    page.locator("#wb-1-6").click()
    expect(page.locator("#said")).to_have_value("4+6")
    page.locator("#do-push").click()
    expect(page.locator("#notice")).to_contain_text("Presque")
    expect(page.locator("#notice")).to_contain_text("9")
    page.locator("#said").fill("")
    page.locator("#said").press_sequentially("12-3")
    expect(page.locator("#said")).to_have_value("12−3")  # with the signs of school
    page.locator("#said").press("Enter")
    expect(page.locator("#said-last")).to_contain_text("12 − 3 = 9")


# What was said aloud, and what has moved: it may be over before anybody looks.
WITNESS = """() => {
  window.spoken = [];
  speechSynthesis.speak = (said) => window.spoken.push(said.text);
  window.moved = [];
  const begin = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.moved.push(this); return begin.apply(this, how); };
}"""


def test_sound_voice_and_motion(visit: Opener, base: str) -> None:
    """With motion allowed a whole round runs without complaint, and what was said aloud can be heard."""
    page = visit(reduced_motion="no-preference")
    opened(page, base, "blocs", mode="solo", level="1", dice="typed")
    page.evaluate(WITNESS)
    page.locator("#voice").click()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    page.locator("#face-4").click()
    page.locator("#face-again").wait_for()
    page.locator("#face-5").click()
    page.locator("#wb-1-4").click()
    expect(page.locator("#wb-1-4")).to_have_attribute("aria-pressed", "true")
    page.locator("#wb-1-5").click()
    page.locator("#do-push").click()
    page.wait_for_function("() => window.moved.some((one) => one.closest('#board svg'))")
    expect(page.locator("#said-last")).to_contain_text("5 + 4 = 9")
    page.wait_for_function("() => window.spoken.some((words) => words.includes('5 + 4'))")
