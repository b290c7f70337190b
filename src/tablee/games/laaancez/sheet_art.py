"""Paper to play on: the combat sheet of « Laaancez ! » with its fold lines, the card that says what each face of the
die offers, and the objects to cut out."""

from tablee.core.words import Text
from tablee.drawing import dice, hand, svg
from tablee.drawing.objects import Arts
from tablee.drawing.palette import Theme
from tablee.drawing.svg import Markup
from tablee.games.laaancez import LETTERS, TICK, Item, Sheet, Thing

from . import item_art
from .words import item_text

CELL = (124.0, 148.0)
GAP = 8.0
MARGIN = 40.0
HEAD = 96.0
NAME_ROOM = 270.0  # beside the title of a sheet
CARD_SIZE = (720.0, 800.0)
THING_SIZE = (230.0, 380.0)  # an object to cut out


def sheet_size(form: Sheet) -> tuple[float, float]:
    return (2 * MARGIN + max(max(form.rows), 4) * (CELL[0] + GAP), HEAD + len(form.rows) * (CELL[1] + 2 * GAP) + MARGIN)


def sheet(form: Sheet, *, lang: str = "fr", prefix: str = "sheet-") -> str:
    """A combat sheet to print, blank but for the candle; row a faces the other player."""
    arts = Arts(prefix)
    width, height = sheet_size(form)
    title = Text("Zone de combat", "Combat zone").in_lang(lang)
    size = svg.fit_font_size(title, width - 2 * MARGIN - NAME_ROOM, 38, 0.6)
    parts = [
        svg.rect(2, 2, width - 4, height - 4, 14, "page"),
        svg.write(MARGIN, 58, title, size, "ink title", "start"),
        _name_line(width, lang),
    ]
    lines = []
    for row, (begin, end) in enumerate(form.spans):
        top = HEAD + row * (CELL[1] + 2 * GAP)
        left = (width - (end - begin) * (CELL[0] + GAP) + GAP) / 2
        parts.append(svg.write(MARGIN * 0.55, top + CELL[1] / 2 + 9, LETTERS[row], 28, "pencil title"))
        if row:
            parts.append(_fold_line(top - GAP, width, lang, words=row == 1))
        for index in range(begin, end):
            x = left + (index - begin) * (CELL[0] + GAP)
            parts.append(_form_cell(form, form.empty[index], form.cells[index], x, top, arts))
        items = [item_text(form, item).in_lang(lang) for item in form.empty[begin:end] if item]
        lines.append(f"{LETTERS[row]} : {' ; '.join(items) if items else Text('vide', 'empty').in_lang(lang)}")
    content, description = [*arts.definitions(), *parts], ". ".join(lines) + "."
    return svg.picture((width, height), content, title, description, lang, prefix, "tablee-sheet laaancez", "print")


def _name_line(width: float, lang: str) -> Markup:
    label = Text("Prénom :", "Name:").in_lang(lang)
    start = width - MARGIN - 250
    line = hand.line(start + 90, 62, width - MARGIN, 62, "name", sway=0.6)
    return svg.group(svg.write(start - 8, 58, label, 18, "pencil plain", "start"), svg.path(line, "name-line"))


def _fold_line(y: float, width: float, lang: str, *, words: bool) -> Markup:
    note = Text("plier ici quand la ligne est perdue", "fold here when the row is lost").in_lang(lang)
    line = svg.element("line", x1=10, y1=y, x2=width - 10, y2=y, look="fold-here")
    label = svg.group(
        svg.rect(width / 2 - 108, y - 8, 216, 16, 8, "paper"), svg.write(width / 2, y + 4.5, note, 12.5, "pencil plain")
    )
    return svg.group(line, label if words else None, class_="fold-line")


def _form_cell(form: Sheet, item: Item | None, cell: str, x: float, y: float, arts: Arts) -> Markup:
    """A cell big enough to draw in, with hearts to colour and boxes to tick."""
    width, height = CELL
    most_hits, most = item_art.slots(form)
    middle = x + width / 2
    scale = 1.5  # of hearts and boxes on a screen: pens are thick
    room = (width - 12) / scale
    picture, hits, damage, limit = None, 0, 0, most
    if item:
        picture = arts.piece(item_art.art(form, item.kind), middle - 43, y + 6, 86)
        hits, damage, limit, most_hits = item.hits, item.damage, form.things[item.kind].limit, 0
    return svg.group(
        svg.path(hand.rounded_box(x, y, width, height, 9, "form", cell, sway=0.8), "form-cell"),
        svg.write(x + 13, y + 19, cell, 13, "pencil plain"),
        picture,
        svg.group(
            item_art.hearts(0, 0, room, hits, hits, arts, slots=most_hits),
            item_art.boxes(0, 15, room, damage, limit, most, arts),
            transform=svg.at(middle, y + 110, scale=scale),
        ),
        data_cell=cell,
        class_="cell",
    )


