"""A class in the browser: opening it, coming in, the adult's page, the projector, everybody's own page, the end.

A browser is known by one cookie, the seat's, which goes to the pages of its class only. Pages look for news every few
seconds (`static/class.js`) and work without script, too.
"""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tablee import bots
from tablee.core import registry as games
from tablee.core.abandon import stop_if_abandoned
from tablee.core.errors import RequestError, TableeError
from tablee.core.words import Text
from tablee.drawing.animals import badge_name
from tablee.gathering import badges, dice, summary
from tablee.gathering.gathering import Gathering, Group, Member, NotHere, Round
from tablee.gathering.lesson import THE_END, make_plan
from tablee.gathering.rounds import read_past
from tablee.gathering.settings import find_setting
from tablee.gathering.sheet import Sheet, celebrate, make_sheet
from tablee.table import SeatError, new_secret
from tablee.table.seating import clean_name
from tablee.table.secret import digest
from tablee.web.web_game import Position

from .. import web_game
from ..frame.form_data import address, form_of, parse_small_int, settings_of
from ..frame.http_errors import HttpError, status_of
from ..frame.lan_listener import lan_access_of
from ..frame.page import render
from ..frame.visitor import HALF_A_DAY, OWN_COOKIE, TOKEN, Visitor, remember, remember_seat
from ..frame.work_queue import run_in_thread
from ..play import board as boards
from ..play.share_link import code_for
from . import actions, inside
from .actions import gatherings_of

NEXT_STEPS = (
    Text("Voir les choix", "See the choices"),
    Text("Voir le meilleur coup", "See the best move"),
    Text("Lancer suivant", "Next roll"),
    Text("Voir la réponse", "See the answer"),
)
# What is pushed without a calculation: on a double, or a block with the number of a die where no calculation works.
ANY_TWO, ONE_ALONE = (
    Text("Deux blocs au choix", "Any two blocks"),
    Text("Aucun calcul : un seul bloc", "No calculation: one block"),
)
SIGN_NAMES = {
    "+": Text("plus", "plus"),
    "-": Text("moins", "minus"),
    "*": Text("fois", "times"),
    "/": Text("divisé par", "divided by"),
    "(": Text("ouvrir la parenthèse", "open the bracket"),
    ")": Text("fermer la parenthèse", "close the bracket"),
}
DAYS = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
MONTHS = (
    *("janvier", "février", "mars", "avril", "mai", "juin"),
    *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
)
PATIENCE = 60.0  # seconds without any device until the page says why that may be
SECONDS = (60, 120, 180, 300, 600, 900, 1200)
ACTIVITIES = {
    "pairs": Text("À deux", "In pairs"),
    "same-dice": Text("Mêmes dés", "Same dice"),
    "sums": Text("Trouvez les calculs", "Find the calculations"),
    "together": Text("La classe contre un robot", "The class against a bot"),
}
TITLES = {
    "class": ACTIVITIES,
    "game-night": {**ACTIVITIES, "together": Text("Tous contre un robot", "All against a bot")},
}
TICKS, WORDS = ("tutor", "even"), ("odd", "bot", "dice")  # settings of a round on the adult's page, beside the game's


def home_of(gathering: Gathering) -> str:
    return f"/class/{gathering.id}"


def go(request: Request, where: str, secret: str) -> Response:
    """To a page, with the cookie that opens it."""
    response = RedirectResponse(where, 303)
    remember_seat(response, request, secret, where)
    return response


# --- opening and coming in --------------------------------------------------------------------------------------


async def begin(request: Request) -> Response:
    """Where a class or an evening is opened, and where a code is typed."""
    code = request.query_params.get("code", "")
    if code:
        return RedirectResponse(f"/c/{quote(code.strip().upper()[:20], safe='')}", 303)
    return show_door(request)


def show_door(request: Request, typed: str = "", why: TableeError | None = None) -> Response:
    """The page for a code, with what was typed and `why` it does not open; on it, the way back to one's own class."""
    return render(
        request,
        "class_begin.html",
        status=status_of(why) if why else 200,
        favourite=favourite(),
        typed=typed,
        notice=why.text if why else None,
        mine=find_own(request),
        code_first=request.url.path != "/class",
    )


