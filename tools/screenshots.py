"""Pictures of every screen of the table, at three widths, in both themes and both languages.

    python tools/screenshots.py DIRECTORY [--only WORD ...] [--docs]

`--docs` takes only the few that the documentation shows, and names them for it.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from tablee.core.dice import VirtualDice
from tablee.table import Hall, SqliteStore
from tablee.web.app import create_app, stop_streams
from tablee.web.security import Limits

WIDTHS = {"phone": (360, 740), "tablet": (820, 1180), "desk": (1440, 900)}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]
DOCS = ("home-desk-light-fr", "cadeau-move-tablet-light-fr", "blocs-pick-phone-light-fr", "laaancez-combat-desk-light-fr")


@contextlib.contextmanager
def table(seed: int = 5, pace: float = 0.05) -> Iterator[str]:
    """A table on a free port, with dice that fall alike every time."""
    with tempfile.TemporaryDirectory() as folder:
        hall = Hall(SqliteStore(Path(folder) / "tables.sqlite"), dice=VirtualDice(seed))
        app = create_app(hall, pace=pace, limits=Limits(1000, 1000, 1000, 1000))
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
    page.goto(base)
    for fold in page.locator(".card.blocs details > summary").all():
        fold.click()


def opened(page: Page, base: str, game: str, way: str = "here", **fields: str) -> None:
    """A new table, by the first page's own form."""
    page.goto(base)
    for name, value in fields.items():
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        field = page.locator(f"#{game}-{name}")
        if field.evaluate("one => one.type") == "checkbox":
            field.check()
        else:
            field.select_option(value)
    page.locator(f"#{game}-{way}").click()
    page.wait_for_url("**/table/*")


def roll(page: Page) -> None:
    seq = page.locator("#turn").get_attribute("data-seq")
    page.locator("#do-roll").click()
    page.wait_for_function("seq => document.querySelector('#turn').dataset.seq !== seq", arg=seq)


def touch(page: Page, selector: str = "#board .spot.can:not(.roll)", number: int = 0) -> None:
    """Touch what can be touched, and wait until the table has changed."""
    seq = page.locator("#turn").get_attribute("data-seq")
    page.locator(selector).locator("visible=true").nth(number).click()
    page.wait_for_function("seq => document.querySelector('#turn').dataset.seq !== seq", arg=seq)


def cadeau_start(page: Page, base: str) -> None:
    opened(page, base, "cadeau")


def cadeau_move(page: Page, base: str) -> None:
    opened(page, base, "cadeau")
    for number in range(8):
        roll(page)
        touch(page, number=number % 3)
    roll(page)


def cadeau_over(page: Page, base: str) -> None:
    opened(page, base, "cadeau", zones="1")
    for _ in range(6):
        roll(page)
        touch(page)


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


def push_phase(page: Page) -> None:
    """Throw until something can be pushed."""
    while page.locator("#do-roll").count():
        roll(page)


def blocs_move(page: Page, base: str) -> None:
    opened(page, base, "blocs", first="me")
    push_phase(page)


def blocs_pick(page: Page, base: str) -> None:
    opened(page, base, "blocs", first="me", level="3")
    push_phase(page)
    page.locator("#board .spot.can").locator("visible=true").nth(0).click()
    page.locator("#unpick").wait_for()
    page.locator("#board .spot.can").locator("visible=true").nth(2).click()
    page.wait_for_timeout(300)


def blocs_say(page: Page, base: str) -> None:
    opened(page, base, "blocs", first="me", level="3", say="1")
    push_phase(page)
    page.locator("#board .spot.can").locator("visible=true").nth(0).click()
    page.locator("#key-back").wait_for()
    page.locator("#key-plus").click()
    page.wait_for_timeout(200)
    page.locator("#do-push").click()
    page.locator("#notice").wait_for()


def blocs_four(page: Page, base: str) -> None:
    opened(page, base, "blocs", "bot", mode="four", first="me")
    push_phase(page)


def blocs_solo(page: Page, base: str) -> None:
    opened(page, base, "blocs", mode="solo")
    roll(page)


def laaancez_choose(page: Page, base: str) -> None:
    opened(page, base, "laaancez")
    roll(page)


def laaancez_picked(page: Page, base: str) -> None:
    laaancez_choose(page, base)
    page.locator("#offer-1").click()
    page.wait_for_timeout(300)


def laaancez_handover(page: Page, base: str) -> None:
    laaancez_choose(page, base)
    touch(page, "#board .spot.can[name=move]")


def recruit(page: Page) -> None:
    """Both choose, roll after roll, until the combat begins."""
    while page.locator("#do-roll").count():
        roll(page)
        touch(page, "#board .spot.can[name=move]")
        page.locator("#take-over").click()
        page.locator("#panel .offers, #panel .hint, #panel [name=move]").first.wait_for()
        touch(page, "#board .spot.can[name=move]")


def laaancez_combat(page: Page, base: str) -> None:
    opened(page, base, "laaancez")
    recruit(page)
    for _ in range(3):
        throw(page)


def throw(page: Page) -> None:
    if not page.locator("#board .spot.can[name=move]").count():
        page.locator("#board .spot.can[name=pick]").locator("visible=true").first.click()
        page.locator("#board .spot.can[name=move]").locator("visible=true").first.wait_for()
    touch(page, "#board .spot.can[name=move]")


def laaancez_over(page: Page, base: str) -> None:
    opened(page, base, "laaancez")
    recruit(page)
    while not page.locator("#rematch").count():
        throw(page)


def rules_cadeau(page: Page, base: str) -> None:
    page.goto(f"{base}/rules/cadeau")


def rules_blocs(page: Page, base: str) -> None:
    page.goto(f"{base}/rules/blocs")


def rules_laaancez(page: Page, base: str) -> None:
    page.goto(f"{base}/rules/laaancez")


def replay(page: Page, base: str) -> None:
    cadeau_over(page, base)
    page.goto(page.url + "/replay?at=7")


def join(page: Page, base: str) -> None:
    opened(page, base, "cadeau", "link")
    link = page.locator("#url-1").input_value()
    page.context.clear_cookies(name="seat")
    page.goto(link)


def fault(page: Page, base: str) -> None:
    page.goto(f"{base}/table/nowhere")


def more(page: Page, base: str) -> None:
    cadeau_move(page, base)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")


SCREENS: dict[str, Callable[[Page, str], None]] = {
    name.replace("_", "-"): screen
    for name, screen in globals().copy().items()
    if name.startswith(("home", "cadeau_", "blocs_", "laaancez_", "rules_", "replay", "join", "fault", "more"))
}


def shoot(browser: Browser, base: str, folder: Path, wanted: Callable[[str], bool], whole: bool) -> list[Path]:
    made = []
    for name, screen in SCREENS.items():
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
                    page.set_default_timeout(8000)
                    screen(page, base)
                    page.evaluate("document.fonts.ready")
                    page.screenshot(path=folder / f"{full}.png", full_page=whole)
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

    def wanted(full: str) -> bool:
        return full in DOCS if args.docs else all(word in f"-{full}-" for word in args.only)

    with table() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=args.chromium, args=FLAGS)
        for path in shoot(browser, base, args.folder, wanted, args.whole):
            print(path)
        browser.close()


if __name__ == "__main__":
    main()
