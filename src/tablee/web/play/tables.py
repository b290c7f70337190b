"""The pages of a table: looking at it, everything that changes it, joining it, its record, and what its bots say."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee import bots
from tablee.core.dice import dice_of_six
from tablee.core.errors import IllegalEvent, RequestError, TableeError
from tablee.core.game import ONE_DIE
from tablee.core.words import Text
from tablee.drawing.svg import Markup
from tablee.paper.commands import parse_command
from tablee.paper.typed_input import ROLLING, plain, read_move, read_roll
from tablee.review.tutor import read_mode
from tablee.table import Seat, SeatError, StaleMove, Table, UnknownTable, Verb, new_secret
from tablee.table.answers import ANSWERED, answer
from tablee.table.entry import NOBODY
from tablee.table.ids import is_in_memory
from tablee.table.requests import spell
from tablee.table.verbs import TUTORS, USED_UP, VERBS, Invite, Move, Rematch, Rename, RollDice, Take, Tutor, Undo

from ..frame.form_data import address, form_of, parse_small_int, recall_tables, request_from_form, table_service_of
from ..frame.http_errors import HttpError, to_http_error
from ..frame.page import attachment, render
from ..frame.parts import is_fragment
from ..frame.people import Profile, animal_name, available_badges, is_badge, pick_badge
from ..frame.visitor import Visitor, keep_family, keep_links, remember, sit
from ..frame.work_queue import run_in_thread
from ..web_game import load_web_game
from . import presence, tutoring
from .share_link import code_for
from .table_page import TablePage, name_of, place_for
from .view_params import LONGEST, ViewParams

Form = Mapping[str, str]
KEPT = ("as", "layout")  # what a page still shows after a button of it


# --- looking ----------------------------------------------------------------------------------------------------


async def look(request: Request) -> Response:
    try:
        table = await table_service_of(request).open(request.path_params["table_id"])
    except UnknownTable:
        known = request.app.state.gatherings.rounds.look_up(request.path_params["table_id"])
        if known is None:
            raise
        return RedirectResponse(f"/class/{known.gathering.id}", 303)  # a page of the round before, opened again
    request.app.state.driver.wake(table.id)
    await request.app.state.presence.refresh(table.id)
    seq = parse_small_int(request.query_params.get("seq", ""))  # a page that shows event after event asks for each
    return await show(request, table.past(seq) if 0 < seq < table.seq else table, ViewParams.of(request.query_params))


async def show(
    request: Request,
    table: Table,
    params: ViewParams,
    *,
    status: int = 200,
    notice: Text | None = None,
    doubt: tuple[str, Text] | None = None,
    answered: tuple[str, list[Text]] | None = None,
) -> Response:
    """The page of a table, or the parts of it that change. `doubt`: a move, and what its player's tutor asks first.
    `answered`: what was typed, and what the table answers."""
    visitor = Visitor.of(request)
    page = TablePage(table, visitor, params)
    advice = tutoring.TutorAdvice(doubt=doubt) if doubt or notice else await tutoring.advise(request, page)
    if advice.advised is not None:
        page.boards = tutoring.with_chances(page.boards, advice.advised)
    watch, present = address(request, f"/table/{table.id}"), request.app.state.presence.find_present(table)
    known = request.app.state.gatherings.rounds.look_up(table.id)
    links = invitations(request, page, visitor.links)
    watches = not (page.mine or page.moved or notice or is_in_memory(table.id))
    response = render(
        request,
        "table.html",
        status=status,
        shared=(table.id, table.seq, params, present, watch, page.building) if watches else None,
        s=page,
        notice=notice,
        answered=answered,
        tutor=tutoring.TutorPanel(page, advice),
        inviting=[link for link in links if not link.seat.taken],
        own=tuple(link for link in links if link.seat.mine),
        watch=watch,
        present=present,
        made=request.query_params.get("made") == "1",
        room=known and known.gathering,
        edge=known and known.group.start_note,
        alone=await best_alone(request, table, page),
    )
    if page.mine and not is_in_memory(table.id):
        presence.note(request, response, table, page.mine)
    return response


class Alone(NamedTuple):
    """The best score of this browser in games like one that somebody finished alone, and in how many."""

    best: int
    games: int


async def best_alone(request: Request, table: Table, page: TablePage) -> Alone | None:
    """Returns None unless somebody has just finished a game alone."""
    if not (page.mine and table.over and len(page.people) == 1):
        return None
    like = [(table, page.mine)] + await recall_tables(request)
    scores = {
        other.id: other.outcome.scores[1]
        for other, _ in like
        if other.outcome and 1 in other.outcome.scores and (other.game, other.variant) == (table.game, table.variant)
    }
    return Alone(min(scores.values()), len(scores)) if scores else None


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat to hand on: the link that opens it, once it was asked for, and its QR code if other devices can come."""

    seat: Seat
    name: Text
    url: str
    code: Markup | None


