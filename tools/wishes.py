"""How often the five levels win against the bot that adapts, for each wish.

    .venv/bin/python tools/wishes.py GAME [KEY=VALUE …] [--levels NAME …] [--error POINTS]

Every cell is as many games, the level in every seat in turn, as it takes until the standard error is below `--error`;
with three or four at the table all the others are bots that adapt. At the end of a row stands what can be reached at
all: how often this level wins against the best bot, and against one that always plays the worst move. A dot marks a
wish that is out of reach, an exclamation mark one that is within reach and was missed by more than 8 points.

A game tells more than who won it. How a throw falls, and which move a bot draws from its mixture, is chance whose mean
is known, so what that chance did, in the values that the bot knows, has mean 0: as much of it as the results follow is
taken off them (control variates). That leaves the mean as it is, whether these values are exact or estimates.

Where values are estimates (cadeau from four zones on, recruitments of laaancez), whoever plays well goes by the quick
advice that the bot itself goes by: the Owl's long thought would take most of the time.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import accumulate
from operator import mul

import numpy as np
from numpy.typing import NDArray

from tablee import bots
from tablee.bots import chameleon
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.registry import load
from tablee.engine import solvers, tablebase
from tablee.engine.solution import Mixture
from tablee.games import cadeau as rules
from tablee.games.cadeau import solver as cadeau
from tablee.games.cadeau.solver import exact_values
from tablee.games.laaancez.solver import recruitment
from tablee_lab.arena.match import points
from tablee_lab.runs import derive as derived

SEED = 1
ERROR = 1.1  # points: the standard error of 2,000 games of which only who won is counted
NEAR = 8.0  # points
LEAST, MOST = 20, 1000  # rounds of a cell
WORST = "worst"
KEPT = 200_000  # positions that are remembered


# --- positions, and what is asked about them --------------------------------------------------------------------------


class Choice:
    """What a player may choose in a position."""

    def __init__(self, game: AnyGame, state: State, player: int) -> None:
        self._asked = game, game.view(state, player), player
        known, people = chameleon.decision(game.NAME, state, player), game.seats(state.variant)
        self.known, self.moves, self.costs = known, known.moves, list(known.costs.values())
        self.values, self.worst = list(known.costs), known.worst
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


def _well(game: AnyGame, view: State, player: int) -> Mixture[Event]:
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
    (player,) = rules.players(state)
    best = [cadeau.estimate(rules.play(state, roll), player, 0).moves[0][1] for roll, _ in rules.rolls(state)]
    return [(value - sum(best) / len(best)) * (1 if player == 1 else -1) for value in best]


def _laaancez(state: State) -> list[float]:
    """The same of laaancez, by the learned value alone."""
    found = [recruitment.joint(state.variant.sheet, state.sheets, die, recruitment.Look.SIGHT) for die in range(1, 7)]
    values = [sum(map(mul, game.values1, game.shares1)) for game in found]
    return [value - sum(values) / len(values) for value in values]


ROUGHLY = {"cadeau": _cadeau, "laaancez": _laaancez}


def whole(variant: Variant) -> None:
    """Have all layers of three zones of cadeau in memory, 2.4 GB; the table leaves out the largest."""
    solved = exact_values.load_or_build(variant)
    arrays = {name: solved.table[name] for name in solved.table}
    for layer in reversed(exact_values.NOT_KEPT[variant.zones]):
        after = arrays[exact_values.name_of(layer + 1)]
        arrays[exact_values.name_of(layer)] = exact_values.sweep_layer(solved.layers, layer, after)
    known = replace(solved, table=tablebase.Tablebase(solved.table.header, arrays))
    vars(cadeau)["load_or_build"] = lambda *_: known


# --- games ------------------------------------------------------------------------------------------------------------

Sample = tuple[float, ...]
"""Of a game: what a level won; and what the dice, its own draws and those of the other bots did to that by chance."""


def played(ground: Ground, bot: str, level: str, player: int, chance: random.Random) -> Sample:
    """A game of a level as that player, against that bot in all other seats."""
    people, me, kind = ground.people, player - 1, bots.KINDS[level]
    wish = bots.WISHES.get(bot, 0)
    sums = chameleon.ahead(ground.game, ground.variant, wish) if wish else ()
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
        for actor in node.players:
            if (choice := node.choices.get(actor)) is None:
                choice = node.choices[actor] = Choice(ground.game, node.state, actor)
            by_chance = 0.0  # what the draw did; whoever plays their best draws nothing that counts
            if actor == player:
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
            elif ledger and (spare := ledger.spare(actor, choice.worst)) > 0.0:
                drawn, mixture = chance.random(), chameleon.mix_by_cost(choice.costs, spare)
                place = mixture[drawn >= mixture[0][1]][0]
                theirs += choice.change(place, player) - sum(choice.change(one, player) * part for one, part in mixture)
            else:
                place = choice.best(chance)
            fair += choice.change(place, player)
            made.append((actor, place, choice))
        for actor, place, choice in made:
            if ledger:
                ledger.add(actor, choice.changes(place), choice.known, choice.values[place])
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
    variant = game.variant({key: options[key].parse(value) for key, _, value in pairs})
    if name == "cadeau" and variant.zones in exact_values.NOT_KEPT:
        whole(variant)
    return Ground(game, variant)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("settings", nargs="*", metavar="KEY=VALUE")
    parser.add_argument("--levels", nargs="+", default=bots.LEVELS, choices=bots.LEVELS)
    parser.add_argument("--error", type=float, default=ERROR)
    args = parser.parse_args()
    measure(ground_of(args.game, args.settings), args.levels, args.error)


if __name__ == "__main__":
    main()
