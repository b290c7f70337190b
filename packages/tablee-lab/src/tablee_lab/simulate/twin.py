"""The plain twin of the kernels: any single game of a batch, played through the rules event by event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

from tablee.bots.sampling import drawn
from tablee.core.draws import below, draw, stream
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Event, Roll, State, Variant
from tablee.core.record import Record
from tablee.engine.solvers import Progress, quiet
from tablee_lab.batch_policies import tables

from . import policies as stepping
from .plan import INDEXES, Plan, plan, whole
from .policies import Policy

SIDES = 6


def replay(
    game: str,
    variant: Variant | Mapping[str, object],
    seed: SupportsIndex,
    index: SupportsIndex,
    policies: Policy | Sequence[Policy] | None = None,
    progress: Progress = quiet,
) -> Record:
    """Game `index` of a seed, from 0, as a record: the same events as in any batch of that seed and those policies.

    Bots play it through the plain rules alone; with functions of one's own it is stepped, and the rules check it.
    """
    if not 0 <= (index := whole("index", index)) < INDEXES:
        raise RequestError(
            f"la partie {index} n’existe pas ; elles se comptent de 0 à 2^63 - 1.",
            f"there is no game {index}; they count from 0 to 2^63 - 1.",
        )
    # Any game of a seed exists, however many were played: a batch of one will do.
    planned = plan(game, variant, 1, seed, policies)
    table = tables(planned.game, planned.variant, planned.policies, progress)  # at hand from here on
    rules, key = planned.rules, stream(planned.seed, index)
    own = any(not isinstance(policy, str) for policy in planned.policies)
    codes = _traced(planned, index, table) if own else []
    state, events = rules.start(planned.variant), list[Event]()
    while rules.phase(state) != "over":
        place = len(events)
        made = _told(rules, state, codes[place]) if own else _event(rules, state, planned.policies, draw(key, place))
        state = rules.play(state, made)
        events.append(made)
    headers = {"dice": "virtual", "seed": str(planned.seed), "index": str(index)}
    return Record(rules, planned.variant, tuple(events), planned.names, headers)


def _event(rules: AnyGame, state: State, policies: Sequence[Any], number: int) -> Event:
    """What the draw makes happen next."""
    if rules.phase(state) == "roll":
        return _roll(rules, state, below(number, SIDES ** len(rules.rolls(state)[0][0].dice)))
    player = rules.players(state)[0]  # L4: of two who choose at once, the lower draws first
    return drawn(policies[player - 1], rules, rules.view(state, player), player, number)


def _roll(rules: AnyGame, state: State, thrown: int) -> Roll:
    count = len(rules.rolls(state)[0][0].dice)
    return Roll(tuple(sorted(thrown // SIDES**place % SIDES + 1 for place in range(count))))


def _told(rules: AnyGame, state: State, code: int) -> Event:
    """An event of a trace: a throw, or the place of a move among the legal ones."""
    if rules.phase(state) == "roll":
        return _roll(rules, state, code)
    return rules.moves(state, rules.players(state)[0])[code]


def _traced(planned: Plan, index: int, table: Any) -> list[int]:
    """The events of one game as the kernels step it."""
    import numpy as np

    job = stepping.prepare(planned.game, planned.variant, planned.policies, table)
    count = int(stepping.play(job, planned.seed, index, 1).events[0])
    trace = np.zeros(count, np.int64)
    stepping.play(job, planned.seed, index, 1, trace)
    return [int(code) for code in trace]
