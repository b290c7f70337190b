"""Into a class: opening one, finding it by its code, picking an animal, the adult's page on another device.

A browser is known by one cookie, the seat's, which goes to the pages of its class only.
"""

import contextlib
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.core import registry as games
from tablee.core.errors import RequestError, TableeError
from tablee.drawing import animals
from tablee.gathering.gathering import Gathering, NotHere
from tablee.table import SeatError, new_secret
from tablee.table.ids import digest
from tablee.table.seating import clean_name

from ..frame.form_data import form_of
from ..frame.http_errors import status_of
from ..frame.lan_listener import find_lan_listener
from ..frame.page import render
from ..frame.visitor import HALF_A_DAY, OWN_COOKIE, TOKEN, Visitor, remember, remember_seat
from . import actions
from .actions import gatherings_of, home_of


def enter(request: Request, where: str, secret: str) -> Response:
    """To a page, with the cookie that opens it."""
    response = RedirectResponse(where, 303)
    remember_seat(response, request, secret, where)
    return response


async def show_door(request: Request) -> Response:
    """Where a class or an evening is opened, and where a code is typed."""
    if code := request.query_params.get("code"):
        return RedirectResponse(f"/c/{quote(code.strip().upper()[:20], safe='')}", 303)
    return ask_code(request)


def ask_code(request: Request, typed: str = "", why: TableeError | None = None) -> Response:
    """The page for a code, with what was typed and `why` it does not open; on it, the way back to one's own class."""
    return render(
        request,
        "class_begin.html",
        status=status_of(why) if why else 200,
        favourite=choose_favourite(),
        typed=typed,
        notice=why.text if why else None,
        mine=find_own(request),
        code_first=request.url.path != "/class",
    )


def find_own(request: Request) -> Gathering | None:
    """The gathering whose adult this browser is, if it is still there."""
    name = request.cookies.get(OWN_COOKIE, "")
    return gatherings_of(request).find(name) if gatherings_of(request).is_open(name) else None


def choose_favourite() -> str:
    """The game that a class begins with: one with sums to find, if there is any."""
    return next((name for name in games.names() if games.brings(name, "sums")), games.names()[0])


async def create(request: Request) -> Response:
    """Open a class; the machine opens to the Wi-Fi by itself."""
    form = await form_of(request)
    gathering, secret = actions.open_gathering(
        request, form.get("kind", "class"), form.get("game") or choose_favourite(), {}
    )
    listener = find_lan_listener(request)
    if listener is not None:
        with contextlib.suppress(RequestError):  # the page says that no other device can come in, and why
            await listener.open(for_class=True)
    return enter_as_adult(request, gathering, secret)


def enter_as_adult(request: Request, gathering: Gathering, secret: str) -> Response:
    """To the adult's page; this browser finds its way back there from the first page and `/class`."""
    response = enter(request, home_of(gathering), secret)
    remember(response, request, OWN_COOKIE, gathering.id, seconds=HALF_A_DAY)
    return response


async def follow_code(request: Request) -> Response:
    """The short address behind the QR code; a wrong code stays in its field."""
    try:
        return RedirectResponse(f"{home_of(actions.find_by_code(request, request.path_params['code']))}/in", 303)
    except NotHere as error:
        return ask_code(request, request.path_params["code"][:8], error)


async def come_in(request: Request) -> Response:
    """Pick a free animal: one tap. A device that has come in already goes on where it was; one whose owner came in by
    another asks for that animal (`again`), and waits here until the adult has confirmed it."""
    gathering, held = gatherings_of(request).find(request.path_params["gathering_id"]), Visitor.of(request).secret or ""
    with contextlib.suppress(SeatError):
        actions.identify(request)
        return RedirectResponse(home_of(gathering), 303)
    form = await form_of(request) if request.method == "POST" else {}
    again, notice = form.get("again", request.query_params.get("again")) == "1", None
    asked = next((badge for badge, claimed in gathering.claims.items() if held and claimed == digest(held)), "")
    try:
        if form:
            name, secret = clean_name(form.get("name", "")) if gathering.kind == "game-night" else "", new_secret()
            badge = form.get("badge") or form.get(form.get("kind", ""), "")  # the colour chosen for that animal
            await actions.let_in(request, gathering, secret, badge, name, again=again)
            return enter(request, home_of(gathering), secret)
        if not again and not asked:
            gathering.check_entry(gatherings_of(request).clock(), held)
    except TableeError as error:
        if request.method == "GET" or isinstance(error, SeatError):
            return ask_code(request, gathering.code, error)
        notice = error.text
    given = {"called": form.get("name", ""), "chosen": form.get("kind", "")}
    shown = {"notice": notice, "animal": animals, "again": again, "asked": asked, **given}
    return render(request, "class_in.html", status=409 if notice else 200, g=gathering, **shown)


async def hand_over(request: Request) -> Response:
    """The adult's page on another device, by its secret link."""
    gathering = gatherings_of(request).find(request.path_params["gathering_id"])
    secret = request.path_params["secret"]
    if not TOKEN.fullmatch(secret) or gathering.identify(secret) != "teacher":
        raise SeatError(
            "Ce lien ne marche plus : demandez-en un nouveau.", "This link no longer works: ask for a new one."
        )
    return enter_as_adult(request, gathering, secret)
