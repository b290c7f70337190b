"""Options of several commands: `--workers` and `--ray`, where parts of big runs go, `--seed` and `--policy`."""

import argparse
import importlib.util
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tablee.cli.parser import Parser
from tablee.core.errors import RequestError
from tablee.core.words import Text
from tablee_lab import runs
from tablee_lab.batch_policies import Policy
from tablee_lab.runs import Executor

INTERRUPTED = 130  # exit code of a run cut short


@dataclass(frozen=True, slots=True)
class Workers:
    """What is counted: the option, your name, the default number, the help, and the executor of that many."""

    flag: str
    one_worker: Text
    usual: int
    help: Text
    executor: Callable[[int], Executor]


PROCESSES = Workers(
    "workers",
    Text("un processus", "one process"),
    1,
    Text(
        "nombre de processus (par défaut : un seul) ; le résultat est le même", "processes (default: one); same result"
    ),
    runs.processes,
)
THREADS = Workers(
    "threads",
    Text("un fil d’exécution", "one thread"),
    os.cpu_count() or 1,
    Text(
        "nombre de fils d’exécution (par défaut : tous les cœurs) ; le résultat est le même",
        "threads (default: all cores); same result",
    ),
    runs.threads,
)


def add_workers(parser: Parser, workers: Workers = PROCESSES) -> None:
    """The two options; `executor_of` reads them."""
    parser.add(f"--{workers.flag}", workers.help.fr, workers.help.en, type=int, metavar="N", dest="workers")
    parser.add(
        "--ray",
        "jouer sur un groupe Ray : cette adresse (par défaut : RAY_ADDRESS, ou un Ray local)",
        "play on a Ray cluster: this address (default: RAY_ADDRESS, or a local Ray)",
        nargs="?",
        const="",
        metavar="ADDRESS",
    )


def add_seed(parser: Parser, usual: int | None = None) -> None:
    """`--seed`, with this default, or drawn by the command."""
    fr, en = ("tirée au sort", "random") if usual is None else (usual, usual)
    parser.add(
        "--seed", f"graine du hasard (par défaut : {fr})", f"seed (default: {en})", type=int, default=usual, metavar="N"
    )


def executor_of(args: argparse.Namespace, workers: Workers = PROCESSES) -> Executor:
    """Where the arguments say. Raises RequestError for fewer than one worker."""
    if args.workers is not None and args.workers < 1:
        raise RequestError(
            Text.fill(
                "--{flag} : il faut au moins {least}.",
                "--{flag}: at least {least} is needed.",
                flag=workers.flag,
                least=workers.one_worker,
            )
        )
    if args.ray is not None:
        return runs.on_ray(args.workers or os.cpu_count(), args.ray)
    count = args.workers or workers.usual
    return workers.executor(count) if count > 1 else runs.here


def policies_of(written: str | None) -> list[Policy] | None:
    """Names of bots and functions in files, with commas between them."""
    return None if written is None else [policy_of(policy.strip()) for policy in written.split(",")]


def policy_of(written: str) -> Policy:
    """The name of a bot as it is, or the function that `file.py:name` points at: the file is run for it."""
    path, colon, name = written.rpartition(":")
    return _function(Path(path), name) if colon else written


def _function(path: Path, name: str) -> Callable[..., Any]:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if not path.is_file() or spec is None or spec.loader is None:
        raise RequestError(
            f"politique : {path} n’est pas un fichier Python ; écrivez fichier.py:fonction.",
            f"policy: {path} is no Python file; write file.py:function.",
        )
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(path.parent.resolve()))  # what lies beside it can be imported
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise RequestError(f"politique : {path} : {error!r}", f"policy: {path}: {error!r}") from error
    finally:
        del sys.path[0]
    function = getattr(module, name, None)
    if not callable(function) and not hasattr(function, "choose"):
        raise RequestError(
            f"politique : {path} n’a pas de fonction « {name} ».", f"policy: {path} has no function “{name}”."
        )
    return function  # type: ignore[no-any-return]
