"""Small positions drawn as text, and random games, for the tests of every layer."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from tablee.core.game import AnyGame, Event, State, events
from tablee.core.record import Record
from tablee.core.registry import load
from tablee.games import blocs, cadeau, laaancez
from tablee.games.laaancez import Item, Sheet

BLOCS: tuple[tuple[str, dict[str, object]], ...] = tuple(
    ("blocs", {"mode": mode, "level": level}) for mode in blocs.MODES for level in (1, 2, 3)
)
VARIANTS: tuple[tuple[str, dict[str, object]], ...] = (
    ("cadeau", {}),
    ("cadeau", {"zones": 1}),
    ("cadeau", {"zones": 2, "straights": "any"}),
    ("cadeau", {"zones": 9}),
    *BLOCS,
    ("blocs", {"mode": "duel", "level": 2, "push": "may", "given": "3,10"}),
    ("blocs", {"mode": "four", "level": 1, "push": "may"}),
    ("blocs", {"mode": "solo", "level": 3, "push": "may", "single": "end", "given": "2"}),
    ("laaancez", {}),
)
# What batches are compiled for.
BATCHED = tuple(one for one in VARIANTS if "push" not in one[1] and "single" not in one[1])
# One of each game and mode, unusual settings among them: what is proved of these is seldom wrong of the others.
FEW: tuple[tuple[str, dict[str, object]], ...] = (
    ("cadeau", {"zones": 2, "straights": "any"}),
    ("blocs", {"mode": "duel", "level": 2, "push": "may", "given": "3,10"}),
    ("blocs", {"mode": "fast", "level": 3}),
    ("blocs", {"mode": "three", "level": 1}),
    ("blocs", {"mode": "four", "level": 1, "push": "may"}),
    ("blocs", {"mode": "solo", "level": 3, "push": "may", "single": "end", "given": "2"}),
    ("laaancez", {}),
)


def parameters(variants: Iterable[tuple[Any, ...]] = VARIANTS) -> list[Any]:
    """Variants, and what comes behind each of them, as parameters of a test: others than `FEW` in the slow run."""
    return [
        pytest.param(
            *one,
            id="-".join([one[0], *map(str, one[1].values()), *map(str, one[2:])])[:40],
            marks=() if one[:2] in FEW else pytest.mark.slow,
        )
        for one in variants
    ]


def side(drawn: str) -> tuple[int, ...]:
    """`345 6..` — the cells of one side, a dot where empty."""
    return tuple(0 if cell == "." else int(cell) for cell in drawn.replace(" ", ""))


def zones(lutins: str, gnomes: str, *, die: int = 0, straights: str = "ordered") -> cadeau.State:
    """A cadeau position: `zones("345 6..", "111 ...")`."""
    ours, theirs = side(lutins), side(gnomes)
    return cadeau.State(cadeau.Variant(len(ours) // 3, straights), (ours, theirs), die)


def mask(blocks: str) -> int:
    """`2 3 12` — a set of blocks."""
    return sum(1 << int(block) for block in blocks.split())


def track(mode: str, level: int, *seats: str, seat: int = 0, dice: str = "", opened: bool = True) -> blocs.State:
    """A blocs position: the blocks in front of each seat, `track("duel", 1, "2 3", "4")`."""
    thrown = tuple(map(int, dice))
    return blocs.State(blocs.Variant(mode, level), tuple(map(mask, seats)), seat, opened, thrown)


def cells(sheet: Sheet, drawn: str) -> tuple[Item | None, ...]:
    """`sapin . / bonnet2 .` — rows of objects, a dot where empty, an `x` behind a crossed-out one, a digit for its
    damage where it has been ticked, `*` and a digit for the hit points left. The candle stands unless drawn."""
    rows = [row.split() for row in drawn.split("/")]
    rows += [["."] * width for width in sheet.rows[len(rows) : -1]]
    if len(rows) < len(sheet.rows):
        rows.append([sheet.candle.name])
    assert [len(row) for row in rows] == list(sheet.rows), rows
    return tuple(_item(sheet, word) for row in rows for word in row)


def _item(sheet: Sheet, word: str) -> Item | None:
    if word == ".":
        return None
    hits = None
    if word.endswith("x"):
        word, hits = word[:-1], 0
    if "*" in word:
        word, _, left = word.partition("*")
        hits = int(left)
    damage = int(word[-1]) if word[-1].isdigit() else None
    kind = word.rstrip("0123456789")
    fresh = sheet.fresh[kind]
    return Item(kind, fresh.hits if hits is None else hits, fresh.damage if damage is None else damage)


def battle(first: str, second: str, *, turn: int = 1, rows: tuple[int, ...] | None = None) -> laaancez.State:
    """A laaancez position of two drawn sheets."""
    sheet = study_sheet(rows)
    return laaancez.State(laaancez.Variant(sheet), (cells(sheet, first), cells(sheet, second)), turn)


def study_sheet(rows: tuple[int, ...] | None = None) -> Sheet:
    noel = laaancez.load_shipped("noel")
    return noel if rows is None else Sheet("study", noel.candle, noel.objects, noel.faces, rows)


def choose(rng: random.Random, game: AnyGame, state: State) -> Event:
    """Any event that may follow, of any player who has to choose."""
    if game.phase(state) == "move":
        return rng.choice(game.moves(state, rng.choice(game.players(state))))
    return rng.choice(events(game, state))


def walk(name: str, settings: dict[str, object], seed: int) -> Iterator[tuple[State, Event, State]]:
    """A random game, step by step: the state, the event, the state after it."""
    game, rng = load(name), random.Random(seed)
    state = game.start(game.variant(settings))
    while game.phase(state) != "over":
        event = choose(rng, game, state)
        after = game.play(state, event)
        yield state, event, after
        state = after


def recorded(name: str, settings: dict[str, object], seed: int, players: tuple[str, ...] = ()) -> Record:
    """A random game as a record."""
    game = load(name)
    record = Record(game, game.variant(settings), players=players)
    for _, event, _ in walk(name, settings, seed):
        record = record.play(event)
    return record


# Laaancez with choices between drawing and damage, small enough to be solved.
HEDGED: dict[str, object] = {
    "name": "hedged",
    "rows": [1, 1, 1],
    "candle": {"hits": 1, "damage": 1},
    "objects": {
        "boule": {"hits": 2, "damage": 0, "limit": 1},
        "sapin": {"hits": 1, "damage": 1},
        "bouclier": {"hits": 1, "damage": 0, "shield": True},
    },
    "faces": {
        "1": ["boule", "sapin"],
        "2": ["boule", "+"],
        "3": ["sapin", "bouclier"],
        "4": ["sapin", "sapin"],
        "5": ["boule", "+"],
        "6": ["boule", "sapin"],
    },
}
