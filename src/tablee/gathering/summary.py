"""What came of it: sums found and missed, a walk through common throws, how well was chosen, standings. No names.

Everything is worked out from the rounds and their tables when it is asked for, and kept nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tablee.bots.best_move import missing
from tablee.core import registry as games
from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, Event, Roll, State
from tablee.core.words import Text, count_noun, elide, untranslated
from tablee.engine import solvers
from tablee.review.reasons import NONE, find_reasons
from tablee.review.review import SAME, review
from tablee.review.tutor import Advised, ask_solvers
from tablee.table import Table

from .gathering import Gathering, Round, RoundTable

OPERATIONS = {
    "+": Text("avec +", "with +"),
    "-": Text("avec −", "with −"),
    "*": Text("avec ×", "with ×"),
    "/": Text("avec ÷", "with ÷"),
    "": Text("un bloc seul", "one block alone"),
}
MOST_STEPS = 12  # of a walk: what a class can talk about
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
        "goals": list(part.keys(made.state)[2]),
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
class Step:
    """A common throw where most tables met it in the same position: what was chosen there, the most frequent first, as
    sentences with whether nothing is better; a best move that nobody made; why. `elsewhere`: tables with another board.
    """

    number: int
    state: State
    choices: tuple[tuple[Text, bool], ...]
    unseen: Text | None
    why: Text
    exact: bool
    elsewhere: int


def walk(made: Round, tables: Tables, kind: str) -> list[Step]:
    """What was chosen after each common throw that left anybody something to choose. Bots are left out.

    Boards that differ only by the order of what is alike in them are one, and so are choices that lead to such boards.
    """
    game = games.load(made.settings["game"])
    alike: Callable[[State], object] = getattr(games.part(game.NAME, "reasons"), "alike", lambda state: state)
    met: dict[int, dict[object, list[tuple[State, int, str]]]] = {}
    for at in made.tables:
        for number, state, player, move in _choices(at, tables.get(at.table)):
            met.setdefault(number, {}).setdefault((alike(state), player), []).append((state, player, move))
    steps = []
    for number in sorted(met)[:MOST_STEPS]:
        most = max(met[number].values(), key=len)
        state, player, _ = most[0]
        elsewhere = sum(who == player for one in met[number].values() for _, who, _ in one) - len(most)
        moves = {alike(game.play(state, move)): str(move) for move in reversed(game.moves(state, player))}
        same_as = [(moves[alike(game.play(one, game.parse(move)))], move) for one, _, move in most]
        chosen, elsewhere_too = Counter(one for one, _ in same_as), {one for one, move in same_as if one != move}
        weighed = _advise(game, state, player)
        choices = tuple(
            (
                tell(kind, many, CHOSE, spell(game, state, player, move))
                + (LIKE if move in elsewhere_too else untranslated("")),
                weighed is not None and weighed.loss(move) <= SAME,
            )
            for move, many in chosen.most_common()
        )
        unseen, why = _explain(game, state, player, chosen, weighed) if weighed else (None, untranslated(""))
        exact = weighed is not None and weighed.exact
        steps.append(Step(number + 1, state, choices, unseen, why, exact, elsewhere))
    return steps


def count_steps(made: Round, tables: Tables) -> int:
    """How many throws the walk has."""
    chosen = {number for at in made.tables for number, *_ in _choices(at, tables.get(at.table))}
    return min(MOST_STEPS, len(chosen))


def _choices(at: RoundTable, table: Table | None) -> Iterable[tuple[int, State, int, str]]:
    """After each throw what a person chose: the throw's number, where, who, and the move without its calculation."""
    if table is None:
        return
    number, events, states = -1, table.history.events, table.history.states
    for index, event in enumerate(events):
        if isinstance(event, Roll):
            number += 1
        elif number >= 0 and table.history.actors[index] < len(at.badges):
            together = not isinstance(events[index - 1], Roll) and len(table.game.players(states[index - 1])) > 1
            state = states[index - together]  # whoever's hidden choice came first, they chose in the same position
            yield number, state, table.game.actor(state, event), str(event).partition(":")[0]


def count_moves(at: RoundTable, table: Table | None) -> int:
    """How many moves people have made at a table; in blocs each is a right calculation."""
    return len(list(_choices(at, table)))


