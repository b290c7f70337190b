"""A game as one word that fits into an address: its record, and who sat where, packed.

The word is `1`, the version, then the record's text, deflated with its checksum, as base64url. Opening it gives
the game as it was; a game that is not over goes on there with dice of its own: what was rolled before is written down
as rolled elsewhere, and a new envelope is sealed for what follows.
"""

import base64
import re
import zlib
from dataclasses import dataclass, replace
from itertools import zip_longest

from tablee import bots
from tablee.core.errors import RequestError
from tablee.core.record import Record, parse
from tablee.core.registry import load
from tablee.core.words import Text

from .seating import clean_badge
from .setup import Chair, Setup
from .table import Table

VERSION = "1"
MOST = 200_000  # bytes of a record: some thousand events
# What most records begin with: it need not travel. Never to change within a version.
COMMON = (
    b"badges: bots: lapin renard chouette salts: fair: tablee-dice-1 resigned: 1 opening: 0:1:- undone: 1\n"
    b"sheet: noel\nmode: fast\nlevel: 3\nplayers: 2\nzones: 3\nstraights: ordered\nplayers: \ndate: 202"
    b"\ndice: typed\ndice: virtual\nresult: *\n\nresult: 1\n\ngame: blocs\ngame: laaancez\ngame: cadeau\n"
)
CUT = Text(
    "Il manque un bout à ce lien, ou il a été changé en route : la partie ne se lit pas. Demandez-le à nouveau, en "
    "entier, ou la partie en fichier.",
    "A part of this link is missing, or it was changed on its way: the game cannot be read. Ask for it again, all of "
    "it, or for the game as a file.",
)
NEWER = Text(
    "Ce lien vient d’une Tablée plus récente : rechargez la page pour l’avoir, puis ouvrez-le à nouveau.",
    "This link comes from a newer Tablée: reload the page to get it, then open the link again.",
)


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game that came by a link. `seats`: who sat there, in the order of the players."""

    record: Record
    seats: tuple[Chair, ...]
    opening: bool  # is it still to be rolled who begins?

    @property
    def over(self) -> bool:
        return self.record.outcome is not None or "resigned" in self.record.headers

    def setup(self) -> Setup:
        """A table that goes on with it: its bots where they were, every person here."""
        here = tuple(seat for seat, chair in enumerate(self.seats) if not chair.bot)
        return replace(Setup.of_record(self.record, self.seats, here), opening=self.opening)


def pack(table: Table) -> str:
    """Encode a table as one word. Its dice headers are included only once the game is over and they can be checked."""
    record, seating = table.record(), table.seating
    dropped = () if table.over else ("fair", "salts", "opening", "undone")
    headers = {key: value for key, value in record.headers.items() if key not in dropped}
    robots = [seating.bot(seat) for seat in seating.order]
    badges = [seating.badge(seat) for seat in seating.order]
    headers |= {"bots": ",".join(robots)} if any(robots) else {}
    headers |= {"badges": ",".join(badges)} if any(badges) else {}
    headers |= {"begins": "roll"} if table.phase == "opening" else {}
    packing = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_DEFAULT_STRATEGY, COMMON)
    return to_word(packing.compress(str(replace(record, headers=headers)).encode()) + packing.flush())


def to_word(packed: bytes) -> str:
    """The version and these bytes, as they may stand in an address."""
    return VERSION + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def from_word(word: str) -> bytes:
    """The bytes that `to_word` made a word of; ValueError for any other word, RequestError for a newer version's."""
    if re.fullmatch("[2-9].+", word):
        raise RequestError(NEWER)
    if not word.startswith(VERSION):
        raise ValueError
    return base64.b64decode(word[1:] + "=" * (-len(word[1:]) % 4), b"-_", validate=True)


def unpack(word: str) -> SharedGame:
    """Decode a shared game. RequestError: the word is damaged or of a newer version."""
    try:
        unpacking = zlib.decompressobj(15, COMMON)
        text = unpacking.decompress(from_word(word), MOST).decode()
        if not unpacking.eof or unpacking.unused_data:
            raise ValueError
    except (ValueError, zlib.error):
        raise RequestError(CUT) from None
    record = parse(text, load)
    headers, able = dict(record.headers), bots.available(record.game)
    robots, badges = (headers.pop(key, "").split(",") for key in ("bots", "badges"))
    opening = headers.pop("begins", "") == "roll"
    seats = tuple(
        Chair(bot=robot if robot in able else "", badge=clean_badge(badge or ""))
        for _, robot, badge in zip_longest(range(record.game.seats(record.variant)), robots, badges)
    )[: record.game.seats(record.variant)]
    return SharedGame(replace(record, headers=headers), seats, opening)
