"""The paper pages: printing, the pocket referee, bringing a game home, counting. None of them stores anything."""

import asyncio
import io
import re
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from pypdf import PdfReader
from starlette.applications import Starlette
from starlette.exceptions import HTTPException

from tablee.core.errors import TableeError
from tablee.core.record import parse
from tablee.core.registry import load
from tablee.paper import pdf
from tablee.web.frame.http_errors import HttpError
from tablee.web.frame.page import handle
from tablee.web.paper import pages as paper
from tests.positions import walk

APP = Starlette(routes=paper.ROUTES, exception_handlers={HttpError: handle, TableeError: handle, HTTPException: handle})


def ask(path: str, lang: str = "en", **given: Any) -> httpx.Response:
    """A request with its redirects; a form if one is given."""

    async def sent() -> httpx.Response:
        transport = httpx.ASGITransport(app=APP)
        async with httpx.AsyncClient(transport=transport, base_url="http://table", follow_redirects=True) as client:
            headers = {"accept-language": lang}
            if "data" in given:
                return await client.post(path, headers=headers, **given)
            return await client.get(path, headers=headers, **given)

    return asyncio.run(sent())


def words(response: httpx.Response) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.text)).split())


# --- printing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cadeau", "blocs", "laaancez"])
def test_the_print_page_shows_every_page(game: str) -> None:
    answer = ask(f"/paper?game={game}&paper=letter")
    assert answer.status_code == 200
    shown = re.findall(r'<img src="([^"]+)"', answer.text)
    content = ask(f"/paper/sheet.pdf?game={game}&paper=letter").content
    assert len(shown) == len(PdfReader(io.BytesIO(content)).pages)
    first = ask(unescape(shown[0]))
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.text.startswith("<svg")


def test_the_whole_box_comes_with_the_way_to_this_table() -> None:
    """The game of the form as it is set; a QR code unless the address is that of the very machine."""
    assert 'formaction="/paper/box.pdf"' in ask("/paper?game=cadeau").text
    answer = ask("/paper/box.pdf?game=cadeau&zones=3")
    assert answer.headers["content-type"] == "application/pdf"
    sentence = [page.extract_text().replace(" ", "") for page in PdfReader(io.BytesIO(answer.content)).pages]
    assert len(sentence) == 18
    assert "http://table/companion" in sentence[0]
    assert "3zones" in sentence[3]


def test_the_print_page_keeps_what_was_chosen() -> None:
    answer = ask("/paper?game=cadeau&what=board&zones=3&two=1", lang="fr")
    assert re.findall(r'name="what" value="(\w+)"[^>]* checked', answer.text) == ["board"]
    assert '<option value="3" selected>' in answer.text
    assert "deux par page" in words(answer)


def test_what_cannot_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    for query in ("?game=chess", "?game=cadeau&zones=99", "?game=cadeau&what=pad", "?paper=a3"):
        assert ask(f"/paper{query}").status_code == 422
    assert ask("/paper/preview/9.svg?game=cadeau").status_code == 404
    monkeypatch.setattr(pdf, "is_ready", lambda: False)
    assert "This table cannot print" in words(ask("/paper"))


# --- the pocket referee -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "settings"), [("cadeau", {"zones": 1}), ("blocs", {"mode": "solo", "level": 3}), ("laaancez", {})]
)
def test_a_game_by_buttons_alone(name: str, settings: dict[str, object]) -> None:
    """Every legal event can be reached by a button or a menu, and the address grows by it."""
    query = {"game": name} | {key: str(value) for key, value in settings.items()}
    so_far: list[str] = []
    for state, event, _ in list(walk(name, settings, 4))[:14]:
        here = query | {"e": " ".join(so_far)}
        answer = ask("/companion", params=here)
        if name == "blocs" and load(name).phase(state) == "roll":
            assert re.findall(r'name="die" value="(\d)"', answer.text) == list("123456")
            answer = ask("/companion", params=here | {"die": str(event)[1]})
        buttons = re.findall(r'name="add" value="([^"]+)"', answer.text)
        menus = re.findall(r'<option value="([^"]+)"', answer.text)
        assert str(event) in map(unescape, (*buttons, *menus))
        moved = ask("/companion", params=here | {"add": str(event)})
        assert moved.status_code == 200
        held = parse_qs(urlsplit(str(moved.url)).query)["e"][0].split()
        assert sorted(held) == sorted((*so_far, str(event)))  # L4: of two choices player 1's stands first
        so_far = held


@pytest.mark.rule("C5")
def test_it_says_whose_turn_and_who_holds_a_zone() -> None:
    answer = ask("/companion?game=cadeau&zones=2&e=d4+1a+d5+1a+d6+1b+d5+1b+d3+1c+d5+1c")
    sentence = words(answer)
    assert "Elves: roll the die!" in sentence
    assert "Gnomes 5, 5, 5, three 5s; the Gnomes win it." in sentence
    assert "Zone 2: Elves all empty; Gnomes all empty." in sentence


@pytest.mark.rule("L6", "L10")
def test_it_says_when_recruitment_ends_and_which_row_folds() -> None:
    events = [str(event) for _, event, _ in walk("laaancez", {}, 3)]
    start = ask("/companion", params={"game": "laaancez", "e": " ".join(events[:6])})
    assert "cells of 16" in words(start)
    assert "Recruitment ends as soon as a sheet is full" in words(start)
    combat = next(count for count, event in enumerate(events) if "x" in event)
    fight = ask("/companion", params={"game": "laaancez", "e": " ".join(events[:combat])})
    assert "row a in front, 16 objects" in words(fight)
    late = ask("/companion", params={"game": "laaancez", "e": " ".join(events[:-1])})
    assert "row a: folded." in words(late)
    over = ask("/companion", params={"game": "laaancez", "e": " ".join(events)})
    assert "puts out the other candle" in words(over)


