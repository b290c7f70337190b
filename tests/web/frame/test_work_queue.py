"""Expensive work: by turns, bounded, shared, and stopped when nobody waits for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest
from starlette.requests import Request
from starlette.types import Message

from tablee.web.frame import work_queue
from tablee.web.frame.http_errors import HttpError
from tablee.web.frame.rate_limit import ADDRESS
from tablee.web.frame.work_queue import Abandoned, WorkQueue, stop_if_abandoned


class Work:
    """Work that goes on until it is told to stop, by the test or because nobody waits."""

    def __init__(self) -> None:
        self.begun, self.enough, self.ended = threading.Event(), threading.Event(), threading.Event()
        self.abandoned = False

    def __call__(self) -> str:
        self.begun.set()
        try:
            while not self.enough.wait(0.001):
                stop_if_abandoned()
        except Abandoned:
            self.abandoned = True
            raise
        finally:
            self.ended.set()
        return "done"


async def heard(event: threading.Event) -> None:
    assert await asyncio.to_thread(event.wait, 60)


def asked(queue: WorkQueue, address: str, work: Callable[[], object], key: object = None) -> asyncio.Task[object]:
    """Ask from an address, as a request of its own would."""

    async def ask() -> object:
        ADDRESS.set(address)
        return await queue.run(work, key)

    return asyncio.create_task(ask())


def run(test: Callable[[WorkQueue], object]) -> None:
    async def main() -> None:
        await test(WorkQueue())  # type: ignore[misc]

    asyncio.run(main())


def test_addresses_take_turns() -> None:
    async def test(queue: WorkQueue) -> None:
        order: list[str] = []
        first = [Work() for _ in range(work_queue.EACH)]
        greedy = [asked(queue, "a", work) for work in first]
        greedy += [asked(queue, "a", lambda: order.append("a")) for _ in range(5)]
        for work in first:
            await heard(work.begun)
        await asked(queue, "b", lambda: order.append("b"))  # another address waits for none of them
        assert order == ["b"]
        for work in first:
            work.enough.set()
        await asyncio.gather(*greedy)

    run(test)


def test_what_an_address_has_waiting_is_bounded() -> None:
    async def test(queue: WorkQueue) -> None:
        works = [Work() for _ in range(work_queue.EACH + work_queue.MOST_WAITING)]
        tasks = [asked(queue, "a", work) for work in works]
        await heard(works[0].begun)
        with pytest.raises(HttpError) as refused:
            await asked(queue, "a", lambda: None)
        assert refused.value.status == 429
        await asked(queue, "b", lambda: None)
        for work in works:
            work.enough.set()
        assert await asyncio.gather(*tasks) == ["done"] * len(works)

    run(test)


def test_equal_questions_share_one_answer_and_work_stops_when_the_last_asker_has_gone() -> None:
    async def test(queue: WorkQueue) -> None:
        work, other = Work(), Work()
        tasks = [asked(queue, address, work, "same") for address in "ab"]
        await heard(work.begun)
        tasks[0].cancel()
        await asyncio.wait(tasks[:1])
        assert not work.ended.is_set()
        tasks[1].cancel()
        await heard(work.ended)
        assert work.abandoned
        again = [asked(queue, "a", other, "same") for _ in range(3)]  # what was stopped is begun anew
        await heard(other.begun)
        other.enough.set()
        assert await asyncio.gather(*again) == ["done"] * 3

    run(test)


def test_a_closed_connection_stops_the_work_and_a_page_that_looks_again_finds_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test(queue: WorkQueue) -> None:
        closed = asyncio.Event()

        async def receive() -> Message:
            await closed.wait()
            return {"type": "http.disconnect"}

        request, work = Request({"type": "http"}, receive), Work()
        with pytest.raises(TimeoutError):
            await queue.run(work, "key", request, patience=0)
        await heard(work.begun)
        looking = asyncio.create_task(queue.run(Work(), "key", request, patience=60))
        await asyncio.sleep(0)
        assert not work.ended.is_set()
        closed.set()
        with pytest.raises(HttpError):
            await looking
        await heard(work.ended)
        assert work.abandoned

    run(test)


def test_work_that_no_page_looks_for_again_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_queue, "AGAIN", 0.01)

    async def test(queue: WorkQueue) -> None:
        work = Work()
        with pytest.raises(TimeoutError):
            await queue.run(work, "key", patience=0)
        await heard(work.ended)
        assert work.abandoned

    run(test)
