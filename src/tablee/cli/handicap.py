"""`tablee handicap`: how a game for two may begin so that both win as often, by exact figures."""

import argparse
from collections.abc import Mapping

from tablee.core import registry as games
from tablee.core.game import AnyGame, Variant
from tablee.core.record import at
from tablee.core.words import Text, untranslated
from tablee.engine import handicap
from tablee.engine.handicap import Handicap
from tablee.engine.solution import Unsolved
from tablee.review.report import format_worth

from .parser import Parser, game_of
from .progress import wait_for_table

EXAMPLES = ("tablee handicap", "tablee handicap blocs", "tablee handicap cadeau --set zones=2")
UNKNOWN = Text("Les autres réglages n’ont pas été cherchés.", "Other settings were not searched.")


def arguments(parser: Parser) -> None:
    parser.add_game(nargs="?")


def run(args: argparse.Namespace) -> int:
    game_name = games.load(args.game).NAME if args.game else ""
    if game_name and (args.set or not games.brings(game_name, "solver")):
        game, variant = game_of(args.game, args.set)
        wait_for_table(game, variant, args.lang)
        result = handicap.find_handicap(game, variant)
        if result is None:
            raise Unsolved(handicap.advise_even(game))
        print(_describe(game, variant, result).in_lang(args.lang))
        return 0
    for entry in handicap.load_handicaps().values():
        record = at(entry.start, games.load)
        if game_name in ("", record.game.NAME):
            print(_describe(record.game, record.variant, entry).in_lang(args.lang), flush=True)
    print(UNKNOWN.in_lang(args.lang))
    return 0


def _describe(game: AnyGame, variant: Variant, entry: Handicap) -> Text:
    """A variant, player 1's chance as it is, and what makes it even."""
    after = Text.fill(" Alors : {then}.", " Then: {then}.", then=format_worth(entry.value, solo=False))
    return Text.fill(
        "{game}{settings}\n  Le joueur 1 gagne {plain} des parties. {handicap}{after}\n"
        "  {fair} sur {tried} départs essayés sont à 50 ± 1 %.",
        "{game}{settings}\n  Player 1 wins {plain} of games. {handicap}{after}\n"
        "  {fair} of {tried} starts tried are within 50 ± 1%.",
        game=game.TITLE,
        settings=_settings(game, variant),
        plain=format_worth(entry.plain, solo=False),
        handicap=handicap.describe(entry),
        after=after if entry.position and entry.needed else "",
        fair=entry.fair,
        tried=entry.tried,
    )


def _settings(game: AnyGame, variant: Variant) -> Text:
    """In the words of the first page; of a sheet of one's own, its rows."""
    text, options = untranslated(""), {option.key: option for option in game.OPTIONS}
    for key, value in game.settings(variant).items():
        option = options[key]
        label = "+".join(map(str, value["rows"])) if isinstance(value, Mapping) else value
        assert isinstance(label, int | str)
        setting = option.name(label) if label in option.names else option.label + Text(f" : {label}", f": {label}")
        text += untranslated(" · " if text.fr else " (") + setting
    return text + untranslated(")" if text.fr else "")
