"""Firefox and WebKit as Debian ships them, driven by scripts: WebDriver BiDi for one, WebDriver for the other."""

import contextlib
import json
import os
import re
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

PATIENCE = 300  # seconds that one script may take
Run = Callable[[str], Any]  # the expression of a promise, awaited in the page: its value


@contextlib.contextmanager
def started(words: list[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """A program, for as long as it is needed."""
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, text=True, **options) as process:
        try:
            yield process
        finally:
            process.terminate()


def needed(name: str, package: str) -> str:
    found = shutil.which(name)
    assert found, f"{name} is needed: apt install {package}"
    return found


@contextlib.contextmanager
def firefox(folder: Path) -> Iterator[Run]:
    words = [needed("firefox-esr", "firefox-esr"), "--headless", "--no-remote", "--profile", str(folder)]
    words += ["--remote-debugging-port", "0", "about:blank"]
    with started(words, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        where = next(found[0] for line in process.stderr if (found := re.search(r"ws://\S+", line)))
        with connect(f"{where}/session", max_size=None) as line:
            count = 0

            def ask(method: str, **params: Any) -> Any:
                nonlocal count
                count += 1
                line.send(json.dumps({"id": count, "method": method, "params": params}))
                while True:
                    answer = json.loads(line.recv(timeout=PATIENCE))
                    if answer.get("id") == count:
                        assert answer["type"] == "success", answer
                        return answer["result"]

            ask("session.new", capabilities={})
            context = ask("browsingContext.getTree")["contexts"][0]["context"]

            def run(script: str) -> Any:
                if script.startswith("http://"):
                    return ask("browsingContext.navigate", context=context, url=script, wait="interactive")
                text = f"(async () => JSON.stringify(await {script} ?? null))()"
                done = ask("script.evaluate", expression=text, target={"context": context}, awaitPromise=True)
                assert done["type"] == "success", done
                return json.loads(done["result"]["value"])

            yield run


@contextlib.contextmanager
def screen() -> Iterator[dict[str, str]]:
    """A screen that nobody looks at: WebKit's small browser wants one."""
    reading, writing = os.pipe()
    words = [needed("Xvfb", "xvfb"), "-displayfd", str(writing), "-screen", "0", "1000x900x24", "-nolisten", "tcp"]
    with started(words, stderr=subprocess.DEVNULL, pass_fds=(writing,)):
        os.close(writing)
        with open(reading) as sentence:
            yield {"DISPLAY": f":{sentence.readline().strip()}"}


@contextlib.contextmanager
def webkit(folder: Path) -> Iterator[Run]:
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
    assert browser is not None, "WebKit is needed: apt install webkit2gtk-driver"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def ask(path: str, body: dict[str, Any] | None = None, method: str = "POST") -> Any:
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, method=method)
        with urllib.request.urlopen(asked, timeout=PATIENCE + 10) as answer:
            return json.loads(answer.read())["value"]

    own = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "XDG_CACHE_HOME": str(folder / "cache")}
    with screen() as shown:
        environment = {**os.environ, **own, **shown, "GDK_BACKEND": "x11", "LIBGL_ALWAYS_SOFTWARE": "1"}
        words = [needed("WebKitWebDriver", "webkit2gtk-driver"), f"--port={port}"]
        with started(words, stderr=subprocess.DEVNULL, env=environment):
            for _ in range(100):
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                time.sleep(0.1)
            options = {"binary": str(browser), "args": ["--automation"]}
            wanted = {"alwaysMatch": {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}}
            session = f"/session/{ask('/session', {'capabilities': wanted})['sessionId']}"
            ask(f"{session}/timeouts", {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})

            def run(script: str) -> Any:
                if script.startswith("http://"):
                    return ask(f"{session}/url", {"url": script})
                text = f"const done = arguments[0]; ({script}).then(done, (error) => done({{ error: String(error) }}));"
                found = ask(f"{session}/execute/async", {"script": text, "args": []})
                assert not (isinstance(found, dict) and "error" in found), found
                return found

            try:
                yield run
            finally:
                ask(session, method="DELETE")


ENGINES: dict[str, Callable[[Path], contextlib.AbstractContextManager[Run]]] = {"firefox": firefox, "webkit": webkit}
