"""What one address may cost everybody else: long addresses, tables by any way, open streams."""

import contextlib
import threading
from collections.abc import Mapping
from pathlib import Path

import pytest
from httpx import Client, Response

from tablee.core.record import Record
from tablee.paper.notes import Mistake
from tablee.web.frame.rate_limit import CHANGING, MAKING, OPENING, Limits
from tablee.web.paper import companion
from tests.web_kit import browser_of, opened, served


def test_an_address_longer_than_any_game_is_refused_at_once(client: Client) -> None:
    for path in ("/companion", "/companion/record.tablee"):
        for query in ("e=" + "+".join(["d4"] * 1001), "e=d4&add=" + "+".join(["1a"] * 1000)):
            answer = client.get(f"{path}?game=cadeau&{query}")
            assert answer.status_code == 422
            assert "1000 coups" in answer.text
        assert client.get(f"{path}?game=cadeau&e=" + "+".join(["d4"] * 1000)).status_code == 200


def test_a_long_game_is_read_beside_the_loop(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    inside: list[str] = []
    read = companion.game_of

    def noted(query: Mapping[str, str]) -> tuple[Record, Mistake | None]:
        inside.append(threading.current_thread().name)
        return read(query)

    monkeypatch.setattr(companion, "game_of", noted)
    for count in (2, companion.QUICK + 1):
        assert client.get("/companion?game=cadeau&e=" + "+".join(["d4"] * count)).status_code == 200
    loop, aside = inside
    assert loop != aside


def test_every_way_to_make_a_table_counts_as_one(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(0.001, 3 * OPENING + CHANGING)) as base, browser_of(base) as client:
        table = opened(client, game="cadeau")
        asked = [client.post(f"{table}/{way}", data={"at": "0"}).status_code for way in ("fork", "rematch", "fork")]
        assert asked[0] == 303
        assert asked[2] == 429
        assert client.post("/tables", data={"game": "cadeau"}).status_code == 429
        assert client.post(f"{table}/undo").status_code != 429
    assert MAKING.fullmatch("/api/v1/tables/abc/rematch")
    assert not MAKING.fullmatch("/api/v1/tables/abc/roll")


def test_streams_of_one_address_are_counted_while_they_are_open(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(streams=2)) as base, browser_of(base) as client:
        table = opened(client, game="cadeau").rpartition("/")[2]

        def stream() -> contextlib.AbstractContextManager[Response]:
            return client.stream("GET", f"/api/v1/tables/{table}/events")

        with stream() as first, client.stream("GET", f"/events?table={table}") as second:
            assert first.status_code == 200
            assert second.status_code == 200
            with stream() as third:
                assert third.status_code == 429
            assert client.get("/").status_code == 200
        for _ in range(50):  # the server notices at its next word to a page that has gone
            with stream() as again:
                if again.status_code == 200:
                    return
            client.get("/health")
        raise AssertionError("closed streams still count")
