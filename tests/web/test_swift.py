"""Moves that are answered at once, over real sockets: alike to the byte what the layers answer, refusals too."""

from __future__ import annotations

import contextlib
import json
import random
import re
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn

from tablee.cli.wire import Patient, protocol
from tablee.table import Hall, SqliteStore
from tablee.table.grouped import Row
from tablee.web.app import create_app
from tablee.web.frame.security import Limits
from tests.web_kit import FREE, running, served

MASKS = (rb"date: [^\r]+", rb'"id":"[a-z0-9]+"', rb'"(secret|invitations)":[^,}]+', rb"tables/[a-z0-9]{10}\b")
SETUPS: tuple[dict[str, Any], ...] = (
    {"game": "cadeau", "here": [0, 1]},
    {"game": "blocs", "settings": {"mode": "duel", "level": 3}, "here": [0, 1]},
    {"game": "laaancez", "here": [0, 1]},
    {"game": "cadeau", "seats": [{}, {"bot": "greedy"}]},
)


class Wire:
    """One connection, byte by byte."""

    def __init__(self, base: str) -> None:
        place = urlsplit(base)
        self._socket = socket.create_connection((place.hostname, place.port), timeout=20)
        self._left = b""

    def send(self, raw: bytes) -> None:
        self._socket.sendall(raw)

    def answer(self) -> tuple[int, bytes, bytes]:
        """Status, head and body of the next answer."""
        while b"\r\n\r\n" not in self._left:
            self._more()
        head, _, rest = self._left.partition(b"\r\n\r\n")
        length = int(re.findall(rb"content-length: (\d+)", head)[0])
        while len(rest) < length:
            self._more()
            rest = self._left.partition(b"\r\n\r\n")[2]
        self._left = rest[length:]
        return int(head[9:12]), head, rest[:length]

    def _more(self) -> None:
        more = self._socket.recv(65536)
        assert more, "it has been closed"
        self._left += more

    def ask(self, raw: bytes) -> tuple[int, bytes, bytes]:
        self.send(raw)
        return self.answer()

    def ended(self, seconds: float) -> bool:
        """Does the other side close within so long?"""
        self._socket.settimeout(seconds)
        try:
            while self._socket.recv(65536):
                pass
        except TimeoutError:
            return False
        return True

    def close(self) -> None:
        self._socket.close()


def spelled(path: str, body: object, secret: str = "", *more: str, method: str = "POST") -> bytes:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    heads = ["Host: localhost", *([f"Authorization: Bearer {secret}"] if secret else []), *more]
    return "\r\n".join([f"{method} {path} HTTP/1.1", *heads, f"Content-Length: {len(sent)}", "", ""]).encode() + sent


def made(wire: Wire, setup: dict[str, Any]) -> dict[str, Any]:
    status, _, body = wire.ask(spelled("/api/v1/tables", setup))
    assert status == 201, body
    found: dict[str, Any] = json.loads(body)
    return found


def masked(answer: tuple[int, bytes, bytes]) -> tuple[int, list[bytes], bytes]:
    """What must be alike: all but the time, and names that were drawn by lot. Headers may stand in any order."""
    status, head, body = answer
    for mask in MASKS:
        head, body = re.sub(mask, b"", head), re.sub(mask, b"", body)
    return status, sorted(head.split(b"\r\n")[1:]), body


