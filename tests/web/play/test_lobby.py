"""By a link that works: the door to the network, one code for everybody, who is there, and folds that stay open."""

import asyncio
import contextlib
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
import uvicorn
from httpx import Client, HTTPTransport

from tablee.cli.serve import bind
from tablee.core.dice import VirtualDice
from tablee.table import TableService
from tablee.table.data import store_at
from tablee.web.app import create_app
from tablee.web.frame.lan_listener import LanListener
from tablee.web.frame.security import redact
from tests.postgres_kit import Server
from tests.web_kit import FREE, browser_of, do, link_of, opened, running, served, somebody_else

NETWORK = "127.0.0.2"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("lobby"), network=NETWORK) as address:
        yield address


def url_of(page: str, key: str) -> str:
    return page.split(f'id="url-{key}" readonly value="', 1)[1].split('"', 1)[0]


def test_a_door_to_the_network_opens_and_shuts(client: Client, base: str) -> None:
    table = opened(client, game="cadeau", way="link")
    outside = base.replace("127.0.0.1", NETWORK)
    with pytest.raises(httpx.ConnectError):
        httpx.get(outside)
    page = client.get(table).text
    for path in ("", "/invite", "/send"):  # no other device could open a code: the Wi-Fi comes first
        asked = client.get(table + path).text
        assert "code-card" not in asked, path
        assert asked.index("Ouvrir aux appareils du Wi-Fi") < asked.index("readonly"), path
    assert url_of(page, "1").startswith(base)
    assert client.post("/lan-access", data={"open": "1", "back": table}).headers["location"] == table
    link = url_of(client.get(table).text, "1")
    assert link.startswith(outside + table)
    for path in ("", "/invite", "/send"):
        assert "code-card" in client.get(table + path).text, path
    assert "sudo ufw allow" in client.get(table).text  # nobody has come in yet: a firewall may be why
    with Client(transport=HTTPTransport(local_address=NETWORK)) as machine:
        assert machine.get(outside).status_code == 200  # a machine reaches itself, whatever the firewall
        assert "sudo ufw allow" in client.get(table).text
    with browser_of(outside) as guest:
        assert guest.get(link).status_code == 200
        assert "cela marche" in client.get(table).text
        assert "door-" not in guest.get(table).text  # only who sits at the machine
        assert guest.post("/lan-access", data={"open": "0"}).status_code == 403
        client.post("/lan-access", data={"open": "0", "back": table})
        with pytest.raises(httpx.TransportError):
            guest.get(link)  # the connection that was open is gone too
    assert url_of(client.get(table).text, "1").startswith(base)
    for _ in range(2):
        client.post("/lan-access", data={"open": "1"})
        assert httpx.get(outside).status_code == 200
        client.post("/lan-access", data={"open": "0"})
    with pytest.raises(httpx.ConnectError):
        httpx.get(outside)


def test_sharing_a_game_begins_with_the_door_while_no_other_device_can_come(client: Client) -> None:
    table = opened(client, game="cadeau")
    do(client, table, "resign")
    assert f'href="{table}/send"' in client.get(table).text.split('id="panel"')[1].split('id="board"')[0]


def test_without_a_network_it_says_so(tmp_path: Path) -> None:
    with served(tmp_path, network="127.0.0.1") as address, browser_of(address) as client:
        answer = client.post("/lan-access", data={"open": "1"})
        assert 400 <= answer.status_code < 500
        assert "aucun réseau" in answer.text
        assert "Ouvrir aux appareils du Wi-Fi" in client.get(opened(client, game="cadeau", way="link")).text


def test_where_no_door_is_hung_none_is_offered(tmp_path: Path) -> None:
    with served(tmp_path) as address, browser_of(address) as client:
        assert "door-open" not in client.get(opened(client, game="cadeau", way="link")).text
        assert client.post("/lan-access", data={"open": "1"}).status_code == 403


def test_an_animal_that_is_expected_is_named_in_the_language_of_the_guest(client: Client) -> None:
    table, english = opened(client, game="cadeau", way="link"), somebody_else(client, "en")
    assert "· Bear" in english.get(link_of(client, table)).text
    do(client, table, "roll")
    page = english.get(f"{table}/replay", params={"at": "1"}).text
    assert "Cat’s Elves roll" in page
    assert "Chat" not in page


def test_one_code_seats_everybody(client: Client) -> None:
    table = opened(client, game="blocs", mode="three", way="link")
    page = client.get(f"{table}/invite").text
    link = url_of(page, "any").removeprefix(str(client.base_url).rstrip("/"))
    assert page.count("guest free") == 2
    assert client.get(link).headers["location"] == table  # who sits already does not sit twice
    for number, badge in enumerate(("lion-rose", "souris-bleu")):
        guest = somebody_else(client)
        assert guest.get(link).status_code == 200
        assert guest.post(link, data={"badge": badge}).headers["location"] == table
        assert guest.post(link).headers["location"] == table  # nobody sits twice
        assert client.get(f"{table}/invite").text.count("guest free") == 1 - number
        assert guest.get(f"{table}/invite").status_code == 200
    assert "Tout le monde est là" in client.get(f"{table}/invite").text
    late = somebody_else(client)
    assert late.post(link).status_code == 409
    assert late.get(f"{table}/invite").headers["location"] == table  # who watches invites nobody
    assert late.get(link.replace(link[-4:], "aaaa")).status_code == 403
    assert redact(link).endswith("/join/any/…")


