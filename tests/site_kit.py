"""What the tests of the app share: one site for all of them, and a server of it that can be stopped."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from tablee.site.serve import server


def site(folder: Path) -> Path:
    """The app in a folder, as the command makes it. What was compiled before is not compiled again."""
    program = "import sys; from tablee.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", program, "site", "-o", folder], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@contextlib.contextmanager
def given_out(folder: Path, port: int = 0) -> Iterator[str]:
    """The address of a folder, for as long as there is a network."""
    with server(folder, port) as serving:
        thread = threading.Thread(target=serving.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{serving.server_address[1]}/"
        finally:
            serving.shutdown()
            thread.join()
