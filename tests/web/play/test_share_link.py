"""A game as a link, at the served table: sent by one browser, opened by another."""

import html
import re
from collections.abc import Iterator

import pytest
from httpx import Client

from tablee.web.play.share_link import code
from tests.web_kit import do, opened, served, somebody_else


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("parcel"), seed=None) as address:
        yield address


def link_of(client: Client, table: str) -> str:
    page = client.get(f"{table}/send").text
    return html.unescape(page.split('id="send-link" readonly value="', 1)[1].split('"', 1)[0])


def brought(client: Client, link: str, to: str) -> str:
    """Where the button of the page behind a link leads."""
    answer = client.post("/open", data={"game": link.partition("?game=")[2], "to": to})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_running_game_goes_on_in_another_browser(client: Client) -> None:
    table = opened(client, game="cadeau", way="bot")
    do(client, table, "roll")
    link = link_of(client, table)
    other = somebody_else(client)
    page = other.get(link).text
    assert 'id="open-play"' in page
    assert "seront vérifiables ici" in page
    there = brought(other, link, "play")
    assert there != table
    played = other.get(there).text
    assert 'data-phase="move"' in played  # the roll came along
    assert 'data-mine="yes"' in played
    assert "Lapin" in played


def test_a_finished_game_is_watched_and_its_dice_checked(client: Client) -> None:
    table = opened(client, game="cadeau", way="here")
    do(client, table, "resign")
    link = link_of(client, table)
    page = client.get(link).text
    assert 'id="open-play"' not in page
    assert 'id="check-dice"' in page
    shown = brought(client, link, "replay")
    assert shown.endswith("/replay")
    assert client.get(shown).status_code == 200


def test_half_a_link_says_so_and_opens_nothing(client: Client) -> None:
    link = link_of(client, opened(client, game="blocs", way="here"))
    half = client.get(link[:-20])
    assert half.status_code == 422
    assert "Il manque un bout à ce lien" in half.text
    refused = client.post("/open", data={"game": "1abc"})
    assert refused.status_code == 422
    assert not re.search("Traceback|zlib", half.text + refused.text)


def test_what_is_too_long_for_a_code_has_a_link_only() -> None:
    assert code("https://example.org/" + "a" * 1500, "l")
    assert code("https://example.org/" + "a" * 2000, "l") is None
    assert code("https://example.org/" + "a" * 5000, "l") is None
