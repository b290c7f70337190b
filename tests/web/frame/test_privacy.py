"""What leaves the server beside its pages: where a link was, names it answers to, lines of the log, paths of files."""

import logging
from pathlib import Path

import pytest

from tablee.cli.serve import host_names
from tablee.core.words import Text
from tablee.table import StoreDamaged, StoreError, StoreFull, TableService
from tablee.web.frame.security import is_host_allowed, redact
from tests.web_kit import browser_of, link_of, opened, served, somebody_else, visiting


def test_a_link_is_not_told_to_the_next_page(tmp_path: Path) -> None:
    with served(tmp_path) as base, visiting(base) as client:
        link = link_of(client, opened(client, game="cadeau", way="link"))
        guest = somebody_else(client)
        pages = [guest.get(link), guest.get(link[:-1] + "~"), guest.post(link)]
    assert [page.status_code for page in pages] == [200, 403, 303]
    assert {page.headers["referrer-policy"] for page in pages} == {"strict-origin"}


OURS = "127.0.0.1:8642 192.168.1.20:8642 [::1]:8642 localhost LOCALHOST.:80 games.example.org Games.Example.org:443"
FOREIGN = """elsewhere.example:8642 localhost.elsewhere.example 127.0.0.1.elsewhere.example
games.example.org@elsewhere.example [elsewhere.example] a:b:c"""


def test_only_our_own_names_are_answered() -> None:
    asked = [*OURS.split(), *FOREIGN.split(), ""]
    assert [host for host in asked if is_host_allowed(host, {"games.example.org"})] == OURS.split()


def test_a_foreign_name_that_leads_here_reads_nothing(tmp_path: Path) -> None:
    with served(tmp_path, hosts=["games.example.org"]) as base, browser_of(base) as client:
        for path in ("/", "/api/v1/games", "/health"):
            assert client.get(path, headers={"host": "games.example.org"}).status_code == 200
            refused = client.get(path, headers={"host": "elsewhere.example"})
            assert refused.status_code == 421
            assert "--allow-host" in refused.text
            assert refused.headers["x-content-type-options"] == "nosniff"


def test_who_is_asked_for_a_name() -> None:
    assert host_names("127.0.0.1", []) == ["127.0.0.1"]
    assert host_names("::1", ["games.example.org"]) == ["::1", "games.example.org"]
    assert host_names("0.0.0.0", []) is None, "a network may call it what it likes"
    assert host_names("0.0.0.0", ["games.example.org"]) == ["0.0.0.0", "games.example.org"]


def test_nobody_writes_lines_into_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tablee.web")
    with served(tmp_path) as base, browser_of(base) as client:
        client.get("/nothing%0A2026-01-01%20GET%20/forged%20200%0D%1B%5B31m%E2%80%A8")
    lines = [line.getMessage() for line in caplog.records if "forged" in line.getMessage()]
    assert len(lines) == 1
    assert lines[0].isprintable()
    assert redact("/été\n") == "/été\\n"


@pytest.mark.parametrize("kind", [StoreError, StoreFull, StoreDamaged])
def test_where_the_games_are_kept_stays_at_home(
    tmp_path: Path, kind: type[StoreError], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: TableService, __: str) -> None:
        raise kind(Text("/secret/path est abîmé", "/secret/path is damaged"))

    monkeypatch.setattr(TableService, "open", broken)
    with served(tmp_path) as base, browser_of(base) as client:
        for path in ("/table/abc", "/api/v1/tables/abc"):
            answer = client.get(path)
            assert answer.status_code == 503
            assert "/secret/path" not in answer.text
    assert "/secret/path" in caplog.text, "whoever keeps the table can read where"


def test_a_full_disk_is_told_without_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise StoreFull(Text("/secret/path est plein", "/secret/path is full"))

    with served(tmp_path) as base, browser_of(base) as client:
        table = client.post("/tables", data={"game": "cadeau"}).headers["location"]
        monkeypatch.setattr(TableService, "ask", broken)
        answer = client.post(f"{table}/roll", data={"version": "0"})
    assert answer.status_code == 503
    assert "/secret/path" not in answer.text
    assert "Le disque du serveur est plein" in answer.text.replace("\u202f", " ").replace("\u00a0", " ")