def card(form: Sheet, *, lang: str = "fr", theme: Theme = "print", prefix: str = "card-") -> str:
    """What each face of the die offers: two options with their hearts and damage."""
    arts = Arts(prefix)
    width, height = CARD_SIZE
    title = Text("Les objets à lancer", "The objects to throw").in_lang(lang)
    either = Text("ou", "or").in_lang(lang)
    parts = [svg.rect(2, 2, width - 4, height - 4, 14, "page"), svg.write(width / 2, 58, title, 36, "ink title")]
    lines = []
    for face, pair in enumerate(form.faces, 1):
        top = 84 + (face - 1) * 116.0
        parts.append(dice.piece(face, 70, top + 50, 62, turn=5 * hand.jitter("card", face)))
        words = []
        for i, kind in enumerate(pair):
            x, tied = 132 + i * 292.0, form.describe_tie(face)
            thing = None if kind == TICK else form.things[kind]
            option = item_art.option(form, thing, 254 / 1.4, 100 / 1.4, lang, arts, tied)
            parts += [
                svg.path(hand.rounded_box(x, top, 254, 100, 10, "card", face, i, sway=1.2), "option"),
                svg.group(option, transform=svg.at(x, top, scale=1.4)),
            ]
            tick = Text("+1 Dégât à cocher", "+1 damage to tick") + tied
            words.append((item_text(form, form.fresh[kind]) if thing else tick).in_lang(lang))
        parts.append(svg.write(405, top + 57, either, 19, "pencil title"))
        lines.append(f"{face} : {f' {either} '.join(words)}")
    content, description = [*arts.definitions(), *parts], ". ".join(lines) + "."
    return svg.picture(CARD_SIZE, content, title, description, lang, prefix, "tablee-card laaancez", theme)


def thing_card(form: Sheet, thing: Thing | None, *, lang: str = "fr", prefix: str = "thing-") -> str:
    """A card to cut out: an object with its points and the faces that offer it; None is the tick of one damage."""
    arts = Arts()
    width, height = THING_SIZE
    middle = width / 2
    title = (thing.title if thing else Text("+1 Dégât", "+1 damage")).in_lang(lang)
    kind = thing.name if thing else TICK
    offering = [face for face, pair in enumerate(form.faces, 1) if kind in pair]
    start = middle - 17 * (len(offering) - 1)
    parts = [
        svg.rect(0, 0, width, height, None, "paper"),
        svg.rect(9, 9, width - 18, height - 18, 16, "card-rim"),
        *(dice.piece(face, start + 34 * number, 40, 27) for number, face in enumerate(offering)),
    ]
    if thing is None:
        parts.append(item_art.box(middle, 150, 118, arts, "ticked"))
        free = Text("à cocher sur un de ses objets", "to tick on one of your objects")
        note = (Text("à cocher : voir la carte", "to tick: see the card") if any(form.ties) else free).in_lang(lang)
        parts.append(svg.write(middle, 300, note, svg.fit_font_size(note, width - 40, 17, 0.5), "pencil plain"))
    else:
        _, most = item_art.slots(form)
        hearts = item_art.hearts(0, 0, 92, thing.hits, thing.hits, arts)
        boxes = item_art.boxes(0, 0, 92, thing.damage, thing.limit, most, arts)
        parts += [
            arts.piece(item_art.art(form, thing.name), middle - 82, 66, 164),
            svg.group(hearts, transform=svg.at(middle, 300, scale=2)),
            svg.group(boxes, transform=svg.at(middle, 330, scale=2)),
        ]
        if thing.shield:
            parts.append(item_art.badge(width - 34, 38))
    lines = item_art.two_lines(title, 190 / 1.7)
    large = min(svg.fit_font_size(line, width - 36, 24, 0.62) for line in lines)
    for number, line in enumerate(lines):
        parts.append(svg.write(middle, (262 if len(lines) == 1 else 250) + 24 * number, line, large, "ink title"))
    description = item_text(form, form.fresh[kind]).in_lang(lang) if thing else title
    return svg.picture(THING_SIZE, parts, title, description, lang, prefix, "tablee-thing laaancez", "print")
