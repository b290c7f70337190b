"""Handicaps that are fair by proof: how a game may begin so that player 1 wins half the time, within one in a hundred.

For every variant for two that is solved from the first position to the last, a stated family of other beginnings is
searched, all of it: where one is fair, the simplest is kept; where none is, that is proved too.

blocs       blocks given to player 2 (B18): every set of them; fast, also as if the game were under way (a 7 passes the
            turn from the first throw on): player 1 without some blocks, player 2 without these and some more
cadeau      one die each, written before the start: any two faces, in any cells
laaancez    the first recruitments laid down, up to three: faces and both choices; sheets of two cells or three

Every beginning is a position: one that the settings alone lead to, or one of a table that begins there. Whoever throws
first stays player 1: to change who begins would only change the numbers of the seats. A combat of laaancez has no
chance in it: it is won or lost from its first throw on, so none is even.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import combinations, product
from typing import Any

from tablee import games, solvers
from tablee.core.game import AnyGame, State, Variant
from tablee.core.words import Text, capital, listed, same
from tablee.games import blocs, cadeau, laaancez
from tablee.solvers.solution import Unsolved

NEAR = 0.01  # from one half
ROUNDS = 3  # recruitments laid down
SMALL = ((1, 1), (2, 1), (1, 1, 1))  # the rows of the small sheets, with the objects of the usual one


@dataclass(frozen=True, slots=True)
class Handicap:
    """What was found for a variant: player 1's chance as it is, how many beginnings were tried and how many are fair,
    and the simplest of those with player 1's chance; an empty position if none is."""

    start: str
    plain: float
    tried: int
    fair: int
    position: str
    value: float

    @property
    def needed(self) -> bool:
        """Whether the game is not fair as it is."""
        return self.position != self.start


# --- the families: every beginning, those that are equally simple together, the simplest first -----------------------


def _given(variant: blocs.Variant) -> Iterator[list[State]]:
    sizes = range(len(blocs.BLOCKS))
    for size in sizes:
        gifts = (",".join(map(str, blocks)) for blocks in combinations(blocs.BLOCKS, size))
        yield [blocs.start(replace(variant, given=gift)) for gift in gifts]
    if blocs.MODES[variant.mode].facing:
        return  # what one does not have the other has
    start = replace(blocs.start(variant), opened=True)
    for missing in range(2 * len(blocs.BLOCKS) - 1):
        yield [
            replace(start, seats=(mine, theirs))
            for both in sizes
            for mine in _without(blocs.ALL, both)
            for theirs in _without(mine, missing - 2 * both)
        ]


def _without(mask: int, size: int) -> list[int]:
    """What is left of blocks without so many of them, in every way; one stays at least."""
    blocks = blocs.numbers(mask)
    if not 0 <= size < len(blocks):
        return []
    return [mask & ~sum(1 << block for block in gone) for gone in combinations(blocks, size)]


def _written(variant: cadeau.Variant) -> Iterator[list[State]]:
    """Zones are alike, so the Lutins' die is in the first, the Gnomes' in the first or the second."""
    yield [cadeau.start(variant)]
    cells = 3 * variant.zones
    found = []
    for one, two, mine, theirs in product(range(1, 7), range(1, 7), range(3), range(min(6, cells))):
        lutins, gnomes = (
            tuple(die * (cell == place) for cell in range(cells)) for die, place in ((one, mine), (two, theirs))
        )
        found.append(replace(cadeau.start(variant), sides=(lutins, gnomes)))
    yield found


def _recruited(variant: laaancez.Variant) -> Iterator[list[State]]:
    states = [laaancez.start(variant)]
    yield states
    for _ in range(ROUNDS):
        after: dict[State, None] = {}
        for state in states:
            if laaancez.phase(state) != "roll":
                continue  # the combat has begun
            for roll, _ in laaancez.rolls(state):
                thrown = laaancez.play(state, roll)
                for one, two in product(laaancez.moves(thrown, 1), laaancez.moves(thrown, 2)):
                    after[laaancez.play(laaancez.play(thrown, one), two)] = None
        states = list(after)
        yield states


