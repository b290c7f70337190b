"""Behind a real Caddy and a real nginx with keepalive: a stranger's body is never asked in the next visitor's name."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.test_http import Wire, spelled
from tests.web_kit import served

CADDY = """{{
    admin off
    auto_https off
}}
http://:{port} {{
    bind 127.0.0.1
    reverse_proxy 127.0.0.1:{behind} {{
        flush_interval -1
    }}
}}
"""
NGINX = """daemon off;
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    upstream tablee {{ server 127.0.0.1:{behind}; keepalive 1; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://tablee;
            client_body_buffer_size 1m;
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $http_connection;
            proxy_set_header Host $http_host;
        }}
    }}
}}
"""
HIDDEN = spelled("GET", "/hidden")
# Caddy sends a body on as it comes. nginx waits for all of it: a long one still arrives there in several pieces, and
# whichever comes apart begins with empty lines, which may stand before a request.
BODIES = {"caddy": HIDDEN, "nginx": b"\r\n" * 250_000 + HIDDEN}
TRIES = 14


@contextlib.contextmanager
def proxy(name: str, folder: Path, behind: int) -> Iterator[str]:
    program = shutil.which(name, path="/usr/sbin:/usr/bin:/usr/local/bin")
    assert program, f"{name} is missing; type: apt-get install -y caddy nginx-light"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    config = folder / "config"
    config.write_text((CADDY if name == "caddy" else NGINX).format(port=port, behind=behind, folder=folder))
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
                assert (status, b'"ok"' in body) == (200, True)
    assert "/nothing" in caplog.text
    assert "/hidden" not in caplog.text
