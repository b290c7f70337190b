"""`tablee play`, `replay` and `rules` as they are called: arguments, exit codes, signals."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

import pytest

from tablee.core import record as records
from tablee.core.registry import load
from tests.cli.conftest import Call

DONE = "game: cadeau\nzones: 1\nplayers: Léa, Tom\nresult: 1\n\nd1 1a d1 1a d2 1b d2 1b d3 1c {ha!} d5 1c\n"
BLOCS = "game: blocs\nmode: duel\nlevel: 1\nresult: *\n\nd36 4,5:5+4 d34 d13 4 d22\n"
ALL_CELLS = ["", "1a", "", "1a", "", "1b", "", "1b", "", "1c", "", "1c"]


@pytest.fixture
def run(tablee: Call) -> Call:
    """In French, in a folder with some records: a finished one, one that goes on, one that is damaged."""
    Path("done.tablee").write_text(DONE, encoding="utf-8")
    Path("blocs.tablee").write_text(BLOCS, encoding="utf-8")
    Path("damaged.tablee").write_text(BLOCS.replace("d13 4", "d13 5"), encoding="utf-8")
    return partial(tablee, lang="fr")


def kept(path: str | Path) -> records.Record:
    return records.parse(Path(path).read_text(encoding="utf-8"), load)


# --- play ---------------------------------------------------------------------------------------------------------


def test_bots_alone(run: Call) -> None:
    seats = "--seat 1=greedy,2=random --seat 3=greedy --seat 4=robot"
    code, out, _ = run(f"play blocs --set mode=four {seats} --seed 1 --output four")
    assert code == 0
    assert "a poussé son dernier bloc" in out
    record = kept("four.tablee")
    assert record.outcome
    assert sorted(record.headers["seats"].split(", ")) == ["greedy", "greedy", "greedy", "random"]


def test_asks_without_a_game(run: Call) -> None:
    code, out, _ = run("play", "1", "1", "", "Zoé", "", "", *ALL_CELLS)
    assert code == 0
    assert "Lutins : Zoé" in out
    assert run("play")[0] == 130  # nobody answers
    assert run("play", "quit")[0] == 0


def test_save_and_resume(run: Call) -> None:
    """An interrupted game goes on in the same file, with the same people, to its end."""
    words = "play cadeau --set zones=1 --seat 2=greedy --names Léa --seed 3 --output a.tablee"
    code, out, _ = run(words, "", "1a", "")
    assert code == 130
    assert "tablee play --resume a.tablee" in out
    before = kept("a.tablee")
    assert before.players == ("Léa", "Robot glouton")
    code, out, _ = run("play --resume a.tablee --seed 4", "1b", "", "1c")
    assert code == 0
    assert "On reprend la partie." in out
    after = kept("a.tablee")
    assert after.outcome
    assert after.events[: len(before.events)] == before.events
    assert after.headers == before.headers


def test_resume_with_other_people_or_at_the_end(run: Call) -> None:
    words = "play --resume blocs.tablee --seat 1=random --names ,Tom --dice typed"
    code, out, _ = run(words, "undo", "11 12")
    assert code == 130
    assert "Robot au hasard" in out
    record = kept("blocs.tablee")
    assert record.players == ("Robot au hasard", "Tom")
    assert record.headers["dice"] == "typed"
    assert record.headers["seats"] == "random, human"
    code, out, _ = run("play --resume done.tablee")
    assert code == 0
    assert "Bravo Léa !" in out


def test_resume_a_damaged_file(run: Call) -> None:
    text = Path("damaged.tablee").read_text(encoding="utf-8")
    code, out, _ = run("play --resume damaged.tablee")
    assert code == 1
    assert "Ligne 6, colonne 21" in out
    assert "--resume damaged.tablee --recover" in " ".join(out.split())
    assert run("play --resume damaged.tablee --recover", "4")[0] == 130
    assert Path("damaged.tablee").read_text(encoding="utf-8") == text  # what was there is not lost
    (path,) = Path().glob("blocs-*.tablee")
    assert [str(event) for event in kept(path).events][:5] == ["d36", "4,5:5+4", "d34", "d13", "4"]
    Path("nonsense.tablee").write_text("hello", encoding="utf-8")
    assert run("play --resume nonsense.tablee --recover")[0] == 1


# --- replay and rules ---------------------------------------------------------------------------------------------


def test_replay_shows_the_board_at_the_end_of_each_turn(run: Call) -> None:
    code, out, err = run("replay done.tablee")
    assert code == 0
    assert err == ""
    assert "  9. Les Lutins de Léa lancent le dé : 3.\n" in out
    assert " 10. Les Lutins de Léa écrivent un 3 : zone 1, case c.\n  {ha!}\n" in out
    assert out.count("╭──── 1 ────╮") + out.count("╭───★ 1 ★───╮") == 7  # the start, and after each turn
    assert "le Cadeau Suprême est sauvé" in out
    code, out, _ = run("replay blocs.tablee")
    assert code == 0
    assert out.count("╾") == 2  # the start, and when the turn passes
    assert "La partie n’est pas finie." in out
    Path("l.tablee").write_text("game: laaancez\n\nd3 1.bonnet@a1 2.sucre@a1 d3 1.bonnet@a2\n", encoding="utf-8")
    code, out, _ = run("replay l.tablee")
    assert code == 0
    assert out.count("─ a1 ─") == 4  # two sheets: the start, and after both choices


def test_replay_up_to_an_event_or_step_by_step(run: Call) -> None:
    code, out, _ = run("replay blocs.tablee --at 2")
    assert code == 0
    assert out.count("╾") == 1
    assert "2. Joueur 1 pousse le 4 et le 5 : 5 + 4 = 9." in out
    assert run("replay blocs.tablee --at 0")[0] == 0
    code, out, _ = run("replay blocs.tablee --step", "", "")
    assert code == 0
    assert "  2. " in out
    assert "  3. " not in out


def test_replay_damaged(run: Call) -> None:
    code, out, _ = run("replay damaged.tablee")
    assert code == 1
    for sentence in ("Ligne 6, colonne 21", "Les 4 premiers événements étaient bons.", "  4. Joueur 2 fait 1 et 3."):
        assert sentence in out
    Path("chess.tablee").write_text("game: chess\n", encoding="utf-8")
    code, out, _ = run("replay chess.tablee")
    assert code == 1
    assert "Ligne 1" in out


def test_rules(run: Call) -> None:
    code, out, _ = run("rules cadeau")
    assert code == 0
    assert out.startswith("À l’assaut du Cadeau !\n═══")
    code, out, _ = run("rules blocs --id b7")
    assert code == 0
    assert ("[B7 D]" in out, "[B6 B7]" in out, "[B8]" in out) == (True, True, False)


# --- processes ----------------------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    paths = os.pathsep.join(filter(None, sys.path))
    return {**os.environ, "PYTHONPATH": paths, "TERM": "xterm-256color", "LC_ALL": "fr_FR.UTF-8", "PYTHONUTF8": "1"}


def read_until(stream: IO[bytes], words: str, times: int) -> None:
    seen = b""
    while seen.count(words.encode()) < times:
        part = os.read(stream.fileno(), 4096)
        assert part, seen.decode()
        seen += part


@contextmanager
def begun(folder: Path, typed: bytes, asked: int) -> Iterator[subprocess.Popen[bytes]]:
    """A game in a process of its own that has asked so often where to write."""
    pipe = subprocess.PIPE
    words = [sys.executable, "-m", "tablee", "play", "cadeau", "--seed", "1"]
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, cwd=folder, env=environment()) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(typed)
        process.stdin.flush()
        read_until(process.stdout, "où écrire", asked)
        yield process


def test_a_signal_keeps_the_game(tmp_path: Path) -> None:
    """Ctrl-C, and a window that is closed, are tried at a real terminal."""
    with begun(tmp_path, b"\n2a\n\n", 2) as process:
        process.send_signal(signal.SIGTERM)
        rest, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err == b""
    (path,) = tmp_path.glob("*.tablee")
    assert path.name in rest.decode()
    assert len(kept(path).events) == 3


def test_reader_that_goes_away(tmp_path: Path) -> None:
    """`tablee play … | head -1`: the game is kept, and nothing is said on the error stream."""
    with begun(tmp_path, b"\n", 1) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.close()
        process.stdin.write(b"2a\n")
        process.stdin.close()
        assert process.stderr
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 130
    (path,) = tmp_path.glob("*.tablee")
    assert len(kept(path).events) == 1
