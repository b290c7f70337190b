"""Laaancez: combats solved whole, recruitment by matrix games over a value learned from exact combats.

combat        what each throw is worth: 1.0 wins, 0.0 loses
recruitment   what each choice is worth against the other's best mixture
sampling      choices played on to the combat, for sheets of which nothing was learned
value         the learned value
codes         sheets as small integers
"""

import time
from pathlib import Path

from tablee.engine.generic_solver import GenericSolver, measure
from tablee.engine.solution import Advice, Effort, Mixture, Progress, Solution, Unsolved, Values, quiet, waits
from tablee.games import laaancez as rules

from . import combat, recruitment
from .codes import codes_of, load_net
from .recruitment import Look

CELLS, EVENTS = 4, 150_000
"""Of a sheet that the plain engine solves: the most cells, the candle's included, and events between its positions. Two
cells of `noel` beside the candle take half a minute, three would take ten at least."""

GAMES = 2_000  # games of self-play from which the value of the start is estimated


def is_trained(variant: rules.Variant) -> bool:
    """Whether estimates of the variant come from a learned value, whose error has been measured."""
    return load_net(variant.sheet) is not None


def find_small_solver(variant: rules.Variant) -> GenericSolver | None:
    """The plain engine, for sheets of a few cells and objects."""
    if sum(variant.sheet.rows) > CELLS or measure(rules.NAME, variant).events > EVENTS:
        return None
    plain = GenericSolver(rules.NAME)
    return None if plain.refusal(variant) else plain


def generic_solver(variant: rules.Variant) -> GenericSolver | None:
    """The same if its table is at hand, or may be waited for; else choices are estimated."""
    plain = find_small_solver(variant)
    return plain if plain and (waits() or not plain.find_unbuilt(variant)) else None


def exact(variant: rules.Variant) -> bool:
    """Whether the whole game is solved; of other sheets, only combats are."""
    plain = find_small_solver(variant)
    return plain is not None and plain.exact(variant)


def find_unbuilt(variant: rules.Variant) -> Path | None:
    """The file of a table that takes long to build and is not there yet."""
    plain = find_small_solver(variant)
    return plain.find_unbuilt(variant) if plain else None


def advise(state: rules.State, player: int, progress: Progress = quiet, effort: Effort = "full") -> Advice:
    """The moves of `player`, best first: exact in combat and on small sheets, an estimate in other recruitments. At a
    glance, a recruitment is judged by the learned value alone."""
    seen = rules.view(state, player)
    if not seen.die:
        return combat.advise(seen, player)
    if plain := generic_solver(state.variant):
        return plain.advise(state, player, progress, effort)
    look = Look.SIGHT if effort == "glance" else Look.WHOLE
    return recruitment.advise(seen, player, look, search=effort == "full")


def policy(state: rules.State, player: int) -> Mixture[rules.Choice | rules.Throw]:
    """The best play we have, as moves and the share of the time each should be made: draw one of them. In a recruitment
    one choice alone can be foreseen and answered, so the best play is a mixture."""
    seen = rules.view(state, player)
    if not seen.die:
        return combat.policy(seen)
    if plain := generic_solver(state.variant):
        return plain.policy(state, player)
    decision = recruitment.decide(seen, player, search=True)
    return tuple(
        (move, float(share)) for move, share in zip(decision.moves, decision.shares, strict=True) if share > 0.0
    )


def values(state: rules.State, progress: Progress = quiet) -> Values:
    """Returns the value of a state for both players: exact in combat, on small sheets and at the end, else estimated. A
    choice that is made counts, though the other does not know it; one that a view hides does not. In the last rounds of
    a recruitment, where advice takes long, fewer choices are looked at."""
    won = rules.winner(state)
    if won:
        return Values.of_two(float(won == 1), exact=True)
    if rules.fights(state):
        advice = combat.advise(state, state.turn)
        worth = advice.moves[0][1]
        return Values.of_two(worth if state.turn == 1 else 1.0 - worth, advice.exact)
    if plain := generic_solver(state.variant):
        return plain.values(state, progress)
    rolled = [state] if state.die else [rules.play(state, roll) for roll, _ in rules.rolls(state)]
    return Values.of_two(sum(map(_value_choice, rolled)) / len(rolled), exact=False)


def _value_choice(state: rules.State) -> float:
    """What a joint decision is worth to player 1: both mixtures, or a choice that has been made against the other's."""
    known = next((choice for choice in state.choices if not isinstance(choice, rules.Hidden | None)), None)
    player = 1 if known is None else known.player
    look = Look.FEW if known is None and recruitment.late(state.sheets) else Look.WHOLE
    decision = recruitment.decide(state, player, look)
    worth = (
        sum(value * share for value, share in zip(decision.values, decision.shares, strict=True))
        if known is None
        else decision.values[decision.moves.index(known)]
    )
    return worth if player == 1 else 1.0 - worth


def solve(variant: rules.Variant, progress: Progress = quiet) -> Solution:
    """The value of the start: exact on sheets of a few cells, else estimated by self-play with exact combats. Of an
    estimate, `residual` is the half-width of its 95 % interval: how far chance may have moved it."""
    if plain := generic_solver(variant):
        return plain.solve(variant, progress)
    started, sheet = time.perf_counter(), variant.sheet
    net = load_net(sheet)
    if net is None:
        raise Unsolved(
            f"La feuille « {sheet.name} » est trop grande pour être résolue, et aucune valeur n’a été apprise pour "
            "elle. Un conseil reste possible à chaque coup.",
            f"The sheet “{sheet.name}” is too large to be solved, and no value has been learned for it. Advice is "
            "still given move by move.",
        )
    value, residual = recruitment.simulate(codes_of(sheet), net, GAMES, progress)
    seconds = time.perf_counter() - started
    return Solution("laaancez", variant, {1: value, 2: 1.0 - value}, exact=False, residual=residual, seconds=seconds)
