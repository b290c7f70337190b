"""A class in the browser: everybody's own page, the adult's, the projector, the end; and all the addresses.

Pages look for news every few seconds (`static/class.js`) and work without script, too.
"""

import datetime
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tablee import bots
from tablee.core import registry as games
from tablee.core.abandon import stop_if_abandoned
from tablee.core.errors import TableeError
from tablee.core.words import Text
from tablee.drawing import animals
from tablee.gathering import dice, summary
from tablee.gathering.gathering import Gathering, Group, Member
from tablee.gathering.lesson import make_plan
from tablee.gathering.paper import make_class_document
from tablee.gathering.rounds import read_past
from tablee.gathering.settings import DEFAULTS, find_setting
from tablee.gathering.sheet import Sheet, celebrate, make_sheet
from tablee.paper import find_paper, pdf
from tablee.table import SeatError, new_secret
from tablee.table.seating import clean_name

from ..frame.form_data import address, form_of, parse_small_int, settings_of
from ..frame.http_errors import HttpError, status_of
from ..frame.page import attachment, render
from ..frame.visitor import OWN_COOKIE, Visitor
from ..frame.work_queue import run_in_thread
from ..play.share_link import code_for
from . import actions, entrance, inside
from .actions import gatherings_of, home_of
from .round_view import (
    ACTIVITIES,
    TITLES,
    describe_all,
    describe_keys,
    describe_round,
    draw_picture,
    find_turn,
    make_stamp,
)

DAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
MONTHS = (
    *("janvier", "février", "mars", "avril", "mai", "juin"),
    *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
)
SECONDS = (60, 120, 180, 300, 600, 900, 1200)


# --- everybody's own page ---------------------------------------------------------------------------------------


async def show_page(request: Request) -> Response:
    """The adult's page, or to a member's table, or what they do meanwhile."""
    try:
        gathering, role = actions.identify(request)
    except SeatError:
        return RedirectResponse(f"{request.url.path}/in", 303)
    await gatherings_of(request).rounds.refresh(gathering)
    if role == "teacher":
        return await show_teacher(request, gathering)
    if not isinstance(role, Member):
        return RedirectResponse(f"{home_of(gathering)}/projector", 303)
    return await show_member(request, gathering, role)


async def show_member(request: Request, gathering: Gathering, member: Member) -> Response:
    """To a member's table, or what they do meanwhile."""
    group = await find_group(request, gathering, member)
    if group is not None:
        return RedirectResponse(f"{home_of(gathering)}/table/{group.table_id}", 303)
    return await show_own(request, gathering, member)


async def play_along(request: Request) -> Response:
    """The page of a host who plays too, at an evening; sent by a form, they sit down. Raises Refused."""
    gathering, role = actions.identify_player(request)
    if request.method == "POST" and role == "teacher" and gathering.kind == "game-night":
        name = clean_name((await form_of(request)).get("name", ""))
        gathering.host = (await actions.let_in(request, gathering, new_secret(), "", name)).badge
        return RedirectResponse(home_of(gathering), 303)
    if not isinstance(role, Member):
        return RedirectResponse(home_of(gathering), 303)
    await gatherings_of(request).rounds.refresh(gathering)
    return await show_member(request, gathering, role)


async def find_group(request: Request, gathering: Gathering, member: Member) -> Group | None:
    """Where a member sits now; None in a pause, while they wait, at the end of all, and where the end of a round cut a
    game short."""
    round_, still = gathering.current_round, gathering.paused or gathering.finished
    group = round_.group_of(member.badge) if round_ and not member.absent and not still else None
    if round_ is None or group is None or member.badge not in group.secrets:
        return None
    if round_.ended:
        table = await gatherings_of(request).rounds.find_table(group.table_id)
        return group if table is not None and table.over else None
    return group


