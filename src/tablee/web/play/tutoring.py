"""The tutor at the table: off unless somebody chooses it for a seat; hints, a word before a costly move, every chance.

The choice is a request like any other, so the log tells of it, and from afar the others must agree. The tutor makes no
move and hides none: a move that it wonders about is sent again by the same button's request, or not at all.
"""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.core.errors import TableeError
from tablee.core.game import Roll
from tablee.core.words import Text, decimal, untranslated
from tablee.drawing.svg import Region
from tablee.engine import solvers
from tablee.review.report import format_worth
from tablee.review.review import SAME
from tablee.review.tutor import AMOUNTS, ESTIMATE, SILENT, STEPS, RankedMoves, advise_last, coach_of, list_modes
from tablee.table import Table
from tablee.table.verbs import TUTORS, Tutor
from tablee.web.web_game import Position, load_web_game

from ..frame.form_data import form_of, table_service_of
from ..frame.visitor import Visitor
from ..frame.work_queue import run_in_thread
from .board import Board, Chance
from .table_page import TablePage, name_of

TINTS = 4  # of the chances on the board, from the palest to the best
MOST_FIGURES = 3  # different chances that are written on the board: the best
WORDS = {
    "hint": Text("Un indice ?", "A hint?"),
    "number": Text("Un nombre ?", "A number?"),
    "further": Text("Un autre indice", "Another hint"),
    "equal": Text("Ici, tout se vaut.", "Here, every move is as good."),
    "chances": Text(
        "Sur le plateau : ★ le meilleur ; les chances de gagner, sur 100 ; plus c’est bleu, mieux c’est.",
        "On the board: ★ the best; the chances of winning, out of 100; bluer is better.",
    ),
    "chances_alone": Text(
        "Sur le plateau : ★ le meilleur ; la somme qui restera en moyenne ; plus c’est bleu, mieux c’est.",
        "On the board: ★ the best; the total that will be left on average; bluer is better.",
    ),
}


@dataclass(frozen=True, slots=True)
class TutorAdvice:
    """What a tutor says now. `advised`: all that is shown on the board; `doubt`: a move, and a question."""

    hint: tuple[Text, ...] = ()
    last: int = STEPS
    advised: RankedMoves | None = None
    unseen: Text | None = None
    doubt: tuple[str, Text] | None = None


def is_offered(table: Table, mine: tuple[int, ...]) -> bool:
    """Whether the visitor plays here, and a solver knows the game."""
    return bool(mine) and solvers.solvable(table.game.NAME, table.variant)


async def choose(request: Request) -> Response:
    """A choice for one's seats, before or during a game."""
    table = await table_service_of(request).open(request.path_params["table_id"])
    form, secret = await form_of(request), Visitor.of(request).secret or ""
    mine = table.find_seats(secret)
    for seat in mine if is_offered(table, mine) else ():
        mode = form.get(f"tutor{seat}", "off")
        if mode != table.tutors.get(seat, "off"):
            await table_service_of(request).ask(table.id, secret, Tutor(seat, mode))
    return RedirectResponse(f"/table/{table.id}", 303)


# --- what it says -------------------------------------------------------------------------------------------------


async def compute_advice(request: Request | None, table: Table, player: int) -> RankedMoves | None:
    """Returns the advice of the solvers, computed in a thread; None if there is no solver. `request`: who waits."""
    return await run_in_thread(
        request, advise_last, table.game, table.history.states, player, key=("advice", table.id, table.version, player)
    )


_THINKING: set[asyncio.Task[RankedMoves | None]] = set()


def _think(table: Table, player: int) -> None:
    """Ask the solvers while the player thinks, so that a word comes at once: they cache their answers."""
    task = asyncio.ensure_future(compute_advice(None, table, player))
    _THINKING.add(task)
    task.add_done_callback(_THINKING.discard)


async def doubt_before_move(request: Request, table: Table, token: str) -> Text | None:
    """The question before a move that would give away more than its player likes; None: it may pass in silence."""
    if not table.tutors or request.query_params.get("sure") == "1" or table.phase != "move":
        return None
    try:
        player = table.game.actor(table.state, table.game.parse(token))
    except TableeError:
        return None  # the rules say what is wrong with it
    if player not in table.game.players(table.state):
        return None
    seat = table.seating.seat_of(player)
    mode = table.tutors.get(seat, "")
    if mode not in AMOUNTS or seat not in table.find_seats(Visitor.of(request).secret):
        return None
    found = await compute_advice(request, table, player)
    return found.doubt(token, mode) if found else None


