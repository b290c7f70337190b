"""The JSON API under /api/v1: enough for a program to open a table, take a seat and play. See `document`."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablee import bots
from tablee.core.registry import load, names
from tablee.core.words import Lang, Text, typeset
from tablee.table import Chair, Setup, Table
from tablee.table.entry import check_fields, check_value, value_error
from tablee.table.match import LENGTHS
from tablee.table.requests import LAST_VERSION, parse
from tablee.table.table import Verb
from tablee.table.verbs import LAST_SEAT, Erase, Rematch, Take

from ..frame.form_data import parse_body, table_service_of
from ..frame.http_errors import HttpError
from ..frame.visitor import lang_of, read_bearer
from ..home import warm
from ..play import stream
from . import gatherings
from .document import CALLS, CHANGE, document

SETUP = ("game", "settings", "seats", "my_seats", "dice", "opening", "best_of")  # fields of a new table
CHAIR = ("name", "bot", "badge")

# --- reading what is asked --------------------------------------------------------------------------------------


def parse_request(kind: type[Verb], body: dict[str, Any]) -> tuple[Verb, int | None, str]:
    """The request that a body spells, the version that it was asked of, and its own id."""
    if not kind.VERSIONED:
        return parse(kind, body), None, ""
    version = check_value("version", body.get("version"), int, 0, LAST_VERSION)
    name = check_value("request", body.get("request", ""), str)
    return parse(kind, body, CHANGE), version, name


# --- answering --------------------------------------------------------------------------------------------------


def to_json(lang: Lang, table: Table, secret: str) -> dict[str, Any]:
    """A table as the holder of a secret may see it."""
    seating, proposed, score = table.seating, table.proposal, table.score
    mine = table.find_seats(secret)
    place = next((place for place in table.acting if place in mine), mine[0] if mine else None)
    view, outcome = table.view(place), table.outcome if table.over else None
    proposal = {"by": proposed.seat, "waiting": proposed.waiting} if proposed is not None else None
    tutor = proposed.tutor if proposed is not None else ""
    lines = table.story(place, most=1)
    return {
        "id": table.id,
        "game": table.game.NAME,
        "settings": table.game.settings(table.variant),
        "dice": table.dice,
        "fair": "\n".join(map(str, table.promises)) or None,
        "opening": seating.opening.rolls if seating.opening else (),
        "seat": place,
        "my_seats": mine,
        "player": view.player,
        "seats": [
            {
                "seat": seat.index,
                "player": seat.player,
                "name": seat.name.in_lang(lang),
                "bot": seat.bot,
                "badge": seat.badge,
                "taken": seat.taken,
                "mine": seat.mine,
            }
            for seat in view.seats
        ],
        "version": table.version,
        "seq": table.seq,
        "phase": table.phase,
        "acting": table.acting,
        "may_roll": view.may_roll,
        "may_undo": view.may_undo,
        "moves": list(map(str, view.moves)),
        "events": table.history.tokens,
        "undo": None if tutor else proposal,
        "tutor": {**proposal, "mode": tutor} if proposal and tutor else None,
        "tutors": table.tutors,
        "result": outcome
        and {
            "winners": outcome.winners,
            "scores": dict(outcome.scores),
            "reason": typeset(outcome.reason.in_lang(lang), lang),
        },
        "message": typeset(lines[-1].text.in_lang(lang), lang) if lines else "",
        "next": table.next,
        "match": score and {"best_of": score.best_of, "played": score.played, "won": score.won, "over": score.over},
    }


def answer(
    request: Request, table: Table, holder: str, status: int = 200, more: dict[str, Any] | None = None
) -> Response:
    return JSONResponse({**to_json(lang_of(request), table, holder), **(more or {})}, status)


# --- the calls --------------------------------------------------------------------------------------------------


async def games(request: Request) -> Response:
    lang = lang_of(request)
    return JSONResponse(
        {
            "games": [
                {
                    "name": name,
                    "title": load(name).TITLE.in_lang(lang),
                    "options": {option.key: list(option.values) for option in load(name).OPTIONS},
                }
                for name in names()
            ],
            "bots": [
                {"name": name, "title": kind.title.in_lang(lang), "about": kind.about.in_lang(lang)}
                for name, kind in bots.KINDS.items()
            ],
        }
    )


async def create(request: Request) -> Response:
    body = parse_body(await request.body())
    check_fields(body, SETUP)
    opening = body.get("opening")
    if opening is not None and not isinstance(opening, bool):
        raise value_error("opening", Text("true, false ou null", "true, false or null"))
    here = check_value("my_seats", body.get("my_seats", [0]), list)
    for seat in here:
        check_value("my_seats", seat, int, 0, LAST_SEAT)
    dice = body.get("dice", "virtual")
    if dice not in ("virtual", "typed"):
        raise value_error("dice", Text("« virtual » ou « typed »", "“virtual” or “typed”"))
    setup = Setup(
        check_value("game", body.get("game"), str),
        check_value("settings", body.get("settings", {}), dict),
        tuple(map(_chair, check_value("seats", body.get("seats", []), list)[: LAST_SEAT + 2])),
        tuple(here),
        "typed" if dice == "typed" else "virtual",
        opening,
        best_of=check_value("best_of", body.get("best_of", 0), int, 0, LENGTHS[-1]),
    )
    opened = await table_service_of(request).create(setup)
    warm(request, opened.table)
    request.app.state.driver.wake(opened.table.id, opened.table)
    links = {str(seat): invitation for seat, invitation in opened.invitations.items()}
    return answer(request, opened.table, opened.secret, 201, {"secret": opened.secret, "invitations": links})


def _chair(given: object) -> Chair:
    chair = check_value("seats", given, dict)
    check_fields(chair, CHAIR)
    return Chair(*(check_value(key, chair.get(key, ""), str) for key in CHAIR))


async def read(request: Request) -> Response:
    table = await table_service_of(request).open(request.path_params["table_id"])
    request.app.state.driver.wake(table.id)
    return answer(request, table, read_bearer(request))


async def take(request: Request) -> Response:
    body = parse_body(await request.body())
    table_id, seat = request.path_params["table_id"], request.path_params["seat"]
    if seat not in tuple("0123"):
        raise HttpError(404, "Les places vont de 0 à 3.", "Seats go from 0 to 3.")
    check_fields(body, ("invitation", "name", "badge"))  # the address tells the place
    verb, secret = parse(Take, {**body, "seat": int(seat)}), read_bearer(request) or None
    got = await table_service_of(request).take(table_id, verb, secret=secret)
    request.app.state.driver.wake(table_id)
    return answer(request, got.table, got.secret, more={"secret": got.secret})


def call(kind: type[Verb]) -> Callable[[Request], Any]:
    """The call that asks this of a table."""

    async def handle_call(request: Request) -> Response:
        body = parse_body(await request.body())
        table_service, table_id, secret = (
            table_service_of(request),
            request.path_params["table_id"],
            read_bearer(request),
        )
        verb, version, name = parse_request(kind, body)
        table = await table_service.ask(table_id, secret, verb, version=version, id=name)
        if kind is Erase:
            return JSONResponse({"erased": True})
        if kind is Rematch:
            table = await table_service.open(table.next)
        request.app.state.driver.wake(table.id, table)
        return answer(request, table, secret)

    return handle_call


async def record(request: Request) -> Response:
    table = await table_service_of(request).open(request.path_params["table_id"])
    return Response(str(table.record()), media_type="text/plain; charset=utf-8")


async def openapi(request: Request) -> Response:
    return JSONResponse(document())


TABLE = "/tables/{table_id}"
ROUTES = [
    *(Route(f"{TABLE}/{kind.VERB}", call(kind), methods=["POST"]) for kind in CALLS),
    Route(f"{TABLE}/events", stream.events),
    Route("/openapi.json", openapi),
    Route("/games", games),
    Route("/tables", create, methods=["POST"]),
    Route(TABLE, read),
    Route(f"{TABLE}/seats/{{seat}}", take, methods=["POST"]),
    Route(f"{TABLE}/record", record),
    *gatherings.ROUTES,
]
