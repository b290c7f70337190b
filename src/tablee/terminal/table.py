"""The table: whose turn it is, what is asked and told, undo, keeping the game, and what comes after it.

Every decision is an event of the record; undo is a shorter record. Virtual dice that were thrown stay thrown: after
an undo the same throws come again, so nobody can better their luck by going back.
"""

from __future__ import annotations

import contextlib
import shlex
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date

from tablee import bots
from tablee.bots import Bot
from tablee.core.dice import Dice, VirtualDice
from tablee.core.errors import RequestError, TableeError
from tablee.core.game import Event, Roll, State
from tablee.core.record import Record
from tablee.core.words import Text, listed, same

from . import boards, dice, rulebook
from .people import Person, labels, names, opening
from .prompts import NO, YES, Answer, Changed, Command, Left, ask, plain, taught
from .screen import Closed, Screen, clipped
from .setup import TYPED, Setup
from .shelf import Shelf

OK, INTERRUPTED = 0, 130
STORY = 8  # lines of what has happened, kept under the board
ROLLING = ("", "d", "l", "r", "lance", "lancer", "roll", "throw", "jette", "jeter")


def session(
    screen: Screen,
    setup: Setup,
    shelf: Shelf,
    *,
    seed: int | None = None,
    record: Record | None = None,
) -> int:
    """Play, again and again while a rematch is wanted; the exit code. An interrupted game is kept."""
    virtual = None if setup.dice == TYPED else VirtualDice(seed)
    while True:
        table: Table | None = None
        try:
            people = setup.people
            if record is None:
                if setup.game.NAME == "blocs" and len(people) > 1:
                    people = opening(screen, people, virtual)  # B2
                record = _fresh(screen, setup, people)
            shelf.update(record)  # better now than never: a file that cannot be written is refused at once
            table = Table(screen, record, people, virtual, shelf, _bots(setup, people, seed))
            again = table.run()
        except Left:
            return OK
        except (Closed, KeyboardInterrupt):
            return _interrupted(screen, table)
        if again is None:
            return OK
        shelf.another()
        setup, record = replace(setup, people=again), None


def _fresh(screen: Screen, setup: Setup, people: tuple[Person, ...]) -> Record:
    headers = {"date": date.today().isoformat(), **headers_of(people, setup.dice)}
    return Record(setup.game, setup.variant, (), labels(people, screen.look.lang), headers)


def headers_of(people: tuple[Person, ...], dice: str) -> dict[str, str]:
    """What a record says besides the rules' own headers, so that the same people can go on."""
    return {"dice": dice, "seats": ", ".join(person.kind for person in people)}


def _bots(setup: Setup, people: tuple[Person, ...], seed: int | None) -> dict[int, Bot]:
    return {
        player: bots.make(person.kind, setup.game, None if seed is None else seed + player)
        for player, person in enumerate(people, 1)
        if not person.human
    }


def _interrupted(screen: Screen, table: Table | None) -> int:
    """Keep the game first; the terminal may be gone, so saying where it is kept may fail."""
    said = table.keep() if table else None
    with contextlib.suppress(Closed):
        screen.line()
        if said:
            screen.say(said)
    return INTERRUPTED


