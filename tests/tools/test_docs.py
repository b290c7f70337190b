"""The documentation, held to the code: examples run, generated parts are fresh, nothing is left out."""

import doctest
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import tablee
from tablee import cli
from tablee.core import registry as games
from tablee.core.words import LANGS, typeset
from tools import docs

ROOT = Path(__file__).resolve().parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?:\]\(|src=\")([^)\s#\"]*)(?:#([^)\s]+))?[)\"]")


PAGES: list[Path] = docs.pages(ROOT)


def named(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def fences(page: Path, language: str) -> list[str]:
    return [body for kind, body in FENCE.findall(page.read_text(encoding="utf-8")) if kind == language]


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each `$ command` of a console block with the output below it; a line ending in `\\` goes on."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, rest = "", part
        while True:
            line, _, rest = rest.partition("\n")
            command += line + "\n"
            if not line.endswith("\\"):
                break
        yield command, rest


def with_language(language: str) -> list[Path]:
    return [page for page in PAGES if fences(page, language)]


def test_generated_parts_are_fresh() -> None:
    assert docs.stale(ROOT) == [], "run: python tools/docs.py"


@pytest.mark.parametrize("document", with_language("python"), ids=named)
def test_python_examples(document: Path) -> None:
    """The examples of one page share their names, from top to bottom."""
    names: dict[str, object] = {}
    for number, block in enumerate(fences(document, "python"), start=1):
        assert block.startswith(">>> "), f"{named(document)}: a python block that nothing runs; call it text"
        test = doctest.DocTestParser().get_doctest(block, names, f"example {number}", named(document), 0)
        report: list[str] = []
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        assert runner.run(test, out=report.append, clear_globs=False).failed == 0, "".join(report)
        names = test.globs


@pytest.fixture
def shell(tmp_path: Path) -> Callable[[str], str]:
    """A shell in a folder that holds `./tablee`, speaks English, and gives back what was printed."""
    desk = tmp_path / "desk"
    desk.mkdir()
    launcher = desk / "tablee"
    code = "import sys; sys.argv[0] = 'tablee'; from tablee.cli import main; sys.exit(main())"
    launcher.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -c "{code}" "$@"\n', encoding="utf-8")
    launcher.chmod(0o755)
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(tmp_path),
        "LANG": "en_GB.UTF-8",
        "NO_COLOR": "1",
        "COLUMNS": "100",
    }

    def run(command: str) -> str:
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=desk,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=300,
            check=False,
        )
        return re.sub(r"^ {0,2}\d+ ?% .*\n", "", done.stdout, flags=re.MULTILINE)  # how far what takes long is

    return run


@pytest.mark.parametrize("document", with_language("console"), ids=named)
def test_console_examples(document: Path, shell: Callable[[str], str]) -> None:
    """Typed as they stand, one after another, in an empty directory."""
    checker = doctest.OutputChecker()
    for block in fences(document, "console"):
        for command, expected in commands(block):
            printed = shell(command)
            assert checker.check_output(expected, printed, FLAGS), (
                f"{named(document)}\n$ {command}--- documented\n{expected}--- printed\n{printed}"
            )


def test_commands_can_be_typed_as_they_stand() -> None:
    """In a clone `tablee` is not on the path, and the system's Python does not have what tools need."""
    wrong = re.compile(r"^(?: {4}|\$ )tablee .*|(?<![/\w])python3? tools/.*", re.MULTILINE)
    assert [(named(page), found[0]) for page in PAGES for found in wrong.finditer(page.read_text("utf-8"))] == []


def test_a_citation_names_this_version_and_its_day() -> None:
    cited = rf"\nversion: {re.escape(tablee.__version__)}\ndate-released: \d{{4}}-\d\d-\d\d\n"
    assert re.search(cited, (ROOT / "CITATION.cff").read_text("utf-8"))


def test_every_command_is_documented() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for command in cli.commands():
        assert f"## {command}\n" in text
        assert f"<!-- help:{command} -->" in text
        assert re.search(rf"^\$ (?:.*\| )?\./tablee {command}\b", text, re.MULTILINE), f"no example of {command}"


