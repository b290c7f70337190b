"""The tutor at the table: off unless somebody chooses it for a seat; hints, a word before a costly move, every chance.

The choice is a request like any other, so the log tells of it, and from afar the others must agree. The tutor makes no
move and hides none: a move that it wonders about is sent again by the same button's request, or not at all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.core.errors import TableeError
from tablee.core.game import Roll
from tablee.core.words import Text, decimal, same
from tablee.engine import solvers
from tablee.review import figures
from tablee.review.review import SAME
from tablee.review.tutor import AMOUNTS, ESTIMATE, STEPS, Advised, coach_of, weighed
from tablee.table import Table
from tablee.table.verbs import TUTORS, Tutor

from .. import faces
from ..frame.form_data import form_of, hall_of
from ..frame.visitor import Visitor
from ..frame.work_queue import run_in_thread
from .board import Board, Chance
from .table_page import TablePage, name_of, place_for
from .view_params import ViewParams

TINTS = 4  # of the chances on the board, from the palest to the best
CLOSE = 0.05  # where all chances lie nearer to each other than this, they are shown more closely
WORDS = {
    "hint": Text("Un indice ?", "A hint?"),
    "number": Text("Un nombre ?", "A number?"),
    "further": Text("Un autre indice", "Another hint"),
    "silent": Text("Le tuteur n’a rien à dire ici.", "The tutor has nothing to say here."),
    "chances": Text(
        "Sur le plateau : les chances de gagner sur 100 après chaque coup, ★ le meilleur ; plus bleu, c’est mieux.",
        "On the board: the chances of winning, out of 100, after each move, ★ the best; bluer is better.",
    ),
    "chances_alone": Text(
        "Sur le plateau : la somme qui restera en moyenne, ★ la meilleure ; plus bleu, c’est mieux.",
        "On the board: the sum that will be left on average, ★ the best; bluer is better.",
    ),
}


@dataclass(frozen=True, slots=True)
class Said:
    """What a tutor says now. `advised`: all that is shown on the board; `doubt`: a move, and a question."""

    hint: tuple[Text, ...] = ()
    last: int = STEPS
    advised: Advised | None = None
    unseen: Text | None = None
    doubt: tuple[str, Text] | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """What the page shows of the tutor. `seats`: one's seats, what each chose."""

    offered: bool
    seats: tuple[tuple[int, Text, str], ...] = ()
    modes: tuple[tuple[str, Text], ...] = ()
    afar: bool = False
    helps: bool = False
    further: Text = WORDS["hint"]
    step: int = 0
    said: Said = field(default_factory=Said)
    chances: tuple[Text, ...] = ()
    named: Mapping[str, Text] = field(default_factory=lambda: TUTORS)


def offered(table: Table, mine: tuple[int, ...]) -> bool:
    """Whether somebody plays here, and the game's moves can be weighed."""
    return bool(mine) and solvers.knows(table.game.NAME, table.variant)


async def choose(request: Request) -> Response:
    """A choice for one's seats, before or during a game."""
    table = await hall_of(request).open(request.path_params["table_id"])
    form, visitor = await form_of(request), Visitor.of(request)
    for place in table.places(visitor.seat) if offered(table, table.places(visitor.seat)) else ():
        mode = form.get(f"tutor{place}", "off")
        if mode != table.tutors.get(place, "off"):
            await hall_of(request).ask(table.id, visitor.seat or "", Tutor(place, mode))
    return RedirectResponse(f"/table/{table.id}", 303)


# --- what it says -------------------------------------------------------------------------------------------------


async def advice(table: Table, player: int) -> Advised | None:
    """What the solvers say of a player's choice, away from the event loop; None where they cannot be asked."""
    return await run_in_thread(
        weighed, table.game, table.history.states, player, key=("advice", table.id, table.version, player)
    )


_THINKING: set[asyncio.Task[Advised | None]] = set()


def _think(table: Table, player: int) -> None:
    """Ask the solvers while the player thinks, so that a word comes at once: they cache their answers."""
    task = asyncio.ensure_future(advice(table, player))
    _THINKING.add(task)
    task.add_done_callback(_THINKING.discard)


async def wonders(request: Request, table: Table, token: str) -> Text | None:
    """The question before a move that would give away more than its player likes; None: it may pass in silence."""
    if not table.tutors or request.query_params.get("sure") == "1" or table.phase != "move":
        return None
    try:
        player = table.game.actor(table.state, table.game.parse(token))
    except TableeError:
        return None  # the rules say what is wrong with it
    if player not in table.game.players(table.state):
        return None
    place = table.seating.place_of(player)
    mode = table.tutors.get(place, "")
    if mode not in AMOUNTS or place not in table.places(Visitor.of(request).seat):
        return None
    found = await advice(table, player)
    return found.doubt(token, mode) if found else None


