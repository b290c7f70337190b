"""What can be done at a table: one class a verb, with what may be asked, what is logged, how it applies and is told.

A request is a value, such as `Move("2a")`: its verb is the same word in addresses, forms, JSON and documents, and its
fields say what they mean and how large they may be. `check` completes it to what the log keeps, or raises an error
with a sentence; `apply` changes the table; `describe` is its line in the log.

To add a verb, write its class and name it in `VERBS`.
"""

from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, get_type_hints

from tablee.core.dice import draw_secret
from tablee.core.errors import GameOver
from tablee.core.fair import BOTS, NO_SALT, SALT
from tablee.core.game import Event, Roll, clip, parse_roll
from tablee.core.words import Text, and_list, untranslated

from .entry import ALWAYS, NOBODY, Naming, request_field, value_error
from .errors import NotYourTurn, Refused, SeatError
from .ids import digest, new_id
from .seating import LONGEST_BADGE, LONGEST_NAME, clean_badge, clean_name
from .table import Asker, Created, Proposal, Table, Verb

LONGEST_MODE = 64
LONGEST_TYPED = 40
LONGEST_MOVE = 200
LONGEST_LINK = 80
SALT_LENGTH = 16
LAST_SEAT = 3


def _seat(fr: str = "la place", en: str = "the seat", **more: Any) -> Any:
    return request_field(fr, en, most=LAST_SEAT, **more)


def _salt() -> Any:
    """What a device adds to the dice. It is no part of what is asked: sent again, it may be another."""
    return request_field(
        "16 chiffres hexadécimaux tirés par votre appareil : ils mélangent les dés des autres",
        "16 hexadecimal digits made by your device: they shuffle the others’ dice",
        most=SALT_LENGTH,
        default="",
    )


def _name(*, stored: bool | None = None) -> Any:
    return request_field("votre nom", "your name", most=LONGEST_NAME, default="", stored=stored)


def _link(**more: Any) -> Any:
    return request_field("le secret du lien", "the secret of the link", most=LONGEST_LINK, secret=True, **more)


def _badge() -> Any:
    return request_field(
        "un animal et une couleur, comme panda-vert",
        "an animal and a colour, such as panda-vert",
        most=LONGEST_BADGE,
        default="",
    )


# --- playing --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Play(Verb):
    """An event of the game itself, as its token: what `RollDice` and `Move` log. `salt`: what a roll was made with, or
    came with a move. `sent`: what came with a roll, if that is another one."""

    KIND = "played"
    SENTENCE = Text(" a choisi.", " has chosen.")

    token: str
    salt: str = ""
    sent: str = ""

    def apply(self, table: Table) -> None:
        history, event = table.history, table.game.parse(self.token)
        before, pending, after = history.state, history.pending, table.game.play(history.state, event)
        hidden = history.play(self.seat, event, after, self.salt)
        table.add_salt(self.seat, self.sent or self.salt)
        if pending and not hidden:
            table.log.reveal()
        table.note(self, before=before, event=event, hidden=hidden, moved=not hidden)
        table.drop_undo_proposal()

    def follows(self, table: Table) -> bool:
        return table.expects(self.seat, table.game.parse(self.token), self.salt, self.sent)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningRoll(Verb):
    """A die of the opening roll (B2), before the game, which `RollDice` logs. `salt` and `sent`: as those of `Play`."""

    KIND = "threw"

    die: int
    salt: str = ""
    sent: str = ""

    def apply(self, table: Table) -> None:
        assert table.seating.opening is not None
        table.opened.append((self.seat, self.die, self.salt))
        table.add_salt(self.seat, self.sent or self.salt)
        table.seating.update_opening(table.seating.opening.roll(self.seat, self.die))
        table.note(self, more=_opening_result(table), moved=True)

    def describe(self, name: Naming) -> Text:
        return name(self.seat) + Text(f" fait {self.die}.", f" rolls a {self.die}.")

    def follows(self, table: Table) -> bool:
        return table.expects(self.seat, Roll((self.die,)), self.salt, self.sent)


