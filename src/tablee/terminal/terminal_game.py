"""One keyboard for everybody: what the table asks and tells, undo, keeping the game, and what comes after it.

The game itself is a `tablee.table.Table`, without table service, store or loop; this is one of its clients. Everybody
at the keyboard holds their seats together, so that nobody has to agree to an undo.
"""

import contextlib
import shlex
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from tablee import bots, words
from tablee.core.dice import Dice, VirtualDice, dice_of_six
from tablee.core.errors import RequestError, TableeError
from tablee.core.extras import command_name
from tablee.core.game import ONE_DIE, Rolls, State
from tablee.core.record import Record
from tablee.core.words import Text, and_list, capital, untranslated
from tablee.paper.commands import Command
from tablee.paper.typed_input import ROLLING, plain, read_move, read_roll
from tablee.review.tutor import read_mode
from tablee.table import Chair, Setup, Table, Verb, advance
from tablee.table.answers import ANSWERED, answer
from tablee.table.ids import digest
from tablee.table.requests import ask
from tablee.table.verbs import TUTORS, Correct, Move, Play, RollDice, Take, Tutor, Undo

from . import boards, rulebook, tutor
from .people import HUMAN
from .prompts import NO, YES, Answer, Changed, Left, list_commands, read_answer
from .save_file import SaveFile
from .screen import Closed, Screen, Unwritable, clip, count_columns, pad

OK, NOT_TOLD, INTERRUPTED = 0, 1, 130
STORY = 8  # lines of what has happened, kept under the board
EXAMPLES = 8  # rolls of other dice than those of six, when they are asked for
KEYBOARD = "keyboard"  # whoever types holds every person's seat
OPENING = ("help", "undo", "rules", "quit")  # the commands before a game has begun


def session(screen: Screen, setup: Setup, save_file: SaveFile, *, seed: int | None = None) -> int:
    """Play games until no rematch is wanted; returns the exit code. An interrupted game is saved."""
    virtual = VirtualDice(seed)
    while True:
        terminal_game: TerminalGame | None = None
        try:
            terminal_game = TerminalGame(screen, setup, save_file, virtual, seed)
            again = terminal_game.run()
        except Left:
            return OK
        except (Closed, KeyboardInterrupt) as why:
            sentence = terminal_game.keep() if terminal_game else None
            with contextlib.suppress(Closed):  # the terminal may be gone
                screen.reveal()
                screen.line()
                if sentence:
                    screen.say(sentence)
            return NOT_TOLD if isinstance(why, Unwritable) else INTERRUPTED
        if again is None:
            return OK
        save_file.another()
        setup = replace(setup, seats=again, opening=None, record=None)


