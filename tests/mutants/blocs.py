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


@mutant("B3", "Dès le niveau 2, le produit est un but.", "The product is a target from level 2.")
def early_product() -> None:
    targets = rules.targets
    swap(rules, "targets", lambda level, dice: targets(3 if level == 2 else level, dice))


@mutant("B3", "La différence des dés est aussi un but.", "The difference of the dice is a target too.")
def difference() -> None:
    targets = rules.targets
    swap(rules, "targets", lambda level, dice: tuple({*targets(level, dice), dice[1] - dice[0]}))


@mutant(
    "B4", "Au niveau 1, trois blocs ne se poussent pas ensemble.", "At level 1 three blocks are not pushed together."
)
def two_at_level_one() -> None:
    reaching(lambda level, blocks: {} if level == 1 and len(blocks) == 3 else calculation.values(level, blocks))


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


@mutant(
    "B4",
    "Au niveau 2, on soustrait les petits blocs du plus grand, rien d’autre.",
    "At level 2 the smaller blocks are always taken from the largest.",
)
def largest_minus_others() -> None:
    reaching(
        lambda level, blocks: {
            term: value
            for term, value in calculation.values(level, blocks).items()
            if level != 2 or value in (sum(blocks), 2 * blocks[-1] - sum(blocks))
        }
    )


@mutant("B4", "Au niveau 3, pas de parenthèses.", "No brackets at level 3.")
def no_brackets() -> None:
    reaching(
        lambda level, blocks: {
            term: value for term, value in calculation.values(level, blocks).items() if "(" not in str(term)
        }
    )


@mutant("B4", "Au niveau 3, on ne divise pas.", "No division at level 3.")
def no_division() -> None:
    reaching(
        lambda level, blocks: {
            term: value for term, value in calculation.values(level, blocks).items() if "/" not in str(term)
        }
    )


@mutant("B4", "Une division laisse tomber son reste.", "A division drops its remainder.")
def rounded_pushes() -> None:
    reaching(
        lambda level, blocks: {
            term: Fraction(int(value)) for term, value in calculation.values(level, blocks).items() if value > 0
        }
    )


@mutant("B4", "Au niveau 2, on peut aussi dire un calcul avec ×.", "At level 2 a calculation with × may be said too.")
def times_at_level_two() -> None:
    calculation.OPERATIONS[2] = "+-*"


@mutant("B5", "Ce que dit le joueur n’est pas vérifié.", "What the player says is not checked.")
def any_calculation() -> None:
    swap(rules, "_check_calculation", lambda state, push: None)


@mutant("B5", "Un calcul juste suffit, même avec d’autres blocs.", "A right calculation will do, even of other blocks.")
def other_blocks() -> None:
    check = calculation.check

    def changed(level: int, blocks: Blocks, targets: tuple[int, ...], stated: str) -> str:
        return stated if calculation.value(stated) in targets else check(level, blocks, targets, stated)

    swap(calculation, "check", changed)


@mutant("B5", "Plus de dix parenthèses ne se lisent pas.", "More than ten brackets are not read.")
def shallow_brackets() -> None:
    check = calculation.check

    def changed(level: int, blocks: Blocks, targets: tuple[int, ...], stated: str) -> str:
        return check(level, blocks, targets, stated if stated.count("(") <= 10 else "x")

    swap(calculation, "check", changed)


@mutant("B5", "Un calcul peut s’écrire en 80 signes.", "A calculation may take 80 characters.")
def long_words() -> None:
    swap(calculation, "LONGEST", 80)


@mutant(
    "B5", "Un calcul avec une fraction en route est refusé.", "A calculation with a fraction on the way is refused."
)
def no_fractions() -> None:
    def whole(sign: str, a: Number, b: Number) -> Number:
        made = apply(sign, a, b)
        return made if made is not None and made.denominator == 1 else None

    applying(whole)


@mutant("B5", "Un calcul dit laisse tomber le reste d’une division.", "A stated calculation drops remainders.")
def rounded_words() -> None:
    def rounded(sign: str, a: Number, b: Number) -> Number:
        made = apply(sign, a, b)
        return None if made is None else Fraction(int(made))

    applying(rounded)


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


@mutant(
    "B5",
    "Le choix libre d’un double peut se dire avec n’importe quel calcul.",
    "A double’s free push may come with any words.",
)
def words_for_a_double() -> None:
    check = rules._check_calculation

    def changed(state: State, push: Push) -> None:
        if state.dice[0] != state.dice[1]:
            check(state, push)

    swap(rules, "_check_calculation", changed)


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


@mutant("B5", "Un calcul peut se servir deux fois d’un bloc.", "A calculation may use a block twice.")
def blocks_said_twice() -> None:
    comparing(lambda said, blocks: set(said) == set(blocks))