def test_a_link_to_all_free_seats_can_be_made_anew(client: Client) -> None:
    table = opened(client, game="blocs", mode="three", way="link")
    old = url_of(client.get(f"{table}/invite").text, "any")
    assert client.post(f"{table}/invite", data={"seat": "any"}).headers["location"] == f"{table}/invite"
    new = url_of(client.get(f"{table}/invite").text, "any")
    assert new != old
    assert somebody_else(client).get(old).status_code == 403
    assert somebody_else(client).get(new).status_code == 200


def test_who_is_connected_is_shown(client: Client) -> None:
    table = opened(client, game="cadeau", way="link")
    guest = somebody_else(client)
    guest.post(link_of(client, table), data={"name": "Tom"})
    guest.get(table)
    assert 'class="present"' not in client.get(table).text
    with guest.stream("GET", "/events", params={"table": table.rpartition("/")[2]}) as stream:
        lines = stream.iter_lines()
        assert any(line.startswith("data:") for line in lines)
        shown = client.get(table).text
        assert re.search(r'Tom <small class="present">en ligne', shown)
        assert 'class="present"' not in guest.get(table).text  # one’s own presence is no news
        with client.stream("GET", "/events", params={"table": table.rpartition("/")[2]}):
            assert any(line == "event: presence" for line in lines)
    assert "Tom" in client.get(table).text


def test_names_can_go_back_and_forth_and_the_fold_stays_open(client: Client) -> None:
    table = opened(client, game="cadeau")
    for name in ("Léa", "Zoé", "Léa"):
        (seq,) = re.findall(r'name="seq" value="(\d+)" form="f-name-0"', client.get(table).text)
        answer = client.post(f"{table}/rename", data={"seat": "0", "name": name, "seq": seq})
        assert answer.headers["location"] == f"{table}?made=1#more-fold"
        shown = client.get(f"{table}?made=1").text
        assert f'value="{name}"' in shown
        assert 'id="more-fold" open' in shown
    assert 'id="more-fold" open' not in client.get(table).text


def test_another_animal_renames_only_who_goes_by_the_animal(client: Client) -> None:
    table = opened(client, game="cadeau", name1="Tom")
    do(client, table, "rename", seat="0", name="Chat", badge="lion-turquoise")
    do(client, table, "rename", seat="1", name="Tom", badge="panda-vert")
    page = " ".join(client.get(table).text.split())
    assert '<span class="who" title="Lion">Lion' in page
    assert '<span class="who" title="Tom">Tom' in page
    assert 'value="panda-vert" id="badge-1-3" aria-label="Panda" aria-pressed="true"' in page


def test_who_is_connected_is_seen_from_another_process(database_server: Server) -> None:
    """A page of one process, its stream at another: whoever looks at either sees who is there, and who has left."""
    database = database_server.new_database()
    with (
        shared_server(database) as one,
        shared_server(database) as two,
        browser_of(one) as lea,
        browser_of(one) as tom,
    ):
        table = opened(lea, game="cadeau", way="link")
        tom.post(link_of(lea, table), data={"name": "Tom"})
        tom.get(table)  # his page comes from the first process
        seat = next(cookie.value for cookie in lea.cookies.jar if cookie.name == "seat")
        with (
            Client(base_url=two, cookies={"browser": tom.cookies["browser"]}, timeout=20) as his,
            his.stream("GET", "/events", params={"table": table.rpartition("/")[2]}) as stream,
        ):
            lines = stream.iter_lines()
            assert any(line.startswith("data:") for line in lines)
            until(lambda: 'Tom <small class="present">' in lea.get(table).text)
            with Client(base_url=two, cookies={"seat": seat or ""}, timeout=20) as hers:
                until(lambda: 'Tom <small class="present">' in hers.get(table).text)
        until(lambda: 'class="present"' not in lea.get(table).text)


def until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


@contextlib.contextmanager
def shared_server(database: str) -> Iterator[str]:
    app = create_app(TableService(store_at(database), dice=VirtualDice(5)), pace=0, limits=FREE)
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2)
    with running(app, uvicorn.Server(config), bind("127.0.0.1", 0)) as base:
        yield base


def test_a_door_opened_twice_at_once_shuts_wholly() -> None:
    listening: list[socket.socket] = []

    class Server:
        should_exit = False
        config = SimpleNamespace(app=None)

        async def serve(self, sockets: list[socket.socket]) -> None:
            listening.extend(sockets)
            while not self.should_exit:
                await asyncio.sleep(0)
            for one in sockets:
                one.close()

    async def run() -> None:
        door = LanListener(cast("Any", Server), 0, lambda: "127.0.0.2")
        await asyncio.gather(door.open(), door.open())
        await asyncio.sleep(0)
        await door.close()

    asyncio.run(run())
    assert [one.fileno() for one in listening] == [-1]