def find_own(request: Request) -> Gathering | None:
    """The gathering whose adult this browser is, if it is still there."""
    name = request.cookies.get(OWN_COOKIE, "")
    return gatherings_of(request).find(name) if gatherings_of(request).is_open(name) else None


def favourite() -> str:
    """The game that a class begins with: one with sums to find, if there is any."""
    return next((name for name in games.names() if games.brings(name, "sums")), games.names()[0])


async def create(request: Request) -> Response:
    """Open a class; the machine opens to the Wi-Fi by itself."""
    form = await form_of(request)
    gathering, secret = actions.open_gathering(request, form.get("kind", "class"), form.get("game") or favourite(), {})
    door = lan_access_of(request)
    if door is not None:
        with contextlib.suppress(RequestError):  # the page says that no other device can come in, and why
            await door.open(for_class=True)
    return go_as_adult(request, gathering, secret)


def go_as_adult(request: Request, gathering: Gathering, secret: str) -> Response:
    """To the adult's page; this browser finds its way back there from the first page and `/class`."""
    response = go(request, home_of(gathering), secret)
    remember(response, request, OWN_COOKIE, gathering.id, seconds=HALF_A_DAY)
    return response


async def by_code(request: Request) -> Response:
    """The short address behind the QR code; a wrong code stays in its field."""
    try:
        return RedirectResponse(f"{home_of(actions.find_by_code(request, request.path_params['code']))}/in", 303)
    except NotHere as error:
        return show_door(request, request.path_params["code"][:8], error)


async def come_in(request: Request) -> Response:
    """Pick a free animal: one tap. A device that has come in already goes on where it was; one whose owner came in by
    another asks for that animal (`again`), and waits here until the adult has confirmed it."""
    gathering, seat = gatherings_of(request).find(request.path_params["gathering_id"]), Visitor.of(request).seat or ""
    with contextlib.suppress(SeatError):
        actions.identify(request)
        return RedirectResponse(home_of(gathering), 303)
    form = await form_of(request) if request.method == "POST" else {}
    again, notice = form.get("again", request.query_params.get("again")) == "1", None
    asked = next((badge for badge, claimed in gathering.claims.items() if seat and claimed == digest(seat)), "")
    try:
        if form:
            name, secret = clean_name(form.get("name", "")) if gathering.kind == "game-night" else "", new_secret()
            badge = form.get("badge") or form.get(form.get("kind", ""), "")  # the colour chosen for that animal
            await actions.let_in(request, gathering, secret, badge, name, again=again)
            return go(request, home_of(gathering), secret)
        if not again and not asked:
            gathering.check_entry(gatherings_of(request).clock(), seat)
    except TableeError as error:
        if request.method == "GET" or isinstance(error, SeatError):
            return show_door(request, gathering.code, error)
        notice = error.text
    shown = {"notice": notice, "animal": badges, "called": badge_name, "again": again, "asked": asked}
    return render(request, "class_in.html", status=409 if notice else 200, g=gathering, **shown)


async def hand_over(request: Request) -> Response:
    """The adult's page on another device, by its secret link."""
    gathering = gatherings_of(request).find(request.path_params["gathering_id"])
    secret = request.path_params["secret"]
    if not TOKEN.fullmatch(secret) or gathering.identify(secret) != "teacher":
        raise SeatError(
            "Ce lien ne marche plus : demandez-en un nouveau.", "This link no longer works: ask for a new one."
        )
    return go_as_adult(request, gathering, secret)


# --- everybody's own page ---------------------------------------------------------------------------------------


async def page(request: Request) -> Response:
    """The adult's page, or to a member's table, or what they do meanwhile."""
    try:
        gathering, role = actions.identify(request)
    except SeatError:
        return RedirectResponse(f"{request.url.path}/in", 303)
    await gatherings_of(request).rounds.refresh(gathering)
    if role == "teacher":
        return await teacher(request, gathering)
    if not isinstance(role, Member):
        return RedirectResponse(f"{home_of(gathering)}/projector", 303)
    return await show_member(request, gathering, role)