class TerminalGame:
    """One game, from its setup (new, or with a record to go on with) to its end."""

    def __init__(
        self, screen: Screen, setup: Setup, save_file: SaveFile, virtual: Dice, seed: int | None = None
    ) -> None:
        self.screen, self.save_file = screen, save_file
        self.chairs = setup.seats
        # The keyboard holds every seat that is no bot's, or one, if there are only bots.
        here = tuple(seat for seat, chair in enumerate(self.chairs) if not chair.bot)
        log = replace(setup, my_seats=here).complete().log(KEYBOARD)
        log += [] if here else [Take(seat=0, holder=digest(KEYBOARD))]
        self.table = Table.fold("", [replace(log[0], at=int(time.time())), *log[1:]])
        self.game = self.table.game
        self._seating = self.table.seating
        self._held = self.table.find_seats(KEYBOARD)
        self._people = sum(not chair.bot for chair in self.chairs)
        self._board, self._words = boards.load(self.game.NAME), words.load(self.game.NAME)
        self._dice = virtual
        self._robots = {
            seat: bots.make(chair.bot, self.game, None if seed is None else seed + seat + 1)
            for seat, chair in enumerate(self.chairs)
            if chair.bot
        }
        self._headers = dict(setup.record.headers) if setup.record else {}
        self._story: list[Text] = []
        self._shown_until = self.table.seq  # entries that have been told
        self._drawn = -1  # events on the board when it was last drawn
        self._ready = -1  # the seat whose owner has taken the keyboard for a hidden choice
        self._hints = 0  # that were given in this position
        self._exact = True  # nobody has had to say otherwise
        self._mistyped = False  # real dice were read wrong: they are asked for again
        self._call()

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def record(self) -> Record:
        """The record to save: without a hidden choice, since the other could read the file (L4)."""
        record = self.table.record()
        seats = ", ".join(self.chairs[seat].bot or HUMAN for seat in self._seating.order)
        headers = {**record.headers, **self._headers, "dice": self.table.dice, "seats": seats}
        return replace(record, players=tuple(self._names()), headers=headers)

    def _names(self) -> list[str]:
        return [self._name(seat) for seat in self._seating.order]

    def _name(self, seat: int) -> str:
        return self.screen.look.in_lang(self._seating.name(seat))

    # --- the loop -------------------------------------------------------------------------------------------------

    def run(self) -> tuple[Chair, ...] | None:
        """Play to the end; the chairs of a rematch, in their order, or None."""
        self.save_file.update(self.record)  # better now than never: a file that cannot be written is refused at once
        self._welcome()
        while True:
            with contextlib.suppress(Changed):
                while not self.table.over:
                    self._step()
                return self._end()

    def _step(self) -> None:
        seat, rolling = self.seat, self.table.phase in ("opening", "roll")
        if self._mistyped or (rolling and self.table.dice == "typed"):
            if self._mistyped:  # whose dice were read wrong
                opening = self._seating.opening
                seat = opening.rolls[-1][0] if opening and self._opens() else self.table.history.actors[-1]
            self._ask_roll(seat)
        elif seat in self._robots:
            self.screen.wait()
            self._advance(seat)
            if not self._people and self.screen.live:
                self._page()
        elif self.table.phase == "opening":
            self.screen.wait()
            self._want(RollDice())
        elif rolling:
            self._offer_roll(seat)
        else:
            self._ask_move(seat)

    @property
    def seat(self) -> int:
        """Who is asked next; where several choose at once, people come before bots."""
        acting = self.table.acting
        if self.table.phase == "move":
            return next((seat for seat in acting if seat not in self._robots), acting[0])
        return acting[0]

    def _welcome(self) -> None:
        self.screen.line()
        self.screen.say(self.game.TITLE, "title")
        commands = Text(
            "À tout moment : ? pour l’aide, annuler, enregistrer, règles, coups, quitter.",
            "At any time: ? for help, undo, save, rules, moves, quit.",
        )
        for text in (*self._settings(), and_list(self._names()), commands):
            self.screen.say(text, "quiet")
        if self.table.phase == "opening":
            self.screen.say(
                Text(
                    "Qui commence ? Chacun lance un dé : le plus grand nombre commence.",
                    "Who begins? Everybody rolls one die: the highest number begins.",
                ),
                "strong",
            )
        elif self.table.events:
            self._tell(Text("On reprend la partie.", "Resuming the game."))

    def _settings(self) -> list[Text]:
        """What is played, in words; an own sheet is too much to say."""
        options = {option.key: option for option in self.game.OPTIONS}
        return [
            capital(options[key].name(value))  # a label that asks is left out
            if options[key].label.fr.endswith("?")
            else options[key].label + Text(" : ", ": ") + options[key].name(value)
            for key, value in self.game.settings(self.table.variant).items()
            if isinstance(value, int | str)
        ]

    # --- asking the table -----------------------------------------------------------------------------------------

    def _want(self, request: Verb) -> None:
        self._happen(ask(self.table, request, KEYBOARD, dice=self._dice))

    def _advance(self, seat: int) -> None:
        """A bot's turn. It says what it does as people do: a push with its calculation (B5)."""
        building = bots.begin(self.chairs[seat].bot, self.game, self.table.variant)
        if building is not None and self._exact:
            self._exact = False
            self._tell(building.describe())
        entry = advance(self.table, self._robots[seat], self._dice)
        assert entry is not None  # a bot is due
        if isinstance(entry, Play) and self.table.phase == "move":
            event = boards.complete_event(self.game.NAME, self.state, self.game.parse(entry.token))
            entry = replace(entry, token=str(event))
        self._happen((entry,))

    def _happen(self, entries: Iterable[Verb]) -> None:
        """What was asked for is so: tell it, and keep it if the game has a file."""
        for entry in entries:
            self.table.apply(entry)
        self._ready, self._mistyped, self._hints = -1, False, 0
        self._call()
        if self.table.history.pending:
            return  # told when the other has chosen too
        for line in self.table.story(None, self._shown_until):
            if not line.undone:
                self._tell(line.text)
        self._shown_until = self.table.seq
        try:
            self.save_file.update(self.record)
        except TableeError as error:  # the file cannot be written any more: the game goes on without it
            self.save_file.path = None
            self.screen.complain(error.text)

    def _call(self) -> None:
        """Let the screen call people by their names; an opening roll may have moved them."""
        self.screen.look = replace(self.screen.look, names=self._seating.names)

    # --- dice -----------------------------------------------------------------------------------------------------

    def _rolls(self) -> Rolls:
        """What can be rolled now, or could when it was read wrong."""
        return ONE_DIE if self._opens() else self.game.rolls(self.table.history.states[-2 if self._mistyped else -1])

    def _opens(self) -> bool:
        """Is it a die of the opening roll (B2) that is rolled, or was read wrong?"""
        return self.table.phase == "opening" or (self._mistyped and not self.table.events)

    def _offer_roll(self, seat: int) -> None:
        if self.screen.wipes:
            self._page()
        single = len(self._rolls()[0][0].dice) == 1
        action = Text("lancez le dé", "roll the die") if single else Text("lancez les dés", "roll the dice")

        def parse(line: str) -> bool:
            if plain(line) not in ROLLING:
                raise RequestError(
                    "Les dés sont automatiques : Entrée les lance (? pour l’aide).",
                    "The dice are automatic: Enter rolls them (? for help).",
                )
            self._want(RollDice())
            return True

        self._ask(self._to(seat) + action + Text(" (Entrée)", " (Enter)"), parse)

    def _ask_roll(self, seat: int) -> None:
        """Real dice: somebody rolls them and types what they show, or what they really show."""
        rolls = self._rolls()
        count = dice_of_six(rolls)
        if self._opens():
            question = self._to(seat) + Text("votre dé (1 à 6)", "your die (1 to 6)")
        else:
            if self.screen.wipes:
                self._page()
            if seat in self._robots:
                self._show_framed(Text("lancez pour ", "roll for ") + untranslated(self._name(seat)))
            else:
                dice_of = (
                    Text("lancez votre dé", "roll your die")
                    if len(rolls[0][0].dice) == 1
                    else Text("lancez vos dés", "roll your dice")
                )
                self._show_framed(self._to(seat) + dice_of)
            question = (
                Text("que montre le dé ? (1 à 6)", "what does it show? (1 to 6)")
                if count == 1
                else Text("que montrent les deux dés ? (par exemple 3 5)", "what do both show? (for example 3 5)")
                if count == 2
                else Text("qu’est-ce qui est tombé ? (", "what was rolled? (")
                + untranslated(", ".join(str(roll) for roll, _ in rolls[:EXAMPLES]))
                + untranslated(", …)" if len(rolls) > EXAMPLES else ")")
            )

        def parse(line: str) -> bool:
            typed = str(read_roll(line, count)) if count in (1, 2) else f"d{line}" if line.isdecimal() else line
            self._want(Correct(typed) if self._mistyped else RollDice(typed))
            return True

        self._ask(question, parse)

    def _show_framed(self, text: Text) -> None:
        if self.screen.look.plain:
            self.screen.say(text)
            return
        look = replace(self.screen.look, width=self.screen.look.width - 6)
        lines = look.wrap(look.in_lang(text))
        across = max(map(count_columns, lines))
        edge = "━" * (across + 4)
        for line in (f"┏{edge}┓", *(f"┃  {pad(line, across)}  ┃" for line in lines), f"┗{edge}┛"):
            self.screen.line(look.paint("ask", line))

    # --- moves ----------------------------------------------------------------------------------------------------

    def _ask_move(self, seat: int) -> None:
        player = self._seating.player(seat)
        # Two people choose at once, neither seeing the other's choice (L4).
        secret = (len(self.table.acting) > 1 or self.table.history.pending) and self._people > 1
        if secret and self._ready != seat:
            self._hand_over(seat)
        self._page(hidden=secret)
        for text in tutor.describe_chances(self.table, seat):
            self.screen.say(text)

        def parse(line: str) -> bool | None:
            legal = self.game.moves(self.state, player)
            if not line and len(legal) > 1:  # Enter alone is enough where there is no choice
                raise RequestError(self._words.explain(self.state, player))
            event = read_move(self.game, self.state, player, line) if line else legal[0]
            event = boards.complete_event(self.game.NAME, self.state, event)
            question = tutor.find_doubt(self.table, seat, event)
            if question and not self._yes(question):
                return None
            self._story, unseen = [], tutor.find_unseen(self.table, seat, event)
            self._want(Move(str(event)))
            if unseen:
                self._tell(unseen)
            return True

        self._ask(self._to(seat) + self._board.question(self.state, player), parse)
        if secret:
            self.screen.forget()  # L4: nor may it be brought back by an arrow
        if secret and self.table.history.pending:
            self.screen.hide()  # L4: what was typed may not be seen
            self._tell(self.table.story(None)[-1].text)

    def _hand_over(self, seat: int) -> None:
        """The keyboard changes hands before a hidden choice."""
        self.screen.hide()
        me = self._name(seat)
        others = and_list(name for name in self._names() if name != me)
        french, english = "{me}, à vous ; {others}, ne regardez pas.", "{me}, your turn; {others}, don’t look."
        self._show_framed(Text.fill(french, english, me=me, others=others))
        self._ask(
            Text(
                f"{me} : appuyez sur Entrée quand vous êtes devant l’écran",
                f"{me}: press Enter when you are at the screen",
            ),
            lambda line: True,
        )
        self._ready = seat
        self._drawn = -1

    # --- what is shown --------------------------------------------------------------------------------------------

    def _tell(self, text: Text) -> None:
        self._story = [*self._story, text][-STORY:]
        self.screen.say(text)

    def _page(self, *, hidden: bool = False, below: int = 1, anew: bool = False) -> None:
        """The board, and what has happened since the last decision; without a page to clear, only what is new. `below`:
        how many lines follow. `anew`: also where nothing is new."""
        look, events = self.screen.look, len(self.table.events)
        if not hidden:
            self.screen.reveal()
        if self.screen.wipes:
            self.screen.clear()
            hint = look.in_lang(
                Text("?  annuler  enregistrer  règles  coups  quitter", "?  undo  save  rules  moves  quit")
            )
            title = look.in_lang(self.game.TITLE)
            commands = hint if count_columns(title) + count_columns(hint) + 3 <= look.width else "?"
            self.screen.line(f"{look.paint('title', title)}   {look.paint('quiet', commands)}")
        elif self._drawn == events and not hidden and not anew:
            return
        board: list[str] = []
        if not look.plain or anew or (self._drawn < 0 and events > 1):  # without drawings, when it is asked for
            board = ["", *boards.draw(look, self.game.NAME, self.game.view(self.state, 0), self._names()), ""]
        self.screen.lines(board)
        self._drawn = events
        if look.plain and self.table.phase == "move":
            player = self._seating.player(self.seat)
            self.screen.say(words.now(self.game, self.game.view(self.state, player), player)[0])
        if self.screen.wipes:
            room = max(0, look.height - len(board) - 1 - below)
            self.screen.lines(self._in_lang(self._story)[-room:] if room else ())

    def _in_lang(self, texts: Iterable[Text]) -> list[str]:
        look = self.screen.look
        return [line for text in texts for line in look.wrap(look.in_lang(text))]

    def _ask(self, question: Text, read: Callable[[str], Answer | None]) -> Answer:
        return read_answer(self.screen, capital(question), read, self._obey)

    def _to(self, seat: int) -> Text:
        """Whom a prompt speaks to; nobody who plays alone."""
        return untranslated(clip(self._name(seat), 24) + ", ") if len(self.chairs) > 1 else untranslated("")

    # --- commands ---------------------------------------------------------------------------------------------------

    def _obey(self, command: Command, rest: str) -> None:
        if self.table.phase == "opening" and command.name not in OPENING:
            raise RequestError(
                "La partie n’a pas encore commencé : tapez le dé.", "The game has not begun yet: type the die."
            )
        obeyed: dict[str, Callable[[str], None]] = {
            **{name: partial(self._answer, name) for name in ANSWERED},
            "help": self._help,
            "moves": self._moves,
            "board": lambda _: self._page(anew=True),
            "tutor": self._tutor,
            "undo": self._undo,
            "save": self._save,
            "rules": lambda rule: self.screen.lines(rulebook.render(self.screen.look, self.game.NAME, rule)),
            "quit": self._quit,
        }
        obeyed[command.name](rest)

    def _help(self, rest: str) -> None:
        """Step by step: how it is done; asked again, what could be done; then one move, and at last every move."""
        if self.table.phase == "move" and self._hints:
            if not tutor.print_hint(self.screen, self.table, self.seat, self._hints):
                self._moves("")
            self._hints += 1
            return
        self.screen.say(Text("À tout moment :", "At any time:"))
        opening = OPENING if self.table.phase == "opening" else None
        self.screen.lines(
            list_commands(self.screen.look, opening, rulebook.example(self.game.NAME, self.screen.look.lang))
        )
        history = self.table.history
        for seat, robot in self._robots.items():
            if isinstance(robot, bots.AdaptiveBot):
                wish = robot.says(self._seating.player(seat), history.states, history.events)
                self.screen.say(untranslated(self._name(seat)) + Text(" : ", ": ") + wish)
        if self.table.phase == "move":
            self.screen.say(self._words.explain(self.state, self._seating.player(self.seat)))
            self.screen.say(Text("Tapez encore ? pour un indice.", "Type ? again for a hint."), "quiet")
            self._hints = 1
        elif self.table.phase == "opening":
            self.screen.say(
                Text("Tapez le chiffre du dé que cette personne a lancé.", "Type the number that this person rolled.")
            )
        elif self.table.phase == "roll":
            self.screen.say(
                Text("Entrée lance les dés.", "Enter rolls the dice.")
                if self.table.dice == "virtual"
                else Text(
                    "Lancez vos dés et tapez ce qu’ils montrent ; annuler corrige le dernier.",
                    "Roll your dice and type what they show; undo corrects the last one.",
                )
            )

    def _answer(self, name: str, about: str) -> None:
        seat = self._held[0] if self._people == 1 else None  # L4: others read along
        for text in answer(self.table, seat, name, about):
            self.screen.say(text)

    def _tutor(self, rest: str) -> None:
        """For whoever is asked now."""
        self._want(Tutor(self.seat, read_mode(self.game, self.table.variant, TUTORS, rest)))
        self._drawn = -1
        raise Changed

    def _moves(self, rest: str) -> None:
        moves = answer(self.table, self.seat, "moves")
        self.screen.say(Text("Coups permis :", "Legal moves:"))
        self.screen.lines(boards.list_moves(self.screen.look, moves))

    def _undo(self, rest: str) -> None:
        """Back to the previous decision of a person: a move, or dice that were typed in."""
        if self.table.correctable(self._held) and not self._mistyped:
            again = True
        elif self.table.undo_length(self._held) is not None:
            self._shown_until = self.table.seq + 1  # we say it in our own words
            self._want(Undo())
            again = False
        else:
            raise RequestError("Il n’y a encore rien à annuler.", "There is nothing to undo yet.")
        self._story, self._drawn, self._mistyped = [], -1, again
        self._tell(Text("On revient un pas en arrière.", "One step back."))
        raise Changed

    def _save(self, rest: str) -> None:
        if rest:
            path = SaveFile.path_for(rest)
            SaveFile(path).keep(self.record)  # a file that cannot be written changes nothing
            self.save_file.path = path
        self.screen.say(self._save_again())

    def _quit(self, rest: str) -> None:
        self.screen.reveal()
        if self.table.events and not self.table.over and self.save_file.path is None:
            self.screen.say(Text("Enregistrer la partie pour plus tard ?", "Save the game for later?"))
            if self._yes(Text("Entrée : oui ; n : non", "Enter: yes; n: no")):
                self.screen.say(self._save_again())
        elif self.save_file.path is not None:
            self.screen.say(self._save_again())
        raise Left

    def _yes(self, question: Text) -> bool:
        while True:
            answer = plain(self.screen.prompt(question))
            if not answer or answer in YES or answer in NO:
                return answer not in NO
            self.screen.complain(Text("Tapez Entrée pour oui, ou n pour non.", "Type Enter for yes, or n for no."))

    # --- keeping the game -------------------------------------------------------------------------------------------

    def _save_again(self) -> Text:
        path = self.save_file.keep(self.record)
        return Text(
            f"Partie enregistrée dans {path}. Pour la reprendre :\n  {command_name()} play --resume "
            f"{shlex.quote(str(path))}",
            f"Game saved in {path}. To resume:\n  {command_name()} play --resume {shlex.quote(str(path))}",
        )

    def keep(self) -> Text:
        """Keep the game now; what to say about it."""
        if not self.record.events:
            return Text(
                "La partie n’avait pas commencé : rien à enregistrer.", "The game had not begun: nothing to save."
            )
        while True:
            try:
                return self._save_again()
            except TableeError as error:
                if self.save_file.path is not None:
                    self.save_file.path = None  # a file that has gone is given up for a new one
                    continue
                lost = Text("La partie n’a pas pu être enregistrée : ", "The game could not be saved: ")
                # The record itself is the last thing we can give.
                return lost + error.text + untranslated("\n" + str(self.record))

    # --- the end ----------------------------------------------------------------------------------------------------

    def _end(self) -> tuple[Chair, ...] | None:
        outcome = self.table.outcome
        assert outcome is not None  # the game is over
        lines: list[tuple[Text, str | None]] = [(outcome.reason, "strong")]
        names = self._names()
        winners = and_list(names[player - 1] for player in outcome.winners)
        if outcome.winners and len(self.chairs) > 1:
            lines.append((Text.fill("Bravo {winners} !", "Well done, {winners}!", winners=winners), "title"))
        # What is no sentence stands on the board already.
        tale = self._words.tale(self.table.record())
        lines += [(text, None) for text in tale if text.en.endswith((".", "!"))]
        if self.save_file.path is not None:
            path = self.save_file.keep(self.record)
            lines.append((Text(f"La partie est enregistrée dans {path}.", f"The game is saved in {path}."), None))
        asks = self.screen.live and self._people
        self._page(below=len(self._in_lang(text for text, _ in lines)) + (2 if asks else 0), anew=True)
        for text, style in lines:
            self.screen.say(text, style)
        return self._rematch() if asks else None

    def _rematch(self) -> tuple[Chair, ...] | None:
        """Another game: with sides swapped, unless the opening roll decides (B2) or one plays alone."""
        swaps = len(self.chairs) == 2 and not self.game.opening(self.table.variant)
        question = (
            Text(
                "Une revanche ? (Entrée : oui, en changeant de côté ; m : oui, mêmes côtés ; n : non)",
                "A rematch? (Enter: yes, swap sides; k: yes, same sides; n: no)",
            )
            if swaps
            else Text("Encore une partie ? (Entrée : oui ; n : non)", "Another game? (Enter: yes; n: no)")
        )

        def parse(line: str) -> tuple[tuple[Chair, ...] | None]:
            answer = plain(line)
            keeps = answer in ("m", "k", "mêmes", "memes", "même", "same", "keep")
            if answer in NO:
                return (None,)
            if keeps or not answer or answer in YES:
                return (self.chairs if keeps or not swaps else self.chairs[::-1],)
            raise RequestError("Tapez Entrée pour oui, ou n pour non.", "Type Enter for yes, or n for no.")

        return self._ask(question, parse)[0]
