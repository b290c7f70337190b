"""A rule of your own, solved exactly: cadeau in one zone where a tie goes to the Lutins, who guard the Gift.

    python examples/solve.py

`value` needs nothing but what every game offers (`tablee.core.game.Game`), so it solves whatever is small enough, has
two players who take turns, and ends. A variant is a game with one function changed.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

from tablee.core.game import Outcome
from tablee.games import cadeau


def ties_to_the_lutins(state: cadeau.State) -> Outcome | None:
    found = cadeau.outcome(state)
    return found and Outcome(found.winners or (cadeau.LUTINS,), found.reason, found.scores)


GAMES: dict[str, Any] = {
    "as on the sheet": cadeau,
    "ties to the Lutins": SimpleNamespace(**vars(cadeau) | {"outcome": ties_to_the_lutins}),
}


def value(game: Any, start: Any) -> float:
    """Player 1's chance of winning under best play of both, a draw counting one half."""

    @cache
    def worth(state: Any) -> float:
        phase = game.phase(state)
        if phase == "over":
            winners = game.outcome(state).winners
            return float(1 in winners) if winners else 0.5
        if phase == "roll":
            return sum(float(weight) * worth(game.play(state, roll)) for roll, weight in game.rolls(state))
        (player,) = game.players(state)
        after = [worth(game.play(state, move)) for move in game.moves(state, player)]
        return max(after) if player == 1 else min(after)

    return worth(start)


def main() -> None:
    for name, game in GAMES.items():
        print(f"{name:20} {value(game, game.start(game.variant({'zones': 1}))):.6f}")


if __name__ == "__main__":
    main()
