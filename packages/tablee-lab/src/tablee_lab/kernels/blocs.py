"""Pousse-blocs over arrays: the best play of one whole turn, alone, between two, and of every seat of three or four.

Sets of blocks are numbers, and what can be pushed is a tuple of tables, as `tablee.games.blocs.push_tables` has them.

During a turn only the mover's own blocks shrink, and whatever lies elsewhere stays. So a turn is solved by one
pass over the mover's sets in ascending order, once the values `after` the turn are known: that pass is `turn`.
It takes positions in strips of `STRIP`, all with the same own blocks, and compares one push after the other over
a whole strip; the same loops position by position are several times slower.

Where nobody has to push (B6), not to push is the push of the empty set: it leaves the mover's own set, and while that
set is looked at its place in `values` holds what the end of the turn is worth.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit, prange

from tablee.games.blocs.push_tables import FULL, SETS, SEVENS, STRIP, STRIPS

Floats = np.ndarray[Any, np.dtype[np.float64]]
Ints = np.ndarray[Any, np.dtype[Any]]
Tables = tuple[Ints, ...]  # `Pushes`

NOTHING = -1e300  # less than any value
ROUNDS, NEWTON, SAME = 10_000, 12, 1e-16  # of `fast`


# One whole turn, a strip of positions at a time
#
# values[kind, strip, own, place]: the mover's own chance (kind 0) and some of the others'; `own` is the mover's
# set, `strip` and `place` together whatever stays during the turn. after[...] has the same shape: what a turn
# that ends there is worth. policy[strip, choice, place]: the pushed set.


@njit(cache=True)
def _choose(
    value: Floats, strip: int, own: int, option: Ints, first: int, stop: int, best: Floats, chosen: Ints
) -> None:
    """Raise `best` and note in `chosen` which of option[first:stop] does it, over a whole strip."""
    for at in range(first, stop):
        pushed = option[at]
        left = own ^ pushed
        for place in range(STRIP):
            if value[strip, left, place] > best[place]:
                best[place] = value[strip, left, place]
                chosen[place] = pushed


@njit(cache=True)
def _add(values: Floats, strip: int, own: int, weight: int, chosen: Ints, total: Floats) -> None:
    for kind in range(values.shape[0]):
        for place in range(STRIP):
            total[kind, place] += weight * values[kind, strip, own ^ chosen[place], place]


@njit(cache=True)
def _end(tables: Tables, strip: int, own: int, after: Floats, total: Floats) -> None:
    """What does not depend on a choice: sevens, throws that allow nothing, and the pushes of B9."""
    none, last_first, last_weight, last, may = tables[0], tables[8], tables[9], tables[10], tables[11][0]
    for kind in range(after.shape[0]):
        for place in range(STRIP):
            total[kind, place] = (SEVENS + none[own]) * after[kind, strip, own, place]
        for at in range(last_first[own], last_first[own + 1]):
            left = own ^ last[at]
            if left and may:
                for place in range(STRIP):
                    stays = after[0, strip, own, place] > after[0, strip, left, place]
                    total[kind, place] += last_weight[at] * after[kind, strip, own if stays else left, place]
            elif left:
                for place in range(STRIP):
                    total[kind, place] += last_weight[at] * after[kind, strip, left, place]
            elif kind == 0:
                for place in range(STRIP):
                    total[kind, place] += last_weight[at]  # B11


@njit(parallel=True, cache=True)
def turn(tables: Tables, after: Floats, values: Floats, policy: Ints) -> None:
    """Solve the turn: the best push of every choice into `policy`, the values before the throw into `values`."""
    _, free_first, free, choice_first, choice_weight, choice_free, option_first, option, _, _, _, _ = tables
    kinds = values.shape[0]
    for strip in prange(STRIPS):
        best, free_best = np.empty(STRIP), np.empty(STRIP)
        chosen, free_chosen = np.empty(STRIP, np.int64), np.empty(STRIP, np.int64)
        total = np.empty((kinds, STRIP))
        for kind in range(kinds):
            for place in range(STRIP):
                values[kind, strip, 0, place] = 1.0 if kind == 0 else 0.0  # B11: nothing left, won
        for own in range(1, SETS):
            _end(tables, strip, own, after, total)
            for kind in range(kinds):
                for place in range(STRIP):
                    values[kind, strip, own, place] = after[kind, strip, own, place]  # of no push (B6)
            for place in range(STRIP):
                free_best[place] = NOTHING
            _choose(values[0], strip, own, free, free_first[own], free_first[own + 1], free_best, free_chosen)
            for choice in range(choice_first[own], choice_first[own + 1]):
                for place in range(STRIP):
                    best[place] = free_best[place] if choice_free[choice] else NOTHING
                    chosen[place] = free_chosen[place]
                _choose(values[0], strip, own, option, option_first[choice], option_first[choice + 1], best, chosen)
                _add(values, strip, own, choice_weight[choice], chosen, total)
                for place in range(STRIP):
                    policy[strip, choice, place] = chosen[place]
            for kind in range(kinds):
                for place in range(STRIP):
                    values[kind, strip, own, place] = total[kind, place] / 36
        for kind in range(kinds):
            for place in range(STRIP):
                values[kind, strip, 0, place] = after[kind, strip, 0, place]  # B15: nothing to push, passed


@njit(parallel=True, cache=True)
def follow(tables: Tables, after: Floats, values: Floats, policy: Ints, mixed: Floats) -> None:
    """The values before the throw when the mover follows `policy`.

    mixed[item] = strip, own, place, weight, push of the policy, other push, share of the other push: the few
    choices where the policy tosses a coin.
    """
    choice_first, choice_weight = tables[3], tables[4]
    kinds = values.shape[0]
    for strip in prange(STRIPS):
        total = np.empty((kinds, STRIP))
        for kind in range(kinds):
            for place in range(STRIP):
                values[kind, strip, 0, place] = 1.0 if kind == 0 else 0.0
        for own in range(1, SETS):
            _end(tables, strip, own, after, total)
            for kind in range(kinds):
                for place in range(STRIP):
                    values[kind, strip, own, place] = after[kind, strip, own, place]  # of no push (B6)
            for choice in range(choice_first[own], choice_first[own + 1]):
                _add(values, strip, own, choice_weight[choice], policy[strip, choice], total)
            for item in range(mixed.shape[0]):
                if mixed[item, 0] == strip and mixed[item, 1] == own:
                    place = int(mixed[item, 2])
                    usual, other = own ^ int(mixed[item, 4]), own ^ int(mixed[item, 5])
                    for kind in range(kinds):
                        more = values[kind, strip, other, place] - values[kind, strip, usual, place]
                        total[kind, place] += mixed[item, 3] * mixed[item, 6] * more
            for kind in range(kinds):
                for place in range(STRIP):
                    values[kind, strip, own, place] = total[kind, place] / 36
        for kind in range(kinds):
            for place in range(STRIP):
                values[kind, strip, 0, place] = after[kind, strip, 0, place]


@njit(parallel=True, cache=True)
def regrets(
    tables: Tables, after: Floats, value: Floats, policy: Ints, tolerance: float, better: Ints, largest: Floats
) -> None:
    """How much a mover could gain by one other push: largest[strip], over all positions and choices.

    better[strip, choice, place] becomes the best push where it gains more than `tolerance`, else the policy's.
    """
    _, free_first, free, choice_first, _, choice_free, option_first, option, _, _, _, _ = tables
    for strip in prange(STRIPS):
        best, free_best = np.empty(STRIP), np.empty(STRIP)
        chosen, free_chosen = np.empty(STRIP, np.int64), np.empty(STRIP, np.int64)
        passed, before, most = np.empty(STRIP), np.empty(STRIP), np.zeros(STRIP)
        for place in range(STRIP):
            passed[place] = value[strip, 0, place]
            value[strip, 0, place] = 1.0  # as in `turn`, for the length of this pass
        for own in range(1, SETS):
            for place in range(STRIP):
                free_best[place] = NOTHING
                before[place] = value[strip, own, place]
                value[strip, own, place] = after[strip, own, place]
            _choose(value, strip, own, free, free_first[own], free_first[own + 1], free_best, free_chosen)
            for choice in range(choice_first[own], choice_first[own + 1]):
                for place in range(STRIP):
                    best[place] = free_best[place] if choice_free[choice] else NOTHING
                    chosen[place] = free_chosen[place]
                _choose(value, strip, own, option, option_first[choice], option_first[choice + 1], best, chosen)
                for place in range(STRIP):
                    usual = policy[strip, choice, place]
                    gain = best[place] - value[strip, own ^ usual, place]
                    better[strip, choice, place] = chosen[place] if gain > tolerance else usual
                    if gain > most[place]:
                        most[place] = gain
            for place in range(STRIP):
                value[strip, own, place] = before[place]
        for place in range(STRIP):
            value[strip, 0, place] = passed[place]
        largest[strip] = 0.0
        for place in range(STRIP):
            largest[strip] = max(largest[strip], most[place])


@njit(parallel=True, cache=True)
def pass_on(
    values: Floats,
    after: Floats,
    crossed: bool,
    flip_own: int,
    flip_stays: int,
    constant: Floats,
    shares: Floats,
) -> None:
    """What the end of a turn is worth to the kinds of the mover, from the values of the seat that follows.

    `crossed`: the seat that follows plays with the other set of blocks, so that its own blocks are what stayed.
    The flips turn a set into the one that faces it. after = constant + shares @ values, kind by kind.
    """
    kinds = after.shape[0]
    for strip in prange(STRIPS):
        for own in range(SETS):
            for place in range(STRIP):
                stays = strip * STRIP + place
                next_own = (stays if crossed else own) ^ flip_own
                next_stays = (own if crossed else stays) ^ flip_stays
                for kind in range(kinds):
                    worth = constant[kind]
                    for other in range(kinds):
                        worth += shares[kind, other] * values[other, next_stays // STRIP, next_own, next_stays % STRIP]
                    after[kind, strip, own, place] = worth


# One player alone (B17), and two players over few positions


@njit(cache=True)
def _best(option: Ints, first: int, stop: int, own: int, value: Floats, best: float) -> float:
    """`best`, or the value of what option[first:stop] leads to, if that is more; value[0]: all is pushed."""
    for at in range(first, stop):
        worth = value[np.uint64(own ^ option[at])]  # unsigned: numba need not look for negative indices
        if worth > best:
            best = worth
    return best


@njit(cache=True)
def _chosen(tables: Tables, own: int, value: Floats) -> float:
    """What the choices of a set are worth, each push the best one, as a sum over their throws."""
    _, free_first, free, choice_first, choice_weight, choice_free, option_first, option, _, _, _, _ = tables
    freely = _best(free, free_first[own], free_first[own + 1], own, value, NOTHING)
    total = 0.0
    for choice in range(choice_first[own], choice_first[own + 1]):
        least = freely if choice_free[choice] else NOTHING
        first, stop = option_first[choice], option_first[choice + 1]
        total += choice_weight[choice] * _best(option, first, stop, own, value, least)
    return total


@njit(cache=True)
def alone(tables: Tables, ends: Floats, again: bool, value: Floats) -> None:
    """Best play alone: ends[set] is what a game that ends with that set left is worth, value[set] what it becomes.

    `again`: a single block (B9) does not end the game. Not to push (B6) is never better, and left out.
    """
    none, last_first, last_weight, last = tables[0], tables[8], tables[9], tables[10]
    value[0] = ends[0]
    for own in range(1, SETS):
        total = none[own] * ends[own]
        for at in range(last_first[own], last_first[own + 1]):
            left = own ^ last[at]
            total += last_weight[at] * (value[left] if again else ends[left])
        total += _chosen(tables, own, value)
        value[own] = total / (36 - SEVENS)  # a seven is thrown again


@njit(cache=True)
def _duel_turn(tables: Tables, facing: Floats, value: Floats) -> None:
    """One turn of a duel, from what the other player's chances are before theirs (facing[their set]).

    Whoever has all ten blocks would lose nothing by waiting, for ever if need be: in a game that has begun they
    cannot all lie on one side, so nobody waits there.
    """
    none, last_first, last_weight, last, may = tables[0], tables[8], tables[9], tables[10], tables[11][0]
    value[0] = 1.0  # B11
    for own in range(1, SETS):
        stays = 1.0 - facing[FULL ^ own]
        total = (SEVENS + none[own]) * stays
        for at in range(last_first[own], last_first[own + 1]):
            left = own ^ last[at]
            worth = 1.0 - facing[FULL ^ left] if left else 1.0
            total += last_weight[at] * (max(worth, stays) if may else worth)
        value[own] = NOTHING if own == FULL else stays  # of no push (B6)
        total += _chosen(tables, own, value)
        value[own] = total / 36
    value[0] = 1.0 - facing[FULL]


@njit(cache=True)
def duel(tables: Tables, lower: Floats, upper: Floats, rounds: int) -> None:
    """Close the interval lower..upper of the mover's chance in each of 1,024 positions, as far as rounding lets."""
    new_lower, new_upper = np.empty(SETS), np.empty(SETS)
    gap = 1.0
    for _ in range(rounds):
        _duel_turn(tables, upper, new_lower)
        _duel_turn(tables, lower, new_upper)
        narrowed = 0.0
        for own in range(SETS):
            lower[own] = new_lower[own]
            upper[own] = new_upper[own]
            narrowed = max(narrowed, upper[own] - lower[own])
        if narrowed >= gap and gap < 1e-9:
            break  # nothing is left but rounding
        gap = narrowed


