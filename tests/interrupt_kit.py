"""Ctrl-C at a real terminal."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import tablee

PROGRAM = "import sys; from tablee import cli; sys.exit(cli.start())"


def interrupted(folder: Path, words: tuple[str, ...], sign: bytes) -> str:
    """Run a command in English, interrupt its whole group once the terminal shows the sign; what it printed.

    It must end soon, with exit code 130.
    """
    main, terminal = pty.openpty()
    with (folder / "out").open("w+b") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words, "--lang", "en"],
            stdout=out,
            stderr=terminal,
            start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(Path(tablee.__file__).parents[1])},
        )
        os.close(terminal)
        seen = b""
        while sign not in seen:
            seen += os.read(main, 4096)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(60) == 130
        out.seek(0)
        printed = out.read().decode()
    os.close(main)
    return printed
