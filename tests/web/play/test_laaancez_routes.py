"""A sheet of objects of one's own on the page: made, mended, shared, kept, played and printed."""

import html
import re

import pytest
from httpx import Client

from tablee.games import laaancez
from tablee.games.laaancez.routes import OBJECT_KINDS, fields, values
from tablee.games.laaancez.sheet import parse_sheet, parse_value, plain
from tests.web_kit import somebody_else

NOEL = laaancez.load_shipped("noel")


def form(**changes: str) -> dict[str, str]:
    return fields(plain(NOEL), "fr") | {key.replace("__", "."): value for key, value in changes.items()}


def spelled(page: str) -> str:
    return html.unescape(page.split('name="sheet" value="', 1)[1].split('"', 1)[0])


def test_fields_and_values_are_the_same_sheet() -> None:
    made = parse_sheet(values(form()))
    assert made.rows == NOEL.rows
    assert made.faces == NOEL.faces
    assert made.ties == NOEL.ties
    assert {(one.name, one.hits, one.damage, one.limit, one.shield) for one in made.objects} == {
        (one.name, one.hits, one.damage, one.limit, one.shield) for one in NOEL.objects
    }
    assert set(OBJECT_KINDS) == {one.name for one in NOEL.objects}


def test_the_page_begins_with_the_sheet_of_the_game(client: Client) -> None:
    page = client.get("/objects").text
    assert 'id="own-made"' in page
    assert parse_value(spelled(page)).faces == NOEL.faces
    assert 'href="/objects"' in client.get("/").text
    assert 'value="snowball"' in somebody_else(client, "en").get("/objects").text


@pytest.mark.parametrize(
    ("key", "value", "near"),
    [
        ("objects.boule.hits", "many", "objects-boule-hits"),
        ("objects.boule.fr", "", "objects-boule-fr"),
        ("rows", "5 x", "rows"),
        ("faces.2.0", "dragon", "faces-2-0"),
        ("objects.sapin.used", "", "faces-"),
    ],
)
def test_a_mistake_is_said_at_its_field(client: Client, key: str, value: str, near: str) -> None:
    answer = client.get("/objects", params=form() | {key: value})
    assert answer.status_code == 422
    assert 'id="own-made"' not in answer.text
    before = answer.text.split('id="wrong"', 1)[0]
    assert near in re.findall(r"<fieldset.*", before, re.DOTALL)[0].rpartition("<fieldset")[2]


def test_a_sheet_is_shared_by_its_address_played_and_printed(client: Client) -> None:
    mine = form(objects__boule__fr="Pomme de pin", objects__boule__hits="4")
    page = client.get("/objects", params=mine).text
    link = html.unescape(page.split('id="own-share" readonly value="', 1)[1].split('"', 1)[0])
    friend = somebody_else(client)
    assert spelled(friend.get(link).text) == spelled(page)
    table = friend.post("/tables", data={"game": "laaancez", "way": "here", "sheet": spelled(page)}).headers["location"]
    friend.post(f"{table}/roll", data={"version": "3"})
    assert "Pomme de pin" in friend.get(f"{table}/record").text
    printed = html.unescape(page.split('id="own-print" href="', 1)[1].split('"', 1)[0])
    assert client.get(printed).status_code == 200


def test_a_browser_keeps_a_sheet(client: Client) -> None:
    page = client.get("/objects", params=form(objects__renne__fr="Élan <b>")).text
    assert client.post("/objects/keep", data={"sheet": spelled(page)}).headers["location"] == "/objects?kept=1"
    assert 'id="own-saved"' in client.get("/objects?kept=1").text
    kept = client.get("/objects").text
    assert 'id="own-saved"' not in kept
    assert "Élan &lt;b&gt;" in kept
    assert "Élan" not in somebody_else(client).get("/objects").text
    assert client.post("/objects/keep", data={"sheet": "{"}).status_code == 422
