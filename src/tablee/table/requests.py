"""What can be asked of a table: one frozen class a request, all of them in `REQUESTS`, and `ask`, which checks one.

A request is a value: its verb is the same word in addresses, forms, JSON and documents, and its fields say what they
mean and how large they may be. Checking changes nothing: `ask` answers with the entries that the request comes to, or
raises an error with a sentence, and the table stays as it was.

    for entry in ask(table, Move("2a"), secret, version=table.version):
        table.apply(entry)
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, TypeVar, get_type_hints

from tablee.core.dice import Dice, VirtualDice
from tablee.core.errors import GameOver
from tablee.core.fair import SALT
from tablee.core.game import Roll as Rolled
from tablee.core.game import clip, parse_roll
from tablee.core.words import Text

from .entry import (
    NOBODY,
    TUTORS,
    Agreed,
    Commented,
    Corrected,
    Declined,
    Entry,
    Erased,
    Invited,
    Named,
    Played,
    Proposed,
    Rematched,
    Resigned,
    Taken,
    Threw,
    Tutored,
)
from .errors import NotYourTurn, Refused, SeatError, StaleMove
from .secret import digest, new_dice_secret, new_id
from .setup import LONGEST_BADGE, LONGEST_NAME, clean_badge, clean_name
from .table import Table
from .values import only, unfit, value

LONGEST_COMMENT = 500
LONGEST_ID = 64
LONGEST_TYPED = 40
LONGEST_MOVE = 200
LONGEST_LINK = 80
SALT_LENGTH = 16
LAST_PLACE = 3
LAST_VERSION = 999_999_999
MOST_COMMENTS = 500  # of one seat
MOST_ENTRIES = 5_000  # of one seat: nobody fills a log, and nobody fills it for the others
ENTROPY = VirtualDice()
ASKED = Text("Une question attend déjà sa réponse.", "A question already waits for its answer.")
SOME_TUTOR = Text(f"un de : {', '.join(TUTORS)}", f"one of: {', '.join(TUTORS)}")
Asked = TypeVar("Asked", bound="Request")


# --- what every request has in common -------------------------------------------------------------------------


class Asker(NamedTuple):
    """Whoever asks: the digest of their secret, the places that it holds, the dice that they throw, and when."""

    holder: str
    held: tuple[int, ...]
    dice: Dice
    at: int

    def own(self, place: int | None, otherwise: int = NOBODY) -> int:
        """A place of theirs: the one that is named, or if none is, another."""
        place = otherwise if place is None else place
        if place not in self.held:
            raise SeatError("Ce n’est pas votre place.", "This is not your seat.")
        return place


@dataclass(frozen=True, slots=True)
class Request:
    """Something that can be asked.

    `VERSIONED`: it is asked of a position, and names the version that was seen. `SEATED`: it takes a seat to ask.
    """

    VERB: ClassVar[str]
    ABOUT: ClassVar[Text]
    VERSIONED: ClassVar[bool] = True
    SEATED: ClassVar[bool] = True

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        """What the request comes to; none, if it is so already."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a request: its type, what it means, from what to what it may be (a text: its length)."""

    name: str
    kind: type
    about: Text
    required: bool
    default: object
    least: int
    most: int


def about(fr: str, en: str, *, most: int = 0, least: int = 0, default: Any = MISSING, secret: bool = False) -> Any:
    """What is known of a field besides its type; a secret is not shown when the request is printed."""
    return field(default=default, repr=not secret, metadata={"about": Text(fr, en), "least": least, "most": most})


def salted() -> Any:
    """The field for what a device adds to the dice. It is no part of what is asked: sent again, it may be another."""
    return about(
        "16 chiffres hexadécimaux tirés par l’appareil de qui joue : ils entrent dans les dés",
        "16 hexadecimal digits that the player's own device drew: they go into the dice",
        most=SALT_LENGTH,
        default="",
    )


def badged() -> Any:
    """The field for the animal and the colour that somebody goes by."""
    return about(
        "un animal et une couleur, comme panda-vert",
        "an animal and a colour, such as panda-vert",
        most=LONGEST_BADGE,
        default="",
    )


def _salt(given: str) -> str:
    if given and not SALT.fullmatch(given):
        raise unfit("salt", Text("16 chiffres hexadécimaux", "16 hexadecimal digits"))
    return given


