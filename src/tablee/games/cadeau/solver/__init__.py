"""Cadeau: exact tables for 1 to 3 zones; beyond, a trained value with a search on top and exact endings."""

import time
from pathlib import Path

from tablee.engine import tablebase
from tablee.engine.solution import Advice, Effort, Progress, Solution, Values, quiet, waits
from tablee.games.cadeau import NAME, State, Variant, outcome, players
from tablee.games.cadeau.supported import MOST_ZONES, exact

from . import exact_values, position
from .exact_values import load_or_build
from .search import MOST, Found, games_against_itself, search

__all__ = ["SEARCHES", "SOLVED", "advise", "estimate", "exact", "find_unbuilt", "is_vast", "solve", "values"]

SOLVED = tuple(
    {"zones": zones, "straights": straights} for zones in range(1, MOST_ZONES + 1) for straights in ("ordered", "any")
)

SEARCHES = True  # beyond the tables
QUICK = 3_000  # the most positions that a small search looks at


def solve(variant: Variant, progress: Progress = quiet) -> Solution:
    """The value of the start for each player, a draw counting one half. Beyond three zones it is the mean result of the
    strong player against itself, and the residual its standard error."""
    started = time.perf_counter()
    solvable = exact(variant)
    if solvable:
        value, residual = load_or_build(variant, progress).start(), 0.0
    else:
        value, residual = games_against_itself(variant.straights, variant.zones, progress)
    seconds = time.perf_counter() - started
    return Solution("cadeau", variant, {1: value, 2: 1.0 - value}, solvable, residual, seconds)


def advise(state: State, player: int, progress: Progress = quiet, effort: Effort = "full") -> Advice:
    """Every legal writing with its value to the player, best first, of equals in the order of the board; exact from
    tables, and near the end of any game."""
    if not uses_tablebase(state.variant):
        return estimate(state, player, MOST if effort == "full" else QUICK)
    written = position.list_writes(state, player)
    table = load_or_build(state.variant, progress)
    places = [table.layers.place(zones) for zones in written.values()]
    layer = places[0][0]
    values = [1.0 - value for value in table.look_up(layer, [index for _, index in places])]
    return Advice(player, True, tuple(sorted(zip(written, values, strict=True), key=lambda move: -move[1])))


def estimate(state: State, player: int, most: int = MOST) -> Advice:
    """Advice without any table, whatever the number of zones: the trained value, searched, `most` positions."""
    written = position.list_writes(state, player)
    # Zones that are alike, and cells that are: each position once.
    alike = {tuple(sorted(zones)): None for zones in written.values()}
    estimates: Found = search(state.variant.straights, tuple(alike), most)
    worth = dict(zip(alike, estimates.values, strict=True))
    values = {}
    for write, zones in written.items():
        lutins = worth[tuple(sorted(zones))]
        values[write] = lutins if player == 1 else 1.0 - lutins
    # A cell that another of its zone beats for certain is never estimated above it.
    trying = position.list_worth_trying(state, player)
    for write in written.keys() - trying:
        values[write] = min(values[write], max(values[rival] for rival in trying if rival.zone == write.zone))
    moves = sorted(values.items(), key=lambda move: (-move[1], move[0] not in trying))
    return Advice(player, estimates.exact, tuple(moves))


def uses_tablebase(variant: Variant) -> bool:
    """Whether answers come from a table: of up to three zones, unless somebody is in a hurry and it takes long."""
    return exact(variant) and (waits() or not find_unbuilt(variant))


def find_unbuilt(variant: Variant) -> Path | None:
    """The file of a table that takes long to build and is not there yet."""
    name = exact_values.name_tablebase(variant)
    ready = variant.zones != MOST_ZONES or tablebase.at_hand(NAME, name, exact_values.VERSION) is not None
    return None if ready else tablebase.path_of(NAME, name)


def is_vast(variant: Variant) -> bool:
    """Whether its table takes gigabytes of memory to build."""
    return variant.zones == MOST_ZONES and variant.straights == "ordered"


def values(state: State, progress: Progress = quiet) -> Values:
    """Returns the value of a state for both players: exact from tables and near the end, else an estimate."""
    over = outcome(state)
    if over is not None:
        return Values.of_two(0.5 if not over.winners else float(1 in over.winners), exact=True)
    mover = players(state)[0]
    if state.die:
        advice = advise(state, mover, progress)
        (_, worth), sure = advice.moves[0], advice.exact
    else:
        zones = position.zones_of(state)
        if uses_tablebase(state.variant):
            table = load_or_build(state.variant, progress)
            layer, index = table.layers.place(zones)
            worth, sure = table.look_up(layer, [index])[0], True
        else:
            estimates = search(state.variant.straights, (zones,))
            worth, sure = estimates.values[0] if mover == 1 else 1.0 - estimates.values[0], estimates.exact
    return Values.of_two(worth if mover == 1 else 1.0 - worth, sure)