def test_typing_what_follows_and_undo() -> None:
    moved = ask("/companion?game=cadeau&zones=3&add=4+zone+2+case+a,+5")
    assert parse_qs(urlsplit(str(moved.url)).query)["e"] == ["d4 2a d5"]
    back = unescape(re.findall(r'href="([^"]+)" id="undo"', moved.text)[0])
    assert parse_qs(urlsplit(back).query)["e"] == ["d4 2a"]
    file = ask("/companion/record.tablee?" + urlsplit(str(moved.url)).query)
    record = parse(file.text, load)
    assert list(map(str, record.events)) == ["d4", "2a", "d5"]
    assert record.headers["dice"] == "typed"
    assert "attachment" in file.headers["content-disposition"]


def test_a_mistyped_move_is_pointed_at_and_stays_in_the_field() -> None:
    answer = ask("/companion?game=cadeau&zones=3&e=d4&add=2a+5+2q+6")
    assert answer.status_code == 200
    assert "“2q” is not a move" in words(answer)
    assert 'id="typing" value="2q 6"' in answer.text
    assert 'name="e" value="d4 2a d5"' in answer.text  # what was good of it is kept
    damaged = ask("/companion?game=cadeau&e=d4+2a+zz+d5")
    assert 'name="e" value="d4 2a"' in damaged.text
    assert "zz" in words(damaged)


# --- bringing a game home ---------------------------------------------------------------------------------------


def test_a_mistake_loses_nothing() -> None:
    typed = "4 2a <b>\n5 1c & co"
    answer = ask("/import", data={"typed": typed, "game": "cadeau"})
    assert answer.status_code == 200
    field = re.findall(r"<textarea[^>]*>(.*?)</textarea>", answer.text, re.DOTALL)[0]
    assert unescape(field).removeprefix("\n") == typed
    assert "Line 1, column 6" in words(answer)
    assert '<option value="cadeau" selected>' in answer.text
    all_at_once = ask("/import", data={"typed": "4 2a\n9 1c\n5 3b\n2 9z\n1 1a", "game": "cadeau"})
    assert all_at_once.text.count('class="pointed"') == 2
    assert "everything before it is fine" in words(all_at_once)


def test_notes_become_a_record_and_go_on() -> None:
    given = {"typed": "45 5+4", "game": "blocs", "level": "3", "mode": "", "to": "record"}
    record = parse(ask("/import", data=given).text, load)
    assert list(map(str, record.events)) == ["d45", "4,5:5+4"]
    assert record.variant.level == 3
    page = ask("/import", data={**given, "to": "page"})
    onward = unescape(re.findall(r'href="([^"]+)" id="import-onward"', page.text)[0])
    assert ask(onward).status_code == 200
    assert parse_qs(urlsplit(onward).query)["e"] == ["d45 4,5:5+4"]


# --- counting ---------------------------------------------------------------------------------------------------


def test_counting_a_zone_a_board_and_a_throw() -> None:
    sentence = words(ask("/score?game=cadeau&dice=3+4+2+/+5+5+1&straights=any"))
    assert "Elves 3, 4, 2, straight 2-3-4; Gnomes 5, 5, 1, total 11; the Elves win it." in sentence
    sentence = words(ask("/import", data={"typed": "345 - 111\r\n666 - 222\r\n342 - 551"}))
    assert "Gnomes 1, 1, 1, three 1s; the Gnomes win it." in sentence
    assert "The Elves win by 2 zones to 1" in sentence
    sentence = words(ask("/score?game=blocs&dice=5+4&level=3&more=2,3,6,12"))
    assert "Make 9 or 20; then roll again." in sentence
    assert "2, 3, 6: 6 × 3 + 2 · 6 × 2 − 3 · 6 × 3 ÷ 2" in sentence
    assert "There is no block 7" in words(ask("/score?game=blocs&dice=5+4&more=7"))
    assert "A die shows 1 to 6, not 7" in words(ask("/score?game=cadeau&dice=347+/+555"))
    assert "free choice (double)" in words(ask("/score?game=blocs&dice=33&more=11,12"))
    assert ask("/score?game=blocs&level=x&dice=1+1").status_code == 200


@pytest.mark.parametrize("path", ["/paper", "/companion", "/companion?game=blocs", "/import", "/score"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_pages_speak_both_languages_without_script_or_style(path: str, lang: str) -> None:
    answer = ask(path, lang=lang)
    assert f'<html lang="{lang}"' in answer.text
    assert {"fr": "Arbitre de poche", "en": "Pocket referee"}[lang] in words(answer)
    assert "style=" not in answer.text  # the policy of the table forbids it
    assert not re.findall(r"<script(?![^>]*src=)", answer.text)


def test_the_companion_goes_on_from_a_position() -> None:
    """A record that begins elsewhere is brought home, carried in the address, and gone on with."""
    here = {"game": "cadeau", "position": "cadeau/zones=1:45.:66.", "e": "d3 1c d2"}
    answer = ask("/companion", params=here)
    assert 'name="position" value="cadeau/zones=1:45.:66."' in answer.text
    moved = ask("/companion", params=here | {"add": "zone 1 case c"})
    held = parse_qs(urlsplit(str(moved.url)).query)
    assert held["position"] == [here["position"]]
    assert held["e"] == ["d3 1c d2 1c"]
    assert "The Gnomes win by 1 zone to 0" in moved.text
    wrong = ask("/companion", params=here | {"position": "cadeau/zones=1:45.:667"})
    assert "Position, character 22" in wrong.text