def parsed(kind: type[Asked], given: Mapping[str, object], besides: Iterable[str] = ()) -> Asked:
    """The request that a JSON object spells. Raises RequestError for a field that is neither its own nor `besides`."""
    only(given, [*(spec.name for spec in FIELDS[kind]), *besides])
    found: dict[str, Any] = {}
    for spec in FIELDS[kind]:
        asked = given.get(spec.name, spec.default)
        if spec.required or asked is not spec.default:
            found[spec.name] = value(spec.name, asked, spec.kind, spec.least, spec.most)
    return kind(**found)


def ask(
    table: Table,
    request: Request,
    secret: str | None,
    *,
    version: int | None = None,
    id: str = "",
    dice: Dice = ENTROPY,
    at: int = 0,
) -> tuple[Entry, ...]:
    """The entries that a request comes to, to be kept and then applied. Nothing is changed here.

    `secret`: what holds the asker's seat. `version`: the one that was seen; a stale one is refused. `id`: the asker's
    own name for the request, at most 64 characters: asked again by the same seat, it comes to nothing more.
    `at`: when it is asked, in seconds since 1970.
    """
    holder = digest(secret) if secret else ""
    held = table.seating.held(holder) if secret else ()
    if not held and request.SEATED:
        raise SeatError(
            "Vous regardez cette table sans y jouer : il faut le lien d’une place.",
            "You are watching this table, not playing: it takes the link to a seat.",
        )
    asked = hashlib.sha256(f"{held} {spelled(request)}".encode("utf-8", "replace")).hexdigest()[:16] if id else ""
    if id and _repeated(table, holder, id, asked):
        return ()
    if version is not None and version != table.version:
        raise StaleMove(
            "La table a changé entre-temps : regardez où en est la partie, puis rejouez.",
            "The table has changed in the meantime: see where the game stands, then play again.",
        )
    full = [place for place in held if table.doings[place] >= MOST_ENTRIES]
    if full and not isinstance(request, Erase):
        raise Refused(
            "Cette place a fait ici tout ce qui tient dans un journal : ouvrez une nouvelle table.",
            "This seat has done all here that a log can hold: open a new table.",
        )
    entries = request.entries(table, Asker(holder, held, dice, at))
    if not id or not entries or not held:
        return entries
    first = entries[0]
    sender = NOBODY if first.place in held else held[0]
    return (replace(first, request=id, asked=asked, sender=sender), *entries[1:])


def spelled(request: Request) -> str:
    """A request on one line: its verb, and what it asks."""
    asked = (str(getattr(request, spec.name)) for spec in FIELDS[type(request)] if spec.name != "salt")
    return " ".join([request.VERB, *asked])


def _repeated(table: Table, holder: str, id: str, asked: str) -> bool:
    """Has this holder's very request been carried out already? The same id for something else is refused."""
    if len(id) > LONGEST_ID or not id.isprintable() or " " in id:
        raise Refused(
            f"Le numéro d’une demande a au plus {LONGEST_ID} signes, sans espace.",
            f"A request’s id has at most {LONGEST_ID} characters and no space.",
        )
    known = table.requests.get((holder, id))
    if known is not None and known != asked:
        raise Refused(
            f"La demande « {clip(id)} » a déjà servi à autre chose.",
            f"The request “{clip(id)}” has already served for something else.",
        )
    return known is not None


def _going_on(table: Table) -> None:
    if table.over:
        raise GameOver("La partie est finie.", "The game is over.")


# --- playing --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Roll(Request):
    VERB = "roll"
    ABOUT = Text(
        "Lancer les dés de la table, ou dire ce que montrent de vrais dés (`typed`, par exemple d4 ou d35)",
        "Throw the table's dice, or say what real ones show (`typed`, such as d4 or d35)",
    )

    typed: str = about("ce que montrent de vrais dés", "what real dice show", most=LONGEST_TYPED, default="")
    salt: str = salted()

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        _going_on(table)
        salt = _salt(self.salt)
        due = table.rolls_for(asker.held)
        if not due:
            raise _not_rolling(table)
        opening = table.phase == "opening"
        if table.dice == "virtual":
            if self.typed:
                raise Refused("Ici la table lance les dés elle-même.", "Here the table rolls the dice itself.")
            roll, salt = table.throw(asker.dice, self.salt)
        elif not self.typed:
            raise Refused(
                "On joue avec de vrais dés : écrivez ce qu’ils montrent.",
                "Real dice are used here: type what they show.",
            )
        else:
            roll = _typed(table, self.typed, opening)
        if opening:
            return (Threw(at=asker.at, place=due[0], die=roll.dice[0], salt=salt),)
        return (Played(at=asker.at, place=due[0], token=table.history.foresee(roll), salt=salt),)


