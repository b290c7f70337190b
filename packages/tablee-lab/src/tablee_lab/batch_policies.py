"""Who plays which seat of games that are stepped side by side (`tablee_lab.kernels.steps`).

A policy is one of

    "renard"                                      a kind of bot, by its name (`tablee_lab.draws.DRAWN`)
    @njit def choose(observation, mask, draw)     compiled by numba, for one game: the number of an action
    def choose(observations, masks, draws)        any other callable, for many games at once: an array of them
    anything with at(steps, player, these, draws) the same from the games themselves, which it must not change

`observation` is float32, `mask` int8 (1 where an action is legal; the last, "wait", never is), both numbered as
`tablee_lab.adapters.space` says, from the chooser's own point of view. `draw` is uint64, new for every event, and
always the same in the same game: take chance from there, and every game can be played again.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from tablee.bots.kinds import KINDS
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Variant
from tablee.core.registry import load
from tablee.core.words import count_noun
from tablee.engine.solution import Progress, quiet
from tablee_lab.draws import choose_by_draw, refuse
from tablee_lab.kernels.simulate import POLICIES
from tablee_lab.kernels.steps import Shares, Steps

Policy = str | Callable[..., Any]


def display_name(policy: Policy) -> str:
    return policy if isinstance(policy, str) else getattr(policy, "__name__", type(policy).__name__)


def is_compiled(policy: Policy) -> bool:
    return hasattr(policy, "py_func")


def assign_seats(game: AnyGame, variant: Variant, policies: Any, seats: int | None = None) -> tuple[Policy, ...]:
    """One policy for each seat: those given, or the one given for everybody; random if none is."""
    single = isinstance(policies, str) or callable(policies) or not isinstance(policies, Sequence)
    chosen = ("random",) if policies is None else (policies,) if single else tuple(policies)
    for policy in chosen:
        if isinstance(policy, str):
            refuse(policy, game)
        elif not callable(policy) and not hasattr(policy, "at"):
            raise RequestError(
                f"politique : {policy!r} n’est ni le nom d’un robot, ni une fonction compilée par numba, ni une "
                "fonction de tableaux (observations, masks, draws).",
                f"policy: {policy!r} is neither the name of a bot, nor a function compiled by numba, nor a function of "
                "arrays (observations, masks, draws).",
            )
    seats = game.seats(variant) if seats is None else seats
    if len(chosen) not in (1, seats):
        places, given = count_noun(seats, "place", "seat"), count_noun(len(chosen), "nom", "name")
        raise RequestError(
            f"politiques : {places.fr} à remplir et {given.fr} ; donnez un seul nom pour tous, ou un par place.",
            f"policies: {places.en} to fill and {given.en}; give one name for all, or one for each seat.",
        )
    return chosen if len(chosen) == seats else chosen * seats


def tables(game: str, variant: Variant, policies: Sequence[Policy | None], progress: Progress = quiet) -> Any:
    """What the policies need, got ready; the solver's table where the kernels play by it (blocs)."""
    from tablee import bots

    table = None
    for name in {policy for policy in policies if isinstance(policy, str)}:
        if KINDS[name].solves:
            bots.make(name, load(game))  # raises now if its solver is missing
            bots.prepare(name, load(game), variant, progress)
            if "hibou" in POLICIES[game]:
                from tablee.games.blocs.solver import table_of

                table = table_of(variant, progress)
    return table


class Minds:
    """One policy per seat; None means the caller moves. Built-in kinds run inside the kernel."""

    def __init__(self, game: str, policies: Sequence[Policy | None]) -> None:
        self._game = load(game)
        self.shares = [_shares(game, policy) for policy in policies]
        self._asked = {
            player: policy
            for player, (policy, share) in enumerate(zip(policies, self.shares, strict=True), 1)
            if policy is not None and share is None
        }

    def answer(self, steps: Steps, first: int = 0) -> bool:
        """Let everybody who is asked choose; False if nobody is. `first` is the number of the first game."""
        actions, draws, any_ = np.full(len(steps.movers), -1), None, False
        for player, policy in self._asked.items():
            these = np.flatnonzero(steps.movers == player)
            if these.size:
                draws, any_ = steps.draws() if draws is None else draws, True
                actions[these] = self.choose(policy, steps, player, these, draws, first)
        if any_:
            steps.play(actions)
        return any_

    def choose(self, policy: Policy, steps: Steps, player: int, these: Any, draws: Any, first: int) -> Any:
        """The actions of a policy in these games, each of them legal."""
        if isinstance(policy, str):
            return [self._bot(policy, steps, player, index, int(draws[index])) for index in these.tolist()]
        masks = steps.masks[these]
        given = steps.observations[these], masks, draws[these]
        if hasattr(policy, "at"):
            actions = np.asarray(policy.at(steps, player, these, draws))
        elif is_compiled(policy):
            actions = np.empty(len(these), np.int64)
            _each()(policy, *given, actions)
        else:
            actions = np.asarray(policy(*given))
        if actions.shape != these.shape or actions.dtype.kind not in "iu":
            raise RequestError(
                f"politique {display_name(policy)} : un nombre entier par partie, de forme {these.shape}, et non "
                f"{actions.dtype} de forme {actions.shape}.",
                f"policy {display_name(policy)}: a whole number for each game, of shape {these.shape}, not "
                f"{actions.dtype} of shape {actions.shape}.",
            )
        in_range = (actions >= 0) & (actions < masks.shape[1])
        wrong = np.flatnonzero(~in_range | (masks[np.arange(len(actions)), np.where(in_range, actions, 0)] == 0))
        if wrong.size:
            index = int(wrong[0])
            legal = ", ".join(map(str, np.flatnonzero(masks[index])[:20]))
            where = first + int(these[index])
            raise RequestError(
                f"politique {display_name(policy)} : partie {where}, joueur {player}, l’action {actions[index]} n’est "
                f"pas permise ; le sont {legal}.",
                f"policy {display_name(policy)}: game {where}, player {player}, action {actions[index]} is not legal; "
                f"these are: {legal}.",
            )
        return actions

    def _bot(self, name: str, steps: Steps, player: int, index: int, draw: int) -> int:
        """The action of a kind that looks at the plain rules: the legal moves are counted in their order."""
        view = steps.state(index)
        moves = self._game.moves(view, player)
        return steps.legal(index, player)[moves.index(choose_by_draw(name, self._game, view, player, draw))]


def _shares(game: str, policy: Policy | None) -> Shares | None:
    """What the kernels play by themselves: chance and greed, and in blocs the solved table."""
    if not isinstance(policy, str):
        return None
    kind = KINDS[policy]
    return (kind.random, kind.greedy) if "hibou" in POLICIES[game] or not kind.solves else None


@cache
def _each() -> Any:
    """A compiled function, asked about game after game."""
    from numba import njit

    @njit(nogil=True)
    def each(choose: Any, observations: Any, masks: Any, draws: Any, actions: Any) -> None:
        for index in range(actions.size):
            actions[index] = choose(observations[index], masks[index], draws[index])

    return each
