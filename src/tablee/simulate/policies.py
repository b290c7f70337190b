"""How the players of a batch choose: by name, one for each seat.

random   any legal move, all equally likely
greedy   the move of highest immediate worth, as the greedy bot sees it; among equals, any
hibou    the solver's best move (blocs, where it is exact)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tablee import solvers
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.words import Text, counted, listed, same
from tablee.kernels.simulate import POLICIES
from tablee.solvers import Progress, quiet

Choice = Callable[[AnyGame, State, int], Sequence[Event]]


def _any(game: AnyGame, view: State, player: int) -> Sequence[Event]:
    return game.moves(view, player)


def _worthiest(game: AnyGame, view: State, player: int) -> Sequence[Event]:
    from tablee.bots.simple import WORTH  # the rules of all the games come with it

    moves = game.moves(view, player)
    worths = [WORTH[game.NAME](view, player, move) for move in moves]
    best = max(worths)
    return [move for move, worth in zip(moves, worths, strict=True) if worth == best]


def _best(game: AnyGame, view: State, player: int) -> Sequence[Event]:
    return [solvers.advise(game.NAME, view, player).moves[0][0]]


CHOICES: Mapping[str, Choice] = MappingProxyType({"random": _any, "greedy": _worthiest, "hibou": _best})
"""What a policy holds for equally good, in the order of the rules; the draw of the event picks one of them."""


def solved(variant: Variant, names: Sequence[str], progress: Progress = quiet) -> Any:
    """The solver's table where somebody plays by it, built if need be; else none."""
    if "hibou" not in names:
        return None
    from tablee.solvers.blocs import table_of  # what it needs is loaded with it

    return table_of(variant, progress)


def seated(game: AnyGame, variant: Variant, names: str | Sequence[str] | None) -> tuple[str, ...]:
    """One policy for each seat: those named, or the one named for everybody; random if nobody is."""
    asked = ("random",) if names is None else (names,) if isinstance(names, str) else tuple(names)
    known = POLICIES[game.NAME]
    for name in asked:
        if name not in known:
            there = listed(map(same, known), last=Text(" et ", " and "))
            raise RequestError(
                f"politique : « {name[:40]} » n’existe pas pour {game.NAME} ; il y a {there.fr}.",
                f"policy: “{name[:40]}” does not play {game.NAME}; there are {there.en}.",
            )
    seats = game.seats(variant)
    if len(asked) not in (1, seats):
        places, given = counted(seats, "place", "seat"), counted(len(asked), "nom", "name")
        raise RequestError(
            f"politiques : {places.fr} à remplir et {given.fr} ; donnez un seul nom pour tous, ou un par place.",
            f"policies: {places.en} to fill and {given.en}; give one name for all, or one for each seat.",
        )
    return asked * (seats // len(asked))
