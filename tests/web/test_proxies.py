"""Behind a real Caddy and a real nginx: no stranger asks in the next visitor's name, and no log tells a secret link."""

from __future__ import annotations

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
    (site,) = (block for block in blocks if block.startswith(first))
    assert "127.0.0.1:8642" in site
    site = site.removeprefix(first).replace("127.0.0.1:8642", "127.0.0.1:BEHIND")
    if name == "nginx":
        assert "listen 443 ssl;" in site
        return f"{around}{site.replace('listen 443 ssl;', 'listen 127.0.0.1:PORT;')}}}\n"
    assert "log_skip @secret" in site
    return around + (site.replace("log_skip", "skip_log") if is_old_caddy() else site)  # as the page says


def is_old_caddy() -> bool:
    told = subprocess.run(["caddy", "version"], capture_output=True, text=True, check=True).stdout
    major, minor = re.findall(r"\d+", told)[:2]
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
