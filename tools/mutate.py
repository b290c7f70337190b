"""Mutation testing of the rules: change one thing in `games/`, and see whether a test notices.

    .venv/bin/python tools/mutate.py                  every mutant (about 8 minutes)
    .venv/bin/python tools/mutate.py blocs            only the files whose path holds that word
    .venv/bin/python tools/mutate.py --list           count the mutants, run nothing

A mutant swaps a comparison or an operator, shifts a number, negates a condition, empties a result or spoils a word that
the rules compare (not the sentences for people). It is killed when a test fails, or hangs. Survivors that cannot change
what a user sees are explained in tools/survivors.toml; the exit code is 1 when fewer than 90 % are killed or a
survivor is not explained there.
"""

from __future__ import annotations

import argparse
import ast
import copy
import multiprocessing
import os
import shutil
import signal
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import hypothesis.strategies  # noqa: F401 (loaded once, before the forks)
import pytest

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "tablee" / "games"
WANTED = 0.90
PATIENCE = 120  # seconds for one mutant's tests

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


@dataclass(frozen=True)
class Mutant:
    path: Path
    line: int
    function: str
    what: str
    source: str

    @property
    def name(self) -> str:
        return f"{self.path.relative_to(GAMES)} {self.function}: {self.what}"


# --- making mutants -------------------------------------------------------------------------------------------


def variations(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """What a node can be changed into, and how to call the change."""
    if isinstance(node, ast.Compare):
        for place, op in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[place] = COMPARISONS[type(op)]()
            yield "", changed
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        changed_op = copy.deepcopy(node)
        changed_op.op = OPERATORS[type(node.op)]()
        yield "", changed_op
    elif isinstance(node, ast.BoolOp):
        swapped = copy.deepcopy(node)
        swapped.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "", swapped
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "", node.operand
    elif isinstance(node, ast.IfExp):
        yield "", ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Return) and node.value is not None and not _is_none(node.value):
        yield "", ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield "", ast.Constant(not node.value)
        elif isinstance(node.value, int):
            yield "", ast.Constant(node.value + 1)
        elif isinstance(node.value, str) and node.value:
            yield "", ast.Constant(node.value + "¤")


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def skipped(node: ast.AST) -> bool:
    """Sentences for people, annotations' helpers, and what only feeds the type checker or a cache."""
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Text", "Option"):
        return True
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
        return True
    return isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr)


class Finder(ast.NodeVisitor):
    """Every place that can be changed, with the chain of fields that leads to it."""

    def __init__(self) -> None:
        self.found: list[tuple[tuple[str | int, ...], ast.AST, str]] = []
        self.path: tuple[str | int, ...] = ()
        self.function = "module"

    def generic_visit(self, node: ast.AST) -> None:
        if skipped(node):
            return
        outer = self.function
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            self.function = node.name if outer == "module" else f"{outer}.{node.name}"
        self.found.append((self.path, node, self.function))
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_ignores"):
                continue
            if isinstance(value, list):
                for place, item in enumerate(value):
                    if isinstance(item, ast.AST) and not self._docstring(node, name, place):
                        self._down((name, place), item)
            elif isinstance(value, ast.AST):
                self._down((name,), value)
        self.function = outer

    def _down(self, step: tuple[str | int, ...], node: ast.AST) -> None:
        outer, self.path = self.path, self.path + step
        self.visit(node)
        self.path = outer

    @staticmethod
    def _docstring(node: ast.AST, name: str, place: int) -> bool:
        body = getattr(node, name)
        return (
            name == "body"
            and place == 0
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
            and isinstance(body[0].value.value, str)
        )


def replaced(tree: ast.Module, path: tuple[str | int, ...], new: ast.AST) -> str:
    changed = copy.deepcopy(tree)
    at: object = changed
    for step in path[:-1]:
        at = at[step] if isinstance(step, int) and isinstance(at, list) else getattr(at, str(step))
    last = path[-1]
    if isinstance(last, int) and isinstance(at, list):
        at[last] = new
    else:
        setattr(at, str(last), new)
    return ast.unparse(ast.fix_missing_locations(changed))


