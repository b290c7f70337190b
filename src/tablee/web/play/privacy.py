"""What is kept about the visitor: listed on a page, downloaded as one file, erased.

No account: what holds a seat is a cookie that a browser sends to the pages of that table alone. So each table is asked
by itself to erase its part, and sends the browser on to the next one.
"""

import contextlib
import json
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.core.words import Text
from tablee.table import SeatError, Table, UnknownTable
from tablee.table.verbs import Erase

from ..frame.form_data import parse_small_int, recall_tables, table_service_of
from ..frame.page import attachment, render
from ..frame.visitor import BY_MESSAGE, BY_MESSAGE_COOKIES, MESSAGES_COOKIE, TABLE_ID, Visitor, keep_games

PAGE = "/mine/kept"
MOST_TURNS = 12  # a browser follows about twenty
COOKIES = {
    "guise": Text("votre prénom, votre animal et sa couleur", "your first name, your animal and its colour"),
    "family": Text(
        "les prénoms des personnes qui jouent avec vous ici", "the first names of the people who play with you here"
    ),
    MESSAGES_COOKIE: Text("quelles parties par messages sont en cours", "which games by message are going on"),
    "recent": Text("quelles tables vous avez ouvertes", "which tables you have opened"),
    "again": Text("les erreurs que vous avez retravaillées", "the mistakes you have worked on again"),
    "sheet": Text("vos propres objets à lancer", "your own objects to throw"),
    "browser": Text(
        "un numéro tiré au sort, pour dire aux autres que vous êtes là",
        "a random number that tells the others you are here",
    ),
    "lang": Text("la langue", "the language"),
    "theme": Text("les couleurs", "the colours"),
    "say": Text("si vous dites vos calculs", "whether you say your calculations"),
    "flat": Text("si la tablette est posée à plat", "whether the tablet lies flat"),
}
"""What a browser sends to every page. Beside it, to the pages of one table alone: `seat` and `links`;
to games by messages: their seeds and newest messages."""


@dataclass(frozen=True, slots=True)
class TableTrace:
    """The personal data that a table stores about these places."""

    table: Table
    seats: tuple[int, ...]

    @property
    def names(self) -> list[str]:
        return [name for seat in self.seats if (name := self.table.seating.chair(seat)[0])]

    @property
    def moves(self) -> int:
        return sum(seat in self.seats for seat in self.table.history.actors)

    @property
    def shared(self) -> bool:
        """Whether other people sit at the table, too."""
        return any(self.table.seating.others(seat) for seat in self.seats)


async def traces(request: Request) -> list[TableTrace]:
    """Of every table that the browser remembers and this server still has; anybody who watches may see as much."""
    found = []
    for table, seats in await recall_tables(request):
        held = (seat for seat in seats if seat < table.seating.people and table.seating.holder(seat))
        found.append(TableTrace(table, tuple(held)))
    return found


async def page(request: Request) -> Response:
    cookies = [(name, purpose, request.cookies[name]) for name, purpose in COOKIES.items() if request.cookies.get(name)]
    return render(
        request, "kept.html", cookies=cookies, traces=await traces(request), done=request.query_params.get("done")
    )


async def download(request: Request) -> Response:
    """All of it as one file, for people and programs."""
    tables: list[dict[str, Any]] = [
        {
            "table": one.table.id,
            "game": one.table.game.NAME,
            "made": one.table.created,
            "touched": one.table.touched,
            "my_seats": one.seats,
            "names": one.names,
            "badges": [badge for seat in one.seats if (badge := one.table.seating.badge(seat))],
            "moves": one.moves,
            "shared": one.shared,
            "record": str(one.table.record()),
        }
        for one in await traces(request)
    ]
    cookies = {name: request.cookies[name] for name in COOKIES if request.cookies.get(name)}
    text = json.dumps({"form": "tablee-kept-1", "cookies": cookies, "tables": tables}, ensure_ascii=False, indent=1)
    return attachment(text, "tablee-kept.json", "application/json")


async def erase_at(request: Request) -> Response:
    """Erase what one table keeps of this browser's seats; with `?all=…`, go on to the next one."""
    name = request.path_params["table_id"]
    left = [game for game in Visitor.of(request).games if game[0] != name]
    with contextlib.suppress(UnknownTable, SeatError):  # nothing is kept there of this browser
        await table_service_of(request).ask(name, Visitor.of(request).secret or "", Erase())
    turn = parse_small_int(request.query_params.get("all", ""))
    if turn < 0:
        response = RedirectResponse(f"{PAGE}?done=one", 303)
    elif not left:
        response = RedirectResponse("/mine/erase", 307)
    elif turn < MOST_TURNS:
        response = RedirectResponse(f"/table/{left[0][0]}/erase?all={turn + 1}", 307)
    else:
        response = RedirectResponse(f"{PAGE}?done=some", 303)
    keep_games(response, request, left)
    for cookie in ("seat", "links") if TABLE_ID.fullmatch(name) else ():
        response.delete_cookie(cookie, f"/table/{name}")
    return response


async def erase(request: Request) -> Response:
    """This browser forgets everything that it was asked to remember."""
    response = RedirectResponse(f"{PAGE}?done=all", 303)
    for cookie in COOKIES:
        response.delete_cookie(cookie)
    for cookie in BY_MESSAGE_COOKIES:
        response.delete_cookie(cookie, BY_MESSAGE)
    response.headers["clear-site-data"] = '"cookies", "storage"'  # seats of tables that had slipped its mind, too
    return response
