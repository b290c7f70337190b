"""The conformance kit: it lets the rules pass, catches every mutant, tells what it saw, and fears no program."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main
from tablee.core import record
from tablee.core.errors import RequestError
from tablee.core.registry import load
from tablee.games import laaancez
from tablee_lab.conform import Case, Session, chosen, judge, shorter
from tablee_lab.conform.case import question
from tablee_lab.conform.variants import VARIANTS
from tests.mutants import MUTANTS
from tests.positions import study_sheet

ROOT = Path(__file__).parents[4]
PYTHON = sys.executable
OURS = (PYTHON, "-m", "tablee", "referee")


def mutant(name: str) -> tuple[str, ...]:
    return PYTHON, "-m", "tests.mutants", name


def script(code: str) -> tuple[str, ...]:
    """A program of a few lines; `ruled` is a right answer to a line."""
    return PYTHON, "-c", f"import json, sys, time\nfrom tablee_lab.conform.case import ruled\n{code}"


# --- the mutants ----------------------------------------------------------------------------------------------

FAILURES = ("died", "silent", "garbage")
BROKEN_RULES = [name for name, found in MUTANTS.items() if found.game]
BROKEN_LINES = {
    "index-from-one": "at",
    "no-index": "at",
    "last-index": "at",
    "unsorted": "unsorted",
    "nobody-rolls": "players",
    "no-scores": "form",
    "winner-as-number": "winners",
    "numbered-errors": "form",
    "remembers-settings": "refused",
    "dies-of-bad-lines": "died",
    "dies-of-odd-events": "died",
    "skips-empty-lines": "silent",
    "hangs-on-long-lines": "silent",
    "merges-lines": "silent",
    "swaps-answers": "silent",
    "says-hello": "garbage",
    "says-good-bye": "extra",
    "runs-on": "unending",
    "answers-at-the-end": "silent",
    "dice-in-order": "refused",
    "keyboard-signs-only": "refused",
    "skips-nonsense": "accepted",
    "one-style": "refused",
    "keys-in-order": "refused",
    "blanks-around": "accepted",
    "pretty-answers": "garbage",
    "needs-a-line-break": "unended",
}


@pytest.fixture(scope="module")
def caught() -> dict[str, list[str | None] | None]:
    """What the kit says first about each mutant. They are forked off processes without threads; one of the two
    processes mostly waits for referees that do not answer."""
    kits = [
        subprocess.Popen(
            [PYTHON, "-m", "tests.mutant_kit", *names], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for names in (BROKEN_RULES, BROKEN_LINES)
    ]
    found: dict[str, list[str | None] | None] = {}
    for kit in kits:
        said, complaints = kit.communicate(timeout=300)
        assert kit.returncode == 0, complaints.decode()
        found |= json.loads(said)
    return found


def test_every_wrong_rule_is_caught(caught: dict[str, list[str | None] | None]) -> None:
    missed = [name for name in BROKEN_RULES if not caught[name]]
    assert missed == []
    failed = {name: found for name in BROKEN_RULES if (found := caught[name]) and found[1] in FAILURES}
    assert failed == {}, "a wrong rule is no failure of the program"


def test_every_wrong_manner_is_told_by_its_name(caught: dict[str, list[str | None] | None]) -> None:
    assert {name: (caught[name] or [None, None])[1] for name in BROKEN_LINES} == BROKEN_LINES


def test_the_mutants_cover_the_rules() -> None:
    """Every numbered rule that a referee can break has a wrong referee. C1, B2 and L1 also set up people and ages."""
    assert len(BROKEN_RULES) + len(BROKEN_LINES) == len(MUTANTS)
    broken = {found.rule for found in MUTANTS.values()}
    wanted = (
        {f"C{n}" for n in range(1, 12)} | {"C7a"} | {f"B{n}" for n in range(1, 19)} | {f"L{n}" for n in range(2, 14)}
    )
    assert wanted - broken == {"B2"}  # who begins is settled before the first event


# --- programs that keep the rules -----------------------------------------------------------------------------


def test_our_own_referee_conforms(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "--lang", "en", "--quick", "--games", "1", "--", *OURS]) == 0
    said = capsys.readouterr().out
    assert "The program keeps the rules." in said
    assert all(f"  {check}" in said for check in ("manners", "perft", "corners", "fuzz", "vectors"))


def test_a_referee_that_shares_no_code_conforms(capsys: pytest.CaptureFixture[str]) -> None:
    command = (PYTHON, str(ROOT / "examples" / "referee.py"))
    assert main(["conform", "--lang", "fr", "--game", "cadeau", "--games", "3", "--", *command]) == 0
    assert "Le programme suit les règles." in capsys.readouterr().out


def test_much_talk_on_every_pipe_blocks_nobody() -> None:
    """Requests, answers and complaints of far more than a pipe holds, all at once."""
    code = """