def _opening_result(table: Table) -> Text | None:
    """B2: what a round of opening dice came to; None while it goes on."""
    opening, name = table.seating.opening, table.seating.name
    assert opening is not None
    if opening.done:
        return untranslated(" ") + name(opening.order[0]) + Text(" commence.", " begins.")
    if len(opening.rounds[-1]) > 1 and set(opening.waiting) <= {seat for seat, _ in opening.rounds[-1]}:
        tied = and_list(name(seat) for seat in opening.waiting)
        return Text(" Égalité : on relance, ", " A tie: roll again, ") + tied + untranslated(".")
    return None


@dataclass(frozen=True, slots=True)
class RollDice(Verb):
    VERB = "roll"
    ABOUT = Text(
        "Lancer les dés de la table, ou dire ce que montrent de vrais dés (`dice`, par exemple d4 ou d35)",
        "Roll the table’s dice, or say what real ones show (`dice`, such as d4 or d35)",
    )

    dice: str = request_field("ce que montrent de vrais dés", "what real dice show", most=LONGEST_TYPED, default="")
    salt: str = _salt()

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        _check_going_on(table)
        salt, sent, due = _check_salt(self.salt), "", table.rolls_for(asker.held)
        if not due and table.phase == "move":
            raise NotYourTurn("Les dés sont déjà lancés : il faut jouer.", "The dice are already rolled: make a move.")
        if not due:
            french, english = (
                "Ce n’est pas votre tour de lancer. On attend : {who}.",
                "It is {who}’s turn to roll, not yours.",
            )
            raise NotYourTurn(Text.fill(french, english, who=table.seating.name(table.acting[0])))
        if table.dice == "virtual":
            if self.dice:
                raise Refused("Ici la table lance les dés elle-même.", "Here the table rolls the dice itself.")
            roll, salt = table.roll(asker.dice, due[0], self.salt)
            sent = "" if salt == self.salt else self.salt or NO_SALT
        elif not self.dice:
            raise Refused(
                "On joue avec de vrais dés : écrivez ce qu’ils montrent.",
                "Real dice are used here: type what they show.",
            )
        else:
            roll = _parse_roll(table, self.dice, opening=table.phase == "opening")
        return (log_event(table, due[0], roll, salt, sent),)


@dataclass(frozen=True, slots=True)
class Move(Verb):
    VERB = "move"
    ABOUT = Text(
        "Jouer un coup : un des `moves` de la table ; une poussée peut donner son calcul après deux points",
        "Make a move: one of the table’s `moves`; a push may add its calculation after a colon",
    )

    move: str = request_field("le coup", "the move", most=LONGEST_MOVE)
    salt: str = _salt()

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        _check_going_on(table)
        event = table.game.parse(self.move)
        if isinstance(event, Roll):
            raise Refused("Un lancer de dés n’est pas un coup.", "A roll of dice is not a move.")
        if table.phase == "opening":
            raise NotYourTurn("On lance d’abord pour savoir qui commence.", "First everybody rolls to see who begins.")
        player = table.game.actor(table.state, event)
        seat = table.seating.seat_of(player) if 1 <= player <= table.seating.people else NOBODY
        if seat not in asker.held:
            who = table.seating.name(seat) if seat != NOBODY else untranslated("?")
            french, english = "Ce n’est pas votre coup. On attend : {who}.", "This is {who}’s move, not yours."
            raise NotYourTurn(Text.fill(french, english, who=who))
        return (log_event(table, seat, event, _check_salt(self.salt)),)


