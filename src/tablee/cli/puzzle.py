"""`tablee puzzle [GAME]`: the puzzle of the week in the terminal, or how many calculations a roll allows.

`tablee puzzle --from FILE…`: the costly choices of one's own games, to be made again.
"""

import argparse
import contextlib
from datetime import date

from tablee import bots, puzzles, words
from tablee.core import registry as games
from tablee.core.errors import RequestError
from tablee.core.words import Text, capital, count_noun, untranslated
from tablee.games.blocs import NAME
from tablee.games.blocs.sums import richest, richest_of_week, sums
from tablee.paper.commands import Command
from tablee.paper.typed_input import read_move
from tablee.puzzles import AnyPuzzle, Puzzle
from tablee.terminal import boards
from tablee.terminal import screen as screens
from tablee.terminal.prompts import Left, list_commands, read_answer
from tablee.terminal.screen import Screen

from .game_files import add_player, own_games
from .parser import Parser
from .progress import wait_for_table

EXAMPLES = (
    "tablee puzzle",
    "tablee puzzle blocs --level renard",
    "tablee puzzle cadeau --number 12 --solution",
    "tablee puzzle blocs --sums",
    "tablee puzzle --from monday.tablee tuesday.tablee --player 2",
)
NOTHING = Text("Rien à refaire : aucune erreur coûteuse trouvée.", "Nothing to try again: no costly mistake found.")


def arguments(parser: Parser) -> None:
    choices = ", ".join(games.names())
    parser.add("game GAME", choices, choices, nargs="?", default=NAME)
    levels = ", ".join(bots.LEVELS)
    parser.add("--level NAME", f"{levels}, le plus facile d’abord", f"{levels}, easiest first")
    add_week(parser)
    parser.add("--number N", "le défi numéro N", "puzzle number N")
    parser.add("--sums", "blocs : combien de calculs ?", "blocs: how many calculations?")
    parser.add(
        "--from FILE",
        "mes erreurs dans ces parties enregistrées, à refaire",
        "my mistakes in these saved games, to try again",
        nargs="+",
        dest="files",
    )
    add_player(parser)
    parser.add("--solution", "montrer la réponse", "show the answer")
    parser.add_plain()


def add_week(parser: Parser) -> None:
    """`--week 2026-W47`; `day_of` reads it."""
    parser.add(
        "--week YYYY-Www",
        "les défis de cette semaine-là, par exemple 2026-W47",
        "that week’s puzzles, for example 2026-W47",
    )


def day_of(args: argparse.Namespace) -> date:
    """Returns a day of the week that was asked for; today by default."""
    if not args.week:
        return date.today()
    year, _, week = args.week.partition("-W")
    try:
        return date.fromisocalendar(int(year), int(week), 1)
    except ValueError:
        raise RequestError(
            f"--week {args.week[:40]} : une semaine s’écrit 2026-W47.",
            f"--week {args.week[:40]}: a week is written 2026-W47.",
        ) from None


def run(args: argparse.Namespace) -> int:
    """The puzzle of the week, or that very one; or every costly choice of these games, until somebody leaves."""
    series: list[AnyPuzzle] = []
    if args.files:
        series += puzzles.find_mistakes(own_games(args, args.files))
    else:
        series.append(_find_puzzle(args))
    screen = screens.open_screen(args.lang, plain=args.plain)
    with contextlib.suppress(Left):
        if not args.files and args.number is None:
            week = puzzles.name_week(day_of(args))
            screen.say(Text("Le défi de la ", "The puzzle of ") + week, "quiet")
        for number, puzzle in enumerate(series, 1):
            position = untranslated(f" ({number}/{len(series)})" if args.files else "")
            screen.say(puzzle.rules.TITLE + untranslated(" · ") + puzzle.title + position, "title")
            _show(screen, puzzle)
            if args.solution:
                screen.say(puzzle.solution)
            elif args.sums and isinstance(puzzle, Puzzle):
                _count(screen, puzzle)
            else:
                _solve(screen, puzzle)
        if not series:
            screen.say(NOTHING)
    return 0


def _find_puzzle(args: argparse.Namespace) -> Puzzle:
    day, level, rules = day_of(args), args.level or bots.LEVELS[0], games.load(args.game)
    wait_for_table(rules, rules.variant(), args.lang)
    puzzle = (
        puzzles.find_of_week(args.game, level, day)
        if args.number is None
        else puzzles.find(args.game, level, args.number)
    )
    if args.sums and puzzle.game != NAME:
        raise RequestError("--sums va avec blocs.", "--sums goes with blocs.")
    if not args.sums:
        return puzzle
    of_week = args.level is None and args.number is None
    return richest_of_week(day) if of_week else richest(puzzle.level, puzzle.number)


def _show(screen: Screen, puzzle: AnyPuzzle) -> None:
    state = puzzle.state
    names = [
        screen.look.in_lang(capital(puzzle.rules.seat_name(state.variant, player)))
        for player in range(1, puzzle.rules.seats(state.variant) + 1)
    ]
    screen.lines(boards.draw(screen.look, puzzle.game, state, names))


def _solve(screen: Screen, puzzle: AnyPuzzle) -> None:
    board, state, hints = boards.load(puzzle.game), puzzle.state, 0

    def read(line: str) -> str | None:
        event = read_move(puzzle.rules, state, puzzle.player, line)
        puzzle.rules.play(state, event)  # the rules say what cannot be, and why
        move = str(event).partition(":")[0]
        if move not in puzzle.answers:
            screen.say(puzzle.reply(move))
            return None
        return move

    def obey(command: Command, rest: str) -> None:
        nonlocal hints
        if command.name == "quit":
            raise Left
        if command.name == "moves":
            moves = words.list_moves(games.load(puzzle.game), state, puzzle.player)
            screen.lines(boards.list_moves(screen.look, moves))
        elif command.name == "board":
            _show(screen, puzzle)
        elif command.name == "help":
            hints = min(3, hints + 1)
            screen.say(puzzle.advice.hint(hints)[-1])
        else:
            screen.lines(list_commands(screen.look, ("help", "moves", "board", "quit")))

    screen.say(puzzle.task)
    read_answer(screen, board.question(state, puzzle.player), read, obey)
    screen.say(Text("Bravo ! ", "Well done! ") + puzzle.solution, "strong")


def _count(screen: Screen, puzzle: Puzzle) -> None:
    """Sums, one a line, until an empty line or the last of them."""
    score = sums(puzzle.state, ())
    screen.say(
        Text(
            f"Combien de calculs trouverez-vous ? Il y en a {score.all}. Un par ligne ; une ligne vide pour finir.",
            f"How many calculations can you find? There are {score.all}. One per line; an empty line to stop.",
        )
    )
    while len(score.found) < score.all and (line := screen.prompt(Text("calcul", "calculation"))):
        after = sums(puzzle.state, [*score.found, line])
        if after.refused:
            screen.complain(after.refused[-1][1])
        elif len(after.found) == len(score.found):
            screen.say(Text("Déjà trouvé.", "Already found."))
        else:
            screen.say(untranslated(f"+{after.points - score.points}"))
            score = after
    screen.say(
        score.summary
        + Text(" : ", ": ")
        + count_noun(
            score.families,
            "façon de calculer|façons différentes de calculer",
            "kind of calculation|different kinds of calculation",
        )
        + untranslated("."),
        "strong",
    )
