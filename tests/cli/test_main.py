"""The command line: help, languages, exit codes, and errors that are sentences."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee import __version__
from tablee.cli import ELSEWHERE, commands, main

SOURCE = Path(tablee.__file__).parents[1]
TABLEE = (sys.executable, "-m", "tablee")


def run(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """A fresh Python that speaks English and has little else in its environment."""
    environment = {"PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1", "LANG": "en_GB.UTF-8"}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run([*words], env=environment, text=True, check=False, timeout=60, **streams)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_help_shows_every_command_with_examples(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = said(capsys, "--lang", lang, "--help")
    assert (code, err) == (0, "")
    for name, command in commands().items():
        assert f"  {name}" in out
        assert command.about.said(lang) in out
    assert "tablee play cadeau" in out


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_command_explains_itself(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    for name, command in commands().items():
        with pytest.raises(SystemExit) as done:
            main([name, f"--lang={lang}", "--help"])
        assert done.value.code == 0
        out = capsys.readouterr().out
        assert command.about.said(lang) in out
        assert f"tablee {name}" in out
        assert ("usage : " if lang == "fr" else "usage: ") in out
        assert ("exemples" if lang == "fr" else "examples") in out


def test_print_says_that_it_prints_puzzles(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["print", "--help"])
    assert re.search(r"GAME +cadeau, blocs, laaancez, all, puzzles, class\n", capsys.readouterr().out)


def test_a_command_that_is_not_installed_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What our other distributions bring is known by name; without them `--help` does not list it."""
    assert ELSEWHERE.keys() <= commands().keys()
    monkeypatch.setattr("tablee.cli.plugins", lambda group: {})
    for name, extra in ELSEWHERE.items():
        code, out, err = said(capsys, "--lang", "en", name, "--help")
        assert (code, out) == (2, "")
        assert err == f"tablee: the command “{name}” comes with another package; type: ./tablee install {extra}\n"
    assert "Research" not in said(capsys, "--lang", "en", "--help")[1]


@pytest.mark.parametrize(
    ("words", "french", "english"),
    [
        (["paly"], "la commande « paly » n’existe pas", "Did you mean “play”?"),
        (["--lang", "de"], "la langue est fr ou en", "the language is fr or en"),
        (["perft"], "il manque : GAME, DEPTH", "the following arguments are required"),
        (["perft", "cadeau", "x"], "n’est pas un nombre", "invalid int value"),
        (["perft", "cadeau", "-1"], "DEPTH compte à partir de 0", "DEPTH counts from 0"),
        (["perft", "cadeau", "1", "--sat", "3"], "Vouliez-vous dire « --set » ?", "Did you mean “--set”?"),
        (["perft", "blocs", "1", "--set", "mode=sol"], "Vouliez-vous dire « solo » ?", "Did you mean “solo”?"),
        (["print", "blocs", "--paper", "leter"], "Vouliez-vous dire « letter » ?", "Did you mean “letter”?"),
        (["print", "blocs", "--what", "bord"], "Vouliez-vous dire « board » ?", "Did you mean “board”?"),
        (["print", "all", "--set", "zone=3"], "Vouliez-vous dire « zones » ?", "Did you mean “zones”?"),
        (["puzzle", "blocs", "--level", "renar"], "Vouliez-vous dire « renard » ?", "Did you mean “renard”?"),
        (["perft", "cadeau", "1", "--set"], "--set demande une valeur", "expected one argument"),
        (["perft", "cadeau", "1", "--set", "zones"], "écrivez CLÉ=VALEUR", "write KEY=VALUE"),
        (["perft", "cadeau", "1", "--set", "zones=x"], "« zones » ne peut pas valoir 'x'", "“zones” cannot be 'x'"),
        (["perft", "echecs", "1"], "Le jeu « echecs » n’existe pas", "There is no game “echecs”"),
        (["perft", "laaancez", "1", "--set", "sheet=no.toml"], "le fichier no.toml n’existe pas", "no file no.toml"),
        (["perft", "laaancez", "1", "--set", "sheet=paques"], "la feuille 'paques' n’existe pas", "no sheet 'paques'"),
    ],
)
def test_errors_are_sentences_in_the_users_language(
    words: list[str], french: str, english: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for lang, sentence in (("fr", french), ("en", english)):
        rest = words if "--lang" in words else ["--lang", lang, *words]
        code, out, err = said(capsys, *rest)
        assert (code, out) == (2, "")
        if "--lang" not in words or lang == "fr":
            assert sentence in err.replace("\u00a0", " ")
        assert "Traceback" not in err


def test_perft_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "perft", "cadeau", "4")[:2] == (0, "8100\n")
    assert said(capsys, "perft", "blocs", "3", "--set", "level=3", "--set", "mode=duel")[:2] == (0, "42981\n")


