"""The lab's pages: a wish in an address, games by a process of its own, figures with intervals, and an end to it."""

import re
import time
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from httpx import Client, Response

from tablee.games import laaancez
from tablee.games.laaancez.sheet import format_sheet, plain
from tablee_lab import page as lab
from tablee_lab.lab.studies import job, play_one
from tests.web_kit import served, visiting

ONE = "game=cadeau&zones=1"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch, served(tmp_path_factory.mktemp("lab")) as address:
        patch.setattr(lab, "SECONDS", 0.2)  # after the first game; sure or not
        patch.setattr(lab, "EVERY", 1e3)
        yield address


@pytest.fixture
def client(base: str) -> Iterator[Client]:
    with visiting(base) as made:
        yield made


def measured(client: Client, query: str) -> Response:
    """The page once nothing is under way, as a browser without script comes to it."""
    answer = client.get(f"/lab?{query}&seed=new", follow_redirects=True)
    while "data-soon" in answer.text:
        assert '<noscript><meta http-equiv="refresh"' in answer.text
        assert "<progress" in answer.text
        time.sleep(0.1)
        answer = client.get(answer.url)
    assert answer.status_code == 200
    assert "http-equiv" not in answer.text
    return answer


def test_the_form_offers_every_setting_and_begins_nothing(client: Client) -> None:
    page = client.get("/lab?game=blocs").text
    for name in ("mode", "level", "push", "given", "with.mode", "with.given"):
        assert f'name="{name}"' in page
    assert "lab-found" not in page
    assert 'href="/lab"' in client.get("/").text


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_variant_is_measured_with_intervals_pictures_and_words(client: Client, lang: str) -> None:
    client.headers["accept-language"] = lang
    page = measured(client, ONE)
    assert re.search(r"seed=\d+", str(page.url)), "the address says which games they were"
    assert re.search(r"<th scope=\"row\">(Victoires|Wins)[^<]*\((nulles partagées|draws shared)", page.text)
    assert re.search(r"\[\d+[.,]\d", page.text)
    assert page.text.count("<svg") > 4
    assert page.text.count("<figure>") == page.text.count("<summary>") - 1
    assert "Exact" in page.text
    games, seed = re.search(r"--games (\d+) --seed (\d+)", page.text).groups()  # type: ignore[union-attr]
    assert int(games) % 8 == 0
    assert seed in str(page.url)
    assert client.get(page.url).text == page.text


def test_two_stand_side_by_side(client: Client) -> None:
    page = measured(client, f"{ONE}&with.zones=2").text
    heads = re.findall(r'<th scope="col">(\w)</th>', page)
    assert heads == ["A", "B"]
    assert "≠" in page


def test_a_sheet_of_ones_own_and_a_head_start_are_measured(client: Client) -> None:
    sheet = plain(laaancez.load_shipped("noel")) | {"name": "maison", "rows": [1, 1]}
    found = measured(client, "game=laaancez&sheet=" + quote(format_sheet(laaancez.sheet.parse_sheet(sheet)))).text
    assert "maison" in found
    assert "--games" not in found, "a sheet would have to be a file first"
    assert "/lab?game=laaancez&amp;sheet=" in client.get("/objects").text
    duel = measured(client, "game=blocs")
    even = re.search(r'id="lab-even" href="([^"]+)"', duel.text)
    assert even
    assert "with.given=" in even[1]


def test_what_is_no_variant_is_told_kindly(client: Client) -> None:
    assert client.get("/lab?game=cadeau&zones=77&seed=1").status_code == 422
    assert client.get("/lab?game=tarot").status_code in (404, 422)


def test_it_can_be_stopped(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "SECONDS", 3600.0)
    monkeypatch.setattr(lab, "SURE", 0.0)
    begun = client.get(f"/lab?{ONE}&seed=new", follow_redirects=True)
    while "<tbody>" not in begun.text:
        begun = client.get(begun.url)
    assert "data-soon" in begun.text
    back = begun.url.raw_path.decode()
    answer = client.post("/lab/stop", data={"back": back})
    assert answer.headers["location"] == back + lab.FOUND
    while "data-soon" in (page := client.get(back).text):
        time.sleep(0.05)
    assert "<figure>" in page
    assert client.post("/lab/stop", data={"back": "//elsewhere/lab"}).headers["location"] == "/lab"
    assert client.post("/lab/stop", data={"back": "/lab?game=tarot&seed=1"}).status_code == 303


def test_one_address_cannot_ask_for_all_of_it(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "EVERY", 0.0)
    monkeypatch.setattr(lab, "AT_ONCE", 1)
    monkeypatch.setattr(lab, "SECONDS", 0.1)
    with served(tmp_path_factory.mktemp("few")) as address, visiting(address) as client:
        assert client.get(f"/lab?{ONE}&seed=1").status_code == 200
        assert client.get(f"/lab?{ONE}&seed=1").status_code == 200, "to look again costs nothing"
        assert client.get(f"/lab?{ONE}&seed=2").status_code == 429


def test_what_nobody_looks_at_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "SECONDS", 3600.0)
    jobs = [job("cadeau", {"zones": 1}, "greedy", 1)]
    running = lab.Running(jobs)
    block = play_one(jobs, (0, 0))
    assert running.take(block)
    running.seen -= 2 * lab.UNSEEN
    assert not running.take(block)
    left = lab.Running(jobs)
    left.seen -= 2 * lab.UNSEEN
    left.drain()
    assert not left.studies()


def test_nobody_waits_for_a_block_that_comes_too_late() -> None:
    jobs = [job("cadeau", {"zones": 1}, "greedy", 1)]
    running, block = lab.Running(jobs), play_one(jobs, (0, 0))
    running.begun -= 60
    assert running.under_way, "the first one has to come"
    assert not running.take(block)
    assert not running.under_way
    assert not running.take(block)
    assert running.blocks == [[block[1]]], "what was told does not change any more"


def test_a_process_plays_the_games_of_every_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "SECONDS", 0.1)
    running = lab.Running([job("cadeau", {"zones": zones}, "greedy", 4) for zones in (1, 2)])
    running.drain()
    for at, blocks in enumerate(running.blocks):
        assert blocks
        assert all(block == play_one(running.jobs, (at, block.number))[1] for block in blocks)
