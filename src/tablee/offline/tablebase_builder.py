"""Large tablebases in a browser: another worker builds them, the browser's private file system keeps them.

The other worker runs the same Python with the same kernels, so the table is the one that a desk would build. Once
built it is one of Python's files (`static/tablebases.js`), and is read and checked as on a desk.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from tablee.core import registry as games
from tablee.core.paths import cache_directory
from tablee.core.words import Text
from tablee.engine import background, solvers
from tablee.engine.solution import no_wait


class Work(Protocol):
    """The state of a build in the worker. `trouble`: an error word, if it has failed."""

    done: float
    over: bool
    trouble: str


Worker = Callable[[str, str, str], Work]
"""Build the table of a game with these settings, in JSON; it will lie at this path."""

TROUBLE = {
    "memory": Text("cet appareil a trop peu de mémoire", "this device has too little memory for it"),
    "storage": Text("le navigateur ne peut pas l’enregistrer", "the browser cannot save it"),
    "failed": Text("son calcul n’a pas abouti", "it could not be built"),
}


class WorkerBuild(background.Build):
    """The build of one table by another worker."""

    def __init__(self, work: Work) -> None:
        self._work = work

    @property
    def over(self) -> bool:
        return self._work.over

    @property
    def done(self) -> float:
        return self._work.done

    @property
    def trouble(self) -> Text | None:
        if not self._work.trouble:
            return None
        return Text.fill(
            "Les robots et les conseils cherchent ici coup par coup, sans les valeurs exactes : {why}.",
            "Bots and advice search move by move here, without the exact tablebase: {why}.",
            why=TROUBLE[self._work.trouble],
        )


def use(worker: Worker) -> None:
    latest: list[WorkerBuild] = []

    def begin(game: str, settings: Mapping[str, object], path: Path) -> background.Build | None:
        if too_large(game, settings) or any(not building.over for building in latest):
            return None
        path.unlink(missing_ok=True)  # what is damaged need not be read again
        latest[:] = [WorkerBuild(worker(game, json.dumps(settings), str(path)))]
        return latest[0]

    background.use(begin)


def too_large(game: str, settings: Mapping[str, object]) -> bool:
    """Whether a browser should not be asked for the memory that it takes to build."""
    vast = getattr(solvers.solver(game), "is_vast", None)
    return vast is not None and bool(vast(games.load(game).variant(settings)))


def build(game: str, settings: str, name: str, tell: Callable[[float], object]) -> str:
    """Build a table in the other worker, however long it takes; returns its path in the Python of that worker."""

    def progress(done: float, doing: Text) -> None:
        tell(done)

    with no_wait(False):
        solvers.solve(game, json.loads(settings), progress)
    return str(cache_directory() / name)
