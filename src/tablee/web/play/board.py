"""A board on the page: the picture that the game draws, and a real button over all that can be touched."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tablee.core.words import Text
from tablee.drawing.svg import Layout, Markup, Region
from tablee.web.web_game import Position, WebGame, load_web_game

from ..frame.assets import form_class, place_classes

LAYOUTS: tuple[Layout, ...] = ("wide", "tall")


class Chance(NamedTuple):
    """What a thing leads to at best: a short figure, how strongly it is tinted, and the whole figure."""

    figure: Text
    tint: int
    label: Text


class Spot(NamedTuple):
    """A button over the board. `form`: which of the page's forms it sends; empty for one that only has a name."""

    id: str
    css_class: str
    region: Region
    form: str = ""
    name: str = ""
    value: str = ""
    pressed: bool | None = None
    chance: Chance | None = None


@dataclass(frozen=True, slots=True)
class Board:
    position: Position
    layout: Layout
    svg: Markup
    spots: tuple[Spot, ...]
    lines: tuple[Text, ...]  # the same in words
    form: str  # the class that says how wide it is for its height


def boards(position: Position, lang: str, layouts: Sequence[Layout] = LAYOUTS) -> list[Board]:
    return [board(position, lang, layout) for layout in layouts]


@lru_cache(maxsize=128)  # all who see the same position are shown the same
def board(position: Position, lang: str, layout: Layout) -> Board:
    web_game = load_web_game(position.game.NAME)
    size = web_game.size(position, layout)
    spots = tuple(_spot(web_game, position, region, layout, size) for region in web_game.regions(position, layout))
    lines = tuple(line for line, _ in web_game.lines(position))
    return Board(position, layout, draw(position, lang, layout), spots, lines, form_class(size))


def draw(position: Position, lang: str, layout: Layout, prefix: str = "") -> Markup:
    """The picture of a position; its ids begin with `prefix` and the layout's letter."""
    web_game = load_web_game(position.game.NAME)
    drawn = web_game.board(position, lang=lang, layout=layout, prefix=f"{prefix}{layout[0]}-")
    return drawn if isinstance(drawn, Markup) else Markup(drawn)


def _spot(web_game: WebGame, position: Position, region: Region, layout: Layout, size: tuple[float, float]) -> Spot:
    does, reach = web_game.find_touch(position, region), web_game.REACH[layout]
    box = (region.x - reach, region.y - reach, region.width + 2 * reach, region.height + 2 * reach)
    placed = place_classes(box, size)
    return Spot(f"{layout[0]}b-{region.key}", placed, region, *does)
