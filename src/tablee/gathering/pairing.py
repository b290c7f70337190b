"""Who plays whom: no pair twice while another is possible, the odd one out by turns, who begins by turns.

First the rounds of a round robin are tried, in the order in which people came: as long as everybody stays they never
repeat a pair, and each sits out once. Where somebody came or left, a maximum matching (Edmonds' blossoms) over those
who have not met yet finds as many new pairs as there can be.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, permutations
from random import Random

from .gathering import Gathering

Pair = tuple[str, str]
Meetings = Callable[[str, str], int]  # how often two have played each other
Distance = Callable[[str, str], float]  # how far two are from an even match
APART = 1_000  # so often have two met who shall not: more often than any two can
ROUND_ROBIN = 8  # people at an evening: everybody meets everybody; above that, those who stand alike


def pair_members(
    gathering: Gathering, people: list[str], points: Mapping[str, float], random: Random, *, three: bool
) -> tuple[list[tuple[str, ...]], str | None]:
    """Who plays with whom, who begins first, and the odd one; `three`: who joins a pair. They have met from now on.

    `points`: of an evening, where those who stand alike shall meet."""
    members = gathering.members

    def count_meetings(badge: str, partner: str) -> int:
        kept_apart = gathering.wishes.get(frozenset((badge, partner))) is False
        return members[badge].met[partner] + APART * kept_apart

    def measure_distance(badge: str, partner: str) -> float:
        return (points.get(badge, 0.0) - points.get(partner, 0.0)) ** 2

    wished = [tuple(pair) for pair, together in gathering.wishes.items() if together and pair <= set(people)]
    pairs, odd = pair_up(
        [badge for badge in people if not any(badge in pair for pair in wished)],
        count_meetings,
        lambda badge: members[badge].byes,
        random,
        measure_distance if points and len(people) > ROUND_ROBIN else None,
    )
    groups: list[tuple[str, ...]] = [
        tuple(sorted(pair, key=lambda badge: (members[badge].start_balance, random.random())))
        for pair in (*wished, *pairs)
    ]
    if odd is not None:
        members[odd].byes += 1
        if three and groups:
            third = odd
            joined = min(groups, key=lambda pair: sum(count_meetings(third, badge) for badge in pair))
            groups[groups.index(joined)] = (*joined, third)
            odd = None
    for badge, partner in (met for group in groups for met in permutations(group, 2)):
        members[badge].met[partner] += 1
    return groups, odd


def pair_up(
    people: Sequence[str],
    count_meetings: Meetings,
    count_byes: Callable[[str], int],
    random: Random,
    measure_distance: Distance | None = None,
) -> tuple[list[Pair], str | None]:
    """Pairs of all these people and, where they are an odd number, who is left over: one of those who were least often.

    `measure_distance`: of the ways to repeat nothing one with close pairs is taken."""
    fewest = min(map(count_byes, people), default=0)
    candidates: list[str | None] = [None]
    if len(people) % 2:
        candidates = [person for person in people if count_byes(person) == fewest]
        random.shuffle(candidates)
    for pairs, odd in [] if measure_distance else _list_round_robin(people):
        if odd in candidates and not any(count_meetings(*pair) for pair in pairs):
            return pairs, odd
    best: list[Pair] | None = None
    bye: str | None = None
    for candidate in candidates:
        pairs = _match([person for person in people if person != candidate], count_meetings, random)
        if best is None or _count_repeats(pairs, count_meetings) < _count_repeats(best, count_meetings):
            best, bye = pairs, candidate
        if not any(_count_repeats(best, count_meetings)):
            break
    best = best or []
    return _swap_closer(best, count_meetings, measure_distance) if measure_distance else best, bye


def _count_repeats(pairs: Sequence[Pair], count_meetings: Meetings) -> tuple[int, int, int]:
    """How many pairs shall not be, how many are not new, and how often they have met in all."""
    meetings = [count_meetings(*pair) for pair in pairs]
    return sum(count >= APART for count in meetings), sum(map(bool, meetings)), sum(meetings)


def _list_round_robin(people: Sequence[str]) -> list[tuple[list[Pair], str | None]]:
    """All rounds of the circle method, each with who is left over."""
    ring: list[str | None] = [*people, None] if len(people) % 2 else list(people)
    rounds = []
    for _ in range(len(ring) - 1):
        facing = list(zip(ring[: len(ring) // 2], reversed(ring), strict=False))
        pairs = [(near, far) for near, far in facing if near is not None and far is not None]
        odd = next((near or far for near, far in facing if near is None or far is None), None)
        rounds.append((pairs, odd))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _match(people: list[str], count_meetings: Meetings, random: Random) -> list[Pair]:
    """As many new pairs as there can be, the others by how seldom they have met."""
    order = list(people)
    random.shuffle(order)
    for most in (0, APART - 1):  # if new pairs leave two over who shall not play, any other pairs are better
        partners = {
            person: [other for other in order if other != person and count_meetings(person, other) <= most]
            for person in order
        }
        mates = match_most(partners)
        pairs = [(person, mates[person]) for person in people if person in mates]
        pairs = [pair for pair in pairs if people.index(pair[0]) < people.index(pair[1])]
        single = [person for person in people if person not in mates]
        for pair in sorted(combinations(single, 2), key=lambda pair: count_meetings(*pair)):
            if set(pair) <= set(single):
                pairs.append(pair)
                single = [person for person in single if person not in pair]
        if all(count_meetings(*pair) < APART for pair in pairs):
            break
    return pairs


def _swap_closer(pairs: list[Pair], count_meetings: Meetings, measure_distance: Distance) -> list[Pair]:
    """Swap partners between two pairs for as long as that makes closer ones and repeats nothing more."""

    def rate(*two: Pair) -> tuple[float, ...]:
        return (*_count_repeats(two, count_meetings), sum(measure_distance(*pair) for pair in two))

    pairs, better = list(pairs), True
    while better:
        better = False
        for i, j in combinations(range(len(pairs)), 2):
            (a, b), (c, d) = pairs[i], pairs[j]
            for swapped in (((a, c), (b, d)), ((a, d), (b, c))):
                if rate(*swapped) < rate(pairs[i], pairs[j]):
                    pairs[i], pairs[j] = swapped
                    better = True
    return pairs


def match_most(graph: dict[str, list[str]]) -> dict[str, str]:
    """A maximum matching of a graph (who may go with whom): everybody who has a mate, with that mate."""
    mates: dict[str, str] = {}
    for root in graph:
        if root not in mates:
            _augment(graph, mates, root)
    return mates


def _augment(graph: dict[str, list[str]], mates: dict[str, str], root: str) -> None:
    """Find a mate for one who has none by a path on which every second couple changes; change nothing if none exists.

    Odd circles on the way (blossoms) are shrunk to their `base`."""
    base = {node: node for node in graph}
    parent: dict[str, str] = {}
    seen, queue = {root}, deque([root])

    def trace(node: str) -> list[str]:
        """The bases on the way to the root."""
        bases = [base[node]]
        while bases[-1] in mates and mates[bases[-1]] in parent:
            bases.append(base[parent[mates[bases[-1]]]])
        return bases

    def mark(node: str, top: str, child: str, blossom: set[str]) -> None:
        while base[node] != top:
            blossom |= {base[node], base[mates[node]]}
            parent[node] = child
            child = mates[node]
            node = parent[child]

    while queue:
        node = queue.popleft()
        for neighbour in graph[node]:
            if base[node] == base[neighbour] or mates.get(node) == neighbour:
                continue
            if neighbour == root or (neighbour in mates and mates[neighbour] in parent):
                bases = set(trace(node))
                top = next(shared for shared in trace(neighbour) if shared in bases)
                blossom: set[str] = set()
                mark(node, top, neighbour, blossom)
                mark(neighbour, top, node, blossom)
                for member in graph:
                    if base[member] in blossom:
                        base[member] = top
                        if member not in seen:
                            seen.add(member)
                            queue.append(member)
            elif neighbour not in parent:
                parent[neighbour] = node
                if neighbour not in mates:
                    while neighbour:
                        before = parent[neighbour]
                        after = mates.get(before, "")
                        mates[neighbour], mates[before], neighbour = before, neighbour, after
                    return
                seen.add(mates[neighbour])
                queue.append(mates[neighbour])
