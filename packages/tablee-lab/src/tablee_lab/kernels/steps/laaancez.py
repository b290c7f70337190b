"""Laaancez !, event by event. A row: kind, hit points and damage of every cell of both sheets, then four columns."""

# mypy: allow-untyped-defs, allow-untyped-calls

from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from tablee.games import laaancez as rules
from tablee_lab.kernels.simulate.draws import below, result, stepped

Array = np.ndarray[Any, np.dtype[Any]]
KIND, HITS, DAMAGE = 0, 1, 2  # of a cell; an empty one has kind 0
DIE, TURN, FIRST, FIGHT = range(4)  # behind the cells; FIRST: one more than what player 1 has chosen
TICK, NOTHING = -1, -2


class Laaancez(NamedTuple):
    cells: int
    rows: Array  # int16[rows + 1] where each begins
    row: Array  # int16[cells] of a cell
    face: Array  # int16[6, 2] the options: a kind, TICK, or NOTHING where both are the same
    ticks: Array  # bool[6, kinds] what a tick of a face may go to
    thing: Array  # int16[kinds, 4] hits, damage, limit, shield; kind 0 is none, the candle comes last
    most: Array  # int16[2] the greatest hits and limit of the sheet


def _objects(sheet: rules.Sheet) -> list[str]:
    """The kinds that can be copied, in the order of the sheet: they number the actions."""
    offered = set(chain.from_iterable(sheet.faces))
    return [thing.name for thing in sheet.objects if thing.name in offered]


def tables(variant: rules.Variant, solved: Any = None) -> Laaancez:
    sheet = variant.sheet
    kinds = [*_objects(sheet), sheet.candle.name]
    number = {name: 1 + nth for nth, name in enumerate(kinds)} | {rules.TICK: TICK}
    things = [sheet.things[name] for name in kinds]
    return Laaancez(
        len(sheet.cells),
        np.array([0, *(end for _, end in sheet.spans)], np.int16),
        np.array([row for row, width in enumerate(sheet.rows) for _ in range(width)], np.int16),
        np.array([(number[first], number[two] if two != first else NOTHING) for first, two in sheet.faces], np.int16),
        np.array([[False, *(sheet.ticks(die, name) for name in kinds)] for die in range(1, 7)]),
        np.array(
            [(0, 0, 0, 0), *((thing.hits, thing.damage, thing.limit, thing.shield) for thing in things)], np.int16
        ),
        np.array([max(thing.hits for thing in things), max(thing.limit for thing in things)], np.int16),
    )


def sizes(variant: rules.Variant) -> tuple[int, int, int, int]:
    sheet = variant.sheet
    cells, kinds, rows = len(sheet.cells), len(_objects(sheet)) + 1, len(sheet.rows)
    moves = kinds * (cells - 1) + 1 + cells * cells  # a tick takes the place of the candle
    return 6 * cells + 4, 2 * cells * (kinds + 2) + 2 * rows + 13, moves + 1, max(2, 1 + cells) * cells


def hidden(variant: rules.Variant, player: int) -> int:
    """The column of what a player may not see (L4): one more than the other's choice; 0 where there is none."""
    return 6 * len(variant.sheet.cells) + FIRST if player == 2 else 0


def plain(variant: rules.Variant, row: list[int]) -> rules.State:
    sheet = variant.sheet
    cells, kinds = len(sheet.cells), [*_objects(sheet), sheet.candle.name]

    def items(player: int) -> tuple[rules.Item | None, ...]:
        begin = 3 * cells * player
        triples = (row[index : index + 3] for index in range(begin, begin + 3 * cells, 3))
        return tuple(rules.Item(kinds[kind - 1], hits, damage) if kind else None for kind, hits, damage in triples)

    die, turn, chosen, _ = row[6 * cells :]
    return rules.State(variant, (items(0), items(1)), turn, die, (rules.Hidden(1) if chosen else None, None))


def row(state: rules.State) -> list[int]:
    """The same the other way round."""
    sheet = state.variant.sheet
    kinds = [*_objects(sheet), sheet.candle.name]
    cells = [
        number
        for cells in state.sheets
        for item in cells
        for number in ((1 + kinds.index(item.kind), item.hits, item.damage) if item else (0, 0, 0))
    ]
    return [*cells, state.die, state.turn, state.choices[0] is not None, rules.fights(state)]


