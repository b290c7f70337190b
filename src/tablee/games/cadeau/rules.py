"""À l'assaut du Cadeau !

Two players write dice into facing zones of three cells; the better three dice hold the zone, most zones win.

| option    | values                         | rule |
|-----------|--------------------------------|------|
| zones     | 5, or 1 to 9                   | C2   |
| straights | "ordered" (a-b-c a run), "any" | C7a  |
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from tablee.core import options
from tablee.core.errors import GameOver, IllegalEvent, NotationError
from tablee.core.game import ONE_DIE, Outcome, Phase, Roll, Rolls, clip, one_die, parse_roll
from tablee.core.options import Option
from tablee.core.words import Text, capital, count_noun, name_slot

NAME = "cadeau"
TITLE = Text("À l’assaut du Cadeau !", "Storming the Gift!")
OPTIONS = (
    Option(
        "zones",
        (5, 1, 2, 3, 4, 6, 7, 8, 9),
        Text("nombre de zones", "number of zones"),
        Text("Zones", "Zones"),
        question=Text("Combien de zones ?", "How many zones?"),
    ),
    Option(
        "straights",
        ("ordered", "any"),
        Text(
            "une suite se lit de case en case (ordered) ou dans n’importe quel ordre (any)",
            "a straight reads from cell to cell (ordered) or in any order (any)",
        ),
        Text("Suites", "Straights"),
        {
            "ordered": Text("dans l’ordre des cases", "in the order of the cells"),
            "any": Text("dans le désordre aussi", "in any order too"),
        },
        question=Text("Comment lire une suite ?", "How is a straight read?"),
    ),
)
CELLS = "abc"
LUTINS, GNOMES = 1, 2  # C1: the Lutins are player 1 and begin
SIDES = {LUTINS: Text("les Lutins", "the Elves"), GNOMES: Text("les Gnomes", "the Gnomes")}
TEAMS = {  # whose side it is, once a name is known
    LUTINS: name_slot(LUTINS, SIDES[LUTINS], Text("les Lutins de {}", "{}’s Elves")),
    GNOMES: name_slot(GNOMES, SIDES[GNOMES], Text("les Gnomes de {}", "{}’s Gnomes")),
}


@dataclass(frozen=True, slots=True)
class Variant:
    zones: int = 5
    straights: str = "ordered"


@dataclass(frozen=True, slots=True)
class Write:
    """Write the die in a cell of one's own side: zone from 1, cell 0, 1 or 2."""

    zone: int
    cell: int

    def __str__(self) -> str:
        return f"{self.zone}{CELLS[self.cell : self.cell + 1]}"


Event = Roll | Write
WRITES = tuple(Write(zone, cell) for zone in range(1, 10) for cell in range(3))


@dataclass(frozen=True, slots=True)
class State:
    """`sides`: the Lutins' and the Gnomes' cells, zone after zone, 0 where empty. `die`: 0 until it is rolled."""

    variant: Variant
    sides: tuple[tuple[int, ...], tuple[int, ...]]
    die: int = 0


# --- setting up -----------------------------------------------------------------------------------------------


def variant(settings: Mapping[str, object] = {}) -> Variant:
    """The game with these settings: `zones`, 1 to 9 (5 unless told), and `straights`, ordered (unless told) or any.
    VariantError: there is no such setting, or it cannot have this value."""
    return Variant(**options.validate(OPTIONS, settings))  # type: ignore[arg-type]


def settings(variant: Variant) -> dict[str, object]:
    """`zones` and `straights` with their values, as `variant` takes them back."""
    return options.settings_of(OPTIONS, variant)


def seats(variant: Variant) -> int:
    """Always 2 (C1)."""
    return 2  # C1


def opening(variant: Variant) -> bool:
    """Nobody rolls for who begins."""
    return False


def seat_name(variant: Variant, player: int) -> Text:
    """The Lutins are player 1, the Gnomes player 2."""
    return SIDES[player]


def start(variant: Variant) -> State:
    """The empty board; the Lutins roll first (C1)."""
    empty = (0,) * (3 * variant.zones)  # C2
    return State(variant, (empty, empty))


# --- the turn -------------------------------------------------------------------------------------------------


def phase(state: State) -> Phase:
    """`roll`, then `move` until the die is written; `over` when every cell is (C4)."""
    if state.die:
        return "move"
    return "roll" if 0 in state.sides[1] else "over"  # C4: the Gnomes write last


def players(state: State) -> tuple[int, ...]:
    """The one player whose turn it is, to roll and then to write; nobody when every cell is written."""
    lutins, gnomes = state.sides
    left = gnomes.count(0)
    if not left:
        return ()
    return (LUTINS,) if lutins.count(0) == left else (GNOMES,)  # C1, C4


