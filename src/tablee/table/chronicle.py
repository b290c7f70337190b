"""What happened at a table, told on demand: a line an entry, as a given place may read it.

A happening is a value. One that is shown or taken back is replaced by another, and telling changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from tablee.core.game import AnyGame, Event, State
from tablee.core.words import Text, listed, same

from .entry import (
    TUTORS,
    Agreed,
    Commented,
    Corrected,
    Created,
    Declined,
    Entry,
    Erased,
    Named,
    Played,
    Proposed,
    Rematched,
    Replaced,
    Resigned,
    Taken,
    Threw,
    Tutored,
    without,
)
from .match import begun
from .opening import Opening
from .seating import Seating

Naming = Callable[[int], Text]
Telling = Callable[[State, Event], Text]
MOST_TOLD = 16_384  # lines that are kept: a page shows many, and all who follow a table ask for them at once
TUTOR_COMES = Text(" Le tuteur s’installe.", " The tutor sits down.")
TUTOR_LEAVES = Text(
    " Le tuteur s’en va : il revient si tout le monde est d’accord.", " The tutor leaves: it comes back if all agree."
)
UNDONE = Text(" On revient en arrière.", " The move is taken back.")
RESEALED = Text(
    " L’enveloppe des dés était ouverte : une nouvelle est scellée.",
    " The dice’s envelope had been opened: a new one is sealed.",
)


class Line(NamedTuple):
    """One line: `seq` counts the log's entries from 0, `token` is the game event if there is one to be seen."""

    seq: int
    at: int
    kind: str
    place: int
    text: Text
    token: str = ""
    undone: bool = False


@dataclass(slots=True, eq=False)
class Happening:
    """An entry, and what it takes to tell it later. Compared by identity, so that a told line is found quickly."""

    seq: int
    entry: Entry
    before: State = None  # the state that the event met
    event: Event = None
    index: int = -1  # of the event among the game's events
    hidden: bool = False  # only its own seat may read it yet
    undone: bool = False
    more: Text | None = None  # what followed from it


class Chronicle:
    """All that happened, in order."""

    __slots__ = ("_happenings",)

    def __init__(self) -> None:
        self._happenings: list[Happening] = []

    def note(self, happening: Happening) -> None:
        self._happenings.append(happening)

    def strike(self, count: int) -> None:
        """The last so many events have been taken back; they stay in the story."""
        place = len(self._happenings)
        while count:
            place -= 1
            happening = self._happenings[place]
            if happening.index >= 0 and not happening.undone:
                self._happenings[place] = replace(happening, undone=True)
                count -= 1

    def reveal(self) -> None:
        """The last hidden choice may be read by everybody now."""
        for place in range(len(self._happenings) - 1, -1, -1):
            happening = self._happenings[place]
            if happening.hidden and not happening.undone:
                self._happenings[place] = replace(happening, hidden=False)
                return

    def erase(self, place: int) -> None:
        """What somebody has told of themselves is gone."""
        self._happenings = [replace(one, entry=without(one.entry, place)) for one in self._happenings]

    def lines(
        self, game: AnyGame, seating: Seating, place: int | None = None, since: int = 0, most: int | None = None
    ) -> tuple[Line, ...]:
        """The story from entry `since` on, or its last `most` lines, as that place may read it (None: a spectator)."""
        lines = list[Line]()
        for number in range(len(self._happenings) - 1, since - 1, -1):
            happening = self._happenings[number]
            if happening.event is not None and (not happening.hidden or place == happening.entry.place):
                lines.append(_event(happening, game.tell, seating.called))
            elif (line := _around(happening, game.TITLE, seating.spoken)) is not None:
                lines.append(line)
            if len(lines) == most:
                break
        return tuple(reversed(lines))


@lru_cache(maxsize=MOST_TOLD)
def _around(happening: Happening, title: Text, names: tuple[Text, ...]) -> Line | None:
    """What happens around the game, and that somebody has chosen; None for an entry that is nobody's business."""
    entry = happening.entry
    text = _sentence(entry, title, names.__getitem__)
    if text is None:
        return None
    if happening.more is not None:
        text += happening.more
    return Line(happening.seq, entry.at, entry.KIND, entry.place, text, undone=happening.undone)


@lru_cache(maxsize=MOST_TOLD)
def _event(happening: Happening, tell: Telling, called: tuple[str, ...]) -> Line:
    """What the game says of an event: the same for all who may read it. `called`: the names of the players."""
    entry, text = happening.entry, tell(happening.before, happening.event)
    if called:
        text = text.named(dict(enumerate(called, 1)))
    if isinstance(entry, Corrected):
        text = CORRECTED + text
    return Line(happening.seq, entry.at, entry.KIND, entry.place, text, str(happening.event), happening.undone)


WITHDRAWN = Text(" a retiré un mot.", " has taken a word back.")
CORRECTED = Text("Dé corrigé. ", "Die corrected. ")


def _sentence(entry: Entry, title: Text, name: Naming) -> Text | None:
    who = name(entry.place)
    match entry:
        case Created():
            laid, match = Text("La table est mise : ", "The table is laid: ") + title, begun(entry)
            return laid if match is None else laid + same(". ") + match.told(name)
        case Taken():
            return who + Text(" prend place.", " takes a seat.")
        case Named():
            return Text(f"Un nouveau nom : {entry.name}.", f"A new name: {entry.name}.") if entry.name else None
        case Threw():
            return who + Text(f" fait {entry.die}.", f" rolls {entry.die}.")
        case Played():
            return who + Text(" a choisi.", " has chosen.")
        case Corrected():
            return CORRECTED + who + Text(f" : {entry.token[1:]}.", f": {entry.token[1:]}.")
        case Proposed():
            return who + Text(" voudrait reprendre son coup.", " would like to take their move back.")
        case Agreed():
            return who + Text(" est d’accord.", " agrees.")
        case Declined():
            return who + Text(" préfère continuer.", " would rather go on.")
        case Resigned():
            return who + Text(" abandonne.", " gives up.")
        case Commented():
            return who + (Text(f" : « {entry.text} »", f": “{entry.text}”") if entry.text else WITHDRAWN)
        case Erased():
            return Text(
                "Quelqu’un est parti, et a effacé son nom et ses mots. Sa place est libre.",
                "Somebody has left, and erased their name and words. Their seat is free.",
            )
        case Replaced():
            return who + Text(
                " a eu un ennui et ne peut plus calculer ses coups : la partie continue, plus simplement.",
                " has run into trouble and can no longer work out its moves: the game goes on, more simply.",
            )
        case Tutored():
            mode = TUTORS[entry.mode]
            if entry.mode == "off":
                return who + Text(" joue sans tuteur.", " plays without a tutor.")
            return who + Text(f" demande un tuteur : {mode.fr}.", f" asks for a tutor: {mode.en}.")
        case Rematched():
            return Text("On rejoue !", "Another game!")
    return None


def thrown(opening: Opening, name: Naming) -> Text | None:
    """B2: what a round of opening dice came to."""
    if opening.done:
        return same(" ") + name(opening.order[0]) + Text(" commence.", " begins.")
    if len(opening.rounds[-1]) > 1 and set(opening.waiting) <= {place for place, _ in opening.rounds[-1]}:
        tied = listed((name(place) for place in opening.waiting), last=Text(" et ", " and "))
        return Text(" Égalité : on relance, ", " A tie: roll again, ") + tied + same(".")
    return None
