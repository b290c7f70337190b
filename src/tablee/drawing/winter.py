"""More things of winter to choose from, for sheets of objects of one's own: `drawing = "luge"`."""

from __future__ import annotations

from .pens import Art, Pens
from .svg import Markup, circle, ellipse, join


def lanterne(pen: Pens) -> Markup:
    """A lantern, wide awake."""
    return join(
        (
            pen.stroke("M36 18 Q50 -4 64 18", "art-ink", 4),
            pen.shape("M26 30 Q50 6 74 30 Z", "steel"),
            pen.shape("M31 30 L69 30 L73 80 L27 80 Z", "flame-core"),
            pen.shape("M50 34 C55 41 58 45 57 50 C55 56 45 56 43 50 C42 45 45 41 50 34 Z", "flame", 3),
            pen.eyes(50, 64, 18, 4),
            pen.cheeks(50, 71, 32),
            pen.smile(50, 70, 11, 3),
            pen.shape("M21 80 L79 80 L81 92 L19 92 Z", "steel"),
        )
    )


def luge(pen: Pens) -> Markup:
    """A sledge that cannot wait for the hill."""
    runner, rope = "M10 80 L78 80 Q95 79 92 62 Q90 54 82 54", "M80 42 Q96 22 76 16 Q68 14 62 20"
    return join(
        (
            pen.stroke("M1 34 L14 36 M0 50 L9 51", "steel-shade", 4),
            pen.stroke("M26 58 L26 78 M66 58 L66 78", "art-ink", 6),
            pen.stroke(runner, "art-ink", 10),
            pen.stroke(runner, "red", 4.4),
            pen.stroke(rope, "art-ink", 8),
            pen.stroke(rope, "red", 3),
            pen.shape("M12 36 L86 34 Q90 46 86 58 L12 60 Q8 48 12 36 Z", "fur"),
            pen.stroke("M14 52 L86 50", "fur-shade", 2.6),
            pen.eyes(48, 43, 24, 4.4),
            pen.smile(48, 49, 13, 3),
        )
    )


def gant(pen: Pens) -> Markup:
    """A mitten with a firm handshake."""
    return join(
        (
            pen.shape("M28 80 L24 46 C24 14 70 12 72 44 C80 36 95 44 90 56 C86 68 76 70 72 80 Z", "green"),
            pen.tint(
                "M60 20 C70 28 70 60 64 78 L72 78 C78 68 86 64 88 54 C86 46 78 46 72 52 C72 34 68 24 60 20 Z",
                "green-shade",
            ),
            pen.eyes(46, 42, 20, 4.4),
            pen.cheeks(46, 52, 36),
            pen.smile(46, 51, 14, 4),
            pen.shape("M22 74 Q50 68 78 74 Q82 84 77 93 Q50 88 23 93 Q18 84 22 74 Z", "snow"),
            pen.stroke("M36 76 L36 88 M50 75 L50 87 M64 76 L64 88", "snow-shade", 3),
        )
    )


def echarpe(pen: Pens) -> Markup:
    """A scarf, knitted with love."""
    return join(
        (
            pen.shape("M56 50 L78 46 L84 84 L60 88 Z", "red"),
            pen.stroke("M62 88 L63 96 M69 87 L70 95 M76 86 L77 94 M83 84 L84 92", "art-ink", 3),
            pen.stroke("M62 64 L77 61 M64 76 L79 73", "snow-shade", 4),
            pen.shape("M34 56 L54 58 L48 90 L26 84 Z", "red"),
            pen.stroke("M27 84 L25 92 M33 86 L31 94 M40 88 L39 95 M47 90 L46 96", "art-ink", 3),
            pen.stroke("M36 69 L48 71", "snow-shade", 4),
            pen.shape("M10 30 C12 8 88 8 90 30 C92 52 76 62 50 62 C24 62 8 52 10 30 Z", "red"),
            pen.tint("M22 28 C28 16 72 16 78 28 C70 36 30 36 22 28 Z", "art-ink", 0.45),
            pen.eyes(50, 44, 24, 4.2),
            pen.smile(50, 50, 13, 3.4),
        )
    )


