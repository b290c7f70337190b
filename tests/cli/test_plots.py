"""`--plot` and `--output report.html` of the commands that count."""

from pathlib import Path

import pytest

from tests.cli.conftest import Call

SHOWN = {
    "arena blocs --bots random,greedy --games 4": ("Ratings (Elo, mean 1500)", "Points in 100 of each seat"),
    "simulate blocs --games 200 --seed 1": ("Won by", "events per game", "games over, by number of events"),
}


@pytest.mark.parametrize(
    "words", [pytest.param(words, marks=[pytest.mark.slow] * words.startswith("simulate")) for words in SHOWN]
)
def test_a_page_to_look_at(words: str, tablee: Call) -> None:
    code, printed, _ = tablee(f"{words} --plot --output report.html")
    page = Path("report.html").read_text(encoding="utf-8")
    assert code == 0
    assert printed.count("█") > 10
    assert all(sentence in page for sentence in (*SHOWN[words], 'lang="en"'))
    assert page.count("<svg") == page.count("<details")
    assert max(len(line) for line in printed.splitlines() if "█" in line) < 80