async def advise(request: Request, table: Table, shown: ViewParams) -> Said:
    """What the visitor's tutor says: the hint asked for, every chance, or a calculation just missed."""
    mine = table.places(Visitor.of(request).seat)
    place = place_for(table, faces.load(table.game.NAME), mine, shown)
    mode = table.tutors.get(place, "off") if place is not None else "off"
    unseen = _unseen(table, mine)
    if place is None or place not in table.acting or table.phase != "move" or mode == "off":
        return Said(unseen=unseen)
    if mode in AMOUNTS and not shown.hint:
        _think(table, table.seating.player(place))
    if not (shown.hint or mode == "full"):
        return Said(unseen=unseen)
    found = await advice(table, table.seating.player(place))
    if mode == "coach" and (coach := coach_of(table.game)):
        player = table.seating.player(place)
        order = [move for move, _ in found.losses] if found else table.game.moves(table.state, player)
        numbers: list[Text] = coach.numbers(table.state, order)
        return Said(tuple(numbers[: shown.hint]), len(numbers), unseen=unseen)
    if found is None:
        return Said((WORDS["silent"],), unseen=unseen)
    told = [text.named(table.seating.names) for text in found.hint(min(shown.hint, STEPS))] if shown.hint else []
    shows = mode == "full" or shown.hint >= STEPS  # the last hint names the move
    return Said(tuple(told), advised=found if shows else None, unseen=unseen)


def _unseen(table: Table, mine: tuple[int, ...]) -> Text | None:
    """A calculation that somebody with a coach has just passed by."""
    if "coach" not in table.tutors.values():
        return None
    for at in reversed(range(len(table.history.events))):
        event, actor = table.history.events[at], table.history.doers[at]
        if not isinstance(event, Roll):
            wanted = actor in mine and table.tutors.get(actor) == "coach"
            found: Text | None = coach_of(table.game).unseen(table.history.states[at], event) if wanted else None
            return found
    return None


# --- what the page shows of it --------------------------------------------------------------------------------------


def tinted(
    boards: Iterable[Board], leads: Mapping[str, tuple[str, ...]], found: Advised, played: str = ""
) -> list[Board]:
    """The boards with what each thing leads to at best, tinted from the worst of all moves to the best.

    The best ones, and `played`, the move that was made, bear signs, which need no colour.
    """
    worths, sign = found.chances, -1.0 if found.alone else 1.0
    good = [sign * worth for worth in worths.values()]
    spread = max(max(good) - min(good), AMOUNTS["fine"][found.alone])  # what hardly differs is hardly told apart
    digits = 1 if found.alone or spread < CLOSE else 0

    def chance(tokens: tuple[str, ...]) -> Chance | None:
        known = [sign * worths[token] for token in tokens if token in worths]
        if not known:
            return None
        worth, tint = abs(max(known)), round(TINTS * (1 - (max(good) - max(known)) / spread))
        figure = decimal(worth if found.alone else 100 * worth, f".{digits}f")
        told = figures.worth(worth, found.alone)
        if played in tokens:
            figure, told = same("●") + figure, told + Text(", joué", ", played")
        if any(found.loss(token) <= SAME for token in tokens):
            figure, told = same("★") + figure, told + Text(", le meilleur", ", the best")
        return Chance(figure, tint, told)

    return [
        replace(board, spots=tuple(replace(spot, chance=chance(leads.get(spot.id[3:], ()))) for spot in board.spots))
        for board in boards
    ]


def desk(here: TablePage, told: Said) -> Desk:
    table = here.table
    if here.view.phase == "over" or not offered(table, here.mine):
        return Desk(False)
    alone = solvers.counts_points(table.game.NAME, table.variant)
    named = [(mode, text) for mode, text in TUTORS.items() if mode != "coach" or coach_of(table.game)]
    seats = {seat.place: seat for seat in table.seating.seats()}
    mode = table.tutors.get(here.place, "off") if here.place is not None else "off"
    helps = mode != "off" and here.yours and here.view.phase == "move"
    notes = []
    if helps and mode == "coach":
        notes.append(coach_of(table.game).counted(table.state))
    if helps and told.advised:
        notes.append(WORDS["chances_alone" if alone else "chances"])
        if not told.advised.exact:
            notes.append(ESTIMATE)
    step = min(here.params.hint, told.last) if told.hint else 0
    return Desk(
        True,
        tuple((place, name_of(table, seats[place]), table.tutors.get(place, "off")) for place in here.mine),
        tuple(named),
        afar=bool(table.seating.others(here.mine[0])),
        helps=helps,
        further=WORDS["further" if step else "number" if mode == "coach" else "hint"],
        step=step,
        said=told,
        chances=tuple(notes),
    )
