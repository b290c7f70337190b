"""/health and /metrics for the host of a server. Numbers only, no names."""

import asyncio
import time
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee import __version__
from tablee.table import TableService

from .http_errors import PLAIN, HttpError
from .lan_listener import is_at_home

STATUSES = range(1, 6)  # hundreds
FIELDS = (*STATUSES, "seconds", "tables", "listeners", "bot_failures")
OFTEN = 1.0  # seconds between telling the other processes how many are here


class Counts:
    """What has happened since the server began. `serving`: a word by which a start recognises a running table.

    `memory`: numbers that the processes of one server share, a row of `FIELDS` for each; `process`: which row is ours.
    One that is started again goes on counting in its row.
    """

    def __init__(self, serving: str = "", memory: Any = None, process: int = 0) -> None:
        self.serving = serving
        self.began = time.time()
        self._memory = [0.0] * len(FIELDS) if memory is None else memory
        self._first = process * len(FIELDS)
        self._failed = 0  # bots, as of the last look

    def add_answer(self, status: int, seconds: float) -> None:
        self._memory[self._first + FIELDS.index(status // 100)] += 1
        self._memory[self._first + FIELDS.index("seconds")] += seconds

    def look(self, table_service: TableService) -> None:
        """Note how many are here now."""
        for field, value in (("tables", table_service.in_memory), ("listeners", table_service.followers)):
            self._memory[self._first + FIELDS.index(field)] = value
        self._memory[self._first + FIELDS.index("bot_failures")] += table_service.bot_failures - self._failed
        self._failed = table_service.bot_failures

    async def share(self, table_service: TableService) -> None:
        """Let the other processes know how many are here, for as long as the table is open."""
        while len(self._memory) > len(FIELDS):
            self.look(table_service)
            await asyncio.sleep(OFTEN)

    def total(self, field: int | str) -> float:
        """Of all processes; a whole number as one."""
        found = float(sum(self._memory[FIELDS.index(field) :: len(FIELDS)]))
        return int(found) if found.is_integer() else round(found, 3)


async def health(request: Request) -> Response:
    """Well is a server whose store answers."""
    table_service: TableService = request.app.state.table_service
    await asyncio.to_thread(table_service.ask_store)
    return JSONResponse({"status": "ok", "tablee": __version__, "serving": request.app.state.counts.serving})


async def metrics(request: Request) -> Response:
    """The sums over all processes of this server, in the format of Prometheus; on its own machine only."""
    if not is_at_home(request):
        raise HttpError(404, PLAIN[404])
    table_service: TableService = request.app.state.table_service
    counts: Counts = request.app.state.counts
    lines: list[str] = []

    def tell(name: str, kind: str, about: str, *values: tuple[str, float]) -> None:
        lines.extend((f"# HELP tablee_{name} {about}", f"# TYPE tablee_{name} {kind}"))
        lines.extend(f"tablee_{name}{labels} {value}" for labels, value in values)

    tell("info", "gauge", "The version that runs.", (f'{{version="{__version__}"}}', 1))
    tell("start_time_seconds", "gauge", "When the server began, in seconds since 1970.", ("", int(counts.began)))
    counts.look(table_service)
    tell("tables_in_memory", "gauge", "Tables that somebody was at not long ago.", ("", counts.total("tables")))
    tell("listeners", "gauge", "Pages that follow a table now.", ("", counts.total("listeners")))
    tell("bot_failures_total", "counter", "Bots that failed and were replaced.", ("", counts.total("bot_failures")))
    answers = [(f'{{status="{hundred}xx"}}', counts.total(hundred)) for hundred in STATUSES if counts.total(hundred)]
    tell("answers_total", "counter", "Requests answered, by the kind of status.", *answers)
    tell("answer_seconds_total", "counter", "Time spent on answering them.", ("", counts.total("seconds")))
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4; charset=utf-8")


ROUTES = [Route("/health", health), Route("/metrics", metrics)]
