"""Nobody scrolls during play: whole games at every window, and everything needed is in it and large enough."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablee.core.game import AnyGame, State
from tablee.core.record import parse
from tablee.core.registry import load
from tablee.games import laaancez
from tablee.games.laaancez.sheet import plain
from tests.browser.conftest import Opener, box
from tests.browser.test_together import joined
from tools.screenshots import after, blocs_say, never, opened, played, roll, touch, upload

WINDOWS = (
    (320, 640),
    (360, 640),
    (360, 740),
    (390, 844),
    (740, 360),
    (820, 1180),
    (1180, 820),
    (1366, 657),
    (1440, 900),
    (1920, 1080),
)
LARGE_TEXT = ((320, 640), (360, 640), (740, 360), (820, 1180), (1366, 657), (1920, 1080))
SMALL = {**plain(laaancez.load_shipped("noel")), "name": "petite", "rows": [5, 2, 1]}
SMALLEST = {**SMALL, "rows": [3, 1]}
# What is played to its end: a name, and how its table is opened.
GAMES: dict[str, dict[str, Any]] = {
    "cadeau": {"game": "cadeau", "zones": "5"},
    "solo": {"game": "blocs", "mode": "solo", "level": "3"},
    "duel": {"game": "blocs", "mode": "duel", "level": "3"},
    "fast": {"game": "blocs", "mode": "fast", "level": "3"},
    "three": {"game": "blocs", "mode": "three", "level": "3"},
    "four": {"game": "blocs", "mode": "four", "level": "3"},
    "laaancez": {"sheet": SMALL},
}
SHORT: dict[str, dict[str, Any]] = {
    "cadeau": {"game": "cadeau", "zones": "1"},
    "blocs": {"game": "blocs", "mode": "duel", "level": "1"},
    "laaancez": {"sheet": SMALLEST},
}
CELL = "#board .spot.can[name=move]"
OFFER = ".offer:not([aria-disabled])"  # one that cannot be taken stays in sight

# What of the things that are needed now is out of the window, covered, only to be had by scrolling, or too small.
MISSING = """
async () => {
  await document.fonts.ready;
  const main = document.querySelector('main');
  const found = [];
  for (const one of document.getAnimations()) if (one.id === 'fresh') one.finish();
  const root = document.scrollingElement;
  if (root.scrollHeight > innerHeight + 1) found.push(`the page is ${root.scrollHeight} high`);
  const below = main.scrollHeight - main.clientHeight;
  if (below > 1) found.push(`${below} below the window`);
  if (root.scrollWidth > innerWidth + 1 || main.scrollWidth > main.clientWidth + 1) found.push('it scrolls sideways');
  const needed = document.querySelectorAll(
    '#headline, #dice, #dice .goal, #last-event p, #panel .hint, #panel button, #panel a.button, #formula,' +
    ' .handover button, #board .stage, #board .spot.can');
  for (const one of needed) {
    const box = one.getBoundingClientRect();
    if (!box.width || !box.height || getComputedStyle(one).visibility === 'hidden') continue;
    const name = one.id || one.className;
    if (box.top < -1 || box.left < -1 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1) {
      found.push(`${name} is out of sight`);
    } else if (one.matches('button, a, p')) {
      const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!one.contains(seen)) found.push(`${name} is covered by ${seen?.id || seen?.className}`);
    }
  }
  const boards = [...document.querySelectorAll('#board svg.tablee-board')];
  const svg = boards.find((one) => one.getBoundingClientRect().width);
  if (!svg) return [...new Set(found)];
  const board = svg.getBoundingClientRect();
  const half = Math.min(innerWidth, innerHeight) / 2;
  if (Math.min(board.width, board.height) < half - 4) found.push(`the board is ${board.width} × ${board.height}`);
  const least = document.documentElement.style.fontSize === '200%' ? 20 : 12;
  for (const word of svg.querySelectorAll('text')) {
    const { a, b } = word.getScreenCTM();
    const size = parseFloat(getComputedStyle(word).fontSize) * Math.hypot(a, b);
    const seen = word.getBoundingClientRect().width;
    if (seen && size < 0.9 * least) found.push(`${word.textContent} is ${size.toFixed(1)} high`);
  }
  for (const one of document.querySelectorAll('#board .spot.can, #panel button, #panel a, .bar button, .bar a')) {
    const box = one.getBoundingClientRect();
    if (box.width && Math.min(box.width, box.height) < 24) found.push(`${one.id} can hardly be touched`);
  }
  for (const cell of svg.querySelectorAll('.cell[data-object]:not(.destroyed, :has(.behind))')) {
    const box = cell.getBoundingClientRect();
    const seen = (which) => [...cell.querySelectorAll(which)].some((one) => one.getBoundingClientRect().width);
    const points = ['heart', 'box'].filter((kind) => !seen(`use[href*="art-${kind}"]`));
    if (box.width > 44 && box.height > 44 && points.length) found.push(`${cell.id} shows no ${points}`);
  }
  const letters = [...svg.querySelectorAll('.sheet text')].filter((one) => one.getBoundingClientRect().width);
  if (svg.matches('.laaancez') && letters.length < 2) found.push('rows have no letters');
  return [...new Set(found)];
}
"""


def start(page: Page, base: str, fields: dict[str, Any]) -> None:
    if "game" in fields:
        opened(page, base, **fields)
    else:
        upload(page, base, f"game: laaancez\nsheet: {json.dumps(fields['sheet'])}\n\n")


def step(page: Page) -> None:
    """Whatever somebody would do next."""
    if page.locator("#take-over").count():
        page.locator("#take-over").click()
        page.locator("#take-over").wait_for(state="detached")
    elif page.locator("#do-roll").count():
        roll(page)
    elif page.locator("#do-push, #do-move").count():
        touch(page, "#do-push, #do-move")
    elif page.locator(CELL).locator("visible=true").count():
        touch(page, CELL)
    elif page.locator(OFFER).count():
        page.locator(OFFER).first.click()
        page.locator(CELL).locator("visible=true").first.wait_for()
    else:
        pick(page)


def pick(page: Page) -> None:
    """One more block of the first push there is, or the first object that can be thrown."""
    tokens = (page.locator("#board svg.tablee-board:visible").first.get_attribute("data-tokens") or "").split()
    pressed = page.locator("#board .spot[aria-pressed=true]").locator("visible=true").count()
    wanted = tokens[0].partition("x")[0] if "x" in tokens[0] else max(tokens, key=len).split(",")[pressed]
    end = f"-{wanted}"
    page.locator(f"#board .spot.can[id$='{end}'][aria-pressed=false]").locator("visible=true").first.click()
    page.locator("#board .spot[aria-pressed=true]").locator("visible=true").nth(pressed).wait_for()


def whole_game(page: Page, limit: int = 700) -> list[str]:
    """Play to the end; everything that was missing on the way, each with the moment it was missing at."""
    found: list[str] = []
    for number in range(limit):
        if page.locator("#turn").get_attribute("data-phase") == "over":
            page.keyboard.press("Shift")  # on to the picture of the end
        missing = page.evaluate(MISSING)
        found += [f"{number}: {one}" for one in missing]
        if page.locator("#turn").get_attribute("data-phase") == "over":
            return found
        step(page)
    raise AssertionError("the game does not end")


def checked(visit: Opener, base: str, window: tuple[int, int], name: str, *, text: int = 100, lang: str = "fr") -> None:
    page = visit("/", viewport={"width": window[0], "height": window[1]}, locale=lang)
    start(page, base, GAMES[name])
    if text != 100:
        page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
    assert not whole_game(page)


def late(name: str) -> str:
    """The record of a game whose end is near."""
    fields = GAMES[name] if name != "laaancez" else {"game": "laaancez"}
    settings = {key: int(value) if value.isdigit() else value for key, value in fields.items() if key != "game"}
    whole = played(fields["game"], settings, never)
    record = parse(whole, load)
    return str(record.fork(max(0, len(record.events) - 4)))


# Three games at three windows; whole games of all kinds at all windows are slow.
@pytest.mark.parametrize("window", [(320, 640), (740, 360), (1366, 657)])
def test_the_end_of_a_game_without_scrolling(visit: Opener, base: str, window: tuple[int, int]) -> None:
    page = visit("/", viewport={"width": window[0], "height": window[1]})
    for name in ("cadeau", "four", "laaancez"):
        upload(page, base, late(name))
        assert not whole_game(page)


def test_the_beginning_of_a_game_without_scrolling(visit: Opener, base: str) -> None:
    """The opening roll of four, the first throws and pushes; whole games of laaancez are short enough."""
    page = visit("/", viewport={"width": 360, "height": 640})
    start(page, base, GAMES["four"])
    names = page.locator(".opening .who")
    assert names.evaluate_all("(all) => all.map((one) => one.scrollWidth - one.clientWidth)") == [0] * 4
    page.set_viewport_size({"width": 320, "height": 640})
    for _ in range(10):
        assert not page.evaluate(MISSING)
        step(page)


@pytest.mark.parametrize(
    ("name", "end"), [("cadeau", "sauvé|volé|Égalité"), ("blocs", "gagné"), ("laaancez", "bougie")]
)
def test_a_whole_short_game_at_a_phone(visit: Opener, base: str, name: str, end: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 640})
    start(page, base, SHORT[name])
    assert not whole_game(page)
    expect(page.locator("#last-event")).to_contain_text(re.compile(end))
    expect(page.locator("#headline")).to_contain_text(re.compile("(Chat|Ours) a gagné|Égalité"))
    page.locator("#rematch").click()
    expect(page.locator("#do-roll")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("window", WINDOWS)
def test_every_game_at_every_window(visit: Opener, base: str, window: tuple[int, int], name: str) -> None:
    checked(visit, base, window, name, lang="en")


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("window", LARGE_TEXT)
def test_every_game_with_large_text(visit: Opener, base: str, window: tuple[int, int], name: str) -> None:
    checked(visit, base, window, name, text=200)


def fighting(game: AnyGame, state: State, length: int) -> bool:
    return laaancez.fights(state)


@pytest.mark.parametrize("window", [(320, 640), (740, 360), (1366, 657)])
def test_large_text(visit: Opener, base: str, window: tuple[int, int]) -> None:
    """A moment of each game at twice the size; whole games are among the slow tests."""
    page = visit("/", viewport={"width": window[0], "height": window[1]})
    moments = (
        played("blocs", {"mode": "four"}, after(12)),
        played("cadeau", {}, never),
        played("laaancez", {}, fighting),
    )
    for record in moments:
        upload(page, base, record)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not page.evaluate(MISSING)
    upload(page, base, "game: blocs\nmode: fast\nlevel: 3\n\nd26\n")
    page.goto(f"{page.url.partition('?')[0]}?pick=2,3,12")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator("#do-push-3")).to_be_visible()  # three calculations to choose from
    assert not page.evaluate(MISSING)
    upload(page, base, "game: laaancez\n\nd2 1.sapin@a2\n")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect(page.locator(".handover .offer").first).to_be_visible()
    assert not page.evaluate(MISSING)
    upload(page, base, played("blocs", {"mode": "solo", "level": 3}, never, seed=2))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.keyboard.press("Shift")
    expect(page.locator("#alone")).to_be_visible()
    assert not page.evaluate(MISSING)


def test_long_words_beside_a_low_board_are_whole_and_push_no_offer_out(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 740, "height": 360})
    upload(page, base, "game: laaancez\n\nd3 1.bonnet@a2 2.bonnet@a2 d3\n")
    page.locator(OFFER).first.click()
    expect(page.locator("#panel .hint").first).to_contain_text("Bonnet du Père Noël : dans quelle case")
    assert not page.evaluate(MISSING)
    upload(page, base, "game: cadeau\n\nd3 3b d3 3a d5 3a d3 3b d1 3c d4 3c\n")
    sentence = page.locator("#last-event p")
    assert sentence.evaluate("(words) => words.scrollHeight - words.clientHeight") <= 1
    assert not page.evaluate(MISSING)


WHOLE = """(names) => names.map((name) => {
  Object.assign(name.style, { overflowWrap: 'normal', width: '100%' });
  return name.scrollWidth <= name.clientWidth;
})"""


@pytest.mark.parametrize(("width", "lang"), [(320, "fr"), (320, "en"), (360, "fr")])
def test_no_word_is_broken_on_an_offer(visit: Opener, base: str, width: int, lang: str) -> None:
    page = visit("/", viewport={"width": width, "height": 640}, locale=lang)
    for die in (1, 5):
        upload(page, base, f"game: laaancez\n\nd{die}\n")
        assert page.locator(".offer .name-of").evaluate_all(WHOLE) == [True, True]


def test_a_desk_at_400_percent_scrolls_and_shrinks_nothing(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 320, "height": 256})
    for record in (played("cadeau", {}, after(27)), played("laaancez", {}, fighting)):
        upload(page, base, record)
        missing = page.evaluate(MISSING)
        assert "the page is 600 high" in missing
        assert not [one for one in missing if "out of sight" not in one and one != "the page is 600 high"]


def test_large_text_on_a_phone_breaks_no_title_and_widens_no_page(visit: Opener) -> None:
    page = visit("/", viewport={"width": 320, "height": 640})
    for path in ("/", "/mine", "/objects", "/puzzle"):
        page.goto(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.locator("h1").evaluate("(title) => { title.style.overflowWrap = 'normal'; }")
        assert page.evaluate("document.scrollingElement.scrollWidth") == 320, path
        if path == "/":  # its title is only heard on a phone: the pictures take its place
            assert page.locator("h1").evaluate("(title) => title.clientWidth") == 1
            continue
        assert page.locator("h1").evaluate("(title) => title.scrollWidth <= title.clientWidth"), path


# How far the accent of a capital reaches out of the headline's box, which is cut there.
ACCENT = """async () => {
  await document.fonts.ready;
  const title = document.querySelector('#headline');
  const { font, lineHeight, paddingTop } = getComputedStyle(title);
  const ink = document.createElement('canvas').getContext('2d');
  ink.font = font;
  const letter = ink.measureText('À');
  const [up, down] = [letter.fontBoundingBoxAscent, letter.fontBoundingBoxDescent];
  const above = (parseFloat(lineHeight) - up - down) / 2 + up + parseFloat(paddingTop);
  return letter.actualBoundingBoxAscent - above;
}"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (740, 360), (1366, 768)])
def test_the_accent_of_a_headline_is_whole(visit: Opener, base: str, width: int, height: int) -> None:
    page = visit("/", viewport={"width": width, "height": height})
    opened(page, base, "cadeau", "poussin")
    expect(page.locator("#headline")).to_contain_text("À vous")
    assert page.evaluate(ACCENT) <= 0.5


