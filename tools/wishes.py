"""How often the five levels win against the bot that adapts, for each wish.

    python tools/wishes.py GAME [KEY=VALUE …] [--levels NAME …] [--error POINTS]
    python tools/wishes.py GAME [KEY=VALUE …] --tune [--steps N]
    python tools/wishes.py --all

Every cell is as many games, the level in every seat in turn, as it takes until the standard error is below `--error`;
with three or four at the table all the others are bots that adapt. At the end of a row stands what can be reached at
all: how often this level wins against the best bot, and against one that always plays the worst move. A dot marks a
wish that is out of reach, an exclamation mark one that is within reach and was missed by more than 4 points.

A game tells more than who won it. How a throw falls, and which move a bot draws from its mixture, is chance whose mean
is known, so what that chance did, in the values that the bot knows, has mean 0: as much of it as the results follow is
taken off them (control variates). That leaves the mean as it is, whether these values are exact or estimates.

Where values are estimates (cadeau from four zones on, recruitments of laaancez), whoever plays well goes by the quick
advice that the bot itself goes by: the Owl's long thought would take most of the time.

`--tune` plays other games, finds what the bot has to give away before it is owed, and writes that to its table; it
starts from nothing, so that the same command finds the same sums. `--all` does so for every solved variant, for
cadeau of five and nine zones and for laaancez, if the table lacks them, one after the other: take away a variant's
lines, or all, and it makes them anew.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import statistics
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate
from multiprocessing.connection import Connection
from operator import mul
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tablee import bots, solvers
from tablee.arena.contest import derived
from tablee.arena.match import points
from tablee.bots import chameleon
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.games import load
from tablee.solvers import cadeau, tables
from tablee.solvers.cadeau import sweep
from tablee.solvers.laaancez import recruitment

SEED, FIRST_SEED = 1, 1000  # of what is measured, of what is tuned
ERROR = 1.1  # points: the standard error of 2,000 games of which only who won is counted
NEAR = 4.0  # points
LEAST, MOST = 20, 1000  # rounds of a cell
WORST = "worst"
STEPS = {2: 40, 3: 60, 4: 60}  # of tuning, by people at the table
GAMES, FEWER = {2: 30, 3: 60, 4: 60}, 10  # of a cell in each step; where values are estimates a game takes long
GAIN, SLOWER = 0.1, 12  # of a sum for each point missed; the steps after which it is half as much
STEEP = {"laaancez": (60, 0.0125, 4)}  # steps, gain and slower, where a sum of 1 is worth 80 points; all can be met
CLEAR, FAR = 8.0, 10.0  # the most points, and the largest sum
SMOOTH, LIFT = 0.2, 0.1  # how fast the misses of all levels are averaged, and how fast the largest two are evened out
KEPT = 200_000  # positions that are remembered
VARIANTS = (
    *(f"blocs{mode}{level}" for mode in ("", " mode=fast", " mode=three", " mode=four")
      for level in ("", " level=2", " level=3")),
    *(f"cadeau{zones}" for zones in (" zones=1", " zones=2", " zones=3", "", " zones=9")),
    "laaancez",
)  # fmt: skip


# --- positions, and what is asked about them --------------------------------------------------------------------------


class Choice:
    """What a player may choose in a position."""

    def __init__(self, game: AnyGame, state: State, player: int) -> None:
        self._asked = game, game.view(state, player), player
        known, people = chameleon.decision(game.NAME, state, player), game.seats(state.variant)
        self.known, self.moves, self.costs = known, known.moves, list(known.costs.values())
        self.said, self.worst = list(known.costs), known.worst
        self.changes = cache(lambda place: [self.change(place, one) for one in range(1, people + 1)])
        self.greedy = [place for place, move in enumerate(known.costs) if move in known.greedy]
        self._before = chameleon.worth(game.NAME, state) if people > 2 else None
        self._after = cache(lambda place: chameleon.worth(game.NAME, game.play(state, self.moves[place])))
        # The best move is the first of the advice: of a game that is only estimated, of the quick one by which the bot
        # goes, for the Owl's long thought would take most of the time.
        self._best: tuple[list[int], list[float]] | None = None if game.NAME == "laaancez" else ([0], [1.0])
        self._expected: dict[tuple[int, int], float] = {}

    def change(self, place: int, one: int) -> float:
        """What a move does to somebody's chances."""
        if self._before is None:
            return self.costs[place] * (-1.0 if one == self._asked[2] else 1.0)
        return self._after(place)[one] - self._before[one]

    def expected(self, kind: bots.Kind, one: int) -> float:
        """What the random and greedy moves of a level do to somebody's chances in the mean."""
        if (kind.level, one) not in self._expected:
            at_random = statistics.fmean(self.change(place, one) for place in range(len(self.moves)))
            greedily = statistics.fmean(self.change(place, one) for place in self.greedy)
            self._expected[kind.level, one] = kind.random * at_random + kind.greedy * greedily
        return self._expected[kind.level, one]

    def best(self, chance: random.Random) -> int:
        if self._best is None:
            mixture = _well(*self._asked)
            known = {str(move): place for place, move in enumerate(self.moves)}
            self._best = [known[str(move)] for move, _ in mixture], [share for _, share in mixture]
        places, shares = self._best
        return places[0] if len(places) == 1 else chance.choices(places, shares)[0]


