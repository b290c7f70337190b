"""Who sits at the table: people and bots, their names, and the words that people type for them."""

from collections.abc import Sequence

from tablee import bots
from tablee.core.record import Record
from tablee.core.words import one_line, player_ref
from tablee.paper.typed_input import without_accents
from tablee.table import Chair

HUMAN = "human"
LONGEST = 20  # characters of a name
SPELLINGS = {  # what people type
    HUMAN: ("human", "humain", "personne", "person", "quelqu’un"),
    "random": ("random", "hasard", "robot hasard", "random robot"),
    "greedy": ("greedy", "glouton", "robot", "robot glouton", "greedy robot"),
}


def clean(name: str) -> str:
    """A name as it may be shown: printable, on one line, not too long."""
    return one_line(name)[:LONGEST].strip()


def kind_of(word: str) -> str | None:
    meant = without_accents(word)
    spellings = SPELLINGS | {name: (name,) for name in bots.NAMES if name not in SPELLINGS}
    return next((kind for kind, words in spellings.items() if meant in map(without_accents, words)), None)


def chair(kind: str, name: str = "") -> Chair:
    return Chair(name, "" if kind == HUMAN else kind)


def seats_header(chairs: Sequence[Chair]) -> str:
    return ", ".join(chair.bot or HUMAN for chair in chairs)


def chairs_of(record: Record) -> tuple[Chair, ...]:
    """The people of a record: their names, and which of them were bots."""
    kinds = [word.strip() for word in record.headers.get("seats", "").split(",")]
    chairs = []
    for seat in range(record.game.seats(record.variant)):
        name = clean(record.players[seat]) if seat < len(record.players) else ""
        kind = kind_of(kinds[seat]) if seat < len(kinds) else None
        number = player_ref(seat + 1)
        chairs.append(chair(kind or HUMAN, "" if name in (number.fr, number.en) else name))
    return tuple(chairs)
