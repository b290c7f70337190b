"""Dice that anyone can check: the same numbers by every way of working them out, and no way to cheat unseen."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import verify as example
from tablee.cli import main
from tablee.core import fair
from tablee.core.game import Roll
from tablee.core.record import Record, parse
from tablee.core.registry import load

ROOT = Path(__file__).parents[2]
VECTORS = [json.loads(line) for line in (ROOT / "tests/vectors/dice.jsonl").read_text(encoding="utf-8").splitlines()]
SECRET, TABLE = bytes(range(32)), "abcd2345"


def thrown(secret: bytes, table: str, number: int, salt: str, count: int) -> list[int]:
    """So many dice: more than a list of all their rolls could hold."""
    below = fair.numbers(secret, table, number, salt)
    return sorted(below(6) + 1 for _ in range(count))


def test_the_shared_vectors() -> None:
    """Worked out beforehand with another program's HMAC."""
    for vector in VECTORS:
        secret, table, number, salt, dice = (vector[key] for key in ("secret", "table", "number", "salt", "dice"))
        secret = bytes.fromhex(secret)
        assert fair.commitment(secret) == vector["commit"]
        assert thrown(secret, table, number, salt, len(dice)) == dice
        assert example.dice(secret, f"tablee-dice-1|{table}|{number}|{salt}", len(dice)) == dice


def test_every_face_is_as_likely() -> None:
    faces = Counter(fair.roll(SECRET, TABLE, number, "").dice[0] for number in range(6000))
    assert all(abs(faces[face] - 1000) < 120 for face in range(1, 7))  # four standard deviations


def played(
    game: str = "blocs", secret: bytes = SECRET, later: tuple[tuple[bytes, int], ...] = (), **settings: object
) -> Record:
    """A game whose dice are all promised, its moves the first ones allowed. `later`: secrets, each from a throw on."""
    promises = [fair.Promise(TABLE, fair.commitment(secret), secret)]
    promises += [fair.Promise(TABLE, fair.commitment(other), other, since) for other, since in later]
    rules = load(game)
    record, salts = Record(rules, rules.variant(settings)), list[str]()
    while rules.phase(record.state) != "over":
        if rules.phase(record.state) == "roll":
            salt = f"{len(salts):016x}" if len(salts) % 3 else ""
            key = [other for other, since in ((secret, 0), *later) if since <= len(salts)][-1]
            record = record.play(fair.roll(key, TABLE, len(salts), salt, rules.rolls(record.state)))
            salts.append(salt or "-")
        else:
            record = record.play(rules.moves(record.state, rules.players(record.state)[0])[0])
    lines = "\n".join(map(str, promises))
    return replace(record, headers={"dice": "virtual", "fair": lines, "salts": " ".join(salts)})


