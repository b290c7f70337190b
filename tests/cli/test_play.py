"""`tablee play`, `replay` and `rules` as they are called: arguments, exit codes, signals, a real terminal."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from tablee import cli
from tablee.core import record as records
from tablee.core.registry import load

Run = Callable[..., tuple[int, str, str]]
DONE = """\
game: cadeau
zones: 1
players: Léa, Tom
date: 2026-01-01
result: 1

d1 1a d1 1a d2 1b d2 1b d3 1c {ha!} d5 1c
"""
BLOCS = "game: blocs\nmode: duel\nlevel: 1\nresult: *\n\nd36 4,5:5+4 d34 d13 4 d22\n"
ALL_CELLS = ["", "1a", "", "1a", "", "1b", "", "1b", "", "1c", "", "1c"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Call the command line in an empty folder with these lines typed; exit code, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")

    def call(*words: str, typed: list[str] | None = None) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed or [])))
        code = cli.main(words)
        return code, *capsys.readouterr()

    return call


def kept(path: str | Path) -> records.Record:
    return records.read(Path(path).read_text(encoding="utf-8"), load)


# --- play ---------------------------------------------------------------------------------------------------------


def test_bots_alone(run: Run) -> None:
    code, out, _ = run("play", "blocs", "--set", "mode=four", "--seat", "1=greedy,2=random", "--seat", "3=greedy",
                       "--seat", "4=robot", "--seed", "1", "--save", "four")  # fmt: skip
    assert code == 0
    assert "a poussé son dernier bloc" in out
    record = kept("four.tablee")
    assert record.outcome
    assert sorted(record.headers["seats"].split(", ")) == ["greedy", "greedy", "greedy", "random"]


def test_asks_without_a_game(run: Run) -> None:
    code, out, _ = run("play", typed=["1", "1", "", "Zoé", "", "", *ALL_CELLS])
    assert code == 0
    assert "Lutins : Zoé" in out
    assert run("play")[0] == 130  # nobody answers
    assert run("play", typed=["quit"])[0] == 0


def test_save_and_resume(run: Run) -> None:
    """An interrupted game goes on in the same file, with the same people, to its end."""
    typed = ["", "1a", "", "1a", ""]
    words = ["cadeau", "--set", "zones=1", "--seat", "2=greedy", "--names", "Léa", "--seed", "3", "--save", "a.tablee"]
    code, out, _ = run("play", *words, typed=typed[:3])
    assert code == 130
    assert "tablee play --resume a.tablee" in out
    before = kept("a.tablee")
    assert before.players == ("Léa", "Robot glouton")
    code, out, _ = run("play", "--resume", "a.tablee", "--seed", "4", typed=["1b", "", "1c"])
    assert code == 0
    assert "On reprend la partie." in out
    after = kept("a.tablee")
    assert after.outcome
    assert after.events[: len(before.events)] == before.events
    assert after.headers == before.headers


def test_resume_with_other_people(run: Run) -> None:
    Path("b.tablee").write_text(BLOCS, encoding="utf-8")
    code, out, _ = run("play", "--resume", "b.tablee", "--seat", "1=random", "--names", ",Tom", "--dice", "typed",
                       typed=["undo", "11 12"])  # fmt: skip
    assert code == 130
    record = kept("b.tablee")
    assert record.players == ("Robot au hasard", "Tom")
    assert (record.headers["dice"], record.headers["seats"]) == ("typed", "random, human")
    assert "Robot au hasard" in out


def test_resume_a_damaged_file(run: Run) -> None:
    text = BLOCS.replace("d13 4", "d13 5")
    Path("b.tablee").write_text(text, encoding="utf-8")
    code, out, _ = run("play", "--resume", "b.tablee")
    assert code == 1
    assert "Ligne 6, colonne 21" in out
    assert "--resume b.tablee --keep" in " ".join(out.split())
    code, out, _ = run("play", "--resume", "b.tablee", "--keep", typed=["4"])
    assert code == 130
    assert Path("b.tablee").read_text(encoding="utf-8") == text  # what was there is not lost
    (path,) = Path().glob("blocs-*.tablee")
    assert [str(event) for event in kept(path).events][:5] == ["d36", "4,5:5+4", "d34", "d13", "4"]
    Path("c.tablee").write_text("hello", encoding="utf-8")
    assert run("play", "--resume", "c.tablee", "--keep")[0] == 1


def test_resume_a_finished_game(run: Run) -> None:
    Path("a.tablee").write_text(DONE, encoding="utf-8")
    code, out, _ = run("play", "--resume", "a.tablee")
    assert code == 0
    assert "Bravo Léa !" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "cadeu"], "Vouliez-vous dire « cadeau » ?"),
        (["play", "cadeau", "--set", "zones=0"], "zones"),
        (["play", "cadeau", "--seat", "3=human"], "une place (1 ou 2)"),
        (["play", "blocs", "--set", "mode=solo", "--seat", "2=renard"], "une place (1)"),
        (["play", "cadeau", "--seat", "x"], "PLACE=QUI"),
        (["play", "cadeau", "--seat", "1=genius"], "human, random, greedy"),
        (["play", "cadeau", "--seat", "2=renar"], "Vouliez-vous dire « renard » ?"),
        (["play", "cadeau", "--names", "a,b,c"], "3 noms, et la table a 2 places"),
        (["play", "blocs", "--set", "mode=solo", "--names", "a,b"], "2 noms, et la table a 1 place."),
        (["play", "cadeau", "--seed", "x"], "n’est pas un nombre"),
        (["play", "cadeau", "--dice", "wood"], "n’est pas possible"),
        (["play", "cadeau", "--keep"], "--keep va avec --resume"),
        (["play", "--set", "zones=3"], "--set demande un jeu"),
        (["play", "--names", "a"], "--names demande un jeu"),
        (["play", "cadeau", "--resume", "taken.tablee"], "--resume sait déjà quel jeu"),
        (["play", "--resume", "missing.tablee"], "n’existe pas"),
        (["play", "cadeau", "--save", "taken.tablee"], "existe déjà"),
        (["play", "cadeau", "--save", "no/such/folder.tablee"], "ne s’écrit pas"),
        (["replay", "missing.tablee"], "n’existe pas"),
        (["replay", "taken.tablee", "--at", "99"], "--at va de 0 à 12"),
        (["replay", "taken.tablee", "--at", "-1"], "--at va de 0 à 12"),
        (["rules", "chess"], "il y a cadeau, blocs et laaancez"),
        (["rules", "cadeau", "--id", "Z9"], "Aucune règle « Z9 »"),
    ],
)
def test_asked_wrongly(run: Run, words: list[str], said: str) -> None:
    Path("taken.tablee").write_text(DONE, encoding="utf-8")
    code, _, err = run(*words)
    assert code == 2
    assert said in err
    assert err.count("\n") == 1


# --- replay -------------------------------------------------------------------------------------------------------


def test_replay(run: Run) -> None:
    Path("a.tablee").write_text(DONE, encoding="utf-8")
    code, out, err = run("replay", "a.tablee")
    assert (code, err) == (0, "")
    assert "  9. Les Lutins de Léa lancent le dé : 3.\n" in out
    assert " 10. Les Lutins de Léa écrivent un 3 : zone 1, case c.\n  {ha!}\n" in out
    assert out.count("╭──── 1 ────╮") + out.count("╭───★ 1 ★───╮") == 7  # the start, and after each turn
    assert "le Cadeau Suprême est gardé" in out


def test_replay_boards_at_the_end_of_turns(run: Run) -> None:
    Path("b.tablee").write_text(BLOCS, encoding="utf-8")
    code, out, _ = run("replay", "b.tablee")
    assert code == 0
    assert out.count("╾") == 2  # the start, and when the turn passes
    assert "La partie n’est pas finie." in out
    Path("l.tablee").write_text("game: laaancez\n\nd3 1.bonnet@a1 2.sucre@a1 d3 1.bonnet@a2\n", encoding="utf-8")
    code, out, _ = run("replay", "l.tablee")
    assert code == 0
    assert out.count("─ a1 ─") == 4  # two sheets: the start, and after both choices


def test_replay_up_to_an_event_or_step_by_step(run: Run) -> None:
    Path("b.tablee").write_text(BLOCS, encoding="utf-8")
    code, out, _ = run("--lang", "en", "replay", "b.tablee", "--at", "2")
    assert (code, out.count("╾")) == (0, 1)
    assert "2. Player 1 pushes 4 and 5: 5 + 4 = 9." in out
    assert run("replay", "b.tablee", "--at", "0")[0] == 0
    code, out, _ = run("replay", "b.tablee", "--step", typed=["", ""])
    assert (code, "  2. " in out, "  3. " in out) == (0, True, False)


def test_replay_damaged(run: Run) -> None:
    Path("b.tablee").write_text(BLOCS.replace("d13 4", "d13 5"), encoding="utf-8")
    code, out, _ = run("replay", "b.tablee")
    assert code == 1
    assert "Ligne 6, colonne 21" in out
    assert "Les 4 premiers événements étaient bons." in out
    assert "  4. Joueur 2 fait 1 et 3." in out
    Path("b.tablee").write_text("game: chess\n", encoding="utf-8")
    code, out, _ = run("replay", "b.tablee")
    assert code == 1
    assert "Ligne 1" in out


# --- rules --------------------------------------------------------------------------------------------------------


def test_rules(run: Run) -> None:
    code, out, _ = run("rules", "cadeau")
    assert code == 0
    assert out.startswith("À l’assaut du Cadeau !\n═══")
    code, out, _ = run("--lang", "en", "rules", "blocs", "--id", "b7")
    assert code == 0
    assert "[B7 D]" in out
    assert "[B6 B7]" in out
    assert "[B8]" not in out


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