def test_a_sheet_file_is_refused_by_line(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    path = f"{tmp_path}/mine.toml"
    with open(path, "w", encoding="utf-8") as file:
        file.write('name = "mine"\nrows = [2, 2]\n')
    code, _, err = said(capsys, "--lang", "en", "perft", "laaancez", "1", "--set", f"sheet={path}")
    assert code == 2
    assert f"{path}, line 2, “rows”" in err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "--version") == (0, f"tablee {__version__}\n", "")


def test_the_language_comes_from_the_environment() -> None:
    assert "Examples" in run(*TABLEE, "--help").stdout


def test_a_reader_that_goes_away_is_no_error() -> None:
    asking = subprocess.Popen(
        [sys.executable, "-m", "tablee", "referee"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert asking.stdin
    assert asking.stdout
    assert asking.stderr
    asking.stdout.close()
    asking.stdin.write(b'{"game": "cadeau"}\n' * 10)
    asking.stdin.close()
    assert asking.wait(timeout=30) == 0
    assert asking.stderr.read() == b""
    asking.stderr.close()


def test_the_rules_load_nothing_heavy() -> None:
    """What `tablee --help` imports, counted rather than timed; only help looks for other packages."""
    program = "import sys; from tablee.cli import main; main(['--help']); print(len(sys.modules))"
    assert int(run(sys.executable, "-S", "-c", program).stdout.split()[-1]) < 180
    program = "import sys; from tablee.cli import main; main(['rules', 'cadeau']); print('done', *sys.modules)"
    done = run(sys.executable, "-S", "-c", program).stdout.split()
    assert ("done" in done, "importlib.metadata" in done) == (True, False)


def test_without_a_command_the_table_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the browser where that is installed, else in the terminal."""
    from tablee.cli import play, serve

    monkeypatch.setattr(serve, "run", lambda args: 11)
    monkeypatch.setattr(play, "run", lambda args: 22)
    assert main([]) == 11
    monkeypatch.setattr(serve, "available", lambda: False)
    assert main([]) == 22


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("rules cadeau", "the system refuses"),
        ("play cadeau", "no more can be written"),
        ("review game.tablee", "no more can be written"),
    ],
)
def test_a_full_disk_gets_a_sentence(words: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "game.tablee").write_text("game: cadeau\nzones: 1\n\nd4 1a d5 1b\n", encoding="utf-8")
    with open("/dev/full", "w") as full:
        done = run(*TABLEE, *words.split(), cwd=tmp_path, input="\n1a\n", stdout=full)
    assert (done.returncode, done.stderr) == (1, f"tablee: {said} (the disk is full).\n")


def test_a_record_comes_down_a_pipe() -> None:
    done = run(*TABLEE, "replay", "-", "--at", "2", input="game: cadeau\nzones: 1\n\nd4 1a\n")
    assert "write a 4: zone 1" in done.stdout


@pytest.mark.parametrize(
    ("typed", "code", "sentence"),
    [
        ("rules cadeau >&-", 1, "tablee: standard output is closed.\n"),
        ("referee <&-", 0, ""),
        ("import <&-", 1, "Line 1, column 1: There is nothing to read."),
        ("play cadeau --set zones=1 <&- >/dev/null", 130, ""),
        ("rules cadeau >&- 2>&-", 1, ""),
    ],
)
def test_closed_streams_get_a_sentence_and_no_traceback(typed: str, code: int, sentence: str) -> None:
    done = run("sh", "-c", f'"{sys.executable}" -m tablee {typed}')
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stderr[: len(sentence)]) == (code, sentence)
