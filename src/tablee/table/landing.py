"""From the store's thread back to the loop: a whole group of answers with one wake-up."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from concurrent.futures import Future

from .store import Told


class Landing:
    """Carries what the store answers into the loop.

    `finish` runs there for every answer, whether or not anybody still waits for it: what is on disk must be in memory
    too. (`asyncio.wrap_future` would wake the loop once for each answer, and lose it with whoever waited.)
    """

    def __init__(self) -> None:
        self._landed: deque[tuple[Told, BaseException | None]] = deque()
        self._called = False  # has the loop been woken, and not come yet?

    def carried(self, finish: Told) -> Told:
        """What the store may tell in its thread, so that `finish`, which does not raise, is told in the loop."""
        loop = asyncio.get_running_loop()

        def land(error: BaseException | None) -> None:
            self._landed.append((finish, error))
            if not self._called:  # else whoever comes finds this one, too
                self._called = True
                with contextlib.suppress(RuntimeError):  # the loop has been closed
                    loop.call_soon_threadsafe(self._deliver)

        return land

    def expect(self, kept: Future[None], finish: Told) -> asyncio.Future[None]:
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

        land = self.carried(told)
        kept.add_done_callback(lambda done: land(done.exception()))
        return waiter

    def _deliver(self) -> None:
        self._called = False  # before the first is taken: what lands from now on wakes the loop again
        try:
            while self._landed:
                finish, error = self._landed.popleft()
                finish(error)
        finally:
            if self._landed:  # one of them has raised after all: the others still come
                asyncio.get_running_loop().call_soon(self._deliver)
