"""`tablee solve GAME`: what the start of a game is worth to each player under best play of all."""

from __future__ import annotations

import argparse
import json
from typing import Any

from tablee import solvers
from tablee.core.game import AnyGame
from tablee.core.words import Text
from tablee.solvers import Solution

from .parser import Parser, game_of
from .progress import bar, interrupted

EXAMPLES = (
    "tablee solve blocs --set mode=duel --set level=2",
    "tablee solve cadeau --set zones=2 --json",
)

CHANCE = Text(fr="chances de gagner, une partie nulle comptant moitié", en="chance of winning, a draw counting half")
LEFT = Text(fr="somme qui reste en moyenne", en="expected sum left")
PERFECT = Text(fr="chances d’une partie sans faute", en="chance of a perfect game")
EXACT = {True: Text(fr="valeur exacte", en="exact value"), False: Text(fr="estimation", en="estimate")}
CERTIFIED = Text(
    fr="incertitude ou regret au plus {0} ; calculé en {1} s",
    en="gap or regret at most {0}; computed in {1} s",
)


def arguments(parser: Parser) -> None:
    parser.add_game()
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    game, variant = game_of(args)
    try:
        with bar(args.lang) as progress:
            solution = solvers.solve(game.NAME, variant, progress)
    except KeyboardInterrupt:
        return interrupted(args.lang)
    print(json.dumps(answer(game, solution)) if args.json else told(game, solution).said(args.lang))
    return 0


def answer(game: AnyGame, solution: Solution) -> dict[str, Any]:
    """The answer as the line protocol writes it."""
    said: dict[str, Any] = {
        "game": solution.game,
        "variant": game.settings(solution.variant),
        "value": {str(player): value for player, value in solution.value.items()},
        "exact": solution.exact,
        "residual": solution.residual,
        "seconds": solution.seconds,
    }
    if solution.perfect is not None:
        said["perfect"] = solution.perfect
    return said


def told(game: AnyGame, solution: Solution) -> Text:
    """The answer in words."""
    settings = ", ".join(f"{key} {value}" for key, value in game.settings(solution.variant).items())
    lines = [game.TITLE + Text(f", {settings}", f", {settings}")]
    for player, value in solution.value.items():
        lines.append(_line(game.seat_name(solution.variant, player), f"{value:.6f}"))
    meaning = CHANCE if solution.perfect is None else LEFT
    lines.append(Text(f"  ({meaning.fr})", f"  ({meaning.en})"))
    if solution.perfect is not None:
        lines.append(_line(PERFECT, f"{solution.perfect:.6f}"))
    kind, figures = EXACT[solution.exact], (f"{solution.residual:.1e}", f"{solution.seconds:.2f}")
    lines.append(
        Text(
            f"  {kind.fr} ; {CERTIFIED.fr.format(*map(french, figures))}",
            f"  {kind.en}; {CERTIFIED.en.format(*figures)}",
        )
    )
    return Text("\n".join(line.fr for line in lines), "\n".join(line.en for line in lines))


def _line(name: Text, figure: str) -> Text:
    return Text(f"  {name.fr} : {french(figure)}", f"  {name.en}: {figure}")


def french(figure: str) -> str:
    """A number as French writes it."""
    return figure.replace(".", ",")
