"""`tablee replay FILE`: a recorded game, event by event."""

import argparse
from dataclasses import replace

from tablee.core import record as records
from tablee.core.errors import RequestError
from tablee.core.record import Record, RecordError
from tablee.core.registry import load
from tablee.core.words import Text, player_ref, untranslated
from tablee.terminal import boards
from tablee.terminal import screen as screens
from tablee.terminal.people import chairs_of
from tablee.terminal.screen import Screen

from .parser import Parser, read_text

EXAMPLES = (
    "tablee replay partie.tablee",
    "tablee replay partie.tablee --at 12",
    "tablee replay partie.tablee --step",
    "tablee replay --position cadeau/zones=2:41./...:6../...:d5",
)
OK, NO = 0, 1


def arguments(parser: Parser) -> None:
    parser.add_file(nargs="?")
    parser.add_position()
    parser.add("--at N", "le plateau après N événements", "the board after N events")
    parser.add("--step", "attendre Entrée à chaque événement", "wait for Enter at each event")
    parser.add_plain()


def run(args: argparse.Namespace) -> int:
    return replay(args, screens.open_screen(args.lang, plain=args.plain, hurry=True))


def replay(args: argparse.Namespace, screen: Screen) -> int:
    """The command on any screen. Of a damaged record the good part is shown, and the answer is no."""
    if (args.file is None) == (args.position is None):
        raise RequestError("Donnez un fichier, ou --position.", "Give a file, or --position.")
    damage: RecordError | None = None
    try:
        record = records.at(args.position, load) if args.file is None else records.parse(read_text(args.file), load)
    except RecordError as error:
        damage = error
        if error.good is None:
            screen.complain(Text(f"{args.file} : ", f"{args.file}: ") + error.text)
            return NO
        record = error.good
    _show(args, screen, record)
    if damage:
        screen.complain(Text(f"{args.file} : ", f"{args.file}: ") + damage.text)
        count = len(record.events)
        screen.say(Text(f"Les {count} premiers événements étaient bons.", f"The first {count} events were good."))
    return NO if damage else OK


def _show(args: argparse.Namespace, screen: Screen, record: Record) -> None:
    """The board that `--at` asks for; or the whole game, event after event."""
    game, count = record.game, len(record.events)
    chairs = chairs_of(record)
    screen.look = look = replace(screen.look, names={player: chair.name for player, chair in enumerate(chairs, 1)})
    names = [look.in_lang(player_ref(player)) for player in range(1, len(chairs) + 1)]

    def comment(index: int) -> None:
        if index in record.comments:
            screen.say(untranslated(f"  {{{record.comments[index]}}}"), "quiet")

    def event(index: int) -> None:
        screen.say(untranslated(f"{index + 1:>3}. ") + game.tell(record.states[index], record.events[index]))
        comment(index)

    def position(length: int) -> None:
        screen.lines(["", *boards.draw(look, game.NAME, record.states[length], names), ""])

    if args.at is not None:
        if not 0 <= args.at <= count:
            raise RequestError(
                f"--at va de 0 à {count} dans cette partie.", f"--at goes from 0 to {count} in this game."
            )
        if args.at:
            event(args.at - 1)
        position(args.at)
        screen.say(untranslated(game.position(record.states[args.at])), "quiet")
        return
    screen.line(look.paint("title", look.in_lang(game.TITLE)))
    for key, value in {"players": ", ".join(names), **record.headers}.items():
        screen.line(look.paint("quiet", f"{key}: {value}"))
    comment(-1)
    position(0)
    for index in range(count):
        if args.step:
            screen.prompt(Text("Entrée : la suite", "Enter: continue"))
        event(index)
        if args.step or _ends_turn(record, index):
            position(index + 1)
    if record.outcome:
        screen.say(record.outcome.reason, "strong")
    else:
        screen.say(Text("La partie n’est pas finie.", "The game is not over."), "quiet")


def _ends_turn(record: Record, index: int) -> bool:
    """Does a turn end with that event? Not with the first of two simultaneous choices, but with the second."""
    states, players = record.states, record.game.players
    before, after = states[index], states[index + 1]
    if record.game.phase(after) == "over" or (index and len(players(states[index - 1])) > 1):
        return True
    return len(players(before)) == len(players(after)) == 1 and players(before) != players(after)
