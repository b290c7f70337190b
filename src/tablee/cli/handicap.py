"""`tablee handicap`: how a game for two may begin so that both win as often, by exact figures."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from tablee import games
from tablee.analysis import figures
from tablee.core.game import AnyGame, Variant
from tablee.core.words import Text, same
from tablee.solvers import handicap
from tablee.solvers.handicap import Handicap

from .parser import Parser
from .progress import bar

EXAMPLES = ("tablee handicap", "tablee handicap blocs", "tablee handicap cadeau --prove")
NO = 1
UNKNOWN = Text("Les autres réglages n’ont pas été cherchés.", "Other settings were not searched.")


def arguments(parser: Parser) -> None:
    parser.add("game", "seulement ce jeu", "this game only", nargs="?", metavar="GAME")
    parser.add(
        "--prove",
        "chercher de nouveau dans toute la famille (des minutes), et comparer",
        "search the whole family again (minutes), and compare",
    )
    parser.add("--lines", "comme ils sont gardés", "as they are kept")


def run(args: argparse.Namespace) -> int:
    chosen = [games.load(args.game).NAME] if args.game else list(handicap.FAMILIES)
    code = 0
    for name in chosen:
        game = games.load(name)
        for variant in handicap.variants().get(name, []):
            found = handicap.handicap(game, variant)
            if args.prove:
                with bar(args.lang) as progress:
                    progress(0.0, Text(f"{name} : je cherche", f"{name}: searching"))
                    searched = handicap.search(game, variant)
                    progress.wipe()
                if found is None or handicap.line(found) != handicap.line(searched):
                    code = NO
                found = searched
            if found is not None:
                print(handicap.line(found) if args.lines else _told(game, variant, found).said(args.lang), flush=True)
    if not args.lines:
        print(UNKNOWN.said(args.lang))
    return code


def _told(game: AnyGame, variant: Variant, found: Handicap) -> Text:
    """A variant, player 1's chance as it is, and what makes it even."""
    plain, value = figures.worth(found.plain, alone=False), figures.worth(found.value, alone=False)
    begun = handicap.told(found)
    after = Text(f" {value.fr}.", f" {value.en}.") if found.position and found.needed else Text("", "")
    return (
        game.TITLE
        + same(" (")
        + _settings(game, variant)
        + same(")\n")
        + Text(f"  joueur 1 : {plain.fr}. ", f"  player 1: {plain.en}. ")
        + begun
        + after
        + Text(
            f"\n  {found.fair} sur {found.tried} départs essayés sont à 50 ± 1 %.",
            f"\n  {found.fair} of {found.tried} beginnings tried are within 50 ± 1%.",
        )
    )


def _settings(game: AnyGame, variant: Variant) -> Text:
    """In the words of the first page; of a sheet of one's own, its rows."""
    told, options = same(""), {option.key: option for option in game.OPTIONS}
    for key, value in game.settings(variant).items():
        option = options[key]
        shown = "+".join(map(str, value["rows"])) if isinstance(value, Mapping) else value
        assert isinstance(shown, int | str)
        named = option.name(shown) if shown in option.names else option.label + Text(f" : {shown}", f": {shown}")
        told += same(" · " if told.fr else "") + named
    return told
