"""The pages of the lessons: /learn/<game> begins, /learn/<game>/<step> goes on, one past the last step is the end."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.games import load

from ..frame.page import render
from ..frame.visitor import Visitor
from ..play.look import said
from ..play.panel import said_token
from .lesson import Lesson
from .phrases import PHRASES
from .shelf import LESSONS
from .stage import stage

LONGEST = 60  # characters of an answer


def routes() -> list[Route]:
    return [
        Route("/learn/{game}", begin),
        Route("/learn/{game}/{step:int}", look, methods=["GET"]),
        Route("/learn/{game}/{step:int}", answer, methods=["POST"]),
    ]


def lesson_of(request: Request) -> Lesson:
    return LESSONS[load(request.path_params["game"]).NAME]


def address(lesson: Lesson, step: int) -> str:
    """A step's address; a number that no step has leads to the nearest."""
    return f"/learn/{lesson.game}/{max(1, min(len(lesson.steps) + 1, step))}"


async def begin(request: Request) -> Response:
    return RedirectResponse(address(lesson_of(request), 1), 303)


async def look(request: Request) -> Response:
    lesson, number = lesson_of(request), request.path_params["step"]
    here = address(lesson, number)
    if here != request.url.path:
        return RedirectResponse(here, 303)
    if number > len(lesson.steps):
        return render(request, "lesson_end.html", lesson=lesson, phrases=PHRASES, url=here)
    shown = stage(lesson, number, request.query_params, Visitor.of(request).lang)
    return render(
        request,
        "lesson.html",
        s=shown,
        name=lesson.game,
        phrases=PHRASES,
        url=here,
        next_url=address(lesson, number + 1),
        back_url=address(lesson, number - 1) if number > 1 else "/",
    )


async def answer(request: Request) -> Response:
    """The answer goes into the address: it can be reloaded, read in the other language, and nothing is kept."""
    lesson, number = lesson_of(request), request.path_params["step"]
    form = await request.form(max_fields=10, max_files=1)
    did, stated = (value if isinstance(value, str) else "" for value in (form.get("move"), form.get("say")))
    if not did and stated:
        did = said_token(said(stated))
    query = f"?{urlencode({'did': did[:LONGEST]})}" if did else ""
    return RedirectResponse(address(lesson, number) + query, 303)