@dataclass(frozen=True, slots=True)
class Correct(Verb):
    """The last roll of real dice was mistyped."""

    VERB, KIND = "correct", "corrected"
    ABOUT = Text("Corriger le dernier lancer de vrais dés", "Correct the last roll of real dice")
    PREFACE = Text("Dé corrigé. ", "Die corrected. ")

    token: str = request_field("ce que montrent les dés", "what the dice show", most=LONGEST_TYPED, name="dice")

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        if not table.correctable(asker.held):
            raise Refused(
                "Il n’y a pas de dé à corriger : on ne corrige que le dernier lancer, et s’il est de vrais dés.",
                "There is no die to correct: only the last roll of real dice can be corrected.",
            )
        roll = _parse_roll(table, self.token, opening=not table.history.events)
        return (replace(self, seat=asker.held[0], token=str(roll)),)

    def apply(self, table: Table) -> None:
        history, seating = table.history, table.seating
        if history.events:
            before, event = history.states[-2], table.game.parse(self.token)
            history.correct(event)
            table.log.strike(1)
            table.note(self, before=before, event=event, moved=True)
        else:
            assert seating.opening is not None
            seating.update_opening(seating.opening.correct(int(self.token[1:])))
            table.note(self, more=_opening_result(table), moved=True)

    def describe(self, name: Naming) -> Text:
        return self.PREFACE + name(self.seat) + Text(f" : {self.token[1:]}.", f": {self.token[1:]}.")


def log_event(table: Table, seat: int, event: Event, salt: str = "", sent: str = "") -> Verb:
    """Returns the log entry of a roll or a move. Raises IllegalEvent if the rules refuse it."""
    if table.phase == "opening":
        return OpeningRoll(seat=seat, die=event.dice[0], salt=salt, sent=sent)
    table.game.play(table.state, event)
    return Play(seat=seat, token=str(event), salt=salt, sent=sent)


def _parse_roll(table: Table, typed: str, *, opening: bool) -> Roll:
    """The roll that somebody has read off: one die of the opening, or those of the game."""
    if opening:
        return parse_roll(typed, 1)
    event = table.game.parse(typed)
    if not isinstance(event, Roll):
        raise Refused(f"« {clip(typed)} » n’est pas un lancer de dés.", f"“{clip(typed)}” is not a roll of dice.")
    return event


def _check_salt(salt: str) -> str:
    if salt and not SALT.fullmatch(salt):
        raise value_error("salt", Text("16 chiffres hexadécimaux", "16 hexadecimal digits"))
    return salt


def _check_going_on(table: Table) -> None:
    if table.over:
        raise GameOver("La partie est finie.", "The game is over.")


# --- questions to the others ----------------------------------------------------------------------------------

TUTORS = {
    "off": Text("sans tuteur", "no tutor"),
    "coach": Text("un entraîneur de calcul", "a coach for calculations"),
    "hints": Text("des indices à la demande", "hints on demand"),
    "fine": Text(
        "des indices, et « C’est sûr ? » avant un coup qui coûte un peu",
        "hints, and “Are you sure?” before a move that costs a little",
    ),
    "clear": Text(
        "des indices, et « C’est sûr ? » avant un coup qui coûte cher",
        "hints, and “Are you sure?” before a move that costs a lot",
    ),
    "large": Text(
        "des indices, et « C’est sûr ? » avant un coup qui coûte très cher",
        "hints, and “Are you sure?” before a move that costs a great deal",
    ),
    "full": Text("les chances de chaque coup, sur le plateau", "the chances of every move, on the board"),
}
"""What a tutor may do, by its name."""
SOME_TUTOR = Text(f"un de : {', '.join(TUTORS)}", f"one of: {', '.join(TUTORS)}")


def _check_no_question(table: Table) -> None:
    if table.proposal is not None:
        raise Refused("Une question attend déjà sa réponse.", "There is already an open question.")


def _question(table: Table) -> Proposal:
    if table.proposal is None:
        raise Refused("Il n’y a rien à répondre.", "There is nothing to answer.")
    return table.proposal


def _next_secret(table: Table) -> str:
    """What the dice follow from after an undo, if the secret of those before has been shown."""
    return draw_secret() if table.promise is not None and table.promise.secret is not None else ""


