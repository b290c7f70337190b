"""Write the pictures of the docs: docs/pictures/*.svg, and *.png beside them where a Chromium is installed.

    .venv/bin/python tools/pictures.py [--output DIR] [--svg-only]

Positions come from seeded random games, so that the same program writes the same pictures.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from importlib import util
from pathlib import Path
from typing import Any

from tablee.core import registry as games
from tablee.drawing import dice, objects
from tablee.drawing.palette import COLOURS, THEMES, Theme
from tablee.drawing.svg import Layout, picture, write
from tablee.games.blocs import board as blocs
from tablee.games.blocs import paper as cutouts
from tablee.games.cadeau import board as cadeau
from tablee.games.laaancez import board as laaancez
from tablee.games.laaancez import load_shipped
from tablee.games.laaancez.sheet import DRAWINGS

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FONTS = {
    "Fredoka One": ("font_fredoka_one", "FredokaOne-Regular.ttf", 400),
    "Amatic SC": ("font_amatic_sc", "AmaticSC-Bold.ttf", 700),
    "Manrope": ("font_manrope", "Manrope-VariableFont_wght.ttf", 400),
}


def position(name: str, settings: Mapping[str, object], steps: int, seed: int) -> tuple[Any, set[str], str | None]:
    """A position of a random game, its legal tokens (player 1's where both choose), and the last token."""
    game = games.load(name)
    chance = random.Random(seed)
    state, last = game.start(game.variant(settings)), None
    for _ in range(steps):
        phase = game.phase(state)
        if phase == "over":
            break
        if phase == "roll":
            event = chance.choice([roll for roll, _ in game.rolls(state)])
        else:
            event = chance.choice(game.moves(state, game.players(state)[0]))
        state, last = game.play(state, event), str(event)
    players = game.players(state)
    actions = {str(move) for move in game.moves(state, players[0])} if game.phase(state) == "move" else set()
    return state, actions, last


def pictures() -> Iterator[tuple[str, str]]:
    """Every picture: its name and its SVG."""
    layouts: tuple[Layout, ...] = ("wide", "tall")
    moments: tuple[tuple[str, int, int, Theme], ...] = (
        ("start", 1, 1, "light"),
        ("middle", 39, 1, "light"),
        ("end", 99, 2, "dark"),
    )
    for layout in layouts:
        for label, steps, seed, theme in moments:
            state, actions, last = position("cadeau", {}, steps, seed)
            yield (
                f"cadeau-{label}-{layout}",
                cadeau.board(state, actions=actions, last=last, layout=layout, theme=theme),
            )
        for mode in ("duel", "solo", "fast", "three", "four"):
            state, actions, last = position("blocs", {"mode": mode, "level": 3}, 9, 5)
            yield f"blocs-{mode}-{layout}", blocs.board(state, actions=actions, last=last, layout=layout)
        for label, steps in (("recruit", 31), ("combat", 75), ("end", 999)):
            state, actions, last = position("laaancez", {}, steps, 2)
            yield f"laaancez-{label}-{layout}", laaancez.board(state, 1, actions=actions, last=last, layout=layout)
    form = load_shipped("noel")
    yield "laaancez-sheet", laaancez.sheet(form)
    yield "laaancez-card", laaancez.card(form)
    yield "blocs-strip", cutouts.strip()
    for thing in (*form.objects, form.candle):
        yield f"object-{thing.name}", objects.portrait(thing.name, thing.title.fr)
    yield "drawings", drawings()
    yield "object-grand-cadeau", objects.portrait("grand-cadeau", "le Cadeau Suprême")
    for face in range(1, 7):
        yield f"die-{face}", dice.die(face)


def drawings() -> str:
    """Whatever a sheet of objects can name as a drawing, with its name."""
    parts = []
    for number, name in enumerate(DRAWINGS):
        x, y = 10 + number % 7 * 120, 10 + number // 7 * 130
        parts.append(objects.Arts().piece(name, x + 5, y, 100))
        parts.append(write(x + 55, y + 118, name, 15, "ink plain"))
    title = "drawings"
    return picture((850, 530), parts, title, ", ".join(DRAWINGS), "fr", "drawings-", "tablee-drawings")


def faces() -> str:
    """The fonts as a page names them, from the installed packages that hold them."""
    rules = []
    for family, (package, file, weight) in FONTS.items():
        found = util.find_spec(package)
        if found and found.submodule_search_locations:
            source = (Path(found.submodule_search_locations[0]) / "files" / file).as_uri()
            rules.append(f"@font-face{{font-family:'{family}';src:url({source});font-weight:{weight}}}")
    return "".join(rules)


def photograph(browser: str, svg: str, target: Path, width: int, height: int) -> None:
    """A PNG of an SVG by a headless browser; narrow ones get more pixels a unit."""
    scale = 1.5 if width < 500 else 1
    background = COLOURS["paper-line"][THEMES.index("light")]
    page = (
        f"<!doctype html><meta charset=utf-8><style>{faces()}"
        f"body{{margin:0;background:{background}}}svg{{display:block}}</style>{svg}"
    )
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "picture.html"
        source.write_text(page, encoding="utf-8")
        options = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--allow-file-access-from-files",
            f"--force-device-scale-factor={scale}",
            f"--user-data-dir={folder}/profile",
            f"--window-size={width},{height}",
            f"--screenshot={target}",
        )
        subprocess.run([browser, *options, source.as_uri()], check=True, capture_output=True, timeout=120)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--output", type=Path, default=Path(__file__).parents[1] / "docs" / "pictures")
    parser.add_argument("--svg-only", action="store_true", help="write no PNG")
    chosen = parser.parse_args()
    chosen.output.mkdir(parents=True, exist_ok=True)
    browser = None if chosen.svg_only else next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None and not chosen.svg_only:
        print("No Chromium found: only SVG files are written. Install chromium for the PNG files.", file=sys.stderr)
    count = 0
    for name, svg in pictures():
        (chosen.output / f"{name}.svg").write_text(svg + "\n", encoding="utf-8")
        count += 1
        if browser and not name.startswith(("object-", "die-")):
            size = svg.split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split()
            width, height = (round(float(part)) for part in size)
            photograph(browser, svg, chosen.output / f"{name}.png", width, height)
    print(f"{count} pictures in {chosen.output}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
