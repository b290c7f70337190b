"""The things that are thrown, the candle, the Gift and the two peoples: small pictures with character.

Every picture is drawn in a square of 100 by 100; `piece` puts it where it belongs. A sheet of one's own names one of
`ARTS`, more of them in `winter`, or brings a drawing; what nobody has drawn gets a gift tag with its initial.
"""

from __future__ import annotations

import zlib
from functools import lru_cache

from tablee.games.laaancez import vector

from . import winter
from .palette import Palette, Theme
from .pens import Art, Pens
from .svg import TITLE_FONT, Markup, at, circle, group, join, path, picture, text

SIZE = 100.0


def boule(pen: Pens) -> Markup:
    """A snowball in flight, very pleased with itself."""
    return join(
        (
            pen.stroke("M8 40 L22 43 M4 56 L18 57 M9 73 L22 70", "steel-shade", 4),
            pen.ball(57, 55, 35, "snow"),
            pen.tint("M27 68 Q40 92 66 88 Q88 82 90 58 Q82 78 60 79 Q40 80 27 68 Z", "snow-shade"),
            pen.stroke("M40 30 Q46 24 54 24", "snow-shade", 4),
            pen.eyes(60, 50, 20, 4.6),
            pen.cheeks(60, 60, 36),
            pen.shape("M50 61 Q60 76 71 61 Q60 65 50 61 Z", "red-shade", 3),
            pen.stroke("M48 43 L55 45 M73 43 L66 45", "art-ink", 3),
        )
    )


def bouclier(pen: Pens) -> Markup:
    """A shield that lets nobody pass."""
    outline = "M50 8 C62 17 77 19 88 18 C90 52 78 78 50 93 C22 78 10 52 12 18 C23 19 38 17 50 8 Z"
    return join(
        (
            pen.shape(outline, "steel"),
            pen.tint("M50 12 C62 20 76 22 84.5 21.5 C86 52 75 74 50 88 Z", "steel-shade", 0.75),
            pen.stroke(
                "M50 18 C60 24 70 27 79 27 C79 52 70 70 50 82 C30 70 21 52 21 27 C30 27 40 24 50 18 Z", "snow", 2.6
            ),
            pen.stroke("M50 62 L50 74 M44 65 L56 71 M56 65 L44 71", "snow", 2.6),
            pen.eyes(50, 44, 20, 4.4),
            pen.stroke("M35 35 L46 40 M65 35 L54 40", "art-ink", 3.4),
            pen.stroke("M43 55 L57 55", "art-ink", 3.2),
        )
    )


def sapin(pen: Pens) -> Markup:
    """A fir tree: harmless at first, wait until it is decorated."""
    return join(
        (
            pen.shape("M43 80 L57 80 L58 94 L42 94 Z", "fur-shade"),
            pen.shape("M50 42 L84 78 Q72 86 63 80 Q56 88 50 81 Q42 88 36 80 Q26 86 16 78 Z", "green"),
            pen.shape("M50 24 L77 58 Q67 64 60 59 Q54 65 49 60 Q42 65 37 59 Q30 63 23 58 Z", "green"),
            pen.shape("M50 7 L68 36 Q60 41 55 37 Q50 42 45 37 Q39 41 32 36 Z", "green"),
            pen.tint(
                "M50 10 L65 35 Q60 38 56 35 Z M55 40 L73 57 Q66 61 61 57 Z M58 61 L79 77 Q71 82 64 77 Z",
                "green-shade",
                0.7,
            ),
            pen.ball(35, 73, 4.4, "red", 2.4),
            pen.ball(66, 70, 4.4, "gold", 2.4),
            pen.ball(59, 30, 3.4, "gold", 2.2),
            pen.eyes(49, 50, 15, 3.7),
            pen.smile(49, 57, 9, 3),
        )
    )


