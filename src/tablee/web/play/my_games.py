"""The games of this browser: going on and finished ones, with their pictures, to resume, to watch, to keep or forget.

No account: the browser itself remembers which tables it sat at, and where; everything else the tables know.
"""

import io
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.core.words import Text, and_list, elide
from tablee.table import Seat, Table

from ..frame.form_data import form_of, recall_tables
from ..frame.page import attachment, render
from ..frame.visitor import Visitor, keep_games

RESULTS = {
    "won": Text("Gagné !", "Won!"),
    "lost": Text("Perdu", "Lost"),
    "drawn": Text("Égalité", "A draw"),
    "together": Text("Finie", "Finished"),
    "open": Text("En cours", "In progress"),
}

YOURS = Text("à vous de jouer", "your turn")
COUNTED = ("won", "lost", "drawn", "together")


@dataclass(frozen=True, slots=True)
class Game:
    """A table as the browser that sat there remembers it; `result` is a key of RESULTS, `turn` the seat that has to
    play, the first of them."""

    table: Table
    others: Text
    date: str
    result: str
    reason: Text
    turn: Seat


def summary(table: Table, my_seats: tuple[int, ...], lang: str) -> Game:
    seats, outcome = table.seating.seats(), table.outcome
    my_seats = tuple(place for place in my_seats if place < len(seats))
    shared = len(my_seats) == len(seats) or not my_seats
    others = [seat.name for seat in seats if shared or seat.index not in my_seats]
    result = "open"
    if outcome is not None:
        mine = any(table.seating.player(place) in outcome.winners for place in my_seats)
        alone = len(seats) == 1  # nobody to lose against: blocks that are left are a score
        result = "drawn" if not outcome.winners and not alone else "together" if shared and not (alone and mine) else ""
        result = result or ("won" if mine else "lost")
    day = datetime.fromtimestamp(table.touched, UTC).date()
    date = day.strftime("%d/%m/%Y") if lang == "fr" else day.isoformat()
    turn = seats[table.acting[0] if table.acting else 0]
    fr, en = elide("au tour de ", turn.name.fr), f"{turn.name.en}’s turn"
    reason = outcome.reason if outcome is not None else YOURS if not shared and turn.index in my_seats else Text(fr, en)
    return Game(table, and_list(others), date, result, reason, turn)


async def find_games(request: Request) -> list[Game]:
    """Every game that the browser remembers and this server still has."""
    lang = Visitor.of(request).lang
    return [summary(table, seats, lang) for table, seats in await recall_tables(request)]


async def page(request: Request) -> Response:
    games = await find_games(request)
    counted: dict[str, Counter[str]] = {}
    for game in games:
        counted.setdefault(game.table.game.NAME, Counter())[game.result] += 1
    figures = [(name, *(results[result] for result in COUNTED)) for name, results in counted.items()]
    return render(request, "mine.html", games=games, figures=figures, results=RESULTS)


async def forget(request: Request) -> Response:
    """This browser no longer remembers a game, or any of them; the tables themselves stay."""
    form, kept = await form_of(request), Visitor.of(request).games
    response = RedirectResponse("/mine", 303)
    gone = form.get("table", "")
    keep_games(response, request, [pair for pair in kept if pair[0] != gone] if gone else [])
    return response


async def download(request: Request) -> Response:
    """All of them in one archive, each as a file that people can read."""
    import zipfile

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for game in await find_games(request):
            table = game.table
            archive.writestr(f"{table.game.NAME}-{table.id}.tablee", str(table.record()))
    return attachment(packed.getvalue(), "tablee.zip", "application/zip")
