"""What a wrong referee is, and the table of them."""

import __future__

import ast
import itertools
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType

from tablee.games.blocs import calculation
from tablee.games.blocs import rules as blocs
from tablee.games.cadeau import rules as cadeau
from tablee.games.laaancez import rules as laaancez
from tablee.games.laaancez import sheet
from tablee.protocol import Answer, describe_position, reply

MODULES = {"C": (cadeau,), "B": (blocs, calculation), "L": (laaancez, sheet)}


@dataclass(frozen=True, slots=True)
class Mutant:
    """`rule`: the one it breaks. `game`: where it shows."""

    name: str
    rule: str
    text: str
    patch: Callable[[], None]

    @property
    def game(self) -> str:
        return {"C": "cadeau", "B": "blocs", "L": "laaancez"}[self.rule[0]]


MUTANTS: dict[str, Mutant] = {}


def answer(line: str) -> Answer:
    """The answer of the rules, as they stand, to a line."""
    return reply(line, lambda request: describe_position(request.game, request.state, "en"), "en")


def edit(modules: tuple[ModuleType, ...], lines: list[str]) -> None:
    """Put the lines with a + in the place of those with a - before them, which stand once in one of the modules."""
    before = {module: Path(module.__file__ or "").read_text(encoding="utf-8") for module in modules}
    sources = dict(before)
    parts = ["\n".join(line[1:] for line in part) for _, part in itertools.groupby(lines, key=lambda line: line[0])]
    for right, wrong in zip(parts[::2], parts[1::2], strict=True):
        (module,) = (module for module, source in sources.items() if source.count(right) == 1)
        sources[module] = sources[module].replace(right, wrong)
    for module, source in sources.items():
        known = statements(before[module])
        for statement in statements(source):
            if statement not in known:
                run(module, statement)


def statements(source: str) -> list[str]:
    """The source of a module, statement by statement, decorators included."""
    lines, found = source.splitlines(), []
    for node in ast.parse(source).body:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
        found.append("\n".join(lines[first - 1 : node.end_lineno]))
    return found


def run(module: ModuleType, statement: str) -> None:
    """Run a statement in a module, and hand what it defines to whoever in its game had the old one."""
    old = dict(vars(module))
    exec(compile(statement, module.__name__, "exec", __future__.annotations.compiler_flag), vars(module))
    changed = [name for name in old if vars(module)[name] is not old[name]]
    for other in list(sys.modules.values()):
        if other.__name__.startswith(module.__package__ or "-"):
            for name in changed:
                if vars(other).get(name) is old[name]:
                    setattr(other, name, vars(module)[name])


for head, *lines in map(str.splitlines, Path(__file__).with_name("rules.txt").read_text("utf-8").split("\n\n")):
    (rule, name), about = head.split(": ")[0].split(), head.partition(": ")[2]
    MUTANTS[name] = Mutant(name, rule, about, partial(edit, MODULES[rule[0]], lines))
