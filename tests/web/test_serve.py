"""`tablee serve` as a process: it says where it is, stops at once, names a taken port."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main, serve
from tablee.core.errors import RequestError
from tests.postgres_kit import Server
from tests.web_kit import browser_of, opened

PROGRAM = "import sys; from tablee.cli import start; sys.argv[1:1] = ['--lang', 'fr', 'serve']; sys.exit(start())"
SLOW_BOT = (
    "import time; from tablee.bots import simple; simple.Greedy.choose = lambda *asked: time.sleep(600); " + PROGRAM
)


SOON = 60  # seconds: two on a quiet machine; what keeps a table open lasts ten minutes, or for ever


class Process:
    def __init__(self, *options: str, program: str = PROGRAM) -> None:
        self.started = subprocess.Popen(
            [sys.executable, "-c", program, "--no-browser", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        assert self.started.stdout is not None
        self.describe = self.started.stdout.readline()
        found = re.search(r"http://\S+:(\d+)/", self.describe)
        assert found, self.describe
        self.address, self.port = found[0].rstrip("/"), int(found[1])

    def end(self, sig: signal.Signals) -> tuple[int, str]:
        self.started.send_signal(sig)
        printed, _ = self.started.communicate(timeout=SOON)
        return self.started.returncode, printed


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Any]:
    running: list[Process] = []

    def start(*options: str, program: str = PROGRAM) -> Process:
        running.append(Process("--data", str(tmp_path), *options, program=program))
        return running[-1]

    yield start
    for one in running:
        if one.started.poll() is None:
            one.end(signal.SIGKILL)


def test_it_says_where_it_is_and_stops_at_once(process: Any, tmp_path: Path) -> None:
    table = process("--port", "0")
    with browser_of(table.address) as client:
        where = opened(client, game="cadeau", way="bot")
        heard = threading.Event()

        def listen() -> None:
            with client.stream("GET", "/events", params={"table": where.rpartition("/")[2]}) as stream:
                for _ in stream.iter_lines():
                    heard.set()

        listener = threading.Thread(target=listen)
        listener.start()
        assert heard.wait(SOON)
        code, printed = table.end(signal.SIGINT)  # an open stream must not hold the table
        listener.join()
    assert code == 0
    assert "fermée" in printed
    assert "Traceback" not in printed
    assert (tmp_path / "tables.sqlite").exists()


def test_a_second_start_opens_the_running_table_and_a_second_server_is_refused(
    process: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / serve.APP).write_bytes(b"PK")
    running = process("--port", "0")
    with browser_of(running.address) as client:
        assert 'href="/app.zip"' in client.get("/").text  # what lies beside the games can be taken along
        assert client.get("/app.zip").content == b"PK"
    shown: list[str] = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    assert main(["--lang", "en", "serve", "--data", str(tmp_path)]) == 0
    assert shown == [f"{running.address}/"]
    assert capsys.readouterr().out == f"Tablée is open already: {running.address}/\n"
    asked = ["--lang", "en", "serve", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    for more, printed in (([], "Another Tablée is already serving the games"), (["--workers", "2"], "--store")):
        assert main([*asked, *more]) == 2
        assert printed in capsys.readouterr().err
    note = (tmp_path / serve.NOTE).read_text()
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in (serve.NOTE, serve.LOCK)] == [0o600, 0o600]
    assert main([*asked, "--proxy", "my-proxy"]) == 2
    assert "for example 127.0.0.1" in capsys.readouterr().err
    running.end(signal.SIGKILL)
    assert (tmp_path / serve.NOTE).read_text() == note, "a killed table leaves its note"
    assert serve.find_open_table(tmp_path / serve.NOTE) is None
    (tmp_path / serve.NOTE).write_text(json.dumps({"address": "no address"}))
    assert serve.find_open_table(tmp_path / serve.NOTE) is None
    again = process("--port", "0")  # nothing else is left behind by one that was killed
    assert again.end(signal.SIGINT)[0] == 0


def test_a_robot_that_still_thinks_keeps_nobody_waiting(process: Any, tmp_path: Path) -> None:
    """It is made to think for ten minutes; the table closes all the same, and has kept what was played."""
    table = process("--port", "0", "--pace", "0", program=SLOW_BOT)
    with browser_of(table.address) as client:
        made = client.post(
            "/api/v1/tables", json={"game": "cadeau", "seats": [{"bot": "greedy"}, {}], "my_seats": [1]}
        ).json()
        deadline = time.monotonic() + SOON
        while not client.get(f"/api/v1/tables/{made['id']}").json()["events"]:  # it has thrown, and now it thinks
            assert time.monotonic() < deadline
            time.sleep(0.05)
    code, printed = table.end(signal.SIGINT)
    assert code == 0
    assert "fermée" in printed
    assert not (tmp_path / serve.NOTE).exists()


OPENING = """
import sys, time

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "tablee.web.app":
            print("importing", flush=True)
            time.sleep(60)

