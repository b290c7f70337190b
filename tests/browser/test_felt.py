"""What people feel at a table: it turns to them, bots hurry, a double rings, the end is a picture, names stay."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tablee.core.game import AnyGame, State
from tablee.core.registry import NAMES
from tests.browser.conftest import HOLD, USUAL, Opener, box, by_name
from tests.browser.test_layout import LARGE_TEXT, MISSING, WINDOWS
from tests.browser.test_moments import CELL, typed
from tests.web_kit import served
from tools.screenshots import (
    blocs_solo_over,
    cadeau_over,
    laaancez_combat,
    laaancez_over,
    opened,
    pick_one,
    played,
    roll,
    touch,
    upload,
)

PHONE: ViewportSize = {"width": 360, "height": 740}
LOW: ViewportSize = {"width": 740, "height": 360}
# Every tone that is played, by its first pitch: what a sound is known by.
LISTEN = """
window.heard = [];
const begin = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.heard.push(this.type); return begin.call(this, at); };
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, at) {
  if (value > 50) window.heard.push(Math.round(value));
  return set.call(this, value, at);
};
"""
MOVING = "document.querySelector('#dice .die').getAnimations().length"
# How many tones had been played when the moment of a throw was there, and how many movements a die had.
EARLY = """() => new MutationObserver(() => {
  if (!document.querySelector("[data-moment] [data-double]")) return;
  window.early ??= heard.length;
  window.moved ??= document.querySelector('#dice .die').getAnimations().length;
}).observe(document.body, { childList: true, subtree: true })"""


def listening(page: Page) -> None:
    page.add_init_script(LISTEN)
    page.reload()


# --- the menu ---------------------------------------------------------------------------------------------------


def test_two_taps_on_the_menu_change_nothing(visit: Opener, base: str) -> None:
    page = visit("/", viewport=PHONE, has_touch=True)
    opened(page, base, "cadeau")
    where = box(page, "#menu")
    for _ in range(2):
        page.touchscreen.tap(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    expect(page.locator("#side")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "fr"
    assert page.evaluate("document.querySelector('#side .settings').previousElementSibling !== null")


# --- the first page ---------------------------------------------------------------------------------------------


def test_even_chances_are_offered_only_where_they_can_be_given(visit: Opener) -> None:
    page = visit("/game/cadeau")
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    expect(page.locator("#cadeau-even")).to_be_hidden()  # five zones
    expect(page.locator("#cadeau-uneven")).to_have_text("Pour égaliser les chances, choisissez 1, 2 ou 3 zones.")
    page.locator("#cadeau-zones").select_option("2")
    expect(page.locator("#cadeau-even")).to_be_visible()
    expect(page.locator("#cadeau-uneven")).to_be_hidden()


# Of the three games: what is out of the first screen, cut, or drawn or written too small.
UNSEEN = """(least) => [...document.querySelectorAll('.tile')].flatMap((tile) => {
  const [box, picture] = [tile, tile.querySelector('.pic')].map((one) => one.getBoundingClientRect());
  const title = tile.querySelector('strong');
  return [
    (box.top < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth) && 'out of sight',
    Math.min(picture.width, picture.height) < 44 && `a picture of ${picture.width} × ${picture.height}`,
    title.scrollWidth > title.clientWidth + 1 && 'its name is cut',
    parseFloat(getComputedStyle(title).fontSize) < least && 'its name is small',
  ].filter(Boolean).map((wrong) => `${tile.id}: ${wrong}`);
})"""


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_three_games_are_in_the_first_screen(visit: Opener, base: str, lang: str) -> None:
    page = visit(locale=lang)
    opened(page, base, "laaancez")
    page.goto(base)  # with a game to go on with: then there is less room
    expect(page.locator("#resume")).to_be_visible()
    for windows, text in ((WINDOWS, 100), (LARGE_TEXT, 200)):
        page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
        for width, height in windows:
            page.set_viewport_size({"width": width, "height": height})
            assert not page.evaluate(UNSEEN, 16 if text == 100 else 22), (width, height, text)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (width, height, text)


@pytest.mark.parametrize("game", NAMES)
def test_three_taps_lead_to_the_first_roll(visit: Opener, game: str) -> None:
    """Nothing is typed, nothing scrolled."""
    page = visit("/", viewport={"width": 360, "height": 640}, has_touch=True)
    for wanted, onward in ((f"#tile-{game}", f"**/game/{game}"), (f"#{game}-here", "**/table/*"), ("#do-roll", "")):
        expect(page.locator(wanted)).to_be_in_viewport(ratio=1)
        page.locator(wanted).tap()
        page.wait_for_url(onward or "**/table/*")
    expect(page.locator("#turn")).not_to_have_attribute("data-seq", "0")


def test_a_start_button_names_its_game(visit: Opener) -> None:
    page = visit("/game/blocs")
    for button in page.locator(".way, .level").all():
        expect(button).to_have_accessible_name(re.compile("^Pousse-blocs"))


def test_the_family_of_a_device_is_remembered(visit: Opener, base: str) -> None:
    page = visit()
    page.locator(".animal").nth(3).click()
    page.locator("#profile-fold summary").click()
    page.locator("#profile-name").fill("Maman")
    page.locator("#family-1").fill("Léa")
    page.locator("#profile-keep").click()
    page.locator("#tile-cadeau").click()
    expect(page.locator("#cadeau-here")).to_contain_text("avec Léa")
    page.locator("#cadeau-here").click()
    expect(page.locator("#board .seat, #board svg").first).to_contain_text("Léa")
    page.locator("#more-fold summary").click()
    page.locator("#name-1").fill("Tom")
    page.locator("#rename-1").click()
    expect(page.locator("#board")).to_contain_text("Tom")
    opened(page, base, "blocs")
    expect(page.locator("#board .opening")).to_contain_text("Maman")
    expect(page.locator("#board .opening")).to_contain_text("Tom")


def test_a_sheet_of_ones_own_is_played_from_the_first_page_and_on_paper(visit: Opener, base: str) -> None:
    page = visit("/objects")
    page.locator("#pick-etoile").check(force=True)
    page.locator(".stepper:has(#objects-etoile-hits) .key").last.click()
    expect(page.locator("#objects-etoile-hits")).to_have_value("2")  # open and in view, as before the tap
    expect(page.locator("#objects-etoile-hits")).to_be_in_viewport()
    page.locator("#pick-candle").check(force=True)
    page.locator("#candle-hits").fill("99")
    page.locator("#own-see").click()
    expect(page.locator("#wrong")).to_contain_text(re.compile("^Cœurs\\s: un nombre entier de 1 à 9"))
    expect(page.locator("#candle-hits")).to_be_focused()  # and so it is in the window
    page.locator("#candle-hits").fill("3")
    page.locator("#own-see").click()
    page.locator("#own-keep").click()
    page.goto(f"{base}/game/laaancez")
    page.locator("#laaancez-sheet").select_option(label="la mienne")
    page.locator("#laaancez-here").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#board .spot[id$='1-e1']").first).to_have_attribute("aria-label", re.compile("3 cœurs"))
    page.goto(f"{base}/companion")
    page.locator("#laaancez-sheet").select_option(label="la mienne")
    page.locator("#laaancez-begin").click()
    page.locator("#face-3").click()
    page.locator("#note-1").click()
    expect(page.locator("#referee")).to_contain_text("Joueur 1")
    assert "sheet=" in page.url
    assert "sheet=noel" not in page.url


TABLETS = [(820, 1180), (1180, 820)]


# --- a tablet laid flat -----------------------------------------------------------------------------------------


def test_a_tablet_laid_flat_turns_to_whoever_plays(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 820, "height": 1180})
    opened(page, base, "cadeau")
    page.locator("#menu").click()
    page.locator("#flat").click()
    page.wait_for_load_state()
    turned = "() => getComputedStyle(document.querySelector('main')).rotate"
    assert page.evaluate(turned) == "none"
    roll(page)
    touch(page, CELL)
    page.wait_for_function(f"({turned})() === '180deg'")
    assert box(page, "#do-roll")["y"] < 1180 / 2, "the hand lies at the side of whoever plays"
    roll(page)
    touch(page, CELL)
    page.wait_for_function(f"({turned})() === 'none'")
    page.goto(base)
    opened(page, base, "laaancez")  # it is remembered
    expect(page.locator("#flat")).to_have_attribute("aria-pressed", "true")


def until_turn_of(player: int) -> Callable[[AnyGame, State, int], bool]:
    return lambda game, state, _count: game.players(state) == (player,)


@pytest.mark.slow
@pytest.mark.parametrize("size", TABLETS)
def test_a_tablet_laid_flat_turns_to_each_of_four_sides(visit: Opener, base: str, size: tuple[int, int]) -> None:
    """Four around a tablet: the hand lies at the side of whoever plays, and nothing leaves the window."""
    page = visit("/", viewport={"width": size[0], "height": size[1]})
    page.context.add_cookies([{"name": "flat", "value": "1", "url": base}])
    for side in ("0", "1", "2", "3"):
        upload(page, base, played("blocs", {"mode": "four"}, until_turn_of(int(side) + 1), seed=4))
        assert (page.locator("#turn").get_attribute("data-side") or "0") == side
        assert not page.evaluate(MISSING)
        words = box(page, "#headline")
        # The headline is read across: along the window from its long sides, up or down it from the others.
        assert (words["width"] > words["height"]) == (side in "02")
        if page.locator("#menu").is_visible():
            page.locator("#menu").click()
        menu = box(page, "#side")
        assert -1 <= menu["x"] < menu["x"] + menu["width"] <= size[0] + 1
        assert -1 <= menu["y"] < menu["y"] + menu["height"] <= size[1] + 1
        page.keyboard.press("Escape")


@pytest.mark.slow
@pytest.mark.parametrize("size", TABLETS)
def test_both_fronts_are_seen_in_a_combat_laid_flat(visit: Opener, base: str, size: tuple[int, int]) -> None:
    page = visit("/", viewport={"width": size[0], "height": size[1]})
    page.context.add_cookies([{"name": "flat", "value": "1", "url": base}])
    laaancez_combat(page, base)
    expect(page.locator("#turn")).to_have_attribute("data-side", "2")
    cells = page.locator("#board .only-tall .cell" if size[0] < size[1] else "#board .only-wide .cell")
    heights = dict.fromkeys(("1", "2"), 0.0)
    for cell in cells.all():
        place, player = cell.bounding_box(), cell.get_attribute("data-player")
        if place and player:
            heights[player] = max(heights[player], place["height"])
    assert min(heights.values()) > 80, heights
    # whoever plays has their own sheet at their own side of the tablet
    acting, other = box(page, "#board .seat.turn:visible"), box(page, "#board .seat:not(.turn):visible")
    assert acting["y"] < other["y"] if size[0] < size[1] else acting["x"] > other["x"]


def test_taking_the_device_over_and_picking_are_one_tap_and_both_choices_a_moment(visit: Opener, base: str) -> None:
    page = visit("/", viewport=PHONE, reduced_motion="no-preference")
    upload(page, base, "game: laaancez\n\nd1\n")
    assert page.locator("#board .only-tall .seat.turn").count() == 1, "one is pointed at while both choose"
    page.evaluate(HOLD)
    page.locator("#offer-1").click()
    touch(page, CELL)
    expect(page.locator(".handover")).to_be_visible()
    assert page.locator("#board svg.tablee-board").count() == 0, "the other choice is hidden"
    page.locator(".handover #offer-2").click()
    touch(page, CELL)
    assert page.locator(".handover").count() == 0
    expect(page.locator("#turn")).to_have_attribute("data-motion", "reveal")
    expect(page.locator("#table")).to_have_attribute("data-moment", "reveal")
    expect(page.locator("#last-event")).to_contain_text(re.compile("Chat.*Ours", re.DOTALL))


# --- events -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_double_is_a_moment_of_its_own(visit: Opener, base: str, motion: str) -> None:
    page = visit(reduced_motion=motion)
    listening(page)
    opened(page, base, "blocs", mode="duel", level="1", dice="typed", first="me")
    page.evaluate(HOLD)
    page.evaluate(EARLY)
    typed(page, 3, 3)
    expect(page.locator("[data-moment=roll] [data-double] .die")).to_have_count(2)
    if motion == "reduce":
        assert not page.evaluate("window.heard"), "a still page is a quiet page"
        assert not page.evaluate(MOVING)
    else:
        page.wait_for_function("window.heard.includes(660)")
        assert page.evaluate("window.early") == 0, "the page is shown before a phone has to open its loudspeaker"
        assert page.evaluate("window.moved")


def test_every_event_has_a_sound_of_its_own(visit: Opener, base: str) -> None:
    """Writing a number, winning a zone, folding a row, blowing out the candle, two revealed choices, a double."""
    page = visit()
    opened(page, base, "cadeau")
    listening(page)
    page.locator("#headline").click()
    page.emulate_media(reduced_motion="no-preference")
    address = page.locator("link[rel=modulepreload][href*='sound.js']").get_attribute("href")
    known = set()
    for name in ("roll", "double", "slide", "write", "zone", "reveal", "fold", "candle", "throw", "end"):
        page.evaluate(
            "async ([address, name]) => { heard = []; (await import(address)).sound(name); }", [address, name]
        )
        known.add(str(page.evaluate("window.heard")))
    assert "[]" not in known
    assert len(known) == 10


# --- bots -------------------------------------------------------------------------------------------------------


def test_a_button_a_tap_on_the_board_or_a_key_hurries_a_bot(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, pace=60) as base, browser.new_context(**USUAL) as context:
        page = context.new_page()
        for hurry in ("button", "tap", "key"):
            opened(page, base, "cadeau", "bot", side="1")
            expect(page.locator("#hurry")).to_be_visible()
            if hurry == "key":
                page.keyboard.press("h")
            else:
                page.locator("#hurry" if hurry == "button" else "#board .stage:visible").click()
            expect(page.locator("#do-roll")).to_be_visible()
            expect(page.locator("#last-event")).to_contain_text("écrivent")


def test_each_push_of_a_bots_turn_is_told_with_its_calculation(visit: Opener, base: str) -> None:
    page = visit("/", viewport=PHONE)
    opened(page, base, "blocs", "bot", mode="fast", level="1", dice="typed", first="me")
    typed(page, 5, 6)
    page.locator("#board .spot.can[id$='-11']").locator("visible=true").click()
    touch(page, "#do-push")
    typed(page, 3, 4)  # a 7: the rabbit's turn, with dice that somebody types for it
    for dice in ((4, 5), (2, 6), (3, 4)):
        expect(page.locator("#headline")).to_contain_text("Lancez pour Lapin")
        expect(page.locator("#face-1")).to_be_visible()
        typed(page, *dice)
    expect(page.locator(".run li")).to_have_count(2)
    assert [re.split("[=\n]", sum_up.inner_text())[-1].strip() for sum_up in page.locator(".run li").all()] == [
        "9",
        "8",
    ]
    expect(page.locator("#last-event")).to_contain_text(re.compile(r"^\s*Lapin fait 3 et 4\. Un 7"))


# --- the end ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "screen", [cadeau_over, *(pytest.param(one, marks=pytest.mark.slow) for one in (blocs_solo_over, laaancez_over))]
)
def test_the_end_is_a_picture_to_send(visit: Opener, base: str, screen: object) -> None:
    page = visit("/", viewport=PHONE)
    assert callable(screen)
    screen(page, base)
    headline, reason = page.locator("#headline").inner_text(), page.locator("#last-event").inner_text()
    assert headline.strip() != reason.strip(), "the reason is said once"
    with page.expect_download() as waiting:
        page.locator("#send-picture").click()
    picture = Path(waiting.value.path()).read_bytes()
    assert picture.startswith(b"\x89PNG")
    width, height = (int.from_bytes(picture[at : at + 4], "big") for at in (16, 20))
    assert width > 700
    assert height > width
    assert page.locator("#turn .champion").count() == (0 if screen is blocs_solo_over else 1)


def test_a_match_shows_its_score_on_a_phone(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau", match="3")
    for window in (PHONE, LOW):
        page.set_viewport_size(window)
        expect(page.locator(".tally").locator("visible=true")).to_have_count(2)


def test_a_whiteboard_is_read_from_afar(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 1920, "height": 1080})
    for screen in (cadeau_over, laaancez_over):
        screen(page, base)
        assert not page.evaluate(SMALL_TYPE)
        place = box(page, "#side .settings")
        assert place["y"] + place["height"] <= 1081


# Words in the hand, the menu and the turn, and on the board, that are smaller than 28 pixels.
SMALL_TYPE = """
() => {
  const found = [];
  for (const one of document.querySelectorAll('#turn *, #panel *, #side *, #board svg.tablee-board text')) {
    if (![...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    const box = one.getBoundingClientRect();
    if (box.width < 2 || one.closest('title, desc, .unseen, code')) continue;
    const svg = one.ownerSVGElement;
    const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * scale;
    if (size < 27.5) found.push(`${one.textContent.trim().slice(0, 20)} ${size.toFixed(1)}`);
  }
  return [...new Set(found)];
}
"""


# Where each thing that is thrown sets out, and where it arrives.
FLIGHTS = """
window.flights = [];
const begin = Element.prototype.animate;
Element.prototype.animate = function (frames, how) {
  const flight = begin.call(this, frames, how);
  if (how.easing === "ease-in") {
    const middle = () => {
      const box = this.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const start = middle();
    flight.currentTime = how.duration - 1;
    window.flights.push([start, middle()]);
    flight.currentTime = 0;
  }
  return flight;
};
"""


@pytest.mark.parametrize("size", [(360, 640), pytest.param((740, 360), marks=pytest.mark.slow)])
def test_a_thrown_object_flies_from_its_cell_to_its_target(visit: Opener, base: str, size: tuple[int, int]) -> None:
    page = visit("/", viewport={"width": size[0], "height": size[1]}, reduced_motion="no-preference")
    laaancez_combat(page, base)
    assert page.locator("#dice").count() == 0, "nobody rolls in a combat"
    page.add_init_script(FLIGHTS)
    page.reload()
    if not page.locator(CELL).locator("visible=true").count():
        page.locator("#board .spot.can").locator("visible=true").first.click()
    start, end = box(page, "#board .spot.can[aria-pressed=true]:visible"), box(page, f"{CELL}:visible")
    touch(page, CELL)
    ((flown, landed),) = page.evaluate("window.flights")
    for place, (x, y) in ((start, flown), (end, landed)):
        assert place["x"] < x < place["x"] + place["width"]
        assert place["y"] < y < place["y"] + place["height"]


def test_the_board_keeps_its_size_while_blocks_are_picked(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 640})
    for dice in ("d15", "d66", "d15 2,4 d66"):
        upload(page, base, f"game: blocs\nmode: duel\nlevel: 3\n\n{dice}\n")
        sizes = set()
        for picked in range(3):
            sizes.add(round(box(page, "#board .stage:visible")["height"]))
            if picked < 2:
                pick_one(page, 2 * picked)
                page.locator("#board .spot[aria-pressed=true]").locator("visible=true").nth(picked).wait_for()
        assert len(sizes) == 1, (dice, sizes)


def test_a_long_name_can_be_read_on_the_board(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 1366, "height": 657})
    upload(page, base, "game: cadeau\nplayers: Maximilienne-Éléonore de la Forêt, Zoé\n\nd4 1a\n")
    name = page.locator("#board .only-wide svg text", has_text=re.compile("^Maximil.*…"))
    assert page.evaluate("one => one.getBoundingClientRect().height", name.element_handle()) > 14


def test_a_large_code_and_who_is_there_fit_a_whiteboard(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 1920, "height": 1080})
    opened(page, by_name(base), "blocs", "link", mode="four")
    page.goto(f"{page.url}/invite")
    guests = box(page, ".guests")
    assert box(page, ".code-card.huge")["height"] > 700
    assert guests["y"] + guests["height"] <= 1080
