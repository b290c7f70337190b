"""Pictures of every screen of the table, at three widths, in both themes and both languages.

    .venv/bin/python tools/screenshots.py DIRECTORY [--only WORD ...] [--docs]

`--docs` takes only those that the documentation shows.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, FilePayload, Page, sync_playwright

from tablee.core.dice import VirtualDice
from tablee.core.game import AnyGame, State
from tablee.core.record import Record
from tablee.core.registry import load
from tablee.games import laaancez
from tablee.table import SqliteStore, TableService
from tablee.web.app import create_app, stop_streams
from tablee.web.frame.rate_limit import Limits

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.pictures import save, shown

WIDTHS = {"phone": (360, 740), "tablet": (820, 1180), "desk": (1440, 900)}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@contextlib.contextmanager
def table(seed: int = 5, pace: float = 0.05) -> Iterator[str]:
    """A table on a free port, with dice that fall alike every time."""
    with tempfile.TemporaryDirectory() as folder:
        table_service = TableService(SqliteStore(Path(folder) / "tables.sqlite"), dice=VirtualDice(seed))
        app = create_app(table_service, pace=pace, limits=Limits(1e9, 1e9))
        server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning", access_log=False))
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        try:
            yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
        finally:
            stop_streams(app)
            server.should_exit = True
            thread.join()


# --- the screens ------------------------------------------------------------------------------------------------


def home(page: Page, base: str) -> None:
    page.goto(base)


def home_settings(page: Page, base: str) -> None:
    page.goto(f"{base}/game/blocs")
    for fold in page.locator("details > summary").all():
        fold.click()


def home_game(page: Page, base: str) -> None:
    page.goto(f"{base}/game/cadeau")


def home_learn(page: Page, base: str) -> None:
    page.goto(f"{base}/learn/")


def opened(page: Page, base: str, game: str, way: str = "here", **fields: str) -> None:
    """A new table, by the form on the page of the game."""
    page.goto(f"{base}/game/{game}")
    for name, value in fields.items():
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        field = page.locator(f"#{game}-{name}")
        if field.evaluate("one => one.type") == "checkbox":
            field.check()
        else:
            field.select_option(value)
    page.locator(f"#{game}-{way}").click()
    page.wait_for_url("**/table/*")


# How far the table was at the moment of the click: a bot that chooses just before it changes the page, too.
SEQ = "document.querySelector('#turn').dataset.seq"
ARM = f"addEventListener('click', () => {{ window.clicked = {SEQ}; }}, {{capture: true, once: true}})"
# One tap may throw for everybody: the page has changed once all that happened is shown.
CHANGED = f"() => {SEQ} !== window.clicked && !document.querySelector('[data-behind]')"


def roll(page: Page) -> None:
    touch(page, "#do-roll")


def touch(page: Page, selector: str = "#board .spot.can:not(.roll)", number: int = 0) -> None:
    """Touch what can be touched, and wait until the table has changed by it."""
    page.evaluate(ARM)
    page.locator(selector).locator("visible=true").nth(number).click()
    page.wait_for_function(CHANGED, polling=30)  # asked now and then: not at every frame


def played(game: str, settings: dict[str, object], stop: Callable[[AnyGame, State, int], bool], seed: int = 3) -> str:
    """The record of a game of chance up to a moment."""
    rules, chance = load(game), random.Random(seed)
    record = Record(rules, rules.variant(settings))
    while rules.phase(record.state) != "over" and not stop(rules, record.state, len(record.events)):
        if rules.phase(record.state) == "roll":
            event = chance.choice(rules.rolls(record.state))[0]
        else:
            event = chance.choice(rules.moves(record.state, rules.players(record.state)[0]))
        record = record.play(event)
    return str(record)


def upload(page: Page, base: str, record: str) -> None:
    """The table of a record, everybody here."""
    file: FilePayload = {"name": "game.tablee", "mimeType": "text/plain", "buffer": record.encode()}
    sent = page.request.post(
        f"{base}/records",
        multipart={"to": "continue", "record": file},
        headers={"origin": base},
        max_redirects=0,
    )
    page.goto(base + sent.headers["location"].removesuffix("/replay"))


def after(count: int) -> Callable[[AnyGame, State, int], bool]:
    return lambda game, state, length: length >= count and game.phase(state) == "move"


def never(game: AnyGame, state: State, length: int) -> bool:
    return False


def cadeau_start(page: Page, base: str) -> None:
    opened(page, base, "cadeau")


def cadeau_move(page: Page, base: str) -> None:
    upload(page, base, played("cadeau", {}, after(27)))


def cadeau_over(page: Page, base: str) -> None:
    upload(page, base, played("cadeau", {}, never))


def cadeau_typed(page: Page, base: str) -> None:
    opened(page, base, "cadeau", dice="typed")


def cadeau_link(page: Page, base: str) -> None:
    opened(page, base, "cadeau", "link")


def cadeau_bot(page: Page, base: str) -> None:
    opened(page, base, "cadeau", "bot", side="1")
    page.locator("#do-roll").wait_for()


def blocs_opening(page: Page, base: str) -> None:
    opened(page, base, "blocs")
    roll(page)


def blocs_move(page: Page, base: str) -> None:
    upload(page, base, played("blocs", {}, after(9)))


def pick_one(page: Page, number: int) -> None:
    """Pick a block, and wait until it is picked."""
    spot = page.locator("#board .spot.can").locator("visible=true").nth(number)
    spot.click()
    page.locator("#board .spot[aria-pressed=true]").locator("visible=true").first.wait_for()


def blocs_pick(page: Page, base: str) -> None:
    upload(page, base, "game: blocs\nmode: duel\nlevel: 3\n\nd15\n")
    pick_one(page, 0)
    pick_one(page, 2)


def blocs_say(page: Page, base: str) -> None:
    opened(page, base, "blocs", mode="solo", level="3", say="1")
    while page.locator("#do-roll").count():
        roll(page)
    page.locator("#board .spot.can").locator("visible=true").nth(0).click()
    page.locator("#key-back").wait_for()
    page.locator("#key-plus").click()
    page.wait_for_function("() => document.querySelector('#formula').value.endsWith('+')")
    page.locator("#do-push").click()
    page.locator("#notice").wait_for()


def blocs_four(page: Page, base: str) -> None:
    upload(page, base, played("blocs", {"mode": "four"}, after(12)))


def blocs_solo_over(page: Page, base: str) -> None:
    upload(page, base, played("blocs", {"mode": "solo"}, never))


def laaancez_choose(page: Page, base: str) -> None:
    upload(page, base, played("laaancez", {}, lambda game, state, length: length > 18 and state.die == 1))


def laaancez_picked(page: Page, base: str) -> None:
    laaancez_choose(page, base)
    page.locator("#offer-1").click()
    page.locator("#offer-1[aria-pressed=true]").wait_for()


def laaancez_handover(page: Page, base: str) -> None:
    laaancez_picked(page, base)
    touch(page, "#board .spot.can[name=move]")


def laaancez_combat(page: Page, base: str) -> None:
    def fought(game: AnyGame, state: State, length: int) -> bool:
        return laaancez.fights(state) and sum(not item.hits for cells in state.sheets for item in cells if item) > 6

    upload(page, base, played("laaancez", {}, fought))


def laaancez_over(page: Page, base: str) -> None:
    upload(page, base, played("laaancez", {}, never))


def laaancez_flat(page: Page, base: str) -> None:
    """A tablet laid flat, turned to whoever sits on the far side."""
    page.context.add_cookies([{"name": "flat", "value": "1", "url": base}])
    laaancez_combat(page, base)


def cadeau_stop(page: Page, base: str) -> None:
    cadeau_move(page, base)
    page.goto(page.url + "?stop=1")


def cadeau_question(page: Page, base: str) -> None:
    """Somebody else would like to take a move back."""
    opened(page, base, "cadeau", "link")
    browser = page.context.browser
    assert browser is not None
    other = browser.new_context(base_url=base, locale="fr", reduced_motion="reduce").new_page()
    other.goto(page.locator("#url-1").input_value())
    other.locator("#join").click()
    for somebody in (page, other):
        roll(somebody)
        touch(somebody)
    other.locator("#undo").click()
    page.locator("#agree").wait_for()
    other.context.close()


def blocs_match(page: Page, base: str) -> None:
    opened(page, base, "blocs", match="3", first="me")


def more_menu(page: Page, base: str) -> None:
    cadeau_move(page, base)
    if page.locator("#menu").is_visible():
        page.locator("#menu").click()
    page.locator("#tutor summary").click()


def rules_cadeau(page: Page, base: str) -> None:
    page.goto(f"{base}/rules/cadeau")


def rules_blocs(page: Page, base: str) -> None:
    page.goto(f"{base}/rules/blocs")


def rules_laaancez(page: Page, base: str) -> None:
    page.goto(f"{base}/rules/laaancez")


def replay(page: Page, base: str) -> None:
    cadeau_over(page, base)
    page.goto(page.url + "/replay?at=27")


def join(page: Page, base: str) -> None:
    opened(page, base, "cadeau", "link")
    link = page.locator("#url-1").input_value()
    page.context.clear_cookies(name="seat")
    page.goto(link)


def join_room(page: Page, base: str) -> None:
    opened(page, base, "cadeau", "link")
    page.goto(f"{page.url}/invite")


def home_mine(page: Page, base: str) -> None:
    opened(page, base, "cadeau", "lapin")
    page.goto(f"{base}/mine")


def home_objects(page: Page, base: str) -> None:
    page.goto(f"{base}/objects")


def fault(page: Page, base: str) -> None:
    page.goto(f"{base}/table/nowhere")


def more(page: Page, base: str) -> None:
    cadeau_move(page, base)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


def puzzles(page: Page, base: str) -> None:
    page.goto(f"{base}/puzzle")


def puzzle_blocs(page: Page, base: str) -> None:
    """Two tracks of ten: the board with the most to touch."""
    page.goto(f"{base}/puzzle/blocs/renard/1?hint=1")


def verify(page: Page, base: str) -> None:
    page.goto(f"{base}/verify")


def review(page: Page, base: str) -> None:
    upload(page, base, played("blocs", {}, never))
    page.goto(f"{page.url}/review")
    page.locator("#sureness").wait_for(timeout=60_000)
    page.locator("details.fold > summary").first.click()


def robot(page: Page, base: str) -> None:
    opened(page, base, "cadeau", "bot", robot="cameleon50")
    page.goto(f"{page.url}/robot/1")


def tutor(page: Page, base: str) -> None:
    """The chances of every move on the board, and a hint."""
    upload(page, base, "game: cadeau\nzones: 1\n\nd4 1a d5\n")
    if page.locator("#menu").is_visible():
        page.locator("#menu").click()
    page.locator("#tutor summary").click()
    for seat in page.locator("#tutor select").all():
        seat.select_option("full")
    page.locator("#tutor button").click()
    page.locator("#hint-1").click()
    page.locator("#hint-2").wait_for()


def class_adult(page: Page, base: str) -> None:
    """Six animals, one of them absent, and a round of pairs."""
    page.goto(f"{base}/class")
    page.locator("#open-class").click()
    home, request = page.url, page.context.request
    code = page.locator(".code-tiles").text_content()
    page.goto("about:blank")  # an open page would follow the news by itself
    for _ in range(6):
        request.post(f"{base}/api/v1/gatherings/join", data={"code": code}, headers={"origin": base})
    request.post(f"{home}/do/round", form={"activity": "pairs", "after": "0"}, headers={"origin": base})
    page.goto(home)


def class_projector(page: Page, base: str) -> None:
    class_adult(page, base)
    page.goto(f"{page.url}/projector")


def lab(page: Page, base: str) -> None:
    """Two variants side by side, as far as a moment tells."""
    page.goto(f"{base}/lab?game=cadeau&zones=1&with.zones=2&seed=1")
    page.locator("#lab-figures").wait_for(timeout=60_000)
    page.evaluate("document.querySelector('#lab-stop')?.click()")  # in one look: meanwhile it may be over
    page.locator("#lab-found figure").first.wait_for(timeout=60_000)


SCREENS: dict[str, Callable[[Page, str], None]] = {
    name.replace("_", "-"): screen
    for name, screen in globals().copy().items()
    if name.startswith(("home", "cadeau_", "blocs_", "laaancez_", "rules_", "replay", "join", "fault", "more"))
}
# Those off the usual path.
FURTHER: dict[str, Callable[[Page, str], None]] = {
    "puzzles": puzzles,
    "puzzle-blocs": puzzle_blocs,
    "verify": verify,
    "review": review,
    "robot": robot,
    "lab": lab,
    "tutor": tutor,
    "class-adult": class_adult,
    "class-projector": class_projector,
}


def shoot(browser: Browser, base: str, folder: Path, wanted: Callable[[str], bool], whole: bool) -> list[Path]:
    made = []
    for name, screen in (SCREENS | FURTHER).items():
        for width, size in WIDTHS.items():
            for theme in ("light", "dark"):
                for lang in ("fr", "en"):
                    full = f"{name}-{width}-{theme}-{lang}"
                    if not wanted(full):
                        continue
                    context = browser.new_context(
                        viewport={"width": size[0], "height": size[1]},
                        color_scheme="light" if theme == "light" else "dark",
                        locale=lang,
                        reduced_motion="reduce",
                    )
                    page = context.new_page()
                    page.set_default_timeout(60_000)
                    screen(page, base)
                    page.evaluate("document.fonts.ready")
                    save(page.screenshot(full_page=whole), folder / f"{full}.png")
                    context.close()
                    made.append(folder / f"{full}.png")
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--docs", action="store_true")
    parser.add_argument("--whole", action="store_true", help="the whole page, not only the window")
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)

    documented = shown("screens/([a-z-]+)")

    def wanted(full: str) -> bool:
        return full in documented if args.docs else all(word in f"-{full}-" for word in args.only)

    with table() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=args.chromium, args=FLAGS)
        for path in shoot(browser, base, args.folder, wanted, args.whole):
            print(path)
        browser.close()


if __name__ == "__main__":
    main()
