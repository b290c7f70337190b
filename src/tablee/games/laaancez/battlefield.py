"""Where things lie on the table of « Laaancez ! », what they are called, and what touching them plays."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tablee.core.words import Text, player_ref
from tablee.drawing.svg import Box, Layout, Region
from tablee.games import laaancez
from tablee.games.laaancez import TICK, Item, Sheet, State, Variant

from .words import EMPTY, PROTECTED, count_folded, find_protected, item_text

FOLD = 14.0  # the breadth of what shows of the folded rows
GAP = 4.0  # between rows
# How thick a row is at the front and behind it: in a combat on both sheets, and in a recruitment on one's own sheet
# and on the other's.
Rows = tuple[float, float]
FIGHTING: dict[Layout, Rows] = {"tall": (102, 23), "wide": (150, 44)}
OWN: dict[Layout, Rows] = {"tall": (70, 70), "wide": (94, 94)}
OTHER: dict[Layout, Rows] = {"tall": (20, 20), "wide": (36, 36)}
MARGIN: dict[Layout, float] = {"tall": 8, "wide": 10}  # around both sheets
HEAD = 30.0  # above the cells of a wide table: the letters of their rows


@dataclass(frozen=True, slots=True, eq=False)  # one of a kind
class Plan:
    """Where things lie. The near sheet is the viewer's, the far one the other's; their rows are stacked from the middle
    of the table outwards: up and down (tall), or to the left and right (wide)."""

    layout: Layout
    width: float
    height: float
    columns: int
    broad: float  # a cell, along its row
    near_rows: Rows
    far_rows: Rows
    near_edge: float  # where the near sheet's front edge lies: a height (tall) or an x (wide)
    far_edge: float
    start: float  # where columns begin, along the rows
    lines: tuple[tuple[float, float], ...] = ()  # where the far sheet's rows begin, if they lie one beside the other

    def cell(self, near: bool, row: int, column: int, breadth: int) -> tuple[float, float, float, float]:
        """The box of a cell in the visible row that is `row` steps behind the front one."""
        if self.lines and not near:
            (x, y), (small, _) = self.lines[row], self.far_rows
            return x + column * (small + 1.5), y, small, small
        front, behind = self.near_rows if near else self.far_rows
        thick = behind if row else front
        before = FOLD + (front + GAP + (row - 1) * (behind + GAP) if row else 0.0)
        along = self.start + ((self.columns - breadth) / 2 + column) * (self.broad + 3)
        away = self.near_edge + before if near else self.far_edge - before - thick
        if self.layout == "tall":
            return along, away, self.broad, thick
        away = self.near_edge - before - thick if near else self.far_edge + before
        return away, along, thick, self.broad


def _stack(rows: Rows, deep: int) -> float:
    """How far a sheet reaches from the middle of the table."""
    return FOLD + rows[0] + (deep - 1) * (rows[1] + GAP)


def _room(variant: Variant, layout: Layout) -> float:
    """What both sheets take together, at most."""
    deep = len(variant.sheet.rows)
    other = _lines(variant)[-1][1] + 30 if layout == "tall" else _stack(OTHER[layout], deep)
    return max(2 * _stack(FIGHTING[layout], deep), _stack(OWN[layout], deep) + other) + 8


def _breadth(variant: Variant) -> float:
    """How broad a tall table is."""
    return max(360.0, max(variant.sheet.rows) * 54 + 36.0)


def _lines(variant: Variant) -> tuple[tuple[float, float], ...]:
    """Where the rows of the other's sheet begin in a recruitment at a tall table: as many on a line as there is room
    for, right of a name; x and y."""
    small, left, most = OTHER["tall"][0] + 1.5, 92.0, _breadth(variant) - 6
    found: list[tuple[float, float]] = []
    x, y = left, 10.0
    for row in variant.sheet.rows:
        if found and x + 16 + row * small > most:
            x, y = left, y + small + 3
        found.append((x + 16, y))
        x += 18 + row * small
    return tuple(found)


@lru_cache(maxsize=64)
def size(variant: Variant, layout: Layout = "wide") -> tuple[float, float]:
    """The width and height of the viewBox: the same in a recruitment and in a combat."""
    columns = max(variant.sheet.rows)
    if layout == "tall":
        return _breadth(variant), _room(variant, layout) + 2 * MARGIN[layout]
    return _room(variant, layout) + 2 * MARGIN[layout], HEAD + max(columns, 4) * 91 + 8.0


def plan(state: State, layout: Layout = "wide") -> Plan:
    return _plan(state.variant, laaancez.fights(state), layout)


@lru_cache(maxsize=64)
def _plan(variant: Variant, fighting: bool, layout: Layout) -> Plan:
    width, height = size(variant, layout)
    rows = variant.sheet.rows
    columns, deep = max(rows), len(rows)
    near, far = (FIGHTING[layout], FIGHTING[layout]) if fighting else (OWN[layout], OTHER[layout])
    margin = MARGIN[layout]
    lines: tuple[tuple[float, float], ...] = ()
    if layout == "tall":
        broad = min(66.0, (width - 32) / columns - 3)
        start = (width - columns * (broad + 3) + 3) / 2 + 8
        near_edge, far_edge = height - margin - _stack(near, deep), margin + _stack(far, deep)
        lines = () if fighting else _lines(variant)
    else:
        broad, start = 88.0, HEAD + (max(columns, 4) - columns) * 45.5
        near_edge, far_edge = margin + _stack(near, deep), width - margin - _stack(far, deep)
    return Plan(layout, width, height, columns, broad, near, far, near_edge, far_edge, start, lines)


# --- words ----------------------------------------------------------------------------------------------------


def seat_name(player: int, names: Mapping[int, str] | None = None) -> Text:
    return player_ref(player).with_names(names or {})


# --- what can be touched --------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """A cell with what touching it would do. `words`: what is said of it after the name of its player."""

    key: str
    player: int
    place: int  # among the cells of a sheet
    box: Box
    words: Text
    front: str  # in the row that fights: "near" or "far"
    guarded: bool  # by a Shield beside it (L9)
    token: str | None
    kind: str | None  # what touching it would put there: an object, "+", or the hearts that a throw leaves
    marks: tuple[str, ...]


def regions(
    state: State,
    viewer: int = 0,
    layout: Layout = "wide",
    actions: Collection[str] | None = None,
    picked: str | None = None,
    names: Mapping[int, str] | None = None,
) -> list[Region]:
    """The cells of both sheets. In a recruitment cells bear a token once an object is `picked` among the offers (or is
    the only one that can be); in a combat targets do once a thrower is."""
    people = {player: seat_name(player, names) for player in (1, 2)}
    touched = spots(state, viewer, layout, frozenset(actions or ()), picked)
    return [Region(spot.key, *spot.box, people[spot.player] + spot.words, spot.token) for spot in touched]


@lru_cache(maxsize=64)  # asked for by the drawing and by the page
def spots(state: State, viewer: int, layout: Layout, legal: frozenset[str], picked: str | None) -> tuple[Spot, ...]:
    """What `regions` are made of."""
    where = plan(state, layout)
    form, fighting = state.variant.sheet, laaancez.fights(state)
    throws = [token.partition("x") for token in legal if "." not in token]
    throwers, targets = {thrower for thrower, _, _ in throws}, {target for _, _, target in throws}
    chosen = find_offer(state, legal, picked) if state.die else picked if picked in throwers else None
    if len(throwers) == 1:
        chosen = min(throwers)
    spots: list[Spot] = []
    for player in (1, 2):
        near, hidden = player == (viewer or 1), count_folded(state, player)
        ready = throwers if player == state.turn else targets
        for row, (begin, end) in enumerate(form.spans):
            if row < hidden:
                continue
            safe = find_protected(state, player, row)
            for index in range(begin, end):
                box = where.cell(near, row - hidden, index - begin, end - begin)
                cell, item, guarded = form.cells[index], state.sheets[player - 1][index], index in safe
                words = _cell_text(form, cell, item, guarded)
                token, kind, marks, text = _touch(state, player, cell, legal, ready, chosen)
                words = words + text if text else words
                front = ("near" if near else "far") if fighting and row == hidden else ""
                spots.append(Spot(f"{player}-{cell}", player, index, box, words, front, guarded, token, kind, marks))
    return tuple(spots)


@lru_cache(maxsize=1024)  # an event changes few cells
def _cell_text(form: Sheet, cell: str, item: Item | None, guarded: bool) -> Text:
    text = Text(f", case {cell}, ", f", cell {cell}, ") + (item_text(form, item) if item else EMPTY)
    return text + PROTECTED if guarded else text


def find_offer(state: State, legal: Collection[str], picked: str | None = None) -> str | None:
    """What is to be copied or ticked: the offer that is picked, or the only one that can be taken."""
    kinds = [
        kind
        for kind in dict.fromkeys(state.variant.sheet.faces[state.die - 1])
        if any(token.startswith((f"1.{kind}", f"2.{kind}")) for token in legal)
    ]
    return picked if picked in kinds else kinds[0] if len(kinds) == 1 else None


def _touch(
    state: State, player: int, cell: str, legal: Collection[str], ready: Collection[str], chosen: str | None
) -> tuple[str | None, str | None, tuple[str, ...], Text | None]:
    """The token that touching a cell plays, what that would put there, how the cell is marked, and this in words."""
    if state.die:
        token = f"{player}.{chosen}{'' if chosen == TICK else '@'}{cell}"
        if chosen is None or token not in legal:
            return None, None, (), None
        if chosen == TICK:
            return token, chosen, ("can",), Text(" ; cocher un Dégât", "; tick a damage box")
        title = state.variant.sheet.things[chosen].title
        return token, chosen, ("can",), Text.fill(" : y recopier {title}", ": copy {title} there", title=title)
    if cell not in ready:
        return None, None, (), None
    if player == state.turn:
        if cell == chosen:
            return None, None, ("picked",), Text(" ; en main", "; in hand")
        return None, None, ("can",), Text(" ; à lancer", "; can be thrown")
    aimed = f"{chosen}x{cell}"
    if aimed not in legal:
        return None, None, ("aim",), Text(" ; peut être visé", "; can be aimed at")
    hit = laaancez.play(state, laaancez.parse(aimed)).sheets[player - 1][state.variant.sheet.index[cell]]
    left = hit.hits if hit else 0
    shot = Text(f"il {'lui' if left else 'ne lui'} restera {left or 'rien'}", f"{left or 'nothing'} left")
    aim = Text.fill(" ; viser avec {chosen} : {shot}", "; aim with {chosen}: {shot}", chosen=chosen, shot=shot)
    return aimed, str(left), ("aim",), aim
