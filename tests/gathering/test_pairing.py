"""Who plays whom: against brute force, and the figures that were promised."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tablee.gathering.pairing import match_most, pair_up


def most_pairs(people: list[str], edges: set[frozenset[str]]) -> int:
    """How many pairs there can be, by trying everything."""
    if len(people) < 2:
        return 0
    one, *others = people
    best = most_pairs(others, edges)
    for other in others:
        if frozenset((one, other)) in edges:
            best = max(best, 1 + most_pairs([who for who in others if who != other], edges))
    return best


def test_a_matching_is_as_large_as_can_be() -> None:
    random = Random(1)
    for _ in range(300):
        people = [f"p{number}" for number in range(random.randint(0, 9))]
        edges = {frozenset(two) for two in combinations(people, 2) if random.random() < random.choice((0.2, 0.4, 0.7))}
        graph = {one: [other for other in people if frozenset((one, other)) in edges] for one in people}
        mates = match_most(graph)
        assert all(mates[mates[one]] == one and frozenset((one, mates[one])) in edges for one in mates)
        assert len(mates) == 2 * most_pairs(people, edges)


@pytest.mark.parametrize("seed", range(10))
def test_31_animals_9_rounds_a_tenth_absent(seed: int) -> None:
    """No pair twice, and nobody out twice before everybody was out once."""
    random = Random(seed)
    people = [f"animal{number}" for number in range(31)]
    met: Counter[frozenset[str]] = Counter()
    out: Counter[str] = Counter()
    for _ in range(9):
        present = [one for one in people if random.random() > 0.1]
        pairs, odd = pair_up(present, lambda a, b: met[frozenset((a, b))], out.__getitem__, random)
        assert sorted([*(one for two in pairs for one in two), *([odd] if odd else [])]) == sorted(present)
        met.update(map(frozenset, pairs))
        out.update([odd] if odd else [])
    assert max(met.values()) == 1
    assert max(out.values()) <= 1


@pytest.mark.parametrize("many", range(2, 14))
def test_as_long_as_everybody_stays_everybody_meets_everybody(many: int) -> None:
    people, random = [f"p{number}" for number in range(many)], Random(many)
    met: Counter[frozenset[str]] = Counter()
    out: Counter[str] = Counter()
    for _ in range(many if many % 2 else many - 1):
        pairs, odd = pair_up(people, lambda a, b: met[frozenset((a, b))], out.__getitem__, random)
        met.update(map(frozenset, pairs))
        out.update([odd] if odd else [])
    assert len(met) == many * (many - 1) // 2
    assert set(met.values()) == {1}
    assert many % 2 == 0 or set(out.values()) == {1}


def test_when_all_have_met_those_meet_again_who_met_least() -> None:
    met = Counter({frozenset("ab"): 2, frozenset("cd"): 2, frozenset("ac"): 1, frozenset("bd"): 1})
    met.update({frozenset("ad"): 2, frozenset("bc"): 2})
    pairs, odd = pair_up(list("abcd"), lambda a, b: met[frozenset((a, b))], lambda _: 0, Random(1))
    assert odd is None
    assert {frozenset(two) for two in pairs} == {frozenset("ac"), frozenset("bd")}


def test_matched_rounds_put_those_together_who_stand_alike() -> None:
    standing = {f"p{number}": float(number // 2) for number in range(12)}

    def measure_distance(a: str, b: str) -> float:
        return abs(standing[a] - standing[b])

    pairs, _ = pair_up(list(standing), lambda a, b: 0, lambda _: 0, Random(3), measure_distance)
    assert sum(abs(standing[one] - standing[other]) for one, other in pairs) <= 2
