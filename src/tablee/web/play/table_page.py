"""A table as one visitor sees it: everything that the page of a table shows, put together from the view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from tablee import words
from tablee.core.game import Outcome, Roll
from tablee.core.words import Text, capital, elided, listed, same, typeset
from tablee.drawing.svg import Layout
from tablee.engine import handicap
from tablee.table import Line, Seat, Table, View
from tablee.table.entry import NOBODY
from tablee.table.verbs import Take

from .. import games as faces
from ..frame.words import WORDS
from ..games import STILL, Button, Face, Lying, Motion, Panel, Position
from . import board as boards
from . import panel as panels
from .board import LAYOUTS, Board
from .view_params import ViewParams

ORDER = (
    Text("Premier", "First"),
    Text("Deuxième", "Second"),
    Text("Troisième", "Third"),
    Text("Quatrième", "Fourth"),
)
MOST_LINES = 60  # of the log on the page


@dataclass(frozen=True, slots=True)
class Person:
    """A seat on the page."""

    seat: Seat
    name: Text
    art: str
    acting: bool
    won: bool


@dataclass(frozen=True, slots=True)
class Scene:
    table: Table
    view: View
    look: ViewParams
    place: int | None
    mine: tuple[int, ...]
    boards: list[Board]
    panel: Panel
    headline: Text
    yours: bool
    people: list[Person]
    lines: list[Line]
    count: int  # of events so far
    waits: bool  # somebody else has to act: a page without script looks again
    handover: Person | None = None
    hidden: Text | None = None  # whose choice is hidden from whoever is handed the device
    story: list[Text] = field(default_factory=list)
    motion: Motion = STILL
    event: str = ""  # what happened last: `roll`, or how the move looks
    lying: Lying | None = None
    hurries: bool = False  # a bot is playing, and may be asked to play faster
    pair: bool = False  # the dice that may be corrected are more than one
    leads: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the moves that a thing on the board leads to
    side: int = 0  # laid flat: at which side whoever is to play sits, clockwise from the near one
    offers: tuple[Button, ...] = ()  # what whoever is handed the device may choose first, which is no secret
    together: bool = False  # the last two events were chosen at once (L4)
    aim: str = ""  # what somebody who plays alone was given as a goal
    even: Mapping[str, str] = field(default_factory=dict)  # the next game, begun with even chances, if it should be

    @property
    def latest(self) -> Text | None:
        """What happened last, with whatever belongs to it: the other choice of two, all that somebody else pushed."""
        if not self.lines:
            return None
        last = self.lines[0]
        if last.kind == Take.KIND and not self.count and self.view.phase != "opening":
            beginner = next((person.name for person in self.people if person.acting), None)
            if beginner is not None and all(person.seat.taken for person in self.people):
                return Text("La table est mise : ", "The table is laid: ") + beginner + Text(" commence.", " begins.")
        if not last.token:
            return last.text
        events = [line for line in self.lines if line.token and not line.undone]
        if self.together and len(events) > 1:
            return events[1].text + same(" ") + last.text
        turn = list(takewhile(lambda line: line.place == last.place, events))
        if last.place in self.mine or len(turn) < 3:
            return last.text
        name = self.people[last.place].name
        return faces.load(self.table.game.NAME).told_turn(name, [line.token for line in reversed(turn)], last.text)


def scene(
    table: Table, secret: str | None, look: ViewParams, lang: str, *, say: bool = False, flat: bool = False
) -> Scene:
    face = faces.load(table.game.NAME)
    mine = table.places(secret)
    place = place_for(table, face, mine, look)
    view = table.view(place)
    people = people_of(table, view)
    handed = _handed_over(table, mine, place, look)
    names = tuple(table.seating.names.items())
    if table.phase == "opening":  # B2: nobody knows yet who is who
        names = tuple((player, ORDER[player - 1].said(lang)) for player in range(1, table.seating.people + 1))
    events = table.history.public
    moves = [event for event in events if not isinstance(event, Roll)]
    last = str(moves[-1]) if moves else None
    motion = face.motion(table.state, moves[-1]) if moves else STILL
    if handed:
        view = table.view(None)
    shared = len(mine) > 1
    flat = flat and shared
    # Laid flat, a table that has been turned may have become wide or tall: both are sent.
    layouts: Sequence[Layout] = tuple(layout for layout in LAYOUTS if flat or look.layout in ("", layout))
    position = Position(
        view.game, view.state, view.player, face.near(view.state, view.player, shared=shared and not flat), names, last
    )
    yours = place is not None and place in view.acting and not handed
    if yours and view.phase == "move" and not (look.fix and view.may_correct):
        position = replace(position, moves=view.moves, pick=look.pick, say=look.say if say else None)
    lines = list(reversed(table.story(None if handed else place, most=MOST_LINES)))
    return Scene(
        table=table,
        view=view,
        look=look,
        place=place,
        mine=mine,
        boards=boards.boards(position, lang, layouts),
        panel=_panel(table, view, look, position, face),
        headline=_headline(table, view, people, mine, yours),
        yours=yours or (view.may_roll and not handed),
        people=people,
        lines=lines,
        count=len(events),
        waits=bool(view.acting) and not yours and not view.may_roll and not handed,
        handover=people[place] if handed and place is not None else None,
        hidden=_hidden(people, mine, place) if handed else None,
        story=_tale(table) if view.outcome is not None else [],
        motion=motion,
        lying=face.lying(view.state, events),
        hurries=bool(mine) and table.bot_due() is not None and not handed and not yours,
        pair=panels.corrects(table) > 1,
        leads={region.key: face.leads(position, region) for region in face.regions(position, "wide")}
        if place is not None and table.tutors.get(place) == "full"
        else {},
        side=4 * place // len(people) if flat and place is not None and not table.over else 0,
        offers=_offers(table, place, face) if handed and place is not None else (),
        together=len(list(takewhile(lambda event: not isinstance(event, Roll), reversed(events)))) == 2,
        aim=_aim(table) if events and len(people) == 1 else "",
        even=_evened(table, mine) if view.outcome is not None else {},
        event="" if not events else "roll" if isinstance(events[-1], Roll) else motion.kind,
    )


def _aim(table: Table) -> str:
    """What the table itself said before anything was played."""
    return next((said for at, by, said in table.history.comments if at < 0 and by == NOBODY), "")


def _evened(table: Table, mine: tuple[int, ...]) -> dict[str, str]:
    """After a game that a bot won before its only opponent had a turn: what to ask for, so that chances are even."""
    game, seating = table.game, table.seating
    robot = next((seat.bot for seat in seating.seats() if seat.bot), "")
    if not robot or len(mine) != 1 or seating.people != 2:
        return {}
    me, found = seating.player(mine[0]), handicap.handicap(game, table.variant)
    had_a_turn = any(me in game.players(state) for state in table.history.states)
    if had_a_turn or game.phase(table.state) != "over" or found is None or not found.position or not found.needed:
        return {}
    settings = {key: str(value) for key, value in game.settings(table.variant).items()}
    return {"game": game.NAME, "way": f"bot:{robot}", "even": "1", "dice": table.dice, **settings}


def place_for(table: Table, face: Face, mine: tuple[int, ...], look: ViewParams) -> int | None:
    """Which of one's seats the page is for: the one that has to act; of several choosing in secret, the first."""
    if not mine:
        return None
    due = [place for place in table.acting if place in mine]
    if look.seat in due:
        return look.seat
    if len(due) > 1 and (first := table.seating.place_of(face.first(table.state))) in due:
        return first
    return due[0] if due else mine[0]