def mutants(path: Path) -> Iterator[Mutant]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    finder = Finder()
    finder.visit(tree)
    for way, node, function in finder.found:
        for _, changed in variations(node):
            what = f"{ast.unparse(node)} -> {ast.unparse(ast.fix_missing_locations(changed))}"
            yield Mutant(path, getattr(node, "lineno", 0), function, what, replaced(tree, way, changed))


# --- killing them ---------------------------------------------------------------------------------------------


def tests_for(path: Path) -> tuple[list[str], list[str]]:
    """The game's own tests, which are quick and kill most; then everything that plays the rules."""
    own = {"sheet.py": "test_sheet.py"}.get(path.name, f"test_{path.parent.name}.py")
    return [f"tests/games/{own}"], ["tests/games", "tests/core/test_record.py", "tests/cli/test_referee.py"]


def killed(mutant: Mutant) -> bool:
    """Does a test fail with this mutant in place? Each worker has a copy of the package of its own."""
    target = TREE / "tablee" / mutant.path.relative_to(ROOT / "src" / "tablee")
    original = target.read_text(encoding="utf-8")
    target.write_text(mutant.source, encoding="utf-8")
    try:
        return any(fails(files) for files in tests_for(mutant.path))
    finally:
        target.write_text(original, encoding="utf-8")


def fails(files: list[str]) -> bool:
    """Run the tests in a fork of this process, which has pytest loaded already but nothing of the package."""
    child = os.fork()
    if not child:
        os.setsid()
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        sys.dont_write_bytecode = True
        sys.path.insert(0, str(TREE))
        os._exit(int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *files])))
    limit = time.monotonic() + PATIENCE
    while time.monotonic() < limit:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status) != 0
        time.sleep(0.01)
    os.killpg(child, signal.SIGKILL)  # it hangs: a test notices
    os.waitpid(child, 0)
    return True


TREE = Path()  # a worker's own copy of the package


def settle(folder: str) -> None:
    global TREE
    TREE = Path(folder) / str(os.getpid())
    shutil.copytree(ROOT / "src", TREE, ignore=shutil.ignore_patterns("__pycache__"))
    os.chdir(ROOT)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the rules' tests need no plugin


def explained() -> dict[str, str]:
    path = ROOT / "tools" / "survivors.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))["survivors"] if path.exists() else {}


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Mutation testing of src/tablee/games.")
    parser.add_argument("only", nargs="?", default="", help="a word that the file's path must hold")
    parser.add_argument("--list", action="store_true", help="count the mutants, run nothing")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args(words)
    paths = [path for path in sorted(GAMES.rglob("*.py")) if args.only in str(path.relative_to(GAMES))]
    todo = [mutant for path in paths if path.name != "__init__.py" for mutant in mutants(path)]
    print(f"{len(todo)} mutants in {len(paths)} files", flush=True)
    if args.list:
        return 0
    survivors: list[Mutant] = []
    fork = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory() as folder, fork.Pool(args.workers, settle, (folder,)) as pool:
        for number, (mutant, dead) in enumerate(zip(todo, pool.imap(killed, todo), strict=True), 1):
            if not dead:
                survivors.append(mutant)
                print(f"survived: {mutant.name}  (line {mutant.line})", flush=True)
            if number % 50 == 0:
                print(f"{number}/{len(todo)}, {len(survivors)} survived", flush=True)
    reasons = explained()
    unexplained = [mutant.name for mutant in survivors if mutant.name not in reasons]
    share = 1 - len(survivors) / max(1, len(todo))
    print(f"killed {len(todo) - len(survivors)} of {len(todo)} ({share:.1%})")
    print(f"survivors not explained: {len(unexplained)}")
    return 0 if share >= WANTED and not unexplained else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
