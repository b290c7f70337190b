"""The games as Gymnasium environments: one seat is the learner's, bots take the others.

    import gymnasium, tablee_lab.adapters.gymnasium
    env = gymnasium.make("tablee/Cadeau-v0", seat=1, opponent="greedy", zones=3)

There are `tablee/Cadeau-v0`, `tablee/Blocs-v0` and `tablee/Laaancez-v0`; the settings of the game choose the variant.
`gymnasium.make("tablee_lab.adapters.gymnasium:tablee/Cadeau-v0")` finds one without the import.

seat         the learner's player number, from 1.
opponent     a bot for all other seats, or a list of them, one for each other seat in order: a name (random, greedy,
             poussin, lapin, ecureuil, renard, hibou, cameleon30 to cameleon70; all from ecureuil on may take half a
             minute to get ready for their first game), or anything with `choose(view, player)` that gives a legal
             event, such as a learner of your own. A bot that adapts is told the game so far.
Observation  a float32 vector, `space.shape` long, from the seat's point of view.
Action       a number of `space.actions`, or "wait", the last. Waiting is legal when nothing else is: at the end, where
             vector environments ask for one more action, and at the start of a game that the others ended before the
             seat had anything to decide (blocs): so its reward is not lost.
Mask         `info["action_mask"]`, an int8 vector, and `action_masks()`, the method that masking learners ask for;
             `action_space.sample()` draws a legal action.
Reward       at the end: +1 for a win, -1 shared by those who lost, 0 for a draw; alone (B17) minus the sum left.
Chance       dice and bots draw from `reset(seed=…)` alone, as in batches: it is game 0 of that seed, and a `reset()`
             without one begins the next game of it.
Illegal      an action that the rules refuse raises gymnasium.error.InvalidAction and changes nothing; with
             `illegal="random"` a legal one takes its place, for learners that know no masks.
Rendering    "ansi": the board as text; "human": the same, printed after every step; "svg": the drawing as a string;
             "rgb_array": the same as pixels (needs the extra `print`).
Many at once `gymnasium.make_vec("tablee/Cadeau-v0", num_envs=4096)`: `tablee_lab.adapters.vector`.

`copy.deepcopy` and `pickle` keep the whole game and its random stream.
`env.unwrapped.episode.record` is the game so far, as every other part of the library reads it.
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import registry
from numpy.typing import NDArray

from tablee import bots
from tablee.core.errors import RequestError
from tablee.core.registry import NAMES
from tablee.core.words import Text, count_noun
from tablee_lab.draws import DRAWN, choose_by_draw

from . import picture
from .episode import Draws, Episode, Legal, needs_reset, reraise_native

Observation = NDArray[np.float32]
Opponent = str | bots.Bot


class Seat(gymnasium.Env[Observation, Any]):
    """One seat of a game."""

    metadata = {"render_modes": list(picture.MODES), "render_fps": 1}  # noqa: RUF012 (as the base class has it)

    def __init__(
        self,
        game: str = "cadeau",
        seat: int = 1,
        opponent: Opponent | Sequence[Opponent] = "greedy",
        render_mode: str | None = None,
        illegal: str = "raise",
        **settings: Any,
    ) -> None:
        self.episode = Episode(game, settings, illegal)
        self.seat, self.render_mode = seat, picture.check_mode(render_mode)
        with reraise_native(gymnasium.error.Error):
            self.bots = self._bots(opponent)
        self.going = False  # the seat may step
        self.action_space = Legal(self.episode.wait + 1, self.action_masks)
        self.observation_space = spaces.Box(0, 1, self.episode.space.shape, np.float32)

    def _bots(self, opponent: Opponent | Sequence[Opponent]) -> dict[int, Opponent]:
        self.episode.check_seat(self.seat)
        others = [player for player in self.episode.space.players if player != self.seat]
        names: list[Any] = [opponent] * len(others)
        if isinstance(opponent, Sequence) and not isinstance(opponent, str):
            names = list(opponent)
        if len(names) != len(others):
            raise RequestError(
                Text.fill(
                    "« opponent » nomme {given} pour {left}.",
                    "“opponent” names {given} for {left}.",
                    given=count_noun(len(names), "robot", "bot"),
                    left=count_noun(len(others), "autre place|autres places", "other seat"),
                )
            )
        for name in names:
            if isinstance(name, str):
                bots.make(name, self.episode.game)  # an unknown one, or one that lacks its solver, says so now
            elif not hasattr(name, "choose"):
                raise RequestError(
                    f"« opponent » est le nom d’un robot, ou a une méthode choose ; {name!r} ni l’un ni l’autre.",
                    f"An “opponent” is the name of a bot, or has a method choose; {name!r} is neither.",
                )
        return dict(zip(others, names, strict=True))

    # --- playing ------------------------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.episode.begin(None if seed is None else Draws(seed))
        self.going = True
        self._others()
        return self._observe()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self.going:
            raise needs_reset()
        self.episode.act({self.seat: action})
        self._others()
        self.going = not self.episode.over
        reward = self.episode.space.rewards(self.episode.state)[self.seat - 1]
        observation, info = self._observe()
        return observation, reward, not self.going, False, info

    def _others(self) -> None:
        """The bots play until the seat has to choose, or the game is over: each by the draw of its event."""
        episode = self.episode
        while (choosing := episode.choosing) and choosing[0] != self.seat:
            player = choosing[0]
            sits, view = self.bots[player], episode.game.view(episode.state, player)
            word = episode.draws.word(len(episode.events))
            if sits in DRAWN:
                episode.play(choose_by_draw(str(sits), episode.game, view, player, word))
            else:
                bot = bots.make(sits, episode.game, word) if isinstance(sits, str) else sits
                states, events = episode.record.states, tuple(episode.events)
                episode.play(bots.choice(bot, episode.game, states, events, player))

    def _observe(self) -> tuple[Observation, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        observation = self.episode.space.observe(self.episode.state, self.seat)
        return observation, {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """The seat's legal actions now, or "wait": a mask is never empty, even between games."""
        mask = self.episode.mask(self.seat)
        mask[-1] = not mask[:-1].any()
        return mask

    def render(self) -> Any:
        return picture.render(self.render_mode, self.episode.space, self.episode.state)


for _name in NAMES:
    if (_id := f"tablee/{_name.capitalize()}-v0") not in registry:
        gymnasium.register(
            _id, f"{__name__}:{Seat.__name__}", vector_entry_point=f"{__package__}.vector:Seats", kwargs={"game": _name}
        )
