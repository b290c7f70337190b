"""The JSON API: what its document promises, a whole game by the example bot, and the stream."""

import json
import threading
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from httpx import Client
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from examples import bot
from tablee.core.registry import NAMES, load
from tablee.table import Setup, Table, Verb
from tablee.table.requests import ask
from tablee.table.verbs import Move, RollDice, Undo
from tablee.web.api import routes as api
from tablee.web.api.document import document
from tests.web_kit import bearer, created

# --- the document -----------------------------------------------------------------------------------------------


def test_document_and_routes_agree() -> None:
    schemas = {
        (path, method.upper())
        for path, item in document()["paths"].items()
        for method in item
        if method != "parameters"
    }
    there = {
        (route.path, method)
        for route in api.ROUTES
        for method in (route.methods or set()) - {"HEAD"}
        if route.path != "/openapi.json"
    }
    assert schemas == there


def test_document_lists_every_game_and_setting() -> None:
    setup = document()["components"]["schemas"]["Setup"]["properties"]
    assert tuple(setup["game"]["enum"]) == NAMES
    assert set(setup) == set(api.SETUP)
    assert set(setup["seats"]["items"]["properties"]) == set(api.CHAIR)
    schemas = {one["title"]: list(one["properties"]) for one in setup["settings"]["anyOf"]}
    assert schemas == {name: [option.key for option in load(name).OPTIONS] for name in NAMES}


@pytest.mark.parametrize(
    ("body", "wording"),
    [
        ({"setings": {"zones": 3}}, "Did you mean “settings”?"),
        ({"variant": {"zones": 3}}, "Did you mean “settings”?"),
        ({"settings": {"zone": 3}}, "Did you mean “zones”?"),
        ({"settings": {"zones": "3"}}, "Write 3 without quotes."),
        ({"seats": [{"nam": "Léa"}, {}]}, "Did you mean “name”?"),
        ({"seats": [{"bot": "renard"}, {}]}, "A bot plays at seat 0"),
        ({"my_seats": [2]}, "There is no seat 2: the last one at this table is 1"),
        ({"my_seats": [1, 1]}, "Each seat can be taken only once."),
        ({"my_seats": [True]}, ""),
        ({"dice": "loaded"}, ""),
        ({"game": "chess"}, ""),
        ({"game": None}, ""),
    ],
)
def test_a_wrong_setup_says_what_is_wrong(body: dict[str, Any], wording: str, client: Client) -> None:
    answer = client.post("/api/v1/tables", json={"game": "cadeau", **body}, headers={"Accept-Language": "en"})
    assert answer.status_code in (409, 422)
    assert wording in answer.json()["error"]


PROMISED = schemathesis.openapi.from_dict(document()).exclude(operation_id="events")  # a stream has no end
OPERATIONS = [found.ok() for found in PROMISED.get_all_operations() if isinstance(found, Ok)]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_answers_are_as_promised(operation: Any, base: str, client: Client) -> None:
    """Whatever is sent, to a table that is there or to none: never a 5xx, always what the document says."""
    table = created(client, game="cadeau", my_seats=[0, 1])

    @given(case=operation.as_strategy(), there=booleans())
    @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
    def ask(case: Any, there: bool) -> None:
        if there and "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = table["id"]
            case.headers["Authorization"] = f"Bearer {table['secret']}"
        # The rules know more than a schema can say: a setting that no game has is well-formed, and refused.
        unfit: list[Any] = [positive_data_acceptance]
        if operation.label.endswith("/erase"):  # asked again by nobody, there is no table left to refuse it
            unfit.append(ignored_auth)
        case.call_and_validate(base_url=f"{base}/api/v1", excluded_checks=unfit)

    ask()


# --- playing ----------------------------------------------------------------------------------------------------


def test_the_example_plays_against_the_table(base: str) -> None:
    assert len(Path(bot.__file__).read_text(encoding="utf-8").splitlines()) < 60, "it is short"
    end = bot.play(base, "cadeau")
    assert end["phase"] == "over"
    assert sum(end["result"]["scores"].values()) <= 5


def test_the_example_takes_a_seat_by_a_link(client: Client, base: str) -> None:
    table = created(client, game="laaancez", seats=[{}, {"name": "Tablée", "bot": "random"}], my_seats=[])
    end = bot.play(base, table["id"], "0", table["invitations"]["0"])
    assert end["result"]["winners"]
    record = client.get(f"/api/v1/tables/{table['id']}/record").text
    assert record.startswith("game: laaancez")


