"""`tablee print`, `tablee import` and `tablee score`, as they are typed."""

from __future__ import annotations

import importlib
import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.cli.parser import Parser
from tablee.core.errors import RequestError, TableeError, VariantError
from tablee.core.record import read
from tablee.core.registry import load
from tablee.core.words import Text


def run(name: str, *words: str, lang: str = "en") -> int:
    """One command, as the command line runs it; `print` and `import` are words of Python, their modules end in `_`."""
    command = importlib.import_module(f"tablee.cli.{name if name == 'score' else name + '_'}")
    parser = Parser(name, lang, Text("", ""), command.EXAMPLES)
    command.arguments(parser)
    args = parser.parse_args(list(words))
    args.lang = lang
    code: int = command.run(args)
    return code


def typing(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode(errors="surrogatepass"))))


# --- print ------------------------------------------------------------------------------------------------------


FULL = """
import resource, sys
from tablee.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
sys.exit(main(["--lang", "en", "print", "cadeau", "--output", sys.argv[1]]))
"""


def test_a_full_disk_leaves_the_pdf_that_was_there(tmp_path: Path) -> None:
    """The sheet is larger than a file may grow here: the one of yesterday stays, and nothing else."""
    sheet = tmp_path / "sheet.pdf"
    sheet.write_bytes(b"%PDF of yesterday")
    done = subprocess.run([sys.executable, "-c", FULL, str(sheet)], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "sheet.pdf cannot be written" in done.stderr
    assert sheet.read_bytes() == b"%PDF of yesterday"
    assert list(tmp_path.iterdir()) == [sheet]


def test_print_writes_one_pdf_or_pictures_one_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("print", "cadeau", "-o", str(tmp_path / "one.pdf"), "--set", "zones=3") == 0
    assert capsys.readouterr().out == f"{tmp_path / 'one.pdf'}\n"
    assert (tmp_path / "one.pdf").read_bytes().startswith(b"%PDF")
    assert run("print", "blocs", "--what", "pad", "-o", str(tmp_path / "pad.svg"), "--paper", "letter") == 0
    assert run("print", "blocs", "--what", "board, rules", "-o", str(tmp_path / "b.png"), "--ppi", "20") == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b-1.png", "b-2.png", "one.pdf", "pad.svg"]
    assert (tmp_path / "pad.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "error", "told"),
    [
        (["cadeau", "--what", "pad"], RequestError, "“pad”"),
        (["cadeau", "-o", "x.doc"], RequestError, ".pdf, .svg or .png"),
        (["cadeau", "--paper", "a3"], RequestError, "--paper"),
        (["cadeau", "--set", "zones=12"], VariantError, "zones"),
        (["cadeau", "--ppi", "5"], RequestError, "20 to 600"),
        (["echecs"], RequestError, "echecs"),
        (["all", "--what", "board"], RequestError, "without --what"),
        (["all", "--set", "colour=red"], RequestError, "No game has a setting “colour”"),
        (["all", "-o", "box.doc"], RequestError, ".pdf, .svg or .png"),
        (["all", "--address", "nowhere"], RequestError, "address of a table"),
        (["cadeau", "--address", "http://x"], RequestError, "goes with “all”"),
        (["cadeau", "--what", "rules", "-o", "/nowhere/at/all.pdf"], RequestError, "cannot be written"),
    ],
)
def test_print_refuses_with_a_sentence(words: list[str], error: type[TableeError], told: str) -> None:
    with pytest.raises(error) as caught:
        run("print", *words)
    assert told in str(caught.value)
    assert caught.value.text.fr != caught.value.text.en


# --- import -----------------------------------------------------------------------------------------------------


def test_import_reads_notes_and_writes_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    notes, target = tmp_path / "notes.txt", tmp_path / "game.tablee"
    notes.write_text("6 1a 1 1a\n6 1b 1 1b 6 zone 1 case c, 1 -> 1c", encoding="utf-8")
    assert run("import", str(notes), "-o", str(target)) == 0
    assert "12 events. The Lutins hold" in capsys.readouterr().out
    record = read(target.read_text(encoding="utf-8"), load)
    assert record.result == "1"
    assert record.headers["dice"] == "typed"
    notes.write_text("345 666 126 / 111 222 553", encoding="utf-8")
    assert run("import", str(notes)) == 0
    assert capsys.readouterr().out.splitlines()[2].endswith("total of 9 against sum 13")


def test_import_prints_the_record(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typing(monkeypatch, "45 4,5")
    assert run("import", "--game", "blocs", "--set", "level=3", "--set", "mode=solo") == 0
    record = read(capsys.readouterr().out, load)
    assert list(map(str, record.events)) == ["d45", "4,5"]
    assert record.variant.level == 3


def test_import_tells_all_mistakes_at_once_and_keeps_what_was_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(monkeypatch, "4 2a 5 1c\n6 2q 3 3a\n9 1b 2 3c 4 2a\n")
    target = tmp_path / "part.tablee"
    assert run("import", "-", "-o", str(target)) == 1
    told = capsys.readouterr().err.splitlines()
    assert [line for line in told if line.startswith("Line")] == [
        "Line 2, column 3: “2q” is not a move: write a zone and a cell, for example 1a.",
        "Line 3, column 1: “d9”: this game rolls one die, d1 to d6.",
        "Line 3, column 13: Cell 2a already holds a 4; choose an empty one.",
    ]
    assert told[1:3] == ["  6 2q 3 3a", "    ^^"]
    assert "before the first mistake (5) are good and kept" in told[-1]
    assert list(map(str, read(target.read_text(encoding="utf-8"), load).events)) == ["d4", "2a", "d5", "1c", "d6"]
    typing(monkeypatch, "zones: 1\n4 1a 5 1a 6 1b 2 1q 3 1c 1 1c\n")  # one mistake is followed by no other
    assert run("import") == 1
    assert capsys.readouterr().err.count("Line ") == 1


@pytest.mark.parametrize("words", [["--game", "echecs"], ["--set", "zones"], ["no-such-file"]])
def test_import_refuses_with_a_sentence(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    typing(monkeypatch, "4 2a")
    with pytest.raises(RequestError):
        run("import", *words)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(typed=st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode(errors="replace")))
def test_import_never_falls(typed: bytes, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed)))
    code = run("import")
    out = capsys.readouterr()
    assert code in (0, 1)
    assert (code == 1) == bool(out.err)