def bonnet(pen: Pens) -> Markup:
    """The hat of Père Noël, floppy and warm."""
    return join(
        (
            pen.shape("M18 70 C20 34 42 10 66 14 C82 17 92 32 89 52 C84 44 77 38 70 37 C78 48 81 58 82 70 Z", "red"),
            pen.tint(
                "M58 68 C66 56 68 46 64 34 C74 40 79 54 80 68 Z M70 17 C82 22 89 34 87 46 C82 39 76 35 70 34 Z",
                "red-shade",
                0.75,
            ),
            pen.stroke("M30 46 Q38 30 50 24", "cheek", 3.4),
            pen.ball(88, 59, 9.5, "snow"),
            pen.tint("M80 62 Q86 70 95 63 Q92 69 87 68 Q82 67 80 62 Z", "snow-shade"),
            pen.shape(
                "M14 74 Q10 66 19 66 Q26 62 33 66 Q42 62 50 66 Q58 62 67 66 Q75 62 81 66 Q91 66 87 75 Q92 86 82 86"
                " Q74 91 66 87 Q58 91 50 87 Q41 91 33 87 Q25 91 18 87 Q8 84 14 74 Z",
                "snow",
            ),
            pen.tint(
                "M16 80 Q30 86 50 83 Q70 86 86 79 Q88 85 81 84 Q66 88 50 85 Q34 89 18 85 Q14 84 16 80 Z", "snow-shade"
            ),
            pen.eyes(48, 74, 18, 3.8),
            pen.smile(48, 79, 8, 2.4),
        )
    )


def sucre(pen: Pens) -> Markup:
    """A candy cane, striped and hard."""
    cane = "M36 88 L36 36 A19 19 0 0 1 74 36 L74 47"
    return join(
        (
            pen.stroke(cane, "art-ink", 23),
            pen.stroke(cane, "snow", 16.5),
            path(
                cane, fill="none", stroke=pen["red"], stroke_width=16.5, stroke_dasharray="10 11", stroke_dashoffset=-3
            ),
            pen.stroke("M31.5 86 L31.5 38 A23 23 0 0 1 46 18", "snow", 2.6),
            pen.shape("M36 62 Q20 50 15 62 Q13 74 36 66 Z", "green", 3.2),
            pen.shape("M36 62 Q52 50 57 62 Q59 74 36 66 Z", "green", 3.2),
            pen.ball(36, 64, 5.4, "gold", 3),
        )
    )


def cadeau(pen: Pens) -> Markup:
    """A small present that jumps."""
    return join(
        (
            pen.shape("M20 46 L80 46 L77 90 L23 90 Z", "violet"),
            pen.tint("M62 46 L80 46 L77 90 L61 90 Z", "art-ink", 0.18),
            pen.shape("M44 46 L56 46 L55.5 90 L44.5 90 Z", "gold", 2.8),
            pen.shape("M14 33 L86 33 L85 48 L15 48 Z", "violet"),
            pen.shape("M43.5 33 L56.5 33 L56.5 48 L43.5 48 Z", "gold", 2.8),
            pen.shape("M50 32 C30 34 16 24 23 14 C32 6 46 18 50 32 Z", "gold"),
            pen.shape("M50 32 C70 34 84 24 77 14 C68 6 54 18 50 32 Z", "gold"),
            pen.tint(
                "M47 29 C38 28 28 24 29 18 C36 16 43 21 47 29 Z M53 29 C62 28 72 24 71 18 C64 16 57 21 53 29 Z",
                "gold-shade",
            ),
            pen.shape("M44 27 Q50 23 56 27 L56 35 Q50 38 44 35 Z", "gold", 3),
            pen.eyes(50, 62, 38, 4.2),
            pen.cheeks(50, 71, 46),
            pen.smile(50, 71, 15, 4),
        )
    )


def etoile(pen: Pens) -> Markup:
    """A star: it hits hard and breaks at a touch."""
    return join(
        (
            pen.stroke("M9 88 L21 77 M5 70 L15 65 M27 95 L34 85", "gold-shade", 4),
            pen.shape(
                "M54 8 Q58 6 61 12 L69 31 L89 33 Q96 35 91 41 L77 56 L82 78 Q82 85 75 82 L56 71 L37 83 Q30 86 31 78"
                " L35 56 L20 42 Q15 36 22 34 L42 31 L49 12 Q51 7 54 8 Z",
                "gold",
            ),
            pen.tint("M61 14 L68 34 L88 36 L73 55 L79 78 L57 67 Q76 56 61 14 Z", "gold-shade", 0.6),
            pen.stroke("M52 20 L47 33", "snow", 3.4),
            pen.eyes(56, 45, 18, 4.4),
            pen.cheeks(56, 54, 32),
            pen.smile(56, 54, 12, 4.5),
        )
    )


