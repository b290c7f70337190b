"""`tablee play`: a table in the terminal, for people around one keyboard and for bots."""

import argparse
import contextlib
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import NoReturn

from tablee import bots
from tablee.core import record as records
from tablee.core.errors import RequestError
from tablee.core.extras import command_name
from tablee.core.record import Record, RecordError
from tablee.core.registry import load
from tablee.core.words import Text, count_noun, or_list, suggest, untranslated
from tablee.games.blocs import goal
from tablee.table import Chair, Setup, name_bots
from tablee.terminal import screen as screens
from tablee.terminal.people import HUMAN, chairs_of, clean, kind_of
from tablee.terminal.prompts import Left
from tablee.terminal.save_file import SaveFile
from tablee.terminal.screen import Closed, Screen, Unwritable
from tablee.terminal.setup import TYPED, VIRTUAL, ask_setup
from tablee.terminal.terminal_game import INTERRUPTED, OK, session

from .parser import Parser, game_of, read_text

EXAMPLES = (
    "tablee play",
    "tablee play cadeau --names Léa,Tom",
    "tablee play blocs --set mode=duel --set level=3 --seat 2=greedy",
    "tablee play laaancez --dice typed --output noel.tablee",
    "tablee play --resume noel.tablee",
    "tablee play --position blocs:2345689c/ab:1",
)
NO = 1


def arguments(parser: Parser) -> None:
    parser.add_game(nargs="?")
    kinds = "|".join((HUMAN, *bots.NAMES))
    parser.add(
        "--seat",
        "qui joue à la place N (par défaut : une personne)",
        "who plays at seat N (default: a person)",
        action="append",
        default=[],
        metavar=f"N={kinds}",
    )
    parser.add(
        "--dice",
        "dés automatiques (virtual) ou vrais dés dont on tape le résultat (typed)",
        "automatic dice (virtual), or real ones whose result is typed in (typed)",
        choices=(VIRTUAL, TYPED),
    )
    parser.add("--names A,B", "les noms, dans l’ordre des places", "the names, in order of seat")
    parser.add("--seed N", "dés et robots répétables", "repeatable dice and bots")
    parser.add("-o --output FILE", "enregistrer la partie dans ce fichier", "save the game in this file")
    parser.add(
        "--goal",
        "en solo : un objectif qu’une bonne partie atteint N fois sur 100",
        "solo: a goal that good play reaches N times in 100",
        type=int,
        choices=tuple(bots.WISHES.values()),
    )
    parser.add_position()
    parser.add("--resume FILE", "reprendre une partie enregistrée", "resume a saved game")
    parser.add(
        "--recover",
        "avec --resume : reprendre ce qui est lisible dans un fichier abîmé",
        "with --resume: resume from what can be read of a damaged file",
    )
    parser.add_plain()


def run(args: argparse.Namespace) -> int:
    screen = screens.open_screen(args.lang, plain=args.plain, hurry=args.seed is not None)
    with _close_on_signal():
        return play(args, screen)


def play(args: argparse.Namespace, screen: Screen) -> int:
    """The command on any screen."""
    if args.recover and not args.resume:
        raise RequestError("--recover va avec --resume FICHIER.", "--recover goes with --resume FILE.")
    save_file = SaveFile(SaveFile.path_for(args.output) if args.output else None)
    if args.resume:
        return _resume(args, screen, save_file)
    if args.position is not None:
        if args.game is not None or args.set:
            raise _redundant_error("--position")
        return _go_on(args, screen, save_file, records.at(args.position, load))
    if args.game is None:
        for option in ("set", "seat", "names", "dice"):
            if getattr(args, option):
                raise RequestError(
                    f"--{option} demande un jeu : {command_name()} play GAME …",
                    f"--{option} needs a game: {command_name()} play GAME …",
                )
        try:
            setup = ask_setup(screen)
        except Left:
            return OK
        except (Closed, KeyboardInterrupt) as why:
            return NO if isinstance(why, Unwritable) else INTERRUPTED
    else:
        game, variant = game_of(args.game, args.set)
        chairs = _chairs(args, (Chair(),) * game.seats(variant))
        setup = Setup(game.NAME, game.settings(variant), chairs, dice=args.dice or VIRTUAL)
        if args.goal is not None:
            if game.seats(variant) > 1:
                raise RequestError(
                    "--goal va avec un jeu en solo : --set mode=solo.", "--goal goes with a solo game: --set mode=solo."
                )
            sentence = goal.describe(variant, args.goal / 100)  # kept with the game
            screen.say(sentence, "strong")
            setup = replace(setup, record=Record(game, variant, comments={-1: screen.look.in_lang(sentence)}))
    return session(screen, setup, save_file, seed=args.seed)


