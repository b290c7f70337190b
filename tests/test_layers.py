"""The house rules about imports and names (docs/architecture.md): one list of offenders, and it is empty."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tablee.core.registry import load

ROOT = Path(__file__).parents[1]
SOURCES = {
    "tablee": ROOT / "src" / "tablee",
    "tablee_app": ROOT / "packages" / "tablee-app" / "src" / "tablee_app",
    "tablee_lab": ROOT / "packages" / "tablee-lab" / "src" / "tablee_lab",
    "tablee_postgres": ROOT / "packages" / "tablee-postgres" / "src" / "tablee_postgres",
}
LADDERS = {
    "tablee": (
        ("cli",),
        ("offline",),
        ("games",),  # found by name in core.registry: no floor below imports one
        ("web", "terminal"),
        ("gathering",),
        ("puzzles",),
        ("table", "paper", "protocol", "review"),
        ("bots",),
        ("engine", "drawing"),
        ("words",),
        ("core",),
    ),
    "tablee_app": (("commands",), ("build_app",), ("build",), ("archive",), ("runtime",)),
    "tablee_lab": (
        ("commands", "pages"),
        ("cli", "page"),
        ("adapters", "simulate"),
        ("lab",),
        ("arena",),
        ("batch_policies",),
        ("draws", "kernels", "runs", "yardstick"),
    ),
    "tablee_postgres": (("commands",), ("migrate",), ("store",)),
}
RUNG = {
    f"{package}.{layer}": rung
    for package, ladder in LADDERS.items()
    for rung, layers in enumerate(ladder)
    for layer in layers
}
MAY_IMPORT = {"tablee": ()} | dict.fromkeys(("tablee_app", "tablee_lab", "tablee_postgres"), ("tablee",))
RULES = ("__init__", "rules", "notation", "calculation", "sheet")  # of a game: they import the core alone
HOUSE = ("cadeau", "blocs", "laaancez")
TYPED = (  # may name flags
    *("tablee.cli", "tablee.terminal", "tablee.web"),
    *("tablee_app.build_app", "tablee_lab.cli", "tablee_postgres.migrate"),
)
DOCUMENTED = ("os._exit",)  # with an underscore, and public all the same
FLAG = re.compile(r"(?<![\w-])--[a-z]{2,}")
BY_NAME = re.compile(r"""(==|!=) *["'](cadeau|blocs|laaancez)["']|NAME *(==|!=)""")
NAMED = re.compile(r"(?<![\w-])(cadeau|blocs|laaancez)(?![\w-])")  # in a string without spaces: no sentence
QUOTED = re.compile(r"""["'=]([\w-]+)["'&]""")
HOMONYMS = {  # what is an option's key, and in these folders another thing
    "level": {"drawing", "gathering", "web/api", "web/gathering", "web/templates"},  # an animal's in a class; a style
    "mode": {"table", "web/api"},  # of the tutor
    "push": {"web/frame"},  # a button
    "sheet": {"drawing", "paper", "web/play", "web/templates"},  # of paper; a cookie
}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def files() -> Iterator[tuple[str, Path]]:
    """Every module by its package of ours, but for the front door."""
    for package, folder in SOURCES.items():
        yield from ((package, path) for path in sorted(folder.rglob("*.py")))


@cache
def modules() -> dict[str, tuple[str, Path]]:
    """Package and file of every module by its dotted name."""
    found = {}
    for package, path in files():
        parts = path.relative_to(SOURCES[package]).with_suffix("").parts
        found[".".join((package, *parts)).removesuffix(".__init__")] = package, path
    return found


def place(package: str, path: Path) -> str:
    """`tablee.web` of tablee/web/app.py."""
    parts = path.relative_to(SOURCES[package]).with_suffix("").parts
    return f"{package}.{parts[0]}"


def imports(package: str, path: Path) -> set[str]:
    """The dotted names of every module that a file imports, wherever in the file."""
    folder = (package, *path.relative_to(SOURCES[package]).parts[:-1])
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = folder[: len(folder) - node.level + 1] if node.level else ()
            base = ".".join((*above, *(node.module or "").split("."))).strip(".")
            names = {f"{base}.{alias.name}" for alias in node.names}
            found |= names if names <= modules().keys() else {base, *names}  # `from tablee import bots` asks for bots
    return found


def upward(package: str, path: Path) -> Iterator[str]:
    own = place(package, path)
    if own in (f"{package}.__init__", "tablee.front", "tablee.__main__"):
        return
    if own not in RUNG:
        yield f"{own} has no rung on the ladder"
        return
    for name in imports(package, path):
        other = ".".join(name.split(".")[:2])
        if other != own and other in RUNG and other.startswith(f"{package}.") and RUNG[other] <= RUNG[own]:
            yield f"imports {name}, which is not below it"


def across(package: str, path: Path) -> Iterator[str]:
    for name in imports(package, path):
        root = name.split(".")[0]
        if root in SOURCES and root not in (package, *MAY_IMPORT[package]):
            yield f"imports {name} of another distribution"


def impure(package: str, path: Path) -> Iterator[str]:
    """The core and the rules use the standard library only, and no chance; no game imports another."""
    own = path.relative_to(SOURCES[package]).parts
    game = own[1] if package == "tablee" and own[0] == "games" and len(own) > 2 else ""
    for name in imports(package, path):
        if game and any(name.startswith(f"tablee.games.{other}") for other in HOUSE if other != game):
            yield f"imports {name} of another game"
        if place(package, path) != "tablee.core" and not (len(own) == 3 and game and path.stem in RULES):
            continue
        root = name.split(".")[0]
        if root == "tablee" and game and not name.startswith(("tablee.core", f"tablee.games.{game}")):
            yield f"imports {name}, and rules import the core alone"
        if root not in ("tablee", "__future__") and root not in sys.stdlib_module_names:
            yield f"imports {name}"
        if root in ("random", "secrets") and path.name != "dice.py":
            yield "chance enters through core.dice only"


def private(package: str, path: Path) -> Iterator[str]:
    """Names with an underscore belong to whoever wrote them: none of another package is imported or looked up."""
    modules: dict[str, str] = {}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            modules |= {(alias.asname or alias.name.split(".")[0]): alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [alias.name for alias in node.names if hidden(alias.name)]
            within = [part for part in (node.module or "").split(".") if hidden(part)]
            if (node.module or "").split(".")[0] != package:
                yield from (f"imports {node.module}.{name}" for name in [*names, *within])
                modules |= {(alias.asname or alias.name): f"{node.module}.{alias.name}" for alias in node.names}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and hidden(node.attr) and isinstance(node.value, ast.Name):
            used = f"{modules.get(node.value.id, package)}.{node.attr}"
            if used.split(".")[0] != package and used not in DOCUMENTED:
                yield f"uses {used}"
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            named = [str(one.value) for one in node.args if isinstance(one, ast.Constant)]
            yield from (f"imports {name}" for name in named if "._" in name)


def hidden(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def flags(package: str, path: Path) -> Iterator[str]:
    """A sentence about `--data` helps whoever types commands, and puzzles everybody else."""
    if place(package, path) in TYPED:
        return
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Text":
            constants = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
            yield from (f"says {words}" for words in constants if isinstance(words, str) and FLAG.search(words))


def test_the_house_rules() -> None:
    offenders = [
        f"{path.relative_to(ROOT)}: {offence}"
        for package, path in files()
        for rule in (upward, across, impure, private, flags)
        for offence in rule(package, path)
    ]
    assert not offenders, "\n".join(offenders)


def test_no_module_imports_itself_by_a_detour() -> None:
    """No circle of imports, those for types and inside functions included; a package and its parts count as one."""
    edges = {
        own: {name for name in imports(*found) if name in modules() and not f"{own}.".startswith(f"{name}.")}
        for own, found in modules().items()
    }
    while True:
        wanted = set[str]().union(*edges.values())
        free = [name for name, found in edges.items() if not found & edges.keys() or name not in wanted]
        if not free:
            break
        for name in free:
            del edges[name]
    assert not edges, "\n".join(f"{name} imports {sorted(found & edges.keys())}" for name, found in edges.items())


def test_no_room_asks_for_a_game_by_its_name() -> None:
    """What differs from game to game is in a module of the game's name, or in a table."""
    own = {*HOUSE, "games"}
    found = [
        path
        for folder in SOURCES.values()
        for kind in ("*.py", "*.html", "*.js")
        for path in folder.rglob(kind)
        if not {path.stem, *path.relative_to(folder).parts} & own and BY_NAME.search(path.read_text(encoding="utf-8"))
    ]
    assert not found


def test_no_floor_below_the_games_names_one_or_an_option_of_one() -> None:
    """Neither in a string of Python nor in a template: games are asked for by what they bring."""
    keys = {option.key for name in HOUSE for option in load(name).OPTIONS}
    folder, found = SOURCES["tablee"], dict[str, set[str]]()
    for path in (*folder.rglob("*.py"), *folder.rglob("*.html")):
        own = path.relative_to(folder).as_posix()
        if own == "core/registry.py" or RUNG.get(f"tablee.{own.split('/')[0]}", 0) <= RUNG["tablee.games"]:
            continue
        if path.suffix == ".py":
            words = {str(node.value) for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)}
        else:
            words = {*QUOTED.findall(path.read_text(encoding="utf-8"))}
        for word in words:
            if word in keys or (" " not in word and NAMED.search(word)):
                found.setdefault(word, set()).add(own.rpartition("/")[0])
    assert found == HOMONYMS


def test_the_page_of_contracts_lists_what_is_asked_of_a_game() -> None:
    """Every part that some floor asks for, and no other."""
    asked = {
        ast.literal_eval(call.args[1])
        for _, path in files()
        for call in ast.walk(tree(path))
        if isinstance(call, ast.Call)
        and ast.unparse(call.func).split(".")[-1] in ("part", "brings", "text_beside")
        and len(call.args) > 1
        and isinstance(call.args[1], ast.Constant)
        and isinstance(call.args[1].value, str)
    }
    page = (ROOT / "docs" / "contracts.md").read_text(encoding="utf-8")
    listed = {*re.findall("`(.+?)`", "".join(re.findall(r"^\| (`[^|]*`) \|", page, re.MULTILINE)))}
    assert asked == listed - {"rules.fr.md", "rules.en.md"}  # the language is filled in


EVERY = [
    name
    for name, (package, path) in modules().items()
    if package == "tablee" and path.name not in ("pyodide_host.py", "__main__.py")  # the first needs a browser
]


@pytest.mark.parametrize(
    ("modules", "unloaded"),
    [
        (EVERY, {"numpy", "numba", "tablee_app", "tablee_lab", "tablee_postgres"}),
        (["tablee.table", "tablee.terminal.terminal_game"], {"asyncio", "sqlite3", "socket", "ssl", "starlette"}),
        ([f"tablee.games.{name}.board" for name in HOUSE], {"tablee.table", "tablee.web"}),
    ],
    ids=["everything", "a table alone", "boards"],
)
def test_importing_some_modules_does_not_load_others(modules: list[str], unloaded: set[str]) -> None:
    program = (
        f"import importlib, sys\nfor name in {modules!r}: importlib.import_module(name)\n"
        f"print(*sorted({unloaded!r} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
