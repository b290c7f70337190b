"""Where things lie on the table of « Laaancez ! », what they are called, and what touching them plays."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tablee.core.words import Text, who
from tablee.games import laaancez
from tablee.games.laaancez import LETTERS, TICK, State, Variant
from tablee.words.laaancez import message

from . import combat, dice
from .svg import Layout, Region

FOLD = 14.0  # the breadth of what shows of the folded rows


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things lie. The near sheet is the viewer's, the far one the other's."""

    layout: Layout
    width: float
    height: float
    columns: int
    near_cell: tuple[float, float]
    far_cell: tuple[float, float]
    near_edge: float  # where the near sheet's front edge lies: a height (tall) or an x (wide)
    far_edge: float
    start: float  # where columns begin, across the rows
    plate: float

    def cell(self, near: bool, row: int, column: int, breadth: int) -> tuple[float, float, float, float]:
        """The box of a cell in the visible row that is `row` steps behind the front one."""
        width, height = self.near_cell if near else self.far_cell
        shift = (self.columns - breadth) / 2 + column
        if self.layout == "tall":
            x = self.start + shift * (width + 3)
            step = height + 4
            y = self.near_edge + FOLD + row * step if near else self.far_edge - FOLD - (row + 1) * step + 4
            return x, y, width, height
        y = self.start + shift * (height + 4)
        step = width + 4
        x = self.near_edge - FOLD - (row + 1) * step + 4 if near else self.far_edge + FOLD + row * step
        return x, y, width, height


def plan(variant: Variant, layout: Layout = "wide") -> Plan:
    rows = variant.sheet.rows
    columns, deep = max(rows), len(rows)
    if layout == "tall":
        width = max(360.0, columns * 54 + 36.0)
        broad = min(63.0, (width - 36) / columns - 3)
        far_edge = 44 + FOLD + deep * 68.0
        near_edge = far_edge + 124
        start = (width - columns * (broad + 3) + 3) / 2 + 8
        height = near_edge + FOLD + deep * 94 + 48
        return Plan(layout, width, height, columns, (broad, 90), (broad, 64), near_edge, far_edge, start, 30)
    cell = (88.0, 90.0)
    near_edge = 20 + FOLD + deep * 92.0
    columns_high = max(columns, 4) * 94.0
    start = 74 + (columns_high - columns * 94) / 2
    far_edge = near_edge + 184
    return Plan(
        layout, far_edge + near_edge, 74 + columns_high + 62, columns, cell, cell, near_edge, far_edge, start, 40
    )


def size(variant: Variant, layout: Layout = "wide") -> tuple[float, float]:
    """The width and height of the viewBox."""
    where = plan(variant, layout)
    return where.width, where.height


# --- words ----------------------------------------------------------------------------------------------------


def seat_name(player: int, names: Mapping[int, str] | None = None) -> Text:
    return who(player).named(names or {})


def folded(state: State, player: int) -> int:
    """How many rows a player has folded away: none before the combat (L10)."""
    cells = state.sheets[player - 1]
    return laaancez.front(state.variant.sheet, cells) if laaancez.fighting(state) else 0


def cell_label(state: State, player: int, place: int, names: Mapping[int, str] | None = None) -> Text:
    form = state.variant.sheet
    item = state.sheets[player - 1][place]
    name, cell = seat_name(player, names), form.cells[place]
    inside = combat.item_text(form, item) if item else Text("vide", "empty")
    said = Text(f"{name.fr}, case {cell}, {inside.fr}", f"{name.en}, cell {cell}, {inside.en}")
    return said + Text(", protégé", ", protected") if guarded(state, player, place) else said


def guarded(state: State, player: int, place: int) -> bool:
    """Is a standing object protected by a Shield beside it (L9)?"""
    form, cells = state.variant.sheet, state.sheets[player - 1]
    item = cells[place]
    begin, end = next(span for span in form.spans if span[0] <= place < span[1])
    return item is not None and item.hits > 0 and laaancez.shielded(form, cells, place, begin, end)


def description(state: State, viewer: int = 0, names: Mapping[int, str] | None = None) -> Text:
    told = message(state, viewer).named(names or {})
    form = state.variant.sheet
    for player in (1, 2):
        name = seat_name(player, names)
        told += Text(f" {name.fr} :", f" {name.en}:")
        hidden = folded(state, player)
        for row, (begin, end) in enumerate(form.spans):
            letter = LETTERS[row]
            if row < hidden:
                told += Text(f" ligne {letter} pliée.", f" row {letter} folded.")
                continue
            items = [state.sheets[player - 1][place] for place in range(begin, end)]
            inside = [combat.item_text(form, item) for item in items if item]
            if inside:
                told += Text(
                    f" ligne {letter}, {' ; '.join(part.fr for part in inside)}.",
                    f" row {letter}, {'; '.join(part.en for part in inside)}.",
                )
            else:
                told += Text(f" ligne {letter} vide.", f" row {letter} empty.")
    return told


# --- what can be touched --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spot:
    """A region with what it stands for."""

    region: Region
    role: str  # cell, die, offer or pass
    player: int = 0
    place: int = -1
    kind: str | None = None  # the object or "+" that touching it would put there, or that an offer names
    marks: tuple[str, ...] = ()


def regions(
    state: State,
    viewer: int = 0,
    layout: Layout = "wide",
    actions: Collection[str] | None = None,
    picked: str | None = None,
    names: Mapping[int, str] | None = None,
) -> list[Region]:
    """Everything that can be touched: cells of both sheets, offers, the die, a pass.

    In a recruitment an empty cell into which two objects could be copied is two regions, one above the other, unless
    one of them is `picked`. In a combat the targets bear a token once a thrower is `picked` (or is the only one).
    """
    return [spot.region for spot in spots(state, viewer, layout, actions, picked, names)]


