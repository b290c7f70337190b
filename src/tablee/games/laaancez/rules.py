"""Laaancez !

Recruit objects in simultaneous choices (L4 to L6), then throw them at the other's front row until a candle goes out.

| option | values                                      | rule |
|--------|---------------------------------------------|------|
| sheet  | "noel", or a sheet supplied as data         | L13  |
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablee.core import options
from tablee.core.errors import GameOver, IllegalEvent, NotationError
from tablee.core.game import ONE_DIE, Outcome, Phase, Roll, Rolls, clip, one_die, parse_roll
from tablee.core.options import Option
from tablee.core.words import Text, capital, count_noun, or_list, player_ref

from .sheet import LETTERS, TICK, Item, Sheet, load_shipped, parse_value, plain

NAME = "laaancez"
TITLE = Text("Laaancez !", "Throoow!")
OPTIONS = (
    Option(
        "sheet", ("noel",), Text("la feuille des objets", "the sheet of objects"), Text("Feuille", "Sheet"), open=True
    ),
)
Cells = tuple[Item | None, ...]


@dataclass(frozen=True, slots=True)
class Variant:
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy an object into a free cell of one's own sheet."""

    player: int
    kind: str
    cell: str

    def __str__(self) -> str:
        return f"{self.player}.{self.kind}@{self.cell}"


@dataclass(frozen=True, slots=True)
class Tick:
    """Tick one more damage on one of one's own objects."""

    player: int
    cell: str

    def __str__(self) -> str:
        return f"{self.player}.+{self.cell}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, when neither option can be carried out (L5)."""

    player: int

    def __str__(self) -> str:
        return f"{self.player}.-"


@dataclass(frozen=True, slots=True)
class Hidden:
    """A choice that has been made and may not be seen yet."""

    player: int


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw one's own object at one in the other's front row."""

    thrower: str
    target: str

    def __str__(self) -> str:
        return f"{self.thrower}x{self.target}"


Choice = Copy | Tick | Pass
Event = Roll | Choice | Throw


@dataclass(frozen=True, slots=True)
class State:
    """`sheets`: each player's cells, row after row. `choices`: made after a roll, and hidden until both are. `turn`:
    who rolls, and in combat who throws. `die`: 0 until it is rolled. Which rows are folded, whether the combat has
    begun and who has won all follow from the sheets."""

    variant: Variant
    sheets: tuple[Cells, Cells]
    turn: int = 1
    die: int = 0
    choices: tuple[Choice | Hidden | None, Choice | Hidden | None] = (None, None)


# --- setting up -----------------------------------------------------------------------------------------------


def variant(settings: Mapping[str, object] = {}) -> Variant:
    """The game with a sheet: `sheet` is `noel` (unless told), a Sheet, its plain values, or those as JSON (L13).
    VariantError: there is no such setting; SheetError, a kind of it: the sheet cannot be used, and where."""
    validated = options.validate(OPTIONS, settings)
    return Variant(**{**validated, "sheet": parse_value(validated["sheet"])})  # type: ignore[arg-type]


def settings(variant: Variant) -> dict[str, object]:
    """The sheet by its name if it is shipped, otherwise as plain values that `variant` takes back."""
    sheet = "noel" if variant.sheet == load_shipped("noel") else plain(variant.sheet)
    return {**options.settings_of(OPTIONS, variant), "sheet": sheet}


def seats(variant: Variant) -> int:
    """Always 2 (L1)."""
    return 2  # L1


def opening(variant: Variant) -> bool:
    """Nobody throws for who begins."""
    return False


def seat_name(variant: Variant, player: int) -> Text:
    """Players are called by their number."""
    return Text(f"joueur {player}", f"player {player}")


def start(variant: Variant) -> State:
    """Two empty combat sheets but for the candles; player 1 rolls first."""
    return State(variant, (variant.sheet.empty, variant.sheet.empty))


# --- where the game stands ------------------------------------------------------------------------------------


def fights(state: State) -> bool:
    """L6: recruitment is over once every cell of a sheet holds an object; crossed-out ones stay where they are."""
    return all(state.sheets[0]) or all(state.sheets[1])


def front(sheet: Sheet, cells: Cells) -> int:
    """L10: the row that faces the other player: the first that can still throw, or the candle's, never folded."""
    for row, (begin, end) in enumerate(sheet.spans):
        for item in cells[begin:end]:
            if item is not None and item.damage and item.hits:
                return row
    return len(sheet.rows) - 1  # L11