async def show_own(
    request: Request,
    gathering: Gathering,
    member: Member,
    notice: Text | None = None,
    status: int = 200,
    attempt: str = "",
) -> Response:
    """What a member does who is at no table of their own: wait, look for sums, or propose a move.

    `attempt`: what was just written; `notice`: what is said of it.
    """
    round_, shown = gathering.current_round, await describe_round(request, gathering)
    part: Any = games.part(round_.settings["game"], "sums") if round_ else None
    found = round_.found_sums.get(member.badge, ()) if round_ else ()
    return render(
        request,
        "class_member.html",
        status=status,
        me=member,
        notice=notice,
        stamp=make_stamp(gathering, member, shown["turn"]),
        home=actions.own_home_of(gathering, member),
        mine=[part.pretty(calculation) for calculation in found],
        right=status == HTTPStatus.OK,
        attempt=attempt,
        **shown,
    )


async def answer_state(request: Request) -> Response:
    """What a member's page asks for every few seconds; it is the sign of life."""
    gathering, member = actions.identify_player(request)
    if not isinstance(member, Member):
        return JSONResponse({"go": home_of(gathering), "stamp": ""})
    service, round_ = gatherings_of(request), gathering.current_round
    await service.rounds.refresh(gathering)
    group = await find_group(request, gathering, member)
    active = group is not None and round_ is not None and not round_.ended
    return JSONResponse(
        {
            "go": f"{home_of(gathering)}/table/{group.table_id}" if group else actions.own_home_of(gathering, member),
            "stamp": make_stamp(gathering, member, await find_turn(request, round_)),
            "alone": active and member.badge in gathering.find_stranded(service.clock()),
            "many": len(gathering.members),
            "over": len(round_.finished_groups) if round_ else 0,
            "ended": bool(round_ and round_.ended),
        }
    )


async def act_as_member(request: Request) -> Response:
    """A sum, a proposal, or a game against a bot in place of somebody who is gone."""
    gathering, member = actions.require_member(request)
    attempts, form, notice = gatherings_of(request).attempts, await form_of(request), None
    try:
        attempt = form.get("calculation", form.get("move", ""))[:100]
        claimed = attempt + (f"={goal}" if (goal := form.get("goal", "")) and "=" not in attempt else "")
        if request.path_params["action"] == "sum":
            notice = await attempts.add_sum(gathering, member, claimed)
        elif request.path_params["action"] == "propose":
            notice = Text("Proposé : ", "Suggested: ") + await attempts.propose(gathering, member, claimed)
        elif request.path_params["action"] == "change" and gathering.current_round is None:
            gathering.remove(member.badge)
            return RedirectResponse(f"{home_of(gathering)}/in", 303)
        else:
            action = "present" if request.path_params["action"] == "here" else "again"
            await actions.perform(request, gathering, action, {"badge": member.badge})
            return RedirectResponse(home_of(gathering), 303)
    except TableeError as error:
        return await show_own(request, gathering, member, error.text, status_of(error), attempt)
    return await show_own(request, gathering, member, notice)


# --- the adult's page -------------------------------------------------------------------------------------------


async def show_teacher(
    request: Request,
    gathering: Gathering,
    notice: Text | None = None,
    status: int = 200,
    asked: Mapping[str, str] | None = None,
) -> Response:
    """The adult's page. `asked`: the form of a round that would cut the present one short; it is asked about first."""
    rules = games.load(gathering.game)
    phone = address(request, f"{home_of(gathering)}/join/teacher/{Visitor.of(request).secret or ''}")
    return render(
        request,
        "class_teacher.html",
        status=status,
        notice=notice,
        asked=asked,
        activities=[key for key in ACTIVITIES if key != "sums" or games.brings(gathering.game, "sums")],
        options=[option for option in rules.OPTIONS if isinstance(option.default, int)],
        levels=any(option.graded for option in rules.OPTIONS),
        solo=find_setting(1, rules, {}),
        three=find_setting(3, rules, {}),
        robots={name: kind for name, kind in bots.available(rules).items() if kind.level},
        seconds=SECONDS,
        stranded=gathering.find_stranded(gatherings_of(request).clock()),
        phone=code_for(request, phone),
        plan=make_plan(gathering),
        **await describe_all(request, gathering),
    )