def odd(table: dict[str, Any], secret: str) -> list[bytes]:
    """Requests that are refused, or that only look like moves; none of them changes anything."""
    at, seen = f"/api/v1/tables/{table['id']}", {"version": table["version"]}
    step = f"{at}/{'move' if table['phase'] == 'move' else 'roll'}"
    wrong = seen | {"move": "zz", "typed": "d9"}
    return [
        spelled(step, b"", secret),
        spelled(step, b"{", secret),
        spelled(step, b"[1]", secret),
        spelled(step, b'{"version": "\\ud800"}', secret),
        spelled(step, {"version": table["version"] + 1, "move": "x"}, secret),
        spelled(step, {"version": True, "move": "x"}, secret),
        spelled(step, wrong, secret),
        spelled(step, wrong | {"salt": "UP"}, secret),
        spelled(step, wrong | {"request": "a b"}, secret),
        spelled(step, wrong),
        spelled(step, wrong, "y" * 43),
        spelled(step, wrong, "", "Authorization: Basic eDp5"),
        spelled(step, wrong, secret, "Origin: http://elsewhere.example"),
        spelled(step, wrong, secret, "Origin: http://["),
        spelled(step, wrong, secret, "Cookie: lang=en"),
        spelled(step, wrong, secret, "Origin: http://localhost", "Cookie: lang=en"),
        spelled(step, wrong, secret, "Accept-Language: en"),
        spelled(step, wrong, secret, "X-Forwarded-For: 203.0.113.9"),
        spelled(step, b" " * 300_000, secret),
        spelled(f"{at}/agree", seen, secret),
        spelled(f"{at}/fly", seen, secret),
        spelled(f"{at}/x/move", seen, secret),
        spelled(f"{at}//move", seen, secret),
        spelled("/api/v1/tables//move", seen, secret),
        spelled("/api/v1/tables/move", seen, secret),
        spelled("/api/v1/tables/nosuchtable/move", seen | {"move": "1a"}, secret),
        spelled(f"/api/v1/tables/{'a' * 2100}/move", seen, secret),
        spelled(step, b"", secret, method="PUT"),
    ]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The same table twice: with the short way, and by the layers alone."""
    folder = tmp_path_factory.mktemp("both")
    with (
        served(folder / "swift", limits=FREE, pace=60) as swift,
        served(folder / "layers", limits=FREE, pace=60, swift=False) as layers,
    ):
        yield swift, layers


@pytest.fixture
def dial() -> Iterator[Callable[[str], Wire]]:
    """Connections, closed at the end."""
    with contextlib.ExitStack() as stack:
        yield lambda base: stack.enter_context(contextlib.closing(Wire(base)))


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of each request that came to the hall by the short way, whether it was taken there."""
    taken, quickly = list[bool](), Hall.quickly

    def counted(self: Hall, *args: Any, **more: Any) -> bool:
        taken.append(quickly(self, *args, **more))
        return taken[-1]

    monkeypatch.setattr(Hall, "quickly", counted)
    return taken


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup["game"])
def test_both_ways_answer_alike(
    dial: Callable[[str], Wire], both: tuple[str, str], setup: dict[str, Any], taken: list[bool]
) -> None:
    wires = [dial(base) for base in both]
    tables = [made(wire, setup) for wire in wires]
    secrets, chance, moves = [table["secret"] for table in tables], random.Random(7), 0
    for number in range(24):
        asked = [odd(table, secret) for table, secret in zip(tables, secrets, strict=True)] if number % 8 == 3 else []
        for one, two in zip(*asked, strict=True) if asked else ():
            answers = [wire.ask(raw) for wire, raw in zip(wires, (one, two), strict=True)]
            assert masked(answers[0]) == masked(answers[1]), one
            assert answers[0][0] >= 400, one
        if tables[0]["phase"] == "over" or (tables[0]["phase"] == "move" and not tables[0]["moves"]):
            break  # or a robot's turn
        body: dict[str, Any] = {"version": tables[0]["version"], "salt": f"{chance.getrandbits(64):016x}"}
        verb = "move" if tables[0]["phase"] == "move" else "roll"
        if verb == "move":
            body["move"] = chance.choice(tables[0]["moves"])
        elif not tables[0]["may_roll"]:
            break
        if number % 3 == 0:
            body["request"] = f"r{number}"
        more = [(), ("Accept-Language: en",), ("Origin: http://localhost", "Cookie: lang=en")][number % 3]
        for again in range(1 + ("request" in body)):  # the same once more changes nothing, and is answered alike
            raws = [
                spelled(f"/api/v1/tables/{table['id']}/{verb}", body, secret, *more)
                for table, secret in zip(tables, secrets, strict=True)
            ]
            answers = [wire.ask(raw) for wire, raw in zip(wires, raws, strict=True)]
            assert answers[0][0] == 200, answers[0]
            assert masked(answers[0]) == masked(answers[1]), again
        tables = [json.loads(answer[2]) for answer in answers]
        moves += 1
    assert moves > 0
    assert taken.count(True) == moves  # every move of the first server, and nothing else


