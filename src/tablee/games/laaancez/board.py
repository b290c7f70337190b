"""The table of « Laaancez ! »: two combat sheets whose front rows face each other.

Tall (a phone), the viewer's sheet lies below and the other's above; wide, left and right. What matters now is large:
one's own sheet while recruiting, both front rows in the combat; the rest is a thin strip. A sheet is folded away row by
row, as on paper: the new front row always lies at the middle of the table, and the candle comes nearer and nearer.
Choices that are hidden (L4) are never drawn, whatever state is given: only that a choice has been made.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache

from tablee.core.words import Text
from tablee.drawing import hand, signs, svg
from tablee.drawing.objects import Arts
from tablee.drawing.palette import Theme
from tablee.drawing.svg import Box, Layout, Markup
from tablee.games import laaancez
from tablee.games.laaancez import LETTERS, TICK, Copy, Item, Sheet, State, Tick

from . import item_art
from .battlefield import FOLD, HEAD, Plan, Spot, plan, regions, seat_name, size, spots
from .sheet_art import CARD_SIZE, card, sheet, sheet_size
from .words import count_folded

__all__ = ["CARD_SIZE", "board", "card", "regions", "sheet", "sheet_size", "size"]


def board(
    state: State,
    viewer: int = 0,
    *,
    lang: str = "fr",
    actions: Collection[str] | None = None,
    theme: Theme = "light",
    last: str | None = None,
    layout: Layout = "wide",
    picked: str | None = None,
    names: Mapping[int, str] | None = None,
    prefix: str = "laaancez-",
) -> str:
    """The whole table as `viewer` sees it (0: somebody who watches). `picked` is the object or `+` chosen among the
    offers, or in combat the cell that is to be thrown."""
    arts = Arts(prefix)
    where = plan(state, layout)
    touched = spots(state, viewer, layout, frozenset(actions or ()), picked)
    form = state.variant.sheet
    parts = [_paper(where, form, count_folded(state, player), player, player == (viewer or 1)) for player in (1, 2)]
    due = laaancez.players(state)
    due = (viewer,) if viewer in due else due  # both choose at once: everybody sees that it is for them
    parts += [
        _plate(where, state, player, player == (viewer or 1), lang, names, turn=player in due) for player in (1, 2)
    ]
    word = where.width / svg.FINE[layout]
    for spot in touched:
        item = state.sheets[spot.player - 1][spot.place]
        choice = state.choices[viewer - 1] if viewer == spot.player else None  # the other's is nobody's business (L4)
        chosen = choice if isinstance(choice, Copy | Tick) and choice.cell == form.cells[spot.place] else None
        drawn, used = _cell(form, spot, item, chosen, word, prefix)
        arts.add(used)
        parts.append(drawn if theme == "page" else svg.label(drawn, seat_name(spot.player, names) + spot.words, lang))
    if flight := _flight(state, touched, last):
        parts.append(flight)
    content, size = [*arts.definitions(), *parts], (where.width, where.height)
    return svg.board(laaancez, state, size, content, names, lang, prefix, layout, theme, actions, viewer)


@lru_cache(maxsize=256)
def _paper(where: Plan, form: Sheet, hidden: int, player: int, near: bool) -> Markup:
    """A combat sheet, as long as it still is, its `hidden` rows showing as an edge, the others named."""
    left = len(form.rows) - hidden
    front = where.cell(near, 0, 0, where.columns)
    back = where.cell(near, left - 1, where.columns - 1, where.columns)
    x, y = min(front[0], back[0]) - 6, min(front[1], back[1]) - 6
    right, bottom = max(front[0] + front[2], back[0] + back[2]) + 6, max(front[1] + front[3], back[1] + back[3]) + 6
    tall, lines = where.layout == "tall", () if near else where.lines
    if lines:
        x, y, right, bottom = 4.0, 3.0, where.width - 4, lines[-1][1] + where.far_rows[0] + 8
    elif tall:
        x -= 18
    else:
        y -= 22
    parts = [hand.sheet(x, y, right - x, bottom - y, squares=18)]
    if hidden:
        parts.append(_fold(where, near, x, y, right, bottom, hidden))
    for row in range(hidden, len(form.rows)):
        bx, by, width, height = where.cell(near, row - hidden, 0, form.rows[row])
        word = where.width / svg.FINE[where.layout]
        if lines:
            parts.append(svg.write(bx - 9, by + 15, LETTERS[row], word, "pencil title", class_="fine"))
            continue
        for letter, kind, display in ((word * 1.2, "numbers", None), (word * item_art.LARGE, "large", "none")):
            spot = (x + 12, by + height / 2 + letter / 3) if tall else (bx + width / 2, y + 21)
            parts.append(svg.write(*spot, LETTERS[row], letter, "pencil title", class_=kind, display=display))
    return svg.group(*parts, class_="sheet", data_player=player, data_folded=hidden)


def _fold(where: Plan, near: bool, x: float, y: float, right: float, bottom: float, hidden: int) -> Markup:
    """The edge of the rows that are folded under the page (L10)."""
    lines = []
    if where.layout == "tall":
        edge = y - FOLD + 3 if near else bottom
        strip = (x + 3, edge, right - x - 6, FOLD - 3)
    else:
        edge = right if near else x - FOLD + 3
        strip = (edge, y + 3, FOLD - 3, bottom - y - 6)
    for i in range(hidden):
        along = edge + (i + 1) / (hidden + 1) * (FOLD - 3)
        ends = (x + 3, along, right - 6, along) if where.layout == "tall" else (along, y + 6, along, bottom - 4)
        lines.append(hand.line(*ends, "fold", i))
    return svg.group(svg.rect(*strip, 2, "fold"), svg.path(" ".join(lines), "fold-lines"), class_="fold")


def _plate(
    where: Plan, state: State, player: int, near: bool, lang: str, names: Mapping[int, str] | None, *, turn: bool
) -> Markup:
    """Whose sheet this is, whether it is their turn, and that they have chosen (never what)."""
    name = seat_name(player, svg.brief(names)).in_lang(lang)
    chosen = state.choices[player - 1] is not None
    size = where.width / svg.FINE[where.layout]
    rows, hidden = state.variant.sheet.rows, count_folded(state, player)
    x, y, width, height = where.cell(near, len(rows) - 1 - hidden, 0, rows[-1])
    if where.lines and not near:  # left of the rows, which lie one beside the other
        middle, centre, room = 49.0, (where.lines[0][1] + where.lines[-1][1]) / 2 + 10 - 8 * chosen, 84.0
    elif where.layout == "tall":  # right of the candle
        room = min(120.0, where.width - 8 - (x + width))
        middle, centre = x + width + room / 2, y + height / 2
    else:  # in the corner above the candle, over all rows that leave it free
        free = [row for row in range(hidden, len(rows)) if rows[row] <= max(where.columns, 4) - 2]
        away = where.cell(near, min(free, default=len(rows) - 1) - hidden, 0, 1)
        begin, end = min(x, away[0]), max(x + width, away[0] + away[2])
        middle, centre, room = (begin + end) / 2, HEAD + 24, max(end - begin, 100.0)
    won = laaancez.winner(state) == player
    plate = signs.plate(middle, centre, size * 1.45, room, name, size, turn=turn, won=won, data_seat=player)
    if not chosen:
        return plate
    words = Text("a choisi", "has chosen").in_lang(lang)
    return svg.group(
        plate,
        svg.write(middle, centre + size * 1.75, words, size * 0.9, "plate-ink plain", class_="fine"),
        data_chosen="true",
    )


@lru_cache(maxsize=2048)  # an event changes few cells
def _cell(
    form: Sheet, spot: Spot, item: Item | None, choice: Copy | Tick | None, word: float, prefix: str
) -> tuple[Markup, Arts]:
    """A cell but for its label, and the pictures it refers to. `choice`: one's own, still pending here."""
    arts, player, cell = Arts(prefix), spot.player, form.cells[spot.place]
    x, y, width, height = spot.box
    pending = _pending(form, spot.box, choice, arts) if choice else None
    outline = hand.rounded_box(x + 1, y + 1, width - 2, height - 2, 6, player, spot.key, sway=0.9)
    look = ("front" if spot.front else "cell") + ("" if item else " free")
    parts: list[Markup | None] = [svg.path(outline, look)]
    if item:
        lean = round(3 * hand.jitter("lean", (player, cell)))
        picture, used = item_art.content(form, item, (width, height), word, prefix, lean)
        arts.add(used)
        parts.append(svg.group(picture, transform=svg.at(x, y)))
        if spot.guarded:
            parts.append(item_art.badge(x + 9, y + min(30, height / 2)))
        if spot.front:
            left = width / 2 if width >= 1.4 * height else 5  # beside the picture, or over it
            parts.append(svg.write(x + left, y + word * 0.95, cell, word, "pencil plain", "start", class_="fine"))
    elif min(width, height) < item_art.LOW:
        pass
    elif not spot.token and not pending:
        parts.append(svg.write(x + width / 2, y + height / 2 + word / 3, cell, word, "pencil plain", class_="fine"))
    parts += [pending, _invitation(form, spot, word, arts)]
    classes = ["cell", *spot.marks]
    if item is None:
        classes.append("empty")
    elif not item.hits:
        classes.append("destroyed")
    if item and item.kind == form.candle.name:
        classes.append("candle")
    drawn = svg.thing(
        spot.key,
        *parts,
        prefix=prefix,
        class_=" ".join(classes),
        data_cell=cell,
        data_player=player,
        data_object=item.kind if item else None,
        data_token=spot.token,
    )
    return drawn, arts


