"""A few phrases that nobody says, and that must not come back (the rest is taste, which no test holds)."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import nodes

from tablee.cli import COMMANDS, main
from tablee.core.words import LANGS
from tablee.web.frame.page import environment

ROOT = Path(__file__).parents[2]
PHRASES = (
    "La partie est pour",
    "Un 7 se relance",
    "recopie un objet en",
    "Rapporter une partie",
    "Compter sans partie",
    "le meilleur que nous ayons",
    "le plus bleu est le meilleur",
    "Cela ne se reprend pas",
    "The game goes to",
    "ours to roll!",
    "I look again",
    "the bluest is best",
    "whoever can, must",
    "Had you seen",
    "opens large books",
    "What nobody foresaw",
    "in the stead of",
    "Vous êtes sûr",
    "Contre Tablée",
    "Against Tablée",
    "three alike",
    "a copy of the games back",
    "Plus d’indices",
    "coup de pouce",
)
LONGEST = 25  # words of a sentence
PAGES = ("web", "games", "table", "review", "puzzles", "gathering", "bots", "offline", "words")


def test_no_phrase_that_nobody_says() -> None:
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    for folder, kinds in (("src", ("py", "html", "js", "md", "toml")), ("packages", ("py", "html")), ("docs", ("md",))):
        paths += [path for kind in kinds for path in (ROOT / folder).rglob(f"*.{kind}") if "tests" not in path.parts]
    found = []
    for path in paths:
        text = path.read_text(encoding="utf-8").casefold()
        found += [f"{path.relative_to(ROOT)}: {phrase}" for phrase in PHRASES if phrase.casefold() in text]
    assert not found, "\n".join(found)


def written(node: ast.expr) -> str | None:
    """The words of a string, a value in it as one word; None of anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)  # type: ignore[misc]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def sentences() -> Iterator[tuple[Path, str]]:
    """Whatever pages say in both languages: `Text("…", "…")`, an error of two sentences, `w('…', '…')`."""
    for path in (path for folder in PAGES for path in (ROOT / "src" / "tablee" / folder).rglob("*.*")):
        messages: list[str | None] = []
        if path.suffix == ".py":
            for call in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(call, ast.Call) and len(call.args) > 1:
                    messages += map(written, call.args)
        elif path.suffix == ".html":
            for called in environment().parse(path.read_text("utf-8")).find_all(nodes.Call):
                messages += [part.value for part in called.args if isinstance(part, nodes.Const)]
        for words in messages:
            if isinstance(words, str):
                for sentence in re.split(r"(?<=[.!?…]) +(?=[A-ZÀÉ«“])", words):
                    yield path, sentence


def test_no_sentence_of_a_page_is_long() -> None:
    long = [(path.name, words) for path, words in sentences() if len(re.findall(r"\S*\w\S*", words)) > LONGEST]
    assert long == []


@pytest.mark.parametrize("lang", LANGS)
def test_help_never_parts_a_sign_from_its_word(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        with pytest.raises(SystemExit):
            main([name, "--help", "--lang", lang])
    assert re.findall(r"^\s*[:;!?»%].*", capsys.readouterr().out, re.MULTILINE) == []
