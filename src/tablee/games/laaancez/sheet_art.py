"""Paper to play on: the combat sheet of « Laaancez ! » with its fold lines, the card that says what each face of the
die offers, and the objects to cut out."""

from __future__ import annotations

from tablee.core.words import Text
from tablee.drawing import dice, hand, objects
from tablee.drawing.palette import Palette, Theme
from tablee.drawing.svg import TITLE_FONT, Markup, at, element, fitted, group, path, picture, rect
from tablee.games.laaancez import LETTERS, TICK, Item, Sheet, Thing

from . import item_art

CELL = (124.0, 148.0)
GAP = 8.0
MARGIN = 40.0
HEAD = 96.0
NAME_ROOM = 270.0  # beside the title of a sheet
CARD_SIZE = (720.0, 800.0)
THING_SIZE = (230.0, 380.0)  # an object to cut out


def sheet_size(form: Sheet) -> tuple[float, float]:
    """The width and height of a combat sheet's viewBox."""
    return (
        2 * MARGIN + max(max(form.rows), 4) * (CELL[0] + GAP),
        HEAD + len(form.rows) * (CELL[1] + 2 * GAP) + MARGIN,
    )


def sheet(form: Sheet, *, lang: str = "fr", prefix: str = "sheet-") -> str:
    """A combat sheet to print, blank but for the candle; row a faces the other player."""
    palette = Palette("print", prefix)
    width, height = sheet_size(form)
    title = Text("Zone de combat", "Combat zone").said(lang)
    parts: list[Markup] = [
        rect(2, 2, width - 4, height - 4, 14, fill=palette["paper"], stroke=palette["paper-edge"], stroke_width=2),
        palette.text(
            MARGIN, 58, title, fitted(title, width - 2 * MARGIN - NAME_ROOM, 38, 0.6), "ink", TITLE_FONT, anchor="start"
        ),
        _name_line(width, lang, palette),
    ]
    said = []
    for row, (begin, end) in enumerate(form.spans):
        top = HEAD + row * (CELL[1] + 2 * GAP)
        left = (width - (end - begin) * (CELL[0] + GAP) + GAP) / 2
        parts.append(palette.text(MARGIN * 0.55, top + CELL[1] / 2 + 9, LETTERS[row], 28, "pencil", TITLE_FONT))
        if row:
            parts.append(_fold_line(top - GAP, width, lang, palette, words=row == 1))
        for place in range(begin, end):
            x = left + (place - begin) * (CELL[0] + GAP)
            parts.append(_form_cell(form, form.empty[place], form.cells[place], x, top, palette))
        items = [item_art.item_text(form, item).said(lang) for item in form.empty[begin:end] if item]
        said.append(f"{LETTERS[row]} : {' ; '.join(items) if items else Text('vide', 'empty').said(lang)}")
    return picture(
        (width, height),
        [palette.definitions(), *parts],
        title,
        ". ".join(said) + ".",
        lang,
        prefix,
        "tablee-sheet laaancez",
    )


def _name_line(width: float, lang: str, palette: Palette) -> Markup:
    label = Text("Joueur·se :", "Player:").said(lang)
    start = width - MARGIN - 250
    return group(
        palette.text(start - 8, 58, label, 18, "pencil", anchor="start"),
        path(
            hand.line(start + 90, 62, width - MARGIN, 62, "name", sway=0.6),
            fill="none",
            stroke=palette["pencil"],
            stroke_width=1.4,
        ),
    )


def _fold_line(y: float, width: float, lang: str, palette: Palette, *, words: bool) -> Markup:
    note = Text("plier ici quand la ligne est perdue", "fold here when the row is lost").said(lang)
    return group(
        element(
            "line", x1=10, y1=y, x2=width - 10, y2=y, stroke=palette["pencil"], stroke_width=1.4, stroke_dasharray="8 6"
        ),
        group(
            rect(width / 2 - 108, y - 8, 216, 16, 8, fill=palette["paper"]),
            palette.text(width / 2, y + 4.5, note, 12.5, "pencil"),
        )
        if words
        else None,
        class_="fold-line",
    )


def _form_cell(form: Sheet, item: Item | None, cell: str, x: float, y: float, palette: Palette) -> Markup:
    """A cell big enough to draw in, with hearts to colour and boxes to tick."""
    width, height = CELL
    most_hits, most_damage = item_art.slots(form)
    middle = x + width / 2
    scale = 1.5  # of hearts and boxes on a screen: pens are thick
    room = (width - 12) / scale
    if item:
        limit = form.things[item.kind].limit
        drawn = objects.piece(item_art.art(form, item.kind), middle - 43, y + 6, 86, palette)
        hearts = item_art.hearts(0, 0, room, item.hits, item.hits, palette)
        boxes = item_art.boxes(0, 15, room, item.damage, limit, most_damage, palette)
    else:
        drawn = None
        hearts = item_art.hearts(0, 0, room, 0, 0, palette, slots=most_hits)
        boxes = item_art.boxes(0, 15, room, 0, most_damage, most_damage, palette)
    return group(
        path(
            hand.rounded(x, y, width, height, 9, "form", cell, sway=0.8),
            fill=palette["cell"],
            stroke=palette["cell-line"],
            stroke_width=1.8,
        ),
        palette.text(x + 13, y + 19, cell, 13, "pencil"),
        drawn,
        group(hearts, boxes, transform=f"translate({middle:.1f} {y + 110:.1f}) scale({scale})"),
        data_cell=cell,
        class_="cell",
    )


