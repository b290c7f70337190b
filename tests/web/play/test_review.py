"""The review of a finished game on its page: it adds up, says why, and works without script."""

import asyncio
import re
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from httpx import Client

from tablee import review as analysis
from tablee.core.record import Record
from tablee.core.words import Text, typeset
from tablee.engine import generic_solver
from tablee.engine.solution import Progress
from tablee.review.account import grade
from tests.positions import recorded
from tests.web_kit import do, opened, somebody_else


def brought(client: Client, record: Record) -> str:
    """The address of a table that a record was brought to."""
    answer = client.post("/records", data={"to": "review"}, files={"record": ("partie.tablee", str(record).encode())})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removesuffix("/replay")


def reviewed(client: Client, table: str) -> str:
    """The page of a review, once it is made."""
    for _ in range(300):
        answer = client.get(f"{table}/review")
        assert answer.status_code == 200, answer.text
        if 'id="soon"' not in answer.text:
            return answer.text
        assert "http-equiv" not in answer.text  # no page reloads itself under a reader: the script asks, or a link
        assert "<noscript><p><a href" in answer.text
        time.sleep(0.2)
    raise AssertionError("no review came")


DUEL = recorded("blocs", {"mode": "duel", "level": 1}, 7, ("Léa", "Tom"))


def figures(page: str) -> list[float]:
    """The figures of the account, from the start to the end."""
    table = page.split('<table class="account"', 1)[1].split("</table>", 1)[0]
    found = re.findall(r'class="figure">([+−]?[\d,]+)', table)
    return [float(figure.replace(",", ".").replace("−", "-")) for figure in found]


def test_it_adds_up_and_shows_the_curve_the_moments_and_the_whole_game(client: Client) -> None:
    table = brought(client, DUEL)
    page = reviewed(client, table)
    start, *steps, end = figures(page)
    assert len(steps) == 4  # two people's dice, two people's choices
    assert round(start + sum(steps), 1) == end == 100.0
    assert "Tous ces nombres sont exacts" in page
    dots = re.findall(rf'<a href="{table}/replay\?at=(\d+)"', page.split('class="curve"')[1].split("</svg>")[0])
    assert [int(at) for at in dots] == list(range(1, len(DUEL.events) + 1))
    assert page.split('<ol class="moments">')[1].split("</ol>")[0].count("<li") == 3
    assert page.split('id="every"')[1].split("</table>")[0].count("<tr") == len(DUEL.events) + 1
    assert "style=" not in page  # the policy would drop it
    assert "Léa" in page
    assert typeset("Quand la courbe monte, c’est bon pour Léa ; quand elle descend, pour Tom.", "fr") in page
    assert not re.search("faute|erreur|gaffe|✗|✘", page)
    assert "Luck or skill?" in reviewed(somebody_else(client, "en"), table)


def test_every_other_idea_says_why_or_that_counting_does_not(client: Client) -> None:
    page = reviewed(client, brought(client, DUEL))
    review = analysis.review(DUEL.game, DUEL.states, DUEL.events)
    lost = [at for at, entry in enumerate(review.entries) if entry.kind == "move" and entry.amount > 0.005]
    first = sorted(lost, key=lambda at: -review.entries[at].amount)[:3]  # the others are folded away
    lost = [*first, *(at for at in lost if at not in first)]
    assert page.split('id="more-ideas"')[1].split("</details>")[0].count('<div class="idea">') == len(lost) - 3 > 0
    ideas = page.split('<div class="idea">')[1:]
    assert len(ideas) == len(lost) > 0
    for at, idea in zip(lost, ideas, strict=True):
        entry = review.entries[at]
        reasons = analysis.find_reasons(DUEL.game, DUEL.states[at], entry.player, entry.best[0], DUEL.events[at])
        assert all(reason.text.fr.partition(" :")[0] in idea for reason in reasons)
        assert ("la différence vient plus tard" in idea) == (not reasons)
        assert f'name="at" value="{at}"' in idea
    choices = page.split('id="choices"')[1].split("</ol>")[0]
    assert choices.count("<li") == sum(tally.decisions for tally in review.players.values())
    assert choices.count("parmi les meilleurs") == choices.count("<li") - len(lost)


def hidden_moment(page: str) -> int:
    return int(page.split('<div class="idea">')[1].split('name="at" value="')[1].split('"')[0])


def test_nothing_is_told_before_the_end(client: Client) -> None:
    table = opened(client, game="cadeau", zones="1")
    do(client, table, "roll")
    answer = client.get(f"{table}/review")
    assert answer.status_code == 409
    assert "n’est pas finie" in answer.text
    assert f"{table}/review" not in client.get(table).text
    do(client, table, "resign")
    page = client.get(table).text
    assert f'id="review" href="{table}/review"' in page  # one tap from the end
    assert 'id="review"' in client.get(f"{table}/replay").text
    assert f'href="{table}/review"' in client.get("/mine").text
    assert len(figures(reviewed(client, table))) >= 3


