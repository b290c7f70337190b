"""What a choice is worth at once: fill the front with strength, then strike down what hurts most."""

from tablee.games import laaancez

TICKED = 3.5  # a tick is worth as much as a weak object
BEHIND = 0.5  # an object counts less for each row it stands behind


def rank(state: laaancez.State, player: int, move: laaancez.Choice | laaancez.Throw) -> tuple[float, ...]:
    sheet = state.variant.sheet
    if isinstance(move, laaancez.Throw):
        thrown = state.sheets[player - 1][sheet.index[move.thrower]]
        aimed = state.sheets[2 - player][sheet.index[move.target]]
        assert thrown is not None  # a legal throw goes from an object to an object
        assert aimed is not None
        kills = thrown.damage >= aimed.hits
        return (kills and aimed.kind == sheet.candle.name, kills, aimed.damage, min(thrown.damage, aimed.hits))
    if isinstance(move, laaancez.Pass):
        return (0,)
    behind = BEHIND * laaancez.LETTERS.index(move.cell[0])
    if isinstance(move, laaancez.Tick):
        return (TICKED - behind,)
    thing = sheet.things[move.kind]
    return (thing.hits + thing.damage - behind,)
