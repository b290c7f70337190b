"""A board on the page: the picture from `drawing`, and a real button over everything that can be touched."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, cast

from markupsafe import Markup

from tablee.core.words import Text
from tablee.drawing import blocs as draw_blocs
from tablee.drawing import cadeau as draw_cadeau
from tablee.drawing import laaancez as draw_laaancez
from tablee.drawing.svg import Layout, Region
from tablee.games import blocs
from tablee.games.blocs.calculation import value
from tablee.table import View

from ..frame.assets import place_classes
from ..frame.words import WORDS
from .look import Look

LAYOUTS: tuple[Layout, ...] = ("wide", "tall")
Names = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A button over the board. `form`: which of the page's forms it sends; empty for one that only has a name."""

    id: str
    place: str
    label: Text
    form: str = ""
    name: str = ""
    value: str = ""
    pressed: bool | None = None


@dataclass(frozen=True, slots=True)
class Board:
    layout: Layout
    svg: Markup
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What a board is drawn from: a view and what the visitor is about to do."""

    game: str
    state: Any
    viewer: int
    actions: tuple[str, ...]
    picked: tuple[int, ...] | str | None
    calculation: str | None
    names: Names
    last: str | None
    rolls: bool  # touching the dice throws them
    picks: bool  # touching a block or an object picks it
    say: str | None  # blocs, in the mode where the player builds the calculation


def shown(view: View, names: Names, last: str | None, *, viewer: int | None = None) -> Shown:
    """The board as somebody sees it who only looks."""
    who = view.player if viewer is None else viewer
    return Shown(view.game.NAME, view.state, who, (), None, None, names, last, False, False, None)


def playable(board: Shown, view: View, look: Look, *, say: bool) -> Shown:
    """The same board for somebody who is to play."""
    made = replace(board, rolls=view.may_roll and view.dice == "virtual")
    if view.phase != "move" or not view.moves:
        return made
    actions = tuple(str(move) for move in view.moves)
    made = replace(made, actions=actions, picks=True)
    if board.game == "blocs":
        if say:
            return replace(made, picked=replace(look, pick=look.say).blocks, say=look.say)
        return replace(made, picked=blocks_picked(view, look), calculation=sum_up(view, blocks_picked(view, look)))
    if board.game == "laaancez":
        offered = {token.partition("x")[0] for token in actions if "x" in token and "." not in token}
        kinds = set(view.variant.sheet.faces[view.state.die - 1]) if view.state.die else set()
        return replace(made, picked=look.pick if look.pick in offered | kinds else None)
    return made


def blocks_picked(view: View, look: Look) -> tuple[int, ...]:
    """The blocks picked so far; where only one push is possible, it is picked already."""
    if look.pick is None and len(view.moves) == 1:
        return cast("tuple[int, ...]", view.moves[0].blocks)
    mask = view.state.seats[view.state.seat]
    return tuple(block for block in look.blocks if block in blocs.BLOCKS and mask >> block & 1)


def sum_up(view: View, picked: tuple[int, ...]) -> str | None:
    """`6 × 2 − 3 = 9` for the picked blocks, if they make a target."""
    ways = blocs.ways(view.state, blocs.Push(picked)) if picked else ()
    return f"{blocs.shown(ways[0])} = {value(ways[0])}" if ways and len(picked) > 1 else None


# --- the picture and its buttons -------------------------------------------------------------------------------


def boards(board: Shown, lang: str, layouts: Sequence[Layout]) -> list[Board]:
    return [Board(layout, _svg(board, lang, layout), _spots(board, layout)) for layout in layouts]


@lru_cache(maxsize=256)
def _svg(board: Shown, lang: str, layout: Layout) -> Markup:
    names = dict(board.names)
    prefix = f"{layout[0]}-"
    if board.game == "cadeau":
        drawn = draw_cadeau.board(
            board.state, lang=lang, actions=board.actions, last=board.last, layout=layout, names=names, prefix=prefix
        )
    elif board.game == "blocs":
        drawn = draw_blocs.board(
            board.state,
            lang=lang,
            actions=board.actions,
            last=board.last,
            layout=layout,
            picked=cast("Collection[int]", board.picked or ()),
            calculation=board.calculation,
            names=names,
            prefix=prefix,
        )
    else:
        drawn = draw_laaancez.board(
            board.state,
            board.viewer,
            lang=lang,
            actions=board.actions,
            last=board.last,
            layout=layout,
            picked=cast("str | None", board.picked),
            names=names,
            prefix=prefix,
        )
    return Markup(drawn)


def _spots(board: Shown, layout: Layout) -> tuple[Spot, ...]:
    names = dict(board.names)
    variant = board.state.variant
    if board.game == "cadeau":
        size = draw_cadeau.size(variant, layout)
        regions = draw_cadeau.regions(board.state, layout, board.actions)
        return tuple(_spot(region, size, layout, _plain(board, region)) for region in regions)
    if board.game == "blocs":
        size = draw_blocs.size(variant, layout)
        picked = cast("Collection[int]", board.picked or ())
        regions = draw_blocs.regions(board.state, layout, board.actions, picked, names)
        return tuple(_spot(region, size, layout, _block(board, region), REACH[layout]) for region in regions)
    size = draw_laaancez.size(variant, layout)
    regions = draw_laaancez.regions(
        board.state, board.viewer, layout, board.actions, cast("str | None", board.picked), names
    )
    return tuple(_spot(region, size, layout, _object(board, region)) for region in regions)


Does = tuple[str, str, str, bool | None]  # form, name, value, pressed
NOTHING: Does = ("", "", "", None)
REACH: dict[Layout, tuple[float, float]] = {"wide": (4, 4), "tall": (2, 2)}  # a block's lane is broader than the block


def _spot(
    region: Region, size: tuple[float, float], layout: Layout, does: Does, reach: tuple[float, float] = (0, 0)
) -> Spot:
    """`reach`: how much farther than its picture a button can be touched."""
    form, name, worth, pressed = does
    box = (region.x - reach[0], region.y - reach[1], region.width + 2 * reach[0], region.height + 2 * reach[1])
    label = region.label
    if form == "look" and pressed is not None:
        more = WORDS["pick_off" if pressed else "pick_it"]
        label += Text(f" : {more.fr}", f": {more.en}")
    return Spot(f"{layout[0]}b-{region.key}", place_classes(box, size), label, form, name, worth, pressed)


def _plain(board: Shown, region: Region) -> Does:
    """A cell that plays when it is touched, or the die."""
    if region.token:
        return ("move", "move", region.token, None)
    if region.key in ("die", "dice") and board.rolls:
        return ("roll", "", "", None)
    return NOTHING


def _block(board: Shown, region: Region) -> Does:
    """A block is picked or put back; the push is a button of its own."""
    if region.key == "dice" or not board.picks:
        return _plain(replace(board, actions=()), region._replace(token=None))
    track, block = int(region.key[0]) - 1, int(region.key[2:])
    state = board.state
    if draw_blocs.owner(state, track, block) != state.seat or track != draw_blocs.track_of(state):
        return NOTHING
    if board.say is not None:
        return ("look", "say", appended(board.say, str(block)), None)
    picked = set(cast("Collection[int]", board.picked or ()))
    return ("look", "pick", ",".join(map(str, sorted(picked ^ {block}))), block in picked)


def appended(said: str, piece: str) -> str:
    """The calculation with one more piece; two numbers in a row are kept apart."""
    return f"{said} {piece}" if said[-1:].isdigit() and piece.isdigit() else said + piece


def _object(board: Shown, region: Region) -> Does:
    """Offers and one's own objects are picked; cells and targets play."""
    does = _plain(board, region)
    if does != NOTHING or not board.picks:
        return does
    if region.key.startswith("offer-"):
        kind = board.state.variant.sheet.faces[board.state.die - 1][int(region.key[-1]) - 1]
        if not any(f".{kind}" in token for token in board.actions):
            return NOTHING
        return ("look", "pick", "" if board.picked == kind else kind, board.picked == kind)
    player, _, cell = region.key.partition("-")
    if player == str(board.state.turn) and any(token.startswith(f"{cell}x") for token in board.actions):
        return ("look", "pick", "" if board.picked == cell else cell, board.picked == cell)
    return NOTHING
