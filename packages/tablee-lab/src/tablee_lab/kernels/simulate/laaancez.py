"""Laaancez !, whole games: `play` one, `run` many, on any sheet. In recruitment each player's free cells and tickable
objects are lists in ascending order, so that the choices of a face are counted without being written out. In combat
only the two front rows matter: bit c of a row stands for its column c, and three sets of columns tell all about it:
what stands, what can be thrown, what is a Shield."""

# mypy: allow-untyped-defs, allow-untyped-calls

from typing import Any, NamedTuple

import numpy as np

from tablee.games import laaancez as rules

from .draws import below, compiled, draw, keep, result, stream

Array = np.ndarray[Any, np.dtype[Any]]

RANDOM, GREEDY = 0, 1
TICK, NOTHING, PASS = -1, -2, -3  # options of a face that copy no object; PASS when neither can be carried out
COLUMNS = 9  # the most that a row may have, and the most rows
SCRATCH = ((2, 7, COLUMNS * COLUMNS), np.int16)  # [player, what, cell]
FREE, TICKABLE, HITS, DAMAGE, ROOM, SHIELD, FRONT = range(7)  # of scratch: two lists, four facts of a cell, and:
FREES, TICKABLES, ROW, STANDING, ARMED, SHIELDS = range(6)  # how long the lists are; the front row and its sets
TIED = FREE  # in combat that list is free for the throws that a greedy player likes equally
TICKED = 7  # a greedy player counts in halves: twice what an object has, less one for each row it stands behind


class Tables(NamedTuple):
    rows: Array  # int16[rows + 1] where each begins
    row: Array  # int16[cells] of a cell
    face: Array  # int16[6, 2] the options: an object, TICK, or NOTHING where both are the same
    thing: Array  # int16[objects + 1, 4] hits, damage, room for ticks, shield; the candle last
    columns: Array  # int16[512] how many columns a set has
    column: Array  # int16[512, 9] which they are, ascending


def tables(variant: rules.Variant, solved: Any = None) -> Tables:
    sheet = variant.sheet
    number = {thing.name: index for index, thing in enumerate(sheet.objects)} | {rules.TICK: TICK}
    face = [(number[first], number[two] if two != first else NOTHING) for first, two in sheet.faces]
    thing = [(each.hits, each.damage, each.limit - each.damage, each.shield) for each in (*sheet.objects, sheet.candle)]
    members = [[index for index in range(COLUMNS) if columns >> index & 1] for columns in range(1 << COLUMNS)]
    return Tables(
        np.array([0, *(end for _, end in sheet.spans)], np.int16),
        np.array([row for row, width in enumerate(sheet.rows) for _ in range(width)], np.int16),
        np.array(face, np.int16),
        np.array(thing, np.int16),
        np.array([len(places) for places in members], np.int16),
        np.array([places + [0] * (COLUMNS - len(places)) for places in members], np.int16),
    )


# Recruitment


@compiled
def put(tables, scratch, player, cell, kind):
    """An object in a cell, as it is copied (L3)."""
    scratch[player, HITS, cell] = tables.thing[kind, 0]
    scratch[player, DAMAGE, cell] = tables.thing[kind, 1]
    scratch[player, ROOM, cell] = tables.thing[kind, 2]
    scratch[player, SHIELD, cell] = tables.thing[kind, 3]


@compiled
def set_up(tables, scratch):
    """Two empty sheets, but for the candles (L2)."""
    last = tables.row.size - 1
    for player in range(2):
        for cell in range(last):
            scratch[player, FREE, cell] = cell
            scratch[player, HITS, cell] = 0
            scratch[player, DAMAGE, cell] = 0
        put(tables, scratch, player, last, tables.thing.shape[0] - 1)
        scratch[player, FRONT, FREES] = last
        scratch[player, FRONT, TICKABLES] = 0


@compiled
def strike(scratch, player, which, k, count):
    for index in range(k, count - 1):
        scratch[player, which, index] = scratch[player, which, index + 1]


@compiled
def carry_out(tables, scratch, player, option, k):
    """Copy an object into the k-th free cell, or tick the k-th tickable one."""
    if option == TICK:
        cell, count = scratch[player, TICKABLE, k], scratch[player, FRONT, TICKABLES]
        scratch[player, DAMAGE, cell] += 1
        scratch[player, ROOM, cell] -= 1
        if scratch[player, ROOM, cell] == 0:
            strike(scratch, player, TICKABLE, k, count)
            scratch[player, FRONT, TICKABLES] = count - 1
        return
    cell, count = scratch[player, FREE, k], scratch[player, FRONT, FREES]
    strike(scratch, player, FREE, k, count)
    scratch[player, FRONT, FREES] = count - 1
    put(tables, scratch, player, cell, option)
    if scratch[player, ROOM, cell] > 0:
        index = scratch[player, FRONT, TICKABLES]
        scratch[player, FRONT, TICKABLES] = index + 1
        while index > 0 and scratch[player, TICKABLE, index - 1] > cell:
            scratch[player, TICKABLE, index] = scratch[player, TICKABLE, index - 1]
            index -= 1
        scratch[player, TICKABLE, index] = cell


@compiled
def offered(scratch, player, option):
    """In how many cells an option can be carried out (L4)."""
    if option == NOTHING:
        return 0
    return scratch[player, FRONT, TICKABLES if option == TICK else FREES]


@compiled
def liked(tables, scratch, player, option, count):
    """What a greedy player thinks an option worth, and in how many cells: the first ones of the list."""
    if count == 0:
        return -1000, 0
    which = TICKABLE if option == TICK else FREE
    front = tables.row[scratch[player, which, 0]]
    ties = 1
    while ties < count and tables.row[scratch[player, which, ties]] == front:
        ties += 1
    worth = TICKED if option == TICK else 2 * (tables.thing[option, 0] + tables.thing[option, 1])
    return worth - front, ties


