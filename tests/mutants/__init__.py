"""Referees that are wrong on purpose: our own, each with one rule broken, told in `rules.txt` as an edit of the source.

python -m tests.mutants              the table of them all
python -m tests.mutants no-product   that referee, speaking the line protocol
python -m tests.mutants --missed     those whose answers to the shipped vectors are all right
"""

from .mutant import MUTANTS, Mutant, answer

__all__ = ["MUTANTS", "Mutant", "answer"]
