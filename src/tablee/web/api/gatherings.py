"""Gatherings under /api/v1: a class or a game night by JSON. Secrets are bearer tokens: a teacher's, the projector's,
and one for each who came in; at a table its own secret holds the seat, as everywhere."""

from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tablee.core.fair import Promise
from tablee.core.registry import load
from tablee.core.words import typeset
from tablee.drawing.animals import sign
from tablee.gathering import dice
from tablee.gathering.gathering import LIFETIME, Gathering, Group, Member, Round
from tablee.gathering.summary import count_sums
from tablee.table import new_secret
from tablee.table.entry import check_fields, check_value
from tablee.table.table import Table

from ..frame.form_data import parse_body
from ..frame.visitor import lang_of
from ..gathering import actions
from ..gathering.actions import gatherings_of

LONGEST = 200  # characters of a typed sum or move


# --- answering --------------------------------------------------------------------------------------------------


async def to_json(request: Request, gathering: Gathering, role: Member | str) -> dict[str, Any]:
    """A gathering as its teacher, the projector or one of its members may see it."""
    service = gatherings_of(request)
    await service.rounds.refresh(gathering)
    if isinstance(role, Member):
        return member_json(gathering, role, lang_of(request))
    now, round_, lang = service.clock(), gathering.current_round, lang_of(request)
    groups = round_.active_groups if round_ else []
    fields: dict[str, Any] = {
        "gathering": gathering.id,
        "kind": gathering.kind,
        "game": gathering.game,
        "code": gathering.code,
        "paused": gathering.paused,
        "locked": gathering.locked,
        "left": gathering.count_seconds_left(now),
        **round_json(round_),
        "tables": [table_json(group, await service.rounds.find_table(group.table_id), lang) for group in groups],
        "waiting": gathering.waiting,
        "members": [
            {
                "badge": badge,
                "called": gathering.name_of(badge).in_lang(lang),
                "sign": sign(badge),
                "state": member.state(now),
                "here": member.state(now) in ("here", "idle"),
                "late": member.late,
            }
            for badge, member in gathering.members.items()
        ],
    }
    if role == "teacher":
        fields |= {
            "settings": gathering.settings,
            "stranded": gathering.find_stranded(now),
            "erases": int(gathering.created_at + LIFETIME),
            "wishes": [{"badges": sorted(two), "together": together} for two, together in gathering.wishes.items()],
        }
        stuck = gathering.find_stuck(now, await service.rounds.find_tables(gathering))
        for shown, member in zip(fields["members"], gathering.members.values(), strict=True):
            group = round_.group_of(member.badge) if round_ else None
            shown |= {
                "table": group and group.table_id,
                "level": member.level or None,
                "head_start": member.head_start,
                "helped": member.helped,
                "stuck": stuck.get(member.badge),
                "claimed": member.badge in gathering.claims,
            }
    return fields


def member_json(gathering: Gathering, member: Member, lang: str) -> dict[str, Any]:
    round_ = gathering.current_round
    group = round_.group_of(member.badge) if round_ and not member.absent else None
    seat = group.badges.index(member.badge) if group and member.badge in group.secrets else None
    return {
        "badge": member.badge,
        "called": gathering.name_of(member.badge).in_lang(lang),
        **round_json(round_),
        "table": group.table_id if group else None,
        "seat": seat,
        "table_secret": group.secrets[member.badge] if group and seat is not None else None,
        "paused": gathering.paused,
        "absent": member.absent,
    }


def round_json(round_: Round | None) -> dict[str, Any]:
    """What everybody may know of the round that is on."""
    if round_ is None:
        return {"round": None, "activity": None}
    fields: dict[str, Any] = {"round": round_.number, "activity": round_.activity, "ended": round_.ended}
    if round_.dice_code:
        secret = dice.derive_secret(round_.dice_code)
        fields["commit"] = dice.commitment(round_.dice_code)
        fields["fair"] = str(Promise(dice.LABEL, fields["commit"], secret if round_.ended else None))
        fields["dice"] = round_.dice_code if round_.ended else None
        fields["secret"] = secret.hex() if round_.ended else None
    if round_.activity == "sums":
        fields["until"] = int(round_.ends_at) or None
        fields["position"] = load(round_.settings["game"]).position(round_.state)
        fields["sums"] = count_sums(round_)
    if round_.activity == "together":
        fields["proposals"] = dict(round_.count_proposals())
    return fields