@mutant("B5", "Des parenthèses autour de tout sont refusées.", "Brackets around everything are refused.")
def bare_words() -> None:
    read = calculation._read

    def changed(text: str) -> tuple[list[int], set[str], Number]:
        return read(f"({text}" if text.startswith("(") and text.endswith(")") else text)

    swap(calculation, "_read", changed)


@mutant(
    "B9", "Le bloc seul d’un dé peut se dire avec n’importe quel calcul.", "A single block may come with any words."
)
def words_for_a_single() -> None:
    check = rules._check_calculation

    def changed(state: State, push: Push) -> None:
        if rules.ways(state, push) or state.dice[0] == state.dice[1]:
            check(state, push)

    swap(rules, "_check_calculation", changed)


@mutant("B3", "Le niveau donné sans le mode est oublié.", "The level is forgotten when no mode is given.")
def level_needs_a_mode() -> None:
    variant = rules.variant

    def changed(settings: Mapping[str, object]) -> rules.Variant:
        return variant(settings) if "mode" in settings else replace(variant(settings), level=1)

    swap(rules, "variant", changed)


@mutant("B6", "Après une poussée juste, le tour passe.", "After a push that made the target the turn passes.")
def push_ends_the_turn() -> None:
    swap(rules, "goes_on", lambda level, mask, dice: dice[0] == dice[1])


@mutant("B6", "Après le choix libre d’un double, le tour passe.", "After a double’s free push the turn passes.")
def double_ends_the_turn() -> None:
    swap(rules, "goes_on", lambda level, mask, dice: bool(makeable(level, mask, dice)))


@mutant("B7", "Un double pousse un bloc au choix, pas deux.", "A double pushes any one block, not two.")
def double_pushes_one() -> None:
    pushing(
        lambda level, mask, dice, right: right if dice[0] != dice[1] else makeable(level, mask, dice) | groups(mask, 1)
    )


@mutant("B7", "Avec un seul bloc, un double ne pousse rien.", "With one block left a double pushes nothing.")
def double_needs_two() -> None:
    pushing(
        lambda level, mask, dice, right: right if dice[0] != dice[1] else makeable(level, mask, dice) | groups(mask, 2)
    )


@mutant("B7", "Un double pousse deux ou trois blocs au choix.", "A double pushes any two or three blocks.")
def double_pushes_three() -> None:
    pushing(lambda level, mask, dice, right: right | groups(mask, 3) if dice[0] == dice[1] else right)


@mutant("B7", "Un double n’offre que deux blocs au choix, aucun calcul.", "A double offers two blocks only, no target.")
def double_without_target() -> None:
    pushing(
        lambda level, mask, dice, right: (
            right
            if dice[0] != dice[1]
            else {push for push in right if len(push.blocks) == min(2, len(rules.numbers(mask)))}
        )
    )


@mutant("B8", "Un 7 passe le tour dès le premier lancer.", "A 7 passes the turn from the very first throw.")
def seven_passes_at_once() -> None:
    throw = rules._throw

    def other(state: State, dice: Dice) -> State:
        early = sum(dice) == 7 and not state.opened and not state.dice and state.variant.mode != "solo"
        return replace(state, seat=rules._next(state)) if early else throw(state, dice)

    swap(rules, "_throw", other)


@mutant("B8", "Au niveau 3, un 7 est un but comme un autre.", "At level 3 a 7 is a target like any other.")
def seven_is_a_target() -> None:
    pushing(lambda level, mask, dice, right: makeable(level, mask, dice) if level == 3 and sum(dice) == 7 else right)


@mutant(
    "B8", "On relance un 7 tant qu’on n’a pas poussé soi-même.", "A 7 is thrown again until one has pushed oneself."
)
def seven_until_own_push() -> None:
    throw = rules._throw

    def other(state: State, dice: Dice) -> State:
        untouched = state.seats[state.seat] == rules.ALL and not state.dice
        return state if sum(dice) == 7 and untouched else throw(state, dice)

    swap(rules, "_throw", other)


@mutant("B9", "Après le bloc seul d’un dé, on relance.", "After the single block of a die one throws again.")
def single_goes_on() -> None:
    swap(rules, "goes_on", lambda level, mask, dice: True)


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


