"""What people may ask of a table. Each function checks a request and answers with the entry it comes to.

Nothing is changed here: a refused request raises an error with a sentence, and the table stays as it was.
"""

from __future__ import annotations

from tablee.core.dice import Dice
from tablee.core.errors import GameOver
from tablee.core.game import Roll, clip, parse_roll
from tablee.core.words import Text

from .entry import (
    NOBODY,
    Agreed,
    Commented,
    Corrected,
    Declined,
    Entry,
    Invited,
    Named,
    Played,
    Proposed,
    Resigned,
    Taken,
    Threw,
)
from .errors import NotYourTurn, Refused, SeatError, StaleMove
from .secret import digest
from .setup import clean_name
from .table import Table

LONGEST_COMMENT = 500
LONGEST_REQUEST = 64
MOST_COMMENTS = 500  # a log must not grow without end


# --- what every request has in common -------------------------------------------------------------------------


def places(table: Table, secret: str | None) -> tuple[int, ...]:
    """The places that a secret holds; a SeatError if it holds none."""
    held = table.places(secret)
    if not held:
        raise SeatError(
            Text(
                "Vous regardez cette table sans y jouer : il faut le lien d’une place.",
                "You are watching this table, not playing: it takes the link to a seat.",
            )
        )
    return held


def fresh(table: Table, version: int) -> None:
    """Refuse what was asked of a position that is no more."""
    if version != table.version:
        raise StaleMove(
            Text(
                "La table a changé entre-temps : regardez où en est la partie, puis rejouez.",
                "The table has changed in the meantime: see where the game stands, then play again.",
            )
        )


def repeated(table: Table, holder: str, request: str, asked: str) -> bool:
    """Has this holder's very request been carried out already? The same id for something else is refused."""
    if not request:
        return False
    if len(request) > LONGEST_REQUEST or not request.isprintable() or " " in request:
        raise Refused(
            Text(
                f"Le numéro d’une demande a au plus {LONGEST_REQUEST} signes, sans espace.",
                f"A request’s id has at most {LONGEST_REQUEST} characters and no space.",
            )
        )
    known = table.requests.get((holder, request))
    if known is None:
        return False
    if known != asked:
        raise Refused(
            Text(
                f"La demande « {clip(request)} » a déjà servi à autre chose.",
                f"The request “{clip(request)}” has already served for something else.",
            )
        )
    return True


def going_on(table: Table) -> None:
    if table.over:
        raise GameOver(Text("La partie est finie.", "The game is over."))


# --- playing --------------------------------------------------------------------------------------------------


def roll(table: Table, held: tuple[int, ...], dice: Dice, typed: str | None) -> Entry:
    """Throw the virtual dice, or say what the real ones show."""
    going_on(table)
    due = table.rolls_for(held)
    if not due:
        raise _not_rolling(table)
    place = due[0]
    if table.dice == "virtual":
        if typed is not None:
            raise Refused(Text("Ici la table lance les dés elle-même.", "Here the table throws the dice itself."))
        if table.phase == "opening":
            return Threw(place=place, die=dice.throw(1).dice[0])
        return Played(place=place, token=str(table.history.next_roll(dice)))
    if typed is None:
        raise Refused(
            Text(
                "On joue avec de vrais dés : écrivez ce qu’ils montrent.",
                "Real dice are used here: type what they show.",
            )
        )
    if table.phase == "opening":
        return Threw(place=place, die=parse_roll(typed, 1).dice[0])
    return Played(place=place, token=_typed(table, typed))


def _typed(table: Table, typed: str) -> str:
    event = table.game.parse(typed)
    if not isinstance(event, Roll):
        raise Refused(Text(f"« {clip(typed)} » n’est pas un lancer de dés.", f"“{clip(typed)}” is not a roll of dice."))
    return str(event)


def _not_rolling(table: Table) -> NotYourTurn:
    if table.phase == "move":
        return NotYourTurn(
            Text("Les dés sont déjà lancés : il faut jouer.", "The dice are already thrown: make a move.")
        )
    who = table.seating.name(table.acting[0])
    return NotYourTurn(
        Text(f"Ce n’est pas à vous de lancer, mais à : {who.fr}.", f"It is not yours to roll, but: {who.en}.")
    )


