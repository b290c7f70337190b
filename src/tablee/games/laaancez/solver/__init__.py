"""Laaancez: combats solved whole, recruitment by matrix games over a value learned from exact combats.

combat        what each throw is worth: 1.0 wins, 0.0 loses
recruitment   what each choice is worth against the other's best mixture
reduced       the whole game, for sheets of a few cells
sampling      choices played on to the combat, for sheets of which nothing was learned
value         the learned value
codes         sheets as small integers
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from tablee.engine.plain import QUICK, Plain, measure
from tablee.engine.solution import Advice, Effort, Mixture, Progress, Solution, Unsolved, Values, quiet
from tablee.games import laaancez as rules

from . import combat, recruitment, reduced
from .codes import codes_of
from .recruitment import Look
from .value import learned

SOLVED: tuple[Mapping[str, object], ...] = ()
"""No table is kept for the shipped sheet: a combat is solved when it is asked about."""

GAMES = 2_000
"""Games of self-play from which the value of the start is estimated."""


def trained(variant: rules.Variant) -> bool:
    """Whether estimates of the variant come from a learned value, whose error has been measured."""
    return learned(variant.sheet) is not None


def by_rules(variant: rules.Variant) -> Plain | None:
    """The plain engine, for small sheets that the tables of this solver do not know: ticks tied to objects (L13)."""
    if not any(variant.sheet.ties) or trained(variant):
        return None
    found = measure(rules.NAME, variant)
    return Plain(rules.NAME) if found.refusal is None and found.seconds <= QUICK else None


def exact(variant: rules.Variant) -> bool:
    """Whether the whole game is solved; of other sheets, only combats are."""
    plain = by_rules(variant)
    return reduced.fits(variant.sheet) if plain is None else plain.exact(variant)


def advise(state: rules.State, player: int, progress: Progress = quiet, effort: Effort = "full") -> Advice:
    """The moves of `player`, best first: exact in combat and on small sheets, an estimate in other recruitments.

    At a glance, a recruitment is judged by the learned value alone.
    """
    if plain := by_rules(state.variant):
        return plain.advise(state, player, progress, effort)
    seen = rules.view(state, player)
    look = Look.SIGHT if effort == "glance" else Look.WHOLE
    if not seen.die:
        return combat.advise(seen, player)
    return recruitment.advise(seen, player, progress, look, search=effort == "full")


def policy(state: rules.State, player: int) -> Mixture[rules.Choice | rules.Throw]:
    """The best play we have, as moves and the share of the time each should be made: draw one of them.

    In a recruitment one choice alone can be foreseen and answered, so the best play is a mixture.
    """
    if plain := by_rules(state.variant):
        return plain.policy(state, player)
    seen = rules.view(state, player)
    if not seen.die:
        return combat.policy(seen)
    decision = recruitment.decide(seen, player, search=True)
    return tuple(
        (move, float(share)) for move, share in zip(decision.moves, decision.shares, strict=True) if share > 0.0
    )


def values(state: rules.State, progress: Progress = quiet) -> Values:
    """Returns the value of a state for both players: exact in combat, on small sheets and at the end, else estimated.

    A choice that is made counts, though the other does not know it; one that a view hides does not. In the last
    rounds of a recruitment, where advice takes long, fewer choices are looked at.
    """
    if plain := by_rules(state.variant):
        return plain.values(state, progress)
    won = rules.winner(state)
    if won:
        return Values.of_two(float(won == 1), exact=True)
    if rules.fighting(state):
        advice = combat.advise(state, state.turn)
        worth = advice.moves[0][1]
        return Values.of_two(worth if state.turn == 1 else 1.0 - worth, advice.exact)
    if state.die:
        return _chosen(state, progress)
    sheet = state.variant.sheet
    if reduced.fits(sheet):
        codes = codes_of(sheet)
        solved = reduced.table_of(sheet, progress)
        return Values.of_two(solved.value(*map(codes.read, state.sheets)), exact=True)
    rolled = [_chosen(rules.play(state, roll), progress) for roll, _ in rules.rolls(state)]
    return Values.of_two(sum(each.players[1] for each in rolled) / len(rolled), exact=False)


def _chosen(state: rules.State, progress: Progress) -> Values:
    """The value of a joint decision: of both mixtures, or of the choice that has been made against the other's."""
    made = next((choice for choice in state.choices if not isinstance(choice, rules.Hidden | None)), None)
    player = 1 if made is None else made.player
    look = Look.FEW if made is None and recruitment.late(state.sheets) else Look.WHOLE
    decision = recruitment.decide(state, player, progress, look)
    worth = (
        sum(value * share for value, share in zip(decision.values, decision.shares, strict=True))
        if made is None
        else decision.values[decision.moves.index(made)]
    )
    return Values.of_two(worth if player == 1 else 1.0 - worth, decision.exact)


def solve(variant: rules.Variant, progress: Progress = quiet) -> Solution:
    """The value of the start: exact on sheets of a few cells, else estimated by self-play with exact combats.

    Of an estimate, `residual` is the half-width of its 95 % interval: how far chance may have moved it.
    """
    if plain := by_rules(variant):
        return plain.solve(variant, progress)
    started = time.perf_counter()
    sheet = variant.sheet
    codes = codes_of(sheet)
    if reduced.fits(sheet):
        solved = reduced.table_of(sheet, progress)
        empty = codes.read(sheet.empty)
        value, residual, sure = solved.value(empty, empty), solved.residual, True
    else:
        net = learned(sheet)
        if net is None:
            raise Unsolved(
                f"La feuille « {sheet.name} » est trop grande pour être résolue, ou ses croix sont réservées à "
                "certains objets, et aucune valeur n’a été apprise pour elle. Un conseil reste possible à chaque "
                "coup.",
                f"The sheet “{sheet.name}” is too large to be solved, or its ticks are tied to some objects, "
                "and no value has been learned for it. Advice is still given move by move.",
            )
        value, residual = recruitment.simulated(codes, net, GAMES, progress)
        sure = False
    seconds = time.perf_counter() - started
    return Solution("laaancez", variant, {1: value, 2: 1.0 - value}, sure, residual, seconds)
