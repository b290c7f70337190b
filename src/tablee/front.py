"""What `import tablee` offers: a game to play with in a few lines, and the shortest way to the other parts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.core import record as records
from tablee.core.dice import VirtualDice
from tablee.core.errors import RequestError
from tablee.core.game import ONE_DIE, AnyGame, Outcome, Phase, Roll, State, Variant
from tablee.core.position import game_of
from tablee.core.record import Record
from tablee.core.registry import brings, is_known, load, part
from tablee.core.words import language

if TYPE_CHECKING:
    from tablee.bots import Bot
    from tablee.engine.solution import Advice, Values


class Session:
    """A game that is being played: in a notebook, a script or a lesson.

    >>> game = Session("cadeau", zones=1, seed=30, lang="en")
    >>> game.roll()
    Roll(dice=(5,))
    >>> game.moves()
    ('1a', '1b', '1c')
    >>> game.play("1b", "d6", "1a").position
    'cadeau/zones=1:.5.:6..'
    >>> game.turn
    (1,)

    It begins at the start of a game with these settings, at a position, or where a record stops. `seed` makes its
    dice repeatable; `lang` is the language of its words, the user's unless told.
    """

    def __init__(
        self,
        game: str | Record,
        /,
        *,
        players: Sequence[str] = (),
        seed: int | None = None,
        lang: str | None = None,
        **settings: object,
    ) -> None:
        """`game`: the name of one, a position, or a record. Settings go with a name only.

        RequestError: there is no such game; VariantError: a setting cannot be so; PositionError: no position.
        """
        if isinstance(game, str) and is_known(game):
            rules = load(game)
            made = Record(rules, rules.variant(settings), (), tuple(players))
        elif settings:
            raise RequestError("Les réglages vont avec le nom d’un jeu.", "Settings go with the name of a game.")
        else:
            made = game if isinstance(game, Record) else records.at(game, load)
        self._record, self._dice = made, VirtualDice(seed)
        self.lang: str = lang or language()

    # --- where it stands --------------------------------------------------------------------------------------

    @property
    def game(self) -> AnyGame:
        return self._record.game

    @property
    def variant(self) -> Variant:
        return self._record.variant

    @property
    def state(self) -> State:
        return self._record.state

    @property
    def position(self) -> str:
        """The state as one line; `Session(position)` begins there."""
        return self.game.position(self.state)

    @property
    def phase(self) -> Phase:
        """`roll`, `move` or `over`."""
        return self.game.phase(self.state)

    @property
    def turn(self) -> tuple[int, ...]:
        """Who rolls, or everyone who has still to choose; empty when the game is over."""
        return self.game.players(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won, and why; None until the end."""
        return self._record.outcome

    def moves(self, player: int | None = None) -> tuple[str, ...]:
        """The tokens of every legal move of a player, the first whose turn it is unless told."""
        turn = self.turn
        if player is None and not turn:
            return ()
        return tuple(map(str, self.game.moves(self.state, turn[0] if player is None else player)))

    def record(self) -> Record:
        """The game so far; `str(game.record())` is a file that every part of Tablée reads."""
        return self._record

    # --- playing ----------------------------------------------------------------------------------------------

    def roll(self, *dice: int) -> Roll:
        """Roll the dice, or say what real ones show: `roll(3, 5)`. IllegalEvent: no dice are awaited."""
        roll = Roll(tuple(sorted(dice))) if dice else self._dice.roll(self.game.rolls(self.state) or ONE_DIE)
        self._record = self._record.play(roll)
        return roll

    def play(self, *tokens: str) -> Session:
        """Play what these tokens say, one after another: `play("2a")`, `play("d46", "4,6", "d33")`.

        NotationError, IllegalEvent: the sentence says why; the tokens before it have been played.
        """
        for token in tokens:
            self._record = self._record.play(self.game.parse(token))
        return self

    def undo(self, events: int = 1) -> Session:
        """Undo the last events, one by default; returns the session."""
        self._record = self._record.fork(max(0, len(self._record.events) - events))
        return self

    def advise(self, player: int | None = None) -> Advice:
        """The moves of a player with their values, best first; the first time this may take a minute (`advise`)."""
        return advise(self, player=player)

    # --- looking ----------------------------------------------------------------------------------------------

    def board(self) -> str:
        """The board as text."""
        from tablee.terminal import boards
        from tablee.terminal.screen import Look

        seats = range(1, self.game.seats(self.variant) + 1)
        unnamed = [self.game.seat_name(self.variant, seat).in_lang(self.lang) for seat in seats]
        called = [*self._record.players, *unnamed[len(self._record.players) :]]
        return "\n".join(boards.load(self.game.NAME).board(Look(self.lang), self._public_state(), called))

    def svg(self) -> str:
        """The board as a picture."""
        drawing = part(self.game.NAME, "board")
        if drawing is None:
            raise RequestError("Ce jeu n’a pas d’image.", "This game has no picture.")
        drawn: str = drawing.board(self._public_state(), lang=self.lang)
        return drawn

    def _public_state(self) -> State:
        """What everybody may see: a choice that waits for the other stays hidden."""
        return self.game.view(self.state, 0)

    def _repr_svg_(self) -> str | None:
        return self.svg() if brings(self.game.NAME, "board") else None

    def __repr__(self) -> str:
        return f"Session({self.position!r})"

    def __str__(self) -> str:
        return self.board()


def read(source: str | Path) -> Record:
    """The record of a file, of a text, or of a position.

    >>> read("cadeau/zones=1:45.:66.").state.sides
    ((4, 5, 0), (6, 6, 0))

    A text of several lines is a record, a line that begins with a game and a colon or slash a position, and anything
    else the path of a file. RecordError: where it is damaged; its `good` is what was good before that. PositionError:
    the same of a position. OSError: the file cannot be read.
    """
    if isinstance(source, str) and "\n" not in source and is_known(game_of(source)) and not Path(source).exists():
        return records.at(source, load)
    if isinstance(source, str) and "\n" in source:
        return records.parse(source, load)
    return records.parse(Path(source).read_text(encoding="utf-8"), load)


def advise(where: Session | Record | str, *, player: int | None = None) -> Advice:
    """Returns the moves of a session, a record or a position with their values, best first. Unsolved: no move is due.

    The first time in a game that is solved exactly this solves it, for up to a minute; standard error shows how far.
    """
    from tablee.cli.progress import bar
    from tablee.engine import solvers

    found = _record(where)
    with bar(language()) as progress:
        return solvers.advise(found.game.NAME, found.state, player, progress)


def values(where: Session | Record | str) -> Values:
    """Returns the value of a session, a record or a position for every player, and whether it is exact."""
    from tablee.engine import solvers

    found = _record(where)
    return solvers.values(found.game.NAME, found.state)


def bot(kind: str, game: str | AnyGame, seed: int | None = None) -> Bot:
    """A bot of that kind for a game: `random`, `greedy`, or a level from `poussin` to `hibou`.

    >>> game = Session("blocs", seed=3)
    >>> game.play("d46").moves()
    ('2,3,5', '2,8', '4,6', '10')
    >>> str(bot("greedy", "blocs", seed=1).choose(game.state, 1)) in game.moves()
    True
    """
    from tablee import bots

    return bots.make(kind, load(game) if isinstance(game, str) else game, seed)


def _record(where: Session | Record | str) -> Record:
    if isinstance(where, Session):
        return where.record()
    return read(where) if isinstance(where, str) else where
