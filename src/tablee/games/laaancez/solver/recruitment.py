"""Recruitment: joint decisions as matrix games.

After a roll both players choose at once, neither seeing the other (L4). What the sheets are worth after each pair of
choices makes a matrix; its solution is a mixture for each player that no choice of the other can beat. What a choice
is worth is then its mean against the other's mixture.

Where the worth of a pair of sheets comes from, best first:

    learned   sheets with a learned value: the choices that answer the other's mixture best are looked at one roll
              deeper, and what is complete by then is fought out
    sampled   any other sheet whose combats are quickly fought: every choice is played on to the combat (`sampling`)
    rough     the rest, and wherever many are asked about: a plain measure of hits and damage

A recruitment that a choice completes is always fought out exactly, where it is small enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from math import exp, log
from operator import mul

from tablee.core.words import Text
from tablee.engine import runtime
from tablee.engine.runtime import Buffer, make_buffer, zeros
from tablee.engine.solution import Advice, Progress, quiet
from tablee.games import laaancez as rules

from . import combat, sampling
from .codes import Cells, Codes, Net, codes_of, load_net
from .codes import after as after
from .codes import choices as choices

kernel = runtime.module("laaancez.recruitment")
matrix = runtime.module("laaancez.matrix")
Numbers = Sequence[float]
Payoff = Sequence[Numbers]
FIRST, SURE = 2, 1e-6
"""Choices of each player that are looked at first: those worth most by the value alone; what counts as better."""

LATE = 2  # free cells from which on combats decide: choices that look alike to the value are not alike in a combat
FOUGHT = 6  # choices of each player whose ends a rough decision fights out
STEEP, AHEAD = 3.0, 0.7  # of the rough value: how much a lead counts, and player 1's lead for throwing first
FOUGHT_STATES = 1 << 22  # the largest pair of rows that a rough decision fights out


class Look(Enum):
    """How far a joint decision over a learned value looks."""

    SIGHT = 0  # not at all
    FEW = 1  # one roll deeper, at the choices that are worth most at sight
    WHOLE = 2  # and at whatever answers the other's mixture better


@dataclass(frozen=True, slots=True)
class Decision:
    """One player's side of a joint decision: each choice, its value to that player, its share of the mixture."""

    moves: tuple[rules.Choice, ...]
    values: Numbers
    shares: Numbers


@dataclass(frozen=True, slots=True)
class Game:
    """A joint decision, over all choices of both: what each is worth to player 1, and how often it is made."""

    values1: Numbers
    shares1: Numbers
    values2: Numbers
    shares2: Numbers


def decide(state: rules.State, player: int, look: Look = Look.WHOLE, *, search: bool = False) -> Decision:
    """The values and the mixture of a player who has to choose; the other's choice, made or not, is not looked at.
    `search`: where nothing was learned, play the choices on to the combat, in a tenth of a second."""
    sheet = state.variant.sheet
    if search and sampling.applies_to(sheet):
        values, shares = sampling.sample(sheet, state.sheets, state.die, player)
        return Decision(_moves(state, player), values, shares)
    game = joint(sheet, state.sheets, state.die, look)
    moves = _moves(state, player)
    if player == 1:
        return Decision(moves, game.values1, game.shares1)
    return Decision(moves, [1.0 - value for value in game.values2], game.shares2)


def _moves(state: rules.State, player: int) -> tuple[rules.Choice, ...]:
    """The choices of a player; of one who has already chosen, too: the question is the same."""
    fresh = replace(state, choices=(None, None))
    return tuple(move for move in rules.moves(fresh, player) if not isinstance(move, rules.Throw))


@lru_cache(maxsize=64)
def joint(sheet: rules.Sheet, sheets: tuple[Cells, Cells], die: int, look: Look = Look.WHOLE) -> Game:
    """The joint decision after a roll. It is asked for by both players, and again when its value is wanted."""
    codes = codes_of(sheet).at(sheet, die)
    first, second, options = codes.encode(sheets[0]), codes.encode(sheets[1]), codes.options[die - 1]
    net = load_net(sheet)
    if net is None:
        return by_strength(codes, first, second, options)
    return by_value(codes, net, first, second, options, look)


def advise(state: rules.State, player: int, look: Look = Look.WHOLE, *, search: bool = False) -> Advice:
    """The choices of a player, by their value against the other's mixture; among equals, the likelier first."""
    decision = decide(state, player, look, search=search)
    values = [round(min(max(value, 0.0), 1.0), 9) for value in decision.values]
    order = sorted(range(len(values)), key=lambda k: (-values[k], -decision.shares[k]))
    return Advice(player, False, tuple((decision.moves[k], values[k]) for k in order))