class Table:
    """One game at the table, from a record (empty, or a game to go on with) to its end."""

    def __init__(
        self,
        screen: Screen,
        record: Record,
        people: tuple[Person, ...],
        virtual: Dice | None,
        shelf: Shelf,
        robots: Mapping[int, Bot],
    ) -> None:
        self.screen, self.record, self.people, self.shelf = screen, record, people, shelf
        self.game = record.game
        self._board = boards.load(record.game.NAME)
        self._virtual, self._robots = virtual, robots
        self._thrown = [event for event in record.events if isinstance(event, Roll)]
        screen.look = replace(screen.look, names=names(people))
        self._names = labels(people, screen.look.lang)
        self._story: list[Text] = []
        self._drawn = -1  # events on the board when it was last drawn
        self._ready = 0  # who has taken the keyboard for a hidden choice

    @property
    def state(self) -> State:
        return self.record.state

    @property
    def _humans(self) -> int:
        return sum(person.human for person in self.people)

    # --- the loop -------------------------------------------------------------------------------------------------

    def run(self) -> tuple[Person, ...] | None:
        """Play to the end; the people of a rematch, in their order, or None."""
        self._welcome()
        while True:
            with contextlib.suppress(Changed):
                while self.game.phase(self.state) != "over":
                    self._step()
                return self._end()

    def _step(self) -> None:
        player = self._next_player()
        human = self.people[player - 1].human
        if self.game.phase(self.state) == "roll":
            if self._virtual is None:
                self._ask_roll(player)
            elif human:
                self._offer_roll(player)
            else:
                self.screen.wait()
                self._happen(self._throw())
        elif human:
            self._ask_move(player)
        else:
            self.screen.wait()
            chosen = self._robots[player].choose(self.game.view(self.state, player), player)
            self._happen(self._board.spoken(self.state, chosen))
            if not self._humans and self.screen.live:
                self._page()

    def _next_player(self) -> int:
        """Who is asked next; where several choose at once, people come before bots."""
        waiting = self.game.players(self.state)
        return next((player for player in waiting if self.people[player - 1].human), waiting[0])

    def _welcome(self) -> None:
        title = self.screen.look.said(self.game.TITLE)
        self.screen.line()
        self.screen.line(self.screen.look.paint("title", title))
        settings = ", ".join(
            f"{key} {value}"
            for key, value in self.game.settings(self.record.variant).items()
            if not isinstance(value, dict)
        )
        players = listed([same(name) for name in self._names], last=Text(" et ", " and "))
        self.screen.say(Text(f"{settings} · {players.fr}", f"{settings} · {players.en}"), "quiet")
        self.screen.say(
            Text(
                "À tout moment : ? pour l’aide, annuler, sauver, règles, coups, quitter.",
                "At any time: ? for help, undo, save, rules, moves, quit.",
            ),
            "quiet",
        )
        if self.record.events:
            self._tell(Text("On reprend la partie.", "We go on with the game."))

    # --- dice -----------------------------------------------------------------------------------------------------

    def _count(self) -> int:
        """How many dice are thrown now."""
        return len(self.game.rolls(self.state)[0][0].dice)

    def _throw(self) -> Roll:
        """The next throw of the virtual dice: the one that was undone, if there is one."""
        done = sum(isinstance(event, Roll) for event in self.record.events)
        if done == len(self._thrown):
            assert self._virtual is not None  # typed dice are asked for
            self._thrown.append(self._virtual.throw(self._count()))
        return self._thrown[done]

    def _offer_roll(self, player: int) -> None:
        if self.screen.wipes:
            self._page()
        what = Text("lance le dé", "roll the die") if self._count() == 1 else Text("lance les dés", "throw the dice")
        question = self._to(player) + what + Text(" (Entrée)", " (Enter)")

        def read(line: str) -> Roll:
            if plain(line) not in ROLLING:
                raise RequestError(
                    Text(
                        "Les dés sont ceux de l’ordinateur : Entrée les lance (? pour l’aide).",
                        "The dice are the computer’s: Enter throws them (? for help).",
                    )
                )
            return self._throw()

        self._happen(self._ask(question, read))

    def _ask_roll(self, player: int) -> None:
        """Real dice: somebody throws them and types what they show."""
        if self.screen.wipes:
            self._page()
        count, person = self._count(), self.people[player - 1]
        if person.human:
            dice_of = Text("lance ton dé", "roll your die") if count == 1 else Text("lance tes dés", "throw your dice")
            told = self._to(player) + dice_of
        else:
            told = Text("lancez pour ", "throw for ") + same(self._names[player - 1])
        self._framed(told)
        shown = (
            Text("que montre le dé ? (1 à 6)", "what does it show? (1 to 6)")
            if count == 1
            else Text("que montrent les deux dés ? (par exemple 3 5)", "what do both show? (for example 3 5)")
        )
        self._happen(self._ask(shown, lambda line: dice.typed(line, count)))

    def _framed(self, text: Text) -> None:
        said = f"  {self.screen.look.said(text)}  "
        edge = "━" * len(said)
        for line in (f"┏{edge}┓", f"┃{said}┃", f"┗{edge}┛"):
            self.screen.line(self.screen.look.paint("ask", line))

    # --- moves ----------------------------------------------------------------------------------------------------

    def _ask_move(self, player: int) -> None:
        secret = self._secret()
        if secret and self._ready != player:
            self._hand_over(player)
        self._page(hidden=secret)
        question = self._to(player) + self._board.question(self.state, player)

        def read(line: str) -> bool | None:
            if line.endswith("?"):
                self._answer(player, line.rstrip("? "))
                return None
            event = self._board.spoken(self.state, self._read_move(player, line))
            self._story = []
            self._happen(event)
            return True

        self._ask(question, read)
        if secret and self._pending(len(self.record.events)):
            self.screen.hide()  # L4: what was typed may not be seen
            self._tell(same(self._names[player - 1]) + Text(" a choisi.", " has chosen."))

    def _read_move(self, player: int, line: str) -> Event:
        """The move that is meant; Enter alone is enough where there is no choice."""
        legal = self.game.moves(self.state, player)
        if line:
            return self._board.reading(self.state, player, line)
        if len(legal) > 1:
            raise RequestError(self._board.explained(self.state, player))
        return legal[0]

    def _secret(self) -> bool:
        """Two people choose at once, neither seeing the other's choice (L4)."""
        joint = len(self.game.players(self.state)) > 1 or self._pending(len(self.record.events))
        return joint and self._humans > 1

    def _pending(self, length: int) -> bool:
        """After so many events one of two simultaneous choices is made, and still hidden."""
        return length > 0 and len(self.game.players(self.record.states[length - 1])) > 1

    def _hand_over(self, player: int) -> None:
        """The keyboard changes hands before a hidden choice."""
        self.screen.hide()
        me = self._names[player - 1]
        others = listed([same(name) for name in self._names if name != me], last=Text(" et ", " and "))
        self._framed(Text(f"{me}, à toi ; {others.fr} ne regarde pas.", f"{me}, your turn; {others.en}, don’t look."))
        self._ask(Text(f"{me} : Entrée quand tu es devant", f"{me}: Enter when you are here"), lambda line: True)
        self._ready = player
        self._drawn = -1

    def _answer(self, player: int, text: str) -> None:
        """What is known about a thing that somebody asked about."""
        view = self.game.view(self.state, player)
        lines = self._board.answered(self.screen.look, view, player, text)
        if not lines:
            raise RequestError(
                Text("Je ne vois pas de quoi il s’agit ; ? montre l’aide.", "I cannot see what that is; ? shows help.")
            )
        self.screen.lines(lines)

    # --- what happens, and how it is told ---------------------------------------------------------------------------

    def _happen(self, event: Event) -> None:
        """Play an event, tell it, and keep it if the game has a file. A refused one changes nothing."""
        joint = len(self.game.players(self.state)) > 1
        second = self._pending(len(self.record.events))
        self.record = self.record.play(event)
        self._ready = 0
        if joint:
            return  # told when the other has chosen too
        for place in (-2, -1) if second else (-1,):
            self._tell(self.game.tell(self.record.states[place - 1], self.record.events[place]))
        self._update()

    def _tell(self, text: Text) -> None:
        self._story = [*self._story, text][-STORY:]
        self.screen.say(text)

    def _page(self, *, hidden: bool = False) -> None:
        """The board, and what has happened since the last decision; without a page to clear, only what is new."""
        look = self.screen.look
        if self.screen.wipes:
            self.screen.clear()
            hint = look.said(Text("?  annuler  sauver  règles  coups  quitter", "?  undo  save  rules  moves  quit"))
            title = look.paint("title", look.said(self.game.TITLE))
            self.screen.line(f"{title}   {look.paint('quiet', hint)}")
        elif self._drawn == len(self.record.events) and not hidden:
            return
        view = self.game.view(self.state, 0)
        self.screen.line()
        self.screen.lines(self._board.board(look, view, self._names))
        self.screen.line()
        self._drawn = len(self.record.events)
        if self.screen.wipes:
            for text in self._story:
                self.screen.say(text)

    def _ask(self, question: Text, read: Callable[[str], Answer | None]) -> Answer:
        return ask(self.screen, question, read, self._obey)

    def _to(self, player: int) -> Text:
        """The beginning of a question: who is asked."""
        return same(clipped(self._names[player - 1], 24)) + Text(", ", ", ")

    # --- commands ---------------------------------------------------------------------------------------------------

    def _obey(self, command: Command, rest: str) -> None:
        {
            "help": self._help,
            "moves": self._moves,
            "board": self._show,
            "undo": self._undo,
            "save": self._save,
            "rules": self._rules,
            "quit": self._quit,
        }[command.name](rest)

    def _help(self, rest: str) -> None:
        if self.game.phase(self.state) == "move":
            self._moves("")
        self.screen.say(Text("À tout moment :", "At any time:"))
        self.screen.lines(taught(self.screen.look))
        if self.game.phase(self.state) == "move":
            self.screen.say(self._board.explained(self.state, self._next_player()))
        elif self.game.phase(self.state) == "roll":
            self.screen.say(
                Text("Entrée lance les dés.", "Enter throws the dice.")
                if self._virtual
                else Text(
                    "Lancez vos dés et tapez ce qu’ils montrent ; annuler corrige le dernier.",
                    "Throw your dice and type what they show; undo corrects the last one.",
                )
            )

    def _moves(self, rest: str) -> None:
        if self.game.phase(self.state) != "move":
            raise RequestError(Text("On attend les dés, pas un coup.", "The dice come first, not a move."))
        player = self._next_player()
        self.screen.say(Text("Coups permis :", "Legal moves:"))
        self.screen.lines(self._board.listing(self.screen.look, self.game.view(self.state, player), player))

    def _show(self, rest: str) -> None:
        self._drawn = -1
        self._page()

    def _undo(self, rest: str) -> None:
        """Back to the previous decision of a person: a move, or dice that were typed in."""
        length, found = len(self.record.events), False
        while length and not (found and not self._pending(length)):
            length -= 1
            found = found or self._decided(length)
        if not found:
            raise RequestError(
                Text("Il n’y a encore rien à annuler.", "There is nothing to undo yet."),
            )
        self.record = self.record.fork(length)
        self._story, self._drawn, self._ready = [], -1, 0
        self._update()
        self._tell(Text("On revient un pas en arrière.", "One step back."))
        raise Changed

    def _decided(self, place: int) -> bool:
        """Was that event somebody's decision?"""
        event = self.record.events[place]
        if isinstance(event, Roll):
            return self._virtual is None
        return self.people[self.game.doer(self.record.states[place], event) - 1].human

    def _save(self, rest: str) -> None:
        if rest:
            path, last = Shelf.named(rest), self.shelf.path
            self.shelf.path = path
            try:
                self.shelf.keep(self._open_record())
            except TableeError:
                self.shelf.path = last
                raise
        self.screen.say(self._kept())

    def _rules(self, rest: str) -> None:
        self.screen.lines(rulebook.told(self.screen.look, self.game.NAME, rest))

    def _quit(self, rest: str) -> None:
        if self.record.events and self.game.phase(self.state) != "over" and self.shelf.path is None:
            self.screen.say(Text("Garder la partie pour plus tard ?", "Keep the game for later?"))
            if self._yes(Text("Entrée : oui ; n : non", "Enter: yes; n: no")):
                self.screen.say(self._kept())
        elif self.shelf.path is not None:
            self.screen.say(self._kept())
        raise Left

    def _yes(self, question: Text) -> bool:
        while True:
            answer = plain(self.screen.ask(question))
            if not answer or answer in YES or answer in NO:
                return answer not in NO
            self.screen.complain(Text("Tapez Entrée pour oui, ou n pour non.", "Type Enter for yes, or n for no."))

    # --- keeping the game -------------------------------------------------------------------------------------------

    def _open_record(self) -> Record:
        """The record without a hidden choice: a file could be read by the other (L4)."""
        length = len(self.record.events)
        return self.record.fork(length - 1) if self._pending(length) else self.record

    def _update(self) -> None:
        """Keep the file of the game up to date. If it cannot be written any more the game goes on without it."""
        try:
            self.shelf.update(self._open_record())
        except TableeError as error:
            self.shelf.path = None
            self.screen.complain(error.text)

    def _kept(self) -> Text:
        path = self.shelf.keep(self._open_record())
        return Text(
            f"Partie gardée dans {path}. Pour la reprendre :\n  tablee play --resume {shlex.quote(str(path))}",
            f"Game kept in {path}. To go on with it:\n  tablee play --resume {shlex.quote(str(path))}",
        )

    def keep(self) -> Text:
        """Keep the game now; what to say about it."""
        if not self._open_record().events:
            return Text("La partie n’avait pas commencé : rien à garder.", "The game had not begun: nothing to keep.")
        while True:
            try:
                return self._kept()
            except TableeError as error:
                if self.shelf.path is not None:
                    self.shelf.path = None  # a file that has gone is given up for a new one
                    continue
                lost = Text("La partie n’a pas pu être gardée : ", "The game could not be kept: ")
                # The record itself is the last thing we can give.
                return lost + error.text + same("\n" + str(self._open_record()))

    # --- the end ----------------------------------------------------------------------------------------------------

    def _end(self) -> tuple[Person, ...] | None:
        outcome = self.game.outcome(self.state)
        assert outcome is not None  # the game is over
        self._page()
        self.screen.say(outcome.reason, "strong")
        winners = listed([same(self._names[player - 1]) for player in outcome.winners], last=Text(" et ", " and "))
        if outcome.winners and len(self.people) > 1:
            self.screen.say(Text(f"Bravo {winners.fr} !", f"Well done, {winners.en}!"), "title")
        if self.shelf.path is not None:
            path = self.shelf.keep(self.record)
            self.screen.say(Text(f"La partie est notée dans {path}.", f"The game is recorded in {path}."))
        return self._rematch() if self.screen.live and self._humans else None

    def _rematch(self) -> tuple[Person, ...] | None:
        """Another game: with sides swapped, unless the opening roll decides (B2) or one plays alone."""
        swaps = len(self.people) == 2 and self.game.NAME != "blocs"
        question = (
            Text(
                "Une revanche ? (Entrée : oui, en changeant de côté ; m : oui, mêmes côtés ; n : non)",
                "A rematch? (Enter: yes, sides swapped; k: yes, sides kept; n: no)",
            )
            if swaps
            else Text("Encore une partie ? (Entrée : oui ; n : non)", "Another game? (Enter: yes; n: no)")
        )

        def read(line: str) -> tuple[tuple[Person, ...] | None]:
            answer = plain(line)
            if answer in NO:
                return (None,)
            if answer in ("m", "k", "mêmes", "memes", "même", "same", "keep") or (
                not swaps and (not answer or answer in YES)
            ):
                return (self.people,)
            if not answer or answer in YES:
                return (self.people[::-1],)
            raise RequestError(Text("Tapez Entrée pour oui, ou n pour non.", "Type Enter for yes, or n for no."))

        return self._ask(question, read)[0]
