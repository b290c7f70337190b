"""Who sits at the table, as a small picture: an animal's face on a round of colour."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .svg import Markup, circle, ellipse, group, join, path

INK = "#3b2a22"
COLOURS = {
    "rouge": "#e5675c",
    "bleu": "#6fa8dc",
    "vert": "#7dbb6e",
    "jaune": "#f3cf5b",
    "violet": "#a98bd0",
    "orange": "#f0a04b",
    "rose": "#f2a7c3",
    "turquoise": "#5fc2b8",
}
PLAIN = "#d9cdb8"  # behind those that have no colour of their own
EARS = {  # the left ear; the right one is its mirror image
    "pointed": "M24 52 L22 16 L48 32 Z",
    "round": "M14 32 A13 13 0 1 1 40 32 A13 13 0 1 1 14 32 Z",
    "large": "M6 36 A18 18 0 1 1 42 36 A18 18 0 1 1 6 36 Z",
    "long": "M34 40 C22 26 22 2 33 3 C44 4 46 24 45 38 Z",
    "hanging": "M30 32 C12 28 8 48 14 64 C18 72 26 66 28 56 Z",
    "folded": "M22 48 L18 22 L44 32 C34 34 26 40 22 48 Z",
    "square": "M16 50 L24 50 L24 68 L16 68 Z",
    "none": "",
}


@dataclass(frozen=True, slots=True)
class Face:
    """What an animal's face is made of. `mane`, `muzzle`, `patch`: colours of what not every animal has."""

    fur: str
    ears: str
    ear: str = ""
    inner: str = ""
    mane: str = ""
    muzzle: str = ""
    patch: str = ""
    nose: str = INK
    beak: bool = False
    snout: bool = False
    whiskers: bool = False
    wide: bool = False  # a mouth from ear to ear, and eyes on top
    large: bool = False  # eyes that see at night


FACES = {
    "chat": Face("#f0b36a", "pointed", inner="#f7cdbd", muzzle="#fff3df", nose="#d0605e", whiskers=True),
    "ours": Face("#9a6a3f", "round", inner="#c99b6b", muzzle="#e8cda6"),
    "grenouille": Face("#86c267", "none", wide=True),
    "panda": Face("#fdfaf4", "round", "#3b3536", patch="#3b3536"),
    "souris": Face("#bdb9b6", "large", inner="#f3bfc4", nose="#d0605e", whiskers=True),
    "lion": Face("#f5c862", "round", mane="#b8692a", muzzle="#fff0cd"),
    "cochon": Face("#f4b3ba", "folded", inner="#e58d98", nose="#e58d98", snout=True),
    "chien": Face("#d8a56c", "hanging", "#8a5a2b", muzzle="#fff3df"),
    # the bots' own
    "poussin": Face("#ffdf6b", "none", nose="#ef8b2c", beak=True),
    "lapin": Face("#f1e9df", "long", inner="#f3bfc4", muzzle="#ffffff", nose="#d0605e", whiskers=True),
    "ecureuil": Face("#c9703a", "pointed", inner="#8d4520", muzzle="#fbe6cd"),
    "renard": Face("#e57b2e", "pointed", "#7a3b17", muzzle="#fff6ea"),
    "hibou": Face("#96755a", "pointed", nose="#efab3a", beak=True, large=True),
    "robot": Face("#c7d0d6", "square", "#8b979f", large=True, nose="#8b979f"),
}


def _inked(d: str, fill: str, width: float = 3) -> Markup:
    return path(d, fill=fill, stroke=INK, stroke_width=width, stroke_linejoin="round")


def _both(d: str, fill: str, width: float = 3) -> Markup:
    """A shape and its mirror image."""
    one = _inked(d, fill, width)
    return join((one, group(one, transform="matrix(-1 0 0 1 100 0)")))


def _eyes(face: Face) -> Markup:
    high, apart, size = (34, 19, 6.0) if face.wide else (56, 14, 4.6)
    parts = []
    for x in (50 - apart, 50 + apart):
        if face.wide:
            parts.append(circle(x, high, 12, fill=face.fur, stroke=INK, stroke_width=3))
        if face.large:
            parts.append(circle(x, high, 11, fill="#ffffff", stroke=INK, stroke_width=2.4))
        if face.patch:
            parts.append(ellipse(x, high, 8, 10, fill=face.patch))
        parts.append(circle(x, high, size, fill="#ffffff" if face.patch else INK))
        parts.append(circle(x + 1.4, high - 1.6, size * 0.4, fill=INK if face.patch else "#ffffff"))
    return join(parts)


def _mouth(face: Face) -> Markup:
    line = {"fill": "none", "stroke": INK, "stroke_width": 2.6, "stroke_linecap": "round"}
    if face.wide:
        return path("M28 64 Q50 84 72 64", **line)
    if face.beak:
        return _inked("M42 64 L58 64 L50 77 Z", face.nose, 2.4)
    if face.snout:
        holes = (ellipse(x, 69, 2.2, 3.4, fill=INK) for x in (45, 55))
        return join((ellipse(50, 69, 13, 9, fill=face.nose, stroke=INK, stroke_width=2.4), *holes))
    parts = [ellipse(50, 73, 15, 11, fill=face.muzzle)] if face.muzzle else []
    parts += [ellipse(50, 67, 5, 3.8, fill=face.nose), path("M42 75 Q46 79 50 74 Q54 79 58 75", **line)]
    if face.whiskers:
        parts.append(path("M14 66 L30 69 M15 78 L31 75 M86 66 L70 69 M85 78 L69 75", **line))
    return join(parts)


@lru_cache(maxsize=256)
def drawn(animal: str, colour: str = "") -> Markup:
    """The face in a square of 100 by 100; a word that nobody has drawn is a robot."""
    face = FACES.get(animal, FACES["robot"])
    parts = [circle(50, 50, 48, fill=COLOURS.get(colour, PLAIN), stroke=INK, stroke_width=3)]
    if face.mane:
        parts.append(circle(50, 56, 38, fill=face.mane, stroke=INK, stroke_width=3))
    if EARS[face.ears]:
        parts.append(_both(EARS[face.ears], face.ear or face.fur))
    if face.inner:
        small = "translate(50 50) scale(.55) translate(-50 -50)"
        shift = {"pointed": "-9.5 -8", "folded": "-9 -7"}.get(face.ears, "-11 -9" if face.ears != "long" else "-5 -9")
        one = group(path(EARS[face.ears], fill=face.inner, transform=small), transform=f"translate({shift})")
        parts += [one, group(one, transform="matrix(-1 0 0 1 100 0)")]
    parts.append(ellipse(50, 60, 31, 28, fill=face.fur, stroke=INK, stroke_width=3))
    return join((*parts, _eyes(face), _mouth(face)))
