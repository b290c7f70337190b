"""Corners of the rules that random games seldom reach: meetings of zones, calculations right and wrong, shields."""

from __future__ import annotations

import itertools
import math
import operator
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from tablee.core.game import TWO_DICE
from tablee.games import blocs, cadeau, laaancez
from tablee.games.blocs.calculation import OPERATIONS

from .case import Case, Question, about, question
from .variants import ROW_OF_SHIELDS, Played


def questions(played: Played, seed: int, most: int) -> Iterator[Question]:
    """The corners of a variant: small boards of cadeau, words in a duel of blocs, a row of shields in laaancez."""
    if played.game in CORNERS:
        yield from CORNERS[played.game](played, seed, most)


def _cadeau(played: Played, seed: int, most: int) -> Iterator[Question]:
    yield question(_board(played.settings, (OUT_OF_ORDER,) * cadeau.variant(played.settings).zones))
    if not played.brief and played.settings.get("zones", 9) <= 3:
        yield from boards(played.settings)


def _blocs(played: Played, seed: int, most: int) -> Iterator[Question]:
    if not played.brief and played.settings.get("mode") == "duel":
        yield from calculations(played.settings["level"], seed, most)


def _laaancez(played: Played, seed: int, most: int) -> Iterator[Question]:
    sheet = played.settings.get("sheet", "noel")
    if not played.brief and sheet is ROW_OF_SHIELDS:
        yield from shields(played.settings)
    if not played.brief and sheet == "noel":
        yield from folds(played.settings)


CORNERS = {"cadeau": _cadeau, "blocs": _blocs, "laaancez": _laaancez}


# --- cadeau: C5 to C11 ----------------------------------------------------------------------------------------

Hand = tuple[int, int, int]
OUT_OF_ORDER: tuple[Hand, Hand] = ((3, 5, 4), (6, 6, 5))  # a straight or not, as the variant says (C7a)


def boards(settings: Mapping[str, Any]) -> Iterator[Question]:
    """One zone with every kind of three dice against every other; more zones with every way to hold them."""
    hands = _hands()
    meetings = list(itertools.product(hands, hands))
    if settings["zones"] == 1:
        for meeting in meetings:
            yield question(_board(settings, (meeting,)))
        return
    held = {cadeau.verdict(settings.get("straights", "ordered"), *meeting).holder: meeting for meeting in meetings}
    for zones in itertools.product(held.values(), repeat=settings["zones"]):
        yield question(_board(settings, zones))


def _board(settings: Mapping[str, Any], zones: tuple[tuple[Hand, Hand], ...]) -> Case:
    """A game that ends with these dice in the zones, the Lutins' and the Gnomes'."""
    events = [
        token
        for zone, meeting in enumerate(zones, 1)
        for cell, *dice in zip(cadeau.CELLS, *meeting, strict=True)
        for die in dice
        for token in (f"d{die}", f"{zone}{cell}")
    ]
    return Case("cadeau", settings, tuple(events))


def _hands() -> list[Hand]:
    """Three dice for each way to be worth something, by either reading of straights; runs rising, falling, mixed."""
    found: dict[object, Hand] = {}
    faces = range(1, 7)
    for dice in itertools.product(faces, faces, faces):
        ordered, unordered = (cadeau.combination(straights, dice) for straights in ("ordered", "any"))
        rising = unordered.kind == "straight" and dice[0] < dice[1] < dice[2]
        found.setdefault((ordered, unordered, rising), dice)
    return list(found.values())


# --- blocs: B4, B5 --------------------------------------------------------------------------------------------

PRINTED = str.maketrans("-*/", "−×÷")
BROKEN = ("", "{0}+", "({0}+{1}", "{0}+{1})", "{0}++{1}", "x", "{0}+{1}=", "{0}+0+{1}", "{0}+{0}")


EACH = 8  # questions of a kind: more teach nothing new


@cache
def calculations(level: int, seed: int, pushes: int) -> tuple[Question, ...]:
    """First throws and pushes of a game with what was said: right, tempting, or no calculation at all."""
    rng = random.Random(f"calculations {seed} {level}")
    game = Case("blocs", {"mode": "duel", "level": level})
    rules, start = game.start
    thrown = [rules.play(start, roll) for roll, _ in TWO_DICE]
    moves = [(state, push) for state in thrown for push in rules.moves(state, 1)]
    rng.shuffle(moves)
    asked: list[Question] = []
    kinds: Counter[object] = Counter()
    for state, push in moves[:pushes]:
        throw = "d{}{}".format(*state.dice)
        other = rng.choice(rules.moves(state, 1))
        said = _tempting(level, push.blocks, blocs.targets(level, state.dice), rng)
        said["broken"] = rng.choice(BROKEN).format(push.blocks[0], push.blocks[-1])
        said["other blocks"] = next(iter(blocs.ways(state, other)), "x")
        for kind, text in said.items():
            kinds[kind] += 1
            if kinds[kind] <= EACH:
                spelled = text.translate(PRINTED) if rng.random() < 0.5 else text
                asked.append(question(game.then(throw, f"{push}:{spelled}")))
    return tuple(asked)