@stepped
def cell_at(tables, player, cell):
    return 3 * ((player - 1) * tables.cells + cell)


@stepped
def put(tables, rows, index, player, cell, kind):
    column = cell_at(tables, player, cell)
    rows[index, column + KIND] = kind
    rows[index, column + HITS] = tables.thing[kind, 0]
    rows[index, column + DAMAGE] = tables.thing[kind, 1]


@stepped
def begin(tables, rows, index):
    for column in range(6 * tables.cells + 4):
        rows[index, column] = 0
    rows[index, 6 * tables.cells + TURN] = 1
    for player in range(1, 3):
        put(tables, rows, index, player, tables.cells - 1, tables.thing.shape[0] - 1)


@stepped
def mover(tables, rows, index):
    """Of two who choose at once, the first is asked first (L4)."""
    after = 6 * tables.cells
    if rows[index, after + FIGHT]:
        for player in range(1, 3):
            if rows[index, cell_at(tables, player, tables.cells - 1) + HITS] == 0:
                return 0  # L12
        return np.int64(rows[index, after + TURN])
    if rows[index, after + DIE] == 0:
        return -1
    return 1 if rows[index, after + FIRST] == 0 else 2


@stepped
def throw(tables, rows, index, random):
    rolled = below(random, 6)
    rows[index, 6 * tables.cells + DIE] = rolled + 1
    return rolled


@stepped
def front(tables, rows, index, player):
    """L10, L11: the first row that can still throw, or the candle's."""
    for cell in range(tables.cells):
        column = cell_at(tables, player, cell)
        if rows[index, column + DAMAGE] > 0 and rows[index, column + HITS] > 0:
            return np.int64(tables.row[cell])
    return tables.rows.size - 2


@stepped
def stands(tables, rows, index, player, cell, shield):
    """Whether an object stands there, or a Shield."""
    column = cell_at(tables, player, cell)
    return rows[index, column + HITS] > 0 and (not shield or tables.thing[rows[index, column + KIND], 3] > 0)


@stepped
def exposed(tables, rows, index, player, cell, begin, end):
    """L7, L9: whether an object of a front row can be aimed at."""
    if not stands(tables, rows, index, player, cell, False):
        return False
    if stands(tables, rows, index, player, cell, True):
        return True
    left = cell > begin and stands(tables, rows, index, player, cell - 1, True)
    return not (left or (cell + 1 < end and stands(tables, rows, index, player, cell + 1, True)))


@stepped
def options(tables, rows, index, player, out):
    cells, count = tables.cells, 0
    objects = tables.thing.shape[0] - 2
    last = (objects + 1) * (cells - 1)  # the action of a pass
    if rows[index, 6 * cells + FIGHT]:
        mine, theirs = front(tables, rows, index, player), front(tables, rows, index, 3 - player)
        for own in range(tables.rows[mine], tables.rows[mine + 1]):
            column = cell_at(tables, player, own)
            if rows[index, column + HITS] > 0 and rows[index, column + DAMAGE] > 0:
                for aim in range(tables.rows[theirs], tables.rows[theirs + 1]):
                    if exposed(tables, rows, index, 3 - player, aim, tables.rows[theirs], tables.rows[theirs + 1]):
                        out[count] = last + 1 + own * cells + aim
                        count += 1
        return count
    die = rows[index, 6 * cells + DIE] - 1
    for choice in range(2):
        option = tables.face[die, choice]
        if option == NOTHING:
            continue
        for cell in range(cells - 1):
            column = cell_at(tables, player, cell)
            kind = rows[index, column + KIND]
            if option == TICK:
                if kind and tables.ticks[die, kind] and rows[index, column + DAMAGE] < tables.thing[kind, 2]:
                    out[count] = objects * (cells - 1) + cell
                    count += 1
            elif kind == 0:
                out[count] = (option - 1) * (cells - 1) + cell
                count += 1
    if count == 0:
        out[0] = last  # L5
        count = 1
    return count


