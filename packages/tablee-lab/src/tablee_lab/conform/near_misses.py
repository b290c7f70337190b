"""Near misses: tokens misspelled where the right spelling is legal, and calculations that are nearly right."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .case import Case, Question, question
from .kit import Played, kit

DIGITS = "0123456789"
ARABIC, WIDE = (str.maketrans(DIGITS, digits) for digits in ("٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９"))
HUGE = 5000  # digits; more than some languages turn into a number


def questions(played: Played) -> Iterator[Question]:
    """Misspellings of the first roll of a variant and of the choices after it, and those that only its game knows."""
    case = Case(played.game, played.settings)
    game, (start,) = case.played()
    rolls = [str(roll) for roll, _ in game.rolls(start)]
    yield from (question(case.then(slip)) for slip in misspelled(rolls[1]))
    for roll in (rolls[0], rolls[-1]):
        thrown = case.then(roll)
        state = thrown.played()[1][-1]
        tokens = [str(move) for player in game.players(state) for move in game.moves(state, player)]
        kinds = {re.sub(r"\w+", "w", token): token for token in tokens}  # one of each kind: its signs without words
        yield from (question(thrown.then(slip)) for token in kinds.values() for slip in misspelled(token))
    yield from kit(played.game).near_misses(played, case)


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
