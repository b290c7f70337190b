"""Expensive work: by turns, bounded, shared, and stopped when nobody waits for it."""

import asyncio
import contextvars
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from starlette.requests import Request
from starlette.types import Message

from tablee.core.abandon import GONE, Abandoned, stop_if_abandoned
from tablee.core.record import parse
from tablee.core.registry import load
from tablee.table import share_link
from tablee.web.frame import work_queue
from tablee.web.frame.http_errors import HttpError
from tablee.web.frame.rate_limit import ADDRESS
from tablee.web.frame.work_queue import WorkQueue
from tablee.web.play import by_message
from tests.web_kit import served


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
        return await queue.run(None, work, key)

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
            await queue.run(request, work, "key", patience=0)
        await heard(work.begun)
        looking = asyncio.create_task(queue.run(request, Work(), "key", patience=60))
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
            await queue.run(None, work, "key", patience=0)
        await heard(work.ended)
        assert work.abandoned

    run(test)


def test_who_asked_first_pays_for_the_time_of_the_processor() -> None:
    async def main() -> None:
        paid: list[tuple[str, float]] = []
        queue = WorkQueue(lambda seconds: paid.append((ADDRESS.get(), seconds)))
        work = Work()
        tasks = [asked(queue, address, work, "same") for address in "ab"]
        await heard(work.begun)
        work.enough.set()
        await asyncio.gather(*tasks)
        assert [address for address, _ in paid] == ["a"]
        assert paid[0][1] > 0

    asyncio.run(main())


@pytest.mark.parametrize(
    ("place", "path"),
    [
        (by_message, "/by-message/none?game=1"),
        (share_link, "/open?game=1"),
    ],
)
def test_what_a_stranger_sent_is_read_no_further_when_they_have_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, place: ModuleType, path: str
) -> None:
    work = Work()
    monkeypatch.setattr(place, "unpack", lambda word: work())
    with served(tmp_path) as base:
        host, port = base.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as stranger:
            stranger.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
            assert work.begun.wait(60)
        assert work.ended.wait(60)
    assert work.abandoned


def test_a_record_is_read_no_further_when_nobody_waits() -> None:
    text = "game: cadeau\n\nd4 2a d5"
    assert len(parse(text, load).events) == 3
    context = contextvars.copy_context()
    context.run(GONE.set, lambda: True)
    with pytest.raises(Abandoned):
        context.run(parse, text, load)