def card(form: Sheet, *, lang: str = "fr", theme: Theme = "print", prefix: str = "card-") -> str:
    """What each face of the die offers: two options with their hearts and damage."""
    palette = Palette(theme, prefix)
    width, height = CARD_SIZE
    title = Text("Les objets à lancer", "The objects to throw").said(lang)
    either = Text("ou", "or").said(lang)
    parts = [
        rect(2, 2, width - 4, height - 4, 14, fill=palette["paper"], stroke=palette["paper-edge"], stroke_width=2),
        palette.text(width / 2, 58, title, 36, "ink", TITLE_FONT),
    ]
    said = []
    for face, pair in enumerate(form.faces, 1):
        top = 84 + (face - 1) * 116.0
        parts.append(dice.piece(face, 70, top + 50, 62, palette, turn=5 * hand.jitter("card", face)))
        words = []
        for i, kind in enumerate(pair):
            x = 132 + i * 292.0
            thing = None if kind == TICK else form.things[kind]
            parts.append(
                path(
                    hand.rounded(x, top, 254, 100, 10, "card", face, i, sway=1.2),
                    fill=palette["cell"],
                    stroke=palette["cell-line"],
                    stroke_width=1.6,
                )
            )
            parts.append(
                group(
                    item_art.option(form, thing, 254 / 1.4, 100 / 1.4, lang, palette, form.tied(face)),
                    transform=f"translate({x:.1f} {top:.1f}) scale(1.4)",
                )
            )
            words.append(
                item_art.item_text(form, form.fresh[kind]).said(lang)
                if thing
                else (Text("+1 Dégât à cocher", "+1 damage to tick") + form.tied(face)).said(lang)
            )
        parts.append(palette.text(405, top + 57, either, 19, "pencil", TITLE_FONT))
        said.append(f"{face} : {f' {either} '.join(words)}")
    return picture(
        (width, height),
        [palette.definitions(), *parts],
        title,
        ". ".join(said) + ".",
        lang,
        prefix,
        "tablee-card laaancez",
    )


def thing_card(form: Sheet, thing: Thing | None, *, lang: str = "fr", prefix: str = "thing-") -> str:
    """A card to cut out: an object with its points and the faces that offer it; None is the tick of one damage."""
    palette = Palette("print")
    width, height = THING_SIZE
    middle = width / 2
    title = (thing.title if thing else Text("+1 Dégât", "+1 damage")).said(lang)
    kind = thing.name if thing else TICK
    offering = [face for face, pair in enumerate(form.faces, 1) if kind in pair]
    parts: list[Markup] = [
        rect(0, 0, width, height, fill=palette["paper"]),
        rect(9, 9, width - 18, height - 18, 16, fill="none", stroke=palette["ink"], stroke_width=2.4),
    ]
    for number, face in enumerate(offering):
        start = middle - 17 * (len(offering) - 1)
        parts.append(dice.piece(face, start + 34 * number, 40, 27, palette))
    if thing is None:
        parts.append(item_art.box(middle, 150, 118, palette, state="ticked"))
        free = Text("à cocher sur un de ses objets", "to tick on one of your objects")
        note = (Text("à cocher : voir la carte", "to tick: see the card") if any(form.ties) else free).said(lang)
        parts.append(palette.text(middle, 300, note, fitted(note, width - 40, 17, 0.5), "pencil"))
    else:
        parts.append(objects.piece(item_art.art(form, thing.name), middle - 82, 66, 164, palette))
        _, most = item_art.slots(form)
        parts += [
            _doubled(item_art.hearts(0, 0, 92, thing.hits, thing.hits, palette), middle, 300),
            _doubled(item_art.boxes(0, 0, 92, thing.damage, thing.limit, most, palette), middle, 330),
        ]
        if thing.shield:
            parts.append(item_art.badge(width - 34, 38, palette))
    lines = item_art.two_lines(title, 190 / 1.7)
    large = min(fitted(line, width - 36, 24, 0.62) for line in lines)
    for number, line in enumerate(lines):
        parts.append(
            palette.text(middle, (262 if len(lines) == 1 else 250) + 24 * number, line, large, "ink", TITLE_FONT)
        )
    return picture(
        (width, height),
        parts,
        title,
        item_art.item_text(form, form.fresh[kind]).said(lang) if thing else title,
        lang,
        prefix,
        "tablee-thing laaancez",
    )


def _doubled(row: Markup, x: float, y: float) -> Markup:
    return group(row, transform=at(x, y, scale=2))