async def act_as_teacher(request: Request) -> Response:
    """Every button of the adult's page."""
    gathering, form = actions.require_teacher(request), await form_of(request)
    action, rounds = request.path_params["action"], str(len(gathering.rounds))
    try:
        if action in actions.ACTIONS:
            badges_sent = (await request.form()).getlist("badge")
            sent = {
                key: badges_sent if kind is list else _parse_field(form.get(key, ""), kind)
                for key, kind in actions.ACTIONS[action][1].items()
            }
            await actions.perform(request, gathering, action, sent)
        elif action == "round":
            if form.get("after", rounds) == rounds:  # else the button was pressed twice
                if form.get("replace") != "1" and await gatherings_of(request).rounds.is_running(gathering):
                    return await show_teacher(request, gathering, status=409, asked=form)
                await gatherings_of(request).rounds.begin(
                    gathering, form.get("activity", ""), _parse_settings(gathering.game, form)
                )
                actions.wake(request, gathering)
        elif action == "erase":
            await actions.forget(request, gathering)
            response = render(request, "class_gone.html", adult=True, far=False, lost=False)
            response.delete_cookie("seat", home_of(gathering))
            response.delete_cookie(OWN_COOKIE)
            return response
        else:
            raise HttpError(
                404, Text("Ce bouton n’existe plus : rechargez la page.", "That button is gone: reload the page.")
            )
    except TableeError as error:
        return await show_teacher(request, gathering, error.text, status_of(error))
    return RedirectResponse(home_of(gathering), 303)


async def print_plan(request: Request) -> Response:
    """The plan of a lesson, with rolls and the sheets of a group, by what the class played last."""
    gathering = actions.require_teacher(request)
    rules, last = games.load(gathering.game), gathering.last_settings
    variant = rules.variant({option.key: last[option.key] for option in rules.OPTIONS if option.key in last})
    made = make_class_document(rules, variant, 1, dice.new_code(), find_paper("a4"), Visitor.of(request).lang)
    (content,) = await run_in_thread(request, pdf.render, made)
    return attachment(content, "tablee-plan.pdf", "application/pdf")


def _parse_field(text: str, kind: type | range) -> object:
    """What a field of a form stands for."""
    if kind is bool:
        return text == "1"
    return text if kind in (str, list) else parse_small_int(text)


def _parse_settings(game: str, form: dict[str, str]) -> dict[str, Any]:
    """The settings of a round as the form spells them."""
    own = {key: _parse_field(form[key], type(default)) for key, default in DEFAULTS.items() if form.get(key)}
    return own | settings_of(games.load(game), form)


# --- the projector and the end ----------------------------------------------------------------------------------