def late(sheets: tuple[Sequence[object], Sequence[object]]) -> bool:
    """Whether combats decide already; then a joint decision that looks deeper takes long."""
    return min(len(sheet) - sum(map(bool, sheet)) for sheet in sheets) <= LATE


# The two sources of worth


def solve_matrix_game(payoff: Payoff) -> tuple[float, list[float], list[float]]:
    """The value of a matrix game to the row player, and a best mixture of each."""
    row, column = zeros("d", len(payoff)), zeros("d", len(payoff[0]))
    flat = make_buffer("d", [worth for line in payoff for worth in line], len(row), len(column))
    value: float = matrix.solve(flat, row, column)
    return value, row.tolist(), column.tolist()


def rows_worth(payoff: Payoff, column: Numbers) -> list[float]:
    """What each row is worth against a mixture of columns."""
    return [sum(map(mul, line, column)) for line in payoff]


def columns_worth(row: Numbers, payoff: Payoff) -> list[float]:
    """What each column costs against a mixture of rows."""
    return rows_worth(list(zip(*payoff, strict=True)), row)


@dataclass(frozen=True, slots=True)
class Sight:
    """A joint decision by a learned value: the matrix of choices that differ, and of each player which these are, for
    every choice the one it is like, its cell and its code."""

    payoff: Payoff
    kept1: list[int]
    kept2: list[int]
    twin1: list[int]
    twin2: list[int]
    sides1: tuple[list[int], list[int]]
    sides2: tuple[list[int], list[int]]


def look_ahead(codes: Codes, net: Net, sheet1: Buffer, sheet2: Buffer, options: Buffer, *, alike: bool) -> Sight:
    """What the value makes of every pair of choices; what is complete by then is fought out. `alike`: of choices that
    look alike to the value only one is kept, though their combats may differ."""
    decision = kernel.decision(sheet1, sheet2, options, codes.kinds, codes.rows, net)
    believed, kept1, kept2, cells1, new1, twin1, cells2, new2, twin2 = (part.tolist() for part in decision)
    if not alike:
        place1, place2 = ({choice: k for k, choice in enumerate(choices_kept)} for choices_kept in (kept1, kept2))
        believed = [[believed[place1[i]][place2[j]] for j in twin2] for i in twin1]
        kept1 = twin1 = list(range(len(twin1)))
        kept2 = twin2 = list(range(len(twin2)))
    settled = make_buffer("d", [worth for line in believed for worth in line], len(kept1), len(kept2))
    arguments = make_buffer("q", kept1), *decision[3:5], make_buffer("q", kept2), *decision[6:8]
    kernel.settle(sheet1, sheet2, settled, *arguments, codes.kinds, codes.rows, codes.candle)
    return Sight(settled.tolist(), kept1, kept2, twin1, twin2, (cells1, new1), (cells2, new2))


def by_value(codes: Codes, net: Net, sheet1: Buffer, sheet2: Buffer, options: Buffer, look: Look = Look.WHOLE) -> Game:
    """A joint decision over a learned value, the choices that matter looked at one roll deeper."""
    alike = look is Look.SIGHT or not late((sheet1, sheet2))
    sight = look_ahead(codes, net, sheet1, sheet2, options, alike=alike)
    kept1, kept2 = sight.kept1, sight.kept2
    value, row, column = solve_matrix_game(sight.payoff)
    values1, values2 = rows_worth(sight.payoff, column), columns_worth(row, sight.payoff)
    made1, made2 = dict(enumerate(row)), dict(enumerate(column))
    every1 = sorted(made1, key=lambda i: (-round(values1[i], 9), -row[i]))
    every2 = sorted(made2, key=lambda j: (round(values2[j], 9), -column[j]))
    cached: dict[tuple[int, int], float] = {}

    def deeper(rows: Sequence[int], columns: Sequence[int]) -> Payoff:
        """Looked at one roll deeper, each pair once."""
        new_one = [i for i in rows if any((i, j) not in cached for j in columns)]
        new_two = [j for j in columns if any((i, j) not in cached for i in rows)]
        if new_one:
            payoff = zeros("d", len(new_one), len(new_two))
            sides = ((new_one, kept1, *sight.sides1), (new_two, kept2, *sight.sides2))
            chosen = (make_buffer("q", [part[kept[k]] for k in some]) for some, kept, *parts in sides for part in parts)
            kernel.deepen(sheet1, sheet2, *chosen, codes.kinds, codes.faces, codes.rows, codes.candle, net, payoff)
            for i, line in zip(new_one, payoff.tolist(), strict=True):
                cached.update(((i, j), worth) for j, worth in zip(new_two, line, strict=True))
        return [[cached[i, j] for j in columns] for i in rows]

    # A few choices of each, and whatever answers the other's mixture of these better, until nothing does.
    rows, columns, more = every1[:FIRST], every2[:FIRST], look is not Look.SIGHT
    while more:
        value, row, column = solve_matrix_game(deeper(rows, columns))
        made1 = {i: share for i, share in zip(rows, row, strict=True) if share > 0.0}
        made2 = {j: share for j, share in zip(columns, column, strict=True) if share > 0.0}
        if look is Look.FEW:  # no choice that was not looked at is better than these
            values1 = [value if i in made1 else min(worth, value) for i, worth in enumerate(values1)]
            values2 = [value if j in made2 else max(worth, value) for j, worth in enumerate(values2)]
            break
        values1 = rows_worth(deeper(range(len(kept1)), list(made2)), list(made2.values()))
        values2 = columns_worth(list(made1.values()), deeper(list(made1), range(len(kept2))))
        best1, best2 = max(every1, key=values1.__getitem__), min(every2, key=values2.__getitem__)
        more1 = best1 not in rows and values1[best1] > value + SURE
        more2 = best2 not in columns and values2[best2] < value - SURE
        rows += [best1] * more1
        columns += [best2] * more2
        more = more1 or more2
    shares1 = [made1.get(i, 0.0) for i in range(len(kept1))]
    shares2 = [made2.get(j, 0.0) for j in range(len(kept2))]
    first = _expand(kept1, sight.twin1, values1, shares1)
    return Game(*first, *_expand(kept2, sight.twin2, values2, shares2))


