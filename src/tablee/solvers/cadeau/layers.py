"""All positions with the same number of dice written, as one dense array: how it is laid out.

The mover follows from the number of dice (the Lutins begin, C1), and so does how many each side has written. A
position is a multiset of zone classes: which zone stands where on the table plays no part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, groupby
from math import comb

import numpy as np

from tablee.kernels import cadeau as kernel
from tablee.solvers.cadeau.zones import FULL, KINDS, Array, Automaton, dice_in, kind_after


@dataclass(frozen=True)
class Layers:
    """The layers of a game of `zones` zones; layer n holds the positions in which n dice are written."""

    automaton: Automaton
    zones: int

    @property
    def last(self) -> int:
        return 6 * self.zones

    @cached_property
    def binomial(self) -> Array:
        """int64[i, c]: how many multisets of i classes have only classes below c, `C(c + i - 1, i)`."""
        most = int(self.automaton.sizes.max())
        rows = [[comb(c + i - 1, i) if i else 0 for c in range(most)] for i in range(self.zones + 1)]
        return np.array(rows, np.int64)

    @cached_property
    def slowest_first(self) -> tuple[int, ...]:
        """The kinds, those of few classes first: the long runs of classes lie side by side in memory."""
        return tuple(sorted(range(KINDS), key=lambda kind: (int(self.automaton.sizes[kind]), kind)))

    @cached_property
    def blocks(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each layer, the kinds of the zones of each of its blocks."""
        found: list[list[tuple[int, ...]]] = [[] for _ in range(self.last + 1)]
        for kinds in combinations_with_replacement(self.slowest_first, self.zones):
            lutins, gnomes = (sum(dice) for dice in zip(*map(dice_in, kinds), strict=True))
            if lutins - gnomes in (0, 1):
                found[lutins + gnomes].append(kinds)
        return tuple(map(tuple, found))

    @cached_property
    def index(self) -> tuple[dict[tuple[int, ...], int], ...]:
        """For each layer, the number of each block by its kinds."""
        return tuple({kinds: s for s, kinds in enumerate(blocks)} for blocks in self.blocks)

    @cached_property
    def block(self) -> tuple[kernel.Block, ...]:
        """The blocks of each layer as the kernel reads them."""
        return tuple(self._block(blocks) for blocks in self.blocks)

    def _block(self, blocks: Sequence[tuple[int, ...]]) -> kernel.Block:
        shape = (len(blocks), self.zones)
        order, stride = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        offset = np.zeros(len(blocks) + 1, np.int64)
        for s, kinds in enumerate(blocks):
            size, end = 1, self.zones
            for kind, run in groupby(reversed(kinds)):
                members = len(list(run))
                begin = end - members
                order[s, begin:end] = range(1, members + 1)
                stride[s, begin:end] = size
                size *= comb(int(self.automaton.sizes[kind]) + members - 1, members)
                end = begin
            offset[s + 1] = offset[s] + size
        return kernel.Block(np.array(blocks, np.int64).reshape(shape), order, stride, offset)

    def size(self, layer: int) -> int:
        return int(self.block[layer].offset[-1])

    def mover(self, layer: int) -> int:
        return 1 + layer % 2  # C1: the Lutins begin; C4: turns alternate

    def moves(self, layer: int, choices: Array | None = None) -> kernel.Moves:
        """What the mover of a layer can do, as places of the next layer."""
        player = self.mover(layer)
        here, there = self.block[layer], self.block[layer + 1]
        blocks, zones = len(self.blocks[layer]), self.zones
        base = np.full((blocks, zones), -1, np.int64)
        weight, order = np.zeros((2, blocks, zones, zones), np.int64)
        first, members, stride = np.zeros((3, blocks, zones), np.int64)
        for s, kinds in enumerate(self.blocks[layer]):
            for z, kind in enumerate(kinds):
                if dice_in(kind)[player - 1] == 3:
                    continue
                joined = kind_after(kind, player)
                rest = kinds[:z] + kinds[z + 1 :]
                reached = tuple(sorted((*rest, joined), key=self.slowest_first.index))
                t = self.index[layer + 1][reached]
                stride_of = dict(zip(reached, map(int, there.stride[t]), strict=True))
                base[s, z] = there.offset[t]
                stride[s, z] = stride_of[joined]
                members[s, z] = kinds.count(joined)
                first[s, z] = kinds.index(joined) if joined in kinds else 0
                for p, other in enumerate(kinds):
                    if p != z and other != joined:
                        weight[s, z, p] = stride_of[other]
                        order[s, z, p] = here.order[s, p] - (other == kind and p > z)
        if choices is None:
            choices = self.automaton.choices
        return kernel.Moves(base, weight, order, first, members, stride, choices[player - 1])

    def chunks(self, layer: int) -> Array:
        """int64[C, 3]: (block, first rank, length) of pieces that threads can sweep on their own."""
        sizes = np.diff(self.block[layer].offset)
        pieces = -(-sizes // kernel.CHUNK)
        blocks = np.repeat(np.arange(sizes.size), pieces)
        starts = (np.arange(blocks.size) - np.repeat(np.cumsum(pieces) - pieces, pieces)) * kernel.CHUNK
        lengths = np.minimum(kernel.CHUNK, sizes[blocks] - starts)
        return np.stack([blocks, starts, lengths], axis=1)

    def place(self, position: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """The layer of a position, given as (kind, class) of each zone in any order, and its place there."""
        ordered = sorted(position, key=lambda zone: (self.slowest_first.index(zone[0]), zone[1]))
        kinds = tuple(kind for kind, _ in ordered)
        layer = sum(sum(dice_in(kind)) for kind in kinds)
        block = self.block[layer]
        s = self.index[layer][kinds]
        place = int(block.offset[s])
        for p, (_, number) in enumerate(ordered):
            place += int(block.stride[s, p] * self.binomial[block.order[s, p], number])
        return layer, place

    def results(self) -> Array:
        """float64[positions of the last layer]: 1 where the Lutins hold more zones, 0 where fewer, else 1/2 (C11)."""
        block = self.block[self.last]
        lead = np.zeros(self.size(self.last))
        classes = np.zeros(self.zones, np.int64)
        for place in range(lead.size):
            kernel.unrank(place, block, 0, self.automaton.sizes, self.binomial, classes)
            lead[place] = np.sign(np.sum(classes - 1))
        assert self.blocks[self.last] == ((FULL,) * self.zones,)
        return (1.0 + lead) / 2.0
