"""The opening roll of Pousse-blocs, as a value."""

import random

import pytest

from tablee.table import Opening

pytestmark = pytest.mark.rule("B2")


def thrown(people: int, *throws: tuple[int, int]) -> Opening:
    opening = Opening(people)
    for seat, die in throws:
        opening = opening.roll(seat, die)
    return opening


def test_everybody_throws_in_any_order_and_the_others_follow_the_highest_to_the_left() -> None:
    assert thrown(4, (2, 6), (0, 1)).waiting == (1, 3)
    assert thrown(4, (2, 6), (0, 1), (1, 2), (3, 5)).order == (2, 3, 0, 1)


def test_only_those_tied_for_the_highest_throw_again() -> None:
    opening = thrown(4, (0, 5), (1, 2), (2, 5), (3, 2))
    assert opening.waiting == (0, 2)
    opening = opening.roll(2, 4)
    assert opening.waiting == (0,)
    assert opening.roll(0, 3).order == (2, 3, 0, 1)
    assert opening.roll(0, 4).waiting == (0, 2)
    assert opening.roll(0, 4).rounds == (((0, 5), (1, 2), (2, 5), (3, 2)), ((2, 4), (0, 4)))


def test_a_correction_replaces_the_last_die() -> None:
    opening = thrown(2, (0, 5), (1, 5)).correct(6)
    assert opening.order == (1, 0)


def test_it_ends_with_everybody_placed_once() -> None:
    chance = random.Random(5)
    for people in (2, 3, 4):
        for _ in range(200):
            opening = Opening(people)
            while not opening.done:
                opening = opening.roll(chance.choice(opening.waiting), chance.randint(1, 6))
            assert sorted(opening.order) == list(range(people))
            assert max(opening.rounds[-1], key=lambda throw: throw[1])[0] == opening.order[0]