def _settle(table: Table, entry: Verb, secret: str = "", more: Text | None = None) -> None:
    """Carry out what was asked for if nobody has to agree any more; `more`: what is told of it."""
    proposal, history = table.proposal, table.history
    if proposal is None or proposal.waiting:
        table.note(entry, more=more)
    elif proposal.tutor:
        table.proposal, tutored = None, proposal.tutor != "off"
        others = {seat: mode for seat, mode in table.tutors.items() if seat != proposal.seat}
        table.tutors = {**others, proposal.seat: proposal.tutor} if tutored else others
        table.note(entry, more=Text(" Le tuteur est là.", " The tutor is here.") if tutored else None)
    else:
        hidden = history.conceals(proposal.length)
        more = more or Text(" On revient en arrière.", " The move is taken back.")
        if secret:
            more += Text(
                " Les dés changent : la table en prépare de nouveaux.", " The dice change: the table prepares new ones."
            )
        table.take_back(proposal.length, secret)
        table.note(entry, more=more, moved=not hidden)  # of a hidden choice the others saw nothing: no page is stale
        table.proposal = None
        table.undone += not hidden


@dataclass(frozen=True, slots=True)
class Undo(Verb):
    """Go back to the first `length` events: at once if nobody else plays, else after asking (`table.proposal`).
    `secret`: what the dice follow from if it holds, since the one before was shown when the game was over."""

    VERB, KIND = "undo", "proposed"
    ABOUT = Text(
        "Reprendre votre dernier coup, ou demander aux autres de le permettre",
        "Undo your last move, or ask the other players to allow it",
    )
    SENTENCE = untranslated("")  # the rest of it is `more`

    length: int = field(default=0, kw_only=True, metadata=ALWAYS)
    secret: str = field(default="", repr=False, kw_only=True)

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        _check_no_question(table)
        length = table.undo_length(asker.held)
        if length is None:
            raise Refused("Il n’y a rien à reprendre.", "There is nothing to take back.")
        seat = next(seat for seat in reversed(table.history.actors[length:]) if seat in asker.held)
        return (replace(self, seat=seat, length=length, secret=_next_secret(table)),)

    def apply(self, table: Table) -> None:
        own = table.history.conceals(self.length) and table.history.actors[-1] == self.seat
        waiting = () if own else table.seating.others(self.seat)  # what nobody saw needs nobody's consent
        table.proposal = Proposal(self.seat, self.length, waiting)
        wish = Text(" voudrait reprendre son coup.", " would like to take a move back.")
        _settle(table, self, self.secret, wish if waiting else Text(" reprend son coup.", " takes their move back."))


@dataclass(frozen=True, slots=True)
class Tutor(Verb):
    """Choose a tutor, one of `TUTORS`; takes effect at once where no other player has to agree, or where an adult has
    `given` or taken it."""

    VERB, KIND, VERSIONED = "tutor", "tutored", False
    ABOUT = Text(
        "Un tuteur à votre place ; à distance, si tout le monde est d’accord",
        "A tutor for your seat; remotely, if all agree",
    )

    seat: int = _seat()
    mode: str = request_field(SOME_TUTOR.fr, SOME_TUTOR.en, most=LONGEST_MODE)
    given: bool = field(default=False, kw_only=True)

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        _check_going_on(table)
        if self.mode not in TUTORS:
            raise value_error("mode", SOME_TUTOR)
        if table.tutors.get(asker.own(self.seat), "off") == self.mode:
            return ()
        _check_no_question(table)
        return (self,)

    def apply(self, table: Table) -> None:
        if self.given:
            table.tutors = {**table.tutors, self.seat: self.mode}
            table.note(self)
            return
        waiting = () if self.mode == "off" else table.seating.others(self.seat)
        table.proposal = Proposal(self.seat, len(table.history.events), waiting, self.mode)
        _settle(table, self)

    def describe(self, name: Naming) -> Text:
        if self.given and self.mode == "off":
            return Text("L’adulte n’aide plus ", "The teacher no longer helps ") + name(self.seat) + Text(".", ".")
        if self.given:
            helps = Text("L’adulte aide ", "The teacher helps ") + name(self.seat) + Text(" : ", ": ")
            return helps + TUTORS[self.mode] + Text(".", ".")
        if self.mode == "off":
            return name(self.seat) + Text(" joue sans tuteur.", " plays without a tutor.")
        return (
            name(self.seat) + Text(" demande un tuteur : ", " asks for a tutor: ") + TUTORS[self.mode] + Text(".", ".")
        )