def bonhomme(pen: Pens) -> Markup:
    """A snowman who has been standing in the cold for a while."""
    return join(
        (
            pen.stroke("M27 62 L9 50 M14 53 L9 60 M73 62 L91 48 M86 52 L92 58", "fur-shade", 4.4),
            pen.ball(50, 72, 24, "snow"),
            pen.tint("M29 80 Q40 94 58 93 Q71 89 73 74 Q66 86 50 86 Q37 87 29 80 Z", "snow-shade"),
            pen.ball(50, 38, 17.5, "snow"),
            pen.tint("M36 45 Q44 55 57 52 Q66 48 66.5 38 Q60 47 50 48 Q42 49 36 45 Z", "snow-shade"),
            pen.shape("M34 52 Q50 62 66 51 L68 58 Q50 69 33 59 Z", "red", 3.2),
            pen.shape("M58 59 L68 57 L71 76 L61 77 Z", "red", 3.2),
            pen.shape("M35 26 L37 6 L63 6 L65 26 Z", "art-ink", 3),
            pen.shape("M27 25 Q50 20 73 25 L72 30 Q50 25 28 30 Z", "art-ink", 3),
            pen.stroke("M36.5 19 Q50 15 63.5 19", "red", 4),
            pen.eyes(49, 36, 15, 3.6),
            pen.shape("M49 40 L68 44 L49 46 Z", "carrot", 2.6),
            join(circle(48, y, 2.6, fill=pen["art-ink"]) for y in (72, 82)),
        )
    )


def renne(pen: Pens) -> Markup:
    """A reindeer with the reddest nose of all."""
    antlers = "M38 34 C30 26 28 18 29 6 M31 22 C24 22 18 17 16 10 M62 34 C70 26 72 18 71 6 M69 22 C76 22 82 17 84 10"
    return join(
        (
            pen.stroke(antlers, "art-ink", 9.5),
            pen.stroke(antlers, "gold-shade", 4.4),
            pen.shape("M30 44 C16 34 8 40 10 50 C16 58 26 56 32 50 Z", "fur"),
            pen.shape("M70 44 C84 34 92 40 90 50 C84 58 74 56 68 50 Z", "fur"),
            pen.shape("M50 28 C70 28 76 44 72 60 C72 80 64 93 50 93 C36 93 28 80 28 60 C24 44 30 28 50 28 Z", "fur"),
            pen.tint("M50 58 C64 58 69 68 67 76 C64 86 58 90 50 90 C42 90 36 86 33 76 C31 68 36 58 50 58 Z", "skin"),
            pen.tint("M42 32 Q50 40 58 32 Q54 46 50 47 Q46 46 42 32 Z", "fur-shade"),
            pen.eyes(50, 51, 22, 4.8),
            pen.ball(50, 69, 9.5, "red"),
            circle(47, 66, 2.6, fill=pen["snow"]),
            pen.smile(50, 82, 12, 2.6),
        )
    )


def bougie(pen: Pens, lit: bool = True) -> Markup:
    """The candle: everything is about it. Out, it smokes."""
    flame = (
        join(
            (
                circle(50, 24, 22, fill=pen["flame-core"], opacity=0.35),
                pen.shape(
                    "M50 4 C58 15 63 21 61 29 C60 36 55 39 50 39 C45 39 40 36 39 29 C38 21 45 15 50 4 Z", "flame"
                ),
                pen.tint(
                    "M50 17 C54 23 56 27 55 31 C54 35 52 37 50 37 C48 37 46 35 45 31 C44 27 47 23 50 17 Z", "flame-core"
                ),
            )
        )
        if lit
        else pen.stroke("M50 36 C42 30 57 26 50 19 C44 13 56 10 52 4", "smoke", 4)
    )
    mood = pen.smile(50, 65, 11, 4) if lit else pen.stroke("M45 69 Q50 63 55 69", "art-ink", 3)
    eyes = (
        pen.eyes(50, 58, 15, 3.9)
        if lit
        else pen.stroke("M40 57 L46 60 M46 57 L40 60 M54 57 L60 60 M60 57 L54 60", "art-ink", 2.8)
    )
    return join(
        (
            pen.stroke("M50 46 L50 36", "art-ink", 3.6),
            flame,
            pen.shape("M36 47 Q43 42 50 46 Q58 42 64 47 L64 86 L36 86 Z", "wax"),
            pen.tint("M57 46 L62 48 L62 84 L56 84 Z", "gold-shade", 0.45),
            pen.shape(
                "M36 47 Q43 42 50 46 Q58 42 64 47 Q66 58 61 58 Q57 57 57 51 Q52 55 48 50 Q43 50 43 58 Q39 62 36 55 Z",
                "snow",
                3,
            ),
            pen.shape("M22 84 Q50 78 78 84 Q76 95 50 95 Q24 95 22 84 Z", "gold"),
            pen.stroke("M76 86 C88 82 90 94 78 92", "art-ink", 3.6),
            eyes,
            mood,
        )
    )


