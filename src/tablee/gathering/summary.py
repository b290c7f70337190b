"""What came of it: sums found and missed, a walk through common throws, how well was chosen, standings. No names.

Everything is worked out from the rounds and their tables when it is asked for, and kept nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablee.bots.best_move import missing
from tablee.core import registry as games
from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, Event, Roll, State
from tablee.core.words import Text, all_of, same
from tablee.engine import solvers
from tablee.review.reasons import NONE, reasons
from tablee.review.review import SAME, review
from tablee.review.tutor import Advised, advised
from tablee.table import Table

from .gathering import Gathering, Round, RoundTable

OPERATIONS = {
    "+": Text("avec +", "with +"),
    "-": Text("avec −", "with −"),
    "*": Text("avec ×", "with ×"),
    "/": Text("avec ÷", "with ÷"),
    "": Text("un bloc seul", "one block alone"),
}
MOST_STEPS, MOST_GROUPS = 12, 3  # of a walk: what a class can talk about
Tables = Mapping[str, Table]  # by name, those that are still there


# --- find the sums ----------------------------------------------------------------------------------------------


def operations(calculation: str) -> tuple[str, ...]:
    """The signs of a calculation; the empty one of a number alone."""
    return tuple(sign for sign in "+-*/" if sign in calculation) or ("",)


def count_sums(made: Round) -> dict[str, Any]:
    """How many sums there are and how many the class has found, by operation; which ones, once time is up."""
    part: Any = games.part(made.settings["game"], "sums")
    every = part.every(made.state)
    found = Counter(one for mine in made.found.values() for one in mine)
    told: dict[str, Any] = {
        "all": len(every),
        "found": len(found),
        "people": sum(map(bool, made.found.values())),
        "by": {
            sign: [len([one for one in found if sign in operations(one)]), total]
            for sign in OPERATIONS
            if (total := len([one for one in every if sign in operations(one)]))
        },
    }
    if made.ended:
        told["found_by"] = {part.pretty(one): many for one, many in found.most_common()}
        told["missed"] = [part.pretty(one) for one in every if one not in found]
    return told


# --- the walk through common throws -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """A move in words, how many made it, and what it gives away (None: nobody can say)."""

    move: Text
    many: int
    loss: float | None


@dataclass(frozen=True, slots=True)
class Group:
    """Tables that met the n-th throw in the same position. `unseen`: good moves that nobody made."""

    state: State
    player: int
    many: int
    choices: tuple[Choice, ...]
    best: Text | None
    why: Text
    unseen: tuple[Text, ...]
    exact: bool


@dataclass(frozen=True, slots=True)
class Step:
    number: int
    roll: Roll
    groups: tuple[Group, ...]
    more: int  # tables that met it elsewhere


def walk(made: Round, tables: Tables) -> list[Step]:
    """What was chosen after each common throw. What bots chose is left out."""
    met: dict[int, dict[tuple[State, int], Counter[str]]] = {}
    rolls: dict[int, Roll] = {}
    for at in made.tables:
        for number, roll, state, player, move in _choices(at, tables.get(at.table)):
            rolls[number] = roll
            met.setdefault(number, {}).setdefault((state, player), Counter())[move] += 1
    game, steps = games.load(made.settings["game"]), []
    for number in sorted(met)[:MOST_STEPS]:
        groups = sorted(met[number].items(), key=lambda item: -item[1].total())
        shown = tuple(_group(game, *where, chosen) for where, chosen in groups[:MOST_GROUPS])
        steps.append(Step(number + 1, rolls[number], shown, sum(one.total() for _, one in groups[MOST_GROUPS:])))
    return steps


def walked(made: Round, tables: Tables) -> list[int]:
    """The numbers of the throws that a walk goes through: those after which somebody had a choice."""
    numbers = {number for at in made.tables for number, *_ in _choices(at, tables.get(at.table))}
    return [number + 1 for number in sorted(numbers)[:MOST_STEPS]]


def _choices(at: RoundTable, table: Table | None) -> Iterable[tuple[int, Roll, State, int, str]]:
    """After each throw what a person chose: its number, the throw, where, who, and the move without its calculation."""
    if table is None:
        return
    number, events, states = -1, table.history.events, table.history.states
    for index, event in enumerate(events):
        if isinstance(event, Roll):
            number, rolled = number + 1, event
        elif number >= 0 and table.history.doers[index] < len(at.badges):
            state = states[index]
            yield number, rolled, state, table.game.actor(state, event), str(event).partition(":")[0]


def _advised(game: AnyGame, state: State, player: int) -> Advised | None:
    try:
        return None if missing(game) else advised(game, state, player)
    except TableeError:
        return None


def _group(game: AnyGame, state: State, player: int, chosen: Counter[str]) -> Group:
    weighed = _advised(game, state, player)
    choices = tuple(
        Choice(spell(game, state, player, move), many, None if weighed is None else weighed.loss(move))
        for move, many in chosen.most_common()
    )
    if weighed is None:
        return Group(state, player, chosen.total(), choices, None, same(""), (), False)
    good = [move for move, loss in weighed.losses if loss <= SAME]
    worse = next((move for move, _ in chosen.most_common() if weighed.loss(move) > SAME), None)
    why = Text("Tout le monde l’a vu !", "Everybody saw it!")
    if weighed.losses[-1][1] <= SAME:
        why = Text("Ici, tous les coups se valent.", "Here all moves are as good.")
    if len(weighed.losses) == 1:
        why = Text("Il n’y avait qu’un coup possible.", "There was only one possible move.")
    if worse is not None:
        found = [reason.text for reason in reasons(game, state, player, good[0], game.parse(worse))] or [NONE]
        why = found[0] + same(" ") + found[1] if len(found) > 1 else found[0]
    unseen = tuple(spell(game, state, player, str(move)) for move in good if str(move) not in chosen)
    best = all_of([spell(game, state, player, str(move)) for move in good[:2]])
    return Group(state, player, chosen.total(), choices, best, why, unseen, weighed.exact)


def spell(game: AnyGame, state: State, player: int, move: str) -> Text:
    """A move as the tutor names it."""
    part: Any = games.part(game.NAME, "reasons")
    event: Event = game.parse(move)
    told: Text = part.hints(state, player, event)[-1] if part else game.tell(state, event)
    return told


# --- the end ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Played:
    """A round on the last page: what was played, at how many tables, how well people chose, and of how many games among
    them (where values are exact) the dice weighed more than the choices."""

    made: Round
    tables: int
    over: int
    choices: int
    best: int
    exact: bool
    weighed: int
    by_dice: int


def played(made: Round, tables: Tables) -> Played:
    """How a round went: of all the choices of people that mattered, how many were best ones."""
    game = games.load(made.settings["game"])
    there = [table for at in made.tables if (table := tables.get(at.table)) is not None]
    choices, best, exact = 0, 0, True
    for at in made.tables if made.activity != "together" else ():
        for _, _, state, player, move in _choices(at, tables.get(at.table)):
            weighed = _advised(game, state, player)
            if weighed is not None and weighed.losses[-1][1] > SAME:
                choices, best, exact = choices + 1, best + (weighed.loss(move) <= SAME), exact and weighed.exact
    lucky = [one for at in made.tables if (one := _by_dice(at, tables.get(at.table))) is not None]
    over = sum(table.over for table in there)
    return Played(made, len(there), over, choices, best, exact, len(lucky), sum(lucky))


def _by_dice(at: RoundTable, table: Table | None) -> bool | None:
    """Whether the dice gave the winner of a game between two people more than the choices did; None: nobody can say."""
    outcome = table.outcome if table is not None and len(at.badges) == 2 and table.resigned is None else None
    if table is None or outcome is None or len(outcome.winners) != 1 or missing(table.game):
        return None
    record, winner = table.record(), outcome.winners[0]
    if not solvers.exact(record.game.NAME, record.variant):
        return None
    try:
        found = review(record.game, record.states, record.events).players
    except TableeError:
        return None
    return found[winner].luck - found[3 - winner].luck > found[3 - winner].loss - found[winner].loss


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody at an evening: points (a draw is half a one), games, and what their choices gave away on average."""

    badge: str
    points: float
    games: int
    loss: float