@dataclass(frozen=True, slots=True)
class Agree(Verb):
    """`secret`: as that of `Undo`; that of the one who agrees last counts."""

    VERB, KIND = "agree", "agreed"
    ABOUT = Text("Accepter qu’un coup soit repris, ou un tuteur", "Agree to the undo or the tutor that is asked for")
    SENTENCE = Text(" est d’accord.", " agrees.")

    secret: str = field(default="", repr=False, kw_only=True)

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        seat = next((seat for seat in _question(table).waiting if seat in asker.held), None)
        if seat is None:
            raise Refused("On attend l’accord des autres, pas le vôtre.", "It’s up to the others to answer.")
        return (replace(self, seat=seat, secret=_next_secret(table)),)

    def apply(self, table: Table) -> None:
        if table.proposal is not None:
            agreed = table.seating.find_held(table.seating.holder(self.seat))
            left = tuple(seat for seat in table.proposal.waiting if seat not in agreed)
            table.proposal = replace(table.proposal, waiting=left)
        _settle(table, self, self.secret)


@dataclass(frozen=True, slots=True)
class Decline(Verb):
    VERB, KIND = "decline", "declined"
    ABOUT = Text(
        "Refuser ce qui est demandé, ou retirer votre demande",
        "Decline what is asked for, or withdraw your own request",
    )
    SENTENCE = Text(" préfère continuer.", " says no.")

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        concerned = (_question(table).seat, *_question(table).waiting)
        return (replace(self, seat=next((seat for seat in asker.held if seat in concerned), asker.held[0])),)

    def apply(self, table: Table) -> None:
        table.proposal = None
        table.note(self)


# --- the end, and another game --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Resign(Verb):
    """Give up: of two players the other wins, of more nobody does."""

    VERB, KIND = "resign", "resigned"
    ABOUT = Text("Arrêter la partie", "Stop the game")
    SENTENCE = Text(" abandonne.", " gives up.")

    for_seat: int | None = _seat(
        "pour laquelle de vos places (par défaut : celle qui doit jouer)",
        "which of your seats (default: the one to move)",
        default=None,
        name="seat",
        stored=False,
    )

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        _check_going_on(table)
        due = next((seat for seat in table.acting if seat in asker.held), asker.held[0])
        return (Resign(seat=asker.own(self.for_seat, due)),)

    def apply(self, table: Table) -> None:
        table.resigned = self.seat
        table.note(self, moved=True)


@dataclass(frozen=True, slots=True)
class Rematch(Verb):
    """Another game with the same people at another `table`, whose log is `following`: it is kept before this entry."""

    VERB, KIND, VERSIONED = "rematch", "rematched", False
    ABOUT = Text(
        "La table suivante, avec les mêmes secrets ; demandée deux fois, c’est la même",
        "The next table, with the same secrets; asked twice, it is the same one",
    )

    table: str = field(default="", kw_only=True, metadata=ALWAYS)
    swapped: bool = request_field(
        "chacun une place plus loin", "rotate the seats", default=True, name="swap", stored=True
    )

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        if table.next:
            return ()
        if not table.over:
            raise Refused("La partie n’est pas finie.", "The game is not over yet.")
        return (replace(self, seat=asker.held[0], table=table.shard + new_id()),)

    def start_next(self, table: Table, secret: str = "") -> list[Verb]:
        """The log of the next table: the same people in the same order, or everybody one seat further. `secret`: what
        its virtual dice follow from, in hex; none: nothing is promised of them."""
        seating, score = table.seating, table.score
        order = seating.order[1:] + seating.order[:1] if self.swapped else seating.order
        badges = tuple(map(seating.badge, order))
        secret = secret if table.dice == "virtual" else ""
        created = Created(
            game=table.game.NAME,
            settings=table.game.settings(table.variant),
            seats=tuple(seating.chair(seat) for seat in order),
            dice=table.dice,
            previous=table.id,
            position=table.game.position(table.history.begin) if table.history.begin is not None else "",
            badges=badges if any(badges) else (),
            secret=secret,
            bots=BOTS if secret else "",
            best_of=score.best_of if score is not None else 0,
        )
        if score is not None and not score.over:
            created = replace(created, played=score.played, won=tuple(score.won[seat] for seat in order))
        holders = enumerate(map(seating.holder, order))
        return [created, *(Take(seat=seat, holder=holder) for seat, holder in holders if holder)]

    def apply(self, table: Table) -> None:
        table.next = self.table
        table.note(self)

    def describe(self, name: Naming) -> Text:
        return Text("On rejoue !", "Another game!")


