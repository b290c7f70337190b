"""What people typed from paper: a record, a bare list of events, or a filled board; read forgivingly, event by event.

Case, spaces, line breaks and commas do not matter, nor do a missing `d`, arrows, or « zone 2 case a ». A mistake is
pointed at where it stands; what was good before it is kept, and so is everything that was typed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from tablee.core import record as records
from tablee.core.errors import TableeError
from tablee.core.game import Event, State
from tablee.core.record import Record, RecordError
from tablee.core.registry import load, names
from tablee.core.words import Text, or_list, untranslated
from tablee.paper.typed_input import COMMENT, PLAIN_GAP, plain_token, read_move, reader_of, word_at

from .mistake import Mistake

LONGEST = 50_000
LONGEST_LINE = 5_000  # a sheet of objects in a header is the longest line of a record
HEADER = re.compile(r"[ \t]{0,9}([^\W\d_]{1,20})[ \t]{0,9}:[ \t]{0,9}([^\n]*)(?:\n|\Z)")
# What a header may be called; the French words are read too.
HEADERS = {"game": "game", "jeu": "game", "players": "players", "joueurs": "players", "date": "date", "dice": "dice"}
HEADERS |= {"dés": "dice", "result": "result", "résultat": "result", "event": "event", "place": "place"}
HEADERS |= {"position": "position"}
TYPED = {"dice": "typed"}
MOST_LATER = 9  # mistakes after the first that are told with it
MOST_GUESSES = 60  # of what somebody may have meant
LONGEST_GUESSED = 4_000  # characters


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of parsing a text: a record (its valid part), or a filled board; and the mistake, if any."""

    typed: str
    record: Record | None = None
    board: State | None = None
    mistake: Mistake | None = None
    later: tuple[Mistake, ...] = ()  # what else is wrong, as far as one can tell after a mistake

    @property
    def good(self) -> bool:
        return self.mistake is None

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """All that is wrong, in order."""
        return () if self.mistake is None else (self.mistake, *self.later)


def parse_notes(
    typed: str,
    game: str = "",
    settings: Mapping[str, object] | None = None,
    begin: State | None = None,
    *,
    later: int = 0,
) -> Reading:
    """Read a text. `game` and `settings` are for texts without headers; a header wins over them.

    `begin` is the state that such a text goes on from, if not the start; a header `position` wins over it. After a
    mistake, up to `later` more are looked for, which takes its time.
    """
    if len(typed) > LONGEST:
        told = Text(f"C’est trop long : {LONGEST} signes au plus.", f"That is too long: {LONGEST} characters at most.")
        return Reading(typed, mistake=Mistake(told, LONGEST))
    if not typed.strip():
        return Reading(typed, mistake=Mistake(Text("Il n’y a rien à lire.", "There is nothing to read."), 0))
    if max(map(len, typed.split("\n"))) <= LONGEST_LINE:
        with suppress(RecordError):  # it is none, or a damaged one
            return Reading(typed, records.parse(typed, load))
    return _forgiving(typed, game, dict(settings or {}), begin, later)


def _forgiving(typed: str, game: str, given: dict[str, object], begin: State | None, later: int) -> Reading:
    headers, at = _headers(typed)
    name = headers["game"][0].casefold() if "game" in headers else game or guess(typed[at:])
    where, length = headers["game"][1:] if "game" in headers else (at, max(1, len(word_at(typed, at))))
    if not name:
        known = or_list(map(untranslated, names()))
        told = Text(f"De quel jeu s’agit-il ? Choisissez {known.fr}.", f"Which game is it? Choose {known.en}.")
        return Reading(typed, mistake=Mistake(told, where, length))
    try:
        found = load(name)
        if "position" in headers:
            line, where, length = headers["position"]
            begin = found.from_position(line)
        for option in found.OPTIONS if begin is None else ():
            if option.key in headers:
                value, where, length = headers[option.key]
                given[option.key] = option.parse(value)
                found.variant(given)
        reader = reader_of(name)
        if begin is None and hasattr(reader, "read_board") and reader.looks_filled(typed[at:]):
            board = reader.read_board(" " * at + typed[at:], given)
            return Reading(typed, mistake=board) if isinstance(board, Mistake) else Reading(typed, board=board)
        if hasattr(reader, "settings"):
            given = reader.settings(typed[at:]) | given
        variant = found.variant(given) if begin is None else begin.variant
    except TableeError as error:
        return Reading(typed, mistake=Mistake(error.text, where, length))
    kept = {key: value for key, (value, _, _) in headers.items() if key in ("date", "event", "place", "dice")}
    called = headers.get("players", ("", 0, 0))[0]
    players = tuple(name.strip() for name in called.split(",")) if called else ()
    start = Record(found, variant, (), players, TYPED | kept, begin=begin)
    return _check_result(_events(typed, at, start, later), headers)


