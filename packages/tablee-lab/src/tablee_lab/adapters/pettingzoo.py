"""The games as PettingZoo environments: `env` takes turns (AEC), `parallel_env` lets everybody act at once (Parallel).

    from tablee_lab.adapters import pettingzoo
    env = pettingzoo.env("blocs", mode="four", level=2)
    env.reset(seed=7)

Both play every variant of every game; the settings are those of the game, and a bad one is refused by its name.

Agents        "player_1", "player_2", … in the order of the rules.
Actions       numbers of `space.actions` (see `tablee_lab.adapters.space`). Parallel has one more, the last, "wait": the
              only legal action of an agent that has nothing to decide, and of no other.
Observations  {"observation": float32 vector from the agent's point of view, "action_mask": int8 vector}; in Parallel
              the mask stands in the infos too. In AEC only the selected agent has legal actions.
              `action_space(agent).sample()` draws a legal action.
Rewards       at the end: +1 to the winner, the others share -1; all 0 after a draw; alone (B17) minus the sum left.
Dice          are thrown inside: `reset(seed=…)` fixes them, and throws that pass the turn go by without a step.
Laaancez      L4: in Parallel both choose in one step. In AEC player 1 chooses first, and player 2 does not see what.
Illegal       an action that the rules refuse raises gymnasium.error.InvalidAction (PettingZoo has no error of its own)
              and changes nothing; with `illegal="random"` a legal one, drawn from the seeded stream, takes its place.
Rendering     "ansi": the board as text; "human": the same, printed after every step; "svg": the drawing as a string.

`state()` is the observations of all agents, one behind the other. `copy.deepcopy` and `pickle` keep the whole game,
random stream included, wrapped or not. `episode.record` is the game so far, as every other part of the library reads
it.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from . import picture
from .episode import Draws, Episode, Legal, needs_reset

Observation = dict[str, NDArray[Any]]
METADATA = {"render_modes": list(picture.MODES), "render_fps": 1, "is_parallelizable": False}


def env(
    game: str = "cadeau", render_mode: str | None = None, illegal: str = "raise", **settings: Any
) -> OrderEnforcingWrapper:
    """The AEC environment, which checks the order of calls."""
    return OrderEnforcingWrapper(Turns(game, render_mode, illegal, **settings))


class Seating:
    """The common part of both kinds of environment: an episode, and an agent for each of its seats."""

    WAITS = False  # whether there is one more action, "wait"

    def __init__(
        self, game: str = "cadeau", render_mode: str | None = None, illegal: str = "raise", **settings: Any
    ) -> None:
        self.episode = episode = Episode(game, settings, illegal)
        self.render_mode = picture.check_mode(render_mode)
        actions = episode.wait + self.WAITS
        self.metadata = METADATA | {"name": f"tablee_{episode.game.NAME}_v0"}
        self.agents: list[str] = []
        self.possible_agents = [f"player_{seat}" for seat in episode.space.players]
        self.players = dict(zip(self.possible_agents, episode.space.players, strict=True))
        self.action_spaces = {agent: Legal(actions, partial(self._mask, agent)) for agent in self.players}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, episode.space.shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.players
        }

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def _mask(self, agent: str) -> NDArray[np.int8]:
        return self.episode.mask(self.players[agent])

    @property
    def state_space(self) -> spaces.Box:
        return spaces.Box(0, 1, (len(self.players) * self.episode.space.shape[0],), np.float32)

    def state(self) -> NDArray[np.float32]:
        """Everything at once, for a critic: the observations of all agents, one behind the other."""
        space, state = self.episode.space, self.episode.state
        return np.concatenate([space.observe(state, player) for player in space.players])

    def render(self) -> Any:
        return picture.render(self.render_mode, self.episode.space, self.episode.state)

    def close(self) -> None:
        """Nothing is held open."""

    def _begin(self, seed: int | None) -> None:
        self.episode.begin(None if seed is None else Draws(seed))
        self.agents = self.possible_agents[:]

    def _rewards(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, self.episode.space.rewards(self.episode.state), strict=True))

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


# --- taking turns -------------------------------------------------------------------------------------------------


class Turns(Seating, AECEnv):  # type: ignore[misc]
    """AEC: one agent after the other."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._select()
        self._show()

    def observe(self, agent: str) -> Observation:
        return {
            "observation": self.episode.space.observe(self.episode.state, self.players[agent]),
            "action_mask": self._mask(agent),
        }

    def _mask(self, agent: str) -> NDArray[np.int8]:
        """Only the agent whose turn it is has legal actions; there is no waiting here."""
        mask = super()._mask(agent)[:-1]
        return mask if agent == self.agent_selection else np.zeros_like(mask)

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.episode.act({self.players[agent]: action})
        self._select()
        self._show()

    def _select(self) -> None:
        """Who chooses next; at the end, and only then, everybody has a reward, and leaves."""
        if choosing := self.episode.choosing:
            self.agent_selection = self.possible_agents[choosing[0] - 1]  # L4: player 1 first, then player 2
            return
        self.rewards = self._rewards()
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()


# --- all at once --------------------------------------------------------------------------------------------------


class Rounds(Seating, ParallelEnv):  # type: ignore[misc]
    """Parallel: everybody acts in every step, and "wait" is the action of those who have nothing to decide."""

    WAITS = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self._show()
        return self._observe()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            raise needs_reset()
        self.episode.act({player: actions.get(agent) for agent, player in self.players.items()})
        if over := self.episode.over:
            self.agents = []
        self._show()
        observations, infos = self._observe()
        terminations, truncations = dict.fromkeys(self.players, over), dict.fromkeys(self.players, False)
        return observations, self._rewards(), terminations, truncations, infos

    def _observe(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        observations: dict[str, Observation] = {}
        infos: dict[str, dict[str, Any]] = {}
        for agent, player in self.players.items():
            mask = self._mask(agent)
            observations[agent] = {
                "observation": self.episode.space.observe(self.episode.state, player),
                "action_mask": mask,
            }
            infos[agent] = {"action_mask": mask.copy()}
        return observations, infos


parallel_env = Rounds  # the name that PettingZoo users look for