async def show_member(request: Request, gathering: Gathering, member: Member) -> Response:
    """To a member's table, or what they do meanwhile."""
    group = await find_group(request, gathering, member)
    if group is not None:
        return RedirectResponse(f"{home_of(gathering)}/table/{group.table_id}", 303)
    return await own(request, gathering, member)


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


async def own(
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
    round_, turn = gathering.current_round, await actions.common_turn(request, gathering.current_round)
    part: Any = games.part(round_.settings["game"], "sums") if round_ else None
    return render(
        request,
        "class_member.html",
        status=status,
        me=member,
        notice=notice,
        stamp=actions.stamp_of(gathering, member, turn),
        home=actions.own_page(gathering, member),
        mine=[part.pretty(one) for one in round_.found_sums.get(member.badge, ())] if round_ and part else [],
        right=status == HTTPStatus.OK,
        attempt=attempt,
        **show_round(request, gathering, turn),
        **picture_of(request, round_, turn),
    )


def moves_of(turn: summary.Turn | None) -> list[tuple[str, Text]]:
    """What the class can choose now, with its words."""
    table = turn.table if turn is not None and not turn.busy else None
    if table is None or table.phase != "move" or 0 not in table.acting:
        return []
    player = table.seating.player(0)
    moves = map(str, table.game.moves(table.state, player))
    return [(move, summary.spell(table.game, table.state, player, move)) for move in moves]


def show_round(request: Request, gathering: Gathering, turn: summary.Turn | None) -> dict[str, Any]:
    """What every page shows of the round: the turn that is shown, whether the game is over there, who has won, and the
    blocks on each side, if any. `left`: seconds of a round with a clock, None without one."""
    round_, table = gathering.current_round, turn.table if turn is not None else None
    outcome = table.outcome if table is not None else None
    part: Any = games.part(table.game.NAME, "sums") if table is not None else None
    return {
        "g": gathering,
        "animal": badges,
        "round": round_,
        "turn": turn,
        "over": outcome is not None,
        "winners": [table.seating.seat_of(player) for player in outcome.winners] if table and outcome else [],
        "on_each_side": part.count_blocks(table.state) if table is not None and part else None,
        "moves": moves_of(turn) if round_ and not round_.ended else [],
        "keys": keys_of(round_, turn),
        "sums": summary.count_sums(round_, full=True) if round_ and round_.activity == "sums" else None,
        "left": gathering.count_seconds_left(gatherings_of(request).clock()) if round_ and not round_.ended else None,
    }


def keys_of(round_: Round | None, turn: summary.Turn | None = None, state: Any = None) -> dict[str, Any] | None:
    """The blocks, signs and targets of the calculations that are asked for; None where none are."""
    part: Any = games.part(round_.settings["game"], "sums") if round_ else None
    state = turn.before if turn is not None else state or (round_.state if round_ else None)
    if part is None or state is None or not state.dice:
        return None
    blocks, signs, goals = part.keys(state)
    shown = [(sign, SIGN_NAMES[sign], part.pretty(sign)) for sign in signs]
    double = len(set(state.dice)) == 1
    free = (ANY_TWO if double else ONE_ALONE) if turn is not None else None
    return {"blocks": blocks, "signs": shown, "goals": goals, "dice": state.dice, "free": free, "double": double}


def picture_of(
    request: Request, round_: Round | None, turn: summary.Turn | None = None, state: Any = None
) -> dict[str, Any]:
    """The board and the dice of the position that a class looks at together: that of a turn, or this one."""
    shown = turn.table.view(None).state if turn is not None else state
    if round_ is None or shown is None:
        return {"boards": [], "name": "", "lying": None}
    game = games.load(round_.settings["game"])
    face, names = (
        web_game.load_web_game(game.NAME),
        turn.table.seating.names_in(Visitor.of(request).lang) if turn is not None else (),
    )
    moves = tuple(game.moves(shown, 1)) if face.TOKENS and moves_of(turn) else ()  # the class is player 1
    position = Position(game, shown, 0, face.near(shown, 0, shared=True), names, moves=moves, helped=False)
    thrown = turn.before if turn is not None else shown
    return {
        "boards": boards.boards(position, Visitor.of(request).lang, ("wide",)),
        "name": game.NAME,
        "lying": face.dice_on_table(thrown) if game.phase(thrown) == "move" else None,
    }


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
            "go": f"{home_of(gathering)}/table/{group.table_id}" if group else actions.own_page(gathering, member),
            "stamp": actions.stamp_of(gathering, member, await actions.common_turn(request, round_)),
            "alone": active and member.badge in gathering.find_stranded(service.clock()),
            "many": len(gathering.members),
            "over": sum(group.over for group in round_.active_groups) if round_ else 0,
        }
    )


