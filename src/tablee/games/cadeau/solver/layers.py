"""All positions with the same number of dice written, as one dense array: how it is laid out. The mover follows from
the number of dice (the Lutins begin, C1), and so does how many each side has written. A position is a multiset of zone
classes: which zone stands where on the table plays no part."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations_with_replacement, groupby, pairwise
from math import comb

from tablee.engine.runtime import Buffer, make_buffer, part, zeros
from tablee.engine.types import Block, Moves

from .zones import DRAW, FULL, LOSS, WIN, ZONE_KINDS, Automaton, dice_in, kind_after

CHUNK = 1 << 13  # positions that one thread sweeps at a time


@dataclass(frozen=True)
class Layers:
    """The layers of a game of `zones` zones; layer n holds the positions in which n dice are written."""

    automaton: Automaton
    zones: int
    _moves: dict[int, Moves] = field(default_factory=dict, init=False, compare=False)

    @property
    def last(self) -> int:
        return 6 * self.zones

    @cached_property
    def binomial(self) -> Buffer:
        """int64[i, c]: how many multisets of i classes have only classes below c, `C(c + i - 1, i)`."""
        most = max(self.automaton.sizes)
        rows = [comb(c + i - 1, i) if i else 0 for i in range(self.zones + 1) for c in range(most)]
        return make_buffer("q", rows, self.zones + 1, most)

    @cached_property
    def slowest_first(self) -> tuple[int, ...]:
        """The kinds, those of few classes first: the long runs of classes lie side by side in memory."""
        return tuple(sorted(range(ZONE_KINDS), key=lambda kind: (self.automaton.sizes[kind], kind)))

    @cached_property
    def blocks(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each layer, the kinds of the zones of each of its blocks."""
        blocks: list[list[tuple[int, ...]]] = [[] for _ in range(self.last + 1)]
        for kinds in combinations_with_replacement(self.slowest_first, self.zones):
            lutins, gnomes = (sum(dice) for dice in zip(*map(dice_in, kinds), strict=True))
            if lutins - gnomes in (0, 1):
                blocks[lutins + gnomes].append(kinds)
        return tuple(map(tuple, blocks))

    @cached_property
    def index(self) -> tuple[dict[tuple[int, ...], int], ...]:
        """For each layer, the number of each block by its kinds."""
        return tuple({kinds: s for s, kinds in enumerate(blocks)} for blocks in self.blocks)

    @cached_property
    def block(self) -> tuple[Block, ...]:
        """The blocks of each layer as the kernel reads them."""
        return tuple(self._block(blocks) for blocks in self.blocks)

    def _block(self, blocks: Sequence[tuple[int, ...]]) -> Block:
        shape = (len(blocks), self.zones)
        order, stride, offset = zeros("q", *shape), zeros("q", *shape), zeros("q", len(blocks) + 1)
        for s, kinds in enumerate(blocks):
            size, end = 1, self.zones
            for kind, run in groupby(reversed(kinds)):
                members = len(list(run))
                begin = end - members
                for index in range(members):
                    order[s, begin + index], stride[s, begin + index] = index + 1, size
                size *= comb(self.automaton.sizes[kind] + members - 1, members)
                end = begin
            offset[s + 1] = offset[s] + size
        return Block(make_buffer("q", [kind for kinds in blocks for kind in kinds], *shape), order, stride, offset)

    def size(self, layer: int) -> int:
        size: int = self.block[layer].offset[-1]
        return size

    def mover(self, layer: int) -> int:
        return 1 + layer % 2  # C1: the Lutins begin; C4: turns alternate

    def moves(self, layer: int) -> Moves:
        """What the mover of a layer can do, as places of the next layer; remembered, a search asks again and again."""
        if layer not in self._moves:
            self._moves[layer] = self.moves_by(layer, self.automaton.choices)
        return self._moves[layer]

    def moves_by(self, layer: int, choices: Buffer) -> Moves:
        """The same with other classes to choose among."""
        player = self.mover(layer)
        here, there = self.block[layer], self.block[layer + 1]
        blocks, zones = len(self.blocks[layer]), self.zones
        base = make_buffer("q", [-1] * (blocks * zones), blocks, zones)
        weight, order = zeros("q", blocks, zones, zones), zeros("q", blocks, zones, zones)
        first, members, stride = (zeros("q", blocks, zones) for _ in range(3))
        for s, kinds in enumerate(self.blocks[layer]):
            for z, kind in enumerate(kinds):
                if dice_in(kind)[player - 1] == 3:
                    continue
                joined = kind_after(kind, player)
                rest = kinds[:z] + kinds[z + 1 :]
                reached = tuple(sorted((*rest, joined), key=self.slowest_first.index))
                t = self.index[layer + 1][reached]
                stride_of = dict(zip(reached, part(there.stride, t), strict=True))
                base[s, z] = there.offset[t]
                stride[s, z] = stride_of[joined]
                members[s, z] = kinds.count(joined)
                first[s, z] = kinds.index(joined) if joined in kinds else 0
                for p, target in enumerate(kinds):
                    if p != z and target != joined:
                        weight[s, z, p] = stride_of[target]
                        order[s, z, p] = here.order[s, p] - (target == kind and p > z)
        return Moves(base, weight, order, first, members, stride, part(choices, player - 1))

    def chunks(self, layer: int) -> Buffer:
        """int64[C, 3]: (block, first rank, length) of pieces that threads can sweep on their own."""
        offset = self.block[layer].offset
        pieces = [
            (s, start, min(CHUNK, end - begin - start))
            for s, (begin, end) in enumerate(pairwise(offset))
            for start in range(0, end - begin, CHUNK)
        ]
        return make_buffer("q", [number for piece in pieces for number in piece], len(pieces), 3)

    def place(self, position: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """The layer of a position, given as (kind, class) of each zone in any order, and its place there."""
        ordered = sorted(position, key=lambda zone: (self.slowest_first.index(zone[0]), zone[1]))
        kinds = tuple(kind for kind, _ in ordered)
        layer = sum(sum(dice_in(kind)) for kind in kinds)
        block = self.block[layer]
        s = self.index[layer][kinds]
        index: int = block.offset[s]
        for p, (_, number) in enumerate(ordered):
            index += block.stride[s, p] * self.binomial[block.order[s, p], number]
        return layer, index

    def results(self) -> Buffer:
        """float64[positions of the last layer]: 1 where the Lutins hold more zones, 0 where fewer, else 1/2 (C11)."""
        assert self.blocks[self.last] == ((FULL,) * self.zones,)
        values = zeros("d", self.size(self.last))
        for classes in combinations_with_replacement((LOSS, DRAW, WIN), self.zones):
            ahead = sum(classes) - self.zones * DRAW
            values[self.place([(FULL, each) for each in classes])[1]] = (ahead > 0) + 0.5 * (ahead == 0)
        return values
