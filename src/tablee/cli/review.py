"""`tablee review FILE`: luck or skill — what every roll and every move did to everybody's chances.

Of several files, how well one player of them plays, and how sure that is.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from tablee import review as analysis
from tablee.core.errors import RequestError
from tablee.core.words import Text, untranslated
from tablee.protocol import Answer, Request
from tablee.review import picture
from tablee.review.own_games import summarise
from tablee.review.report import WORDS, Report, describe_report
from tablee.terminal import screen as screens

from .game_files import add_player, own_games, record_of
from .lines import serve
from .parser import Parser, write_file
from .progress import bar

EXAMPLES = (
    "tablee review partie.tablee",
    "tablee review partie.tablee --json",
    "tablee review lundi.tablee mardi.tablee mercredi.tablee --player 2",
    "tablee review partie.tablee --output review.pdf",
    """echo '{"game": "blocs", "variant": {"mode": "solo"}, "events": ["d56", "11"]}' | tablee review --lines""",
)


def arguments(parser: Parser) -> None:
    parser.add(
        "file FILE",
        "une partie enregistrée (.tablee), finie ou non, ou des notes tapées ; - : l’entrée standard ; plusieurs : "
        "comment je joue",
        "a saved game (.tablee), finished or not, or typed notes; -: standard input; several: how I play",
        nargs="*",
    )
    add_player(parser)
    parser.add_json()
    parser.add("--lines", "des requêtes JSON, une par ligne", "JSON requests, one a line")
    parser.add(
        "-o --output FILE",
        "écrire une image (.svg) ou une feuille à imprimer (.pdf)",
        "write a picture (.svg) or a sheet to print (.pdf)",
    )
    parser.add_plain()


def run(args: argparse.Namespace) -> int:
    if args.lines == bool(args.file):
        raise RequestError("Donnez un fichier, ou --lines.", "Give a file, or --lines.")
    if len(args.file) > 1:
        return _several(args)
    out = Path(args.output) if args.output else None
    if out is not None and (args.lines or out.suffix not in FORMS):
        raise RequestError(
            f"--output va avec un fichier, et écrit {', '.join(FORMS)}.",
            f"--output goes with a file, and writes {', '.join(FORMS)}.",
        )
    with bar(args.lang) as progress:
        if args.lines:

            def answer(request: Request) -> Answer:
                reviewed = analysis.review(request.game, request.states, request.events, progress)
                progress.wipe()
                return analysis.answer(reviewed)

            serve(answer, args.lang)
            return 0
        record = record_of(args.file[0])
        reviewed = analysis.review(record.game, record.states, record.events, progress)
    if out is not None:
        write_file(out, FORMS[out.suffix](Report(record, reviewed), args.lang))
        print(out)
        return 0
    if args.json:
        print(json.dumps(analysis.answer(reviewed), ensure_ascii=False))
        return 0
    screen = screens.open_screen(args.lang, plain=args.plain, hurry=True)
    for paragraph in describe_report(Report(record, reviewed)):
        screen.say(paragraph)
    return 0


def _several(args: argparse.Namespace) -> int:
    """How well one plays, over games: a paragraph for each game and way of measuring."""
    if args.output or args.json:
        raise RequestError("--output et --json vont avec une seule partie.", "--output and --json go with one game.")
    games = own_games(args, args.file)
    screen = screens.open_screen(args.lang, plain=args.plain, hurry=True)
    for summary in summarise(games):
        screen.say(summary.game.TITLE, "title")
        screen.say(summary.verdict + untranslated(" ") + summary.chance)
        screen.say(Text("un choix coûte ", "a choice costs ") + summary.show(summary.loss))
        screen.say(Text("les dés, par partie : ", "dice, per game: ") + summary.show(summary.luck, sign=True))
    return 0


def _pdf(report: Report, lang: str) -> bytes:
    from tablee.paper import pdf, tree, typst

    svg, *size = picture.draw_svg(report, lang, "print")
    title = WORDS["title"] + Text(" · ", " · ") + report.record.game.TITLE
    return pdf.render(typst.poster(svg, (size[0], size[1]), tree.PAPERS["a4"], lang, title))[0]


FORMS: dict[str, Callable[[Report, str], bytes]] = {
    ".svg": lambda report, lang: picture.draw_svg(report, lang)[0].encode(),
    ".pdf": _pdf,
}
