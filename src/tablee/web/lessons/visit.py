"""The pages of the lessons: /learn/ offers them, /learn/<game> begins, /learn/<game>/<step> goes on, one past
the last step is the end."""

from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.core.registry import load

from ..frame.form_data import form_of
from ..frame.http_errors import HttpError
from ..frame.page import render
from ..frame.visitor import Visitor
from .lesson import Lesson, lesson
from .stage import stage

LONGEST = 60  # characters of an answer


def lesson_of(request: Request) -> Lesson:
    game = load(request.path_params["game"])
    found = lesson(game.NAME)
    if found is None:
        raise HttpError(
            404,
            "Ce jeu n’a pas encore de leçon : lisez ses règles, ou commencez une partie.",
            "This game has no lesson yet: read its rules, or begin a game.",
        )
    return found


def address(lesson: Lesson, step: int) -> str:
    """A step's address; a number that no step has leads to the nearest."""
    return f"/learn/{lesson.game}/{max(1, min(len(lesson.steps) + 1, step))}"


async def begin(request: Request) -> Response:
    return RedirectResponse(address(lesson_of(request), 1), 303)


async def look(request: Request) -> Response:
    taught, number = lesson_of(request), request.path_params["step"]
    here = address(taught, number)
    if here != request.url.path:
        return RedirectResponse(here, 303)
    if number > len(taught.steps):
        return render(request, "lesson_end.html", lesson=taught, url=here)
    shown = stage(taught, number, request.query_params, Visitor.of(request).lang)
    return render(
        request,
        "lesson.html",
        s=shown,
        hints=(),
        name=taught.game,
        url=here,
        next_url=address(taught, number + 1),
        back_url=address(taught, number - 1) if number > 1 else "/",
    )


async def answer(request: Request) -> Response:
    """Redirects to the address that holds the answer, so nothing is stored."""
    taught, number = lesson_of(request), request.path_params["step"]
    did = await answer_of(request)
    return RedirectResponse(address(taught, number) + (f"?{urlencode({'did': did})}" if did else ""), 303)


async def answer_of(request: Request) -> str:
    """What somebody answered, played on the board or typed."""
    form = await form_of(request)
    return (form.get("move") or form.get("say", ""))[:LONGEST]


async def choose(request: Request) -> Response:
    """Which game to learn."""
    return render(request, "learn.html")


ROUTES = [
    Route("/learn/", choose),
    Route("/learn/{game}", begin),
    Route("/learn/{game}/{step:int}", look, methods=["GET"]),
    Route("/learn/{game}/{step:int}", answer, methods=["POST"]),
]