@njit(cache=True)
def _raise(row: Floats, best: Floats, count: int) -> None:
    """Raise `best` to `row`, place by place."""
    for place in range(count):
        if row[place] > best[place]:
            best[place] = row[place]


@njit(cache=True)
def _mine(tables: Tables, own: int, value: Floats, weight: Ints, worth: Floats) -> int:
    """What the best push of every throw is worth to a mover with `own`, against all that come before it.

    worth[throw, other's set], weight[throw]; returned is how many throws there are. Those that allow the same are one.
    """
    _, free_first, free, choice_first, choice_weight, choice_free, option_first, option, _, _, _, _ = tables
    last_first, last_weight, last = tables[8], tables[9], tables[10]
    freely = worth[worth.shape[0] - 1]
    for other in range(own):
        freely[other] = NOTHING
    for at in range(free_first[own], free_first[own + 1]):
        _raise(value[own ^ free[at]], freely, own)
    count = 0
    for choice in range(choice_first[own], choice_first[own + 1]):
        for other in range(own):
            worth[count, other] = freely[other] if choice_free[choice] else NOTHING
        for at in range(option_first[choice], option_first[choice + 1]):
            if option[at]:
                _raise(value[own ^ option[at]], worth[count], own)
        weight[count] = choice_weight[choice]
        count += 1
    for at in range(last_first[own], last_first[own + 1]):
        left = own ^ last[at]
        for other in range(own):
            worth[count, other] = 1.0 - value[other, left] if left else 1.0
        weight[count] = last_weight[at]
        count += 1
    return count


