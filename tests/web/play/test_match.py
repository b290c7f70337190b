"""A match on the pages: at one device, against a bot, by a link."""

import re

import pytest
from httpx import Client

from tests.web_kit import created, do, link_of, opened, somebody_else


def score(page: str) -> dict[str, int]:
    """The games that each has won, by name, as the page shows them."""
    found = re.findall(r'class="who" title="[^"]*">([^<]+).*?class="tally">.*?</span>(\d)</span>', page, re.DOTALL)
    return {name.strip(): int(won) for name, won in found}


def next_game(client: Client, table: str) -> str:
    following = client.post(f"{table}/rematch", data={"swap": "1"}).headers["location"]
    assert following != table
    return str(following)


@pytest.mark.parametrize("way", ["here", "bot"])
def test_best_of_three(client: Client, way: str) -> None:
    other = "Lapin" if way == "bot" else "Ours"
    table = opened(client, game="laaancez", way=way, match="3")
    page = client.get(table).text
    assert score(page) == {"Chat": 0, other: 0}
    assert "au meilleur des 3 parties, partie 1" in page
    do(client, table, "resign", seat="0")
    page = client.get(table).text
    assert score(page) == {"Chat": 0, other: 1}
    assert "Partie suivante" in page
    assert "rematch-keep" not in page
    table = next_game(client, table)
    page = client.get(table).text
    assert re.findall(r'class="who" title="[^"]*">(\w+)', page) == [other, "Chat"]  # swapped, names stay
    assert score(page) == {"Chat": 0, other: 1}
    while 'data-phase="over"' not in client.get(table).text:  # the rabbit may be about to play
        do(client, table, "resign", seat="1")
    page = client.get(table).text
    assert f"{other} gagne le match" in page
    assert "Revanche" in page


def test_a_match_by_a_link(client: Client) -> None:
    table, guest = opened(client, game="cadeau", way="link", match="5"), somebody_else(client)
    guest.post(link_of(client, table), data={"name": "Tom", "badge": "lion-rose"})
    do(guest, table, "resign")
    following = next_game(client, table)
    assert guest.get(f"{table}/next").headers["location"] == following
    page = guest.get(following).text
    assert score(page) == {"Chat": 1, "Tom": 0}
    assert "Match au meilleur des 5 parties, partie 2" in page
    assert "lion-rose" in page


def test_alone_there_is_no_match(client: Client) -> None:
    assert "tally" not in client.get(opened(client, game="blocs", mode="solo", match="3")).text


def test_a_match_by_the_api(client: Client) -> None:
    made = created(client, game="cadeau", my_seats=[0, 1], best_of=3)
    assert made["match"] == {"best_of": 3, "played": 0, "won": [0, 0], "over": False}
    assert created(client, game="cadeau")["match"] is None
    assert client.post("/api/v1/tables", json={"game": "cadeau", "best_of": 4}).status_code == 409
