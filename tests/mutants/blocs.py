"""Pousse-blocs with one rule broken."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from tablee.core.game import Outcome
from tablee.games.blocs import calculation, rules
from tablee.games.blocs.rules import MODES, Push, State

from .mutant import mutant, swap

Dice = tuple[int, ...]
Blocks = tuple[int, ...]
Number = Fraction | None


def reaching(other: Callable[[int, Blocks], Mapping[calculation.Term, Fraction]]) -> None:
    """Another idea of what blocks can make."""

    def reach(level: int, blocks: Blocks) -> frozenset[int]:
        return frozenset(int(value) for value in other(level, blocks).values() if value.denominator == 1)

    swap(calculation, "reach", reach)


def pushing(other: Callable[[int, int, Dice, set[Push]], set[Push]]) -> None:
    """Other pushes than the right ones."""
    pushes = rules.pushes

    def changed(level: int, mask: int, dice: Dice) -> tuple[Push, ...]:
        return tuple(sorted(other(level, mask, dice, set(pushes(level, mask, dice))), key=lambda push: push.blocks))

    swap(rules, "pushes", changed)


def groups(mask: int, size: int) -> set[Push]:
    return {Push(blocks) for blocks in itertools.combinations(rules.numbers(mask), size)}


def makeable(level: int, mask: int, dice: Dice) -> set[Push]:
    return {push for push in rules._making(level, dice) if rules.mask_of(push) & ~mask == 0}


def applying(other: Callable[[str, Number, Number], Number]) -> None:
    swap(calculation, "_apply", other)


apply = calculation._apply


@mutant("B1", "Il y a aussi un bloc 7.", "There is a block 7 too.")
def block_seven() -> None:
    swap(rules, "BLOCKS", (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
    swap(rules, "ALL", rules.ALL | 1 << 7)


@mutant("B3", "Au niveau 3, le produit n’est pas un but.", "At level 3 the product is no target.")
def no_product() -> None:
    swap(rules, "targets", lambda level, dice: (sum(dice),))


@mutant(
    "B4",
    "Au niveau 2, on ne soustrait pas deux fois : a − b − c ne vaut pas.",
    "At level 2 nothing is taken away twice: a − b − c does not count.",
)
def one_minus() -> None:
    reaching(
        lambda level, blocks: {
            term: value
            for term, value in calculation.values(level, blocks).items()
            if level != 2 or str(term).count("-") < 2
        }
    )


@mutant("B4", "Au niveau 3, pas de parenthèses.", "No brackets at level 3.")
def no_brackets() -> None:
    reaching(
        lambda level, blocks: {
            term: value for term, value in calculation.values(level, blocks).items() if "(" not in str(term)
        }
    )


@mutant("B4", "Une division laisse tomber son reste.", "A division drops its remainder.")
def rounded_pushes() -> None:
    reaching(
        lambda level, blocks: {
            term: Fraction(int(value)) for term, value in calculation.values(level, blocks).items() if value > 0
        }
    )


@mutant(
    "B5", "Un calcul avec une fraction en route est refusé.", "A calculation with a fraction on the way is refused."
)
def no_fractions() -> None:
    def whole(sign: str, a: Number, b: Number) -> Number:
        made = apply(sign, a, b)
        return made if made is not None and made.denominator == 1 else None

    applying(whole)


@mutant("B5", "Un calcul dit se lit de gauche à droite.", "A stated calculation is read from left to right.")
def left_to_right() -> None:
    class Reader(calculation._Reader):
        def chain(self, signs: tuple[str, str]) -> Number:
            value = self.atom()
            while (sign := self.peek()) and sign in "+-*/":
                self.at += 1
                value = apply(sign, value, self.atom())
            return value

    swap(calculation, "_Reader", Reader)


def comparing(other: Callable[[Blocks, Blocks], bool]) -> None:
    """Another idea of when the blocks of a calculation are those that are pushed."""
    check = calculation.check

    def changed(level: int, blocks: Blocks, targets: tuple[int, ...], stated: str) -> str:
        said = tuple(int(number) for number in re.findall(r"[0-9]{1,2}", calculation.spell(stated)))
        return check(level, said if other(said, blocks) else blocks, targets, stated)

    swap(calculation, "check", changed)


@mutant("B5", "Un calcul peut laisser de côté un bloc poussé.", "A calculation may leave out a pushed block.")
def blocks_left_out() -> None:
    comparing(lambda said, blocks: set(said) < set(blocks))


@mutant("B3", "Le niveau donné sans le mode est oublié.", "The level is forgotten when no mode is given.")
def level_needs_a_mode() -> None:
    variant = rules.variant

    def changed(settings: Mapping[str, object]) -> rules.Variant:
        return variant(settings) if "mode" in settings else replace(variant(settings), level=1)

    swap(rules, "variant", changed)


@mutant("B6", "Après le choix libre d’un double, le tour passe.", "After a double’s free push the turn passes.")
def double_ends_the_turn() -> None:
    swap(rules, "goes_on", lambda level, mask, dice: bool(makeable(level, mask, dice)))


@mutant("B7", "Avec un seul bloc, un double ne pousse rien.", "With one block left a double pushes nothing.")
def double_needs_two() -> None:
    pushing(
        lambda level, mask, dice, right: right if dice[0] != dice[1] else makeable(level, mask, dice) | groups(mask, 2)
    )


@mutant("B7", "Un double n’offre que deux blocs au choix, aucun calcul.", "A double offers two blocks only, no target.")
def double_without_target() -> None:
    pushing(
        lambda level, mask, dice, right: (
            right
            if dice[0] != dice[1]
            else {push for push in right if len(push.blocks) == min(2, len(rules.numbers(mask)))}
        )
    )


@mutant(
    "B8", "On relance un 7 tant qu’on n’a pas poussé soi-même.", "A 7 is thrown again until one has pushed oneself."
)
def seven_until_own_push() -> None:
    throw = rules._throw

    def other(state: State, dice: Dice) -> State:
        untouched = state.seats[state.seat] == rules.ALL and not state.dice
        return state if sum(dice) == 7 and untouched else throw(state, dice)

    swap(rules, "_throw", other)


@mutant("B9", "Sans calcul possible, le bloc d’un dé ne se pousse pas.", "Without a target no single block is pushed.")
def no_single() -> None:
    pushing(lambda level, mask, dice, right: right if rules.goes_on(level, mask, dice) else set())


@mutant(
    "B9", "Le bloc d’un dé se pousse aussi quand un calcul est possible.", "A die’s own block may always be pushed."
)
def single_beside_target() -> None:
    pushing(
        lambda level, mask, dice, right: (
            right | {Push((die,)) for die in dice if mask >> die & 1} if sum(dice) != 7 else right
        )
    )


@mutant("B10", "Quand rien ne se pousse, on relance.", "When nothing can be pushed one throws again.")
def nothing_throws_again() -> None:
    following = rules._next
    throw = rules._throw

    def other(state: State, dice: Dice) -> State:
        swap(rules, "_next", following if sum(dice) == 7 else lambda state: state.seat)
        try:
            return throw(state, dice)
        finally:
            swap(rules, "_next", following)

    swap(rules, "_throw", other)


@mutant("B11", "Qui n’a rien devant soi au début de son tour a gagné.", "Whoever begins a turn with no block has won.")
def empty_side_wins() -> None:
    play = rules.play

    def other(state: State, event: rules.Event) -> State:
        after = play(state, event)
        idle = after.opened and not after.dice and not after.over and not after.seats[after.seat]
        return replace(after, over=True) if idle else after

    swap(rules, "play", other)


@mutant("B12", "On pousse jusqu’à quatre blocs.", "Up to four blocks are pushed.")
def four_blocks() -> None:
    swap(rules, "MOST", 4)


def mode(name: str, **changes: object) -> None:
    MODES[name] = replace(MODES[name], **changes)  # type: ignore[arg-type]


@mutant("B13", "À deux face à face, les blocs poussés sortent du jeu.", "In a duel what is pushed leaves the game.")
def duel_without_return() -> None:
    mode("duel", facing={})


@mutant("B14", "À deux rapide, ce qu’on pousse passe à l’autre.", "In fast mode what is pushed goes to the other.")
def fast_with_return() -> None:
    mode("fast", facing={0: 1, 1: 0})


@mutant("B15", "À quatre, on joue 1, 3, 2, 4.", "Four players play in the order 1, 3, 2, 4.")
def four_across() -> None:
    mode("four", order=(0, 2, 1, 3))


@mutant("B15", "Qui n’a pas de bloc devant soi ne lance pas.", "A player with no block in front does not throw.")
def idle_seat_is_skipped() -> None:
    following = rules._next

    def other(state: State) -> int:
        seat = following(state)
        while not state.seats[seat]:
            seat = following(replace(state, seat=seat))
        return seat

    swap(rules, "_next", other)


@mutant("B16", "À trois, la place 3 joue avant la place 4.", "With three, seat 3 plays before seat 4.")
def three_in_order() -> None:
    mode("three", order=(0, 1, 2, 3))


@mutant("B17", "Seul, le bloc seul d’un dé finit la partie.", "Alone, the single block of a die ends the game.")
def solo_single_ends() -> None:
    push = rules._push

    def other(state: State, event: Push) -> State:
        after = push(state, event)
        single = not rules.goes_on(state.variant.level, state.seats[state.seat], state.dice)
        return replace(after, over=True) if state.variant.mode == "solo" and single else after

    swap(rules, "_push", other)


def solo_outcome(other: Callable[[State, Outcome], Outcome]) -> None:
    outcome = rules.outcome

    def changed(state: State) -> Outcome | None:
        found = outcome(state)
        return other(state, found) if found and state.variant.mode == "solo" else found

    swap(rules, "outcome", changed)


@mutant("B17", "Seul, on compte les blocs restants, pas leur somme.", "Alone, blocks left are counted, not summed.")
def solo_counts_blocks() -> None:
    solo_outcome(lambda state, found: replace(found, scores={1: len(rules.numbers(state.seats[0]))}))


# --- the options ------------------------------------------------------------------------------------------------


def leaving(other: Callable[[State, State], State]) -> None:
    """What follows no push, changed."""
    push = rules._push

    def changed(state: State, event: Push) -> State:
        after = push(state, event)
        return after if event.blocks else other(state, after)

    swap(rules, "_push", changed)


@mutant("B6", "Qui ne pousse pas relance.", "Whoever does not push throws again.")
def no_push_throws_again() -> None:
    leaving(lambda state, after: replace(state, dice=()))


def starting(other: Callable[[State], tuple[int, ...]]) -> None:
    """Given blocks, laid elsewhere."""
    start = rules.start

    def changed(variant: rules.Variant) -> State:
        found = start(variant)
        return replace(found, seats=other(found)) if variant.given else found

    swap(rules, "start", changed)


@mutant("B18", "L’avance va à l’autre place.", "The head start goes to the other seat.")
def given_to_the_other() -> None:
    starting(lambda state: state.seats[::-1])


@mutant("B8", "Les blocs donnés comptent comme poussés.", "Given blocks count as pushed.")
def given_opens() -> None:
    start = rules.start
    swap(rules, "start", lambda variant: replace(start(variant), opened=bool(variant.given)))
