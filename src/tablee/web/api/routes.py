"""The JSON API under /api/v1: enough for a program to open a table, take a seat and play. See openapi.json."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablee import bots
from tablee.core.words import Text
from tablee.games import NAMES, load
from tablee.table import Chair, Setup, Table

from ..frame.fault import Fault
from ..frame.forms import hall_of
from ..frame.visitor import TOKEN, Visitor
from ..frame.words import typeset
from ..home import warm
from ..play import live

T = TypeVar("T")
MOST_SEATS = 4


# --- reading what is asked --------------------------------------------------------------------------------------


def wrong(key: str, wanted: Text) -> Fault:
    return Fault(
        422,
        Text(f"« {key} » ne va pas : il faut {wanted.fr}.", f"“{key}” does not fit: it takes {wanted.en}."),
    )


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that was sent; nothing at all is an empty one."""
    raw = await request.body()
    try:
        found = json.loads(raw) if raw.strip() else {}
        json.dumps(found, ensure_ascii=False).encode()  # half a character can be neither kept nor shown
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise Fault(400, Text("Il faut un objet JSON.", "A JSON object is needed."))
    return found


def taken(body: dict[str, Any], key: str, kind: type[T], wanted: Text, default: T | None = None) -> T:
    """One value of the right kind. True is no number here."""
    value = body.get(key, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise wrong(key, wanted)
    return value


WORD = Text("un texte", "a text")
NUMBER = Text("un nombre entier", "a whole number")


def whole(body: dict[str, Any], key: str) -> int:
    value = taken(body, key, int, NUMBER)
    if not -1 < value < 10**9:
        raise wrong(key, Text("un nombre de 0 à un milliard", "a number from 0 to a billion"))
    return value


def word(body: dict[str, Any], key: str, default: str | None = None) -> str:
    return taken(body, key, str, WORD, default)


def secret_of(request: Request) -> str:
    """The seat's secret: `Authorization: Bearer …`. Cookies open nothing here, so that no other page can."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return ""
    if scheme.lower() != "bearer" or not TOKEN.fullmatch(secret.strip()):
        raise Fault(
            401,
            Text("Il faut « Authorization: Bearer SECRET ».", "“Authorization: Bearer SECRET” is needed."),
        )
    return secret.strip()


# --- answering --------------------------------------------------------------------------------------------------


def shown(request: Request, table: Table, secret: str) -> dict[str, Any]:
    """A table as the holder of a secret may see it."""
    lang = Visitor.of(request).lang
    mine = table.places(secret)
    due = [place for place in table.acting if place in mine] or [place for place in mine if table.rolls_for((place,))]
    place = due[0] if due else mine[0] if mine else None
    view = table.view(place)
    lines = table.story(place)
    outcome = view.outcome
    return {
        "id": table.id,
        "game": table.game.NAME,
        "settings": table.game.settings(table.variant),
        "dice": view.dice,
        "version": view.version,
        "seq": view.seq,
        "phase": view.phase,
        "place": place,
        "places": list(mine),
        "player": view.player,
        "acting": list(view.acting),
        "may_roll": view.may_roll,
        "may_undo": view.may_undo,
        "moves": [str(move) for move in view.moves],
        "events": [str(event) for event in table.record().events],
        "seats": [
            {
                "place": seat.place,
                "player": seat.player,
                "name": seat.name.said(lang),
                "bot": seat.bot,
                "taken": seat.taken,
                "mine": seat.mine,
            }
            for seat in view.seats
        ],
        "opening": [list(throw) for throw in view.opening.throws] if view.opening else [],
        "undo": None if view.proposal is None else {"by": view.proposal.place, "waiting": list(view.proposal.waiting)},
        "result": None
        if outcome is None
        else {
            "winners": list(outcome.winners),
            "scores": {str(player): score for player, score in outcome.scores.items()},
            "reason": typeset(outcome.reason.said(lang), lang),
        },
        "said": typeset(lines[-1].text.said(lang), lang) if lines else "",
        "next": view.next,
    }


def answer(
    request: Request, table: Table, holder: str, status: int = 200, more: dict[str, Any] | None = None
) -> Response:
    return JSONResponse({**shown(request, table, holder), **(more or {})}, status)


# --- the calls --------------------------------------------------------------------------------------------------


async def games(request: Request) -> Response:
    lang = Visitor.of(request).lang
    return JSONResponse(
        {
            "games": [
                {
                    "name": name,
                    "title": load(name).TITLE.said(lang),
                    "options": {option.key: list(option.values) for option in load(name).OPTIONS},
                }
                for name in NAMES
            ],
            "bots": [
                {"name": name, "title": kind.title.said(lang), "about": kind.about.said(lang)}
                for name, kind in bots.KINDS.items()
            ],
        }
    )


async def create(request: Request) -> Response:
    body = await body_of(request)
    opening = body.get("opening")
    if opening is not None and not isinstance(opening, bool):
        raise wrong("opening", Text("true, false ou null", "true, false or null"))
    here = taken(body, "here", list, Text("une liste de places", "a list of seats"), [0])
    if not all(isinstance(place, int) and not isinstance(place, bool) and 0 <= place < MOST_SEATS for place in here):
        raise wrong("here", Text("une liste de places, à partir de 0", "a list of seats, from 0"))
    dice = word(body, "dice", "virtual")
    if dice not in ("virtual", "typed"):
        raise wrong("dice", Text("« virtual » ou « typed »", "“virtual” or “typed”"))
    setup = Setup(
        word(body, "game"),
        taken(body, "settings", dict, Text("un objet", "an object"), {}),
        tuple(map(_chair, taken(body, "seats", list, Text("une liste", "a list"), [])[: MOST_SEATS + 1])),
        tuple(here),
        "typed" if dice == "typed" else "virtual",
        opening,
    )
    opened = await hall_of(request).create(setup)
    await warm(opened.table)
    request.app.state.driver.wake(opened.table.id)
    links = {str(place): invitation for place, invitation in opened.invitations.items()}
    return answer(request, opened.table, opened.secret, 201, {"secret": opened.secret, "invitations": links})


def _chair(given: object) -> Chair:
    if not isinstance(given, dict):
        raise wrong("seats", Text("une liste d’objets", "a list of objects"))
    return Chair(word(given, "name", ""), word(given, "bot", ""))


async def read(request: Request) -> Response:
    table = await hall_of(request).open(request.path_params["table_id"])
    request.app.state.driver.wake(table.id)
    return answer(request, table, secret_of(request))


async def take(request: Request) -> Response:
    body = await body_of(request)
    table_id, place = request.path_params["table_id"], request.path_params["place"]
    if place not in tuple("0123"):
        raise Fault(404, Text("Les places vont de 0 à 3.", "Seats go from 0 to 3."))
    secret = secret_of(request) or None
    invitation = word(body, "invitation")
    got = await hall_of(request).take(table_id, int(place), invitation, name=word(body, "name", ""), secret=secret)
    request.app.state.driver.wake(table_id)
    return answer(request, got.table, got.secret, more={"secret": got.secret})


Call = Callable[[Request], Any]


def call(name: str) -> Call:
    """The call that does to a table what the hall's method of that name does."""

    async def made(request: Request) -> Response:
        body = await body_of(request)
        hall, table_id, secret = hall_of(request), request.path_params["table_id"], secret_of(request)
        named: dict[str, Any] = {"version": whole(body, "version"), "request": word(body, "request", "")}
        if name == "roll":
            table = await hall.roll(table_id, secret, typed=word(body, "typed", "") or None, **named)
        elif name == "move":
            table = await hall.move(table_id, secret, word(body, "move"), **named)
        elif name == "correct":
            table = await hall.correct(table_id, secret, word(body, "typed"), **named)
        else:
            table = await getattr(hall, name)(table_id, secret, **named)
        request.app.state.driver.wake(table_id)
        return answer(request, table, secret)

    return made


async def rematch(request: Request) -> Response:
    body = await body_of(request)
    secret = secret_of(request)
    swap = taken(body, "swap", bool, Text("true ou false", "true or false"), True)
    table = await hall_of(request).rematch(request.path_params["table_id"], secret, swap=swap)
    return answer(request, table, secret)


async def record(request: Request) -> Response:
    table = await hall_of(request).open(request.path_params["table_id"])
    return Response(str(table.record()), media_type="text/plain; charset=utf-8")


def document() -> dict[str, Any]:
    """The OpenAPI document, as it was written."""
    found: dict[str, Any] = json.loads((resources.files(__package__) / "openapi.json").read_text(encoding="utf-8"))
    return found


async def openapi(request: Request) -> Response:
    return JSONResponse(document())


TABLE = "/tables/{table_id}"
ROUTES = [
    Route("/openapi.json", openapi),
    Route("/games", games),
    Route("/tables", create, methods=["POST"]),
    Route(TABLE, read),
    Route(f"{TABLE}/seats/{{place}}", take, methods=["POST"]),
    Route(f"{TABLE}/events", live.events),
    Route(f"{TABLE}/record", record),
    Route(f"{TABLE}/rematch", rematch, methods=["POST"]),
    *(
        Route(f"{TABLE}/{name}", call(name), methods=["POST"])
        for name in ("roll", "move", "correct", "undo", "agree", "decline", "resign")
    ),
]
