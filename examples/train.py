"""A masked agent learns Pousse-blocs for two against itself, thousands of games at a time, and is judged exactly.

    ./tablee install lab && .venv/bin/python examples/train.py [--level 1] [--steps 4000] [--output agent.npy]

It keeps one number for each set of blocks that it may have before it after a push: how the game ends from there on, 1
if it wins and -1 if it loses. It learns them by temporal differences in Gymnasium's vector environment, in both seats,
the other player being itself; the mask says which pushes there are. Then one table: every bot and what was learnt, what
each wins against the Owl, how much the best answer to it gains, and what one of its choices loses.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np

from tablee import bots
from tablee.core.words import align
from tablee.engine import solvers
from tablee.games import blocs
from tablee_lab.adapters.space import Space, variant_of
from tablee_lab.batch_policies import display_name
from tablee_lab.simulate import replay, simulate
from tablee_lab.simulate.exploitability import Asked, exploitability

Array = np.ndarray[Any, np.dtype[Any]]

GAMES = 1024  # at a time, in each seat
BLOCKS = len(blocs.BLOCKS)
EXPLORE = 0.5  # so often it tries a push at random, at first: whoever answers best leads it to sets it would not seek


class Agent:
    """A policy of many games at once (`tablee_lab.batch_policies`): the push that leads to what it likes best."""

    __name__ = "learnt"

    def __init__(self, level: int) -> None:
        space = Space.of(blocs, variant_of("blocs", {"mode": "duel", "level": level}))
        assert space.fields[0][1] == BLOCKS  # an observation begins with one's own blocks
        place = {block: 1 << at for at, block in enumerate(blocs.BLOCKS)}
        named = [sum(place[int(block)] for block in token.split(",")) for token in space.actions]
        self.pushes = np.array([*named, 0])  # the last action, "wait", is no push
        self.worth = np.zeros(1 << BLOCKS)
        self.visits = np.zeros(1 << BLOCKS)
        self.explore = 0.0

    def after(self, observations: Array, masks: Array) -> tuple[Array, Array]:
        """Of every action: the set it leaves, and how much that is liked; what is not legal is not liked at all."""
        own = observations[:, :BLOCKS].astype(np.int64) @ (1 << np.arange(BLOCKS))
        sets = own[:, None] & ~self.pushes[None, :]
        return sets, np.where(masks == 1, self.worth[sets], -np.inf)

    def __call__(self, observations: Array, masks: Array, draws: Array) -> Array:
        liked = self.after(observations, masks)[1]
        best = liked.argmax(axis=1)
        if not self.explore:
            return np.asarray(best)
        wish = (draws[:, None] >> np.arange(masks.shape[1], dtype=np.uint64) % np.uint64(40)) % np.uint64(1009)
        tried = np.where(masks == 1, wish.astype(int), -1).argmax(axis=1)
        return np.asarray(np.where((draws >> np.uint64(40)) % np.uint64(1000) < 1000 * self.explore, tried, best))

    def towards(self, sets: Array, found: Array) -> None:
        """Move the worth of sets towards what was found, by smaller steps the better they are known."""
        times = np.bincount(sets, minlength=len(self.worth))
        mean = np.bincount(sets, found, len(self.worth)) / np.maximum(times, 1)
        self.visits += times > 0
        step = np.where(times > 0, np.maximum(self.visits, 1) ** -0.6, 0.0)
        self.worth += step * (mean - self.worth)


def train(level: int, steps: int, seed: int = 1) -> Iterator[tuple[int, Agent]]:
    """Learn by so many steps of all games; gives how many games have ended, and the agent, after each."""
    agent, chance, ended = Agent(level), np.random.default_rng(seed), 0
    seats = [
        gymnasium.make_vec(
            "tablee_lab.adapters.gymnasium:tablee/Blocs-v0",
            num_envs=GAMES,
            mode="duel",
            level=level,
            seat=seat,
            opponent=agent,
            autoreset_mode="SameStep",
        )
        for seat in (1, 2)
    ]
    seen = [envs.reset(seed=seed + GAMES * at) for at, envs in enumerate(seats)]
    left = [np.full(GAMES, -1) for _ in seats]  # the set after the last push, once there was one
    for number in range(steps):
        agent.explore = EXPLORE * (1 - number / steps)
        for at, envs in enumerate(seats):
            observations, infos = seen[at]
            sets, liked = agent.after(observations, infos["action_mask"])
            played = left[at] >= 0
            agent.towards(left[at][played], liked.max(axis=1)[played])
            draws = chance.integers(1 << 63, size=GAMES, dtype=np.uint64)
            actions = agent(observations, infos["action_mask"], draws)
            left[at] = sets[np.arange(GAMES), actions]
            observations, rewards, over, _, infos = envs.step(actions)
            agent.towards(left[at][over], rewards[over])
            left[at][over] = -1
            seen[at] = observations, infos
            ended += int(over.sum())
        yield ended, agent
    agent.explore = 0.0


def decisions(level: int, games: int, seed: int = 1) -> Iterator[tuple[blocs.State, int, dict[Any, float]]]:
    """Positions with a choice, from games of the Owl against a random player, with the exact worth of every move."""
    settings = {"mode": "duel", "level": level}
    for index in range(games):
        record = replay("blocs", settings, seed, index, ["hibou", "random"])
        state: Any = blocs.start(record.variant)
        for event in record.events:
            if blocs.phase(state) == "move":
                player = blocs.players(state)[0]
                if len(blocs.moves(state, player)) > 1:
                    yield state, player, dict(solvers.advise("blocs", state, player).moves)
            state = blocs.play(state, event)


def baselines(level: int, agent: Agent, games: int = 20_000, looked: int = 40) -> list[list[str]]:
    """A row for each bot and for what was learnt."""
    settings = {"mode": "duel", "level": level}
    known = list(decisions(level, looked))
    rows = [["player", "against the Owl", "best answer gains", "a choice loses"]]
    players: list[Any] = ["random", "greedy", *bots.LEVELS, agent]
    for policy in players:
        won = 0.0
        for seat in (0, 1):
            policies: list[Any] = ["hibou", "hibou"]
            policies[seat] = policy
            won += simulate("blocs", settings, games, 1, policies).wins[seat + 1] / games / 2
        gains = exploitability("blocs", policy, settings).value
        asked = Asked("blocs", variant_of("blocs", settings), policy)
        loss = sum(
            max(worth.values()) - sum(part * worth[move] for move, part in asked.mixture(state, player).items())
            for state, player, worth in known
        ) / len(known)
        rows.append([display_name(policy), f"{100 * won:.1f} %", f"{max(0.0, gains):.4f}", f"{loss:.5f}"])
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--level", type=int, default=1, choices=(1, 2, 3))
    parser.add_argument("--steps", type=int, default=4_000)
    parser.add_argument("--output", help="keep what was learnt here (.npy)")
    args = parser.parse_args()
    began = time.process_time()
    for number, (games, agent) in enumerate(train(args.level, args.steps), 1):
        if number % (args.steps // 5 or 1) == 0:
            spent, explore, agent.explore = time.process_time() - began, agent.explore, 0.0
            gains = exploitability("blocs", agent, {"mode": "duel", "level": args.level}).value
            agent.explore = explore
            print(f"{games:9,} games, {spent:4.0f} s of one core: the best answer gains {gains:.4f}", flush=True)
    if args.out:
        np.save(args.out, agent.worth)
    print("", *align(baselines(args.level, agent)), sep="\n")


if __name__ == "__main__":
    main()