sys.stderr.write("x" * 3_000_000)
for line in sys.stdin.buffer:
    print(json.dumps(ruled(line) | {"padding": "y" * 100_000}), flush=True)
"""
    case = Case("cadeau", {}, ("d4",))
    with Session(script(code), 30.0) as session:
        verdicts = list(session.ask([question(case)] * 300, ahead=300))
    assert [verdict.kind for verdict in verdicts] == [""] * 300


# --- what is asked --------------------------------------------------------------------------------------------


def test_settings_narrow_it_down() -> None:
    assert {played.settings["level"] for played in chosen("blocs", {"mode": "duel", "level": "2"})} == {2}
    assert [played.settings for played in chosen("laaancez", {"sheet": "noel"})] == [{}, {"sheet": "noel"}]
    assert {played.brief for played in chosen("cadeau", {"zones": "4"})} == {False}
    with pytest.raises(RequestError, match="none of the variants"):
        chosen(None, {"zones": "12"})


def test_a_sheet_of_ones_own_is_examined(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sheet = laaancez.settings(laaancez.Variant(study_sheet((2, 1))))["sheet"]
    (played,) = chosen("laaancez", {"sheet": sheet})
    assert (played.brief, played.settings) == (False, {"sheet": sheet})
    shipped = (Path(laaancez.__file__).parent / "noel.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(shipped.replace('"noel"', '"mine"').replace("[5, 5, 3, 3, 1]", "[2, 1]"), encoding="utf-8")
    asked = ["conform", "--quick", "--games", "1", "--set", f"sheet={path}", "--lang", "en", "--"]
    assert main([*asked, "./tablee", "referee"]) == 0
    assert "keeps the rules" in capsys.readouterr().out


# --- the judge ------------------------------------------------------------------------------------------------

MOVE = {"phase": "move", "players": [1], "legal": {"1": ["1a", "1b"]}, "result": None}
OVER: dict[str, Any] = {
    "phase": "over",
    "players": [],
    "legal": {},
    "result": {"winners": [1], "scores": {"1": 1, "2": 0}},
}


@pytest.mark.parametrize(
    ("expected", "said", "kind"),
    [
        (MOVE, MOVE, ""),
        (MOVE, MOVE | {"error": None}, ""),
        (MOVE, MOVE | {"phase": "roll"}, "phase"),
        (MOVE, MOVE | {"players": [True]}, "players"),
        (MOVE, MOVE | {"players": 1}, "players"),
        (MOVE, MOVE | {"legal": {"1": ["1b", "1a"]}}, "unsorted"),
        (MOVE, MOVE | {"legal": {"1": ["1a", "1a", "1b"]}}, "unsorted"),
        (MOVE, MOVE | {"legal": {"1": ["1a"]}}, "legal"),
        (MOVE, MOVE | {"legal": ["1a", "1b"]}, "legal"),
        (MOVE, MOVE | {"result": OVER["result"]}, "winners"),
        (MOVE, {"phase": "move"}, "form"),
        (MOVE, {"error": "no", "at": 0}, "refused"),
        (OVER, OVER | {"result": OVER["result"] | {"reason": "so"}}, ""),
        (OVER, OVER | {"result": None}, "winners"),
        (OVER, OVER | {"result": {"winners": [1]}}, "form"),
        (OVER, OVER | {"result": OVER["result"] | {"winners": [2]}}, "winners"),
        (OVER, OVER | {"result": OVER["result"] | {"scores": {"1": True, "2": False}}}, "scores"),
        ({"error": "no", "at": 3}, {"error": "anything", "at": 3, "more": 1}, ""),
        ({"error": "no", "at": 3}, {"error": "anything", "at": 2}, "at"),
        ({"error": "no", "at": 3}, {"error": "anything"}, "at"),
        ({"error": "no", "at": 3}, MOVE, "accepted"),
        ({"error": "no", "at": 3}, {"error": "", "at": 3}, "form"),
        ({"error": "no"}, {"error": "anything"}, ""),
        ({"error": "no"}, {"error": "anything", "at": 0}, "at"),
        ({"error": "no"}, MOVE, "error"),
    ],
)
def test_the_judge(expected: dict[str, Any], said: dict[str, Any], kind: str) -> None:
    assert judge.compare(expected, said) == kind


def test_lines_that_are_no_answer() -> None:
    assert [judge.read(raw) for raw in (b"", b"[]", b"{", b"\xff", b"{}{}", b"[" * 100_000)] == [None] * 6


# --- what is told ---------------------------------------------------------------------------------------------


def test_a_shorter_game_that_goes_wrong_in_the_same_way() -> None:
    events = (
        "d14 5 d55 10 d44 8,12 d53 2,6:6+2 d22 4:4 d61 d23 5 d15 6 d11 2:2 d61 d66 2,5 d61 d55 10 d55 2,12 d35 8 d53"
    )
    asked = question(Case("blocs", {"mode": "duel", "level": 1}, tuple(events.split())))
    with Session(mutant("no-single"), 30.0) as session:
        (verdict,) = session.ask([asked])
        found = shorter(verdict, session)
    assert verdict.kind == found.kind != ""
    assert found.question.case
    assert len(found.question.case.events) <= 15


def test_a_disagreement_is_told_with_a_record_that_opens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "found.tablee"
    words = ["--game", "blocs", "--set", "mode=duel", "--quick", "--record", str(kept), "--", *mutant("no-single")]
    assert main(["conform", "--lang", "en", *words]) == 1
    said = capsys.readouterr().out
    assert re.search(r'asked    \{"game": "blocs", "variant": \{"mode": "duel", "level": 1\}, "events": \[', said)
    assert 'program  {"error"' in said
    assert 'rules    {"phase"' in said
    assert re.search(r"why      \S+ — Player \d pushes", said)
    assert f"tablee replay {kept}" in said
    found = record.read(kept.read_text(encoding="utf-8"), load)
    assert found.events
    assert main(["replay", "--lang", "en", "--plain", str(kept)]) == 0
    assert "The program refuses something legal." in capsys.readouterr().out


def test_keep_going_tells_every_kind(capsys: pytest.CaptureFixture[str]) -> None:
    code = """
