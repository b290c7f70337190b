"""The pages of a class: opening, coming in by the code, the adult's buttons, the projector, the end; one cookie."""

import gc
import itertools
import re
import socket
import threading
import time
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from httpx import Client

import tablee
from tablee.gathering import dice, summary
from tablee.gathering.gathering import WRONG, Gathering, Group, Member, Round
from tablee.paper import pdf
from tablee.table import Table
from tests.web_kit import bearer, do, served, somebody_else, visiting

CODE = re.compile(r'data-code="([A-Z2-9]{4})"')


def open_class(client: Client, kind: str = "class", game: str = "blocs") -> tuple[str, str]:
    """The address of a new class's pages, and its code."""
    answer = client.post("/class", data={"kind": kind, "game": game})
    assert answer.status_code == 303, answer.text
    home = answer.headers["location"]
    return home, CODE.search(client.get(home).text)[1]  # type: ignore[index]


def come_in(client: Client, code: str, badge: str, **form: str) -> Client:
    kid = somebody_else(client)
    way = kid.get(f"/c/{code[:2].lower()}-{code[2:]}")  # small letters and a dash do not matter
    assert way.status_code == 303
    assert f'value="{badge}"' in kid.get(way.headers["location"]).text
    answer = kid.post(way.headers["location"], data={"badge": badge, **form})
    assert answer.status_code == 303, answer.text
    return kid


def cookies(client: Client) -> set[tuple[str, str]]:
    return {(cookie.name, cookie.path) for cookie in client.cookies.jar}