# --- score ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            "cadeau 3 4 2 / 5 5 1 --set straights=any",
            "Zone 1: 3-4-2 / 5-5-1 → the Lutins: straight 2-3-4 against sum 11\n",
        ),
        (
            "blocs 46 --blocks 4,6,12 --set level=2",
            "Make 10; then roll again.\n  4, 6      6 + 4\n  4, 6, 12  12 + 4 − 6\n",
        ),
    ],
)
def test_score_answers(typed: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("score", *typed.split()) == 0
    assert capsys.readouterr().out == told


def test_score_shows_some_calculations_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    run("score", "blocs", "5", "4", "--set", "level=3")
    some = capsys.readouterr().out
    run("score", "blocs", "5", "4", "--set", "level=3", "--all")
    whole = capsys.readouterr().out
    assert "(+" in some
    assert "(+" not in whole
    assert len(some.splitlines()) == len(whole.splitlines()) > 50


def test_score_points_at_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("score", "cadeau", "347", "/", "555") == 1
    assert capsys.readouterr().err == "A die shows 1 to 6, not 7.\n  347 / 555\n    ^\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["laaancez", "3"], "Only cadeau and blocs"),
        (["blocs", "9"], "two dice"),
        (["blocs", "3", "4", "--blocks", "7"], "There is no block 7"),
    ],
)
def test_score_refuses_with_a_sentence(words: list[str], told: str) -> None:
    with pytest.raises(TableeError) as caught:
        run("score", *words)
    assert told in str(caught.value)