@njit(cache=True)
def _yours(tables: Tables, other: int, column: Floats, ended: Floats, weight: Ints, worth: Floats) -> int:
    """The same for one player with `other` against one set; column[set]: that player throws, ended[set]: is done."""
    _, free_first, free, choice_first, choice_weight, choice_free, option_first, option, _, _, _, _ = tables
    last_first, last_weight, last = tables[8], tables[9], tables[10]
    freely = _best(free, free_first[other], free_first[other + 1], other, column, NOTHING)
    count = 0
    for choice in range(choice_first[other], choice_first[other + 1]):
        least = freely if choice_free[choice] else NOTHING
        worth[count] = _best(option, option_first[choice], option_first[choice + 1], other, column, least)
        weight[count] = choice_weight[choice]
        count += 1
    for at in range(last_first[other], last_first[other + 1]):
        left = other ^ last[at]
        worth[count] = 1.0 - ended[left] if left else 1.0
        weight[count] = last_weight[at]
        count += 1
    return count


@njit(cache=True)
def _kept(weight: Ints, worth: Floats, count: int, least: float) -> tuple[float, float]:
    """The sum over the throws whose push is worth more than `least`, and the weight of the others, which are left."""
    total, left = 0.0, 0
    for at in range(count):
        if worth[at] > least:
            total += weight[at] * worth[at]
        else:
            left += weight[at]
    return total, left