def _typed(table: Table, typed: str, opening: bool) -> Rolled:
    """The roll that somebody has read off: one die of the opening, or those of the game."""
    if opening:
        return parse_roll(typed, 1)
    event = table.game.parse(typed)
    if not isinstance(event, Rolled):
        raise Refused(f"« {clip(typed)} » n’est pas un lancer de dés.", f"“{clip(typed)}” is not a roll of dice.")
    return event


def _not_rolling(table: Table) -> NotYourTurn:
    if table.phase == "move":
        return NotYourTurn("Les dés sont déjà lancés : il faut jouer.", "The dice are already rolled: make a move.")
    who = table.seating.name(table.acting[0])
    return NotYourTurn(f"Ce n’est pas à vous de lancer, mais à : {who.fr}.", f"It is not yours to roll, but: {who.en}.")


@dataclass(frozen=True, slots=True)
class Move(Request):
    VERB = "move"
    ABOUT = Text(
        "Jouer un coup : un des `moves` de la table ; une poussée peut donner son calcul après deux points",
        "Make a move: one of the table's `moves`; a push may add its calculation after a colon",
    )

    move: str = about("le coup", "the move", most=LONGEST_MOVE)
    salt: str = salted()

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        _going_on(table)
        event = table.game.parse(self.move)
        if isinstance(event, Rolled):
            raise Refused("Un lancer de dés n’est pas un coup.", "A roll of dice is not a move.")
        if table.phase == "opening":
            raise NotYourTurn("On lance d’abord pour savoir qui commence.", "First everybody rolls to see who begins.")
        player = table.game.doer(table.state, event)
        place = table.seating.place_of(player) if 1 <= player <= table.seating.people else NOBODY
        if place not in asker.held:
            who = table.seating.name(place) if place != NOBODY else Text("?", "?")
            raise NotYourTurn(
                f"Ce coup n’est pas à vous, mais à : {who.fr}.", f"This move is not yours, but: {who.en}."
            )
        token = table.history.foresee(event)  # the rules say whether they allow it
        return (Played(at=asker.at, place=place, token=token, salt=_salt(self.salt)),)


@dataclass(frozen=True, slots=True)
class Correct(Request):
    VERB = "correct"
    ABOUT = Text("Corriger le dernier lancer de vrais dés", "Correct the last roll of real dice")

    typed: str = about("ce que montrent les dés", "what the dice show", most=LONGEST_TYPED)

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        if not table.correctable(asker.held):
            raise Refused(
                "Il n’y a pas de dé à corriger : on ne corrige que le dernier lancer, et s’il est de vrais dés.",
                "There is no die to correct: only the last roll of real dice can be corrected.",
            )
        roll = _typed(table, self.typed, opening=not table.history.events)
        return (Corrected(at=asker.at, place=asker.held[0], token=str(roll)),)


# --- taking back, and the end ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Undo(Request):
    """At once where nobody else plays, else by asking the others (`table.proposal`)."""

    VERB = "undo"
    ABOUT = Text(
        "Reprendre son dernier choix, ou demander aux autres si on le peut",
        "Take one's last choice back, or ask the others whether one may",
    )

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        if table.proposal is not None:
            raise Refused(ASKED)
        length = table.undo_length(asker.held)
        if length is None:
            raise Refused("Il n’y a rien à reprendre.", "There is nothing to take back.")
        place = next(place for place in reversed(table.history.doers[length:]) if place in asker.held)
        return (Proposed(at=asker.at, place=place, length=length, secret=_next_secret(table)),)


