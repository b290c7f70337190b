"""Referees that are wrong on purpose: our own, each with one rule broken. The kit has to catch every one of them.

python -m tests.mutants              the table of them all
python -m tests.mutants no-product   that referee, speaking the line protocol
"""

from . import blocs, cadeau, laaancez, lines
from .mutant import MUTANTS, Mutant

__all__ = ["MUTANTS", "Mutant", "blocs", "cadeau", "laaancez", "lines"]
