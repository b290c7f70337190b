"""`tablee print`, `tablee import` and `tablee score`, as they are typed."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.core.record import parse
from tablee.core.registry import NAMES, load
from tests.cli.conftest import Call

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


def test_print_writes_one_pdf_or_pictures_one_a_page_or_a_folder(tablee: Call) -> None:
    assert tablee("print cadeau -o one.pdf --set zones=3") == (0, "one.pdf\n", "")
    assert Path("one.pdf").read_bytes().startswith(b"%PDF")
    assert tablee("print blocs --parts pad -o pad.svg --paper letter")[0] == 0
    assert Path("pad.svg").read_text(encoding="utf-8").startswith("<svg")
    assert tablee(["print", "blocs", "--parts", "board, rules", "-o", "b.png", "--ppi", "20"])[0] == 0
    assert sorted(path.name for path in Path().iterdir()) == ["b-1.png", "b-2.png", "one.pdf", "pad.svg"]
    code, out, _ = tablee("print all -o box --set zones=3 --set mode=solo")
    names = [f"{name}.pdf" for name in ("cover", *NAMES, "dice", "winner", "booklet")]
    assert code == 0
    assert [Path(line).name for line in out.splitlines()] == names
    assert sorted(names) == sorted(path.name for path in Path("box").iterdir())


# --- import -----------------------------------------------------------------------------------------------------


def test_import_reads_notes_and_writes_a_record(tablee: Call) -> None:
    Path("notes.txt").write_text("6 1a 1 1a\n6 1b 1 1b 6 zone 1 case c, 1 -> 1c", encoding="utf-8")
    code, out, _ = tablee("import notes.txt -o game.tablee")
    assert code == 0
    assert "12 events. The Elves win" in out
    record = parse(Path("game.tablee").read_text(encoding="utf-8"), load)
    assert record.result == "1"
    assert record.headers["dice"] == "typed"
    record = parse(tablee("import --game blocs --set level=3 --set mode=solo", "45 4,5")[1], load)
    assert list(map(str, record.events)) == ["d45", "4,5"]
    assert record.variant.level == 3
    lines = tablee("import", "345 666 126 / 111 222 553")[1].splitlines()
    assert lines[2].endswith("total of 9; Gnomes 5, 5, 3, total 13; the Elves win it.")


def test_import_tells_all_mistakes_at_once_and_keeps_what_was_good(tablee: Call) -> None:
    code, _, err = tablee("import - -o part.tablee", "4 2a 5 1c", "6 2q 3 3a", "9 1b 2 3c 4 2a")
    sentence = err.splitlines()
    assert code == 1
    assert [line for line in sentence if line.startswith("Line")] == [
        "Line 2, column 3: “2q” is not a move: write a zone and a cell, for example 1a.",
        "Line 3, column 1: “d9”: this game rolls one die, d1 to d6.",
        "Line 3, column 13: Cell 2a already holds a 4; choose an empty one.",
    ]
    assert sentence[1:3] == ["  6 2q 3 3a", "    ^^"]
    assert "before the first mistake (5) are good" in sentence[-1]
    kept = parse(Path("part.tablee").read_text(encoding="utf-8"), load)
    assert list(map(str, kept.events)) == ["d4", "2a", "d5", "1c", "d6"]
    # One mistake is followed by no other.
    assert tablee("import", "zones: 1", "4 1a 5 1a 6 1b 2 1q 3 1c 1 1c")[2].count("Line ") == 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(typed=st.text(st.characters(), max_size=60))
def test_import_never_falls(typed: str, tablee: Call) -> None:
    code, _, err = tablee("import", typed)
    assert (code, bool(err)) in ((0, False), (1, True))


# --- score ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "cadeau 3 4 2 / 5 5 1 --set straights=any",
            "Zone 1: Elves 3, 4, 2, straight 2-3-4; Gnomes 5, 5, 1, total 11; the Elves win it.\n",
        ),
        (
            "blocs 46 --blocks 4,6,12 --set level=2",
            "Make 10; then roll again.\n4, 6: 6 + 4\n4, 6, 12: 12 + 4 − 6\n",
        ),
    ],
)
def test_score_answers(typed: str, sentence: str, tablee: Call) -> None:
    assert tablee(f"score {typed}") == (0, sentence, "")


def test_score_shows_some_calculations_or_all_and_points_at_a_mistake(tablee: Call) -> None:
    some, whole = (tablee(f"score blocs 5 4 --set level=3 {every}")[1] for every in ("", "--all"))
    assert "(+" in some
    assert "(+" not in whole
    assert len(some.splitlines()) == len(whole.splitlines()) > 50
    assert tablee("score cadeau 347 / 555") == (1, "", "A die shows 1 to 6, not 7.\n  347 / 555\n    ^\n")
