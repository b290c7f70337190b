"""Thousands of games a step: the Gymnasium environments as a `VectorEnv` over the kernels.

    import gymnasium, tablee_lab.adapters.gymnasium
    envs = gymnasium.make_vec("tablee/Cadeau-v0", num_envs=4096, opponent="greedy", zones=3)
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(actions)      # infos["action_mask"]

Spaces, rewards, masks and chance are those of the single environment (`tablee_lab.adapters.gymnasium`): environment i
with seed s + i plays the very games that a single one with that seed plays. What is different:

opponent        a bot by its name, or a function of one's own, as `tablee_lab.batch_policies` describes them (compiled,
                or of arrays), or a list of them, one for each other seat. Chance and greed (random, greedy, poussin,
                lapin) and in blocs every level are part of the kernels; others are asked many games at once.
autoreset_mode  NEXT_STEP (unless told), SAME_STEP or DISABLED, as Gymnasium defines them. Between games "wait" is
                legal, so that no mask is ever empty.
illegal         "raise": an illegal action raises gymnasium.error.InvalidAction before anything is played; "random": a
                legal one takes its place.
"""

import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tablee_lab.batch_policies import Minds, Policy, assign_seats, tables
from tablee_lab.kernels.steps import Steps

from . import picture
from .episode import SEEDS, Episode, needs_reset, reraise_native

Observations = NDArray[np.float32]
Flags = NDArray[np.bool_]


class Seats(VectorEnv[Observations, Any, Any]):
    """One seat of many games."""

    metadata = {"render_modes": list(picture.MODES), "render_fps": 1}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        game: str = "cadeau",
        num_envs: int = 1,
        seat: int = 1,
        opponent: Policy | Sequence[Policy] = "greedy",
        render_mode: str | None = None,
        illegal: str = "raise",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **settings: Any,
    ) -> None:
        self.num_envs, self.seat, self.render_mode = num_envs, seat, picture.check_mode(render_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        episode = Episode(game, settings, illegal)  # checks the settings
        self.space, self.illegal = episode.space, illegal
        with reraise_native(gymnasium.error.Error):
            players = self.space.players
            episode.check_seat(seat)
            others = assign_seats(self.space.game, self.space.variant, opponent, len(players) - 1)
            policies = (*others[: seat - 1], None, *others[seat - 1 :])
            self._minds = Minds(game, policies)
            table = tables(game, self.space.variant, policies)
            shares = self._minds.shares
            self.steps = Steps(game, self.space.variant, shares, num_envs, seat=seat, solved=table)
        self.single_observation_space = spaces.Box(0, 1, self.space.shape, np.float32)
        self.single_action_space = spaces.Discrete(episode.wait + 1)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._lost = -1.0 / max(1, len(players) - 1)
        self._seeds = np.array([secrets.randbelow(SEEDS) for _ in range(num_envs)], np.uint64)
        self._games = np.full(num_envs, -1, np.int64)
        self._done = np.ones(num_envs, np.bool_)  # nothing goes on there
        self._every = np.arange(num_envs)

    # --- beginning --------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New games everywhere, or where `options["reset_mask"]` says. An environment that is given no seed goes on to
        the next game of the one it has."""
        which = np.ones(self.num_envs, np.bool_)
        if options and "reset_mask" in options:
            which = np.asarray(options["reset_mask"])
            if which.shape != (self.num_envs,) or which.dtype != np.bool_ or not which.any():
                raise gymnasium.error.Error(f"reset_mask: {self.num_envs} booleans, one of them True at least")
        if isinstance(seed, Sequence | np.ndarray):
            seeds = list(seed)
        else:
            seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        if len(seeds) != self.num_envs or any(each is not None and each < 0 for each in seeds):
            raise gymnasium.error.Error(f"seed: a number from 0, or {self.num_envs} of them")
        for index in np.flatnonzero(which):
            if (given := seeds[index]) is not None:
                self._seeds[index], self._games[index] = given % SEEDS, -1
        self._reset(which)
        self._others()
        return self._observe(which)

    def _reset(self, which: Flags) -> None:
        self._games[which] += 1
        self._done[which] = False
        self.steps.begin(self.steps.streams(self._seeds, self._games), which)

    def _others(self) -> None:
        while self._minds.answer(self.steps):
            pass

    # --- stepping ---------------------------------------------------------------------------------------------------

    def step(self, actions: Any) -> tuple[Observations, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        steps, due = self.steps, self._done.copy()
        if due.any() and (self.autoreset_mode != AutoresetMode.NEXT_STEP or (self._games < 0).any()):
            raise needs_reset()
        actions = self._legal(np.asarray(actions), ~due)
        steps.play(np.where(due | (steps.movers == 0), -1, actions))
        if due.any():
            self._reset(due)
        self._others()
        over = (steps.movers == 0) & ~due
        rewards, infos = np.zeros(self.num_envs), dict[str, Any]()
        if over.any():
            rewards[over] = self._rewards(over)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                last, info = self._observe(over)
                infos = {"final_obs": np.full(self.num_envs, None, object), "_final_obs": over.copy()}
                for index in np.flatnonzero(over):
                    infos["final_obs"][index] = last[index]
                info["action_mask"][~over] = 0
                infos |= {"final_info": info, "_final_info": over.copy()}
                self._reset(over)
                self._others()
            else:
                self._done[over] = True
        self._done[due] = False
        observations, info = self._observe(np.ones(self.num_envs, np.bool_))
        return observations, rewards, over, np.zeros(self.num_envs, np.bool_), infos | info

    def _legal(self, actions: Any, playing: Flags) -> Any:
        """The actions, if they are legal; what is no action at all is refused before anything is played."""
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise gymnasium.error.InvalidAction(f"{self.num_envs} whole numbers, not {actions.dtype} {actions.shape}")
        in_range = (actions >= 0) & (actions < self.steps.actions)
        right = in_range & (self.steps.masks[self._every, np.where(in_range, actions, 0)] == 1)
        wrong = np.flatnonzero(~right & playing)
        if not wrong.size:
            return actions
        if self.illegal == "raise":
            index = int(wrong[0])
            legal = np.flatnonzero(self.steps.masks[index])
            raise gymnasium.error.InvalidAction(
                f"Environment {index}: action {actions[index]} is not legal now; legal: {legal.tolist()}"
            )
        actions, draws = actions.copy(), self.steps.draws()
        for index in map(int, wrong):
            legal = np.flatnonzero(self.steps.masks[index])
            actions[index] = legal[(int(draws[index]) >> 32) * len(legal) >> 32]
        return actions

    def _rewards(self, over: Flags) -> Any:
        batch = self.steps.results()
        if len(self.space.players) == 1:
            return -batch.scores[over, 0].astype(float)
        winner = batch.winner[over]
        return np.where(winner == self.seat, 1.0, np.where(winner == 0, 0.0, self._lost))

    def _observe(self, which: Flags) -> tuple[Observations, dict[str, Any]]:
        return self.steps.observations.copy(), {"action_mask": self.steps.masks.copy(), "_action_mask": which.copy()}

    def action_masks(self) -> NDArray[np.int8]:
        return self.steps.masks.copy()

    def render(self) -> tuple[Any, ...] | None:
        """Every game, as the single environment would render it."""
        if self.render_mode is None:
            return None
        states = map(self.steps.state, range(self.num_envs))
        return tuple(picture.render(self.render_mode, self.space, state) for state in states)
