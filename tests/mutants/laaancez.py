"""Laaancez with one rule broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tablee.core.errors import IllegalEvent
from tablee.core.words import Text
from tablee.games.laaancez import rules
from tablee.games.laaancez import sheet as sheets
from tablee.games.laaancez.rules import Cells, Choice, Pass, State, Throw
from tablee.games.laaancez.sheet import Item, Sheet, Thing

from .mutant import mutant, swap


def every_sheet(other: Callable[[Sheet], Sheet]) -> None:
    """Whatever sheet is read becomes another."""
    read = sheets.read
    swap(sheets, "read", lambda data: other(read(data)))


def noel(other: Callable[[Sheet], Sheet]) -> None:
    """The shipped sheet becomes another."""
    changed = other(sheets.shipped("noel"))
    swap(sheets, "shipped", lambda name: changed)
    swap(rules, "shipped", lambda name: changed)


def things(sheet: Sheet, other: Callable[[Thing], Thing]) -> Sheet:
    return Sheet(sheet.name, sheet.candle, tuple(map(other, sheet.objects)), sheet.faces, sheet.rows)


def after_throws(other: Callable[[State, Throw, State], State]) -> None:
    """Something else comes of a throw."""
    fight = rules._fight
    swap(rules, "_fight", lambda state, throw: other(state, throw, fight(state, throw)))


def after_choices(other: Callable[[State, State], State]) -> None:
    """Something else comes of the second choice."""
    choose = rules._choose

    def changed(state: State, choice: Choice) -> State:
        after = choose(state, choice)
        return after if after.die else other(state, after)

    swap(rules, "_choose", changed)


def with_item(cells: Cells, place: int, item: Item) -> Cells:
    return (*cells[:place], item, *cells[place + 1 :])


@mutant("L2", "Les lignes ont 4, 4, 4 et 4 cases.", "The rows have 4, 4, 4 and 4 cells.")
def rows_of_four() -> None:
    noel(lambda sheet: Sheet(sheet.name, sheet.candle, sheet.objects, sheet.faces, (4, 4, 4, 4, 1)))


@mutant("L3", "On coche des Dégâts sans limite.", "Damage is ticked without a limit.")
def no_limit() -> None:
    every_sheet(lambda sheet: things(sheet, lambda thing: replace(thing, limit=9)))


@mutant("L4", "Le même joueur lance toujours le dé.", "The same player always rolls.")
def one_roller() -> None:
    after_choices(lambda before, after: after if rules.fighting(after) else replace(after, turn=before.turn))


@mutant("L4", "Le joueur 1 doit choisir avant le joueur 2.", "Player 1 has to choose before player 2.")
def one_after_the_other() -> None:
    players, choose = rules.players, rules._choose
    swap(rules, "players", lambda state: players(state)[:1])

    def other(state: State, choice: Choice) -> State:
        if state.die and choice.player != players(state)[0]:
            raise IllegalEvent(Text("Chacun son tour.", "One after the other."))
        return choose(state, choice)

    swap(rules, "_choose", other)


@mutant("L5", "On ne passe jamais.", "Nobody ever passes.")
def never_pass() -> None:
    choices, offered = rules._choices, rules._offered

    def other(state: State, player: int) -> tuple[Choice, ...]:
        return tuple(choice for choice in choices(state, player) if not isinstance(choice, Pass))

    swap(rules, "_choices", other)
    swap(rules, "_offered", lambda state, choice: not isinstance(choice, Pass) and offered(state, choice))


@mutant("L5", "La bougie peut être cochée.", "The candle can be ticked.")
def ticked_candle() -> None:
    every_sheet(lambda sheet: Sheet(sheet.name, replace(sheet.candle, limit=9), sheet.objects, sheet.faces, sheet.rows))


@mutant("L6", "Le recrutement dure jusqu’à ce que les deux feuilles soient pleines.", "Both sheets have to be full.")
def both_full() -> None:
    swap(rules, "fighting", lambda state: all(map(all, state.sheets)))


@mutant("L7", "Au combat commence qui aurait lancé le dé.", "Whoever would have rolled begins the combat.")
def next_roller_fights_first() -> None:
    after_choices(lambda before, after: replace(after, turn=3 - before.turn))


@mutant("L7", "L’objet lancé est perdu, sauf la bougie.", "The object that is thrown is lost, unless it is the candle.")
def thrower_is_lost() -> None:
    def other(before: State, throw: Throw, after: State) -> State:
        place = after.variant.sheet.index[throw.thrower]
        own = after.sheets[before.turn - 1]
        item = own[place]
        assert item is not None
        spent = with_item(own, place, replace(item, hits=0))
        both = (spent, after.sheets[1]) if before.turn == 1 else (after.sheets[0], spent)
        return after if place == len(own) - 1 else replace(after, sheets=both)

    after_throws(other)


@mutant("L8", "Un objet sans Dégât peut être lancé.", "An object with 0 damage can be thrown.")
def harmless_throw() -> None:
    def throwers(state: State, player: int) -> tuple[str, ...]:
        sheet, cells = state.variant.sheet, state.sheets[player - 1]
        begin, end = sheet.spans[rules.front(sheet, cells)]
        return tuple(
            sheet.cells[place] for place in range(begin, end) if (item := cells[place]) is not None and item.hits
        )

    swap(rules, "throwers", throwers)


def is_shield(sheet: Sheet, item: Item | None) -> bool:
    return item is not None and item.hits > 0 and sheet.things[item.kind].shield


@mutant("L9", "Un Bouclier ne protège que l’objet à sa droite.", "A Shield only protects the object on its right.")
def one_sided_shield() -> None:
    shielded = rules.shielded
    swap(
        rules,
        "shielded",
        lambda sheet, cells, place, begin, end: shielded(sheet, cells, place, begin, place + 1),
    )


@mutant("L9", "La protection passe par-dessus une case vide.", "Protection reaches over an empty cell.")
def shield_over_a_gap() -> None:
    def shielded(sheet: Sheet, cells: Cells, place: int, begin: int, end: int) -> bool:
        if is_shield(sheet, cells[place]):
            return False
        left = next(filter(None, reversed(cells[begin:place])), None)
        return is_shield(sheet, left) or is_shield(sheet, next(filter(None, cells[place + 1 : end]), None))

    swap(rules, "shielded", shielded)


@mutant("L9", "Un Bouclier détruit protège encore.", "A Shield that is destroyed still protects.")
def ghost_shield() -> None:
    shielded = rules.shielded

    def other(sheet: Sheet, cells: Cells, place: int, begin: int, end: int) -> bool:
        standing = tuple(item and replace(item, hits=1) for item in cells)
        return shielded(sheet, standing, place, begin, end)

    swap(rules, "shielded", other)


@mutant(
    "L10",
    "Une ligne tient tant qu’un objet y est debout, même sans Dégât.",
    "A row holds while any object stands in it.",
)
def rows_hold_until_empty() -> None:
    def front(sheet: Sheet, cells: Cells) -> int:
        rows = (
            row for row, (begin, end) in enumerate(sheet.spans) if any(item and item.hits for item in cells[begin:end])
        )
        return next(rows, len(sheet.rows) - 1)

    swap(rules, "front", front)


@mutant(
    "L10", "Une ligne vide au départ ne se plie pas d’elle-même.", "A row that was empty from the start is not folded."
)
def empty_row_stays() -> None:
    front = rules.front

    def other(sheet: Sheet, cells: Cells) -> int:
        found = front(sheet, cells)
        empty = (row for row, (begin, end) in enumerate(sheet.spans) if not any(cells[begin:end]))
        return min(found, next(empty, found))

    swap(rules, "front", other)


@mutant("L11", "Après un pli, le même joueur lance encore.", "After a fold the same player throws again.")
def fold_keeps_the_turn() -> None:
    def other(before: State, throw: Throw, after: State) -> State:
        sheet, across = after.variant.sheet, 2 - before.turn
        folded = rules.front(sheet, before.sheets[across]) != rules.front(sheet, after.sheets[across])
        return replace(after, turn=before.turn) if folded else after

    after_throws(other)


@mutant("L11", "La bougie ne peut pas être lancée.", "The candle cannot be thrown.")
def idle_candle() -> None:
    throwers = rules.throwers
    swap(
        rules,
        "throwers",
        lambda state, player: tuple(cell for cell in throwers(state, player) if cell != state.variant.sheet.cells[-1]),
    )


@mutant("L12", "On gagne dès que l’autre n’a plus que sa bougie.", "Reaching the candle’s row wins.")
def last_row_wins() -> None:
    winner = rules.winner

    def other(state: State) -> int:
        sheet = state.variant.sheet
        if rules.fighting(state):
            for player in (1, 2):
                if rules.front(sheet, state.sheets[2 - player]) == len(sheet.rows) - 1:
                    return player
        return winner(state)

    swap(rules, "winner", other)


@mutant(
    "L13", "Une feuille en données est ignorée : on joue toujours Noël.", "A sheet given as data is ignored for noel."
)
def always_noel() -> None:
    def other(data: Mapping[str, Any]) -> Sheet:
        return shipped

    shipped = sheets.shipped("noel")
    swap(sheets, "read", other)


@mutant("L13", "La limite d’un objet peut être sous ses Dégâts.", "The limit of an object may be below its damage.")
def low_limits() -> None:
    points = sheets._points

    def changed(table: Mapping[str, Any], path: str, key: str, least: int, default: int | None = None) -> int:
        return points(table, path, key, 0 if key == "limit" else least, default)

    swap(sheets, "_points", changed)


@mutant("L13", "Une croix réservée coche n’importe quel objet.", "A tied tick ticks any object.")
def free_ticks() -> None:
    def any_object(self: sheets.Sheet, face: int, kind: str) -> bool:
        return sheets.TICK in self.faces[face - 1]

    setattr(sheets.Sheet, "ticks", any_object)  # noqa: B010 (mypy forbids the plain assignment)
