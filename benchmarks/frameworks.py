"""Random play in Tablée and in the frameworks that researchers use, side by side in one run, on this machine.

    pip install '.[solve,research,bench]' && python benchmarks/frameworks.py [--seconds 2] [--write]

Every contender plays whole games at random, seeded; rounds of all of them alternate and the best round of each counts,
so that other work on the machine slows them alike. An event is a decision of a player or a roll of the dice. Games
differ in length and in what a step costs, so the table gives both games and events a second; it compares how much
random play one gets, not the merit of the frameworks. A peer that is not installed is named and left out.

`--write` puts the table into docs/speed.md.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tablee.core.game import AnyGame, Roll
from tablee.core.registry import load

PAGE = Path(__file__).parents[1] / "docs" / "speed.md"
MARKS = ("<!-- frameworks -->\n", "<!-- /frameworks -->")
SETTINGS: dict[str, dict[str, Any]] = {"cadeau": {}, "blocs": {"mode": "duel", "level": 1}, "laaancez": {}}
Played = tuple[int, int]  # games, events
Play = Callable[[int], Played]  # plays some games from a seed


@dataclass(frozen=True, slots=True)
class Contender:
    kind: str
    label: str
    play: Play


# --- ours -----------------------------------------------------------------------------------------------------------


def plain(game: AnyGame, variant: Any) -> Play:
    """One game through the readable rules."""
    weights = game.rolls(game.start(variant))
    rolls = [roll for roll, weight in weights for _ in range(int(36 * weight))]  # evenly drawn, each has its weight

    def play(seed: int) -> Played:
        return 1, playout(game, variant, rolls, random.Random(seed).random)

    return play


def playout(game: AnyGame, variant: Any, rolls: list[Roll], chance: Callable[[], float]) -> int:
    """Play one game at random; the number of events in it."""
    state, events = game.start(variant), 0
    while (phase := game.phase(state)) != "over":
        if phase == "roll":
            state = game.play(state, rolls[int(chance() * len(rolls))])
        else:
            moves = game.moves(state, game.players(state)[0])
            state = game.play(state, moves[int(chance() * len(moves))])
        events += 1
    return events


def simulated(name: str, settings: dict[str, Any], count: int, threads: int) -> Play:
    """A batch of games in the compiled kernels."""
    from concurrent.futures import ThreadPoolExecutor

    from tablee_lab.kernels import simulate

    game = load(name)
    variant = game.variant(settings)
    job = simulate.prepare(name, variant, ("random",) * game.seats(variant))

    def part(seed: int, number: int) -> int:
        return int(simulate.play(job, seed, number * count, count).events.sum())

    def play(seed: int) -> Played:
        if threads == 1:
            return count, part(seed, 0)
        with ThreadPoolExecutor(threads) as pool:
            events = sum(pool.map(partial(part, seed), range(4 * threads)))
        return 4 * threads * count, events

    return play


def ours() -> Iterator[Contender]:
    for name, settings in SETTINGS.items():
        game = load(name)
        yield Contender("readable Python", f"Tablée {name}, rules", plain(game, game.variant(settings)))
    importlib.import_module("tablee_lab.adapters.open_spiel")  # registers the games
    for name, settings in SETTINGS.items():
        spelled = ",".join(f"{key}={value}" for key, value in settings.items())
        yield Contender("through a framework", f"Tablée {name}, OpenSpiel", spiel(f"tablee_{name}({spelled})"))
    from tablee_lab.adapters import pettingzoo

    for name, settings in SETTINGS.items():
        yield Contender("through a framework", f"Tablée {name}, PettingZoo", zoo(pettingzoo.env(name, **settings)))
    cores = os.cpu_count() or 1
    for name, settings in SETTINGS.items():
        count = 20_000 if name == "laaancez" else 200_000
        yield Contender("compiled, one core", f"Tablée {name}, simulate", simulated(name, settings, count, 1))
        yield Contender("compiled, all cores", f"Tablée {name}, simulate", simulated(name, settings, count, cores))


# --- peers ----------------------------------------------------------------------------------------------------------


def spiel(name: str) -> Play:
    """One game of OpenSpiel, driven from Python."""
    import pyspiel

    game = pyspiel.load_game(name)

    def play(seed: int) -> Played:
        chance, state, events = random.Random(seed).random, game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(pick(outcomes, weights, chance()))
            elif state.is_simultaneous_node():
                choices = [state.legal_actions(player) for player in range(game.num_players())]
                state.apply_actions([legal[int(chance() * len(legal))] for legal in choices])
                events += len(choices) - 1
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance() * len(legal))])
            events += 1
        return 1, events

    return play


def pick(outcomes: tuple[int, ...], weights: tuple[float, ...], at: float) -> int:
    for outcome, weight in zip(outcomes, weights, strict=True):
        at -= weight
        if at < 0:
            return outcome
    return outcomes[-1]


def self_play(name: str) -> Play:
    """One game of OpenSpiel wholly in C++, between its own random bots."""
    import pyspiel

    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]

    def play(seed: int) -> Played:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return 1, state.move_number()

    return play


def zoo(env: Any) -> Play:
    """One game of a PettingZoo environment, with its usual wrappers."""

    def play(seed: int) -> Played:
        chance, events = random.Random(seed).random, 0
        env.reset(seed=seed)
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(int(legal[int(chance() * len(legal))]))
            events += 1
        return 1, events

    return play


def catan(seed: int) -> Played:
    catanatron = importlib.import_module("catanatron")
    game = catanatron.Game([catanatron.RandomPlayer(color) for color in catanatron.Color], seed=seed)
    game.play()
    return 1, len(game.state.actions)


def pgx_backgammon(batch: int = 256) -> Play:
    """A batch of backgammon games in JAX, each played to its end."""
    jax, jnp = importlib.import_module("jax"), importlib.import_module("jax.numpy")
    env = importlib.import_module("pgx").make("backgammon")

    def rollout(key: Any) -> Any:
        first, key = jax.random.split(key)
        states = jax.vmap(env.init)(jax.random.split(first, batch))

        def step(carry: Any) -> Any:
            states, key = carry
            key, choosing, rolling = jax.random.split(key, 3)
            actions = jax.random.categorical(choosing, jnp.where(states.legal_action_mask, 0.0, -1e9), axis=1)
            return jax.vmap(env.step)(states, actions, jax.random.split(rolling, batch)), key

        states, _ = jax.lax.while_loop(lambda carry: ~carry[0].terminated.all(), step, (states, key))
        return states._step_count.sum()

    compiled = jax.jit(rollout)
    return lambda seed: (batch, int(compiled(jax.random.PRNGKey(seed))))


def python_tic_tac_toe() -> Play:
    importlib.import_module("open_spiel.python.games.tic_tac_toe")  # registers it
    return spiel("python_tic_tac_toe")


def zoo_tic_tac_toe() -> Play:
    return zoo(importlib.import_module("pettingzoo.classic.tictactoe_v3").env())


def catanatron() -> Play:
    importlib.import_module("catanatron")
    return catan


PEERS: tuple[tuple[str, str, Callable[[], Play]], ...] = (
    ("readable Python", "OpenSpiel Python tic-tac-toe", python_tic_tac_toe),
    ("readable Python", "catanatron, four players", catanatron),
    ("through a framework", "PettingZoo tic-tac-toe", zoo_tic_tac_toe),
    *(
        ("compiled, one core", f"OpenSpiel C++ {name}", partial(self_play, name))
        for name in ("pig", "einstein_wurfelt_nicht", "yacht", "backgammon")
    ),
    ("compiled, all cores", "Pgx backgammon, 256 at once", pgx_backgammon),
)


def peers() -> Iterator[Contender]:
    for kind, label, make in PEERS:
        try:
            yield Contender(kind, label, make())
        except ImportError as error:
            print(f"left out: {label} ({error})", file=sys.stderr)


# --- the run --------------------------------------------------------------------------------------------------------


def rate(play: Play, seconds: float, seed: int) -> tuple[float, float]:
    """Games and events a second."""
    games = events = 0
    begin = time.perf_counter()
    while (spent := time.perf_counter() - begin) < seconds:
        more = play(seed + games)
        games, events = games + more[0], events + more[1]
    return games / spent, events / spent


def measured(contenders: list[Contender], seconds: float, rounds: int) -> list[tuple[float, float]]:
    for contender in contenders:
        contender.play(0)  # compiles, and fills caches
    best = [(0.0, 0.0)] * len(contenders)
    for number in range(rounds):
        for place, contender in enumerate(contenders):
            found = rate(contender.play, seconds / rounds, 1_000_003 * (number + 1))
            best[place] = max(best[place], found)
            print(f"round {number + 1}/{rounds}  {contender.label:32} {found[0]:14,.0f} games/s", file=sys.stderr)
    return best


def table(contenders: list[Contender], best: list[tuple[float, float]]) -> str:
    lines = ["| | | games/s | events a game | events/s |", "|---|---|---:|---:|---:|"]
    order = list(dict.fromkeys(contender.kind for contender in contenders))
    for kind in order:
        rows = [(*found, one.label) for one, found in zip(contenders, best, strict=True) if one.kind == kind]
        for games, events, label in sorted(rows, reverse=True):
            lines.append(f"| {kind} | {label} | {figure(games)} | {events / games:,.0f} | {figure(events)} |")
    return "\n".join((*lines, "", f"{machine()}; `python benchmarks/frameworks.py --write`."))


def figure(number: float) -> str:
    """Three digits are all that a run can tell."""
    return f"{float(f'{number:.3g}'):,.0f}"


def machine() -> str:
    known = []
    for name in ("open-spiel", "pettingzoo", "pgx", "catanatron", "numba"):
        try:
            known.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return f"{os.cpu_count()} cores ({platform.machine()}), Python {platform.python_version()}, {', '.join(known)}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=4.0, help="time for each contender, all rounds together")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--write", action="store_true", help="write the table into docs/speed.md")
    args = parser.parse_args()
    contenders = [*ours(), *peers()]
    found = table(contenders, measured(contenders, args.seconds, args.rounds))
    print(found)
    if args.write:
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(MARKS[0])
        _, mark, after = rest.partition(MARKS[1])
        if not mark:
            sys.exit(f"{PAGE} has no {MARKS[0].strip()} … {MARKS[1]}")
        PAGE.write_text(f"{before}{MARKS[0]}\n{found}\n\n{mark}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
