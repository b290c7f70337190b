"""Processes that work for this one: what they answer, what they raise, and how they end."""

import os
from collections.abc import Iterator
from contextlib import closing

import pytest

from tablee.core.errors import RequestError
from tablee.core.processes import Worker, WorkerDied


class Stubborn(Exception):
    """An error that no pickle brings back."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(one)


def refuse(kind: str) -> None:
    raise Stubborn("not", "here") if kind == "stubborn" else RequestError("non", "no")


@pytest.fixture
def worker() -> Iterator[Worker]:
    with closing(Worker()) as made:
        yield made


def test_it_answers_tells_what_went_wrong_and_goes_on(worker: Worker) -> None:
    assert worker.call(os.getpid) == worker.process.pid
    print_is_no_answer = worker.call(print, "to standard error")
    assert print_is_no_answer is None
    with pytest.raises(ZeroDivisionError):
        worker.call(divmod, 1, 0)
    with pytest.raises(RequestError, match="no"):
        worker.call(refuse, "politely")
    with pytest.raises(RuntimeError, match="Stubborn: not"):
        worker.call(refuse, "stubborn")
    assert worker.call(divmod, 7, 2) == (3, 1)


def test_one_that_dies_is_told(worker: Worker) -> None:
    with pytest.raises(WorkerDied):
        worker.call(os._exit, 3)
    with pytest.raises(WorkerDied):
        worker.call(os.getpid)


@pytest.mark.parametrize(("by", "code"), [(2, 0), (0, 1)])
def test_it_ends_with_its_input_and_says_how_the_last_thing_went(worker: Worker, by: int, code: int) -> None:
    worker.begin(divmod, 1, by)
    worker.input.close()
    assert worker.process.wait(60) == code


def test_closed_it_is_gone() -> None:
    worker = Worker()
    worker.close()
    assert worker.process.returncode not in (None, 0)
