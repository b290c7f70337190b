"""The things that are thrown, the candle, the Gift and the two peoples: small pictures with character. Every picture is
a file of the folder `arts`, drawn in a square of 100 by 100 with the colours of the light palette; `Arts.piece` puts it
where it belongs. A sheet of one's own names one of `ARTS`; what nobody has drawn gets a gift tag with its initial."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from .palette import Theme
from .svg import Markup, at, element, escape, group, picture

SIZE = 100.0
SIGNS = ("animal-", "bow", "box-", "die", "heart-", "tag")  # files that no sheet of objects can name
ARTS = tuple(
    sorted(
        file.name.removesuffix(".svg")
        for file in (resources.files(__package__) / "arts").iterdir()
        if not file.name.startswith(SIGNS)
    )
)


@lru_cache(maxsize=128)
def art(name: str, package: str = "tablee.drawing") -> Markup:
    """The shapes in a file of the folder `arts` of a package, their colours by name alone, for `dress` to write out."""
    lines = (resources.files(package) / "arts" / f"{name}.svg").read_text(encoding="utf-8").splitlines()
    _head, _comment, *shapes, _tail = lines
    return Markup(re.sub(r'("var\(--[a-z-]+), #[0-9a-f]{6}\)"', r'\1)"', "".join(map(str.strip, shapes))))


class Arts:
    """The pictures within a drawing: each is defined once, under an id that begins with a prefix, and then referred to;
    without a prefix it is drawn wherever it stands."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._defined: dict[str, Markup] = {}

    def use(self, kind: str, **attributes: object) -> Markup:
        """A file of `arts`, or any other word, which gets a tag."""
        if not self._prefix:
            return group(_draw(kind), **attributes)
        name = f"{self._prefix}art-{kind}"
        if name not in self._defined:
            self._defined[name] = element("defs", group(_draw(kind), id=name))
        return element("use", href=f"#{name}", **attributes)

    def piece(self, kind: str, x: float, y: float, size: float, **attributes: object) -> Markup:
        """The picture of an object with its upper left corner at x, y."""
        return self.use(kind, transform=at(x, y, scale=size / SIZE), **attributes)

    def add(self, others: Arts) -> None:
        """Define what other pictures of the same drawing refer to."""
        self._defined |= others._defined

    def definitions(self) -> list[Markup]:
        return list(self._defined.values())


@lru_cache(maxsize=128)
def _draw(kind: str) -> Markup:
    if kind in ARTS or kind.startswith(("box-", "heart-")):
        return art(kind)
    initial = next((char for char in kind if char.isalnum()), "?").upper()
    return Markup(art("tag").replace(">?<", f">{escape(initial)}<"))


def portrait(kind: str, name: str, *, lang: str = "fr", theme: Theme = "light", prefix: str = "object-") -> str:
    """One object as a picture of its own, `name` said aloud."""
    piece = Arts().piece(kind, 0, 0, SIZE)
    return picture((SIZE, SIZE), [piece], name, name, lang, prefix, "tablee-object", theme)
