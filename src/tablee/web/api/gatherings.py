"""Gatherings under /api/v1: a class or an evening by JSON. Secrets are bearer tokens: a teacher's, the projector's, and
one for each who came in; at a table its own secret holds the seat, as everywhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.core.fair import Promise
from tablee.core.registry import load
from tablee.core.words import Text, typeset
from tablee.gathering import badges, dice
from tablee.gathering.gathering import LIFETIME, Gathering, Member, Round, RoundTable
from tablee.gathering.service import GatheringService, count_proposals
from tablee.gathering.summary import count_sums
from tablee.table import SeatError, new_secret
from tablee.table.entry import check_fields, check_value
from tablee.table.table import Table

from ..frame.form_data import parse_body
from ..frame.http_errors import HttpError
from ..frame.parts import split
from ..frame.security import TOO_FAST, client_of
from ..frame.visitor import TOKEN, Visitor, lang_of
from ..play import board
from ..play.share_link import code

LONGEST = 200  # characters of a typed sum or move


def gatherings_of(request: Request) -> GatheringService:
    rooms: GatheringService = request.app.state.gatherings
    return rooms


def secret_of(request: Request) -> str:
    """The bearer token; what is none opens nothing."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" and TOKEN.fullmatch(secret.strip()) else ""


# --- answering --------------------------------------------------------------------------------------------------


async def to_json(request: Request, gathering: Gathering, role: Member | str) -> dict[str, Any]:
    """A gathering as its teacher, the projector or one of its members may see it."""
    rooms = gatherings_of(request)
    await rooms.refresh(gathering)
    if isinstance(role, Member):
        return member_json(gathering, role, lang_of(request))
    now, playing, lang = rooms.clock(), gathering.playing, lang_of(request)
    seats = [at for at in playing.tables if not at.left] if playing else []
    told: dict[str, Any] = {
        "gathering": gathering.id,
        "kind": gathering.kind,
        "game": gathering.game,
        "code": gathering.code,
        "paused": gathering.paused,
        "locked": gathering.locked,
        **round_json(playing),
        "tables": [table_json(at, await rooms.table(at.table), lang) for at in seats],
        "waiting": list(playing.waiting) if playing else [],
        "members": [
            {
                "badge": badge,
                "called": gathering.name_of(badge).in_lang(lang),
                "sign": badges.sign(badge),
                "state": member.state(now),
                "here": member.state(now) in ("here", "idle"),
                "late": member.late,
            }
            for badge, member in gathering.members.items()
        ],
    }
    if role == "teacher":
        told |= {
            "settings": gathering.settings,
            "stranded": gathering.find_stranded(now),
            "erases": int(gathering.made + LIFETIME),
        }
        for shown, member in zip(told["members"], gathering.members.values(), strict=True):
            at = playing.table_of(member.badge) if playing else None
            shown |= {"table": at and at.table, "level": member.level or None, "head_start": member.head_start}
    return told


def member_json(gathering: Gathering, member: Member, lang: str) -> dict[str, Any]:
    playing = gathering.playing
    at = playing.table_of(member.badge) if playing and not member.absent else None
    seat = at.badges.index(member.badge) if at and member.badge in at.secrets else None
    return {
        "badge": member.badge,
        "called": gathering.name_of(member.badge).in_lang(lang),
        **round_json(playing),
        "table": at.table if at else None,
        "seat": seat,
        "table_secret": at.secrets[member.badge] if at and seat is not None else None,
        "paused": gathering.paused,
        "absent": member.absent,
    }


def round_json(playing: Round | None) -> dict[str, Any]:
    """What everybody may know of the round that is on."""
    if playing is None:
        return {"round": None, "activity": None}
    told: dict[str, Any] = {"round": playing.number, "activity": playing.activity, "ended": playing.ended}
    if playing.code:
        secret = dice.secret_of(playing.code)
        told["commit"] = dice.commitment(playing.code)
        told["fair"] = str(Promise(dice.LABEL, told["commit"], secret if playing.ended else None))
        told["dice"] = playing.code if playing.ended else None
        told["secret"] = secret.hex() if playing.ended else None
    if playing.activity == "sums":
        told["until"] = int(playing.until)
        told["position"] = load(playing.settings["game"]).position(playing.state)
        told["sums"] = count_sums(playing)
    if playing.activity == "together":
        told["proposals"] = dict(count_proposals(playing))
    return told


