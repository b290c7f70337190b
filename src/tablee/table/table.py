"""A table: one live game, as a fold over its log.

`apply` is the only thing that changes a table; everything else reads it. It needs no hall, no store and no loop:

    table = Table.fold("kitchen", Setup("cadeau", here=(0, 1)).checked().log(secret))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from tablee.core import fair
from tablee.core.dice import Dice
from tablee.core.errors import TableeError
from tablee.core.fair import ELSEWHERE, NO_SALT, Promise, commitment
from tablee.core.game import AnyGame, Event, Outcome, Phase, Roll, State, Variant
from tablee.core.record import Record
from tablee.core.registry import load
from tablee.core.words import Text

from .chronicle import RESEALED, TUTOR_COMES, TUTOR_LEAVES, UNDONE, Chronicle, Happening, Line, thrown
from .entry import (
    NOBODY,
    Agreed,
    Commented,
    Corrected,
    Created,
    Declined,
    Entry,
    Erased,
    Invited,
    Named,
    Played,
    Proposed,
    Rematched,
    Replaced,
    Resigned,
    Taken,
    Threw,
    Tutored,
)
from .errors import TableDamaged
from .history import History
from .match import Score, begun
from .opening import Opening
from .seating import Seat, Seating
from .secret import digest

TablePhase = Literal["opening"] | Phase


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is asked of the others: by whom, and the places that still have to agree.

    An undo, back to `length` events; or `tutor`, beside the one who asks, which the game does not wait for.
    """

    place: int
    length: int
    waiting: tuple[int, ...]
    tutor: str = ""


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


@dataclass(slots=True)
class Standing:
    """What follows from all the rest, worked out when somebody asks, and kept until something changes."""

    phase: TablePhase | None = None
    acting: tuple[int, ...] | None = None