def test_moves_and_refusals(client: Client) -> None:
    table = created(client, game="cadeau", settings={"zones": 1}, my_seats=[0, 1], dice="typed")
    url, mine = f"/api/v1/tables/{table['id']}", bearer(table["secret"])
    rolled = client.post(f"{url}/roll", json={"version": table["version"], "dice": "d4"}, headers=mine).json()
    assert rolled["moves"] == ["1a", "1b", "1c"]
    fixed = client.post(f"{url}/correct", json={"version": rolled["version"], "dice": "d5"}, headers=mine).json()
    assert fixed["events"] == ["d5"]
    body = {"version": fixed["version"], "move": "1b", "request": "once"}
    first, again = (client.post(f"{url}/move", json=body, headers=mine).json() for _ in range(2))
    assert first["events"] == again["events"] == ["d5", "1b"]
    back = client.post(f"{url}/undo", json={"version": first["version"]}, headers=mine).json()
    assert back["events"] == ["d5"]
    for payload, code in (
        (b"[]", 400),
        (b"{", 400),
        (b"[" * 100_000, 400),
        (b'{"version": true}', 422),
        (b'{"version": -1, "move": "1a"}', 422),
        (b'{"version": "1", "move": "1a"}', 422),
        (json.dumps({"version": back["version"], "move": 7}).encode(), 422),
        (json.dumps({"version": back["version"], "move": "9z"}).encode(), 422),
        (json.dumps({"version": back["version"], "move": "1a", "mov": "1b"}).encode(), 422),
    ):
        answer = client.post(f"{url}/move", content=payload, headers=mine)
        assert answer.status_code == code, payload[:40]
        assert answer.json()["error"]
    over = client.post(f"{url}/resign", json={"version": back["version"]}, headers=mine).json()
    assert over["phase"] == "over"
    new = client.post(f"{url}/rematch", json={}, headers=mine).json()
    assert new["id"] != table["id"]
    assert new["my_seats"] == [0, 1]


@pytest.mark.parametrize(("lang", "word"), [("fr", "Il n’y a pas de table"), ("en", "There is no table")])
def test_sentences_come_in_the_callers_language(client: Client, lang: str, word: str) -> None:
    answer = client.get("/api/v1/tables/nowhere", headers={"accept-language": lang})
    assert answer.status_code == 404
    assert word in answer.json()["error"]
    assert answer.headers["content-language"] == lang


# --- the stream -------------------------------------------------------------------------------------------------


def test_the_stream_says_where_the_table_stands_and_when_it_changes(client: Client) -> None:
    table = created(client, game="cadeau", my_seats=[0, 1])
    url, mine = f"/api/v1/tables/{table['id']}", bearer(table["secret"])
    heard: list[dict[str, Any]] = []
    with client.stream("GET", f"{url}/events") as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data: "))
        heard.append(json.loads(next(lines)[6:]))
        roller = threading.Thread(
            target=lambda: client.post(f"{url}/roll", json={"version": table["version"]}, headers=mine)
        )
        roller.start()
        heard.append(json.loads(next(lines)[6:]))
        roller.join()
    assert [news["seq"] for news in heard] == [table["seq"], table["seq"] + 1]
    assert all(set(news) == {"table", "seq", "version"} for news in heard), "a stream tells no secrets"


def test_one_stream_follows_several_tables(client: Client) -> None:
    names = [created(client, game=name)["id"] for name in NAMES]
    with client.stream("GET", "/events", params=[("table", name) for name in names]) as stream:
        lines = (json.loads(line[6:])["table"] for line in stream.iter_lines() if line.startswith("data: "))
        assert [next(lines) for _ in names] == names
    assert client.get("/events").status_code == 422
    assert client.get("/events", params={"table": "nowhere"}).status_code == 404


# --- being forgotten --------------------------------------------------------------------------------------------


def test_a_seat_is_erased_with_its_name_and_a_table_with_its_last_seat(client: Client) -> None:
    table = created(client, game="cadeau", seats=[{"name": "Léa"}, {"name": "Tom"}], my_seats=[0])
    path = f"/api/v1/tables/{table['id']}"
    link = {"invitation": table["invitations"]["1"]}
    assert client.post(f"{path}/seats/1", json={**link, "seat": 0}).status_code == 422  # which of the two?
    taken = client.post(f"{path}/seats/1", json=link).json()
    assert client.post(f"{path}/erase").status_code == 403  # without a seat there is nothing to erase
    assert client.post(f"{path}/erase", headers=bearer(table["secret"])).json() == {"erased": True}
    left = client.get(path, headers=bearer(taken["secret"]))
    assert "Léa" not in left.text
    assert [seat["taken"] for seat in left.json()["seats"]] == [False, True]
    assert client.post(f"{path}/erase", headers=bearer(table["secret"])).status_code == 403
    assert client.post(f"{path}/erase", headers=bearer(taken["secret"])).json() == {"erased": True}
    assert client.get(path).status_code == 404


def test_the_promise_of_new_dice_is_shown_at_once() -> None:
    """A secret was shown at the end, which was then undone: the commitment of the next one stands below it."""
    table = Table.fold(
        "abcd2345", Setup("cadeau", {"zones": 1}, my_seats=(0, 1)).complete().log("me", promised="0b" * 32)
    )

    def fair() -> list[str]:
        return str(api.to_json("en", table, "me")["fair"]).split("\n")

    def do(request: Verb) -> None:
        for entry in ask(table, request, "me"):
            table.apply(entry)

    sealed = fair()
    while not table.over:
        do(RollDice() if table.phase == "roll" else Move(str(table.game.moves(table.state, table.acting[0] + 1)[0])))
    opened = fair()
    assert opened == [f"{sealed[0]} {'0b' * 32}"]
    do(Undo())
    first, second = fair()
    assert first == opened[0]
    assert second.endswith(" from 6")
