"""A puzzle: a position in which somebody has to find a best move.

`Puzzle` is one of the catalogue: player 1 has one best move, and it is stated by how much it is better than the next.
`OwnPuzzle` is a choice of somebody's own game that cost something for certain, to be made again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablee import bots
from tablee.core import registry as games
from tablee.core.game import AnyGame, Event, State
from tablee.core.words import Text
from tablee.review import find_reasons
from tablee.review.own_games import OwnGame
from tablee.review.tutor import AMOUNTS, RankedMoves, ask_solvers, name_move

from .making import PLAYER


@dataclass(frozen=True, slots=True)
class _Puzzle:
    """What both kinds have; `answers`: the right moves."""

    rules: AnyGame
    state: State
    player: int
    answers: tuple[str, ...]

    @property
    def game(self) -> str:
        return self.rules.NAME

    @property
    def advice(self) -> RankedMoves:
        """The answer as a tutor gives it: hints in three steps, the last with what can be counted for it."""
        return ask_solvers(self.rules, self.state, self.player)

    @property
    def answer(self) -> str:
        return self.answers[0]

    @property
    def moves(self) -> tuple[Event, ...]:
        return self.rules.moves(self.state, self.player)

    @property
    def solution(self) -> Text:
        return self.advice.solution

    def reply(self, move: str) -> Text:
        """A kind word to a legal move that is not the answer, and, if its game knows any, something to look at."""
        better = Text("Pas mal ! Mais il y a encore mieux.", "Not bad! But there is something better.")
        if not games.brings(self.game, "reasons"):
            return better
        answer, attempt = self.rules.parse(self.answer), self.rules.parse(move)
        why = find_reasons(self.rules, self.state, self.player, answer, attempt)
        return better + Text(" Un indice : ", " A hint: ") + (why[0].text if why else self.advice.hint(1)[0])


@dataclass(frozen=True, slots=True)
class Puzzle(_Puzzle):
    """`level`: the bot whose name it bears. `margin`: what the answer keeps more than `second`, the next best move:
    chances of winning, or alone (B17), expected points left."""

    level: str
    number: int
    second: str
    margin: float

    @staticmethod
    def parse(game: str, level: str, number: int, line: str) -> Puzzle:
        """The puzzle of a line of the catalogue: margin, answer, the next best move, position."""
        rules, (margin, answer, second, position) = games.load(game), line.split()
        return Puzzle(rules, rules.from_position(position), PLAYER, (answer,), level, number, second, float(margin))

    @property
    def title(self) -> Text:
        return Text(f"Défi n° {self.number} · ", f"Puzzle {self.number} · ") + bots.KINDS[self.level].title

    @property
    def task(self) -> Text:
        return Text(
            f"À vous de jouer. {len(self.moves)} coups possibles, un seul est le meilleur.",
            f"Your turn. {len(self.moves)} possible moves, one best.",
        )

    @property
    def advice(self) -> RankedMoves:
        answer, second = (self.rules.parse(token) for token in (self.answer, self.second))
        unkept = float("nan")  # a puzzle tells differences only, never what its best move is worth
        return RankedMoves(self.rules, self.state, PLAYER, True, ((answer, 0.0), (second, self.margin)), unkept)


@dataclass(frozen=True, slots=True)
class OwnPuzzle(_Puzzle):
    """A choice of somebody's own: event `at` of the game at `link`, what was played, what that cost (in what is worth a
    word), and how often the position came. Any move without loss is right."""

    link: str
    at: int
    played: str
    loss: float
    times: int

    @property
    def title(self) -> Text:
        again = Text(f", déjà vu {self.times} fois", f", seen {self.times} times")
        return Text("Un moment d’une de vos parties", "A moment of one of your games") + (
            again if self.times > 1 else Text("", "")
        )

    @property
    def task(self) -> Text:
        played = name_move(self.rules, self.state, self.player, self.rules.parse(self.played))
        return Text("Vous aviez choisi : ", "You had chosen: ") + played + Text(". Et maintenant ?", ". And now?")


AnyPuzzle = Puzzle | OwnPuzzle


def find_mistakes(own_games: Sequence[OwnGame]) -> list[OwnPuzzle]:
    """One's costly choices, the same position once: those that came again first, then what cost most. Only exact values
    count, and only choices made alone: of two that are made at once none is best by itself."""
    puzzles: dict[tuple[State, int], OwnPuzzle] = {}
    for game in own_games:
        rules, player, least = game.record.game, game.player, AMOUNTS["fine"][game.review.left]
        for index, entry in enumerate(game.review.entries):
            state = game.record.states[index]
            mine = entry.kind == "move" and entry.player == player and rules.players(state) == (player,)
            if mine and entry.exact and entry.encounter is None and entry.amount >= least:
                token, best = str(game.record.events[index]).partition(":")[0], tuple(map(str, entry.best))
                times = puzzles[state, player].times + 1 if (state, player) in puzzles else 1
                puzzles[state, player] = OwnPuzzle(
                    rules, state, player, best, game.link, index, token, entry.amount / least, times
                )
    return sorted(puzzles.values(), key=lambda game: (-game.times, -game.loss))
