"""A class by the API: coming in, rounds, states, refusals, common dice, and nothing left."""

import time
from pathlib import Path
from typing import Any

from httpx import Client

from tablee.core import fair
from tablee.core.game import TWO_DICE
from tablee.core.record import parse
from tablee.core.registry import load
from tablee.engine.solvers import values
from tablee.games.blocs import sums
from tablee.gathering import dice
from tablee.web.frame.rate_limit import Limits
from tests.web_kit import bearer, served, visiting

API = "/api/v1"
EN = {"accept-language": "en"}


class Class:
    """A class with its teacher's secret and those of all who came in."""

    def __init__(self, client: Client, **body: Any) -> None:
        self.client = client
        made = client.post(f"{API}/gatherings", json={"kind": "class", "game": "blocs", **body})
        assert made.status_code == 201, made.text
        self.made = made.json()
        self.url = f"{API}/gatherings/{self.made['gathering']}"
        self.teacher, self.projector = bearer(self.made["secret"]), bearer(self.made["projector"])
        self.members: dict[str, dict[str, str]] = {}

    def join(self, many: int = 1) -> list[str]:
        came = [
            self.client.post(f"{API}/gatherings/join", json={"code": self.made["code"]}).json() for _ in range(many)
        ]
        self.members |= {one["badge"]: bearer(one["secret"]) for one in came}
        return [one["badge"] for one in came]

    def post(self, call: str, body: dict[str, Any] | None = None, who: dict[str, str] | None = None) -> Any:
        return self.client.post(f"{self.url}/{call}", json=body or {}, headers=who or self.teacher)

    def round(self, activity: str = "pairs", **body: Any) -> dict[str, Any]:
        made = self.post("rounds", {"activity": activity, **body})
        assert made.status_code == 201, made.text
        found: dict[str, Any] = made.json()
        return found

    def see(self, who: dict[str, str]) -> dict[str, Any]:
        answer = self.client.get(self.url, headers=who)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def play(self, badge: str, most: int = 400) -> dict[str, Any]:
        """Play at the table of a member for everybody there, to the end."""
        mine = self.see(self.members[badge])
        secrets = [
            bearer(seen["table_secret"])
            for who in self.members.values()
            if (seen := self.see(who))["table"] == mine["table"]
        ]
        url = f"{API}/tables/{mine['table']}"
        for _ in range(most):
            for secret in secrets:
                table: dict[str, Any] = self.client.get(url, headers=secret).json()
                if table["phase"] == "over":
                    return table
                if table["may_roll"]:
                    self.client.post(f"{url}/roll", json={"version": table["version"]}, headers=secret)
                elif table["moves"] and table["seat"] in table["acting"]:
                    body = {"version": table["version"], "move": table["moves"][0]}
                    self.client.post(f"{url}/move", json=body, headers=secret)
        raise AssertionError("the game did not end")


def test_a_class_comes_in_and_plays_in_pairs(client: Client) -> None:
    room = Class(client)
    badges = room.join(5)
    assert len(set(badges)) == 5
    assert room.see(room.members[badges[0]]) | {"table": None} == room.see(room.members[badges[0]])
    made = room.round()
    assert made["round"] == 1
    seated = [badge for table in made["tables"] for badge in table["badges"]]
    assert sorted(seated + made["waiting"]) == sorted(badges)
    assert sorted(len(table["badges"]) for table in made["tables"]) == [1, 2, 2]  # the odd one plays a bot
    for table in made["tables"]:
        for seat, badge in enumerate(table["badges"]):
            mine = room.see(room.members[badge])
            assert mine["badge"] == badge
            assert mine["round"] == 1
            assert mine["table"] == table["table"]
            assert mine["seat"] == seat
            there = client.get(f"{API}/tables/{table['table']}", headers=bearer(mine["table_secret"])).json()
            assert there["my_seats"] == [seat]
            assert there["seats"][seat]["badge"] == badge
    late, later = room.join(2)
    seen = room.see(room.teacher)
    assert sorted(len(table["badges"]) for table in seen["tables"]) == [2, 2, 2]  # with the odd one, who had not begun
    assert room.see(room.members[late])["table"] in [table["table"] for table in seen["tables"]]
    assert room.see(room.members[later])["table"] is None
    assert seen["waiting"] == [later]
    assert {one["badge"] for one in seen["members"]} == {*badges, late, later}
    assert all(one["here"] for one in seen["members"])
    again = room.post("again").json()
    assert room.see(room.members[later])["table"] in [table["table"] for table in again["tables"]]


