"""The array form of cadeau against the readable rules: every triple, every writing, every place of a layer."""

from __future__ import annotations

import itertools
import math
import random

import pytest

pytest.importorskip("numba")

import numpy as np

from tablee.core.game import Roll
from tablee.games import cadeau as rules
from tablee.games.cadeau.solver import position, sweep
from tablee.games.cadeau.solver.layers import Layers
from tablee.games.cadeau.solver.zones import KINDS, automaton, dice_in, kind_after
from tablee_lab.kernels import cadeau as kernel
from tablee_lab.kernels.numbers import exp
from tools import zones as tool

READINGS = ("ordered", "any")
TRIPLES = tuple(itertools.product(range(1, 7), repeat=3))


@pytest.mark.parametrize("straights", READINGS)
@pytest.mark.rule("C5", "C6", "C7", "C7a", "C8", "C9", "C10")
def test_every_pair_of_triples_has_the_holder_the_rules_name(straights: str) -> None:
    strength = kernel.strengths(straights == "ordered")
    worth = [int(strength[position.filling(triple)]) for triple in TRIPLES]
    holder = {1: rules.LUTINS, -1: rules.GNOMES, 0: 0}
    for (ours, mine), (theirs, other) in itertools.product(zip(TRIPLES, worth, strict=True), repeat=2):
        said = rules.verdict.__wrapped__(straights, ours, theirs).holder
        assert said == holder[(mine > other) - (mine < other)], (ours, theirs)


def test_only_full_sides_have_a_strength() -> None:
    for straights in READINGS:
        strength = kernel.strengths(straights == "ordered")
        full = {position.filling(triple) for triple in TRIPLES}
        assert {filling for filling in range(kernel.FILLINGS) if strength[filling] >= 0} == full


def test_writing_fills_one_empty_cell() -> None:
    writes = kernel.writes()
    for cells in itertools.product(range(7), repeat=3):
        for die, cell in itertools.product(range(1, 7), range(3)):
            after = -1 if cells[cell] else position.filling((*cells[:cell], die, *cells[cell + 1 :]))
            assert writes[position.filling(cells), die - 1, cell] == after


@pytest.mark.parametrize(("straights", "classes"), [("any", 934), ("ordered", 1740)])
def test_a_zone_has_so_many_classes(straights: str, classes: int) -> None:
    assert automaton(straights).classes == classes


@pytest.mark.parametrize("straights", READINGS)
def test_fillings_of_a_class_have_the_same_future(straights: str) -> None:
    """Spot checks of the minimisation: whatever is written, alike fillings lead to the same set of classes."""
    found = automaton(straights)
    reached, choices = np.asarray(found.reached), np.asarray(found.choices)
    writes = kernel.writes()
    chance = random.Random(7)
    for _ in range(4000):
        lutins, gnomes = chance.randrange(kernel.FILLINGS), chance.randrange(kernel.FILLINGS)
        kind = 4 * sum(map(bool, digits(lutins))) + sum(map(bool, digits(gnomes)))
        number = found.number[lutins, gnomes]
        for player, die in itertools.product((1, 2), range(6)):
            if dice_in(kind)[player - 1] == 3:
                continue
            side = lutins if player == 1 else gnomes
            after = [filling for filling in writes[side, die] if filling >= 0]
            seen = {found.number[(a, gnomes) if player == 1 else (lutins, a)] for a in after}
            listed = {c for c in reached[player - 1, kind, die, :, number] if c >= 0}
            kept = {c for c in choices[player - 1, kind, die, :, number] if c >= 0}
            assert seen == listed
            assert kept
            assert kept <= listed


@pytest.mark.parametrize("straights", READINGS)
def test_the_shipped_classes_are_those_worked_out(straights: str) -> None:
    found = automaton(straights)
    for name, worked_out in tool.automaton(straights).items():
        assert np.array_equal(np.asarray(getattr(found, name)), worked_out), name


def digits(filling: int) -> tuple[int, int, int]:
    return filling // 49, filling // 7 % 7, filling % 7