# --- seats and words ------------------------------------------------------------------------------------------


USED_UP = Text(
    "Ce lien ne donne pas (ou plus) droit à cette place : demandez-en un nouveau à la table.",
    "This link does not (or no longer) open this seat: ask the players for a new one.",
)


@dataclass(frozen=True, slots=True)
class Take(Verb):
    """Sit down: the secret that asks holds the seat from then on. The maker of a table needs no link."""

    VERB, KIND = "take", "taken"
    VERSIONED = SEATED = False
    ABOUT = Text("Prendre une place par son lien, qui a alors servi", "Take a seat by its invitation, which is used up")
    SENTENCE = Text(" prend place.", " takes a seat.")
    PERSONAL = ("name", "badge")

    holder: str = field(default="", repr=False, kw_only=True, metadata=ALWAYS)
    seat: int = _seat()
    invitation: str = _link(default="", required=True, stored=False)
    name: str = _name()
    badge: str = _badge()
    salt: str = _salt()

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        seating = table.seating
        if not 0 <= self.seat < seating.people or not seating.invites(self.seat, self.invitation):
            raise SeatError(USED_UP)
        name, badge = clean_name(self.name), clean_badge(self.badge)
        salt = _check_salt(self.salt)
        return (Take(seat=self.seat, holder=asker.holder, name=name, badge=badge, salt=salt),)

    def apply(self, table: Table) -> None:
        table.seating.sit(self.seat, self.holder, self.name, self.badge)
        table.add_salt(self.seat, self.salt)
        more = None
        if table.tutors and table.seating.others(self.seat):  # the newcomer has not agreed
            table.tutors = {}
            more = Text(
                " Le tuteur s’arrête : il revient si tout le monde est d’accord.",
                " The tutor stops: it comes back if all agree.",
            )
        table.note(self, more=more)


@dataclass(frozen=True, slots=True)
class Invite(Verb):
    """A new link to a free seat; or to one's own, which moves to the one who uses it. Older links are void. Seat
    NOBODY, which no JSON body can ask for: one link for all seats that are free. The log has the link's digest."""

    VERB, KIND, VERSIONED = "invite", "invited", False
    ABOUT = Text(
        "Un nouveau lien pour une place libre, ou pour déplacer la vôtre",
        "A new link to a free seat, or to move your own",
    )

    to_seat: int = _seat(name="seat")
    invitation: str = _link()

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        free = table.seating.free
        if not (self.to_seat in free or self.to_seat in asker.held or (self.to_seat == NOBODY and free)):
            raise SeatError(
                "Vous ne pouvez inviter qu’à une place libre, ou déplacer la vôtre.",
                "You can only invite to a free seat, or move your own.",
            )
        return (replace(self, seat=asker.held[0], invitation=digest(self.invitation)),)

    def apply(self, table: Table) -> None:
        table.seating.invite(self.to_seat, self.invitation)
        table.note(self)


@dataclass(frozen=True, slots=True)
class Rename(Verb):
    VERB, KIND, VERSIONED = "rename", "named", False
    PERSONAL = ("name", "badge")
    ABOUT = Text("Changer le nom d’une de vos places", "Change the name at one of your seats")

    seat: int = _seat()
    name: str = _name(stored=True)
    badge: str = _badge()

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        name, badge = clean_name(self.name), clean_badge(self.badge)
        return (Rename(asker.own(self.seat), name, badge),)

    def apply(self, table: Table) -> None:
        table.seating.rename(self.seat, self.name, self.badge)
        table.note(self)

    def describe(self, name: Naming) -> Text | None:
        return Text(f"Un nouveau nom : {self.name}.", f"A new name: {self.name}.") if self.name else None


