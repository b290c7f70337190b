"""What the PettingZoo and Gymnasium environments share: a game in progress with its chance, and its action space. An
`Episode` throws the dice until somebody has to choose, plays what they choose, and can be copied and pickled at any
moment. Its errors are Gymnasium's own, which PettingZoo uses too."""

from __future__ import annotations

import copy
import operator
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import lcm
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tablee.core.dice import SIDES, dice_of_six
from tablee.core.errors import IllegalEvent, RequestError, TableeError, VariantError
from tablee.core.game import ONE_DIE, TWO_DICE, AnyGame, Event, Roll, Rolls, State
from tablee.core.record import Record
from tablee.core.registry import load
from tablee.core.words import Text
from tablee_lab.draws import below, draw, stream

from .space import Space, variant_of

ILLEGAL = ("raise", "random")
SEEDS = 2**63


@contextmanager
def reraise_native(error: type[Exception]) -> Iterator[None]:
    """Our sentences, as errors of the framework."""
    try:
        yield
    except TableeError as ours:
        raise error(str(ours)) from ours


def needs_reset() -> gymnasium.error.ResetNeeded:
    text = Text("Aucune partie en cours : appelez d’abord reset().", "No game is going on: call reset() first.")
    return gymnasium.error.ResetNeeded(text.en)


@dataclass(frozen=True, slots=True)
class Draws:
    """The chance of a game, as in batches: event n of game `index` of a seed has one draw of its own."""

    seed: int
    index: int = 0

    def word(self, index: int) -> int:
        return draw(stream(self.seed, self.index), index)

    def below(self, index: int, count: int) -> int:
        return below(self.word(index), count)

    def next(self) -> Draws:
        return Draws(self.seed, self.index + 1)


class Episode:
    """`illegal` says what becomes of an action that the rules do not allow: `raise` refuses it and changes nothing,
    `random` plays a legal one in its place, for learners that know no masks."""

    def __init__(self, game: str, settings: Mapping[str, object], illegal: str = "raise") -> None:
        with reraise_native(gymnasium.error.Error):
            self.space = Space.of(load(game), variant_of(game, settings))
            if illegal not in ILLEGAL:
                raise VariantError(
                    f"Le réglage « illegal » ne peut pas valoir {illegal!r} ; il vaut raise ou random.",
                    f"The setting “illegal” cannot be {illegal!r}; it is raise or random.",
                )
        self.illegal = illegal
        self.state = self.game.start(self.space.variant)
        self.events: list[Event] = []
        self.draws = Draws(secrets.randbelow(SEEDS), -1)

    # --- where the game stands ----------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        return self.space.game

    @property
    def choosing(self) -> tuple[int, ...]:
        """The players who have to choose now; nobody when the game is over."""
        return self.game.players(self.state)

    @property
    def over(self) -> bool:
        return self.game.phase(self.state) == "over"

    @property
    def record(self) -> Record:
        """The game so far, as it can be written down, replayed and reviewed."""
        return Record(self.game, self.space.variant, tuple(self.events))

    @property
    def wait(self) -> int:
        """The action of a player who has nothing to decide: one more than the game's own."""
        return len(self.space.actions)

    def check_seat(self, seat: Any) -> None:
        """Raises RequestError unless there is such a seat."""
        players = self.space.players
        if type(seat) is not int or seat not in players:
            raise RequestError(
                f"La place « seat » ne peut pas être {seat!r} ; elle va de 1 à {len(players)}.",
                f"The “seat” cannot be {seat!r}; it goes from 1 to {len(players)}.",
            )

    def mask(self, player: int) -> NDArray[np.int8]:
        """The player's legal actions, and "wait" if there are none; nothing is legal when the game is over."""
        mask = np.zeros(self.wait + 1, np.int8)
        if player in self.choosing:
            mask[:-1] = self.space.mask(self.state, player)
        else:
            mask[-1] = not self.over
        return mask

    # --- playing ------------------------------------------------------------------------------------------------

    def begin(self, draws: Draws | None = None) -> None:
        """A new game up to its first choice, by those draws, or the next game of the seed at hand."""
        self.draws = draws or self.draws.next()
        self.state, self.events = self.game.start(self.space.variant), []
        self._throw()

    def act(self, actions: Mapping[int, Any]) -> None:
        """Play the actions of these players, all or none of them, and go on to the next choice."""
        state, events = self.state, list[Event]()
        choosing = self.choosing
        try:
            for player in sorted(actions):
                if player in choosing:
                    number = len(self.events) + len(events)
                    events.append(self._event(state, player, actions[player], number))
                    state = self.game.play(state, events[-1])
                elif self.illegal == "raise" and actions[player] != self.wait:
                    raise IllegalEvent(
                        f"Joueur {player} : rien à décider, il faut attendre (action {self.wait}).",
                        f"Player {player}: there is nothing to decide but to wait (action {self.wait}).",
                    )
        except IllegalEvent as error:
            raise gymnasium.error.InvalidAction(str(error)) from error
        self.state = state
        self.events += events
        self._throw()

    def play(self, event: Event) -> None:
        """Play a player's choice, then advance to the next decision."""
        self.state = self.game.play(self.state, event)
        self.events.append(event)
        self._throw()

    def _throw(self) -> None:
        while self.game.phase(self.state) == "roll":
            throws = fair(self.game.rolls(self.state))
            roll = throws[self.draws.below(len(self.events), len(throws))]
            self.state = self.game.play(self.state, roll)
            self.events.append(roll)

    def _event(self, state: State, player: int, action: Any, index: int) -> Event:
        """The event of an action; whether it is legal, the rules say."""
        if self.illegal == "random":
            legal = self.space.legal(state, player)
            if action not in legal:
                action = legal[self.draws.below(index, len(legal))]
        try:
            number = operator.index(action)
        except TypeError:
            raise IllegalEvent(
                f"Joueur {player} : une action est un nombre entier, et non {action!r}.",
                f"Player {player}: an action is a whole number, not {action!r}.",
            ) from None
        return self.space.event(number, player)

    def __deepcopy__(self, memo: dict[int, Any]) -> Episode:
        episode = copy.copy(self)  # states and events are values, and may be shared
        episode.events = self.events[:]
        return episode


class Legal(spaces.Discrete[Any]):
    """The numbers of all actions. `sample()` draws among those that are legal at the moment, unless it is given a mask
    or probabilities, so that `env.step(env.action_space.sample())` plays by the rules."""

    def __init__(self, count: int, mask: Callable[[], NDArray[np.int8]]) -> None:
        super().__init__(count)
        self._mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            legal = self._mask()
            mask = legal if legal.any() else None  # between games, any action
        return super().sample(mask, probability)


def fair(rolls: Rolls) -> tuple[Roll, ...]:
    """Every roll as often as its exact weight asks, so that drawing one evenly is fair; dice as batches order them."""
    return _ONE if rolls is ONE_DIE else _TWO if rolls is TWO_DICE else _fair(rolls)


@lru_cache(maxsize=64)
def _fair(rolls: Rolls) -> tuple[Roll, ...]:
    if count := dice_of_six(rolls):
        thrown = (tuple(number // SIDES**power % SIDES + 1 for power in range(count)) for number in range(SIDES**count))
        return tuple(Roll(tuple(sorted(dice))) for dice in thrown)
    whole = lcm(*(weight.denominator for _, weight in rolls))
    return tuple(roll for roll, weight in rolls for _ in range(int(weight * whole)))


_ONE, _TWO = _fair(ONE_DIE), _fair(TWO_DICE)  # at hand: rolls take long to compare