def _pending(form: Sheet, box: Box, choice: Copy | Tick, arts: Arts) -> Markup:
    """One's own pending choice in pencil."""
    x, y, width, height = box
    if isinstance(choice, Tick):
        sign = item_art.box(x + width - 13, y + 14, 16, arts, "ticked")
    else:
        sign = _ghost(form, choice.kind, box, min(width, height) * 0.6, arts, 0.6)
    return svg.group(svg.rect(x + 3, y + 3, width - 6, height - 6, 6, "pending"), sign, class_="pending")


def _ghost(form: Sheet, kind: str, box: Box, size: float, arts: Arts, opacity: float) -> Markup:
    """A faint object in the middle of a cell."""
    x, y, width, height = box
    middle = x + (width - size) / 2, y + (height - size) / 2
    return arts.piece(item_art.art(form, kind), *middle, size, opacity=opacity)


def _invitation(form: Sheet, spot: Spot, word: float, arts: Arts) -> Markup | None:
    """What may be done here: a ghost to copy, a box to tick, an arrow to throw, a sight to aim."""
    x, y, width, height = spot.box
    if not spot.marks:
        return None
    parts = [signs.frame(x, y, width, height, picked="picked" in spot.marks)]
    if spot.kind == TICK:
        parts.append(signs.sign("plus", x + width - 10, y + 9))
    elif spot.kind and "aim" not in spot.marks:
        parts.append(_ghost(form, spot.kind, spot.box, min(width * 0.66, height * 0.78), arts, 0.8))
    elif "aim" in spot.marks:
        sight = signs.sight(x + width - 10, y + 9, strong=spot.token is not None)
        parts = [sight, *parts, _forecast(spot, word)] if spot.kind else [sight]
    else:
        parts.append(signs.sign("throw", x + width - 10, y + 9))
    return svg.group(*parts, class_="invitation")


