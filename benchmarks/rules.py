"""Random playouts through the plain rules, one core: decisions per second, beside OpenSpiel's Python tic-tac-toe.

    pip install '.[research]' && python benchmarks/rules.py

A decision is one choice of a player (a roll of the dice is not counted), so the figure is the cautious one. Rounds of
all games alternate, and the best round of each counts: other work on the machine slows them alike.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from collections.abc import Callable
from functools import partial

from tablee.core.game import AnyGame, Roll
from tablee.core.registry import load

ROUNDS = 7
SECONDS = 0.6  # a round
OURS = {
    "cadeau": ("cadeau", {}, 5.0),
    "blocs duel level 3": ("blocs", {"mode": "duel", "level": 3}, 2.0),
    "laaancez": ("laaancez", {}, 2.0),
}


def playout(game: AnyGame, variant: object, thrown: list[Roll], rng: random.Random) -> int:
    """Play one game at random; the number of decisions in it."""
    phase, players, moves, play = game.phase, game.players, game.moves, game.play
    chance = rng.random
    state, decisions = game.start(variant), 0
    while (now := phase(state)) != "over":
        if now == "roll":
            state = play(state, thrown[int(chance() * len(thrown))])
        else:
            legal = moves(state, players(state)[0])
            state = play(state, legal[int(chance() * len(legal))])
            decisions += 1
    return decisions


def tic_tac_toe() -> Callable[[random.Random], int] | None:
    try:
        import pyspiel

        importlib.import_module("open_spiel.python.games.tic_tac_toe")  # registers it
    except ImportError:
        return None
    game = pyspiel.load_game("python_tic_tac_toe")

    def one(rng: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        chance = rng.random
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            decisions += 1
        return decisions

    return one


def rate(one: Callable[[random.Random], int], seed: int) -> float:
    rng, decisions, begin = random.Random(seed), 0, time.perf_counter()
    while (spent := time.perf_counter() - begin) < SECONDS:
        decisions += one(rng)
    return decisions / spent


def main() -> int:
    contenders: dict[str, Callable[[random.Random], int]] = {}
    for label, (name, settings, _) in OURS.items():
        game = load(name)
        variant = game.variant(settings)
        weights = game.rolls(game.start(variant))
        thrown = [roll for roll, weight in weights for _ in range(int(36 * weight))]  # each as often as it weighs
        contenders[label] = partial(playout, game, variant, thrown)
    peer = tic_tac_toe()
    if peer is None:
        print("OpenSpiel is not installed: pip install '.[research]' to see the ratios.", file=sys.stderr)
    else:
        contenders["OpenSpiel python_tic_tac_toe"] = peer
    best = dict.fromkeys(contenders, 0.0)
    for round_ in range(ROUNDS):
        for label, one in contenders.items():
            best[label] = max(best[label], rate(one, round_))
    base = best.get("OpenSpiel python_tic_tac_toe")
    print(f"{'game':30} {'decisions/s':>12} {'ratio':>7} {'wanted':>7}")
    for label, figure in best.items():
        ratio = f"{figure / base:6.1f}×" if base else "      –"
        wanted = f"{OURS[label][2]:6.1f}×" if label in OURS else ""
        print(f"{label:30} {figure:12,.0f} {ratio:>7} {wanted:>7}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
