"""Fills the generated parts of README and docs/ from the package; with `--check`, says which are stale.

A generated part stands between two comments, `<!-- kind:name -->` and `<!-- /kind:name -->`:

| kind    | name              | what stands there                                                    |
|---------|-------------------|----------------------------------------------------------------------|
| options | game              | the settings of the game: key, values, meaning                       |
| sheet   | name              | a laaancez sheet of the package, as it is written in TOML            |
| help    | command           | arguments and options of the command, read off its parser            |
| text    | file              | a text that the pages show too                                       |
| requests| api               | what can be asked of a table over the network, and with which fields |
"""

from __future__ import annotations

import argparse
import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path

from tablee import cli
from tablee.cli.parser import Parser
from tablee.core import registry as games
from tablee.table.verbs import FIELDS
from tablee.web.api.document import CALLS

ROOT = Path(__file__).resolve().parent.parent
PART = re.compile(r"<!-- (?P<kind>[a-z]+):(?P<name>[\w.-]+) -->\n.*?<!-- /(?P=kind):(?P=name) -->", re.DOTALL)


def pages(root: Path = ROOT) -> list[Path]:
    return [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md"))]


def package_file(*parts: str) -> str:
    return ROOT.joinpath("src", "tablee", *parts).read_text(encoding="utf-8").strip()


def option_table(name: str) -> str:
    lines = ["| key | values | meaning |", "|---|---|---|"]
    for option in games.load(name).OPTIONS:
        values = ", ".join(f"`{value}`" for value in option.values)
        lines.append(f"| `{option.key}` | {values} | {option.meaning.en} |")
    return "\n".join(lines)


def sheet_source(name: str) -> str:
    return f"```toml\n{package_file('games', 'laaancez', f'{name}.toml')}\n```"


def typed(action: argparse.Action) -> str:
    """How an argument is typed: `--set KEY=VALUE`, `GAME`."""
    value = action.metavar or (action.dest.upper() if action.nargs != 0 else "")
    if action.choices is not None and not action.metavar:
        value = "|".join(map(str, action.choices))
    return " ".join([", ".join(action.option_strings), str(value)]).strip()


def arguments(name: str) -> list[tuple[str, str]]:
    """What the parser of a command takes, as it is typed, and what it means: arguments before options."""
    command = cli.command(name)
    module = importlib.import_module(command.module)
    parser = Parser(name, "en", command.about, module.EXAMPLES)
    module.arguments(parser)
    actions = [action for action in parser._actions if "--help" not in action.option_strings]  # every command has it
    actions.sort(key=lambda action: bool(action.option_strings))
    return [(typed(action), (action.help or "").replace("%%", "%")) for action in actions]


def command_help(name: str) -> str:
    """What the parser of a command says, as a table: argparse's own layout differs from Python to Python."""
    about = "*{0.en} · {0.fr}*".format(cli.command(name).about)
    rows = [f"| `{word.replace('|', chr(92) + '|')}` | {meaning} |" for word, meaning in arguments(name)]
    return "\n".join([about, "", "| typed | meaning |", "|---|---|", *rows]) if rows else about


def request_table(name: str) -> str:
    """The requests of the API, with the fields that each takes besides `version` and `request`."""
    lines = ["| call | what it does | fields |", "|---|---|---|"]
    for kind in CALLS:
        described = ((field, "" if field.required else " (optional)") for field in FIELDS[kind])
        fields = "; ".join(f"`{field.name}`{optional}: {field.about.en}" for field, optional in described)
        lines.append(f"| `POST /tables/ID/{kind.VERB}` | {kind.ABOUT.en} | {fields} |")
    return "\n".join(lines)


GENERATORS: dict[str, Callable[[str], str]] = {
    "options": option_table,
    "sheet": sheet_source,
    "help": command_help,
    "requests": request_table,
    "text": lambda name: package_file("web", name),
}


def filled(text: str) -> str:
    """The page with every generated part made anew."""

    def part(match: re.Match[str]) -> str:
        kind, name = match["kind"], match["name"]
        return f"<!-- {kind}:{name} -->\n\n{GENERATORS[kind](name)}\n\n<!-- /{kind}:{name} -->"

    return PART.sub(part, text)


def stale(root: Path = ROOT) -> list[str]:
    """The pages whose generated parts are not what the package says now."""
    texts = {page: page.read_text(encoding="utf-8") for page in pages(root)}
    return [page.relative_to(root).as_posix() for page, text in texts.items() if filled(text) != text]


def main() -> int:
    parser = argparse.ArgumentParser(description="Fill the generated parts of README and docs/ from the package.")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a page is stale")
    checking = parser.parse_args().check
    behind = stale()
    for name in behind:
        if not checking:
            page = ROOT / name
            page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"{name}: {'stale; run .venv/bin/python tools/docs.py' if checking else 'written'}")
    return 1 if checking and behind else 0


if __name__ == "__main__":
    sys.exit(main())
