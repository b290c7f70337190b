"""`tablee solve GAME`: what the start of a game is worth to each player under best play of all."""

import argparse
import json
from typing import Any

from tablee.core.game import AnyGame
from tablee.core.words import Text, decimal, untranslated
from tablee.drawing.plots import Row, Rows
from tablee.engine import solvers
from tablee.engine.solution import Solution

from .parser import Parser, game_of
from .plots import add_plots, report_path, show
from .progress import bar

EXAMPLES = (
    "tablee solve blocs --set mode=duel --set level=2",
    "tablee solve cadeau --set zones=2 --json",
    "tablee solve blocs --compare-values level=1,2,3 --plot --output values.html",
)

CHANCE = Text("chances de gagner, une partie nulle comptant moitié", "chance of winning, a draw counting half")
EACH = Text(
    "chacun joue pour soi : personne ne gagnerait à changer un seul choix",
    "everyone plays for themselves; no one gains by deviating",
)
FIRST = Text(
    "Chances de gagner au départ (à deux : celles de la place 1)",
    "Chance of winning at the start (two players: seat 1)",
)
LEFT = Text("somme qui reste en moyenne", "expected total left")
PERFECT = Text("chances d’une partie sans faute", "chance of a perfect game")
EXACT = {True: Text("valeur exacte", "exact value"), False: Text("estimation", "estimate")}


def arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add(
        "--compare-values KEY=A,B,…", "comparer plusieurs valeurs d’un réglage", "compare several values of a setting"
    )
    parser.add_json()
    add_plots(parser)


def run(args: argparse.Namespace) -> int:
    key, _, values = (args.compare_values or "").partition("=")
    settings = {value: [*args.set, *([f"{key}={value}"] if key else [])] for value in values.split(",")}
    variants = {name: game_of(argparse.Namespace(game=args.game, set=words)) for name, words in settings.items()}
    page, solutions = report_path(args), dict[str, Solution]()
    try:
        for name, (game, variant) in variants.items():
            with bar(args.lang) as progress:
                solutions[name] = solvers.solve(game.NAME, variant, progress)
            print(
                json.dumps(answer(game, solutions[name]))
                if args.json
                else describe(game, solutions[name]).in_lang(args.lang)
            )
    finally:  # interrupted, too: what is there is shown
        if solutions:
            words = "\n".join(describe(game, solution).in_lang(args.lang) for solution in solutions.values())
            show(args, page, game.TITLE.in_lang(args.lang), words, [plot(game, key, solutions, args.lang)])
    return 0


def plot(game: AnyGame, key: str, solutions: dict[str, Solution], lang: str) -> Rows:
    """What each start is worth to player 1 and, where there are more than two, to the others."""
    rows = []
    for name, solution in solutions.items():
        several = len(solution.value) > 2
        for player, value in solution.value.items() if several else [(1, solution.value[1])]:
            seat = game.seat_name(solution.variant, player).in_lang(lang) if several or not name else ""
            doubt, figure = solution.residual, decimal(value, ".4f")
            around = () if solution.exact else (value - doubt, value + doubt)
            if around:
                figure += untranslated(" ± ") + decimal(doubt, ".4f")
            label = " · ".join(filter(None, (_setting(game, key, name).in_lang(lang), seat)))
            rows.append(Row(label, value, figure.in_lang(lang), *around))
    alone = any(solution.perfect is not None for solution in solutions.values())
    return Rows((LEFT if alone else FIRST).in_lang(lang), rows, mark=None if alone else 1 / len(solution.value))


def _setting(game: AnyGame, key: str, value: str) -> Text:
    """A value as people read it, with what it is the value of where it is a bare number."""
    for option in game.OPTIONS:
        if option.key == key:
            name = option.name(option.parse(value))
            return option.label + untranslated(" ") + name if value.isdigit() and name.fr == value else name
    return untranslated("")


def answer(game: AnyGame, solution: Solution) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "game": solution.game,
        "variant": game.settings(solution.variant),
        "value": {str(player): value for player, value in solution.value.items()},
        "exact": solution.exact,
        "residual": solution.residual,
        "seconds": solution.seconds,
    }
    if solution.perfect is not None:
        fields["perfect"] = solution.perfect
    return fields


def describe(game: AnyGame, solution: Solution) -> Text:
    settings = ", ".join(f"{key} {value}" for key, value in game.settings(solution.variant).items())
    lines = [game.TITLE + untranslated(f", {settings}")]
    lines += [_line(game.seat_name(solution.variant, player), value) for player, value in solution.value.items()]
    meaning = CHANCE if solution.perfect is None else LEFT
    for remark in (meaning, *([EACH] if len(solution.value) > 2 else [])):
        lines.append(untranslated("  (") + remark + untranslated(")"))
    if solution.perfect is not None:
        lines.append(_line(PERFECT, solution.perfect))
    gap, seconds = decimal(solution.residual, ".1e"), decimal(solution.seconds, ".2f")
    proof = Text(" ; incertitude ou regret au plus ", "; gap or regret at most ") + gap
    lines.append(
        untranslated("  ")
        + EXACT[solution.exact]
        + proof
        + Text(" ; calculé en ", "; computed in ")
        + seconds
        + untranslated(" s")
    )
    return Text("\n".join(line.fr for line in lines), "\n".join(line.en for line in lines))


def _line(name: Text, value: float) -> Text:
    return untranslated("  ") + name + Text(" : ", ": ") + decimal(value, ".6f")
