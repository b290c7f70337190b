"""What a rule of thumb costs: how much more a player wins who knows that the other follows it blindly.

    .venv/bin/python tools/thumbs.py [--set KEY=VALUE ...] [GAME ...]

Exact, over every position (`tablee_lab.simulate.exploit`): in points, chances in 100; alone, in the sum left. The
tables of docs/thumbs.md and docs/fr/bien-jouer.md come from here. Where a rule leaves several moves, the first of them
in the order of the rules is played, so a rule is never better than it says.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from tablee.core.words import Text
from tablee.games import blocs, cadeau
from tablee.games.cadeau.worth import worth
from tablee_lab.simulate.exploit import exploitability

Score = Callable[[Any, int, Any], Any]  # of a move in a state for a player: the highest is played


class Thumb:
    """A rule of thumb: its words, and the score that it gives a move."""

    def __init__(self, fr: str, en: str, score: Score) -> None:
        self.text, self._score = Text(fr, en), score

    def choose(self, view: Any, player: int) -> Any:
        """The move that the rule likes best."""
        rules = blocs if isinstance(view, blocs.State) else cadeau
        return max(rules.moves(view, player), key=lambda move: self._score(view, player, move))


def pushed(move: Any) -> tuple[int, ...]:
    """The blocks of a push, the highest first."""
    return tuple(sorted(map(int, str(move).split(",")), reverse=True)) if str(move) != "-" else ()


def zone_of(state: Any, side: int, zone: int) -> tuple[int, ...]:
    """The dice that somebody has written in a zone."""
    return tuple(die for die in state.sides[side - 1][3 * zone - 3 : 3 * zone] if die)


def spread(state: Any, player: int, move: Any) -> int:
    return -len(zone_of(state, player, move.zone))


def opposed(state: Any, player: int, move: Any) -> int:
    """Large dice where the other is weak, small ones where the other is strong."""
    theirs = sum(zone_of(state, 3 - player, move.zone))
    return -theirs if state.die >= 4 else theirs


def alike(state: Any, player: int, move: Any) -> tuple[bool, int]:
    return state.die in zone_of(state, player, move.zone), spread(state, player, move)


THUMBS: dict[str, tuple[Thumb, ...]] = {
    "blocs": (
        Thumb(
            "poussez le plus de blocs possible",
            "push as many blocks as you can",
            lambda _, __, m: (len(pushed(m)), pushed(m)),
        ),
        Thumb(
            "poussez d’abord les petits",
            "push the small ones first",
            lambda _, __, m: -sum(pushed(m)) / max(1, len(pushed(m))),
        ),
        Thumb("poussez le plus gros bloc", "push the highest block", lambda _, __, m: pushed(m)),
        Thumb(
            "poussez le moins de blocs, les plus gros",
            "push the fewest blocks, the highest",
            lambda _, __, m: (-len(pushed(m)), pushed(m)),
        ),
        Thumb(
            "ôtez le plus de carrés (12 × 12 pour le 12)",
            "take off most squares (12 × 12 for the 12)",
            lambda _, __, m: sum(b * b for b in pushed(m)),
        ),
    ),
    "cadeau": (
        Thumb(
            "finissez une zone après l’autre",
            "finish one zone after another",
            lambda s, p, m: len(zone_of(s, p, m.zone)),
        ),
        Thumb("écrivez dans la zone où vous avez le moins de dés", "write where you have fewest dice", spread),
        Thumb(
            "les gros contre les faibles, les petits contre les forts",
            "large against weak, small against strong",
            opposed,
        ),
        Thumb("les chiffres pareils ensemble, sinon une zone neuve", "equal dice together, else a new zone", alike),
        Thumb("la case qui aide le plus sa zone", "the cell that helps its zone most", worth),
    ),
}
SETTINGS: dict[str, Sequence[dict[str, Any]]] = {
    "blocs": ({"mode": "solo", "level": 1}, {"mode": "duel", "level": 1}, {"mode": "duel", "level": 3}),
    "cadeau": ({"zones": 2},),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(THUMBS))
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    args = parser.parse_args()
    wanted = dict(word.split("=", 1) for word in args.set)
    for name in args.games or THUMBS:
        for settings in SETTINGS[name]:
            if any(str(settings.get(key)) != value for key, value in wanted.items()):
                continue
            alone = settings.get("mode") == "solo"
            print(f"{name} {' '.join(f'{key}={value}' for key, value in settings.items())}")
            for thumb in THUMBS[name]:
                found = exploitability(name, thumb, settings)
                price = f"{found.value:.2f}" if alone else f"{100 * found.value:.1f}"
                print(f"  {price:>6}  {thumb.text.en} · {thumb.text.fr}{'' if found.exact else ' (bound)'}", flush=True)


if __name__ == "__main__":
    main()
