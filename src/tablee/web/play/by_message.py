"""A game by messages (`table/by_message.py`): to begin one, open what was sent, take a turn, and send the answer.

No table is opened anywhere. What belongs to one player alone, their seed and the newest message, is in cookies that
only these pages get; in the app they never leave the device.
"""

from __future__ import annotations

import base64
import contextlib
import secrets
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.core.errors import IllegalEvent, NotationError, RequestError
from tablee.core.game import Roll
from tablee.core.registry import load, names
from tablee.core.words import Text, untranslated
from tablee.paper.typed_input import read_move
from tablee.table import Setup
from tablee.table.by_message import BROKEN, SEVERAL_THROWS, SIZE, TOO_LONG, Letters, Turn, check, unpack
from tablee.web.web_game import Panel, Position

from .. import web_game
from ..frame.form_data import address, form_of, settings_of
from ..frame.http_errors import HttpError
from ..frame.lan_listener import way_home
from ..frame.page import attachment, render
from ..frame.visitor import BY_MESSAGE, LETTER_COOKIES, Visitor, own_sheet, remember
from ..frame.work_queue import run_in_thread
from ..home import open_table
from .board import boards
from .share_link import WAYS, code_for
from .view_params import ViewParams

SHOWN = 4  # events that the page tells of
NEAR = 99  # messages before the last one that a link can hold, from which on the page says so
ELSEWHERE = Text(
    "Cette partie n’est pas dans ce navigateur : ouvrez le lien du dernier message là où vous avez commencé.",
    "This game is not in this browser: open the link of the last message where you began to play.",
)
FULL = Text(
    "Huit parties par messages sont déjà en cours ici : finissez-en une, ou oubliez-en une.",
    "Eight games by message are already going on here: finish one, or forget one.",
)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a browser keeps of a game: the player's own seed, and the newest message."""

    slot: str
    seed: bytes
    letters: Letters


def saved_games(request: Request, name: str = "") -> list[SavedGame]:
    """The games that this browser keeps; with a name, that one alone. What cannot be read is left out."""
    found = []
    for slot in LETTER_COOKIES:
        game, _, rest = request.cookies.get(slot, "").partition(".")
        seed, _, word = rest.partition(".")
        if game and game == (name or game):
            with contextlib.suppress(RequestError, ValueError):
                found.append(SavedGame(slot, base64.urlsafe_b64decode(seed + "="), unpack(word)))
    return found


async def keep(response: Response, request: Request, seed: bytes, letters: Letters) -> None:
    """Remember the newest message of a game: in its own cookie, a free one, or that of a game that is over."""
    used = {request.cookies.get(slot, "").partition(".")[0]: slot for slot in LETTER_COOKIES}
    slot = used.get(letters.id) or used.get("")
    if not slot:
        slot = next((one.slot for one in await run_in_thread(request, saved_games, request) if one.letters.over), "")
    if not slot:
        raise RequestError(FULL)
    written = base64.urlsafe_b64encode(seed).decode().rstrip("=")
    remember(response, request, slot, f"{letters.id}.{written}.{letters.word}", BY_MESSAGE)


def is_offered(name: str) -> bool:
    return web_game.web_game(name).BY_MESSAGE


async def begin_page(request: Request) -> Response:
    """Invite somebody, or go on with a game."""
    found = await run_in_thread(request, saved_games, request)
    return render(
        request,
        "by_message.html",
        offered=[name for name in names() if is_offered(name)],
        others=[load(name).TITLE for name in names() if not is_offered(name)],
        own=own_sheet(request),
        why=SEVERAL_THROWS,
        games=[(one.letters, other_of(one.letters, one.letters.player(one.seed))) for one in found],
        profile=Visitor.of(request).profile,
    )


async def begin(request: Request) -> Response:
    form = await form_of(request)
    game = load(form.get("game", ""))
    if not is_offered(game.NAME):
        raise RequestError(SEVERAL_THROWS)
    seed = secrets.token_bytes(SIZE)
    host = 2 if form.get("side") == "1" else 1
    letters = Letters.invite(game, game.variant(settings_of(game, form)), host, form.get("name", ""), seed)
    return await _go_on(request, seed, letters)


async def _go_on(request: Request, seed: bytes, letters: Letters) -> Response:
    response = RedirectResponse(f"{BY_MESSAGE}/{letters.id}", 303)
    await keep(response, request, seed, letters)
    return response


def other_of(letters: Letters, me: int) -> Text:
    """The other player, by name or by side."""
    record, other = letters.record, 3 - me
    name = record.names.get(other, "")
    return untranslated(name) if name else record.game.seat_name(record.variant, other)


