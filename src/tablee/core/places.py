"""Where Tablée keeps things on a machine: a user's games, and what can be computed again.

Both can be named by an environment variable, TABLEE_DATA and TABLEE_CACHE. A user who has no home, as services often
have none, and who names nothing, keeps games in a folder of their own among the lasting temporary files, and what can
be computed again for the length of one process.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

NAME = "tablee"
LASTING = Path("/var/tmp")  # POSIX: what is here survives a restart


def home(environ: Mapping[str, str] | None = None) -> Path:
    """The user's own folder; where the system knows of none, a path that cannot be written to."""
    if environ and environ.get("HOME"):
        return Path(environ["HOME"])
    try:
        return Path.home()
    except (RuntimeError, KeyError):
        return Path(os.devnull)


def data_directory(
    given: str | Path | None = None, environ: Mapping[str, str] | None = None, platform: str = sys.platform
) -> Path:
    """Where games are kept: what was asked for, else TABLEE_DATA, else what the platform means for a user's data."""
    named = os.environ if environ is None else environ
    if given is not None:
        return home(environ).joinpath(*Path(given).parts[1:]) if Path(given).parts[:1] == ("~",) else Path(given)
    if named.get("TABLEE_DATA"):
        return Path(named["TABLEE_DATA"])
    if named.get("XDG_DATA_HOME"):
        return Path(named["XDG_DATA_HOME"]) / NAME
    if platform == "darwin":
        return home(environ) / "Library" / "Application Support" / NAME
    if platform == "win32":
        return Path(named.get("LOCALAPPDATA") or home(environ) / "AppData" / "Local") / NAME
    return home(environ) / ".local" / "share" / NAME


def lasting(folder: Path) -> Path:
    """That folder; where it is not and cannot be made, one of this user's own that outlives a restart.

    Its name can be foreseen, so it has to be ours, and closed to everybody else; if it is not, the folder stays, and
    whoever writes there says what is wrong with it.
    """
    if os.name == "nt" or folder.exists() or writable(folder):
        return folder
    import stat
    import tempfile

    own = (LASTING if LASTING.is_dir() else Path(tempfile.gettempdir())) / f"{NAME}-{os.getuid()}"
    with contextlib.suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
        found = own.lstat()
        if stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o077:
            return own
    return folder


def cache_directory(environ: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """Where what can be computed again is kept: TABLEE_CACHE, else the platform's cache folder of this user.

    Where that one cannot be written, a folder of this process alone. A folder that somebody has named is never
    replaced: they are told if it cannot be written.
    """
    named = os.environ if environ is None else environ
    if named.get("TABLEE_CACHE"):
        return Path(named["TABLEE_CACHE"])
    if platform == "darwin":
        folder = home(environ) / "Library" / "Caches" / NAME
    elif platform == "win32":
        folder = Path(named.get("LOCALAPPDATA") or home(environ) / "AppData" / "Local") / NAME / "Cache"
    else:
        folder = Path(named.get("XDG_CACHE_HOME") or home(environ) / ".cache") / NAME
    return folder if writable(folder) else passing()


def writable(folder: Path) -> bool:
    """Can files be written there, now or once the folder has been made?"""
    for place in (folder, *folder.parents):
        if place.exists():
            return place.is_dir() and os.access(place, os.W_OK | os.X_OK)
    return False


@cache
def passing() -> Path:
    """A folder that only this user can read and that goes with this process."""
    import atexit
    import tempfile

    made = Path(tempfile.mkdtemp(prefix=f"{NAME}-"))
    atexit.register(tidy)
    return made


def tidy() -> None:
    """Take the folder of this process away: at its end, or before an end that tells nobody."""
    if passing.cache_info().currsize:
        import shutil

        shutil.rmtree(passing(), ignore_errors=True)


def keep_compiled(beside: Iterable[Path]) -> None:
    """Say where numba keeps compiled kernels; to be called before numba is imported.

    Beside their sources where that can be written, as in one's own checkout; else in the cache, where numba by
    itself would find no place and refuse to work.
    """
    if os.environ.get("NUMBA_CACHE_DIR") or all(writable(folder) for folder in beside):
        return
    folder = cache_directory() / "compiled"
    os.environ["NUMBA_CACHE_DIR"] = str(folder if writable(folder) else passing())