def test_alone_less_is_better_and_the_steps_end_at_what_is_left(client: Client) -> None:
    solo = recorded("blocs", {"mode": "solo"}, 3, ("Zoé",))
    table = brought(client, solo)
    page = reviewed(client, table)
    start, dice, choices, end = figures(page)
    assert round(start + dice + choices, 1) == end
    assert choices >= 0  # what choices lose is left in front
    tallies = page.split('<ul class="tallies">')[1].split("</ul>")[0]
    amounts = [float(f.replace(",", ".").replace("−", "-")) for f in re.findall(r"[−+][\d]+,\d|\b0,0", tallies)]
    assert amounts == [pytest.approx(dice, abs=0.11), pytest.approx(choices, abs=0.11)]  # one sign for one thing
    assert solo.outcome is not None
    assert end == sum(solo.outcome.scores.values())


def test_estimates_say_so(client: Client) -> None:
    page = reviewed(client, brought(client, recorded("cadeau", {"zones": 4}, 5, ("Léa", "Tom"))))
    assert "Ces nombres sont en partie des estimations, à 4,0 points près par position." in page
    start, *steps, end = figures(page)
    assert round(start + sum(steps), 1) == end


def test_a_kind_word_needs_five_real_decisions() -> None:
    review = analysis.review(DUEL.game, DUEL.states, DUEL.events)
    assert {player: tally.decisions for player, tally in review.players.items()} == {1: 6, 2: 3}
    assert grade(review, 1) is not None
    assert grade(review, 2) is None


def test_it_is_worked_out_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Any] = []
    real = analysis.review

    def counted(*given: Any) -> analysis.Review:
        calls.append(given)
        return real(*given)

    monkeypatch.setattr(analysis, "review", counted)
    table = brought(client, DUEL)
    first, second = reviewed(client, table), reviewed(client, table)
    assert first == second
    assert len(calls) == 1


def test_a_review_stops_when_its_asker_has_gone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def endless(game: Any, states: Any, events: Any, progress: Progress) -> Any:
        begun.set()
        try:
            while True:
                progress(0.5, Text("", ""))
        finally:
            stopped.set()

    monkeypatch.setattr(analysis, "review", endless)
    table = brought(client, recorded("cadeau", {"zones": 1}, 11, ("Ada", "Bob")))
    with socket.create_connection((client.base_url.host, client.base_url.port)) as connection:
        connection.sendall(f"GET {table}/review.svg HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert begun.wait(60)
    assert stopped.wait(60)


def test_a_review_tells_its_progress_at_every_event() -> None:
    record, progress = recorded("cadeau", {"zones": 1}, 11, ("Ada", "Bob")), list[float]()
    analysis.review(record.game, record.states, record.events, lambda done, doing: progress.append(done))
    assert len(progress) >= len(record.events)


def test_it_goes_along_as_a_picture_and_on_paper(client: Client) -> None:
    table = brought(client, DUEL)
    page = reviewed(client, table)
    for form, begins in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert f'href="{table}/review.{form}"' in page
        answer = client.get(f"{table}/review.{form}")
        assert answer.status_code == 200
        assert answer.content.startswith(begins)
        assert "attachment" in answer.headers["content-disposition"]
    assert client.get(f"{table}/review.doc").status_code == 404


def test_a_game_goes_on_from_a_moment_against_a_bot(client: Client) -> None:
    table = brought(client, DUEL)
    at = hidden_moment(reviewed(client, table))
    answer = client.post(f"{table}/fork", data={"at": str(at), "bot": "best"})
    assert answer.status_code == 303
    record = client.get(answer.headers["location"] + "/record").text.split("\n\n")[1]
    assert record.split()[:at] == [str(event) for event in DUEL.events[:at]]
    seats = client.get("/api/v1" + answer.headers["location"].replace("/table/", "/tables/")).json()["seats"]
    mover = DUEL.game.players(DUEL.states[at])[0]
    assert [bool(seat["bot"]) for seat in seats] == [seat["player"] != mover for seat in seats]
    assert 'class="turn yours' in client.get(answer.headers["location"]).text
    assert 'id="fork-bot"' in client.get(f"{table}/replay", params={"at": str(at)}).text


def test_an_own_sheet_is_solved_beside_the_event_loop(
    client: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    built: list[str] = []
    build = generic_solver.build

    def watched(*args: Any) -> dict[str, Any]:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        built.append("beside it")
        return build(*args)

    monkeypatch.setattr(generic_solver, "build", watched)
    small = {
        "name": "tied",
        "rows": [1, 1],
        "candle": {"name": "bougie", "fr": "bougie", "en": "candle", "hits": 1, "damage": 1},
        "objects": {"boule": {"fr": "boule", "en": "ball", "hits": 2, "damage": 2}},
        "faces": {face: ["boule", "+boule"] for face in "123456"},
    }
    reviewed(client, brought(client, recorded("laaancez", {"sheet": small}, 3, ("Léa", "Tom"))))
    assert built
