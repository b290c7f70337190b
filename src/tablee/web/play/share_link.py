"""A game as a link: to send a finished one, or to go on with a running one on another device."""

from functools import lru_cache

import segno
from starlette.requests import Request
from starlette.responses import Response

from tablee.drawing.svg import Markup
from tablee.table import share_link
from tablee.web.web_game import Position, load_web_game

from ..frame.form_data import address, form_of, table_to_continue
from ..frame.lan_listener import is_only_here
from ..frame.page import render
from ..frame.people import introduce
from ..frame.visitor import Visitor
from ..frame.work_queue import run_in_thread
from ..home import open_table
from . import board as boards

LARGEST = 30  # version of a QR code that a phone still reads off another one: 137 squares a side
WAYS = {"replay": "/replay", "review": "/review"}


@lru_cache(maxsize=64)  # a page with an invitation shows it after every tap
def code(url: str, error: str = "m") -> Markup | None:
    """A QR code of an address, if it fits one that can be read."""
    try:
        made = segno.make(url, error=error)
    except segno.DataOverflowError:
        return None
    if int(made.version) > LARGEST:
        return None
    drawn = made.svg_inline(scale=4, border=3, omitsize=True, svgclass="code", lineclass="code-ink")
    return Markup(drawn.replace("<svg", '<svg aria-hidden="true" focusable="false"', 1))


def code_for(request: Request, url: str, error: str = "m") -> Markup | None:
    """The QR code of an address of this table; None where no other device could open it."""
    return None if is_only_here(request) else code(url, error)


async def send(request: Request) -> Response:
    """The link of a table, and its code."""
    table = await table_to_continue(request)
    link = address(request, "/open") + f"?game={share_link.pack(table)}"
    return render(request, "send.html", table=table, link=link, code=code_for(request, link, "l"))


async def look(request: Request) -> Response:
    """The page behind a link. Only its buttons open a table: programs that fetch links to preview them open none."""
    word, lang = request.query_params.get("game", ""), Visitor.of(request).lang
    found = await run_in_thread(request, share_link.unpack, word)
    record, seats = found.record, introduce(found.setup().seats, lang)
    near = load_web_game(record.game.NAME).near_player(record.state, 0, shared=True)
    position = Position(record.game, record.state, 0, near, tuple(record.names.items()))
    return render(
        request, "open.html", found=found, seats=seats, word=word, picture=boards.draw(position, lang, "wide")
    )


async def bring(request: Request) -> Response:
    """The game at a table of this very browser: to play on, to watch again, or to look back at."""
    form = await form_of(request)
    found = await run_in_thread(request, share_link.unpack, form.get("game", ""))
    return await open_table(request, found.setup(), WAYS.get(form.get("to", ""), ""))
