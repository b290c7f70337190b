"""How all experiments are told: figures in words, as rows of a plot and for programs, and the text they stand in."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple
from typing import Any, NamedTuple

from tablee.core.words import Text, align, decimal, percent
from tablee.drawing.plots import Row, Rows

from .estimate import Estimate
from .experiment import Experiment

CUT = Text("Interrompu : voici ce qui est joué.", "Interrupted: this is what has been played.")
NOTHING = Text("Rien n’est encore joué.", "Nothing has been played yet.")
PERCENT, PLAIN = Text(" %", "%"), Text("", "")
BINS = 16
Table = tuple[Text | None, Sequence[Sequence[str]]]


class Figure(NamedTuple):
    """Something measured: its key for programs, its title, the figure, and the factor and unit it is written with."""

    key: str
    title: Text
    found: Estimate | None
    times: float = 100.0
    unit: Text = PERCENT
    spec: str = ".1f"
    width: int = 0

    def text(self, lang: str) -> str:
        """`48,5 % [47,1 – 49,9]`; a dash where there is no figure."""
        if self.found is None:
            return "–"
        value, low, high = (decimal(self.times * bound, self.spec).in_lang(lang) for bound in astuple(self.found))
        return f"{value:>{self.width}}{self.unit.in_lang(lang)} [{low} – {high}]"


def histogram(title: str, counts: Mapping[int, int], lang: str) -> Rows:
    """How often each whole number came, in at most BINS rows."""
    least, most, total = min(counts), max(counts), sum(counts.values())
    step = -(-(most - least + 1) // BINS)
    rows = []
    for low in range(least, most + 1, step):
        high = min(low + step - 1, most)
        share = sum(counts.get(value, 0) for value in range(low, high + 1)) / total
        rows.append(Row(f"{low}" if high == low else f"{low}–{high}", 100 * share, percent(share).in_lang(lang)))
    return Rows(title, rows)


def bars(title: Text, figures: Iterable[Figure], lang: str, **settings: Any) -> list[Rows]:
    """A plot of figures with their intervals; none without figures."""
    rows = []
    for figure in figures:
        if figure.found is not None:
            value, low, high = (figure.times * bound for bound in astuple(figure.found))
            rows.append(Row(figure.title.in_lang(lang), value, figure.text(lang).strip(), low, high))
    return [Rows(title.in_lang(lang), rows, **settings)] if rows else []


def heading(plan: Experiment, played: Text, lang: str) -> str:
    """The first line: the game, its settings, and what was played."""
    settings = "".join(f", {key} {value}" for key, value in plan.named_settings.items())
    return f"{plan.game}{settings} · {played.in_lang(lang)}"


def document(
    heads: Sequence[str], complete: bool, tables: Sequence[Table], lang: str, notes: Sequence[str] = ()
) -> str:
    """What was played, then each table in columns under its title, and what is to say; empty tables are left out."""
    lines = [*([] if complete else [CUT.in_lang(lang)]), *heads]
    filled = [(title, rows) for title, rows in tables if rows]
    for title, rows in filled:
        lines += ["", *([title.in_lang(lang)] if title else []), *align(rows)]
    return "\n".join([*lines, *([] if filled else [NOTHING.in_lang(lang)]), *(["", *notes] if notes else [])])


def to_json(data: object) -> str:
    """The same text in every language."""
    return json.dumps(data, ensure_ascii=False, indent=1)
