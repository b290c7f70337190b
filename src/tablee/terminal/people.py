"""Who sits at the table: people and bots, their names, and the words that people type for them."""

from tablee import bots
from tablee.core.record import Record
from tablee.core.words import one_line, player_ref
from tablee.paper.typed_input import without_accents
from tablee.table import Chair

HUMAN = "human"  # as it is written; the kind of bot at a person's chair is empty
LONGEST = 20  # characters of a name
SPELLINGS = {  # what people type
    "": (HUMAN, "humain", "personne", "person", "quelqu’un"),
    "random": ("random", "hasard", "robot hasard", "random robot"),
    "greedy": ("greedy", "glouton", "robot", "robot glouton", "greedy robot"),
}


def clean(name: str) -> str:
    """A name as it may be shown: printable, on one line, not too long."""
    return one_line(name)[:LONGEST].strip()


def kind_of(word: str) -> str | None:
    """The kind of bot that is meant, empty for a person; None: neither."""
    meant = without_accents(word)
    spellings = SPELLINGS | {name: (name,) for name in bots.NAMES if name not in SPELLINGS}
    return next((kind for kind, words in spellings.items() if meant in map(without_accents, words)), None)


def chairs_of(record: Record) -> tuple[Chair, ...]:
    """The people of a record: their names, and which of them were bots."""
    kinds = [word.strip() for word in record.headers.get("seats", "").split(",")]
    chairs = []
    for seat in range(record.game.seats(record.variant)):
        name = clean(record.players[seat]) if seat < len(record.players) else ""
        kind = kind_of(kinds[seat]) if seat < len(kinds) else None
        number = player_ref(seat + 1)
        chairs.append(Chair("" if name in (number.fr, number.en) else name, kind or ""))
    return tuple(chairs)
