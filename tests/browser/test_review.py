"""From the end of a game to its review and back, by keyboard and without script; and a tutor's word before a move."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect

from tablee.core.record import Record
from tablee.core.registry import load
from tests.browser.conftest import Opener
from tools.screenshots import opened, touch, upload

BLOCS = load("blocs")


def finished(mode: str = "duel") -> str:
    """A game of fair dice and of any moves."""
    players = ("Léa", "Tom") if mode == "duel" else ("Léa",)
    rng, record = random.Random(7), Record(BLOCS, BLOCS.variant({"mode": mode}), players=players)
    while BLOCS.phase(record.state) != "over":
        rolls = BLOCS.rolls(record.state)
        event = rng.choice(rolls)[0] if rolls else rng.choice(BLOCS.moves(record.state, BLOCS.players(record.state)[0]))
        record = record.play(event)
    return str(record)


def sideways(page: Page) -> int:
    return int(page.evaluate("document.scrollingElement.scrollWidth - innerWidth"))


def test_from_the_end_to_the_review_and_to_its_moments(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 740})
    upload(page, base, finished())
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


def test_the_review_without_script(visit: Opener, base: str) -> None:
    scripted = visit("/")
    upload(scripted, base, finished())
    address = scripted.locator("#review").get_attribute("href") or ""
    page = visit(address, java_script_enabled=False)
    expect(page.locator("#sureness")).to_be_visible()
    page.locator("summary", has_text="coup par coup").click()
    expect(page.locator("#every tbody tr").first).to_be_visible()


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
        expect(page.locator("#wonder")).to_contain_text("Vous êtes sûr")
        page.locator(f"#{answer}").click()
        expect(page.locator("#wonder")).to_have_count(0)
        assert page.evaluate("document.activeElement.closest('#board, #panel') !== null"), "focus is where one plays"
    expect(page.locator("#said-last")).to_contain_text("pousse 5 et 6")


def test_every_chance_on_the_board_and_a_coach(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 390, "height": 800})
    opened(page, base, "blocs", mode="duel", level="1", dice="typed", first="me")
    table = page.url.partition("?")[0].partition("#")[0]
    for mode in ("full", "coach"):
        page.goto(table)
        page.evaluate("document.querySelector('#side').showPopover?.()")
        page.locator("#tutor summary").click()
        page.locator("select[name=tutor0]").select_option(mode)
        touch(page, "#tutor-form button")
        if mode == "full":
            page.locator("#face-5").click()
            page.locator("#face-again").wait_for()
            page.locator("#face-6").click()
            expect(page.locator(".chance").locator("visible=true").first).to_be_visible()
            assert page.locator(".chance.tint-4").locator("visible=true").count() == 1
            assert sideways(page) <= 0
    expect(page.locator("#hints")).to_contain_text("calculs différents sont possibles")
    page.locator("#hint-1").click()
    expect(page.locator("#hints li")).to_have_count(1)
    page.locator("#board .spot.can[id$='-11']").locator("visible=true").first.click()
    page.locator("#panel button.strong").first.click()
    expect(page.locator("#unseen")).to_contain_text("vous l’aviez vu")


def test_from_afar_the_other_is_asked(visit: Opener, base: str) -> None:
    one = visit("/")
    opened(one, base, "blocs", mode="duel", level="1", dice="typed", first="me", way="link")
    table = one.url.partition("?")[0].partition("#")[0].removesuffix("/invite")
    one.goto(table)
    link = one.locator("input[value*='/join/']").first
    if not link.count():
        one.locator("form[action$='/invite'] button").first.click()
    address = one.locator("input[value*='/join/']").first.get_attribute("value") or ""
    other = visit(address)
    other.locator("main form button.strong").first.click()
    one.goto(table)
    one.locator("#tutor summary").click()
    one.locator("select[name=tutor0]").select_option("hints")
    one.locator("#tutor-form button").click()
    expect(other.locator("#panel")).to_contain_text("aimerait un tuteur")
    other.locator("#agree").click()
    expect(one.locator("#log")).to_contain_text("Le tuteur s’installe.")


def test_a_solo_review_both_ways_and_taken_along(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 390, "height": 800})
    upload(page, base, finished("solo"))
    page.locator("#review").click()
    expect(page.locator("#goals")).to_be_visible()
    page.locator("#goals a").click()
    expect(page.locator("#review")).to_contain_text("Les chances d’une partie sans faute")
    assert sideways(page) <= 0
    with page.expect_download() as kept:
        page.locator("#as-svg").click()
    assert kept.value.suggested_filename.endswith(".svg")