class Table:
    """Who sits here (`seating`), what was played (`history`), what is told of it (`chronicle`), and the rest."""

    def __init__(self, table_id: str, created: Created) -> None:
        self.id = table_id
        self.game: AnyGame = load(created.game)
        self.variant: Variant = self.game.variant(created.settings)
        self.dice = created.dice
        self.salt = ""  # the last one that a person's device has sent: what a bot throws with
        self.opened: list[tuple[int, int, str]] = []  # the throws for who begins: place, die, salt
        self._secret = b""  # what the dice to come follow from
        self._sealed: tuple[Promise, ...] = ()  # with their secrets, oldest first
        self._resealed: list[int] = []  # of each later secret: the number of the first choice that follows from it
        self._exposed = False  # the game goes on under a secret that was shown: undone by an older Tablée
        if created.secret:
            self._seal(created.secret)
        self._bots = created.bots
        self.undone = 0  # how often moves that others had seen were taken back
        self.previous = created.previous
        self.next = ""
        self._begun = begun(created)
        self.created = self.touched = created.at
        self.seq = 0  # entries so far
        self.version = 0  # entries so far at the last change of the position that everybody saw
        self.doings: Counter[int] = Counter()  # entries that each place has asked for
        self.comments: Counter[int] = Counter()  # of each place, those on undone events too
        self.proposal: Proposal | None = None
        self.tutors: dict[int, str] = {}  # by place, those that have one
        self.resigned: int | None = None
        self.requests: dict[tuple[str, str], str] = {}  # what was asked, by its holder and the id they gave it
        self._standing = Standing()
        self.seating = Seating(self.game, self.variant, created.seats, badges=created.badges, opening=created.opening)
        self.history = History(self.game, self.variant, created.position)
        self.chronicle = Chronicle()
        self._note(created)

    @classmethod
    def fold(cls, table_id: str, log: Iterable[Entry], *, audit: bool = False) -> Table:
        """The table that a log tells of; TableDamaged where it tells of none.

        `audit`: so is a log in which somebody acts out of turn, or a throw is not the promised one.
        """
        entries = iter(log)
        first = next(entries, None)
        if not isinstance(first, Created):
            raise TableDamaged(_damaged(table_id, 0))
        table = None
        try:
            table = cls(table_id, first)
            for entry in entries:
                if audit and not table.follows(entry):
                    raise TableDamaged(_damaged(table_id, table.seq))
                table.apply(entry)
        except (TableeError, LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
            raise TableDamaged(_damaged(table_id, table.seq if table else 0)) from error
        return table

    def __repr__(self) -> str:
        return f"<Table {self.id} {self.game.NAME} seq={self.seq} version={self.version}>"

    # --- where it stands --------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.history.states[-1]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the game, hidden ones too: for those who may see everything."""
        return tuple(self.history.events)

    @property
    def phase(self) -> TablePhase:
        standing = self._standing
        if standing.phase is None:
            over, decided = self.resigned is not None, self.seating.decided
            standing.phase = "over" if over else self.game.phase(self.state) if decided else "opening"
        return standing.phase

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def acting(self) -> tuple[int, ...]:
        """The places that have to roll or choose."""
        standing = self._standing
        if standing.acting is None:
            phase = self.phase
            if phase == "over":
                standing.acting = ()
            elif phase == "opening":
                assert self.seating.opening is not None
                standing.acting = self.seating.opening.waiting
            else:
                standing.acting = tuple([self.seating.place_of(player) for player in self.game.players(self.state)])
        return standing.acting

    @property
    def outcome(self) -> Outcome | None:
        if self.resigned is None:
            outcome = self.game.outcome(self.state)
            return outcome and replace(outcome, reason=outcome.reason.named(self.seating.names))
        who, left = self.seating.name(self.resigned), self.seating.player(self.resigned)
        others = tuple(player for player in range(1, self.seating.people + 1) if player != left)
        if len(others) == 1:
            winner = self.seating.name(self.seating.place_of(others[0]))
            return Outcome(others, who + Text(" abandonne : ", " gives up: ") + winner + Text(" gagne.", " wins."))
        return Outcome((), who + Text(" abandonne : personne ne gagne.", " gives up: nobody wins."))

    @property
    def score(self) -> Score | None:
        """How the match stands that this game is part of, this game counted once it is over; None: it is no match."""
        outcome = self.outcome if self._begun is not None else None
        if self._begun is None or outcome is None:
            return self._begun
        return self._begun.after(tuple(self.seating.place_of(player) for player in outcome.winners))

    @property
    def promises(self) -> tuple[Promise, ...]:
        """What the table says of its dice: each commitment, and its secret once a game under it was over."""
        if not self._sealed or self.over:
            return self._sealed
        return (*self._sealed[:-1], replace(self._sealed[-1], secret=None))

    @property
    def promise(self) -> Promise | None:
        """What the table says of the dice to come; None where it promises nothing."""
        return self.promises[-1] if self._sealed else None

    # --- what may be asked ------------------------------------------------------------------------------------

    def places(self, secret: str | None) -> tuple[int, ...]:
        """The places that a secret holds."""
        return self.seating.held(digest(secret)) if secret else ()

    def bot_due(self) -> int | None:
        """The place whose bot has to act. Nobody's, while an undo is asked for or real dice must be read first."""
        if not self.seating.bots or (self.proposal is not None and not self.proposal.tutor):
            return None
        if self.dice == "typed" and self.phase in ("opening", "roll"):
            return None
        for place in self.acting:
            if self.seating.bot(place):
                return place
        return None

    def rolls_for(self, places: tuple[int, ...]) -> tuple[int, ...]:
        """The acting places for which these may throw: their own, and with typed dice the bots' too."""
        if self.phase not in ("opening", "roll"):
            return ()
        if not places:
            return ()
        typed, bot = self.dice == "typed", self.seating.bot
        return tuple([place for place in self.acting if place in places or (typed and bot(place))])

    def throw(self, dice: Dice, salt: str = "") -> tuple[Roll, str]:
        """The virtual throw that comes next, and the salt it is made with; one that was undone comes again.

        A table that has promised its dice works them out; another one throws those that it is given. So does one that
        an older Tablée let go on under a secret that had been shown: such a throw cannot be checked.
        """
        if self.history.kept or (self._secret and not self._exposed):
            return self._promised(salt)
        count = 1 if self.phase == "opening" else self.history.dice
        return dice.throw(count), ELSEWHERE if self._exposed else ""

    def _promised(self, salt: str) -> tuple[Roll, str]:
        """The throw that must come next, given the salt that is sent with it, and the salt it is made with."""
        if self.history.kept:
            return self.history.kept[0]
        if self.phase == "opening":
            return fair.throw(self._secret, self.id, f"open-{len(self.opened)}", salt, 1), salt
        return fair.throw(self._secret, self.id, len(self.history.salts), salt, self.history.dice), salt

    def follows(self, entry: Entry) -> bool:
        """Can this entry come next: does it act in turn and, if it is a throw, as the table has promised?"""
        if not isinstance(entry, Played | Threw):
            return True
        if entry.place not in self.acting:
            return False
        event = Roll((entry.die,)) if isinstance(entry, Threw) else self.game.parse(entry.token)
        if not self._secret or not isinstance(event, Roll):
            return True
        if entry.salt == ELSEWHERE:
            return self._exposed or set(self.history.salts) <= {ELSEWHERE}
        return self._promised(entry.salt) == (event, entry.salt)

    def chance(self, place: int) -> int | None:
        """The seed of a bot's next choice; None where nothing is promised about it."""
        if not self._secret or not self._bots:
            return None
        return fair.chance(self._secret, self.id, self.seating.player(place), self.history.number)

    def correctable(self, places: tuple[int, ...]) -> bool:
        """Was the last thing that happened a roll typed by one of these?"""
        if self.dice != "typed" or self.resigned is not None or not places:
            return False
        history, opening = self.history, self.seating.opening
        if history.events:
            doer = history.doers[-1] if isinstance(history.events[-1], Roll) else NOBODY
        else:
            doer = opening.throws[-1][0] if opening and opening.throws else NOBODY
        return doer != NOBODY and (doer in places or bool(self.seating.bot(doer)))

    def undo_length(self, places: tuple[int, ...]) -> int | None:
        """How many events stay if the last choice of one of these places is taken back; None: there is none."""
        return None if self.resigned is not None or self.next else self.history.undo_length(places)

    # --- what a place may see ---------------------------------------------------------------------------------

    def view(self, place: int | None = None) -> View:
        """Everything that this place may see; None: a spectator."""
        player, phase, seating = self.seating.player(place), self.phase, self.seating
        places = (place,) if place is not None else ()
        hers = seating.held(seating.holder(place)) if place is not None and seating.holder(place) else places
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
            seats=seating.seats(place),
            opening=seating.opening,
            proposal=self.proposal,
            outcome=self.outcome,
            dice=self.dice,
            version=self.version,
            seq=self.seq,
            previous=self.previous,
            next=self.next,
        )

    def story(self, place: int | None = None, since: int = 0, most: int | None = None) -> tuple[Line, ...]:
        """The log in words from entry `since` on, or the last `most` lines of it, as that place may read it."""
        return self.chronicle.lines(self.game, self.seating, place, since, most)

    def record(self) -> Record:
        """The game so far. A hidden choice that still waits for the other one is not in it."""
        events = tuple(self.history.public)
        headers = {"date": datetime.fromtimestamp(self.created, UTC).date().isoformat(), "dice": self.dice}
        if self.promise is not None:
            headers |= {"undone": str(self.undone)} if self.undone else {}
            headers["fair"] = "\n".join(map(str, self.promises))
            headers["salts"] = " ".join(salt or NO_SALT for salt in self.history.salts)
            if self.opened:
                headers["opening"] = " ".join(f"{place}:{die}:{salt or NO_SALT}" for place, die, salt in self.opened)
            if self._bots:
                resealed = [f"@{number}" for number in self._resealed]
                headers["bots"] = " ".join([self._bots, *self.history.chosen(), *resealed])
        if self.resigned is not None:
            headers["resigned"] = str(self.seating.player(self.resigned) or self.resigned + 1)
        comments: dict[int, str] = {}
        for index, _, text in self.history.comments:
            index = min(index, len(events) - 1)
            comments[index] = f"{comments[index]} / {text}" if index in comments else text
        names = tuple(self.seating.chair(place)[0] for place in self.seating.order)
        names = names if any(names) else ()
        return Record(self.game, self.variant, events, names, headers, comments, self.history.begin)

    # --- the fold ---------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> None:
        """Take one more entry into account. Nothing is changed when the rules refuse it."""
        self._take(entry)
        self._standing.phase = self._standing.acting = None

    def _take(self, entry: Entry) -> None:
        seating = self.seating
        match entry:
            case Played():
                self._play(entry)
            case Corrected() if self.history.events:
                before, event = self.history.states[-2], self.game.parse(entry.token)
                self.history.correct(event)
                index = len(self.history.events) - 1
                self.chronicle.strike(1)
                self._note(entry, before=before, event=event, index=index)
                self._moved()
            case Threw() | Corrected():
                assert seating.opening is not None
                if isinstance(entry, Threw):
                    self.opened.append((entry.place, entry.die, entry.salt))
                    self._salted(entry)
                    seating.opened(seating.opening.throw(entry.place, entry.die))
                else:
                    seating.opened(seating.opening.correct(int(entry.token[1:])))
                self._note(entry, more=thrown(seating.opening, seating.name))
                self._moved()
            case Proposed():
                own = self.history.conceals(entry.length) and self.history.doers[-1] == entry.place
                waiting = () if own else seating.others(entry.place)  # what nobody saw needs nobody's consent
                self.proposal = Proposal(entry.place, entry.length, waiting)
                self._settle(entry)
            case Tutored():
                waiting = () if entry.mode == "off" else seating.others(entry.place)
                self.proposal = Proposal(entry.place, len(self.history.events), waiting, entry.mode)
                self._settle(entry)
            case Agreed():
                if self.proposal is not None:
                    agreed = seating.held(seating.holder(entry.place))
                    left = tuple(place for place in self.proposal.waiting if place not in agreed)
                    self.proposal = replace(self.proposal, waiting=left)
                self._settle(entry)
            case Declined():
                self.proposal = None
                self._note(entry)
            case Resigned():
                self.resigned = entry.place
                self._note(entry)
                self._moved()
            case Invited():
                seating.invite(entry.seat, entry.invitation)
                self._note(entry)
            case Taken():
                seating.sit(entry.place, entry.holder, entry.name, entry.badge)
                stays = not self.tutors or not seating.others(entry.place)  # whoever has just come has not agreed
                if not stays:
                    self.tutors = {}
                self._note(entry, more=None if stays else TUTOR_LEAVES)
            case Named():
                seating.rename(entry.place, entry.name, entry.badge)
                self._note(entry)
            case Commented():
                if entry.text:
                    self.history.comments.append((len(self.history.events) - 1, entry.place, entry.text))
                self.comments[entry.place] += 1
                self._note(entry)
            case Replaced():
                seating.replace(entry.place, entry.bot)
                self._note(entry)
            case Erased():
                seating.leave(entry.place)
                self.tutors.pop(entry.place, None)
                self.proposal = None  # who is gone can neither ask nor agree
                self.history.comments = [one for one in self.history.comments if one[1] != entry.place]
                self.chronicle.erase(entry.place)
                self._note(entry)
            case Rematched():
                self.next = entry.table
                self._note(entry)
            case _:
                raise TableDamaged(_damaged(self.id, self.seq))

    def _note(
        self,
        entry: Entry,
        *,
        before: State = None,
        event: Event = None,
        index: int = -1,
        hidden: bool = False,
        more: Text | None = None,
    ) -> None:
        self.chronicle.note(Happening(self.seq, entry, before, event, index, hidden, more=more))
        self.seq += 1
        self.touched = max(self.touched, entry.at)
        sender = entry.place if entry.sender == NOBODY else entry.sender
        self.doings[sender] += 1
        if entry.request:
            self.requests[self.seating.holder(sender), entry.request] = entry.asked

    def _moved(self) -> None:
        """The position has changed for everybody to see: older versions are stale, a question is answered."""
        self.version = self.seq
        self._answered()

    def _answered(self) -> None:
        """Playing on answers whoever asks to take a move back; who asks for a tutor still waits."""
        if self.proposal is not None and not self.proposal.tutor:
            self.proposal = None

    def _play(self, entry: Played) -> None:
        history = self.history
        before, pending, index = history.states[-1], history.pending, len(history.events)
        event, after = history.next(entry.token)
        bot = "" if entry.salt == ELSEWHERE or isinstance(event, Roll) else self.seating.bot(entry.place)
        hidden = history.play(entry.place, event, after, entry.salt, bot)
        self._salted(entry)
        self._note(entry, before=before, event=event, index=index, hidden=hidden)
        if hidden:
            self._answered()
            return
        if pending:
            self.chronicle.reveal()
        self._moved()

    def _seal(self, secret: str) -> None:
        """From the next throw and choice on, all chance follows from this secret."""
        self._secret, self._exposed, since = bytes.fromhex(secret), False, None
        if self._sealed:
            since = len(self.history.salts)
            self._resealed.append(len(self.history.events))
        self._sealed += (Promise(self.id, commitment(self._secret), self._secret, since),)

    def _salted(self, entry: Played | Threw) -> None:
        if entry.salt and entry.salt != ELSEWHERE and not self.seating.bot(entry.place):
            self.salt = entry.salt

    def _settle(self, entry: Entry) -> None:
        """Carry out what was asked for if nobody has to agree any more."""
        if self.proposal is None or self.proposal.waiting:
            self._note(entry)
            return
        if mode := self.proposal.tutor:
            self.tutors = {**self.tutors, self.proposal.place: mode}
            if mode == "off":
                del self.tutors[self.proposal.place]
            self.proposal = None
            self._note(entry, more=None if mode == "off" else TUTOR_COMES)
            return
        length = self.proposal.length
        hidden, secret = self.history.conceals(length), entry.secret if isinstance(entry, Proposed | Agreed) else ""
        self._exposed = self._exposed or (self.over and bool(self._sealed))
        self.chronicle.strike(len(self.history.events) - length)
        self.history.take_back(length, keep=self.dice == "virtual" and not secret)
        if self._resealed:  # what is chosen anew must not follow from an older secret, which everybody knows
            self._resealed[-1] = min(self._resealed[-1], length)
        if secret:
            self._seal(secret)
        self._note(entry, more=UNDONE + RESEALED if secret else UNDONE)
        if hidden:
            self.proposal = None  # the others saw nothing of it: what they see is not stale
        else:
            self.undone += 1
            self._moved()


def _damaged(table_id: str, seq: int) -> Text:
    return Text(
        f"Le journal de la table {table_id} est abîmé à la ligne {seq + 1}. Les autres tables vont bien.",
        f"The log of table {table_id} is damaged at line {seq + 1}. The other tables are fine.",
    )
