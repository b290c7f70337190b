"""What a cell of a combat sheet holds: a picture, hearts coloured red, damage boxes ticked or blackened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from tablee.core.words import Text
from tablee.drawing import hand, svg
from tablee.drawing.objects import Arts
from tablee.drawing.svg import Markup
from tablee.games.laaancez import Item, Sheet, Thing

SHIELD = "M0 -8 C3 -6 6 -6 8 -6 C8 2 5 7 0 10 C-5 7 -8 2 -8 -6 C-6 -6 -3 -6 0 -8 Z"
Box = tuple[float, float, float, float]  # x, y, width, height
LOW = 40.0  # a lower cell has room for a picture and a number
SMALLEST = 7.5  # narrower signs than this are told in numbers
SIGNS = 12.5  # the same on a board, which is smaller than paper


def heart(x: float, y: float, size: float, arts: Arts, state: str) -> Markup:
    """A heart around x, y: `full` is coloured, `lost` crossed out, `blank` waits for a red pen."""
    return arts.use(f"heart-{state}", transform=svg.at(x, y, scale=size / 11))


def box(x: float, y: float, size: float, arts: Arts, state: str) -> Markup:
    """A damage box around x, y: `ticked`, `free`, or `black` where the object can grow no further (L3)."""
    return arts.use(f"box-{state}", transform=svg.at(x, y, scale=size / 12))


def hearts(x: float, y: float, width: float, left: int, most: int, arts: Arts, *, slots: int = 0) -> Markup:
    """A row of hearts around x. With `slots` there are that many, blank beyond what is drawn (for paper)."""
    states = ["full" if i < left else "lost" if i < most else "blank" for i in range(max(most, slots))]
    return _signs(heart, x, y, width, states, ("full" if left else "lost", f"{left}/{most}", 12), arts)


def boxes(x: float, y: float, width: float, damage: int, limit: int, slots: int, arts: Arts) -> Markup:
    """A row of damage boxes around x: ticked up to the damage, blackened beyond the limit."""
    states = tick(damage, limit, slots)
    return _signs(box, x, y, width, states, ("ticked" if damage else "free", f"{damage}/{limit}", 14), arts)


def tick(damage: int, limit: int, slots: int) -> list[str]:
    return ["ticked" if i < damage else "free" if i < limit else "black" for i in range(slots)]


Sign = Callable[[float, float, float, Arts, str], Markup]


def _signs(
    sign: Sign, x: float, y: float, width: float, states: list[str], small: tuple[str, str, int], arts: Arts
) -> Markup:
    """Signs in a row around x; where they would be too small one, some way to the left, and the same in numbers."""
    step = min(13.0, width / max(1, len(states)))
    if step < SMALLEST:
        state, figures, left = small
        number = svg.write(x - left / 2 + 3, y + 4, figures, 11, "ink bold", "start")
        return svg.join((sign(x - left, y, 12, arts, state), number))
    start = x - step * (len(states) - 1) / 2
    return svg.join(sign(start + i * step, y, step, arts, state) for i, state in enumerate(states))


def row(sign: Sign, states: Sequence[str]) -> Markup:
    """Signs in a row as a picture of their own, which only decorates."""
    drawn = (sign(6.5 + 13 * at, 6.5, 12, Arts(), state) for at, state in enumerate(states))
    return svg.element("svg", *drawn, viewBox=f"0 0 {13 * len(states)} 13", aria_hidden="true", focusable="false")


def slots(sheet: Sheet) -> tuple[int, int]:
    """How many hearts and damage boxes a cell of this sheet needs at most."""
    things = sheet.things.values()
    return max(thing.hits for thing in things), max(thing.limit for thing in things)


def art(sheet: Sheet, kind: str, *, standing: bool = True) -> str:
    """The picture of a kind: the one its sheet names, or one of its own name; a candle is lit or out."""
    name = sheet.things[kind].drawing or kind
    return name if standing or name != "bougie" else "bougie-eteinte"


@lru_cache(maxsize=1024)  # a board is drawn again after every event, nearly all of it as before
def content(sheet: Sheet, item: Item, cell: Box, word: float, prefix: str, seed: object) -> tuple[Markup, Arts]:
    """An object in its cell, and the pictures it refers to, whose ids begin with `prefix`. `word`: the size of its
    words. Once destroyed, it is faded under a big pen stroke each way.

    A page that shows the board too small for hearts and boxes shows them in numbers instead (table.css).
    """
    x, y, width, height = cell
    arts = Arts(prefix)
    if height < LOW:
        return _strip(sheet, item, cell, word, arts, seed), arts
    thing = sheet.things[item.kind]
    _, most = slots(sheet)
    signs = (width - 8) / max(thing.hits, most) >= SIGNS
    figures, beside, low = _figures(item, x, y + height, width, word * 1.06, arts)
    rows = max(low, 25.0) if signs else low
    size = min(width * 0.84, height - rows - 5)
    middle = x + width / 2
    standing, candle = item.hits > 0, item.kind == sheet.candle.name
    lean = 3 * hand.jitter("lean", seed)
    picture = svg.group(
        arts.piece(art(sheet, item.kind, standing=standing), -size / 2, -size / 2, size),
        transform=svg.at(middle, y + 4 + size / 2, turn=lean),
    )
    bottom = y + height
    inside = svg.group(
        picture,
        svg.group(
            hearts(middle, bottom - 19.5, width - 8, item.hits, thing.hits, arts),
            boxes(middle, bottom - 7.5, width - 8, item.damage, thing.limit, most, arts),
            class_="signs",
        )
        if signs
        else None,
        svg.group(*figures, class_="figures" if beside else "fine", display="none" if signs else None),
        opacity=None if standing or candle else 0.45,
    )
    if standing:
        return inside, arts
    cross = cross_out(x, y, width, height, seed)
    return svg.join((cross, inside) if candle else (inside, cross)), arts  # everybody wants to see the candle smoke


def _figures(
    item: Item, x: float, bottom: float, width: float, size: float, arts: Arts
) -> tuple[list[Markup], bool, float]:
    """Hearts and damage in numbers at the foot of a cell; whether there is room for them side by side, or else one
    above the other; how high they are."""
    first, second = 1.55 * size, 3.2 * size
    beside = second <= width - 4
    left = x + (width - (second if beside else first)) / 2
    figures: list[Markup] = []
    for name, at_x, base, count in (
        ("hits", left, bottom - (3 if beside else size + 1), item.hits),
        ("damage", left + (second - first if beside else 0), bottom - 3, item.damage),
    ):
        middle = at_x + size * 0.45, base - size * 0.36
        picture = (
            heart(*middle, size * 0.9, arts, "full" if count else "lost")
            if name == "hits"
            else box(*middle, size * 0.9, arts, "ticked" if count else "free")
        )
        number = svg.write(at_x + size, base, str(count), size, "ink bold", "start")
        figures.append(svg.group(picture, number, class_=name))
    return figures, beside, (size if beside else 2 * size) + 2


def _strip(sheet: Sheet, item: Item, cell: Box, word: float, arts: Arts, seed: object) -> Markup:
    """An object in a row that is only a strip: its picture and the hearts that are left, as a number."""
    x, y, width, height = cell
    size, middle = height - 2, y + height / 2
    standing = item.hits > 0
    inside = svg.group(
        arts.piece(art(sheet, item.kind, standing=standing), x + width / 2 - size, y + 1, size),
        svg.group(
            heart(x + width / 2 + word / 2, middle + 1, word, arts, "full" if standing else "lost"),
            svg.write(x + width / 2 + word * 1.1, middle + word * 0.36, str(item.hits), word, "ink bold", "start"),
            class_="fine",
        ),
        opacity=None if standing else 0.45,
    )
    return inside if standing else svg.join((inside, cross_out(x, y - 3, width, height + 6, seed)))


def cross_out(x: float, y: float, width: float, height: float, seed: object) -> Markup:
    """A whole cell crossed out in pen (L7)."""
    down = hand.line(x + 7, y + 8, x + width - 7, y + height - 7, "cross", seed, sway=4)
    up = hand.line(x + width - 8, y + 7, x + 7, y + height - 8, "cross back", seed, sway=4)
    return svg.path(f"{down} {up}", "cross", class_="crossed")


def badge(x: float, y: float) -> Markup:
    """A small shield in the corner: whatever stands here is protected (L9)."""
    return svg.path(SHIELD, "guard", transform=svg.at(x, y), class_="guard")


def two_lines(name: str, room: float) -> list[str]:
    """A name that would get too small on one line, broken where its halves are most alike."""
    words = name.split(" ")
    if len(words) == 1 or len(name) * 13 * 0.58 <= room:
        return [name]
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return list(min(cuts, key=lambda halves: max(map(len, halves))))


def option(sheet: Sheet, thing: Thing | None, width: float, height: float, lang: str, arts: Arts, tied: Text) -> Markup:
    """What a face of the die offers, to put on a card: an object with its points, or (None) one damage to tick. `tied`:
    the only objects that may be ticked, in brackets (L13)."""
    size = min(height - 10, width * 0.42, 64.0)
    left, room = size + 10, width - size - 14
    if thing is None:
        label = Text("+1 Dégât", "+1 damage").in_lang(lang)
        notes = two_lines((Text("à cocher", "to tick") + tied).in_lang(lang), room)
        small = min(svg.fit_font_size(line, room, 12, 0.5) for line in notes)
        lines = (
            svg.write(left, height / 2 + 15 + 12 * index, line, small, "pencil plain", "start")
            for index, line in enumerate(notes)
        )
        title = svg.write(left, height / 2 - 1, label, svg.fit_font_size(label, room, 15, 0.58), "ink title", "start")
        return svg.join((box(5 + size / 2, height / 2, size * 0.72, arts, "ticked"), title, *lines))
    names = two_lines(thing.title.in_lang(lang), room)
    _, most = slots(sheet)
    middle = height / 2 + (6 if len(names) > 1 else 0)
    large = min(svg.fit_font_size(line, room, 14, 0.66) for line in names)
    step = min(13.0, room / max(most, thing.hits))
    titles = (
        svg.write(left, middle - 8 - 14 * (len(names) - 1 - index), line, large, "ink title", "start")
        for index, line in enumerate(names)
    )
    return svg.join(
        (
            arts.piece(art(sheet, thing.name), 4, height / 2 - size / 2, size),
            *titles,
            hearts(left + step * thing.hits / 2, middle + 4, step * thing.hits, thing.hits, thing.hits, arts),
            boxes(left + step * most / 2, middle + 18, step * most, thing.damage, thing.limit, most, arts),
        )
    )
