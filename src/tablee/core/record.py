"""Records: a game as a small text that people can read.

    game: cadeau
    zones: 3
    straights: ordered
    players: Léa, Tom
    dice: virtual
    result: 1

    d4 2a d5 1c {what a start} d1 …

Header lines `key: value`, an empty line, then the events in order, with a comment in braces after any of them.
A record of an unfinished game is a saved game: resume, undo, replay and fork are all folds over its events. One that
does not begin at the beginning has a header `position:` (`core.position`) in place of its settings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Self

from .abandon import stop_if_abandoned
from .errors import RequestError, TableeError
from .game import AnyGame, Event, Outcome, State, Variant, clip
from .position import game_of
from .words import Text

WIDTH = 80
NO_COMMENTS: Mapping[int, str] = MappingProxyType({})
NO_HEADERS: Mapping[str, str] = MappingProxyType({})
RESERVED = ("game", "position", "players", "result")
REPEATED = "fair"  # the one header that may stand on several lines; its value holds them in order


class RecordError(TableeError):
    """A damaged record: where it is damaged (line and column from 1), and what was good before that."""

    def __init__(
        self, text: Text | str, en: str = "", /, *, line: int, column: int = 1, good: Record | None = None
    ) -> None:
        where = Text(f"Ligne {line}, colonne {column} : ", f"Line {line}, column {column}: ")
        super().__init__(where + (Text(text, en) if isinstance(text, str) else text))
        self.line, self.column, self.good = line, column, good


@dataclass(frozen=True)
class Record:
    """A game so far: what is played, by whom, and every event in order. `headers` holds everything else that is known
    (date, dice, …); `comments` are keyed by the index of the event they follow, -1 for a comment before the first.
    `begin` is the state it begins with, if not the start of the game."""

    game: AnyGame
    variant: Variant
    events: tuple[Event, ...] = ()
    players: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=lambda: NO_HEADERS)
    comments: Mapping[int, str] = field(default_factory=lambda: NO_COMMENTS)
    begin: State | None = None

    @cached_property
    def states(self) -> tuple[State, ...]:
        """The state before the first event, and after each of them."""
        states = [self.game.start(self.variant) if self.begin is None else self.begin]
        for event in self.events:
            states.append(self.game.play(states[-1], event))
        return tuple(states)

    @property
    def state(self) -> State:
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @property
    def names(self) -> dict[int, str]:
        """The names that are known, by player."""
        return {player: name for player, name in enumerate(self.players, 1) if name}

    def describe(self, index: int) -> Text:
        """What the event of that index did, in words, with the players' names."""
        return self.game.tell(self.states[index], self.events[index]).with_names(self.names)

    @property
    def result(self) -> str:
        """`1`, `draw`, `sum 12`, or `*` while the game goes on (or was left)."""
        outcome = self.outcome
        if outcome is None:
            return "*"
        if outcome.winners:
            return ",".join(map(str, outcome.winners))
        return "draw" if self.game.seats(self.variant) > 1 else f"sum {sum(outcome.scores.values())}"

    def contradict(self, claimed: str) -> Text | None:
        """What is wrong with a result that was written down; None where the events do not give another."""
        if claimed == "*" or self.result in (claimed, "*"):
            return None
        return Text(
            f"le résultat écrit est « {clip(claimed)} », les événements donnent « {self.result} ».",
            f"the result says “{clip(claimed)}”, the events give “{self.result}”.",
        )

    def play(self, event: Event) -> Self:
        """The record with one more event. Of two simultaneous choices, the lower player's is written first."""
        events, states = list(self.events), list(self.states)
        _add(self.game, events, states, event)
        return self._with(tuple(events), tuple(states), self.comments)

    def fork(self, length: int) -> Self:
        """The record cut after that many events."""
        comments = {index: comment for index, comment in self.comments.items() if index < length}
        return self._with(self.events[:length], self.states[: length + 1], comments)

    def comment(self, text: str) -> Self:
        """The record with a comment after its last event."""
        return self._with(self.events, self.states, {**self.comments, len(self.events) - 1: text})

    def _with(self, events: tuple[Event, ...], states: tuple[State, ...], comments: Mapping[int, str]) -> Self:
        record = replace(self, events=events, comments=comments)
        record.__dict__["states"] = states  # already folded
        return record

    def __str__(self) -> str:
        return write(self)


def _add(game: AnyGame, events: list[Event], states: list[State], event: Event) -> None:
    """Play one more event at the end of both lists; of two simultaneous choices, the lower player's goes first."""
    stop_if_abandoned()  # all that strangers send is read by here
    after = game.play(states[-1], event)
    if (
        events
        and len(game.players(states[-2])) > 1
        and game.actor(states[-2], event) < game.actor(states[-2], events[-1])
    ):
        events.insert(-1, event)
        states[-1] = game.play(states[-2], event)
    else:
        events.append(event)
    states.append(after)


# --- writing --------------------------------------------------------------------------------------------------

ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "{": "\\{", "}": "\\}", ",": "\\,"}
PLAIN = {escape[1]: char for char, escape in ESCAPES.items()}


def _escape(text: str, chars: str) -> str:
    return "".join(ESCAPES[char] if char in chars else char for char in text)


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: PLAIN.get(match[1], match[0]), text)


