"""How long a review and a tutor's word take, tables loaded: python benchmarks/review.py [GAMES]

Games of fair dice and of any moves; processor time of this process. `review`: a whole game, and for 30 decisions of it.
`word`: what a tutor works out about one decision of these games, the costliest of each, and the same decision asked
about again, as at a table, where the tutor has thought while the player did.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from tablee import review as analysis
from tablee.core.game import AnyGame, Event, State
from tablee.core.registry import load
from tablee.games.cadeau.solver import exact_values
from tablee.games.laaancez.solver import recruitment
from tablee.review.tutor import ask_solvers

GAMES = 10
VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("blocs", {"mode": "solo", "level": 3}),
    ("blocs", {"mode": "duel", "level": 1}),
    ("blocs", {"mode": "fast", "level": 3}),
    ("blocs", {"mode": "three", "level": 1}),
    ("cadeau", {"zones": 2}),
    ("cadeau", {"zones": 3}),
    ("cadeau", {"zones": 5}),
    ("cadeau", {"zones": 9}),
    ("laaancez", {}),
)


def played(game: AnyGame, settings: dict[str, Any], chance: random.Random) -> tuple[list[State], list[Event]]:
    states, events = [game.start(game.variant(settings))], []
    while game.phase(states[-1]) != "over":
        state = states[-1]
        if rolls := game.rolls(state):
            events.append(chance.choices([roll for roll, _ in rolls], [float(weight) for _, weight in rolls])[0])
        else:
            events.append(chance.choice(game.moves(state, chance.choice(game.players(state)))))
        states.append(game.play(state, events[-1]))
    return states, events


def milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return 1000 * (time.process_time() - began)


def forget() -> None:
    """What searches have kept; tables stay."""
    exact_values.search_values.cache_clear()
    recruitment.joint.cache_clear()


def main(games: int) -> None:
    print(f"{'ms':24}{'review':>10}{'slowest':>10}{'30 dec.':>10}{'word':>10}{'slowest':>10}{'again':>10}")
    for name, settings in VARIANTS:
        game, chance = load(name), random.Random(14)
        analysis.review(game, *played(game, settings, chance))  # the table is loaded
        decisions = 0
        reviews, words, again = list[float](), list[float](), list[float]()
        for _ in range(games):
            states, events = played(game, settings, chance)
            forget()
            reviews.append(milliseconds(partial(analysis.review, game, states, events)))
            choices = [state for state in states if game.phase(state) == "move"]
            decisions += len(choices)
            forget()
            asked = []
            for state in choices:
                asks = partial(ask_solvers, game, state, game.players(state)[0])
                asked.append((milliseconds(asks), milliseconds(asks)))
            words.append(max(asked)[0])
            again.append(max(asked)[1])
        label = f"{name} {' '.join(map(str, settings.values()))}"
        figures = (
            statistics.median(reviews),
            max(reviews),
            30 * sum(reviews) / decisions,
            statistics.median(words),
            max(words),
            max(again),
        )
        print(f"{label:24}" + "".join(f"{figure:10.1f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
