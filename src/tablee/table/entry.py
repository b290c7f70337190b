"""The entries of a table's log, and their spelling in the store: one small JSON object each.

An entry says what happened, never what follows from it. Secrets are only ever stored as digests, and no entry
shows one when it is printed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from json.encoder import encode_basestring as word
from operator import attrgetter
from typing import Any, ClassVar

from tablee.core.words import Text

from .errors import TableDamaged

NOBODY = -1  # the place of an entry that no seat made


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`at`: seconds since 1970. `place`: whose doing it was. `request`: the id that the seat which asked for it gave,
    if it gave one; `asked`: a digest of what was asked by it; `sender`: that seat, where it is not `place`.
    """

    KIND: ClassVar[str] = ""

    at: int = 0
    place: int = NOBODY
    request: str = ""
    asked: str = ""
    sender: int = NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class Created(Entry):
    """`seats`: for each place a name and a bot's level, empty for a person. `opening`: B2 comes first.

    `badges`: for each place the animal and the colour that somebody goes by, as one word; none: nobody has any.

    `best`: how many games the match has that this one is part of (0: it is none), of which `played` are over and each
    place has `won` so many.

    `position`: where the game begins, if not at its start. `secret`: what the dice follow from (`core.fair`), in hex;
    nobody sees it before the game is over. `bots`: how the bots' own chance follows from it; empty: it does not.
    """

    KIND: ClassVar[str] = "created"

    game: str
    settings: Mapping[str, Any]
    seats: tuple[tuple[str, str], ...]
    dice: str = "virtual"
    opening: bool = False
    previous: str = ""
    secret: str = field(default="", repr=False)
    bots: str = ""
    position: str = ""
    badges: tuple[str, ...] = ()
    best: int = 0
    played: int = 0
    won: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Invited(Entry):
    """A new link to a seat, or with `seat` NOBODY to whichever is free; it replaces an older one."""

    KIND: ClassVar[str] = "invited"

    seat: int
    invitation: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken(Entry):
    """Somebody sits down at `place`, by an invitation or as the one who made the table."""

    KIND: ClassVar[str] = "taken"

    holder: str = field(repr=False)
    name: str = ""
    badge: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(Entry):
    KIND: ClassVar[str] = "named"

    name: str
    badge: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Threw(Entry):
    """A die of the opening roll (B2), before the game."""

    KIND: ClassVar[str] = "threw"

    die: int
    salt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Entry):
    """An event of the game itself, as its token. `salt`: what the player's own device adds to the dice."""

    KIND: ClassVar[str] = "played"

    token: str
    salt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Entry):
    """The last roll was mistyped: this is what the dice show."""

    KIND: ClassVar[str] = "corrected"

    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed(Entry):
    """To go back to the first `length` events of the game. It holds at once where nobody has to agree.

    `secret`: what the dice follow from if it holds, since the one before was shown when the game was over.
    """

    KIND: ClassVar[str] = "proposed"

    length: int
    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreed(Entry):
    """`secret`: as that of `Proposed`; that of the one who agrees last counts."""

    KIND: ClassVar[str] = "agreed"

    secret: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Declined(Entry):
    KIND: ClassVar[str] = "declined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tutored(Entry):
    """A tutor for `place`, one of `TUTORS`. It comes at once where nobody has to agree."""

    KIND: ClassVar[str] = "tutored"

    mode: str


TUTORS = {
    "off": Text("sans tuteur", "no tutor"),
    "coach": Text("un entraîneur de calcul", "a coach for calculations"),
    "hints": Text("des indices à la demande", "hints on demand"),
    "fine": Text(
        "des indices, et « Vous êtes sûr ? » avant un coup qui coûte un peu",
        "hints, and “Are you sure?” before a move that costs a little",
    ),
    "clear": Text(
        "des indices, et « Vous êtes sûr ? » avant un coup qui coûte cher",
        "hints, and “Are you sure?” before a move that costs a lot",
    ),
    "large": Text(
        "des indices, et « Vous êtes sûr ? » avant un coup qui coûte très cher",
        "hints, and “Are you sure?” before a move that costs very much",
    ),
    "full": Text("les chances de chaque coup, sur le plateau", "the chances of every move, on the board"),
}
"""What a tutor may do, by its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Entry):
    KIND: ClassVar[str] = "resigned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Commented(Entry):
    KIND: ClassVar[str] = "commented"

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced(Entry):
    """The bot at `place` could not go on: a simpler one plays in its stead."""

    KIND: ClassVar[str] = "replaced"

    bot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rematched(Entry):
    KIND: ClassVar[str] = "rematched"

    table: str
    swapped: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased(Entry):
    """Whoever sat at `place` has left, and taken their name, their face and their words along; the moves stay.

    The entries before this one have been written anew, `without` them.
    """

    KIND: ClassVar[str] = "erased"


def without(entry: Entry, place: int) -> Entry:
    """The entry with nothing in it that whoever sat at a place has told of themselves.

    Who held the place stays: who had to agree to what follows from it, and it is the digest of a word drawn by lot.
    """
    if isinstance(entry, Created):
        seats = tuple(("" if at == place else name, bot) for at, (name, bot) in enumerate(entry.seats))
        badges = tuple("" if at == place else badge for at, badge in enumerate(entry.badges))
        return replace(entry, seats=seats, badges=badges)
    if entry.place != place:
        return entry
    if isinstance(entry, Taken | Named):
        return replace(entry, name="", badge="")
    return replace(entry, text="") if isinstance(entry, Commented) else entry


KINDS: dict[str, type[Entry]] = {
    made.KIND: made
    for made in (
        Created, Invited, Taken, Named, Threw, Played, Corrected, Proposed, Agreed, Declined, Resigned, Commented,
        Replaced, Rematched, Tutored, Erased,
    )
}  # fmt: skip
KEYS: dict[type[Entry], tuple[tuple[str, Any], ...]] = {
    made: tuple((f',"{spec.name}":', spec.default) for spec in fields(made)) for made in KINDS.values()
}
VALUES = {made: attrgetter(*(spec.name for spec in fields(made))) for made in KINDS.values()}


_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def write(entry: Entry) -> str:
    """The entry as the store keeps it; what has its default value is left out."""
    kind, body = type(entry), f'{{"kind":"{entry.KIND}"'
    for value, (key, default) in zip(VALUES[kind](entry), KEYS[kind], strict=True):
        if default is MISSING or value != default:
            body += f"{key}{value if type(value) is int else word(value) if type(value) is str else _encode(value)}"
    return body + "}"


def read(text: str) -> Entry:
    """The entry that a stored text spells."""
    try:
        body = json.loads(text)
        made = KINDS[body.pop("kind")]
        if made is Created:
            body["seats"] = tuple((str(name), str(bot)) for name, bot in body["seats"])
            body["badges"] = tuple(map(str, body.get("badges", ())))
            body["won"] = tuple(map(int, body.get("won", ())))
        if " " in body.get("request", ""):  # as it was first spelled: both in one
            body["request"], _, body["asked"] = body["request"].partition(" ")
        return made(**body)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise TableDamaged(
            "Une ligne du journal de cette table est illisible, ou vient d’une Tablée plus récente.",
            "A line of this table’s log cannot be read, or comes from a newer Tablée.",
        ) from None
