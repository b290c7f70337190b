"""A table: one live game, as a fold over its log; and what every verb of it has in common.

`apply` is the only thing that changes a table; everything else reads it. It needs no table service, no store and no
loop:

    table = Table.fold("kitchen", Setup("cadeau", my_seats=(0, 1)).complete().log(secret))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, ClassVar, Literal, NamedTuple, Self

from tablee.core import fair
from tablee.core.dice import Dice, dice_of_six
from tablee.core.errors import TableeError
from tablee.core.fair import ELSEWHERE, NO_SALT, Promise, commitment
from tablee.core.game import ONE_DIE, AnyGame, Event, Outcome, Phase, Roll, Rolls, State, Variant
from tablee.core.record import Record
from tablee.core.registry import load
from tablee.core.words import Text, untranslated

from .entry import NOBODY, Entry, Naming
from .errors import SeatError, TableDamaged
from .history import History
from .ids import digest, shard_of
from .log_text import Happening, Line, LogText
from .match import Score
from .seating import Seat, Seating

TablePhase = Literal["opening"] | Phase


class Asker(NamedTuple):
    """Who asks: the digest of their secret, the seats that it holds, and the dice that they roll."""

    holder: str
    held: tuple[int, ...]
    dice: Dice

    def own(self, seat: int | None, otherwise: int = NOBODY) -> int:
        """A seat of theirs: the one that is named, or if none is, the other. Raises SeatError if it is not theirs."""
        seat = otherwise if seat is None else seat
        if seat not in self.held:
            raise SeatError("Ce n’est pas votre place.", "This is not your seat.")
        return seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb(Entry):
    """An action at a table, as a value: as it is requested, and complete as it is logged.

    As a request it has the fields that are `asked`; `check` returns what is logged, `apply` carries that out, and
    `describe` tells it.

    `VERB`: its name in addresses, forms and JSON; none for what nobody can ask. `VERSIONED`: it is asked of a position,
    and names the version that was seen. `SEATED`: it takes a seat to ask.
    """

    VERB: ClassVar[str] = ""
    ABOUT: ClassVar[Text]
    VERSIONED: ClassVar[bool] = True
    SEATED: ClassVar[bool] = True

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        """Returns the entries to log, none if it would change nothing. Raises a TableeError if it is not allowed."""
        raise NotImplementedError

    def apply(self, table: Table) -> None:
        """Change the table, once it is logged, and `note` it there. Nothing is changed when the rules refuse it."""
        raise damage(table.id, table.seq)

    def follows(self, table: Table) -> bool:
        """Whether it can come next in an honest log: in turn and, a roll, as the table has promised."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Created(Verb):
    """The first entry. `seats`: for each seat a name and a bot's level, empty for a person. `opening`: B2 comes first.

    `badges`: for each seat the animal and the colour that somebody goes by, as one word; none: nobody has any.

    `best_of`: how many games the match has that this one is part of (0: it is none), of which `played` are over and
    each seat has `won` so many.

    `position`: where the game begins, if not at its start. `secret`: what the dice follow from (`core.fair`), in hex;
    nobody sees it before the game is over. `label`: the name under which the dice are promised, if other tables roll
    the same ones: then no salts are used, and the secret stays sealed until `Unseal`. `bots`: how the bots' own chance
    follows from it; empty: it does not. `letters`: the last message of the game, if it was played by messages.
    """

    KIND = "created"

    game: str
    settings: Mapping[str, Any]
    seats: tuple[tuple[str, str], ...]
    dice: str = "virtual"
    opening: bool = False
    previous: str = ""
    secret: str = field(default="", repr=False)
    label: str = ""
    bots: str = ""
    position: str = ""
    badges: tuple[str, ...] = ()
    best_of: int = 0
    played: int = 0
    won: tuple[int, ...] = ()
    letters: str = ""

    @property
    def score(self) -> Score | None:
        """The score that the table began with; None where it is no match."""
        return Score(self.best_of, self.played, self.won or (0,) * len(self.seats)) if self.best_of else None

    def describe(self, name: Naming) -> Text:
        laid = Text("Tout est prêt : ", "Everything is ready: ") + load(self.game).TITLE
        return laid if self.score is None else laid + untranslated(". ") + self.score.describe(name)

    def without(self, seat: int) -> Self:
        seats = tuple(("" if index == seat else name, bot) for index, (name, bot) in enumerate(self.seats))
        badges = tuple("" if index == seat else badge for index, badge in enumerate(self.badges))
        return replace(self, seats=seats, badges=badges, letters="")  # a message says both names


