"""OpenSpiel: importing this module lets `pyspiel.load_game` know the three games.

    tablee_cadeau(zones=5,straights=ordered)
    tablee_blocs(mode=duel,level=1)
    tablee_laaancez(sheet=noel)

| parameter | what it is                                                                                    |
|-----------|-----------------------------------------------------------------------------------------------|
| settings  | those of the game, as in every other part of the library                                      |
| sheet     | (laaancez) `noel`, the path of a TOML file, or a sheet as JSON                                |
| after     | events already played when the game begins, as a record writes them: `after=d35 3;5 d12`      |
| passes    | (blocs) `True`: a player who cannot push has one action, `-`, instead of none                 |

A game string cannot carry a comma inside a value: write `;` instead, in pushes and in JSON. Nor can it carry `=`.

Rolls are chance nodes with their exact weights. The two choices of a laaancez recruitment (L4) are one simultaneous
node; combat and the other games are sequential. Nothing is hidden: all three are games of perfect information, and an
information state is the history. Returns are zero-sum: the winner 1, the others share -1, a draw 0; alone, minus the
sum left (B17). States clone, pickle and serialize; where they go to, this module has to be imported too.

Blocs has no natural end: its `max_game_length` is a promise so wide that no game will reach it, and nothing is cut off
there. Its throws can also follow one another for ever (B8, B10), and algorithms that look through all of chance at
once, such as OpenSpiel's value iteration, need `passes=True`, which puts a decision between any two throws.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel

from tablee.core.errors import GameOver, IllegalEvent, RequestError, TableeError
from tablee.core.game import AnyGame, Event, State, clip
from tablee.core.registry import NAMES, load, people
from tablee.core.words import Text
from tablee.games.blocs import BLOCKS
from tablee_lab.adapters.space import Space, variant_of

CHANCE, SIMULTANEOUS, TERMINAL = pyspiel.PlayerId.CHANCE, pyspiel.PlayerId.SIMULTANEOUS, pyspiel.PlayerId.TERMINAL
PASS = "-"
OWN: dict[str, dict[str, Any]] = {name: {"after": ""} for name in NAMES}
OWN["blocs"]["passes"] = False
DEFAULTS = {name: {option.key: option.default for option in load(name).OPTIONS} | OWN[name] for name in NAMES}


@contextmanager
def _spiel_errors() -> Iterator[None]:
    """Our sentences, as the error that OpenSpiel raises."""
    try:
        yield
    except TableeError as error:
        raise pyspiel.SpielError(str(error)) from error


# --- where a game stands --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """A state, and who is to act in it. It never changes, so copies of an OpenSpiel state share it."""

    space: Space
    state: State
    passes: bool = False
    passer: int = 0  # who has thrown in vain, and has to say so

    def __deepcopy__(self, memo: dict[int, Any]) -> Standing:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Standing, (self.space, self.state, self.passes, self.passer)

    @cached_property
    def mover(self) -> Any:
        """The player, from 0, or OpenSpiel's word for chance, for both at once and for nobody."""
        if self.passer:
            return self.passer - 1
        phase = self.space.game.phase(self.state)
        if phase != "move":
            return CHANCE if phase == "roll" else TERMINAL
        players = self.space.game.players(self.state)
        return SIMULTANEOUS if len(players) > 1 else players[0] - 1

    @property
    def text(self) -> str:
        if self.passer:
            return "\n".join([*self.space.lines(self.state), f"pass {self.passer}"])
        return self.space.text(self.state)

    def legal(self, player: int) -> list[int]:
        return [len(self.space.actions)] if self.passer else self.space.legal(self.state, player + 1)

    def event(self, player: int, action: int) -> Event:
        """The event that an action stands for; a pass where nothing can be pushed is none, and stands for itself."""
        if player == CHANCE:
            return self.space.roll(action)
        if self.passes and action == len(self.space.actions):
            return PASS
        return self.space.event(action, player + 1)

    def act(self, action: int) -> Standing:
        """After a roll, or after an action of the one player who has to choose."""
        mover = self.mover
        if mover is SIMULTANEOUS:
            raise IllegalEvent(TOGETHER)
        if mover is TERMINAL:
            raise GameOver(OVER)
        event = self.space.roll(action) if mover is CHANCE else self.event(mover, action)
        if self.passer:
            if event != PASS:
                raise IllegalEvent(ONLY_PASS)
            return Standing(self.space, self.state, self.passes)
        state = self.space.game.play(self.state, event)
        vain = self.passes and mover is CHANCE and self.space.game.phase(state) == "roll"  # B8, B10
        return Standing(self.space, state, self.passes, self.space.game.players(self.state)[0] if vain else 0)

    def act_jointly(self, actions: Sequence[int]) -> Standing:
        """After an action of each player, made at the same time (L4)."""
        if self.mover is not SIMULTANEOUS or len(actions) != len(self.space.players):
            raise IllegalEvent(JOINTLY)
        state = self.state
        for player, action in zip(self.space.players, actions, strict=True):
            state = self.space.game.play(state, self.space.event(action, player))
        return Standing(self.space, state)