FAMILIES: dict[str, Callable[[Any], Iterator[list[State]]]] = {
    blocs.NAME: _given,
    cadeau.NAME: _written,
    laaancez.NAME: _recruited,
}


def variants() -> dict[str, list[Variant]]:
    """Every variant for two whose families are searched."""
    noel = laaancez.shipped("noel")
    return {
        blocs.NAME: [
            blocs.variant({"mode": mode, "level": level, "push": push})
            for push, mode, level in product(("must", "may"), ("duel", "fast"), (1, 2, 3))
        ],
        cadeau.NAME: [
            cadeau.variant({"zones": zones, "straights": straights})
            for zones, straights in product((1, 2, 3), ("ordered", "any"))
        ],
        laaancez.NAME: [laaancez.Variant(replace(noel, name="small", rows=rows)) for rows in SMALL],
    }


def search(game: AnyGame, variant: Variant) -> Handicap:
    """Try every beginning of the family of a variant. Of equally simple ones the nearest to one half is kept."""
    start = game.start(variant)
    plain, tried, fair = solvers.values(game.NAME, start).players[1], 0, 0
    best: tuple[float, str] | None = None
    for group in FAMILIES[game.NAME](variant):
        found = []
        for state in group:
            worth = solvers.values(game.NAME, state)
            assert worth.exact
            if abs(worth.players[1] - 0.5) <= NEAR:
                found.append((worth.players[1], game.position(state)))
        tried, fair = tried + len(group), fair + len(found)
        if best is None and found:
            best = min(found, key=lambda one: (round(abs(one[0] - 0.5), 12), one[1]))
    value, position = best or (0.0, "")
    return Handicap(game.position(start), plain, tried, fair, position, value)


# --- what was found, kept beside the tables --------------------------------------------------------------------------

SHELF = resources.files("tablee.solvers") / "data" / "handicaps.txt"


def line(found: Handicap) -> str:
    return " ".join(
        (
            found.start,
            f"{found.plain:.9f}",
            str(found.tried),
            str(found.fair),
            found.position or "-",
            f"{found.value:.9f}",
        )
    )


@cache
def known() -> dict[str, Handicap]:
    """Every handicap that was searched, by the position that its game begins with."""
    found = {}
    for text in SHELF.read_text(encoding="ascii").splitlines():
        start, plain, tried, fair, position, value = text.split()
        position = "" if position == "-" else position
        found[start] = Handicap(start, float(plain), int(tried), int(fair), position, float(value))
    return found


def handicap(game: AnyGame, variant: Variant) -> Handicap | None:
    """What is known about a variant; None if its family was never searched."""
    return known().get(game.position(game.start(variant)))


@cache
def settings_told() -> dict[str, Text]:
    """The games of which even chances are known, and with which of the settings that people choose; no own sheets."""
    starts: dict[str, list[dict[str, object]]] = {}
    for start, found in known().items():
        if found.position and "sheet=" not in start:
            game = games.load(start.partition(":")[0].partition("/")[0])
            starts.setdefault(game.NAME, []).append(dict(game.settings(game.from_position(start).variant)))
    return {name: _settings(games.load(name), found) for name, found in starts.items()}


def _settings(game: AnyGame, found: list[dict[str, object]]) -> Text:
    """`zones : 1, 2 ou 3`: the settings that not all values serve of."""
    told = []
    for option in game.OPTIONS:
        serve = [
            value for value in option.values if any(each.get(option.key, option.default) == value for each in found)
        ]
        if option.only is None and len(serve) < len(option.values):
            label = Text(option.label.fr.rstrip(" ?\u202f\xa0"), option.label.en.rstrip("?"))
            told.append(label + Text(" : ", ": ") + listed(map(option.name, serve)))
    return listed(told, last=Text(" ; ", "; "))


