"""The pages of a table: looking at it, everything that changes it, joining it, and its record."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Mapping

import segno
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.core.errors import CalculationError, IllegalEvent, TableeError
from tablee.core.words import Text
from tablee.games import blocs
from tablee.table import Hall, StaleMove, Table

from ..frame.fault import Fault, status_of
from ..frame.forms import address, form_of, hall_of, number
from ..frame.page import fragment, render
from ..frame.visitor import Visitor, keep_links, remember, sit
from ..frame.words import WORDS
from .look import Look, said
from .panel import said_token
from .scene import name_of, scene, todo

Form = Mapping[str, str]
__all__ = ["change", "following", "form_of", "invite", "join", "look", "record", "rematch", "say", "show"]


# --- looking ----------------------------------------------------------------------------------------------------


async def look(request: Request) -> Response:
    table = await hall_of(request).open(request.path_params["table_id"])
    request.app.state.driver.wake(table.id)
    return show(request, table, Look.of(request.query_params))


def show(request: Request, table: Table, shown: Look, *, status: int = 200, notice: Text | None = None) -> Response:
    """The page of a table, or the parts of it that change."""
    visitor = Visitor.of(request)
    say = visitor.say and table.game.NAME == "blocs"
    here = scene(table, visitor.seat, shown, visitor.lang, say=say)
    return render(
        request,
        "table.html",
        status=status,
        s=here,
        v=here.view,
        todo=todo(here.view, visitor.lang),
        say=say,
        notice=notice,
        invitations=invitations(request, table, here.mine, visitor.links),
        watch=address(request, f"/table/{table.id}"),
        local=request.url.hostname in ("127.0.0.1", "localhost", "::1"),
        name_of=name_of,
    )


def invitations(
    request: Request, table: Table, mine: tuple[int, ...], links: Mapping[int, str]
) -> list[dict[str, object]]:
    """Every seat that this visitor may hand on: the free ones, and their own to take along."""
    if not mine:
        return []
    found: list[dict[str, object]] = []
    for seat in table.seating.seats(mine[0]):
        if seat.bot or (seat.taken and not seat.mine):
            continue
        link = links.get(seat.place, "")
        if link and not table.seating.invites(seat.place, link):
            link = ""
        url = address(request, f"/table/{table.id}/join/{seat.place}/{link}") if link else ""
        found.append({"seat": seat, "name": name_of(table, seat), "url": url, "code": code(url) if url else ""})
    return found


def code(url: str) -> Markup:
    made = segno.make(url, error="m")
    drawn = made.svg_inline(scale=4, border=3, omitsize=True, svgclass="code", lineclass="code-ink")
    return Markup(drawn.replace("<svg", '<svg aria-hidden="true" focusable="false"', 1))


# --- changing ---------------------------------------------------------------------------------------------------

Change = Callable[[Hall, Table, str, Form, int, str], Awaitable[Table]]


async def _roll(hall: Hall, table: Table, secret: str, form: Form, version: int, request: str) -> Table:
    if table.phase == "opening":
        version = table.version  # B2: all throw at once; another's die takes nothing away from one's own
    return await hall.roll(table.id, secret, version=version, typed=form.get("typed") or None, request=request)


async def _move(hall: Hall, table: Table, secret: str, form: Form, version: int, request: str) -> Table:
    token = form.get("move", "")
    if not token and "say" in form:
        token = said_token(said(form["say"]))
    return await hall.move(table.id, secret, token, version=version, request=request)


async def _correct(hall: Hall, table: Table, secret: str, form: Form, version: int, request: str) -> Table:
    return await hall.correct(table.id, secret, form.get("typed", ""), version=version, request=request)


async def _undo(hall: Hall, table: Table, secret: str, form: Form, version: int, request: str) -> Table:
    return await hall.undo(table.id, secret, version=version, request=request)


async def _agree(hall: Hall, table: Table, secret: str, form: Form, version: int, request: str) -> Table:
    return await hall.agree(table.id, secret, version=version, request=request)


async def _decline(hall: Hall, table: Table, secret: str, form: Form, version: int, request: str) -> Table:
    return await hall.decline(table.id, secret, version=version, request=request)


async def _resign(hall: Hall, table: Table, secret: str, form: Form, version: int, request: str) -> Table:
    return await hall.resign(table.id, secret, version=version, request=request)


async def _rename(hall: Hall, table: Table, secret: str, form: Form, version: int, request: str) -> Table:
    place = form.get("place", "")
    return await hall.rename(table.id, secret, number(place), form.get("name", ""))


CHANGES: dict[str, Change] = {
    "roll": _roll,
    "move": _move,
    "correct": _correct,
    "undo": _undo,
    "agree": _agree,
    "decline": _decline,
    "resign": _resign,
    "rename": _rename,
}


async def change(request: Request) -> Response:
    """Everything that a button of the table's page does to it."""
    hall, action = hall_of(request), request.path_params["action"]
    if action not in CHANGES:
        raise Fault(404, Text("Cela n’existe pas à cette table.", "There is no such thing at this table."))
    table = await hall.open(request.path_params["table_id"])
    form = await form_of(request)
    secret = Visitor.of(request).seat or ""
    version = form.get("version", "")
    asked = "\0".join((action, *(f"{key}={form[key]}" for key in ("move", "say", "typed", "name") if key in form)))
    # The same button of the same page pressed twice is one request; another button of it is another.
    mark = hashlib.sha256(f"{form.get('seq', '')} {form.get('as', '')} {asked}".encode()).hexdigest()[:20]
    try:
        table = await CHANGES[action](hall, table, secret, form, number(version), mark)
    except TableeError as error:
        return _refused(request, await hall.open(table.id), form, error)
    request.app.state.driver.wake(table.id)
    if fragment(request):
        return show(request, table, Look.of({key: form[key] for key in ("as", "layout") if key in form}))
    return RedirectResponse(f"/table/{table.id}", 303)