def _next_secret(table: Table) -> str:
    """What the dice follow from after an undo, if the secret of those before has been shown."""
    return new_dice_secret() if table.promise is not None and table.promise.secret is not None else ""


@dataclass(frozen=True, slots=True)
class Agree(Request):
    VERB = "agree"
    ABOUT = Text(
        "Accepter qu’un coup soit repris, ou un tuteur", "Agree to the undo, or to the tutor, that is asked for"
    )

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        if table.proposal is None:
            raise _no_question()
        place = next((place for place in table.proposal.waiting if place in asker.held), None)
        if place is None:
            raise Refused("On attend l’accord des autres, pas le vôtre.", "The others are asked, not you.")
        return (Agreed(at=asker.at, place=place, secret=_next_secret(table)),)


@dataclass(frozen=True, slots=True)
class Decline(Request):
    VERB = "decline"
    ABOUT = Text(
        "Refuser ce qui est demandé, ou retirer sa propre demande",
        "Decline what is asked for, or take one's own question back",
    )

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        if table.proposal is None:
            raise _no_question()
        concerned = (table.proposal.place, *table.proposal.waiting)
        place = next((place for place in asker.held if place in concerned), asker.held[0])
        return (Declined(at=asker.at, place=place),)


def _no_question() -> Refused:
    return Refused("Personne ne demande rien.", "Nobody asks for anything.")


@dataclass(frozen=True, slots=True)
class Tutor(Request):
    VERB = "tutor"
    ABOUT = Text(
        "Un tuteur à sa place ; à distance, si tous sont d’accord", "A tutor at one's seat; from afar, if all agree"
    )
    VERSIONED = False

    place: int = about("la place", "the seat", most=LAST_PLACE)
    mode: str = about(SOME_TUTOR.fr, SOME_TUTOR.en, most=LONGEST_ID)

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        _going_on(table)
        if self.mode not in TUTORS:
            raise unfit("mode", SOME_TUTOR)
        if table.tutors.get(place := asker.own(self.place), "off") == self.mode:
            return ()
        if table.proposal is not None:
            raise Refused(ASKED)
        return (Tutored(at=asker.at, place=place, mode=self.mode),)


@dataclass(frozen=True, slots=True)
class Resign(Request):
    """Of two the other one wins, of more nobody does."""

    VERB = "resign"
    ABOUT = Text("Arrêter la partie", "Stop the game")

    place: int | None = about(
        "pour laquelle de ses places ; sinon celle qui doit jouer",
        "for which of one's seats; left out, the one that has to play",
        most=LAST_PLACE,
        default=None,
    )

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        _going_on(table)
        due = next((place for place in table.acting if place in asker.held), asker.held[0])
        return (Resigned(at=asker.at, place=asker.own(self.place, due)),)


@dataclass(frozen=True, slots=True)
class Rematch(Request):
    """`match.again` gives the log of the table that its entry names; whoever keeps both keeps that one first."""

    VERB = "rematch"
    ABOUT = Text(
        "La table suivante, où les mêmes secrets tiennent ; demandée deux fois, c’est la même",
        "The next table, where the same secrets hold; asked twice, it is the same one",
    )
    VERSIONED = False

    swap: bool = about("chacun une place plus loin", "everybody one seat further", default=True)

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        if table.next:
            return ()
        if not table.over:
            raise Refused("La partie n’est pas finie.", "The game is not over yet.")
        return (Rematched(at=asker.at, place=asker.held[0], table=new_id(), swapped=self.swap),)


# --- seats and words ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Take(Request):
    """The secret that asks holds the place from then on."""

    VERB = "take"
    ABOUT = Text("Prendre une place par son lien, qui a alors servi", "Take a seat by its invitation, which is used up")
    VERSIONED = False
    SEATED = False

    place: int = about("la place", "the seat", most=LAST_PLACE)
    invitation: str = about("le secret du lien", "the secret of the link", most=LONGEST_LINK, secret=True)
    name: str = about("comment on s’appelle", "what one is called", most=LONGEST_NAME, default="")
    badge: str = badged()

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        seating = table.seating
        if not 0 <= self.place < seating.people or not seating.invites(self.place, self.invitation):
            raise SeatError(
                "Ce lien ne donne pas (ou plus) droit à cette place : demandez-en un nouveau à ceux qui jouent.",
                "This link gives no (or no longer any) right to this seat: ask those who play for a new one.",
            )
        name, badge = clean_name(self.name), clean_badge(self.badge)
        return (Taken(at=asker.at, place=self.place, holder=asker.holder, name=name, badge=badge),)


