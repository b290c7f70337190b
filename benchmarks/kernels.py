"""Every kernel that travels on both engines, on one core: the file in wasmtime beside the same function in numba.

    python benchmarks/kernels.py [blocs.duel ...] [--rounds 5]

Real questions are asked first, and each kernel's longest call among them is kept. That call is then made again on both
engines in turns, with what it copies; the least processor time of each counts, so that other work on the machine
hardly matters, and the answers have to be equal. The ratio is WebAssembly over numba: below 1.6 is the aim. A call
below a tenth of a millisecond is not compared, since Python's own share of it is the larger.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

os.environ |= {"NUMBA_NUM_THREADS": "1", "TABLEE_ENGINE": "wasm", "TABLEE_CACHE": tempfile.mkdtemp(prefix="tablee-")}

from tablee.core import registry as games
from tablee.engine import runtime, solvers
from tablee.games.blocs.solver.equilibrium import FOUR, Play
from tablee.games.cadeau.solver.exact_values import backward, layers_of
from tablee.games.cadeau.solver.search import games_against_itself
from tablee.games.laaancez.solver import combat

Call = tuple[float, tuple[Any, ...]]
LEAST = 1e-4
SHEETS = {"small": (2, 1), "unlearned": (4, 3, 3)}  # rows: solved whole, and of which no value has been learned


def longest(ask: Callable[[], object]) -> dict[tuple[str, str], Call]:
    """The longest call of each kernel that these questions lead to."""
    found: dict[tuple[str, str], Call] = {}
    real = runtime._ENGINES["wasm"]

    def watched(name: str, kernel: str, arguments: Any) -> Any:
        kept = copied(arguments)  # as they were: a kernel writes into them
        began = time.thread_time()
        answer = real(name, kernel, arguments)
        spent = time.thread_time() - began
        if spent > found.get((name, kernel), (0.0,))[0]:
            found[name, kernel] = (spent, kept)
        return answer

    runtime._ENGINES["wasm"] = watched
    try:
        ask()
    finally:
        runtime._ENGINES["wasm"] = real
    return found


def copied(value: Any) -> Any:
    if isinstance(value, memoryview):
        return runtime.reshape(bytearray(value.tobytes()), value.format, value.shape or ())
    if isinstance(value, tuple):
        members = [copied(member) for member in value]
        return type(value)(*members) if hasattr(value, "_fields") else tuple(members)
    return value


def advised(game: str, settings: dict[str, object], *tokens: str) -> None:
    rules = games.load(game)
    state = rules.start(rules.variant(settings))
    for token in tokens:
        state = rules.play(state, rules.parse(token))
    solvers.advise(game, state)


def blocs() -> None:
    for mode in ("solo", "duel", "fast"):
        advised("blocs", {"mode": mode, "level": 3}, "d56")
    play = Play(1, FOUR)
    play.improve()
    play.evaluate(0.2)
    play.better(0, 1e-8)


def cadeau() -> None:
    layers = layers_of(games.load("cadeau").variant({"zones": 2}))
    list(backward(layers))
    kernel = runtime.module("cadeau")
    asked = layers.block[3], layers.moves(3), layers.automaton.sizes, layers.binomial
    kernel.children(*asked, runtime.make_buffer("q", range(layers.size(3))))
    places = runtime.make_buffer("q", range(18))  # an answer asks for so many at most
    reached, named = kernel.family(*asked, places, 1 << 9)
    kernel.chosen(reached, runtime.zeros("d", len(named)), runtime.zeros("d", len(places)))


def cadeau_value() -> None:
    advised("cadeau", {"zones": 9}, "d3")
    games_against_itself("ordered", 4)


def laaancez() -> None:
    rules = games.load("laaancez")
    noel = rules.variant({})
    small, unlearned = (replace(noel, sheet=replace(noel.sheet, name=name, rows=rows)) for name, rows in SHEETS.items())
    for variant in (noel, unlearned, small):
        chance = random.Random(4)
        state = rules.start(variant)
        while rules.phase(state) != "over":
            if rules.phase(state) == "roll":
                state = rules.play(state, chance.choice(rules.rolls(state))[0])
            else:
                player = min(rules.players(state))
                solvers.advise("laaancez", rules.view(state, player), player)
                if not state.die and combat.fits(state):
                    sides = (combat.arrays(state.variant.sheet, cells) for cells in state.sheets)
                    combat.kernel.winner(*next(sides), *next(sides), state.turn)
                state = rules.play(state, chance.choice(rules.moves(state, player)))
    payoff = runtime.make_buffer("d", (chance.random() for _ in range(400)), 20, 20)
    mixture = runtime.make_buffer("d", [0.05] * 20)
    runtime.module("laaancez.matrix").gap(payoff, mixture, mixture)


QUESTIONS: dict[str, Callable[[], None]] = {
    "blocs": blocs,
    "cadeau": cadeau,
    "cadeau_value": cadeau_value,
    "laaancez": laaancez,
}


def compared(name: str, kernel: str, arguments: tuple[Any, ...], rounds: int) -> tuple[float, float]:
    """Seconds on WebAssembly and on numba."""
    kinds = runtime._FILES[name].kernels[kernel]["arguments"]
    best = {"wasm": 9e9, "numba": 9e9}
    answers: dict[str, object] = {}
    for run in range(rounds + 1):
        for engine in best:
            given = tuple(
                copied(argument) if str(kind).endswith("!") else argument
                for kind, argument in zip(kinds, arguments, strict=True)
            )
            began = time.thread_time()
            answer = runtime._ENGINES[engine](name, kernel, given)
            spent = time.thread_time() - began
            best[engine] = min(best[engine], spent) if run else 9e9  # the first compiles
            answers[engine] = flat((answer, given))
    assert answers["wasm"] == answers["numba"], f"{name}.{kernel} differs"
    return best["wasm"], best["numba"]


def flat(value: Any) -> object:
    if isinstance(value, memoryview):
        return value.tobytes()
    return [flat(member) for member in value] if isinstance(value, tuple) else value


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="kernels; none: all")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    worst = 0.0
    calls: dict[tuple[str, str], Call] = {}
    for module, ask in QUESTIONS.items():
        if not asked.names or any(name.startswith(f"{module}.") for name in asked.names):
            calls |= longest(ask)
    lacking = {(name, kernel) for name, file in runtime._FILES.items() for kernel in file.kernels} - calls.keys()
    assert not lacking, f"no question leads to {lacking}"
    for (name, kernel), (_, arguments) in sorted(calls.items()):
        if asked.names and f"{name}.{kernel}" not in asked.names:
            continue
        here, there = compared(name, kernel, arguments, asked.rounds)
        small = there < LEAST
        worst = worst if small else max(worst, here / there)
        ratio = "small" if small else f"{here / there:.2f}"
        print(f"{name + '.' + kernel:28} {1000 * here:9.2f} ms   numba {1000 * there:9.2f} ms   {ratio}", flush=True)
    print(f"largest ratio {worst:.2f}")
    return worst > 1.6


if __name__ == "__main__":
    sys.exit(main())
