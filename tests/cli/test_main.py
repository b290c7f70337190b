"""The command line: help, languages, exit codes, and errors that are sentences."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee import __version__
from tablee.cli import COMMANDS, ELSEWHERE, commands, main
from tablee.cli.parser import count
from tablee.core.words import LANGS
from tests.cli.conftest import Call

SOURCE = Path(tablee.__file__).parents[1]
TABLEE = (sys.executable, "-m", "tablee")


def run(*words: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """A fresh Python that speaks English and has little else in its environment."""
    environment = {"PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1", "LANG": "en_GB.UTF-8"}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run([*words], env=environment, text=True, check=False, timeout=60, **streams)


@pytest.mark.parametrize("lang", LANGS)
def test_help_shows_every_command_with_examples(lang: str, tablee: Call, capsys: pytest.CaptureFixture[str]) -> None:
    code, whole, err = tablee("--help", lang=lang)
    assert code == 0
    assert err == ""
    for name, command in commands().items():
        assert f"  {name}" in whole
        with pytest.raises(SystemExit) as done:
            main([name, f"--lang={lang}", "--help"])
        assert done.value.code == 0
        out = capsys.readouterr().out
        for words in (command.about.in_lang(lang), f"tablee {name}", {"fr": "usage : ", "en": "usage: "}[lang]):
            assert words in out
        assert command.about.in_lang(lang) in whole
        assert {"fr": "exemples", "en": "examples"}[lang] in out
        if name == "print":
            assert re.search(r" +cadeau, blocs, laaancez, all, puzzles, class\n", out)


def test_a_command_that_is_not_installed_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tablee: Call) -> None:
    """What our other distributions bring is known by name; without them `--help` does not list it."""
    assert ELSEWHERE.keys() <= commands().keys()
    monkeypatch.setattr("tablee.cli.plugins", lambda group: {})
    for name, extra in ELSEWHERE.items():
        wording = f"tablee: The command “{name}” comes with another package; type: ./tablee install {extra}\n"
        assert tablee(f"{name} --help") == (2, "", wording)
    assert "Research" not in tablee("--help")[1]
    released = {name: command for name, command in COMMANDS.items() if name != "install"}
    monkeypatch.setattr("tablee.cli.list_own", lambda: released)  # in the zip and the .deb nothing can be added
    for name in ("install", *ELSEWHERE):
        code, out, err = tablee(f"{name} --help")
        assert (code, out) == (2, "")
        assert f"The command “{name}” is not in this package, which has everything to play" in err


REFUSED = """
paly | Did you mean “play”?
cadeau | “cadeau” is a game; to play it, type: ./tablee play cadeau
perft | missing: GAME, DEPTH
rules | the game is missing; ./tablee rules --help
backup | the file is missing;
perft cadeau x | DEPTH must be a whole number
perft cadeau -1 | DEPTH counts from 0
perft cadeau 1 --sat 3 | Did you mean “--set”?
perft cadeau 1 --set | --set needs a value
perft cadeau 1 --set zones | write KEY=VALUE
perft cadeau 1 --set zones=x | “zones” cannot be “x”
perft blocs 1 --set mode=sol | Did you mean “solo”?
perft laaancez 1 --set sheet=no.toml | no file no.toml
perft laaancez 1 --set sheet=paques | no sheet “paques”
perft laaancez 1 --set sheet=mine.toml | mine.toml, line 2, “rows”
play cadeu | Did you mean “cadeau”?
play cadeau --seat 3=human | a seat (1 or 2)
play blocs --set mode=solo --seat 2=renard | a seat (1)
play cadeau --seat x | SEAT=WHO
play cadeau --seat 1=genius | human, random, greedy
play cadeau --seat 2=renar | Did you mean “renard”?
play cadeau --names a,b,c | 3 names, and the table has 2 seats.
play blocs --set mode=solo --names a,b | 2 names, and the table has 1 seat.
play cadeau --dice wood | cannot be “wood”
play cadeau --recover | --recover goes with --resume
play --set zones=3 | --set needs a game
play --names a | --names needs a game
play cadeau --resume kept.tablee | --resume knows which game is played
play --resume missing.tablee | no file missing.tablee
play cadeau --output kept.tablee | exists already
play cadeau --output no/such/folder.tablee | cannot be written
play cadeau --position cadeau/zones=1:45.:66. | knows which game is played
play --position cadeau/zones=1:45.:667 | Position, character 22
replay | Give a file, or --position
replay kept.tablee --position cadeau/zones=1:45.:66. | Give a file, or --position
replay kept.tablee --at 99 | --at goes from 0 to 2
replay kept.tablee --at -1 | --at goes from 0 to 2
rules chess | there are cadeau, blocs and laaancez
rules cadeau --id Z9 | no rule “Z9” here; there are C1, C2,
advise --position checkers:x | no game “checkers”
advise kept.tablee --at 9 | --at goes from 0 to 2
puzzle cadeau --sums | --sums goes with blocs
puzzle --level renar | Did you mean “renard”?
puzzle --week soon | a week is written 2026-W47
puzzle --number 0 | from 1 to 104
print blocs --paper leter | Did you mean “letter”?
print blocs --parts bord | Did you mean “board”?
print cadeau -o x.doc | .pdf, .svg or .png
print cadeau --ppi 5 | 20 to 600
print cadeau --parts rules -o /nowhere/at/all.pdf | cannot be written
print cadeau --week 2026-W47 | --week goes with “puzzles”
print cadeau --address http://x | goes with “all”
print all --address nowhere | address of a table
print all --parts board | without --parts
print all --set zone=3 | Did you mean “zones”?
import missing.txt | no file missing.txt
import --game echecs | no game “echecs”
score laaancez 3 | works for cadeau and blocs only
score blocs 9 | type both dice
score blocs 3 4 --blocks 7 | There is no block 7
tablebase remove | Say which tablebase to remove
tablebase remove blocs.nine-1 | No tablebase “blocs.nine-1” is saved
tablebase build blocs --set level=4 | There is no tablebase for these settings
tablebase polish | cannot be “polish”
solve blocs --set lvel=1 | Did you mean “level”?
arena blocs --bots random,greedy --games 4 --output missing/report.html | cannot be written here
arena blocs --bots random,greedy --games 4 --output report.docx | a report ends in .html
simulate blocs --output report.docx | ends in
simulate cadeau --games 1.5 | must be a whole number, not “1.5”
simulate cadeau --games 1e999 | must be a whole number
simulate cadeau --games nan | must be a whole number
prune --data . --days 0 | at least one day
prune --data . --days nan | at least one day
prune --data . | There are no games in
review | Give a file, or --lines
review kept.tablee --lines | Give a file, or --lines
review kept.tablee --output review.doc | .svg, .pdf
review half.json | JSON
backup copy.sqlite --data . | There is no file tables.sqlite
"""
IN_FRENCH = """
--lang de | la langue est fr ou en
perft | il manque : GAME, DEPTH
rules | il manque le jeu ;
serve --pace x | --pace attend un nombre, pas « x »
perft cadeau x | DEPTH demande un nombre entier
perft cadeau 1 --set | --set demande une valeur
play cadeau --dice wood | n’est pas possible
perft cadeau 1 --sat 3 | Vouliez-vous dire « --set » ?
"""


def test_what_cannot_be_done_is_refused_in_one_line_before_anything_else_is_said(tablee: Call) -> None:
    Path("kept.tablee").write_text("game: cadeau\nzones: 1\n\nd4 1a\n", encoding="utf-8")
    Path("mine.toml").write_text('name = "mine"\nrows = [2, 2]\n', encoding="utf-8")
    Path("half.json").write_text('{"game": "cadeau", "zones": 1', encoding="utf-8")
    for lang, rows in (("en", REFUSED), ("fr", IN_FRENCH)):
        for row in rows.strip().splitlines():
            words, _, sentence = row.partition(" | ")
            code, out, err = tablee(words, lang=lang)
            assert (code, out, err.count("\n")) == (2, "", 1), row
            assert err.startswith("tablee: ")
            assert sentence in err.replace("\u00a0", " "), row
            assert lang == "fr" or tablee(words, lang="fr")[2] != err, "in the language of who asks"


def test_counts_and_the_version(tablee: Call) -> None:
    assert tablee("perft cadeau 4")[:2] == (0, "8100\n")
    assert tablee("perft blocs 3 --set level=3 --set mode=duel")[:2] == (0, "42981\n")
    assert tablee("--version") == (0, f"tablee {__version__}\n", "")
    numbers = {"1e6": 1_000_000, "2.5e3": 2500, "40_000": 40_000, "7": 7}  # as people write them
    assert {typed: count(typed) for typed in numbers} == numbers


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
    assert "done" in done
    assert "importlib.metadata" not in done


def test_without_a_command_the_table_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the browser where that is installed, else in the terminal."""
    from tablee.cli import play, serve

    monkeypatch.setattr(serve, "run", lambda args: 11)
    monkeypatch.setattr(play, "run", lambda args: 22)
    assert main([]) == 11
    monkeypatch.setattr(serve, "is_available", lambda: False)
    assert main([]) == 22


