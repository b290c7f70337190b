"""The shapes in which cadeau's kernels take positions, moves and a trained value; nothing heavy comes with them."""

from __future__ import annotations

from typing import Any, NamedTuple

Array = Any
"""A buffer (`tablee.engine.runtime`), or an array of NumPy's."""


class Block(NamedTuple):
    """The blocks of one layer. S blocks, Z zones, 16 kinds."""

    kinds: Array  # int64[S, Z] kind of each zone, equal kinds side by side
    order: Array  # int64[S, Z] 1, 2, ... within each run of equal kinds
    stride: Array  # int64[S, Z] stride of the run a zone belongs to
    offset: Array  # int64[S + 1] place of the first position of each block, then the size of the layer


class Moves(NamedTuple):
    """What the mover of a layer can do to zone z of a position of block s, as places of the next layer.

    The place after writing into zone z is `base + sum over p of weight[p] * BINOMIAL[order[p], class of p]`, plus
    what the run of kinds that the zone joins is worth: `members` zones from position `first` on are in it already.
    """

    base: Array  # int64[S, Z] place of the first position of the block reached, or -1: that side is full
    weight: Array  # int64[S, Z, Z]
    order: Array  # int64[S, Z, Z]
    first: Array  # int64[S, Z]
    members: Array  # int64[S, Z]
    stride: Array  # int64[S, Z]
    choices: Array  # int16[16, 6, W, most classes] up to W classes the mover can make of a class; -1 behind the last


class Net(NamedTuple):
    """The trained numbers. C classes, K numbers of context; the first axis is the player about to roll."""

    meaning: Array  # float32[2, C, K] what a zone means to the others
    shift: Array  # float32[2, K]
    chance: Array  # float32[2, C, 2] log odds of a drawn and of a won zone against a lost one, in no context
    slope: Array  # float32[2, C, 2, K] how they change with the context