def spots(
    state: State,
    viewer: int,
    layout: Layout,
    actions: Collection[str] | None,
    picked: str | None,
    names: Mapping[int, str] | None,
) -> list[Spot]:
    where = plan(state.variant, layout)
    form = state.variant.sheet
    legal = frozenset(actions or ())
    thrower = _thrower(legal, picked)
    found: list[Spot] = []
    for player in (1, 2):
        near = player == (viewer or 1)
        hidden = folded(state, player)
        for row, (begin, end) in enumerate(form.spans):
            if row < hidden:
                continue
            for place in range(begin, end):
                box = where.cell(near, row - hidden, place - begin, end - begin)
                found += _cell_spots(state, player, place, box, legal, picked, thrower, names)
    found += _middle_spots(where, state, viewer, legal, picked)
    return found


def _thrower(legal: Collection[str], picked: str | None) -> str | None:
    """The cell that throws: the one picked, or the only one that can."""
    throwers = {token.partition("x")[0] for token in legal if "." not in token}
    if picked in throwers:
        return picked
    return throwers.pop() if len(throwers) == 1 else None


def _cell_spots(
    state: State,
    player: int,
    place: int,
    box: tuple[float, float, float, float],
    legal: frozenset[str],
    picked: str | None,
    thrower: str | None,
    names: Mapping[int, str] | None,
) -> list[Spot]:
    form = state.variant.sheet
    cell = form.cells[place]
    label = cell_label(state, player, place, names)
    key = f"{player}-{cell}"
    if state.die:
        kinds = [
            kind
            for kind in dict.fromkeys(form.faces[state.die - 1])
            if picked in (None, kind) and _token(player, kind, cell) in legal
        ]
        x, y, width, height = box
        spots = []
        for i, kind in enumerate(kinds):
            part = (x, y + i * height / len(kinds), width, height / len(kinds))
            name = key if len(kinds) == 1 else f"{key}-{i + 1}"
            said = label + (
                Text(" : cocher +1 Dégât", ": tick +1 damage")
                if kind == TICK
                else Text(f" : recopier {form.things[kind].title.fr}", f": copy {form.things[kind].title.en}")
            )
            region = Region(name, *part, said, _token(player, kind, cell))
            spots.append(Spot(region, "cell", player, place, kind, ("can",)))
        return spots or [Spot(Region(key, *box, label), "cell", player, place)]
    marks: tuple[str, ...] = ()
    token = None
    if player == state.turn and any(action.startswith(f"{cell}x") for action in legal):
        marks = ("picked",) if cell == thrower else ("can",)
        label += (
            Text(", choisi pour être lancé", ", picked to be thrown")
            if cell == thrower
            else Text(", peut être lancé", ", can be thrown")
        )
    elif player != state.turn and any(action.endswith(f"x{cell}") for action in legal):
        marks = ("aim",)
        label += Text(", peut être visé", ", can be aimed at")
        token = f"{thrower}x{cell}" if thrower and f"{thrower}x{cell}" in legal else None
    return [Spot(Region(key, *box, label, token), "cell", player, place, None, marks)]


def _token(player: int, kind: str, cell: str) -> str:
    return f"{player}.{TICK}{cell}" if kind == TICK else f"{player}.{kind}@{cell}"


def _middle_spots(where: Plan, state: State, viewer: int, legal: frozenset[str], picked: str | None) -> list[Spot]:
    """The die and the two offers of its face, or the pass; in combat there is no die."""
    if laaancez.fighting(state):
        return []
    x, y, half = _die_place(where)
    die = Spot(Region("die", x - half, y - half, 2 * half, 2 * half, dice.name(state.die)), "die")
    if not state.die:
        return [die]
    form = state.variant.sheet
    first, second = _offer_boxes(where)
    passes = sorted(token for token in legal if token.endswith(".-"))
    if passes:
        box = (first[0], first[1], second[0] + second[2] - first[0], second[1] + second[3] - first[1])
        label = Text("rien à faire : je passe", "nothing to do: pass")
        return [die, Spot(Region("pass", *box, label, passes[0]), "pass", int(passes[0][0]), marks=("can",))]
    found = [die]
    for i, (kind, box) in enumerate(zip(form.faces[state.die - 1], (first, second), strict=True)):
        label = Text("cocher +1 Dégât", "tick +1 damage") if kind == TICK else form.things[kind].title
        use = any(f".{kind}@" in token or (kind == TICK and f".{TICK}" in token) for token in legal)
        marks = tuple(mark for mark, holds in (("can", use), ("picked", picked == kind)) if holds)
        found.append(Spot(Region(f"offer-{i + 1}", *box, label), "offer", kind=kind, marks=marks))
    return found


def _die_place(where: Plan) -> tuple[float, float, float]:
    """The middle of the die and half its size."""
    if where.layout == "tall":
        return 46, where.far_edge + 77, 27
    return where.width / 2, 150, 33


def _offer_boxes(where: Plan) -> tuple[tuple[float, float, float, float], tuple[float, float, float, float]]:
    if where.layout == "tall":
        broad = (where.width - 98) / 2
        y = where.far_edge + 42
        return (86, y, broad - 3, 68), (86 + broad + 3, y, broad - 3, 68)
    x = where.near_edge + 8
    return (x, 206, 168, 72), (x, 290, 168, 72)
