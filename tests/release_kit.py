"""What was released, in use: a program of a Debian package that the test needs, and a table that is played at."""

import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from httpx import Client, get

from tablee.web.frame.lan_listener import own_address
from tests.web_kit import bearer, browser_of, created, opened
from tools import boot


def need(program: str, *packages: str) -> None:
    """Install Debian packages unless the program is there; skips the test where they cannot be had."""
    if shutil.which(program) is None:
        try:
            boot.apt_install(*packages)
        except boot.BootError as error:
            pytest.skip(str(error))


class Serving:
    """A running `tablee serve`: its address, and what it has printed so far."""

    def __init__(self, process: subprocess.Popen[bytes], encoding: str) -> None:
        self._process, self._encoding, self.printed = process, encoding, ""
        while not (found := re.search(r"http://[\d.]+:\d+", self.printed)):
            assert self._read(), self.printed
        self.address = found[0]

    def _read(self) -> bool:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode(self._encoding)
        self.printed += line
        return bool(line)

    def close(self) -> str:
        """Press Ctrl-C; what was printed in all. It must end well."""
        self._process.send_signal(signal.SIGINT)
        while self._read():
            pass
        assert self._process.wait(60) == 0, self.printed
        return self.printed


@contextmanager
def serving(*words: str | Path, folder: Path, encoding: str = "utf-8") -> Iterator[Serving]:
    """A table, started by these words."""
    with subprocess.Popen(
        list(map(str, words)),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        try:
            yield Serving(process, encoding)
        finally:
            process.kill()


def play_a_game(address: str) -> None:
    """A whole game over HTTP, both seats, and its page and its review."""
    with Client(base_url=address, timeout=120) as client:
        table = created(client, game="cadeau", settings={"zones": 1}, my_seats=[0, 1])
        path, secret = f"/api/v1/tables/{table['id']}", bearer(table["secret"])
        for number in range(12):
            asked = {"version": table["version"], "request": f"r{number}"}
            verb = {"move": table["moves"][0]} if table["moves"] else {}
            answer = client.post(f"{path}/{'move' if verb else 'roll'}", json=asked | verb, headers=secret)
            assert answer.status_code == 200, answer.text
            table = answer.json()
        assert table["phase"] == "over"
        assert "Cadeau" in client.get(f"/table/{table['id']}", headers=secret).text
        assert client.get(f"{path}/review", headers=secret).json()


def enter_by_the_network(address: str) -> None:
    """Open the table to the network, where there is one, and come in by the address that its page tells."""
    if own_address() == "127.0.0.1":
        return
    with browser_of(address) as client:
        client.timeout = 120
        table = opened(client, game="cadeau", way="link")
        client.post("/lan-access", data={"open": "1", "back": table})
        output = re.search(r"<strong>(http://[\d.:]+)</strong>", client.get(table).text)
        assert output
        assert get(f"{output[1]}/health", timeout=60, trust_env=False).status_code == 200