def _advise(game: AnyGame, state: State, player: int) -> Advised | None:
    try:
        return None if missing(game) else ask_solvers(game, state, player)
    except TableeError:
        return None


def _explain(
    game: AnyGame, state: State, player: int, chosen: Counter[str], weighed: Advised
) -> tuple[Text | None, Text]:
    """A best move, if nobody made one, and why it is better than what most chose who did not."""
    good = [str(move) for move, loss in weighed.losses if loss <= SAME]
    worse = next((move for move, _ in chosen.most_common() if weighed.loss(move) > SAME), None)
    unseen = None if set(good) & set(chosen) else spell(game, state, player, good[0])
    if len(weighed.losses) == 1:
        return unseen, Text("Il n’y avait qu’un coup possible.", "There was only one possible move.")
    if weighed.losses[-1][1] <= SAME:
        return unseen, Text("Ici, tous les coups se valent.", "Here all moves are as good.")
    if worse is None:
        return unseen, Text("Tout le monde l’a vu !", "Everybody saw it!")
    found = [reason.text for reason in find_reasons(game, state, player, game.parse(good[0]), game.parse(worse))][:2]
    return unseen, sum((untranslated(" ") + one for one in found), Text("Pourquoi ?", "Why?")) if found else NONE


LIKE = Text(" (ou pareil ailleurs)", " (or the same elsewhere)")
CHOSE = (Text("a choisi de ", "chose to "), Text("ont choisi de ", "chose to "))
WANT = (Text("veut ", "wants to "), Text("veulent ", "want to "))
PEOPLE = {"class": ("enfant", "child|children"), "game-night": ("personne", "person|people")}


def tell(kind: str, many: int, verbs: tuple[Text, Text], move: Text) -> Text:
    """How many chose a move, or want it: `2 enfants ont choisi de pousser 3 et 4`."""
    people, verb = count_noun(many, *PEOPLE[kind]), verbs[many > 1]
    return Text(f"{people.fr} {elide(verb.fr, move.fr)}", f"{people.en} {verb.en}{move.en}")


def spell(game: AnyGame, state: State, player: int, move: str) -> Text:
    """A move as the tutor names it, `pousser 3 et 4`."""
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


def summarise_play(made: Round, tables: Tables) -> Played:
    """How a round went: of all the choices of people that mattered, how many were best ones."""
    game = games.load(made.settings["game"])
    there = [table for at in made.tables if (table := tables.get(at.table)) is not None]
    choices, best, exact = 0, 0, True
    for at in made.tables if made.activity != "together" else ():
        for _, state, player, move in _choices(at, tables.get(at.table)):
            weighed = _advise(game, state, player)
            if weighed is not None and weighed.losses[-1][1] > SAME:
                choices, best, exact = choices + 1, best + (weighed.loss(move) <= SAME), exact and weighed.exact
    lucky = [one for at in made.tables if (one := _by_dice(at, tables.get(at.table))) is not None]
    over = sum(table.over for table in there)
    return Played(made, len(there) + made.unplayed, over, choices, best, exact, len(lucky), sum(lucky))


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


def winners(at: RoundTable, table: Table | None) -> tuple[str, ...] | None:
    """The badges of those who have won at a table, also at one that is gone; None while it is not over."""
    if table is None or table.outcome is None:
        return at.winners
    seats = (table.seating.seat_of(player) for player in table.outcome.winners)
    return tuple(at.badges[seat] for seat in seats if seat < len(at.badges))  # the others are bots


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
    losses: dict[str, list[float]] = {}
    for made in gathering.rounds:
        game = games.load(made.settings["game"])
        for at in made.tables:
            table = tables.get(at.table)
            if len(at.badges) < 2 or made.activity == "together":
                continue
            for _, state, player, move in _choices(at, table) if skill else ():
                if table is not None and (weighed := _advise(game, state, player)):
                    losses.setdefault(at.badges[table.seating.seat_of(player)], []).append(weighed.loss(move))
            if (won := winners(at, table)) is not None:
                for badge in at.badges:
                    count[badge] += 1
                    points[badge] += 1.0 if won == (badge,) else 0.5 if not won else 0.0  # type: ignore[assignment]
    found = [
        Standing(badge, points[badge], count[badge], sum(mine) / len(mine) if (mine := losses.get(badge)) else 0.0)
        for badge in gathering.members
    ]
    return sorted(found, key=lambda one: (-one.points, one.loss))
