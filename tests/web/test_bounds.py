"""Nobody takes what belongs to others: seats pay for themselves, an address for strangers, a class for its own."""

from pathlib import Path

import pytest
from httpx import Client

from tablee.gathering import rounds, service
from tablee.table import new_secret
from tablee.web import app
from tablee.web.frame.rate_limit import CHANGING, OPENING, Limits
from tests.web.test_class_pages import come_in, open_class
from tests.web.test_gatherings import API, EN, Class
from tests.web_kit import bearer, browser_of, created, do, opened, served, somebody_else, visiting

PROXY = ("127.0.0.1",)


def far(address: str) -> dict[str, str]:
    """Somebody at that address, as a proxy says."""
    return {"x-forwarded-for": address}


def test_a_school_behind_one_address_plays_while_strangers_wait(tmp_path: Path) -> None:
    came = 8
    limits = Limits(1e-6, OPENING + came * CHANGING, seat_per_second=1e-6, seat_burst=60, school=100)
    with served(tmp_path, limits=limits) as base, visiting(base) as client:
        room = Class(client)
        room.join(came)  # all that the address had
        assert client.get(f"{API}/games").status_code == 429, "a stranger"
        room.round("pairs")
        for who in room.members.values():
            mine = room.see(who)
            url, seat = f"{API}/tables/{mine['table']}", bearer(mine["table_secret"])
            table = client.get(url, headers=seat).json()
            if table["may_roll"]:
                rolled = client.post(f"{url}/roll", json={"version": table["version"]}, headers=seat)
                assert rolled.status_code == 200, rolled.text
        spent = [client.get(room.url, headers=who).status_code for _ in range(60)]
        assert (spent[0], spent[-1]) == (200, 429), "a bucket has a bottom"
        assert client.get(room.url, headers=room.teacher).status_code == 200, "and is nobody else's"


def test_who_holds_nothing_gets_no_bucket(tmp_path: Path) -> None:
    limits = Limits(1e-6, OPENING + 6, seat_burst=1000)
    with served(tmp_path, limits=limits) as base, visiting(base) as client:
        table = opened(client, game="cadeau")
        url, stranger = f"{API}/tables/{table.rpartition('/')[2]}", somebody_else(client)
        tried = [stranger.get(url, headers=bearer(new_secret())).status_code for _ in range(8)]
        assert tried == [200] * 6 + [429] * 2
        assert do(client, table, "roll").status_code in (200, 303), "by the cookie of the seat"
        assert client.post(f"{table}/fork").status_code == 429, "a new table is paid for by the address"


def test_all_seats_behind_one_address_are_bounded_together(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(1e-6, 2 * OPENING, seat_burst=50, school=2)) as base, visiting(base) as client:
        made = [created(client, game="cadeau") for _ in range(2)]
        tried = [
            client.get(f"{API}/tables/{one['id']}", headers=bearer(one["secret"])).status_code
            for _ in range(45)
            for one in made
        ]
        assert tried == [200] * 80 + [429] * 10


def test_one_address_fills_no_class_at_once(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(1e9, 1e9, joins=3), proxies=PROXY) as base, visiting(base) as client:
        room, other = Class(client), Class(client)
        body = {"code": room.made["code"]}
        tried = [client.post(f"{API}/gatherings/join", json=body, headers=far("192.0.2.1")) for _ in range(5)]
        assert [one.status_code for one in tried] == [200] * 3 + [429] * 2
        assert client.post(f"{API}/gatherings/join", json=body, headers=far("192.0.2.2")).status_code == 200
        body = {"code": other.made["code"]}
        assert client.post(f"{API}/gatherings/join", json=body, headers=far("192.0.2.1")).status_code == 200


