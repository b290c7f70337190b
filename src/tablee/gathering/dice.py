"""The same dice for every table of a round, on screens and on paper.

A round's dice follow from a short code, such as `K7QM-2XPA-9DTH`. Its SHA-256 (after a label) is the secret of
`tablee-dice-1` (`tablee.core.fair`), the table's name in there is `LABEL`, and the salts are empty. So the n-th roll
of every table is the same, one commitment is published before the first roll, and a record can be verified as any
other once the round is over and its secret is shown. Whoever has the code has the rolls: it can be printed.
"""

import hashlib
import secrets

from tablee.core import fair
from tablee.core.errors import RequestError
from tablee.core.game import Roll, Rolls, clip

LABEL = "class"  # what stands for the table's name in `tablee-dice-1`
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is mistaken for another: no I, O, 0, 1
CODE_LENGTH, GROUP = 12, 4


def new_code() -> str:
    """A new code of a round's dice: 60 bits, in three groups of four letters and digits."""
    return _group("".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)))


def read_code(typed: str) -> str:
    """The code as it is written; small letters, spaces and hyphens do not matter. Raises RequestError."""
    letters = "".join(sign for sign in typed.upper() if sign not in " -–—.")
    if len(letters) != CODE_LENGTH or not set(letters) <= set(LETTERS):
        raise RequestError(
            f"« {clip(typed)} » n’est pas un code de dés : douze lettres et chiffres, comme K7QM-2XPA-9DTH.",
            f"“{clip(typed)}” is not a code of dice: twelve letters and digits, such as K7QM-2XPA-9DTH.",
        )
    return _group(letters)


def _group(letters: str) -> str:
    return "-".join(letters[start : start + GROUP] for start in range(0, CODE_LENGTH, GROUP))


def derive_secret(code: str) -> bytes:
    """The secret that the dice of a code follow from. Raises RequestError where it is no code."""
    return hashlib.sha256(f"tablee-class-dice-1|{read_code(code)}".encode("ascii")).digest()


def label(game: int = 1) -> str:
    """What stands for the table's name in `tablee-dice-1`, in the first game of a round and in those that follow."""
    return LABEL if game == 1 else f"{LABEL}-{game}"


def commitment(code: str) -> str:
    """What is published of a round's dice before the first roll."""
    return fair.commitment(derive_secret(code))


def list_rolls(code: str, rolls: Rolls, most: int) -> tuple[Roll, ...]:
    """The first `most` rolls of a round, each one of these rolls. Raises RequestError where there are none."""
    if not rolls:
        raise RequestError("Ce jeu ne commence pas par un lancer.", "This game does not begin with a roll.")
    secret = derive_secret(code)
    return tuple(fair.roll(secret, LABEL, number, "", rolls) for number in range(most))
