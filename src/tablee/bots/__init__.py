"""Bots: a bot sees what its player may see, and chooses. `make("greedy", game, seed=7)` gives one. What
is heavy is loaded when a bot first asks for it, so that a table without bots, or with simple ones, loads none of it.
Five kinds are levels (`LEVELS`), weakest first."""

from collections.abc import Sequence
from typing import Protocol, cast, runtime_checkable

from tablee.core import registry as games
from tablee.core.errors import RequestError
from tablee.core.extras import install_command
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.words import Text, and_list, unknown
from tablee.engine import background, solvers
from tablee.engine.background import Build
from tablee.engine.runtime import BROWSER
from tablee.engine.solution import Progress, quiet

from .best_move import Mixed, find_missing
from .best_move import prepare as _prepare
from .kinds import KINDS as KINDS
from .kinds import LEVELS as LEVELS
from .kinds import WISHES as WISHES
from .kinds import Kind as Kind
from .simple import SIMPLE

NAMES = tuple(KINDS)


class Bot(Protocol):
    def choose(self, view: State, player: int) -> Event:
        """One of the player's legal moves, knowing only `game.view(state, player)`."""


@runtime_checkable
class AdaptiveBot(Protocol):
    """A bot that adapts to the game so far, and can explain what it is doing. `states[i]` is the one that `events[i]`
    met; the last state is the one in which it chooses."""

    def choose(self, view: State, player: int, states: Sequence[State], events: Sequence[Event]) -> Event: ...

    def says(self, player: int, states: Sequence[State], events: Sequence[Event]) -> Text:
        """Returns an explanation of how it plays now."""


def choice(bot: Bot, game: AnyGame, states: Sequence[State], events: Sequence[Event], player: int) -> Event:
    """Returns the move of a bot in the last of these states; a `AdaptiveBot` also gets the history it may know."""
    view = game.view(states[-1], player)
    if hasattr(bot, "says"):  # adaptive; asking whether it is an instance of a protocol takes longer than many a move
        if view != states[-1]:  # L4: the other's choice is still hidden
            states, events = states[:-1], events[:-1]
        return cast(AdaptiveBot, bot).choose(view, player, states, events)
    return bot.choose(view, player)


def make(name: str, game: AnyGame, seed: int | None = None) -> Bot:
    """A bot of that kind for that game; with a seed it always plays alike."""
    kind = _kind(name)
    if kind.solves and not _is_solvable(game):
        simple = and_list(available(game))
        raise RequestError(
            f"{kind.title.fr} ne sait pas encore jouer à ce jeu ; il y a {simple.fr}.",
            f"{kind.title.en} cannot play this game yet; there are {simple.en}.",
        )
    if kind.solves and (lacking := find_missing(game)):
        others = and_list(available(game))
        raise RequestError(
            f"{kind.title.fr} calcule ses coups avec {lacking}, qui n’est pas installé ; tapez : "
            f"{install_command('table')}. Sans cela, il y a {others.fr}.",
            f"{kind.title.en} works out its moves with {lacking}, which is not installed; type: "
            f"{install_command('table')}. Without it there are {others.en}.",
        )
    if kind.wish:
        from .chameleon import Chameleon  # it reads what was measured: only when somebody plays

        return Chameleon(kind, game, seed)
    return SIMPLE[name](game, seed) if name in SIMPLE else Mixed(kind, game, seed)


def available(game: AnyGame) -> dict[str, Kind]:
    """The kinds that can play this game here, as it is installed, by name."""
    able = not find_missing(game) and _is_solvable(game)
    return {name: kind for name, kind in KINDS.items() if able or not kind.solves}


def exact(name: str, game: AnyGame, variant: Variant) -> bool:
    """Whether every move of that kind in that variant is a best one, from a solved table or a complete search."""
    kind = _kind(name)
    return kind.best == 1.0 and not kind.wish and not find_missing(game) and solvers.exact(game.NAME, variant)


def prepare(name: str, game: AnyGame, variant: Variant, progress: Progress = quiet) -> None:
    """Have everything at hand, so that each move then takes less than a second. Simple kinds need nothing."""
    if _kind(name).solves:
        _prepare(game, variant, progress)


def begin(name: str, game: AnyGame, variant: Variant) -> Build | None:
    """Build the missing table of a kind in the background; returns the build, or None if nothing is missing. A browser
    takes the trouble only for the strongest."""
    worthwhile = _kind(name).best == 1.0 if BROWSER else _kind(name).solves
    return background.begin(game.NAME, variant) if worthwhile and not find_missing(game) else None


def _is_solvable(game: AnyGame) -> bool:
    """Whether the levels that calculate play a game: it brings a solver, or its usual settings can be solved."""
    return games.brings(game.NAME, "solver") or solvers.solvable(game.NAME, game.variant())


def _kind(name: str) -> Kind:
    if name in KINDS:
        return KINDS[name]
    raise RequestError(unknown("Le robot", "bot", name, NAMES))
