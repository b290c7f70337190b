"""Laaancez as numbers: copies, ticks, a pass and throws; every cell of both sheets, one's own first."""

from collections.abc import Iterator
from itertools import chain

from tablee.games import laaancez as rules
from tablee.games.laaancez import LETTERS, TICK, Item
from tablee_lab.adapters.space import FACES, UNBOUNDED, Fields, Longest, Numbers, face, flag, one_hot, pack


class Board:
    def __init__(self, variant: rules.Variant) -> None:
        self._sheet = sheet = variant.sheet
        offered = set(chain.from_iterable(sheet.faces))
        self._objects = tuple(thing.name for thing in sheet.objects if thing.name in offered)
        self._kinds = (*self._objects, sheet.candle.name)
        things = [sheet.things[kind] for kind in self._kinds]
        self._most = max(thing.hits for thing in things), max(thing.limit for thing in things)
        self.longest = self._longest()
        self._cells: dict[Item | None, Numbers] = {None: one_hot(-1, len(self._kinds) + 2)}
        cells, rows = len(sheet.cells) * (len(self._kinds) + 2), len(sheet.rows)
        self.fields: Fields = (
            ("own_cells", cells),
            ("other_cells", cells),
            ("own_front", rows),
            ("other_front", rows),
            ("die", FACES),
            ("fighting", 1),
            ("own_turn", 1),
            ("own_chosen", 1),
            ("other_chosen", 1),
            ("to_choose", 1),
            ("player", 2),
        )

    def _longest(self) -> Longest:
        """Every round of a recruitment fills a cell or ticks a damage, unless a face can bring a pass (L5); every throw
        of a combat takes a hit point off."""
        sheet = self._sheet
        cells = len(sheet.cells)
        room = max(thing.limit - thing.damage for thing in sheet.objects)
        rounds = UNBOUNDED if (TICK, TICK) in sheet.faces else (cells - 1) * (1 + room)
        return Longest(rounds + 2 * cells * self._most[0], rounds)

    def events(self, player: int) -> tuple[rules.Choice | rules.Throw, ...]:
        cells = self._sheet.cells
        free = cells[:-1]  # L2, L5: the candle's cell is never free, and the candle is never ticked
        return (
            *(rules.Copy(player, kind, cell) for kind in self._objects for cell in free),
            *(rules.Tick(player, cell) for cell in free),
            rules.Pass(player),
            *(rules.Throw(own, aim) for own in cells for aim in cells),
        )

    def numbers(self, state: rules.State, player: int) -> Iterator[Numbers]:
        """The cells of both sheets, row after row. What the other has chosen is not here, only that they have (L4)."""
        own, opposing = state.sheets[player - 1], state.sheets[2 - player]
        for cells in (own, opposing):
            yield b"".join(map(self._cell, cells))
        for cells in (own, opposing):
            yield one_hot(rules.front(self._sheet, cells), len(self._sheet.rows))
        yield face(state.die)
        yield flag(rules.fights(state))
        yield flag(state.turn == player)
        yield flag(state.choices[player - 1])
        yield flag(state.choices[2 - player])
        yield flag(rules.phase(state) == "move" and player in rules.players(state))
        yield one_hot(player - 1, 2)

    def _cell(self, item: Item | None) -> Numbers:
        """The object one-hot (the candle last), then hit points left and damage as shares of the sheet's largest."""
        cached = self._cells.get(item)
        if cached is None:
            assert item is not None  # an empty cell is known from the start
            hits, damage = self._most
            shares = pack((item.hits / hits, item.damage / damage))
            cached = self._cells[item] = one_hot(self._kinds.index(item.kind), len(self._kinds)) + shares
        return cached

    def lines(self, state: rules.State) -> list[str]:
        """`1: a boule:2:2 . . . .  b …`: objects with hit points left and damage, a dot where empty; then the die, and
        who has chosen what (a question mark where that may not be seen)."""
        lines = [
            f"{player}: {'  '.join(self._row(row, cells) for row in range(len(self._sheet.rows)))}"
            for player, cells in enumerate(state.sheets, 1)
        ]
        chosen = [
            f"{choice.player}.?" if isinstance(choice, rules.Hidden) else str(choice)
            for choice in state.choices
            if choice is not None
        ]
        return lines + ([" ".join([f"d{state.die}", *chosen])] if state.die else [])

    def _row(self, row: int, cells: tuple[Item | None, ...]) -> str:
        begin, end = self._sheet.spans[row]
        items = cells[begin:end]
        return " ".join(
            [LETTERS[row], *("." if item is None else f"{item.kind}:{item.hits}:{item.damage}" for item in items)]
        )