def test_two_together_two_apart_and_several_at_once(client: Client) -> None:
    room = Class(client)
    one, other, third, fourth = room.join(4)
    assert room.post("wish", {"badge": [one, other], "wish": "together"}).status_code == 200
    for _ in range(3):
        assert {one, other} in [set(table["badges"]) for table in room.round()["tables"]]
    seen = room.post("wish", {"badge": [other, one], "wish": "apart"}).json()
    assert seen["wishes"] == [{"badges": sorted([one, other]), "together": False}]
    for _ in range(6):
        assert {one, other} not in [set(table["badges"]) for table in room.round()["tables"]]
    assert room.post("wish", {"badge": [one, other], "wish": "any"}).json()["wishes"] == []
    assert room.post("wish", {"badge": [one], "wish": "apart"}).status_code == 422
    assert room.post("wish", {"badge": [one, other], "wish": "often"}).status_code == 422
    seen = room.post("level", {"badge": [one, other], "level": 3}).json()
    assert [member["level"] for member in seen["members"]] == [3, 3, None, None]
    seen = room.post("tutor", {"badge": [third], "tutor": True}).json()
    assert [member["helped"] for member in seen["members"]] == [False, False, True, False]
    mine = room.see(room.members[third])
    lines = client.get(f"{API}/tables/{mine['table']}", headers=bearer(mine["table_secret"])).text
    assert "L’adulte aide" in lines
    assert "demande un tuteur" not in lines
    assert fourth


def test_a_clock_ends_the_round_and_a_pause_stops_everything(client: Client) -> None:
    room = Class(client)
    one, _ = room.join(2)
    room.round(settings={"seconds": 600})
    assert 590 <= room.see(room.teacher)["left"] <= 600
    assert 110 <= room.post("clock", {"minutes": 2}).json()["left"] <= 120
    assert room.post("clock", {"minutes": 0}).json()["left"] is None
    mine = room.see(room.members[one])
    url, who = f"{API}/tables/{mine['table']}/roll", bearer(mine["table_secret"])
    for call, body, word in (("pause", {"paused": True}, "Pause"), ("end", {}, "manche est finie")):
        room.post(call, body)
        still = client.post(url, json={"version": 0}, headers=who)
        assert still.status_code == 409
        assert word in still.json()["error"]
        room.post("pause", {"paused": False})


def test_another_device_by_json(client: Client) -> None:
    room = Class(client)
    (badge,) = room.join()
    body = {"code": room.made["code"], "badge": badge, "again": True}
    came = client.post(f"{API}/gatherings/join", json=body).json()
    assert client.get(room.url, headers=bearer(came["secret"])).status_code == 403
    assert room.see(room.teacher)["members"][0]["claimed"]
    assert room.post("device", {"badge": badge, "same": True}).status_code == 200
    assert room.see(bearer(came["secret"]))["badge"] == badge
    assert client.get(room.url, headers=room.members[badge]).status_code == 403


def test_the_odd_one_joins_a_pair(client: Client) -> None:
    room = Class(client, settings={"odd": "three"})
    room.join(5)
    made = room.round()
    assert sorted(len(table["badges"]) for table in made["tables"]) == [2, 3]
    trio = next(table for table in made["tables"] if len(table["badges"]) == 3)
    assert room.play(trio["badges"][0])["settings"]["mode"] == "three"
    assert room.post("rounds", {"activity": "pairs", "settings": {"game": "cadeau", "odd": "three"}}).status_code == 422


def test_the_lower_level_has_the_side_that_wins_more_often(client: Client) -> None:
    room = Class(client)
    one, other = room.join(2)
    for weaker, stronger in ((one, other), (other, one)):
        levels = {weaker: 2, stronger: 3}  # at level 2 who begins wins 62 games of 100
        for settings in ({}, {"even": True}):
            (table,) = room.round(levels=levels, settings=settings)["tables"]
            assert table["badges"] == [weaker, stronger]
            assert client.get(f"{API}/tables/{table['table']}").json()["settings"] == {"mode": "duel", "level": 2}
    (table,) = room.round(levels={one: 2, other: 2}, settings={"even": True})["tables"]
    assert "given" in client.get(f"{API}/tables/{table['table']}").json()["settings"]


