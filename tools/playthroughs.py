"""Write the golden playthroughs of the OpenSpiel adapter, with OpenSpiel's own generator.

    .venv/bin/python tools/playthroughs.py

A playthrough is a whole random game with everything that OpenSpiel sees of it: types, states, observations, actions.
The tests play each of them again and compare.
"""

from __future__ import annotations

from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

import tablee_lab.adapters.open_spiel  # noqa: F401 (lets OpenSpiel know the games)

FOLDER = Path(__file__).parents[1] / "tests" / "playthroughs"
SEED = 1
GAMES = {
    "cadeau": "tablee_cadeau",
    "cadeau_any": "tablee_cadeau(straights=any,zones=1)",
    "cadeau_after": "tablee_cadeau(after=d3 1a d5 1b,zones=2)",
    "blocs_duel": "tablee_blocs",
    "blocs_solo": "tablee_blocs(mode=solo)",
    "blocs_fast": "tablee_blocs(level=2,mode=fast)",
    "blocs_three": "tablee_blocs(level=3,mode=three)",
    "blocs_four": "tablee_blocs(mode=four)",
    "blocs_passes": "tablee_blocs(after=d44 4;5,level=2,passes=True)",
    "laaancez": "tablee_laaancez",
}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, game in GAMES.items():
        path = FOLDER / f"{name}.txt"
        path.write_text(playthrough(game, [], seed=SEED), encoding="utf-8")
        print(path.relative_to(FOLDER.parents[1]))


if __name__ == "__main__":
    main()
