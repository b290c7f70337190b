"""Where a user's games are kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

FILE = "tables.sqlite"


def data_directory(
    given: str | Path | None = None,
    environ: Mapping[str, str] | None = None,
    platform: str = sys.platform,
) -> Path:
    """The directory that was asked for, or the one the platform means for a user's data."""
    if given is not None:
        return Path(given).expanduser()
    environ = os.environ if environ is None else environ
    home = Path(environ.get("HOME") or Path.home())
    if environ.get("XDG_DATA_HOME"):
        return Path(environ["XDG_DATA_HOME"]) / "tablee"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "tablee"
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "tablee"
    return home / ".local" / "share" / "tablee"


def data_file(given: str | Path | None = None) -> Path:
    """The database of the tables in that directory."""
    return data_directory(given) / FILE