def test_a_head_start_begins_elsewhere_and_says_what_it_is_worth(client: Client) -> None:
    room = Class(client)
    one, other = room.join(2)
    for helped, small, large, least in ((one, 1, 0, 60), (other, 0, 1, 60), (one, 2, 0, 74), (other, 1, 2, 60)):
        (made,) = room.round(head_starts={one: small, other: large}, levels={one: 1, other: 1})["tables"]
        table = client.get(f"{API}/tables/{made['table']}").json()
        wins = round(100 * values("blocs", _state(table)).players[1 + made["badges"].index(helped)])
        assert least <= wins <= least + 1
        seen = room.see(room.teacher)
        (sentence,) = (shown["head_start"] for shown in seen["tables"])
        assert f"gagnerait {wins} parties sur 100" in sentence
        called = next(member["called"] for member in seen["members"] if member["badge"] == helped)
        assert called in sentence
        page = client.get(f"/table/{made['table']}").text  # both, and whoever watches: no chances to a child
        assert (sentence in page, f"{called} commence avec une avance" in page) == (False, True)
    assert [member["head_start"] for member in seen["members"]] == [1, 2]
    (same,) = room.round("same-dice")["tables"]  # every board of it alike
    assert "given" not in client.get(f"{API}/tables/{same['table']}").json()["settings"]


def test_a_head_start_is_never_claimed_where_it_is_not_known(client: Client) -> None:
    room = Class(client, game="cadeau")
    one, other = room.join(2)
    sentence = {}
    for zones in (2, 5):
        room.round(head_starts={one: 2, other: 0}, settings={"zones": zones})
        (sentence[zones],) = (shown["head_start"] for shown in room.see(room.teacher)["tables"])
    assert "gagnerait 72 parties" in sentence[2]
    assert "on ne connaît pas les chances exactes" in sentence[5]
    body = {"activity": "pairs", "head_starts": {one: 3}}
    assert room.post("rounds", body).status_code == 422


def test_who_played_with_somebody_put_out_may_play_a_bot(client: Client) -> None:
    room = Class(client, settings={"odd": "wait"})
    one, other = room.join(2)
    room.round()
    mine = room.see(room.members[one])
    assert room.post("tutor", {"tutor": True}).status_code == 200
    assert room.post("remove", {"badge": one}).status_code == 200
    assert client.get(room.url, headers=room.members.pop(one)).status_code == 403
    assert client.get(f"{API}/tables/{mine['table']}", headers=bearer(mine["table_secret"])).json()["my_seats"] == []
    seen = room.see(room.teacher)
    assert seen["stranded"] == [other]
    assert [member["badge"] for member in seen["members"]] == [other]
    assert room.see(room.members[other])["table"] == mine["table"], "the game stands"
    assert room.post("again", {"badge": other}).json()["tables"][-1]["badges"] == [other]


def test_common_dice(client: Client) -> None:
    room = Class(client)
    badges = room.join(4)
    code = dice.new_code()
    made = room.round("same-dice", settings={"dice": code.lower()})
    shown = room.see(room.projector)
    assert shown["commit"] == dice.commitment(code)
    assert shown["dice"] is shown["secret"] is None
    ended = [room.play(table["badges"][0]) for table in made["tables"]]
    for table in ended[:-1]:
        rolls = [token for token in table["events"] if token.startswith("d")]
        assert rolls == [str(roll) for roll in dice.list_rolls(code, TWO_DICE, len(rolls))]
        assert table["fair"] == f"tablee-dice-1 {dice.LABEL} {dice.commitment(code)}"
    while secret_less(client, ended[0]["id"]):  # the round ends by itself, soon after its last table
        time.sleep(0.1)
    shown = room.see(room.projector)
    assert shown["ended"]
    assert shown["fair"] == f"tablee-dice-1 {dice.LABEL} {dice.commitment(code)} {dice.derive_secret(code).hex()}"
    assert shown["dice"] == code
    assert shown["secret"] == dice.derive_secret(code).hex()
    for table in ended:
        record = parse(client.get(f"{API}/tables/{table['id']}/record").text, load)
        assert fair.verify(record).fits
    assert len(badges) == 4


def secret_less(client: Client, table: str) -> bool:
    """Whether the dice of a table are still sealed."""
    return len(client.get(f"{API}/tables/{table}").json()["fair"].split()) < 4


def test_who_erases_themselves_at_a_table_waits(client: Client) -> None:
    room = Class(client)
    one, other = room.join(2)
    room.round()
    mine = room.see(room.members[one])
    gone = client.post(f"{API}/tables/{mine['table']}/erase", json={}, headers=bearer(mine["table_secret"]))
    assert gone.status_code == 200
    assert room.see(room.members[one])["table"] is None
    assert sorted(room.see(room.teacher)["waiting"]) == sorted([one, other])
    room.post("again")
    assert room.see(room.members[one])["table"] == room.see(room.members[other])["table"] is not None


