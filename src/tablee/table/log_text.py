"""The log of a table in words: a line an entry, as a given seat may read it.

A `Happening` is a value. One that is revealed or taken back is replaced by another, and telling changes nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from tablee.core.game import AnyGame, Event, State
from tablee.core.words import Text

from .entry import NOBODY, Entry
from .seating import Seating

CACHED_LINES = 16_384  # a page shows many, and all who follow a table ask for them at once


class Line(NamedTuple):
    """One line: `seq` counts the log's entries from 0, `token` is the game event if there is one to be seen."""

    seq: int
    at: int
    kind: str
    seat: int
    text: Text
    token: str = ""
    undone: bool = False


@dataclass(slots=True, eq=False)
class Happening:
    """A log entry with what is needed to render it later. Compared by identity: it is a cache key."""

    seq: int
    entry: Entry
    before: State = None  # the state that the event met
    event: Event = None
    hidden: bool = False  # only its own seat may read it yet
    undone: bool = False
    more: Text | None = None  # what followed from it


class LogText(list[Happening]):
    """All that happened, in order."""

    def strike(self, count: int) -> None:
        """Mark the last `count` events as taken back; they stay in the log."""
        index = len(self)
        while count:
            index -= 1
            happening = self[index]
            if happening.event is not None and not happening.undone:
                self[index] = replace(happening, undone=True)
                count -= 1

    def reveal(self) -> None:
        """Let everybody read the last hidden choice."""
        for index in range(len(self) - 1, -1, -1):
            happening = self[index]
            if happening.hidden and not happening.undone:
                self[index] = replace(happening, hidden=False)
                return

    def lines(
        self, game: AnyGame, seating: Seating, seat: int | None = None, since: int = 0, most: int | None = None
    ) -> tuple[Line, ...]:
        """The lines from entry `since` on, or the last `most`, as that seat may read them (None: a spectator)."""
        lines = list[Line]()
        names = tuple(map(seating.name, (*range(seating.people), NOBODY)))  # an index of -1 finds nobody
        player_names = tuple((player, name.fr, name.en) for player, name in seating.names.items())
        for number in range(len(self) - 1, since - 1, -1):
            happening = self[number]
            visible = happening.event is not None and (not happening.hidden or seat == happening.entry.seat)
            line = _event_line(happening, game.tell, player_names) if visible else _line(happening, names)
            if line is not None:
                lines.append(line)
            if len(lines) == most:
                break
        return tuple(reversed(lines))


@lru_cache(maxsize=CACHED_LINES)
def _line(happening: Happening, names: tuple[Text, ...]) -> Line | None:
    """What happens around the game, and that somebody has chosen; None for an entry that nobody is told of."""
    entry = happening.entry
    text = entry.describe(names.__getitem__)
    if text is None:
        return None
    if happening.more is not None:
        text += happening.more
    return Line(happening.seq, entry.at, entry.KIND, entry.seat, text, undone=happening.undone)


@lru_cache(maxsize=CACHED_LINES)
def _event_line(
    happening: Happening, tell: Callable[[State, Event], Text], player_names: tuple[tuple[int, str, str], ...]
) -> Line:
    """What the game says of an event, for all who may read it. `player_names`: a player's name in both languages."""
    entry, text = happening.entry, tell(happening.before, happening.event)
    text = entry.PREFACE + text.with_names({player: Text(fr, en) for player, fr, en in player_names})
    return Line(happening.seq, entry.at, entry.KIND, entry.seat, text, str(happening.event), happening.undone)


def forget_lines() -> None:
    """Clear the cache of rendered log lines, since they hold names."""
    _line.cache_clear()
    _event_line.cache_clear()
