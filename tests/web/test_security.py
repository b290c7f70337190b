"""What nobody may do: another's move, a stale one, a foreign page's, an oversized one; and what nobody may read."""

import logging
import re
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from httpx import Client

from tablee.web.frame.rate_limit import LARGEST_BODY, OPENING, Limits, RateLimit
from tablee.web.frame.security import POLICY, client_of, redact
from tests.web_kit import bearer, browser_of, created, do, link_of, opened, served, somebody_else


def view(client: Client, table: dict[str, Any] | str) -> dict[str, Any]:
    name = table if isinstance(table, str) else table["id"]
    found: dict[str, Any] = client.get(f"/api/v1/tables/{name.rpartition('/')[2]}").json()
    return found


@pytest.mark.parametrize(
    "path", ["/", "/rules/cadeau", "/table/none", "/api/v1/games", "/static/x/table.css", "/nothing"]
)
def test_every_answer_is_dressed(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1.elsewhere.example"},
        {"origin": "http://127.0.0.1:1"},
    ],
)
@pytest.mark.parametrize("path", ["/tables", "/settings", "/lan-access", "/api/v1/tables", "/table/x/roll"])
def test_a_foreign_page_changes_nothing(client: Client, headers: dict[str, str], path: str) -> None:
    answer = client.post(path, headers=headers, data={"game": "cadeau"})
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers


