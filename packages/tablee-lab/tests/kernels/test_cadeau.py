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
from tablee.games.cadeau.solver import exact_values, position
from tablee.games.cadeau.solver.layers import Layers
from tablee.games.cadeau.solver.zones import automaton
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
        expected = rules.verdict.__wrapped__(straights, ours, theirs).holder
        assert expected == holder[(mine > other) - (mine < other)], (ours, theirs)


def test_writing_fills_one_empty_cell() -> None:
    writes = kernel.writes()
    for cells in itertools.product(range(7), repeat=3):
        for die, cell in itertools.product(range(1, 7), range(3)):
            after = -1 if cells[cell] else position.filling((*cells[:cell], die, *cells[cell + 1 :]))
            assert writes[position.filling(cells), die - 1, cell] == after


@pytest.mark.parametrize("straights", READINGS)
def test_the_shipped_classes_are_those_worked_out(straights: str) -> None:
    found = automaton(straights)
    for name, worked_out in tool.automaton(straights).items():
        assert np.array_equal(np.asarray(getattr(found, name)), worked_out), name


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


def test_there_are_as_many_classes_and_positions_as_published() -> None:
    assert {straights: automaton(straights).classes for straights in READINGS} == {"any": 934, "ordered": 1740}
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
            reached = exact_values.kernel.children(
                layers.block[layer], moves, layers.automaton.sizes, layers.binomial, np.array([place])
            ).tolist()[0]
            named, found = exact_values.kernel.family(
                layers.block[layer], moves, layers.automaton.sizes, layers.binomial, np.array([place]), 256
            )
            places = [-1, *found.tolist()]  # which of them, instead of where
            assert [[places[to + 1] for to in choices] for choices in named.tolist()[0]] == reached
            assert len(set(places)) == len(places)
            worth, out = np.array([chance.random() for _ in places[1:]]), np.zeros(1)
            exact_values.kernel.chosen(named, worth, out)
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
