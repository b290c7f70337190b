"""What a cell of a combat sheet holds: a picture, hearts coloured red, damage boxes ticked or blackened."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from tablee.core.words import Text
from tablee.drawing import hand, svg
from tablee.drawing.objects import Arts
from tablee.drawing.svg import Box, Markup
from tablee.games.laaancez import Item, Sheet, Thing

SHIELD = "M0 -8 C3 -6 6 -6 8 -6 C8 2 5 7 0 10 C-5 7 -8 2 -8 -6 C-6 -6 -3 -6 0 -8 Z"
LOW = 45.0  # a lower or narrower cell has room for a picture and a number or two
SMALLEST = 7.5  # narrower signs than this are told in numbers
SIGNS = 12.5  # the same on a board, which is smaller than paper
LARGE = 1.8  # how much larger numbers are on a page of large text


def heart(x: float, y: float, size: float, arts: Arts, state: str) -> Markup:
    """A heart around x, y: `full` is coloured, `lost` crossed out, `blank` waits for a red pen."""
    return arts.use(f"heart-{state}", transform=svg.at(x, y, scale=size / 11))


def box(x: float, y: float, size: float, arts: Arts, state: str) -> Markup:
    """A damage box around x, y: `ticked`, `free`, or `black` where the object can grow no further (L3)."""
    return arts.use(f"box-{state}", transform=svg.at(x, y, scale=size / 12))


def hearts(
    x: float, y: float, width: float, left: int, most: int, arts: Arts, *, slots: int = 0, broad: float = 13
) -> Markup:
    """A row of hearts around x. With `slots` there are that many, blank beyond what is drawn (for paper)."""
    states = ["full" if i < left else "lost" if i < most else "blank" for i in range(max(most, slots))]
    return _signs(heart, x, y, width, states, ("full" if left else "lost", f"{left}/{most}", 12), arts, broad)


def boxes(
    x: float, y: float, width: float, damage: int, limit: int, slots: int, arts: Arts, *, broad: float = 13
) -> Markup:
    """A row of damage boxes around x: ticked up to the damage, blackened beyond the limit."""
    states = tick(damage, limit, slots)
    return _signs(box, x, y, width, states, ("ticked" if damage else "free", f"{damage}/{limit}", 14), arts, broad)


def tick(damage: int, limit: int, slots: int) -> list[str]:
    return ["ticked" if i < damage else "free" if i < limit else "black" for i in range(slots)]


Sign = Callable[[float, float, float, Arts, str], Markup]


def _signs(
    sign: Sign,
    x: float,
    y: float,
    width: float,
    states: list[str],
    small: tuple[str, str, int],
    arts: Arts,
    broad: float,
) -> Markup:
    """Signs in a row around x; where they would be too small one, some way to the left, and the same in numbers."""
    step = min(broad, width / max(1, len(states)))
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


def ending(sheet: Sheet, kind: str) -> Markup:
    """A large candle that smokes, and what flew against it."""
    arts = Arts()
    smoke = "M214 106 C196 90 236 78 216 58 C200 42 238 30 222 8"
    sparks = "M184 92 L172 78 M198 82 L192 66 M172 112 L154 110"
    drawn = (
        svg.path(smoke, "smoke", class_="smoke"),
        arts.piece(art(sheet, sheet.candle.name, standing=False), 79, 20, 270),
        svg.path("M24 280 C30 150 100 70 192 108", "flight"),
        svg.group(arts.piece(art(sheet, kind), -60, -60, 120), transform=svg.at(72, 140, turn=-12)),
        svg.path(sparks, "sparks"),
    )
    return svg.element("svg", *drawn, viewBox="0 0 360 300", aria_hidden="true", focusable="false")


def signs(sheet: Sheet, thing: Thing) -> tuple[Markup, Markup]:
    """A row of its hearts, and one of its boxes: ticked, to tick, and black beyond its limit."""
    boxes = tick(thing.damage, thing.limit, slots(sheet)[1])
    return row(heart, ["full"] * thing.hits), row(box, boxes)


def slots(sheet: Sheet) -> tuple[int, int]:
    """How many hearts and damage boxes a cell of this sheet needs at most."""
    things = sheet.things.values()
    return max(thing.hits for thing in things), max(thing.limit for thing in things)


def art(sheet: Sheet, kind: str, *, standing: bool = True) -> str:
    """The picture of a kind: the one its sheet names, or one of its own name; a candle is lit or out."""
    name = sheet.things[kind].drawing or kind
    return name if standing or name != "bougie" else "bougie-eteinte"


@lru_cache(maxsize=4096)  # as it stands in any cell of that size
def content(
    sheet: Sheet, item: Item, size: tuple[float, float], word: float, prefix: str, lean: int
) -> tuple[Markup, Arts]:
    """An object in a cell, and the pictures it refers to, whose ids begin with `prefix`. `word`: the size of its words;
    `lean`: by how many degrees it leans. Once destroyed, it is faded under a big pen stroke each way.

    It is drawn up to three times, and the page shows one (table.css): with all hearts and boxes; where those would be
    too small, in numbers; with large text, in large numbers beside or under a smaller picture.
    """
    width, height = size
    cell, arts = (0.0, 0.0, width, height), Arts(prefix)
    standing, candle = item.hits > 0, item.kind == sheet.candle.name
    if min(width, height) < LOW:
        forms = _narrow(sheet, item, cell, word, arts)
    else:
        thing, most = sheet.things[item.kind], slots(sheet)[1]
        lies = width >= 1.4 * height
        room = width * 0.5 - 8 if lies else width - 8
        signs = room / max(thing.hits, most) >= SIGNS
        forms = [
            _form(sheet, item, cell, word * 1.2, arts, lean, "numbers", lies=lies),
            _form(sheet, item, cell, word * LARGE, arts, lean, "large", lies=width >= 0.8 * height),
        ]
        if signs:
            middle = width * 0.74 if lies else width / 2
            bottom, step = (height / 2 + 22, 22.0) if lies else (height - 8, 13.0)
            drawn = (
                _picture(sheet, item, cell, arts, lean, lies=lies, foot=27),
                hearts(middle, bottom - step, room, item.hits, thing.hits, arts, broad=step),
                boxes(middle, bottom, room, item.damage, thing.limit, most, arts, broad=step),
            )
            forms.insert(0, svg.group(*drawn, class_="signs"))
        forms[1:] = [Markup(form.replace("<g ", '<g display="none" ', 1)) for form in forms[1:]]
    inside = svg.group(*forms, opacity=None if standing or candle else 0.45)
    if standing:
        return inside, arts
    cross = cross_out(width, height, lean)
    return svg.join((cross, inside) if candle else (inside, cross)), arts  # everybody wants to see the candle smoke


def _picture(sheet: Sheet, item: Item, cell: Box, arts: Arts, lean: int, *, lies: bool, foot: float) -> Markup:
    """The object itself, left of its points or above them; `foot`: the room that is left to them there."""
    x, y, width, height = cell
    size = min(height - 8, width - foot - 6) if lies else min(width * 0.84, height - foot - 5)
    middle = (x + 4 + size / 2, y + height / 2) if lies else (x + width / 2, y + (height - foot) / 2 + 1)
    turned = svg.at(*middle, turn=lean)
    drawn = arts.piece(art(sheet, item.kind, standing=item.hits > 0), -size / 2, -size / 2, size)
    return svg.group(drawn, transform=turned)


def _form(sheet: Sheet, item: Item, cell: Box, size: float, arts: Arts, lean: int, form: str, *, lies: bool) -> Markup:
    """The object with its hearts and damage in numbers: at its foot, side by side if there is room, or right of it."""
    x, y, width, height = cell
    broad = 1.4 * size  # a sign and its number
    beside = not lies and form == "numbers" and 2 * broad <= width - 2
    foot = width * 0.5 if lies and width >= 1.4 * height else broad if lies else size + 3 if beside else 2 * size + 3
    left = x + width - foot / 2 - broad / 2 - 4 if lies else x + width / 2 - (broad if beside else broad / 2)
    base = y + height / 2 - 0.08 * size if lies else y + height - (3 if beside else size + 4)
    parts = [_picture(sheet, item, cell, arts, lean, lies=lies, foot=foot)]
    for number, (sign, state, count) in enumerate(
        ((heart, "full" if item.hits else "lost", item.hits), (box, "ticked" if item.damage else "free", item.damage))
    ):
        at_x, at_y = (left + number * broad, base) if beside else (left, base + number * size)
        parts.append(sign(at_x + size * 0.42, at_y - size * 0.34, size * 0.82, arts, state))
        parts.append(svg.write(at_x + size * 0.86, at_y, str(count), size, "ink bold", "start"))
    return svg.group(*parts, class_=form)


def _narrow(sheet: Sheet, item: Item, cell: Box, word: float, arts: Arts) -> list[Markup]:
    """An object in a row behind: its picture, the hearts that are left and its damage if there is room; with large
    text a dot for every heart."""
    x, y, width, height = cell
    size, middle = min(width, height) - 3, (x + width / 2, y + height / 2)
    drawn = art(sheet, item.kind, standing=item.hits > 0)
    if width < LOW and height < LOW:
        return [arts.piece(drawn, x + 1.5, y + 1.5, size)]
    strip, state = width > height, "full" if item.hits else "lost"
    if strip:
        parts = [
            arts.piece(drawn, middle[0] - size - 2, y + 1.5, size),
            heart(middle[0] + word / 2, middle[1], word, arts, state),
            svg.write(middle[0] + word * 1.1, middle[1] + word * 0.36, str(item.hits), word, "ink bold", "start"),
        ]
    else:
        parts = [arts.piece(drawn, x + 1.5, y + 2, size)]
        for sign, look, count, base in (
            (heart, state, item.hits, y + height - 4 - word),
            (box, "ticked" if item.damage else "free", item.damage, y + height - 3),
        ):
            parts.append(sign(middle[0] - word * 0.38, base - word * 0.34, word * 0.86, arts, look))
            parts.append(svg.write(middle[0] + word * 0.18, base, str(count), word, "ink bold", "start"))
    step = min(12.0, (max(width, height) - 8) / max(1, item.hits))
    along = [step * (at - (item.hits - 1) / 2) for at in range(item.hits)]
    look = "flame" if item.kind == sheet.candle.name else "heart"
    dots = [
        svg.circle(middle[0] + (way if strip else 0), middle[1] + (0 if strip else way), step * 0.42, look)
        for way in along
    ]
    return [svg.group(*parts, class_="behind"), svg.group(*dots, class_="dots", display="none")]


def cross_out(width: float, height: float, seed: object) -> Markup:
    """A whole cell crossed out in pen (L7)."""
    down = hand.line(7, 8, width - 7, height - 7, "cross", seed, sway=4)
    up = hand.line(width - 8, 7, 7, height - 8, "cross back", seed, sway=4)
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