def rolls(state: State) -> Rolls:
    """The six faces of one die in `roll` (C3), each 1/6; otherwise empty."""
    return ONE_DIE if phase(state) == "roll" else ()  # C3


def moves(state: State, player: int) -> tuple[Write, ...]:
    """In phase `move`, for the player to move: every empty cell of their side, zone after zone (C3); else empty."""
    if not state.die or (player,) != players(state):
        return ()
    return tuple([write for write, die in zip(WRITES, state.sides[player - 1], strict=False) if not die])  # C3


def play(state: State, event: Event) -> State:
    """The state after a roll of one die in `roll`, or after the die is written in an empty cell in `move`.
    IllegalEvent: the die is not rolled yet, or already is, or the cell is taken or does not exist; GameOver: every cell
    is written."""
    if type(event) is Write:
        return _write(state, event)
    if type(event) is Roll:
        return _roll(state, event)
    raise IllegalEvent("Ce coup est d’un autre jeu.", "That move belongs to another game.")


def _roll(state: State, roll: Roll) -> State:
    if state.die:
        raise IllegalEvent(
            f"Le dé est déjà lancé ({state.die}) ; il faut l’écrire dans une case vide.",
            f"The die is already rolled ({state.die}); write it in an empty cell.",
        )
    if 0 not in state.sides[1]:
        raise _over()
    return State(state.variant, state.sides, one_die(roll))


def _write(state: State, write: Write) -> State:
    die, (lutins, gnomes) = state.die, state.sides
    if not die:
        raise (
            _over()
            if 0 not in gnomes
            else IllegalEvent("Il faut d’abord lancer le dé.", "The die must be rolled first.")
        )
    zone, cell = write.zone, write.cell
    if not (0 < zone <= state.variant.zones and 0 <= cell < 3):
        zones = count_noun(state.variant.zones, "zone", "zone")
        raise IllegalEvent(
            f"La case {write} n’existe pas ; le plateau a {zones.fr}, cases a, b et c.",
            f"There is no cell {write}; the board has {zones.en}, cells a, b and c.",
        )
    index = 3 * zone - 3 + cell
    first = lutins.count(0) == gnomes.count(0)  # C4: the Lutins write first, then turns alternate
    mine = lutins if first else gnomes
    if mine[index]:
        raise IllegalEvent(
            f"La case {write} porte déjà un {mine[index]} ; choisissez une case vide.",
            f"Cell {write} already holds a {mine[index]}; choose an empty one.",
        )
    mine = (*mine[:index], die, *mine[index + 1 :])
    return State(state.variant, (mine, gnomes) if first else (lutins, mine))


def _over() -> GameOver:
    return GameOver("La partie est finie : toutes les cases sont écrites.", "The game is over: every cell is written.")


def actor(state: State, event: Event) -> int:
    """The player to move, since no event of this game names one; 0 when the game is over."""
    return next(iter(players(state)), 0)


def view(state: State, player: int) -> State:
    """The state itself: everything lies open."""
    return state


# --- who holds a zone, and why --------------------------------------------------------------------------------

Kind = Literal["three", "straight", "nine", "sum"]
STRENGTH: dict[Kind, int] = {"three": 3, "straight": 2, "nine": 1, "sum": 0}  # C5


@dataclass(frozen=True, slots=True)
class Combination:
    """What three dice are worth: their kind, and the number that ranks them within it."""

    kind: Kind
    value: int

    @property
    def strength(self) -> tuple[int, int]:
        return STRENGTH[self.kind], self.value

    @property
    def text(self) -> Text:
        value = self.value
        return {
            "three": Text(f"trois {value}", f"three {value}s"),
            "straight": Text(f"suite {value - 2}-{value - 1}-{value}", f"straight {value - 2}-{value - 1}-{value}"),
            "nine": Text("total de 9", "total of 9"),
            "sum": Text(f"somme {value}", f"total {value}"),
        }[self.kind]


