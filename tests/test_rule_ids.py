"""Every numbered rule is held by at least one test that cites it."""

import ast
from pathlib import Path

TESTS = Path(__file__).parent
RULES = (
    {f"C{number}" for number in range(1, 12)}
    | {"C7a"}
    | {f"B{number}" for number in range(1, 19)}
    | {f"L{number}" for number in range(1, 14)}
)


def cited(path: Path) -> set[str]:
    """The ids in every `@pytest.mark.rule("…")` of a test file that decorates a test."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    found |= {ast.literal_eval(argument) for argument in mark.args}
    return found


def test_every_rule_has_a_test() -> None:
    everywhere = set().union(*(cited(path) for path in TESTS.rglob("test_*.py")))
    assert everywhere == RULES
