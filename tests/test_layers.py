"""Imports only go down the ladder of docs/architecture.md, and the light layers stay light."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "tablee"
LADDER = (
    ("cli",),
    ("site",),
    ("web", "terminal", "adapters", "simulate", "conform"),
    ("lab",),
    ("arena",),
    ("puzzles",),
    ("table", "sheets", "protocol", "analysis"),
    ("bots",),
    ("solvers",),
    ("kernels", "drawing", "runs"),
    ("words",),
    ("games",),
    ("core",),
)
RUNG = {layer: rung for rung, layers in enumerate(LADDER) for layer in layers}
HEAVY = ("arena", "lab", "adapters", "simulate", "sheets", "solvers", "kernels")
LIGHT = tuple(layer for layer in RUNG if layer not in HEAVY)
PURE = ("core", "games")  # standard library only


def imports(path: Path) -> set[str]:
    """The dotted names of every module that a file imports, wherever in the file."""
    package = ("tablee", *path.relative_to(SOURCE).parts[:-1])
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *(node.module or "").split("."))).strip(".")
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return found


def layer_of(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if parts[0] == "tablee" and len(parts) > 1 and parts[1] in RUNG else None


FILES = sorted(path for path in SOURCE.rglob("*.py") if len(path.relative_to(SOURCE).parts) > 1)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_down(path: Path) -> None:
    layer = path.relative_to(SOURCE).parts[0]
    assert layer in RUNG, f"{layer} has no rung on the ladder"
    for name in imports(path):
        other = layer_of(name)
        if other and other != layer:
            assert RUNG[other] > RUNG[layer], f"{layer} must not import {name}"


@pytest.mark.parametrize("path", [path for path in FILES if path.relative_to(SOURCE).parts[0] in PURE], ids=str)
def test_rules_use_the_standard_library_only(path: Path) -> None:
    for name in imports(path):
        root = name.split(".")[0]
        assert root == "tablee" or root in sys.stdlib_module_names or root == "__future__"
        assert root not in ("random", "secrets") or path.name == "dice.py", "chance enters through core.dice only"


def test_games_do_not_import_each_other() -> None:
    for path in SOURCE.glob("games/*/*.py"):
        others = {"cadeau", "blocs", "laaancez"} - {path.parent.name}
        assert not [name for name in imports(path) if any(f"games.{other}" in name for other in others)]


@pytest.mark.parametrize("layer", LIGHT)
def test_light_layers_import_without_numbers(layer: str) -> None:
    """Importing every module of the layer loads neither NumPy nor numba."""
    modules = [
        ".".join(("tablee", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        for path in FILES
        if path.relative_to(SOURCE).parts[0] == layer and "migrations" not in path.parts
    ]
    program = (
        f"import importlib, sys\nfor name in {modules!r}: importlib.import_module(name)\n"
        "print(*sorted({'numpy', 'numba'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


FLAG = re.compile(r"(?<![\w-])--[a-z]{2,}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_libraries_name_no_flags(path: Path) -> None:
    """A sentence about `--data` helps whoever types commands, and puzzles everybody else."""
    if path.relative_to(SOURCE).parts[0] in ("cli", "terminal", "web"):
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
            said = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
            assert not [words for words in said if isinstance(words, str) and FLAG.search(words)]


BY_NAME = re.compile(r"""(==|!=) *["'](cadeau|blocs|laaancez)["']|NAME *(==|!=)""")


def test_no_room_asks_for_a_game_by_its_name() -> None:
    """What differs from game to game is in a module of the game's name, or in a table."""
    own = ("cadeau", "blocs", "laaancez", "games")
    for path in (*SOURCE.rglob("*.py"), *SOURCE.rglob("*.html"), *SOURCE.rglob("*.js")):
        if not {path.stem, *path.relative_to(SOURCE).parts} & set(own):
            assert not BY_NAME.search(path.read_text(encoding="utf-8")), path