def traineau(pen: Pens) -> Markup:
    """Père Noël's sleigh, without the driver."""
    runner = "M14 86 L80 86 Q96 84 91 71"
    return join(
        (
            pen.stroke("M32 68 L30 84 M70 68 L72 84", "art-ink", 5),
            pen.stroke(runner, "art-ink", 9),
            pen.stroke(runner, "gold", 4),
            pen.ball(56, 34, 14, "violet"),
            pen.shape("M46 38 L72 30 L78 52 L48 54 Z", "green"),
            pen.stroke("M60 38 L63 50", "gold", 3.4),
            pen.shape(
                "M9 22 Q20 14 26 26 Q30 46 46 48 L72 48 Q76 32 88 32 Q97 34 92 42 Q90 66 74 70"
                " L34 70 Q14 62 12 34 Q7 30 9 22 Z",
                "red",
            ),
            pen.stroke("M20 40 Q26 60 40 63 L74 63 Q82 60 85 46", "gold", 2.8),
            pen.eyes(54, 55, 20, 3.8),
            pen.smile(54, 59, 9, 1.6),
        )
    )


def cloche(pen: Pens) -> Markup:
    """A bell that tells everybody."""
    return join(
        (
            pen.stroke("M6 44 Q2 56 8 66 M94 44 Q98 56 92 66", "gold-shade", 4),
            pen.ball(50, 83, 9, "gold"),
            pen.shape("M50 16 C76 16 74 46 80 64 L88 78 Q50 86 12 78 L20 64 C26 46 24 16 50 16 Z", "gold"),
            pen.tint("M60 20 C72 28 70 48 76 66 L82 76 Q72 79 62 80 Q70 48 60 20 Z", "gold-shade", 0.8),
            pen.shape("M50 16 C36 18 26 12 30 5 C38 1 46 8 50 16 Z", "red", 3),
            pen.shape("M50 16 C64 18 74 12 70 5 C62 1 54 8 50 16 Z", "red", 3),
            pen.eyes(49, 48, 20, 4.4),
            pen.cheeks(49, 58, 36),
            pen.shape("M41 57 Q49 72 58 57 Q49 61 41 57 Z", "red-shade", 2.8),
        )
    )


def pomme_de_pin(pen: Pens) -> Markup:
    """A pine cone, older than it looks."""
    return join(
        (
            pen.stroke("M50 18 L34 4 M50 18 L44 2 M50 18 L56 2 M50 18 L66 4", "green-shade", 4),
            pen.shape("M50 14 C76 18 88 46 78 70 C71 87 60 95 50 95 C40 95 29 87 22 70 C12 46 24 18 50 14 Z", "fur"),
            pen.stroke(
                "M30 27 Q40 36 50 27 Q60 36 70 27 M25 70 Q31 80 40 71 Q50 82 60 71 Q69 80 75 70"
                " M32 84 Q41 92 50 84 Q59 92 68 84",
                "fur-shade",
                4,
            ),
            pen.stroke("M24 43 Q26 49 31 47 M76 43 Q74 49 69 47", "fur-shade", 4),
            pen.eyes(50, 48, 22, 4.6),
            pen.stroke("M34 38 L45 41 M66 38 L55 41", "art-ink", 3.2),
            pen.smile(50, 59, 12, 3),
        )
    )


def biscuit(pen: Pens) -> Markup:
    """A gingerbread man, still warm."""
    return join(
        (
            pen.shape(
                "M38 44 L16 42 Q4 48 12 58 L34 62 L26 84 Q28 96 40 92 L50 78 L60 92 Q72 96 74 84 L66 62"
                " L88 58 Q96 48 84 42 L62 44 Z",
                "fur",
            ),
            pen.ball(50, 27, 21, "fur"),
            pen.tint("M36 44 Q50 52 64 44 L64 48 Q50 54 36 48 Z", "fur-shade"),
            pen.stroke("M17 46 Q14 50 19 54 M83 46 Q86 50 81 54 M31 84 Q34 88 39 88 M69 84 Q66 88 61 88", "snow", 3.4),
            pen.ball(50, 60, 3.6, "red", 2.2),
            pen.ball(50, 71, 3.6, "green", 2.2),
            pen.eyes(50, 24, 18, 4),
            pen.cheeks(50, 31, 30, 4),
            pen.smile(50, 32, 13, 3.4),
        )
    )