def invitations(request: Request, page: TablePage, links: Mapping[int, str]) -> list[Invitation]:
    """Every seat that this visitor may hand on: the free ones, and their own to take along."""
    found, table = list[Invitation](), page.table
    for seat, name, *_ in page.people if page.mine else ():
        if seat.bot or (seat.taken and not seat.mine):
            continue
        link = links.get(seat.index, "")
        if link and not table.seating.invites(seat.index, link):
            link = ""
        url = address(request, f"/table/{table.id}/join/{seat.index}/{link}") if link else ""
        found.append(Invitation(seat, name, url, code_for(request, url) if url else None))
    return found


# --- changing ---------------------------------------------------------------------------------------------------

# Requests about a position are buttons of its page; so is a new name.
BUTTONS = {kind.VERB: kind for kind in VERBS if kind.VERSIONED or kind is Rename}


async def change(request: Request) -> Response:
    """Everything that a button of the table's page does to it."""
    table_service, kind = table_service_of(request), BUTTONS.get(request.path_params["action"])
    if kind is None:
        raise HttpError(
            404,
            "Cela n’existe pas à cette table : revenez à la partie.",
            "There is no such thing at this table: go back to the game.",
        )
    table = await table_service.open(request.path_params["table_id"])
    form = await form_of(request)
    verb: Verb = request_from_form(kind, form)
    if isinstance(verb, Move) and not verb.move and ("line" in form or "say" in form):
        try:
            mine, web_game = table.find_seats(Visitor.of(request).secret), load_web_game(table.game.NAME)
            seat = place_for(table, web_game, mine, ViewParams.of(form, KEPT))
            read = read_line(table, seat, read_typed(form), helped=Visitor.of(request).helped)
        except TableeError as error:
            return await _show_refusal(request, table, form, error)
        if isinstance(read, list):
            return await show(request, table, ViewParams.of(form, KEPT), answered=(read_typed(form), read))
        verb = read
    if isinstance(verb, Move) and (question := await tutoring.doubt_before_move(request, table, verb.move)):
        return await show(request, table, ViewParams.of(form, KEPT), doubt=(verb.move, question))
    if isinstance(verb, Rename) and is_in_memory(table.id):
        raise HttpError(409, "Ici chacun garde son animal.", "Here everybody keeps their animal.")
    if isinstance(verb, Rename):
        verb = _rename_default(table, verb, Visitor.of(request).lang)
    version = parse_small_int(form.get("version", "")) if verb.VERSIONED else None
    rolls_on = isinstance(verb, RollDice) and table.phase == "opening" and table.dice != "typed"
    if isinstance(verb, RollDice) and table.phase == "opening":
        version = table.version  # B2: all roll at once; another's die takes nothing away from one's own
    # The same button of the same page pressed twice is one request; another button of it is another.
    mark = hashlib.sha256(f"{form.get('seq', '')} {form.get('as', '')} {spell(verb)}".encode()).hexdigest()[:20]
    try:
        table = await table_service.ask(
            table.id, secret := Visitor.of(request).secret or "", verb, version=version, id=mark
        )
        # One tap rolls for all who sit at this device, and again while their dice are equal.
        while rolls_on and table.phase == "opening" and set(table.acting) & set(table.find_seats(secret)):
            table = await table_service.ask(table.id, secret, verb, version=table.version, id=f"{mark}{table.seq}")
    except TableeError as error:
        return await _show_refusal(request, await table_service.open(table.id), form, error)
    request.app.state.driver.wake(table.id, table)
    response: Response = RedirectResponse(f"/table/{table.id}" + ("?made=1#more-fold" if kind is Rename else ""), 303)
    if is_fragment(request):
        response = await show(request, table, ViewParams.of(form, KEPT))
    if isinstance(verb, Rename):
        _remember_name(request, response, table, verb.seat)
    return response


def _remember_name(request: Request, response: Response, table: Table, seat: int) -> None:
    """The next game on this device begins with the same names and animals."""
    visitor = Visitor.of(request)
    mine, profile = table.find_seats(visitor.secret), Profile(table.seating.badge(seat), table.seating.chair(seat)[0])
    if seat == mine[0]:
        remember(response, request, "guise", profile.to_cookie())
    else:
        family = [visitor.family[at] if at < len(visitor.family) else Profile() for at in range(len(mine) - 1)]
        family[mine.index(seat) - 1] = profile
        keep_family(response, request, [*family, *visitor.family[len(family) :]])


