"""Corners of laaancez: rows of shields, folds over empty rows (L9 to L12), and sheets that are none (L13)."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from tablee.games import laaancez

from .case import Case, Question, about, question
from .kit import NONSENSE, Kit, Played


class Laaancez(Kit):
    @cached_property
    def sheets(self) -> tuple[dict[str, Any], ...]:
        return tuple(self.data["sheets"])

    @cached_property
    def variants(self) -> tuple[Mapping[str, Any], ...]:
        return (*({"sheet": sheet} for sheet in self.sheets), {})

    @cached_property
    def limits(self) -> tuple[Mapping[str, Any], ...]:
        least = self.sheets[0]
        sheets = [least | {"rows": rows} for rows in self.data["limits"]]
        return tuple({"sheet": sheet} for sheet in (*sheets, {key: least[key] for key in least if key != "rows"}))

    @cached_property
    def refused(self) -> tuple[Mapping[str, Any], ...]:
        wrong = [json.loads(name) for name in self.data["names"]]
        others: list[dict[str, Any]] = [{"zones": 3}, {"sheet": "noel", "level": 1}]
        others += ({"sheet": self._wrong(*json.loads(entry))} for entry in self.data["wrong"])
        return tuple({"variant": settings} for settings in (*({"sheet": name} for name in wrong), *others))

    def _wrong(self, path: str, value: object) -> dict[str, Any]:
        """The row of shields with another value at a place."""
        made = entry = copy.deepcopy(self.sheets[1])
        *above, key = path.split(".")
        for step in above:
            entry = entry[step]
        entry[key] = value
        return made

    def corners(self, played: Played) -> Iterator[Question]:
        sheet = played.settings.get("sheet", "noel")
        if not played.brief and sheet == self.sheets[1]:
            yield from shields(played.settings)
        if not played.brief and sheet == "noel":
            yield from folds(played.settings)

    def others(self, state: laaancez.State) -> list[str]:
        sheet = state.variant.sheet
        cells = [*sheet.cells, "a9", "i1", "e2"]
        kinds = [*sheet.things, "dragon"]
        copies = [f"{player}.{kind}@{cell}" for player in (1, 2) for kind in kinds for cell in cells]
        ticks = [f"{player}.+{cell}" for player in (1, 2) for cell in cells]
        throws = [f"{own}x{aim}" for own in cells for aim in cells]
        dice = [f"d{face}" for face in range(1, 7)]
        kinds_of_event = (list(NONSENSE), self.data["events"], dice, copies, ticks, throws, ["1.-", "2.-"])
        most = max(map(len, kinds_of_event[3:6]))
        return [token for tokens in kinds_of_event for token in itertools.islice(itertools.cycle(tokens), most)]


def shields(settings: Mapping[str, Any]) -> Iterator[Question]:
    """Every row of shields, objects and gaps, when the combat begins and player 1 has to aim at it."""
    for row in itertools.product(("pic", "ecu", None), repeat=5):
        wanted = sorted((kind != "pic", kind, f"a{column}") for column, kind in enumerate(row, 1) if kind)
        if len(wanted) < 5 and "pic" not in row:
            continue  # there would be nothing to tick while player 1 fills the last cells
        events: list[str] = []
        for column in range(1, 6):
            _, kind, cell = wanted[column - 1] if column <= len(wanted) else (False, "tick", wanted[0][2])
            choice = f"2.+{cell}" if kind == "tick" else f"2.{kind}@{cell}"
            events += [FACES[kind], f"1.pic@a{column}", choice]
        yield question(Case("laaancez", settings, tuple(events)))


FACES = {"pic": "d2", "tick": "d2", "ecu": "d3"}  # each offers a pic as well


ROWS_HELD = ("a", "b", "ac", "ad", "bd", "cd")


def folds(settings: Mapping[str, Any]) -> Iterator[Question]:
    """Combats on the sheet noel, to the end, against one who stands in some rows only: folds over empty rows (L10)."""
    *cells, _ = laaancez.variant(settings).sheet.cells
    for rows in ROWS_HELD:
        held = (cell for cell in cells if cell[0] in rows)
        events: list[str] = []
        for begin in range(0, len(cells), 4):
            (first, *others), aim = cells[begin : begin + 4], next(held)
            events += ["d2", f"1.sapin@{first}", f"2.sapin@{aim}"]
            for cell in others:  # a sapin takes three ticks (L13)
                events += ["d6", f"1.renne@{cell}", f"2.+{aim}"]
        yield from _fought(Case("laaancez", settings, tuple(events)))
    for front in "bcde":  # both alike, with nothing to throw before that row: both sheets fold to it at once
        events = []
        for cell in cells:
            die, kind = ("d2", "sapin") if cell[0] < front else ("d6", "renne")
            events += [die, f"1.{kind}@{cell}", f"2.{kind}@{cell}"]
        yield from _fought(Case("laaancez", settings, tuple(events)))


def _fought(case: Case) -> Iterator[Question]:
    """Every position of a combat in which everybody makes their first move."""
    game, states = case.played()
    state = states[-1]
    while players := game.players(state):
        yield about(case, game, state)
        move = game.moves(state, players[0])[0]
        case, state = case.then(str(move)), game.play(state, move)
    yield about(case, game, state)


KIT = Laaancez.shipped("laaancez")