@njit(cache=True)
def fast(tables: Tables, value: Floats) -> None:
    """value[mover's set, other's set], each player with blocks of their own (B14), in one ascending pass.

    Blocks never come back, so only a turn in which nothing is pushed leads to the same two sets, with the other
    player to move: two positions in two unknowns, solved at once. Where nobody has to push (B6), which throws are
    left depends on the solution: it is solved again until they stay the same.
    """
    none, may = tables[0], tables[11][0]
    most = 24  # throws: 21, one more for `_mine`
    mine, yours = np.empty((most, SETS)), np.empty(most)
    my_weight, your_weight = np.empty(most, np.int64), np.empty(most, np.int64)
    column, against = np.empty(SETS), np.empty(most)
    for own in range(SETS):
        value[own, 0] = 0.0
    for other in range(SETS):
        value[0, other] = 1.0  # nothing left: won
    for own in range(1, SETS):
        throws = _mine(tables, own, value, my_weight, mine)
        # Then the other way round, and the two together. column[set] = value[set, own].
        column[0] = 1.0
        for other in range(1, own + 1):
            column[other] = NOTHING  # no push is none of the pushes
            count = _yours(tables, other, column, value[own], your_weight, yours)
            for at in range(throws):
                against[at] = yours[at] if other == own else mine[at, other]
            x, y = NOTHING, NOTHING
            x_least, y_least = NOTHING, NOTHING
            for solved in range(ROUNDS):
                x_pushed, x_left = _kept(my_weight, against, throws, x_least)
                y_pushed, y_left = _kept(your_weight, yours, count, y_least)
                stuck, theirs = (SEVENS + none[own] + x_left) / 36, (SEVENS + none[other] + y_left) / 36
                before = x
                if solved < NEWTON:
                    # x = mine + stuck (1 - y), y = yours + theirs (1 - x)
                    x = (x_pushed / 36 + stuck - stuck * (y_pushed / 36 + theirs)) / (1.0 - stuck * theirs)
                else:
                    x = x_pushed / 36 + stuck * (1.0 - y)  # round in circles: step by step, which always arrives
                y = y_pushed / 36 + theirs * (1.0 - x)
                if not may or abs(x - before) < SAME:
                    break
                x_least, y_least = 1.0 - y, 1.0 - x
            value[own, other], value[other, own], column[other] = x, y, y


