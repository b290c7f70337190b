"""The log in words: what happened at a table, a line an entry, as a given seat may read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tablee.core.game import Event, State
from tablee.core.words import Text, listed, same

from .entry import (
    Agreed,
    Commented,
    Corrected,
    Created,
    Declined,
    Entry,
    Named,
    Played,
    Proposed,
    Rematched,
    Replaced,
    Resigned,
    Taken,
    Threw,
)

if TYPE_CHECKING:
    from .table import Table


@dataclass(frozen=True, slots=True)
class Line:
    """One line: `seq` counts the log's entries from 0, `token` is the game event if there is one to be seen."""

    seq: int
    at: int
    kind: str
    place: int
    text: Text
    token: str = ""
    undone: bool = False


@dataclass(slots=True)
class Happening:
    """What the table keeps of an entry so that it can be told later."""

    seq: int
    entry: Entry
    before: State = None  # the state that the event met
    event: Event = None
    index: int = -1  # of the event among the game's events
    hidden: bool = False  # only its own seat may read it yet
    undone: bool = False
    more: Text | None = None  # what followed from it
    words: Text | None = None  # what the game says of the event, once somebody has asked
    line: Line | None = None  # the whole line, once it is the same for everybody


def line(table: Table, happening: Happening, place: int | None) -> Line | None:
    """The line that this place may read (None: a spectator); None for an entry that is nobody's business."""
    entry = happening.entry
    told = _told(table, happening, place)
    if told is None:
        return None
    if happening.more is not None:
        told += happening.more
    seen = happening.event is not None and not _secret(happening, place)
    token = str(happening.event) if seen else ""
    made = Line(happening.seq, entry.at, entry.KIND, entry.place, told, token, happening.undone)
    if isinstance(entry, Played) and not happening.hidden:
        happening.line = made  # no name in it that could change
    return made


def _secret(happening: Happening, place: int | None) -> bool:
    return happening.hidden and place != happening.entry.place


def _told(table: Table, happening: Happening, place: int | None) -> Text | None:
    entry = happening.entry
    who = table.name(entry.place)
    match entry:
        case Created():
            title = table.game.TITLE
            return Text(f"La table est mise : {title.fr}", f"The table is laid: {title.en}")
        case Taken():
            return who + Text(" prend place.", " takes a seat.")
        case Named():
            return Text(f"Un nouveau nom : {entry.name}.", f"A new name: {entry.name}.")
        case Threw():
            return who + Text(f" lance {entry.die} pour commencer.", f" throws {entry.die} for the start.")
        case Played():
            if _secret(happening, place):
                return who + Text(" a choisi.", " has chosen.")
            return _event(table, happening)
        case Corrected():
            fixed = Text("Dé corrigé. ", "Die corrected. ")
            if happening.event is None:
                return fixed + who + Text(f" : {entry.token[1:]}.", f": {entry.token[1:]}.")
            return fixed + _event(table, happening)
        case Proposed():
            return who + Text(" voudrait reprendre son coup.", " would like to take their move back.")
        case Agreed():
            return who + Text(" est d’accord.", " agrees.")
        case Declined():
            return who + Text(" préfère continuer.", " would rather go on.")
        case Resigned():
            return who + Text(" s’arrête là.", " stops here.")
        case Commented():
            return who + Text(f" : « {entry.text} »", f": “{entry.text}”")
        case Replaced():
            return who + Text(
                " a eu un ennui et ne peut plus calculer ses coups : la partie continue, plus simplement.",
                " has run into trouble and can no longer work out its moves: the game goes on, more simply.",
            )
        case Rematched():
            return Text("On rejoue !", "Another game!")
    return None


def _event(table: Table, happening: Happening) -> Text:
    if happening.words is None:
        happening.words = table.game.tell(happening.before, happening.event)
    return happening.words


UNDONE = Text(" On revient en arrière.", " The move is taken back.")


def opening(table: Table) -> Text | None:
    """B2: what a round of opening dice came to."""
    roll = table.opening
    assert roll is not None
    if roll.done:
        return same(" ") + table.name(roll.order[0]) + Text(" commence.", " begins.")
    if len(roll.rounds[-1]) > 1 and set(roll.waiting) <= {place for place, _ in roll.rounds[-1]}:
        tied = listed((table.name(place) for place in roll.waiting), last=Text(" et ", " and "))
        return Text(" Égalité : on relance, ", " A tie: throw again, ") + tied + same(".")
    return None