def write(record: Record) -> str:
    import json  # only a sheet supplied as data needs it

    lines = [f"game: {record.game.NAME}"]
    if record.begin is not None:
        lines.append(f"position: {record.game.position(record.begin)}")
    for key, value in record.game.settings(record.variant).items() if record.begin is None else ():
        lines.append(f"{key}: {json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else value}")
    if record.players:
        lines.append("players: " + ", ".join(_escape(name, "\\\n\r,") for name in record.players))
    for key, value in record.headers.items():
        values = value.split("\n") if key == REPEATED else [value]
        lines += [f"{key}: {_escape(item, chr(92) + chr(10) + chr(13))}" for item in values]
    lines += [f"result: {record.result}", ""]
    return "\n".join(lines + _wrap(record)) + "\n"


def _wrap(record: Record) -> list[str]:
    pieces = [_comment(record, -1)] if -1 in record.comments else []
    for index, event in enumerate(record.events):
        pieces.append(str(event))
        if index in record.comments:
            pieces.append(_comment(record, index))
    lines: list[str] = []
    for piece in pieces:
        if lines and len(lines[-1]) + 1 + len(piece) <= WIDTH:
            lines[-1] += " " + piece
        else:
            lines.append(piece)
    return lines


def _comment(record: Record, index: int) -> str:
    return "{" + _escape(record.comments[index], "\\\n\r{}") + "}"


# --- reading --------------------------------------------------------------------------------------------------

KEY = re.compile(r"[A-Za-z][\w -]{0,39}")
NAME = re.compile(r"(?:^|, ?)((?:[^\\,]|\\.)*)")
PIECE = re.compile(r"\{((?:[^\\{}]|\\.)*)\}|([^\s{}]+)|([{}])", re.DOTALL)


def parse(text: str, load: Callable[[str], AnyGame]) -> Record:
    """The record that a text holds; `load` finds a game by its name. A RecordError says where the text is damaged and
    keeps, as `good`, the record up to there."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    headers, above = _headers(lines)
    record = _begin_record(headers, load)
    record = _events(record, "\n".join(lines[above:]), above)
    claimed, line = headers.get("result", ("*", 1))
    if doubt := record.contradict(claimed):
        raise RecordError(doubt, line=line, good=record)
    return record


def _headers(lines: list[str]) -> tuple[dict[str, tuple[str, int]], int]:
    """Each header's value and line, and how many lines stand above the events."""
    headers: dict[str, tuple[str, int]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            return headers, number
        key, colon, value = line.partition(":")
        key, value = key.strip(), value.removeprefix(" ")
        if not colon or not KEY.fullmatch(key):
            raise RecordError(
                f"« {clip(line)} » n’est pas un en-tête ; on attend « clé: valeur », puis une ligne vide.",
                f"“{clip(line)}” is not a header; “key: value” is expected, then an empty line.",
                line=number,
            )
        if key == REPEATED and key in headers:
            value, number = f"{headers[key][0]}\n{value}", headers[key][1]
        elif key in headers:
            raise RecordError(
                f"l’en-tête « {key} » est déjà donné.", f"the header “{key}” is given twice.", line=number
            )
        headers[key] = (value, number)
    return headers, len(lines)


def _begin_record(headers: dict[str, tuple[str, int]], load: Callable[[str], AnyGame]) -> Record:
    if "game" not in headers:
        raise RecordError("il manque l’en-tête « game: ».", "the header “game:” is missing.", line=1)
    name, line = headers["game"]
    try:
        game = load(name)
        options = {option.key: option for option in game.OPTIONS}
        settings: dict[str, object] = {}
        variant, begin = game.variant(settings), None
        if "position" in headers:
            position, line = headers["position"]
            begin = game.from_position(position.strip())
            variant = begin.variant
        for key, option in options.items():
            if key in headers:
                settings[key], line = option.parse(headers[key][0]), headers[key][1]
                if begin is not None:
                    raise RequestError(
                        f"la position dit déjà les réglages : ôtez « {key} ».",
                        f"the position tells the settings: leave out “{key}”.",
                    )
                variant = game.variant(settings)
    except TableeError as error:
        raise RecordError(error.text, line=line) from None
    names = headers.get("players", ("", 0))[0]
    players = tuple(_unescape(part) for part in NAME.findall(names)) if names else ()
    extra = {key: _unescape(value) for key, (value, _) in headers.items() if key not in RESERVED and key not in options}
    return Record(game, variant, (), players, extra, begin=begin)


def at(line: str, load: Callable[[str], AnyGame]) -> Record:
    """The record that begins at a position and goes no further; `load` finds a game by its name. RequestError: there is
    no such game. PositionError: the line is no position."""
    game = load(game_of(line))
    begin = game.from_position(line)
    return Record(game, begin.variant, begin=begin)


def _events(record: Record, body: str, above: int) -> Record:
    """The record with the events and comments of its body, which begins after that many lines."""
    events, states, comments = list(record.events), list(record.states), dict(record.comments)
    line, begin, seen = above + 1, 0, 0  # the current line, where it begins in the body, how far we have read
    for match in PIECE.finditer(body):
        line += body.count("\n", seen, match.start())
        begin = max(begin, body.rfind("\n", seen, match.start()) + 1)
        seen = match.start()
        comment, token, _ = match.groups()
        trouble: Text | None = None
        if comment is not None:
            comments[len(events) - 1] = _unescape(comment)
        elif token is not None:
            try:
                _add(record.game, events, states, record.game.parse(token))
            except TableeError as error:
                trouble = error.text
        else:
            trouble = Text("il manque une accolade à un commentaire.", "a comment is missing one of its braces.")
        if trouble:
            good = record._with(tuple(events), tuple(states), comments)
            raise RecordError(trouble, line=line, column=match.start() - begin + 1, good=good)
    return record._with(tuple(events), tuple(states), comments)
