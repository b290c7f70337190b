"""Laaancez with one rule broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tablee.core.errors import IllegalEvent
from tablee.core.game import Outcome
from tablee.core.words import Text
from tablee.games.laaancez import rules
from tablee.games.laaancez import sheet as sheets
from tablee.games.laaancez.rules import Cells, Choice, Pass, State, Throw, Tick
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


@mutant("L3", "Une coche vaut deux Dégâts.", "One tick is worth two damage.")
def double_tick() -> None:
    carry_out = rules._carry_out

    def other(sheet: Sheet, cells: Cells, choice: Choice) -> Cells:
        made = carry_out(sheet, cells, choice)
        if not isinstance(choice, Tick):
            return made
        place = sheet.index[choice.cell]
        item = made[place]
        assert item is not None
        return with_item(made, place, replace(item, damage=min(item.damage + 1, sheet.things[item.kind].limit)))

    swap(rules, "_carry_out", other)


@mutant("L4", "Le même joueur lance toujours le dé.", "The same player always rolls.")
def one_roller() -> None:
    after_choices(lambda before, after: after if rules.fighting(after) else replace(after, turn=before.turn))


@mutant("L4", "Le joueur 2 lance le premier.", "Player 2 rolls first.")
def second_rolls_first() -> None:
    start = rules.start
    swap(rules, "start", lambda variant: replace(start(variant), turn=2))


@mutant("L4", "Le joueur 1 doit choisir avant le joueur 2.", "Player 1 has to choose before player 2.")
def one_after_the_other() -> None:
    players, choose = rules.players, rules._choose
    swap(rules, "players", lambda state: players(state)[:1])

    def other(state: State, choice: Choice) -> State:
        if state.die and choice.player != players(state)[0]:
            raise IllegalEvent(Text("Chacun son tour.", "One after the other."))
        return choose(state, choice)

    swap(rules, "_choose", other)


@mutant(
    "L4", "Seule la première option de la face peut être choisie.", "Only the first option of a face can be chosen."
)
def first_option() -> None:
    every_sheet(lambda sheet: replace(sheet, faces=tuple((first, first) for first, _ in sheet.faces)))


@mutant("L4", "La dernière case d’une ligne reste vide.", "The last cell of a row stays empty.")
def last_cell_closed() -> None:
    choices = rules._choices

    def other(state: State, player: int) -> tuple[Choice, ...]:
        sheet = state.variant.sheet
        ends = {sheet.cells[end - 1] for begin, end in sheet.spans if end - begin > 1}
        found = [
            choice for choice in choices(state, player) if not isinstance(choice, rules.Copy) or choice.cell not in ends
        ]
        return tuple(found) or (Pass(player),)

    swap(rules, "_choices", other)


@mutant("L5", "On peut toujours passer.", "One may always pass.")
def pass_at_will() -> None:
    choices, offered = rules._choices, rules._offered

    def other(state: State, player: int) -> tuple[Choice, ...]:
        return tuple(dict.fromkeys((*choices(state, player), Pass(player))))

    swap(rules, "_choices", other)
    swap(rules, "_offered", lambda state, choice: isinstance(choice, Pass) or offered(state, choice))


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
    swap(rules, "fighting", lambda state: all(map(rules.complete, state.sheets)))


@mutant(
    "L6",
    "Seule la feuille du joueur 1 décide de la fin du recrutement.",
    "Only the sheet of player 1 ends recruitment.",
)
def first_sheet_decides() -> None:
    swap(rules, "fighting", lambda state: rules.complete(state.sheets[0]))


@mutant("L7", "Le joueur 2 commence le combat.", "Player 2 begins the combat.")
def second_fights_first() -> None:
    after_choices(lambda before, after: replace(after, turn=2) if rules.fighting(after) else after)


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


@mutant("L7", "On peut viser toutes les lignes d’en face.", "Every row across can be aimed at.")
def any_row() -> None:
    def targets(state: State, player: int) -> tuple[str, ...]:
        sheet, cells = state.variant.sheet, state.sheets[2 - player]
        return tuple(
            sheet.cells[place]
            for begin, end in sheet.spans
            for place in range(begin, end)
            if (item := cells[place]) is not None and item.hits and not rules.shielded(sheet, cells, place, begin, end)
        )

    swap(rules, "targets", targets)


@mutant("L7", "Chaque lancer ôte un seul point de vie.", "Every throw takes one hit point only.")
def one_point() -> None:
    def other(before: State, throw: Throw, after: State) -> State:
        place = after.variant.sheet.index[throw.target]
        cells = before.sheets[2 - before.turn]
        item = cells[place]
        assert item is not None
        hit = with_item(cells, place, replace(item, hits=item.hits - 1))
        return replace(after, sheets=(before.sheets[0], hit) if before.turn == 1 else (hit, before.sheets[1]))

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


@mutant("L9", "Un Bouclier ne protège personne.", "A Shield protects nobody.")
def no_shields() -> None:
    swap(rules, "shielded", lambda sheet, cells, place, begin, end: False)


@mutant("L9", "Un Bouclier protège aussi les Boucliers voisins.", "A Shield protects Shields beside it too.")
def shields_for_shields() -> None:
    def shielded(sheet: Sheet, cells: Cells, place: int, begin: int, end: int) -> bool:
        beside = (place - 1, place + 1)
        return any(begin <= other < end and is_shield(sheet, cells[other]) for other in beside)

    swap(rules, "shielded", shielded)


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
    "L9", "Un Bouclier protège aussi la ligne de devant, en biais.", "A Shield protects diagonally, in the row before."
)
def diagonal_shield() -> None:
    shielded = rules.shielded

    def behind(sheet: Sheet, cells: Cells, place: int, begin: int, end: int) -> Iterator[Item | None]:
        row = sheet.spans.index((begin, end))
        if row + 1 < len(sheet.spans):
            first, last = sheet.spans[row + 1]
            for column in (place - begin - 1, place - begin + 1):
                if first <= first + column < last:
                    yield cells[first + column]

    def other(sheet: Sheet, cells: Cells, place: int, begin: int, end: int) -> bool:
        own = is_shield(sheet, cells[place])
        found = any(is_shield(sheet, item) for item in behind(sheet, cells, place, begin, end))
        return shielded(sheet, cells, place, begin, end) or (found and not own)

    swap(rules, "shielded", other)


@mutant("L9", "Un objet protégé ne peut pas être lancé.", "A protected object cannot be thrown.")
def shielded_objects_stay() -> None:
    throwers = rules.throwers

    def other(state: State, player: int) -> tuple[str, ...]:
        sheet, cells = state.variant.sheet, state.sheets[player - 1]
        span = sheet.spans[rules.front(sheet, cells)]
        return tuple(
            cell for cell in throwers(state, player) if not rules.shielded(sheet, cells, sheet.index[cell], *span)
        )

    swap(rules, "throwers", other)


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


@mutant("L10", "La première ligne ne se plie jamais.", "The first row is never folded.")
def first_row_stays() -> None:
    swap(rules, "front", lambda sheet, cells: 0)


@mutant("L10", "Quand une feuille se plie, l’autre se plie avec elle.", "When one sheet is folded, the other is too.")
def rows_fold_together() -> None:
    looking_at(lambda sheet, fronts: max(fronts))


@mutant(
    "L10",
    "Deux feuilles pliées à la même ligne se déplient d’une ligne.",
    "Two sheets folded to the same row are unfolded by one.",
)
def same_row_unfolds() -> None:
    looking_at(lambda sheet, fronts: fronts[0] - 1 if fronts[0] == fronts[1] > 0 else -1)


def looking_at(row_of: Callable[[Sheet, list[int]], int]) -> None:
    """Whoever throws or is aimed at stands in another row, if one is named and somebody can throw from it or be hit."""
    for name, usual_one in (("throwers", rules.throwers), ("targets", rules.targets)):

        def other(state: State, player: int, usual: Any = usual_one) -> Any:
            sheet = state.variant.sheet
            row = row_of(sheet, [rules.front(sheet, cells) for cells in state.sheets])
            if row < 0:
                return usual(state, player)
            front = rules.front
            try:
                rules.front = lambda sheet, cells: row
                elsewhere = usual(state, player)
            finally:
                rules.front = front
            return elsewhere or usual(state, player)

        swap(rules, name, other)


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


@mutant("L12", "Qui perd sa bougie gagne.", "Whoever loses the candle wins.")
def loser_wins() -> None:
    outcome = rules.outcome

    def other(state: State) -> Outcome | None:
        found = outcome(state)
        return found and replace(found, winners=(3 - found.winners[0],))

    swap(rules, "outcome", other)


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
    "L13",
    "Sur la feuille de Noël, le bonnet n’a que 2 points de vie.",
    "On the sheet noel the bonnet has 2 hit points.",
)
def weak_bonnet() -> None:
    noel(lambda sheet: things(sheet, lambda thing: replace(thing, hits=2) if thing.name == "bonnet" else thing))


@mutant("L13", "Le 4 offre une coche et la boule de neige.", "A 4 offers a tick and the snowball.")
def boule_on_four() -> None:
    noel(lambda sheet: replace(sheet, faces=(*sheet.faces[:3], ("+", "boule"), *sheet.faces[4:])))


@mutant(
    "L13", "Une feuille en données est ignorée : on joue toujours Noël.", "A sheet given as data is ignored for noel."
)
def always_noel() -> None:
    def other(data: Mapping[str, Any]) -> Sheet:
        return shipped

    shipped = sheets.shipped("noel")
    swap(sheets, "read", other)


@mutant("L13", "Une ligne a au plus six cases.", "A row has six cells at most.")
def six_columns() -> None:
    swap(sheets, "MOST_COLUMNS", 6)


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
