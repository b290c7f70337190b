"""What a new table is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from tablee.bots import KINDS
from tablee.core.errors import IllegalEvent
from tablee.core.fair import BOTS, ELSEWHERE
from tablee.core.game import events
from tablee.core.record import Record
from tablee.core.registry import load

from .errors import Refused
from .ids import digest
from .match import LENGTHS
from .seating import LONGEST_NAME, clean_badge, clean_name
from .table import Created, Verb
from .verbs import Comment, Invite, Play, Take

DiceSource = Literal["virtual", "typed"]
LONGEST_RECORD = 5000  # events


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat before the game: a person's (no bot), or a bot's of that level. `badge`: the animal and the colour that a
    person goes by, such as `panda-vert`."""

    name: str = ""
    bot: str = ""
    badge: str = ""


def name_bots(chairs: Iterable[Chair], lang: str) -> tuple[Chair, ...]:
    """The chairs with bots named after their animal, numbered where two are alike."""
    named: list[Chair] = []
    for chair in chairs:
        if chair.bot in KINDS and not chair.name:
            animal, alike = KINDS[chair.bot].animal.in_lang(lang), sum(other.bot == chair.bot for other in named)
            chair = replace(chair, name=f"{animal} {alike + 1}" if alike else animal)
        named.append(chair)
    return tuple(named)


@dataclass(frozen=True)
class Setup:
    """`seats`: one chair for each person the game needs, none meaning people everywhere. `my_seats`: those that
    the maker of the table holds. `opening`: whether a roll decides who begins (B2); by default, where the game has it.
    """

    game: str
    settings: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    seats: tuple[Chair, ...] = ()
    my_seats: tuple[int, ...] = (0,)
    dice: DiceSource = "virtual"
    opening: bool | None = None
    record: Record | None = None
    best_of: int = 0  # of how many games the match is; 0: a single game
    shared: tuple[str, str] | None = field(default=None, repr=False)
    """The dice that other tables roll, too: the name they are promised under, and their secret, in hex."""

    @staticmethod
    def of_record(record: Record, seats: tuple[Chair, ...] = (), my_seats: tuple[int, ...] = (0,)) -> Setup:
        """Returns the setup of a table that continues a record. Chairs without a name get the record's."""
        people = record.game.seats(record.variant)
        chairs = seats or (Chair(),) * people
        seated = tuple(
            Chair(chair.name or (record.players[seat] if seat < len(record.players) else ""), chair.bot, chair.badge)
            for seat, chair in enumerate(chairs)
        )
        dice: DiceSource = "typed" if record.headers.get("dice") == "typed" else "virtual"
        settings = record.game.settings(record.variant)
        return Setup(record.game.NAME, settings, seated, my_seats, dice, opening=False, record=record)

    def complete(self) -> Setup:
        """The setup with nothing left open; a sentence where something cannot be."""
        game = load(self.game)
        variant = game.variant(self.settings)
        people = game.seats(variant)
        seats = self.seats or (Chair(),) * people
        if len(seats) != people:
            raise Refused(
                f"Nombre de places à cette table : {people}, et non {len(seats)}.",
                f"Seats at this table: {people}, not {len(seats)}.",
            )
        if len(set(self.my_seats)) < len(self.my_seats):
            raise Refused("On ne prend chaque place qu’une fois.", "Each seat can be taken only once.")
        for seat in self.my_seats:
            if not 0 <= seat < people:
                raise Refused(
                    f"Il n’y a pas de place {seat} : à cette table, la dernière est {people - 1} (la première : 0).",
                    f"There is no seat {seat}: the last one at this table is {people - 1} (the first is 0).",
                )
            if seats[seat].bot:
                raise Refused(
                    f"À la place {seat} joue un robot : prenez-en une autre (« my_seats »).",
                    f"A bot plays at seat {seat}: take another one (“my_seats”).",
                )
        if self.record is not None and len(self.record.events) > LONGEST_RECORD:
            raise Refused(
                f"Cette partie est trop longue : plus de {LONGEST_RECORD} événements.",
                f"This game is too long: more than {LONGEST_RECORD} events.",
            )
        if self.record is not None and self.record.begin is not None:
            _check_nothing_hidden(self.record)
        opens = game.opening(variant)  # B2
        if self.opening and not opens:
            raise Refused(
                "Ce jeu ne s’ouvre pas par un lancer pour savoir qui commence.",
                "This game does not open with a roll for who begins.",
            )
        opening = opens if self.opening is None else self.opening
        chairs = tuple(
            Chair(clean_name(chair.name), chair.bot[:LONGEST_NAME], clean_badge(chair.badge)) for chair in seats
        )
        if self.best_of and (self.best_of not in LENGTHS or people < 2):
            raise Refused(
                "Un match se joue à plusieurs, au meilleur des 3, 5 ou 7 parties.",
                "A match takes several people and is the best of 3, 5 or 7 games.",
            )
        return replace(self, game=game.NAME, settings=game.settings(variant), seats=chairs, opening=opening)

    def log(self, secret: str, invitations: Mapping[int, str] = MappingProxyType({}), promised: str = "") -> list[Verb]:
        """The first entries of the table: `secret` holds `my_seats`, an invitation opens each other seat. `promised`:
        the secret of virtual dice that can be checked, in hex. The setup has to be a checked one."""
        label, promised = self.shared or ("", promised)
        record = self.record
        log: list[Verb] = [
            Created(
                game=self.game,
                settings=self.settings,
                seats=tuple((chair.name, chair.bot) for chair in self.seats),
                dice=self.dice,
                opening=bool(self.opening),
                secret=promised if self.dice == "virtual" else "",
                label=label,
                bots=BOTS if promised and self.dice == "virtual" else "",
                position=record.game.position(record.begin) if record and record.begin is not None else "",
                best_of=self.best_of,
                badges=badges if any(badges := tuple(chair.badge for chair in self.seats)) else (),
                letters=self.record.headers.get("letters", "") if self.record else "",
            )
        ]
        log += [Take(seat=seat, holder=digest(secret)) for seat in self.my_seats]
        log += [Invite(seat, digest(link)) for seat, link in invitations.items()]
        if record is None:
            return log
        log += [Comment(record.comments[-1])] if -1 in record.comments else []
        for index, (event, before) in enumerate(zip(record.events, record.states, strict=False)):
            log.append(Play(seat=record.game.actor(before, event) - 1, token=str(event), salt=ELSEWHERE))
            log += [Comment(record.comments[index])] if index in record.comments else []
        return log


def _check_nothing_hidden(record: Record) -> None:
    """Refuse to begin where a choice is made and hidden: nobody at the table made it."""
    game, begin = record.game, record.begin
    try:
        following = events(game, begin)
        waits = game.view(begin, 0) != begin
        if following:
            game.play(begin, following[0])
    except IllegalEvent:
        waits = True  # a view, in which a choice is hidden, cannot be played on
    if waits:
        raise Refused(
            "Dans cette position un choix attend encore l’autre : commencez avant lui, ou après les deux.",
            "In this position one choice still waits for the other: begin before it, or after both.",
        )