@dataclass(frozen=True, slots=True)
class Erase(Verb):
    """The player at the seat has left, and erased their name and badge; the moves stay. The keeper of the log rewrites
    the entries before (`without`), and folds it again."""

    VERB, KIND, VERSIONED = "erase", "erased", False
    ABOUT = Text(
        "Partir en effaçant votre nom et votre animal ; les coups restent. Sans personne d’autre ici, toute la table "
        "s’efface",
        "Leave and erase your name and animal; the moves stay. If nobody else is here, the whole table is erased",
    )

    def check(self, table: Table, asker: Asker) -> tuple[Verb, ...]:
        return tuple(replace(self, seat=seat) for seat in asker.held)

    def apply(self, table: Table) -> None:
        table.seating.leave(self.seat)
        table.tutors.pop(self.seat, None)
        table.proposal = None  # who is gone can neither ask nor agree
        table.note(self)

    def describe(self, name: Naming) -> Text:
        return Text(
            "Quelqu’un est parti, et a effacé son nom. Sa place est libre.",
            "Somebody has left, and erased their name. Their seat is free.",
        )


@dataclass(frozen=True, slots=True)
class Comment(Verb):
    """What a record that is gone on with says between its events, or the table before the first: nobody asks for it."""

    KIND = "commented"

    text: str

    def apply(self, table: Table) -> None:
        table.history.comments.append((len(table.history.events) - 1, self.text))
        table.note(self)

    def describe(self, name: Naming) -> Text:
        return name(self.seat) + Text(f" : « {self.text} »", f": “{self.text}”")


@dataclass(frozen=True, slots=True, kw_only=True)
class Replace(Verb):
    """The bot at the seat could not go on: a simpler one plays in its stead."""

    KIND = "replaced"

    bot: str

    def apply(self, table: Table) -> None:
        table.seating.replace(self.seat, self.bot)
        table.note(self)

    def describe(self, name: Naming) -> Text:
        return name(self.seat) + Text(
            " a eu un souci et ne peut plus calculer ses coups : la partie continue, plus simplement.",
            " has run into trouble and can no longer work out its moves: the game goes on, more simply.",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseal(Verb):
    """The secret of dice that several tables threw is shown; dice that fall after that follow from this `secret`."""

    KIND = "unsealed"

    secret: str = field(default="", repr=False)

    def apply(self, table: Table) -> None:
        table.unseal(self.secret)
        table.note(self)

    def describe(self, name: Naming) -> Text:
        return Text("On peut maintenant vérifier les dés.", "The dice can now be checked.")


# --- all of them ----------------------------------------------------------------------------------------------

VERBS: tuple[type[Verb], ...] = (
    RollDice, Move, Correct, Undo, Agree, Decline, Tutor, Resign, Rematch, Take, Invite, Rename, Erase,
)  # fmt: skip
LOGGED: tuple[type[Verb], ...] = (Created, Play, OpeningRoll, Comment, Replace, Unseal, *VERBS)
VERB_BY_KIND = {verb.KIND: verb for verb in LOGGED if verb.KIND}


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a request: what requests call it, the attribute that it becomes, its type, and what it may be."""

    name: str
    attribute: str
    kind: type
    about: Text
    default: object
    least: int
    most: int

    @property
    def required(self) -> bool:
        return self.default is MISSING


def _fields(verb: type[Verb]) -> tuple[Field, ...]:
    hints, known = get_type_hints(verb), {spec.name: spec for spec in fields(verb)}
    return tuple(
        Field(
            spec.metadata["name"] or spec.name,
            spec.name,
            next(plain for plain in (bool, int, str) if hints[spec.name] in (plain, plain | None)),
            spec.metadata["about"],
            MISSING if spec.metadata["required"] else spec.default,
            spec.metadata["least"],
            spec.metadata["most"],
        )
        for spec in (known[name] for name in verb.__annotations__)  # in the order in which they are written
        if "about" in spec.metadata
    )


FIELDS: dict[type[Verb], tuple[Field, ...]] = {verb: _fields(verb) for verb in VERBS}
