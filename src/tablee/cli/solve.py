"""`tablee solve GAME`: what the start of a game is worth to each player under best play of all."""

import argparse
import json
from typing import Any

from tablee.core.game import AnyGame
from tablee.core.words import Text, decimal, untranslated
from tablee.engine import solvers
from tablee.engine.solution import Solution

from .parser import Parser, game_of
from .progress import bar

EXAMPLES = ("tablee solve blocs --set mode=duel --set level=2", "tablee solve cadeau --set zones=2 --json")

CHANCE = Text("chances de gagner, une partie nulle comptant moitié", "chance of winning, a draw counting half")
EACH = Text(
    "chacun joue pour soi : personne ne gagnerait à changer un seul choix",
    "everyone plays for themselves; no one gains by deviating",
)
LEFT = Text("somme qui reste en moyenne", "expected total left")
PERFECT = Text("chances d’une partie sans faute", "chance of a perfect game")
EXACT = {True: Text("valeur exacte", "exact value"), False: Text("estimation", "estimate")}


def arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    game, variant = game_of(args.game, args.set)
    with bar(args.lang) as progress:
        solution = solvers.solve(game.NAME, variant, progress)
    print(json.dumps(answer(game, solution)) if args.json else describe(game, solution).in_lang(args.lang))
    return 0


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
    settings = game.settings(solution.variant).items()
    of_sheet = {key: value["name"] for key, value in settings if isinstance(value, dict)}
    lines = [game.TITLE + untranslated("".join(f", {key} {of_sheet.get(key, value)}" for key, value in settings))]
    lines += [_line(game.seat_name(solution.variant, player), value) for player, value in solution.value.items()]
    remarks = [CHANCE if solution.perfect is None else LEFT, *([EACH] if len(solution.value) > 2 else [])]
    lines += [Text.fill("  ({remark})", "  ({remark})", remark=remark) for remark in remarks]
    lines += [] if solution.perfect is None else [_line(PERFECT, solution.perfect)]
    lines.append(
        Text.fill(
            "  {exact} ; incertitude ou regret au plus {gap} ; calculé en {seconds} s",
            "  {exact}; gap or regret at most {gap}; computed in {seconds} s",
            exact=EXACT[solution.exact],
            gap=decimal(solution.residual, ".1e"),
            seconds=decimal(solution.seconds, ".2f"),
        )
    )
    return Text("\n".join(line.fr for line in lines), "\n".join(line.en for line in lines))


def _line(name: Text, value: float) -> Text:
    return untranslated("  ") + name + Text(" : ", ": ") + decimal(value, ".6f")
