"""A puzzle: a position in which player 1 has one best move, and by how much it is better than the next.

`OwnPuzzle` is a position of somebody's own game, where another move would have kept more.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablee import bots
from tablee.core import registry as games
from tablee.core.game import AnyGame, Event, State
from tablee.core.words import Text
from tablee.review import reasons
from tablee.review.own_games import Mistake
from tablee.review.tutor import Advised, advised, spelled

from .making import PLAYER


@dataclass(frozen=True, slots=True)
class Puzzle:
    """`level`: the bot whose name it bears. `margin`: what the answer keeps more than `second`, the next best move:
    chances of winning, or alone (B17), expected points left."""

    game: str
    level: str
    number: int
    position: str
    answer: str
    second: str
    margin: float

    player = PLAYER

    @property
    def answers(self) -> tuple[str, ...]:
        return (self.answer,)

    @property
    def rules(self) -> AnyGame:
        return games.load(self.game)

    @property
    def state(self) -> State:
        return self.rules.from_position(self.position)

    @property
    def moves(self) -> tuple[Event, ...]:
        return self.rules.moves(self.state, PLAYER)

    @property
    def title(self) -> Text:
        level = bots.KINDS[self.level].title
        return Text(f"Défi n°\u00a0{self.number} · {level.fr}", f"Puzzle {self.number} · {level.en}")

    @property
    def task(self) -> Text:
        return Text(
            f"À vous de jouer. Il y a {len(self.moves)} coups possibles, et un seul est le meilleur.",
            f"Your turn. There are {len(self.moves)} moves, and only one is the best.",
        )

    @property
    def told(self) -> Advised:
        """The answer as a tutor gives it: hints in three steps, the last with what can be counted for it."""
        answer, second = (self.rules.parse(token) for token in (self.answer, self.second))
        unkept = float("nan")  # a puzzle tells differences only, never what its best move is worth
        return Advised(self.rules, self.state, PLAYER, True, ((answer, 0.0), (second, self.margin)), unkept)

    @property
    def solution(self) -> Text:
        return self.told.hint(3)[-1]

    def reply(self, move: str) -> Text:
        return reply(self, move)


@dataclass(frozen=True, slots=True)
class OwnPuzzle:
    """A choice of somebody's own, to be made again; any move without loss is right."""

    mistake: Mistake

    @property
    def game(self) -> str:
        return self.mistake.game.NAME

    @property
    def rules(self) -> AnyGame:
        return self.mistake.game

    @property
    def state(self) -> State:
        return self.mistake.state

    @property
    def player(self) -> int:
        return self.mistake.player

    @property
    def moves(self) -> tuple[Event, ...]:
        return self.rules.moves(self.state, self.player)

    @property
    def answers(self) -> tuple[str, ...]:
        return self.mistake.best

    @property
    def title(self) -> Text:
        again = Text(f", revenue {self.mistake.times} fois", f", seen {self.mistake.times} times")
        return Text("Une de vos positions", "A position of yours") + (again if self.mistake.times > 1 else Text("", ""))

    @property
    def task(self) -> Text:
        played = spelled(self.rules, self.state, self.player, self.rules.parse(self.mistake.played))
        return Text("Vous aviez choisi : ", "You had chosen: ") + played + Text(". Et maintenant ?", ". And now?")

    @property
    def told(self) -> Advised:
        return advised(self.rules, self.state, self.player)

    @property
    def solution(self) -> Text:
        return self.told.hint(3)[-1]

    def reply(self, move: str) -> Text:
        return reply(self, move)


AnyPuzzle = Puzzle | OwnPuzzle


def reply(puzzle: AnyPuzzle, move: str) -> Text:
    """A kind word to a legal move that is not the answer, and, if its game knows any, something to look at."""
    better = Text("Pas mal ! Mais il y a encore mieux.", "Not bad! But there is something better.")
    if not games.brings(puzzle.game, "reasons"):
        return better
    answer, tried = puzzle.rules.parse(puzzle.answers[0]), puzzle.rules.parse(move)
    found = reasons(puzzle.rules, puzzle.state, puzzle.player, answer, tried)
    hint = found[0].text if found else puzzle.told.hint(1)[0]
    return better + Text(" Un indice : ", " A hint: ") + hint
