"""A table as one visitor sees it: everything that the page of a table shows, put together from the view."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple
from urllib.parse import urlencode

from tablee import words
from tablee.bots import WISHES
from tablee.core.fair import ELSEWHERE, NO_SALT
from tablee.core.game import Event, Outcome, Roll
from tablee.core.words import Text, capital, elide, or_list, typeset, untranslated
from tablee.engine import background, handicap
from tablee.table import Line, Seat, Table, View
from tablee.table.verbs import Take
from tablee.web.web_game import STILL, Button, Motion, Panel, Position, WebGame, load_web_game

from ..frame.form_data import settings_query
from ..frame.visitor import Visitor
from ..frame.words import WORDS
from . import board as boards
from . import panel as panels
from .board import LAYOUTS, Board
from .panel import OPENING, WAITING
from .view_params import ViewParams

ORDER = (Text("Premier", "First"), Text("Deuxième", "Second"), Text("Troisième", "Third"), Text("Quatrième", "Fourth"))
MOST_LINES = 40  # of the log on the page


class Person(NamedTuple):
    """A seat on the page."""

    seat: Seat
    name: Text
    art: str
    acting: bool
    won: bool


class TablePage:
    """The page of a table for one visitor; its properties are computed when the template asks for them."""

    def __init__(self, table: Table, visitor: Visitor, params: ViewParams) -> None:
        self.table, self.visitor, self.params = table, visitor, params
        self.web_game = load_web_game(table.game.NAME)
        self.mine = table.find_seats(visitor.secret)
        self.seat = place_for(table, self.web_game, self.mine, params)
        self.handed = self._is_handed_over()
        view = table.view(self.seat)
        self.people = people_of(table, view)
        self.view = table.view(None) if self.handed else view
        self.events = table.history.public
        self.count = len(self.events)
        self.say = visitor.say and self.web_game.ACCEPTS_TYPED
        self.flat = visitor.flat and len(self.mine) > 1
        self.chooses = self.seat is not None and self.seat in self.table.acting and not self.handed
        self.yours = self.chooses or (self.view.may_roll and not self.handed)
        others_act = not self.chooses and not self.handed
        self.adaptive = tuple(person.seat.index for person in self.people if person.seat.bot in WISHES)
        self.waits = bool(self.table.acting) and others_act and not self.view.may_roll  # without script, look again
        self.hurries = bool(self.mine) and others_act and table.bot_due() is not None  # bots may be asked to
        # This browser had a seat here, which is on another device now.
        self.moved = not self.mine and any(name == table.id and seats for name, seats in visitor.games)
        self.handover = self.people[self.seat] if self.handed and self.seat is not None else None
        # Laid flat: at which side the player to move sits, clockwise from the near one.
        turned = self.flat and self.seat is not None and not table.over
        self.side = 4 * (self.seat or 0) // len(self.people) if turned else 0
        self.pair = panels.count(panels.list_corrections(table)) > 1  # dice that may be corrected
        self.lying = self.web_game.dice_on_table(self.view.state, self.events)
        self.printable = urlencode(settings_query(table.game, table.variant))  # the query of the page that prints it
        self.building = background.describe(table.game.NAME, table.variant)  # while answers are not exact yet

    def _is_handed_over(self) -> bool:
        """L4 on one device: once the first has chosen, the screen hides until the second has it in hand."""
        table, seat = self.table, self.seat
        if len(self.mine) < 2 or seat is None or table.acting != (seat,) or self.params.seat == seat:
            return False
        return bool(table.game.view(table.state, table.seating.player(seat)) != table.state)

    # --- whose turn it is -------------------------------------------------------------------------------------

    @cached_property
    def headline(self) -> Text:
        view, people = self.view, self.people
        if self.table.outcome is not None:
            return verdict(self.table.outcome, people, self.mine)
        if self.visitor.stop is not None:
            return self.visitor.stop
        if self.table.phase == "opening":
            return Text("Qui commence ?", "Who begins?")
        acting = [person for person in people if person.acting]
        if self.chooses or view.may_roll:
            return self._your_turn(acting)
        if not acting:
            return WAITING
        person = acting[0]
        if person.seat.bot:
            return Text(f"{person.name.fr} joue…", f"{person.name.en} is playing…")
        if not person.seat.taken:
            return Text("On attend que tout le monde soit là…", "Waiting for everybody to join…")
        name = person.name
        turn = f"des {name.fr[4:]}" if name.fr.startswith("Les ") else elide("de ", name.fr)
        return Text(f"Au tour {turn}.", f"{name.en}’{'' if name.en.endswith('s') else 's'} turn.")

    def _your_turn(self, acting: list[Person]) -> Text:
        rolling = self.table.phase == "roll"
        if len(self.mine) > 1 and acting:
            name = next((person.name for person in acting if person.seat.index == self.view.seat), acting[0].name)
            return name + (
                Text(", à vous de lancer !", ", your roll!") if rolling else Text(", à vous !", ", your turn!")
            )
        if rolling and acting and acting[0].seat.bot:
            return Text(f"Lancez pour {acting[0].name.fr}.", f"Roll for {acting[0].name.en}.")
        return Text("À vous de lancer !", "Your roll!") if rolling else WORDS["yours"]

    # --- the board and what can be done -----------------------------------------------------------------------

    @cached_property
    def position(self) -> Position:
        view, shared = self.view, len(self.mine) > 1
        names = self.table.seating.names_in(self.visitor.lang)
        if self.table.phase == "opening":  # B2: nobody knows yet who is who
            seats = range(1, self.table.seating.people + 1)
            names = tuple((player, ORDER[player - 1].in_lang(self.visitor.lang)) for player in seats)
        near = self.web_game.near_player(view.state, view.player, shared=shared and not self.flat)
        last = self.last_move and str(self.last_move)
        position = Position(self.table.game, view.state, view.player, near, names, last)
        if not self.chooses or self.table.phase != "move" or (self.params.fix and view.may_correct):
            return position
        stated = self.params.say if self.say else None
        return replace(position, moves=view.moves, pick=self.params.pick, say=stated, helped=self.visitor.helped)

    @cached_property
    def boards(self) -> list[Board]:
        # Laid flat, a table that has been turned may have become wide or tall: both are sent.
        layouts = tuple(layout for layout in LAYOUTS if self.flat or self.params.layout in ("", layout))
        return boards.boards(self.position, self.visitor.lang, layouts)

    @cached_property
    def panel(self) -> Panel:
        view, params = self.view, self.params
        if self.table.phase == "over":
            return Panel("over")
        if params.fix and view.may_correct:
            return panels.show_faces(params, "correct", panels.list_corrections(self.table))
        if self.table.phase in ("opening", "roll"):
            return panels.make_roll_panel(self.table, view, params)
        if self.position.moves:
            return self.web_game.panel(self.position)
        # Who sees more than somebody who watches has made a choice that is still a secret.
        chosen = view.player and self.table.game.view(view.state, 0) != view.state
        return Panel(
            "wait",
            Text("Votre choix est fait. On attend l’autre…", "Chosen. Waiting for the other player…")
            if chosen
            else WAITING,
        )

    @cached_property
    def todo(self) -> tuple[str, ...]:
        """What can be done now, in a few sentences."""
        view, lang = self.view, self.visitor.lang
        texts = [OPENING] if self.table.phase == "opening" else words.now(self.table.game, view.state, view.player)
        names = self.table.seating.names
        return tuple(typeset(text.with_names(names).in_lang(lang), lang) for text in texts)

    @property
    def foreign(self) -> list[str]:
        """Of a game that is over, the salts of the others' rolls; none where devices add nothing to the dice."""
        table, history = self.table, self.table.history
        if not (self.mine and table.over and table.promises and table.promises[0].table == table.id):
            return []
        doers = [doer for doer, event in zip(history.actors, history.events, strict=True) if isinstance(event, Roll)]
        thrown = [(seat, salt) for seat, _, salt in table.opened] + list(zip(doers, history.salts, strict=True))
        return [salt or NO_SALT for seat, salt in thrown if seat not in self.mine and salt != ELSEWHERE]

    # --- one device for several -------------------------------------------------------------------------------

    @property
    def hidden(self) -> Text:
        """Whose choice is hidden from the person who is handed the device."""
        name = next(self.people[seat].name for seat in self.mine if seat != self.seat)
        return Text(f"Le choix {elide('de ', name.fr)} reste caché.", f"{name.en}’s choice stays hidden.")

    @cached_property
    def offers(self) -> tuple[Button, ...]:
        """What the die offers them: everybody sees the die, so one tap takes over and picks."""
        view = self.table.view(self.seat)
        panel = self.web_game.panel(Position(self.table.game, view.state, view.player, moves=view.moves))
        return tuple(replace(button, pressed=None) for button in panel.buttons if button.card)

    # --- what has happened ------------------------------------------------------------------------------------

    @cached_property
    def last_move(self) -> Event | None:
        return next((event for event in reversed(self.events) if not isinstance(event, Roll)), None)

    @cached_property
    def motion(self) -> Motion:
        return self.web_game.motion(self.table.state, self.last_move) if self.last_move else STILL

    @property
    def event(self) -> str:
        """What happened last: `roll`, or how the move looks."""
        return "" if not self.events else "roll" if isinstance(self.events[-1], Roll) else self.motion.kind

    @cached_property
    def lines(self) -> list[Line]:
        return list(reversed(self.table.story(None if self.handed else self.seat, most=MOST_LINES)))

    @property
    def has_played(self) -> bool:
        """Whether anybody at this device has rolled or moved in this game; of a watcher's, whether anybody has."""
        doers = self.table.history.actors
        return not set(self.mine or doers).isdisjoint(doers)

    @cached_property
    def latest(self) -> Text | None:
        """What happened last, with whatever belongs to it: the other choice of two."""
        if not self.lines:
            return None
        last = self.lines[0]
        if last.kind == Take.KIND and not self.count and self.table.phase != "opening":
            beginner = next((person.name for person in self.people if person.acting), None)
            if beginner is not None and all(person.seat.taken for person in self.people):
                return Text("Tout est prêt : ", "Everything is ready: ") + beginner + Text(" commence.", " begins.")
        if not last.token:
            return last.text
        events = [line for line in self.lines if line.token and not line.undone]
        together = len(list(takewhile(lambda event: not isinstance(event, Roll), reversed(self.events)))) == 2  # L4
        if together and len(events) > 1:
            return events[1].text + untranslated(" ") + last.text
        return last.text

    @property
    def run(self) -> list[tuple[tuple[int, ...], Text]]:
        """What somebody else has done so far in a turn of several moves."""
        history = self.table.history
        turn = len(list(takewhile(lambda actor: actor == history.actors[-1], reversed(history.actors))))
        if not turn or history.actors[-1] in self.mine:
            return []
        return self.web_game.describe_run(history.states[-turn - 1 :], history.events[-turn:])

    # --- the beginning and the end ----------------------------------------------------------------------------

    @property
    def aim(self) -> str:
        """The goal that the table gave somebody who plays alone, before anything was played."""
        comments = self.table.history.comments if self.events and len(self.people) == 1 else ()
        return next((text for at, text in comments if at < 0), "")

    @property
    def ending(self) -> Mapping[str, object]:
        return self.web_game.ending(self.table.state, self.events) if self.table.outcome is not None else {}

    @property
    def cheers(self) -> bool:
        """Whether the end deserves confetti: somebody at this device has won, or anybody of those one watches."""
        return any(person.won and (person.seat.mine or not self.mine) for person in self.people)

    @property
    def story(self) -> list[Text]:
        if self.table.outcome is None:
            return []
        names = self.table.seating.names
        return [text.with_names(names) for text in words.load(self.table.game.NAME).tale(self.table.record())]

    @cached_property
    def even(self) -> Mapping[str, str]:
        """After a game that a bot won before its only opponent had a turn: what to ask for, for even chances."""
        table, game, seating = self.table, self.table.game, self.table.seating
        robot = next((seat.bot for seat in seating.seats() if seat.bot), "")
        if self.table.outcome is None or not robot or len(self.mine) != 1 or seating.people != 2:
            return {}
        me = seating.player(self.mine[0])
        had_a_turn = any(me in game.players(state) for state in table.history.states)
        if had_a_turn or game.phase(table.state) != "over":
            return {}
        found = handicap.find_handicap(game, table.variant)
        if found is None or not found.position or not found.needed:
            return {}
        settings = {key: str(value) for key, value in game.settings(table.variant).items()}
        return {"game": game.NAME, "way": f"bot:{robot}", "even": "1", "dice": table.dice, **settings}