def _forecast(spot: Spot, word: float) -> Markup:
    """How many hearts a throw at a cell would leave, on its edge towards the thrower."""
    x, y, width, height = spot.box
    parts = []
    for high, form, display in ((word * 1.1, "numbers", None), (word * item_art.LARGE, "large", "none")):
        edge = y - 0.62 * high + 4 if spot.front == "near" else y + height + 0.62 * high - 4
        middle, centre = (x + width / 2, edge) if width < height else (x + 1.2 * high, y + height - 0.6 * high)
        plate = svg.rect(middle - 1.1 * high, centre - 0.62 * high, 2.2 * high, 1.24 * high, 9, "accent")
        words = svg.write(middle, centre + 0.36 * high, f"→ {spot.kind}", high, "label bold")
        parts.append(svg.group(plate, words, class_=form, display=display))
    return svg.join(parts)


def _flight(state: State, spots: tuple[Spot, ...], last: str | None) -> Markup | None:
    """The path of the last throw, where both its ends can still be seen."""
    if last is None or "x" not in last or "." in last:
        return None
    own, aim = last.split("x")
    boxes = {spot.key: spot.box for spot in spots}
    start, end = boxes.get(f"{3 - state.turn}-{own}"), boxes.get(f"{state.turn}-{aim}")
    if not start or not end:
        return None
    (x1, y1), (x2, y2) = ((x + width / 2, y + height / 2) for x, y, width, height in (start, end))
    handle = ((x1 + x2) / 2 + 0.18 * (y2 - y1), (y1 + y2) / 2 - 0.18 * abs(x2 - x1) - 10)
    flown = svg.path(f"M{hand.points((x1, y1))} Q{hand.points(handle, (x2, y2))}", "flight")
    return svg.group(flown, svg.circle(x2, y2, 5, "accent"), class_="flight", aria_hidden="true")
