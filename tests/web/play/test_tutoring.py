"""The tutor at the table: off unless chosen, a word before a costly move, hints in three steps, and never from afar."""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
from httpx import Client

from tablee.analysis.tutor import advised
from tablee.bots.warming import warm
from tablee.core.words import typeset
from tablee.games import load, part
from tablee.web.play import tutoring
from tests.web_kit import do, opened, served, visiting

BLOCS = load("blocs")
VARIANT = BLOCS.variant({"mode": "duel", "level": 1})
THROW = "d56"  # of eleven


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    assert warm(BLOCS, VARIANT).wait(60)
    with served(tmp_path_factory.mktemp("tutor")) as address:
        yield address


@pytest.fixture
def client(base: str) -> Iterator[Client]:
    with visiting(base) as found:
        yield found


def thrown(client: Client, tutor: str = "", **form: str) -> str:
    """A duel after its first throw, with a tutor for the first seat."""
    table = opened(client, game="blocs", mode="duel", level="1", dice="typed", first="order", **form)
    if tutor:
        answer = client.post(f"{table}/tutor", data={"tutor0": tutor})
        assert answer.status_code == 303
    assert do(client, table, "roll", typed=THROW).status_code == 303
    return table


def moves() -> tuple[str, float, str]:
    """The best move after the throw, what the worst gives away, and the worst."""
    state = BLOCS.play(BLOCS.start(VARIANT), BLOCS.parse(THROW))
    found = advised(BLOCS, state, 1)
    assert found.exact
    return str(found.losses[0][0]), found.losses[-1][1], str(found.losses[-1][0])


def events(client: Client, table: str) -> list[str]:
    return str(client.get(f"{table}/record").text).split("\n\n", 1)[1].split()


def test_it_is_off_unless_chosen(client: Client) -> None:
    table = thrown(client)
    page = client.get(table).text
    assert 'id="tutor-form"' in page
    assert 'id="hint-1"' not in page
    _, lost, worst = moves()
    assert lost > 0.1
    assert do(client, table, "move", move=worst).status_code == 303
    assert events(client, table) == [THROW, worst]


def test_a_costly_move_is_asked_about_once_and_may_be_kept(client: Client) -> None:
    best, _, worst = moves()
    table = thrown(client, "clear")
    answer = do(client, table, "move", move=worst)
    assert answer.status_code == 200
    assert typeset("Vous êtes sûr ? Il y a mieux.", "fr") in answer.text
    assert f'value="{worst}"' in answer.text
    assert best not in re.findall(r'id="wonder".*?</div>', answer.text, re.DOTALL)[0]  # it does not tell which
    assert events(client, table) == [THROW]
    assert do(client, table, "move?sure=1", move=worst).status_code == 303
    assert events(client, table) == [THROW, worst]


def test_a_good_move_passes_in_silence(client: Client) -> None:
    best, _, _ = moves()
    table = thrown(client, "fine")
    assert do(client, table, "move", move=best).status_code == 303
    assert events(client, table) == [THROW, best]


def test_only_hints_ask_nothing(client: Client) -> None:
    _, _, worst = moves()
    table = thrown(client, "hints")
    assert do(client, table, "move", move=worst).status_code == 303


def test_hints_come_in_three_steps(client: Client) -> None:
    best, _, _ = moves()
    table = thrown(client, "hints")
    assert 'name="hint" value="1"' in client.get(table).text
    shown = [client.get(table, params={"hint": str(step)}).text for step in (1, 2, 3)]
    said = [re.findall(r'<div class="hints".*?</div>', page, re.DOTALL)[0] for page in shown]
    assert "poussées possibles" in said[0]
    assert "11" in said[0]
    assert "Regardez le" not in said[0]
    assert best.replace(",", ", ") in said[1]
    assert "Une idée" not in said[1]
    assert "Une idée" in said[2]
    assert 'name="hint"' not in shown[2]


def test_from_afar_there_is_no_tutor(client: Client) -> None:
    table = opened(client, game="blocs", mode="duel", dice="typed", first="order", way="link")
    assert 'id="tutor-form"' not in client.get(table).text
    client.post(f"{table}/tutor", data={"tutor0": "fine"})
    assert "tutor" not in client.cookies
    client.cookies.set("tutor", "0:fine", path=table)
    page = client.get(table, params={"hint": "3"}).text
    assert 'class="hints"' not in page


def test_it_sits_beside_somebody_who_plays_a_bot(client: Client) -> None:
    table = opened(client, game="blocs", mode="duel", way="bot", bot="greedy", dice="typed", first="order")
    client.post(f"{table}/tutor", data={"tutor0": "hints", "tutor1": "hints"})
    page = client.get(table).text
    assert 'name="tutor0"' in page
    assert 'name="tutor1"' not in page  # a bot needs none


def test_an_estimate_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    best, _, worst = moves()
    monkeypatch.setattr(tutoring, "advised", lambda *asked: replace(advised(*asked), exact=False))
    table = thrown(client, "clear")
    assert "C’est une estimation." in client.get(table, params={"hint": "1"}).text
    assert "C’est une estimation." in do(client, table, "move", move=worst).text
    assert do(client, table, "move", move=best).status_code == 303


def test_a_next_best_that_is_nearly_as_good_is_told_so() -> None:
    state = BLOCS.play(BLOCS.start(VARIANT), BLOCS.parse(THROW))
    (first, _), (second, _), *_ = advised(BLOCS, state, 1).losses
    told = replace(advised(BLOCS, state, 1), losses=((first, 0.0), (second, 0.0001))).hint(3)[-1]
    assert "presque autant" in told.fr
    assert "La suivante coûterait 3 chances de gagner sur 100." in (
        replace(advised(BLOCS, state, 1), losses=((first, 0.0), (second, 0.03))).hint(3)[-1].fr
    )


def test_a_word_costs_less_than_a_blink() -> None:
    state = BLOCS.play(BLOCS.start(VARIANT), BLOCS.parse(THROW))
    warm(BLOCS, VARIANT).wait(60)
    spent = []
    for _ in range(20):
        begin = time.perf_counter()
        advised(BLOCS, state, 1).loss("5,6")
        spent.append(time.perf_counter() - begin)
    assert statistics.median(spent) < 0.1


@pytest.mark.parametrize(("name", "settings"), [("cadeau", {"zones": 1}), ("laaancez", {}), ("blocs", {})])
def test_every_game_has_two_hints_before_the_move(name: str, settings: dict[str, object]) -> None:
    game, found = load(name), part(name, "analysis")
    assert found is not None
    state = game.start(game.variant(settings))
    state = game.play(state, game.rolls(state)[0][0])
    for move in game.moves(state, 1):
        first, second = found.hints(state, 1, move)
        assert first != second
        assert game.tell(state, move).fr not in (first.fr, second.fr)