def table_json(at: RoundTable, table: Table | None, lang: str) -> dict[str, Any]:
    """A table of a round, over where it is gone."""
    lines = table.story(None, most=1) if table else ()
    return {
        "table": at.table,
        "badges": list(at.badges),
        "head_start": typeset(at.edge.in_lang(lang), lang) if at.edge else None,
        "over": table is None or table.over,
        "phase": table.phase if table else "over",
        "acting": table.acting if table else [],
        "throws": len(table.history.salts) if table else 0,
        "message": typeset(lines[-1].text.in_lang(lang), lang) if lines else "",
    }


# --- the calls --------------------------------------------------------------------------------------------------


async def body_of(request: Request, *known: str) -> dict[str, Any]:
    """The JSON object that was sent, with no other fields than these."""
    body = parse_body(await request.body())
    check_fields(body, known)
    return body


async def create(request: Request) -> Response:
    body = await body_of(request, "kind", "game", "settings")
    kind, game = check_value("kind", body.get("kind", "class"), str), check_value("game", body.get("game"), str)
    settings = check_value("settings", body.get("settings", {}), dict)
    made, secret = open_room(request, kind, game, settings)
    told = {"gathering": made.id, "code": made.code, "secret": secret, "projector": made.projector}
    return JSONResponse(told, 201)


def open_room(request: Request, kind: str, game: str, settings: Mapping[str, object]) -> tuple[Gathering, str]:
    """Returns a new gathering and its adult's secret; refused (429) to an address that has opened many."""
    address = client_of(request.scope)
    if not request.app.state.new_gatherings.take(address):
        raise HttpError(
            429,
            "Beaucoup de classes viennent d’être ouvertes d’ici : attendez quelques minutes.",
            "Many classes have just been opened from here: wait a few minutes.",
        )
    try:
        return gatherings_of(request).create(kind, game, settings, lang_of(request), hash(address))
    except TableeError:
        request.app.state.new_gatherings.take(address, -1)  # who is refused may ask again
        raise


def find_by_code(request: Request, code: str) -> Gathering:
    """The gathering of a code. Who tries many wrong ones has to wait; right ones cost nothing.

    All addresses together have twenty times what one has, and the networks of one IPv6 site (/48) four times: who has
    many addresses finds no code sooner. An address that has opened a class itself is a school's, and counts alone.
    """
    tries, address = request.app.state.wrong_codes, client_of(request.scope)
    prices = {address: 1.0}
    if address not in request.app.state.new_gatherings:
        prices |= {f"{address[:14]}/48": 0.25} if ":" in address else {}
        prices[""] = 0.05
    if not all(tries.take(key, price) for key, price in prices.items()):
        raise HttpError(429, TOO_FAST)
    found = gatherings_of(request).by_code(code)
    for key, price in prices.items():
        tries.take(key, -price)
    return found


async def join(request: Request) -> Response:
    body = await body_of(request, "code", "badge", "name")
    typed, badge, name = (
        check_value(key, body.get(key, "" if key != "code" else None), str) for key in ("code", "badge", "name")
    )
    gathering, secret = find_by_code(request, typed), new_secret()
    member = await let_in(request, gathering, secret, badge, name)
    return JSONResponse({"gathering": gathering.id, "badge": member.badge, "secret": secret})


async def let_in(request: Request, gathering: Gathering, secret: str, badge: str, name: str) -> Member:
    """Let somebody in; refused (429) to an address from which more than a class has just come in. Raises as `join`."""
    come = str(hash((gathering.id, client_of(request.scope))))  # the address itself is not kept with a class
    if not request.app.state.joins.take(come):
        raise HttpError(
            429,
            "Beaucoup viennent d’entrer d’ici : attendez quelques secondes, puis recommencez.",
            "Many have just come in from here: wait a few seconds, then try again.",
        )
    before = secret_of(request) or Visitor.of(request).seat or ""
    return await gatherings_of(request).join(gathering, secret, badge, name, before)


def identify(request: Request) -> tuple[Gathering, Member | str]:
    """The gathering of an address, and who asks, by a bearer token or by the cookie of its pages: a sign of life.

    Raises NotHere, SeatError.
    """
    rooms = gatherings_of(request)
    gathering = rooms.find(request.path_params["gathering_id"])
    role = gathering.role(secret_of(request) or Visitor.of(request).seat or "")
    seen = role if isinstance(role, Member) else gathering
    seen.seen = max(seen.seen, rooms.clock())
    return gathering, role


async def read(request: Request) -> Response:
    return JSONResponse(await to_json(request, *identify(request)))


def teachers(request: Request) -> Gathering:
    """The gathering of an address, asked for by its teacher. Raises NotHere, SeatError."""
    gathering, role = identify(request)
    if role != "teacher":
        raise SeatError("Seul l’adulte qui tient la classe le peut.", "Only the adult who holds the class can do this.")
    return gathering