@stepped
def worth(tables, rows, index, player, action):
    """As the greedy bot sees it: strength in front; then the candle, a kill, what hurts most, the most hit points."""
    cells, objects = tables.cells, tables.thing.shape[0] - 2
    last = (objects + 1) * (cells - 1)
    if action == last:
        return 0.0
    if action < last:
        kind, cell = action // (cells - 1), action % (cells - 1)
        base = 3.5 if kind == objects else 1.0 * (tables.thing[kind + 1, 0] + tables.thing[kind + 1, 1])
        return base - 0.5 * tables.row[cell]
    own, aim = (action - last - 1) // cells, (action - last - 1) % cells
    damage = rows[index, cell_at(tables, player, own) + DAMAGE]
    aimed = cell_at(tables, 3 - player, aim)
    hits = rows[index, aimed + HITS]
    kills = damage >= hits
    candle = kills and aim == cells - 1
    return 1.0 * (candle << 20 | kills << 16 | rows[index, aimed + DAMAGE] << 8 | min(damage, hits))


@stepped
def best(tables, rows, index, options, count):
    return 0


@stepped
def carry_out(tables, rows, index, player, action):
    cells, objects = tables.cells, tables.thing.shape[0] - 2
    kind, cell = action // (cells - 1), action % (cells - 1)
    if kind < objects:
        put(tables, rows, index, player, cell, kind + 1)
    elif kind == objects:
        rows[index, cell_at(tables, player, cell) + DAMAGE] += 1  # L3


@stepped
def full(tables, rows, index, player):
    empty = 0
    for cell in range(tables.cells):
        empty += rows[index, cell_at(tables, player, cell) + KIND] == 0
    return empty == 0


@stepped
def play(tables, rows, index, player, action):
    cells, after = tables.cells, 6 * tables.cells
    if rows[index, after + FIGHT]:
        throw = action - (tables.thing.shape[0] - 1) * (cells - 1) - 1
        aimed = cell_at(tables, 3 - player, throw % cells) + HITS
        damage = rows[index, cell_at(tables, player, throw // cells) + DAMAGE]
        rows[index, aimed] = max(0, rows[index, aimed] - damage)
        rows[index, after + TURN] = 3 - player
    elif player == 1:
        rows[index, after + FIRST] = action + 1
    else:
        carry_out(tables, rows, index, 1, rows[index, after + FIRST] - 1)
        carry_out(tables, rows, index, 2, action)
        rows[index, after + FIRST] = rows[index, after + DIE] = 0
        rows[index, after + TURN] = 3 - rows[index, after + TURN]
        if full(tables, rows, index, 1) or full(tables, rows, index, 2):
            rows[index, after + FIGHT], rows[index, after + TURN] = 1, 1  # L6, L7


@stepped
def conclude(tables, rows, index, events):
    lost = rows[index, cell_at(tables, 1, tables.cells - 1) + HITS] == 0
    return result(2 if lost else 1, events, 0, 0)


@stepped
def observe(tables, rows, index, player, out):
    cells, kinds = tables.cells, tables.thing.shape[0] - 1
    width, after = kinds + 2, 6 * tables.cells
    for side in range(2):
        who = player if side == 0 else 3 - player
        for cell in range(cells):
            column, into = cell_at(tables, who, cell), (side * cells + cell) * width
            kind = rows[index, column + KIND]
            if kind:
                out[index, into + kind - 1] = 1.0
                out[index, into + kinds] = rows[index, column + HITS] / tables.most[0]
                out[index, into + kinds + 1] = rows[index, column + DAMAGE] / tables.most[1]
    into = 2 * cells * width
    for side in range(2):
        out[index, into + front(tables, rows, index, player if side == 0 else 3 - player)] = 1.0
        into += tables.rows.size - 1
    die, who = rows[index, after + DIE], mover(tables, rows, index)
    if die:
        out[index, into + die - 1] = 1.0
    out[index, into + 6] = rows[index, after + FIGHT]
    out[index, into + 7] = 1.0 * (rows[index, after + TURN] == player)
    out[index, into + 8] = 1.0 * (player == 1 and rows[index, after + FIRST] > 0)
    out[index, into + 9] = 1.0 * (player == 2 and rows[index, after + FIRST] > 0)
    joint = die > 0 and (player == 2 or rows[index, after + FIRST] == 0)
    out[index, into + 10] = 1.0 * (joint or (die == 0 and who == player))
    out[index, into + 10 + player] = 1.0
