"""A game by messages (`table/by_message.py`): to begin one, open what was sent, take a turn, and send the answer.

No table is opened anywhere. What belongs to one player alone, their seed and the newest message, is in cookies that
only these pages get; in the app they never leave the device.
"""

import base64
import contextlib
import re
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
from tablee.table.by_message import BROKEN, SEVERAL_ROLLS, SIZE, TOO_LONG, Exchange, Turn, check, find_messages, unpack
from tablee.web.web_game import Panel, Position, load_web_game

from ..frame.form_data import address, form_of, settings_of
from ..frame.http_errors import HttpError
from ..frame.lan_listener import find_way_home, is_only_here
from ..frame.page import attachment, render
from ..frame.visitor import BY_MESSAGE, BY_MESSAGE_COOKIES, Visitor, keep_messages, remember
from ..frame.work_queue import run_in_thread
from ..home import open_table
from .board import boards
from .share_link import WAYS, code_for
from .view_params import ViewParams

SHOWN = 4  # events that the page tells of; at the end, the last one
NEAR = 99  # messages before the last one that a link can hold, from which on the page says so
ELSEWHERE = Text(
    "Cette partie n’est pas dans ce navigateur : ouvrez le lien du dernier message là où vous avez commencé.",
    "This game is not in this browser: open the link of the last message where you began to play.",
)
ONLY_HERE = Text(
    "Cette table n’écoute que cet appareil : personne d’autre ne pourrait ouvrir vos messages. Jouez par messages sur "
    "une page publiée de Tablée, que chacun ouvre dans son navigateur.",
    "This table listens to this device only: nobody else could open your messages. Play by message on a published "
    "page of Tablée, which each of you opens in a browser.",
)
NO_MESSAGE = Text(
    "Il n’y a pas de message de Tablée dans ce texte : collez-y le lien entier, avec ou sans les mots autour.",
    "There is no Tablée message in this text: paste the whole link, with or without the words around it.",
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
    exchange: Exchange


def find_saved_games(request: Request, name: str = "") -> list[SavedGame]:
    """The games that this browser keeps; with a name, that one alone. What cannot be read is left out."""
    found = []
    for slot in BY_MESSAGE_COOKIES:
        game, _, rest = request.cookies.get(slot, "").partition(".")
        seed, _, word = rest.partition(".")
        if game and game == (name or game):
            with contextlib.suppress(RequestError, ValueError):
                found.append(SavedGame(slot, base64.urlsafe_b64decode(seed + "="), unpack(word)))
    return found


async def keep(response: Response, request: Request, seed: bytes, exchange: Exchange) -> None:
    """Remember the newest message of a game: in its own cookie, a free one, or that of a game that is over; and whose
    turn it is, for the first page."""
    used = {request.cookies.get(slot, "").partition(".")[0]: slot for slot in BY_MESSAGE_COOKIES}
    slot = used.get(exchange.id) or used.get("")
    if not slot:
        games = await run_in_thread(request, find_saved_games, request)
        slot = next((game.slot for game in games if game.exchange.over), "")
    if not slot:
        raise RequestError(FULL)
    written = base64.urlsafe_b64encode(seed).decode().rstrip("=")
    remember(response, request, slot, f"{exchange.id}.{written}.{exchange.word}", BY_MESSAGE)
    going_on = others_by_message(request, exchange.id)
    if not exchange.over:
        yours = exchange.player(seed) == exchange.writer
        going_on.insert(0, (exchange.id, exchange.record.game.NAME, yours))
    keep_messages(response, request, going_on)


def others_by_message(request: Request, name: str) -> list[tuple[str, str, bool]]:
    return [game for game in Visitor.of(request).messages if game[0] != name]


def is_offered(name: str) -> bool:
    return load_web_game(name).BY_MESSAGE


async def begin_page(request: Request, pasted: str = "", notice: Text | None = None) -> Response:
    """Invite somebody, or go on with a game; `notice` says what is wrong with a text that was pasted."""
    found = await run_in_thread(request, find_saved_games, request)
    return render(
        request,
        "by_message.html",
        offered=[name for name in names() if is_offered(name)],
        others=[load(name).TITLE for name in names() if not is_offered(name)],
        why=SEVERAL_ROLLS,
        games=[(game.exchange, game.exchange.player(game.seed)) for game in found],
        other_of=other_of,
        pasted=pasted,
        notice=notice,
        only_here=ONLY_HERE,
    )


async def begin(request: Request) -> Response:
    form = await form_of(request)
    if pasted := form.get("pasted", ""):
        try:
            messages = await run_in_thread(request, find_messages, pasted)
        except RequestError as error:
            return await begin_page(request, pasted, error.text)
        if not messages:
            return await begin_page(request, pasted, NO_MESSAGE)
        return RedirectResponse(max(messages, key=lambda message: len(message.values)).path, 303)
    game = load(form.get("game", ""))
    if is_only_here(request):
        raise RequestError(ONLY_HERE)
    if not is_offered(game.NAME):
        raise RequestError(SEVERAL_ROLLS)
    seed = secrets.token_bytes(SIZE)
    host = 2 if form.get("side") == "1" else 1
    exchange = Exchange.invite(game, game.variant(settings_of(game, form)), host, form.get("name", ""), seed)
    return await _go_on(request, seed, exchange)


async def _go_on(request: Request, seed: bytes, exchange: Exchange) -> Response:
    response = RedirectResponse(f"{BY_MESSAGE}/{exchange.id}", 303)
    await keep(response, request, seed, exchange)
    return response


def other_of(exchange: Exchange, me: int) -> Text:
    """The other player, by name or by side."""
    record, other = exchange.record, 3 - me
    name = record.names.get(other, "")
    return untranslated(name) if name else record.game.seat_name(record.variant, other)


async def _mine(request: Request) -> SavedGame | None:
    """What this browser keeps of the game that the address names."""
    return next(iter(await run_in_thread(request, find_saved_games, request, request.path_params["id"])), None)


async def _open_message(request: Request, name: str, word: str) -> Exchange:
    whole = re.match(r"[\w-]*", word, re.ASCII)  # a link may have got a full stop or a word behind it
    exchange = await run_in_thread(request, unpack, whole[0] if whole else "")
    if exchange.id != name:
        raise RequestError(BROKEN)
    return exchange


async def look(request: Request) -> Response:
    """A game by messages: what has been sent, one's turn, or the answer to send."""
    name, word = request.path_params["id"], request.query_params.get("game", "")
    mine = await _mine(request)
    if mine is None and not word:
        raise HttpError(404, ELSEWHERE)
    if mine is None:
        exchange = await _open_message(request, name, word)
        home = find_way_home(request) if len(exchange.values) > 1 else ""
        return RedirectResponse(home + exchange.path, 303) if home else _page(request, exchange)
    exchange, notice = mine.exchange, None
    try:
        new = await _open_message(request, name, word) if word else exchange
        check(exchange, new)
        exchange = max(exchange, new, key=lambda exchange: len(exchange.values))
    except RequestError as error:
        notice = error.text
    response = _page(request, exchange, mine.seed, notice)
    await keep(response, request, mine.seed, exchange)
    return response


def _page(request: Request, exchange: Exchange, seed: bytes = b"", notice: Text | None = None) -> Response:
    visitor, me = Visitor.of(request), exchange.player(seed)
    yours = bool(me) and me == exchange.writer and not exchange.over and len(exchange.values) > 1 and exchange.left > 0
    turn = exchange.turn(seed) if yours else Turn(exchange.record)
    record, game = turn.record, turn.record.game
    web_game = load_web_game(game.NAME)
    last = next((str(event) for event in reversed(record.events) if not isinstance(event, Roll)), None)
    near, pick = web_game.near_player(record.state, me, shared=not me), ViewParams.of(request.query_params).pick
    shown = game.view(record.state, me)
    position = Position(game, shown, me, near, tuple(record.names.items()), last, turn.moves, pick)
    link = address(request, exchange.path)
    since = max(0, len(record.events) - (1 if exchange.over else SHOWN))
    return render(
        request,
        "message.html",
        exchange=exchange,
        record=record,
        me=me,
        yours=yours,
        turn=turn,
        notice=notice or (TOO_LONG if exchange.left <= NEAR and not exchange.over else None),
        host=other_of(exchange, 3 - exchange.host),
        latest=[record.describe(at) for at in range(since, len(record.events))],
        boards=boards(position, visitor.lang),
        panel=web_game.panel(position) if turn.moves else Panel("wait"),
        lying=web_game.dice_on_table(record.state, record.events),
        writer=other_of(exchange, 3 - exchange.writer),
        only_here=ONLY_HERE,
        link=link,
        code=code_for(request, link, "l"),
        url=f"{BY_MESSAGE}/{exchange.id}",
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
        keep_messages(response, request, others_by_message(request, name))
        return response
    if form.get("do") == "again":
        record, me = mine.exchange.record, mine.exchange.player(mine.seed)
        seed, name = secrets.token_bytes(SIZE), record.players[me - 1]
        return await _go_on(request, seed, Exchange.invite(record.game, record.variant, 3 - me, name, seed))
    if form.get("do") == "open":
        setup = Setup.of_record(mine.exchange.to_record(), my_seats=(0, 1))
        return await open_table(request, setup, WAYS.get(form.get("to", ""), ""))
    exchange = mine.exchange
    try:
        turn, typed = exchange.turn(mine.seed), form.get("move", "")
        read = read_move(turn.record.game, turn.record.state, exchange.writer, typed) if turn.moves else ""
        exchange = exchange.answer(mine.seed, str(read))
    except NotationError as error:
        return _page(request, exchange, mine.seed, error.text)
    except (IllegalEvent, RequestError):  # two taps, or an old page: show where the game stands
        pass
    return await _go_on(request, mine.seed, exchange)


async def record(request: Request) -> Response:
    """The game as a file."""
    mine = await _mine(request)
    if mine is None:
        raise HttpError(404, ELSEWHERE)
    return attachment(str(mine.exchange.to_record()), f"{mine.exchange.record.game.NAME}-{mine.exchange.id}.tablee")


ONE = BY_MESSAGE + "/{id}"
ROUTES = [
    Route(BY_MESSAGE, begin_page),
    Route(BY_MESSAGE, begin, methods=["POST"]),
    Route(ONE, look),
    Route(ONE, change, methods=["POST"]),
    Route(f"{ONE}/record", record),
]