def _handed_over(table: Table, mine: tuple[int, ...], place: int | None, look: ViewParams) -> bool:
    """L4 on one device: once the first has chosen, the screen hides until the second has it in hand."""
    if len(mine) < 2 or place is None or table.acting != (place,) or look.seat == place:
        return False
    return bool(table.game.view(table.state, table.seating.player(place)) != table.state)


def _hidden(people: list[Person], mine: tuple[int, ...], place: int | None) -> Text:
    other = next(people[one].name for one in mine if one != place)
    return Text(f"Le choix {elided('de ', other.fr)} reste caché.", f"{other.en}’s choice stays hidden.")


def _offers(table: Table, place: int, face: Face) -> tuple[Button, ...]:
    """What the die offers to whoever is handed the device: everybody sees the die, so one tap takes over and picks."""
    view = table.view(place)
    panel = face.panel(Position(view.game, view.state, view.player, moves=view.moves))
    return tuple(button for button in panel.buttons if button.name == "pick")


def name_of(table: Table, seat: Seat) -> Text:
    """A given name; else the side, as the game calls it; else the number."""
    if table.seating.chair(seat.place)[0] or not seat.player:
        return seat.name
    return capital(seat.role)


def people_of(table: Table, view: View) -> list[Person]:
    return [_person(table, seat, view) for seat in view.seats]


