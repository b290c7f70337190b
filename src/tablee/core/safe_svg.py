"""An owner's drawing of an object: an SVG made of shapes only, read, cleaned and brought to a square of 100 by 100.
What is left cannot run anything, load anything or reach out of its square's markup: it is built anew, element by
element, from the shapes and attributes listed here. Reading a cleaned drawing again gives the same text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tablee.core.errors import SheetError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LONGEST = 16_000  # characters
MOST_SHAPES = 300
DEEPEST = 12
HEAD, TAIL = '<svg viewBox="0 0 100 100">', "</svg>"
SPACE = "{http://www.w3.org/2000/svg}"
SHAPES = ("g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon")
SILENT = ("title", "desc", "metadata")  # say something about the drawing, draw nothing
STROKES = ("stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-opacity")
LOOKS = ("fill", "fill-rule", "fill-opacity", "stroke", *STROKES, "opacity")
PLACES = ("d", "points", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "transform")
VALUE = re.compile(r"[-+#%.,()\w\s]*")


def clean(text: str, key: str = "drawing") -> str:
    """The drawing, harmless; or a SheetError that says what is not allowed in it."""
    from xml.etree import ElementTree

    if len(text) > LONGEST:
        raise _refuse(
            key, f"dépasse {LONGEST} signes ; simplifiez-le", f"has more than {LONGEST} characters; simplify it"
        )
    text = re.sub(r"<!DOCTYPE[^\[>]*>", "", text)
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise _refuse(key, "définit des entités ; enlevez sa ligne DOCTYPE", "defines entities; take out its DOCTYPE")
    try:
        root = ElementTree.fromstring(re.sub(r"^\s*<\?xml[^>]*\?>", "", text))
    except (ElementTree.ParseError, ValueError):
        raise _refuse(
            key, "ne se lit pas : ce n’est pas du SVG valable", "cannot be read: it is not valid SVG"
        ) from None
    if root.tag.removeprefix(SPACE) != "svg":
        raise _refuse(key, "n’est pas un dessin SVG", "is not an SVG drawing")
    parts: list[str] = []
    for child in root:
        _add(child, key, parts, 1)
    if not any(not part.startswith(("<g", "</g")) for part in parts):
        raise _refuse(key, "ne montre aucune forme", "shows no shape")
    looks = _attributes(root, key, LOOKS)
    move = _square(root, key)
    inside = "".join(parts)
    if move or looks:
        inside = f"<g{looks}{move}>{inside}</g>"
    return HEAD + inside + TAIL


def inside(drawing: str) -> str:
    """The shapes of a cleaned drawing, without the picture around them."""
    return drawing.removeprefix(HEAD).removesuffix(TAIL)


def _refuse(key: str, fr: str, en: str) -> SheetError:
    return SheetError(f"le dessin {fr}.", f"the drawing {en}.", key=key)


def _square(root: Element, key: str) -> str:
    """What brings the drawing into the square: its viewBox, or its width and height, in the middle."""
    box = root.get("viewBox") or f"0 0 {root.get('width', '')} {root.get('height', '')}".replace("px", "")
    try:
        left, top, width, height = map(float, box.replace(",", " ").split())
    except ValueError:
        width = height = 0.0
    if not (0 < width < 1e5 and 0 < height < 1e5 and abs(left) < 1e5 and abs(top) < 1e5):
        raise _refuse(key, "n’a pas de viewBox (comme « 0 0 100 100 »)", "has no viewBox (like “0 0 100 100”)")
    scale = 100 / max(width, height)
    across, down = (100 - width * scale) / 2 - left * scale, (100 - height * scale) / 2 - top * scale
    if (round(across, 3), round(down, 3), round(scale, 5)) == (0, 0, 1):
        return ""
    return f' transform="translate({across:.3f} {down:.3f}) scale({scale:.5f})"'


def _add(element: Element, key: str, parts: list[str], depth: int) -> None:
    tag = element.tag
    if tag.startswith("{") and not tag.startswith(SPACE):
        return  # notes of a drawing program
    name = tag.removeprefix(SPACE)
    children = list(element)
    if name in SILENT or (name == "defs" and not children):
        return
    if name not in SHAPES:
        raise _refuse(
            key,
            f"contient « {name[:20]} » ; seules des formes sont permises : {', '.join(SHAPES)}",
            f"holds “{name[:20]}”; only shapes are allowed: {', '.join(SHAPES)}",
        )
    if len(parts) >= MOST_SHAPES or depth > DEEPEST:
        raise _refuse(key, f"a plus de {MOST_SHAPES} formes", f"has more than {MOST_SHAPES} shapes")
    written = f"<{name}{_attributes(element, key, (*LOOKS, *PLACES))}"
    if name != "g":
        parts.append(f"{written}/>")
        return
    parts.append(f"{written}>")
    for child in children:
        _add(child, key, parts, depth + 1)
    parts.append("</g>")


def _attributes(element: Element, key: str, allowed: tuple[str, ...]) -> str:
    given: dict[str, str] = dict(element.attrib)
    for declaration in given.pop("style", "").split(";"):
        name, _, value = declaration.partition(":")
        given[name.strip()] = value.strip()
    for name, value in given.items():
        plain = name.rpartition("}")[2].lower()
        if plain.startswith("on") or plain == "href" or "url(" in value.lower():
            raise _refuse(
                key,
                f"renvoie ailleurs ou agit ({plain[:20]}) ; seules des formes sont permises",
                f"refers elsewhere or acts ({plain[:20]}); only shapes are allowed",
            )
    return "".join(
        f' {name}="{" ".join(given[name].split())}"'
        for name in allowed
        if name in given and VALUE.fullmatch(given[name])
    )