def _refused(request: Request, table: Table, form: Form, error: TableeError) -> Response:
    """The page as it is, with a kind sentence; a calculation that is not right stays to be mended."""
    kept = {key: form[key] for key in ("as", "say", "layout", "pick") if key in form}
    text = error.text
    if isinstance(error, StaleMove):
        kept.pop("say", None)
    elif "say" in form and isinstance(error, IllegalEvent):
        text = WORDS["say_kind"] + _mended(table, said(form["say"]), error).text
    return show(request, table, Look.of(kept), status=status_of(error), notice=text)


def _mended(table: Table, stated: str, error: IllegalEvent) -> IllegalEvent:
    """What is wrong with a calculation says more than that its blocks cannot be pushed."""
    token = said_token(stated)
    if table.game.NAME == "blocs" and table.state.dice and ":" in token:
        level, push = table.variant.level, blocs.parse(token)
        assert isinstance(push, blocs.Push)
        try:
            blocs.check(level, push.blocks, blocs.targets(level, table.state.dice), stated)
        except CalculationError as wrong:
            return wrong
    return error


async def say(request: Request) -> Response:
    """Whether the player builds the calculation or the table writes it; each browser for itself."""
    form = await form_of(request)
    table = await hall_of(request).open(request.path_params["table_id"])
    response = RedirectResponse(f"/table/{table.id}", 303)
    remember(response, request, "say", "1" if form.get("say") == "1" else "0")
    return response


async def rematch(request: Request) -> Response:
    form = await form_of(request)
    secret = Visitor.of(request).seat or ""
    table_id = request.path_params["table_id"]
    new = await hall_of(request).rematch(table_id, secret, swap=form.get("swap") != "0")
    return _seated(request, new, secret)


async def following(request: Request) -> Response:
    """On to the rematch, with the same seat."""
    table = await hall_of(request).open(request.path_params["table_id"])
    if not table.next:
        return RedirectResponse(f"/table/{table.id}", 303)
    return _seated(request, await hall_of(request).open(table.next), Visitor.of(request).seat or "")


def _seated(request: Request, table: Table, secret: str) -> Response:
    response = RedirectResponse(f"/table/{table.id}", 303)
    if table.places(secret):
        sit(response, request, table.id, secret)
    return response


# --- seats and links --------------------------------------------------------------------------------------------


async def invite(request: Request) -> Response:
    """A new link to a free seat, or to one's own."""
    form = await form_of(request)
    table_id, place = request.path_params["table_id"], form.get("place", "")
    visitor = Visitor.of(request)
    link = await hall_of(request).invite(table_id, visitor.seat or "", number(place))
    response = RedirectResponse(f"/table/{table_id}?share=1#share", 303)
    keep_links(response, request, table_id, {**visitor.links, number(place): link})
    return response


async def join(request: Request) -> Response:
    """The page behind a link. Only its button takes the seat: programs that fetch links to preview them take none."""
    hall, visitor = hall_of(request), Visitor.of(request)
    table_id, place = request.path_params["table_id"], number(request.path_params["place"])
    invitation = request.path_params["invitation"]
    table = await hall.open(table_id)
    if request.method == "POST":
        form = await form_of(request)
        name = form.get("name", "") or (table.seating.chair(place)[0] if 0 <= place < table.seating.people else "")
        taken = await hall.take(table_id, place, invitation, name=name, secret=visitor.seat)
        request.app.state.driver.wake(table_id)
        return _seated(request, taken.table, taken.secret)
    if place in table.places(visitor.seat):
        return RedirectResponse(f"/table/{table_id}", 303)
    if not 0 <= place < table.seating.people or not table.seating.invites(place, invitation):
        raise Fault(
            403,
            Text(
                "Ce lien ne donne pas (ou plus) droit à cette place : demandez-en un nouveau à ceux qui jouent.",
                "This link gives no (or no longer any) right to this seat: ask those who play for a new one.",
            ),
        )
    seat = table.seating.seats(None)[place]
    return render(request, "join.html", table=table, seat=seat, name=name_of(table, seat))


async def record(request: Request) -> Response:
    """The game so far as a file that people can read."""
    table = await hall_of(request).open(request.path_params["table_id"])
    name = f"{table.game.NAME}-{table.id}.tablee"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(str(table.record()), media_type="text/plain; charset=utf-8", headers=headers)
