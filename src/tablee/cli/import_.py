"""`tablee import [FILE]`: a game noted on paper, typed in as it comes, becomes a record; a filled board is scored."""

import argparse
import sys
from pathlib import Path

from tablee.core.record import Record, write
from tablee.core.registry import load, names
from tablee.core.words import Text
from tablee.games.cadeau.reader import verdict
from tablee.games.cadeau.words import standing
from tablee.paper import notes

from .parser import Parser, read_settings, read_text, write_file

EXAMPLES = (
    "tablee import notes.txt -o partie.tablee",
    "echo '345 666 126 / 111 222 553' | tablee import",
    "echo '4 2a 5 1c 3 zone 2 case b' | tablee import --game cadeau",
)
OK, NO = 0, 1


def arguments(parser: Parser) -> None:
    parser.add(
        "file FILE",
        "ce qui a été tapé ; - ou rien : l’entrée standard",
        "what was typed; - or nothing: standard input",
        nargs="?",
        default="-",
    )
    parser.add(
        "--game",
        "le jeu, s’il n’est ni écrit ni à deviner",
        "the game, if it is neither written nor to be guessed",
        default="",
    )
    parser.add_set("un réglage du jeu, par exemple zones=3", "a setting of the game, for example zones=3")
    parser.add("-o --output FILE", "écrire la partie ici (.tablee)", "write the game here (.tablee)")


def run(args: argparse.Namespace) -> int:
    if args.game:
        load(args.game)
    if args.file == "-" and sys.stdin.isatty():
        ask = Text("Tapez vos notes, puis Ctrl-D sur une ligne vide.", "Type your notes, then Ctrl-D on an empty line.")
        print(ask.in_lang(args.lang), file=sys.stderr)
    typed = sys.stdin.buffer.read().decode("utf-8", "replace") if args.file == "-" else read_text(args.file)
    settings = read_settings(args.set, (option for name in names() for option in load(name).OPTIONS))
    reading = notes.parse_notes(typed, args.game, settings, later=notes.MOST_LATER)
    if reading.board is not None:
        for line in (*(line for line, _ in standing(reading.board)), verdict(reading.board)):
            print(line.in_lang(args.lang))
    if reading.mistake is not None:
        _point(reading, args.lang)
    if reading.record is not None and (reading.good or reading.record.events):
        _keep(reading.record, args)
    return OK if reading.good else NO


def _point(reading: notes.Reading, lang: str) -> None:
    """Each mistake where it was made, and what is kept nevertheless."""
    for mistake in reading.mistakes:
        print(mistake.where(reading.typed).in_lang(lang), file=sys.stderr)
        for line in mistake.point(reading.typed):
            print(f"  {line}", file=sys.stderr)
    if reading.record is not None:
        count = len(reading.record.events)
        sentence = Text(
            f"Les événements d’avant la première faute ({count}) sont bons. Corrigez, puis recommencez.",
            f"The events before the first mistake ({count}) are good. Correct it, then try again.",
        )
        print(sentence.in_lang(lang), file=sys.stderr)


def _keep(record: Record, args: argparse.Namespace) -> None:
    """The record to its file with a word about it, or to standard output as it is."""
    if not args.output:
        print(write(record), end="")
        return
    write_file(Path(args.output), write(record).encode())
    outcome = record.outcome
    stand = outcome.reason if outcome else Text("La partie n’est pas finie.", "The game is not over.")
    file, count = args.output, len(record.events)
    print((Text(f"{file} : {count} événements. ", f"{file}: {count} events. ") + stand).in_lang(args.lang))