async def member_does(request: Request) -> Response:
    """A sum, a proposal, or a game against a bot in place of somebody who is gone."""
    gathering, role = actions.require_member(request)
    service, form, notice = gatherings_of(request), await form_of(request), None
    try:
        attempt = form.get("calculation", form.get("move", ""))[:100]
        claimed = attempt + (f"={goal}" if (goal := form.get("goal", "")) and "=" not in attempt else "")
        if request.path_params["action"] == "sum":
            notice = await service.attempts.add_sum(gathering, role, claimed)
        elif request.path_params["action"] == "propose":
            notice = Text("Proposé : ", "Suggested: ") + await service.attempts.propose(gathering, role, claimed)
        elif request.path_params["action"] == "change" and gathering.current_round is None:
            gathering.remove(role.badge)
            return RedirectResponse(f"{home_of(gathering)}/in", 303)
        else:
            done = "present" if request.path_params["action"] == "here" else "again"
            await actions.perform(request, gathering, done, {"badge": role.badge})
            return RedirectResponse(home_of(gathering), 303)
    except TableeError as error:
        return await own(request, gathering, role, error.text, status_of(error), attempt)
    return await own(request, gathering, role, notice)


# --- the adult's page -------------------------------------------------------------------------------------------


async def overview(request: Request, gathering: Gathering, turn: summary.Turn | None) -> dict[str, Any]:
    """What the adult and the projector see: how others come in, or why none can; the tables; what came of the round.

    `stuck`: as `Gathering.find_stuck` tells it.
    """
    url, now, round_ = address(request, f"/c/{gathering.code}"), gatherings_of(request).clock(), gathering.current_round
    tables = await gatherings_of(request).rounds.find_tables(gathering)
    steps = await gatherings_of(request).lessons.count_steps(gathering)
    return {
        **show_round(request, gathering, turn),
        "now": now,
        "tables": tables,
        "done": {group.table_id: summary.count_moves(group, tables) for group in round_.groups} if round_ else {},
        "counts": round_ is not None and games.brings(round_.settings["game"], "sums"),
        "titles": TITLES[gathering.kind],
        "typed": url.removesuffix(f"/{gathering.code}").removeprefix("http://").removeprefix("https://"),
        "qr": code_for(request, url),
        "lonely": not gathering.members and now - gathering.created_at > PATIENCE,
        "proposals": proposals_of(round_, turn),
        "question": summary.ask_missed(round_) if round_ and round_.activity == "sums" and round_.ended else None,
        "steps": steps,
        "next": label_next(gathering, turn, steps),
        "standings": summary.rank(gathering, tables, skill=False) if gathering.kind == "game-night" else [],
        "stuck": gathering.find_stuck(now, tables),
    }


def proposals_of(round_: Round | None, turn: summary.Turn | None) -> list[tuple[Text, tuple[str, ...], int]]:
    """What was proposed, each move with the pieces of its calculation and by how many, the most frequent first."""
    if round_ is None or turn is None or not moves_of(turn):
        return []
    table, player = turn.table, turn.table.seating.player(0)
    about = table.game, table.state
    return [
        (summary.spell(*about, player, move), summary.spell_pieces(*about, move), many)
        for move, many in round_.count_proposals()
    ]


