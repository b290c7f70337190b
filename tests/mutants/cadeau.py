"""Cadeau with one rule broken."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from tablee.core.game import Outcome, Phase
from tablee.games.cadeau import rules
from tablee.games.cadeau.rules import GNOMES, LUTINS, STRENGTH, Combination, State, Verdict

from .mutant import mutant, swap

Dice = tuple[int, int, int]
right = rules.combination
verdict = rules.verdict


def combinations(other: Callable[[str, Dice], Combination]) -> None:
    swap(rules, "combination", other)


@mutant("C1", "Les Gnomes commencent.", "The Gnomes begin.")
def gnomes_begin() -> None:
    def mirrored(state: State) -> State:
        return State(state.variant, state.sides[::-1], state.die)

    roll, write, phase, players = rules._roll, rules._write, rules.phase, rules.players
    swap(rules, "_roll", lambda state, event: mirrored(roll(mirrored(state), event)))
    swap(rules, "_write", lambda state, event: mirrored(write(mirrored(state), event)))
    swap(rules, "phase", lambda state: phase(mirrored(state)))
    swap(rules, "players", lambda state: tuple(3 - player for player in players(mirrored(state))))


@mutant("C2", "Il y a au plus cinq zones.", "There are five zones at most.")
def five_at_most() -> None:
    zones, straights = rules.OPTIONS
    swap(rules, "OPTIONS", (replace(zones, values=zones.values[:5]), straights))


@mutant(
    "C7a", "Le réglage des suites est oublié sans celui des zones.", "Straights are forgotten when no zones are given."
)
def straights_need_zones() -> None:
    variant = rules.variant

    def changed(settings: Mapping[str, object]) -> rules.Variant:
        return variant(settings) if "zones" in settings else replace(variant(settings), straights="ordered")

    swap(rules, "variant", changed)


@mutant("C3", "On peut relancer le dé avant d’écrire.", "The die may be rolled again before it is written.")
def second_roll() -> None:
    roll = rules._roll
    swap(rules, "_roll", lambda state, event: roll(State(state.variant, state.sides), event))


@mutant("C3", "On écrit dans les cases libres d’en face.", "One writes into the cells that are free across.")
def cells_across() -> None:
    moves = rules.moves
    swap(
        rules,
        "moves",
        lambda state, player: (
            moves(State(state.variant, state.sides[::-1], state.die), 3 - player)
            if player in rules.players(state)
            else ()
        ),
    )


@mutant("C4", "La partie finit dès qu’un camp tient la majorité des zones.", "It ends once most zones are held.")
def ends_early() -> None:
    phase, players = rules.phase, rules.players

    def settled(state: State) -> bool:
        held = [rules.zone(state, number) for number in range(1, state.variant.zones + 1)]
        most = max(sum(1 for zone in held if zone and zone.holder == side) for side in (LUTINS, GNOMES))
        return not state.die and 2 * most > state.variant.zones

    def ends(state: State) -> Phase:
        return "over" if settled(state) else phase(state)

    swap(rules, "phase", ends)
    swap(rules, "players", lambda state: () if settled(state) else players(state))


@mutant("C5", "Une suite bat trois dés égaux.", "A straight beats three of a kind.")
def straight_beats_three() -> None:
    STRENGTH.update({"straight": 3, "three": 2})


@mutant("C5", "Un total de 9 ne vaut que sa somme.", "A total of 9 is a sum like any other.")
def plain_nine() -> None:
    STRENGTH.update({"nine": 0})


@mutant("C6", "Trois dés égaux contre les mêmes : aux Gnomes.", "Equal threes of a kind go to the Gnomes.")
def equal_threes_to_gnomes() -> None:
    def other(straights: str, lutins: Dice, gnomes: Dice) -> Verdict:
        found = verdict(straights, lutins, gnomes)
        return replace(found, holder=found.holder or (GNOMES if found.lutins.kind == "three" else 0))

    swap(rules, "verdict", other)


@mutant("C7", "Une suite descendante ne compte pas.", "A falling straight does not count.")
def rising_only() -> None:
    def combination(straights: str, dice: Dice) -> Combination:
        found = right(straights, dice)
        falls = found.kind == "straight" and dice[0] > dice[2]
        return Combination("nine" if sum(dice) == 9 else "sum", sum(dice)) if falls else found

    combinations(combination)


@mutant("C7", "La même suite des deux côtés : la montante gagne.", "The same straight: the rising one wins.")
def rising_beats_falling() -> None:
    def other(straights: str, lutins: Dice, gnomes: Dice) -> Verdict:
        found = verdict(straights, lutins, gnomes)
        if found.holder or found.lutins.kind != "straight" or lutins[0] == gnomes[0]:
            return found
        return replace(found, holder=LUTINS if lutins[0] < gnomes[0] else GNOMES)

    swap(rules, "verdict", other)


@mutant("C7a", "Une suite vaut dans le désordre, quel que soit le réglage.", "Straights count in any order, always.")
def any_order() -> None:
    combinations(lambda straights, dice: right("any", dice))


@mutant(
    "C8", "De deux totaux de 9, celui du plus grand dé gagne.", "Of two totals of 9, the one with the highest die wins."
)
def nines_by_highest_die() -> None:
    def combination(straights: str, dice: Dice) -> Combination:
        found = right(straights, dice)
        return replace(found, value=max(dice)) if found.kind == "nine" else found

    combinations(combination)


@mutant("C9", "À sommes égales, les Lutins gardent la zone.", "Equal sums: the Lutins keep the zone.")
def equal_sums_to_lutins() -> None:
    def other(straights: str, lutins: Dice, gnomes: Dice) -> Verdict:
        found = verdict(straights, lutins, gnomes)
        return replace(found, holder=found.holder or (LUTINS if found.lutins.kind == "sum" else 0))

    swap(rules, "verdict", other)


@mutant("C10", "2-3-4 compte comme un total de 9.", "2-3-4 counts as a total of 9.")
def nine_before_straight() -> None:
    def combination(straights: str, dice: Dice) -> Combination:
        found = right(straights, dice)
        return Combination("nine", 9) if sum(dice) == 9 and found.kind == "straight" else found

    combinations(combination)


def outcomes(other: Callable[[State, Outcome], Outcome]) -> None:
    outcome = rules.outcome

    def changed(state: State) -> Outcome | None:
        found = outcome(state)
        return other(state, found) if found else None

    swap(rules, "outcome", changed)


@mutant("C11", "À égalité, le Cadeau est gardé : les Lutins gagnent.", "A tie keeps the Gift: the Lutins win.")
def tie_to_lutins() -> None:
    outcomes(lambda state, found: replace(found, winners=found.winners or (LUTINS,)))


@mutant("C11", "Une zone à personne compte pour les deux.", "A zone that nobody holds counts for both.")
def shared_zones() -> None:
    def other(state: State, found: Outcome) -> Outcome:
        nobody = state.variant.zones - sum(found.scores.values())
        return replace(found, scores={side: zones + nobody for side, zones in found.scores.items()})

    outcomes(other)
