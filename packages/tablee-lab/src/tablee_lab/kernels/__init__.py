"""Array forms of the games, for the solvers: numba code over integers, checked against the readable rules.

Importing this package imports nothing heavy; each kernel module does, when a solver first needs it.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from tablee.core.paths import cache_directory, temporary_directory, writable


def keep_compiled(beside: Iterable[Path]) -> None:
    """Say where numba keeps compiled kernels; to be called before numba is imported.

    Beside their sources where that can be written, as in one's own checkout; else in the cache, where numba by
    itself would find no place and refuse to work.
    """
    if os.environ.get("NUMBA_CACHE_DIR") or all(writable(folder) for folder in beside):
        return
    folder = cache_directory() / "compiled"
    os.environ["NUMBA_CACHE_DIR"] = str(folder if writable(folder) else temporary_directory())


_HERE = Path(__file__).parent
keep_compiled((_HERE, *_HERE.rglob("__pycache__")))