def _chairs(args: argparse.Namespace, chairs: tuple[Chair, ...]) -> tuple[Chair, ...]:
    """Who plays: what --seat and --names say, over what was known."""
    seated = list(chairs)
    for word in (part for words in args.seat for part in words.split(",")):
        seat, equals, word_kind = word.partition("=")
        kind = kind_of(word_kind)
        if not equals or kind is None or seat.strip() not in map(str, range(1, len(seated) + 1)):
            kinds, seats = ", ".join((HUMAN, *bots.NAMES)), or_list(map(untranslated, range(1, len(seated) + 1)))
            raise RequestError(
                f"--seat {word[:40]} : écrivez PLACE=QUI, une place ({seats.fr}) et un nom : {kinds}.",
                f"--seat {word[:40]}: write SEAT=WHO, a seat ({seats.en}) and a name: {kinds}.",
                suggest(word_kind, (HUMAN, *bots.NAMES)) if kind is None else Text("", ""),
            )
        old = seated[int(seat) - 1]
        seated[int(seat) - 1] = old if old.bot == kind else Chair(bot=kind)
    names = [clean(name) for name in args.names.split(",")] if args.names else []
    if len(names) > len(seated):
        text = Text("--names donne ", "--names gives ") + count_noun(len(names), "nom", "name")
        text += Text(", et la table a ", ", and the table has ") + count_noun(len(seated), "place", "seat")
        raise RequestError(text + untranslated("."))
    for index, name in enumerate(names):
        if name:
            seated[index] = replace(seated[index], name=name)
    return name_bots(seated, args.lang)


def _resume(args: argparse.Namespace, screen: Screen, save_file: SaveFile) -> int:
    """Go on with a record. Its own file is written on, unless it was damaged or --output names another."""
    if args.game is not None or args.set or args.position is not None:
        raise _redundant_error("--resume")
    text, damaged = read_text(args.resume), False
    try:
        record = records.parse(text, load)
    except RecordError as error:
        screen.complain(Text(f"{args.resume} : ", f"{args.resume}: ") + error.text)
        good = error.good
        if good is None:
            screen.say(Text("Rien n’a pu être lu avant cela.", "Nothing before that could be read."))
            return NO
        count = len(good.events)
        if not args.recover:
            screen.say(
                Text(
                    f"Les {count} premiers événements sont bons ; pour reprendre là : "
                    f"{command_name()} play --resume {args.resume} --recover",
                    f"The first {count} events are good; to resume from there: "
                    f"{command_name()} play --resume {args.resume} --recover",
                )
            )
            return NO
        record, damaged = good, True
    if save_file.path is None and not damaged:
        save_file.path = Path(args.resume)
    return _go_on(args, screen, save_file, record)


def _go_on(args: argparse.Namespace, screen: Screen, save_file: SaveFile, record: Record) -> int:
    """A game from where a record stops, with its people unless others are named."""
    setup = Setup.of_record(replace(record, players=()), _chairs(args, chairs_of(record)))
    return session(screen, replace(setup, dice=args.dice or setup.dice), save_file, seed=args.seed)


def _redundant_error(flag: str) -> RequestError:
    return RequestError(
        f"{flag} sait déjà quel jeu on joue : ôtez le reste (GAME, --set, --position).",
        f"{flag} knows which game is played: leave out the rest (GAME, --set, --position).",
    )


@contextlib.contextmanager
def _close_on_signal() -> Iterator[None]:
    """A closed terminal or a polite request to end is treated as the end of the input: the game is kept."""

    def leave(number: int, frame: FrameType | None) -> NoReturn:
        signal.signal(number, signal.SIG_IGN)  # once is enough: the game is being kept
        raise Closed

    numbers = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.signal(number, leave) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
