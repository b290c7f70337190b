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

BOUND = 1e-9  # the widest interval whose middle is called exact

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
    "With three or more, a game with simultaneous choices cannot be solved from its rules alone.",
)
CIRCLES = Text(
    "À trois ou plus, un jeu où les positions reviennent ne se résout pas d’après ses seules règles.",
    "With three or more, a game with repeating positions cannot be solved from its rules alone.",
)
ENDLESS = Text(
    "Ce jeu n’a pas de fin que l’on puisse atteindre : il ne se résout pas.",
    "This game has no end that can be reached: it cannot be solved.",
)


def too_large(positions: int, most: int) -> Text:
    """The refusal of a game that has so many positions at least."""
    return Text.fill(
        "Ce jeu est trop grand pour être résolu d’après ses règles : au moins {many} positions, et {limit} au plus "
        "sont possibles.",
        "This game is too large to be solved from its rules: at least {many} positions, and {limit} are the most.",
        many=decimal(positions, ","),
        limit=decimal(most, ","),
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
    states = [state] if choices else []
    for events in choices:
        states = [game.play(before, event) for before in states for event in events]
    return states


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

    def successors(self, index: int) -> array[int]:
        return self.after[self.first[index] : self.first[index + 1]]


SETTLING = Text("les valeurs, de la fin au début", "values, from the end to the start")
CLOSING = Text("des positions qui reviennent", "repeating positions")
KEEPING = Text("la table de valeurs", "the tablebase")


def explore(game: AnyGame, variant: Variant, size: int, most: int, weight: float, progress: Progress = quiet) -> Graph:
    """Every position that can come up; `size`: how many are expected at least, `weight`: how many bytes each will take.
    Unsolved: more than `most`, or a choice that the engine does not know."""
    graph = Graph(states=[game.start(variant)])
    number = {graph.states[0]: 0}
    weights, share = dict[Payoff, int](), 0.0
    for index, state in enumerate(graph.states):
        kind, choices, weighed = branches(game, state)
        graph.kind.append(kind)
        graph.shape.append(weights.setdefault(weighed, len(weights)) if kind == CHANCE else 0)
        if kind == JOINT:
            graph.shape[-1] = len(choices[0])
        for successor in list_successors(game, state, choices):
            target = number.setdefault(successor, len(number))
            if target == len(graph.states):
                graph.states.append(successor)
            graph.after.append(target)
        graph.first.append(len(graph.after))
        if not index & 0x3FF:
            many = count_noun(len(number), "position", "position", ",")
            memory = decimal(len(number) * weight / 1e6, ".0f")
            doing = Text.fill("au moins {many}, {memory} Mo", "at least {many}, {memory} MB", many=many, memory=memory)
            progress(share := max(share, 0.6 * index / max(size, len(number))), doing)
            if len(number) > most:
                raise Unsolved(too_large(len(number), most))
    graph.weights = list(weights)
    return graph


def components(graph: Graph) -> Iterator[list[int]]:
    """Positions that can lead to one another, together; each group after all that follows it (Tarjan's method)."""
    size = len(graph.states)
    first, after = graph.first, graph.after
    nexts = array("q", first[:-1])
    index, lowest = array("i", [0]) * size, array("i", [0]) * size
    index[0] = lowest[0] = count = 1
    work, path = [0], [0]
    gone = size + 1
    while work:
        node = work[-1]
        if nexts[node] < first[node + 1]:
            successor = after[nexts[node]]
            nexts[node] += 1
            if not index[successor]:
                count += 1
                index[successor] = lowest[successor] = count
                work.append(successor)
                path.append(successor)
            elif index[successor] < lowest[node]:
                lowest[node] = index[successor]
            continue
        work.pop()
        if work and lowest[node] < lowest[work[-1]]:
            lowest[work[-1]] = lowest[node]
        if lowest[node] == index[node]:
            begin = len(path) - 1
            while path[begin] != node:
                begin -= 1
            group = path[begin:]
            del path[begin:]
            for member in group:
                index[member] = gone  # never the lowest of anything again
            yield group[::-1]


# --- values ---------------------------------------------------------------------------------------------------------


def settle(graph: Graph, ends: Mapping[int, float], *, alone: bool, progress: Progress = quiet) -> Bounds:
    """The value of every position, closed in: player 1 plays for the most, player 2 for the least. `ends`: what the
    positions are worth in which the game is over. A game that never ends is worth the least of these to somebody
    `alone`; with two, it has to be shown that it does not matter."""
    if not ends:
        raise Unsolved(ENDLESS)
    size = len(graph.states)
    done = reported = 0
    least, most = min(ends.values()), max(ends.values())
    low = array("d", bytes(8 * size))
    for node, worth in ends.items():
        low[node] = worth
    high = low  # the same, until a value is not known for sure
    for group in components(graph):
        done += len(group)
        if done - reported > 2_000:
            reported = done
            progress(0.6 + 0.3 * done / size, SETTLING)
        node = group[0]
        if len(group) == 1 and (graph.kind[node] == OVER or node not in graph.successors(node)):
            if high is low and graph.kind[node] == JOINT:
                high = low[:]
            if graph.kind[node] != OVER:
                low[node] = _worth(graph, node, low, upper=False)
                if high is not low:
                    high[node] = _worth(graph, node, high, upper=True)
            continue
        if high is low:
            high = low[:]
        for node in group:
            low[node], high[node] = least, most
        _close_in(graph, group, low, high, partial(progress, 0.6 + 0.3 * done / size, CLOSING), alone=alone)
    return low, high


Bounds = tuple["array[float]", "array[float]"]


def _worth(graph: Graph, node: int, values: array[float], *, upper: bool) -> float:
    """What a position is worth by the values of those that follow."""
    kind, begin, end = graph.kind[node], graph.first[node], graph.first[node + 1]
    after = map(values.__getitem__, graph.after[begin:end])
    if kind == CHANCE:
        return mean(graph.weights[graph.shape[node]], after)
    if kind != JOINT:
        return max(after) if kind == 1 else min(after)
    equilibrium = solve_matrix(payoff_of(graph, node, values))
    return equilibrium.high if upper else equilibrium.low


def mean(shares: Iterable[float], worths: Iterable[float]) -> float:
    """The mean of what things are worth, by their shares."""
    total: float = sum(map(mul, shares, worths))
    return total


def payoff_of(graph: Graph, index: int, values: Any) -> list[list[float]]:
    """The matrix of a joint choice: a line for each move of player 1."""
    after, rows = list(map(values.__getitem__, graph.successors(index))), graph.shape[index]
    columns = len(after) // rows
    return [after[row * columns : (row + 1) * columns] for row in range(rows)]


Beat = Callable[[], None]  # says that something is still being done
Chosen = dict[int, Any]  # by position, the one that its player goes to; of a joint choice, its `Mixtures`


def _close_in(
    graph: Graph, group: list[int], low: array[float], high: array[float], beat: Beat, *, alone: bool
) -> None:
    """Bounds of positions that repeat: nearly right values first, then a proof of how far off they can be at most.
    Where there is no proof, bounds are raised and lowered from the ends until they meet or stay where they are. Alone,
    an upper bound that no step exceeds will do: the value is the least of these."""
    least, most = low[group[0]], high[group[0]]
    chosen = _improve(graph, group, low, least if alone else (least + most) / 2, beat)
    near = [low[node] for node in group]
    for node in group:
        high[node] = low[node]
    outside = max(high[successor] - low[successor] for node in group for successor in graph.successors(node))
    fall = max(low[node] - _value_kept(graph, node, low, chosen, 1, min) for node in group) + ROUNDING
    rise = max(_value_kept(graph, node, low, chosen, 2, max) - low[node] for node in group) + ROUNDING
    below, above = (_linger(graph, group, chosen, player, beat) for player in (1, 2))
    for index, node in enumerate(group):
        low[node] = near[index] - max(0.0, fall) * below[index] if below else least
        high[node] = near[index] + max(0.0, rise) * above[index] + outside if above else most
    for _ in range(0 if below and (above or alone) else max(100, SWEEPS // len(group))):
        beat()
        moved, widest = 0.0, 0.0
        for node in group:
            floor, ceiling = _worth(graph, node, low, upper=False), _worth(graph, node, high, upper=True)
            moved = max(moved, floor - low[node], high[node] - ceiling)
            low[node], high[node] = max(floor, low[node]), min(ceiling, high[node])
            widest = max(widest, high[node] - low[node])
        if widest < BOUND / 10 or moved <= 0.0:
            break
    if alone and not above:
        for index, node in enumerate(group):
            high[node] = (near if below else low)[index if below else node] + outside + BOUND / 2
        if not _holds(graph, group, high):
            for node in group:
                high[node] = most


def _holds(graph: Graph, group: list[int], high: array[float]) -> bool:
    """Whether no step exceeds a bound of somebody alone, for certain: choices are compared as they are, and a throw
    stays below its bound by more than rounding can take. The bounds of choices are raised to what they lead to."""
    choices = [node for node in group if graph.kind[node] != CHANCE]
    for _ in choices:
        raised = False
        for node in choices:
            best = max(map(high.__getitem__, graph.successors(node)))
            if best > high[node]:
                high[node], raised = best, True
        if not raised:
            break
    throws = (node for node in group if graph.kind[node] == CHANCE)
    return all(_worth(graph, node, high, upper=True) <= high[node] - 100 * ROUNDING for node in throws)


def _value_kept(graph: Graph, node: int, values: Any, chosen: Chosen, player: int, other: Any) -> float:
    """What a position is worth by the values of those that follow, if `player` keeps to what they chose and the other
    player takes the least or the most: `other` is `min` or `max`."""
    kind, after = graph.kind[node], map(values.__getitem__, graph.successors(node))
    if kind == CHANCE:
        return mean(graph.weights[graph.shape[node]], after)
    if kind == JOINT:
        payoff, mixture = payoff_of(graph, node, values), chosen[node].row if player == 1 else chosen[node].column
        lines = zip(*payoff, strict=True) if player == 1 else payoff  # of each move of the other
        return float(other(mean(mixture, line) for line in lines))
    return values[chosen[node]] if kind == player else float(other(after))


def _improve(graph: Graph, group: list[int], values: array[float], begin: float, beat: Beat) -> Chosen:
    """Bring the values of positions that repeat near what they are: better choices for all, then what they are worth
    if everybody keeps to them, by turns. Returns the choices."""
    for node in group:
        values[node] = begin
    for turn in range(60):
        beat()
        chosen, moved = dict[int, Any](), 0.0
        for node in group:
            kind, after = graph.kind[node], graph.successors(node)
            if kind == JOINT:
                chosen[node] = equilibrium = solve_matrix(payoff_of(graph, node, values))
                worth = equilibrium.low
            elif kind == CHANCE:
                worth = _worth(graph, node, values, upper=False)
            else:
                chosen[node] = (max if kind == 1 else min)(after, key=values.__getitem__)
                worth = values[chosen[node]]
            moved = max(moved, abs(worth - values[node]))
            values[node] = worth
        if moved < 1e-15:
            break
        lines = _keep_to(graph, group, chosen) if turn < 30 else []
        for _ in range(500 if lines else 0):
            change = 0.0
            for node, shares, leads in lines:
                worth = mean(shares, map(values.__getitem__, leads))
                change = max(change, abs(worth - values[node]))
                values[node] = worth
            if change < 1e-6 * moved or change < 1e-16:
                break
        for node in group if lines else ():
            values[node] = values[_follow(graph, chosen, node)]
    return chosen


def _follow(graph: Graph, chosen: Chosen, node: int) -> int:
    """Where choices lead, one after another, if everybody keeps to them; somewhere on the way if they go round."""
    for _ in chosen:
        if node not in chosen or graph.kind[node] <= 0:
            break
        node = chosen[node]
    return node


def _keep_to(graph: Graph, group: list[int], chosen: Chosen) -> list[tuple[int, Sequence[float], list[int]]]:
    """The rolls and joint choices of a group, if everybody keeps to what they chose: shares, and where they lead."""
    equations = []
    for node in group:
        kind = graph.kind[node]
        if kind > 0:
            continue
        shares: Sequence[float] = graph.weights[graph.shape[node]] if kind == CHANCE else ()
        if kind == JOINT:
            shares = [mine * theirs for mine in chosen[node].row for theirs in chosen[node].column]
        equations.append((node, shares, [_follow(graph, chosen, after) for after in graph.successors(node)]))
    return equations


def _linger(graph: Graph, group: list[int], chosen: Chosen, player: int, beat: Beat) -> list[float]:
    """How long a game can stay in a group at most, in steps, if `player` keeps to what they chose and the other does
    anything; empty if that may be for ever, or nearly.

    It need not be known well: a bound that no step exceeds, when it is added to that step, serves.
    """
    stay = defaultdict[int, float](float)
    for _ in range(LINGER):
        beat()
        longest = 0.0
        for node in group:
            more = 1.0 + _value_kept(graph, node, stay, chosen, player, max)
            longest, stay[node] = max(longest, more - stay[node]), more
        if longest < 0.9:
            return [10.0 * stay[node] for node in group]
    return []


def settle_many(graph: Graph, ends: Sequence[Mapping[int, float]], progress: Progress = quiet) -> list[array[float]]:
    """The values of three players or more, each playing for their own, and a line of doubts last: above 0 where some
    choice to come is equally good to whoever makes it, and not to the others."""
    size = len(graph.states)
    results = [array("d", bytes(8 * size)) for _ in range(len(ends) + 1)]
    for values, worths in zip(results, ends, strict=False):
        for node, worth in worths.items():
            values[node] = worth
    for done, group in enumerate(components(graph)):
        if not done & 0x7FF:
            progress(0.6 + 0.3 * done / size, SETTLING)
        node, kind, after = group[0], graph.kind[group[0]], graph.successors(group[0])
        if len(group) > 1 or node in after:
            raise Unsolved(CIRCLES)
        if kind == CHANCE:
            for values in results[:-1]:
                values[node] = mean(graph.weights[graph.shape[node]], map(values.__getitem__, after))
        elif kind != OVER:
            own = results[kind - 1]
            best = max(after, key=own.__getitem__)
            for values in results[:-1]:
                values[node] = values[best]
            tied = [successor for successor in after if own[best] - own[successor] <= BOUND]
            differ = any(abs(values[successor] - values[best]) > BOUND for successor in tied for values in results[:-1])
            results[-1][node] = float(differ)
        if after:
            results[-1][node] = max(results[-1][node], *map(results[-1].__getitem__, after))
    return results