async def _mine(request: Request) -> SavedGame | None:
    """What this browser keeps of the game that the address names."""
    return next(iter(await run_in_thread(request, saved_games, request, request.path_params["id"])), None)


async def _open_message(request: Request, name: str, word: str) -> Letters:
    letters = await run_in_thread(request, unpack, word)
    if letters.id != name:
        raise RequestError(BROKEN)
    return letters


async def look(request: Request) -> Response:
    """A game by messages: what has been sent, one's turn, or the answer to send."""
    name, word = request.path_params["id"], request.query_params.get("game", "")
    mine = await _mine(request)
    if mine is None and not word:
        raise HttpError(404, ELSEWHERE)
    if mine is None:
        letters = await _open_message(request, name, word)
        home = way_home(request) if len(letters.values) > 1 else ""
        return RedirectResponse(home + letters.path, 303) if home else _page(request, letters)
    letters, notice = mine.letters, None
    try:
        new = await _open_message(request, name, word) if word else letters
        check(letters, new)
        letters = max(letters, new, key=lambda one: len(one.values))
    except RequestError as error:
        notice = error.text
    response = _page(request, letters, mine.seed, notice)
    await keep(response, request, mine.seed, letters)
    return response


def _page(request: Request, letters: Letters, seed: bytes = b"", notice: Text | None = None) -> Response:
    visitor, me = Visitor.of(request), letters.player(seed)
    yours = bool(me) and me == letters.writer and not letters.over and len(letters.values) > 1 and letters.left > 0
    turn = letters.turn(seed) if yours else Turn(letters.record)
    record, game = turn.record, turn.record.game
    face = web_game.web_game(game.NAME)
    last = next((str(event) for event in reversed(record.events) if not isinstance(event, Roll)), None)
    near, pick = face.near(record.state, me, shared=not me), ViewParams.of(request.query_params).pick
    shown = game.view(record.state, me)
    position = Position(game, shown, me, near, tuple(record.names.items()), last, turn.moves, pick)
    link = address(request, letters.path)
    return render(
        request,
        "message.html",
        letters=letters,
        record=record,
        me=me,
        yours=yours,
        turn=turn,
        notice=notice or (TOO_LONG if letters.left <= NEAR and not letters.over else None),
        host=other_of(letters, 3 - letters.host),
        profile=visitor.profile,
        told=[record.describe(at) for at in range(max(0, len(record.events) - SHOWN), len(record.events))],
        boards=boards(position, visitor.lang),
        panel=face.panel(position) if turn.moves else Panel("wait"),
        lying=face.dice_on_table(record.state, record.events),
        link=link,
        code=code_for(request, link, "l"),
        url=f"{BY_MESSAGE}/{letters.id}",
    )


async def change(request: Request) -> Response:
    """Take the invitation, take one's turn, or forget the game."""
    name, form = request.path_params["id"], await form_of(request)
    mine = await _mine(request)
    if mine is None and form.get("do") == "accept":
        seed, invitation = secrets.token_bytes(SIZE), await _open_message(request, name, form.get("game", ""))
        return await _go_on(request, seed, invitation.accept(form.get("name", ""), seed))
    if mine is None:
        raise HttpError(404, ELSEWHERE)
    if form.get("do") == "forget":
        response = RedirectResponse(BY_MESSAGE, 303)
        response.delete_cookie(mine.slot, BY_MESSAGE)
        return response
    if form.get("do") == "open":
        setup = Setup.of_record(mine.letters.to_record(), my_seats=(0, 1))
        return await open_table(request, setup, WAYS.get(form.get("to", ""), ""))
    letters = mine.letters
    try:
        turn, typed = letters.turn(mine.seed), form.get("move", "")
        read = read_move(turn.record.game, turn.record.state, letters.writer, typed) if turn.moves else ""
        letters = letters.answer(mine.seed, str(read))
    except NotationError as error:
        return _page(request, letters, mine.seed, error.text)
    except (IllegalEvent, RequestError):  # two taps, or an old page: show where the game stands
        pass
    return await _go_on(request, mine.seed, letters)


async def record(request: Request) -> Response:
    """The game as a file."""
    mine = await _mine(request)
    if mine is None:
        raise HttpError(404, ELSEWHERE)
    return attachment(str(mine.letters.to_record()), f"{mine.letters.record.game.NAME}-{mine.letters.id}.tablee")


ONE = BY_MESSAGE + "/{id}"
ROUTES = [
    Route(BY_MESSAGE, begin_page),
    Route(BY_MESSAGE, begin, methods=["POST"]),
    Route(ONE, look),
    Route(ONE, change, methods=["POST"]),
    Route(f"{ONE}/record", record),
]
