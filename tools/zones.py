"""Works out the classes of a cadeau zone, for `games.cadeau.solver.zones` (`src/tablee/engine/data/zones_*.table`).

    .venv/bin/python tools/zones.py

A class is *at least as good* for the Lutins as another of its kind when every choice of the Lutins in the other has
one at least as good here, and every choice of the Gnomes here has one at least as good for the Lutins there.
Copying such choices proves the order, so a choice that another one beats need never be searched: with
ordered straights it leaves hardly more than one cell worth writing in, whatever the zone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from tablee.engine import tablebase
from tablee.games.cadeau.solver.zones import FULL, ZONE_KINDS, dice_in, kind_after
from tablee_lab.kernels import cadeau as kernel

Array = np.ndarray[Any, np.dtype[Any]]
DATA = Path(__file__).parents[1] / "src" / "tablee" / "engine" / "data"


def automaton(straights: str) -> dict[str, Array]:
    """The automaton of a zone under one reading of straights (C7a): what `tablee.games.cadeau.solver.zones` reads."""
    strength = kernel.strengths(straights == "ordered")
    representative, side, writes = alike_sides(strength)
    written = np.array([np.count_nonzero(np.unravel_index(filling, (7, 7, 7))) for filling in side])
    number = np.full((side.size, side.size), -1, np.int64)
    sizes = np.zeros(ZONE_KINDS, np.int64)
    signatures: dict[int, Array] = {}
    for kind in sorted(range(ZONE_KINDS), key=lambda kind: -sum(dice_in(kind))):
        lutins, gnomes = (np.flatnonzero(written == dice) for dice in dice_in(kind))
        if kind == FULL:
            held = np.sign(strength[side[lutins]][:, None] - strength[side[gnomes]][None, :])
            number[np.ix_(lutins, gnomes)] = held + 1
            sizes[kind] = 3
            continue
        # [Lutins' side, Gnomes' side, player, die, cell] -> the class written, then as a sorted set
        after = np.full((lutins.size, gnomes.size, 2, 6, 3), -1, np.int64)
        for die in range(6):
            for cell in range(3):
                ours, theirs = writes[lutins, die, cell], writes[gnomes, die, cell]
                after[:, :, 0, die, cell] = np.where(ours[:, None] >= 0, number[np.ix_(ours, gnomes)], -1)
                after[:, :, 1, die, cell] = np.where(theirs[None, :] >= 0, number[np.ix_(lutins, theirs)], -1)
        signature, alike = np.unique(as_sets(after).reshape(-1, 36), axis=0, return_inverse=True)
        number[np.ix_(lutins, gnomes)] = alike.reshape(lutins.size, gnomes.size)
        signatures[kind] = signature.reshape(-1, 2, 6, 3)
        sizes[kind] = len(signature)
    reached = np.full((2, ZONE_KINDS, int(sizes.max()), 6, 3), -1, np.int16)
    for kind, signature in signatures.items():
        reached[:, kind, : len(signature)] = np.moveaxis(signature, 1, 0)
    better = order(sizes, reached)
    choices = undominated(reached, better)
    sides = np.searchsorted(side, representative)
    everywhere = number[np.ix_(sides, sides)]
    return {
        "number": everywhere.astype(np.int16),
        "sizes": sizes,
        "reached": classes_last(reached),
        "choices": classes_last(choices),
    }


def alike_sides(strength: Array) -> tuple[Array, Array, Array]:
    """Sides that can never again be told apart, whatever faces them: a first, cheap round of the same merging.

    int64[343] the filling that stands for each; int64[N] the N that stand; int64[N, 6, 3] what writing makes of
    these.
    """
    writes = kernel.writes()
    stands = np.full(kernel.FILLINGS, -1, np.int64)
    seen: dict[tuple[object, ...], int] = {}
    # Writing makes the number greater, so what follows a filling has been merged before it.
    for filling in reversed(range(kernel.FILLINGS)):
        after = [frozenset(int(stands[to]) for to in writes[filling, die] if to >= 0) for die in range(6)]
        stands[filling] = seen.setdefault((int(strength[filling]), *after), filling)
    names, renamed = np.unique(stands, return_inverse=True)
    merged = np.where(writes[names] >= 0, renamed[writes[names]], -1)
    return stands, names, merged


def classes_last(choices: Array) -> Array:
    """[player, kind, class, die, choice] as [player, kind, die, choice, class], as the kernel runs through it."""
    return np.ascontiguousarray(np.moveaxis(choices, 2, 4))


def as_sets(choices: Array) -> Array:
    """Each last axis sorted downward, a repeated class once, -1 behind the last."""
    ranked = -np.sort(-choices, axis=-1)
    ranked[..., 1:][ranked[..., 1:] == ranked[..., :-1]] = -1
    return -np.sort(-ranked, axis=-1)


def order(sizes: Array, reached: Array) -> dict[int, Array]:
    """For each kind, bool[classes, classes]: whether the first is at least as good for the Lutins as the second."""
    better: dict[int, Array] = {FULL: np.tri(3, dtype=bool)}
    for kind in sorted(range(ZONE_KINDS - 1), key=lambda kind: -sum(dice_in(kind))):
        size = int(sizes[kind])
        proved = np.ones((size, size), bool)
        for player in (1, 2):
            if dice_in(kind)[player - 1] == 3:
                continue
            beats = better[kind_after(kind, player)]
            for die in range(6):
                options = reached[player - 1, kind, :size, die]
                # Every choice of the one side must be matched by some choice of the other.
                for asked in range(3):
                    matched = np.zeros((size, size), bool)
                    for given in range(3):
                        first, second = (given, asked) if player == 1 else (asked, given)
                        here, there = options[:, first], options[:, second]
                        valid = (here >= 0)[:, None] & (there >= 0)[None, :]
                        matched |= valid & beats[np.ix_(here, there)]
                    nothing = options[:, asked] < 0
                    proved &= matched | (nothing[None, :] if player == 1 else nothing[:, None])
        better[kind] = proved
    return better


def undominated(reached: Array, better: dict[int, Array]) -> Array:
    """`reached` without choices that another one beats, and no wider than need be."""
    kept = reached.copy()
    for player in (1, 2):
        for kind in range(ZONE_KINDS - 1):
            if dice_in(kind)[player - 1] == 3:
                continue
            beats = better[kind_after(kind, player)]
            if player == 2:
                beats = beats.T
            options = reached[player - 1, kind]
            valid = options >= 0
            for weak in range(3):
                beaten = np.zeros(options.shape[:-1], bool)
                for strong in range(3):
                    if strong == weak:
                        continue
                    wins = beats[options[..., strong], options[..., weak]] & valid[..., strong]
                    # Of two equally good choices the first listed stays.
                    tied = beats[options[..., weak], options[..., strong]] & (strong > weak)
                    beaten |= wins & ~tied
                kept[player - 1, kind, ..., weak][beaten] = -1
    kept = -np.sort(-kept, axis=-1)
    width = int((kept >= 0).sum(axis=-1).max())
    return kept[..., :width]


if __name__ == "__main__":
    for straights in ("any", "ordered"):
        found = tablebase.assemble("zones", straights, 1, 0.0, 0.0, automaton(straights))
        tablebase.write(DATA / f"zones_{straights}.table", found)