def standings(gathering: Gathering, tables: Tables, *, skill: bool = True) -> list[Standing]:
    """The best first; ties go to who gave less away, exactly where the game is solved. Games against bots count not."""
    points: Counter[str] = Counter()
    count: Counter[str] = Counter()
    losses: dict[str, list[float]] = {badge: [] for badge in gathering.members}
    for made in gathering.rounds:
        game = games.load(made.settings["game"])
        for at in made.tables:
            table = tables.get(at.table)
            if table is None or len(at.badges) != 2 or made.activity == "together":
                continue
            for _, _, state, player, move in _choices(at, table) if skill else ():
                if weighed := _advised(game, state, player):
                    losses[at.badges[table.seating.place_of(player)]].append(weighed.loss(move))
            if (outcome := table.outcome) is not None:
                winners = [at.badges[table.seating.place_of(player)] for player in outcome.winners]
                for badge in at.badges:
                    count[badge] += 1
                    points[badge] += 1.0 if winners == [badge] else 0.5 if not winners else 0.0  # type: ignore[assignment]
    found = [
        Standing(badge, points[badge], count[badge], sum(mine) / len(mine) if (mine := losses[badge]) else 0.0)
        for badge in gathering.members
    ]
    return sorted(found, key=lambda one: (-one.points, one.loss))
