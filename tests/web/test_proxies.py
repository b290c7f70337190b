"""Behind a real Caddy and a real nginx: no stranger asks in the next visitor's name, and no log tells a secret link."""

import contextlib
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.test_http import Wire, spelled
from tests.web_kit import browser_of, link_of, opened, served

# PORT: where it listens; BEHIND: where the table does.
CADDY = """{
    admin off
    auto_https off
}
http://:PORT {
    bind 127.0.0.1
    reverse_proxy 127.0.0.1:BEHIND {
        flush_interval -1
    }
}
"""
NGINX = """daemon off;
pid FOLDER/pid;
error_log stderr;
events {}
http {
    access_log FOLDER/log;
    client_body_temp_path FOLDER/body;
    proxy_temp_path FOLDER/proxy;
    fastcgi_temp_path FOLDER/fastcgi;
    uwsgi_temp_path FOLDER/uwsgi;
    scgi_temp_path FOLDER/scgi;
    upstream tablee { server 127.0.0.1:BEHIND; keepalive 1; }
    server {
        listen 127.0.0.1:PORT;
        location / {
            proxy_pass http://tablee;
            client_body_buffer_size 1m;
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $http_connection;
            proxy_set_header Host $http_host;
        }
    }
}
"""
# Where docs/hosting.md begins a site, and what stands around it, for a trial without a certificate and with a log.
DOCUMENTED = {
    "caddy": (
        "text",
        "games.example.org {\n",
        CADDY[: CADDY.index("    reverse_proxy")] + "    log {\n        output file FOLDER/log\n    }\n",
    ),
    "nginx": ("nginx", "server {\n", NGINX[: NGINX.index("    upstream")] + "server {\n"),
}
HIDDEN = spelled("GET", "/hidden")
# Caddy sends a body on as it comes. nginx waits for all of it: a long one still arrives there in several pieces, and
# whichever comes apart begins with empty lines, which may stand before a request.
BODIES = {"caddy": HIDDEN, "nginx": b"\r\n" * 250_000 + HIDDEN}
TRIES = 14


@contextlib.contextmanager
def proxy(name: str, folder: Path, behind: int, configuration: str = "") -> Iterator[str]:
    """A proxy in front of the table; its address."""
    program = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/bin")
    assert program, f"{name} is missing; type: apt-get install -y caddy nginx-light"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config, text = folder / "config", configuration or {"caddy": CADDY, "nginx": NGINX}[name]
    for word, value in (("PORT", port), ("BEHIND", behind), ("FOLDER", folder)):
        text = text.replace(word, str(value))
    config.write_text(text)
    options = ["run", "--adapter", "caddyfile", "--config"] if name == "caddy" else ["-c"]
    with subprocess.Popen([program, *options, str(config)], stderr=subprocess.DEVNULL) as running:
        try:
            while True:
                with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                    break
                assert running.poll() is None, f"{name} does not start"
                time.sleep(0.02)
            yield f"http://127.0.0.1:{port}"
        finally:
            running.terminate()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["caddy", "nginx"])
@pytest.mark.parametrize("upgrade", ["foo", "h2c", "websocket"])
def test_nobody_asks_in_the_name_of_the_next_visitor(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, upgrade: str
) -> None:
    caplog.set_level("INFO", logger="tablee.web")
    with served(tmp_path) as base, proxy(name, tmp_path, int(base.rpartition(":")[2])) as front:
        for number in range(TRIES):
            with contextlib.closing(Wire(front)) as stranger, contextlib.closing(Wire(front)) as visitor:
                offer = ("Connection: Upgrade", f"Upgrade: {upgrade}", f"Content-Length: {len(BODIES[name])}")
                stranger.send(spelled("GET", "/nothing", *offer))
                # The table has answered before the body comes, or, every other time, most likely not.
                while name == "caddy" and number % 2 and caplog.text.count("/nothing") <= number:
                    time.sleep(0.001)
                with contextlib.suppress(ConnectionError):
                    stranger.send(BODIES[name])
                stranger.answer()
                status, body = visitor.ask(spelled("GET", "/health", "Cookie: lang=en"))
                assert status == 200
                assert b'"ok"' in body
    assert "/nothing" in caplog.text
    assert "/hidden" not in caplog.text


def documented(name: str) -> str:
    """The configuration that docs/hosting.md gives, whole, for a trial on this machine."""
    page = Path("docs/hosting.md").read_text(encoding="utf-8")
    kind, first, around = DOCUMENTED[name]
    blocks: list[str] = re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)
    site = next(block for block in blocks if block.startswith(first))
    assert site.count("127.0.0.1:86") == site.count("127.0.0.1:8642") > 0, "not that of the shards"
    site = site.removeprefix(first).replace("127.0.0.1:8642", "127.0.0.1:BEHIND")
    if name == "nginx":
        assert "listen 443 ssl;" in site
        return f"{around}{site.replace('listen 443 ssl;', 'listen 127.0.0.1:PORT;')}}}\n"
    assert "log_skip @secret" in site
    return around + (site.replace("log_skip", "skip_log") if is_old_caddy() else site)  # as the page says