@dataclass(frozen=True, slots=True)
class Proposal:
    """A pending question to the others: who asks, and which seats have not agreed yet. An undo, back to `length`
    events; or `tutor`, beside the one who asks, which the game does not wait for."""

    seat: int
    length: int
    waiting: tuple[int, ...]
    tutor: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may see of what others may not; the rest is the table's own. `seat` None and `player` 0 for a
    spectator. `moves`: this seat's legal moves, if it has to choose. `may_roll`: this seat may roll (or, with typed
    dice, type) now, for itself or for a bot."""

    state: State
    seat: int | None
    player: int
    moves: tuple[Event, ...]
    may_roll: bool
    may_undo: bool
    may_correct: bool
    seats: tuple[Seat, ...]


class Table:
    """Who sits here (`seating`), what was played (`history`), what is told of it (`log`), and the rest."""

    phase: TablePhase
    acting: tuple[int, ...]  # the seats that have to roll or choose

    def __init__(self, table_id: str, created: Created) -> None:
        self.id = table_id
        self.shard = shard_of(table_id)
        self.game: AnyGame = load(created.game)
        self.variant: Variant = self.game.variant(created.settings)
        self.dice = created.dice
        self._salts: dict[str, str] = {}  # the last one of each holder, in the order in which they were sent
        self.opened: list[tuple[int, int, str]] = []  # the rolls for who begins: seat, die, salt
        self._secret = b""  # what the dice to come follow from
        self._sealed: tuple[Promise, ...] = ()  # with their secrets, oldest first
        self._label = created.label  # of dice that other tables roll, too, and that are still sealed
        if created.secret:
            self._seal(created.secret)
        self._bots = created.bots
        self._letters = created.letters
        self.undone = 0  # how often moves that others had seen were taken back
        self.previous = created.previous
        self.next = ""
        self._first_score = created.score
        self.created = self.touched = created.at
        self.seq = 0  # entries so far
        self.version = 0  # entries so far at the last change of the position that everybody saw
        self.entry_counts: Counter[int] = Counter()  # entries that each seat has asked for
        self.proposal: Proposal | None = None
        self.tutors: dict[int, str] = {}  # by seat, those that have one
        self.resigned: int | None = None
        self.requests: dict[tuple[str, str], str] = {}  # what was asked, by its holder and the id they gave it
        self.seating = Seating(self.game, self.variant, created.seats, badges=created.badges, opening=created.opening)
        self.history = History(self.game, self.variant, created.position)
        self.log = LogText()
        self.note(created)
        self._update_phase()

    @classmethod
    def fold(cls, table_id: str, log: Iterable[Verb], *, audit: bool = False) -> Table:
        """The table that a log tells of. Raises TableDamaged where it tells of none. `audit`: also where somebody acts
        out of turn, or a roll is not the promised one."""
        entries = iter(log)
        first = next(entries, None)
        if not isinstance(first, Created):
            raise damage(table_id, 0)
        table = None
        try:
            table = cls(table_id, first)
            for entry in entries:
                if audit and not entry.follows(table):
                    raise damage(table_id, table.seq)
                table.apply(entry)
        except (TableeError, LookupError, TypeError, ValueError, AttributeError, AssertionError) as error:
            raise damage(table_id, table.seq if table else 0) from error
        return table

    @property
    def entries(self) -> list[Verb]:
        """The log, from which `fold` makes the same table again."""
        entries = (happening.entry for happening in self.log)
        return [entry for entry in entries if isinstance(entry, Verb)]

    def past(self, seq: int) -> Table:
        """The table as it stood after the first `seq` entries of its log: nobody sees more of it than they did then."""
        return Table.fold(self.id, self.entries[:seq])

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
    def over(self) -> bool:
        return self.phase == "over"

    def _update_phase(self) -> None:
        decided, opening = self.seating.decided, self.seating.opening
        self.phase = "over" if self.resigned is not None else self.game.phase(self.state) if decided else "opening"
        if self.phase == "over":
            self.acting = ()
        elif self.phase == "opening":
            assert opening is not None
            self.acting = opening.waiting
        else:
            self.acting = tuple([self.seating.seat_of(player) for player in self.game.players(self.state)])

    @property
    def outcome(self) -> Outcome | None:
        if self.resigned is None:
            outcome = self.game.outcome(self.state)
            return outcome and replace(outcome, reason=outcome.reason.with_names(self.seating.names))
        who, resigner = self.seating.name(self.resigned), self.seating.player(self.resigned)
        others = tuple(player for player in range(1, self.seating.people + 1) if player != resigner)
        if len(others) == 1:
            winner = self.seating.name(self.seating.seat_of(others[0]))
            return Outcome(others, who + Text(" abandonne : ", " gives up: ") + winner + Text(" gagne.", " wins."))
        return Outcome((), who + Text(" abandonne : personne ne gagne.", " gives up: nobody wins."))

    @property
    def score(self) -> Score | None:
        """How the match stands that this game is part of, this game counted once it is over; None: it is no match."""
        outcome = self.outcome if self._first_score is not None else None
        if self._first_score is None or outcome is None:
            return self._first_score
        return self._first_score.after(tuple(self.seating.seat_of(player) for player in outcome.winners))

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The commitments of the dice, oldest first, each with its secret once it is revealed."""
        if not self._sealed or (self.over and not self._label):
            return self._sealed
        return (*self._sealed[:-1], replace(self._sealed[-1], secret=None))

    @property
    def promise(self) -> Promise | None:
        """The commitment for the next rolls; None without one."""
        return self.promises[-1] if self._sealed else None

    # --- what may be asked ------------------------------------------------------------------------------------

    def find_seats(self, secret: str | None) -> tuple[int, ...]:
        return self.seating.find_held(digest(secret)) if secret else ()

    def bot_due(self) -> int | None:
        """The seat whose bot has to act; None while an undo is pending or real dice have to be typed."""
        undoing = self.proposal is not None and not self.proposal.tutor
        if undoing or (self.dice == "typed" and self.phase in ("opening", "roll")):
            return None
        return next((seat for seat in self.acting if self.seating.bot(seat)), None)

    def rolls_for(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """The acting seats for which these may roll: their own, and with typed dice the bots' too."""
        if self.phase not in ("opening", "roll") or not seats:
            return ()
        typed, bot = self.dice == "typed", self.seating.bot
        return tuple([seat for seat in self.acting if seat in seats or (typed and bot(seat))])

    def roll(self, dice: Dice, seat: int, sent: str = "") -> tuple[Roll, str]:
        """The virtual roll of a seat that comes next, and the salt it is made with; one that was undone comes again.

        `sent`: the salt that comes with it.

        A table that has promised its dice works them out; another one rolls those that it is given.
        """
        if self.history.undone_rolls or self._secret:
            return self._next_roll(self._salt(seat, sent))
        return dice.roll(self._rolls), ""

    @property
    def _rolls(self) -> Rolls:
        return ONE_DIE if self.phase == "opening" else self.game.rolls(self.state)

    def _salt(self, seat: int, sent: str) -> str:
        """The salt of a roll: the last one that somebody else here has sent, so that nobody chooses their own dice.
        Their own, `sent` with it, while there is none."""
        mine, salts = self.seating.holder(seat), reversed(self._salts.items())
        return next((salt for holder, salt in salts if holder != mine and self.seating.find_held(holder)), sent)

    def _next_roll(self, salt: str) -> tuple[Roll, str]:
        """The roll that must come next with that salt, and the salt it is made with."""
        if self.history.undone_rolls:
            return self.history.undone_rolls[0]
        label = self._label or self.id
        salt = "" if self._label else salt
        number = f"open-{len(self.opened)}" if self.phase == "opening" else len(self.history.salts)
        return fair.roll(self._secret, label, number, salt, self._rolls), salt

    def expects(self, seat: int, event: Event, salt: str, sent: str) -> bool:
        """Whether this event can come next: in turn and, a roll, as the table has promised."""
        if seat not in self.acting:
            return False
        if not self._secret or not isinstance(event, Roll):
            return True
        if salt == ELSEWHERE:
            return set(self.history.salts) <= {ELSEWHERE}
        return self._next_roll(self._salt(seat, sent.strip(NO_SALT)) if sent else salt) == (event, salt)

    def bot_seed(self, seat: int) -> int | None:
        """The seed of a bot's next choice; None where nothing is promised about it."""
        if not self._secret or not self._bots:
            return None
        return fair.bot_seed(self._secret, self._label or self.id, self.seating.player(seat), self.history.number)

    def correctable(self, seats: tuple[int, ...]) -> bool:
        """Was the last thing that happened a roll typed by one of these?"""
        if self.dice != "typed" or self.resigned is not None or not seats:
            return False
        history, opening = self.history, self.seating.opening
        if history.events:
            actor = history.actors[-1] if isinstance(history.events[-1], Roll) else NOBODY
        else:
            actor = opening.rolls[-1][0] if opening and opening.rolls else NOBODY
        return actor != NOBODY and (actor in seats or bool(self.seating.bot(actor)))

    def undo_length(self, seats: tuple[int, ...]) -> int | None:
        """How many events stay if the last choice of one of these seats is taken back; None: there is none."""
        return None if self.resigned is not None or self.next else self.history.undo_length(seats)

    # --- what a seat may see ---------------------------------------------------------------------------------

    def view(self, seat: int | None = None) -> View:
        """What this seat may see; None: a spectator."""
        player, seating = self.seating.player(seat), self.seating
        seats = (seat,) if seat is not None else ()
        own = (seating.find_held(seating.holder(seat)) if seat is not None else ()) or seats
        return View(
            self.game.view(self.state, player),
            seat,
            player,
            self.game.moves(self.state, player) if self.phase == "move" and player else (),
            may_roll=bool(self.rolls_for(seats)),
            may_undo=self.proposal is None and self.undo_length(own) is not None,
            may_correct=self.correctable(seats),
            seats=seating.seats(seat),
        )

    def story(self, seat: int | None = None, since: int = 0, most: int | None = None) -> tuple[Line, ...]:
        """The log in words from entry `since` on, or the last `most` lines of it, as that seat may read it."""
        return self.log.lines(self.game, self.seating, seat, since, most)

    def record(self, lang: str = "") -> Record:
        """The game so far. A hidden choice that still waits for the other one is not in it. `lang`: animals are named
        in it, for a page; a file keeps all names as they were given."""
        events = tuple(self.history.public)
        headers = {"date": datetime.fromtimestamp(self.created, UTC).date().isoformat(), "dice": self.dice}
        headers |= {"letters": self._letters} if self._letters else {}
        if self.promise is not None:
            headers |= {"undone": str(self.undone)} if self.undone else {}
            headers["fair"] = "\n".join(map(str, self.promises))
            headers["salts"] = " ".join(salt or NO_SALT for salt in self.history.salts)
            thrown = zip(self.history.states, self.history.events, strict=False)
            if not all(dice_of_six(self.game.rolls(state)) for state, event in thrown if isinstance(event, Roll)):
                headers["chances"] = "own"  # whoever checks the rolls needs the rules
            if self.opened:
                headers["opening"] = " ".join(f"{seat}:{die}:{salt or NO_SALT}" for seat, die, salt in self.opened)
        if self.resigned is not None:
            headers["resigned"] = str(self.seating.player(self.resigned) or self.resigned + 1)
        comments: dict[int, str] = {}
        for index, text in self.history.comments:
            index = min(index, len(events) - 1)
            comments[index] = f"{comments[index]} / {text}" if index in comments else text
        chairs = [(seat, self.seating.chair(seat)[0]) for seat in self.seating.order]
        names = tuple(self.seating.name(seat).in_lang(lang) if name and lang else name for seat, name in chairs)
        names = names if any(names) else ()
        return Record(self.game, self.variant, events, names, headers, comments, self.history.begin)

    # --- the fold ---------------------------------------------------------------------------------------------

    def apply(self, entry: Verb) -> None:
        """Take one more entry into account. Nothing is changed when the rules refuse it."""
        entry.apply(self)
        self._update_phase()

    def note(
        self,
        entry: Verb,
        *,
        before: State = None,
        event: Event = None,
        hidden: bool = False,
        more: Text | None = None,
        moved: bool = False,
    ) -> None:
        """Count an entry in that has just been applied, and tell it: `before`, `event` and what followed, `more`.
        `moved`: the position has changed for everybody to see, so that older versions are stale."""
        self.log.append(Happening(self.seq, entry, before, event, hidden, more=more))
        self.seq += 1
        self.touched = max(self.touched, entry.at)
        sender = entry.seat if entry.sender == NOBODY else entry.sender
        self.entry_counts[sender] += 1
        if entry.request:
            self.requests[self.seating.holder(sender), entry.request] = entry.asked
        if moved:
            self.version = self.seq
            self.drop_undo_proposal()

    def drop_undo_proposal(self) -> None:
        """Drop a proposal to undo: playing on answers it. A proposal of a tutor stays."""
        if self.proposal is not None and not self.proposal.tutor:
            self.proposal = None

    def add_salt(self, seat: int, salt: str) -> None:
        """Record the salt that a player's device has sent."""
        holder = self.seating.holder(seat)
        if holder and salt not in ("", NO_SALT, ELSEWHERE):
            self._salts.pop(holder, None)  # the last one sent stands last
            self._salts[holder] = salt

    def take_back(self, length: int, secret: str) -> None:
        """Only the first `length` events stay; `secret`, if there is one, decides the dice and choices from now on."""
        self.log.strike(len(self.history.events) - length)
        self.history.take_back(length, keep=self.dice == "virtual")
        if secret:
            self._seal(secret)

    def _seal(self, secret: str) -> None:
        """From the next roll and choice on, all chance follows from this secret."""
        self._secret, since = bytes.fromhex(secret), None
        if self._sealed:
            since = len(self.history.salts)
            self.history.undone_rolls.clear()  # what was undone follows from the secret before: it is rolled anew
        self._sealed += (Promise(self._label or self.id, commitment(self._secret), self._secret, since),)

    def unseal(self, secret: str) -> None:
        """The dice that other tables threw, too, are shown; a game that goes on has dice of its own from now on."""
        self._label = ""
        if not self.over:
            self._seal(secret)


def damage(table_id: str, seq: int) -> TableDamaged:
    """The error of a log whose entry number `seq` cannot be."""
    error = TableDamaged(
        f"Le journal de la table {table_id} est abîmé à la ligne {seq + 1}. Les autres tables vont bien.",
        f"The log of table {table_id} is damaged at line {seq + 1}. The other tables are fine.",
    )
    error.good = seq
    return error
