"""The technical note as a PDF: its words and figures from docs/note/note.typ, its tables from docs/perfect-play.md.

    .venv/bin/python tools/note.py -o note.pdf

Numbers are written once, in docs/perfect-play.md, which names the command of each; this reads them from there. Only
what every set of blocks is worth in a duel is too much for a page, and comes from the solver.
"""

from __future__ import annotations

import argparse
import subprocess
from importlib import import_module
from pathlib import Path

from tablee import __version__
from tablee.games import blocs
from tablee.games.blocs.push_tables import BLOCKS, FULL
from tablee.games.blocs.solver import table_of

ROOT = Path(__file__).parents[1]
NOTE, SOURCE = ROOT / "docs" / "note", ROOT / "docs" / "perfect-play.md"
TABLES = {  # the first cells of each table of the page, in its order
    "cadeau": "zones | straights",
    "cadeau_estimates": "zones | 4",
    "blocs": "mode | level | player 1",
    "solo": "mode | level | expected",
    "laaancez": "question | answer",
    "exploits": "mode | random",
}


def tables(text: str) -> dict[str, list[list[str]]]:
    """The tables of a Markdown page by name. Raises KeyError for one that is not there."""
    found: dict[str, list[list[str]]] = {}
    rows: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if set("".join(cells)) - set("-: "):
                rows.append(cells)
        elif rows:
            head = " | ".join(rows[0])
            found |= {name: rows for name, first in TABLES.items() if head.startswith(first)}
            rows = []
    return {name: found[name] for name in TABLES}


def values(text: str, commit: str) -> str:
    """The module that the note imports."""
    lines = [f'#let version = "{__version__}"', f'#let commit = "{commit}"']
    for name, rows in tables(text).items():
        cells = ", ".join("(" + ", ".join(f'"{cell.replace("`", "")}"' for cell in row) + ")" for row in rows)
        lines.append(f"#let {name} = ({cells})")
    first, third = (table_of(blocs.variant({"mode": "duel", "level": level}))["value"] for level in (1, 3))
    sums = [sum(block for place, block in enumerate(BLOCKS) if own >> place & 1) for own in range(FULL)]
    points = ", ".join(f"({sums[own]}, {first[own]:.4f}, {third[own]:.4f})" for own in range(1, FULL))
    lines.append(f"#let duel = ({points})")
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-o", "--output", type=Path, default=Path("note.pdf"))
    args = parser.parse_args()
    asked = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip() or "none"
    source = {"values.typ": values(SOURCE.read_text(encoding="utf-8"), commit).encode()}
    source["main.typ"] = (NOTE / "note.typ").read_bytes()
    args.output.write_bytes(import_module("typst").compile(source))
    print(args.output)


if __name__ == "__main__":
    main()
