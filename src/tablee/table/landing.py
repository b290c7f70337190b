"""From the store's thread back to the loop: a whole group of answers with one wake-up."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future

Finish = Callable[[BaseException | None], None]


class Landing:
    """Carries what the store answers into the loop.

    `finish` runs there for every answer, whether or not anybody still waits for it: what is on disk must be in memory
    too. (`asyncio.wrap_future` would wake the loop once for each answer, and lose it with whoever waited.)
    """

    def __init__(self) -> None:
        self._landed: deque[tuple[Finish, Future[None]]] = deque()
        self._lock = threading.Lock()
        self._called = False

    def carry(self, kept: Future[None], finish: Finish) -> None:
        """Call `finish`, which does not raise, with the error of the store or None."""
        loop = asyncio.get_running_loop()

        def land(done: Future[None]) -> None:  # in the store's thread
            with self._lock:
                self._landed.append((finish, done))
                call, self._called = not self._called, True
            if call and not loop.is_closed():
                loop.call_soon_threadsafe(self._deliver)

        kept.add_done_callback(land)

    def expect(self, kept: Future[None], finish: Finish) -> asyncio.Future[None]:
        """A future that is done after `finish`; if that raises, it fails with the same error."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def told(error: BaseException | None) -> None:
            try:
                finish(error)
            except Exception as wrong:
                if not waiter.cancelled():
                    waiter.set_exception(wrong)
            else:
                if not waiter.cancelled():
                    waiter.set_result(None)

        self.carry(kept, told)
        return waiter

    def _deliver(self) -> None:
        with self._lock:
            landed, self._landed = self._landed, deque()
            self._called = False
        for finish, done in landed:
            finish(done.exception())