def label_next(gathering: Gathering, turn: summary.Turn | None, steps: int) -> Text | None:
    """What `go_on` would do, on the adult's button; None: nothing."""
    round_ = gathering.current_round
    if round_ is not None and not round_.ended:
        if turn is None:
            return Text("Finir la manche", "End the round")
        if moves_of(turn):
            return Text("Jouer le coup le plus demandé", "Play the most popular move") if round_.proposals else None
        return None if turn.busy else Text("Lancer les dés", "Roll the dice")
    if round_ is not None and gathering.step + 1 < steps:
        return NEXT_STEPS[gathering.step % summary.STEPS if round_.dice_code else -1]
    if gathering.plan:
        return gathering.plan[0].title
    return THE_END if round_ is not None and not gathering.finished else None


async def teacher(
    request: Request,
    gathering: Gathering,
    notice: Text | None = None,
    status: int = 200,
    asked: Mapping[str, str] | None = None,
) -> Response:
    """The adult's page. `asked`: the form of a round that would cut the present one short; it is asked about first."""
    rules, turn = games.load(gathering.game), await actions.common_turn(request, gathering.current_round)
    phone = address(request, f"{home_of(gathering)}/join/teacher/{Visitor.of(request).seat or ''}")
    return render(
        request,
        "class_teacher.html",
        status=status,
        notice=notice,
        asked=asked,
        last_settings=gathering.last_settings,
        activities=[key for key in ACTIVITIES if key != "sums" or games.brings(gathering.game, "sums")],
        options=[option for option in rules.OPTIONS if isinstance(option.default, int)],
        levels=any(option.graded for option in rules.OPTIONS),
        solo=find_setting(1, rules, {}),
        three=find_setting(3, rules, {}),
        robots={name: bots.KINDS[name] for name in bots.available(rules) if bots.KINDS[name].level},
        seconds=SECONDS,
        stranded=gathering.find_stranded(gatherings_of(request).clock()),
        phone=code_for(request, phone),
        plan=make_plan(gathering),
        **picture_of(request, gathering.current_round, turn),
        **await overview(request, gathering, turn),
    )


async def teacher_does(request: Request) -> Response:
    """Every button of the adult's page."""
    gathering, form = actions.require_teacher(request), await form_of(request)
    action, rounds = request.path_params["action"], str(len(gathering.rounds))
    try:
        if action in actions.ACTIONS:
            several = (await request.form()).getlist("badge")
            sent = {
                key: several if kind is list else _parse_field(form.get(key, ""), kind)
                for key, kind in actions.ACTIONS[action][1].items()
            }
            await actions.perform(request, gathering, action, sent)
        elif action == "round":
            if form.get("after", rounds) == rounds:  # else the button was pressed twice
                if form.get("replace") != "1" and await gatherings_of(request).rounds.is_running(gathering):
                    return await teacher(request, gathering, status=409, asked=form)
                await gatherings_of(request).rounds.begin(
                    gathering, form.get("activity", ""), _parse_settings(gathering.game, form)
                )
                actions.wake(request, gathering)
        elif action == "erase":
            await actions.forget(request, gathering)
            response = render(request, "class_gone.html", adult=True, far=False)
            response.delete_cookie("seat", home_of(gathering))
            response.delete_cookie(OWN_COOKIE)
            return response
        else:
            raise HttpError(
                404, Text("Ce bouton n’existe plus : rechargez la page.", "That button is gone: reload the page.")
            )
    except TableeError as error:
        return await teacher(request, gathering, error.text, status_of(error))
    return RedirectResponse(home_of(gathering), 303)


def _parse_field(text: str, kind: type | range) -> object:
    """What a field of a form stands for in `ACTIONS`."""
    if kind is bool:
        return text == "1"
    return parse_small_int(text) if isinstance(kind, range) else text


def _parse_settings(game: str, form: dict[str, str]) -> dict[str, Any]:
    """The settings of a round as the form spells them."""
    chosen: dict[str, Any] = {key: True for key in TICKS if form.get(key) == "1"}
    chosen |= {key: form[key] for key in WORDS if form.get(key)}
    if form.get("seconds"):
        chosen["seconds"] = parse_small_int(form["seconds"])
    if form.get("again") == "0":
        chosen["again"] = False
    return chosen | settings_of(games.load(game), form)


