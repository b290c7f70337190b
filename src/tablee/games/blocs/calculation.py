"""Calculations over blocks (B4, B5): every way to make a target, and a check of one that a player states.

A calculation uses each of its one to three blocks exactly once, in any order and with any brackets. Two that
differ only by the order of terms or by needless brackets are one calculation, written with the larger block first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from operator import add, mul, sub, truediv

from tablee.core.errors import CalculationError
from tablee.core.game import clip
from tablee.core.words import and_list, or_list, untranslated

OPERATIONS = {1: "+", 2: "+-", 3: "+-*/"}  # B4, by level
OPERATORS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {"+": add, "-": sub, "*": mul, "/": truediv}
SPELLINGS = str.maketrans({"−": "-", "–": "-", "×": "*", "÷": "/"})
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
            f"« {pretty(text)} » : servez-vous de chaque bloc poussé une seule fois, et de rien d’autre : {wanted.fr}.",
            f"“{pretty(text)}”: use each pushed block once, and nothing else: {wanted.en}.",
        )
    if made not in targets:
        goal = or_list(map(untranslated, targets))
        raise CalculationError(
            f"{pretty(text)} = {made} : il fallait faire {goal.fr}.",
            f"{pretty(text)} = {made}: the goal was {goal.en}.",
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
    """A calculation in its recorded spelling: `+ - * /`, no spaces."""
    return re.sub(r"\s+", "", stated[: LONGEST + 1].translate(SPELLINGS))


def pretty(text: str) -> str:
    """A calculation as people write it: 6 × 2 − 3."""
    signs = {"+": " + ", "-": " − ", "*": " × ", "/": " ÷ "}
    return re.sub(r" +", " ", "".join(signs.get(char, char) for char in clip(text, LONGEST))).strip()


def _parse(text: str) -> tuple[list[int], set[str], Term, Fraction | None]:
    """The numbers and operations of a calculation, its normal form and its value (None: a division by zero)."""
    if not text or len(text) > LONGEST:
        raise CalculationError(
            f"Un calcul s’écrit en 1 à {LONGEST} signes, par exemple 6*2-3.",
            f"A calculation takes 1 to {LONGEST} characters, for example 6*2-3.",
        )
    tokens = re.findall(r"[0-9]+|.", text)
    reader = _Reader(text, tokens)
    made = reader.chain("+", "-")
    if reader.at < len(tokens):
        raise reader.unexpected_error()
    return [int(token) for token in tokens if token.isdigit()], set(tokens) & set("+-*/"), *made


Read = tuple[Term, Fraction | None]  # in normal form, and its value


class _Reader:
    """A recursive reader of `term (sign term)*`; brackets nest no deeper than the text is long."""

    def __init__(self, text: str, tokens: list[str]) -> None:
        self.text, self.tokens, self.at = text, tokens, 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def chain(self, direct: str, inverse: str) -> Read:
        term, value = self.operand(direct)
        while (sign := self.peek()) in (direct, inverse):
            self.at += 1
            other, by = self.operand(direct)
            terms = ((term, other), ()) if sign == direct else ((term,), (other,))
            term, zero = _chain(direct, *terms), sign == "/" and not by
            value = None if value is None or by is None or zero else OPERATORS[sign](value, by)
        return term, value

    def operand(self, sign: str) -> Read:
        return self.chain("*", "/") if sign == "+" else self.atom()

    def atom(self) -> Read:
        token = self.peek()
        self.at += 1
        if token.isascii() and token.isdigit() and len(token) <= 2:
            return int(token), Fraction(int(token))
        if token == "(":
            made = self.chain("+", "-")
            if self.peek() == ")":
                self.at += 1
                return made
            self.at += 1
        self.at -= 1
        raise self.unexpected_error()

    def unexpected_error(self) -> CalculationError:
        token = self.peek()
        if not token:
            last = pretty(self.text.strip()[-1:]).strip()
            if last.isdigit() or last == ")":
                return CalculationError("Il manque une parenthèse à la fin.", "A bracket is missing at the end.")
            if not last:
                return CalculationError("Il manque un calcul.", "A sum is missing.")
            return CalculationError(f"Il manque un nombre après le {last}.", f"A number is missing after the {last}.")
        column = sum(map(len, self.tokens[: self.at])) + 1
        return CalculationError(
            f"« {clip(self.text)} » : « {clip(token)} » n’a pas sa place ici (signe {column}).",
            f"“{clip(self.text)}”: “{clip(token)}” does not belong here (character {column}).",
        )