def _well(game: AnyGame, view: State, player: int) -> solvers.Mixture[Event]:
    """How to choose where two choose at once, by the quick advice, and how to throw."""
    if not view.die:
        return solvers.policy(game.NAME, view, player)
    quick = recruitment.decide(view, player, look=recruitment.Look.SIGHT)
    return tuple(pair for pair in zip(quick.moves, quick.shares, strict=True) if pair[1] > 0.0)


@dataclass(slots=True)
class Node:
    """A position, and those that follow it."""

    state: State
    phase: str
    players: tuple[int, ...]
    rolls: list[Event] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)
    luck: list[float] = field(default_factory=list)  # of each roll, to player 1; empty where it follows from the rest
    choices: dict[int, Choice] = field(default_factory=dict)
    after: dict[tuple[int, ...], Node] = field(default_factory=dict)


class Ground:
    """Where games of a variant are played, many times over: what is known of a position is found out once."""

    def __init__(self, game: AnyGame, variant: Variant) -> None:
        self.game, self.variant, self.people = game, variant, game.seats(variant)
        self.exact = solvers.exact(game.NAME, variant)
        self._nodes: dict[State, Node] = {}

    def node(self, state: State) -> Node:
        if (found := self._nodes.get(state)) is None:
            if len(self._nodes) > KEPT:
                self._nodes.clear()
            game = self.game
            found = self._nodes[state] = Node(state, game.phase(state), game.players(state))
            if found.phase == "roll":
                found.rolls = [roll for roll, _ in game.rolls(state)]
                found.weights = list(accumulate(float(share) for _, share in game.rolls(state)))
                found.luck = [] if self.exact else ROUGHLY.get(game.NAME, _unknown)(state)
        return found

    def follow(self, node: Node, places: tuple[int, ...]) -> Node:
        """The position after a roll, or after the choices of all who choose at once."""
        if (found := node.after.get(places)) is None:
            state = node.state
            if node.phase == "roll":
                state = self.game.play(state, node.rolls[places[0]])
            for player, place in zip(node.players, places, strict=False) if node.phase == "move" else ():
                state = self.game.play(state, node.choices[player].moves[place])
            found = node.after[places] = self.node(state)
        return found


def _unknown(state: State) -> list[float]:
    return []


def _cadeau(state: State) -> list[float]:
    """What each die does to the chances of player 1, by the bare estimates."""
    best = cadeau.hopes(state, 0)
    return [value - sum(best) / len(best) for value in best]


