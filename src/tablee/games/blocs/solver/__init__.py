"""Pousse-blocs, solved: every mode and every level, from a table that is built on first use."""

from dataclasses import replace
from pathlib import Path

from tablee.core.errors import TableeError
from tablee.core.words import Text
from tablee.engine import tablebase
from tablee.engine.runtime import Buffer
from tablee.engine.solution import Advice, Effort, Progress, Solution, Unsolved, Values, quiet, waits
from tablee.games import blocs
from tablee.games.blocs.push_tables import pack
from tablee.games.blocs.supported import exact

from . import modes

__all__ = ["SOLVED", "advise", "exact", "find_unbuilt", "solve", "table_of", "values"]

VERSION = 1  # of the tables; raise it when their arrays change
SOLVED = tuple({"mode": mode, "level": level} for mode in blocs.MODES for level in (1, 2, 3))


def solve(variant: blocs.Variant, progress: Progress = quiet) -> Solution:
    """The value of the start for every player; alone, the expected sum left and the chance of a perfect game."""
    table = table_of(variant, progress)
    start = blocs.start(variant)
    alone = variant.mode == "solo"
    return Solution(
        game=blocs.NAME,
        variant=variant,
        value={player: modes.worth(table, start, player) for player in range(1, blocs.seats(variant) + 1)},
        exact=is_settled(table),
        residual=table.header.residual,
        seconds=table.header.seconds,
        perfect=float(table["perfect"][pack(start.seats[0])]) if alone else None,
    )


def advise(state: blocs.State, player: int, progress: Progress = quiet, effort: Effort = "full") -> Advice:
    """Every push of this position with its value, best first."""
    check(state)
    table = table_of(state.variant, progress)
    moves = [(push, modes.worth(table, blocs.play(state, push), player)) for push in blocs.moves(state, player)]
    lower_is_better = state.variant.mode == "solo"
    moves.sort(key=lambda item: item[1], reverse=not lower_is_better)
    return Advice(player, is_settled(table), tuple(moves))


def values(state: blocs.State, progress: Progress = quiet) -> Values:
    """Returns the value of a state for every player: before a roll, before a push, or after the end."""
    check(state)
    table = table_of(state.variant, progress)
    if blocs.phase(state) == "move":
        best = advise(state, blocs.players(state)[0], progress).moves[0][0]
        state = blocs.play(state, best)
    people = range(1, blocs.seats(state.variant) + 1)
    return Values({player: modes.worth(table, state, player) for player in people}, exact=is_settled(table))


def is_settled(table: tablebase.Tablebase) -> bool:
    """Whether nobody could gain by another push, up to rounding: what three or four may leave need not settle."""
    return table.header.residual <= 1e-9


def table_of(variant: blocs.Variant, progress: Progress = quiet) -> tablebase.Tablebase:
    """Returns the solved table of a variant, built if needed; under `no_wait` a quick draft of one that takes long."""
    if not waits() and find_unbuilt(variant):
        return modes.draft(variant)
    purpose = Text.fill(
        "Pousse-blocs, {title}, niveau {level}",
        "Push the blocks, {title}, level {level}",
        title=blocs.OPTIONS[0].name(variant.mode),
        level=variant.level,
    )

    def build() -> dict[str, Buffer]:
        progress(0.0, purpose)
        return modes.MODES[variant.mode].build(
            variant, lambda done, doing: progress(done, purpose + Text(" : ", ": ") + doing)
        )

    return tablebase.load_or_build(blocs.NAME, name(variant), VERSION, build, progress)


def find_unbuilt(variant: blocs.Variant) -> Path | None:
    """The file of a table that takes long to build and is not there yet."""
    ready = variant.mode not in modes.DRAFTED or tablebase.at_hand(blocs.NAME, name(variant), VERSION) is not None
    return None if ready else tablebase.path_of(blocs.NAME, name(variant))


def name(variant: blocs.Variant) -> str:
    """Of its table. It holds every position, so given blocks (B18) share it; alone, nobody gains by not pushing."""
    ending = variant.single if variant.mode == "solo" else variant.push
    return f"{variant.mode}-{variant.level}" + ("" if ending in ("again", "must") else f"-{ending}")


def check(state: blocs.State) -> None:
    """Refuse a position that no game can reach: blocks in the wrong place, dice that nobody can have rolled."""
    try:
        written = blocs.from_position(blocs.position(state))
        reached = replace(written, variant=state.variant) == state and _in_course(state)
    except TableeError:  # no such seats, blocks or dice
        reached = False
    if not reached:
        raise Unsolved(
            "Cette position ne peut pas se présenter : vérifiez les blocs de chaque côté et les dés.",
            "No game can come to this position: check the blocks on each side and the dice.",
        )


def _in_course(state: blocs.State) -> bool:
    """Whether a game is over, or nobody has won."""
    if state.over:
        return True
    may = state.variant.push == "may"
    if not state.opened:
        passed = may or state.variant.given  # the turn may have passed without a push
        return state.seats == blocs.start(state.variant).seats and (state.seat == 0 or bool(passed))
    # Nobody's side is empty, but one of seats 3 and 4 before anyone has pushed to it (B11, B15).
    empty = [index for index, seat in enumerate(state.seats) if not seat]
    return not empty or empty == [3] or (may and empty == [2])
