"""Corners of blocs: calculations right, tempting and wrong (B4, B5), and what is nearly right."""

from __future__ import annotations

import itertools
import math
import operator
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from tablee.core.game import TWO_DICE
from tablee.games import blocs
from tablee.games.blocs.calculation import OPERATIONS

from .case import Case, Question, question
from .kit import NONSENSE, Kit, Played

THROWN_AGAIN = 450  # times; longer than any game, and a game all the same
HUGE = ("(" * 20_000, "9" * 5000, "4+" * 10_000 + "4")  # of what is said; more digits than some languages can read
NESTED = (3, 8, 20, 28, 29, 30)  # brackets around a calculation; it may take 60 characters in all
PRINTED = str.maketrans("-*/", "−×÷")
BROKEN = ("", "{0}+", "({0}+{1}", "{0}+{1})", "{0}++{1}", "x", "{0}+{1}=", "{0}+0+{1}", "{0}+{0}")
EACH = 8  # questions of a kind: more teach nothing new


class Blocs(Kit):
    def corners(self, played: Played, seed: int, most: int) -> Iterator[Question]:
        if not played.brief and played.settings.get("mode") == "duel":
            yield from calculations(played.settings["level"], seed, most)

    def slips(self, played: Played, case: Case) -> Iterator[Question]:
        yield question(case.then(*["d16"] * THROWN_AGAIN))  # B8
        if played.settings.get("push") == "may":
            yield question(case.then("d35", "-", "d16", "d16", "d35"))  # B8: nothing has been pushed yet
        if played.settings.get("mode") == "duel":
            yield from (question(case.then("d13", f"4:{words}")) for words in HUGE)
            for depth, (throw, push, words) in itertools.product(NESTED, self.data["nested"]):
                yield question(case.then(throw, f"{push}:{'(' * depth}{words}{')' * depth}"))
            for events, said in self.data["said"].items():
                for push, calculations in said.items():
                    yield from (question(case.then(*events.split(), f"{push}:{words}")) for words in calculations)

    def others(self, state: blocs.State) -> list[str]:
        groups = itertools.chain.from_iterable(itertools.combinations(blocs.BLOCKS, size) for size in (1, 2, 3))
        pushes = [",".join(map(str, group)) for group in groups]
        throws = [f"d{low}{high}" for low in range(1, 7) for high in range(1, 7)]
        wrong = ["1", "7", "13", "2,2", "5,4", "2,3,4,5", "3,4,5,6", "2 3", "2,", ",2", "+", "2;3", "d4", "d07", "2:2+"]
        return [*NONSENSE, *wrong, *pushes, *throws]

    def spelled(self, state: blocs.State, token: str, rng: random.Random) -> str:
        """Two dice in either order, a push with its calculation."""
        if rng.random() < 0.5:
            return token
        event = blocs.parse(token)
        if not isinstance(event, blocs.Push):
            return "d" + token[:0:-1]
        ways = blocs.ways(state, event)
        return f"{token}:{rng.choice(ways).translate(rng.choice((PRINTED, {})))}" if ways else token


@cache
def calculations(level: int, seed: int, pushes: int) -> tuple[Question, ...]:
    """First throws and pushes of a game with what was said: right, tempting, or no calculation at all."""
    rng = random.Random(f"calculations {seed} {level}")
    game = Case("blocs", {"mode": "duel", "level": level})
    rules, start = game.start
    thrown = [rules.play(start, roll) for roll, _ in TWO_DICE]
    moves = [(state, push) for state in thrown for push in rules.moves(state, 1)]
    rng.shuffle(moves)
    asked: list[Question] = []
    kinds: Counter[object] = Counter()
    for state, push in moves[:pushes]:
        throw = "d{}{}".format(*state.dice)
        other = rng.choice(rules.moves(state, 1))
        said = _tempting(level, push.blocks, blocs.targets(level, state.dice), rng)
        said["broken"] = rng.choice(BROKEN).format(push.blocks[0], push.blocks[-1])
        said["other blocks"] = next(iter(blocs.ways(state, other)), "x")
        for kind, text in said.items():
            kinds[kind] += 1
            if kinds[kind] <= EACH:
                spelled = text.translate(PRINTED) if rng.random() < 0.5 else text
                asked.append(question(game.then(throw, f"{push}:{spelled}")))
    return tuple(asked)


Apply = Callable[[str, float, float], float]


def _exact(sign: str, a: float, b: float) -> float:
    return math.nan if sign == "/" and not b else SIGNS[sign](a, b)


def _whole(sign: str, a: float, b: float) -> float:
    """As one who drops what is left over when dividing."""
    made = _exact(sign, a, b)
    return made if math.isnan(made) else math.trunc(made + math.copysign(CLOSE, made))


def _apart(sign: str, a: float, b: float) -> float:
    """As one who always takes the smaller from the larger."""
    return abs(_exact(sign, a, b))


SIGNS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
CLOSE = 1e-9  # these values only sort what is asked; the answers are the rules' own
FORMS = {"flat": "{}{}{}{}{}", "left": "({}{}{}){}{}", "right": "{}{}({}{}{})"}


def _value(form: str, blocks: tuple[int, ...], signs: tuple[str, ...], apply: Apply) -> float:
    a, b, *more = blocks
    if not more:
        return apply(signs[0], a, b)
    product_last = signs[0] in "+-" and signs[1] in "*/"
    if form == "right" or (form == "flat" and product_last):
        return apply(signs[0], a, apply(signs[1], b, more[0]))
    return apply(signs[1], apply(signs[0], a, b), more[0])


def _tempting(level: int, blocks: tuple[int, ...], targets: tuple[int, ...], rng: random.Random) -> dict[object, str]:
    """One calculation of the blocks for each way to make a target, really or to somebody who misreads it."""
    if len(blocks) == 1:
        return {"alone": str(blocks[0])}
    kinds: dict[object, list[str]] = {}
    for order in rng.sample(list(itertools.permutations(blocks)), 2):
        for signs in itertools.product(SIGNS, repeat=len(blocks) - 1):
            allowed = set(signs) <= set(OPERATIONS[level])
            words = [*itertools.chain.from_iterable(zip(order, signs, strict=False)), order[-1]]
            for form, shape in FORMS.items() if len(blocks) == 3 else (("flat", "{}{}{}"),):
                readings = [_value(form, order, signs, apply) for apply in (_exact, _whole, _apart)]
                readings += [_value(other, order, signs, _exact) for other in FORMS if other != form]
                hits = tuple(any(abs(reading - target) < CLOSE for target in targets) for reading in readings)
                kinds.setdefault((form, hits, allowed), []).append(shape.format(*words))
    return {kind: rng.choice(texts) for kind, texts in kinds.items()}


KIT = Blocs.shipped("blocs")
