"""`tablee handicap`: how a game for two may begin so that both win as often, by exact figures."""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from tablee.core import registry as games
from tablee.core.game import AnyGame, Variant
from tablee.core.words import Text, untranslated
from tablee.engine import handicap
from tablee.engine.handicap import Handicap
from tablee.engine.solvers import Unsolved
from tablee.review import figures

from .parser import Parser, game_of
from .progress import wait_for_table

EXAMPLES = ("tablee handicap", "tablee handicap blocs", "tablee handicap cadeau --set zones=2")
UNKNOWN = Text("Les autres réglages n’ont pas été cherchés.", "Other settings were not searched.")


def arguments(parser: Parser) -> None:
    parser.add_game(nargs="?")


def run(args: argparse.Namespace) -> int:
    chosen = games.load(args.game).NAME if args.game else ""
    if chosen and (args.set or not games.brings(chosen, "solver")):
        game, variant = game_of(args)
        wait_for_table(game, variant, args.lang)
        one = handicap.handicap(game, variant)
        if one is None:
            raise Unsolved(handicap.advice(game))
        print(_describe(game, variant, one).in_lang(args.lang))
        return 0
    for found in handicap.load_handicaps().values():
        name = found.start.partition(":")[0].partition("/")[0]
        if name == (chosen or name):
            game = games.load(name)
            print(_describe(game, game.from_position(found.start).variant, found).in_lang(args.lang), flush=True)
    print(UNKNOWN.in_lang(args.lang))
    return 0


def _describe(game: AnyGame, variant: Variant, found: Handicap) -> Text:
    """A variant, player 1's chance as it is, and what makes it even."""
    plain, value = figures.worth(found.plain, alone=False), figures.worth(found.value, alone=False)
    after = Text(f" {value.fr}.", f" {value.en}.") if found.position and found.needed else Text("", "")
    return (
        game.TITLE
        + untranslated(" (")
        + _settings(game, variant)
        + untranslated(")\n")
        + Text(f"  joueur 1 : {plain.fr}. ", f"  player 1: {plain.en}. ")
        + handicap.describe(found)
        + after
        + Text(
            f"\n  {found.fair} sur {found.tried} départs essayés sont à 50 ± 1 %.",
            f"\n  {found.fair} of {found.tried} beginnings tried are within 50 ± 1%.",
        )
    )


def _settings(game: AnyGame, variant: Variant) -> Text:
    """In the words of the first page; of a sheet of one's own, its rows."""
    told, options = untranslated(""), {option.key: option for option in game.OPTIONS}
    for key, value in game.settings(variant).items():
        option = options[key]
        shown = "+".join(map(str, value["rows"])) if isinstance(value, Mapping) else value
        assert isinstance(shown, int | str)
        named = option.name(shown) if shown in option.names else option.label + Text(f" : {shown}", f": {shown}")
        told += untranslated(" · " if told.fr else "") + named
    return told
