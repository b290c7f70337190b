"""Draw the pictures that the documentation shows beside its screens: boards, all the drawings, sheets to print.

    .venv/bin/python tools/pictures.py DIRECTORY

Positions come from seeded random games, so that the same program draws the same pictures. Needs a Chromium.
"""

from __future__ import annotations

import argparse
import io
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import util
from pathlib import Path
from typing import Any

from PIL import Image

from tablee.core import registry as games
from tablee.drawing import objects
from tablee.drawing.palette import COLOURS, THEMES
from tablee.drawing.svg import picture, write
from tablee.games.blocs import board as blocs
from tablee.games.cadeau import board as cadeau
from tablee.games.laaancez import board as laaancez
from tablee.games.laaancez.sheet import DRAWINGS
from tablee.paper import make_box, make_document, pdf

ROOT = Path(__file__).parents[1]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FONTS = {
    "Fredoka One": ("font_fredoka_one", "FredokaOne-Regular.ttf", 400),
    "Amatic SC": ("font_amatic_sc", "AmaticSC-Bold.ttf", 700),
    "Manrope": ("font_manrope", "Manrope-VariableFont_wght.ttf", 400),
}
SHEETS: dict[str, tuple[str, dict[str, Any]]] = {  # the game, and what `make_document` is asked for
    "paper-cadeau": ("cadeau", {"what": ["board"]}),
    "paper-cadeau-two": ("cadeau", {"what": ["board"], "two": True, "paper": "letter"}),
    "paper-cadeau-rules": ("cadeau", {"what": ["rules"]}),
    "paper-blocs-board": ("blocs", {"what": ["board"], "paper": "letter"}),
    "paper-blocs-blocks": ("blocs", {"what": ["blocks"]}),
    "paper-blocs-pad": ("blocs", {"what": ["pad"]}),
    "paper-laaancez-board": ("laaancez", {"what": ["board"], "two": True}),
    "paper-laaancez-card": ("laaancez", {"what": ["card"]}),
    "paper-laaancez-cards": ("laaancez", {"what": ["cards"]}),
    "paper-laaancez-notes": ("laaancez", {"what": ["notes"]}),
}
BOX = {"paper-box": "cover", "paper-dice": "dice"}


def shown(pattern: str) -> set[str]:
    """The pictures that the documentation shows, by name, whose path in docs/pictures matches."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    found = re.compile(rf"pictures/{pattern}\.png")
    return {name for page in pages for name in found.findall(page.read_text(encoding="utf-8"))}


def save(png: bytes, path: Path) -> None:
    """Write a picture with 256 colours at most: a third of the bytes, and no eye sees it."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    image.quantize(256, Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE).save(path, optimize=True)


def position(name: str, settings: Mapping[str, object], steps: int, seed: int) -> tuple[Any, set[str], str | None]:
    """A position of a random game, its legal tokens (player 1's where both choose), and the last token."""
    game = games.load(name)
    chance = random.Random(seed)
    state, last = game.start(game.variant(settings)), None
    for _ in range(steps):
        if game.phase(state) == "roll":
            event = chance.choice([roll for roll, _ in game.rolls(state)])
        else:
            event = chance.choice(game.moves(state, game.players(state)[0]))
        state, last = game.play(state, event), str(event)
    players = game.players(state)
    return state, {str(move) for move in game.moves(state, players[0])} if players else set(), last


def draw(name: str, lang: str) -> str:
    """A board, or all the drawings, as SVG. Raises KeyError for a picture that nothing here draws."""
    if name == "cadeau-middle-wide":
        state, actions, last = position("cadeau", {}, 39, 1)
        return cadeau.board(state, lang=lang, actions=actions, last=last)
    if name == "blocs-duel-wide":
        state, actions, last = position("blocs", {"mode": "duel"}, 10, 3)
        return blocs.board(state, lang=lang, actions=actions, last=last)
    if name == "laaancez-combat-wide":
        state, actions, last = position("laaancez", {}, 75, 2)
        return laaancez.board(state, 1, lang=lang, actions=actions, last=last)
    if name == "drawings":
        return drawings()
    raise KeyError(name)


def drawings() -> str:
    """Whatever a sheet of objects can name as a drawing, with its name."""
    parts = []
    for number, name in enumerate(DRAWINGS):
        x, y = 10 + number % 7 * 120, 10 + number // 7 * 130
        parts.append(objects.Arts().piece(name, x + 5, y, 100))
        parts.append(write(x + 55, y + 118, name, 15, "ink plain"))
    title = "drawings"
    return picture((850, 530), parts, title, ", ".join(DRAWINGS), "en", "drawings-", "tablee-drawings")


def faces() -> str:
    """The fonts as a page names them, from the installed packages that hold them."""
    rules = []
    for family, (package, file, weight) in FONTS.items():
        found = util.find_spec(package)
        if found and found.submodule_search_locations:
            source = (Path(found.submodule_search_locations[0]) / "files" / file).as_uri()
            rules.append(f"@font-face{{font-family:'{family}';src:url({source});font-weight:{weight}}}")
    return "".join(rules)


def photograph(browser: str, svg: str) -> bytes:
    """A PNG of an SVG by a headless browser."""
    width, height = (round(float(part)) for part in svg.split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split())
    background = COLOURS["paper-line"][THEMES.index("light")]
    page = (
        f"<!doctype html><meta charset=utf-8><style>{faces()}"
        f"body{{margin:0;background:{background}}}svg{{display:block}}</style>{svg}"
    )
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "picture.html", Path(folder) / "picture.png"
        source.write_text(page, encoding="utf-8")
        options = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--allow-file-access-from-files",
            f"--user-data-dir={folder}/profile",
            f"--window-size={width},{height}",
            f"--screenshot={target}",
        )
        subprocess.run([browser, *options, source.as_uri()], check=True, capture_output=True, timeout=120)
        return target.read_bytes()


def print_sheet(name: str, lang: str) -> bytes:
    """The first page of a sheet, as a PNG."""
    if name in BOX:
        variants = {game: games.load(game).variant() for game in ("cadeau", "blocs", "laaancez")}
        document = make_box(variants, lang=lang)[BOX[name]]
    else:
        game, asked = SHEETS[name]
        document = make_document(game, games.load(game).variant(), lang=lang, **asked)
    return pdf.render(document, "png", ppi=60)[0]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        sys.exit("No Chromium found: install chromium.")
    for full in sorted(shown("([a-z-]+)")):
        name, _, lang = full.rpartition("-")
        png = print_sheet(name, lang) if name.startswith("paper-") else photograph(browser, draw(name, lang))
        save(png, folder / f"{full}.png")
        print(folder / f"{full}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
