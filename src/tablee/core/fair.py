"""Dice that anyone can check: `tablee-dice-1`.

Before the first roll the table publishes the SHA-256 of 32 secret bytes, so it can no longer choose them; a salt comes
from the device of somebody else than who rolls, so nobody can choose their own rolls (docs/fair-dice.md says
what that leaves open). The dice follow from both:

    digest = HMAC-SHA256(secret, "tablee-dice-1|TABLE|NUMBER|SALT")

and from its bytes, left to right: one below 252 is the die `byte mod 6 + 1`, others are passed over (`numbers` says how
a game with other chances draws). When the game is over the secret is shown, and every roll of its record can be worked
out again. A secret that has been shown decides nothing more: if the game goes on after all, the table has published the
commitment of a new one before.

Bots never get the secret. What they leave to chance follows from it under another label, one number a choice:

    seed = HMAC-SHA256(secret, "tablee-bot-1|TABLE|PLAYER|NUMBER")
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count, islice

from .dice import draw
from .game import ONE_DIE, Roll, Rolls, clip
from .record import Record
from .words import Text

LABEL = "tablee-dice-1"
BOTS = "tablee-bot-1"
ELSEWHERE = "?"  # stands for the salt of a roll that was made at another table
NO_SALT = "-"
SALT = re.compile("[0-9a-f]{16}")
HEADER = re.compile(
    rf"{LABEL} (?P<table>[A-Za-z0-9]{{1,40}}) (?P<commit>[0-9a-f]{{64}})(?: (?P<secret>[0-9a-f]{{64}}))?"
    r"(?: from (?P<since>0|[1-9][0-9]{0,8}))?"
)


def commitment(secret: bytes) -> str:
    """The SHA-256 of a secret in hex, published before the first roll."""
    return hashlib.sha256(secret).hexdigest()


def digest(secret: bytes, message: str) -> bytes:
    # Not hmac.digest: it lets other threads run for each of these few bytes, and a loop would wait to go on.
    return hmac.new(secret, message.encode("ascii"), "sha256").digest()


def roll(secret: bytes, table: str, number: int | str, salt: str, rolls: Rolls = ONE_DIE) -> Roll:
    """The roll of that number (`open-0` and so on before the game): one of these rolls."""
    return draw(rolls, numbers(secret, table, number, salt))


def numbers(secret: bytes, table: str, number: int | str, salt: str) -> Callable[[int], int]:
    """What a roll draws from: called with `most`, the next number from 0 to `most` - 1."""
    stream = _bytes(secret, f"{LABEL}|{table}|{number}|{salt}")

    def below(most: int) -> int:
        # As many bytes as the number may need; those above the last multiple of `most` would favour the low ones.
        size = ((most - 1).bit_length() + 7) // 8
        while (read := int.from_bytes(islice(stream, size))) >= 256**size // most * most:
            pass
        return read % most

    return below


def bot_seed(secret: bytes, table: str, player: int, number: int) -> int:
    """Returns the random seed of a bot's choice after `number` events. It does not reveal the dice."""
    return int.from_bytes(digest(secret, f"{BOTS}|{table}|{player}|{number}"))


def _bytes(secret: bytes, message: str) -> Iterator[int]:
    """Bytes without end: should 32 not be enough, the message with `|1`, then `|2`, … gives more."""
    yield from digest(secret, message)
    for block in count(1):
        yield from digest(secret, f"{message}|{block}")


@dataclass(frozen=True, slots=True)
class Promise:
    """A commitment to dice: the name of the table, the digest, and after the end the secret. `since`: the number of the
    first roll under a later secret; None for the first secret of a table."""

    table: str
    commit: str
    secret: bytes | None = None
    since: int | None = None

    @staticmethod
    def of(line: str) -> Promise | None:
        """The promise that a line of a record's header `fair` spells; None if it spells none."""
        match = HEADER.fullmatch(line.strip())
        if match is None:
            return None
        secret = bytes.fromhex(match["secret"]) if match["secret"] else None
        since = int(match["since"]) if match["since"] else None
        return Promise(match["table"], match["commit"], secret, since)

    def __str__(self) -> str:
        secret = f" {self.secret.hex()}" if self.secret else ""
        since = "" if self.since is None else f" from {self.since}"
        return f"{LABEL} {self.table} {self.commit}{secret}{since}"


