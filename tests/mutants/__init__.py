"""Referees that are wrong on purpose: our own, each with one rule broken. The kit has to catch every one of them.

python -m tests.mutants              the table of them all
python -m tests.mutants no-product   that referee, speaking the line protocol

`rules.txt` tells the wrong rules of the games as replacements in their source, `lines.py` what breaks the protocol.
"""

from . import lines
from .mutant import MUTANTS, Mutant

__all__ = ["MUTANTS", "Mutant", "lines"]