def chaussette(pen: Pens) -> Markup:
    """A stocking with room for one more."""
    return join(
        (
            pen.shape("M30 24 L66 24 L67 54 Q90 58 92 76 Q90 92 70 92 Q44 92 34 74 Q30 66 30 54 Z", "red"),
            pen.shape("M74 57 Q91 60 92 76 Q90 91 74 92 Q66 76 74 57 Z", "green", 3),
            pen.shape("M31 58 Q42 60 46 70 Q46 78 40 82 Q31 74 31 58 Z", "green", 3),
            pen.eyes(50, 40, 18, 4.2),
            pen.smile(50, 47, 11, 3.2),
            pen.shape("M24 10 Q48 4 72 10 Q76 20 72 29 Q48 24 24 29 Q20 20 24 10 Z", "snow"),
            pen.stroke("M66 10 Q84 0 80 16", "art-ink", 3.4),
        )
    )


def flocon(pen: Pens) -> Markup:
    """A snowflake: no two alike, and it knows."""
    arms = "M50 4 L50 96 M10 27 L90 73 M10 73 L90 27"
    twigs = (
        "M40 8 L50 19 L60 8 M40 92 L50 81 L60 92 M8 38 L23 34 L19 20 M92 62 L77 66 L81 80"
        " M8 62 L23 66 L19 80 M92 38 L77 34 L81 20"
    )
    return join(
        (
            pen.stroke(f"{arms} {twigs}", "art-ink", 9),
            pen.stroke(f"{arms} {twigs}", "snow-shade", 4),
            pen.ball(50, 50, 21, "snow"),
            pen.eyes(50, 47, 17, 4.2),
            pen.cheeks(50, 54, 28, 4),
            pen.smile(50, 54, 10, 3.4),
        )
    )


def guirlande(pen: Pens) -> Markup:
    """Three lamps on a string, never silent."""
    lamps = ((20, 50, "red"), (50, 63, "gold"), (80, 50, "green"))
    return join(
        (
            pen.stroke("M2 14 Q50 62 98 14", "art-ink", 4),
            *(
                join(
                    (
                        pen.shape(
                            f"M{x - 6} {y - 22} L{x + 6} {y - 22} L{x + 7} {y - 12} L{x - 7} {y - 12} Z", "steel", 3
                        ),
                        pen.shape(
                            f"M{x} {y + 26} C{x - 20} {y + 16} {x - 18} {y - 12} {x} {y - 13}"
                            f" C{x + 18} {y - 12} {x + 20} {y + 16} {x} {y + 26} Z",
                            colour,
                        ),
                        pen.eyes(x, y, 10, 3),
                        pen.smile(x, y + 7, 7, 2.4),
                    )
                )
                for x, y, colour in lamps
            ),
        )
    )


def marron(pen: Pens) -> Markup:
    """A chestnut, hot from the fire."""
    return join(
        (
            pen.stroke("M32 20 C26 14 38 10 32 3 M50 16 C44 11 56 7 50 1 M68 20 C62 14 74 10 68 3", "smoke", 3.6),
            pen.shape(
                "M50 22 C56 28 88 32 88 62 C88 84 68 92 50 92 C32 92 12 84 12 62 C12 32 44 28 50 22 Z", "fur-shade"
            ),
            pen.tint("M16 72 Q50 56 84 72 Q76 90 50 90 Q24 90 16 72 Z", "skin"),
            pen.stroke("M26 44 Q32 36 40 34", "snow", 3.4),
            circle(39, 54, 7, fill=pen["snow"]),
            circle(61, 54, 7, fill=pen["snow"]),
            pen.eyes(50, 54, 22, 4.4),
            pen.smile(50, 75, 15, 3.6),
        )
    )