# --- the projector and the end ----------------------------------------------------------------------------------


async def projector(request: Request) -> Response:
    """What everybody may see, in letters that are read from 8 metres. No secrets: the adult's cookie opens it."""
    gathering, role = actions.identify(request)
    if isinstance(role, Member):
        return RedirectResponse(home_of(gathering), 303)
    await gatherings_of(request).rounds.refresh(gathering)
    round_, step, turn = gathering.current_round, None, await actions.common_turn(request, gathering.current_round)
    shown: dict[str, Any] = await overview(request, gathering, turn)
    walked: list[summary.Step] = []
    if round_ and round_.dice_code and shown["steps"]:
        work = summary.walk, round_, shown["tables"]
        walked = await run_in_thread(request, *work, key=("walk", gathering.id, round_.number))
        step = walked[min(gathering.step // summary.STEPS, len(walked) - 1)]
        shown["keys"] = keys_of(round_, state=step.state)
    if gathering.finished:

        def work_out() -> dict[str, Any]:
            return celebrate(gathering, shown["tables"] | read_past(gathering))

        shown["feast"] = await run_in_thread(request, work_out, key=("feast", gathering.id, len(gathering.rounds)))
    best = next((choice.state for choice in step.choices if choice.best), None) if step else None
    board = best if step and best is not None and gathering.step % summary.STEPS == summary.STEPS - 1 else None
    return render(
        request,
        "class_projector.html",
        step=step,
        throws=len(walked),
        commit=dice.commitment(round_.dice_code) if round_ and round_.dice_code else "",
        **picture_of(request, round_, turn, (board or step.state) if step else None),
        **shown,
    )


async def end(request: Request) -> Response:
    """The sheet to print, without names, and exercises made of it; of an evening the standings, with them."""
    gathering = actions.require_teacher(request)
    await gatherings_of(request).rounds.refresh(gathering)
    tables = await gatherings_of(request).rounds.find_tables(gathering)

    def work_out() -> tuple[list[summary.Played], list[summary.Standing], Sheet]:
        rounds = []
        tables.update(read_past(gathering))
        for round_ in gathering.rounds:
            stop_if_abandoned()
            rounds.append(summary.summarise_play(round_, tables))
        common = next((round_ for round_ in reversed(gathering.rounds) if round_.dice_code and round_.ended), None)
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
        animal=badges,
    )


def spell_day(moment: float) -> Text:
    """A day in words."""
    day = datetime.datetime.fromtimestamp(moment)
    name, month = DAYS[day.weekday()], MONTHS[day.month - 1]
    return Text(f"{name} {day.day} {month} {day.year}", f"{day:%A, %B} {day.day}, {day.year}")


def within(endpoint: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """A page of a gathering; where that is not there any more, every page still open says a friendly goodbye."""

    async def answer(request: Request) -> Response:
        if not gatherings_of(request).is_open(request.path_params["gathering_id"]):
            far = request.url.path.endswith("/projector")
            return render(request, "class_gone.html", status=404, adult=False, far=far)
        return await endpoint(request)

    return answer


ONE = "/class/{gathering_id}"
ROUTES = [
    Route("/class", begin),
    Route("/c", begin),
    Route("/class", create, methods=["POST"]),
    Route("/c/{code}", by_code),
    Route(ONE, within(page)),
    Route(f"{ONE}/in", within(come_in), methods=["GET", "POST"]),
    Route(f"{ONE}/join/teacher/{{secret}}", within(hand_over)),
    Route(f"{ONE}/me", within(play_along), methods=["GET", "POST"]),
    Route(f"{ONE}/state", within(answer_state)),
    Route(f"{ONE}/events", within(inside.events)),
    Route(f"{ONE}/projector", within(projector)),
    Route(f"{ONE}/end", within(end)),
    Route(f"{ONE}/mine/{{action}}", within(member_does), methods=["POST"]),
    Route(f"{ONE}/do/{{action}}", within(teacher_does), methods=["POST"]),
    Route(f"{ONE}/{{path:path}}", within(inside.answer), methods=["GET", "POST"]),
]