async def begin_round(request: Request) -> Response:
    given = ("settings", "levels", "head_starts")
    gathering, body = teachers(request), await body_of(request, "activity", *given)
    kind, chosen = (
        check_value("activity", body.get("activity"), str),
        [check_value(key, body.get(key, {}), dict) for key in given],
    )
    made = await gatherings_of(request).begin_round(gathering, kind, *chosen)
    wake(request, gathering)
    tables = [{"table": at.table, "badges": list(at.badges)} for at in made.tables]
    return JSONResponse({"round": made.number, "tables": tables, "waiting": list(made.waiting)}, 201)


def wake(request: Request, gathering: Gathering) -> None:
    """Let the bots of the round play that is on."""
    for at in gathering.playing.tables if gathering.playing else ():
        request.app.state.driver.wake(at.table)


ACTIONS: dict[str, tuple[Callable[..., Awaitable[object]], dict[str, type]]] = {
    "absent": (GatheringService.absent, {"badge": str}),
    "present": (GatheringService.present, {"badge": str}),
    "remove": (GatheringService.remove, {"badge": str}),
    "again": (GatheringService.pair_again, {"badge": str}),
    "end": (GatheringService.end_round, {}),
    "pause": (GatheringService.pause, {"paused": bool}),
    "lock": (GatheringService.lock, {"locked": bool}),
    "tutor": (GatheringService.set_tutor, {"tutor": bool}),
    "play": (GatheringService.play_on, {"move": str}),
}
"""What only the teacher may do, by JSON and by the buttons of their page, with what is sent along."""
OPTIONAL = ("again", "play")  # what is sent along may be left out


async def do(request: Request, gathering: Gathering, action: str, sent: Mapping[str, object]) -> None:
    """Do one of `ACTIONS` with what was sent along, and let bots play. Raises what it raises, or RequestError."""
    doing, known = ACTIONS[action]
    missing = "" if action in OPTIONAL else None
    given = {key: check_value(key, sent.get(key, missing), kind) for key, kind in known.items()}
    await doing(gatherings_of(request), gathering, **given)
    wake(request, gathering)


async def act(request: Request) -> Response:
    """Do one of `ACTIONS`; answers with the teacher's view."""
    gathering, action = teachers(request), request.url.path.rpartition("/")[2]
    await do(request, gathering, action, await body_of(request, *ACTIONS[action][1]))
    return JSONResponse(await to_json(request, gathering, "teacher"))


async def erase(request: Request) -> Response:
    gathering = teachers(request)
    await body_of(request)
    await forget(request, gathering)
    return Response(status_code=204)


async def forget(request: Request, gathering: Gathering) -> None:
    """Erase a gathering, and what pages remember of its tables."""
    request.app.state.reviews.forget(await gatherings_of(request).erase(gathering))
    for cached in (board.board, board.draw, split, code):  # pictures with names, an address with a secret
        cached.cache_clear()


def member_of(request: Request) -> tuple[Gathering, Member]:
    """The gathering of an address, asked for by one of its members. Raises NotHere, SeatError."""
    gathering, role = identify(request)
    if not isinstance(role, Member):
        raise SeatError("Entrez d’abord par le code.", "Come in by the code first.")
    return gathering, role


async def add_sum(request: Request) -> Response:
    gathering, member = member_of(request)
    typed = check_value("calculation", (await body_of(request, "calculation")).get("calculation"), str)[:LONGEST]
    said: Text = await gatherings_of(request).add_sum(gathering, member, typed)
    found = gathering.rounds[-1].found.get(member.badge, {})
    return JSONResponse({"message": typeset(said.in_lang(lang_of(request)), lang_of(request)), "found": list(found)})


async def propose(request: Request) -> Response:
    gathering, member = member_of(request)
    move = check_value("move", (await body_of(request, "move")).get("move"), str)[:LONGEST]
    await gatherings_of(request).propose(gathering, member, move)
    return JSONResponse(member_json(gathering, member, lang_of(request)))


ONE = "/gatherings/{gathering_id}"
ROUTES = [
    Route("/gatherings", create, methods=["POST"]),
    Route("/gatherings/join", join, methods=["POST"]),
    Route(ONE, read),
    Route(f"{ONE}/rounds", begin_round, methods=["POST"]),
    *(Route(f"{ONE}/{action}", act, methods=["POST"]) for action in ACTIONS),
    Route(f"{ONE}/erase", erase, methods=["POST"]),
    Route(f"{ONE}/sums", add_sum, methods=["POST"]),
    Route(f"{ONE}/proposal", propose, methods=["POST"]),
]
