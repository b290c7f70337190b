"""Lessons: each game that has one brings it as its module `lesson`, written down in the file beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from tablee.core.game import Variant
from tablee.core.registry import load, package, part
from tablee.core.words import Text

from .lesson import Choice, Lesson, Step


def read(game: str, variant: Variant) -> Lesson:
    """The lesson that `lesson.toml` in the package of a game holds; `variant` is what it plays."""
    data = tomllib.loads((resources.files(package(game)) / "lesson.toml").read_text(encoding="utf-8"))
    steps = tuple(_step(game, **step) for step in data["steps"])
    return Lesson(game, Text(**data["about"]), variant, steps, tuple(Text(**one) for one in data["learnt"]))


def _step(game: str, *, settings: Mapping[str, object] | None = None, **data: Any) -> Step:
    for key in ("title", "words", "task", "why", "hint"):
        data[key] = Text(**data[key])
    data["hints"] = {answer: Text(**said) for answer, said in data.get("hints", {}).items()}
    data["choices"] = tuple(Choice(**{**one, "label": Text(**one["label"])}) for one in data.get("choices", ()))
    return Step(**data, variant=load(game).variant(settings) if settings else None)


def lesson(name: str) -> Lesson | None:
    """The lesson of the game of that name, if there is one."""
    found: Lesson | None = getattr(part(name, "lesson"), "LESSON", None)
    return found
