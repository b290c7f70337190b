"""Small pictures that only decorate: what they show stands beside them in words."""

from functools import lru_cache

from tablee.drawing import dice, objects
from tablee.drawing.svg import Markup


@lru_cache(maxsize=256)
def portrait(kind: str, prefix: str) -> Markup:
    return _quiet(objects.portrait(kind, kind, theme="page", prefix=prefix))


@lru_cache(maxsize=256)
def die(face: int, prefix: str) -> Markup:
    return _quiet(dice.die(face, theme="page", prefix=prefix))


def _quiet(svg: str) -> Markup:
    return Markup(svg.replace('role="img"', 'aria-hidden="true" focusable="false"', 1))