def test_a_long_goal_fits_before_its_font_is_there(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 320, "height": 640})
    page.route("**/*.woff2", lambda route: route.abort())
    upload(page, base, "game: blocs\nmode: duel\nlevel: 3\n\nd66\n")
    goal = box(page, ".goal")
    assert goal["x"] + goal["width"] <= 320
    assert not page.evaluate(MISSING)


def test_a_tall_phone_leaves_little_room_empty(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 390, "height": 844})
    upload(page, base, "game: cadeau\n\nd4 1a\n")
    sheet = box(page, "#board .only-tall svg")
    assert box(page, "#panel")["y"] - sheet["y"] - sheet["height"] < 70
    assert not page.evaluate(MISSING)


def test_at_a_desk_the_newest_of_the_log_and_who_has_won_are_read_whole(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 1366, "height": 657})
    upload(page, base, played("laaancez", {}, after(20)))
    page.locator(OFFER).first.click()
    expect(page.locator("#aim, #panel .hint").first).to_contain_text("dans quelle case")
    newest, log = box(page, "#log li"), box(page, "#log")
    assert newest["y"] >= log["y"]
    assert newest["y"] + newest["height"] <= 657 - 24
    upload(page, base, played("blocs", {"mode": "solo"}, never))
    page.keyboard.press("Shift")
    title = page.locator("#headline")
    title.evaluate("(title) => { title.textContent = 'Bien joué ! Cette fois, c’est Écureuil qui gagne.'; }")
    assert title.evaluate("(title) => title.scrollHeight - title.clientHeight") <= 1


