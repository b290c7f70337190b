"""The plain twin of the kernels: any single game of a batch, played through the rules event by event."""

from collections.abc import Mapping, Sequence
from typing import SupportsIndex

import numpy as np

from tablee.core.errors import RequestError
from tablee.core.game import Event, Roll, Variant
from tablee.core.record import Record
from tablee.engine.solution import Progress, quiet
from tablee_lab.batch_policies import Policy, tables
from tablee_lab.draws import below, choose_by_draw, draw, stream
from tablee_lab.kernels.simulate import Job

from .batch import play_stepwise
from .plan import INDEXES, plan, whole

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
    Bots play it through the plain rules alone; with functions of your own it is stepped, and the rules check it."""
    if not 0 <= (index := whole("index", index)) < INDEXES:
        raise RequestError(
            f"La partie {index} n’existe pas ; elles se comptent de 0 à 2^63 - 1.",
            f"There is no game {index}; they count from 0 to 2^63 - 1.",
        )
    # Any game of a seed exists, however many were played: a batch of one will do.
    planned = plan(game, variant, 1, seed, policies)
    table = tables(planned.game, planned.variant, planned.policies, progress)  # at hand from here on
    rules, key = planned.rules, stream(planned.seed, index)
    codes: list[int] = []  # of each event: the throw, or the place of the move among the legal ones
    if any(not isinstance(policy, str) for policy in planned.policies):
        job = Job(planned.game, planned.variant, planned.policies, table)
        trace = np.zeros(int(play_stepwise(job, planned.seed, index, 1).events[0]), np.int64)
        play_stepwise(job, planned.seed, index, 1, trace)
        codes = trace.tolist()
    state, events = rules.start(planned.variant), list[Event]()
    while rules.phase(state) != "over":
        count = len(events)
        event: Event
        if rules.phase(state) == "roll":
            dice = range(len(rules.rolls(state)[0][0].dice))
            thrown = codes[count] if codes else below(draw(key, count), SIDES ** len(dice))
            event = Roll(tuple(sorted(thrown // SIDES**die % SIDES + 1 for die in dice)))
        else:
            player = rules.players(state)[0]  # L4: of two who choose at once, the lower draws first
            if codes:
                event = rules.moves(state, player)[codes[count]]
            else:
                policy = str(planned.policies[player - 1])
                event = choose_by_draw(policy, rules, rules.view(state, player), player, draw(key, count))
        state = rules.play(state, event)
        events.append(event)
    headers = {"dice": "virtual", "seed": str(planned.seed), "index": str(index)}
    return Record(rules, planned.variant, tuple(events), planned.names, headers)
