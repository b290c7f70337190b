"""A server that cannot keep up says so: whoever comes while the event loop is late is asked to come again."""

import asyncio
import logging
import time
from collections.abc import Callable

from tablee.core.words import Text

from .http_errors import HttpError

log = logging.getLogger("tablee.web")

BEAT = 0.25  # seconds between two looks at how late the loop is
LOG_EVERY = 60.0  # seconds between two lines in the log
OVERLOADED = Text(
    "Il y a trop de monde à la fois pour ce serveur : rien n’a changé. Recommencez dans quelques secondes.",
    "Too many people are here at once for this server: nothing was changed. Try again in a few seconds.",
)


class LoadMonitor:
    """`most`: seconds that the event loop may be late, twice in a row, before requests are refused."""

    def __init__(self, most: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = most, clock
        self._late = [0.0, 0.0]  # seconds, at the last two looks
        self._refused = 0  # since the last line in the log
        self._logged_at = -LOG_EVERY

    async def watch(self) -> None:
        """Measure, for as long as the table is open."""
        while True:
            due = self._clock() + BEAT
            await asyncio.sleep(BEAT)
            self.note(self._clock() - due)

    def note(self, late: float) -> None:
        """Note how late the loop was, in seconds."""
        self._late = [self._late[1], late]

    def check(self) -> None:
        """Raises HttpError while the loop is late; the log hears of it once a minute."""
        late = min(self._late)
        if late <= self._most:
            return
        self._refused += 1
        if self._clock() - self._logged_at >= LOG_EVERY:
            log.warning("overloaded: %.1f s late, %d requests refused since the last such line", late, self._refused)
            self._logged_at, self._refused = self._clock(), 0
        raise HttpError(503, OVERLOADED)
