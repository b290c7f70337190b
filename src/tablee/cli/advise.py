"""`tablee advise`: the moves of a position, best first, with their values — one JSON request a line."""

import argparse
import contextlib
import json

from tablee.core.errors import RequestError
from tablee.core.record import at, parse
from tablee.core.registry import load
from tablee.core.words import Text
from tablee.engine import solvers
from tablee.engine.solution import no_wait
from tablee.protocol import Answer, Request

from .lines import serve
from .parser import Parser, read_text
from .progress import Bar, bar

EXAMPLES = (
    """echo '{"game": "blocs", "variant": {"mode": "solo"}, "events": ["d56"]}' | tablee advise""",
    "tablee advise partie.tablee --at 12",
    "tablee advise --position blocs/mode=solo:2345689abc:1f:d56",
)


def arguments(parser: Parser) -> None:
    parser.add("file FILE", "une partie enregistrée (.tablee)", "a saved game (.tablee)", nargs="?")
    parser.add(
        "--at N",
        "avec FILE : après N événements (par défaut : au dernier choix)",
        "with FILE: after N events (default: at the last choice)",
    )
    parser.add(
        "--wait",
        "attendre les valeurs exactes, même si elles sont longues à calculer",
        "wait for the exact values, even if they take long to compute",
    )
    parser.add_position()


def run(args: argparse.Namespace) -> int:
    with bar(args.lang) as progress:
        if args.position is not None or args.file is not None:
            print(json.dumps(_answer(_request(args), progress, args.wait), ensure_ascii=False))
        else:
            serve(lambda request: _answer(request, progress, args.wait), args.lang)
    return 0


def _request(args: argparse.Namespace) -> Request:
    """A position that was typed, or one of a game in a file."""
    if args.position is not None:
        record = at(args.position, load)
        return Request(record.game, record.state, {})
    record = parse(read_text(args.file), load)
    states, game = record.states, record.game
    if args.at is None:
        position = next((state for state in reversed(states) if game.phase(state) == "move"), states[-1])
    elif 0 <= args.at < len(states):
        position = states[args.at]
    else:
        last = len(states) - 1
        raise RequestError(f"--at va de 0 à {last} dans cette partie.", f"--at goes from 0 to {last} in this game.")
    return Request(game, position, {})


NOT_YET = Text(
    "Pas encore exact : cette variante est longue à calculer. Pour attendre : tablee advise --wait.",
    "Not exact yet: the tablebase of this variant takes long to build. To wait for it: tablee advise --wait.",
)


def _answer(request: Request, progress: Bar, patient: bool) -> Answer:
    player = request.fields.get("player")
    # True is an int in Python, but no player's number.
    if player is not None and (not isinstance(player, int) or isinstance(player, bool)):
        raise RequestError("« player » est le numéro d’un joueur.", "“player” is the number of a player.")
    patient = patient or not solvers.has_own_solver(request.game.NAME, request.state.variant)  # no stand-in
    with contextlib.nullcontext() if patient else no_wait():
        advice = solvers.advise(request.game.NAME, request.state, player, progress)
    progress.wipe()
    if not advice.exact and not patient and solvers.missing_table(request.game.NAME, request.state.variant):
        progress(1.0, NOT_YET)
    return {
        "player": advice.player,
        "exact": advice.exact,
        "moves": [{"move": str(move), "value": value} for move, value in advice.moves],
    }
