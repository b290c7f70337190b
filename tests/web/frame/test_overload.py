"""A server that cannot keep up says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.web.frame.http_errors import HttpError
from tablee.web.frame.overload import LOG_EVERY, OVERLOADED, LoadMonitor
from tablee.web.frame.rate_limit import Limits
from tests.web_kit import browser_of, served


def refused(load: LoadMonitor) -> bool:
    try:
        load.check()
    except HttpError:
        return True
    return False


def test_only_a_loop_that_is_late_twice_in_a_row_is_overloaded() -> None:
    load = LoadMonitor(2.0)
    seen = []
    for late in (0.1, 2.5, 0.1, 2.5, 2.5, 9.0, 0.1, 9.0):
        load.note(late)
        seen.append(refused(load))
    assert seen == [False, False, False, False, True, True, False, False]


def test_the_log_hears_of_it_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = 1000.0
    load = LoadMonitor(-1, lambda: now)
    for _ in range(5):
        assert refused(load)
    now += LOG_EVERY
    assert refused(load)
    assert [record.getMessage().partition("late, ")[2].partition(" ")[0] for record in caplog.records] == ["1", "5"]


def test_a_visitor_is_told_and_who_watches_the_server_is_answered(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(late=-1e9)) as base, browser_of(base, "en") as client:
        page = client.get("/")
        assert page.status_code == 503
        assert page.headers["retry-after"] == "5"
        assert OVERLOADED.en in page.text
        answer = client.post("/api/v1/tables", json={"game": "cadeau"})
        assert answer.status_code == 503
        assert answer.json() == {"error": OVERLOADED.en}
        assert "retry-after" in answer.headers
        style = page.text.split('rel="stylesheet" href="', 1)[1].split('"', 1)[0]
        assert [client.get(path).status_code for path in ("/health", "/metrics", style)] == [200] * 3
