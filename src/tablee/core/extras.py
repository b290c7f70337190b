"""What Tablée can use beyond the standard library, and the command that installs it."""

import os
import re
from pathlib import Path

FAMILY = ("table", "print")  # what `./tablee` alone sets up
MORE = {
    "lab": "tablee-lab[adapters]",
    "app": "tablee-app[node]",
    "postgres": "tablee-postgres",
    "gpu": "tablee-lab[gpu]",
    "cluster": "tablee-lab[cluster]",
    "release": "tablee[release]",
}
"""What `tablee install` can add, as pip calls it."""


def checkout() -> Path | None:
    """The clone that this package runs from, if it does."""
    root = Path(__file__).resolve().parents[3]
    return root if (root / "tools" / "boot.py").is_file() else None


def command_name() -> str:
    if checkout() is None:
        return "tablee"
    return r".\tablee" if os.name == "nt" else "./tablee"


def spell_command(text: str) -> str:
    """Examples as they can be typed here: `tablee play` as `./tablee play` in a clone."""
    return re.sub(r"(?<![\w./])tablee(?= |$)", lambda _: command_name(), text, flags=re.MULTILINE)


def install_command(extra: str) -> str:
    """The command that installs an extra: what families use comes all at once."""
    return f"{command_name()} install" + ("" if extra in FAMILY else f" {extra}")