def test_from_the_code_to_the_table_with_one_cookie(client: Client) -> None:
    home, code = open_class(client)
    kids = [come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu")]
    taken = somebody_else(client).post(f"{home}/in", data={"badge": "chat-rouge"})
    assert taken.status_code == 409
    assert "Chat rouge vient d’être pris" in taken.text
    assert "Chat rouge" in kids[0].get(home).text  # they wait
    assert client.post(f"{home}/do/round", data={"replace": "1", "activity": "pairs", "tutor": "1"}).status_code == 303
    for kid in kids:
        table = kid.get(home).headers["location"]
        page = kid.get(table).text
        assert f'data-state="{home}/state"' in page
        assert 'class="row rename"' not in page  # no free text in a class
        state = kid.get(f"{home}/state").json()
        assert state["go"] == table
        assert state["alone"] is False
        assert kid.get(f"/c/{code}").headers["location"] == f"{home}/in"
        assert kid.get(f"{home}/in").headers["location"] == home  # the same device, the same seat
        for out in ("rename", "fork", "invite", "tutor", "erase"):
            assert kid.post(f"{table}/{out}", data={"seat": "0", "name": "Léa"}).status_code == 404, out
        for page in (table, f"{table}/replay", f"{home}/rules/blocs?table={table.rpartition('/')[2]}"):
            shown = kid.get(page)
            led = set(re.findall(r'(?:href|action)="(/(?!static)[^"]*)"', shown.text))
            assert shown.status_code == 200
            assert {one for one in led if not one.startswith(f"{home}/")} == set()
            assert f'data-state="{home}/state"' in shown.text, "the next round finds this page"
        for _ in range(2):
            do(kid, table, "roll")
        assert cookies(kid) == {("seat", home)}
    assert cookies(client) == {("seat", home), ("class", "/")}


def test_the_child_computes_unless_the_adult_helps(client: Client) -> None:
    home, code = open_class(client)
    kids = {badge: come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu")}
    client.post(f"{home}/do/round", data={"activity": "pairs"})
    table = kids["chat-rouge"].get(home).headers["location"]

    def look() -> tuple[str, str]:
        """Who is to push, and what they see; they throw first, in turn until there is something to push."""
        for badge, kid in itertools.cycle(kids.items()):
            if 'id="do-roll"' in (page := kid.get(table).text):
                page = do(kid, table, "roll").text
            if 'id="formula"' in page:
                return badge, page
        raise AssertionError

    badge, page = look()
    help_fold = page.split('id="help"', 1)[1].split("<a ", 1)[0]
    assert [word for word in ('class="block can', "do-push-", 'id="hints"', 'name="move"') if word in page] == []
    assert "<p>" not in help_fold, "no example that is an answer"
    asked = kids[badge].post(f"{table}/move", data={"line": "?"}).text
    assert "il faut faire" in asked
    assert "poussant" not in asked
    assert "pousser le" not in asked
    for attempt in range(WRONG):
        wrong = do(kids[badge], table, "move", say="11+12").text
        assert ("Recomptez" in wrong) is (attempt < WRONG - 1), re.findall(r"(?:Presque|notice).{150}", wrong)
        assert ("= 23" in wrong) is (attempt == WRONG - 1)
    client.post(f"{home}/do/tutor", data={"badge": badge, "tutor": "1"})
    helped = look()[1]
    assert 'id="hints"' in helped
    assert "L’adulte t’aide" in helped
    assert "L’adulte aide" in helped
    assert 'class="block can' in helped
    neighbour = next(kid for name, kid in kids.items() if name != badge)
    assert 'id="hints"' not in neighbour.get(table).text
    client.post(f"{home}/do/tutor", data={"badge": badge, "tutor": "0"})
    assert 'id="hints"' not in look()[1]


def test_a_table_where_nobody_may_play_calls_nobody(client: Client) -> None:
    home, code = open_class(client)
    kid = come_in(client, code, "chat-rouge")
    assert client.post(f"{home}/do/round", data={"activity": "same-dice"}).status_code == 303
    table = kid.get(home).headers["location"]

    def read_headline() -> str:
        return re.search(r'id="headline"[^>]*>([^<]*)', kid.get(table).text)[1].strip()  # type: ignore[index]

    begun = read_headline()
    client.post(f"{home}/do/pause", data={"paused": "1"})
    assert read_headline() == "Pause\u00a0: on attend l’adulte."
    client.post(f"{home}/do/pause", data={"paused": "0"})
    assert read_headline() == begun
    client.post(f"{home}/do/end")
    assert read_headline() == "La manche est finie\u00a0: on ne joue plus ici."


def test_one_more_game_stands_in_for_the_one_before_until_the_round_is_over(client: Client) -> None:
    home, code = open_class(client)
    kids = [come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu", "lion-rose", "panda-vert")]
    assert client.post(f"{home}/do/round", data={"activity": "pairs"}).status_code == 303
    tables = [kid.get(home).headers["location"] for kid in kids]
    pair = [kid for kid, table in zip(kids, tables, strict=True) if table == tables[0]]
    held = _held(pair[0], home)
    version = pair[0].get(**held).json()["version"]
    assert client.post(f"{held['url']}/resign", json={"version": version}, headers=held["headers"]).status_code == 200
    ends = [kid.get(tables[0]).text for kid in pair]
    assert all('id="rematch"' in end for end in ends)
    assert do(pair[0], tables[0], "rematch").status_code == 303
    assert {kid.get(home).headers["location"] for kid in pair} != {tables[0]}  # both are at the next one
    wall, desk = client.get(f"{home}/projector").text, client.get(home).text
    assert len(re.findall('class="duo[ "]', wall)) == desk.count('class="table paper') == 2
    assert wall.count('class="fin"') == pair[0].get(f"{home}/state").json()["over"] == 1
    assert "1 finie sur 2" in desk
    assert client.post(f"{home}/do/end").status_code == 303
    assert pair[0].get(f"{home}/state").json()["ended"] is True  # a page of the end takes “Encore une” away
    assert 'id="rematch"' not in pair[0].get(tables[0]).text


def test_an_exercise_has_its_board(client: Client) -> None:
    home, code = open_class(client, game="cadeau")
    kids = [come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu", "lion-rose", "panda-vert")]
    assert client.post(f"{home}/do/round", data={"activity": "same-dice"}).status_code == 303
    beginners = [kid for kid in kids if 'id="do-roll"' in kid.get(kid.get(home).headers["location"]).text]
    for kid, move in zip(beginners, ("1a", "1b"), strict=True):  # at two tables
        table = kid.get(home).headers["location"]
        do(kid, table, "roll")
        do(kid, table, "move", move=move)
    assert client.post(f"{home}/do/end").status_code == 303
    sheet = client.get(f"{home}/end").text
    assert "Que choisirais-tu" in sheet
    assert 'class="board only-wide cadeau"' in sheet
    assert sheet.count("case a") >= 2  # the teacher's page tells what was chosen


def test_a_pupils_own_pages_say_tu_and_the_table_keeps_the_plural() -> None:
    """The plural suits two heads over one screen; one's own page, exercises and goodbye are for one child."""
    package = Path(tablee.__file__).parent
    templates = package / "web" / "templates"
    own = {templates / f"{name}.html" for name in ("class_in", "class_member", "class_gone", "sheet_exercises")}
    own |= set(templates.glob("own_*.html"))
    french = re.compile(r"""(?:\bw\(\s*'|\bText\(\s*f?")((?:[^'"\\]|\\.)*)""")
    for path in (*templates.iterdir(), *package.rglob("*.py")):
        wrong = r"[Vv](?:ous|otre|os)|\w+ez" if path in own else "[Tt](?:u|oi|on|a|es)|Regarde|Touche|Trouve|Propose"
        for words in french.findall(path.read_text(encoding="utf-8")):
            assert not re.search(rf"\b({wrong})\b", words), f"{path.name}: {words}"


def test_everybody_reads_the_animals_in_their_own_language(client: Client) -> None:
    home, code = open_class(client)
    kids = [come_in(client, code, badge) for badge in ("souris-violet", "ours-bleu")]
    english = somebody_else(client, "en")
    english.cookies.update(kids[0].cookies)
    assert "Purple Mouse" in english.get(home).text
    client.post(f"{home}/do/round", data={"replace": "1", "activity": "pairs"})
    table = kids[0].get(home).headers["location"]
    french = r"Souris violette|Ours bleu"
    assert re.search(french, kids[1].get(table).text)
    page = english.get(table).text
    assert "Purple Mouse" in page
    assert "Blue Bear" in page
    assert not re.search(french, page)


def test_a_head_start_stays_with_whom_it_was_given_to(client: Client) -> None:
    home, code = open_class(client)
    kid, _ = (come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu"))
    for helped in ("0", "1"):
        client.post(f"{home}/do/head_start", data={"badge": "chat-rouge", "head_start": helped})
        client.post(f"{home}/do/round", data={"replace": "1", "activity": "pairs"})
        table = kid.get(home).headers["location"]
        do(kid, table, "resign")
        assert ('name="swap" value="1"' in kid.get(table).text) == (helped == "0")


def test_the_projector_shows_the_code_and_no_secret(client: Client) -> None:
    home, code = open_class(client)
    kids = [come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu", "lion-rose")]
    secrets = [cookie.value or "?" for one in (client, *kids) for cookie in one.cookies.jar if cookie.name == "seat"]
    printed = "K7QM-2XPA-9DTH"  # begins with 4 and 6, 2 and 3
    rounds = (
        {"activity": "pairs"},
        {"activity": "same-dice", "mode": "solo", "dice": printed},
        {"activity": "sums", "seconds": "60", "level": "2"},
        {"activity": "together", "bot": "random"},
    )
    for form in rounds:
        assert client.post(f"{home}/do/round", data={"replace": "1", **form}).status_code == 303, form
        for kid in kids:
            kid.get(home)
        secrets += [cookie.value or "?" for kid in kids for cookie in kid.cookies.jar]
        shown = client.get(f"{home}/projector").text
        assert CODE.findall(shown) == [code]
        assert not any(secret in shown for secret in secrets)
        assert shown.count(printed) == 0
        if form["activity"] == "same-dice":
            assert dice.commitment(printed)[:16] in shown
            for kid in kids:
                table = kid.get(home).headers["location"]
                while 'id="do-roll"' in (page := kid.get(table).text):
                    do(kid, table, "roll")
                    moves = kid.get(**_held(kid, home)).json()
                    if moves["moves"]:
                        do(kid, table, "move", move=moves["moves"][-1])
                    if moves["version"] > 10:
                        break
                assert page
            assert client.post(f"{home}/do/end").status_code == 303
            assert "Regarde le tableau" in kids[0].get(home).text  # they play on no more
            assert kids[0].get(f"{home}/state").json()["go"] == home
            walked = client.get(f"{home}/projector").text
            assert "Que choisir" in walked
            for shown, words in (("1 / ", "Qui voit mieux"), ("1 / ", "starry"), ("2 / ", "Que choisir")):
                assert client.post(f"{home}/do/next").status_code == 303
                walked = client.get(f"{home}/projector").text
                assert shown in walked
                assert words in walked
            assert client.post(f"{home}/do/step", data={"step": "1"}).status_code == 303
            walked = client.get(f"{home}/projector").text
            assert '<b class="n">3</b>' in walked  # all of them met it alike
    assert kids[0].get(f"{home}/projector").status_code == 303  # to their own page
    assert somebody_else(client).get(f"{home}/projector").status_code == 403


def _held(kid: Client, home: str) -> dict[str, Any]:
    """How a pupil's table is asked for by its API."""
    secret = next(cookie.value or "" for cookie in kid.cookies.jar if cookie.path == home)
    mine = kid.get(f"/api/v1/gatherings/{home.rpartition('/')[2]}", headers=bearer(secret)).json()
    return {"url": f"/api/v1/tables/{mine['table']}", "headers": bearer(mine["table_secret"])}


def test_the_adult_sees_and_does_everything(client: Client) -> None:
    home, code = open_class(client)
    kid, other = (come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu"))
    for action, form in (
        ("absent", {"badge": "ours-bleu"}),
        ("present", {"badge": "ours-bleu"}),
        ("level", {"badge": "chat-rouge", "level": "1"}),
        ("head_start", {"badge": "chat-rouge", "head_start": "1"}),
        ("round", {"activity": "pairs"}),
        ("tutor", {"tutor": "1"}),
        ("pause", {"paused": "1"}),
        ("shows", {"shows": "0"}),
    ):
        assert client.post(f"{home}/do/{action}", data=form).status_code == 303, action
        assert kid.post(f"{home}/do/{action}", data=form).status_code == 403
    assert "Pause" in kid.get(home).text
    client.post(f"{home}/do/pause", data={"paused": "0"})
    sentence = "Chat rouge commence avec une avance"  # on every page, until who looks has played themselves
    table = kid.get(home).headers["location"]
    assert other.get(home).headers["location"] == table
    assert sentence in kid.get(table).text
    do(kid, table, "roll")
    assert [sentence in one.get(table).text for one in (kid, other)] == [False, True]
    assert client.post(f"{home}/do/again").status_code == 303
    wrong = client.post(f"{home}/do/round", data={"replace": "1", "activity": "same-dice", "dice": "K7QM"})
    assert wrong.status_code == 422
    assert "K7QM-2XPA-9DTH" in wrong.text
    assert client.post(f"{home}/do/fly").status_code == 404
    assert client.post(f"{home}/do/round", data={"replace": "1", "activity": "sums"}).status_code == 303
    for _ in range(3):
        assert kid.post(f"{home}/mine/sum", data={"calculation": "99+1"}).status_code == 422
    assert "Chat rouge" in client.get(home).text.partition('class="help')[2][:2000]  # who is stuck comes first
    assert 'id="begin-lesson"' not in client.get(home).text
    assert client.post(f"{home}/do/end").status_code == 303
    assert 'id="begin-lesson"' in client.get(home).text  # a whole lesson can be had after a single round, too
    assert (
        client.post(f"{home}/do/round", data={"replace": "1", "activity": "together", "bot": "random"}).status_code
        == 303
    )
    assert client.post(f"{home}/do/play").status_code == 303
    while (goal := re.search(r'name="goal" value="([0-9]+)"', kid.get(home).text)) is None:
        client.post(f"{home}/do/play")  # a 7 is thrown again
    assert "Cela ne fait pas" in other.post(f"{home}/mine/propose", data={"move": "3", "goal": goal[1]}).text
    by_hand = client.get(home).text.partition('action="' + f'{home}/do/play"')[2].partition("</form>")[0]
    moves = re.findall('value="([^"]+)"', by_hand)
    assert other.post(f"{home}/mine/propose", data={"move": moves[-1]}).status_code == 200
    end = client.get(f"{home}/end").text
    assert "Trouvez les calculs" in end
    assert "Chat rouge" not in end  # the page to keep names nobody, not even an animal
    phone = somebody_else(client)
    teacher = next(cookie.value for cookie in client.cookies.jar if cookie.path == home)
    assert phone.get(f"{home}/join/teacher/{teacher}").status_code == 303
    assert "La manche suivante" in phone.get(home).text
    assert "effacé" in client.post(f"{home}/do/erase").text
    for one in (client, kid, other, phone):
        gone = one.get(home)
        assert gone.status_code == 404
        assert "ce que tu as appris" in gone.text
        assert 'href="/"' not in gone.text
    for path in ("", "/projector"):  # a class that this process has never had, and did not erase
        lost = kid.get(f"/class/{'z' * len(home.rpartition('/')[2])}{path}")
        assert lost.status_code == 404
        assert "Tablée a été relancée" in lost.text
    assert "tout ce qui était en mémoire est parti" in kid.get(f"/c/{code}").text.replace("\u202f", " ").replace(
        "\u00a0", " "
    )


def test_an_evening_has_names_and_standings(client: Client) -> None:
    home, code = open_class(client, "game-night", "cadeau")
    kids = [come_in(client, code, f"{animal}-rouge", name=name) for animal, name in (("chat", "Léa"), ("ours", "Tom"))]
    assert '<select name="zones">' in client.get(home).text
    client.post(f"{home}/do/round", data={"replace": "1", "activity": "pairs", "zones": "3"})
    table = kids[0].get(home).headers["location"]
    assert kids[0].get(**_held(kids[0], home)).json()["settings"]["zones"] == 3
    assert {"Léa", "Tom"} <= set(re.findall("Léa|Tom", kids[0].get(table).text))
    do(kids[0], table, "resign")
    shown = re.sub(r"\s+", " ", client.get(f"{home}/end").text)
    assert shown.index("Tom</strong> · 1 / 1") < shown.index("Léa</strong> · 0 / 1")
    assert 'id="poster"' in shown
    assert "★ Tom" in shown
    again = client.post(f"{home}/me", data={"name": "léa"})
    assert again.status_code == 409
    assert "déjà quelqu’un" in again.text
    assert client.post(f"{home}/me", data={"name": "Ana"}).status_code == 303, "the host plays too"
    client.post(f"{home}/do/round", data={"replace": "1", "activity": "pairs"})
    mine = client.get(f"{home}/me").headers["location"]
    assert "Ana" in client.get(mine).text
    assert client.get(f"{home}/state").json()["go"] == mine
    for activity in ("pairs", "together"):
        client.post(f"{home}/do/round", data={"replace": "1", "activity": activity})
        for who, page in ((client, home), (client, f"{home}/projector"), (kids[1], home), (client, f"{home}/end")):
            text = re.sub(r"<(script|style|svg).*?</\1>|<[^>]*>", " ", who.get(page, follow_redirects=True).text)
            assert re.findall(r"(?i)\w*classe?\b|pupil|élève|teacher", text) == [], (activity, page)
    shown = re.sub(r"\s+", " ", client.get(f"{home}/end").text)
    assert "Tom</strong> · 1 / " in shown, "a game given up before its first throw counts when its table is gone"
    refused = somebody_else(client).post(f"{home}/in", data={"kind": "lion", "lion": "lion-rose", "name": "LÉA"})
    assert refused.status_code == 409
    assert 'value="LÉA"' in refused.text, "to be changed, not to be typed again"
    assert re.search('value="lion"[^>]* checked', refused.text)
    assert somebody_else(client).post(f"{home}/in", data={"name": "x" * 60}).status_code == 409


@pytest.mark.parametrize(("lang", "word"), [("fr", "Entrer par un code"), ("en", "Join with a code")])
def test_a_code_is_typed_on_a_page(client: Client, lang: str, word: str) -> None:
    _, code = open_class(client)
    for path in ("/class", "/c"):
        assert word in client.get(path, headers={"accept-language": lang}).text
    assert client.get("/class", params={"code": f" {code.lower()} "}).headers["location"] == f"/c/{code}"
    wrong = client.get("/c/ZZZZ1")
    assert wrong.status_code == 404
    assert 'value="ZZZZ1"' in wrong.text
    assert 'id="why"' in wrong.text


def test_the_adult_finds_the_way_back_and_nobody_else_does(client: Client) -> None:
    home, code = open_class(client)
    kid = come_in(client, code, "chat-rouge")
    for path in ("/", "/class"):
        assert f'id="to-own" href="{home}"' in client.get(path).text
        assert "to-own" not in kid.get(path).text
    client.post(f"{home}/do/lock", data={"locked": "1"})
    locked = somebody_else(client).get(f"{home}/in")
    assert locked.status_code == 409
    assert "La porte est fermée" in locked.text
    assert f'value="{code}"' in locked.text
    client.post(f"{home}/do/erase")
    assert "to-own" not in client.get("/").text


def test_another_device_takes_an_animal_once_the_adult_says_so(client: Client) -> None:
    home, code = open_class(client)
    kid, other = come_in(client, code, "ours-bleu"), somebody_else(client)
    assert "Ours bleu" in other.get(f"{home}/in?again=1").text
    assert other.post(f"{home}/in", data={"badge": "ours-bleu", "again": "1"}).status_code == 303
    assert other.get(home).headers["location"] == f"{home}/in"
    assert 'id="asked"' in other.get(f"{home}/in").text
    assert "Oui, c’est Ours bleu" in client.get(home).text
    assert client.post(f"{home}/do/device", data={"badge": "ours-bleu", "same": "1"}).status_code == 303
    assert "Ours bleu" in other.get(home).text
    assert kid.get(home).headers["location"] == f"{home}/in"
    assert client.post(f"{home}/do/device", data={"badge": "ours-bleu", "same": "1"}).status_code == 404


def test_a_round_is_replaced_after_a_question_and_its_settings_stay(client: Client) -> None:
    home, code = open_class(client)
    kid, _ = (come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu"))
    client.post(f"{home}/do/round", data={"activity": "pairs", "level": "2", "seconds": "300", "again": "0"})
    asked = client.post(f"{home}/do/round", data={"activity": "sums", "level": "3"})
    assert asked.status_code == 409
    assert 'id="ask-round"' in asked.text
    assert 'name="level" value="3"' in asked.text
    page = client.get(home).text
    assert re.search('<option value="2" selected>', page)
    assert '<option value="300" selected>5 min' in page
    table = kid.get(home).headers["location"]
    assert client.post(f"{home}/do/end").status_code == 303
    assert "La manche est finie" in kid.get(home).text
    stopped = kid.post(f"{table}/roll", data={"version": "0", "seq": "0", "as": "0"})
    assert stopped.status_code == 409
    assert "on ne joue plus ici" in stopped.text
    assert "À deux · finie" in client.get(f"{home}/projector").text
    short = {"activity": "sums", "level": "3", "seconds": "120"}
    assert client.post(f"{home}/do/round", data=short).status_code == 303, "nothing is cut short"
    for game in ("cadeau", "blocs"):
        client.post(f"{home}/do/game", data={"game": game})
    forms = dict(re.findall(r'name="activity" value="([a-z-]+)"(.*?)</form>', client.get(home).text, re.DOTALL))
    assert '<option value="300" selected>' in forms["pairs"], "a time is of its activity"
    assert '<option value="120" selected>' in forms["sums"]
    assert all('<option value="3" selected>' in form for form in forms.values()), "another game in between"


def test_the_machine_opens_to_the_network_by_itself(tmp_path: Path) -> None:
    with served(tmp_path, network="127.0.0.2") as base, visiting(base) as client:
        home, _ = open_class(client)
        page = client.get(home).text
        assert "127.0.0.2:" in page
        assert "<svg" in page.split('class="code-card"', 1)[1][:400]
    with served(tmp_path / "none", network="127.0.0.1") as base, visiting(base) as client:
        home, _ = open_class(client)
        assert "relié à aucun réseau" in client.get(home).text


def test_other_devices_reach_the_class_and_nothing_else(tmp_path: Path) -> None:
    with served(tmp_path, network="127.0.0.2", proxies=("127.0.0.1",)) as base, visiting(base) as client:
        home, code = open_class(client)
        kid = somebody_else(client)
        kid.headers["x-forwarded-for"] = "192.168.1.20"
        for path in ("/", "/mine", "/rules/blocs", "/learn/blocs", "/by-message", "/paper", "/api/v1/games", "/events"):
            led = kid.get(path)
            assert (led.status_code, led.headers["location"]) == (303, "/c"), path
        for path in ("/class", "/tables", "/settings", "/profile", "/lan-access", "/api/v1/gatherings"):
            assert kid.post(path, data={"kind": "class"}).status_code == 403, path
        for path in ("/c", "/class", "/c/ZZZZ1"):
            page = kid.get(path).text
            assert [word for word in ('href="/"', "open-class", 'name="name"', "/settings") if word in page] == [], path
        kid.post(f"{home}/in", data={"badge": "chat-rouge"})
        client.post(f"{home}/do/round", data={"activity": "pairs"})
        assert "Chat rouge" in kid.get(kid.get(home).headers["location"]).text
        assert code in client.get(home).text
        assert cookies(kid) == {("seat", home)}


def words_of(one: object, seen: set[int]) -> set[str]:
    """Every text that an object of ours holds, however deep."""
    if id(one) in seen:
        return set()
    seen.add(id(one))
    if isinstance(one, str):
        return {one}
    parts: list[object] = []
    if isinstance(one, Mapping):
        parts = [*one.keys(), *one.values()]
    elif isinstance(one, (list, tuple, set, frozenset, deque)):
        parts = list(one)
    elif type(one).__module__.startswith("tablee."):
        slots = (name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ()))
        parts = [getattr(one, name, None) for name in slots] + list(getattr(one, "__dict__", {}).values())
    return {word for part in parts for word in words_of(part, seen)}


def in_memory() -> set[str]:
    """All that tables and gatherings of this process hold in words."""
    gc.collect()
    kinds = (Gathering, Member, Round, Group, Table)
    seen: set[int] = set()
    return {word for one in gc.get_objects() if isinstance(one, kinds) for word in words_of(one, seen)}


def test_the_last_page_stops_when_its_asker_has_gone(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    home, _ = open_class(client)
    for _ in range(2):
        client.post(f"{home}/do/round", data={"replace": "1", "activity": "sums"})
    begun, left, played, rounds = threading.Event(), threading.Event(), summary.summarise_play, list[int]()

    def slow(made: Round, tables: Any) -> Any:
        rounds.append(made.number)
        begun.set()
        assert left.wait(60)
        return played(made, tables)

    monkeypatch.setattr(summary, "summarise_play", slow)
    seat = next(cookie.value for cookie in client.cookies.jar if cookie.path == home)
    with socket.create_connection((client.base_url.host, client.base_url.port)) as connection:
        connection.sendall(f"GET {home}/end HTTP/1.1\r\nHost: localhost\r\nCookie: seat={seat}\r\n\r\n".encode())
        assert begun.wait(60)
    for _ in range(3):  # the server has noticed before it answers this
        client.get("/health")
    left.set()
    assert client.get(f"{home}/end").status_code == 200
    assert sorted(rounds) == [1, 1, 2]


def test_no_address_is_kept_and_nothing_after_the_end(tmp_path: Path) -> None:
    with served(tmp_path) as base, visiting(base) as client:
        home, code = open_class(client, "game-night")
        kids = [come_in(client, code, f"{animal}-rose", name=f"Zoé{animal}") for animal in ("chat", "ours")]
        client.post(f"{home}/do/round", data={"replace": "1", "activity": "pairs"})
        tables = []
        for kid in kids:
            tables.append(kid.get(home).headers["location"])
            do(kid, tables[-1], "roll")
            assert kid.get(f"{tables[-1]}/send").status_code == 404, "anybody could open what it sends, on disk"
        client.get(f"{home}/projector")
        held = in_memory()
        assert {"Zoéchat", "chat-rose", code} <= held
        assert not any("127.0.0.1" in word or "testclient" in word for word in held)
        assert client.post(f"{home}/do/erase").status_code == 200
        private = {"Zoéchat", "Zoéours", code, tables[0].removeprefix("/table/"), home.removeprefix("/class/")}
        for _ in range(50):  # whoever was just looking at it has to finish
            if not private & in_memory():
                break
            time.sleep(0.1)
        assert not private & in_memory()
    assert not any(b"chat-rose" in path.read_bytes() for path in tmp_path.iterdir())


def test_the_adult_prints_the_plan_and_nobody_else_does(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    home, code = open_class(client)
    kid = come_in(client, code, "chat-rouge")
    assert f'href="{home}/plan.pdf"' in client.get(home).text
    assert client.get(f"{home}/plan.pdf").content.startswith(b"%PDF")
    client.post(f"{home}/do/round", data={"replace": "1", "activity": "same", "level": "2"})
    assert client.get(f"{home}/plan.pdf").content.startswith(b"%PDF")  # after a round, by its settings
    assert b"%PDF" not in kid.get(f"{home}/plan.pdf").content
    monkeypatch.setattr(pdf, "is_ready", lambda: False)
    assert "Imprimer le plan" not in client.get(open_class(client)[0]).text
    assert "typst" in client.get(f"{home}/plan.pdf").text