sys.meta_path.insert(0, Finder())
"""


def test_it_closes_even_if_it_is_told_so_while_it_opens(process: Any) -> None:
    table = process("--port", "0", program=OPENING + PROGRAM)
    assert "importing\n" in iter(table.started.stdout.readline, "")
    code, printed = table.end(signal.SIGTERM)
    assert code == 0, printed
    assert "fermée" in printed, printed
    assert "Traceback" not in printed, printed


def test_a_log_for_programs_is_json_and_a_service_manager_closes_it(process: Any, tmp_path: Path) -> None:
    table = process("--port", "0", "--log", "json")
    with browser_of(table.address) as client:
        client.get("/table/abcdefgh12/join/1/a-secret-of-somebody")
        assert 'href="/app.zip"' not in client.get("/").text
        refused = client.get("/app.zip")
        assert refused.status_code == 404
        assert "tablee build-app -o tablee-app.zip" in refused.text
    code, printed = table.end(signal.SIGTERM)
    assert code == 0
    assert "fermée" in printed
    assert not (tmp_path / serve.NOTE).exists()
    lines = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    asked = next(line for line in lines if "path" in line)
    assert asked["method"] == "GET"
    assert asked["path"] == "/table/abcdefgh12/join/1/…"
    assert asked["status"] == 404
    assert "a-secret-of-somebody" not in printed


@pytest.mark.parametrize(
    ("lang", "printed"), [("fr", "Vérifiez que PostgreSQL tourne"), ("en", "Check that PostgreSQL runs")]
)
def test_a_database_that_is_not_there_is_told_before_anybody_plays(
    capsys: pytest.CaptureFixture[str], lang: str, printed: str
) -> None:
    with socket.socket() as unheard:  # bound, and not listening: nobody answers there
        unheard.bind(("127.0.0.1", 0))
        url = f"postgresql://tablee@127.0.0.1:{unheard.getsockname()[1]}/tablee"
        assert main(["--lang", lang, "serve", "--no-browser", "--store", url]) == 2
    output = capsys.readouterr().err
    assert url in output
    assert printed in output


def test_workers_share_a_port_and_one_that_dies_is_started_again(process: Any, database_server: Server) -> None:
    table = process("--port", "0", "--workers", "2", "--store", database_server.new_database())

    def workers() -> set[int]:
        own = table.started.pid
        return set(map(int, Path(f"/proc/{own}/task/{own}/children").read_text().split()))

    with browser_of(table.address) as client:
        where = opened(client, game="cadeau")
        before = workers()
        assert len(before) == 2
        os.kill(min(before), signal.SIGKILL)
        deadline = time.monotonic() + SOON
        while len(workers() - {min(before)}) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.05)
        for _ in range(6):
            with browser_of(table.address) as another:
                assert another.get(where).status_code == 200
        answers, began = [], set[str]()
        for _ in range(20):  # any process tells what all of them have answered
            with browser_of(table.address) as another:
                page = another.get("/metrics").text
            answers.append(int(re.findall(r'answers_total{status="2xx"} (\d+)', page)[0]))
            began.add(*re.findall(r"start_time_seconds (\d+)", page))
        assert len(began) == 1
        assert all(output in (5 + number, 6 + number) for number, output in enumerate(answers))  # the last may lag
    code, printed = table.end(signal.SIGTERM)
    assert f"process {min(before)}) ended: SIGKILL; it is started again" in printed
    assert code == 0
    assert "fermée" in printed
    assert "Traceback" not in printed


def test_a_port_that_cannot_be_had_is_named_with_the_next_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(RequestError) as refusal:
            serve.listen("127.0.0.1", port, "fr")
        printed = refusal.value.text
        assert f"port {port} est déjà pris" in printed.fr
        free = int(re.findall(r"--port (\d+)", printed.en)[0])
        assert free > port
        serve.listen("127.0.0.1", free, "fr").close()
    for host, port in (("127.0.0.1", 70000), ("127.0.0.1", -1), ("203.0.113.77", 8642)):
        with pytest.raises(RequestError) as refusal:
            serve.listen(host, port, "fr")
        assert refusal.value.text.fr != refusal.value.text.en


def test_the_usual_port_moves_on_by_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        monkeypatch.setattr(serve, "PORT", taken.getsockname()[1])
        with serve.listen("127.0.0.1", None, "en") as other:
            assert other.getsockname()[1] > taken.getsockname()[1]
    assert "is already taken" in capsys.readouterr().err
    assert [serve.address_host(host) for host in ("127.0.0.1", "localhost", "::1")] == [
        "127.0.0.1",
        "localhost",
        "[::1]",
    ]
