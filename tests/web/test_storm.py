"""Servers killed with -9 again and again while people play: nothing that was answered is lost, and play goes on."""

import random
import time
from pathlib import Path

import httpx
import pytest

from tests.postgres_kit import Server
from tests.storm_kit import Page, Player, address, kept, nursery, playing


@pytest.mark.parametrize("times", [12, pytest.param(1000, marks=pytest.mark.slow)])
def test_kills_lose_nothing_that_was_acknowledged(
    tmp_path: Path, times: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """One server on one store, killed at random moments."""
    chance = random.Random(times)
    with nursery(tmp_path / "tables.sqlite") as servers:
        port = servers.ports[0]
        games = ("cadeau", "laaancez", "blocs")
        players = [Player([port], seed, game=games[seed % 3], bot="random" if seed % 2 else "") for seed in range(6)]
        with playing(*players):
            for _ in range(times):
                time.sleep(chance.uniform(0.02, 0.25))
                servers.kill(port)
                servers.start(port)
                servers.ready(port)
        changes = sum(player.changes for player in players)
        events = kept(port, players)
    assert changes > times
    with capsys.disabled():
        print(f"\n{times} kill -9: {changes} changes acknowledged, {events} events, 0 lost")


@pytest.mark.parametrize("times", [2, pytest.param(100, marks=pytest.mark.slow)])
def test_one_of_two_processes_dies_again_and_again(
    database_server: Server, times: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """It stays dead for a while, and comes back."""
    with nursery(database_server.new_database(), 2) as servers:
        one, two = servers.ports
        players = [
            Player([one, two][:: 1 - 2 * (seed % 2)], seed, bot="random" if seed < 2 else "") for seed in range(6)
        ]
        with httpx.Client(timeout=30) as client:
            made = client.post(
                f"{address(one)}/api/v1/tables", json={"game": "cadeau", "seats": [{}, {}], "my_seats": [0, 1]}
            ).json()
            pages = [Page([one, two], made["id"]), Page([two, one], made["id"])]
            with playing(*players, *pages):
                for number in range(times):
                    dead, alive = (one, two) if number % 2 else (two, one)
                    time.sleep(0.5)
                    heard = sum(len(page.gaps) for page in pages)
                    servers.kill(dead)
                    changed = sum(player.changes for player in players)
                    deadline = time.monotonic() + 60
                    while sum(len(page.gaps) for page in pages) == heard:
                        assert time.monotonic() < deadline, "the page of the dead one did not go on"
                        time.sleep(0.02)
                    answer = client.post(
                        f"{address(alive)}/api/v1/tables/{made['id']}/roll",
                        json={"version": made["version"], "request": "again"},
                        headers={"authorization": f"Bearer {made['secret']}"},
                    )
                    assert answer.status_code == 200
                    while any(page.seq < answer.json()["seq"] for page in pages):
                        assert time.monotonic() < deadline, "a page was not told"
                        time.sleep(0.02)
                    while sum(player.changes for player in players) < changed + 30:
                        assert time.monotonic() < deadline, "play, with bots, did not go on at the other"
                        time.sleep(0.02)
                    servers.start(dead)
                    servers.ready(dead)
        changes = sum(player.changes for player in players)
        events = [kept(port, players) for port in servers.ports]
    gaps = [gap for page in pages for gap in page.gaps]
    assert events[0] == events[1]
    with capsys.disabled():
        print(
            f"\n{times} kill -9 of one of two: {changes} changes acknowledged, 0 lost, pages back in {max(gaps):.2f} s"
        )
