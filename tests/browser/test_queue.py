"""Nothing that happens passes by: every event is shown, in order, and announced once; a press has patience."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tablee.bots import LEVELS
from tablee.core.record import Record
from tablee.core.registry import load
from tests.browser.conftest import Opener, box, ripe
from tests.browser.test_together import joined
from tools.screenshots import opened, upload

CELL = "#board .spot.can[name=move]"
MOST_STEPS = 900
# What is shown, what the log says and what the live region is told, as it happens.
WATCH = """() => {
  const turn = () => document.querySelector('#turn').dataset;
  window.shown = [Number(turn().seq)];
  window.heard = [];
  window.lines = new Map();
  window.last = '';
  const read = () => [...document.querySelectorAll('#log li[data-seq]')].reverse()
    .map((line) => [`${line.dataset.seq} ${line.dataset.token}`, line.textContent.trim()]);
  const known = new Set(read().map(([key]) => key));
  new MutationObserver(() => {
    const seq = Number(turn().seq);
    if (window.shown.at(-1) !== seq) window.shown.push(seq);
    for (const [key, text] of read()) if (!known.has(key) && !window.lines.has(key)) window.lines.set(key, text);
    const closing = document.querySelector('#table.closing .last');
    const seen = closing?.getClientRects().length;
    if (seen) window.last = closing.textContent + closing.querySelectorAll('.die').length;
  }).observe(document.querySelector('#table'), { subtree: true, childList: true, attributes: true });
  new MutationObserver((all) => {
    for (const { addedNodes } of all) for (const one of addedNodes) window.heard.push(one.textContent);
  }).observe(document.querySelector('#news'), { childList: true });
}"""
PLAY = """(move) => {
  const form = document.querySelector('#f-do');
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'move', value: move });
  form.append(field);
  form.requestSubmit();
}"""


def play_out(page: Page, base: str) -> int:
    """Play the last legal move again and again, without looking; answers how many events the game had."""
    table = page.url.rsplit("/", 1)[1]
    page.evaluate(WATCH)
    for _ in range(MOST_STEPS):
        page.keyboard.press("Shift")  # whoever is in a hurry misses nothing
        now = page.request.get(f"{base}/api/v1/tables/{table}").json()
        page.wait_for_function(
            "(seq) => Number(document.querySelector('#turn').dataset.seq) >= seq", arg=now["seq"], polling=20
        )
        if now["phase"] == "over":
            page.wait_for_function("() => !document.querySelector('#table.closing')", polling=20)
            return len(now["events"])
        turn = page.evaluate("({ ...document.querySelector('#turn').dataset })")
        if turn["mine"] != "yes" or int(turn["seq"]) != now["seq"]:  # a bot has gone on meanwhile: look again
            continue
        if now["phase"] in ("roll", "opening"):
            page.evaluate("document.querySelector('#do-roll').click()")
        else:
            game = load(now["game"])
            record = Record(game, game.variant(now["settings"]))
            for token in now["events"]:
                record = record.play(game.parse(token))
            place = int(page.locator("#f-do [name=as]").input_value())
            moves = game.moves(record.state, now["seats"][place]["player"])
            page.evaluate(PLAY, str(moves[-1]))
        page.wait_for_function(
            "(seq) => Number(document.querySelector('#turn').dataset.seq) > seq", arg=now["seq"], polling=20
        )
    raise AssertionError("the game does not end")


MODES: tuple[tuple[str, dict[str, str]], ...] = (
    ("cadeau", {"zones": "2"}),
    ("blocs", {"mode": "duel"}),
    ("blocs", {"mode": "fast"}),
    ("blocs", {"mode": "three"}),
    ("blocs", {"mode": "four"}),
    ("laaancez", {}),
)


def against_every_bot() -> Iterator[object]:
    """Every game in every mode against every bot; one bot each in the usual run."""
    yield pytest.param("blocs", "here", {"mode": "solo"}, id="blocs-solo")
    for number, (game, fields) in enumerate(MODES):
        for level in LEVELS:
            usual = level == LEVELS[number % len(LEVELS)]
            name = "-".join((game, *fields.values(), level))
            yield pytest.param(game, level, fields, id=name, marks=() if usual else pytest.mark.slow)


@pytest.mark.parametrize(("game", "way", "fields"), list(against_every_bot()))
def test_no_event_is_skipped_and_each_is_told_once(
    visit: Opener, base: str, game: str, way: str, fields: dict[str, str]
) -> None:
    page = visit()
    opened(page, base, game, way, **fields)
    played = play_out(page, base)
    shown = page.evaluate("window.shown")
    assert shown == list(range(shown[0], shown[-1] + 1))
    lines: dict[str, str] = dict(page.evaluate("[...window.lines]"))
    assert sum(bool(key.split(" ", 1)[1]) for key in lines) == played
    heard, at = " ".join(page.evaluate("window.heard")), 0
    for line in lines.values():
        at = heard.find(line, at)
        assert at >= 0, f"not told, or not in order: {line}"
        heard = heard[:at] + heard[at + len(line) :]
    assert not [line for line in lines.values() if line in heard]  # nor twice
    assert heard.count((page.locator("#last-event p").first.text_content() or "").strip()) == 1  # the score
    *_, final = lines.values()
    last = page.evaluate("window.last")
    assert final.split(".")[0] in last  # the event that ends the game is a moment, with its dice
    assert last.endswith("2" if game == "blocs" else "1" if game == "cadeau" else "0")


# --- patience ---------------------------------------------------------------------------------------------------


def test_enter_held_or_pressed_twice_plays_once(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau")
    page.evaluate(WATCH)
    page.locator("#do-roll").focus()
    page.keyboard.down("Enter")
    expect(page.locator(f"{CELL}:focus")).to_have_count(1)
    page.keyboard.press("Enter")  # too early: nobody has heard the die
    for _ in range(5):
        page.keyboard.down("Enter")  # held: the browser says that it repeats
    ripe(page)
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator("#turn")).to_have_attribute("data-count", "1")
    page.keyboard.press("Enter")
    expect(page.locator("#turn")).to_have_attribute("data-count", "2")


def test_a_double_tap_does_not_fall_through_the_hand_over(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 640}, has_touch=True)
    upload(page, base, "game: laaancez\n\nd1\n")
    page.locator("#offer-1").click()
    ripe(page)
    page.locator(CELL).locator("visible=true").nth(7).click()
    where = box(page, ".handover #offer-1")
    page.touchscreen.tap(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    expect(page.locator(".handover")).to_be_visible()
    ripe(page)
    assert page.locator(".handover").count() == 1
    page.touchscreen.tap(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    expect(page.locator(".handover")).to_have_count(0)


# --- by ear and keyboard ----------------------------------------------------------------------------------------


def test_keys_without_a_modifier_are_listed_and_can_be_turned_off(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau")
    expect(page.locator("#help")).to_contain_text("R lance les dés")
    page.locator("#keys").click()
    expect(page.locator("#keys")).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.locator("#keys")).to_have_attribute("aria-pressed", "false")  # it is remembered
    page.keyboard.press("r")
    page.keyboard.press("?")
    assert not page.locator("#help").is_visible()
    expect(page.locator("#turn")).to_have_attribute("data-count", "0")
    page.locator("#keys").click()
    page.keyboard.press("r")
    expect(page.locator("#turn")).to_have_attribute("data-count", "1")


def test_giving_up_is_asked_with_focus_and_escape_says_no(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau")
    page.locator("#resign").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#resign-no:focus")).to_have_count(1)
    expect(page.locator("#news")).to_contain_text("Vraiment abandonner")
    page.keyboard.press("Escape")
    expect(page.locator("#panel .question")).to_have_count(0)
    expect(page.locator("#turn")).not_to_have_attribute("data-phase", "over")


def test_focus_goes_to_the_field_that_is_needed(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "blocs", mode="duel", level="1", dice="typed", first="me")
    page.locator("#say-mode").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#say-mode:focus")).to_have_count(1)  # a switch keeps it
    for face in (4, 5):
        page.locator(f"#face-{face}").focus()
        ripe(page)
        page.keyboard.press("Enter")
        expect(page.locator("#face-again, #formula").first).to_be_visible()
    expect(page.locator("#formula:focus")).to_have_count(1)


@pytest.mark.parametrize("width", [360, 1366])
def test_a_switch_keeps_the_focus(visit: Opener, base: str, width: int) -> None:
    page = visit("/", viewport={"width": width, "height": 768})
    opened(page, base, "cadeau")
    if width < 768:
        page.locator("#menu").click()
    for switch in ("theme", "lang"):
        page.locator(f"#{switch}").focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        expect(page.locator(f"#{switch}:focus")).to_have_count(1)


def test_who_comes_and_goes_is_told(visit: Opener, base: str) -> None:
    ann = visit()
    opened(ann, base, "cadeau", "link")
    ben = joined(visit, ann, "Ben")
    expect(ann.locator("#news")).to_contain_text("Ben est là")
    ben.context.close()
    expect(ann.locator("#news")).to_contain_text("Ben n’est plus là")


def test_a_hint_is_told(visit: Opener, base: str) -> None:
    page = visit()
    upload(page, base, "game: cadeau\n\nd4 1a d5\n")
    table = page.url.partition("?")[0]
    assert page.request.post(f"{table}/tutor", form={"tutor0": "hints", "tutor1": "hints"}, headers={"origin": base}).ok
    page.reload()
    page.locator("#hint-1").click()
    expect(page.locator("#hints li")).to_have_count(1)
    expect(page.locator("#news")).to_contain_text(page.locator("#hints li").inner_text())
