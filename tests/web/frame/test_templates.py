"""The templates as code: short lines, and what they read of a page's objects exists."""

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest
from jinja2 import Environment, meta, nodes

import tablee.web
from tablee.web.frame.page import environment
from tablee.web.frame.words import Words

WIDTH = 120
TEMPLATES = sorted((Path(tablee.web.__file__).parent / "templates").glob("*.html"))
VIEWS = {
    "s",
    "p",
    "r",
    "tutor",
    "table",
    "record",
    "profile",
    "exchange",
}  # a template says the types of these


def declared(source: str) -> dict[str, type]:
    """The types that a template names in the comment at its head, `{# s: tablee.web.play.table_page.TablePage #}`."""
    head = re.match(r"\{# (\w+: .*?) #\}", source, re.DOTALL)
    found: dict[str, type] = {}
    for name, module, kind in re.findall(r"(\w+): ([\w.]+)\.(\w+)", head[1] if head else ""):
        found[name] = getattr(import_module(module), kind)
    return found


def attributes(kind: type) -> set[str]:
    """The names that objects of a class have, those too that its `__init__` gives them."""
    bases = [base for base in kind.__mro__ if base.__module__.startswith("tablee")]
    given = {name for base in bases for name in re.findall(r"\bself\.(\w+)", inspect.getsource(base))}
    return {*dir(kind), *given, *(name for base in bases for name in base.__annotations__)}


def read(environment: Environment, source: str) -> dict[str, set[str]]:
    """Which attributes a template reads of each name that it is given."""
    tree = environment.parse(source)
    found: dict[str, set[str]] = {name: set() for name in meta.find_undeclared_variables(tree)}
    for node in tree.find_all(nodes.Getattr):
        if isinstance(node.node, nodes.Name) and node.node.name in found:
            found[node.node.name].add(node.attr)
    return {name: names for name, names in found.items() if names}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_a_template_is_laid_out_and_typed(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert [number for number, line in enumerate(source.splitlines(), 1) if len(line) > WIDTH] == []
    types, names = declared(source), read(environment(), source)
    assert (names.keys() & VIEWS) - types.keys() == set(), "of which type are these?"
    for name, kind in types.items():
        if kind is not Words:  # its attributes are the words it was given
            assert names.get(name, set()) <= attributes(kind), f"{name} is a {kind.__name__}"
