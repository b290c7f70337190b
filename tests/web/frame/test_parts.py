"""The parts of a page: what a script has is not sent again, and what it puts together is the whole page."""

import re
from unittest.mock import Mock

import pytest
from httpx import Client

from tablee.table import Table
from tablee.web.frame.parts import GAP, fill, split
from tests.web_kit import do, hidden, link_of, opened, somebody_else

NAMED = re.compile(r' data-part="([\w-]{8})"')
GAMES: dict[str, dict[str, str]] = {"cadeau": {}, "blocs": {"mode": "duel", "first": "me"}, "laaancez": {}}


def held(page: str) -> str:
    """What a script that shows this page says it has."""
    return "".join(NAMED.findall(page))


def tapped(client: Client, table: str, page: str, action: str, **fields: str) -> str:
    """The answer to a button of a page that the script shows."""
    form = {name: hidden(page, name) for name in ("version", "seq", "as")}
    answer = client.post(f"{table}/{action}", data={**form, **fields}, headers={"x-tablee": held(page)})
    assert answer.status_code == 200
    return answer.text


def test_a_drawing_is_split_into_its_outermost_groups() -> None:
    cell = f'<g id="a"><g class="inner"><path d="M0 0{" L1 1" * 40}"/></g></g>'
    drawing = f'<svg><defs>{cell.replace("a", "b")}</defs><g><path d="M0 0"/></g><g class="empty"/>{cell}</svg>'
    outline, found = split(drawing)
    assert list(found.values()) == [cell.replace("a", "b"), cell]
    assert GAP.sub("*", outline) == '<svg><defs>*</defs><g><path d="M0 0"/></g><g class="empty"/>*</svg>'
    assert NAMED.sub("", fill(outline, found, None)) == drawing


def test_what_is_large_in_a_group_is_a_part_of_its_own() -> None:
    """What marks a cell changes at every tap, and the object that stands there seldom does."""
    thing = f'<g class="thing"><path d="M0 0{" L1 1" * 200}"/></g>'
    outlines, parts = zip(
        *(split(f'<g class="cell {mark}"><title>c</title>{thing}</g>') for mark in ("can", "")), strict=True
    )
    assert outlines[0] != outlines[1]
    assert set(parts[0]) & set(parts[1]) == {name for name, markup in parts[0].items() if markup == thing}
    assert NAMED.sub("", fill(outlines[0], parts[0], None)) == f'<g class="cell can"><title>c</title>{thing}</g>'


def test_parts_within_parts_are_filled_and_left_out() -> None:
    def gap(name: str) -> str:
        return f'<g data-keep="{name * 8}"></g>'

    parts = {"a" * 8: f'<p id="outer">{gap("b")}</p>', "b" * 8: '<i id="inner">1</i>'}
    page = f'<head></head><body class="x"><main>{gap("a")}</main></body>'
    whole = '<p data-part="aaaaaaaa" id="outer"><i data-part="bbbbbbbb" id="inner">1</i></p>'
    assert fill(page, parts, None) == f'<head></head><body class="x"><main>{whole}</main></body>'
    assert fill(page, parts, "part") == f"<head></head>{whole}"
    assert fill(page, parts, "c" * 8 + "b" * 8) == f'<head></head><p data-part="aaaaaaaa" id="outer">{gap("b")}</p>'
    assert fill(page, parts, "a" * 8) == f"<head></head>{gap('a')}"


@pytest.mark.parametrize("game", GAMES)
def test_a_roll_is_answered_with_what_it_changed(client: Client, game: str) -> None:
    table = opened(client, game=game, **GAMES[game])
    page = client.get(f"{table}?layout=wide", headers={"x-tablee": "part"}).text
    assert {"turn", "panel", "board", "log", "more"} <= set(re.findall(r'data-part="[\w-]{8}"[^>]* id="(\w+)"', page))
    assert "<header" not in page
    assert "only-wide" in page
    assert "only-tall" not in page
    answer = tapped(client, table, page, "roll", layout="wide")
    changed = set(re.findall(r'data-part="[\w-]{8}"[^>]* id="(\w+)"', answer))
    assert {"turn", "forms", "panel", "log"} <= changed
    assert not {"more", "quiet", "invite"} & changed
    assert len(answer) < len(page) / 2
    fresh = client.get(f"{table}?layout=wide", headers={"x-tablee": "part"}).text
    same = client.get(f"{table}?layout=wide", headers={"x-tablee": held(fresh)}).text
    assert not NAMED.search(same), "who has everything is sent nothing"


def test_a_secret_choice_is_in_no_answer_to_the_other(client: Client) -> None:
    """L4: not even for a script that says it has what the first player sees."""
    table = opened(client, game="laaancez", way="link")
    other = somebody_else(client)
    other.post(link_of(client, table))
    do(client, table, "roll")
    before = other.get(table, headers={"x-tablee": "part"}).text
    offers = re.findall(r'id="offer-\d" form="f-look" name="pick" value="([^"]+)"', client.get(table).text)
    shown = client.get(table, params={"pick": offers[0]}).text if offers else client.get(table).text
    token = re.findall(r'form="f-do" name="move" value="([^"]+)"', shown)[0]
    assert do(client, table, "move", move=token).status_code == 303
    mine = client.get(table, headers={"x-tablee": "part"}).text
    theirs = other.get(table, headers={"x-tablee": held(before) + held(mine)}).text
    public = other.get(table).text
    kept = set(GAP.findall(theirs))
    assert kept <= set(NAMED.findall(public)), "nothing that only the first may see is left for the script to fill in"
    assert token not in theirs


def test_those_who_watch_share_one_answer_and_those_who_play_do_not(client: Client) -> None:
    table = opened(client, game="cadeau")
    first, second, english = somebody_else(client), somebody_else(client), somebody_else(client, "en")
    asked = {"x-tablee": "part"}
    seen = first.get(table, headers=asked).text
    assert "Vous regardez cette table" in seen
    assert second.get(table, headers=asked).text == seen
    assert "You are watching this table" in english.get(table, headers=asked).text
    mine = client.get(table, headers=asked).text
    assert 'id="do-roll"' in mine
    assert 'id="do-roll"' not in seen
    do(client, table, "roll")
    assert second.get(table, headers=asked).text != seen
    assert second.get(table, headers=asked).text == first.get(table, headers=asked).text


def test_whose_page_it_is_is_asked_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(client, game="cadeau")
    asked = Mock(side_effect=Table.find_seats)
    monkeypatch.setattr(Table, "find_seats", lambda *given: asked(*given))
    client.get(table, headers={"x-tablee": "part"})
    assert asked.call_count == 1
