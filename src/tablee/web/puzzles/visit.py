"""A puzzle on the page is a lesson of one step: the board, the move played on it, and a word to the answer."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee import bots, puzzles
from tablee.core import registry as games
from tablee.core.errors import RequestError
from tablee.core.words import Text
from tablee.paper import find_paper, pdf
from tablee.puzzles import AnyPuzzle, Puzzle, paper
from tablee.web.web_game import Position, load_web_game

from ..frame.http_errors import HttpError
from ..frame.page import attachment, render
from ..frame.visitor import Visitor
from ..frame.work_queue import run_in_thread
from ..lessons.lesson import Lesson, Step
from ..lessons.stage import stage
from ..lessons.visit import answer_of
from ..play import board as boards

MOST_SUMS = 60  # of one visitor
LONGEST = 40  # characters of a sum


def address(puzzle: Puzzle) -> str:
    return f"/puzzle/{puzzle.game}/{puzzle.level}/{puzzle.number}"


def puzzle_of(request: Request, find: Callable[..., Puzzle] = puzzles.find, **more: object) -> Puzzle:
    try:
        return find(**request.path_params, **more)
    except RequestError as error:
        raise HttpError(404, error.text) from None


async def week(request: Request) -> Response:
    """Every game's puzzles of this week."""
    today = date.today()

    def find() -> dict[str, list[Puzzle]]:
        shelves = {name: puzzles.list_levels(name) for name in games.names()}
        return {
            name: [puzzles.find_of_week(name, level, today) for level in some] for name, some in shelves.items() if some
        }

    found = await run_in_thread(request, find, key=("week", today))  # those of a guest are made now
    return render(
        request,
        "puzzles.html",
        found=found,
        kinds=bots.KINDS,
        address=address,
        week=puzzles.name_week(today),
        counts={name: sums.richest_of_week(today) for name in found if (sums := games.part(name, "sums"))},
    )


async def current(request: Request) -> Response:
    """The puzzle of this week, at an address that stays."""
    return RedirectResponse(address(puzzle_of(request, puzzles.find_of_week, day=date.today())), 303)


def lesson_of(puzzle: AnyPuzzle, did: str) -> Lesson:
    """The puzzle as a lesson of one step; `did`: what was tried, to which there is a word."""
    tried = did.partition(":")[0]
    legal = tried in map(str, puzzle.moves)
    step = Step(
        title=puzzle.title,
        words=puzzle.task,
        task=Text("Jouez le meilleur coup.", "Play the best move."),
        before="",
        begin=puzzle.state,
        why=puzzle.solution,
        hint=puzzle.reply(tried) if legal else puzzle.advice.hint(1)[0],
        good=puzzle.answers,
        player=puzzle.player,
    )
    return Lesson(puzzle.game, puzzle.rules.TITLE, puzzle.state.variant, (step,), learner=puzzle.player)


def show(request: Request, template: str, puzzle: AnyPuzzle, url: str, counts: bool = False) -> Response:
    """The page of a puzzle, with what was tried and the hints that were asked for."""
    query: Mapping[str, str] = request.query_params
    shown = stage(lesson_of(puzzle, query.get("did", "")), 1, query, Visitor.of(request).lang)
    hints = {"1": 1, "2": 2, "3": 3}.get(query.get("hint", ""), 0)
    return render(
        request,
        template,
        s=shown,
        name=puzzle.game,
        url=url,
        hints=puzzle.advice.hint(hints) if hints else [],
        more=hints + 1 if hints < 3 else 0,
        settings=paper.describe_settings(puzzle),
        counts=counts,
    )


async def look(request: Request) -> Response:
    puzzle = puzzle_of(request)
    sums = games.part(puzzle.game, "sums")
    countable = sums is not None and sums.countable(puzzle.state)
    return show(request, "puzzle.html", puzzle, address(puzzle), countable)


async def redirect(request: Request, puzzle: AnyPuzzle, url: str) -> tuple[Response, str]:
    """Back to the page, which has a word to what was tried; and the move, without its calculation."""
    did = await answer_of(request)
    query = {"did": did, "hint": request.query_params.get("hint", "")}
    kept = urlencode({key: value for key, value in query.items() if value})
    return RedirectResponse(f"{url}?{kept}".rstrip("?"), 303), did.partition(":")[0]


async def answer(request: Request) -> Response:
    puzzle = puzzle_of(request)
    return (await redirect(request, puzzle, address(puzzle)))[0]


async def show_sums(request: Request) -> Response:
    """How many different calculations: what has been found so far stands in the address."""
    puzzle = puzzle_of(request)
    sums = games.part(puzzle.game, "sums")
    if sums is None:
        raise HttpError(404, "Ce jeu n’a pas de calculs à compter.", "This game has no calculations to count.")
    stated = [typed[:LONGEST] for typed in request.query_params.getlist("sum") if typed.strip()][:MOST_SUMS]
    found = sums.sums(puzzle.state, stated)
    say = request.query_params.get("say", "")[:LONGEST]
    position = Position(puzzle.rules, puzzle.state, puzzle.player, puzzle.player, moves=puzzle.moves, say=say)
    refused = found.refused[-1] if found.refused and found.refused[-1][0] == stated[-1] else None
    return render(
        request,
        "sums.html",
        puzzle=puzzle,
        found=found,
        refused=refused,
        shown=[sums.pretty(calculation) for calculation in found.found],
        boards=boards.boards(position, Visitor.of(request).lang),
        panel=load_web_game(puzzle.game).panel(position),
        name=puzzle.game,
        url=address(puzzle),
        settings=paper.describe_settings(puzzle),
    )


def check_printing() -> None:
    if not pdf.is_ready():
        raise HttpError(404, "Ici, on ne peut pas imprimer.", "Printing is not installed here.")


async def sheet(request: Request) -> Response:
    """This week's puzzles on paper, solutions on the back."""
    check_printing()
    content = await run_in_thread(request, _render_sheet, date.today(), Visitor.of(request).lang)
    return attachment(content, "tablee-puzzles.pdf", "application/pdf")


@lru_cache(maxsize=2)
def _render_sheet(day: date, lang: str) -> bytes:
    (content,) = pdf.render(paper.make_puzzle_document(day, find_paper("a4"), lang))
    return content


ONE = "/puzzle/{game}/{level}/{number:int}"
ROUTES = [
    Route("/puzzle", week),
    Route("/puzzle/sheet.pdf", sheet),
    Route("/puzzle/{game}/{level}", current),
    Route(ONE, look, methods=["GET"]),
    Route(ONE, answer, methods=["POST"]),
    Route(f"{ONE}/sums", show_sums),
]