def phase(state: State) -> Phase:
    """`roll` and `move` in turn while both recruit; in combat always `move`; `over` when a candle is out (L12)."""
    if state.die:
        return "move"
    if not fights(state):
        return "roll"
    return "over" if winner(state) else "move"


def winner(state: State) -> int:
    """L12: the player who has put the other's candle out; 0 while both burn."""
    for player, cells in ((1, state.sheets[1]), (2, state.sheets[0])):
        candle = cells[-1]
        if candle is not None and not candle.hits:
            return player
    return 0


def players(state: State) -> tuple[int, ...]:
    """Who rolls; after the roll, both or whoever has not chosen yet (L4); in combat, who throws. At the end nobody."""
    if state.die:
        first, second = state.choices
        if first is None:
            return (1, 2) if second is None else (1,)  # L4: both at the same time
        return (2,)
    return () if winner(state) else (state.turn,)


def rolls(state: State) -> Rolls:
    """The six faces of one die in a recruitment's `roll`, each 1/6; otherwise empty."""
    return ONE_DIE if phase(state) == "roll" else ()


# --- what can be done -----------------------------------------------------------------------------------------


def moves(state: State, player: int) -> tuple[Choice, ...] | tuple[Throw, ...]:
    """The legal moves of a player, in the order of the die's options and of the cells; empty out of turn. After a roll:
    copies and ticks on their own sheet (L4), or a lone pass if there is none (L5). In combat: every throw of their
    throwers at the other's targets (L7)."""
    if player not in players(state):
        return ()
    if state.die:
        return _choices(state, player)
    if not fights(state):
        return ()
    aims = targets(state, player)
    return tuple([_throw(own, aim) for own in throwers(state, player) for aim in aims])


# The same few hundred moves come up again and again: each is made once.
_copy, _tick, _throw = lru_cache(4096)(Copy), lru_cache(4096)(Tick), lru_cache(8192)(Throw)


def _choices(state: State, player: int) -> tuple[Choice, ...]:
    """L4: what the two options of the face allow on one's own sheet; L5: a pass if they allow nothing."""
    sheet, cells = state.variant.sheet, state.sheets[player - 1]
    choices: list[Choice] = []
    for option in dict.fromkeys(sheet.faces[state.die - 1]):
        if option == TICK:
            choices += [
                _tick(player, cell)
                for cell, item in zip(sheet.cells, cells, strict=True)
                if item and item.damage < sheet.things[item.kind].limit and sheet.ticks(state.die, item.kind)
            ]
        else:
            empty = [cell for cell, item in zip(sheet.cells, cells, strict=True) if not item]
            choices += [_copy(player, option, cell) for cell in empty]
    return tuple(choices) or (Pass(player),)


def is_shielded(sheet: Sheet, cells: Cells, index: int, begin: int, end: int) -> bool:
    """L9: a standing Shield right beside protects an object, though not another Shield."""
    item = cells[index]
    if item is None or sheet.things[item.kind].shield:
        return False
    for beside in (index - 1, index + 1):
        if begin <= beside < end:
            neighbour = cells[beside]
            if neighbour is not None and neighbour.hits and sheet.things[neighbour.kind].shield:
                return True
    return False


def throwers(state: State, player: int) -> tuple[str, ...]:
    """L7, L8: one's own standing objects in the front row with at least 1 damage."""
    sheet, cells = state.variant.sheet, state.sheets[player - 1]
    begin, end = sheet.spans[front(sheet, cells)]
    return tuple(
        [
            sheet.cells[index]
            for index in range(begin, end)
            if (item := cells[index]) is not None and item.hits and item.damage
        ]
    )


def targets(state: State, player: int) -> tuple[str, ...]:
    """L7, L9: what that player may aim at: the other's standing, unprotected objects in the front row."""
    sheet, cells = state.variant.sheet, state.sheets[2 - player]
    begin, end = sheet.spans[front(sheet, cells)]
    return tuple(
        [
            sheet.cells[index]
            for index in range(begin, end)
            if (item := cells[index]) is not None and item.hits and not is_shielded(sheet, cells, index, begin, end)
        ]
    )


