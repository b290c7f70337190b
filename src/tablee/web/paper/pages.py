"""Paper and the page: sheets to print, a game brought home, counting without a game. Nothing is stored.

`ROUTES` are all the pages of paper, the companion's too.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, cast

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee import words
from tablee.core.errors import TableeError
from tablee.core.extras import install_command
from tablee.core.record import write
from tablee.core.registry import brings, load, names, part
from tablee.core.words import Text
from tablee.drawing.svg import Markup
from tablee.paper import find_paper, list_parts, make_box, make_document, make_html, notes, pdf, select_parts
from tablee.paper.notes import Mistake
from tablee.paper.tree import PAPERS
from tablee.paper.typed_input import reader_of

from ..frame.form_data import settings_of
from ..frame.http_errors import HttpError
from ..frame.lan_listener import HOME
from ..frame.page import attachment, render
from ..frame.visitor import Visitor
from ..frame.work_queue import run_in_thread
from . import companion

MOST_TYPED = 10_000  # characters of a form field; a long game has about 2000
NOTHING: tuple[Text | None, list[tuple[Text, bool]]] = (None, [])
MOST_COUNTED = 400  # of a field of dice to count


# --- printing ---------------------------------------------------------------------------------------------------

Format = pdf.Format | Literal["html"]
Key = tuple[str, tuple[tuple[str, object], ...], str, str, tuple[str, ...], bool]


def parse_print_request(request: Request) -> Key:
    """Returns the validated print request."""
    query = request.query_params
    game = load(query.get("game") or names()[0]).NAME
    settings = settings_of(load(game), query)
    load(game).variant(settings)
    what = select_parts(game, [part for part in query.getlist("what") if part])
    paper = find_paper(query.get("paper", "a4")).name
    return game, tuple(sorted(settings.items())), paper, Visitor.of(request).lang, what, query.get("two") == "1"


@lru_cache(maxsize=24)
def render_pages(key: Key, form: Format) -> tuple[bytes, ...]:
    """Returns the pages of a document, from a cache: the same request gives the same bytes."""
    game, settings, paper, lang, what, two = key
    variant: Any = load(game).variant(dict(settings))
    if form == "html":
        return tuple(page.encode() for page in make_html(game, variant, paper=paper, lang=lang, what=what, two=two))
    return tuple(pdf.render(make_document(game, variant, paper=paper, lang=lang, what=what, two=two), form))


async def _render_pages(request: Request, key: Key, form: Format) -> tuple[bytes, ...]:
    return await run_in_thread(request, render_pages, key, form, key=("print", key, form))


async def show_printing(request: Request) -> Response:
    key = parse_print_request(request)
    game, settings, paper, _, what, two = key
    alone = bool(getattr(request.app.state, "in_browser", ""))  # then there is no typst: the browser sets and prints
    pages = [Markup(page.decode()) for page in await _render_pages(request, key, "html")] if alone and what else []
    count = len(await _render_pages(request, key, "svg")) if pdf.is_ready() and what and not alone else 0
    return render(
        request,
        "paper_print.html",
        name=game,
        chosen={key: str(value) for key, value in settings},
        parts=list_parts(game),
        what=what,
        paper=paper,
        papers=tuple(PAPERS),
        two=two,
        count=count,
        pages=pages,
        settings={
            option.key: text
            for option in load(game).OPTIONS
            if option.open and (text := request.query_params.get(option.key, "")) != option.default
        },
        command=install_command("print"),
        query=request.url.query,
    )


async def preview(request: Request) -> Response:
    pages = await _render_pages(request, parse_print_request(request), "svg")
    number = request.path_params["number"]
    if not 1 <= number <= len(pages):
        raise HttpError(
            404, "Cette page n’existe pas : revenez à « Sur papier ».", "There is no such page: go back to “On paper”."
        )
    return Response(pages[number - 1], media_type="image/svg+xml")


async def sheet(request: Request) -> Response:
    key = parse_print_request(request)
    (content,) = await _render_pages(request, key, "pdf")
    return attachment(content, f"tablee-{key[0]}.pdf", "application/pdf")


async def box(request: Request) -> Response:
    """A whole box: the game of the form as it is set there, the others as usual."""
    key = parse_print_request(request)
    home = request.url.hostname in HOME  # no telephone finds the way to this very machine by that name
    address = "" if home else str(request.url.replace(path="/companion", query="", fragment=""))
    content = await run_in_thread(request, make_box_zip, key, address, key=("box", key, address))
    return attachment(content, "tablee.pdf", "application/pdf")


@lru_cache(maxsize=4)
def make_box_zip(key: Key, address: str) -> bytes:
    game, settings, paper, lang, _, two = key
    variants = {
        name: load(name).variant(dict(settings) if name == game else {}) for name in names() if list_parts(name)
    }
    (content,) = pdf.render(make_box(variants, paper=paper, lang=lang, two=two, address=address)["tablee"])
    return content


# --- bringing a game home ---------------------------------------------------------------------------------------


async def bring(request: Request) -> Response:
    """The entry screen: whatever was typed stands there again, with what was understood of it."""
    given: dict[str, str] = {}
    if request.method == "POST":
        form = await request.form(max_fields=20, max_files=0)
        given = {key: value for key, value in form.items() if isinstance(value, str)}
    typed = given.get("typed", "")[: MOST_TYPED + 1].replace("\r\n", "\n")
    game = given.get("game", "")
    reading = notes.Reading("")
    if request.method == "POST":
        reading = await run_in_thread(request, _parse_notes, typed, game, given)
    record, board = reading.record, reading.board
    if given.get("to") == "record" and record is not None:
        return attachment(write(record), f"{record.game.NAME}.tablee")
    state, played = (record.state, record.game.NAME) if record is not None else (board, reading.game)
    return render(
        request,
        "paper_import.html",
        typed=typed,
        name=game,
        given=given,
        record=record,
        done=request.method == "POST" and not reading.mistake,
        mistakes=[(mistake.where(typed), "\n".join(mistake.point(typed))) for mistake in reading.mistakes],
        verdict=reader_of(reading.game).verdict(board) if board else None,
        story=companion.story(record) if record else [],
        stand=words.load(played).standing(state) if state else [],
        boards=companion.boards(load(played), state, Visitor.of(request).lang) if state else [],
        onward=companion.address(record) if record else "",
    )


def _parse_notes(typed: str, game: str, given: Mapping[str, str]) -> notes.Reading:
    try:
        settings = settings_of(load(game), given) if game else {}
    except TableeError as error:
        return notes.Reading(typed, mistake=Mistake(error.text, 0))
    return notes.parse_notes(typed, game, settings, later=notes.MOST_LATER)


# --- counting ---------------------------------------------------------------------------------------------------


async def show_scores(request: Request) -> Response:
    """A form for every game that brings a `score`, answered where it was filled in."""
    forms = [_count(name, request.query_params) for name in names() if brings(name, "score")]
    return render(request, "paper_score.html", forms=forms)


def _count(name: str, query: Mapping[str, str]) -> dict[str, Any]:
    game, counter = load(name), cast(Any, part(name, "score"))
    given = {key: text[:MOST_COUNTED] for key, text in query.items()} if query.get("game") == name else {}
    dice = given.get("dice", "")
    found, wrong, pointed = NOTHING, None, ""
    if dice.strip():
        try:
            found = counter.count(game.variant(settings_of(game, given)), dice, given.get("more", ""))
        except TableeError as error:
            wrong = error.text
            pointed = "\n".join(error.point(dice)) if isinstance(error, Mistake) else ""
    return {
        "name": name,
        "score": counter,
        "more": getattr(counter, "MORE", None),
        "option": next(option for option in game.OPTIONS if option.key == counter.OPTION),
        "typed": given,
        "wrong": wrong,
        "pointed": pointed,
        "verdict": found[0],
        "lines": found[1],
    }


ROUTES = [
    Route("/paper", show_printing),
    Route("/paper/preview/{number:int}.svg", preview),
    Route("/paper/sheet.pdf", sheet),
    Route("/paper/box.pdf", box),
    Route("/companion", companion.page),
    Route("/companion/record.tablee", companion.record),
    Route("/import", bring, methods=["GET", "POST"]),
    Route("/score", show_scores),
]
