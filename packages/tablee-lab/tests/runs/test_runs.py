"""Executors run every part of a job, few at a time, and stop when told."""

import os
from collections import Counter
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest

from tablee.core.words import Text
from tablee.drawing.plots import Row
from tablee_lab import runs
from tablee_lab.runs import report


def multiplied(factor: int, part: int) -> int:
    return factor * part


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_threads_do_every_part_once(workers: int) -> None:
    assert sorted(runs.threads(workers)(multiplied, 3, range(50))) == [3 * part for part in range(50)]
    assert list(runs.threads(workers)(multiplied, 3, [])) == []


def test_a_part_that_fails_is_told() -> None:
    def divide(job: int, part: int) -> float:
        return job / part

    with pytest.raises(ZeroDivisionError):
        list(runs.threads(2)(divide, 6, [3, 2, 0, 1]))


def answers(job: str, part: int) -> tuple[str, int, int]:
    if part == 3:
        os._exit(1)
    return job, 6 // part, os.getpid()


def test_processes_run_parts_of_a_job_and_say_what_went_wrong() -> None:
    with closing(runs.processes(2)(answers, "job", [1, 2, 1, 2])) as coming:
        found = list(coming)
    assert sorted(part[:2] for part in found) == [("job", 3)] * 2 + [("job", 6)] * 2
    assert os.getpid() not in {process for *_, process in found}
    with pytest.raises(ZeroDivisionError):
        list(runs.processes(1)(answers, "job", [0]))
    with pytest.raises(RuntimeError, match="has died"):
        list(runs.processes(1)(answers, "job", [3]))


def test_a_game_without_settings_is_named_without_a_comma() -> None:
    plan: Any = SimpleNamespace(game="coins", named_settings={})
    assert report.heading(plan, Text("2 parties", "2 games"), "en") == "coins · 2 games"


def test_histogram_loses_nothing() -> None:
    counts = Counter({3: 1, 4: 2, 40: 5, 41: 2})
    plot = report.histogram("Lengths", counts, "fr")
    assert len(plot.rows) <= report.BINS
    assert sum(row.value for row in plot.rows) == pytest.approx(100)
    assert plot.rows[0].name == "3–5"
    assert plot.rows[0].label == "30,0 %"
    assert report.histogram("One", {36: 7}, "en").rows == [Row("36", 100.0, "100.0%")]