def place_for(table: Table, web_game: WebGame, mine: tuple[int, ...], params: ViewParams) -> int | None:
    """Which of one's seats the page is for: the one that has to act; of several choosing in secret, the first."""
    if not mine:
        return None
    due = [seat for seat in table.acting if seat in mine]
    if params.seat in due:
        return params.seat
    if len(due) > 1 and (first := table.seating.seat_of(web_game.first_chooser(table.state))) in due:
        return first
    return due[0] if due else mine[0]


def name_of(table: Table, seat: Seat) -> Text:
    """A given name; else the side, as the game calls it; else the number."""
    if table.seating.chair(seat.index)[0] or not seat.player:
        return seat.name
    return capital(seat.role)


def people_of(table: Table, view: View) -> list[Person]:
    portrait = load_web_game(table.game.NAME).portrait
    winners = table.outcome.winners if table.outcome is not None else ()
    return [
        Person(seat, name_of(table, seat), portrait(seat.player), seat.index in table.acting, seat.player in winners)
        for seat in view.seats
    ]


def verdict(outcome: Outcome, people: list[Person], mine: tuple[int, ...]) -> Text:
    """The result, addressed to the visitor."""
    winners = [person for person in people if person.won]
    if not winners:
        return (
            Text("Égalité : revanche ?", "A draw: a rematch?")
            if len(people) > 1
            else Text("C’est fini !", "It’s over!")
        )
    if len(mine) == 1 and any(person.seat.index in mine for person in winners):
        return Text("Vous avez gagné !", "You win!")
    names = or_list([person.name for person in winners], last=WORDS["and"])
    several = len(winners) > 1 or names.fr.startswith("Les ")
    if len(mine) == 1 and several:
        return Text("Bien joué ! ", "Well played! ") + names + Text(" gagnent cette fois.", " win.")
    if len(mine) == 1:
        return Text("Bien joué ! Cette fois, c’est ", "Well played! ") + names + Text(" qui gagne.", " wins.")
    return names + (Text(" ont gagné !", " win!") if several else Text(" a gagné !", " wins!"))
