"""Python processes that work for this one."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from .paths import cache_directory

if TYPE_CHECKING:
    import subprocess


def start_python(*arguments: str, silent: bool = False) -> subprocess.Popen[bytes]:
    """Start a Python with the packages and the cache folder of this one, and pipes to its input and its output.

    `silent`: nothing that it writes is read.
    """
    import subprocess  # which few need, and a browser has not

    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "TABLEE_CACHE": str(cache_directory())}
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL if silent else subprocess.PIPE,
        stderr=subprocess.DEVNULL if silent else None,
        env=environment,
    )