def test_a_cookie_without_an_origin_changes_nothing(client: Client) -> None:
    table = opened(client, game="cadeau")
    del client.headers["origin"]
    assert client.post(f"{table}/roll", data={"version": "3"}).status_code == 403
    assert client.post(f"{table}/roll", data={}, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert view(client, table)["events"] == []


def test_oversized_bodies_are_refused(client: Client) -> None:
    def stream() -> Iterator[bytes]:
        for _ in range(10):
            yield b"x" * (LARGEST_BODY // 8)

    for body in ({"content": b"x" * (LARGEST_BODY + 1)}, {"content": stream()}):
        answer = client.post("/api/v1/tables", **body)
        assert answer.status_code == 413
        assert answer.json()["error"]


def test_too_fast_is_refused_and_heals(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(0.001, 2 * OPENING + 5)) as base, browser_of(base) as client:
        codes = [client.post("/tables", data={"game": "cadeau"}).status_code for _ in range(4)]
        assert codes == [303, 303, 429, 429]
        assert client.get("/").status_code == 200, "looking costs less"
        assert client.get("/app.zip").status_code == 429, "the app is large"
    now = [0.0]
    rate = RateLimit(2, 4, clock=lambda: now[0])
    assert [rate.take("a", 2) for _ in range(3)] == [True, True, False]
    assert rate.take("b", 4)
    now[0] = 0.6
    assert [rate.take("a"), rate.take("a")] == [True, False]


def test_only_the_seat_plays(client: Client) -> None:
    table = created(client, game="cadeau")
    other = client.post(f"/api/v1/tables/{table['id']}/seats/1", json={"invitation": table["invitations"]["1"]}).json()
    url, version = f"/api/v1/tables/{table['id']}", table["version"]
    attempts = [
        ("", 403),  # a spectator
        ("x" * 43, 403),  # a guess
        (other["secret"], 409),  # the other's seat
    ]
    for secret, code in attempts:
        headers = bearer(secret) if secret else {}
        answer = client.post(f"{url}/roll", json={"version": version}, headers=headers)
        assert answer.status_code == code, secret
        assert answer.json()["error"]
    assert client.post(f"{url}/roll", json={"version": version}, headers=bearer("short")).status_code == 401
    mine = bearer(table["secret"])
    assert client.post(f"{url}/roll", json={"version": version + 5}, headers=mine).status_code == 409
    assert client.post(f"{url}/move", json={"version": version, "move": "1a"}, headers=mine).status_code == 422
    assert view(client, table)["events"] == []
    rolled = client.post(f"{url}/roll", json={"version": version}, headers=mine).json()
    theirs = client.post(
        f"{url}/move", json={"version": rolled["version"], "move": "1a"}, headers=bearer(other["secret"])
    )
    assert theirs.status_code == 409
    assert len(view(client, table)["events"]) == 1


def test_cookies_open_nothing_in_the_api(client: Client) -> None:
    table = opened(client, game="cadeau")
    name = table.rpartition("/")[2]
    answer = client.post(f"/api/v1/tables/{name}/roll", json={"version": view(client, table)["version"]})
    assert answer.status_code == 403


def test_hidden_choices_stay_hidden(client: Client) -> None:
    table = created(client, game="laaancez", dice="typed")
    url = f"/api/v1/tables/{table['id']}"
    other = client.post(f"{url}/seats/1", json={"invitation": table["invitations"]["1"]}).json()
    mine, theirs = bearer(table["secret"]), bearer(other["secret"])
    rolled = client.post(f"{url}/roll", json={"version": other["version"], "dice": "d3"}, headers=mine).json()
    client.post(f"{url}/move", json={"version": rolled["version"], "move": "1.bonnet@a2"}, headers=mine)
    for headers in (theirs, {}):
        for path in (url, f"{url}/record"):
            assert "1.bonnet" not in client.get(path, headers=headers).text
    watcher = somebody_else(client)
    page = watcher.get(f"/table/{table['id']}").text
    assert "a2" in page
    assert "recopie bonnet" not in page
    done = client.post(f"{url}/move", json={"version": rolled["version"], "move": "2.sucre@a1"}, headers=theirs)
    assert done.json()["events"] == ["d3", "1.bonnet@a2", "2.sucre@a1"]


def test_secrets_are_shown_to_nobody_else(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = opened(client, game="cadeau", way="link")
    link = link_of(client, table)
    invitation = link.rpartition("/")[2]
    other = somebody_else(client)
    other.get(link)
    other.post(link)
    secrets = {invitation} | {
        cookie.value or "" for jar in (client.cookies.jar, other.cookies.jar) for cookie in jar if cookie.name == "seat"
    }
    assert len(secrets) == 3
    do(client, table, "roll")
    watcher = somebody_else(client)
    for one in (watcher, other, client):
        for path in (table, f"{table}/record", f"{table}/replay", f"/api/v1{table.replace('table', 'tables')}"):
            shown = one.get(path).text
            assert not [secret for secret in secrets if secret in shown], path
    ours = "".join(line.getMessage() for line in caplog.records if line.name.startswith(("tablee", "uvicorn")))
    assert "/join/" in ours
    assert not [secret for secret in secrets if secret in ours]
    assert redact(link).endswith("/join/1/…")


def test_all_addresses_of_an_ipv6_network_count_as_one() -> None:
    one, same, other, mapped = (
        client_of({"type": "http", "client": (address, 1)})
        for address in ("2001:db8::1", "[2001:db8::ffff:2]:80", "2001:db8:0:1::1", "::ffff:192.0.2.1")
    )
    assert one == same != other
    assert mapped == "192.0.2.1"


def test_the_documented_proxies_log_no_secret_either() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
    caddy, nginx = (re.findall(pattern, page)[0] for pattern in ("@secret path (.+)", "location ~ (\\S+)"))
    for path in ("/table/abcd2345/join/1/secret", "/class/abcd2345/join/teacher/secret"):
        assert "secret" not in redact(path)
        assert any(fnmatch(path, one) for one in caddy.split())
        assert re.match(nginx, path)


def test_cookies_are_closed_to_scripts_and_other_sites(client: Client, tmp_path: Path) -> None:
    answer = client.post("/tables", data={"game": "cadeau", "way": "link"})
    seat = next(value for value in answer.headers.get_list("set-cookie") if value.startswith("seat="))
    assert f"Path={answer.headers['location']}" in seat
    for word in ("HttpOnly", "SameSite=lax"):
        assert word in seat
    assert "Secure" not in seat
    behind = {"x-forwarded-proto": "https"}  # a proxy on this machine speaks https to the world
    with served(tmp_path, proxies=("127.0.0.1",)) as base, browser_of(base) as other:
        safe = other.post("/tables", data={"game": "cadeau"}, headers=behind).headers.get_list("set-cookie")
    assert all("Secure" in value for value in safe)


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", ".hidden", "nothing.css"])
def test_static_files_stay_in_their_folder(client: Client, name: str) -> None:
    assert client.get(f"/static/x/{name}").status_code == 404


def test_unforeseen_errors_say_nothing_of_the_machine(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("/secret/path")

    monkeypatch.setattr("tablee.web.home.load_web_game", broken)
    answer = client.get("/game/cadeau")
    assert answer.status_code == 500
    assert answer.headers["content-security-policy"] == POLICY
    assert "/secret/path" not in answer.text
    assert "/secret/path" in caplog.text, "whoever keeps the table can read what happened"


ODD = [
    ("POST", "/tables", {"origin": "http://["}, b"game=cadeau", 403),
    ("GET", f"/table/none/join/{'1' * 4301}/{'x' * 22}", {}, b"", 404),
    ("GET", f"/static/x/{'n' * 300}.css", {}, b"", 404),
    ("GET", "/static/x/%00.css", {}, b"", 404),
    ("GET", f"/learn/cadeau/{'9' * 4301}", {}, b"", 404),  # a number too long for Python
    ("GET", f"/learn/cadeau/{'9' * 1900}", {}, b"", 303),
    ("POST", "/api/v1/tables", {}, b'{"game": "cadeau", "seats": [{"name": "\\ud800"}, {}]}', 400),
    ("POST", "/api/v1/tables", {}, b'{"game": ' + b"[" * 100_000, 400),
    ("POST", "/tables", {"content-type": "multipart/form-data; boundary=b; charset=unicode_escape"},
     b'--b\r\nContent-Disposition: form-data; name="game"\r\n\r\n\\ud800\r\n--b--\r\n', 400),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "headers", "body", "status"), ODD)
def test_odd_requests_are_plain_refusals(
    client: Client, method: str, path: str, headers: dict[str, str], body: bytes, status: int
) -> None:
    plain = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.request(method, path, headers={**plain, **headers}, content=body)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == POLICY


def test_a_version_that_is_no_number_is_a_stale_one(client: Client) -> None:
    table = opened(client, game="cadeau")
    assert do(client, table, "roll", version="²").status_code == 409
    assert client.post(f"{table}/invite", data={"seat": "²"}).status_code == 403
