"""Positions: where a game stands, as one short line without spaces; what FEN is to chess.

    cadeau/zones=3:41./.../...:6../.../...:d5
    blocs/mode=three/level=2:2459abc/234568/368/9abc:4
    laaancez:n..../...../.../.../g:u23..../...../.../.../g:2:d4,1.cadeau@b2

The game, with those of its settings that are not the default; then fields of the game's own, between colons, and at
last what has been rolled or chosen and is not carried out yet. A state has one position and no other, so that two of
them are equal where their positions are. Each game writes and reads its own; what they share is here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .errors import PositionError, TableeError
from .game import VariantT, clip
from .options import Option
from .words import Text, untranslated

LONGEST = 8_000  # characters; a sheet of one's own takes a thousand, the largest six


@dataclass(frozen=True, slots=True)
class Field:
    """A piece of a position, and the column where it begins, from 1."""

    text: str
    column: int

    def split(self, sign: str) -> tuple[Field, ...]:
        parts, column = [], self.column
        for part in self.text.split(sign):
            parts.append(Field(part, column))
            column += len(part) + len(sign)
        return tuple(parts)

    def wrong(self, text: Text, offset: int = 0) -> PositionError:
        """The error of this field, or of its sign at that offset."""
        return PositionError(text, column=self.column + offset)


def game_of(line: str) -> str:
    return line.partition(":")[0].partition("/")[0]


def write(name: str, options: tuple[Option, ...], settings: Mapping[str, object], *fields: str) -> str:
    """Returns the position line: settings that are not the default, then the fields."""
    usual = {option.key: option.default for option in options}
    changed = [f"{key}={value}" for key, value in settings.items() if usual[key] != value]
    return ":".join(("/".join((name, *changed)), *fields))


def parse(
    line: str,
    name: str,
    options: tuple[Option, ...],
    variant: Callable[[dict[str, object]], VariantT],
    shape: Text,
    least: int,
    most: int,
) -> tuple[VariantT, tuple[Field, ...]]:
    """The variant of a position of that game, and its fields, from `least` to `most`; `shape` tells people what they
    should be."""
    if len(line) > LONGEST:
        raise PositionError(Text("la ligne est trop longue.", "the line is too long."), column=LONGEST)
    for index, sign in enumerate(line):
        if not "!" <= sign <= "~":
            raise PositionError(
                Text("une position n’a ni espace ni accent.", "a position has no spaces and no accents."),
                column=index + 1,
            )
    head, *fields = Field(line, 1).split(":")
    title, *given = head.split("/")
    if title.text != name:
        raise title.wrong(
            Text(f"c’est une position de {name} que l’on attend.", f"a position of {name} is expected.") + _so(shape)
        )
    by_key, settings = {option.key: option for option in options}, dict[str, object]()
    chosen = variant({})
    for setting in given:
        key, equals, value = setting.text.partition("=")
        settings[key] = by_key[key].parse(value) if equals and key in by_key else value
        try:
            chosen = variant(settings)
        except TableeError as error:
            raise setting.wrong(error.text) from None
    if len(fields) < least:
        early = Text("la ligne s’arrête trop tôt.", "the line ends too early.")
        raise PositionError(early + _so(shape), column=len(line) + 1)
    if len(fields) > most:
        raise fields[most].wrong(
            Text("il y a du texte en trop à la fin.", "there is extra text at the end.") + _so(shape)
        )
    return chosen, tuple(fields)


def _so(shape: Text) -> Text:
    return Text(" Par exemple : ", " For example: ") + shape


def only(line: str, written: str) -> None:
    """Refuse a line that means a position and is not its one spelling."""
    if line != written:
        column = next((index for index, (a, b) in enumerate(zip(line, written, strict=False)) if a != b), len(written))
        position = untranslated(f"{clip(written, 200)}.")
        raise PositionError(Text("cette position s’écrit ", "this position is written ") + position, column=column + 1)
