"""Many games side by side, event by event: what batches with a mind of one's own and vector environments step.

    steps = Steps("cadeau", variant, minds)             # minds[player - 1]: (random, greedy) shares, or None: ask me
    steps.begin(keys)                                   # by `tablee_lab.kernels.simulate.draws.stream`
    while (asked := steps.movers > 0).any():
        steps.play(choose(steps.observations, steps.masks))

Moves and observations are numbered as `tablee_lab.adapters.space` does; the draws are those of
`tablee_lab.kernels.simulate`, so players that both know play the same games in both.
NumPy and numba are imported with the first `Steps`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from tablee.core.game import State, Variant
from tablee_lab.kernels.simulate import Batch, check_kernels, kernel

Array = np.ndarray[Any, np.dtype[Any]]

Shares = tuple[float, float]
"""How often a player moves at random, and how often greedily; the rest by the solved table (blocs)."""
WHOLE = 1 << 32


class Steps:
    """`count` games of a variant. What a caller may read: `movers` (who has to choose in each game; 0: it is over),
    `observations` and `masks` (of the mover; at the end of the seat), `rows` and `counts` (events so far)."""

    def __init__(
        self,
        game: str,
        variant: Variant,
        minds: Sequence[Shares | None],
        count: int,
        *,
        seat: int = 0,
        solved: Mapping[str, Array] | None = None,
    ) -> None:
        check_kernels(game, variant)
        self.game, self.variant, self.seat = game, variant, seat
        self._module: Any = import_module(f"{__name__}.{game}")
        self._drive: Any = import_module(f"{__name__}.drive")
        self.tables = self._module.tables(variant, solved)
        shares = [(-1, -1) if mind is None else (_of(mind[0]), _of(sum(mind))) for mind in minds]
        self._minds = np.array(shares, np.int64)
        row, seen, self.actions, options = self._module.sizes(variant)
        self.rows, self.keys = np.zeros((count, row), np.int16), np.zeros(count, np.uint64)
        self.counts, self.movers = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.observations = np.zeros((count, seen), np.float32)
        self.masks = np.zeros((count, self.actions), np.int8)
        self.most = options
        self._options, self._trace = np.zeros(options + 1, np.int64), np.zeros(0, np.int64)

    def begin(self, keys: Array, which: Array | None = None, trace: Array | None = None) -> None:
        """New games with these keys, all or those that `which` marks; `trace` keeps the events of the first."""
        anew, leave = self._drive.ANEW, self._drive.LEAVE
        if which is None:
            self.keys[:], actions = keys, np.full(len(self.keys), anew)
        else:
            self.keys[which], actions = keys[which], np.where(which, anew, leave)
        self._trace = self._trace if trace is None else trace
        self.play(actions)

    def play(self, actions: Array) -> None:
        """Play legal actions of the movers (the caller checks the masks first), or -1 where a game is left alone."""
        self._drive.drive(
            self.tables,
            self._minds,
            self.keys,
            self.rows,
            self.counts,
            self.movers,
            actions,
            self.seat,
            self.observations,
            self.masks,
            self._options,
            self._trace,
        )

    def streams(self, seeds: Array, games: Array) -> Array:
        """The keys of these games of these seeds."""
        out = np.empty(len(seeds), np.uint64)
        self._drive.streams(seeds, games, out)
        return out

    def draws(self) -> Array:
        """The draw that belongs to the next event of each game."""
        out = np.empty(len(self.keys), np.uint64)
        self._drive.drawing(self.keys, self.counts, out)
        return out

    def legal(self, index: int, player: int) -> list[int]:
        """The legal actions of one of the games, in the order of the rules."""
        count = self._drive.options_of(self.tables, self.rows, index, player, self._options)
        return [int(action) for action in self._options[:count]]

    def draw_actions(self, player: int, count: int) -> Array:
        """The actions of a player who needs not be asked, in the first `count` games; nothing is played."""
        out = np.empty(count, np.int64)
        self._drive.draw_actions(
            self.tables, self._minds, self.keys, self.rows, self.counts, player, self._options, out
        )
        return out

    def hidden(self, player: int) -> int:
        """The column of the rows that a player may not see; 0 where there is none."""
        function = getattr(self._module, "hidden", None)
        return 0 if function is None else int(function(self.variant, player))

    # --- positions of one's own, rather than games -----------------------------------------------------------------

    def look(self, rows: Array, player: int) -> None:
        """Show what a player sees and may do in these positions: in `observations`, `masks` and `state`."""
        self.rows[: len(rows)] = rows
        given = self.tables, self.rows, len(rows), player
        self._drive.look(*given, self.observations, self.masks, self._options)

    def options(self, rows: Array, player: int) -> Array:
        """How many moves a player has in each of these positions."""
        out = np.zeros(len(rows), np.int64)
        self._responses.counts(self.tables, rows, player, self._options, out)
        return out

    def options_at(self, rows: Array, player: int, actions: Array) -> Array:
        """The place of each action among the moves of its position, in the order of the rules."""
        out = np.zeros(len(rows), np.int64)
        self._responses.options_at(self.tables, rows, player, actions, self._options, out)
        return out

    def mixture(self, rows: Array, player: int, shares: tuple[float, float, float], out: Array) -> None:
        """How often somebody takes each move who plays so often at random, greedily, and by the solved table."""
        self._responses.mixture(self.tables, rows, player, shares, self._options, out)

    def row(self, state: State) -> list[int]:
        """A state of the rules as a position here."""
        row: list[int] = self._module.row(state)
        return row

    @property
    def _responses(self) -> Any:
        return import_module(f"{__name__}.responses")

    # --- what came of them ---------------------------------------------------------------------------------------

    def results(self) -> Batch:
        """What came of all games; of those that are not over, nothing is known."""
        count, columns = len(self.keys), kernel(self.game).scores(self.variant)
        batch = Batch(np.zeros(count, np.uint8), np.zeros(count, np.int32), np.zeros((count, columns), np.int16))
        self._drive.results(self.tables, self.rows, self.counts, self.movers == 0, *batch)
        return batch

    def state(self, index: int) -> State:
        """One of the games as a state of the rules, as the mover may see it."""
        state: State = self._module.plain(self.variant, self.rows[index].tolist())
        return state


def _of(share: float) -> int:
    return round(share * WHOLE)