@compiled
def choose(tables, scratch, player, policy, face, random):
    """A player's choice after a roll (L4): the option and the place in its list."""
    first, second = tables.face[face, 0], tables.face[face, 1]
    firsts, seconds = offered(scratch, player, first), offered(scratch, player, second)
    if firsts + seconds == 0:
        return PASS, 0  # L5
    if policy == GREEDY:
        worth, firsts = liked(tables, scratch, player, first, firsts)
        second_choice, seconds = liked(tables, scratch, player, second, seconds)
        if worth > second_choice:
            seconds = 0
        elif second_choice > worth:
            firsts = 0
    k = below(random, firsts + seconds)
    return (first, k) if k < firsts else (second, k - firsts)


@compiled
def recruit(key, tables, policies, scratch):
    """The recruitment, to the end (L6): how many events it took."""
    n = 0
    while scratch[0, FRONT, FREES] > 0 and scratch[1, FRONT, FREES] > 0:
        face = below(draw(key, n), 6)
        n += 1
        for player in range(2):  # neither sees the other's sheet change, so one may go first
            option, k = choose(tables, scratch, player, policies[player], face, draw(key, n))
            if option != PASS:
                carry_out(tables, scratch, player, option, k)
            n += 1
    return n


# Combat


@compiled
def unfold(tables, scratch, player, row):
    """Make `row` a player's front, or the first behind it in which something can be thrown (L10)."""
    while True:
        standing = armed = shields = 0
        begin = tables.rows[row]
        for column in range(tables.rows[row + 1] - begin):
            cell = begin + column
            if scratch[player, HITS, cell] > 0:
                standing |= 1 << column
                armed |= (scratch[player, DAMAGE, cell] > 0) << column
                shields |= (scratch[player, SHIELD, cell] > 0) << column
        if armed:  # at the latest the candle (L11)
            break
        row += 1
    scratch[player, FRONT, ROW] = row
    scratch[player, FRONT, STANDING] = standing
    scratch[player, FRONT, ARMED] = armed
    scratch[player, FRONT, SHIELDS] = shields


@compiled
def hit(tables, scratch, player, cell, damage):
    """A player's object is hit (L7); whether that puts the candle out."""
    left = scratch[player, HITS, cell] - damage
    scratch[player, HITS, cell] = max(left, 0)
    if left > 0:
        return False
    row = scratch[player, FRONT, ROW]
    others = ~(1 << (cell - tables.rows[row]))
    scratch[player, FRONT, STANDING] &= others
    scratch[player, FRONT, SHIELDS] &= others
    scratch[player, FRONT, ARMED] &= others
    if cell == tables.row.size - 1:
        return True
    if scratch[player, FRONT, ARMED] == 0:
        unfold(tables, scratch, player, row + 1)
    return False


@compiled
def greedy(tables, scratch, player, armed, exposed, random):
    """Which throw a greedy player likes best: a kill, what hurts most, the most hit points. The candle comes before
    all, but where it can be aimed at it is the only target."""
    opponent = 1 - player
    mine, theirs = tables.rows[scratch[player, FRONT, ROW]], tables.rows[scratch[opponent, FRONT, ROW]]
    most, ties, k = -1, 0, 0
    for thrower in range(tables.columns[armed]):
        damage = scratch[player, DAMAGE, mine + tables.column[armed, thrower]]
        for aim in range(tables.columns[exposed]):
            target = theirs + tables.column[exposed, aim]
            hits = scratch[opponent, HITS, target]
            worth = (damage >= hits) << 8 | scratch[opponent, DAMAGE, target] << 4 | min(damage, hits)
            if worth > most:
                most, ties = worth, 0
            if worth == most:
                scratch[player, TIED, ties] = k
                ties += 1
            k += 1
    return np.int64(scratch[player, TIED, below(random, ties)])


@compiled
def fight(key, n, tables, policies, scratch):
    """The combat, to the end (L12), from event n on."""
    for player in range(2):
        unfold(tables, scratch, player, 0)
    player = 0
    while True:
        opponent = 1 - player
        armed, shields = scratch[player, FRONT, ARMED], scratch[opponent, FRONT, SHIELDS]
        exposed = scratch[opponent, FRONT, STANDING] & (shields | ~(shields << 1 | shields >> 1))  # L9
        targets = tables.columns[exposed]
        if policies[player] == GREEDY:
            k = greedy(tables, scratch, player, armed, exposed, draw(key, n))
        else:
            k = below(draw(key, n), tables.columns[armed] * targets)
        thrower = tables.rows[scratch[player, FRONT, ROW]] + tables.column[armed, k // targets]
        target = tables.rows[scratch[opponent, FRONT, ROW]] + tables.column[exposed, k % targets]
        n += 1
        if hit(tables, scratch, opponent, target, scratch[player, DAMAGE, thrower]):
            return result(1 + player, n, 0, 0)
        player = opponent


# Whole games


@compiled
def play(key, tables, policies, scratch):
    """One game; policies[player - 1] is RANDOM or GREEDY."""
    set_up(tables, scratch)
    return fight(key, recruit(key, tables, policies, scratch), tables, policies, scratch)


@compiled
def run(seed, first, tables, policies, scratch, winner, events, scores):
    """Games first, first + 1, … of a seed, one for each row of the arrays."""
    for index in range(winner.size):
        outcome = play(stream(seed, first + np.uint64(index)), tables, policies, scratch)
        keep(outcome, index, winner, events, scores)


def scores(variant: rules.Variant) -> int:
    return 0
