"""How the players of a batch choose: one policy for each seat, as `tablee_lab.batch_policies` describes them.

What the kernels of whole games know (`POLICIES`) is played by them; any other bot and any function of one's own is
asked move by move, many games side by side. Draw by draw it is the same, whoever plays it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tablee.core.game import Variant
from tablee_lab.batch_policies import Minds, Policy
from tablee_lab.kernels.simulate import POLICIES

if TYPE_CHECKING:
    from tablee_lab.kernels.simulate import Batch, Job

__all__ = ["POLICIES", "Policy", "whole_games"]


def whole_games(game: str, policies: Sequence[Policy]) -> bool:
    """Whether the kernels of whole games know all of these."""
    return all(policy in POLICIES[game] for policy in policies if isinstance(policy, str)) and all(
        isinstance(policy, str) for policy in policies
    )


def prepare(game: str, variant: Variant, policies: Sequence[Policy], table: Any) -> Job:
    """What `play` needs: the same kind of value as the kernels of whole games take."""
    from tablee_lab.kernels.simulate import Job

    return Job(game, variant, tuple(policies), table)


def play(made: Job, seed: int, first: int, count: int, trace: Any = None) -> Batch:
    """Games first to first + count - 1 of a seed, side by side; `trace` keeps the events of the first."""
    import numpy as np

    from tablee.core.draws import stream
    from tablee_lab.kernels.steps import Steps

    minds = Minds(made.game, made.policies)
    steps = Steps(made.game, made.variant, minds.shares, count, solved=made.tables)
    keys = np.array([stream(seed, first + place) for place in range(count)], np.uint64)
    steps.begin(keys, trace=trace)
    while minds.answer(steps, first):
        pass
    return steps.results()