async def advise(request: Request, page: TablePage) -> TutorAdvice:
    """What the visitor's tutor says: the hint asked for, every chance, or a calculation just missed."""
    table, seat, shown = page.table, page.seat, page.params
    mode = table.tutors.get(seat, "off") if seat is not None else "off"
    unseen = _unseen(table, page.mine)
    if seat is None or seat not in table.acting or table.phase != "move" or mode == "off":
        return TutorAdvice(unseen=unseen)
    if mode in AMOUNTS and not shown.hint:
        _think(table, table.seating.player(seat))
    if not (shown.hint or mode == "full"):
        return TutorAdvice(unseen=unseen)
    found = await compute_advice(request, table, table.seating.player(seat))
    if mode == "coach" and (coach := coach_of(table.game)):
        player = table.seating.player(seat)
        order = [move for move, _ in found.losses] if found else table.game.moves(table.state, player)
        numbers: list[Text] = coach.numbers(table.state, order)
        return TutorAdvice(tuple(numbers[: shown.hint]), len(numbers), unseen=unseen)
    if found is None:
        return TutorAdvice((SILENT,), unseen=unseen)
    hints = [text.with_names(table.seating.names) for text in found.hint(min(shown.hint, STEPS))] if shown.hint else []
    shows = mode == "full" or shown.hint >= STEPS  # the last hint names the move
    return TutorAdvice(tuple(hints), advised=found if shows else None, unseen=unseen)


def _unseen(table: Table, mine: tuple[int, ...]) -> Text | None:
    """A calculation that somebody with a coach has just passed by."""
    if "coach" not in table.tutors.values():
        return None
    for at in reversed(range(len(table.history.events))):
        event, actor = table.history.events[at], table.history.actors[at]
        if not isinstance(event, Roll):
            wanted = actor in mine and table.tutors.get(actor) == "coach"
            found: Text | None = coach_of(table.game).unseen(table.history.states[at], event) if wanted else None
            return found
    return None


# --- what the page shows of it --------------------------------------------------------------------------------------


def is_equal(found: RankedMoves) -> bool:
    return all(loss <= SAME for _, loss in found.losses)


def with_chances(boards: Iterable[Board], found: RankedMoves, played: str = "") -> list[Board]:
    """The boards with what each thing leads to at best, tinted from the worst of all moves to the best; as they were
    where all moves are equally good and none was made.

    The best ones, and `played`, the move that was made, bear signs, which need no colour; the few best their
    figures, and whatever goes with what is picked.
    """
    if is_equal(found) and not played:
        return list(boards)
    worths, sign = found.chances, -1.0 if found.solo else 1.0
    good = [sign * worth for worth in worths.values()]
    spread = max(max(good) - min(good), AMOUNTS["fine"][found.solo])  # what hardly differs is hardly told apart
    least = sorted(set(good), reverse=True)[:MOST_FIGURES][-1]

    def chance(position: Position, region: Region) -> Chance | None:
        tokens = load_web_game(position.game.NAME).moves_through(position, region)
        known = [sign * worths[token] for token in tokens if token in worths]
        if not known:
            return None
        worth, tint = abs(max(known)), round(TINTS * (1 - (max(good) - max(known)) / spread))
        written = decimal(worth, ".1f") if found.solo else decimal(100 * worth, ".0f")
        figure = written if max(known) >= least or played in tokens or position.pick else Text("", "")
        label = format_worth(worth, found.solo)
        if played in tokens:
            figure, label = untranslated("●") + figure, label + Text(", joué", ", played")
        if any(found.loss(token) <= SAME for token in tokens):
            figure, label = untranslated("★") + figure, label + Text(", le meilleur", ", the best")
        return Chance(figure, tint, label)

    return [
        replace(one, spots=tuple(spot._replace(chance=chance(one.position, spot.region)) for spot in one.spots))
        for one in boards
    ]


class TutorPanel:
    """What the page shows of the tutor. What the template does not ask for is not worked out."""

    named = TUTORS

    def __init__(self, here: TablePage, advice: TutorAdvice) -> None:
        table = here.table
        self._here, self._table, self.advice = here, table, advice
        self.offered = table.phase != "over" and is_offered(table, here.mine)
        self._mode = table.tutors.get(here.seat, "off") if here.seat is not None else "off"
        self.helps = self.offered and self._mode != "off" and here.yours and table.phase == "move"
        self.step = min(here.params.hint, advice.last) if advice.hint else 0
        self.further = WORDS["further" if self.step else "number" if self._mode == "coach" else "hint"]
        self.modes = list_modes(table.game, TUTORS)
        self.afar = bool(here.mine and table.seating.others(here.mine[0]))

    @property
    def seats(self) -> list[tuple[int, Text, str]]:
        """One's seats, and what each chose."""
        seats, chosen = self._table.seating.seats(), self._table.tutors
        return [(seat, name_of(self._table, seats[seat]), chosen.get(seat, "off")) for seat in self._here.mine]

    @property
    def chances(self) -> list[Text]:
        """What there is to say of the chances on the board, or of the numbers."""
        if self._mode == "coach":
            return [coach_of(self._table.game).count_ways(self._table.state)]
        if self.advice.advised is None:
            return []
        if is_equal(self.advice.advised):
            return [WORDS["equal"]]
        alone = solvers.counts_points(self._table.game.NAME, self._table.variant)
        title = WORDS["chances_alone" if alone else "chances"]
        return [title] if self.advice.advised.exact else [title, ESTIMATE]
