"""`tablee review FILE`: luck or skill — what every throw and every move did to everybody's chances."""

from __future__ import annotations

import argparse
import contextlib
import json

from tablee import analysis
from tablee.analysis.story import story
from tablee.core.errors import RequestError
from tablee.core.record import Record, RecordError, read
from tablee.core.words import Text
from tablee.games import load
from tablee.protocol import Answer, Request
from tablee.terminal import screen as screens

from .lines import serve
from .parser import Parser, read_text
from .progress import Bar, bar, interrupted

EXAMPLES = (
    "tablee review partie.tablee",
    "tablee review partie.tablee --json",
    """echo '{"game": "blocs", "variant": {"mode": "solo"}, "events": ["d56", "11"]}' | tablee review --lines""",
)


def arguments(parser: Parser) -> None:
    parser.add(
        "file",
        "une partie notée (.tablee), finie ou non, ou des notes ; - : l’entrée standard",
        "a recorded game (.tablee), over or not, or notes; -: standard input",
        nargs="?",
        metavar="FILE",
    )
    parser.add_json()
    parser.add("--lines", "des requêtes JSON, une par ligne", "JSON requests, one a line")
    parser.add_plain()


def run(args: argparse.Namespace) -> int:
    if args.lines == (args.file is not None):
        raise RequestError(Text("donnez un fichier, ou --lines.", "give a file, or --lines."))
    try:
        with bar(args.lang) as progress:
            if args.lines:
                serve(lambda request: _answer(request, progress), args.lang)
                return 0
            record = record_of(args.file)
            reviewed = analysis.review(record.game, record.states, record.events, progress)
            progress.wipe()
    except KeyboardInterrupt:
        return interrupted(args.lang)
    if args.json:
        print(json.dumps(analysis.answer(reviewed), ensure_ascii=False))
        return 0
    screen = screens.standard(args.lang, plain=args.plain, hurry=True)
    with contextlib.suppress(screens.Closed):  # whoever read has gone
        for paragraph in story(record, reviewed):
            screen.say(paragraph.named(record.names))
    return 0


def _answer(request: Request, progress: Bar) -> Answer:
    reviewed = analysis.review(request.game, request.states, request.events, progress)
    progress.wipe()
    return analysis.answer(reviewed)


def record_of(path: str) -> Record:
    """The game of a file: a record, or notes as they are taken on paper."""
    text = read_text(path)
    try:
        return read(text, load)
    except RecordError:
        from tablee.sheets import notes

        reading = notes.read(text)
        if reading.good and reading.record is not None:
            return reading.record
        raise