def _rename_default(table: Table, verb: Rename, lang: str) -> Rename:
    """If the name was the default for the old animal, switch to the new default."""
    old = table.seating.badge(verb.seat) if 0 <= verb.seat < table.seating.people else ""
    if is_badge(verb.badge) and is_badge(old) and verb.name in (animal_name(old).fr, animal_name(old).en, ""):
        return replace(verb, name=animal_name(verb.badge).in_lang(lang))
    return verb


def read_typed(form: Form) -> str:
    return form.get("line", form.get("say", ""))[:LONGEST]


def read_line(table: Table, seat: int | None, line: str, *, helped: bool = True) -> Verb | list[Text]:
    """What a line asks for that somebody typed, as in a terminal: a roll, a move, to take one back; or the answer to a
    question, without a move that could be made where nobody is `helped`. TableeError: it can be read as none."""
    command, about = parse_command(line) or (None, "")
    if command is not None and command.name in ANSWERED:
        plainly = command.name in ("help", "moves") and table.phase == "move" and not helped
        return answer(table, seat, "dice" if plainly else command.name, about)
    if command is not None and command.name == "undo":
        return Undo()
    if command is not None and command.name == "tutor" and seat is not None and not is_in_memory(table.id):
        return Tutor(seat, read_mode(table.game, table.variant, TUTORS, about))
    if command is not None:
        raise RequestError(
            "Ici, cela se trouve dans le menu. Tapez ? pour l’aide.", "Here that is in the menu. Type ? for help."
        )
    if table.phase == "move":
        return Move(str(read_move(table.game, table.state, table.seating.player(seat), line)))
    rolls = ONE_DIE if table.phase == "opening" else table.game.rolls(table.state)
    if table.dice == "typed" and rolls:
        count = dice_of_six(rolls)
        return RollDice(str(read_roll(line, count)) if count else line)
    if plain(line) in ROLLING:
        return RollDice()
    raise RequestError("Pour lancer les dés, écrivez : lancer.", "To roll the dice, type: roll.")


async def _show_refusal(request: Request, table: Table, form: Form, error: TableeError) -> Response:
    """The page as it is, with a kind sentence; a calculation that is not right stays to be mended."""
    refusal, stale = to_http_error(error), isinstance(error, StaleMove)
    text = refusal.text
    if not stale and "say" in form and isinstance(error, IllegalEvent):
        text = Text("Presque ! ", "Nearly! ") + text
    if isinstance(error, IllegalEvent):
        secret = Visitor.of(request).secret or ""
        text = await request.app.state.gatherings.attempts.note_wrong(table, secret, read_typed(form)) or text
    shown = ViewParams.of(form, (*KEPT, "pick") if stale else (*KEPT, "pick", "say"))
    if "line" in form:
        return await show(request, table, shown, status=refusal.status, answered=(read_typed(form), [text]))
    return await show(request, table, shown, status=refusal.status, notice=text)


async def hurry(request: Request) -> Response:
    """Let the bots play faster, if the visitor sits here."""
    table = await table_service_of(request).open(request.path_params["table_id"])
    if table.find_seats(Visitor.of(request).secret):
        request.app.state.driver.hurry(table.id)
    form = await form_of(request)
    if is_fragment(request):
        return await show(request, table, ViewParams.of(form, KEPT))
    return RedirectResponse(f"/table/{table.id}", 303)


async def rematch(request: Request) -> Response:
    verb, secret = request_from_form(Rematch, await form_of(request)), Visitor.of(request).secret or ""
    await table_service_of(request).ask(request.path_params["table_id"], secret, verb)
    return await follow(request)


async def follow(request: Request) -> Response:
    """On to the rematch, with the same seat."""
    table = await table_service_of(request).open(request.path_params["table_id"])
    if not table.next:
        return RedirectResponse(f"/table/{table.id}", 303)
    return _redirect_seated(request, await table_service_of(request).open(table.next), Visitor.of(request).secret or "")


def _redirect_seated(request: Request, table: Table, secret: str) -> Response:
    response = RedirectResponse(f"/table/{table.id}", 303)
    if table.find_seats(secret):
        sit(response, request, table, secret)
    return response


# --- seats and links --------------------------------------------------------------------------------------------


async def invite(request: Request) -> Response:
    """Make a new link to a free seat, to all of them, or to the visitor's own."""
    table_id, visitor, link = request.path_params["table_id"], Visitor.of(request), new_secret()
    wanted = (await form_of(request)).get("seat", "")
    seat = NOBODY if wanted == "any" else parse_small_int(wanted)
    await table_service_of(request).ask(table_id, visitor.secret or "", Invite(seat, link))
    shown = "/invite" if seat == NOBODY else "?made=1#more-fold"
    response = RedirectResponse(f"/table/{table_id}{shown}", 303)
    keep_links(response, request, table_id, {**visitor.links, seat: link})
    return response