def move(table: Table, held: tuple[int, ...], token: str) -> Entry:
    """Make a move; the rules say whether they allow it."""
    going_on(table)
    event = table.game.parse(token)
    if isinstance(event, Roll):
        raise Refused(Text("Un lancer de dés n’est pas un coup.", "A roll of dice is not a move."))
    if table.phase == "opening":
        raise NotYourTurn(
            Text("On lance d’abord pour savoir qui commence.", "First everybody throws to see who begins.")
        )
    player = table.game.doer(table.state, event)
    place = table.seating.place_of(player) if 1 <= player <= table.seating.people else NOBODY
    if place not in held:
        who = table.seating.name(place) if place != NOBODY else Text("?", "?")
        raise NotYourTurn(
            Text(f"Ce coup n’est pas à vous, mais à : {who.fr}.", f"This move is not yours, but: {who.en}.")
        )
    table.game.play(table.state, event)
    return Played(place=place, token=str(event))


def correct(table: Table, held: tuple[int, ...], typed: str) -> Entry:
    """Say anew what the dice show: until the next event, and only with real dice."""
    if not table.correctable(held):
        raise Refused(
            Text(
                "Il n’y a pas de dé à corriger : on ne corrige que le dernier lancer, et s’il est de vrais dés.",
                "There is no die to correct: only the last roll of real dice can be corrected.",
            )
        )
    place = held[0]
    if not table.events:
        return Corrected(place=place, token=str(parse_roll(typed, 1)))
    return Corrected(place=place, token=_typed(table, typed))


# --- taking back, and the end ---------------------------------------------------------------------------------


def undo(table: Table, held: tuple[int, ...]) -> Entry:
    """Take one's last choice back: at once where nobody else plays, else by asking the others."""
    if table.proposal is not None:
        raise Refused(Text("On demande déjà de reprendre un coup.", "A move is already asked to be taken back."))
    length = table.undo_length(held)
    if length is None:
        raise Refused(Text("Il n’y a rien à reprendre.", "There is nothing to take back."))
    place = next(place for place in reversed(table.history.doers[length:]) if place in held)
    return Proposed(place=place, length=length)


def agree(table: Table, held: tuple[int, ...]) -> Entry:
    if table.proposal is None:
        raise _no_question()
    asked = next((place for place in table.proposal.waiting if place in held), None)
    if asked is None:
        raise Refused(Text("On attend l’accord des autres, pas le vôtre.", "The others are asked to agree, not you."))
    return Agreed(place=asked)


def decline(table: Table, held: tuple[int, ...]) -> Entry:
    """Say no, or take one's own question back."""
    if table.proposal is None:
        raise _no_question()
    concerned = (table.proposal.place, *table.proposal.waiting)
    return Declined(place=next((place for place in held if place in concerned), held[0]))


def _no_question() -> Refused:
    return Refused(Text("Personne ne demande de reprendre un coup.", "Nobody asks to take a move back."))


def resign(table: Table, held: tuple[int, ...], place: int | None) -> Entry:
    going_on(table)
    if place is None:
        place = next((acting for acting in table.acting if acting in held), held[0])
    return Resigned(place=own(held, place))


# --- seats and words ------------------------------------------------------------------------------------------


def own(held: tuple[int, ...], place: int) -> int:
    if place not in held:
        raise SeatError(Text("Ce n’est pas votre place.", "This is not your seat."))
    return place


def invite(table: Table, held: tuple[int, ...], place: int, invitation: str) -> Entry:
    """A new link to a free seat, or to one's own, so as to move it to another device."""
    seating = table.seating
    if not 0 <= place < seating.people or seating.bot(place) or (seating.holder(place) and place not in held):
        raise SeatError(
            Text(
                "On ne peut inviter qu’à une place libre, ou déplacer la sienne.",
                "One can only invite to a free seat, or move one’s own.",
            )
        )
    return Invited(place=held[0], seat=place, invitation=digest(invitation))


def take(table: Table, place: int, invitation: str, secret: str, name: str) -> Entry:
    if not 0 <= place < table.seating.people or not table.seating.invites(place, invitation):
        raise SeatError(
            Text(
                "Ce lien ne donne pas (ou plus) droit à cette place : demandez-en un nouveau à ceux qui jouent.",
                "This link gives no (or no longer any) right to this seat: ask those who play for a new one.",
            )
        )
    return Taken(place=place, holder=digest(secret), name=clean_name(name))


def rename(held: tuple[int, ...], place: int, name: str) -> Entry:
    return Named(place=own(held, place), name=clean_name(name))


def comment(table: Table, held: tuple[int, ...], text: str, place: int | None) -> Entry:
    said = text.strip()
    if not said or len(said) > LONGEST_COMMENT:
        raise Refused(
            Text(
                f"Un commentaire a de 1 à {LONGEST_COMMENT} signes.",
                f"A comment has 1 to {LONGEST_COMMENT} characters.",
            )
        )
    if table.comments >= MOST_COMMENTS:
        raise Refused(Text("Cette table a assez de commentaires.", "This table has comments enough."))
    return Commented(place=held[0] if place is None else own(held, place), text=said)
