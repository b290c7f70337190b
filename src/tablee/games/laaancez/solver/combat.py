"""Combats, solved: what every throw is worth, or who wins. A throw either wins or loses, so a value is 1.0 or 0.0.
Sheets too large for the sweep (a sheet of one's own with very long rows of very tough objects) are judged by playing
them out, and said to be estimates."""

import random
from functools import partial

from tablee.engine import runtime
from tablee.engine.runtime import Buffer, zeros
from tablee.engine.solution import Advice
from tablee.games import laaancez as rules
from tablee.games.laaancez.greedy import rank

kernel = runtime.module("laaancez.combat")
Sides = tuple[Buffer, Buffer, Buffer]
PLAYOUTS = 32

ROW_STATES = 1 << 18  # the most hit-point states, over the rows of one sheet, that a sweep takes on
PAIR_STATES = 1 << 26  # the most pairs of facing row states (classes times classes, at worst) in one table of a sweep
DAMAGES = 12  # the most distinct damages on one sheet: they are bits of a mask, and head the columns of a table


def arrays(sheet: rules.Sheet, cells: tuple[rules.Item | None, ...]) -> Sides:
    """Hits, damage and shields of a sheet in play, by row and column, as the kernel takes them."""
    shape = len(sheet.rows), max(sheet.rows)
    hits, damage, shield = zeros("q", *shape), zeros("q", *shape), zeros("B", *shape)
    for row, (begin, end) in enumerate(sheet.spans):
        for column, item in enumerate(cells[begin:end]):
            if item is not None:
                hits[row, column], damage[row, column] = item.hits, item.damage
                shield[row, column] = sheet.things[item.kind].shield
    return hits, damage, shield


def is_small(first: Sides, second: Sides, most: int = PAIR_STATES) -> bool:
    """Whether the combat of two sheets is small enough to be solved whole."""
    pairs = 1
    for hits, damage, _ in (first, second):
        total, largest, damages = kernel.extent(hits, damage)
        if total > ROW_STATES or damages > DAMAGES:
            return False
        pairs *= largest
    return pairs <= most


def fits(state: rules.State) -> bool:
    """Whether this combat is small enough to be solved whole."""
    sheet = state.variant.sheet
    return is_small(arrays(sheet, state.sheets[0]), arrays(sheet, state.sheets[1]))


def throws(state: rules.State) -> dict[tuple[str, str], int]:
    """Each legal throw, as thrower and target, with 1 if it wins and 0 if it loses."""
    sheet, player = state.variant.sheet, state.turn
    first, second = arrays(sheet, state.sheets[0]), arrays(sheet, state.sheets[1])
    table = zeros("b", first[0].shape[1], second[0].shape[1])
    fronts = kernel.throws(*first, *second, player, table)
    own, opposing = sheet.spans[fronts[player - 1]][0], sheet.spans[fronts[2 - player]][0]
    return {
        (sheet.cells[own + cell], sheet.cells[opposing + target]): worth
        for cell, row in enumerate(table.tolist())
        for target, worth in enumerate(row)
        if worth >= 0
    }


def advise(state: rules.State, player: int) -> Advice:
    """Every throw of the player whose turn it is, winning ones first."""
    legal = rules.moves(state, player)
    if fits(state):
        worths = throws(state)
        values = [float(worths[throw.thrower, throw.target]) for throw in legal if isinstance(throw, rules.Throw)]
        exact = True
    else:
        values = [_play_out(rules.play(state, throw), player) for throw in legal]
        exact = False
    ranked = sorted(zip(legal, values, strict=True), key=lambda pair: -pair[1])
    return Advice(player, exact, tuple(ranked))


def policy(state: rules.State) -> tuple[tuple[rules.Throw, float], ...]:
    """The throws to choose among, with their shares: any that wins; if none does, those hardest to answer."""
    legal = [throw for throw in rules.moves(state, state.turn) if isinstance(throw, rules.Throw)]
    if not fits(state):
        best = advise(state, state.turn).moves[0][0]
        return ((best, 1.0),)
    values = throws(state)
    chosen = [throw for throw in legal if values[throw.thrower, throw.target]]
    if not chosen:
        risks = [_winning_share(rules.play(state, throw)) for throw in legal]
        chosen = [throw for throw, risk in zip(legal, risks, strict=True) if risk == min(risks)]
    return tuple((throw, 1.0 / len(chosen)) for throw in chosen)


def _winning_share(state: rules.State) -> float:
    """The share of throws that keep the win of the player to throw; 1.0 when the game is over."""
    if rules.winner(state):
        return 1.0
    answers = throws(state).values()
    return sum(answers) / len(answers)


def _play_out(state: rules.State, player: int) -> float:
    """The share of playouts that `player` wins when both throw greedily, with a quarter of chance."""
    dice = random.Random(PLAYOUTS)
    wins = 0
    for _ in range(PLAYOUTS):
        here = state
        while not (won := rules.winner(here)):
            legal = rules.moves(here, here.turn)
            liked = partial(rank, here, here.turn)
            here = rules.play(here, max(legal, key=liked) if dice.random() < 0.75 else dice.choice(legal))
        wins += won == player
    return wins / PLAYOUTS