def test_kinds_count_the_dice_of_both_sides() -> None:
    for kind in range(KINDS):
        lutins, gnomes = dice_in(kind)
        if lutins < 3:
            assert dice_in(kind_after(kind, 1)) == (lutins + 1, gnomes)
        if gnomes < 3:
            assert dice_in(kind_after(kind, 2)) == (lutins, gnomes + 1)


@pytest.mark.parametrize(("zones", "straights"), [(1, "ordered"), (2, "any"), (3, "any")])
def test_places_and_positions_are_one_to_one(zones: int, straights: str) -> None:
    layers = Layers(automaton(straights), zones)
    sizes, binomial = np.asarray(layers.automaton.sizes), np.asarray(layers.binomial)
    for layer in range(0, layers.last + 1, zones):
        block = kernel.Block(*map(np.asarray, layers.block[layer]))
        for s in range(len(layers.blocks[layer])):
            length = min(int(block.offset[s + 1] - block.offset[s]), 3000 // zones)
            walked = np.zeros(zones, np.int64)
            for rank in range(length):
                jumped = np.zeros(zones, np.int64)
                kernel.unrank(rank, block, s, sizes, binomial, jumped)
                assert list(walked) == list(jumped)
                if rank % 97 == 0:
                    zones_there = list(zip(map(int, block.kinds[s]), map(int, jumped), strict=True))
                    random.Random(rank).shuffle(zones_there)
                    assert layers.place(zones_there) == (layer, int(block.offset[s]) + rank)
                kernel.increment(walked, block.kinds[s], block.order[s], sizes)


def test_there_are_as_many_positions_as_published() -> None:
    for straights, zones, positions in (("any", 2, 172_081), ("any", 3, 44_767_792), ("any", 4, 9_192_764_228)):
        layers = Layers(automaton(straights), zones)
        assert sum(map(layers.size, range(layers.last + 1))) == positions


@pytest.mark.parametrize(("zones", "straights"), [(1, "any"), (2, "ordered"), (3, "ordered"), (3, "any")])
def test_children_are_the_positions_after_each_legal_writing(zones: int, straights: str) -> None:
    """Random games through the rules: the places the kernel names are those of the states the rules reach."""
    layers = Layers(automaton(straights), zones)
    chance = random.Random(zones)
    for _ in range(12):
        state = rules.start(rules.Variant(zones, straights))
        while rules.phase(state) != "over":
            layer, place = layers.place(position.zones_of(state))
            moves = layers.moves_by(layer, layers.automaton.reached)
            reached = sweep.kernel.children(
                layers.block[layer], moves, layers.automaton.sizes, layers.binomial, np.array([place])
            ).tolist()[0]
            named, found = sweep.kernel.family(
                layers.block[layer], moves, layers.automaton.sizes, layers.binomial, np.array([place]), 256
            )
            places = [-1, *found.tolist()]  # which of them, instead of where
            assert [[places[to + 1] for to in choices] for choices in named.tolist()[0]] == reached
            assert len(set(places)) == len(places)
            worth, out = np.array([chance.random() for _ in places[1:]]), np.zeros(1)
            sweep.kernel.chosen(named, worth, out)
            least = [min(worth[to] for to in choices if to >= 0) for choices in named.tolist()[0]]
            assert out[0] == pytest.approx(1 - sum(least) / 6, abs=1e-15)
            (player,) = rules.players(state)
            for die in range(1, 7):
                rolled = rules.play(state, Roll((die,)))
                after = [rules.play(rolled, move) for move in rules.moves(rolled, player)]
                assert {layers.place(position.zones_of(each)) for each in after} == {
                    (layer + 1, int(to)) for to in reached[die - 1] if to >= 0
                }
            rolled = rules.play(state, Roll((chance.randint(1, 6),)))
            state = rules.play(rolled, chance.choice(rules.moves(rolled, player)))


def test_our_own_exponential_is_right_to_two_units_of_the_last_digit() -> None:
    for step in range(-7_080, 7_090):
        for power in (step / 10, step / 1e4, step * math.pi / 31):
            if -708.0 <= power <= 709.0:
                assert abs(exp(power) - math.exp(power)) <= 2 * math.ulp(math.exp(power)), power
    assert (exp(0.0), exp(-0.0), exp(-1e6)) == (1.0, 1.0, 0.0)