def _laaancez(state: State) -> list[float]:
    """The same of laaancez, by the learned value alone."""
    found = [recruitment.joint(state.variant.sheet, state.sheets, die, recruitment.Look.SIGHT) for die in range(1, 7)]
    values = [sum(map(mul, game.values1, game.shares1)) for game in found]
    return [value - sum(values) / len(values) for value in values]


ROUGHLY = {"cadeau": _cadeau, "laaancez": _laaancez}


def whole(variant: Variant) -> None:
    """Have all layers of three zones of cadeau in memory, 2.4 GB; the table leaves out the largest."""
    solved = sweep.solved(variant)
    arrays = {name: solved.table[name] for name in solved.table}
    for layer in reversed(sweep.NOT_KEPT[variant.zones]):
        arrays[sweep.name_of(layer)] = sweep.swept(solved.layers, layer, arrays[sweep.name_of(layer + 1)])
    known = replace(solved, table=tables.Table(solved.table.header, arrays))
    vars(cadeau)["solved"] = lambda *_: known


# --- games ------------------------------------------------------------------------------------------------------------

Sample = tuple[float, ...]
"""Of a game: what a level won; and what the dice, its own draws and those of the other bots did to that by chance."""


def played(ground: Ground, bot: str, level: str, player: int, chance: random.Random) -> Sample:
    """A game of a level as that player, against that bot in all other seats."""
    people, me, kind = ground.people, player - 1, bots.KINDS[level]
    wish = bots.WISHES.get(bot, 0)
    sums = [row.ahead[wish] for row in chameleon.plan(ground.game, ground.variant).values()] if wish else []
    ledger = chameleon.Ledger(people, wish / 100, sums) if wish else None
    node = ground.node(ground.game.start(ground.variant))
    fair, luck, mine, theirs = 1.0 / people, 0.0, 0.0, 0.0
    while node.phase != "over":
        if node.phase == "roll":
            place = chance.choices(range(len(node.rolls)), cum_weights=node.weights)[0]
            if node.luck:
                luck += node.luck[place] if player == 1 else -node.luck[place]
            node = ground.follow(node, (place,))
            continue
        made = []
        for doer in node.players:
            if (choice := node.choices.get(doer)) is None:
                choice = node.choices[doer] = Choice(ground.game, node.state, doer)
            by_chance = 0.0  # what the draw did; whoever plays their best draws nothing that counts
            if doer == player:
                drawn = chance.random()
                if drawn < kind.random:
                    place = int(chance.random() * len(choice.moves))
                    by_chance = choice.change(place, player)
                elif drawn < kind.random + kind.greedy:
                    place = choice.greedy[int(chance.random() * len(choice.greedy))]
                    by_chance = choice.change(place, player)
                else:
                    place = choice.best(chance)
                mine += by_chance - choice.expected(kind, player)
            elif bot == WORST:
                place = len(choice.moves) - 1
            elif ledger and (spare := ledger.spare(doer, choice.worst)) > 0.0:
                drawn, mixture = chance.random(), chameleon.spent(choice.costs, spare)
                place = mixture[drawn >= mixture[0][1]][0]
                theirs += choice.change(place, player) - sum(choice.change(one, player) * part for one, part in mixture)
            else:
                place = choice.best(chance)
            fair += choice.change(place, player)
            made.append((doer, place, choice))
        for doer, place, choice in made:
            if ledger:
                ledger.add(doer, choice.changes(place), choice.known, choice.said[place])
        node = ground.follow(node, tuple(place for _, place, _ in made))
    won = points(ground.game, node.state)[me]
    return won, (won - fair if ground.exact else luck), mine, theirs


def rounds(ground: Ground, bot: str, level: str, seed: int) -> Iterator[Sample]:
    """Games without end: each sample is the mean of a level in every seat."""
    number, people = 0, range(1, ground.people + 1)
    while True:
        chance = random.Random(derived(seed, bot, level, number))
        found = [played(ground, bot, level, player, chance) for player in people]
        yield tuple(sum(each) / len(found) for each in zip(*found, strict=True))
        number += 1


