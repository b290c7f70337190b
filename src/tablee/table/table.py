"""A table: one live game, as a fold over its log.

`apply` is the only thing that changes a table; everything else reads it. Requests are checked in `request`, and the
hall applies their entries when the store has them.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from tablee.core.dice import Dice
from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, Event, Outcome, Phase, Roll, State, Variant
from tablee.core.record import Record
from tablee.core.words import Text, same
from tablee.games import load

from . import story
from .entry import (
    NOBODY,
    Agreed,
    Commented,
    Corrected,
    Created,
    Declined,
    Entry,
    Invited,
    Named,
    Played,
    Proposed,
    Rematched,
    Replaced,
    Resigned,
    Taken,
    Threw,
)
from .errors import TableDamaged
from .opening import Opening
from .secret import digest
from .story import Happening, Line

TablePhase = Literal["opening"] | Phase


@dataclass(slots=True)
class Keeping:
    """A place as the table keeps it; the digests never leave it."""

    name: str
    bot: str
    holder: str = field(default="", repr=False)
    invitation: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Seat:
    """A place as it is shown. `player`: 0 until the opening roll has decided. `role`: Lutins, player 2, …"""

    place: int
    player: int
    name: Text
    role: Text
    bot: str
    taken: bool
    mine: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """An undo that is asked for: by whom, back to how many events, and the places that still have to agree."""

    place: int
    length: int
    waiting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one place may see; `place` None and `player` 0 for a spectator.

    `acting`: the places that have to roll or choose now. `moves`: this place's legal moves, if it has to choose.
    `may_roll`: this place may throw (or, with typed dice, type) now, for itself or for a bot.
    """

    id: str
    game: AnyGame
    variant: Variant
    state: State
    phase: TablePhase
    place: int | None
    player: int
    acting: tuple[int, ...]
    moves: tuple[Event, ...]
    may_roll: bool
    may_undo: bool
    may_correct: bool
    seats: tuple[Seat, ...]
    opening: Opening | None
    proposal: Proposal | None
    outcome: Outcome | None
    dice: str
    version: int
    seq: int
    previous: str
    next: str


