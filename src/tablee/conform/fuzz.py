"""Whole random games, asked about at every position; and at many of them, what would happen if something else came.

Half of the games use loaded dice, which show some faces far more often: what is rare with fair dice happens there.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, State
from tablee.games import blocs, cadeau, laaancez

from .case import LANG, Case, Question, about
from .corners import PRINTED
from .variants import Played

LONGEST = 400  # events of one game; with loaded dice some would never end
POSITIONS = 60  # asked about for each game that was wanted
PROBES = 0.6  # how often something else is tried


def games(played: Played, seed: int, count: int) -> Iterator[Question]:
    """So many games of a variant, and more where they are short."""
    rng = random.Random(f"games {seed} {played.name}")
    left = count * POSITIONS
    while count > 0 or left > 0:
        for asked in continued(Case(played.game, played.settings), rng, LONGEST):
            yield asked
            left -= 1
        count -= 1


def continued(case: Case, rng: random.Random, most: int) -> Iterator[Question]:
    """A random game that goes on from a case, up to so many events in all: every position, and probes beside it."""
    game, state = case.start
    for token in case.events:
        state = game.play(state, game.parse(token))
    others = OTHERS[case.game](state)
    rolls = [str(roll) for roll, _ in game.rolls(game.start(state.variant))]
    loaded = rng.choices(rolls, k=rng.randint(1, 3)) if rng.random() < 0.5 else rolls
    lazy = rng.randint(0, 2)  # one of two players, or nobody, keeps to what there are few ways to do
    while True:
        yield about(case, game, state)
        if rng.random() < PROBES:
            yield _probe(case, game, state, rng.choice(others), rng)
        phase = game.phase(state)
        if phase == "over" or len(case.events) >= most:
            return
        rolling = rng.choice(loaded if rng.random() < 0.7 else rolls)
        token = _spelled(state, rolling if phase == "roll" else _chosen(game, state, lazy, rng), rng)
        case, state = case.then(token), game.play(state, game.parse(token))


def _chosen(game: AnyGame, state: State, lazy: int, rng: random.Random) -> str:
    """A move of anybody who has to choose: first what kind of move, so that those of few ways are not forgotten."""
    player = rng.choice(game.players(state))
    kinds: dict[object, list[str]] = {}
    for move in game.moves(state, player):
        token = str(move)
        kinds.setdefault((type(move), token.count(",")), []).append(token)
    groups = list(kinds.values())
    return rng.choice(min(groups, key=len) if player == lazy and rng.random() < 0.7 else rng.choice(groups))


def _probe(case: Case, game: AnyGame, state: State, token: str, rng: random.Random) -> Question:
    """The case with one more event, likely a wrong one, and perhaps more behind it, which must not matter then."""
    asked = case.then(token)
    try:
        after = game.play(state, game.parse(token))
    except TableeError as error:
        more = rng.choice(((), ("d1",), ("zz", "d3")))
        return Question(asked.then(*more).line, {"error": error.text.said(LANG), "at": len(case.events)}, asked)
    return about(asked, game, after)


def _spelled(state: State, token: str, rng: random.Random) -> str:
    """The token in one of its spellings: two dice in either order, a push with its calculation."""
    if not isinstance(state, blocs.State) or rng.random() < 0.5:
        return token
    event = blocs.parse(token)
    if not isinstance(event, blocs.Push):
        return "d" + token[:0:-1]
    ways = blocs.ways(state, event)
    return f"{token}:{rng.choice(ways).translate(rng.choice((PRINTED, {})))}" if ways else token


# --- what else might be tried ---------------------------------------------------------------------------------

NONSENSE = ("", "zz", "-", "d", "d0", "d7", "d11111", "2a!", "1a", "9c", "a1xa1", "1.-", "4,5", "12", "é", "D4", "null")
DICE = tuple(f"d{face}" for face in range(1, 7))


def _cadeau(state: cadeau.State) -> list[str]:
    cells = [f"{zone}{cell}" for zone in range(1, min(9, state.variant.zones + 1) + 1) for cell in cadeau.CELLS]
    return [*NONSENSE, *DICE, *cells * 2, "0a", "1d", "d12", "1A", "a1", "01a"]


def _blocs(state: blocs.State) -> list[str]:
    groups = itertools.chain.from_iterable(itertools.combinations(blocs.BLOCKS, size) for size in (1, 2, 3))
    pushes = [",".join(map(str, group)) for group in groups]
    throws = [f"d{low}{high}" for low in range(1, 7) for high in range(1, 7)]
    wrong = ["1", "7", "13", "2,2", "5,4", "2,3,4,5", "3,4,5,6", "2 3", "2,", ",2", "+", "2;3", "d4", "d07", "2:2+"]
    return [*NONSENSE, *wrong, *pushes, *throws]


def _laaancez(state: laaancez.State) -> list[str]:
    sheet = state.variant.sheet
    cells = [*sheet.cells, "a9", "i1", "e2"]
    kinds = [*sheet.things, "dragon"]
    copies = [f"{player}.{kind}@{cell}" for player in (1, 2) for kind in kinds for cell in cells]
    ticks = [f"{player}.+{cell}" for player in (1, 2) for cell in cells]
    throws = [f"{own}x{aim}" for own in cells for aim in cells]
    wrong = ["3.-", "0.-", "1.", "1.+", "1.bonnet", "bonnet@a1", "1.@a1", "a1", "a1x", "a0xa1", "A1xA1", "d12", "1.+1"]
    kinds_of_event = (list(NONSENSE), wrong, list(DICE), copies, ticks, throws, ["1.-", "2.-"])
    most = max(map(len, kinds_of_event[3:6]))
    return [token for tokens in kinds_of_event for token in itertools.islice(itertools.cycle(tokens), most)]


OTHERS: dict[str, Callable[..., list[str]]] = {"cadeau": _cadeau, "blocs": _blocs, "laaancez": _laaancez}