def test_a_rematch_is_erased_though_its_first_table_was_before(client: Client) -> None:
    room = Class(client, kind="game-night", game="cadeau", settings={"zones": 1})
    came = client.post(f"{API}/gatherings/join", json={"code": room.made["code"], "name": "Zoé"}).json()
    room.round()
    mine = room.see(bearer(came["secret"]))
    url, secret = f"{API}/tables/{mine['table']}", bearer(mine["table_secret"])
    version = client.get(url, headers=secret).json()["version"]
    assert client.post(f"{url}/resign", json={"version": version}, headers=secret).status_code == 200
    rematch = f"{API}/tables/{client.post(f'{url}/rematch', json={}, headers=secret).json()['id']}"
    assert client.post(f"{url}/erase", json={}, headers=secret).status_code == 200
    assert "Zoé" in client.get(rematch).text
    room.post("erase")
    assert client.get(rematch).status_code == 404


def test_find_the_sums(client: Client) -> None:
    room = Class(client)
    one, other = room.join(2)
    made = room.round("sums", settings={"level": 1})
    assert made["tables"] == []
    assert sorted(made["waiting"]) == sorted([one, other])
    state = load("blocs").from_position(room.see(room.projector)["position"])
    every = sums.every(state)
    mine = next(one for one in every if "+" in one)
    found = room.post("sums", {"calculation": mine}, room.members[one])
    assert found.status_code == 200, found.text
    assert room.post("sums", {"calculation": "1+1"}, room.members[one]).status_code == 422
    counted = room.see(room.teacher)["sums"]
    assert counted["found"] == 1
    assert counted["people"] == 1
    assert "missed" not in counted
    counted = room.post("end").json()["sums"]
    assert len(counted["missed"]) == counted["all"] - 1
    assert counted["by"]["+"][0] == 1
    assert room.post("sums", {"calculation": mine}, room.members[other]).status_code == 409


def test_the_class_against_the_table(client: Client) -> None:
    room = Class(client)
    first, second, third = room.join(3)
    made = room.round("together", settings={"bot": "random"})
    table = made["tables"][0]["table"]
    assert sorted(made["tables"][0]["badges"]) == sorted([first, second, third])
    assert room.see(room.members[first])["table_secret"] is None
    assert room.post("proposal", {"move": "1"}, room.members[first]).status_code == 409  # the dice come first
    rolled: dict[str, Any] = {}
    while rolled.get("phase") != "move":
        room.post("play")
        rolled = client.get(f"{API}/tables/{table}").json()
    assert room.post("play").status_code == 409  # nobody has proposed anything
    moves = [str(move) for move in load("blocs").moves(_state(rolled), 1)]
    for who, move in ((first, moves[0]), (second, moves[-1]), (third, moves[-1])):
        assert room.post("proposal", {"move": move}, room.members[who]).status_code == 200
    assert room.see(room.projector)["proposals"][moves[-1]] >= 2
    assert room.post("proposal", {"move": "x"}, room.members[first]).status_code == 422
    assert room.post("play").status_code == 200
    assert moves[-1] in client.get(f"{API}/tables/{table}").json()["events"]


def _state(table: dict[str, Any]) -> Any:
    game = load(table["game"])
    state = game.start(game.variant(table["settings"]))
    for token in table["events"]:
        state = game.play(state, game.parse(token))
    return state