def is_old_caddy() -> bool:
    output = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=True).stdout
    major, minor = re.findall(r"\d+", output)[:2]
    return (int(major), int(minor)) < (2, 8)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["caddy", "nginx"])
def test_the_documented_proxies_log_no_secret_link(tmp_path: Path, name: str) -> None:
    with contextlib.ExitStack() as there:
        base = there.enter_context(served(tmp_path))
        front = there.enter_context(proxy(name, tmp_path, int(base.rpartition(":")[2]), documented(name)))
        host, guest = there.enter_context(browser_of(front)), there.enter_context(browser_of(front))
        table = opened(host, game="cadeau", way="link")
        room = host.post("/api/v1/gatherings", json={"game": "blocs"}).json()
        links = [link_of(host, table), f"/class/{room['gathering']}/join/teacher/{room['secret']}"]
        assert [guest.get(link).status_code for link in links] == [200, 303]
        assert [guest.get(path).status_code for path in ("/metrics", "/health")] == [404, 200]
    log = (tmp_path / "log").read_text()
    assert table in log
    assert "/health" in log
    assert [link for link in links if link.rpartition("/")[2] in log] == []


SHARDS = {"B": 8642, "C": 8643, "D": 8644}


def documented_shards(name: str, ports: dict[str, int]) -> str:
    """What docs/hosting.md gives for three shards, for a trial on this machine."""
    page = Path("docs/hosting.md").read_text(encoding="utf-8")
    kind, first = ("nginx", "upstream any {\n") if name == "nginx" else ("text", "games.example.org {\n    @secret")
    blocks: list[str] = re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)
    (site,) = (block for block in blocks if block.startswith(first))
    for sign, port in SHARDS.items():
        assert f"127.0.0.1:{port}" in site
        site = site.replace(f"127.0.0.1:{port}", f"127.0.0.1:{ports[sign]}")
    if name == "nginx":
        site = site.replace("listen 443 ssl;", "listen 127.0.0.1:PORT;").replace(
            "/var/log/nginx/access.log", "FOLDER/log"
        )
        return NGINX[: NGINX.index("    upstream")] + site + "}\n"
    head = CADDY[: CADDY.index("    reverse_proxy")]
    return head + (site.replace("log_skip", "skip_log") if is_old_caddy() else site).removeprefix(
        "games.example.org {\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["caddy", "nginx"])
def test_three_shards_behind_one_name(tmp_path: Path, name: str) -> None:
    with contextlib.ExitStack() as there:
        stacks = {sign: there.enter_context(contextlib.ExitStack()) for sign in SHARDS}
        bases = {}
        for sign, stack in stacks.items():
            (tmp_path / sign).mkdir()
            bases[sign] = stack.enter_context(served(tmp_path / sign, shard=sign))
        ports = {sign: int(base.rpartition(":")[2]) for sign, base in bases.items()}
        front = there.enter_context(proxy(name, tmp_path, 0, documented_shards(name, ports)))
        rooms = {}
        for sign, base in bases.items():  # a class opened anywhere
            with browser_of(base) as adult:
                rooms[sign] = adult.post("/api/v1/gatherings", json={"game": "blocs"}).json()
            assert rooms[sign]["code"].startswith(sign)
            assert len(rooms[sign]["code"]) == 5, "as hard to find as another"
            assert rooms[sign]["gathering"].startswith(sign)
        pupil = there.enter_context(browser_of(front))
        for sign, room in rooms.items():  # is found by its code from any shard, typed or by a program
            for typed in (room["code"], room["code"].lower()):
                page = pupil.get("/c", params={"code": typed}, follow_redirects=True)
                assert page.url.path == f"/class/{room['gathering']}/in", sign
                assert page.status_code == 200
            joined = pupil.post("/api/v1/gatherings/join", json={"code": room["code"]}, follow_redirects=True)
            assert joined.json()["gathering"] == room["gathering"]
        for base in bases.values():  # tables and streams go to their owner
            with browser_of(base) as host:
                table = opened(host, game="cadeau", way="link").rpartition("/")[2]
            assert pupil.get(f"/table/{table}").status_code == 200
            with pupil.stream("GET", f"/events/{table[0]}", params={"table": table}) as stream:
                assert "event: change" in stream.iter_lines()
        stacks["C"].close()  # one is gone
        assert pupil.get(f"/c/{rooms['B']['code']}").status_code == 303
        assert pupil.get(f"/c/{rooms['D']['code']}").status_code == 303
        away = pupil.get(f"/c/{rooms['C']['code']}")
        assert away.status_code == 503
        assert "redémarre" in away.text
        assert away.headers["retry-after"] == "30"
        for path in ("/table/Cabc/move", "/table/Cabc'><script>/move"):  # by itself it goes back to where one was
            away = pupil.get(path)
            assert "url=/table/Cabc'>" in away.text
            assert "<script" not in away.text
        assert [pupil.get("/").status_code for _ in range(6)] == [200] * 6
