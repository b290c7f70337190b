"""A game as a picture: where it stands; its end to send, with who won, the board as it ended, why, and when."""

import textwrap
from datetime import UTC, datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.core.words import typeset
from tablee.drawing import animals, hand
from tablee.drawing.palette import Palette, dress
from tablee.drawing.svg import Markup, at, fit_font_size, group, join, path, picture, rect, write
from tablee.table import Table
from tablee.web.web_game import Position, load_web_game

from ..frame.form_data import table_service_of
from ..frame.visitor import Visitor
from . import board as boards
from .table_page import people_of, verdict

MARGIN, HEAD, LINE = 28.0, 186.0, 24.0
CROWN = "M-22 10 L-27 -14 L-12 -3 L0 -20 L12 -3 L27 -14 L22 10 Z"
FLAGS = tuple(animals.COLOURS.values())


async def page(request: Request) -> Response:
    """The end of a game; before it, where the game stands."""
    table = await table_service_of(request).open(request.path_params["table_id"])
    if not table.over:
        return RedirectResponse(f"/table/{table.id}/picture", 303)
    return _svg_response(poster(table, Visitor.of(request).lang))


async def small(request: Request) -> Response:
    """Where a game stands as a small picture: what anybody who watches may see."""
    table = await table_service_of(request).open(request.path_params["table_id"])
    lang = Visitor.of(request).lang
    return _svg_response(dress(boards.draw(_watcher_position(table, lang), lang, "wide"), "light"))


def _svg_response(svg: str) -> Response:
    return Response(svg, media_type="image/svg+xml", headers={"cache-control": "no-cache"})


def _watcher_position(table: Table, lang: str) -> Position:
    state, names = table.view(None).state, table.seating.names_in(lang)
    return Position(table.game, state, 0, load_web_game(table.game.NAME).near_player(state, 0, shared=True), names)


def poster(table: Table, lang: str) -> str:
    """The picture of a game that is over."""
    view, position, palette = table.view(None), _watcher_position(table, lang), Palette("light")
    outcome, people = table.outcome, people_of(table, view)
    assert outcome is not None
    across, down = load_web_game(table.game.NAME).size(position, "tall")
    width, middle = across + 2 * MARGIN, across / 2 + MARGIN
    won = [person for person in people if person.won] or people
    ahead = 96.0 * (len(won) - 1) / 2
    crowned = any(person.won for person in people)
    heads = [
        _head(middle - ahead + 96.0 * at_place, person.seat.badge, person.seat.bot, palette, crowned=crowned)
        for at_place, person in enumerate(won)
    ]
    title = typeset(verdict(outcome, people, ()).in_lang(lang), lang)
    why = textwrap.wrap(typeset(outcome.reason.in_lang(lang), lang), int(across / 9.5), break_on_hyphens=False)
    day = datetime.fromtimestamp(table.touched, UTC).date()
    date = f"{day:%d/%m/%Y}" if lang == "fr" else day.isoformat()
    below = HEAD + down + 18
    foot = " · ".join((table.game.TITLE.in_lang(lang), "Tablée", date))
    height = below + LINE * len(why) + 46
    parts = [
        rect(0, 0, width, height, fill="#ecdfc3"),
        garland(width),
        *heads,
        write(middle, HEAD - 18, title, fit_font_size(title, across, 30), "ink title"),
        group(boards.draw(position, lang, "tall", "end-"), transform=at(MARGIN, HEAD)),
        *(write(middle, below + LINE * (number + 0.6), line, 18, "ink semi") for number, line in enumerate(why)),
        write(middle, height - 16, foot, 14, "pencil plain"),
    ]
    return picture((width, height), parts, title, outcome.reason.in_lang(lang), lang, "poster-", "tablee-poster")


def _head(x: float, badge: str, bot: str, palette: Palette, *, crowned: bool) -> Markup:
    animal, _, colour = badge.partition("-")
    crown = path(CROWN, fill="#f3cf5b", stroke=palette["ink"], stroke_width=3, stroke_linejoin="round")
    return join(
        (
            group(animals.draw(bot or animal, colour), transform=at(x - 38, 66, scale=0.76)),
            group(crown if crowned else None, transform=at(x, 58, turn=-6)),
        )
    )


def garland(width: float) -> Markup:
    """Little flags on a string."""
    count = round(width / 34)
    parts = [path(f"M0 10 Q{width / 2:.0f} 44 {width:.0f} 10", fill="none", stroke="#8f5b2c", stroke_width=2)]
    for number in range(count):
        share = (number + 0.5) / count
        x, y = width * share, 10 + 68 * share * (1 - share)
        parts.append(
            path(
                hand.polygon([(x - 11, y), (x + 11, y), (x, y + 22)], "flag", number, sway=1),
                fill=FLAGS[number % len(FLAGS)],
                stroke="#3a2a1c",
                stroke_width=1.5,
                stroke_linejoin="round",
            )
        )
    return group(*parts, class_="garland")
