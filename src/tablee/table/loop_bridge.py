"""From the store's thread back to the event loop: a whole group of answers with one wake-up."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

Finish = Callable[[BaseException | None], None]


class LoopBridge:
    """Carries what the store answers into the loop.

    `asyncio.wrap_future` would wake the loop once for each answer, and lose it when its asker is cancelled: what is on
    disk must be in memory too.
    """

    def __init__(self) -> None:
        self._arrived: deque[tuple[Finish, BaseException | None]] = deque()
        self._woken = False  # the loop has been called, and has not come yet

    def expect(self, kept: Future[None], finish: Finish) -> asyncio.Future[None]:
        """A future that is done after `finish` has run in the loop, even if nobody waits; it fails as `finish` does."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[None] = loop.create_future()

        def told(error: BaseException | None) -> None:
            try:
                finish(error)
            except Exception as wrong:
                if not waiter.cancelled():
                    waiter.set_exception(wrong)
            else:
                if not waiter.cancelled():
                    waiter.set_result(None)

        def arrive(done: Future[None]) -> None:
            self._arrived.append((told, done.exception()))
            if not self._woken:
                self._woken = True
                with contextlib.suppress(RuntimeError):  # the loop has been closed
                    loop.call_soon_threadsafe(self._deliver)

        kept.add_done_callback(arrive)
        return waiter

    def _deliver(self) -> None:
        self._woken = False  # before the first is taken: what arrives from now on wakes the loop again
        while self._arrived:
            told, error = self._arrived.popleft()
            told(error)
