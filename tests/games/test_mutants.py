"""Wrong rules, one at a time: the shipped vectors tell each of them from the right one."""

import subprocess
import sys
from pathlib import Path

from tests.mutants import MUTANTS

ROOT = Path(__file__).parents[2]


def test_the_vectors_notice_every_wrong_rule() -> None:
    command = [sys.executable, "-m", "tests.mutants", "--missed"]  # a process without threads, to be forked
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []


def test_the_mutants_cover_the_rules() -> None:
    """Every numbered rule that a referee can break has a wrong referee. C1, B2 and L1 also set up people and ages."""
    broken = {mutant.rule for mutant in MUTANTS.values()}
    wanted = (
        {f"C{n}" for n in range(1, 12)} | {"C7a"} | {f"B{n}" for n in range(1, 19)} | {f"L{n}" for n in range(2, 14)}
    )
    assert wanted - broken == {"B2"}  # who begins is settled before the first event