def test_wrong_calls_say_what_is_wrong(client: Client) -> None:
    room = Class(client)
    badge = room.join()[0]
    member = room.members[badge]
    nobody = bearer("x" * 43)
    wrong: list[tuple[str, dict[str, Any], dict[str, str], int]] = [
        ("rounds", {"activity": "pairs"}, member, 403),
        ("rounds", {"activity": "pairs"}, nobody, 403),
        ("rounds", {"activity": "pairs"}, room.projector, 403),
        ("rounds", {}, room.teacher, 422),
        ("rounds", {"activity": "chess"}, room.teacher, 422),
        ("rounds", {"activity": "pairs", "setting": {}}, room.teacher, 422),
        ("rounds", {"activity": "pairs", "settings": {"zones": 3}}, room.teacher, 422),
        ("rounds", {"activity": "pairs", "settings": {"bot": "chess"}}, room.teacher, 422),
        ("rounds", {"activity": "pairs", "settings": {"game": 5}}, room.teacher, 422),
        ("rounds", {"activity": "pairs", "settings": {"mode": "solo"}}, room.teacher, 422),
        ("rounds", {"activity": "pairs", "levels": {badge: 4}}, room.teacher, 422),
        ("rounds", {"activity": "pairs", "levels": {"chat-noir": 2}}, room.teacher, 404),
        ("rounds", {"activity": "same-dice", "settings": {"dice": "1234"}}, room.teacher, 422),
        ("rounds", {"activity": "sums", "settings": {"game": "cadeau"}}, room.teacher, 409),
        ("absent", {"badge": badge}, member, 403),
        ("absent", {"badge": "chat-noir"}, room.teacher, 404),
        ("absent", {"badge": 7}, room.teacher, 422),
        ("present", {}, room.teacher, 422),
        ("again", {}, room.teacher, 409),
        ("tutor", {"tutor": True}, room.teacher, 409),
        ("tutor", {"tutor": 1}, room.teacher, 422),
        ("remove", {"badge": "chat-noir"}, room.teacher, 404),
        ("remove", {"badge": badge}, member, 403),
        ("sums", {"calculation": "1+1"}, member, 409),
        ("proposal", {"move": "1"}, member, 409),
        ("proposal", {"move": "1"}, room.teacher, 403),
        ("erase", {}, member, 403),
        ("erase", {}, {}, 403),
    ]
    for call, body, who, status in wrong:
        for lang in ("fr", "en"):
            answer = client.post(f"{room.url}/{call}", json=body, headers={**who, "accept-language": lang})
            assert (answer.status_code, call, body) == (status, call, body), answer.text
            assert len(answer.json()["error"]) > 10
    assert room.see(room.teacher)["round"] is None, "nothing was changed"
    misspelt = room.post("rounds", {"activity": "pairs", "settings": {"evn": True}}, room.teacher | EN).json()["error"]
    assert "“even”" in misspelt
    assert client.get(room.url).status_code == 403
    assert client.get(f"{API}/gatherings/nowhere", headers=room.teacher).status_code == 404
    for code, status in ((room.made["code"].lower(), 200), ("ZZZZ1", 404), (7, 422)):
        assert client.post(f"{API}/gatherings/join", json={"code": code}).status_code == status
    lost = client.post(f"{API}/gatherings/join", json={"code": "ZZZZ1"}, headers=EN).json()["error"]
    assert "restarted" in lost
    for body in ({"kind": "party", "game": "blocs"}, {"game": "chess"}, {"game": "blocs", "settings": {"level": 9}}):
        assert client.post(f"{API}/gatherings", json=body).status_code == 422


def test_a_full_one_says_so(client: Client) -> None:
    room = Class(client)
    assert len(set(room.join(64))) == 64
    full = client.post(f"{API}/gatherings/join", json={"code": room.made["code"]}, headers=EN)
    assert full.status_code == 409
    assert "full" in full.json()["error"]


def test_an_address_that_guesses_codes_has_to_wait(tmp_path: Path) -> None:
    with served(tmp_path) as base, visiting(base) as client:
        room = Class(client)
        assert len(room.join(40)) == 40
        tried = [client.post(f"{API}/gatherings/join", json={"code": "ZZZ1"}).status_code for _ in range(70)]
        assert tried[0] == 404
        assert tried[-1] == 429


def test_one_address_cannot_open_all_the_classes_that_there_is_room_for(tmp_path: Path) -> None:
    body = {"game": "blocs"}
    with served(tmp_path, limits=Limits(gatherings=2)) as base, visiting(base) as client:
        assert [client.post(f"{API}/gatherings", json=body).status_code for _ in range(3)] == [201, 201, 429]
        assert client.post("/class", data=body).status_code == 429


def test_erased_is_gone_from_memory_and_was_never_on_disk(tmp_path: Path) -> None:
    with served(tmp_path) as base, visiting(base) as client:
        before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        room = Class(client)
        badge = room.join(2)[0]  # against nobody who thinks
        tables = [table["table"] for table in room.round()["tables"]]
        end = room.play(badge)
        rematch = client.post(
            f"{API}/tables/{end['id']}/rematch",
            json={},
            headers=bearer(room.see(room.members[badge])["table_secret"]),
        ).json()["id"]
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
        assert room.post("erase").status_code == 204
        for who in (room.teacher, room.projector, *room.members.values()):
            assert client.get(room.url, headers=who).status_code == 404
        for call in ("rounds", "absent", "erase", "sums"):
            assert room.post(call).status_code == 404
        assert client.post(f"{API}/gatherings/join", json={"code": room.made["code"]}).status_code == 404
        for table in (*tables, rematch):
            assert client.get(f"{API}/tables/{table}").status_code == 404
        assert "set-cookie" not in client.get(f"{API}/games").headers
    for path in tmp_path.iterdir():
        assert not any(table.encode() in path.read_bytes() for table in (*tables, rematch, badge))
