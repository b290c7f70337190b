"""Who sits where: the seats, their names, holders, links and bots, and which player each of them is."""

import hmac
import re
from dataclasses import dataclass, field

from tablee.bots import KINDS
from tablee.core.game import AnyGame, Variant
from tablee.core.words import Text, one_line, player_ref, untranslated
from tablee.drawing.animals import translate_name

from .errors import Refused
from .ids import digest
from .opening import Opening

LONGEST_NAME = 40
LONGEST_BADGE = 31
BADGE = re.compile("[a-z]{1,15}-[a-z]{1,15}")


@dataclass(slots=True)
class SeatData:
    """A seat with its private data: the digests of its secrets."""

    name: str
    bot: str
    badge: str = ""
    holder: str = field(default="", repr=False)
    invitation: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as it is shown. `player`: 0 until the opening roll has decided. `role`: Lutins, player 2, …"""

    index: int
    player: int
    name: Text
    role: Text
    bot: str
    taken: bool
    mine: bool
    badge: str = ""


class Seating:
    """The seats of a table, from 0. A game may open with a roll (B2), which decides who plays as player 1."""

    def __init__(
        self,
        game: AnyGame,
        variant: Variant,
        chairs: tuple[tuple[str, str], ...],
        *,
        badges: tuple[str, ...] = (),
        opening: bool = False,
    ) -> None:
        """`chairs`: for each seat the name given and the bot's level, either of them empty; `badges`: their looks."""
        self._game, self._variant = game, variant
        self._common = ""  # the digest of the link to whichever seat is free
        self._seats = [SeatData(name, bot) for name, bot in chairs]
        for data, badge in zip(self._seats, badges, strict=False):
            data.badge = badge
        self.order = tuple(range(len(chairs)))  # the seats in the order of the players
        self.opening = Opening(len(chairs)) if opening else None
        self.decided = not opening  # is it known who plays as which player?

    # --- reading ----------------------------------------------------------------------------------------------

    @property
    def people(self) -> int:
        return len(self._seats)

    def player(self, seat: int | None) -> int:
        """The player at a seat, 0 for a spectator or while the opening roll is not decided."""
        return self.order.index(seat) + 1 if seat is not None and self.decided else 0

    def seat_of(self, player: int) -> int:
        return self.order[player - 1]

    @property
    def names(self) -> dict[int, Text]:
        """The names that were given, by player; none while nobody knows who plays as which."""
        seats = [(player, seat) for player, seat in enumerate(self.order, 1) if self.decided and self.chair(seat)[0]]
        return {player: self.name(seat) for player, seat in seats}

    def names_in(self, lang: str) -> tuple[tuple[int, str], ...]:
        """The same in one language."""
        return tuple((player, name.in_lang(lang)) for player, name in self.names.items())

    def name(self, seat: int) -> Text:
        """The display name at a seat: the given name, else the player's or the seat's number."""
        if not 0 <= seat < len(self._seats):
            return Text("La table", "The table")
        if self._seats[seat].name:
            return translate(*self.chair(seat))
        player = self.player(seat)
        return player_ref(player) if player else Text(f"Place {seat + 1}", f"Seat {seat + 1}")

    def bot(self, seat: int) -> str:
        """The level of the bot at a seat, empty for a person."""
        return self._seats[seat].bot

    def chair(self, seat: int) -> tuple[str, str]:
        """The name given at a seat and its bot's level, either of them empty."""
        return self._seats[seat].name, self._seats[seat].bot

    def badge(self, seat: int) -> str:
        """The animal and the colour of the player at a seat; empty: none."""
        return self._seats[seat].badge

    def holder(self, seat: int) -> str:
        """The digest of the secret that holds a seat; empty for a free seat or a bot."""
        return self._seats[seat].holder

    def find_held(self, holder: str) -> tuple[int, ...]:
        seats = enumerate(self._seats)
        return tuple([index for index, seat in seats if seat.holder and hmac.compare_digest(seat.holder, holder)])

    def others(self, seat: int) -> tuple[int, ...]:
        """The seats held by other people than the holder of this one."""
        mine = self._seats[seat].holder
        return tuple(index for index, data in enumerate(self._seats) if data.holder and data.holder != mine)

    def invites(self, seat: int, invitation: str) -> bool:
        """Is this the unused link to that seat, or one to any, and the seat is free?"""
        data = self._seats[seat]
        links = (data.invitation, "" if data.holder or data.bot else self._common)
        return any(link and hmac.compare_digest(link, digest(invitation)) for link in links)

    def welcomes(self, invitation: str) -> bool:
        """Is this the link to whichever seat is free?"""
        return bool(self._common) and hmac.compare_digest(self._common, digest(invitation))

    @property
    def free(self) -> tuple[int, ...]:
        return tuple(index for index, data in enumerate(self._seats) if not data.holder and not data.bot)

    def seats(self, seat: int | None = None) -> tuple[Seat, ...]:
        """The seats as that seat sees them: `mine` are those of the same holder."""
        mine = self._seats[seat].holder if seat is not None else ""
        seats = []
        for index, data in enumerate(self._seats):
            player = self.player(index)
            unknown = None if player else Text(f"place {index + 1}", f"seat {index + 1}")
            role = unknown or self._game.seat_name(self._variant, player)
            taken = bool(data.holder or data.bot)
            owned = bool(mine) and data.holder == mine
            seats.append(Seat(index, player, self.name(index), role, data.bot, taken, owned, data.badge))
        return tuple(seats)

    # --- changing ---------------------------------------------------------------------------------------------

    def invite(self, seat: int, invitation: str) -> None:
        """A new link, as a digest, to a seat or (seat -1) to whichever is free; an older one is void."""
        if seat < 0:
            self._common = invitation
        else:
            self._seats[seat].invitation = invitation

    def sit(self, seat: int, holder: str, name: str = "", badge: str = "") -> None:
        """Assign a seat to a new holder, and invalidate its link."""
        data = self._seats[seat]
        data.holder, data.invitation, data.name = holder, "", name or data.name
        data.badge = badge or data.badge

    def rename(self, seat: int, name: str, badge: str = "") -> None:
        data = self._seats[seat]
        data.name, data.badge = name, badge or data.badge

    def leave(self, seat: int) -> None:
        """Free a seat, and delete its player's name and badge."""
        self._seats[seat] = SeatData("", "")

    def replace(self, seat: int, bot: str) -> None:
        """Another bot plays at a bot's seat."""
        self._seats[seat].bot = bot

    def update_opening(self, opening: Opening) -> None:
        """The opening roll has gone on, or its last die was corrected."""
        self.opening, self.decided = opening, opening.done
        self.order = opening.order if opening.done else tuple(range(self.people))


def clean_badge(badge: str) -> str:
    """Returns the badge, which may be empty. Raises Refused unless it is two lower-case words."""
    if badge and not BADGE.fullmatch(badge):
        raise Refused(
            "Un badge est un animal et une couleur : « panda-vert ».",
            "A badge is an animal and a colour: “panda-vert”.",
        )
    return badge


def clean_name(name: str) -> str:
    """A name as it may be shown: one line, printable, not too long."""
    cleaned = one_line(name)
    if len(cleaned) > LONGEST_NAME:
        raise Refused(f"Un nom a au plus {LONGEST_NAME} signes.", f"A name has at most {LONGEST_NAME} characters.")
    return cleaned


def translate(name: str, bot: str) -> Text:
    """A name as it was given; that of an animal, which stands for a badge or a bot, in both languages."""
    translated = KINDS[bot].animal if bot in KINDS else translate_name(name)
    return translated if name in (translated.fr, translated.en) else untranslated(name)
