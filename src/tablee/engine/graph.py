"""Every position of a game, by number, and what each is worth: the inside of the plain engine (`plain`).

`explore` lists the positions, `components` puts those together that can come again, `settle` goes from the end to the
start: the mean over a roll, the best of a choice, a matrix game where two choose at once. Where positions come again, a
value is closed in from below and from above, so that a game that never ended would count as lost for one bound and as
won for the other: where both meet, it does not matter.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from operator import mul
from typing import Any

from tablee.core.game import AnyGame, Event, State, Variant
from tablee.core.words import Text, count_noun, decimal

from .matrix_game import solve_matrix
from .solution import Progress, Unsolved, quiet

BOUND = 1e-9
"""The widest interval whose middle is called exact."""

SWEEPS, LINGER = 20_000_000, 300  # the most positions looked at to close in a circle of them; rounds of a proof
ROUNDING = 1e-15
OVER, CHANCE, JOINT = 0, -1, -2  # kinds of positions; above 0: who chooses
Payoff = tuple[float, ...]


HIDDEN = Text(
    "À ce jeu, un joueur choisit sans tout voir : il ne se résout pas d’après ses seules règles.",
    "In this game a player chooses without seeing everything: it cannot be solved from its rules alone.",
)
CROWD = Text(
    "À trois ou plus, un jeu où l’on choisit en même temps ne se résout pas d’après ses seules règles.",
    "With three or more, a game of choices made at once cannot be solved from its rules alone.",
)
CIRCLES = Text(
    "À trois ou plus, un jeu où les positions reviennent ne se résout pas d’après ses seules règles.",
    "With three or more, a game whose positions come again cannot be solved from its rules alone.",
)
ENDLESS = Text(
    "Ce jeu n’a pas de fin que l’on puisse atteindre : il ne se résout pas.",
    "This game has no end that can be reached: it cannot be solved.",
)


def too_large(positions: int, most: int) -> Text:
    """The refusal of a game that has so many positions at least."""
    many, limit = decimal(positions, ","), decimal(most, ",")
    return Text(
        f"Ce jeu est trop grand pour être résolu d’après ses règles : au moins {many.fr} positions, et j’en prends "
        f"{limit.fr} au plus.",
        f"This game is too large to be solved from its rules: at least {many.en} positions, and {limit.en} are the "
        "most.",
    )


def branches(game: AnyGame, state: State) -> tuple[int, tuple[Sequence[Event], ...], Payoff]:
    """The kind of a position; its rolls or the moves of everyone who has to choose; the weights of the rolls."""
    phase = game.phase(state)
    if phase == "over":
        return OVER, (), ()
    if phase == "roll":
        rolls = game.rolls(state)
        return CHANCE, (tuple([roll for roll, _ in rolls]),), tuple([float(weight) for _, weight in rolls])
    players = game.players(state)
    if any(game.view(state, player) != state for player in players):
        raise Unsolved(HIDDEN)
    if len(players) == 1:
        return players[0], (game.moves(state, players[0]),), ()
    if game.seats(state.variant) != 2:
        raise Unsolved(CROWD)
    return JOINT, (game.moves(state, 1), game.moves(state, 2)), ()


def list_successors(game: AnyGame, state: State, choices: tuple[Sequence[Event], ...]) -> list[State]:
    """Where the rolls or moves of a position lead; of a joint choice every pair, a line for each move of player 1."""
    found = [state] if choices else []
    for events in choices:
        found = [game.play(one, event) for one in found for event in events]
    return found


# --- every position -------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Graph:
    """Every position that can come up, by number, the start first; what follows `n` is
    `after[first[n]:first[n + 1]]`."""

    states: list[State] = field(default_factory=list)
    kind: array[int] = field(default_factory=lambda: array("b"))
    first: array[int] = field(default_factory=lambda: array("q", [0]))
    after: array[int] = field(default_factory=lambda: array("i"))
    shape: array[int] = field(default_factory=lambda: array("i"))  # which weights; of a joint choice: its rows
    weights: list[Payoff] = field(default_factory=list)

    def following(self, index: int) -> array[int]:
        return self.after[self.first[index] : self.first[index + 1]]


SETTLING = Text("les valeurs, de la fin au début", "values, from the end to the start")
CLOSING = Text("des positions qui reviennent", "positions that come again")
KEEPING = Text("la table", "the table")


def explore(game: AnyGame, variant: Variant, said: int, most: int, weight: float, progress: Progress = quiet) -> Graph:
    """Every position that can come up; `said`: how many are expected at least, `weight`: how many bytes each will take.

    Unsolved: more than `most`, or a choice that the engine does not know.
    """
    graph = Graph(states=[game.start(variant)])
    number, weights, share = {graph.states[0]: 0}, dict[Payoff, int](), 0.0
    for place, state in enumerate(graph.states):
        kind, choices, weighed = branches(game, state)
        graph.kind.append(kind)
        graph.shape.append(weights.setdefault(weighed, len(weights)) if kind == CHANCE else 0)
        if kind == JOINT:
            graph.shape[-1] = len(choices[0])
        for one in list_successors(game, state, choices):
            found = number.setdefault(one, len(number))
            if found == len(graph.states):
                graph.states.append(one)
            graph.after.append(found)
        graph.first.append(len(graph.after))
        if not place & 0x3FF:
            many, memory = (
                count_noun(len(number), "position", "position", ","),
                decimal(len(number) * weight / 1e6, ".0f"),
            )
            doing = Text(f"au moins {many.fr}, {memory.fr} Mo", f"at least {many.en}, {memory.en} MB")
            progress(share := max(share, 0.6 * place / max(said, len(number))), doing)
            if len(number) > most:
                raise Unsolved(too_large(len(number), most))
    graph.weights = list(weights)
    return graph


def components(graph: Graph) -> Iterator[list[int]]:
    """Positions that can lead to one another, together; each group after all that follows it (Tarjan's method)."""
    size = len(graph.states)
    index, lowest, path, first, after = array("i", [0]) * size, array("i", [0]) * size, [], graph.first, graph.after
    index[0], count, work, nexts, gone = 1, 1, [0], array("q", first[:-1]), size + 1
    lowest[0] = 1
    path.append(0)
    while work:
        place = work[-1]
        if nexts[place] < first[place + 1]:
            other = after[nexts[place]]
            nexts[place] += 1
            if not index[other]:
                count += 1
                index[other] = lowest[other] = count
                work.append(other)
                path.append(other)
            elif index[other] < lowest[place]:
                lowest[place] = index[other]
            continue
        work.pop()
        if work and lowest[place] < lowest[work[-1]]:
            lowest[work[-1]] = lowest[place]
        if lowest[place] == index[place]:
            begin = len(path) - 1
            while path[begin] != place:
                begin -= 1
            group = path[begin:]
            del path[begin:]
            for one in group:
                index[one] = gone  # never the lowest of anything again
            yield group[::-1]


# --- values ---------------------------------------------------------------------------------------------------------


def settle(graph: Graph, ends: Mapping[int, float], *, alone: bool, progress: Progress = quiet) -> Bounds:
    """The value of every position, closed in: player 1 plays for the most, player 2 for the least.

    `ends`: what the positions are worth in which the game is over. A game that never ends is worth the least of these
    to somebody `alone`; with two, it has to be shown that it does not matter.
    """
    if not ends:
        raise Unsolved(ENDLESS)
    size, done, told = len(graph.states), 0, 0
    low, least, most = array("d", bytes(8 * size)), min(ends.values()), max(ends.values())
    for place, worth in ends.items():
        low[place] = worth
    high = low  # the same, until a value is not known for sure
    for group in components(graph):
        done += len(group)
        if done - told > 2_000:
            told = done
            progress(0.6 + 0.3 * done / size, SETTLING)
        place = group[0]
        if len(group) == 1 and (graph.kind[place] == OVER or place not in graph.following(place)):
            if high is low and graph.kind[place] == JOINT:
                high = low[:]
            if graph.kind[place] != OVER:
                low[place] = _worth(graph, place, low, upper=False)
                if high is not low:
                    high[place] = _worth(graph, place, high, upper=True)
            continue
        if high is low:
            high = low[:]
        for place in group:
            low[place], high[place] = least, most
        _close_in(graph, group, low, high, partial(progress, 0.6 + 0.3 * done / size, CLOSING), alone=alone)
    return low, high


Bounds = tuple["array[float]", "array[float]"]


def _worth(graph: Graph, place: int, values: array[float], *, upper: bool) -> float:
    """What a position is worth by the values of those that follow."""
    kind, begin, end = graph.kind[place], graph.first[place], graph.first[place + 1]
    after = map(values.__getitem__, graph.after[begin:end])
    if kind == CHANCE:
        return mean(graph.weights[graph.shape[place]], after)
    if kind != JOINT:
        return max(after) if kind == 1 else min(after)
    found = solve_matrix(payoff_of(graph, place, values))
    return found.high if upper else found.low


def mean(shares: Iterable[float], worths: Iterable[float]) -> float:
    """The mean of what things are worth, by their shares."""
    total: float = sum(map(mul, shares, worths))
    return total


def payoff_of(graph: Graph, index: int, values: Any) -> list[list[float]]:
    """The matrix of a joint choice: a line for each move of player 1."""
    after, rows = list(map(values.__getitem__, graph.following(index))), graph.shape[index]
    columns = len(after) // rows
    return [after[row * columns : (row + 1) * columns] for row in range(rows)]


Beat = Callable[[], None]  # says that something is still being done
Chosen = dict[int, Any]  # by position, the one that its player goes to; of a joint choice, its `Mixtures`


def _close_in(
    graph: Graph, group: list[int], low: array[float], high: array[float], beat: Beat, *, alone: bool
) -> None:
    """Bounds of positions that repeat: nearly right values first, then a proof of how far off they can be at most.

    Where there is no proof, bounds are raised and lowered from the ends until they meet or stay where they are. Alone,
    an upper bound that no step exceeds will do: the value is the least of these.
    """
    least, most = low[group[0]], high[group[0]]
    chosen = _improve(graph, group, low, least if alone else (least + most) / 2, beat)
    near = [low[place] for place in group]
    for place in group:
        high[place] = low[place]
    outside = max(high[one] - low[one] for place in group for one in graph.following(place))
    fall = max(low[place] - _value_kept(graph, place, low, chosen, 1, min) for place in group) + ROUNDING
    rise = max(_value_kept(graph, place, low, chosen, 2, max) - low[place] for place in group) + ROUNDING
    below, above = (_linger(graph, group, chosen, player, beat) for player in (1, 2))
    for at, place in enumerate(group):
        low[place] = near[at] - max(0.0, fall) * below[at] if below else least
        high[place] = near[at] + max(0.0, rise) * above[at] + outside if above else most
    for _ in range(0 if below and (above or alone) else max(100, SWEEPS // len(group))):
        beat()
        moved, widest = 0.0, 0.0
        for place in group:
            one, two = _worth(graph, place, low, upper=False), _worth(graph, place, high, upper=True)
            moved = max(moved, one - low[place], high[place] - two)
            low[place], high[place] = max(one, low[place]), min(two, high[place])
            widest = max(widest, high[place] - low[place])
        if widest < BOUND / 10 or moved <= 0.0:
            break
    if alone and not above:
        for at, place in enumerate(group):
            high[place] = (near if below else low)[at if below else place] + outside + BOUND / 2
        if not _holds(graph, group, high):
            for place in group:
                high[place] = most


def _holds(graph: Graph, group: list[int], high: array[float]) -> bool:
    """Whether no step exceeds a bound of somebody alone, for certain: choices are compared as they are, and a throw
    stays below its bound by more than rounding can take. The bounds of choices are raised to what they lead to."""
    choices = [place for place in group if graph.kind[place] != CHANCE]
    for _ in choices:
        raised = False
        for place in choices:
            best = max(map(high.__getitem__, graph.following(place)))
            if best > high[place]:
                high[place], raised = best, True
        if not raised:
            break
    throws = (place for place in group if graph.kind[place] == CHANCE)
    return all(_worth(graph, place, high, upper=True) <= high[place] - 100 * ROUNDING for place in throws)


def _value_kept(graph: Graph, place: int, values: Any, chosen: Chosen, player: int, other: Any) -> float:
    """What a position is worth by the values of those that follow, if `player` keeps to what they chose and the other
    player takes the least or the most: `other` is `min` or `max`."""
    kind, after = graph.kind[place], map(values.__getitem__, graph.following(place))
    if kind == CHANCE:
        return mean(graph.weights[graph.shape[place]], after)
    if kind == JOINT:
        payoff, mixture = payoff_of(graph, place, values), chosen[place].row if player == 1 else chosen[place].column
        lines = zip(*payoff, strict=True) if player == 1 else payoff  # of each move of the other
        return float(other(mean(mixture, line) for line in lines))
    return values[chosen[place]] if kind == player else float(other(after))


def _improve(graph: Graph, group: list[int], values: array[float], begin: float, beat: Beat) -> Chosen:
    """Bring the values of positions that repeat near what they are: better choices for all, then what they are worth
    if everybody keeps to them, by turns. Returns the choices."""
    for place in group:
        values[place] = begin
    for turn in range(60):
        beat()
        chosen, moved = dict[int, Any](), 0.0
        for place in group:
            kind, after = graph.kind[place], graph.following(place)
            if kind == JOINT:
                chosen[place] = found = solve_matrix(payoff_of(graph, place, values))
                worth = found.low
            elif kind == CHANCE:
                worth = _worth(graph, place, values, upper=False)
            else:
                chosen[place] = (max if kind == 1 else min)(after, key=values.__getitem__)
                worth = values[chosen[place]]
            moved = max(moved, abs(worth - values[place]))
            values[place] = worth
        if moved < 1e-15:
            break
        lines = _keep_to(graph, group, chosen) if turn < 30 else []
        for _ in range(500 if lines else 0):
            change = 0.0
            for place, shares, leads in lines:
                worth = mean(shares, map(values.__getitem__, leads))
                change = max(change, abs(worth - values[place]))
                values[place] = worth
            if change < 1e-6 * moved or change < 1e-16:
                break
        for place in group if lines else ():
            values[place] = values[_follow(graph, chosen, place)]
    return chosen


def _follow(graph: Graph, chosen: Chosen, place: int) -> int:
    """Where choices lead, one after another, if everybody keeps to them; somewhere on the way if they go round."""
    for _ in chosen:
        if place not in chosen or graph.kind[place] <= 0:
            break
        place = chosen[place]
    return place


def _keep_to(graph: Graph, group: list[int], chosen: Chosen) -> list[tuple[int, Sequence[float], list[int]]]:
    """The rolls and joint choices of a group, if everybody keeps to what they chose: shares, and where they lead."""
    found = []
    for place in group:
        kind = graph.kind[place]
        if kind > 0:
            continue
        shares: Sequence[float] = graph.weights[graph.shape[place]] if kind == CHANCE else ()
        if kind == JOINT:
            shares = [one * two for one in chosen[place].row for two in chosen[place].column]
        found.append((place, shares, [_follow(graph, chosen, one) for one in graph.following(place)]))
    return found


def _linger(graph: Graph, group: list[int], chosen: Chosen, player: int, beat: Beat) -> list[float]:
    """How long a game can stay in a group at most, in steps, if `player` keeps to what they chose and the other does
    anything; empty if that may be for ever, or nearly.

    It need not be known well: a bound that no step exceeds, when it is added to that step, serves.
    """
    stay = defaultdict[int, float](float)
    for _ in range(LINGER):
        beat()
        longest = 0.0
        for place in group:
            more = 1.0 + _value_kept(graph, place, stay, chosen, player, max)
            longest, stay[place] = max(longest, more - stay[place]), more
        if longest < 0.9:
            return [10.0 * stay[place] for place in group]
    return []


def settle_many(graph: Graph, ends: Sequence[Mapping[int, float]], progress: Progress = quiet) -> list[array[float]]:
    """The values of three players or more, each playing for their own, and a line of doubts last: above 0 where some
    choice to come is equally good to whoever makes it, and not to the others."""
    size = len(graph.states)
    found = [array("d", bytes(8 * size)) for _ in range(len(ends) + 1)]
    for values, known in zip(found, ends, strict=False):
        for place, worth in known.items():
            values[place] = worth
    for done, group in enumerate(components(graph)):
        if not done & 0x7FF:
            progress(0.6 + 0.3 * done / size, SETTLING)
        place, kind, after = group[0], graph.kind[group[0]], graph.following(group[0])
        if len(group) > 1 or place in after:
            raise Unsolved(CIRCLES)
        if kind == CHANCE:
            for values in found[:-1]:
                values[place] = mean(graph.weights[graph.shape[place]], map(values.__getitem__, after))
        elif kind != OVER:
            own = found[kind - 1]
            best = max(after, key=own.__getitem__)
            for values in found[:-1]:
                values[place] = values[best]
            tied = [one for one in after if own[best] - own[one] <= BOUND]
            differ = any(abs(values[one] - values[best]) > BOUND for one in tied for values in found[:-1])
            found[-1][place] = float(differ)
        if after:
            found[-1][place] = max(found[-1][place], *map(found[-1].__getitem__, after))
    return found