for line in sys.stdin.buffer:
    said = ruled(line)
    if said.get("phase") == "roll":
        said["players"] = [7]
    if said.get("result"):
        said["result"]["winners"] = [7]
    print(json.dumps(said), flush=True)
"""
    words = ["--game", "cadeau", "--set", "zones=1", "--quick", "--keep-going", "--", *script(code)]
    assert main(["conform", "--lang", "en", *words]) == 1
    said = capsys.readouterr().out
    assert said.count("The winner is wrong.\n") == said.count("players (players).\n") == 1


def test_whatever_it_says_is_told_safely(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A lone surrogate, a sign that would wipe the screen, and very much of it."""
    code = """
for line in sys.stdin.buffer:
    said = ruled(line)
    odd = said | {"legal": {"1": [chr(0xD800), chr(27) + "[2J", "y" * 9000]}}
    print(json.dumps(odd if said.get("phase") == "move" else said, ensure_ascii=False).encode(errors="surrogatepass")
        .decode(errors="replace"), flush=True)
"""
    words = ["--game", "cadeau", "--set", "zones=1", "--quick", "--record", str(tmp_path / "found.tablee"), "--"]
    assert main(["conform", "--lang", "en", *words, *script(code)]) == 1
    said = capsys.readouterr().out.partition(PYTHON)[0]
    assert "yyy…" in said
    assert "\x1b" not in said
    assert max(map(len, said.splitlines())) < 1000
    assert record.read((tmp_path / "found.tablee").read_text(encoding="utf-8"), load)


