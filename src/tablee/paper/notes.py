"""What people typed from paper: a record, a bare list of events, or a filled board; read forgivingly, event by event.

Case, spaces, line breaks and commas do not matter, nor do a missing `d`, arrows, or « zone 2 case a ». A mistake is
pointed at where it stands; what was good before it is kept, and so is everything that was typed.
"""

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

LONGEST = 50_000
REACH = 36  # characters shown on either side of a mistake in a long line
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


class Mistake(TableeError):
    """An error in a typed text, with its `start` and `length`."""

    def __init__(self, text: Text, start: int, length: int = 1) -> None:
        super().__init__(text)
        self.start, self.length = start, length

    def location(self, typed: str) -> tuple[int, int]:
        """Line and column, both from 1."""
        before = typed[: self.start]
        return before.count("\n") + 1, self.start - before.rfind("\n")

    def where(self, typed: str) -> Text:
        """The whole sentence, with its line and column."""
        line, column = self.location(typed)
        return Text(f"Ligne {line}, colonne {column} : ", f"Line {line}, column {column}: ") + self.text

    def point(self, typed: str) -> tuple[str, str]:
        """The line as it was typed, and under it a line of carets; long lines are cut around the mistake."""
        line, column = self.location(typed)
        shown = "".join(char if char.isprintable() else " " for char in typed.split("\n")[line - 1])
        offset = column - 1
        first, last = max(0, offset - REACH), min(len(shown), offset + max(self.length, 1) + REACH)
        head, tail = ("…" if first else ""), ("…" if last < len(shown) else "")
        carets = "^" * max(1, min(self.length, last - offset))
        return head + shown[first:last] + tail, " " * (len(head) + offset - first) + carets


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of parsing a text: a record (its valid part), or a filled board; and the mistake, if any."""

    typed: str
    record: Record | None = None
    board: State | None = None
    game: str = ""  # of the board
    mistake: Mistake | None = None
    later: tuple[Mistake, ...] = ()  # what else is wrong, as far as one can tell after a mistake

    @property
    def good(self) -> bool:
        return self.mistake is None

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        return () if self.mistake is None else (self.mistake, *self.later)


def parse_notes(
    typed: str,
    game: str = "",
    settings: Mapping[str, object] | None = None,
    begin: State | None = None,
    *,
    later: int = 0,
) -> Reading:
    """Read a text. `game` and `settings` are for texts without headers; a header wins over them. `begin` is the state
    that such a text goes on from, if not the start; a header `position` wins over it. After a mistake, up to `later`
    more are looked for, which takes its time."""
    if len(typed) > LONGEST:
        text = Text(f"C’est trop long : {LONGEST} signes au plus.", f"That is too long: {LONGEST} characters at most.")
        return Reading(typed, mistake=Mistake(text, LONGEST))
    if not typed.strip():
        return Reading(typed, mistake=Mistake(Text("Il n’y a rien à lire.", "There is nothing to read."), 0))
    if max(map(len, typed.split("\n"))) <= LONGEST_LINE:
        with suppress(RecordError):  # it is none, or a damaged one
            return Reading(typed, records.parse(typed, load))
    return _parse_forgivingly(typed, game, dict(settings or {}), begin, later)


def _parse_forgivingly(typed: str, game: str, settings: dict[str, object], begin: State | None, later: int) -> Reading:
    headers, offset = _parse_headers(typed)
    name = headers["game"][0].casefold() if "game" in headers else game or guess_game(typed[offset:])
    where, length = headers["game"][1:] if "game" in headers else (offset, max(1, len(word_at(typed, offset))))
    if not name:
        text = Text("De quel jeu s’agit-il ? Choisissez ", "Which game is it? Choose ")
        text += or_list(map(untranslated, names())) + untranslated(".")
        return Reading(typed, mistake=Mistake(text, where, length))
    try:
        rules = load(name)
        if "position" in headers:
            line, where, length = headers["position"]
            begin = rules.from_position(line)
        for option in rules.OPTIONS if begin is None else ():
            if option.key in headers:
                value, where, length = headers[option.key]
                settings[option.key] = option.parse(value)
                rules.variant(settings)
        reader = reader_of(name)
        if begin is None and hasattr(reader, "read_board") and reader.looks_filled(typed[offset:]):
            board = reader.read_board(" " * offset + typed[offset:], rules.variant(settings))
            return Reading(typed, board=board, game=name)
        if hasattr(reader, "settings"):
            settings = reader.settings(typed[offset:]) | settings
        variant = rules.variant(settings) if begin is None else begin.variant
    except Mistake as mistake:
        return Reading(typed, mistake=mistake)
    except TableeError as error:
        return Reading(typed, mistake=Mistake(error.text, where, length))
    more = {key: value for key, (value, _, _) in headers.items() if key in ("date", "event", "place", "dice")}
    players_line = headers.get("players", ("", 0, 0))[0]
    players = tuple(name.strip() for name in players_line.split(",")) if players_line else ()
    start = Record(rules, variant, (), players, TYPED | more, begin=begin)
    return _check_result(_parse_events(typed, offset, start, later), headers)


def _parse_headers(typed: str) -> tuple[dict[str, tuple[str, int, int]], int]:
    """Each header above the events with its place and length; and where the events begin."""
    keys = HEADERS | {option.key: option.key for name in names() for option in load(name).OPTIONS}
    headers: dict[str, tuple[str, int, int]] = {}
    offset = 0
    while True:
        blank = re.compile(r"[ \t\r\ufeff]*\n|\ufeff").match(typed, offset)
        if blank:
            offset = blank.end()
            continue
        match = HEADER.match(typed, offset)
        key = keys.get(match[1].casefold()) if match else None
        if not match or not key:
            return headers, offset
        headers[key] = (match[2].strip(), match.start(2), max(1, len(match[2].strip())))
        offset = match.end()


def _parse_events(typed: str, offset: int, record: Record, later: int = 0) -> Reading:
    """Event after event, until the text ends or one cannot be; then what else is wrong after it."""
    brought = reader_of(record.game.NAME)
    reader, gap = getattr(brought, "token", plain_token), getattr(brought, "GAP", PLAIN_GAP)
    while True:
        if skipped := gap.match(typed, offset):
            offset = skipped.end()
        if offset >= len(typed):
            return Reading(typed, record)
        if comment := COMMENT.match(typed, offset):
            record = record.comment(comment[1].strip())
            offset = comment.end()
            continue
        end = offset
        try:
            token, end = reader(record.state, typed, offset)
            if token and record.game.phase(record.state) == "roll":
                record = record.play(record.game.parse(token))
            elif token:
                record = record.play(read_move(record.game, record.state, 0, token))
        except TableeError as error:
            length = max(1, (end - offset) or len(word_at(typed, offset)))
            mistake = Mistake(error.text, offset, length)
            return Reading(typed, record, mistake=mistake, later=_guess_later(typed, offset + length, record, later))
        assert end > offset  # a reader always reads something
        offset = end


def _guess_later(typed: str, offset: int, record: Record, most: int) -> tuple[Mistake, ...]:
    """The mistakes after one, as if what was meant there, or nothing, were what lets the most of the rest be read."""
    if not most or len(typed) - offset > LONGEST_GUESSED:
        return ()
    game, state = record.game, record.state
    meant: list[Event] = [event for event, _ in game.rolls(state)] if game.phase(state) == "roll" else []
    for player in game.players(state):
        meant += game.moves(state, player)
    attempts: list[tuple[Mistake, Record]] = []
    for event in (None, *meant[:MOST_GUESSES]):
        reading = _parse_events(typed, offset, record if event is None else record.play(event))
        if reading.mistake is None or reading.record is None:
            return ()
        attempts.append((reading.mistake, reading.record))
    mistake, best = max(attempts, key=lambda attempt: attempt[0].start)  # the first of those that go farthest
    return (mistake, *_guess_later(typed, mistake.start + mistake.length, best, most - 1))


def _check_result(reading: Reading, headers: Mapping[str, tuple[str, int, int]]) -> Reading:
    """A result that was written down has to be the one that the events give."""
    if reading.mistake or "result" not in headers or reading.record is None:
        return reading
    claimed, where, length = headers["result"]
    text = reading.record.contradict(claimed)
    return Reading(reading.typed, reading.record, mistake=Mistake(text, where, length)) if text else reading


def guess_game(text: str) -> str:
    """The game that a bare text seems to be of; "" when it does not tell."""
    scores = {name: getattr(reader_of(name), "guess", lambda text: 0)(text) for name in names()}
    likeliest = max(scores, key=lambda name: scores[name])
    return likeliest if scores[likeliest] else ""