@dataclass(frozen=True, slots=True)
class Invite(Request):
    """A new link to a free seat; or to one's own, which moves to whoever uses it. Older links are void.

    Place NOBODY, which no JSON body can ask for: one link for all seats that are free.
    """

    VERB = "invite"
    ABOUT = Text(
        "Un nouveau lien pour une place libre, ou pour déplacer la sienne",
        "A new link to a free seat, or to move one's own",
    )
    VERSIONED = False

    place: int = about("la place", "the seat", most=LAST_PLACE)
    invitation: str = about("le secret du lien", "the secret of the link", most=LONGEST_LINK, secret=True)

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        seating, place = table.seating, self.place
        own = (place,) if place in asker.held else ()
        if place not in (*seating.free, *own, *([NOBODY] if seating.free else [])):
            raise SeatError(
                "On ne peut inviter qu’à une place libre, ou déplacer la sienne.",
                "One can only invite to a free seat, or move one’s own.",
            )
        return (Invited(at=asker.at, place=asker.held[0], seat=place, invitation=digest(self.invitation)),)


@dataclass(frozen=True, slots=True)
class Rename(Request):
    VERB = "rename"
    ABOUT = Text("Changer le nom d’une de ses places", "Change the name at one of one's seats")
    VERSIONED = False

    place: int = about("la place", "the seat", most=LAST_PLACE)
    name: str = about("comment on s’appelle", "what one is called", most=LONGEST_NAME, default="")
    badge: str = badged()

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        name, badge = clean_name(self.name), clean_badge(self.badge)
        return (Named(at=asker.at, place=asker.own(self.place), name=name, badge=badge),)


@dataclass(frozen=True, slots=True)
class Comment(Request):
    VERB = "comment"
    ABOUT = Text("Dire quelque chose, que la partie garde", "Say something that the record keeps")
    VERSIONED = False

    text: str = about("ce qu’on dit", "what is said", least=1, most=LONGEST_COMMENT)
    place: int | None = about("de laquelle de ses places", "from which of one's seats", most=LAST_PLACE, default=None)

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        said = self.text.strip()
        if not said or len(said) > LONGEST_COMMENT:
            raise Refused(
                f"Un commentaire a de 1 à {LONGEST_COMMENT} signes.",
                f"A comment has 1 to {LONGEST_COMMENT} characters.",
            )
        place = asker.own(self.place, asker.held[0])
        if table.comments[place] >= MOST_COMMENTS:
            raise Refused("Cette place a assez commenté.", "This seat has commented enough.")
        return (Commented(at=asker.at, place=place, text=said),)


@dataclass(frozen=True, slots=True)
class Erase(Request):
    """The hall carries it out: entries that were kept long ago are written anew without it."""

    VERB = "erase"
    ABOUT = Text(
        "Partir en effaçant son nom, son visage et ses mots ; les coups restent. Seul ici : toute la table s’efface",
        "Leave and erase one's name, face and words; the moves stay. Alone here: the whole table is erased",
    )
    VERSIONED = False

    def entries(self, table: Table, asker: Asker) -> tuple[Entry, ...]:
        return tuple(Erased(at=asker.at, place=place) for place in asker.held)


REQUESTS: tuple[type[Request], ...] = (
    Roll, Move, Correct, Undo, Agree, Decline, Tutor, Resign, Rematch, Take, Invite, Rename, Comment, Erase,
)  # fmt: skip


def _fields(kind: type[Request]) -> tuple[Field, ...]:
    hints = get_type_hints(kind)
    return tuple(
        Field(
            spec.name,
            next(plain for plain in (bool, int, str) if hints[spec.name] in (plain, plain | None)),
            spec.metadata["about"],
            spec.default is MISSING,
            spec.default,
            spec.metadata["least"],
            spec.metadata["most"],
        )
        for spec in fields(kind)
    )


FIELDS: dict[type[Request], tuple[Field, ...]] = {kind: _fields(kind) for kind in REQUESTS}
