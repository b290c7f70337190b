"""What came of it: sums found and missed, a walk through common rolls, how well was chosen, standings. No names.

Everything is worked out from the rounds and their tables when it is asked for, and kept nowhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablee.bots.best_move import find_missing
from tablee.core import registry as games
from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, Event, Roll, State
from tablee.core.words import Text, capital, decimal, untranslated
from tablee.review.reasons import find_reasons
from tablee.review.review import SAME
from tablee.review.tutor import RankedMoves, ask_solvers, name_move
from tablee.table import Table

from .gathering import Gathering, Group, Round

OPERATIONS = ("+", "-", "*", "/", "")  # the last: one block alone
MOST_ROLLS = 5  # of a walk: what a class can talk about in ten minutes
Tables = Mapping[str, Table]  # by name, those that are still there


# --- find the sums ----------------------------------------------------------------------------------------------


def list_operations(calculation: str) -> tuple[str, ...]:
    """The signs of a calculation; the empty one of a number alone."""
    return tuple(sign for sign in "+-*/" if sign in calculation) or ("",)


def count_sums(round_: Round, *, full: bool = False) -> dict[str, Any]:
    """How many sums there are and how many the class has found, by operation; which ones, once time is up (`full`: at
    once)."""
    part: Any = games.part(round_.settings["game"], "sums")
    every, found = part.every(round_.state), round_.count_found()
    all_signs = Counter(sign for calculation in every for sign in list_operations(calculation))
    found_signs = Counter(sign for calculation in found for sign in list_operations(calculation))
    counts: dict[str, Any] = {
        "goals": list(part.keys(round_.state)[2]),
        "all": len(every),
        "found": len(found),
        "people": sum(map(bool, round_.found_sums.values())),
        "by": {sign: [found_signs[sign], all_signs[sign]] for sign in OPERATIONS if all_signs[sign]},
    }
    if round_.ended or full:
        counts["found_by"] = {part.pretty(calculation): many for calculation, many in found.most_common()}
        counts["missed"] = [part.pretty(calculation) for calculation in every if calculation not in found]
    return counts


@dataclass(frozen=True, slots=True)
class Question:
    """What a class is asked about a calculation that nobody has found: its `pieces`, of which number `hole` is asked
    for, what it makes, and others like it."""

    title: Text
    ask: Text
    pieces: tuple[str, ...]
    hole: int
    goal: int
    answer: str
    others: tuple[str, ...]


def ask_missed(round_: Round) -> Question | None:
    """A question built from what is missing: a block that nobody used, else a sign, else the shortest calculation; None
    where all was found."""
    part: Any = games.part(round_.settings["game"], "sums")
    found = round_.count_found()
    missed = sorted(set(part.every(round_.state)) - set(found), key=lambda calculation: (len(calculation), calculation))
    several = [calculation for calculation in missed if len(split(part.pretty(calculation))) > 1] or missed
    if not several:
        return None
    blocks, signs, goals = part.keys(round_.state)
    used = {piece for calculation in found for piece in split(calculation)}
    unused = [piece for piece in map(str, (*reversed(blocks), *signs)) if piece not in {*used, *map(str, goals)}]
    alike = {piece: [calculation for calculation in several if piece in split(calculation)] for piece in unused}
    piece, like = next(((piece, like) for piece, like in alike.items() if like), ("", several))
    goal, pieces, shown = int(part.value(like[0])), split(part.pretty(like[0])), part.pretty(piece)
    numbers = [index for index, text in enumerate(pieces) if text.isdigit() and text != piece]
    if not piece:
        title = Text(f"Il en reste {len(missed)}.", f"{len(missed)} are left.")
        ask = Text(f"Qui sait faire {goal} autrement ?", f"Who can make {goal} another way?")
    elif piece.isdigit():
        title = Text(f"Personne n’a pris le {piece}.", f"Nobody took the {piece}.")
        ask = Text(f"Qui sait faire {goal} avec le {piece} ?", f"Who can make {goal} with the {piece}?")
    else:
        title = Text(f"Personne n’a pris le signe {shown}.", f"Nobody took the sign {shown}.")
        ask = Text(f"Qui sait faire {goal} avec {shown} ?", f"Who can make {goal} with {shown}?")
    others = tuple(map(part.pretty, like[1:3]))
    return Question(title, ask, pieces, numbers[-1] if numbers else 0, goal, part.equation(like[0]), others)


def split(calculation: str) -> tuple[str, ...]:
    """The numbers, signs and brackets of a calculation."""
    return tuple(re.findall(r"[0-9]+|[^0-9 ]", calculation))


# --- the walk through common rolls -----------------------------------------------------------------------------

STEPS = 3  # of each roll: the board, what was chosen, what is best
LATER = Text("à vue d’œil c’est pareil, la différence vient plus tard.", "they look alike, the difference comes later.")
ROWS, WORDED = 4, 3  # choices on a screen; of those in words, which take two lines


@dataclass(frozen=True, slots=True)
class Choice:
    """A move after a common roll, by whom, and whether nothing is better. `pieces`: of its calculation, if any."""

    move: Text
    pieces: tuple[str, ...]
    badges: tuple[str, ...]
    best: bool
    state: State  # that it leads to


@dataclass(frozen=True, slots=True)
class Step:
    """What a screen shows of a roll: what was chosen, the most frequent first, and last a best move that nobody made;
    why that is best."""

    number: int
    state: State
    choices: tuple[Choice, ...]
    why: Text
    exact: bool

    @property
    def shown(self) -> tuple[Choice, ...]:
        """What a screen has room for: the most frequent choices, and always a best one."""
        rows = ROWS if all(choice.pieces for choice in self.choices) else WORDED
        best = [choice for choice in self.choices[rows - 1 :] if choice.best][:1]
        return (*self.choices[: rows - 1], *(best or self.choices[rows - 1 : rows]))


class SharedRoll(NamedTuple):
    """A common roll on the board where most met it, by how many, and who chose each move, the most frequent first."""

    state: State
    player: int
    met: int
    badges: dict[str, list[str]]


def list_shared_rolls(round_: Round, tables: Tables) -> list[SharedRoll]:
    """The common rolls that a class talks about: those where it chose differently on the same board, at most
    `MOST_ROLLS`, the ones that most people met; where it never did, those that most met together. No bots.

    Boards that differ only by the order of what is alike in them are one, and so are choices that lead to such boards.
    """
    game = games.load(round_.settings["game"])
    alike: Callable[[State], object] = getattr(games.part(game.NAME, "reasons"), "alike", lambda state: state)
    boards: dict[tuple[int, int], dict[object, list[Decision]]] = {}
    for group in round_.groups:
        for decision in list_decisions(group, tables):
            board = alike(decision.state), decision.player
            boards.setdefault((group.game_number, decision.number), {}).setdefault(board, []).append(decision)
    rolls = []
    for index in sorted(boards):
        decisions = max(boards[index].values(), key=len)
        state, player = decisions[0].state, decisions[0].player
        moves = {alike(game.play(state, move)): str(move) for move in reversed(game.moves(state, player))}
        badges: dict[str, list[str]] = {}
        for decision in decisions:
            move = moves[alike(game.play(decision.state, game.parse(decision.move)))]
            badges.setdefault(move, []).append(decision.badge)
        rolls.append(
            SharedRoll(state, player, len(decisions), dict(sorted(badges.items(), key=lambda it: -len(it[1]))))
        )
    shared = [roll for roll in rolls if roll.met > 1] or rolls  # what only one came to is nothing to compare
    rolls = [roll for roll in shared if len(roll.badges) > 1] or shared
    most_met = sorted(range(len(rolls)), key=lambda index: -rolls[index].met)[:MOST_ROLLS]
    return [rolls[index] for index in sorted(most_met)]


def walk(round_: Round, tables: Tables) -> list[Step]:
    """What is shown of these rolls: what was chosen, what nobody saw, and what is best."""
    game, steps = games.load(round_.settings["game"]), []
    for number, (state, player, _, badges) in enumerate(list_shared_rolls(round_, tables), 1):
        advised = _advise(game, state, player)
        best = [str(move) for move, loss in advised.losses if loss <= SAME] if advised else []
        missed = [] if set(best) & set(badges) else best[:1]
        choices = tuple(
            Choice(
                spell(game, state, player, move),
                spell_pieces(game, state, move),
                tuple(badges.get(move, ())),
                move in best,
                game.play(state, game.parse(move)),
            )
            for move in (*badges, *missed)
        )
        why = _explain(game, state, player, [*badges, *missed], best, advised) if advised else untranslated("")
        steps.append(Step(number, state, choices, why, advised is not None and advised.exact))
    return steps


def has_seen_rules(table: Table, rolls: int) -> bool:
    """Whether the class has chosen so often at its one table, and has seen a turn of the bot's (or chosen twice as
    often)."""
    events = list(zip(table.history.actors, table.history.events, strict=True))
    chosen = len([actor for actor, event in events if actor == 0 and not isinstance(event, Roll)])
    answered = any(actor == 1 for actor, _ in events) and table.bot_due() is None
    return chosen >= 2 * rolls or (chosen >= rolls and answered)


class Decision(NamedTuple):
    """What a person chose after a roll, counted from 0, and where."""

    number: int
    state: State
    player: int
    event: Event
    badge: str

    @property
    def move(self) -> str:
        """Without its calculation."""
        return str(self.event).partition(":")[0]


def list_decisions(group: Group, tables: Tables) -> Iterator[Decision]:
    """What people chose at a table, in order; nothing where it is gone."""
    if (table := tables.get(group.table_id)) is None:
        return
    number, events, states = -1, table.history.events, table.history.states
    for index, (actor, event) in enumerate(zip(table.history.actors, events, strict=True)):
        if isinstance(event, Roll):
            number += 1
        elif number >= 0 and actor < len(group.badges):
            together = not isinstance(events[index - 1], Roll) and len(table.game.players(states[index - 1])) > 1
            state = states[index - together]  # whoever's hidden choice came first, they chose in the same position
            yield Decision(number, state, table.game.actor(state, event), event, group.badges[actor])


def count_moves(group: Group, tables: Tables) -> int:
    """How many moves people have made at a table; in blocs each is a right calculation."""
    return sum(1 for _ in list_decisions(group, tables))


def _advise(game: AnyGame, state: State, player: int) -> RankedMoves | None:
    try:
        return None if find_missing(game) else ask_solvers(game, state, player)
    except TableeError:
        return None


def _explain(
    game: AnyGame, state: State, player: int, chosen: list[str], best_moves: list[str], advised: RankedMoves
) -> Text:
    """Why a best move is better than what most chose who did not, in words for children of eight."""
    worse = next((move for move in chosen if advised.loss(move) > SAME), None)
    if advised.losses[-1][1] <= SAME:
        return Text("Ici, tous les coups se valent.", "All moves are equally good here.")
    if worse is None:
        return Text("Bien vu !", "Well spotted!")
    best = next((move for move in chosen if move in best_moves), best_moves[0])
    reasons = find_reasons(game, state, player, game.parse(best), game.parse(worse))
    why = reasons[0].for_children or reasons[0].text if reasons else LATER
    return capital(spell(game, state, player, best)) + Text(" : ", ": ") + why


def spell(game: AnyGame, state: State, player: int, move: str) -> Text:
    """A move as the tutor names it, `pousser 3 et 4`."""
    return name_move(game, state, player, game.parse(move))


def spell_pieces(game: AnyGame, state: State, move: str) -> tuple[str, ...]:
    """The pieces of the simplest calculation of a move; none in a game without calculations, or of a free push."""
    part: Any = games.part(game.NAME, "sums")
    return split(part.pretty(part.simplest(state, game.parse(move)))) if part else ()


# --- the end ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RoundPlay:
    """A round on the last page: what was played, at how many tables, and how well people chose."""

    round: Round
    tables: int
    over: int
    choices: int
    best: int
    exact: bool


def summarise_play(round_: Round, tables: Tables) -> RoundPlay:
    """How a round went: of all the choices of people that mattered, how many were best ones."""
    game = games.load(round_.settings["game"])
    groups = [group for group in round_.groups if group.table_id in tables]
    choices, best, exact = 0, 0, True
    for group in groups if round_.activity != "together" else ():
        for decision in list_decisions(group, tables):
            advised = _advise(game, decision.state, decision.player)
            if advised is not None and advised.losses[-1][1] > SAME:
                choices, best = choices + 1, best + (advised.loss(decision.move) <= SAME)
                exact = exact and advised.exact
    count, over = len(groups) + round_.unplayed_tables, sum(tables[group.table_id].over for group in groups)
    return RoundPlay(round_, count, over, choices, best, exact)


def find_winners(group: Group, tables: Tables) -> tuple[str, ...] | None:
    """The badges of those who have won at a table, also at one that is gone; None while it is not over."""
    table = tables.get(group.table_id)
    if table is None or table.outcome is None:
        return group.winners
    seats = (table.seating.seat_of(player) for player in table.outcome.winners)
    return tuple(group.badges[seat] for seat in seats if seat < len(group.badges))  # the others are bots


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody at an evening: points (a draw is half a one), games, and what their choices gave away on average."""

    badge: str
    points: float
    games: int
    loss: float

    @property
    def score(self) -> Text:
        """The points as they are written everywhere: `4`, `4,5`."""
        return decimal(self.points, "g")


def rank(gathering: Gathering, tables: Tables, *, skill: bool = True) -> list[Standing]:
    """The best first; ties go to who gave less away, exactly where the game is solved. Games against bots count not."""
    points = dict.fromkeys(gathering.members, 0.0)
    played, losses = Counter[str](), dict[str, list[float]]()
    for round_ in gathering.rounds:
        game = games.load(round_.settings["game"])
        for group in round_.groups if round_.activity != "together" else ():
            if len(group.badges) < 2:
                continue
            for decision in list_decisions(group, tables) if skill else ():
                if advised := _advise(game, decision.state, decision.player):
                    losses.setdefault(decision.badge, []).append(advised.loss(decision.move))
            if (winners := find_winners(group, tables)) is not None:
                for badge in set(group.badges) & set(points):
                    played[badge] += 1
                    points[badge] += 1.0 if winners == (badge,) else 0.5 if not winners else 0.0
    means = {badge: sum(given_away) / len(given_away) for badge, given_away in losses.items()}
    standings = [Standing(badge, points[badge], played[badge], means.get(badge, 0.0)) for badge in points]
    return sorted(standings, key=lambda standing: (-standing.points, standing.loss))