async def lobby(request: Request) -> Response:
    """One code for the whole table: each who scans it takes a free seat."""
    table = await table_service_of(request).open(request.path_params["table_id"])
    await request.app.state.presence.refresh(table.id)
    visitor = Visitor.of(request)
    mine = table.find_seats(visitor.secret)
    if not mine:
        return RedirectResponse(f"/table/{table.id}", 303)
    link = visitor.links.get(NOBODY, "")  # the one for whichever seats are free, if this browser has made it
    url = address(request, f"/table/{table.id}/join/any/{link}") if link and table.seating.welcomes(link) else ""
    seats = [(seat, name_of(table, seat)) for seat in table.seating.seats(mine[0])]
    response = render(
        request,
        "lobby.html",
        table=table,
        seats=seats,
        free=sum(not seat.taken for seat, _ in seats),
        here=request.app.state.presence.find_present(table),
        url=url,
        code=code_for(request, url) if url else "",
    )
    presence.note(request, response, table, mine)
    return response


async def join(request: Request) -> Response:
    """The page behind a link. Only its button takes the seat: programs that fetch links to preview them take none."""
    table_service, visitor = table_service_of(request), Visitor.of(request)
    table_id, invitation = request.path_params["table_id"], request.path_params["invitation"]
    table = await table_service.open(table_id)
    index = parse_small_int(request.path_params["seat"])
    if request.path_params["seat"] == "any" and table.seating.welcomes(invitation):
        if table.find_seats(visitor.secret):
            return RedirectResponse(f"/table/{table_id}", 303)  # nobody sits twice
        if not table.seating.free:
            raise HttpError(
                409,
                "Toutes les places sont prises. On peut regarder : demandez le lien à la table.",
                "Every seat is taken. You can still watch: ask the players for the link.",
            )
        index = table.seating.free[0]
    if request.method == "POST":
        form = await form_of(request)
        profile = _read_joining(table, index, form, visitor.lang)
        taking = Take(index, invitation, profile.name, profile.badge, form.get("salt", ""))
        taken = await table_service.take(table_id, taking, secret=visitor.secret)
        request.app.state.driver.wake(table_id)
        response = _redirect_seated(request, taken.table, taken.secret)
        if is_badge(form.get("badge", "")):
            remember(response, request, "guise", Profile(form["badge"], form.get("name", "")).to_cookie())
        return response
    if index in table.find_seats(visitor.secret):
        return RedirectResponse(f"/table/{table_id}", 303)
    if not 0 <= index < table.seating.people or not table.seating.invites(index, invitation):
        raise SeatError(USED_UP)
    seat = table.seating.seats(None)[index]
    others = [other.badge for other in table.seating.seats() if other.index != index and other.taken]
    choice = available_badges(visitor.profile.badge or seat.badge, others)
    worn = next((badge for badge in (visitor.profile.badge, seat.badge, pick_badge(others)) if badge in choice), "")
    name = name_of(table, seat)
    return render(
        request, "join.html", table=table, seat=seat, name=name, given=visitor.profile.name, badges=choice, worn=worn
    )


def _read_joining(table: Table, seat: int, form: Form, lang: str) -> Profile:
    """Name and badge of a joining player; what they leave out is the seat's."""
    seated = 0 <= seat < table.seating.people
    if not seated or table.seating.holder(seat):
        return Profile(name=form.get("name", ""))
    badge = form.get("badge", "") if is_badge(form.get("badge", "")) else table.seating.badge(seat)
    called = animal_name(badge).in_lang(lang) if is_badge(badge) else table.seating.chair(seat)[0]
    return Profile(badge, form.get("name", "") or called)


async def record(request: Request) -> Response:
    """The game so far as a file that people can read."""
    table = await table_service_of(request).open(request.path_params["table_id"])
    return attachment(str(table.record()), f"{table.game.NAME}-{table.id}.tablee")


async def robot(request: Request) -> Response:
    """A bot that adapts says what it does."""
    table = await table_service_of(request).open(request.path_params["table_id"])
    seat = request.path_params["seat"]
    level = table.seating.bot(seat) if seat < table.seating.people else ""
    if level not in bots.WISHES:
        raise HttpError(404, "Aucun robot ne s’adapte à cette place.", "No bot adapts at this seat.")
    record, player = table.record(), table.seating.player(seat)

    def say() -> Text:
        bot = bots.make(level, table.game)
        assert isinstance(bot, bots.AdaptiveBot)
        return bot.says(player, record.states, record.events)

    sentence = await run_in_thread(request, say)
    return render(
        request, "robot.html", name=table.seating.name(seat), sentence=sentence, level=level, url=f"/table/{table.id}"
    )
