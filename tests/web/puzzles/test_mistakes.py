"""My mistakes as puzzles, and how I play: from the games of this browser alone."""

import re
import time

from httpx import Client

from tablee.web.puzzles.mistakes import DAYS, MOST, Noted, read_progress, schedule, write_progress
from tests.web_kit import do, opened, somebody_else


def solo_over(client: Client) -> str:
    """A solo game, played to its end by the last move that is offered."""
    table = opened(client, game="blocs", way="here", mode="solo")
    while 'data-phase="over"' not in (page := client.get(table).text):
        if 'data-phase="roll"' in page:
            do(client, table, "roll")
        else:
            (tokens,) = set(re.findall(r'data-tokens="([^"]*)"', page))
            do(client, table, "move", move=tokens.split()[-1])
    return table


def looked(client: Client, path: str) -> str:
    """A page, once every game has been gone through."""
    for _ in range(300):
        page = client.get(path).text
        if "data-soon" not in page:
            return page
        time.sleep(0.1)
    raise AssertionError("the reviews do not come")


def test_a_mistake_is_tried_again_and_leaves_the_list_when_solved(client: Client) -> None:
    for path in ("/mine/again", "/mine/play"):
        assert "à vous de jouer" in client.get(path).text.replace("\u202f", " ").replace("\u00a0", " ")
    mistakes: list[str] = []
    while not mistakes:
        solo_over(client)
        mistakes = re.findall(r'id="again-\d+" href="([^"]+)"', looked(client, "/mine/again"))
    printed_and_summed_up_and_seen_by_nobody_else(client, mistakes)
    first, page = mistakes[0], client.get(mistakes[0]).text
    assert "Vous aviez choisi" in page
    tokens = re.findall(r'data-tokens="([^"]*)"', page)[0].split()
    right, wrong = "", ""
    for token in tokens:
        answer = client.post(first, data={"move": token})
        output = client.get(answer.headers["location"]).text
        right, wrong = (token, wrong) if "Bravo" in output else (right, token)
        if right and wrong:
            break
    assert right
    assert wrong
    client.cookies.delete("again")
    client.post(first, data={"move": wrong})
    assert f'href="{first}"' not in client.get("/mine/again").text  # wrong today: it is back tomorrow
    client.cookies.delete("again")
    client.post(first, data={"move": right})
    (kept,) = read_progress(client.cookies["again"]).values()
    assert kept.step == 1
    client.post(first, data={"move": "nonsense"})  # says nothing
    assert list(read_progress(client.cookies["again"]).values()) == [kept]
    assert client.get(f"{first}?hint=1").text.count('role="status"') == 1


def printed_and_summed_up_and_seen_by_nobody_else(client: Client, mistakes: list[str]) -> None:
    assert client.get("/mine/again/sheet.pdf").content.startswith(b"%PDF")
    page = looked(client, "/mine/play").replace("\u202f", " ").replace("\xa0", " ")
    one = "Avec une seule partie, on ne peut rien dire." in page
    assert one or "on ne peut pas encore le dire" in page
    assert "Mes analyses" in page
    stranger = somebody_else(client)
    assert stranger.get(mistakes[0]).status_code == 404
    assert stranger.get("/mine/again/sheet.pdf").status_code == 404
    assert client.get("/mine/again/none/3").status_code == 404
    assert client.get(re.sub(r"\d+$", "9999", mistakes[0])).status_code == 404


def test_positions_come_back_after_days_and_then_leave() -> None:
    noted, today, days = None, 100_000, []
    while noted is None or not noted.solved:
        noted = schedule(noted, True, today)
        assert schedule(noted, True, today) == noted or noted.solved  # once a day counts
        days.append(noted.day - today)
        today = noted.day
    assert days[:-1] == list(DAYS)
    assert schedule(Noted(3, today), False, today) == Noted(0, today + DAYS[0])


def test_what_is_remembered_is_bounded_and_read_forgivingly() -> None:
    many = {(f"table{number}", number): Noted(1, 700_000) for number in range(300)}
    kept = read_progress(write_progress(many))
    assert len(kept) == MOST
    assert ("table299", 299) in kept
    assert len(write_progress(many)) < 3000
    assert read_progress("x.-.table1-2-3.table1-2-9-700000.../..") == {}
