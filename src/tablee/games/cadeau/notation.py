"""A cadeau position: the Lutins' zones, the Gnomes' zones, and the die if it is rolled.
cadeau/zones=3:41./.../...:6../.../...:d5"""

from tablee.core import position as positions
from tablee.core.errors import TableeError
from tablee.core.position import Field
from tablee.core.words import Text, untranslated

from .rules import NAME, OPTIONS, State, parse, play, settings, variant

SHAPE = untranslated("cadeau/zones=2:41./...:6../...:d5")


def position(state: State) -> str:
    """The state as one line: the cells of both sides, zone by zone, `.` where they are empty; then the die."""
    cells = ("".join(str(die or ".") for die in side) for side in state.sides)
    sides = ("/".join(side[start : start + 3] for start in range(0, len(side), 3)) for side in cells)
    rolled = (f"d{state.die}",) if state.die else ()
    return positions.write(NAME, OPTIONS, settings(state.variant), *sides, *rolled)


def from_position(line: str) -> State:
    """The state that a line of `position` stands for. PositionError: what is wrong with it, and where."""
    chosen, fields = positions.parse(line, NAME, OPTIONS, variant, SHAPE, 2, 3)
    lutins, gnomes = (_side(field, chosen.zones) for field in fields[:2])
    ahead = gnomes.count(0) - lutins.count(0)
    if ahead not in (0, 1):
        raise fields[1].wrong(
            Text(
                "les Lutins écrivent d’abord, puis chacun son tour : ils ont autant de cases écrites, ou une de plus.",
                "the Elves write first, then in turn: they have filled as many cells, or one more.",
            )
        )
    state = State(chosen, (lutins, gnomes))
    for rolled in fields[2:]:
        try:
            state = play(state, parse(rolled.text))
        except TableeError as error:
            raise rolled.wrong(error.text) from None
    positions.only(line, position(state))
    return state


def _side(field: Field, zones: int) -> tuple[int, ...]:
    parts = field.split("/")
    if len(parts) != zones or any(len(part.text) != 3 for part in parts):
        raise field.wrong(
            Text(
                f"un camp a {zones} × 3 cases, avec / entre les zones.",
                f"a side has {zones} × 3 cells, with / between the zones.",
            )
        )
    for part in parts:
        for index, sign in enumerate(part.text):
            if sign not in ".123456":
                raise part.wrong(
                    Text("une case porte 1 à 6, ou un point.", "a cell holds 1 to 6, or a dot."), offset=index
                )
    return tuple(0 if sign == "." else int(sign) for part in parts for sign in part.text)