def bougie_eteinte(pen: Pens) -> Markup:
    return bougie(pen, lit=False)


def grand_cadeau(pen: Pens) -> Markup:
    """The Supreme Gift, for which Lutins and Gnomes fight."""
    return join(
        (
            pen.shape("M14 42 L86 42 L84 94 L16 94 Z", "gift"),
            join(
                circle(x, y, 3, fill=pen["gift-dot"])
                for x, y in ((25, 58), (34, 76), (24, 88), (70, 56), (77, 74), (66, 86))
            ),
            pen.tint("M70 42 L86 42 L84 94 L69 94 Z", "gift-shade", 0.6),
            pen.shape("M42 42 L58 42 L58 94 L42 94 Z", "ribbon", 3),
            pen.shape("M8 30 L92 30 L90 46 L10 46 Z", "gift"),
            pen.shape("M41 30 L59 30 L59 46 L41 46 Z", "ribbon", 3),
            bow(pen, 50, 29, 1),
        )
    )


def bow(pen: Pens, x: float, y: float, scale: float) -> Markup:
    """The bow of the Gift, its knot's foot at x, y; about 80 wide at scale 1."""
    return group(
        pen.shape("M-4 0 C-14 8 -26 14 -32 12 L-26 6 L-34 2 C-24 4 -12 0 -4 -6 Z", "ribbon", 3),
        pen.shape("M4 0 C14 8 26 14 32 12 L26 6 L34 2 C24 4 12 0 4 -6 Z", "ribbon", 3),
        pen.shape("M0 -4 C-24 2 -42 -8 -36 -20 C-28 -32 -8 -20 0 -4 Z", "ribbon"),
        pen.shape("M0 -4 C24 2 42 -8 36 -20 C28 -32 8 -20 0 -4 Z", "ribbon"),
        pen.tint(
            "M-5 -7 C-16 -6 -30 -8 -28 -16 C-20 -20 -10 -15 -5 -7 Z M5 -7 C16 -6 30 -8 28 -16 C20 -20 10 -15 5 -7 Z",
            "ribbon-shade",
        ),
        pen.shape("M-7 -9 Q0 -14 7 -9 L7 1 Q0 5 -7 1 Z", "ribbon", 3),
        transform=at(x, y, scale=scale),
    )


def lutin(pen: Pens) -> Markup:
    """A Lutin: blue pointed hat, pointed ears, always in a good mood."""
    return join(
        (
            pen.shape("M26 58 C12 50 6 54 8 62 C14 70 22 70 28 66 Z", "skin"),
            pen.shape("M74 58 C88 50 94 54 92 62 C86 70 78 70 72 66 Z", "skin"),
            pen.shape("M25 52 C25 84 38 94 50 94 C62 94 75 84 75 52 Z", "skin"),
            pen.shape(
                "M20 54 C24 30 38 14 64 6 C74 4 80 12 74 17 C70 13 66 14 64 17 C74 28 79 40 80 54 C60 46 40 46 20 54 Z",
                "steel",
            ),
            pen.tint("M64 19 C72 29 76 40 77 50 Q70 47 62 46 C66 36 66 28 64 19 Z", "steel-shade"),
            pen.shape("M17 56 Q50 40 83 56 L81 64 Q50 49 19 64 Z", "snow", 3.2),
            pen.ball(77, 14, 6.5, "gold", 3),
            pen.eyes(50, 69, 22, 4.6),
            pen.cheeks(50, 79, 38, 5),
            pen.stroke("M48 75 Q50 78 53 75", "art-ink", 2.6),
            pen.smile(50, 82, 16, 4),
        )
    )


