"""What lies in the box beside the boards: a die to fold, and the objects of « Laaancez ! » as cards to cut out."""

from __future__ import annotations

from tablee.core.words import Text
from tablee.games.laaancez import TICK, Sheet, Thing
from tablee.games.laaancez import item_art as combat

from . import dice, objects
from .palette import Palette, Theme
from .svg import TITLE_FONT, Markup, at, circle, fitted, group, path, picture, rect, text

FACE, TAB = 100.0, 24.0
# Where each face of the unfolded die lies, in faces. Opposite faces make 7; 1, 2 and 3 go round as on bought dice.
FACES = {1: (1, 0), 2: (1, 1), 6: (1, 2), 5: (1, 3), 4: (0, 1), 3: (2, 1)}
# The seven edges with a tab to glue: the face, and the side on which it sticks out.
TABS = ((1, "up"), (4, "up"), (4, "left"), (4, "down"), (3, "up"), (3, "right"), (3, "down"))
SIDES = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
NET_SIZE = (3 * FACE + 2 * TAB + 4, 4 * FACE + TAB + 4)
CARD_SIZE = (230.0, 380.0)


def net(*, lang: str = "fr", theme: Theme = "print", prefix: str = "net-") -> str:
    """A die to cut out, fold along its lines, and glue by its grey tabs."""
    palette = Palette(theme)
    title = Text("Un dé à plier", "A die to fold").said(lang)
    parts: list[Markup] = []
    for face, side in TABS:
        x, y = _middle(face)
        across, down = SIDES[side]
        turn = {"up": 0, "right": 90, "down": 180, "left": 270}[side]
        half = FACE / 2
        parts.append(
            path(
                f"M{-half} {-half} L{-half + TAB * 0.9:.1f} {-half - TAB:.1f} L{half - TAB * 0.9:.1f} {-half - TAB:.1f}"
                f" L{half} {-half} Z",
                fill="#e9e9e9",
                stroke=palette["pencil"],
                stroke_width=1.4,
                stroke_dasharray="6 4",
                transform=f"translate({x:.1f} {y:.1f}) rotate({turn})",
                data_tab=f"{face}-{across}-{down}",
            )
        )
    for face in FACES:
        x, y = _middle(face)
        half = FACE / 2
        parts.append(
            rect(
                x - half,
                y - half,
                FACE,
                FACE,
                fill=palette["die"],
                stroke=palette["pip"],
                stroke_width=1,
                data_face=face,
            )
        )
        parts += [circle(x + 27 * right, y + 27 * low, 9.5, fill=palette["pip"]) for right, low in dice.PIPS[face]]
    return picture(NET_SIZE, parts, title, ", ".join(map(str, FACES)) + ".", lang, prefix, "tablee-net")


def _middle(face: int) -> tuple[float, float]:
    column, row = FACES[face]
    return 2 + TAB + (column + 0.5) * FACE, 2 + TAB + (row + 0.5) * FACE


def thing_card(
    form: Sheet, thing: Thing | None, *, lang: str = "fr", theme: Theme = "print", prefix: str = "thing-"
) -> str:
    """A card to cut out: an object with its points and the faces that offer it; None is the tick of one damage."""
    palette = Palette(theme)
    width, height = CARD_SIZE
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
        parts.append(combat.box(middle, 150, 118, palette, state="ticked"))
        free = Text("à cocher sur un de ses objets", "to tick on one of your objects")
        note = (Text("à cocher : voir la carte", "to tick: see the card") if any(form.ties) else free).said(lang)
        parts.append(text(middle, 300, note, size=fitted(note, width - 40, 17, 0.5), fill=palette["pencil"]))
    else:
        parts.append(objects.piece(combat.art(form, thing.name), middle - 82, 66, 164, palette))
        _, most = combat.slots(form)
        parts += [
            _doubled(combat.hearts(0, 0, 92, thing.hits, thing.hits, palette), middle, 300),
            _doubled(combat.boxes(0, 0, 92, thing.damage, thing.limit, most, palette), middle, 330),
        ]
        if thing.shield:
            parts.append(combat.badge(width - 34, 38, palette))
    lines = combat.two_lines(title, 190 / 1.7)
    large = min(fitted(line, width - 36, 24, 0.62) for line in lines)
    for number, line in enumerate(lines):
        parts.append(
            text(
                middle,
                (262 if len(lines) == 1 else 250) + 24 * number,
                line,
                size=large,
                fill=palette["ink"],
                font=TITLE_FONT,
            )
        )
    return picture(
        (width, height),
        parts,
        title,
        combat.item_text(form, form.fresh[kind]).said(lang) if thing else title,
        lang,
        prefix,
        "tablee-thing laaancez",
    )


def _doubled(row: Markup, x: float, y: float) -> Markup:
    return group(row, transform=at(x, y, scale=2))
