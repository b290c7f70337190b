"""Slips of the pen: tokens misspelled where the right spelling is legal, and calculations that are nearly right."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .case import Case, Question, question
from .variants import Played

DIGITS = "0123456789"
ARABIC, WIDE = (str.maketrans(DIGITS, digits) for digits in ("٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９"))
THROWN_AGAIN = 450  # times; longer than any game, and a game all the same
HUGE = 5000  # digits; more than some languages turn into a number


def questions(played: Played) -> Iterator[Question]:
    """Slips at the first roll of a variant and at the choices after it; in blocs, also in what is said."""
    case = Case(played.game, played.settings)
    game, (start,) = case.played()
    rolls = [str(roll) for roll, _ in game.rolls(start)]
    yield from (question(case.then(slip)) for slip in misspelled(rolls[1]))
    for roll in (rolls[0], rolls[-1]):
        thrown = case.then(roll)
        state = thrown.played()[1][-1]
        moves = {_form(str(move)): str(move) for player in game.players(state) for move in game.moves(state, player)}
        yield from (question(thrown.then(slip)) for move in moves.values() for slip in misspelled(move))
    if played.game in OWN:
        yield from OWN[played.game](case, played)


def _blocs(case: Case, played: Played) -> Iterator[Question]:
    yield question(case.then(*["d16"] * THROWN_AGAIN))  # B8
    if played.settings.get("push") == "may":
        yield question(case.then("d35", "-", "d16", "d16", "d35"))  # B8: nothing has been pushed yet
    if played.settings.get("mode") == "duel":
        yield from (
            question(case.then(*events.split(), f"{push}:{words}"))
            for events, said in SAID.items()
            for push, calculations in said.items()
            for words in calculations
        )


OWN = {"blocs": _blocs}


def _form(token: str) -> str:
    """What kind of token it is: its signs without its words and numbers."""
    return re.sub(r"\w+", "w", token)


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


# What is said with a push (B5), by the events before it: a target alone and made of others, brackets that are not
# needed, blocks used twice or not at all, signs that are none. The level decides about some.
LAST_TWO = "d11 9,10 d11 11,12 d11 6,8 d11 4,5"  # leaves 2 and 3
SAID: dict[str, dict[str, tuple[str, ...]]] = {
    "d13": {
        "4": (
            *("4", "(4)", "((4))", "2+2", "4+4-4", "4/1", "4*1", "4+0", "4/0", "4/(2-2)", "4/(4-4)", "+4", "-4", "--4"),
            *("4=4", "4.0", "٤", "4!", "", "()", "(4", "4)", "(" * 20_000, "9" * HUGE, "4+" * 10_000 + "4"),
        ),
        "4,8": ("8-4", "(8-4)", "((8)-(4))", "-4+8", "4-8", "4", "8-4+4-4", "8/(4-4)", "84", "8-4=4", "8 4", "4+8"),
        "2,6": ("6-2", "2-6", "-2+6", "62", "6", "6-2+0", "6-2-6+6"),
        "2,4,8": (
            *("4", "8/2", "8-4", "8/4*2", "2*(8/4)", "2(8/4)", "(8/4)2", "8-2*2", "2*8/4", "2x8/4", "2*8:4", "2·8/4"),
            *("8-4+2-2", "8/(4-2)", "8/(2-4+2)", "2-(4-8)", "((2*8)/4)", "2^4/8*2", "8//4*2", "2**2"),
        ),
    },
    "d23": {
        "5": ("5", "(5)", "2+3", "3+2", "6", "5+5-5"),
        "2,3": ("2+3", "3+2", "(2+3)", "((2+3))", "(2)+(3)", "2+3+3-3", "5", "2+3+0", "2*3", "2x3", "23", "2,3", "6"),
        "6": ("6", "2*3", "(6)"),
        "2,4": ("4+2", "(4+2)", "6", "2+2+2"),
    },
    "d45": {
        "2,3,4": ("4+3+2", "3+2+4", "(3+2+4)", "2+(3+4)", "(2+3)+4", "((2+3)+4)", "9", "4+5", "2+3+4+0", "2+3", "2+7"),
        "3,6": ("3+6", "6+3", "(6)+3", "3+3+3", "6+3+6-6"),
    },
    "d55": {"2,3,8": ("2*(8-3)", "2(8-3)", "(8-3)2", "(8-3)*2", "(2*(8-3))", "2x(8-3)", "2*8-3", "2*5", "-(3-8)*2")},
    "d11": {
        "2": ("2", "(2)", "1+1", "2,2", "2+2-2"),
        "2,3": ("2+3", "3-2", "5", "2", ""),
        "9,10": ("10+9", "10-9", "19", "9"),
        "4,6": ("6-4", "(6-4)", "-4+6", "4-6", "6-4+4-4"),
    },
    f"{LAST_TWO} d26": {"2": ("2", "(2)", "8", "2+6", "3-1", "2+3", "3"), "3": ("3",)},  # B9
    "d11 2,3 d11 4,5 d11 6,8 d11 9,10 d56 11 d11": {"12": ("12", "(12)", "13", "2", "12-10", "1+1", "")},  # B7
    "d13 4 d13": {"3": ("3", "(3)", "4", "3+1", "1+3", "2+1", "")},  # B9, at level 1
}
