"""Gatherings under /api/v1: a class or an evening by JSON. Secrets are bearer tokens: a teacher's, the projector's, and
one for each who came in; at a table its own secret holds the seat, as everywhere."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tablee.core.fair import Promise
from tablee.core.registry import load
from tablee.core.words import Text, typeset
from tablee.gathering import badges, dice
from tablee.gathering.errors import NotYours
from tablee.gathering.gathering import LIFETIME, Gathering, Member, Round
from tablee.gathering.rooms import Gatherings, proposed
from tablee.gathering.summary import count_sums
from tablee.table import new_secret
from tablee.table.table import Table
from tablee.table.values import only, value

from ..frame.form_data import parse_body
from ..frame.http_errors import HttpError
from ..frame.parts import split
from ..frame.security import TOO_FAST, client_of
from ..frame.visitor import TOKEN, lang_of
from ..play import board
from ..play.share_link import code

LONGEST = 200  # characters of a typed sum or move


def rooms_of(request: Request) -> Gatherings:
    rooms: Gatherings = request.app.state.gatherings
    return rooms


def secret_of(request: Request) -> str:
    """The bearer token; what is none opens nothing."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" and TOKEN.fullmatch(secret.strip()) else ""


# --- answering --------------------------------------------------------------------------------------------------


async def to_json(request: Request, gathering: Gathering, role: Member | str) -> dict[str, Any]:
    """A gathering as its teacher, the projector or one of its members may see it."""
    rooms = rooms_of(request)
    await rooms.refresh(gathering)
    if isinstance(role, Member):
        role.seen = max(role.seen, rooms.clock())
        return member_json(gathering, role)
    now, playing = rooms.clock(), gathering.playing
    tables = [await rooms.table(at.table) for at in playing.tables] if playing else []
    lang = lang_of(request)
    told: dict[str, Any] = {
        "gathering": gathering.id,
        "kind": gathering.kind,
        "game": gathering.game,
        "code": gathering.code,
        "paused": gathering.paused,
        **round_json(playing),
        "tables": [
            {"table": at.table, "badges": list(at.badges), **(table_json(table, lang) if table else {"over": True})}
            for at, table in zip(playing.tables if playing else (), tables, strict=True)
            if not at.left
        ],
        "waiting": list(playing.waiting) if playing else [],
        "members": [
            {
                "badge": badge,
                "called": gathering.called(badge),
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
            "stranded": gathering.stranded(now),
            "erases": int(gathering.made + LIFETIME),
        }
        for shown in told["members"]:
            at = playing.table_of(shown["badge"]) if playing else None
            shown |= {"table": at.table if at else None, "level": gathering.members[shown["badge"]].level or None}
    return told


def member_json(gathering: Gathering, member: Member) -> dict[str, Any]:
    playing = gathering.playing
    at = playing.table_of(member.badge) if playing and not member.absent else None
    place = at.badges.index(member.badge) if at and member.badge in at.secrets else None
    return {
        "badge": member.badge,
        "called": gathering.called(member.badge),
        **round_json(playing),
        "table": at.table if at else None,
        "place": place,
        "table_secret": at.secrets[member.badge] if at and place is not None else None,
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
        told["proposals"] = dict(proposed(playing))
    return told


def table_json(table: Table, lang: str) -> dict[str, Any]:
    lines = table.story(None, most=1)
    return {
        "over": table.over,
        "phase": table.phase,
        "acting": table.acting,
        "throws": len(table.history.salts),
        "said": typeset(lines[-1].text.said(lang), lang) if lines else "",
    }


# --- the calls --------------------------------------------------------------------------------------------------


async def body_of(request: Request, *known: str) -> dict[str, Any]:
    """The JSON object that was sent, with no other fields than these."""
    body = parse_body(await request.body())
    only(body, known)
    return body


async def create(request: Request) -> Response:
    body = await body_of(request, "kind", "game", "settings")
    made, secret = rooms_of(request).create(
        value("kind", body.get("kind", "class"), str),
        value("game", body.get("game"), str),
        value("settings", body.get("settings", {}), dict),
        lang_of(request),
    )
    told = {"gathering": made.id, "code": made.code, "secret": secret, "projector": made.projector}
    return JSONResponse(told, 201)


def found_by_code(request: Request, code: str) -> Gathering:
    """The gathering of a code. Who tries many wrong ones from one address has to wait; right ones cost nothing."""
    tries, address = request.app.state.wrong_codes, client_of(request.scope)
    if not tries.take(address):
        raise HttpError(429, TOO_FAST)
    found = rooms_of(request).by_code(code)
    tries.take(address, -1)
    return found


async def join(request: Request) -> Response:
    body = await body_of(request, "code", "badge", "name")
    typed, badge, name = (
        value(key, body.get(key, "" if key != "code" else None), str) for key in ("code", "badge", "name")
    )
    gathering, secret = found_by_code(request, typed), new_secret()
    member = await rooms_of(request).join(gathering, secret, badge, name)
    return JSONResponse({"gathering": gathering.id, "badge": member.badge, "secret": secret})


def asked(request: Request) -> tuple[Gathering, Member | str]:
    """The gathering of an address, and who asks. Raises UnknownGathering, NotYours."""
    gathering = rooms_of(request).find(request.path_params["gathering_id"])
    return gathering, gathering.role(secret_of(request))


async def read(request: Request) -> Response:
    return JSONResponse(await to_json(request, *asked(request)))


def check_teacher(role: Member | str) -> None:
    """Raises NotYours where somebody else asks."""
    if role != "teacher":
        raise NotYours("Seul l’adulte qui tient la classe le peut.", "Only the adult who holds the class can do this.")


def teachers(request: Request) -> Gathering:
    """The gathering of an address, asked for by its teacher. Raises UnknownGathering, NotYours."""
    gathering, role = asked(request)
    check_teacher(role)
    return gathering


async def begin_round(request: Request) -> Response:
    gathering, body = teachers(request), await body_of(request, "activity", "settings", "levels")
    made = await rooms_of(request).begin_round(
        gathering,
        value("activity", body.get("activity"), str),
        value("settings", body.get("settings", {}), dict),
        value("levels", body.get("levels", {}), dict),
    )
    wake(request, made)
    tables = [{"table": at.table, "badges": list(at.badges)} for at in made.tables]
    return JSONResponse({"round": made.number, "tables": tables, "waiting": list(made.waiting)}, 201)


def wake(request: Request, made: Round) -> None:
    """Let the bots of a round play."""
    for at in made.tables:
        request.app.state.driver.wake(at.table)


async def absent(request: Request, gathering: Gathering, badge: str) -> None:
    gathering.set_absent(badge, True)


async def present(request: Request, gathering: Gathering, badge: str) -> None:
    gathering.set_absent(badge, False)


async def remove(request: Request, gathering: Gathering, badge: str) -> None:
    await rooms_of(request).remove(gathering, badge)


async def again(request: Request, gathering: Gathering, badge: str) -> None:
    wake(request, await rooms_of(request).pair_again(gathering, badge))


async def end(request: Request, gathering: Gathering) -> None:
    await rooms_of(request).end_round(gathering)


async def pause(request: Request, gathering: Gathering, paused: bool) -> None:
    gathering.paused = paused


async def tutor(request: Request, gathering: Gathering, tutor: bool) -> None:
    await rooms_of(request).set_tutor(gathering, tutor)


async def play(request: Request, gathering: Gathering, move: str) -> None:
    table = await rooms_of(request).play_on(gathering, move[:LONGEST])
    request.app.state.driver.wake(table.id, table)


ACTIONS: dict[str, tuple[Callable[..., Awaitable[None]], dict[str, type]]] = {
    "absent": (absent, {"badge": str}),
    "present": (present, {"badge": str}),
    "remove": (remove, {"badge": str}),
    "again": (again, {"badge": str}),
    "end": (end, {}),
    "pause": (pause, {"paused": bool}),
    "tutor": (tutor, {"tutor": bool}),
    "play": (play, {"move": str}),
}
OPTIONAL = {"again": {"badge": ""}, "play": {"move": ""}}
"""What only the teacher may do, by JSON and by the buttons of their page, with what is sent along."""


async def act(request: Request) -> Response:
    """Do one of `ACTIONS`; answers with the teacher's view."""
    gathering, action = teachers(request), request.url.path.rpartition("/")[2]
    doing, known = ACTIONS[action]
    body = await body_of(request, *known)
    sent = OPTIONAL.get(action, {}) | body
    await doing(request, gathering, **{key: value(key, sent.get(key), kind) for key, kind in known.items()})
    return JSONResponse(await to_json(request, gathering, "teacher"))


async def erase(request: Request) -> Response:
    gathering = teachers(request)
    await body_of(request)
    await forget(request, gathering)
    return Response(status_code=204)


async def forget(request: Request, gathering: Gathering) -> None:
    """Erase a gathering, and what pages remember of its tables."""
    request.app.state.reviews.forget(await rooms_of(request).erase(gathering))
    for cached in (board.board, board.drawn, split, code):  # pictures with names, an address with a secret
        cached.cache_clear()


def member_of(request: Request) -> tuple[Gathering, Member]:
    gathering, role = asked(request)
    if not isinstance(role, Member):
        raise NotYours("Entrez d’abord par le code.", "Come in by the code first.")
    role.seen = max(role.seen, rooms_of(request).clock())
    return gathering, role


async def add_sum(request: Request) -> Response:
    gathering, member = member_of(request)
    typed = value("calculation", (await body_of(request, "calculation")).get("calculation"), str)[:LONGEST]
    said: Text = await rooms_of(request).add_sum(gathering, member, typed)
    found = gathering.rounds[-1].found.get(member.badge, {})
    return JSONResponse({"said": typeset(said.said(lang_of(request)), lang_of(request)), "found": list(found)})


async def propose(request: Request) -> Response:
    gathering, member = member_of(request)
    move = value("move", (await body_of(request, "move")).get("move"), str)[:LONGEST]
    await rooms_of(request).propose(gathering, member, move)
    return JSONResponse(member_json(gathering, member))


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