class Table:
    """See the package's own words for what can be read here."""

    def __init__(self, table_id: str, created: Created) -> None:
        self.id = table_id
        self.game: AnyGame = load(created.game)
        self.variant: Variant = self.game.variant(created.settings)
        self.dice = created.dice
        self.previous = created.previous
        self.next = ""
        self.created = self.touched = created.at
        self.seq = 0  # entries so far
        self.version = 0  # entries so far at the last change of the position that everybody saw
        self.opening = Opening(len(created.seats)) if created.opening else None
        self.proposal: Proposal | None = None
        self.resigned: int | None = None
        self.requests: dict[tuple[str, str], str] = {}  # what was asked, by its holder and the id they gave it
        self._keeping = [Keeping(name, bot) for name, bot in created.seats]
        self._order = tuple(range(len(created.seats)))  # the places in the order of the players
        self._events: list[Event] = []
        self._doers: list[int] = []  # the place of each event
        self._states: list[State] = [self.game.start(self.variant)]
        self._pending = False  # a hidden choice waits for the other one
        self._kept: list[Roll] = []  # virtual rolls that were undone: nobody rolls anew by undoing
        self._comments: list[tuple[int, str]] = []
        self._said = 0  # comments ever made, those on undone events too
        self._happenings: list[Happening] = []
        self._note(created)

    @classmethod
    def fold(cls, table_id: str, log: Iterable[Entry]) -> Table:
        """The table that a log tells of."""
        entries = iter(log)
        first = next(entries, None)
        if not isinstance(first, Created):
            raise TableDamaged(_damaged(table_id, 0))
        table = None
        try:
            table = cls(table_id, first)
            for entry in entries:
                table.apply(entry)
        except (TableeError, LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
            raise TableDamaged(_damaged(table_id, table.seq if table else 0)) from error
        return table

    def __repr__(self) -> str:
        return f"<Table {self.id} {self.game.NAME} seq={self.seq} version={self.version}>"

    # --- where it stands --------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the game, hidden ones too: for those who may see everything."""
        return tuple(self._events)

    @property
    def phase(self) -> TablePhase:
        if self.resigned is not None:
            return "over"
        if self.opening is not None and not self.opening.done:
            return "opening"
        return self.game.phase(self.state)

    @property
    def acting(self) -> tuple[int, ...]:
        """The places that have to roll or choose."""
        phase = self.phase
        if phase == "over":
            return ()
        if phase == "opening":
            assert self.opening is not None
            return self.opening.waiting
        return tuple(self._order[player - 1] for player in self.game.players(self.state))

    @property
    def outcome(self) -> Outcome | None:
        if self.resigned is None:
            return self.game.outcome(self.state)
        who = self.name(self.resigned)
        others = tuple(player for player in range(1, len(self._order) + 1) if player != self.player(self.resigned))
        if len(others) == 1:
            return Outcome(others, who + Text(" s’arrête là et laisse la partie.", " stops and leaves the game."))
        return Outcome((), who + Text(" s’arrête là : personne ne gagne.", " stops here: nobody wins."))

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def comments(self) -> int:
        return self._said

    @property
    def started(self) -> bool:
        return bool(self._events) or bool(self.opening and self.opening.throws)

    def player(self, place: int | None) -> int:
        """The player at a place, 0 for a spectator or while the opening roll is not decided."""
        if place is None or (self.opening is not None and not self.opening.done):
            return 0
        return self._order.index(place) + 1

    def place_of(self, player: int) -> int:
        return self._order[player - 1]

    def name(self, place: int) -> Text:
        """What the one at a place is called: the name given, or else the player's or the place's number."""
        if not 0 <= place < len(self._keeping):
            return Text("La table", "The table")
        if self._keeping[place].name:
            return same(self._keeping[place].name)
        player = self.player(place)
        if player:
            return Text(f"Joueur {player}", f"Player {player}")
        return Text(f"Place {place + 1}", f"Seat {place + 1}")

    # --- seats ------------------------------------------------------------------------------------------------

    @property
    def people(self) -> int:
        return len(self._keeping)

    def bot(self, place: int) -> str:
        """The level of the bot at a place, empty for a person."""
        return self._keeping[place].bot

    def chair(self, place: int) -> tuple[str, str]:
        """The name given at a place and its bot's level, either of them empty."""
        return self._keeping[place].name, self._keeping[place].bot

    def places(self, secret: str | None) -> tuple[int, ...]:
        """The places that a secret holds."""
        return self.held(digest(secret)) if secret else ()

    def held(self, holder: str) -> tuple[int, ...]:
        """The places of the holder of that digest."""
        return tuple(
            place
            for place, keeping in enumerate(self._keeping)
            if keeping.holder and hmac.compare_digest(keeping.holder, holder)
        )

    def holder(self, place: int) -> str:
        """The digest of whoever holds a place; empty for a free seat or a bot."""
        return self._keeping[place].holder

    def invites(self, place: int, invitation: str) -> bool:
        """Is this the unused link to that place?"""
        kept = self._keeping[place].invitation
        return bool(kept) and hmac.compare_digest(kept, digest(invitation))

    def seats(self, place: int | None = None) -> tuple[Seat, ...]:
        """The seats as that place sees them: `mine` are those of the same holder."""
        mine = self._keeping[place].holder if place is not None else ""
        seats = []
        for at, keeping in enumerate(self._keeping):
            player = self.player(at)
            role = self.game.seat_name(self.variant, player) if player else Text(f"place {at + 1}", f"seat {at + 1}")
            taken = bool(keeping.holder or keeping.bot)
            owned = bool(mine) and keeping.holder == mine
            seats.append(Seat(at, player, self.name(at), role, keeping.bot, taken, owned))
        return tuple(seats)

    def bot_due(self) -> int | None:
        """The place whose bot has to act. Nobody's, while an undo is asked for or real dice must be read first."""
        if self.proposal is not None:
            return None
        typed = self.dice == "typed" and self.phase in ("opening", "roll")
        return None if typed else next((place for place in self.acting if self._keeping[place].bot), None)

    def rolls_for(self, places: tuple[int, ...]) -> tuple[int, ...]:
        """The acting places for which these may throw: their own, and with typed dice the bots' too."""
        if self.phase not in ("opening", "roll"):
            return ()
        return tuple(
            place
            for place in self.acting
            if place in places or (places and self.dice == "typed" and self._keeping[place].bot)
        )

    # --- dice and undo ----------------------------------------------------------------------------------------

    def next_roll(self, dice: Dice) -> Roll:
        """A virtual roll: one that was undone comes again before a new one is thrown."""
        if self._kept:
            return self._kept[0]
        return dice.throw(len(self.game.rolls(self.state)[0][0].dice))

    def correctable(self, places: tuple[int, ...]) -> bool:
        """Was the last thing that happened a roll typed by one of these?"""
        if self.dice != "typed" or self.resigned is not None or not places:
            return False
        if self._events:
            doer = self._doers[-1] if isinstance(self._events[-1], Roll) else NOBODY
        else:
            doer = self.opening.throws[-1][0] if self.opening and self.opening.throws else NOBODY
        return doer != NOBODY and (doer in places or bool(self._keeping[doer].bot))

    def undo_length(self, places: tuple[int, ...]) -> int | None:
        """How many events stay if the last choice of one of these places is taken back; None: there is none.

        Of two simultaneous choices both go: the second was made when the first was already hidden on the table.
        """
        if self.resigned is not None or self.next:
            return None
        for index in range(len(self._events) - 1, -1, -1):
            if self._doers[index] in places and not isinstance(self._events[index], Roll):
                while index and len(self.game.players(self._states[index - 1])) > 1:
                    index -= 1
                return index
        return None

    def doers(self, length: int = 0) -> tuple[int, ...]:
        """The places that made the events, from that one on."""
        return tuple(self._doers[length:])

    def consenting(self, place: int, length: int) -> tuple[int, ...]:
        """The places that have to agree: everybody else's, unless only one's own hidden choice is taken back."""
        if self._pending and length == len(self._events) - 1 and self._doers[-1] == place:
            return ()
        mine = self._keeping[place].holder
        return tuple(other for other, keeping in enumerate(self._keeping) if keeping.holder and keeping.holder != mine)

    # --- what a place may see ---------------------------------------------------------------------------------

    def view(self, place: int | None = None) -> View:
        """Everything that this place may see; None: a spectator."""
        player, phase = self.player(place), self.phase
        places = (place,) if place is not None else ()
        hers = self.held(self._keeping[place].holder) if place is not None and self._keeping[place].holder else places
        return View(
            id=self.id,
            game=self.game,
            variant=self.variant,
            state=self.game.view(self.state, player),
            phase=phase,
            place=place,
            player=player,
            acting=self.acting,
            moves=self.game.moves(self.state, player) if phase == "move" and player else (),
            may_roll=bool(self.rolls_for(places)),
            may_undo=self.proposal is None and self.undo_length(hers) is not None,
            may_correct=self.correctable(places),
            seats=self.seats(place),
            opening=self.opening,
            proposal=self.proposal,
            outcome=self.outcome,
            dice=self.dice,
            version=self.version,
            seq=self.seq,
            previous=self.previous,
            next=self.next,
        )

    def story(self, place: int | None = None, since: int = 0) -> tuple[Line, ...]:
        """The log in words from entry `since` on, as that place may read it."""
        lines = [happening.line or story.line(self, happening, place) for happening in self._happenings[since:]]
        return tuple([line for line in lines if line is not None])

    def record(self) -> Record:
        """The game so far. A hidden choice that still waits for the other one is not in it."""
        events: list[Event] = []
        for index, event in enumerate(self._events[:-1] if self._pending else self._events):
            second = index > 0 and len(self.game.players(self._states[index - 1])) > 1
            if second and event.player < events[-1].player:
                events.insert(-1, event)  # a record writes player 1's choice first
            else:
                events.append(event)
        headers = {"date": datetime.fromtimestamp(self.created, UTC).date().isoformat(), "dice": self.dice}
        if self.resigned is not None:
            headers["resigned"] = str(self.player(self.resigned) or self.resigned + 1)
        comments: dict[int, str] = {}
        for place, text in self._comments:
            place = min(place, len(events) - 1)
            comments[place] = f"{comments[place]} / {text}" if place in comments else text
        names = tuple(self._keeping[place].name for place in self._order)
        return Record(self.game, self.variant, tuple(events), names if any(names) else (), headers, comments)

    # --- the fold ---------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take one more entry into account. Nothing is changed when the rules refuse it."""
        match entry:
            case Played():
                self._play(entry)
            case Corrected():
                self._correct(entry)
            case Threw():
                assert self.opening is not None
                self.opening = self.opening.throw(entry.place, entry.die)
                self._opened()
                self._note(entry, more=story.opening(self))
                self._moved()
            case Proposed():
                waiting = self.consenting(entry.place, entry.length)
                self.proposal = Proposal(entry.place, entry.length, waiting)
                self._note(entry)
                self._settle()
            case Agreed():
                if self.proposal is not None:
                    agreed = self.held(self._keeping[entry.place].holder)
                    left = tuple(place for place in self.proposal.waiting if place not in agreed)
                    self.proposal = Proposal(self.proposal.place, self.proposal.length, left)
                self._note(entry)
                self._settle()
            case Declined():
                self.proposal = None
                self._note(entry)
            case Resigned():
                self.resigned = entry.place
                self._note(entry)
                self._moved()
            case Invited():
                self._keeping[entry.seat].invitation = entry.invitation
                self._note(entry)
            case Taken():
                keeping = self._keeping[entry.place]
                keeping.holder, keeping.invitation = entry.holder, ""
                keeping.name = entry.name or keeping.name
                self._note(entry)
            case Named():
                self._keeping[entry.place].name = entry.name
                self._note(entry)
            case Commented():
                self._comments.append((len(self._events) - 1, entry.text))
                self._said += 1
                self._note(entry)
            case Replaced():
                self._keeping[entry.place].bot = entry.bot
                self._note(entry)
            case Rematched():
                self.next = entry.table
                self._note(entry)
            case _:
                raise TableDamaged(_damaged(self.id, self.seq))

    def _note(self, entry: Entry, **told: object) -> Happening:
        happening = Happening(self.seq, entry, **told)  # type: ignore[arg-type]
        self._happenings.append(happening)
        self.seq += 1
        self.touched = max(self.touched, entry.at)
        if entry.request:
            sender = entry.place if entry.sender == NOBODY else entry.sender
            self.requests[self._keeping[sender].holder, entry.request] = entry.asked
        return happening

    def _moved(self) -> None:
        """The position has changed for everybody to see: older versions are stale, a question is answered."""
        self.version = self.seq
        self.proposal = None

    def _play(self, entry: Played) -> None:
        before = self.state
        event = self.game.parse(entry.token)
        after = self.game.play(before, event)
        if self._kept and isinstance(event, Roll):
            self._kept.pop(0)
        index = len(self._events)
        self._events.append(event)
        self._doers.append(entry.place)
        self._states.append(after)
        # L4: the first of two simultaneous choices stays hidden, and the position looks the same to the other.
        first = not isinstance(event, Roll) and len(self.game.players(before)) > 1
        self._note(entry, before=before, event=event, index=index, hidden=first)
        if first:
            self._pending = True
            self.proposal = None
            return
        if self._pending:
            self._pending = False
            self._reveal()
        self._moved()

    def _reveal(self) -> None:
        for happening in reversed(self._happenings):
            if happening.hidden and not happening.undone:
                happening.hidden = False
                return

    def _correct(self, entry: Corrected) -> None:
        if not self._events:
            assert self.opening is not None
            self.opening = self.opening.correct(int(entry.token[1:]))
            self._opened()
            self._note(entry, more=story.opening(self))
        else:
            before = self._states[-2]
            event = self.game.parse(entry.token)
            after = self.game.play(before, event)
            self._events[-1], self._states[-1] = event, after
            index = len(self._events) - 1
            self._strike(index)
            self._note(entry, before=before, event=event, index=index)
        self._moved()

    def _opened(self) -> None:
        assert self.opening is not None
        self._order = self.opening.order if self.opening.done else tuple(range(self.people))

    def _strike(self, length: int) -> None:
        """What was played from there on has been taken back; it stays in the story."""
        for happening in self._happenings:
            if happening.index >= length:
                happening.undone, happening.line = True, None

    def _settle(self) -> None:
        """Carry the undo out if nobody has to agree any more."""
        if self.proposal is None or self.proposal.waiting:
            return
        length = self.proposal.length
        hidden = self._pending and length == len(self._events) - 1
        self._strike(length)
        if self.dice == "virtual":
            self._kept[:0] = [event for event in self._events[length:] if isinstance(event, Roll)]
        del self._events[length:], self._doers[length:], self._states[length + 1 :]
        self._comments = [(place, text) for place, text in self._comments if place < length]
        self._pending = False
        self._happenings[-1].more = story.UNDONE
        if hidden:
            self.proposal = None  # the others saw nothing of it: what they see is not stale
        else:
            self._moved()


def _damaged(table_id: str, seq: int) -> Text:
    return Text(
        f"Le journal de la table {table_id} est abîmé à la ligne {seq + 1}. Les autres tables vont bien.",
        f"The log of table {table_id} is damaged at line {seq + 1}. The other tables are fine.",
    )
