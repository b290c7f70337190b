"""Calculations over blocks (B4, B5): every way to make a target, and a check of one that a player states.

A calculation uses each of its one to three blocks exactly once, in any order and with any brackets. Two that
differ only by the order of terms or by needless brackets are one calculation, written with the larger block first.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from operator import add, mul, sub, truediv

from tablee.core.errors import CalculationError
from tablee.core.game import clip
from tablee.core.words import Text, and_list, or_list, untranslated

OPERATIONS = {1: "+", 2: "+-", 3: "+-*/"}  # B4, by level
OPERATORS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {"+": add, "-": sub, "*": mul, "/": truediv}
SIGNS = {  # each as it is recorded, shown and said; and how else it may be written
    "+": ("+", Text("plus", "plus"), "plus"),
    "-": ("−", Text("moins", "minus"), "[−–—]|moins|minus"),
    "*": ("×", Text("fois", "times"), "[×·x]|fois|times|multipli[ée]e?s? par|multiplied by"),
    "/": ("÷", Text("divisé par", "divided by"), "[÷:]|divis[ée]e?s? par|divided by"),
}
SIGN_NAMES = {
    **{sign: spoken for sign, (_, spoken, _) in SIGNS.items()},
    "(": Text("ouvrir la parenthèse", "open bracket"),
    ")": Text("fermer la parenthèse", "close bracket"),
}
READ_AS = {sign: re.compile(rf"(?<![^\W\d_])(?:{other})(?![^\W\d_])") for sign, (_, _, other) in SIGNS.items()}
LONGEST = 60  # characters of a stated calculation; three blocks need far fewer


@dataclass(frozen=True, slots=True)
class Chain:
    """A sum (`+` and `-`) or a product (`*` and `/`) of two terms or more, in its one normal form."""

    sign: str  # "+" or "*"
    direct: tuple[Term, ...]  # added, or multiplied
    inverse: tuple[Term, ...]  # subtracted, or divided by

    def __str__(self) -> str:
        undo = "-" if self.sign == "+" else "/"
        direct = self.sign.join(map(self._term, self.direct))
        return direct + "".join(undo + self._term(term) for term in self.inverse)

    def _term(self, term: Term) -> str:
        return f"({term})" if self.sign == "*" and isinstance(term, Chain) else str(term)


Term = int | Chain


def _chain(sign: str, direct: tuple[Term, ...], inverse: tuple[Term, ...]) -> Chain:
    """A chain whose inner chains of the same sign are opened up: a - (b - c) is a + c - b."""
    plus: list[Term] = []
    minus: list[Term] = []
    for terms, same_way, other_way in ((direct, plus, minus), (inverse, minus, plus)):
        for term in terms:
            if isinstance(term, Chain) and term.sign == sign:
                same_way += term.direct
                other_way += term.inverse
            else:
                same_way.append(term)

    def order(term: Term) -> tuple[bool, int, str]:
        """Larger blocks first; products before them (6*3+2), brackets behind (10*(4-2))."""
        return (sign == "*", 0, str(term)) if isinstance(term, Chain) else (sign == "+", -term, "")

    return Chain(sign, tuple(sorted(plus, key=order)), tuple(sorted(minus, key=order)))


@cache
def values(level: int, blocks: tuple[int, ...]) -> dict[Term, Fraction]:
    """Every calculation over exactly these blocks, with what it makes."""
    if len(blocks) == 1:
        return {blocks[0]: Fraction(blocks[0])}  # B4: a block alone is its own calculation
    made: dict[Term, Fraction] = {}
    for group in range(1, 2 ** len(blocks) - 1):  # every split into two groups, both ways round
        left = tuple(block for place, block in enumerate(blocks) if group >> place & 1)
        right = tuple(block for place, block in enumerate(blocks) if not group >> place & 1)
        for a, x in values(level, left).items():
            for b, y in values(level, right).items():
                made[_chain("+", (a, b), ())] = x + y
                if level >= 2:
                    made[_chain("+", (a,), (b,))] = x - y
                if level >= 3:
                    made[_chain("*", (a, b), ())] = x * y
                    if y:
                        made[_chain("*", (a,), (b,))] = x / y
    return made


@cache
def reach(level: int, blocks: tuple[int, ...]) -> frozenset[int]:
    """The whole numbers that one to three blocks can make."""
    return frozenset(over // under for over, under in _ratios(level, blocks) if over % under == 0)


@cache
def _ratios(level: int, blocks: tuple[int, ...]) -> set[tuple[int, int]]:
    """All that they can make, as numbers over others: a tenth of the time of `values`, which also tells how."""
    if len(blocks) == 1:
        return {(blocks[0], 1)}
    made = set()
    for place, block in enumerate(blocks):
        for over, under in _ratios(level, blocks[:place] + blocks[place + 1 :]):
            whole = block * under
            made.add((whole + over, under))
            if level >= 2:
                made |= {(whole - over, under), (over - whole, under)}
            if level >= 3:
                made |= {(block * over, under), (over, whole)} | ({(whole, over)} if over else set())
    return made


EFFORT = {"-": 1, "*": 2, "/": 4, "(": 8}  # what makes a calculation harder to say


@cache
def _list_calculations(level: int, blocks: tuple[int, ...]) -> dict[int, list[str]]:
    """Every calculation that makes a whole number, by that number."""
    made: dict[int, list[str]] = {}
    for term, value in values(level, blocks).items():
        if value.denominator == 1:
            made.setdefault(value.numerator, []).append(str(term))
    return made


@cache
def calculations(level: int, blocks: tuple[int, ...], targets: tuple[int, ...]) -> tuple[str, ...]:
    """Every calculation that makes one of the targets, simplest first."""
    made = _list_calculations(level, blocks)
    found = {text for target in targets for text in made.get(target, ())}
    return tuple(sorted(found, key=lambda text: (sum(EFFORT.get(char, 0) for char in text), len(text), text)))


def check(level: int, blocks: tuple[int, ...], targets: tuple[int, ...], stated: str) -> str:
    """The stated calculation as it is recorded, if it makes a target with exactly these blocks (B5)."""
    text = spell(stated)
    numbers, operations, _, made = _parse(text)
    if made is None:
        raise CalculationError(f"« {pretty(text)} » divise par zéro.", f"“{pretty(text)}” divides by zero.")
    for operation in operations:
        if operation not in OPERATIONS[level]:
            allowed = pretty(" ".join(OPERATIONS[level]))
            raise CalculationError(
                f"« {pretty(text)} » : au niveau {level}, on ne se sert que de {allowed}.",
                f"“{pretty(text)}”: level {level} only uses {allowed}.",
            )
    if sorted(numbers) != sorted(blocks):
        wanted = and_list(blocks)
        raise CalculationError(
            f"« {pretty(text)} » : prenez chaque bloc une seule fois : {wanted.fr}.",
            f"“{pretty(text)}”: use each block exactly once: {wanted.en}.",
        )
    if made not in targets:
        goal = or_list(map(untranslated, targets))
        raise CalculationError(
            f"{pretty(text)} = {made} : il fallait faire {goal.fr}.",
            f"{pretty(text)} = {made}: the target was {goal.en}.",
        )
    return text


def normal(stated: str) -> str:
    """A calculation that reads well, in its one normal form: `2 + 3` and `(3 + 2)` are `3+2`."""
    return str(_parse(spell(stated))[2])


@lru_cache(maxsize=4096)  # every push that is told asks for it
def value(stated: str) -> Fraction | None:
    """What a calculation makes; None if it divides by zero."""
    return _parse(spell(stated))[3]


def equation(stated: str) -> str:
    """A calculation and what it makes, as people write it: 6 × 2 − 3 = 9."""
    return f"{pretty(stated)} = {value(stated)}"


def spell(stated: str) -> str:
    """A calculation in its recorded spelling: `+ - * /`, and no spaces but those that keep two numbers apart."""
    text = " ".join(stated.casefold().split())
    for sign, written in READ_AS.items():
        text = written.sub(sign, text)
    return re.sub(r" (?![0-9])|(?<![0-9]) ", "", text)[: LONGEST + 1]


def pretty(text: str) -> str:
    """A calculation as people write it: 6 × 2 − 3."""
    shown = (f" {SIGNS[char][0]} " if char in SIGNS else char for char in clip(text, LONGEST))
    return " ".join("".join(shown).split())


def _parse(text: str) -> tuple[list[int], set[str], Term, Fraction | None]:
    """The numbers and operations of a calculation, its normal form and its value (None: a division by zero)."""
    if not text or len(text) > LONGEST:
        raise CalculationError(
            f"Un calcul s’écrit en 1 à {LONGEST} signes, par exemple 6*2-3.",
            f"A calculation takes 1 to {LONGEST} characters, for example 6*2-3.",
        )
    tokens, depth, due = [], 0, True  # `due`: a number or a bracket that opens has to come
    for found in re.finditer(r"[0-9]+|\S", text):
        token = found[0]
        fits = token == "(" or re.fullmatch("[0-9]{1,2}", token) if due else token in SIGNS or (token == ")" and depth)
        if not fits:
            raise CalculationError(
                f"« {clip(text)} » : « {clip(token)} » n’a pas sa place ici (signe {found.start() + 1}).",
                f"“{clip(text)}”: “{clip(token)}” does not belong here (character {found.start() + 1}).",
            )
        tokens.append(str(int(token)) if token.isdigit() else token)  # Python reads no 03
        depth += (token == "(") - (token == ")")
        due = token == "(" or token in SIGNS
    if due:
        last = pretty(token)
        raise CalculationError(f"Il manque un nombre après le {last}.", f"A number is missing after the {last}.")
    if depth:
        raise CalculationError("Il manque une parenthèse à la fin.", "A bracket is missing at the end.")
    made = _build(ast.parse("".join(tokens), mode="eval").body)
    return [int(token) for token in tokens if token.isdigit()], set(tokens) & SIGNS.keys(), *made


def _build(node: ast.expr) -> tuple[Term, Fraction | None]:
    """The normal form and the value of a calculation that reads well."""
    if isinstance(node, ast.Constant):
        assert isinstance(node.value, int)
        return node.value, Fraction(node.value)
    assert isinstance(node, ast.BinOp)
    (left, over), (right, under) = _build(node.left), _build(node.right)
    sign = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}[type(node.op)]
    terms = ((left, right), ()) if sign in "+*" else ((left,), (right,))
    chain = _chain("+" if sign in "+-" else "*", *terms)
    if over is None or under is None or (sign == "/" and not under):
        return chain, None
    return chain, OPERATORS[sign](over, under)
