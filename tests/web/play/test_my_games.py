"""The games of this browser: found, told, counted, downloaded, forgotten."""

import io
import re
import zipfile
from xml.etree import ElementTree

from httpx import Client, Cookies

from tablee.core.record import parse
from tablee.core.registry import load
from tablee.web.frame.visitor import MOST_GAMES
from tests.web_kit import do, link_of, opened, somebody_else


def results(client: Client) -> list[str]:
    """How each game went, the newest first."""
    return re.findall(r'class="kept-game (\w+)"', client.get("/mine").text)


def given_up(client: Client, table: str, **form: str) -> None:
    while 'data-phase="over"' not in client.get(table).text:  # a bot may be about to play
        do(client, table, "resign", **form)


def test_nothing_played_yet(client: Client) -> None:
    assert "Pas encore de partie" in client.get("/mine").text
    assert 'id="resume"' not in client.get("/").text


def test_running_and_finished_games_are_told_apart(client: Client) -> None:
    shared = opened(client, game="cadeau", name1="Tom")
    given_up(client, shared)
    given_up(client, opened(client, game="laaancez", way="bot"))
    by_link, guest = opened(client, game="cadeau", way="link"), somebody_else(client)
    guest.post(link_of(client, by_link), data={"name": "Zoé"})
    do(guest, by_link, "resign")
    going_on = opened(client, game="blocs", way="bot")
    assert results(client) == ["open", "won", "lost", "together"]
    assert results(guest) == ["lost"]
    page = client.get("/mine").text
    assert "Avec Chat et Tom" in page
    assert "Avec Zoé" in page
    assert f'href="{going_on}">Reprendre' in page.replace("\u202f", " ").replace("\u00a0", " ")
    rows = re.findall(r'<th scope="row">[^<]*</th>((?:\s*<td>\d</td>)+)', page)
    figures = sorted(re.sub(r"\D+", " ", row).split() for row in rows)  # won, lost, drawn, together on one device
    assert figures == [list("0000"), list("0100"), list("1001")]
    home = client.get("/").text
    assert f'id="resume" href="{going_on}"' in home
    assert re.search("Au tour d|À vous de jouer", home)


def test_a_game_has_a_picture_without_secrets(client: Client) -> None:
    table = opened(client, game="laaancez")
    do(client, table, "roll")
    empty = client.get(f"{table}/picture")
    assert empty.headers["content-type"] == "image/svg+xml"
    ElementTree.fromstring(empty.text)
    move = re.findall(r'name="pick" value="([^"]+)"', client.get(table).text)
    assert move
    client.get(f"{table}?pick={move[0]}")
    assert client.get(f"{table}/picture").text == empty.text  # what is picked is nobody else's business


def test_all_games_in_one_archive(client: Client) -> None:
    tables = [opened(client, game=game) for game in ("cadeau", "blocs")]
    answer = client.get("/mine/games.zip")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert len(archive.namelist()) == len(tables)
        assert {parse(archive.read(name).decode(), load).game.NAME for name in archive.namelist()} == {
            "cadeau",
            "blocs",
        }


def test_games_are_forgotten_one_by_one_or_all(client: Client) -> None:
    tables = [opened(client, game="cadeau") for _ in range(3)]
    client.post("/mine/forget", data={"table": tables[1].rpartition("/")[2]})
    page = client.get("/mine").text
    assert [table in page for table in tables] == [True, False, True]
    client.post("/mine/forget")
    assert not results(client)
    assert client.get(tables[0]).status_code == 200  # the table stays


def test_what_is_remembered_is_bounded_and_nothing_strange_breaks_it(client: Client) -> None:
    table = opened(client, game="cadeau")
    given_up(client, table)
    name, client.cookies = table.rpartition("/")[2], Cookies()
    kept = ["x", f"{name}-9", f"{name}-3", "gone1234-0", *(f"a{number:05}-0" for number in range(99))]
    client.headers["cookie"] = "recent=" + ".".join(kept)
    assert results(client) == ["together"]
    answer = client.post("/tables", data={"game": "cadeau"})
    written = next(one for one in answer.headers.get_list("set-cookie") if one.startswith("recent="))
    assert written.partition(";")[0].count(".") == MOST_GAMES - 1
