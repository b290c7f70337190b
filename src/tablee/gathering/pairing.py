"""Who plays whom: no pair twice while another is possible, the odd one out by turns, who begins by turns.

First the rounds of a round robin are tried, in the order in which people came: as long as everybody stays they never
repeat a pair, and each sits out once. Where somebody came or left, a maximum matching (Edmonds' blossoms) over those
who have not met yet finds as many new pairs as there can be.
"""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

Pair = tuple[str, str]
Meetings = Callable[[str, str], int]  # how often two have played each other
APART = 1_000  # so often have two met who shall not: more often than any two can


def pair(
    people: Sequence[str],
    met: Meetings,
    out: Callable[[str], int],
    random: Random,
    apart: Callable[[str, str], float] | None = None,
) -> tuple[list[Pair], str | None]:
    """Pairs of all these people and, where they are an odd number, who is left over.

    `out`: how often somebody was left over; only one of those who were least often can be. `apart`: how far two are
    from an even match; of the ways to repeat nothing one with close pairs is taken.
    """
    least = min(map(out, people), default=0)
    byes: list[str | None] = [None]
    if len(people) % 2:
        byes = [one for one in people if out(one) == least]
        random.shuffle(byes)
    best: list[Pair] | None = None
    chosen: str | None = None
    for pairs, left in [] if apart else _round_robin(people):
        if left in byes and not any(met(*two) for two in pairs):
            return pairs, left
    for bye in byes:
        found = _match([one for one in people if one != bye], met, random)
        if best is None or _repeats(found, met) < _repeats(best, met):
            best, chosen = found, bye
        if not any(_repeats(best, met)):
            break
    return (_closer(best or [], met, apart) if apart else best or []), chosen


def _repeats(pairs: Sequence[Pair], met: Meetings) -> tuple[int, int, int]:
    """How many pairs shall not be, how many are not new, and how often they have met in all."""
    again = [met(*two) for two in pairs]
    return sum(many >= APART for many in again), sum(map(bool, again)), sum(again)


def _round_robin(people: Sequence[str]) -> list[tuple[list[Pair], str | None]]:
    """All rounds of the circle method, each with who is left over."""
    ring: list[str | None] = [*people, None] if len(people) % 2 else list(people)
    rounds = []
    for _ in range(len(ring) - 1):
        facing = list(zip(ring[: len(ring) // 2], reversed(ring), strict=False))
        pairs = [(one, other) for one, other in facing if one is not None and other is not None]
        left = next((one or other for one, other in facing if one is None or other is None), None)
        rounds.append((pairs, left))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _match(people: list[str], met: Meetings, random: Random) -> list[Pair]:
    """As many new pairs as there can be, the others by how seldom they have met."""
    order = list(people)
    random.shuffle(order)
    for most in (0, APART - 1):  # if new pairs leave two over who shall not play, any other pairs are better
        free = {one: [other for other in order if other != one and met(one, other) <= most] for one in order}
        mates = matching(free)
        pairs = [(one, mates[one]) for one in people if one in mates and people.index(one) < people.index(mates[one])]
        left = [one for one in people if one not in mates]
        for one, other in sorted(combinations(left, 2), key=lambda two: met(*two)):
            if one in left and other in left:
                pairs.append((one, other))
                left = [who for who in left if who not in (one, other)]
        if all(met(*two) < APART for two in pairs):
            break
    return pairs


def _closer(pairs: list[Pair], met: Meetings, apart: Callable[[str, str], float]) -> list[Pair]:
    """Swap partners between two pairs for as long as that makes closer ones and repeats nothing more."""
    pairs, better = list(pairs), True
    while better:
        better = False
        for at, other in combinations(range(len(pairs)), 2):
            (a, b), (c, d) = pairs[at], pairs[other]
            for one, two in (((a, c), (b, d)), ((a, d), (b, c))):
                if (*_repeats([one, two], met), apart(*one) + apart(*two)) < (
                    *_repeats([pairs[at], pairs[other]], met),
                    apart(*pairs[at]) + apart(*pairs[other]),
                ):
                    pairs[at], pairs[other], better = one, two, True
    return pairs


def matching(graph: dict[str, list[str]]) -> dict[str, str]:
    """A maximum matching of a graph (who may go with whom): everybody who has a mate, with that mate."""
    mates: dict[str, str] = {}
    for root in graph:
        if root not in mates:
            _augment(graph, mates, root)
    return mates


def _augment(graph: dict[str, list[str]], mates: dict[str, str], root: str) -> None:
    """Find a mate for one who has none by a path on which every second couple changes; change nothing if none exists.

    Odd circles on the way (blossoms) are shrunk to their `base`.
    """
    base = {one: one for one in graph}
    parent: dict[str, str] = {}
    seen, queue = {root}, deque([root])

    def stem(one: str) -> list[str]:
        """The bases on the way to the root."""
        found = [base[one]]
        while found[-1] in mates and mates[found[-1]] in parent:
            found.append(base[parent[mates[found[-1]]]])
        return found

    def mark(one: str, top: str, child: str, blossom: set[str]) -> None:
        while base[one] != top:
            blossom |= {base[one], base[mates[one]]}
            parent[one] = child
            child = mates[one]
            one = parent[child]

    while queue:
        one = queue.popleft()
        for other in graph[one]:
            if base[one] == base[other] or mates.get(one) == other:
                continue
            if other == root or (other in mates and mates[other] in parent):
                mine = set(stem(one))
                top = next(found for found in stem(other) if found in mine)
                blossom: set[str] = set()
                mark(one, top, other, blossom)
                mark(other, top, one, blossom)
                for each in graph:
                    if base[each] in blossom:
                        base[each] = top
                        if each not in seen:
                            seen.add(each)
                            queue.append(each)
            elif other not in parent:
                parent[other] = one
                if other not in mates:
                    while other:
                        before = parent[other]
                        after = mates.get(before, "")
                        mates[other], mates[before], other = before, other, after
                    return
                seen.add(mates[other])
                queue.append(mates[other])
