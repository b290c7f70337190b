"""Many games side by side, each played on until somebody has to be asked. A game is a row of small numbers; what can be
done with one is written once a game, in the module of its name, and found here by the kind of its tables. So there is
one loop for all games."""

# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code="no-untyped-call"

from typing import Any

import numpy as np
from numba.extending import overload

from tablee_lab.kernels.simulate.draws import below, draw, keep, stepped, stream

from . import blocs, cadeau, laaancez

NAMES = {"Cadeau": cadeau, "Blocs": blocs, "Laaancez": laaancez}
LEAVE, ANEW = -1, -2  # in place of an action: nothing happens to this game; it begins
OUTSIDE = -1  # in `minds`: this player is asked
LOW = np.uint64(0xFFFFFFFF)


SHAPES: dict[int, Any] = {
    2: lambda step: lambda tables, a, b: step(tables, a, b),
    3: lambda step: lambda tables, a, b, c: step(tables, a, b, c),
    4: lambda step: lambda tables, a, b, c, d: step(tables, a, b, c, d),
}


def _of_the_game(name: str, arguments: int) -> Any:
    """A function that each game has: compiled code that calls it calls the one of the tables' game."""

    def pick(tables: Any, *rest: Any) -> Any:
        return SHAPES[arguments](getattr(NAMES[tables.instance_class.__name__], name))

    def stub(tables: Any, *rest: Any) -> Any: ...

    stub.__name__ = stub.__qualname__ = name
    overload(stub, strict=False)(pick)
    return stub


begin, mover = _of_the_game("begin", 2), _of_the_game("mover", 2)  # tables, rows, index
throw = _of_the_game("throw", 3)  # tables, rows, index, random
conclude = _of_the_game("conclude", 3)  # tables, rows, index, events
options = _of_the_game("options", 4)  # tables, rows, index, player, out
worth = _of_the_game("worth", 4)  # tables, rows, index, player, action
best = _of_the_game("best", 4)  # tables, rows, index, options, count
play = _of_the_game("play", 4)  # tables, rows, index, player, action
observe = _of_the_game("observe", 4)  # tables, rows, index, player, out


@stepped
def pick_liked(tables, rows, index, player, open_, count, random):
    """Among the options of highest worth, the one drawn."""
    most, ties = -1e300, 0
    for k in range(count):
        value = worth(tables, rows, index, player, open_[k])
        ties = 1 if value > most else ties + (value == most)
        most = max(most, value)
    picked = below(random, ties)
    for k in range(count):
        if worth(tables, rows, index, player, open_[k]) == most:
            if picked == 0:
                return k
            picked -= 1
    return 0


@stepped
def mark_liked(tables, rows, index, player, open_, count, marks):
    """Mark the options of highest worth in a row of `marks` with 1, the others with 0; how many they are."""
    most, ties = -1e300, 0
    for k in range(count):
        most = max(most, worth(tables, rows, index, player, open_[k]))
    for k in range(count):
        marks[index, k] = 1.0 * (worth(tables, rows, index, player, open_[k]) == most)
        ties += marks[index, k] > 0
    return ties


@stepped
def choose(tables, rows, index, player, mind, open_, count, random):
    """The option of a player who needs not be asked: the low half of the draw says how, the high half which."""
    how = np.int64(random & LOW)
    if how < mind[0]:
        return below(random, count)
    if how < mind[1]:
        return pick_liked(tables, rows, index, player, open_, count, random)
    return best(tables, rows, index, open_, count)


@stepped
def drive(tables, minds, keys, rows, counts, movers, actions, seat, observations, masks, open_, trace):
    """Play an action in every game, and go on to the next player who has to be asked.

    minds         int64[players, 2] of 2**32: how often at random, and at random or greedily; OUTSIDE: ask
    keys, counts  the key of each game, and how many events it has had
    movers        who has to choose an action; at the end 0
    seat          who looks on at the end; 0: nobody
    observations, masks   float32, int8: what the mover sees and may do, at the end the seat ("wait", the last)
    open_         room for options
    trace         the first game's events, if there is room: a throw, or the place of a move among the legal ones
    """
    for index in range(keys.size):
        action = actions[index]
        if action == LEAVE:
            continue
        if action == ANEW:
            begin(tables, rows, index)
            counts[index] = 0
        else:
            if index == 0 and counts[index] < trace.size:
                count = options(tables, rows, index, movers[index], open_)
                for k in range(count):
                    if open_[k] == action:
                        trace[counts[index]] = k
            play(tables, rows, index, movers[index], action)
            counts[index] += 1
        who = 0
        while True:
            who = mover(tables, rows, index)
            if who == 0 or (who > 0 and minds[who - 1, 0] == OUTSIDE):
                break
            random = draw(keys[index], counts[index])
            if who < 0:
                code = throw(tables, rows, index, random)
            else:
                count = options(tables, rows, index, who, open_)
                mind = (minds[who - 1, 0], minds[who - 1, 1])
                code = choose(tables, rows, index, who, mind, open_, count, random)
                play(tables, rows, index, who, open_[code])
            if index == 0 and counts[index] < trace.size:
                trace[counts[index]] = code
            counts[index] += 1
        movers[index] = who
        sees = who if who else seat
        if sees:
            for column in range(observations.shape[1]):
                observations[index, column] = 0.0
            observe(tables, rows, index, sees, observations)
            for column in range(masks.shape[1]):
                masks[index, column] = 0
            if who:
                for k in range(options(tables, rows, index, who, open_)):
                    masks[index, open_[k]] = 1
            else:
                masks[index, masks.shape[1] - 1] = 1


@stepped
def draw_actions(tables, minds, keys, rows, counts, player, open_, out):
    """What a player who needs not be asked would do next."""
    mind = (minds[player - 1, 0], minds[player - 1, 1])
    for index in range(out.size):
        count = options(tables, rows, index, player, open_)
        out[index] = open_[choose(tables, rows, index, player, mind, open_, count, draw(keys[index], counts[index]))]


@stepped
def look(tables, rows, count, player, observations, masks, open_):
    """What a player sees and may do in the first `count` games."""
    for index in range(count):
        for column in range(observations.shape[1]):
            observations[index, column] = 0.0
        observe(tables, rows, index, player, observations)
        for column in range(masks.shape[1]):
            masks[index, column] = 0
        for k in range(options(tables, rows, index, player, open_)):
            masks[index, open_[k]] = 1


@stepped
def options_of(tables, rows, index, player, out):
    """The legal actions of one game, in the order of the rules; how many."""
    return options(tables, rows, index, player, out)


@stepped
def results(tables, rows, counts, which, winner, events, scores):
    """What came of the games that `which` marks."""
    for index in range(counts.size):
        if which[index]:
            keep(conclude(tables, rows, index, counts[index]), index, winner, events, scores)


@stepped
def streams(seeds, games, out):
    for index in range(seeds.size):
        out[index] = stream(seeds[index], games[index])


@stepped
def drawing(keys, counts, out):
    """The draw of the event that comes next in each game."""
    for index in range(keys.size):
        out[index] = draw(keys[index], counts[index])
