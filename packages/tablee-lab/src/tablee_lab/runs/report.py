"""How the reports of all experiments write figures: in words, as JSON, and as rows of a plot."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tablee.core.columns import aligned
from tablee.core.words import Text, decimal
from tablee.drawing.plots import Row

from .estimate import Estimate
from .experiment import Experiment

CUT = Text("Interrompu : voici ce qui est joué.", "Interrupted: this is what has been played.")
NOTHING = Text("Rien n’est encore joué.", "Nothing has been played yet.")


def heading(plan: Experiment, played: Text, lang: str) -> str:
    """The first line: the game, its settings, and what was played."""
    settings = ", ".join(f"{key} {value}" for key, value in plan.named_settings.items())
    return f"{plan.game}, {settings} · {played.said(lang)}"


def interval(
    found: Estimate | None, lang: str, times: float = 100.0, unit: str = " %", spec: str = ".1f", width: int = 0
) -> str:
    """`48,5 % [47,1 – 49,9]`; a dash where there is no figure."""
    if found is None:
        return "–"
    value, low, high = (decimal(times * one, spec).said(lang) for one in (found.value, found.low, found.high))
    return f"{value:>{width}}{unit} [{low} – {high}]"


def row(name: Text, found: Estimate, words: str, lang: str, times: float = 100.0) -> Row:
    """A figure as a row of a plot; `words` is how it is written there."""
    return Row(name.said(lang), times * found.value, words, times * found.low, times * found.high)


def document(
    plan: Experiment,
    played: Text,
    complete: bool,
    tables: Sequence[tuple[Text | None, Sequence[Sequence[str]]]],
    lang: str,
) -> str:
    """What was played, then each table in columns under its title; empty tables are left out."""
    lines = [*([] if complete else [CUT.said(lang)]), heading(plan, played, lang)]
    shown = [(title, rows) for title, rows in tables if rows]
    for title, rows in shown:
        lines += ["", *([title.said(lang)] if title else []), *aligned(rows)]
    return "\n".join([*lines, *([] if shown else [NOTHING.said(lang)])])


def to_json(data: object) -> str:
    """The same text in every language."""
    return json.dumps(data, ensure_ascii=False, indent=1)