def test_requests_in_one_breath_are_answered_in_their_order(
    dial: Callable[[str], Wire], both: tuple[str, str], taken: list[bool]
) -> None:
    wire = dial(both[0])
    table = made(wire, SETUPS[0])
    at, body = f"/api/v1/tables/{table['id']}", {"version": table["version"]}
    roll = spelled(f"{at}/roll", body, table["secret"])
    wire.send(roll + roll + spelled(at, b"", table["secret"], method="GET") + roll)
    answers = [wire.answer() for _ in range(4)]
    assert [answer[0] for answer in answers] == [200, 409, 200, 409]
    assert json.loads(answers[0][2])["version"] == json.loads(answers[2][2])["version"] > table["version"]
    assert taken == []  # several at once are left to the layers


def ended(wire: Wire) -> int:
    """The status of the last answer before a connection ends; 0 where there is none."""
    status = 0
    with contextlib.suppress(AssertionError, OSError):
        while True:
            status = wire.answer()[0]
    return status


@pytest.mark.parametrize(
    "behind",
    [
        b"BENT\r\n\r\n",
        b"GET / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    ],
)
@pytest.mark.parametrize("apart", [False, True])
def test_a_bent_request_takes_no_answer_from_the_one_before(
    dial: Callable[[str], Wire], both: tuple[str, str], behind: bytes, apart: bool
) -> None:
    wire = dial(both[0])
    table = made(wire, SETUPS[0])
    roll = spelled(f"/api/v1/tables/{table['id']}/roll", {"version": table["version"]}, table["secret"])
    for part in [roll, behind] if apart else [roll + behind]:
        wire.send(part)
    status, _, body = wire.answer()
    assert (status, json.loads(body)["phase"]) == (200, "move")
    assert ended(wire) in (0, 400)


@pytest.mark.parametrize("line", [b"x" * 1000, b"X: y\r\n" * 200])
def test_a_head_without_end_is_cut_off(dial: Callable[[str], Wire], both: tuple[str, str], line: bytes) -> None:
    """Whether it is one header or many: the server keeps no more of it."""
    wire = dial(both[0])
    with contextlib.suppress(OSError):  # it may be cut off before it is sent
        wire.send(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + line * 2000 + b"\r\n\r\n")
    assert ended(wire) in (0, 400)


def test_a_move_that_comes_in_pieces_and_one_that_is_the_last(
    dial: Callable[[str], Wire], both: tuple[str, str], taken: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, received = list[bytes](), Patient.data_received

    def noted(self: Patient, data: bytes) -> None:
        read.append(data)
        received(self, data)

    monkeypatch.setattr(Patient, "data_received", noted)
    wire = dial(both[0])
    table = made(wire, SETUPS[0])
    roll = spelled(f"/api/v1/tables/{table['id']}/roll", {"version": table["version"]}, table["secret"])
    for cut in (10, roll.index(b"\r\n\r\n") + 6):
        wire.send(roll[:cut])
        while read[-1:] != [roll[:cut]]:  # until then the next piece might come with it
            time.sleep(0.001)
        status, _, body = wire.ask(roll[cut:])
        assert status == 200
        table |= json.loads(body)
        move = {"version": table["version"], "move": table["moves"][0]}
        last = "Connection: close" if cut > 10 else "Connection: keep-alive"
        status, head, body = wire.ask(spelled(f"/api/v1/tables/{table['id']}/move", move, table["secret"], last))
        assert status == 200
        table |= json.loads(body)
        roll = spelled(f"/api/v1/tables/{table['id']}/roll", {"version": table["version"]}, table["secret"])
    assert taken == [True]  # what came in pieces was waited for by the layers, and so was the last one
    assert b"connection: close" in head
    with pytest.raises((AssertionError, OSError)):
        wire.ask(roll)


def test_rates_and_budgets_hold(dial: Callable[[str], Wire], tmp_path: Path, taken: list[bool]) -> None:
    with served(tmp_path / "a", limits=Limits(0, 5, 10, 10)) as base:  # the table itself is one change
        wire = dial(base)
        table = made(wire, SETUPS[0])
        statuses = []
        for _ in range(6):
            verb = "move" if table["phase"] == "move" else "roll"
            body = {"version": table["version"]} | ({"move": table["moves"][0]} if verb == "move" else {})
            status, _, told = wire.ask(spelled(f"/api/v1/tables/{table['id']}/{verb}", body, table["secret"]))
            statuses.append(status)
            table |= json.loads(told)
        assert statuses == [200] * 4 + [429] * 2
        assert taken == [True] * 4
    with served(tmp_path / "b", limits=Limits(100, 100, 100, 100, work=0, work_burst=0.002)) as base:
        wire = dial(base)
        table = made(wire, SETUPS[0])
        status = 200
        while status == 200:  # each costs something: there is an end
            verb = "move" if table["phase"] == "move" else "roll"
            body = {"version": table["version"]} | ({"move": table["moves"][0]} if verb == "move" else {})
            status, _, told = wire.ask(spelled(f"/api/v1/tables/{table['id']}/{verb}", body, table["secret"]))
            table |= json.loads(told)
        assert status == 429


def test_a_name_that_is_not_ours_is_refused(dial: Callable[[str], Wire], tmp_path: Path, taken: list[bool]) -> None:
    with served(tmp_path, hosts=["127.0.0.1"]) as base:
        wire = dial(base)
        table = made(wire, SETUPS[0])
        roll = spelled(f"/api/v1/tables/{table['id']}/roll", {"version": table["version"]}, table["secret"])
        assert wire.ask(roll.replace(b"localhost", b"elsewhere.example"))[0] == 421
        assert wire.ask(roll.replace(b"localhost\r\n", b"localhost\r\nHost: elsewhere.example\r\n"))[0] in (400, 421)
        assert not taken


def test_what_the_disk_refuses_is_told_and_nothing_is_changed(
    dial: Callable[[str], Wire], both: tuple[str, str], monkeypatch: pytest.MonkeyPatch, taken: list[bool]
) -> None:
    answers = []
    full, insert = [True], SqliteStore._insert

    def refused(self: SqliteStore, rows: list[Row], ends: dict[str, tuple[str, int, int, str]]) -> None:
        if full[0] and rows[0][1] > 1:  # a move, not a new table
            error = sqlite3.OperationalError("disk full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        insert(self, rows, ends)

    monkeypatch.setattr(SqliteStore, "_insert", refused)
    for base in both:
        wire = dial(base)
        table = made(wire, SETUPS[0])
        roll = spelled(f"/api/v1/tables/{table['id']}/roll", {"version": table["version"]}, table["secret"])
        full[0] = True
        answers.append(wire.ask(roll))
        full[0] = False
        assert wire.ask(roll)[0] == 200
    assert answers[0][0] == 503
    assert masked(answers[0]) == masked(answers[1])
    assert taken == [True, True]


def test_whoever_leaves_has_still_moved(dial: Callable[[str], Wire], both: tuple[str, str], taken: list[bool]) -> None:
    wire, other = dial(both[0]), dial(both[0])
    table = made(wire, SETUPS[0])
    wire.send(spelled(f"/api/v1/tables/{table['id']}/roll", {"version": table["version"]}, table["secret"]))
    wire.close()
    deadline = time.monotonic() + 20
    look = spelled(f"/api/v1/tables/{table['id']}", b"", table["secret"], method="GET")
    while json.loads(other.ask(look)[2])["phase"] != "move":
        assert time.monotonic() < deadline
    assert taken == [True]


def test_an_idle_connection_is_closed_and_no_other(tmp_path: Path, dial: Callable[[str], Wire]) -> None:
    app = create_app(Hall(SqliteStore(tmp_path / "tables.sqlite")), limits=FREE)
    http = protocol(app.state.swift)
    with running(app, uvicorn.Server(uvicorn.Config(app, http=http, port=0, timeout_keep_alive=1))) as base:
        busy, waiting = dial(base), dial(base)
        table, look = made(busy, SETUPS[0]), spelled("/health", b"", method="GET")
        assert waiting.ask(look)[0] == 200
        waiting.send(spelled(f"/events?table={table['id']}", b"", method="GET"))
        roll = spelled(f"/api/v1/tables/{table['id']}/roll", {"version": table["version"]}, table["secret"])
        asked, before = 0, time.monotonic()
        while asked < 4:  # longer than a second in all
            time.sleep(0.4)
            since, before = before, time.monotonic()
            try:
                status = busy.ask(look if asked % 2 else roll)[0]
            except (AssertionError, OSError):  # rightly, if this machine was so busy that the connection was idle
                assert time.monotonic() - since > 1
                busy, asked = dial(base), 0
                continue
            assert status in (200, 409)
            asked += 1
        assert busy.ended(20)
        assert not waiting.ended(0.1)  # a stream is never idle