def parse_promises(header: str) -> tuple[Promise, ...]:
    """The promises of a record's header `fair`, a line each, oldest first; () if one of them cannot be read."""
    promises = tuple(promise for line in header.split("\n") if (promise := Promise.of(line)) is not None)
    later = [promise.since is not None for promise in promises]
    return promises if later == [line_number > 0 for line_number in range(header.count("\n") + 1)] else ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether every roll of a record is the one that was promised. `checked`: how many rolls were worked out again.
    `at`: the index of the first event that does not fit, if any."""

    fits: bool
    text: Text
    checked: int = 0
    at: int | None = None


def verify(record: Record) -> Verdict:
    """Work every roll of a record out again."""
    if record.headers.get("dice") == "typed":
        return _no(
            "On a joué avec de vrais dés : rien à vérifier.", "Real dice were rolled: there is nothing to check."
        )
    header = record.headers.get("fair")
    if header is None:
        return _no(
            "Cette partie ne dit rien de ses dés (pas d’en-tête « fair »).",
            "This game says nothing about its dice (no header “fair”).",
        )
    promises = parse_promises(header)
    if not promises:
        return _no(
            f"L’en-tête « fair » ne se lit pas : {clip(header)}", f"The header “fair” cannot be read: {clip(header)}"
        )
    if any(promise.secret is None for promise in promises):
        return _no(
            "La partie n’est pas finie : le secret des dés sera montré à la fin.",
            "The game is not over: the dice’s secret will be shown at its end.",
        )
    if any(commitment(promise.secret or b"") != promise.commit for promise in promises):
        return _no(
            "Le secret montré n’est pas celui qui était promis avant le premier lancer.",
            "The secret shown is not the one that was promised before the first roll.",
        )
    return _verify_opening(record.headers.get("opening", "").split(), promises[0]) or _verify_rolls(record, promises)


def _no(fr: str, en: str, checked: int = 0, at: int | None = None) -> Verdict:
    return Verdict(False, Text(fr, en), checked, at)


def _recompute_roll(promise: Promise, number: int | str, salt: str, rolls: Rolls = ONE_DIE) -> Roll:
    """The roll that follows from a promise whose secret is shown, and from a salt as a record spells it."""
    assert promise.secret is not None
    return roll(promise.secret, promise.table, number, "" if salt == NO_SALT else salt, rolls)


def _verify_opening(throws: list[str], promise: Promise) -> Verdict | None:
    """The rolls for who begins, `SEAT:DIE:SALT` each; None if they are the promised ones."""
    for number, thrown in enumerate(throws):
        _, _, rest = thrown.partition(":")
        die, _, salt = rest.partition(":")
        readable = salt in ("", NO_SALT) or SALT.fullmatch(salt)
        if not readable or str(_recompute_roll(promise, f"open-{number}", salt))[1:] != die:
            return _no(
                f"Lancer d’ouverture {number + 1} : « {clip(thrown)} » n’est pas celui qui était promis.",
                f"Opening roll {number + 1}: “{clip(thrown)}” is not the one that was promised.",
            )
    return None


def _verify_rolls(record: Record, promises: tuple[Promise, ...]) -> Verdict:
    rolls = [(index, event) for index, event in enumerate(record.events) if isinstance(event, Roll)]
    salts = record.headers.get("salts", "").split()
    if len(salts) != len(rolls):
        return _no(
            f"Il y a {len(rolls)} lancers et {len(salts)} sels.",
            f"There are {len(rolls)} rolls and {len(salts)} salts.",
        )
    checked = 0
    for number, ((index, roll), salt) in enumerate(zip(rolls, salts, strict=True)):
        if salt == ELSEWHERE:
            continue
        if salt != NO_SALT and not SALT.fullmatch(salt):
            return _no(
                f"Lancer {number + 1} : « {clip(salt)} » n’est pas un sel valable.",
                f"Roll {number + 1}: “{clip(salt)}” is not a salt.",
                checked,
                index,
            )
        # The latest promise that begins with the roll of that number, or before.
        deciding = next(promise for promise in reversed(promises) if promise.since is None or promise.since <= number)
        promised = _recompute_roll(deciding, number, salt, record.game.rolls(record.states[index]))
        if promised != roll:
            return _no(
                f"Lancer {number + 1} : la partie dit {roll}, les dés promis donnent {promised}.",
                f"Roll {number + 1}: the game says {roll}, the promised dice give {promised}.",
                checked,
                index,
            )
        checked += 1
    message = Text(
        f"Les {checked} lancers sont ceux qui étaient promis avant la partie.",
        f"All {checked} rolls are the ones promised before the game.",
    )
    if len(promises) > 1:
        message += Text(
            f" La partie a repris après sa fin, chaque fois avec un nouveau secret : {len(promises)} secrets en tout.",
            f" The game continued after its end, each time with a new secret: {len(promises)} secrets in all.",
        )
    if checked == len(rolls):
        return Verdict(True, message, checked)
    left = len(rolls) - checked
    elsewhere = Text(
        f" {left} autres viennent d’une autre table : ils ne se vérifient pas ici.",
        f" {left} more come from another table: they cannot be checked here.",
    )
    return Verdict(False, message + elsewhere, checked)