def _headers(typed: str) -> tuple[dict[str, tuple[str, int, int]], int]:
    """Each header above the events with its place and length; and where the events begin."""
    known = HEADERS | {option.key: option.key for name in names() for option in load(name).OPTIONS}
    headers: dict[str, tuple[str, int, int]] = {}
    at = 0
    while True:
        blank = re.compile(r"[ \t\r\ufeff]*\n|\ufeff").match(typed, at)
        if blank:
            at = blank.end()
            continue
        found = HEADER.match(typed, at)
        key = known.get(found[1].casefold()) if found else None
        if not found or not key:
            return headers, at
        headers[key] = (found[2].strip(), found.start(2), max(1, len(found[2].strip())))
        at = found.end()


def _events(typed: str, at: int, record: Record, later: int = 0) -> Reading:
    """Event after event, until the text ends or one cannot be; then what else is wrong after it."""
    brought = reader_of(record.game.NAME)
    reader, gap = getattr(brought, "token", plain_token), getattr(brought, "GAP", PLAIN_GAP)
    while True:
        if skipped := gap.match(typed, at):
            at = skipped.end()
        if at >= len(typed):
            return Reading(typed, record)
        if comment := COMMENT.match(typed, at):
            record = record.comment(comment[1].strip())
            at = comment.end()
            continue
        end = at
        try:
            token, end = reader(record.state, typed, at)
            if token and record.game.phase(record.state) == "roll":
                record = record.play(record.game.parse(token))
            elif token:
                record = record.play(read_move(record.game, record.state, 0, token))
        except TableeError as error:
            length = max(1, (end - at) or len(word_at(typed, at)))
            mistake = Mistake(error.text, at, length)
            return Reading(typed, record, None, mistake, _guess_later(typed, at + length, record, later))
        assert end > at  # a reader always reads something
        at = end


def _guess_later(typed: str, at: int, record: Record, most: int) -> tuple[Mistake, ...]:
    """The mistakes after one, as if what was meant there, or nothing, were what lets the most of the rest be read."""
    if not most or len(typed) - at > LONGEST_GUESSED:
        return ()
    game, state = record.game, record.state
    meant: list[Event] = [event for event, _ in game.rolls(state)] if game.phase(state) == "roll" else []
    for player in game.players(state):
        meant += game.moves(state, player)
    tried: list[tuple[Mistake, Record]] = []
    for event in (None, *meant[:MOST_GUESSES]):
        found = _events(typed, at, record if event is None else record.play(event))
        if found.mistake is None or found.record is None:
            return ()
        tried.append((found.mistake, found.record))
    mistake, best = max(tried, key=lambda one: one[0].start)  # the first of those that go farthest
    return (mistake, *_guess_later(typed, mistake.start + mistake.length, best, most - 1))


def _check_result(reading: Reading, headers: Mapping[str, tuple[str, int, int]]) -> Reading:
    """A result that was written down has to be the one that the events give."""
    if reading.mistake or "result" not in headers or reading.record is None:
        return reading
    claimed, where, length = headers["result"]
    found = reading.record.result
    if claimed == "*" or found in (claimed, "*"):
        return reading
    told = Text(
        f"le résultat écrit est « {claimed[:40]} », les événements donnent « {found} ».",
        f"the result says “{claimed[:40]}”, the events give “{found}”.",
    )
    return Reading(reading.typed, reading.record, mistake=Mistake(told, where, length))


def guess(text: str) -> str:
    """The game that a bare text seems to be of; "" when it does not tell."""
    found = {name: getattr(reader_of(name), "guess", lambda text: 0)(text) for name in names()}
    likeliest = max(found, key=lambda name: found[name])
    return likeliest if found[likeliest] else ""
