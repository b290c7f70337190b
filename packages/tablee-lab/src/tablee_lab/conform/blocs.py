"""Corners of blocs: calculations right, tempting and wrong (B4, B5), and what is nearly right."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

from tablee.games import blocs

from .case import Case, Question, question
from .kit import NONSENSE, Kit, Played

THROWN_AGAIN = 450  # times; longer than any game, and a game all the same
HUGE = ("(" * 20_000, "9" * 5000, "4+" * 10_000 + "4")  # calculations; more digits than some languages can read
NESTED = (3, 8, 20, 28, 29, 30)  # brackets around a calculation; it may take 60 characters in all
PRINTED = str.maketrans("-*/", "−×÷")


class Blocs(Kit):
    def corners(self, played: Played) -> Iterator[Question]:
        """Calculations that are right, that only seem so, and that are none; a very long game."""
        case = Case("blocs", played.settings)
        if played.brief:
            return
        yield question(case.then(*["d16"] * THROWN_AGAIN))  # B8
        if played.settings.get("push") == "may":
            yield question(case.then("d35", "-", "d16", "d16", "d35"))  # B8: nothing has been pushed yet
        if played.settings.get("mode") == "duel":
            for begin, said in self.data["calculations"][str(played.settings.get("level", 1))].items():
                throw, push = begin.split()
                yield from (question(case.then(throw, f"{push}:{words}")) for words in said)
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


KIT = Blocs.shipped("blocs")
