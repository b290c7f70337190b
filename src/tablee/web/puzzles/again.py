"""My mistakes, again: the costly choices of one's own games as puzzles, which come back after days until they stick.

The browser alone keeps what was solved, in a cookie: `table-event-step-day`, a dot between. A right answer comes back
after 1, 3, 7 and 21 days, then leaves; a wrong one begins anew.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.core.registry import brings
from tablee.core.words import Text
from tablee.paper import find_paper, pdf
from tablee.puzzles import OwnPuzzle, paper
from tablee.review.own_games import Mistake, mistakes

from ..frame.form_data import hall_of
from ..frame.http_errors import HttpError
from ..frame.page import attachment, render
from ..frame.visitor import Visitor, remember
from ..frame.work_queue import run_in_thread
from ..lessons.visit import answered
from ..play.my_play import own_games, own_player, review_of
from .visit import show

DAYS = (1, 3, 7, 21)  # until a position comes back, after each right answer in turn
MOST = 80  # positions that the cookie remembers
SHOWN, PRINTED = 12, 6  # positions of one day; of a sheet
COOKIE = "again"
NOTED = re.compile(r"([a-z0-9]{4,40})-(\d{1,4})-([0-5])-(\d{5,7})")


@dataclass(frozen=True, slots=True)
class Noted:
    """How often in a row a position was solved, and the day (an ordinal) on which it comes back."""

    step: int
    day: int

    @property
    def solved(self) -> bool:
        return self.step > len(DAYS)


Progress = dict[tuple[str, int], Noted]  # by table and event


def read_progress(cookie: str) -> Progress:
    """What a browser remembers; what cannot be read is left out."""
    found = (NOTED.fullmatch(part) for part in cookie.split("."))
    return {(one[1], int(one[2])): Noted(int(one[3]), int(one[4])) for one in found if one}


def write_progress(progress: Progress) -> str:
    kept = list(progress.items())[-MOST:]
    return ".".join(f"{table}-{at}-{one.step}-{one.day}" for (table, at), one in kept)


def after_answer(noted: Noted | None, right: bool, today: int) -> Noted:
    """What to remember of a position that was answered today."""
    if not right:
        return Noted(0, today + DAYS[0])
    if noted is not None and noted.day > today:
        return noted  # solved before its day: that is practice
    step = noted.step + 1 if noted else 1
    return Noted(min(step, len(DAYS) + 1), today + DAYS[min(step, len(DAYS)) - 1])


def due(found: list[Mistake], progress: Progress, today: int) -> list[Mistake]:
    """Those to try today: new ones, and those whose day has come."""
    return [
        one
        for one in found
        if (noted := progress.get((one.link, one.at))) is None or (not noted.solved and noted.day <= today)
    ]


def address(one: Mistake) -> str:
    return f"/mine/again/{one.link}/{one.at}"


async def shelf(request: Request) -> Response:
    """The positions to try today."""
    games, pending = await own_games(request)
    found, progress = mistakes(games), read_progress(request.cookies.get(COOKIE, ""))
    now = due(found, progress, date.today().toordinal())
    solved = sum(one.solved for one in progress.values())
    return render(
        request,
        "again.html",
        now=[(OwnPuzzle(one), address(one), one) for one in now[:SHOWN]],
        later=len(found) - len(now) - solved,
        solved=solved,
        games=len(games),
        pending=pending,
        prints=pdf.ready(),
    )


async def puzzle_of(request: Request) -> OwnPuzzle:
    """Raises HttpError where this browser made no such mistake."""
    table_id, at = request.path_params["table_id"], request.path_params["at"]
    for name, places in Visitor.of(request).games:
        if name == table_id:
            table = await hall_of(request).open(name)
            player = own_player(table, places)
            game = await review_of(request, table, player, patience=None) if player else None
            for one in mistakes([game]) if game else ():
                if one.at == at:
                    return OwnPuzzle(one)
    raise HttpError(
        404,
        Text(
            "Cette position n’est pas une des vôtres, ou sa partie n’est plus ici.",
            "This position is not one of yours, or its game is no longer here.",
        ),
    )


async def look(request: Request) -> Response:
    puzzle = await puzzle_of(request)
    return show(request, "again_one.html", puzzle, address(puzzle.mistake))


async def answer(request: Request) -> Response:
    puzzle = await puzzle_of(request)
    did = await answered(request, puzzle.game)
    here = address(puzzle.mistake)
    response = RedirectResponse(here + (f"?{urlencode({'did': did})}" if did else ""), 303)
    move = did.partition(":")[0]
    if move in map(str, puzzle.moves):  # what cannot be played says nothing
        progress = read_progress(request.cookies.get(COOKIE, ""))
        key = (puzzle.mistake.link, puzzle.mistake.at)
        noted = after_answer(progress.pop(key, None), move in puzzle.answers, date.today().toordinal())
        remember(response, request, COOKIE, write_progress({**progress, key: noted}))
    return response


async def sheet(request: Request) -> Response:
    """The positions of today on paper, solutions on the back."""
    if not pdf.ready():
        raise HttpError(404, Text("Ici on ne peut pas imprimer.", "Printing is not installed here."))
    games, _ = await own_games(request)
    progress = read_progress(request.cookies.get(COOKIE, ""))
    wanted = due(mistakes(games), progress, date.today().toordinal())
    found = [one for one in wanted if brings(one.game.NAME, "board")][:PRINTED]
    if not found:
        raise HttpError(404, Text("Rien à imprimer aujourd’hui.", "There is nothing to print today."))
    lang = Visitor.of(request).lang
    document = paper.printed_own([OwnPuzzle(one) for one in found], find_paper("a4"), lang)
    (content,) = await run_in_thread(pdf.compiled, document)
    return attachment(content, "tablee-again.pdf", "application/pdf")


ROUTES = [
    Route("/mine/again", shelf),
    Route("/mine/again/sheet.pdf", sheet),
    Route("/mine/again/{table_id}/{at:int}", look, methods=["GET"]),
    Route("/mine/again/{table_id}/{at:int}", answer, methods=["POST"]),
]