async def show_projector(request: Request) -> Response:
    """What everybody may see, in letters that are read from 8 metres. No secrets: the adult's cookie opens it."""
    gathering, role = actions.identify(request)
    if isinstance(role, Member):
        return RedirectResponse(home_of(gathering), 303)
    await gatherings_of(request).rounds.refresh(gathering)
    round_, step, shown = gathering.current_round, None, await describe_all(request, gathering)
    walked: list[summary.Step] = []
    if round_ and round_.dice_code and shown["steps"]:
        work = summary.walk, round_, shown["tables"]
        walked = await run_in_thread(request, *work, key=("walk", gathering.id, round_.number))
        step = walked[min(gathering.step // summary.STEPS, len(walked) - 1)]
        best = next((choice.state for choice in step.choices if choice.best), step.state)
        state = best if gathering.step % summary.STEPS == summary.STEPS - 1 else step.state
        shown |= {"keys": describe_keys(round_, state=step.state), **draw_picture(request, round_, state=state)}
    if gathering.finished:

        def work_out() -> dict[str, Any]:
            return celebrate(gathering, shown["tables"] | read_past(gathering))

        shown["feast"] = await run_in_thread(request, work_out, key=("feast", gathering.id, len(gathering.rounds)))
    return render(
        request,
        "class_projector.html",
        step=step,
        throws=len(walked),
        commit=dice.commitment(round_.dice_code) if round_ and round_.dice_code else "",
        **shown,
    )


async def show_end(request: Request) -> Response:
    """The sheet to print, without names, and exercises made of it; of an evening the standings, with them."""
    gathering = actions.require_teacher(request)
    await gatherings_of(request).rounds.refresh(gathering)
    tables = await gatherings_of(request).rounds.find_tables(gathering)
    common = next((round_ for round_ in reversed(gathering.rounds) if round_.dice_code and round_.ended), None)

    def work_out() -> tuple[list[summary.RoundPlay], list[summary.Standing], Sheet]:
        rounds = []
        tables.update(read_past(gathering))
        for round_ in gathering.rounds:
            stop_if_abandoned()
            rounds.append(summary.summarise_play(round_, tables))
        sheet = make_sheet(gathering, tables, summary.walk(common, tables) if common else ())
        return rounds, summary.rank(gathering, tables) if gathering.kind == "game-night" else [], sheet

    rounds, standings, sheet = await run_in_thread(request, work_out, key=("end", gathering.id))
    levels = {str(round_.settings["level"]) for round_ in gathering.rounds if "level" in round_.settings}
    return render(
        request,
        "class_end.html",
        g=gathering,
        rounds=rounds,
        standings=standings,
        sheet=sheet,
        pretty=getattr(games.part(gathering.game, "sums"), "pretty", str),
        day=spell_day(gathering.created_at),
        minutes=max(1, round((gatherings_of(request).clock() - gathering.created_at) / 60)),
        level=", ".join(sorted(levels)),
        titles=TITLES[gathering.kind],
        animal=animals,
        exercises=[
            (step, draw_picture(request, common, state=step.state)) for step in sheet.choices[: 1 if sheet.gaps else 2]
        ],
    )


def spell_day(moment: float) -> Text:
    """A day in words."""
    day = datetime.datetime.fromtimestamp(moment)
    name, month = DAYS[day.weekday()], MONTHS[day.month - 1]
    return Text(f"{name} {day.day} {month} {day.year}", f"{day:%A} {day.day} {day:%B} {day.year}")


def within(endpoint: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """A page of a gathering; where that is not there any more, every page still open says a friendly goodbye."""

    async def answer(request: Request) -> Response:
        service, name = gatherings_of(request), request.path_params["gathering_id"]
        if not service.is_open(name):
            far = request.url.path.endswith("/projector")
            return render(request, "class_gone.html", status=404, adult=False, far=far, lost=name not in service.ended)
        return await endpoint(request)

    return answer


ONE = "/class/{gathering_id}"
ROUTES = [
    Route("/class", entrance.show_door),
    Route("/c", entrance.show_door),
    Route("/class", entrance.create, methods=["POST"]),
    Route("/c/{code}", entrance.follow_code),
    Route(ONE, within(show_page)),
    Route(f"{ONE}/in", within(entrance.come_in), methods=["GET", "POST"]),
    Route(f"{ONE}/join/teacher/{{secret}}", within(entrance.hand_over)),
    Route(f"{ONE}/me", within(play_along), methods=["GET", "POST"]),
    Route(f"{ONE}/state", within(answer_state)),
    Route(f"{ONE}/events", within(inside.events)),
    Route(f"{ONE}/projector", within(show_projector)),
    Route(f"{ONE}/end", within(show_end)),
    Route(f"{ONE}/plan.pdf", within(print_plan)),
    Route(f"{ONE}/mine/{{action}}", within(act_as_member), methods=["POST"]),
    Route(f"{ONE}/do/{{action}}", within(act_as_teacher), methods=["POST"]),
    Route(f"{ONE}/{{path:path}}", within(inside.answer), methods=["GET", "POST"]),
]
