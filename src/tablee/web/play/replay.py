"""Stepping through a game: by links, by the slider, by the arrow keys; every moment has an address."""

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from tablee import bots
from tablee.core import registry as games
from tablee.core.game import Roll
from tablee.core.record import Record
from tablee.review.tutor import RankedMoves, advise_last
from tablee.table import Chair, Setup, name_bots
from tablee.web.web_game import STILL, Position, load_web_game

from ..frame.form_data import address, form_of, parse_small_int, table_service_of, table_to_continue
from ..frame.http_errors import HttpError
from ..frame.page import render
from ..frame.visitor import Visitor
from ..frame.work_queue import run_in_thread
from ..home import open_table
from . import board as boards
from .board import LAYOUTS
from .tutoring import with_chances
from .view_params import ViewParams


async def page(request: Request) -> Response:
    table = await table_service_of(request).open(request.path_params["table_id"])
    lang = Visitor.of(request).lang
    record = table.record(lang)
    at = _moment(request.query_params.get("at", "0"), record)
    layout = ViewParams.of(request.query_params).layout
    web_game = load_web_game(record.game.NAME)
    last = next((event for event in reversed(record.events[:at]) if not isinstance(event, Roll)), None)
    motion = web_game.motion(record.states[at], last) if last else STILL
    names = tuple(record.names.items())
    position = Position(record.game, record.states[at], names=names, last=str(last) if last else None)
    shows = [one for one in LAYOUTS if layout in ("", one)]
    drawn, ideas = boards.boards(position, lang, shows), request.query_params.get("ideas") == "1"
    found = await _advise_next(request, record, at) if ideas and table.over else None
    if found is not None:
        moves = tuple(move for move, _ in found.losses)
        position = replace(position, player=found.player, moves=moves, pick="")
        drawn = [  # nothing can be touched
            replace(one, spots=tuple(spot._replace(form="", pressed=None) for spot in one.spots))
            for one in boards.boards(position, lang, shows)
        ]
        drawn = with_chances(drawn, found, str(record.events[at]).partition(":")[0])
    return render(
        request,
        "replay.html",
        table=table,
        at=at,
        length=len(record.events),
        latest=record.describe(at - 1) if at else None,
        comment=record.comments.get(at - 1, ""),
        outcome=table.outcome if at == len(record.events) else None,
        boards=drawn,
        ideas=ideas,
        weighed=found,
        link=address(request, f"/table/{table.id}/replay") + f"?at={at}",
        motion=motion,
        event="" if not at else "roll" if isinstance(record.events[at - 1], Roll) else motion.kind,
        lying=web_game.dice_on_table(record.states[at], record.events[:at]),
    )


async def _advise_next(request: Request, record: Record, at: int) -> RankedMoves | None:
    """What the solvers say of the choice that comes next; None where a roll does, or where they cannot be asked."""
    game, states = record.game, record.states[: at + 1]
    if at >= len(record.events) or isinstance(record.events[at], Roll) or not games.brings(game.NAME, "reasons"):
        return None
    player = game.actor(states[-1], record.events[at])
    return await run_in_thread(request, advise_last, game, states, player)


def _moment(asked: str, record: Record) -> int:
    """After how many events."""
    at = parse_small_int(asked)
    if at < 0:
        raise HttpError(
            422, "Un moment de la partie est un nombre, à partir de 0.", "A moment of the game is a number from 0."
        )
    return min(at, len(record.events))


async def fork(request: Request) -> Response:
    """A new table that goes on from a moment of this game: everybody here, or one against the best bot there is."""
    form, table = await form_of(request), await table_to_continue(request)
    record = table.record()
    cut = record.fork(_moment(form.get("at", "0"), record))
    kept = replace(cut, headers={key: value for key, value in cut.headers.items() if key == "dice"})
    seats = tuple(Chair(badge=table.seating.badge(seat)) for seat in table.seating.order)
    here = tuple(range(table.seating.people))
    if form.get("bot"):
        able = bots.available(table.game)
        level = next(name for name in reversed(bots.LEVELS) if name in able)
        mine = (record.game.players(cut.state) or (1,))[0] - 1  # the player to move there
        chairs = (chair if seat == mine else Chair(bot=level) for seat, chair in enumerate(seats))
        here, seats = (mine,), name_bots(chairs, Visitor.of(request).lang)
    return await open_table(request, Setup.of_record(kept, seats, my_seats=here))