@pytest.mark.parametrize(
    ("words", "wording"),
    [
        ("rules cadeau", "The system refuses"),
        ("play cadeau", "No more can be written"),
        ("review game.tablee", "No more can be written"),
    ],
)
def test_a_full_disk_gets_a_sentence(words: str, wording: str, tmp_path: Path) -> None:
    (tmp_path / "game.tablee").write_text("game: cadeau\nzones: 1\n\nd4 1a d5 1b\n", encoding="utf-8")
    with open("/dev/full", "w") as full:
        done = run(*TABLEE, *words.split(), cwd=tmp_path, input="\n1a\n", stdout=full)
    assert done.returncode == 1
    assert done.stderr == f"tablee: {wording} (the disk is full).\n"


def test_a_record_comes_down_a_pipe() -> None:
    done = run(*TABLEE, "replay", "-", "--at", "2", input="game: cadeau\nzones: 1\n\nd4 1a\n")
    assert "write a 4: zone 1" in done.stdout


@pytest.mark.parametrize(
    ("typed", "code", "sentence"),
    [
        ("rules cadeau >&-", 1, "tablee: Standard output is closed.\n"),
        ("referee <&-", 0, ""),
        ("import <&-", 1, "Line 1, column 1: There is nothing to read."),
        ("play cadeau --set zones=1 <&- >/dev/null", 130, ""),
        ("rules cadeau >&- 2>&-", 1, ""),
    ],
)
def test_closed_streams_get_a_sentence_and_no_traceback(typed: str, code: int, sentence: str) -> None:
    done = run("sh", "-c", f'"{sys.executable}" -m tablee {typed}')
    assert "Traceback" not in done.stderr
    assert done.returncode == code
    assert done.stderr[: len(sentence)] == sentence
