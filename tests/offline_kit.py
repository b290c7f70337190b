"""What the tests of the app share: one site for all of them, and a server of it that can be stopped."""

import atexit
import contextlib
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tablee_app.build import make_file_server

COMPLETE = """async () => {
  await navigator.serviceWorker.ready; // it has kept all files
  return navigator.serviceWorker.controller !== null;
}"""
# Is what the next start begins from kept as well?
REMEMBERED = """async () => {
  const name = (await caches.keys()).find((name) => name.startsWith("snapshot-"));
  return name ? (await (await caches.open(name)).keys()).length : 0;
}"""
# Touches what comes first: what is to be pressed, a cell, an offer, the next block of the first push, an object.
TOUCH = """() => {
  const seen = (one) => one.getClientRects().length && !one.disabled;
  const pressed = document.querySelectorAll("#board .only-wide .spot[aria-pressed=true]").length;
  const push = document.querySelector("#board .only-wide svg[data-tokens]")?.dataset.tokens.split(" ")[0].split(",");
  const block = push ? [`#board .only-wide .spot.can[id$='-${push[pressed]}'][aria-pressed=false]`] : [];
  const order = ["#do-roll", "#do-push", "#panel [name=move]", "#board .spot.can[name=move]", "#offer-1",
    "#offer-2", ...block, "#board .spot.can[name=pick]"];
  for (const one of order) {
    const all = [...document.querySelectorAll(one)];
    const found = all.find((spot) => seen(spot) && spot.getAttribute("aria-pressed") !== "true");
    if (found) { found.click(); return; }
  }
}"""
SHOWN = "() => document.querySelector('#turn').dataset.phase + document.querySelector('#table').innerHTML"
GAMES: dict[str, dict[str, str]] = {
    "cadeau": {"zones": "2"},
    "blocs": {"mode": "fast", "level": "3", "first": "me"},
    "laaancez": {},
}


@cache
def _made() -> Path:
    """The app as the command makes it, once for all tests of this process."""
    folder = Path(tempfile.mkdtemp(prefix="tablee-site-"))
    atexit.register(shutil.rmtree, folder)
    program = "import sys; from tablee.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", program, "build-app", "-o", folder], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def site(folder: Path) -> Path:
    """The app in a folder, where a test may change it."""
    return shutil.copytree(_made(), folder, dirs_exist_ok=True)


@contextlib.contextmanager
def given_out(folder: Path, port: int = 0) -> Iterator[str]:
    """The address of a folder, for as long as there is a network."""
    with make_file_server(folder, port) as serving:
        thread = threading.Thread(target=serving.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{serving.server_address[1]}/"
        finally:
            serving.shutdown()
            thread.join()