def table_json(group: Group, table: Table | None, lang: str) -> dict[str, Any]:
    """A table of a round, over where it is gone."""
    lines = table.story(None, most=1) if table else ()
    return {
        "table": group.table_id,
        "badges": list(group.badges),
        "head_start": typeset(group.head_start_note.in_lang(lang), lang) if group.head_start_note else None,
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
    gathering, secret = actions.open_gathering(request, kind, game, settings)
    fields = {
        "gathering": gathering.id,
        "code": gathering.code,
        "secret": secret,
        "projector": gathering.projector_secret,
    }
    return JSONResponse(fields, 201)


async def join(request: Request) -> Response:
    body = await body_of(request, "code", "badge", "name", "again")
    typed, badge, name = (
        check_value(key, body.get(key, "" if key != "code" else None), str) for key in ("code", "badge", "name")
    )
    shard = request.app.state.table_service.shard
    if not typed.upper().startswith(shard) and "gathering_id" not in request.path_params:
        return RedirectResponse(f"/api/v1/gatherings/{quote(typed.upper()[:20], safe='')}/join", 307)  # another’s
    gathering, secret = actions.find_by_code(request, typed), new_secret()
    again = check_value("again", body.get("again", False), bool)
    member = await actions.let_in(request, gathering, secret, badge, name, again=again)
    return JSONResponse({"gathering": gathering.id, "badge": member.badge, "secret": secret})


async def read(request: Request) -> Response:
    return JSONResponse(await to_json(request, *actions.identify(request)))


async def begin_round(request: Request) -> Response:
    given = ("settings", "levels", "head_starts")
    gathering, body = actions.require_teacher(request), await body_of(request, "activity", *given)
    kind, chosen = (
        check_value("activity", body.get("activity"), str),
        [check_value(key, body.get(key, {}), dict) for key in given],
    )
    round_ = await gatherings_of(request).rounds.begin(gathering, kind, *chosen)
    actions.wake(request, gathering)
    tables = [{"table": group.table_id, "badges": list(group.badges)} for group in round_.groups]
    return JSONResponse({"round": round_.number, "tables": tables, "waiting": gathering.waiting}, 201)


async def act(request: Request) -> Response:
    """Do one of `ACTIONS`; answers with the teacher's view."""
    gathering, action = actions.require_teacher(request), request.url.path.rpartition("/")[2]
    await actions.perform(request, gathering, action, await body_of(request, *actions.ACTIONS[action][1]))
    return JSONResponse(await to_json(request, gathering, "teacher"))


async def erase(request: Request) -> Response:
    gathering = actions.require_teacher(request)
    await body_of(request)
    await actions.forget(request, gathering)
    return Response(status_code=204)


async def add_sum(request: Request) -> Response:
    gathering, member = actions.require_member(request)
    typed = check_value("calculation", (await body_of(request, "calculation")).get("calculation"), str)[:LONGEST]
    verdict = await gatherings_of(request).attempts.add_sum(gathering, member, typed)
    found = gathering.rounds[-1].found_sums.get(member.badge, {})
    return JSONResponse({"message": typeset(verdict.in_lang(lang_of(request)), lang_of(request)), "found": list(found)})


async def propose(request: Request) -> Response:
    gathering, member = actions.require_member(request)
    move = check_value("move", (await body_of(request, "move")).get("move"), str)[:LONGEST]
    await gatherings_of(request).attempts.propose(gathering, member, move)
    return JSONResponse(member_json(gathering, member, lang_of(request)))


ONE = "/gatherings/{gathering_id}"
ROUTES = [
    Route("/gatherings", create, methods=["POST"]),
    Route("/gatherings/join", join, methods=["POST"]),
    Route(f"{ONE}/join", join, methods=["POST"]),
    Route(ONE, read),
    Route(f"{ONE}/rounds", begin_round, methods=["POST"]),
    *(Route(f"{ONE}/{action}", act, methods=["POST"]) for action in actions.ACTIONS),
    Route(f"{ONE}/erase", erase, methods=["POST"]),
    Route(f"{ONE}/sums", add_sum, methods=["POST"]),
    Route(f"{ONE}/proposal", propose, methods=["POST"]),
]
