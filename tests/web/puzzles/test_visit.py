"""The pages of the puzzles: this week's, one of them solved on its board, sums counted."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from urllib.parse import urlencode

import pytest
from httpx import Client

from tablee import puzzles
from tablee.core.registry import NAMES
from tablee.games.blocs.sums import every, richest
from tablee.web.puzzles import visit


class Wednesday(date):
    @classmethod
    def today(cls) -> Wednesday:
        return cls(2026, 11, 18)


def test_the_first_page_leads_to_this_weeks_puzzles(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visit, "date", Wednesday)  # a week may end while the test runs
    assert 'href="/puzzle"' in client.get("/").text
    page = client.get("/puzzle")
    assert page.status_code == 200
    for name in NAMES:
        for level in puzzles.list_levels(name):
            puzzle = puzzles.find_of_week(name, level, Wednesday.today())
            assert f'href="/puzzle/{name}/{level}/{puzzle.number}"' in page.text


@pytest.mark.parametrize("name", NAMES)
def test_a_move_is_played_and_answered(client: Client, name: str) -> None:
    puzzle = puzzles.find(name, "ecureuil", 7)
    here = f"/puzzle/{name}/ecureuil/7"
    assert client.get(here).status_code == 200
    wrong = next(str(move) for move in puzzle.moves if str(move) != puzzle.answer)
    nearly = unescape(client.post(here, data={"move": wrong}, follow_redirects=True).text)
    assert "il y a encore mieux" in nearly
    assert 'id="next"' not in nearly
    odd = client.post(here, data={"move": "<b>"}, follow_redirects=True)
    assert odd.status_code == 200
    assert 'id="next"' not in odd.text
    well = unescape(client.post(here, data={"move": puzzle.answer}, follow_redirects=True).text)
    assert "Bravo" in well
    assert 'id="next"' in well


def test_hints_come_one_after_another(client: Client) -> None:
    for step in (1, 2, 3):
        page = unescape(client.get(f"/puzzle/blocs/lapin/9?hint={step}", headers={"accept-language": "en"}).text)
        assert page.count('<p class="note" role="status"') == step
        picked = client.get(f"/puzzle/blocs/lapin/9?hint={step}&pick=2").text
        tried = client.post(f"/puzzle/blocs/lapin/9?hint={step}", data={"move": "2,3"}, follow_redirects=True).text
        assert all(shown.count('<p class="note" role="status"') == step for shown in (picked, tried)), "none is lost"
        assert f'type="hidden" name="hint" value="{step}"' in picked


def test_sums_found_stand_in_the_address(client: Client) -> None:
    puzzle = richest("lapin", 4)
    whole = every(puzzle.state)
    here = f"/puzzle/blocs/{puzzle.level}/{puzzle.number}/sums"
    some = client.get(f"{here}?{urlencode([('sum', whole[0]), ('sum', '1+2')])}", headers={"accept-language": "en"})
    assert f"1 of {len(whole)} found" in some.text
    assert "1 is not in front of you" in some.text
    assert 'id="key-plus"' in some.text, "keys on the page, and blocks to touch"
    tapped = client.get(f"{here}?{urlencode([('sum', whole[0]), ('say', '12+')])}").text
    assert 'id="formula" name="sum" value="12+"' in tapped
    assert re.search('spot can[^>]*form="f-look" name="say" value="12[+]', tapped)
    everything = client.get(f"{here}?{urlencode([('sum', one) for one in whole])}", headers={"accept-language": "en"})
    assert "All found" in everything.text


def test_what_is_not_there_is_said(client: Client) -> None:
    for path in ("/puzzle/blocs/dragon/1", "/puzzle/blocs/lapin/900", "/puzzle/chess/lapin/1", "/puzzle/blocs/dragon"):
        assert client.get(path).status_code == 404, path
    assert client.get("/puzzle/cadeau/lapin/1/sums").status_code == 404


def test_they_can_be_printed(client: Client) -> None:
    page = client.get("/puzzle/sheet.pdf")
    assert page.content.startswith(b"%PDF")
