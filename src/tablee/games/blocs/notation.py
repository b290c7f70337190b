"""A blocs position: the blocks in front of each seat, the seat whose turn it is, the dice if they are rolled.

    blocs/mode=three/level=2:2459abc/234568/368/9abc:4:d35

Blocks 10, 11 and 12 are a, b and c; a seat without blocks is `-`. A seat with an `f` behind it: nobody has pushed yet
in this game, which matters for a 7 (B8). `end` comes last when the game is over.
"""

from tablee.core import position as positions
from tablee.core.errors import TableeError
from tablee.core.game import parse_roll
from tablee.core.position import Field
from tablee.core.words import Text, untranslated

from .rules import ALL, BLOCKS, MODES, NAME, OPTIONS, State, Variant, numbers, pushes, settings, start, variant

SHAPE = untranslated("blocs:2345689c/ab:1:d46")
SIGNS = dict(zip(BLOCKS, "2345689abc", strict=True))
FIRST, END = "f", "end"


def position(state: State) -> str:
    """The state as one line: the blocks of each seat, whose turn it is, the dice, and whether it is over."""
    seats = "/".join("".join(SIGNS[block] for block in numbers(mask)) or "-" for mask in state.seats)
    turn = f"{state.seat + 1}{'' if state.opened else FIRST}"
    thrown = ("d" + "".join(map(str, state.dice)),) if state.dice else ()
    over = (END,) if state.over else ()
    return positions.write(NAME, OPTIONS, settings(state.variant), seats, turn, *thrown, *over)


def from_position(line: str) -> State:
    """The state that a line of `position` stands for. PositionError: what is wrong with it, and where."""
    chosen, fields = positions.parse(line, NAME, OPTIONS, variant, SHAPE, 2, 4)
    seats = _seats(chosen, fields[0])
    turn, *rest = fields[1:]
    opened = not turn.text.endswith(FIRST)
    number = turn.text.removesuffix(FIRST)
    if number not in map(str, range(1, len(seats) + 1)):
        raise turn.wrong(Text(f"une place de 1 à {len(seats)}.", f"a seat from 1 to {len(seats)}."))
    if not opened and seats != start(chosen).seats:
        raise turn.wrong(Text("des blocs ont bougé : sans f.", "blocks have moved: no f."), offset=len(number))
    over = bool(rest) and rest[-1].text == END
    dice: tuple[int, ...] = ()
    for thrown in rest[: len(rest) - over]:
        try:
            dice = parse_roll(thrown.text, 2).dice
        except TableeError as error:
            raise thrown.wrong(error.text) from None
    state = State(chosen, seats, int(number) - 1, opened, dice, over)
    _check(state, rest[-1] if rest else turn)
    positions.only(line, position(state))
    return state


def _seats(variant: Variant, field: Field) -> tuple[int, ...]:
    """The blocks in front of each seat, which together are the game's."""
    mode, begin, parts = MODES[variant.mode], start(variant).seats, field.split("/")
    if len(parts) != len(begin):
        count = len(begin)
        raise field.wrong(
            Text(f"{count} places, avec / entre elles.", f"{count} seats, with / between them.")
            if count > 1
            else Text("une seule place.", "one seat only.")
        )
    blocks = {sign: 1 << block for block, sign in SIGNS.items()}
    for part in parts:
        for index, sign in enumerate(part.text if part.text != "-" else ""):
            if sign not in blocks:
                raise part.wrong(
                    Text("les blocs sont 2345689abc ; aucun : -.", "the blocks are 2345689abc; none: -."), offset=index
                )
    seats = tuple(sum(blocks[sign] for sign in set(part.text) - {"-"}) for part in parts)
    for index, (mask, part) in enumerate(zip(seats, parts, strict=True)):
        across = mode.facing.get(index)
        if mask & ~begin[index] if across is None else mask ^ seats[across] != ALL:
            raise part.wrong(
                Text(
                    "chaque bloc est à une seule place, d’un côté ou en face.",
                    "each block is in one place, on one side or across.",
                )
            )
    return seats


def _check(state: State, last: Field) -> None:
    """Refuse a roll that would have passed the turn, and an end that is none."""
    mask, alone = state.seats[state.seat], state.variant.mode == "solo"
    if state.over and not alone and (mask or state.dice):
        raise last.wrong(Text("la partie n’est pas finie.", "the game is not over."))
    if state.dice and not state.over and not pushes(state.variant.level, mask, state.dice):
        raise last.wrong(Text("ces dés ne permettent aucune poussée.", "these dice allow no push."))
