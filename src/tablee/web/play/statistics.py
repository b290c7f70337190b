"""How well do I play, and how sure is that? The finished games of this browser, reviewed and put together.

Only games at which the browser held some of the places: where everybody plays at one device, nobody knows who is who.
"""

from itertools import pairwise

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.errors import TableeError
from tablee.core.words import Text
from tablee.review.own_games import OwnGame, Summary, summarise
from tablee.table import Table

from ..frame.form_data import recall_tables
from ..frame.page import render
from .review import Reviews

PATIENCE = 1.0  # seconds that a page waits for one review
FEWEST = 6  # games, before the lucky and the unlucky ones are set side by side
PARTS = 3  # of the games in the order of time
MOST_LISTED = 30
DIFFER = Text(
    "Ici, les choix diffèrent vraiment d’une moitié à l’autre.",
    "Here the choices really differ from one half to the other.",
)
ALIKE = Text(
    "Avec de mauvais dés, on perd, et l’on croit avoir mal joué. Regardez : d’une moitié à l’autre, les résultats "
    "changent. Les choix, non, autant qu’on puisse le dire.",
    "With bad dice you lose, and think you played badly. Look: from one half to the other the results change. The "
    "choices don’t, as far as anybody can tell.",
)


def own_player(table: Table, seats: tuple[int, ...]) -> int | None:
    """Returns the player that this browser was; None during the game, or if it is ambiguous."""
    if not table.over or not seats or max(seats) >= table.seating.people:
        return None
    return table.seating.player(seats[0]) if len(seats) == 1 else None


async def review_of(request: Request, table: Table, player: int, patience: float | None = PATIENCE) -> OwnGame | None:
    """Returns the review of a game for its player; None if there is none. TimeoutError: it is still being computed."""
    reviews: Reviews = request.app.state.reviews
    try:
        review = await reviews.of(request, table, patience=patience)
    except TableeError:
        return None
    return OwnGame(table.record(), review, player, table.id)


async def own_games(request: Request) -> tuple[list[OwnGame], int]:
    """The reviewed games, oldest first, and how many are still to be reviewed."""
    mine = [(table, player) for table, seats in await recall_tables(request) if (player := own_player(table, seats))]
    found: list[OwnGame] = []
    for done, (table, player) in enumerate(reversed(mine)):
        try:
            game = await review_of(request, table, player)
        except TimeoutError:
            return found, len(mine) - done
        if game is not None:
            found.append(game)
    return found, 0


async def page(request: Request) -> Response:
    games, pending = await own_games(request)
    return render(
        request,
        "statistics.html",
        found=summarise(games),
        pending=pending,
        parts=parts,
        contrast=contrast,
        most=MOST_LISTED,
    )


def parts(summary: Summary) -> list[Summary]:
    """The games in the order of time, in three parts; one where there are too few."""
    games, count = summary.games, len(summary.games)
    if count < FEWEST:
        return [summary]
    ends = [count * part // PARTS for part in range(PARTS + 1)]
    return [summary.part(games[begin:end]) for begin, end in pairwise(ends)]


def contrast(summary: Summary) -> tuple[Summary, Summary, Text] | None:
    """The unlucky half, the lucky half, and what to make of them; None where there are too few games."""
    if len(summary.games) < FEWEST:
        return None
    unlucky, lucky = (summary.part(half) for half in summary.halves)
    differ = unlucky.loss.high < lucky.loss.low or lucky.loss.high < unlucky.loss.low
    return unlucky, lucky, DIFFER if differ else ALIKE
