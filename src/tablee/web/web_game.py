"""What the pages ask of a game, and the plain answers for a game that brings none of its own.

Everything a page shows of a game goes through a `WebGame`. Each question has a plain answer that holds for any game;
a game overrides what it can say better. What a board is drawn from is a `Position`, and nothing else: live
tables, lessons, replays and the companion all make one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from tablee import words
from tablee.core import registry as games
from tablee.core.game import AnyGame, Event, Roll, State
from tablee.core.words import LANGS, Text, count_noun, untranslated
from tablee.drawing import plain_board
from tablee.drawing.svg import Layout, Markup, Region
from tablee.words import rules

from .frame.icons import die

Names = tuple[tuple[int, str], ...]  # the names that people gave, by player


@dataclass(frozen=True, slots=True)
class Position:
    """The view of a player and the current selection: all that a board is drawn from.

    `state` is what `player` may see; 0 is somebody who only watches. `near`: whose side of the table lies near.
    `moves`: what touching the board may play. `pick`: what has been picked so far, in the game's own spelling; None:
    nothing has been touched yet. `say`: what has been said so far, where the player says it themselves; else None.
    `helped`: what can be played may be shown; without, nothing is marked and nothing picked beforehand.
    """

    game: AnyGame
    state: State
    player: int = 0
    near: int = 0
    names: Names = ()
    last: str | None = None
    moves: tuple[Event, ...] = ()
    pick: str | None = None
    say: str | None = None
    helped: bool = True

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(map(str, self.moves))


class Touch(NamedTuple):
    """What touching a thing on the board does. `form`: `move` plays, `look` only changes what is shown; empty for a
    thing that only has a name. `name` and `value` are the field that is sent."""

    form: str = ""
    name: str = ""
    value: str = ""
    pressed: bool | None = None


NOTHING = Touch()


@lru_cache(maxsize=2048)  # an event changes few lines
def fill_names(line: Text, names: Names) -> Text:
    return line.with_names(dict(names))


class Motion(NamedTuple):
    """How a move looks and sounds when it happens: `slide`, `write`, `reveal` or `throw`. What flies goes
    from one key of the board to another; two empty keys where nothing does."""

    kind: str = "slide"
    start: str = ""
    end: str = ""


STILL = Motion("")  # nothing has been moved yet


class Card(NamedTuple):
    """What a button shows that is a card: a picture, what it is called, rows of signs, and a line about them."""

    art: Markup
    title: Text
    signs: tuple[Markup, ...]
    note: Text


@dataclass(frozen=True, slots=True)
class Button:
    """`form`: `do` changes the table by `action`, `look` only changes what is shown. `label` is what is spoken. One
    without a `name` or an `action` cannot be pressed now."""

    id: str
    label: Text
    form: str
    action: str = ""
    name: str = ""
    value: str = ""
    strong: bool = False
    pressed: bool | None = None
    face: int = 0
    art: str = ""
    shown: str = ""
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """What lies under the board. `say`: what has been said so far, in a panel of the kind `say`."""

    kind: str
    text: Text | None = None
    note: Text | None = None
    buttons: tuple[Button, ...] = ()
    rows: tuple[tuple[Text, tuple[int, ...]], ...] = ()
    say: str = ""


@dataclass(frozen=True, slots=True)
class DiceOnTable:
    """The dice as they lie beside the board: what they ask for, or (`done`) those thrown last, until the next throw."""

    dice: tuple[int, ...]
    goal: Text | None = None
    done: bool = False


class WebGame:
    """A game on the pages. A subclass overrides what its game can show better than the plain way."""

    REACH: Mapping[Layout, float] = {"wide": 0, "tall": 0}  # how much farther than its picture a thing can be touched
    ACCEPTS_TYPED = False  # whether players may type what they play instead of touching it, if they wish
    OWN = ""  # the option whose value one may make oneself, and this browser keeps (`visitor.own_sheet`)
    BY_MESSAGE = False  # whether it is played by messages: two players, and one throw a turn at most
    TOKENS = False  # whether the pocket referee's buttons bear the moves as they are written, rather than in words
    ENDING = ""  # the template that shows how a game ended, in the place of its board
    MIDDLE: tuple[Mapping[str, object], str] = ({}, "")  # settings and events of a short game, shown beside the rules

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.drawing = games.part(game.NAME, "board")

    # --- the first page ---------------------------------------------------------------------------------------

    def art(self) -> Markup:
        """The pictures on the game's card."""
        return die(5, f"art-{self.game.NAME}-")

    def about(self) -> Text:
        """The game in a sentence or two: the first paragraph of its rules."""
        texts = (rules.blocks(rules.source(self.game.NAME, lang)) for lang in LANGS)
        fr, en = (next((block.words for block in blocks if block.kind == "paragraph"), "") for blocks in texts)
        return Text(fr, en)

    def facts(self) -> Text:
        """How many play, from what age, how long; may be empty."""
        least, most = games.people(self.game.NAME)
        if least == most:
            return count_noun(most, "joueur", "player")
        return Text(f"{least} à {most} joueurs", f"{least} to {most} players")

    def sides(self) -> tuple[Text, ...]:
        """The two that one may choose between, player 1 first; none where that is not a choice."""
        variant = self.game.variant({})
        if self.game.seats(variant) != 2 or self.game.opening(variant):
            return ()
        return self.game.seat_name(variant, 1), self.game.seat_name(variant, 2)

    # --- the board --------------------------------------------------------------------------------------------

    def lines(self, position: Position) -> list[tuple[Text, bool]]:
        """How the game stands, line by line, for a board that is only written; marked where it matters now."""
        standing = words.standing(self.game.NAME, position.state)
        return [(fill_names(line, position.names), marked) for line, marked in standing]

    def size(self, position: Position, layout: Layout) -> tuple[float, float]:
        """Width and height of the board's picture."""
        if self.drawing:
            width, height = self.drawing.size(position.state.variant, layout)
            return width, height
        return plain_board.size(len(self.lines(position)), layout)

    def board(self, position: Position, *, lang: str, layout: Layout, prefix: str) -> str:
        """The board as SVG for a page; the ids in it begin with `prefix` and end with the keys of `regions`."""
        if self.drawing:
            marked = position.tokens if position.helped else ()
            known = {"actions": marked, "last": position.last, "names": dict(position.names)}
            shown = known | dict(self.board_options(position))
            board: str = self.drawing.board(
                position.state, lang=lang, theme="page", layout=layout, prefix=prefix, **shown
            )
            return board
        lines = [(line.in_lang(lang), marked) for line, marked in self.lines(position)]
        return plain_board.board(
            self.game.TITLE.in_lang(lang), lines, lang=lang, theme="page", layout=layout, prefix=prefix
        )

    def regions(self, position: Position, layout: Layout) -> Sequence[Region]:
        """The things on the board that have a name or can be touched, in the order of the Tab key."""
        if self.drawing is None:
            return ()
        found: Sequence[Region] = self.drawing.regions(
            position.state, layout=layout, actions=position.tokens, **self.board_options(position)
        )
        return found

    def board_options(self, position: Position) -> Mapping[str, object]:
        """What else `board` and `regions` of the game's own `board` module take: who looks, what is picked."""
        return {}

    def find_touch(self, position: Position, region: Region) -> Touch:
        """What touching a thing does: a move, if it has one."""
        return Touch("move", "move", region.token) if region.token else NOTHING

    def moves_through(self, position: Position, region: Region) -> tuple[str, ...]:
        """The moves that touching a thing leads to, or makes possible."""
        return (region.token,) if region.token else ()

    def near_player(self, state: State, player: int, *, shared: bool) -> int:
        """Whose side of the table lies near for a player; `shared`: others sit at the same device."""
        return player

    def dice(self, state: State) -> tuple[int, ...]:
        """The dice that ask for a choice now."""
        return ()

    def goal(self, state: State) -> Text | None:
        """What those dice ask for, in a few words; None where that goes without saying."""
        return None

    def dice_on_table(self, state: State, events: Sequence[Event] = ()) -> DiceOnTable | None:
        """The dice beside the board, after these events."""
        if now := self.dice(state):
            return DiceOnTable(now, self.goal(state))
        thrown = next((event.dice for event in reversed(events) if isinstance(event, Roll)), ())
        return DiceOnTable(thrown, done=True) if thrown else None

    def portrait(self, player: int) -> str:
        """An object of `drawing` that stands for a player beside their name; empty for a pawn with a number."""
        return ""

    def describe_run(self, states: Sequence[State], events: Sequence[Event]) -> list[tuple[tuple[int, ...], Text]]:
        """Another player's turn of several moves so far, move by move: the dice, and the move in signs; `states` are
        those the events met."""
        return []

    def motion(self, after: State, event: Event) -> Motion:
        """How a move that led to a state is to be shown."""
        return Motion()

    def ending(self, state: State, events: Sequence[Event]) -> Mapping[str, object]:
        """What `ENDING` shows of a game that is over; nothing where its board shows all, as after giving up."""
        return {}

    # --- choosing ---------------------------------------------------------------------------------------------

    def panel(self, position: Position) -> Panel:
        """Returns the panel under the board for the player to move: by default a button for every move."""
        buttons = []
        for number, move in enumerate(position.moves, 1):
            label = self.game.tell(position.state, move) + untranslated(f" ({move})")
            buttons.append(Button(f"move-{number}", label, "do", "move", "move", str(move), strong=True))
        return Panel("moves", buttons=tuple(buttons))

    def first_chooser(self, state: State) -> int:
        """Who takes the device first where several choose in secret."""
        return self.game.players(state)[0]

    # --- paper and rules --------------------------------------------------------------------------------------

    def ask_move(self, state: State) -> Text:
        """The question above the moves that the pocket referee offers."""
        return Text("Que joue-t-on ?", "What is played?")

    def uses_lists(self, state: State) -> bool:
        """Whether the pocket referee offers the moves in lists, one for each who chooses, rather than as buttons."""
        return False

    def pictures(self, lang: str) -> list[str]:
        """More pictures beside the rules, after the board: SVG."""
        return []

    # --- lessons ----------------------------------------------------------------------------------------------

    def teaches(self) -> bool:
        """Whether there is a lesson to learn the game by playing."""
        return bool(games.text_beside(self.game.NAME, "lesson.toml"))

    def attempted_move(self, position: Position, key: str) -> str:
        """The token that a learner tries who touches a thing that cannot be played; empty where there is none."""
        return ""

    def keep_picked(self, did: str) -> str:
        """What stays picked after an answer that was not good."""
        return ""


@cache
def load_web_game(name: str) -> WebGame:
    """Returns `WEB_GAME` of the game's module `page`, or the plain one."""
    web_game: WebGame = getattr(games.part(name, "page"), "WEB_GAME", WebGame)(games.load(name))
    return web_game