@mutant(
    "B9",
    "Sans calcul possible, tout bloc plus petit qu’un dé se pousse.",
    "Without a target any block below a die goes.",
)
def smaller_single() -> None:
    pushing(
        lambda level, mask, dice, right: (
            right
            if sum(dice) == 7 or rules.goes_on(level, mask, dice)
            else {Push((block,)) for block in rules.numbers(mask) if block <= max(dice)}
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


@mutant(
    "B11", "Le dernier bloc ne suffit pas : il faut encore un lancer.", "After the last block one more throw is needed."
)
def win_needs_a_throw() -> None:
    push = rules._push

    def other(state: State, event: Push) -> State:
        after = push(state, event)
        return replace(after, over=False) if after.over and state.variant.mode != "solo" else after

    swap(rules, "_push", other)


@mutant("B12", "On pousse jusqu’à quatre blocs.", "Up to four blocks are pushed.")
def four_blocks() -> None:
    swap(rules, "MOST", 4)


def mode(name: str, **changes: object) -> None:
    MODES[name] = replace(MODES[name], **changes)  # type: ignore[arg-type]


@mutant("B13", "À deux face à face, les blocs poussés sortent du jeu.", "In a duel what is pushed leaves the game.")
def duel_without_return() -> None:
    mode("duel", facing={})


@mutant("B13", "À deux face à face, le joueur 2 a les blocs au début.", "In a duel player 2 has the blocks at first.")
def duel_other_side() -> None:
    mode("duel", full=(False, True))


@mutant("B14", "À deux rapide, ce qu’on pousse passe à l’autre.", "In fast mode what is pushed goes to the other.")
def fast_with_return() -> None:
    mode("fast", facing={0: 1, 1: 0})


@mutant("B15", "À quatre, on joue 1, 3, 2, 4.", "Four players play in the order 1, 3, 2, 4.")
def four_across() -> None:
    mode("four", order=(0, 2, 1, 3))


@mutant("B15", "À quatre, 1 et 2 se font face.", "Of four players, 1 and 2 face each other.")
def four_neighbours() -> None:
    mode("four", facing={0: 1, 1: 0, 2: 3, 3: 2})


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


@mutant("B16", "À trois, la place 4 est une quatrième personne.", "With three, seat 4 is a fourth person.")
def three_are_four() -> None:
    mode("three", holder=(1, 2, 3, 4))


@mutant("B17", "Seul, un 7 finit la partie.", "Alone, a 7 ends the game.")
def solo_seven_ends() -> None:
    throw = rules._throw

    def other(state: State, dice: Dice) -> State:
        ends = state.variant.mode == "solo" and state.opened and sum(dice) == 7 and not state.dice
        return replace(state, dice=dice, over=True) if ends else throw(state, dice)

    swap(rules, "_throw", other)


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


@mutant("B17", "Seul, finir n’est jamais gagner.", "Alone, a perfect game is no win.")
def solo_never_wins() -> None:
    solo_outcome(lambda state, found: replace(found, winners=()))


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


@mutant("B8", "Ne pas pousser compte comme une poussée.", "No push counts as a push.")
def no_push_opens() -> None:
    leaving(lambda state, after: replace(after, opened=True))


@mutant("B6", "On ne peut jamais laisser une poussée.", "A push can never be left.")
def no_push_never() -> None:
    moves = rules.moves
    swap(rules, "moves", lambda state, player: tuple(push for push in moves(state, player) if push.blocks))


@mutant("B6", "Seul le bloc seul d’un dé se laisse.", "Only the single block of a die can be left.")
def no_push_of_a_calculation() -> None:
    moves = rules.moves

    def other(state: State, player: int) -> tuple[Push, ...]:
        found = moves(state, player)
        again = state.dice and rules.goes_on(state.variant.level, state.seats[state.seat], state.dice)
        return tuple(push for push in found if push.blocks or not again)

    swap(rules, "moves", other)


@mutant("B17", "Le réglage single ne change rien.", "The setting single changes nothing.")
def solo_single_goes_on() -> None:
    push = rules._push

    def other(state: State, event: Push) -> State:
        after = push(state, event)
        return (
            replace(after, over=False) if after.over and event.blocks and any(after.seats) and not after.dice else after
        )

    swap(rules, "_push", other)


def starting(other: Callable[[State], tuple[int, ...]]) -> None:
    """Given blocks, laid elsewhere."""
    start = rules.start

    def changed(variant: rules.Variant) -> State:
        found = start(variant)
        return replace(found, seats=other(found)) if variant.given else found

    swap(rules, "start", changed)


@mutant("B18", "Les blocs donnés ne le sont pas.", "Given blocks are not given.")
def given_to_nobody() -> None:
    starting(lambda state: tuple(rules.ALL * full for full in rules.MODES[state.variant.mode].full))


@mutant("B18", "L’avance va à l’autre place.", "The head start goes to the other seat.")
def given_to_the_other() -> None:
    starting(lambda state: state.seats[::-1])


@mutant("B8", "Les blocs donnés comptent comme poussés.", "Given blocks count as pushed.")
def given_opens() -> None:
    start = rules.start
    swap(rules, "start", lambda variant: replace(start(variant), opened=bool(variant.given)))
