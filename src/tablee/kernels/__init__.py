"""Array forms of the games, for the solvers: numba code over integers, checked against the readable rules.

Importing this package imports nothing heavy; each kernel module does, when a solver first needs it.
"""

from importlib.util import find_spec
from pathlib import Path

from tablee.core.places import keep_compiled

if find_spec("numba"):  # for large work only: answers compile nothing
    _HERE = Path(__file__).parent
    keep_compiled((_HERE, *_HERE.rglob("__pycache__")))