def test_wrong_codes_of_many_networks_count_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "WRONG_CODES", 4)
    monkeypatch.setattr(app, "WRONG_CODES_BACK", 0)
    monkeypatch.setattr(app, "FIRST_CODES", 1)
    with served(tmp_path, proxies=PROXY) as base, visiting(base) as client:
        school = far("2001:db8:5::1")
        made = client.post(f"{API}/gatherings", json={"game": "blocs"}, headers=school).json()

        def tried(address: str, code: str = "ZZZ1") -> int:
            return client.post(f"{API}/gatherings/join", json={"code": code}, headers=far(address)).status_code

        assert [tried(f"2001:db8:1:{net:x}::1") for net in range(18)] == [404] * 16 + [429] * 2
        assert tried("2001:db8:2::1", made["code"]) == 200, "one site shuts nobody else out"
        crowd = [f"198.51.100.{host}" for host in range(14)]
        assert [tried(host) for _ in range(4) for host in crowd][-2:] == [429] * 2
        assert tried(crowd[0], made["code"]) == 429, "who has tried before waits with the crowd"
        assert tried("203.0.113.9", made["code"]) == 200, "a pupil who comes with the right code does not"
        assert [tried(f"192.0.2.{host}") for host in range(20)][-2:] == [429] * 2, "but not as many as there are"
        assert tried("2001:db8:5::2", made["code"]) == 200, "nor do all together shut a school out of its class"


def test_who_finds_no_room_for_a_class_may_ask_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "MOST", 1)
    with served(tmp_path, limits=Limits(1e9, 1e9, gatherings=2)) as base, visiting(base) as client:
        room = Class(client)
        tried = [client.post(f"{API}/gatherings", json={"game": "blocs"}).status_code for _ in range(3)]
        assert tried == [409] * 3
        room.post("erase")
        assert client.post(f"{API}/gatherings", json={"game": "blocs"}).status_code == 201


def test_a_device_that_was_put_out_stays_out(client: Client) -> None:
    home, code = open_class(client)
    kid = come_in(client, code, "ours-rose")
    client.post(f"{home}/do/remove", data={"badge": "ours-rose"})
    assert kid.get(f"{home}/state").status_code == 403
    for answer in (kid.get(home, follow_redirects=True), kid.post(f"{home}/in", data={"badge": "ours-rose"})):
        assert answer.status_code == 403
        assert "fait sortir cet appareil" in answer.text
    come_in(client, code, "ours-rose")  # the animal is free
    client.post(f"{home}/do/lock", data={"locked": "1"})
    late = somebody_else(client).get(f"{home}/in")
    assert late.status_code == 409
    assert "porte est fermée" in late.text
    client.post(f"{home}/do/lock", data={"locked": "0"})
    come_in(client, code, "ours-bleu")


def test_a_page_of_a_past_round_finds_back_to_the_class(client: Client) -> None:
    home, code = open_class(client)
    kid = come_in(client, code, "ours-rose")
    client.post(f"{home}/do/round", data={"activity": "pairs", "replace": "1"})
    old = kid.get(home).headers["location"]
    for _ in range(2):  # the second begins by dropping what nobody follows
        client.post(f"{home}/do/round", data={"activity": "pairs", "replace": "1"})
    back = kid.get(old)
    assert back.status_code == 303
    assert back.headers["location"] == home
    assert kid.get(home).headers["location"] != old


def test_one_class_of_many_rounds_leaves_the_others_alone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "MOST_TABLES", 12)
    room, other = Class(client), Class(client)
    room.join(6)
    other.join(2)
    for _ in range(10):
        room.round("same-dice", settings={"mode": "solo"})
    badge = next(iter(room.members))
    mine = room.see(room.members[badge])
    url, seat = f"{API}/tables/{mine['table']}", bearer(mine["table_secret"])
    for _ in range(12):
        version = client.get(url, headers=seat).json()["version"]
        client.post(f"{url}/resign", json={"version": version}, headers=seat)
        again = client.post(f"{url}/rematch", json={}, headers=seat | EN)
        if again.status_code != 200:
            break
        url = f"{API}/tables/{again.json()['id']}"
    assert again.status_code == 409
    assert "Too many tables" in again.json()["error"]
    assert other.round()["tables"]
    assert room.round()["tables"]


def test_a_browser_is_told_when_many_have_come_in(tmp_path: Path) -> None:
    with served(tmp_path, limits=Limits(1e9, 1e9, joins=1)) as base, browser_of(base) as client:
        home, code = open_class(client)
        come_in(client, code, "ours-rose")
        answer = somebody_else(client).post(f"{home}/in", data={"badge": "ours-bleu"})
        assert answer.status_code == 429
        assert "quelques secondes de patience" in answer.text
