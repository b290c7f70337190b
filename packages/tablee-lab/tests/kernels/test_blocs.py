"""The push tables of the kernel, against the readable rules: every set of blocks, every throw, every level."""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import pytest

from tablee.games import blocs
from tablee.games.blocs import push_tables as forms
from tablee_lab.kernels import blocs as kernel

LEVELS = (1, 2, 3)
MASKS = [sum(1 << block for i, block in enumerate(forms.BLOCKS) if own >> i & 1) for own in range(forms.SETS)]
THROWS = list(combinations_with_replacement(range(1, 7), 2))


def ruled(level: int, own: int) -> tuple[dict[frozenset[int], int], dict[int, int], int]:
    """What the rules allow with these blocks: choices and last pushes, with their weights, and the passes."""
    choices: dict[frozenset[int], int] = {}
    lasts: dict[int, int] = {}
    none = 0
    for dice in THROWS:
        if sum(dice) == 7:
            assert not blocs.pushes(level, MASKS[own], dice)
            continue
        weight = 1 if dice[0] == dice[1] else 2
        pushed = [forms.pack(blocs.mask_of(push)) for push in blocs.pushes(level, MASKS[own], dice)]
        if not pushed:
            none += weight
        elif blocs.goes_on(level, MASKS[own], dice):
            choices[frozenset(pushed)] = choices.get(frozenset(pushed), 0) + weight
        else:
            (single,) = pushed
            lasts[single] = lasts.get(single, 0) + weight
    return choices, lasts, none


def kernelled(level: int, own: int) -> tuple[dict[frozenset[int], int], dict[int, int], int]:
    """The same, out of the arrays."""
    tables = forms.pushes(level)
    free = tables.free[tables.free_first[own] : tables.free_first[own + 1]].tolist()
    choices: dict[frozenset[int], int] = {}
    for choice in range(tables.choice_first[own], tables.choice_first[own + 1]):
        pushed = tables.option[tables.option_first[choice] : tables.option_first[choice + 1]].tolist()
        allowed = frozenset(pushed + free if tables.choice_free[choice] else pushed)
        choices[allowed] = choices.get(allowed, 0) + int(tables.choice_weight[choice])
    span = slice(tables.last_first[own], tables.last_first[own + 1])
    lasts = dict(zip(tables.last[span].tolist(), tables.last_weight[span].tolist(), strict=True))
    return choices, lasts, int(tables.none[own])


@pytest.mark.rule("B3", "B4", "B7", "B8", "B9", "B10", "B12")
@pytest.mark.parametrize("level", LEVELS)
def test_every_set_and_throw_allows_what_the_rules_allow(level: int) -> None:
    for own in range(forms.SETS):
        assert kernelled(level, own) == ruled(level, own), MASKS[own]


def test_a_turn_is_the_same_by_choosing_and_by_following_the_choices() -> None:
    tables = tuple(map(np.asarray, forms.pushes(2)))
    shape = (2, forms.STRIPS, forms.SETS, forms.STRIP)
    after = np.random.default_rng(7).uniform(0.0, 0.5, shape)
    chosen, followed = np.empty(shape), np.empty(shape)
    policy = np.empty((forms.STRIPS, len(tables[4]), forms.STRIP), np.int16)
    kernel.turn(tables, after, chosen, policy)
    kernel.follow(tables, after, followed, policy, np.empty((0, 7)))
    assert kernel.distance(chosen, followed) == 0.0
    largest, better = np.empty(forms.STRIPS), np.empty_like(policy)
    kernel.regrets(tables, after[0], chosen[0], policy, 1e-12, better, largest)
    assert largest.max() == 0.0
    assert (better == policy).all()


def test_another_push_is_found_to_be_better() -> None:
    tables = tuple(map(np.asarray, forms.pushes(1)))
    shape = (2, forms.STRIPS, forms.SETS, forms.STRIP)
    after = np.random.default_rng(11).uniform(0.0, 0.5, shape)
    values = np.empty(shape)
    policy = np.empty((forms.STRIPS, len(tables[4]), forms.STRIP), np.int16)
    kernel.turn(tables, after, values, policy)
    spoilt = policy.copy()
    full = forms.FULL
    last = tables[3][full + 1] - 1  # a choice with all ten blocks in front
    spoilt[3, last, 17] = tables[7][tables[6][last]]
    best, worse = (values[0, 3, full ^ int(push[3, last, 17]), 17] for push in (policy, spoilt))
    assert worse < best
    largest, better = np.empty(forms.STRIPS), np.empty_like(policy)
    kernel.regrets(tables, after[0], values[0], spoilt, 1e-12, better, largest)
    assert largest.max() == pytest.approx(best - worse, abs=1e-15)
    assert (better == policy).all()