OVER = Text("La partie est finie.", "The game is over.")
TOGETHER = Text(
    "Les deux joueurs choisissent en même temps : donnez leurs deux actions à apply_actions.",
    "Both players choose at the same time: give both actions to apply_actions.",
)
ONLY_PASS = Text(
    "Rien ne se pousse : la seule action est de passer.", "Nothing can be pushed: the only action is to pass."
)
JOINTLY = Text(
    "apply_actions veut une action par joueur, là où les deux choisissent en même temps ; pour jouer chacun son tour, "
    "prenez turn_based_simultaneous_game.",
    "apply_actions wants one action of each player, where both choose at the same time; to act in turns, take "
    "turn_based_simultaneous_game.",
)


def _start(name: str, given: Mapping[str, Any]) -> Standing:
    """Where a game with these parameters begins."""
    settings = {key: _parse_parameter(value) for key, value in given.items() if key not in OWN[name]}
    space = Space.of(load(name), variant_of(name, settings))
    game, state = space.game, space.game.start(space.variant)
    for number, token in enumerate(_parse_parameter(given["after"]).split(), 1):
        try:
            state = game.play(state, game.parse(token))
        except TableeError as error:
            where = Text(f"after, événement {number} ({token}) : ", f"after, event {number} ({token}): ")
            raise RequestError(where + error.text) from None
    if game.phase(state) == "over" or game.view(state, 0) != state:
        raise RequestError(
            "after : la partie doit continuer, et personne n’avoir choisi en secret.",
            "after: the game has to go on from there, with nobody’s choice still hidden.",
        )
    return Standing(space, state, bool(given.get("passes")))


def _parse_parameter(value: Any) -> Any:
    """A parameter as the games read it: a game string cannot carry commas, nor a text that is a number."""
    return value.replace(";", ",").removesuffix(",") if isinstance(value, str) else value


def format_parameter(value: Any) -> Any:
    """A parameter as a game string carries it: semicolons for commas, and one behind a text of digits only."""
    if not isinstance(value, str):
        return value
    return f"{value};" if value.isdigit() else value.replace(",", ";")


# --- what OpenSpiel asks for ----------------------------------------------------------------------------------


def _is_simultaneous(game: AnyGame) -> bool:
    """Whether several players choose at the same time, which shows after the first roll."""
    start = game.start(game.variant({}))
    return len(game.players(game.play(start, game.rolls(start)[0][0]))) > 1


def _game_type(name: str, *, alone: bool = False) -> Any:
    kind = pyspiel.GameType
    game = load(name)
    least, most = people(name)
    return kind(
        short_name=f"tablee_{name}",
        long_name=game.TITLE.fr,
        dynamics=kind.Dynamics.SIMULTANEOUS if _is_simultaneous(game) else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if alone else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=least,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=DEFAULTS[name],
    )