# --- playing --------------------------------------------------------------------------------------------------


def play(state: State, event: Event) -> State:
    """The state after a roll, a choice or a throw. The second of two choices carries both out (L4), may begin combat.
    IllegalEvent: not now, not this cell or object, a choice made twice, or a view that hides what is needed; GameOver:
    a candle is out."""
    if type(event) is Throw:
        return _fight(state, event)
    if type(event) is Roll:
        if state.die or fights(state):
            raise _explain_misplaced(state)
        return State(state.variant, state.sheets, state.turn, one_die(event))
    if isinstance(event, Copy | Tick | Pass):
        return _choose(state, event)
    raise IllegalEvent("Ce coup est d’un autre jeu.", "That move belongs to another game.")


def _choose(state: State, choice: Choice) -> State:
    if not state.die or choice.player not in (1, 2):
        raise _explain_misplaced(state)
    if state.choices[choice.player - 1] is not None:
        raise IllegalEvent(
            capital(player_ref(choice.player, "le"))
            + Text(" a déjà choisi ; on attend l’autre.", " has already chosen; the other has not.")
        )
    if choice not in _choices(state, choice.player):
        raise _refuse_choice(state, choice)
    first, second = (choice, state.choices[1]) if choice.player == 1 else (state.choices[0], choice)
    if first is None or second is None:
        return State(state.variant, state.sheets, state.turn, state.die, (first, second))
    if isinstance(first, Hidden) or isinstance(second, Hidden):
        raise IllegalEvent(
            "Le choix de l’autre est encore caché : on ne peut pas jouer la suite.",
            "The other player’s choice is still hidden: what follows cannot be played yet.",
        )
    sheet = state.variant.sheet
    sheets = (_carry_out(sheet, state.sheets[0], first), _carry_out(sheet, state.sheets[1], second))
    done = all(sheets[0]) or all(sheets[1])
    return State(state.variant, sheets, 1 if done else 3 - state.turn)  # L4, L7: player 1 begins the combat


def _carry_out(sheet: Sheet, cells: Cells, choice: Choice) -> Cells:
    if isinstance(choice, Pass):
        return cells
    index = sheet.index[choice.cell]
    if isinstance(choice, Copy):
        return (*cells[:index], sheet.fresh[choice.kind], *cells[index + 1 :])
    item = cells[index]
    assert item is not None  # a legal tick is on an object
    return (*cells[:index], Item(item.kind, item.hits, item.damage + 1), *cells[index + 1 :])  # L3


def _fight(state: State, throw: Throw) -> State:
    if state.die or not fights(state) or winner(state):
        raise _explain_misplaced(state)
    player, index = state.turn, state.variant.sheet.index
    if throw.thrower not in throwers(state, player) or throw.target not in targets(state, player):
        raise _refuse_throw(state, throw)
    cells, target = state.sheets[2 - player], index[throw.target]
    thrown, item = state.sheets[player - 1][index[throw.thrower]], cells[target]
    assert thrown is not None  # a thrower and a target are objects
    assert item is not None
    hit = Item(item.kind, max(0, item.hits - thrown.damage), item.damage)  # L7
    cells = (*cells[:target], hit, *cells[target + 1 :])
    sheets = (state.sheets[0], cells) if player == 1 else (cells, state.sheets[1])
    return State(state.variant, sheets, 3 - player)  # L11


def actor(state: State, event: Event) -> int:
    """The player that a choice names; of a roll and of a throw, whose turn it is. 0 when the game is over."""
    if winner(state):
        return 0
    return event.player if isinstance(event, Copy | Tick | Pass) else state.turn


def view(state: State, player: int) -> State:
    """L4: neither sees the other's choice until both are made; anybody else (player 0) sees none."""
    first, second = state.choices
    hidden = (
        Hidden(1) if first is not None and player != 1 else first,
        Hidden(2) if second is not None and player != 2 else second,
    )
    return state if hidden == state.choices else State(state.variant, state.sheets, state.turn, state.die, hidden)


def outcome(state: State) -> Outcome | None:
    """The player who has put the other's candle out wins (L12); None until then."""
    won = winner(state)
    if not won:
        return None
    return Outcome(
        (won,),
        capital(player_ref(won, "le"))
        + Text(" a éteint la bougie d’en face : gagné !", " puts out the other candle and wins!"),
    )


