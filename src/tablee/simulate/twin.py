"""The plain twin of the kernels: any single game of a batch, played through the rules event by event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import SupportsIndex

from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Event, Roll, State, Variant
from tablee.core.record import Record
from tablee.solvers import Progress, quiet

from .draws import below, draw, stream
from .plan import INDEXES, plan, whole
from .policies import CHOICES, solved

SIDES = 6


def replay(
    game: str,
    variant: Variant | Mapping[str, object],
    seed: SupportsIndex,
    index: SupportsIndex,
    policies: str | Sequence[str] | None = None,
    progress: Progress = quiet,
) -> Record:
    """Game `index` of a seed, from 0, as a record: the same events as in any batch of that seed and those policies."""
    if not 0 <= (index := whole("index", index)) < INDEXES:
        raise RequestError(
            f"la partie {index} n’existe pas ; elles se comptent de 0 à 2^63 - 1.",
            f"there is no game {index}; they count from 0 to 2^63 - 1.",
        )
    # Any game of a seed exists, however many were played: a batch of one will do.
    planned = plan(game, variant, 1, seed, policies)
    solved(planned.variant, planned.policies, progress)  # at hand from here on
    rules, key = planned.rules, stream(planned.seed, index)
    state, events = rules.start(planned.variant), list[Event]()
    while rules.phase(state) != "over":
        events.append(_event(rules, state, planned.policies, draw(key, len(events))))
        state = rules.play(state, events[-1])
    headers = {"dice": "virtual", "seed": str(planned.seed), "index": str(index)}
    return Record(rules, planned.variant, tuple(events), planned.policies, headers)


def _event(rules: AnyGame, state: State, policies: Sequence[str], drawn: int) -> Event:
    """What the draw makes happen next."""
    if rules.phase(state) == "roll":
        count = len(rules.rolls(state)[0][0].dice)
        thrown = below(drawn, SIDES**count)
        return Roll(tuple(sorted(thrown // SIDES**place % SIDES + 1 for place in range(count))))
    player = rules.players(state)[0]  # L4: of two who choose at once, the lower draws first
    equals = CHOICES[policies[player - 1]](rules, rules.view(state, player), player)
    return equals[below(drawn, len(equals))]