def corrected(samples: Sequence[Sample]) -> NDArray[np.float64]:
    """How often in a hundred the level won in each round, less what chance is known to have done."""
    figures = 100 * np.array(samples)
    won, controls = figures[:, 0], figures[:, 1:]
    slopes = np.linalg.lstsq(controls - controls.mean(axis=0), won - won.mean(), rcond=None)[0]
    return np.asarray(won - controls @ slopes)


def mean(samples: Sequence[Sample]) -> tuple[float, float]:
    """Of these, and its standard error; each of the three slopes takes one from what is free to vary."""
    won = corrected(samples)
    return float(won.mean()), float(((won - won.mean()) ** 2).sum() / (len(won) - 4) / len(won)) ** 0.5


def wins(ground: Ground, bot: str, level: str, seed: int, error: float) -> tuple[float, float, int]:
    """How often a level wins against that bot, the standard error of that, and after how many games."""
    if bot == level:
        return 100 / ground.people, 0.0, 0
    source = rounds(ground, bot, level, seed)
    samples = [next(source) for _ in range(LEAST)]
    while (found := mean(samples))[1] > error and len(samples) < MOST:
        samples += [next(source) for _ in range(len(samples) // 2)]
    return *found, len(samples) * ground.people


# --- what is done with them -------------------------------------------------------------------------------------------


def tune(ground: Ground, error: float, steps: int = 0) -> None:
    """From what the wish before called for move each sum by what its games missed, less and less; keep its mean over
    the last third. Where not all levels can be met, in the second half all aim a little higher or lower (`lift`), until
    the level that is furthest above the wish misses it by as much as the one that is furthest below."""
    rows = {}
    for level in bots.LEVELS:
        least, most = (wins(ground, bot, level, FIRST_SEED, error)[0] for bot in ("hibou", WORST))
        rows[level] = chameleon.Plan(least, most, dict.fromkeys(bots.WISHES.values(), 0.0))
        print(f"{level}: {least:.1f} to {most:.1f}", flush=True)
    called = chameleon.named(ground.game, ground.variant)
    chameleon.plans()[called] = rows
    usual, gain, slower = STEEP.get(ground.game.NAME, (STEPS[ground.people], GAIN, SLOWER))
    steps, games = steps or usual, (GAMES[ground.people] if ground.exact else FEWER) // ground.people
    for name, wish in bots.WISHES.items():
        if wish > max(row.most for row in rows.values()):  # out of reach for everybody: always the worst move
            for row in rows.values():
                row.ahead[wish] = FAR
            continue
        course = {level: [row.ahead[wish]] for level, row in rows.items()}
        lift, misses, missed = 0.0, dict.fromkeys(rows, 0.0), _missed(ground, name, rows, games)
        for step in range(steps):
            for level, found in next(missed).items():
                misses[level] += SMOOTH * (found - misses[level])
                by = gain / (1 + step / slower) * min(max(found - lift, -CLEAR), CLEAR)
                course[level].append(min(max(course[level][-1] - by, -FAR), FAR))
            within = [misses[level] for level, row in rows.items() if row.least <= wish <= row.most] or [0.0]
            if step >= steps // 2 and ground.game.NAME not in STEEP:  # before that, the sums are still on their way
                lift = min(max(lift - LIFT * (max(within) + min(within)) / 2, -NEAR), NEAR)
            for level, row in rows.items():
                row.ahead[wish] = course[level][-1]
        missed.close()
        for level, row in rows.items():
            ahead = statistics.fmean(course[level][-(steps // 3) :])
            row.ahead.update((other, ahead) for other in bots.WISHES.values() if other >= wish)  # a start for the next
        print(f"{wish} %:", *(f"{row.ahead[wish]:.3f}" for row in rows.values()), f"({lift:+.1f})", flush=True)
    write(called, rows)


def _missed(
    ground: Ground, name: str, rows: Mapping[str, chameleon.Plan], games: int
) -> Generator[dict[str, float], None, None]:
    """By level, by how many points the next rounds miss a wish, or what is nearest to it within reach.

    Every level's games are played by a process of its own, which is told the sums of all before each step.
    """
    wish, ends, there = bots.WISHES[name], {}, multiprocessing.get_context("fork")
    for level in rows:
        ends[level], end = there.Pipe()
        there.Process(target=_misses, args=(ground, name, level, games, rows, end), daemon=True).start()
    try:
        while True:
            sums = [row.ahead[wish] for row in rows.values()]
            for end in ends.values():
                end.send(sums)
            yield {level: end.recv() for level, end in ends.items()}
    finally:
        for end in ends.values():
            end.send(None)


def _misses(
    ground: Ground, name: str, level: str, games: int, rows: Mapping[str, chameleon.Plan], end: Connection
) -> None:
    wish, source, samples = bots.WISHES[name], rounds(ground, name, level, FIRST_SEED), []
    aim = min(max(wish, rows[level].least), rows[level].most)
    while sums := end.recv():
        for row, ahead in zip(rows.values(), sums, strict=True):
            row.ahead[wish] = ahead
        samples += [next(source) for _ in range(games)]
        end.send(float(corrected(samples)[-games:].mean()) - aim)


def write(name: str, rows: Mapping[str, chameleon.Plan]) -> None:
    """Put the lines of a variant in their place in the table, whatever it held."""
    table = Path(str(chameleon.SHELF))
    others = [line for line in table.read_text(encoding="ascii").splitlines() if line.split()[0] != name]
    lines = [
        f"{name} {level} {row.least:.1f} {row.most:.1f} " + " ".join(f"{ahead:.3f}" for ahead in row.ahead.values())
        for level, row in rows.items()
    ]
    table.write_text("\n".join(sorted(others + lines, key=lambda line: line.split()[0])) + "\n", encoding="ascii")


def measure(ground: Ground, levels: Sequence[str], error: float) -> None:
    print(f"{'wins of':10}" + "".join(f"{percent:>8} %" for percent in bots.WISHES.values()) + "   within reach")
    for level in levels:
        least, most = (wins(ground, bot, level, SEED, error)[0] for bot in ("hibou", WORST))
        row, widest = "", 0.0
        for name, wish in bots.WISHES.items():
            found, wide, _ = wins(ground, name, level, SEED, error)
            mark = " " if abs(found - wish) <= NEAR else "!" if least <= wish <= most else "·"
            row, widest = row + f"{found:8.1f} {mark}", max(widest, wide)
        print(f"{level:10}{row}   {least:.0f} – {most:.0f}   ± {1.96 * widest:.1f}", flush=True)


def ground_of(name: str, settings: Sequence[str]) -> Ground:
    game = load(name)
    options = {option.key: option for option in game.OPTIONS}
    pairs = (pair.partition("=") for pair in settings)
    variant = game.variant({key: options[key].read(value) for key, _, value in pairs})
    if name == "cadeau" and variant.zones in sweep.NOT_KEPT:
        whole(variant)
    return Ground(game, variant)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?")
    parser.add_argument("settings", nargs="*", metavar="KEY=VALUE")
    parser.add_argument("--levels", nargs="+", default=bots.LEVELS, choices=bots.LEVELS)
    parser.add_argument("--error", type=float, default=ERROR)
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--all", action="store_true")
    args = parser.parse_args()
    if args.all:
        for said in VARIANTS:
            name, *settings = said.split()
            if "/".join((name, *settings)) not in chameleon.plans():
                print(said, flush=True)
                tune(ground_of(name, settings), args.error)
        return
    if not args.game:
        parser.error("which game?")
    ground = ground_of(args.game, args.settings)
    if args.tune:
        tune(ground, args.error, args.steps)
    else:
        measure(ground, args.levels, args.error)


if __name__ == "__main__":
    main()
