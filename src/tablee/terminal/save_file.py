"""Where a game is kept: one `.tablee` file, written whole each time, never over somebody else's."""

import tempfile
from datetime import datetime
from pathlib import Path

from tablee.core.errors import RequestError
from tablee.core.paths import home, write_atomic
from tablee.core.record import Record

SUFFIX = ".tablee"


class SaveFile:
    """`path`: the file of the game that is being played, once it has one."""

    def __init__(self, path: Path | None = None, folders: tuple[Path, ...] | None = None) -> None:
        self.path = path
        self._first, self._numbered = Path(), Path()  # the file of the first game, and that of the last rematch
        # If the folder we are in cannot be written, a game is still not lost.
        self._folders = folders or (Path(), home(), Path(tempfile.gettempdir()))

    @staticmethod
    def path_for(text: str) -> Path:
        """Returns the path for a typed name; it must not exist yet."""
        try:
            path = Path(text).expanduser()
            if not path.suffix:
                path = path.with_suffix(SUFFIX)
            exists = path.exists()
        except (OSError, ValueError, RuntimeError):
            raise _unwritable(text) from None
        if exists:
            raise RequestError(
                f"Le fichier {path} existe déjà ; choisissez un autre nom, ou reprenez la partie avec --resume.",
                f"The file {path} exists already; choose another name, or resume it with --resume.",
            )
        return path

    def keep(self, record: Record) -> Path:
        """Write the record to its file; the first time, if no name was given, to a new one."""
        if self.path is not None:
            _write(self.path, record)
            return self.path
        refused: RequestError | None = None
        for folder in self._folders:
            try:
                stem, number = f"{record.game.NAME}-{datetime.now():%Y-%m-%d-%H%M%S}", 1
                while (path := folder / f"{stem}{f'-{number}' if number > 1 else ''}{SUFFIX}").exists():
                    number += 1
                _write(path, record)
            except RequestError as error:
                refused = error
            else:
                self.path = path
                return path
        assert refused is not None  # there is at least one folder
        raise refused

    def update(self, record: Record) -> None:
        if self.path is not None:
            _write(self.path, record)

    def another(self) -> None:
        """A new game gets a file of its own beside the first one's: noel-2, noel-3."""
        if self.path is None:
            return
        if self.path != self._numbered:
            self._first = self.path
        number = 2
        while (path := self._first.with_name(f"{self._first.stem}-{number}{self._first.suffix}")).exists():
            number += 1
        self.path = self._numbered = path


def _write(path: Path, record: Record) -> None:
    try:
        write_atomic(path, str(record).encode("utf-8", "replace"))
    except (OSError, ValueError):
        raise _unwritable(str(path)) from None


def _unwritable(path: str) -> RequestError:
    return RequestError(
        f"Le fichier {path[:80]} ne peut pas être écrit ; essayez un autre nom ou un autre dossier.",
        f"The file {path[:80]} cannot be written; try another name or another folder.",
    )