def test_a_long_name_makes_no_page_wider(visit: Opener, base: str) -> None:
    """Forty letters at a table by links, which shows its people; pointing at a name that is cut tells all of it."""
    page = visit()
    opened(page, base, "cadeau", "link")
    table = page.url
    name = "Maximilienne-Éléonore de la Forêt-Noires"
    renamed = page.request.post(
        f"{table}/rename", form={"seat": "0", "seq": "0", "name": name}, headers={"origin": base}
    )
    assert renamed.ok
    joined(visit, page, "Grenouillette" * 3)
    for width, height, text in ((320, 640, 100), (740, 360, 200), (1920, 1080, 100)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(table)
        page.evaluate(f"document.documentElement.style.fontSize = {text} > 100 ? '{text}%' : ''")
        assert not page.evaluate(MISSING)
    assert page.locator("#log").evaluate("(log) => log.scrollWidth - log.clientWidth") == 0
    expect(page.locator("#turn .who").first).to_have_attribute("title", name)


# What a slip hides that must be chosen next, and whether it is larger than a third of the window.
SLIP = """
async (address) => {
  (await import(address)).slip(document.querySelector('#table').dataset.late);
  const box = document.querySelector('.slip').getBoundingClientRect();
  const found = box.height > innerHeight / 3 || box.bottom > innerHeight ? [`${box.height} high`] : [];
  for (const one of document.querySelectorAll('#board .spot.can, #panel .button')) {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    const apart = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom;
    if (width && !apart) found.push(`over ${one.id}`);
  }
  return found;
}
"""


@pytest.mark.parametrize(("width", "height", "text"), [(360, 640, 100), (740, 360, 200)])
def test_a_slip_is_read_and_hides_no_choice(visit: Opener, base: str, width: int, height: int, text: int) -> None:
    page = visit("/", viewport={"width": width, "height": height})
    upload(page, base, "game: cadeau\n\nd4 1a d5\n")
    page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")
    address = page.locator("link[rel=modulepreload][href*='moment.js']").get_attribute("href")
    assert not page.evaluate(SLIP, address)


def test_the_last_hint_pushes_nothing_out_of_the_window(visit: Opener, base: str) -> None:
    """A tutor who shows every chance and has said all; where words are too many, their own box scrolls."""
    page = visit("/")
    upload(page, base, "game: cadeau\n\nd4 1a d5\n")
    table = page.url.partition("?")[0]
    chosen = page.request.post(f"{table}/tutor", form={"tutor0": "full", "tutor1": "full"}, headers={"origin": base})
    assert chosen.ok
    for width, height, text in ((740, 360, 100), (1920, 1080, 100), (360, 640, 200), (740, 360, 200)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{table}?hint=3")
        page.evaluate(f"document.documentElement.style.fontSize = {text} > 100 ? '{text}%' : ''")
        expect(page.locator("#hints li:visible").last).to_contain_text("zone")
        assert page.locator(".chance").count()
        assert not page.evaluate(MISSING)


def test_a_chance_leaves_the_number_of_its_block_to_be_read(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 640})
    upload(page, base, "game: blocs\n\nd56\n")
    table = page.url.partition("?")[0]
    assert page.request.post(f"{table}/tutor", form={"tutor0": "full"}, headers={"origin": base}).ok
    page.goto(table)
    number = page.locator("#tb-1-11 .chance b").evaluate("(figure) => getComputedStyle(figure, '::before').content")
    assert number == '"11"'


def test_a_mistaken_sum_pushes_nothing_out_of_the_window(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 320, "height": 640})
    blocs_say(page, base)
    page.locator("#formula").fill("5+5+5+5")
    page.locator("#do-push").click()
    expect(page.locator("#notice")).to_contain_text("5+5+5+5")
    assert not page.evaluate(MISSING)
    page.set_viewport_size({"width": 740, "height": 360})
    assert not page.evaluate(MISSING)