@pytest.mark.parametrize("name", ["cadeau", "blocs", "laaancez"])
def test_every_setting_is_tried(name: str) -> None:
    """Each value of each key, the main ones alone and every two together."""
    tried = [played.settings for played in VARIANTS if played.game == name]
    for place, option in enumerate(load(name).OPTIONS):
        for value in option.values:
            assert {option.key: value} in tried or (place > 1 and any(one.get(option.key) == value for one in tried))
    assert all({"zones": zones, "straights": "any"} in tried for zones in range(1, 10)) == (name == "cadeau")


# --- programs that fail ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        ("sys.exit('no dice today')", "died", "It ended with code 1. Its last words:\nno dice today"),
        ("import os; os.close(1); time.sleep(60)", "died", "It closed its output."),
        ("print('{', end='', flush=True); time.sleep(60)", "silent", "Does it flush its output"),
        ("print('x' * 3_000_000, end='', flush=True); time.sleep(60)", "garbage", "xxx…"),
    ],
)
def test_how_a_program_fails(code: str, kind: str, words: str) -> None:
    with Session((PYTHON, "-c", f"import sys, time; {code}"), 2.0 if kind == "silent" else 30.0) as session:
        (verdict,) = session.ask([question(Case("cadeau"))])
    assert verdict.kind == kind
    assert words in verdict.words.en


def test_a_program_that_dies_is_started_again() -> None:
    """Only the question that it died of is lost; after the third death we stop asking."""
    code = """
for line in sys.stdin.buffer:
    said = ruled(line)
    if "at" in said:
        sys.exit("at")
    print(json.dumps(said), flush=True)
"""
    good, bad = question(Case("cadeau", {}, ("d1",))), question(Case("cadeau", {}, ("zz",)))
    with Session(script(code), 30.0) as session:
        kinds = [verdict.kind for verdict in session.ask([good, bad, good, bad, good, good, bad, good])]
    assert kinds == ["", "died", "", "died", "", "", "died"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--", "./no-such-referee"], "“./no-such-referee” does not start (no such file or folder)"),
        ([], "the following arguments are required: COMMAND"),
        (["--game", "chess", "--", "cat"], "There is no game “chess”"),
        (["--set", "level=9", "--", "cat"], "none of the variants that are tried has these settings"),
        (["--timeout", "0", "--", "cat"], "--timeout: a number of seconds"),
        (["--games", "-1", "--", "cat"], "--games counts from 0"),
    ],
)
def test_asked_wrongly(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["conform", "--lang", "en", *words]) == 2
    assert said in capsys.readouterr().err


def test_no_program_is_left_behind(tmp_path: Path) -> None:
    """Neither the program nor what it started itself outlives the session."""
    mark = tmp_path / "pid"
    shell = ("sh", "-c", f"sleep 300 & echo $! > {mark}; cat > /dev/null")
    with Session(shell, 30.0):
        while not mark.exists() or not mark.read_text().strip():
            time.sleep(0.01)
    asked = ["ps", "-o", "stat=", "-p", mark.read_text().strip()]
    for _ in range(1000):  # a killed process is there until it has run once more
        state = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()[:1]
        if state in ("", "Z"):
            return
        time.sleep(0.01)
    pytest.fail(f"it is still there: {state}")