@njit(parallel=True, cache=True)
def distance(values: Floats, others: Floats) -> float:
    """The largest difference between two arrays of values."""
    apart = np.zeros(STRIPS)
    for strip in prange(STRIPS):
        most = 0.0
        for kind in range(values.shape[0]):
            for own in range(SETS):
                for place in range(STRIP):
                    most = max(most, abs(values[kind, strip, own, place] - others[kind, strip, own, place]))
        apart[strip] = most
    largest = 0.0
    for strip in range(STRIPS):
        largest = max(largest, apart[strip])
    return largest


# One turn of a seat among three or four, seen from the values of the seat that follows; `hand` is how the turn is
# handed on, (crossed, flip_own, flip_stays, constant, shares) of `pass_on`


@njit(cache=True)
def ended(hand: Any, following: Floats) -> Floats:
    """What the end of a turn is worth."""
    after = np.empty(following.shape)
    pass_on(following, after, hand[0], hand[1], hand[2], hand[3], hand[4])
    return after


@njit(cache=True)
def improve(tables: Tables, hand: Any, following: Floats, values: Floats, policy: Ints, new: Floats) -> float:
    """The seat chooses best, into `policy` and `new`; how far that is from its old `values`."""
    turn(tables, ended(hand, following), new, policy)
    return distance(new, values)


@njit(cache=True)
def evaluate(
    tables: Tables, hand: Any, following: Floats, values: Floats, policy: Ints, mixed: Floats, new: Floats
) -> float:
    """The seat follows its policy, into `new`; how far that is from its old `values`."""
    follow(tables, ended(hand, following), new, policy, mixed)
    return distance(new, values)


@njit(cache=True)
def contest(tables: Tables, hand: Any, following: Floats, value: Floats, policy: Ints, gain: float) -> Any:
    """The largest gain by another push, and all that gain more than `gain`: int64[N, 4], strip, choice, place, push."""
    better, largest = np.empty(policy.shape, np.int16), np.empty(STRIPS)
    regrets(tables, ended(hand, following)[0], value, policy, gain, better, largest)
    most = 0.0
    for strip in range(STRIPS):
        most = max(most, largest[strip])
    count = 0
    for strip in range(STRIPS):
        for choice in range(policy.shape[1]):
            for place in range(STRIP):
                count += better[strip, choice, place] != policy[strip, choice, place]
    found = np.empty((count, 4), np.int64)
    at = 0
    for strip in range(STRIPS):
        for choice in range(policy.shape[1]):
            for place in range(STRIP):
                if better[strip, choice, place] != policy[strip, choice, place]:
                    found[at, 0], found[at, 1], found[at, 2] = strip, choice, place
                    found[at, 3] = better[strip, choice, place]
                    at += 1
    return most, found
