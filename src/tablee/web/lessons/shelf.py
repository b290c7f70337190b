"""The lessons there are, one for each game of the house, each written down in a file; a guest may bring its own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from typing import Any

from tablee.core.game import Variant
from tablee.core.registry import load, part
from tablee.core.words import Text
from tablee.games.laaancez import Variant as Laaancez
from tablee.games.laaancez import shipped

from .lesson import Choice, Lesson, Step

# A lesson plays a small game: three zones, and the objects of the real sheet with fewer cells to fill.
VARIANTS: dict[str, Variant] = {
    "cadeau": load("cadeau").variant({"zones": 3}),
    "blocs": load("blocs").variant({}),
    "laaancez": Laaancez(replace(shipped("noel"), name="lecon", rows=(4, 2, 1))),
}


def read(name: str) -> Lesson:
    """The lesson that the file `<name>.toml` holds."""
    data = tomllib.loads((resources.files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))
    steps = tuple(_step(name, **step) for step in data["steps"])
    return Lesson(name, Text(**data["about"]), VARIANTS[name], steps, tuple(Text(**one) for one in data["learnt"]))


def _step(game: str, *, settings: Mapping[str, object] | None = None, **data: Any) -> Step:
    for key in ("title", "words", "task", "why", "hint"):
        data[key] = Text(**data[key])
    data["hints"] = {answer: Text(**said) for answer, said in data.get("hints", {}).items()}
    data["choices"] = tuple(Choice(**{**one, "label": Text(**one["label"])}) for one in data.get("choices", ()))
    return Step(**data, variant=load(game).variant(settings) if settings else None)


LESSONS: dict[str, Lesson] = {name: read(name) for name in VARIANTS}


def lesson(name: str) -> Lesson | None:
    """The lesson of the game of that name, if there is one."""
    brought: Lesson | None = getattr(part(name, "web.lessons"), "LESSON", None)
    return LESSONS.get(name, brought)