def _person(table: Table, seat: Seat, view: View) -> Person:
    art = faces.load(table.game.NAME).portrait(seat.player)
    won = view.outcome is not None and seat.player in view.outcome.winners
    return Person(seat, name_of(table, seat), art, seat.place in view.acting, won)


def _panel(table: Table, view: View, look: ViewParams, position: Position, face: Face) -> Panel:
    if view.phase == "over":
        return Panel("over")
    if look.fix and view.may_correct:
        return panels.correcting(table, look)
    if view.phase in ("opening", "roll"):
        return panels.rolling(table, view, look)
    if position.moves:
        return face.panel(position)
    # Who sees more than somebody who watches has made a choice that is still a secret.
    chosen = view.player and view.game.view(view.state, 0) != view.state
    return Panel("wait", WORDS["chosen" if chosen else "waiting"])


def _headline(table: Table, view: View, people: list[Person], mine: tuple[int, ...], yours: bool) -> Text:
    if view.outcome is not None:
        return verdict(view.outcome, people, mine)
    if view.phase == "opening":
        return WORDS["opening"]
    acting = [person for person in people if person.acting]
    if yours or view.may_roll:
        rolling = view.phase == "roll"
        if len(mine) > 1 and acting:
            name = next((person.name for person in acting if person.seat.place == view.place), acting[0].name)
            return name + (
                Text(", à vous de lancer !", ", your roll!") if rolling else Text(", à vous !", ", your turn!")
            )
        if rolling and acting and acting[0].seat.bot:
            return Text(f"Lancez pour {acting[0].name.fr}.", f"Roll for {acting[0].name.en}.")
        return Text("À vous de lancer !", "Your roll!") if rolling else WORDS["yours"]
    if not acting:
        return WORDS["waiting"]
    person = acting[0]
    if person.seat.bot:
        return Text(f"{person.name.fr} joue…", f"{person.name.en} is playing…")
    if not person.seat.taken:
        return Text("On attend que tout le monde soit là…", "Waiting for everybody to come…")
    name = person.name
    turn = f"des {name.fr[4:]}" if name.fr.startswith("Les ") else elided("de ", name.fr)
    return Text(f"Au tour {turn}.", f"{name.en}’{'' if name.en.endswith('s') else 's'} turn.")


def verdict(outcome: Outcome, people: list[Person], mine: tuple[int, ...]) -> Text:
    """The end, said to whoever reads it."""
    winners = [person for person in people if person.won]
    if not winners:
        return WORDS["nobody_won" if len(people) > 1 else "over"]
    if len(mine) == 1 and any(person.seat.place in mine for person in winners):
        return WORDS["you_won"]
    names = listed([person.name for person in winners], last=WORDS["and"])
    several = len(winners) > 1 or names.fr.startswith("Les ")
    if len(mine) == 1 and several:
        return Text("Bien joué ! ", "Well played! ") + names + Text(" gagnent cette fois.", " win.")
    if len(mine) == 1:
        return Text("Bien joué ! Cette fois, c’est ", "Well played! ") + names + Text(" qui gagne.", " wins.")
    return names + (Text(" ont gagné !", " win!") if several else Text(" a gagné !", " wins!"))


def _tale(table: Table) -> list[Text]:
    return [told.named(table.seating.names) for told in words.load(table.game.NAME).tale(table.record())]


def todo(scene: Scene, lang: str) -> tuple[str, ...]:
    """What can be done now, in a few sentences."""
    view, names = scene.view, scene.table.seating.names
    if view.phase == "opening":
        return (typeset(WORDS["opening_about"].said(lang), lang),)
    return tuple(typeset(told.named(names).said(lang), lang) for told in words.now(view.game, view.state, view.player))
