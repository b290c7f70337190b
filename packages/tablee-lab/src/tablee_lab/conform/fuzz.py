"""Whole random games, asked about at every position; and at many of them, what would happen if something else came.

Half of the games use loaded dice, which show some faces far more often: what is rare with fair dice happens there.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, State

from .case import LANG, Case, Question, about
from .kit import Played, kit

LONGEST = 400  # events of one game; with loaded dice some would never end
POSITIONS = 60  # asked about for each game that was wanted
PROBES, SLIPS = 0.6, 0.2  # how often something else is tried, and a slip of the pen
DIGITS = "0123456789"
ARABIC, WIDE = (str.maketrans(DIGITS, digits) for digits in ("٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９"))
HUGE = 5000  # digits; more than some languages turn into a number


def games(played: Played, seed: int, count: int) -> Iterator[Question]:
    """`count` games of a variant, and more where they are short."""
    rng = random.Random(f"games {seed} {played.name}")
    left = count * POSITIONS
    while count > 0 or left > 0:
        for asked in _game(Case(played.game, played.settings), rng):
            yield asked
            left -= 1
        count -= 1


def _game(case: Case, rng: random.Random) -> Iterator[Question]:
    """A random game: every position, and probes beside it."""
    game, state = case.start
    tried = kit(case.game)
    others = tried.others(state)
    rolls = [str(roll) for roll, _ in game.rolls(state)]
    loaded = rng.choices(rolls, k=rng.randint(1, 3)) if rng.random() < 0.5 else rolls
    lazy = rng.randint(0, 2)  # one of two players, or nobody, keeps to what there are few ways to do
    while True:
        yield about(case, game, state)
        if rng.random() < PROBES:
            yield _probe(case, game, state, rng.choice(others), rng)
        phase = game.phase(state)
        if phase == "over" or len(case.events) >= LONGEST:
            return
        rolling = rng.choice(loaded if rng.random() < 0.7 else rolls)
        token = rolling if phase == "roll" else _chosen(game, state, lazy, rng)
        if rng.random() < SLIPS:
            yield _probe(case, game, state, rng.choice(misspelled(token)), rng)
        token = tried.spelled(state, token, rng)
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


def misspelled(token: str) -> list[str]:
    """A token as it must not be written; where such a spelling happens to be right, the rules say so."""
    slips = (
        f" {token}",
        f"{token} ",
        f"{token}\n",
        f"{token}\0",
        token.upper(),
        f"0{token}",
        re.sub(r"\d+", r"0\g<0>", token),
        re.sub(r"\d+", r"+\g<0>", token),
        re.sub(r"(\d+)(?!.*\d)", r"\1.0", token),
        re.sub(r"\d+(?!.*\d)", "9" * HUGE, token),
        token.translate(ARABIC),
        token.translate(WIDE),
        token.replace(",", ", "),
        token.replace(",", ";"),
        ",".join(token.split(",")[::-1]),
        f"{token},{token}",
        f"{token},",
        f"{token}:",
        token + token,
        f'"{token}"',
    )
    return [slip for slip in dict.fromkeys(slips) if slip != token]
