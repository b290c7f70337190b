"""Two addresses for whoever looks after a server: is it well, and how much is it doing? Numbers only, no names."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tablee import __version__
from tablee.table import Hall


class Counts:
    """What has happened since the server began. `serving`: a word by which a start recognises a running table."""

    def __init__(self, serving: str = "") -> None:
        self.serving = serving
        self.began = time.time()
        self.answers: Counter[int] = Counter()  # by the hundred of their status
        self.seconds = 0.0

    def answered(self, status: int, seconds: float) -> None:
        self.answers[status // 100] += 1
        self.seconds += seconds


async def health(request: Request) -> Response:
    """Well is a server whose store answers."""
    hall: Hall = request.app.state.hall
    await asyncio.to_thread(hall.ask_store)
    return JSONResponse({"status": "ok", "tablee": __version__, "serving": request.app.state.counts.serving})


async def metrics(request: Request) -> Response:
    """In the text format that Prometheus reads."""
    hall: Hall = request.app.state.hall
    counts: Counts = request.app.state.counts
    lines: list[str] = []

    def tell(name: str, kind: str, about: str, *values: tuple[str, float]) -> None:
        lines.extend((f"# HELP tablee_{name} {about}", f"# TYPE tablee_{name} {kind}"))
        lines.extend(f"tablee_{name}{labels} {value}" for labels, value in values)

    tell("info", "gauge", "The version that runs.", (f'{{version="{__version__}"}}', 1))
    tell("start_time_seconds", "gauge", "When the server began, in seconds since 1970.", ("", int(counts.began)))
    tell("tables_in_memory", "gauge", "Tables that somebody was at not long ago.", ("", hall.in_memory))
    tell("listeners", "gauge", "Pages that follow a table now.", ("", hall.followers))
    tell("bot_failures_total", "counter", "Bots that failed and were replaced.", ("", hall.bot_failures))
    answers = [(f'{{status="{hundred}xx"}}', counts.answers[hundred]) for hundred in sorted(counts.answers)]
    tell("answers_total", "counter", "Requests answered, by the kind of status.", *answers)
    tell("answer_seconds_total", "counter", "Time spent on answering them.", ("", round(counts.seconds, 3)))
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4; charset=utf-8")


ROUTES = [Route("/health", health), Route("/metrics", metrics)]