@pytest.mark.parametrize("name", games.NAMES)
def test_every_setting_is_documented(name: str) -> None:
    """In its own page; the rules that people read name no key."""
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for option in games.load(name).OPTIONS:
        assert f"| `{option.key}` |" in page
        for lang in LANGS:
            rules = (ROOT / "src" / "tablee" / "games" / name / f"rules.{lang}.md").read_text(encoding="utf-8")
            assert f"**{option.key}**" not in rules


QUOTE = re.compile(r"«([^«»]+)»|“([^“”]+)”")
NOT_SHOWN = {  # said by people or by other programs, or put together from parts
    "fit to page",
    "ajuster à la page",
    "embeddable package",
    "J’ai perdu, mais je n’ai eu que des 2 !",
    "combien de lancers sur 36 ?",
    "Quels blocs peut-on pousser avec 5 et 4 ?",
    "finir une zone après l’autre",
    "ôter le plus de carrés",
    "30 rolls of 36 allow a push, instead of 20",
    "Avec ce qui reste devant soi, 16 lancers sur 36 peuvent tout finir, au lieu de 8.",
    "Avance : entre deux joueurs parfaits, Chat rouge gagnerait 61 parties sur 100.",
    "Chat rouge commence avec une avance.",
}


def plain(words: str) -> str:
    return re.sub("[\u00a0\u202f]", " ", words).replace("'", "’")


def test_what_a_page_quotes_from_the_screen_is_there() -> None:
    """Word for word; a number may be another."""
    sources = [path for folder in ("src", "packages", "tools", "examples") for path in (ROOT / folder).rglob("*.*")]
    texts = (path.read_text("utf-8") for path in sources if path.suffix in (".py", ".html", ".md", ".toml", ".js"))
    shown = plain("".join(re.sub(r"""(["'])\s*\n\s*f?\1""", "", text) for text in texts))
    missing = {}
    for page in (page for page in PAGES if page.name != "CONTRIBUTING.md"):  # which speaks of sentences
        prose = plain(re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text("utf-8"))))
        for quote in (first or second for first, second in QUOTE.findall(prose)):
            pieces = [piece.strip(" .,!?") for piece in re.split(r"\d+|…", quote)]
            if quote.strip() not in NOT_SHOWN and not all(piece in shown for piece in pieces):
                missing[quote.strip()] = named(page)
    assert missing == {}


def test_french_pages_are_typeset() -> None:
    """Before ; ! ? a narrow space, before : » % and after « a full one, and neither breaks."""
    for page in (ROOT / "README.md", *(ROOT / "docs" / "fr").glob("*.md"), *(ROOT / "src").rglob("*.fr.md")):
        for prose in re.split(r"```.*?```|`[^`\n]*`", page.read_text("utf-8"), flags=re.DOTALL):
            assert typeset(prose, "fr") == prose, named(page)


def headings(page: Path) -> list[str]:
    """The anchors of a page, as code hosts make them of its headings."""
    found = re.findall(r"^#+ (.*)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in found]


def test_links_resolve() -> None:
    broken = []
    for page in PAGES:
        for target, anchor in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
            there = (page.parent / target).resolve() if target else page
            if "://" not in target and not (there.exists() and (not anchor or anchor in headings(there))):
                broken.append(f"{named(page)}: {target}#{anchor}")
    assert not broken


def test_every_page_is_on_the_map() -> None:
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    linked = {target for target, _ in LINK.findall(text)}
    assert {page.name for page in (ROOT / "docs").glob("*.md")} - {"index.md"} <= linked


def test_every_picture_is_shown() -> None:
    written = "".join(page.read_text(encoding="utf-8") for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
    pictures = ROOT / "docs" / "pictures"
    paths = (path.relative_to(pictures.parent).as_posix() for path in pictures.rglob("*.*"))
    assert not [path for path in paths if path not in written]