def begun(game: AnyGame, variant: Variant) -> State:
    """The state to begin with, so that the chances are even. Unsolved: nobody knows one for this variant."""
    found = handicap(game, variant)
    if found is None:
        serves = settings_told().get(game.NAME)
        raise Unsolved(
            Text(
                "Avec ces réglages, personne ne sait égaliser les chances.",
                "With these settings nobody knows how to make the chances even.",
            )
            + (Text(" On le sait avec : ", " It is known with: ") + serves + same(".") if serves else same(""))
        )
    if not found.position:
        raise Unsolved(told(found))
    return game.from_position(found.position)


# --- in words --------------------------------------------------------------------------------------------------------


def _blocks(state: blocs.State) -> Text:
    """Blocks that are given, or missing on both sides."""
    if state.opened:
        absent = [
            listed(map(same, blocs.numbers(blocs.ALL & ~mask)), last=Text(" et ", " and ")) for mask in state.seats
        ]
        first = (
            Text(f"joueur 1 sans {absent[0].fr}", f"player 1 without {absent[0].en}")
            if absent[0].fr
            else Text("joueur 1 avec ses dix blocs", "player 1 with all ten blocks")
        )
        return capital(first) + Text(
            f", joueur 2 sans {absent[1].fr} ; un 7 passe toujours la main.",
            f", player 2 without {absent[1].en}; a 7 always passes the turn.",
        )
    given = listed(map(same, state.variant.given.split(",")), last=Text(" et ", " and "))
    if state.variant.mode == "solo":
        return Text(f"On commence sans {given.fr}.", f"Begin without {given.en}.")
    if state.variant.mode == "fast":
        return Text(f"Le joueur 2 commence sans {given.fr}.", f"Player 2 begins without {given.en}.")
    return Text(f"Au départ, {given.fr} : du côté du joueur 2.", f"At the start, {given.en}: on player 2’s side.")


def _dice(state: cadeau.State) -> Text:
    cells = [
        next((f"{place // 3 + 1}{'abc'[place % 3]}", die) for place, die in enumerate(side) if die)
        for side in state.sides
    ]
    (mine, lutins), (theirs, gnomes) = cells
    return Text(
        f"Avant de commencer, les Lutins écrivent {lutins} en {mine}, les Gnomes {gnomes} en {theirs}.",
        f"Before the start the Lutins write {lutins} in {mine}, the Gnomes {gnomes} in {theirs}.",
    )


def _objects(state: laaancez.State) -> Text:
    sheet = state.variant.sheet
    sides = []
    for cells in state.sheets:
        things = [
            (cell, item, sheet.things[item.kind].title)
            for cell, item in zip(sheet.cells, cells, strict=True)
            if item is not None and item.kind != sheet.candle.name
        ]
        sides.append(
            listed(
                Text(f"{title.fr} en {cell} (dégâts {item.damage})", f"{title.en} in {cell} (damage {item.damage})")
                for cell, item, title in things
            )
        )
    return Text(
        f"Déjà recrutés, joueur 1 : {sides[0].fr} ; joueur 2 : {sides[1].fr}.",
        f"Recruited already, player 1: {sides[0].en}; player 2: {sides[1].en}.",
    )


TOLD: dict[str, Callable[[Any], Text]] = {blocs.NAME: _blocks, cadeau.NAME: _dice, laaancez.NAME: _objects}


def note(game: AnyGame, variant: Variant) -> Text | None:
    """What a printed sheet says of head starts: the one it is printed for, or the one that makes the chances even."""
    if getattr(variant, "given", ""):
        return TOLD[game.NAME](game.start(variant))
    found = handicap(game, variant)
    if found is None or not found.position or not found.needed:
        return None
    how = told(found)
    return Text(
        f"Pour égaliser les chances : {how.fr[:1].lower()}{how.fr[1:]}",
        f"For even chances: {how.en[:1].lower()}{how.en[1:]}",
    )


def told(found: Handicap) -> Text:
    """How to begin, in words."""
    name = found.start.partition(":")[0].partition("/")[0]
    if not found.position:
        return Text(
            f"Aucune des {found.tried} avances essayées n’égalise les chances.",
            f"None of the {found.tried} head starts tried makes the chances even.",
        )
    if not found.needed:
        return Text("Les chances sont déjà égales.", "The chances are even as they are.")
    return TOLD[name](games.load(name).from_position(found.position))
