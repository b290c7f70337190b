"""Games with the exact worth of every move, a row a decision, as Parquet.

    .venv/bin/python tools/dataset.py blocs --set level=2 --policy hibou,random --seed 1 --output decisions.parquet

game, variant, policies, seed, index   the game; `./tablee simulate GAME … --seed S --replay INDEX` plays it again
event       how many events came before
player      who chooses
position    what is seen, as `./tablee advise` reads it
moves       every legal move, best first, and
values      what each is worth under best play from there on: the chance to win, or, alone in blocs, the sum left
chosen      the move that was played, and
loss        how much worse than the best it is
winner      who won in the end; 0: nobody

Any variant that is solved (docs/perfect-play.md) can be asked for; another is refused. A seed makes the same rows. The
file says of itself which version and commit made it, by which command, and under which licence; its SHA-256 stands
beside it (`sha256sum -c decisions.parquet.sha256`).
"""

from __future__ import annotations

import argparse
import hashlib
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from tablee import __version__
from tablee.cli.parser import game_of
from tablee.core.errors import RequestError, TableeError
from tablee.core.registry import load
from tablee.engine import solvers
from tablee_lab import simulate
from tablee_lab.simulate.rows import constants

COLUMNS = ("index", "event", "player", "position", "moves", "values", "chosen", "loss", "winner")


def decisions(planned: simulate.Plan) -> Iterator[tuple[Any, ...]]:
    """Every choice of every game of a plan."""
    rules: Any = load(planned.game)
    if not solvers.exact(planned.game, planned.variant):
        raise RequestError(
            "Cette variante n’est pas résolue : ses valeurs exactes ne sont pas connues.",
            "This variant is not solved: its exact values are not known.",
        )
    for index in range(planned.games):
        record = simulate.replay(planned.game, planned.variant, planned.seed, index, planned.policies)
        state, found = rules.start(planned.variant), []
        for number, event in enumerate(record.events):
            if rules.phase(state) == "move":
                player = rules.actor(state, event)
                view = rules.view(state, player)
                advice = solvers.advise(planned.game, view, player)
                worth = dict(advice.moves)
                if len(worth) > 1:
                    best = advice.moves[0][1]
                    names, values = [str(move) for move in worth], list(worth.values())
                    loss = abs(best - worth[event])
                    found.append((index, number, player, rules.position(view), names, values, str(event), loss))
            state = rules.play(state, event)
        winners = rules.outcome(state).winners
        yield from ((*row, winners[0] if len(winners) == 1 else 0) for row in found)


def provenance(words: Sequence[str]) -> dict[str, str]:
    """What a file says of itself. The commit is empty where there is no clone."""
    asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    commit = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    made_by = shlex.join(["tools/dataset.py", *words])
    return {"tablee": __version__, "commit": commit, "licence": "MIT", "command": made_by}


def write(planned: simulate.Plan, out: Path, about: dict[str, str]) -> int:
    """The file and its checksum; gives the number of its rows."""
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    rows = list(decisions(planned))
    same = {name: [value] * len(rows) for name, value in constants(planned).items()}
    columns = dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=True))
    parquet.write_table(arrow.table(same | columns).replace_schema_metadata(about), out)
    digest = hashlib.sha256(out.read_bytes()).hexdigest()
    out.with_name(f"{out.name}.sha256").write_text(f"{digest}  {out.name}\n", encoding="utf-8")
    return len(rows)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--policy", default="random", help="one bot for all seats, or one each")
    parser.add_argument("--output", type=Path, required=True)
    args = parser.parse_args(words)
    try:
        game, variant = game_of(args.game, args.set)
        planned = simulate.plan(game.NAME, variant, args.games, args.seed, args.policy.split(","))
        rows = write(planned, args.output, provenance(sys.argv[1:] if words is None else words))
        print(f"{args.output}: {rows:,} decisions of {args.games:,} games")
    except TableeError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