# --- why not --------------------------------------------------------------------------------------------------


def _explain_misplaced(state: State) -> IllegalEvent:
    if phase(state) == "over":
        return GameOver("La partie est finie : une bougie est éteinte.", "The game is over: a candle is out.")
    if state.die:
        return IllegalEvent(
            "Le dé est lancé : chacun choisit un objet à recopier ou un Dégât à cocher.",
            "The die is rolled: each player chooses an object to copy or a damage box to tick.",
        )
    if fights(state):
        return IllegalEvent(
            "Le combat a commencé : on lance un objet sur un autre, par exemple a2xa4.",
            "The combat has begun: throw an object at another, for example a2xa4.",
        )
    return IllegalEvent("Il faut d’abord lancer le dé.", "The die must be rolled first.")


def _refuse_choice(state: State, choice: Choice) -> IllegalEvent:
    sheet, cells = state.variant.sheet, state.sheets[choice.player - 1]
    offered = sheet.faces[state.die - 1]
    if isinstance(choice, Pass):
        return IllegalEvent(
            "On ne passe que si aucun choix n’est possible.", "You can pass only when there is nothing to choose."
        )
    wanted = choice.kind if isinstance(choice, Copy) else TICK
    if wanted not in offered:
        ticked = Text("+1 Dégât", "+1 damage")
        names = or_list(ticked if kind == TICK else sheet.things[kind].title for kind in dict.fromkeys(offered))
        return IllegalEvent(
            Text.fill("Le {die} n’offre que {names}.", "A {die} only offers {names}.", die=state.die, names=names)
        )
    if choice.cell not in sheet.index:
        return _no_cell(sheet, choice.cell)
    item = cells[sheet.index[choice.cell]]
    if isinstance(choice, Copy):
        return IllegalEvent(f"La case {choice.cell} est déjà occupée.", f"Cell {choice.cell} is already taken.")
    if item is None:
        return IllegalEvent(f"La case {choice.cell} est vide.", f"Cell {choice.cell} is empty.")
    if not sheet.ticks(state.die, item.kind):
        only = sheet.describe_tie(state.die)
        return IllegalEvent(
            f"Avec un {state.die}, on ne coche que certains objets{only.fr}.",
            f"A {state.die} lets you tick only some objects{only.en}.",
        )
    return IllegalEvent(
        f"L’objet en {choice.cell} est déjà à sa limite de Dégâts.",
        f"The object in {choice.cell} is already at its damage limit.",
    )


def _no_cell(sheet: Sheet, cell: str) -> IllegalEvent:
    return IllegalEvent(
        f"La case {clip(cell)} n’existe pas ; les cases vont de {sheet.cells[0]} à {sheet.cells[-1]}.",
        f"There is no cell {clip(cell)}; the cells go from {sheet.cells[0]} to {sheet.cells[-1]}.",
    )


def _refuse_throw(state: State, throw: Throw) -> IllegalEvent:
    sheet, player = state.variant.sheet, state.turn
    for cell in (throw.thrower, throw.target):
        if cell not in sheet.index:
            return _no_cell(sheet, cell)
    own, opposing = state.sheets[player - 1], state.sheets[2 - player]
    if throw.thrower not in throwers(state, player):
        row = LETTERS[front(sheet, own)]
        return IllegalEvent(
            f"{throw.thrower} ne peut pas être lancé : il faut un objet debout de la ligne {row}, "
            "avec au moins 1 Dégât.",
            f"{throw.thrower} cannot be thrown: pick an object still standing in row {row}, with at least 1 damage.",
        )
    begin, end = sheet.spans[front(sheet, opposing)]
    index = sheet.index[throw.target]
    item = opposing[index]
    if begin <= index < end and item is not None and item.hits:
        return IllegalEvent(
            f"Un Bouclier protège {throw.target} : il faut d’abord le détruire.",
            f"A Shield protects {throw.target}: it has to be destroyed first.",
        )
    row = LETTERS[front(sheet, opposing)]
    return IllegalEvent(
        f"On ne peut pas viser {throw.target} : il faut un objet debout de la ligne {row} d’en face.",
        f"{throw.target} cannot be aimed at: pick an object still standing in row {row} opposite.",
    )


# --- words and tokens -----------------------------------------------------------------------------------------

