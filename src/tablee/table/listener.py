"""Those who follow a table. A listener hears that something changed, and reads the table for what it was."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import NamedTuple

MOST_WAITING = 32  # notices that a slow listener may leave unread


class Notice(NamedTuple):
    """The table has `seq` entries now; `table.story(place, since=…)` tells what is new.

    `resync`: the table was read anew because another process wrote, or notices were dropped: read all of it.
    """

    seq: int
    version: int
    resync: bool = False


class Listener:
    """An asynchronous iterator of notices, to be used in a `with` block, in the loop of the hall.

    `heard`: who is called with each of them instead, at once.
    """

    def __init__(
        self,
        leave: Callable[[Listener], None],
        most: int = MOST_WAITING,
        heard: Callable[[Notice], object] | None = None,
    ) -> None:
        self._leave, self._heard = leave, heard
        self._most = most
        self._notices: deque[Notice] = deque()
        self._waiter: asyncio.Future[None] | None = None  # whoever reads has nothing to read yet
        self.closed = False

    def tell(self, notice: Notice) -> None:
        """Never waits: a listener that does not keep up gets one notice for all it has missed."""
        if self._heard is not None:
            self._heard(notice)
            return
        if len(self._notices) >= self._most:
            self._notices.clear()
            notice = Notice(notice.seq, notice.version, resync=True)
        self._notices.append(notice)
        self._wake()

    def close(self) -> None:
        """The iteration ends when what waits has been read."""
        if not self.closed:
            self.closed = True
            self._wake()
            self._leave(self)

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def __aiter__(self) -> Listener:
        return self

    async def __anext__(self) -> Notice:
        while not self._notices:
            if self.closed:
                raise StopAsyncIteration
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self._notices.popleft()

    def __enter__(self) -> Listener:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