def _expand(kept: list[int], twin: list[int], values: Numbers, shares: Numbers) -> tuple[list[float], list[float]]:
    """From the kept choices to all: a twin is worth the same, and the kept choice is the one that is made."""
    index = {choice: k for k, choice in enumerate(kept)}
    expanded = [shares[index[choice]] if choice in index else 0.0 for choice in range(len(twin))]
    return [values[index[each]] for each in twin], expanded


def by_strength(codes: Codes, sheet1: Buffer, sheet2: Buffer, options: Buffer) -> Game:
    """A joint decision over a plain measure of the sheets, for objects no value has been learned of."""
    afters1 = [after(sheet1, *choice) for choice in choices(codes, sheet1, options)]
    afters2 = [after(sheet2, *choice) for choice in choices(codes, sheet2, options)]
    lead1 = [strength(codes, lead) for lead in afters1]
    lead2 = [strength(codes, two) for two in afters2]
    payoff = [[1.0 / (1.0 + exp(STEEP * (opposing - lead) - AHEAD)) for opposing in lead2] for lead in lead1]
    for i in sorted(range(len(lead1)), key=lambda i: -lead1[i])[:FOUGHT]:
        for j in sorted(range(len(lead2)), key=lambda j: -lead2[j])[:FOUGHT]:
            done = all(afters1[i]) or all(afters2[j])
            if done and combat.is_small(_unfold(codes, afters1[i]), _unfold(codes, afters2[j]), FOUGHT_STATES):
                payoff[i][j] = kernel.fought(afters1[i], afters2[j], codes.kinds, codes.rows, codes.candle)
    _, row, column = solve_matrix_game(payoff)
    return Game(rows_worth(payoff, column), row, columns_worth(row, payoff), column)


def strength(codes: Codes, sheet: Buffer) -> float:
    """A plain measure of a sheet: the hits of each row times its best damage; shielded hits count half again. A thrower
    is not used up (L7), so a row strikes with its best object for as long as its hits last."""
    total = float(codes.candle[0] * codes.candle[1])
    for hits, damage, guard in zip(*(part.tolist() for part in _unfold(codes, sheet)), strict=True):
        lives = 0.0
        for cell, points in enumerate(hits):
            beside = any(guard[max(cell - 1, 0) : cell] + guard[cell + 1 : cell + 2])
            lives += points * (1.5 if beside and not guard[cell] else 1.0)
        total += lives * max(damage)
    return log(total)


# The value of the start


def simulate(codes: Codes, net: Net, games: int, progress: Progress = quiet) -> tuple[float, float]:
    """Player 1's share of games of the value against itself, and the half-width of its 95 % interval."""
    large = runtime.module("laaancez.recruitment", large=True)
    large.seed(games)
    won, parts = 0.0, 20
    for part in range(parts):
        progress(part / parts, Text("Parties d’essai…", "Playing trial games…"))
        won += large.self_play(games // parts, 0.0, codes.kinds, codes.faces, codes.rows, codes.candle, net, 1.0)[3]
    share = won / parts
    return share, 1.96 * (share * (1.0 - share) / games) ** 0.5


def _unfold(codes: Codes, sheet: Buffer) -> combat.Sides:
    unfolded: combat.Sides = kernel.unfold(sheet, codes.kinds, codes.rows, codes.candle)
    return unfolded