def tambour(pen: Pens) -> Markup:
    """A drum that wakes the whole house."""
    return join(
        (
            pen.shape("M14 34 L18 78 Q50 96 82 78 L86 34 Z", "red"),
            pen.stroke("M17 44 L28 80 M83 44 L72 80", "gold", 3.6),
            pen.shape("M15 68 Q50 86 85 68 L84 78 Q50 97 16 78 Z", "gold", 3),
            ellipse(50, 33, 37, 13, fill=pen["snow"], stroke=pen["art-ink"], stroke_width=3.6),
            pen.stroke("M14 35 Q15 48 50 49 Q85 48 86 35", "art-ink", 3),
            pen.stroke("M10 6 L46 32 M90 6 L58 30", "art-ink", 7),
            pen.stroke("M10 6 L46 32 M90 6 L58 30", "fur", 3),
            pen.ball(46, 32, 5, "fur", 3),
            pen.ball(58, 30, 5, "fur", 3),
            pen.eyes(50, 58, 20, 4),
            pen.smile(50, 64, 12, 2.6),
        )
    )


def toupie(pen: Pens) -> Markup:
    """A spinning top, a little dizzy."""
    return join(
        (
            pen.stroke("M4 62 Q8 78 24 86 M96 62 Q92 78 76 86", "steel-shade", 4),
            pen.stroke("M50 26 L50 8", "art-ink", 8),
            pen.ball(50, 8, 6, "red", 3.2),
            pen.shape("M10 40 C20 18 80 18 90 40 C88 62 58 80 53 92 L50 97 L47 92 C42 80 12 62 10 40 Z", "violet"),
            pen.shape("M11 44 Q50 60 89 44 Q86 54 79 61 Q50 74 21 61 Q14 54 11 44 Z", "gold", 3),
            pen.tint("M66 26 C80 30 88 36 88 40 C86 58 66 74 56 84 C72 62 74 44 66 26 Z", "art-ink", 0.16),
            pen.eyes(50, 38, 22, 4.4),
            pen.smile(50, 44, 10, 2.4),
        )
    )


def houx(pen: Pens) -> Markup:
    """Holly: look, do not touch."""
    left = "M50 50 C45 37 36 40 34 28 C26 34 19 25 7 26 C12 35 4 42 11 51 C9 60 19 62 24 70 C31 62 43 66 50 50 Z"
    right = "M50 50 C55 37 64 40 66 28 C74 34 81 25 93 26 C88 35 96 42 89 51 C91 60 81 62 76 70 C69 62 57 66 50 50 Z"
    return join(
        (
            pen.shape(left, "green"),
            pen.shape(right, "green"),
            pen.stroke("M16 36 Q32 44 46 51 M84 36 Q68 44 54 51", "green-shade", 3),
            pen.ball(33, 76, 12, "red"),
            pen.ball(67, 76, 12, "red"),
            pen.ball(50, 62, 19, "red"),
            pen.stroke("M40 52 Q44 47 50 47", "snow", 3),
            pen.eyes(50, 59, 15, 4),
            pen.smile(50, 67, 11, 3),
        )
    )


def patin(pen: Pens) -> Markup:
    """An ice skate, off it goes."""
    blade = "M12 90 L82 90 Q95 89 92 80"
    return join(
        (
            pen.stroke("M30 76 L30 88 M74 76 L74 88", "art-ink", 5),
            pen.stroke(blade, "art-ink", 8),
            pen.stroke(blade, "steel", 3.2),
            pen.shape("M24 16 L58 16 L60 42 Q64 50 78 52 Q90 56 88 76 L22 76 Q24 44 24 16 Z", "snow"),
            pen.tint("M24 66 Q56 72 88 66 L88 75 L23 75 Z", "snow-shade"),
            pen.shape("M20 8 Q42 4 62 8 L62 20 Q42 16 20 20 Z", "red"),
            pen.stroke("M48 26 L60 28 M48 34 L61 36 M52 44 L64 42", "red-shade", 3.2),
            pen.eyes(46, 54, 18, 4.2),
            pen.smile(46, 61, 11, 3),
        )
    )


ARTS: dict[str, Art] = {
    art.__name__: art
    for art in (
        lanterne,
        luge,
        gant,
        echarpe,
        traineau,
        cloche,
        pomme_de_pin,
        biscuit,
        chaussette,
        flocon,
        guirlande,
        marron,
        tambour,
        toupie,
        houx,
        patin,
    )
}
