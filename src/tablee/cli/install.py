"""`tablee install EXTRA…`: more packages into the environment that Tablée runs in."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from tablee import __version__
from tablee.core.errors import RequestError
from tablee.core.extras import FAMILY, MORE, checkout

from .parser import Parser

EXAMPLES = ("tablee install", "tablee install lab", "tablee install postgres", "tablee install examples/osselets")


def arguments(parser: Parser) -> None:
    parser.add(
        "extra EXTRA",
        f"{', '.join(MORE)}, ou le dossier d’un jeu ; sans rien, ce dont les familles ont besoin",
        f"{', '.join(MORE)}, or the folder of a game; without one, what families need",
        nargs="*",
    )


def run(args: argparse.Namespace) -> int:
    unknown = [extra for extra in args.extra if extra not in MORE and not (Path(extra) / "pyproject.toml").is_file()]
    if unknown:
        raise RequestError(
            f"« {unknown[0][:40]} » ne s’installe pas ; il y a {', '.join(MORE)}, ou le dossier d’un jeu.",
            f"“{unknown[0][:40]}” cannot be installed; there are {', '.join(MORE)}, or the folder of a game.",
        )
    return install(args.extra, args.lang)


def install(extras: list[str], lang: str) -> int:
    """These extras into the environment that we run in, told in that language; the exit code."""
    root = checkout()
    if root is not None:
        boot = [sys.executable, str(root / "tools" / "boot.py"), "install", *extras]
        return subprocess.call(boot, env={**os.environ, "LANGUAGE": lang})
    return _pip(extras)


def _pip(extras: list[str]) -> int:
    """Without a checkout: by the pip of this environment, in the version that runs here."""
    packages = [MORE[extra] for extra in extras if extra in MORE] or [f"tablee[{','.join(FAMILY)}]"] * (not extras)
    requirements = [f"{name}=={__version__}" for name in packages] + [name for name in extras if name not in MORE]
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False).returncode:
        raise RequestError(
            f"Il n’y a pas de pip ici ; à installer avec votre outil : {' '.join(requirements)}",
            f"There is no pip here; install with your own tool: {' '.join(requirements)}",
        )
    return subprocess.call([sys.executable, "-m", "pip", "install", *requirements])
