"""Large tablebases, built by another process while answers come at once from a search. `begin` starts a build in a
`ProcessBuild`; a browser has none, and `use` tells what builds there."""

import atexit
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tablee.core import registry as games
from tablee.core.bounded_dict import BoundedDict
from tablee.core.processes import Worker
from tablee.core.words import Text, percent
from tablee.engine.runtime import BROWSER

from . import solvers

PAUSE = 0.3  # seconds between two notes of how far a build is


class Build:
    @property
    def over(self) -> bool:
        """Has it ended, well or not?"""
        raise NotImplementedError

    @property
    def done(self) -> float:
        """How much of it is done, 0.0 to 1.0; it never seems less than before."""
        raise NotImplementedError

    @property
    def trouble(self) -> Text | None:
        """Why there will be no table, if that is worth telling."""
        return None

    def describe(self) -> Text:
        """The sentence that says that a search plays until the table is built."""
        return self.trouble or Text.fill(
            "Les robots et les conseils ne sont pas encore exacts : ils apprennent ce jeu ({done} du calcul).",
            "Bots and advice are not exact yet: they are learning this game ({done} done).",
            done=percent(self.done, ".0f"),
        )


class ProcessBuild(Build):
    """A process that builds one table, and ends with us."""

    def __init__(self, game: str, settings: Mapping[str, object], path: Path) -> None:
        self._note, self._done = path.with_name(path.name + ".done"), 0.0
        self._worker = Worker()
        self._worker.begin(build, game, dict(settings), self._note)
        self._worker.input.close()  # nothing else is asked of it
        atexit.register(self.stop)

    @property
    def over(self) -> bool:
        return self._worker.process.poll() is not None

    @property
    def done(self) -> float:
        with suppress(OSError, ValueError):  # not yet begun, being written, or just taken away
            self._done = max(self._done, float(self._note.read_text("ascii")))
        return self._done

    def stop(self) -> None:
        self._worker.close()
        self._note.unlink(missing_ok=True)
        atexit.unregister(self.stop)


Builder = Callable[[str, Mapping[str, object], Path], Build | None]
"""Begins to build the table of a game with these settings that will lie there; None: not now."""

_BUILDER: list[Builder] = [] if BROWSER else [ProcessBuild]
_BUILDING: BoundedDict[tuple[str, Any], Build] = BoundedDict(64)


def use(builder: Builder) -> None:
    _BUILDER[:] = [builder]


def find_build(game: str, variant: Any) -> Build | None:
    """The build of a variant's table, if one has been begun and has not ended."""
    building = _BUILDING.get((game, variant))
    return None if building is None or building.over else building


def describe(game: str, variant: Any) -> Text | None:
    """What to tell people who play by search while a variant's table is built; None if nothing."""
    building = _BUILDING.get((game, variant))
    return None if building is None or (building.over and building.trouble is None) else building.describe()


def begin(game: str, variant: Any) -> Build | None:
    """Start, or find, the background build of a variant's table; None if there is nothing to build, or no way to."""
    path = solvers.find_unbuilt(game, variant)
    if path is None:
        return None
    if (game, variant) not in _BUILDING and _BUILDER:  # what has failed is not tried over and over
        building = _BUILDER[0](game, games.load(game).settings(variant), path)
        if building is not None:
            _BUILDING[game, variant] = building
    return find_build(game, variant)


def build(game: str, settings: Mapping[str, object], note: Path) -> None:
    """Solve a game in a process of its own, and keep a note of how far it is."""
    last = [0.0]

    def progress(done: float, doing: Text) -> None:
        if time.monotonic() - last[0] > PAUSE:
            last[0] = time.monotonic()
            note.write_text(f"{done:.3f}", "ascii")

    try:
        solvers.solve(game, settings, progress)
    finally:
        note.unlink(missing_ok=True)
