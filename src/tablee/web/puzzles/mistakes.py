"""My mistakes, again: the costly choices of one's own games as puzzles, which come back after days until they stick.

The browser alone keeps what was solved, in a cookie: `table-event-step-day`, a dot between. A right answer comes back
after 1, 3, 7 and 21 days, then leaves; a wrong one begins anew.
"""

import re
from dataclasses import dataclass
from datetime import date

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tablee.core.registry import brings
from tablee.paper import find_paper, pdf
from tablee.puzzles import OwnPuzzle, find_mistakes, paper
from tablee.web.play.statistics import own_games, own_player, review_of

from ..frame.form_data import table_service_of
from ..frame.http_errors import HttpError
from ..frame.page import attachment, render
from ..frame.visitor import Visitor, remember
from ..frame.work_queue import run_in_thread
from .visit import check_printing, redirect, show

DAYS = (1, 3, 7, 21)  # until a position comes back, after each right answer in turn
MOST = 80  # positions that the cookie remembers
SHOWN, PRINTED = 12, 6  # positions of one day; of a sheet
COOKIE = "again"
NOTED = re.compile(r"([A-Za-z0-9]{4,40})-(\d{1,4})-([0-5])-(\d{5,7})")


@dataclass(frozen=True, slots=True)
class Noted:
    """How often in a row a position was solved, and the day (an ordinal) on which it comes back."""

    step: int
    day: int

    @property
    def solved(self) -> bool:
        return self.step > len(DAYS)


NEW = Noted(0, 0)
Progress = dict[tuple[str, int], Noted]  # by table and event


def read_progress(cookie: str) -> Progress:
    """Returns the progress in a browser's cookie; unreadable parts are left out."""
    found = (NOTED.fullmatch(part) for part in cookie.split("."))
    return {(match[1], int(match[2])): Noted(int(match[3]), int(match[4])) for match in found if match}


def write_progress(progress: Progress) -> str:
    kept = list(progress.items())[-MOST:]
    return ".".join(f"{table}-{at}-{noted.step}-{noted.day}" for (table, at), noted in kept)


def schedule(noted: Noted | None, right: bool, today: int) -> Noted:
    """What to remember of a position that was answered today."""
    if not right:
        return Noted(0, today + DAYS[0])
    if noted is not None and noted.day > today:
        return noted  # solved before its day: that is practice
    step = (noted or NEW).step + 1
    return Noted(min(step, len(DAYS) + 1), today + DAYS[min(step, len(DAYS)) - 1])


def address_of(puzzle: OwnPuzzle) -> str:
    return f"/mine/again/{puzzle.link}/{puzzle.at}"


async def list_due(request: Request) -> tuple[list[OwnPuzzle], dict[str, int]]:
    """What to try today: new positions, and those whose day has come; and how many games and positions there are."""
    games, pending = await own_games(request)
    found, progress = find_mistakes(games), read_progress(request.cookies.get(COOKIE, ""))
    noted, today = {puzzle: progress.get((puzzle.link, puzzle.at), NEW) for puzzle in found}, date.today().toordinal()
    now = [puzzle for puzzle in found if not noted[puzzle].solved and noted[puzzle].day <= today]
    solved = sum(position.solved for position in progress.values())
    counts = {"games": len(games), "pending": pending, "solved": solved, "later": len(found) - len(now) - solved}
    return now, counts


async def show_shelf(request: Request) -> Response:
    """The positions to try today."""
    now, counts = await list_due(request)
    return render(request, "mistakes.html", now=[(puzzle, address_of(puzzle)) for puzzle in now[:SHOWN]], **counts)


async def puzzle_of(request: Request) -> OwnPuzzle:
    """Raises HttpError where this browser made no such mistake."""
    table_id, at = request.path_params["table_id"], request.path_params["at"]
    seats = dict(Visitor.of(request).games).get(table_id, ())
    if seats:
        table = await table_service_of(request).open(table_id)
        player = own_player(table, seats)
        game = await review_of(request, table, player, patience=None) if player else None
        for puzzle in find_mistakes([game]) if game else ():
            if puzzle.at == at:
                return puzzle
    raise HttpError(
        404,
        "Ce moment n’est pas d’une de vos parties, ou elle n’est plus ici.",
        "This moment is not from one of your games, or that game is no longer here.",
    )


async def look(request: Request) -> Response:
    puzzle = await puzzle_of(request)
    return show(request, "mistake.html", puzzle, address_of(puzzle))


async def answer(request: Request) -> Response:
    puzzle = await puzzle_of(request)
    response, did = await redirect(request, puzzle, address_of(puzzle))
    if did in map(str, puzzle.moves):  # what cannot be played says nothing
        progress, key = read_progress(request.cookies.get(COOKIE, "")), (puzzle.link, puzzle.at)
        noted = schedule(progress.pop(key, None), did in puzzle.answers, date.today().toordinal())
        remember(response, request, COOKIE, write_progress({**progress, key: noted}))
    return response


async def print_sheet(request: Request) -> Response:
    """The positions of today on paper, solutions on the back."""
    check_printing()
    now, _ = await list_due(request)
    found = [puzzle for puzzle in now if brings(puzzle.game, "board")][:PRINTED]
    if not found:
        raise HttpError(404, "Rien à imprimer aujourd’hui.", "There is nothing to print today.")
    document = paper.make_own_puzzle_document(found, find_paper("a4"), Visitor.of(request).lang)
    (content,) = await run_in_thread(request, pdf.render, document)
    return attachment(content, "tablee-again.pdf", "application/pdf")


ROUTES = [
    Route("/mine/again", show_shelf),
    Route("/mine/again/sheet.pdf", print_sheet),
    Route("/mine/again/{table_id}/{at:int}", look, methods=["GET"]),
    Route("/mine/again/{table_id}/{at:int}", answer, methods=["POST"]),
]