@pytest.mark.parametrize("game", ["cadeau", "blocs", "laaancez"])
def test_an_honest_game_fits(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played(game)
    rolls = sum(isinstance(event, Roll) for event in record.events)
    assert fair.verify(record) == fair.Verdict(True, fair.verify(record).text, rolls)
    assert example.check(str(record)) == ""
    file = tmp_path / "game.tablee"
    file.write_text(str(record.comment("d1 d2 \\} d3")), encoding="utf-8")
    assert main(["verify", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["checked"] == rolls
    assert example.check(file.read_text(encoding="utf-8")) == ""


def changed(record: Record, **headers: str) -> Record:
    return replace(record, headers={**record.headers, **headers})


def test_every_cheat_is_seen() -> None:
    """Another secret, another commitment, a changed salt, a skipped number, a throw that was changed, one left out."""
    record = played("cadeau", zones=2)
    salts = record.headers["salts"].split()
    other = fair.Promise(TABLE, fair.commitment(SECRET), bytes(32))
    first, second = (place for place, event in enumerate(record.events[:3]) if isinstance(event, Roll))
    face = record.events[second].dice[0]
    cheats = [
        changed(record, fair=str(other)),
        changed(record, fair=str(replace(other, commit=fair.commitment(bytes(32))))),
        changed(record, salts=" ".join(["f" * 16, *salts[1:]])),
        changed(record, salts=" ".join([*salts[1:], salts[0]])),
        changed(record, salts=" ".join(salts[1:])),
        changed(record, fair=record.headers["fair"].replace(TABLE, "other2345")),
        replace(record, events=(*record.events[:second], Roll((face % 6 + 1,)), *record.events[second + 1 :])),
    ]
    for cheat in cheats:
        verdict = fair.verify(cheat)
        assert not verdict.fits, cheat.headers
        assert example.check(str(cheat)), cheat.headers
    assert fair.verify(cheats[-1]).at == second
    assert first == 0


@given(st.lists(st.tuples(st.binary(min_size=32, max_size=32), st.integers(0, 14)), max_size=4))
def test_games_that_went_on_under_new_secrets_fit(later: list[tuple[bytes, int]]) -> None:
    """Whatever the throw from which each secret holds: the last one that does decides."""
    record = played("cadeau", zones=2, later=tuple(later))
    again = parse(str(record), load)
    assert again == record
    assert fair.verify(again).fits
    assert example.check(str(again)) == ""


def test_every_cheat_with_a_later_secret_is_seen() -> None:
    """A later secret that is left out, or holds from another throw on, is another one, or is not yet shown."""
    record = played("cadeau", zones=2, later=((bytes(32), 6),))
    assert fair.verify(record).fits
    assert "2 secrets" in fair.verify(record).text.en
    first, second = record.headers["fair"].split("\n")
    for lines in (
        [first],
        [second, first],
        [first, second.replace(" from 6", "")],
        [first, second.replace("from 6", "from 0")],
        [first, second.replace("from 6", "from 12")],
        [first, second.replace("00" * 32, "ff" * 32)],
        [first, second.replace(" " + "00" * 32, "")],
    ):
        cheat = changed(record, fair="\n".join(lines))
        assert not fair.verify(cheat).fits, lines
        assert example.check(str(cheat)), lines


def test_what_cannot_be_checked_is_said() -> None:
    record = played("cadeau", zones=1)
    open_promise = str(fair.Promise(TABLE, fair.commitment(SECRET)))
    for headers, sentence in (
        ({"dice": "typed"}, "Real dice"),
        ({}, "nothing about its dice"),
        ({"fair": "tablee-dice-9 x"}, "cannot be read"),
        ({"fair": open_promise}, "not over"),
    ):
        verdict = fair.verify(replace(record, headers=headers))
        assert not verdict.fits
        assert sentence in verdict.text.en
    elsewhere = changed(record, salts="? " + record.headers["salts"].split(" ", 1)[1])
    assert fair.verify(elsewhere).checked == 5
    assert not fair.verify(elsewhere).fits
    assert "at another table" in example.check(str(elsewhere))


def test_a_damaged_file_is_no(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.tablee"
    file.write_text("game: cadeau\n\nd9\n", encoding="utf-8")
    assert main(["--lang", "en", "verify", str(file)]) == 1
    assert "Line 3" in capsys.readouterr().out


@given(st.binary(min_size=32, max_size=32), st.integers(0, 10**6), st.integers(1, 60))
def test_any_number_of_dice(secret: bytes, number: int, count: int) -> None:
    dice = thrown(secret, TABLE, number, "", count)
    assert set(dice) <= set(range(1, 7))
    assert dice == example.dice(secret, f"tablee-dice-1|{TABLE}|{number}|", count)


@given(st.text(max_size=200))
def test_any_header_is_read_or_refused(header: str) -> None:
    promise = fair.Promise.of(header)
    assert promise is None or fair.Promise.of(str(promise)) == promise


def test_the_throws_for_who_begins_are_checked_too() -> None:
    record = played("blocs", mode="solo")
    dice = [fair.roll(SECRET, TABLE, f"open-{number}", "").dice[0] for number in range(2)]
    honest = changed(record, opening=f"0:{dice[0]}:- 1:{dice[1]}:-")
    assert fair.verify(honest).fits
    cheat = changed(record, opening=f"0:{dice[0]}:- 1:{dice[1] % 6 + 1}:-")
    assert not fair.verify(cheat).fits
    assert "Opening roll 2" in fair.verify(cheat).text.en
    assert example.check(str(honest)) == ""
    assert example.check(str(cheat)) == "opening throw 2 is not the one that was promised"
    for odd in ("é", f"0:{dice[0]}:é"):
        assert not fair.verify(changed(record, opening=odd)).fits
