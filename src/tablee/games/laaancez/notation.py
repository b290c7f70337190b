"""A laaancez position: both sheets row by row, whose turn it is, and what is rolled and chosen but not carried out.

    laaancez:n..../...../.../.../g:u23..../...../.../.../g:2:d4,1.cadeau@b2

A cell is `.` or the letter of an object; hit points left and damage follow where they are not those it came with:
`n12` is a bonnet with 1 hit point left and 2 damage. The letter is the first of its name that no object before it
has, in the order of the die's faces, the candle last. A choice that a view hides is `1.?`.

A sheet of one's own stands whole under `sheet=`, so that a position needs nothing else: as JSON, with `%` escapes.
"""

import re
import string
from collections.abc import Iterator, Mapping
from functools import lru_cache
from urllib.parse import quote, unquote

from tablee.core import position as positions
from tablee.core.errors import TableeError
from tablee.core.position import Field
from tablee.core.words import Text, count_noun, untranslated

from .rules import NAME, OPTIONS, Cells, Hidden, State, Variant, fights, front, parse, play, settings, variant, winner
from .sheet import TICK, Item, Sheet, format_sheet

SHAPE = untranslated("laaancez:n..../...../.../.../g:u23..../...../.../.../g:2:d4")
HIDDEN = re.compile(r"([12])\.\?")
PLAIN = '{}[]",+'  # what stays as it is in a sheet of one's own


def position(state: State) -> str:
    """The state as one line: both players' cells, whose turn it is, the die and the choices that wait."""
    sheet = state.variant.sheet
    sides = ("/".join(_row(sheet, cells[begin:end]) for begin, end in sheet.spans) for cells in state.sheets)
    chosen_by = (
        f"{choice.player}.?" if isinstance(choice, Hidden) else str(choice) for choice in state.choices if choice
    )
    waiting = [*([f"d{state.die}"] if state.die else ()), *chosen_by]
    chosen = settings(state.variant)
    if isinstance(chosen["sheet"], Mapping):
        chosen["sheet"] = quote(format_sheet(sheet), safe=PLAIN)
    return positions.write(NAME, OPTIONS, chosen, *sides, str(state.turn), *([",".join(waiting)] if waiting else ()))


def _row(sheet: Sheet, cells: Cells) -> str:
    signs = _signs(sheet)
    return "".join(
        "."
        if item is None
        else signs[item.kind]
        if item == sheet.fresh[item.kind]
        else f"{signs[item.kind]}{item.hits}{item.damage}"
        for item in cells
    )


@lru_cache(maxsize=64)
def _signs(sheet: Sheet) -> dict[str, str]:
    """A letter for each object that a face offers, and for the candle."""
    signs: dict[str, str] = {}
    for kind in (*(option for pair in sheet.faces for option in pair), sheet.candle.name):
        if kind != TICK and kind not in signs:
            free = (sign for sign in (*kind, *string.ascii_letters) if sign.isalpha() and sign not in signs.values())
            signs[kind] = next(free)
    return signs


def from_position(line: str) -> State:
    """The state that a line of `position` stands for. PositionError: what is wrong with it, and where."""

    def variant_of(given: dict[str, object]) -> Variant:
        """The shipped sheet, or one that is spelled out."""
        return variant({key: unquote(str(value)) for key, value in given.items()})

    chosen, fields = positions.parse(line, NAME, OPTIONS, variant_of, SHAPE, 3, 4)
    sheets = (_side(chosen.sheet, fields[0]), _side(chosen.sheet, fields[1]))
    turn, *waiting = fields[2:]
    if turn.text not in ("1", "2"):
        raise turn.wrong(Text("le joueur 1 ou 2.", "player 1 or 2."))
    state = State(chosen, sheets, int(turn.text))
    _check(state, fields)
    for token in waiting[0].split(",") if waiting else ():
        try:
            state = _wait(state, token.text)
        except TableeError as error:
            raise token.wrong(error.text) from None
    positions.only(line, position(state))
    return state


def _wait(state: State, token: str) -> State:
    """The state with one more event that waits for another."""
    if (hidden := HIDDEN.fullmatch(token)) and state.die:
        player = int(hidden[1])
        first, second = state.choices
        choices = (Hidden(1), second) if player == 1 else (first, Hidden(2))
        if state.choices[player - 1] is None and None in (first, second):
            return State(state.variant, state.sheets, state.turn, state.die, choices)
    return play(state, parse(token))


def _side(sheet: Sheet, field: Field) -> Cells:
    rows = field.split("/")
    if len(rows) != len(sheet.rows):
        count = len(sheet.rows)
        raise field.wrong(Text(f"{count} lignes, avec / entre elles.", f"{count} rows, with / between them."))
    cells: list[Item | None] = []
    for row, width in zip(rows, sheet.rows, strict=True):
        items = list(_items(sheet, row))
        if len(items) != width:
            raise row.wrong(
                Text("cette ligne a ", "this row has ") + count_noun(width, "case", "cell") + untranslated(".")
            )
        cells += items
    return tuple(cells)


def _items(sheet: Sheet, row: Field) -> Iterator[Item | None]:
    kinds = {sign: kind for kind, sign in _signs(sheet).items()}
    offset = 0
    for match in re.finditer(r"(\.)|([A-Za-z])(?:([0-9])([0-9]))?", row.text):
        if match.start() != offset or not (match[1] or match[2] in kinds):
            break
        offset = match.end()
        if match[1]:
            yield None
            continue
        thing = sheet.things[kinds[match[2]]]
        hits, damage = (int(match[3]), int(match[4])) if match[3] else (thing.hits, thing.damage)
        if not (hits <= thing.hits and thing.damage <= damage <= thing.limit):
            raise row.wrong(
                Text(
                    f"{thing.title.fr} : 0 à {thing.hits} points de vie, {thing.damage} à {thing.limit} de Dégât.",
                    f"{thing.title.en}: 0 to {thing.hits} hit points, {thing.damage} to {thing.limit} damage.",
                ),
                offset=match.start(),
            )
        yield Item(thing.name, hits, damage)
    if offset != len(row.text):
        letters = "".join(sorted(kinds))
        raise row.wrong(
            Text(
                f"une case est un point, ou une lettre parmi {letters} et deux chiffres.",
                f"a cell is a dot, or one letter of {letters} and two digits.",
            ),
            offset=offset,
        )


def _check(state: State, fields: tuple[Field, ...]) -> None:
    """Refuse sheets that no game can come to: a candle elsewhere, hits before the combat or behind the front row."""
    sheet = state.variant.sheet
    for cells, field in zip(state.sheets, fields, strict=False):
        candles = [item is not None and item.kind == sheet.candle.name for item in cells]
        if candles != [False] * (len(cells) - 1) + [True]:
            raise field.wrong(
                Text("la bougie est dans la dernière case, et là seulement.", "the candle is in the last cell only.")
            )
        reached = sheet.spans[front(sheet, cells)][1] if fights(state) else 0
        for index, item in enumerate(cells):
            if index >= reached and item is not None and item.hits < sheet.things[item.kind].hits:
                raise field.wrong(
                    Text(
                        "on ne touche un objet qu’en combat, et sur la ligne de front.",
                        "an object is hit in combat only, and in the front row.",
                    )
                )
    out = [not cells[-1].hits for cells in state.sheets if cells[-1] is not None]
    if all(out) or winner(state) == state.turn:
        raise fields[2].wrong(Text("le gagnant a joué le dernier.", "the winner has played last."))
