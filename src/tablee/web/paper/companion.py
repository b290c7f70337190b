"""The pocket referee: people play on paper, this page keeps count. The whole game travels in the address.

`e` holds the events so far, `add` what happened next (a button, or typed as people write it), `die` the first of two
dice. Undo is the address without the last event.
"""

from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee import words
from tablee.core.dice import dice_of_six
from tablee.core.game import AnyGame, State
from tablee.core.record import Record, write
from tablee.core.registry import load
from tablee.core.words import Text
from tablee.drawing.svg import Markup
from tablee.paper import notes
from tablee.paper.notes import Mistake
from tablee.web.web_game import Position, load_web_game

from ..frame.form_data import settings_of, settings_query
from ..frame.http_errors import HttpError
from ..frame.page import attachment, render
from ..frame.visitor import Visitor
from ..frame.work_queue import run_in_thread
from ..play.board import LAYOUTS, draw

LONGEST = 8_000
MOST_EVENTS = 1_000  # twice a very long game
QUICK = 100  # events that are read and told in a moment; more leave the loop to others
HEADERS = {"dice": "typed"}


# --- the address ------------------------------------------------------------------------------------------------


def pairs(record: Record) -> list[tuple[str, str]]:
    """What the address says of a game, without its events."""
    if record.begin is not None:
        return [("game", record.game.NAME), ("position", record.game.position(record.begin))]
    return settings_query(record.game, record.variant)


def address(record: Record, count: int | None = None, **more: str) -> str:
    """Returns the address of a game after its first events, all by default."""
    events = " ".join(map(str, record.events[:count]))
    return "/companion?" + urlencode([*pairs(record), ("e", events), *more.items()])


def game_of(query: Mapping[str, str]) -> tuple[Record, Mistake | None]:
    """The game that an address holds; of a damaged one the good part, and where it is damaged."""
    game = load(query.get("game", ""))
    begin = game.from_position(query["position"][:LONGEST]) if query.get("position") else None
    variant = game.variant(settings_of(game, query)) if begin is None else begin.variant
    start = Record(game, variant, headers=HEADERS, begin=begin)
    events = query.get("e", "")[:LONGEST]
    if not events.strip():
        return start, None
    reading = notes.parse_notes(events, game.NAME, game.settings(variant), begin)
    return reading.record or start, reading.mistake


# --- the page ---------------------------------------------------------------------------------------------------


def make_in_time(made: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    """The answer, made beside the loop if the game is long; none if it is longer than any game."""

    async def answer(request: Request) -> Response:
        query = request.query_params
        events = len(f"{query.get('e', '')} {query.get('add', '')}".split())
        if events > MOST_EVENTS:
            raise HttpError(
                422,
                f"Cette partie est trop longue pour cette page ({MOST_EVENTS} coups et lancers au plus) : « Saisir "
                "une partie » en lit davantage.",
                f"This game is too long for this page ({MOST_EVENTS} moves and rolls at most): “Type in a paper "
                "game” reads more.",
            )
        return made(request) if events <= QUICK else await run_in_thread(request, made, request)

    return answer


@make_in_time
def page(request: Request) -> Response:
    query = request.query_params
    lang = Visitor.of(request).lang
    if not query.get("game"):
        return render(request, "paper_begin.html")
    record, mistake = game_of(query)
    typed = query.get("add", "")[:LONGEST]
    if typed.strip() and mistake is None:
        reading = _with(record, typed)
        if reading.mistake is None and reading.record is not None:
            return RedirectResponse(address(reading.record), 303)
        # What was good of it is kept, the rest stands in the field again.
        record = reading.record or record
        mistake = reading.mistake
        assert mistake is not None
        shown, carets = mistake.point(reading.typed)
        typed = reading.typed[mistake.start :]
    else:
        shown, carets = mistake.point(query.get("e", "")[:LONGEST]) if mistake else ("", "")
    telling, lines = words.load(record.game.NAME), story(record)
    phase, rolls = record.game.phase(record.state), record.game.rolls(record.state)
    return render(
        request,
        "paper_companion.html",
        record=record,
        phase=phase,
        message=words.message(record.game, record.state),
        latest=lines[-1:],
        story=lines,
        stand=[(telling.score(record.state), False), *telling.standing(record.state)],
        next=telling.group_moves(record.state) if phase == "move" else [],
        boards=boards(record.game, record.state, lang, str(record.events[-1]) if record.events else None),
        shown=load_web_game(record.game.NAME),
        two=dice_of_six(rolls) == 2,
        others=[] if dice_of_six(rolls) in (1, 2) else [str(roll) for roll, _ in rolls],
        pairs=[*pairs(record), ("e", " ".join(map(str, record.events)))],
        undo=address(record, max(0, len(record.events) - 1)),
        first=query.get("die", "") if query.get("die", "") in tuple("123456") else "",
        mistake=mistake,
        pointed=f"{shown}\n{carets}" if mistake else "",
        typed=typed if mistake else "",
    )


def _with(record: Record, typed: str) -> notes.Reading:
    """The game and what was typed after it. Places of mistakes count in what was typed."""
    settings = record.game.settings(record.variant)
    before = " ".join(map(str, record.events)) + " "
    reading = notes.parse_notes(before + typed, record.game.NAME, settings, record.begin)
    if reading.mistake is None:
        return reading
    found = reading.mistake
    start = max(0, found.start - len(before))
    return notes.Reading(typed, reading.record, mistake=Mistake(found.text, start, found.length))


@make_in_time
def record(request: Request) -> Response:
    """The game as a file."""
    found, _ = game_of(request.query_params)
    return attachment(write(found), f"{found.game.NAME}.tablee")


# --- what the referee says --------------------------------------------------------------------------------------


def story(record: Record) -> list[Text]:
    """Every event in words."""
    return [record.describe(index) for index in range(len(record.events))]


def boards(game: AnyGame, state: State, lang: str, last: str | None = None) -> list[Markup]:
    """The board for a wide and for a narrow page."""
    return [draw(Position(game, state, last=last), lang, layout, "paper-") for layout in LAYOUTS]