def gnome(pen: Pens) -> Markup:
    """A Gnome: grey hat down to the nose, a beard, and plans."""
    return join(
        (
            pen.shape("M22 54 C18 84 36 96 50 96 C64 96 82 84 78 54 Z", "snow-shade"),
            pen.stroke("M36 66 Q38 82 44 88 M64 66 Q62 82 56 88 M50 74 L50 90", "gnome", 2.4),
            pen.shape("M18 58 C26 40 34 12 46 5 C58 12 74 40 82 58 C62 50 38 50 18 58 Z", "gnome"),
            pen.stroke("M33 44 Q40 22 46 14", "gnome-cell", 3),
            pen.shape("M14 60 Q50 44 86 60 L84 67 Q50 52 16 67 Z", "gnome-cell", 3.2),
            pen.shape(
                "M50 72 C36 68 28 76 24 74 C28 84 42 84 50 77 C58 84 72 84 76 74 C72 76 64 68 50 72 Z", "snow", 3
            ),
            pen.ball(50, 67, 9, "cheek", 3.2),
            pen.eyes(50, 60, 26, 3.8),
            pen.stroke("M33 53 L43 57 M67 53 L57 57", "art-ink", 3.2),
        )
    )


ARTS: dict[str, Art] = {
    "boule": boule,
    "bouclier": bouclier,
    "sapin": sapin,
    "bonnet": bonnet,
    "sucre": sucre,
    "cadeau": cadeau,
    "etoile": etoile,
    "bonhomme": bonhomme,
    "renne": renne,
    "bougie": bougie,
    "bougie-eteinte": bougie_eteinte,
    "grand-cadeau": grand_cadeau,
    "lutin": lutin,
    "gnome": gnome,
    **winter.ARTS,
}


def tag(pen: Pens, initial: str) -> Markup:
    """A gift tag on a string, for objects nobody has drawn."""
    return join(
        (
            pen.stroke("M63 24 C78 4 92 12 84 22 C78 28 68 26 63 24", "red", 3.6),
            pen.shape(
                "M16 44 L58 10 Q64 8 70 14 L82 30 Q85 36 81 42 L46 88 Q41 92 36 88 L14 60 Q9 51 16 44 Z", "ribbon"
            ),
            pen.stroke("M23 50 L57 22 M38 79 L66 44", "ribbon-shade", 2.6),
            pen.ball(65, 25, 4.6, "snow", 3),
            text(42, 66, initial, size=38, fill=pen["art-ink"], font=TITLE_FONT, transform="rotate(-4 42 56)"),
        )
    )


def piece(kind: str, x: float, y: float, size: float, palette: Palette, **attributes: object) -> Markup:
    """The picture of a kind with its upper left corner at x, y. Kinds of `ARTS`, a drawing, or any other word."""
    key = f"own-{zlib.crc32(kind.encode()):08x}" if kind.startswith(vector.HEAD) else kind
    return palette.repeat(
        f"art-{key}", lambda: _drawn(kind, palette.theme), transform=at(x, y, scale=size / SIZE), **attributes
    )


@lru_cache(maxsize=128)
def _drawn(kind: str, theme: Theme) -> Markup:
    if kind.startswith(vector.HEAD):
        return Markup(vector.inside(vector.cleaned(kind)))  # whoever made the sheet: nothing but shapes
    pen = Pens(Palette(theme))
    art = ARTS.get(kind)
    return art(pen) if art else tag(pen, next((char for char in kind if char.isalnum()), "?").upper())


def portrait(kind: str, name: str, *, lang: str = "fr", theme: Theme = "light", prefix: str = "object-") -> str:
    """One object as a picture of its own, `name` said aloud."""
    return picture(
        SIZE,
        SIZE,
        piece(kind, 0, 0, SIZE, Palette(theme)),
        title=name,
        description=name,
        lang=lang,
        prefix=prefix,
        class_="tablee-object",
    )
