"""The addresses for whoever looks after a server: true, and silent about people."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from tablee.web.frame.metrics import FIELDS, Counts
from tests.web_kit import browser_of, created, served

LINE = re.compile(r'(?:# (?:HELP|TYPE) tablee_\w+ .+)|(?:tablee_\w+(?:\{\w+="[^"]*"\})? [\d.e+-]+)')


def test_a_server_that_is_well_says_so_and_counts(tmp_path: Path) -> None:
    with served(tmp_path) as base, browser_of(base) as client:
        made = created(client, game="cadeau", seats=[{"name": "Zoé"}, {}])
        assert client.get("/nowhere").status_code == 404
        health = client.get("/health")
        assert health.status_code == 200
        assert health.json()["status"] == "ok"
        answer = client.get("/metrics")
        assert client.get("/metrics", headers={"host": "games.example.org"}).status_code == 404, "not of the machine"
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = answer.text.splitlines()
    assert all(LINE.fullmatch(line) for line in lines)
    assert "tablee_tables_in_memory 1" in lines
    assert 'tablee_answers_total{status="2xx"} 2' in lines
    assert 'tablee_answers_total{status="4xx"} 1' in lines
    for private in (made["id"], made["secret"], "Zoé", "cadeau"):
        assert private not in answer.text + health.text


def test_a_process_that_is_started_again_goes_on_counting() -> None:
    table_service: Any = SimpleNamespace(in_memory=1, followers=0, bot_failures=2)
    rows = [0.0] * len(FIELDS)
    for _ in range(2):
        counts = Counts("", rows)
        for _ in range(2):
            counts.look(table_service)
    assert counts.total("bot_failures") == 4
    assert counts.total("tables") == 1