@cache
def combination(straights: str, dice: tuple[int, int, int]) -> Combination:
    """The strongest kind that three dice fit (C10)."""
    low, middle, high = sorted(dice)
    if low == high:
        return Combination("three", high)  # C6: the higher value wins
    run = (low, middle, high) == (low, low + 1, low + 2)
    if run and (straights == "any" or dice[1] == middle):  # C7a: with the middle in the middle it rises or falls
        return Combination("straight", high)  # C7: the higher one wins
    total = low + middle + high
    return Combination("nine", 9) if total == 9 else Combination("sum", total)  # C8, C9


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who holds a finished zone (0: nobody), and with what."""

    holder: int
    lutins: Combination
    gnomes: Combination

    @property
    def reason(self) -> Text:
        if not self.holder:
            return self.why + Text(" : personne", ": nobody")
        return SIDES[self.holder] + Text(" : ", ": ") + self.why

    @property
    def why(self) -> Text:
        won, lost = (self.gnomes, self.lutins) if self.holder == GNOMES else (self.lutins, self.gnomes)
        if not self.holder:
            return won.text + Text(" dans les deux camps", " on both sides")
        return won.text + Text(" contre ", " against ") + lost.text


@lru_cache(maxsize=4096)
def verdict(straights: str, lutins: tuple[int, int, int], gnomes: tuple[int, int, int]) -> Verdict:
    ours, theirs = combination(straights, lutins), combination(straights, gnomes)
    # Equal: nobody (C6 to C9).
    holder = LUTINS if ours.strength > theirs.strength else GNOMES if theirs.strength > ours.strength else 0
    return Verdict(holder, ours, theirs)


def zone(state: State, number: int) -> Verdict | None:
    """The verdict on a zone (from 1), or None while one of its cells is empty."""
    ours, theirs = (side[3 * number - 3 : 3 * number] for side in state.sides)
    if 0 in ours or 0 in theirs:
        return None
    return verdict(state.variant.straights, (ours[0], ours[1], ours[2]), (theirs[0], theirs[1], theirs[2]))


def count_zones(state: State) -> dict[int, int]:
    """How many finished zones each side holds."""
    holders = [verdict.holder for number in range(1, state.variant.zones + 1) if (verdict := zone(state, number))]
    return {side: holders.count(side) for side in SIDES}


def outcome(state: State) -> Outcome | None:
    """Who holds more zones, with the zones of each side as scores; no winner if as many (C11). None until the end."""
    if phase(state) != "over":
        return None
    scores = count_zones(state)
    held, stolen = scores[LUTINS], scores[GNOMES]
    if held == stolen:  # C11
        tie = Text.fill(
            "Égalité, {each} partout : personne ne gagne… une petite revanche ?",
            "A tie, {each} each: nobody wins… a rematch?",
            each=count_noun(held, "zone", "zone"),
        )
        return Outcome((), tie, scores)
    winner, zones = LUTINS if held > stolen else GNOMES, count_noun(max(held, stolen), "zone", "zone")
    story = capital(TEAMS[winner]) + Text.fill(
        " gagnent par {zones} à {least} : ", " win by {zones} to {least}: ", zones=zones, least=min(held, stolen)
    )
    kept_it = Text("le Cadeau Suprême est sauvé !", "the Supreme Gift is safe!")
    stolen_it = Text("le Cadeau est volé !", "the Gift is stolen!")
    return Outcome((winner,), story + (kept_it if winner == LUTINS else stolen_it), scores)


# --- words and tokens -----------------------------------------------------------------------------------------


def parse(token: str) -> Event:
    """`d4` is a roll, `2a` writes the die in zone 2, cell a. NotationError: anything else."""
    if token[:1] == "d":
        return parse_roll(token, 1)
    if len(token) == 2 and token[0] in "123456789" and token[1] in CELLS:
        return WRITES[3 * int(token[0]) - 3 + CELLS.index(token[1])]
    raise NotationError(
        f"« {clip(token)} » n’est pas un coup : écrivez une zone et une case, par exemple 1a.",
        f"“{clip(token)}” is not a move: write a zone and a cell, for example 1a.",
    )


def tell(before: State, event: Event) -> Text:
    """What an event did, in words; a zone that it fills is settled at once. The event is legal in `before`."""
    team = capital(TEAMS[players(before)[0]])
    if isinstance(event, Roll):
        return team + Text(f" lancent le dé : {event.dice[0]}.", f" roll a {event.dice[0]}.")
    cell = CELLS[event.cell]
    sentence = team + Text(
        f" écrivent un {before.die} : zone {event.zone}, case {cell}.",
        f" write a {before.die}: zone {event.zone}, cell {cell}.",
    )
    done = zone(play(before, event), event.zone)
    if done:
        if done.holder:
            side = capital(SIDES[done.holder])
            sentence += Text.fill(
                " {side} gagnent la zone {zone} : ", " {side} win zone {zone}: ", side=side, zone=event.zone
            )
            sentence += done.why + Text(".", ".")
        else:
            sentence += Text(f" Zone {event.zone} : ", f" Zone {event.zone}: ") + done.why
            sentence += Text(", elle n’est à personne.", ", nobody wins it.")
    return sentence