Apply = Callable[[str, float, float], float]


def _exact(sign: str, a: float, b: float) -> float:
    return math.nan if sign == "/" and not b else SIGNS[sign](a, b)


def _whole(sign: str, a: float, b: float) -> float:
    """As one who drops what is left over when dividing."""
    made = _exact(sign, a, b)
    return made if math.isnan(made) else math.trunc(made + math.copysign(CLOSE, made))


def _apart(sign: str, a: float, b: float) -> float:
    """As one who always takes the smaller from the larger."""
    return abs(_exact(sign, a, b))


SIGNS: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
}
CLOSE = 1e-9  # these values only sort what is asked; the answers are the rules' own
FORMS = {"flat": "{}{}{}{}{}", "left": "({}{}{}){}{}", "right": "{}{}({}{}{})"}


def _value(form: str, blocks: tuple[int, ...], signs: tuple[str, ...], apply: Apply) -> float:
    a, b, *more = blocks
    if not more:
        return apply(signs[0], a, b)
    product_last = signs[0] in "+-" and signs[1] in "*/"
    if form == "right" or (form == "flat" and product_last):
        return apply(signs[0], a, apply(signs[1], b, more[0]))
    return apply(signs[1], apply(signs[0], a, b), more[0])


def _tempting(level: int, blocks: tuple[int, ...], targets: tuple[int, ...], rng: random.Random) -> dict[object, str]:
    """One calculation of the blocks for each way to make a target, really or to somebody who misreads it."""
    if len(blocks) == 1:
        return {"alone": str(blocks[0])}
    kinds: dict[object, list[str]] = {}
    for order in rng.sample(list(itertools.permutations(blocks)), 2):
        for signs in itertools.product(SIGNS, repeat=len(blocks) - 1):
            allowed = set(signs) <= set(OPERATIONS[level])
            words = [*itertools.chain.from_iterable(zip(order, signs, strict=False)), order[-1]]
            for form, shape in FORMS.items() if len(blocks) == 3 else (("flat", "{}{}{}"),):
                readings = [_value(form, order, signs, apply) for apply in (_exact, _whole, _apart)]
                readings += [_value(other, order, signs, _exact) for other in FORMS if other != form]
                hits = tuple(any(abs(reading - target) < CLOSE for target in targets) for reading in readings)
                kinds.setdefault((form, hits, allowed), []).append(shape.format(*words))
    return {kind: rng.choice(texts) for kind, texts in kinds.items()}


# --- laaancez: L9 to L12 --------------------------------------------------------------------------------------


def shields(settings: Mapping[str, Any]) -> Iterator[Question]:
    """Every row of shields, objects and gaps, when the combat begins and player 1 has to aim at it."""
    for row in itertools.product(("pic", "ecu", None), repeat=5):
        wanted = sorted((kind != "pic", kind, f"a{column}") for column, kind in enumerate(row, 1) if kind)
        if len(wanted) < 5 and "pic" not in row:
            continue  # there would be nothing to tick while player 1 fills the last cells
        events: list[str] = []
        for column in range(1, 6):
            _, kind, cell = wanted[column - 1] if column <= len(wanted) else (False, "tick", wanted[0][2])
            choice = f"2.+{cell}" if kind == "tick" else f"2.{kind}@{cell}"
            events += [FACES[kind], f"1.pic@a{column}", choice]
        yield question(Case("laaancez", settings, tuple(events)))


FACES = {"pic": "d2", "tick": "d2", "ecu": "d3"}  # each offers a pic as well


ROWS_HELD = ("a", "b", "ac", "ad", "bd", "cd")


def folds(settings: Mapping[str, Any]) -> Iterator[Question]:
    """Combats on the sheet noel, to the end, against one who stands in some rows only: folds over empty rows (L10)."""
    *cells, _ = laaancez.variant(settings).sheet.cells
    for rows in ROWS_HELD:
        held = (cell for cell in cells if cell[0] in rows)
        events: list[str] = []
        for begin in range(0, len(cells), 4):
            (first, *others), aim = cells[begin : begin + 4], next(held)
            events += ["d2", f"1.sapin@{first}", f"2.sapin@{aim}"]
            for cell in others:  # a sapin takes three ticks (L13)
                events += ["d6", f"1.renne@{cell}", f"2.+{aim}"]
        case = Case("laaancez", settings, tuple(events))
        game, states = case.played()
        state = states[-1]
        while players := game.players(state):
            yield about(case, game, state)
            move = game.moves(state, players[0])[0]
            case, state = case.then(str(move)), game.play(state, move)
        yield about(case, game, state)
