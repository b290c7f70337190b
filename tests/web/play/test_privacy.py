"""What is kept about a person: shown, taken along, erased, and what erasing means where others play."""

import json
import re

import pytest
from httpx import Client

from tests.web_kit import do, link_of, opened, somebody_else


def test_a_stranger_is_told_that_there_is_nothing(client: Client) -> None:
    page = client.get("/mine/kept").text
    assert "Aucune table" in page
    assert 'href="/mine/kept"' in client.get("/").text, "linked from the foot of every page"
    assert 'href="/mine/kept"' in client.get("/mine").text


def test_everything_is_listed_and_goes_into_one_file(client: Client) -> None:
    client.post("/profile", data={"badge": "panda-vert", "name": "Mirabelle"})
    table = opened(client, game="cadeau", name0="Mirabelle")
    do(client, table, "roll")
    page = client.get("/mine/kept").text
    for cookie in ("guise", "recent", "browser", "seat"):
        assert f"<code>{cookie}</code>" in page
    assert f'id="trace-{table.rpartition("/")[2]}"' in page
    assert "toute la table s’efface" in page
    answer = client.get("/mine/kept.json")
    assert "attachment" in answer.headers["content-disposition"]
    found = json.loads(answer.text)
    assert found["cookies"]["guise"] == "panda-vert.Mirabelle"
    (kept,) = found["tables"]
    assert kept["names"][0] == "Mirabelle"
    assert kept["moves"] == 1
    assert "game: cadeau" in kept["record"]
    sent = {cookie.value for cookie in client.cookies.jar if cookie.name == "seat"}
    assert not any(secret and secret in answer.text for secret in sent), "a file to pass on holds no seat"


def test_a_shared_table_keeps_the_moves_and_frees_the_seat(client: Client) -> None:
    table, guest = opened(client, game="cadeau", way="link"), somebody_else(client, "en")
    guest.post(link_of(client, table), data={"name": "Mirabelle"})
    do(client, table, "roll")
    assert "Mirabelle" in client.get(table).text
    page = guest.get("/mine/kept").text
    assert "Your moves stay, without a name" in page
    stranger = somebody_else(client)
    stranger.post(f"{table}/erase")
    assert "Mirabelle" in client.get(table).text, "only who sits there may"
    answer = guest.post(f"{table}/erase", follow_redirects=True)
    assert "It’s erased at that table" in answer.text
    after = client.get(table).text
    assert "Mirabelle" not in after
    assert client.get(f"{table}/record").text.count("d") > 0
    assert table not in guest.get("/mine").text
    assert guest.cookies.get("seat", path=table) is None


@pytest.mark.parametrize("tables", [1, 15])
def test_all_of_it_goes_by_one_button(client: Client, tables: int) -> None:
    client.post("/profile", data={"badge": "panda-vert", "name": "Mirabelle"})
    made = [opened(client, game="cadeau", way="bot") for _ in range(tables)]
    for _ in range(1 if tables == 1 else 2):
        page = client.get("/mine/kept").text
        (path,) = re.findall(r'action="([^"]*(?:all=0|/mine/erase))"', page)
        answer = client.post(path, follow_redirects=True)
    assert 'id="erased"' in answer.text
    assert "ne savent plus rien de vous" in answer.text
    assert {client.get(table).status_code for table in made} == {404}
    assert [cookie.name for cookie in client.cookies.jar if cookie.value] == []