class TableeGame(pyspiel.Game):  # type: ignore[misc]
    """One of the three games, as `pyspiel.load_game` makes it."""

    name: str

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        name, defaults = self.name, DEFAULTS[self.name]
        given = defaults | dict(parameters)
        with _spiel_errors():
            start = _start(name, given)
        space, people = start.space, len(start.space.players)
        alone = people == 1
        super().__init__(
            _game_type(name, alone=alone),
            pyspiel.GameInfo(
                num_distinct_actions=len(space.actions) + start.passes,
                max_chance_outcomes=len(space.rolls),
                num_players=people,
                min_utility=-float(sum(BLOCKS)) if alone else -1.0 / (people - 1),
                max_utility=0.0 if alone else 1.0,
                utility_sum=None if alone else 0.0,
                max_game_length=space.longest.rolls if start.passes else space.longest.decisions,
            ),
            {key: format_parameter(value) for key, value in given.items() if value != defaults[key]},
        )
        self.start = start

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> TableeState:
        return TableeState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.start.space.longest.rolls

    def make_py_observer(self, kind: Any = None, parameters: Mapping[str, Any] | None = None) -> Observer:
        with _spiel_errors():
            if parameters:
                raise RequestError("L’observateur ne prend pas de paramètres.", "The observer takes no parameters.")
        return Observer(self.start.space, kind or pyspiel.IIGObservationType(perfect_recall=False))


class TableeState(pyspiel.State):  # type: ignore[misc]
    """A state of such a game; `standing` is what it holds, the state of the rules among it."""

    def __init__(self, game: TableeGame) -> None:
        super().__init__(game)
        self.standing = game.start

    def current_player(self) -> Any:
        return self.standing.mover

    def is_terminal(self) -> bool:
        return self.standing.mover is TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.standing.space.chances))

    def _legal_actions(self, player: int) -> list[int]:
        return self.standing.legal(player)

    def _apply_action(self, action: int) -> None:
        with _spiel_errors():
            self.standing = self.standing.act(action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        with _spiel_errors():
            self.standing = self.standing.act_jointly(actions)

    def _action_to_string(self, player: int, action: int) -> str:
        with _spiel_errors():
            return str(self.standing.event(player, action)).removeprefix(f"{player + 1}.")

    def string_to_action(self, *arguments: Any) -> int:
        """Of a player and a token, or a token alone; OpenSpiel's own finds nothing where both players choose."""
        player, token = arguments if len(arguments) > 1 else (self.current_player(), *arguments)
        for action in self.legal_actions(player):
            if self._action_to_string(player, action) == token:
                return int(action)
        with _spiel_errors():
            raise IllegalEvent(
                f"« {clip(token)} » n’est pas une action permise ici.", f"“{clip(token)}” is not a legal action here."
            )

    def returns(self) -> list[float]:
        return list(self.standing.space.rewards(self.standing.state))

    def __str__(self) -> str:
        return self.standing.text

    def record(self) -> str:
        """The events since the start, as a record writes them; `-` for a pass."""
        event = self.standing.event
        return " ".join(str(event(step.player, step.action)) for step in self.full_history())


class Observer:
    """What a player sees: the board as numbers and text, or with perfect recall the history. Nobody sees more."""

    def __init__(self, space: Space, kind: Any) -> None:
        self._space, self._kind = space, kind
        self.tensor = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        if kind.public_info and not kind.perfect_recall:
            self.tensor = np.zeros(space.shape, np.float32)
            end = 0
            for name, length in space.fields:
                self.dict[name] = self.tensor[end : end + length]
                end += length

    def set_from(self, state: TableeState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = self._space.observe(state.standing.state, player + 1)

    def string_from(self, state: TableeState, player: int) -> str:
        if not self._kind.public_info:
            return ""  # nothing is anybody's secret
        return state.record() if self._kind.perfect_recall else str(state)


class Cadeau(TableeGame):
    name = "cadeau"


class Blocs(TableeGame):
    name = "blocs"


class Laaancez(TableeGame):
    name = "laaancez"


# A class each: the registry lets go of them after Python has ended, which only classes survive.
for _made in (Cadeau, Blocs, Laaancez):
    pyspiel.register_game(_game_type(_made.name), _made)
