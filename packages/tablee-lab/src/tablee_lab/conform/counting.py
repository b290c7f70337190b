"""perft: every sequence of events up to a depth, counted through the program's own answers.

It goes layer by layer: what goes wrong shows in the shortest game in which it can.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from tablee.core.game import State
from tablee.core.perft import perft

from .case import Case, about
from .kit import Played
from .program import Session, Verdict


def depth_within(played: Played, requests: int) -> int:
    """The deepest count within that many requests: one for every shorter sequence."""
    game, start = Case(played.game, played.settings).start
    depth, asked = 1, 1
    while (asked := asked + perft(game, start, depth)) <= requests:
        depth += 1
    return depth


def count(played: Played, depth: int, session: Session) -> Generator[Verdict, None, int]:
    """A verdict on every position above that depth, and the count; what follows a wrong one counts nothing."""
    first = Case(played.game, played.settings)
    game, start = first.start
    faces = tuple(str(roll) for roll, _ in game.rolls(start))
    layer = [(first, start)]
    counted = 1
    for left in range(depth, 0, -1):
        counted, following = 0, list[tuple[Case, State]]()
        verdicts = session.ask(about(case, game, state) for case, state in layer)
        for (case, state), verdict in zip(layer, verdicts, strict=False):  # fewer verdicts when the program fails
            yield verdict
            if verdict.said is not None and not verdict.kind:
                # Of two who choose at once, player 1 is taken to choose first.
                legal: Any = verdict.said["legal"]
                tokens = faces if verdict.said["phase"] == "roll" else legal[min(legal)] if legal else ()
                counted += len(tokens)
                if left > 1:
                    following += [(case.then(token), game.play(state, game.parse(token))) for token in tokens]
        layer = following
    return counted