CELL = r"[a-i][1-9]"
CHOICE = re.compile(rf"([12])\.(?:([a-z][a-z0-9_]{{0,23}})@({CELL})|\+({CELL})|(-))")
THROW = re.compile(rf"({CELL})x({CELL})")


def parse(token: str) -> Event:
    """`d4` is a roll; `1.bonnet@a3`, `2.+c2` and `1.-` are choices, `a2xb4` is a throw. NotationError: all else."""
    if match := THROW.fullmatch(token):
        return Throw(match[1], match[2])
    if match := CHOICE.fullmatch(token):
        player, kind, cell, ticked, _ = match.groups()
        if kind:
            return Copy(int(player), kind, cell)
        return Tick(int(player), ticked) if ticked else Pass(int(player))
    if token[:1] == "d" and token[1:].isdigit():
        return parse_roll(token, 1)
    raise NotationError(
        f"« {clip(token)} » n’est pas un coup : écrivez 1.bonnet@a3, 2.+c2, 1.- ou a2xb4.",
        f"“{clip(token)}” is not a move: write 1.bonnet@a3, 2.+c2, 1.- or a2xb4.",
    )


def tell(before: State, event: Event) -> Text:
    """What a legal event did, in words. A choice is told whole: tell it only to those who may see it."""
    if isinstance(event, Roll):
        return player_ref(before.turn) + Text(f" lance le dé : {event.dice[0]}.", f" rolls a {event.dice[0]}.")
    if isinstance(event, Throw):
        return _tell_throw(before, event)
    sentence = _tell_choice(before, event)
    if isinstance(before.choices[2 - event.player], Choice) and fights(play(before, event)):
        sentence += Text(" Le combat commence !", " The combat begins!")
    return sentence


ARTICLES = dict.fromkeys(("boule de neige", "étoile"), "une") | dict.fromkeys(
    ("Bouclier", "sapin", "bonnet du Père Noël", "sucre d’orge", "cadeau", "bonhomme de neige", "renne"), "un"
)


def name_copy(thing: Text, cell: str) -> Text:
    """An object and the cell it is copied into: `une étoile en c1`."""
    if thing.fr not in ARTICLES:  # an object of somebody's own: we do not know its gender
        return Text.fill("en {cell} : {thing}", "into {cell}: {thing}", cell=cell, thing=thing)
    return Text(f"{ARTICLES[thing.fr]} {thing.fr} en {cell}", f"a {thing.en} into {cell}")


def _tell_choice(before: State, event: Choice) -> Text:
    things = before.variant.sheet.things
    chooser = player_ref(event.player)
    if isinstance(event, Copy):
        placed = name_copy(things[event.kind].title, event.cell)
        return chooser + Text(" recopie ", " copies ") + placed + Text(".", ".")
    if isinstance(event, Tick):
        return chooser + Text(f" coche un Dégât en {event.cell}.", f" ticks a damage box on {event.cell}.")
    return chooser + Text(" passe.", " passes.")


def _tell_throw(before: State, throw: Throw) -> Text:
    sheet, player = before.variant.sheet, before.turn
    thrown = before.sheets[player - 1][sheet.index[throw.thrower]]
    aimed = before.sheets[2 - player][sheet.index[throw.target]]
    assert thrown is not None
    assert aimed is not None
    own, target = sheet.things[thrown.kind].title, sheet.things[aimed.kind].title
    sentence = player_ref(player) + Text(
        f" lance {throw.thrower} ({own.fr}) sur {throw.target} ({target.fr})",
        f" throws {throw.thrower} ({own.en}) at {throw.target} ({target.en})",
    )
    after = play(before, throw)
    left = after.sheets[2 - player][sheet.index[throw.target]]
    assert left is not None
    sentence += (
        Text(" : il lui reste ", ": ") + count_noun(left.hits, "cœur", "heart") + Text(".", " left.")
        if left.hits
        else Text(" : c’est détruit !", ": destroyed!")
    )
    row = front(sheet, after.sheets[2 - player])
    if row > front(sheet, before.sheets[2 - player]):
        sentence += Text.fill(
            " {folder} plie sa feuille : ligne {row} au front.",
            " {folder} folds the sheet: row {row} in front.",
            folder=capital(player_ref(3 - player, "le")),
            row=LETTERS[row],
        )
    return sentence
