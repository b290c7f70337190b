"""The lessons: every position is a real one, every step can be done, nothing that is answered is a dead end."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from urllib.parse import quote

import pytest
from httpx import Client

from tablee.core.record import parse, write
from tablee.core.registry import NAMES, load
from tablee.core.words import LANGS, typeset
from tablee.games import blocs
from tablee.games.laaancez import load_shipped
from tablee.web.lessons.lesson import ROLL, Lesson, Step, judge
from tablee.web.lessons.lesson import lesson as find_lesson
from tests.web_kit import visiting

LESSONS = {name: found for name in NAMES if (found := find_lesson(name))}
STEPS = [
    (name, number, LESSONS[name], step) for name in NAMES for number, step in enumerate(LESSONS[name].steps, start=1)
]


@pytest.fixture
def client(base: str) -> Iterator[Client]:
    """A browser that goes where it is led."""
    with visiting(base) as made:
        made.follow_redirects = True
        yield made


def answers(lesson: Lesson, step: Step) -> list[str]:
    """Everything that can be answered here: all that is legal, the choices of a question, the throw of the dice."""
    if step.roll:
        return [ROLL]
    if step.choices:
        return [choice.plays for choice in step.choices]
    state = lesson.position(step).state
    moves = lesson.rules.moves(state, step.player)
    if not step.say:
        return [str(move) for move in moves]
    return [f"{move}:{way}" for move in moves for way in blocs.ways(state, move)]


# --- the data -----------------------------------------------------------------------------------------------------


def test_the_small_sheet_of_the_lesson_has_the_objects_of_the_real_one() -> None:
    assert LESSONS["laaancez"].variant.sheet == replace(load_shipped("noel"), name="lecon", rows=(4, 2, 1))


def test_every_position_is_a_record() -> None:
    assert all(6 <= len(LESSONS[name].steps) <= 10 and LESSONS[name].learnt for name in NAMES)
    for name, _, lesson, step in STEPS:
        record = lesson.position(step)
        again = parse(write(record), load)
        assert again.state == record.state
        assert [str(event) for event in again.events] == step.before.split()
        assert step.player in record.game.players(record.state)
        rolls = step.roll or (name == "cadeau" and step.choices)
        assert record.game.phase(record.state) == ("roll" if rolls else "move")


def test_every_answer_is_judged_by_the_rules() -> None:
    """Each legal answer is good and moves the game on, or is not and is explained; at least one is good."""
    for name, number, lesson, step in STEPS:
        before = lesson.position(step)
        judgements = [judge(lesson, step, did) for did in answers(lesson, step)]
        assert any(judged.good for judged in judgements), (name, number)
        for judged in judgements:
            assert judged.text.fr
            assert judged.text.en
            if judged.good:
                assert step.supposed or len(judged.record.events) > len(before.events)
                assert judged.lines
                assert parse(write(judged.record), load).state == judged.record.state
            else:
                assert judged.record.state == before.state


def test_answers_that_make_no_sense_are_explained(client: Client) -> None:
    for name, number, lesson, step in STEPS:
        for did in ("hello", "d9", "9z", "99,100", "1.sabre@a1", "a1xz9", "2:2+", "é" * 50, "roll roll", "2,3:9*9"):
            judged = judge(lesson, step, did)
            assert not judged.good
            assert judged.record.state == lesson.position(step).state
        page = client.get(f"/learn/{name}/{number}?did={quote('%$ hello <b>')}")
        assert page.status_code == 200
        assert "<b>" not in page.text
        assert 'id="feedback"' in page.text


TAUGHT = [
    ("cadeau", 3, "1c", "suite 3-4-5 contre somme 17"),
    ("cadeau", 7, ROLL, "Les Gnomes gagnent la zone 3"),
    ("blocs", 2, "4,5", "5 + 4 = 9"),
    ("blocs", 7, "4,12:12-4", "12 − 4 = 8"),
    ("laaancez", 2, "1.sucre@b2", "Joueur 2 recopie "),
    ("laaancez", 7, "a3xa1", "Le joueur 2 plie sa feuille"),
]
MISSED = [
    ("cadeau", 1, "2a", "Il faut d’abord lancer le dé"),
    ("cadeau", 4, "2c", "un total de 9, pas une suite"),
    ("blocs", 2, "4,6", "il faut faire 9"),
    ("blocs", 4, "8", "le double vous en offre deux"),
    ("blocs", 6, "6", "ne peut pousser que le 2"),
    ("blocs", 7, "3,5:3+5", "Par exemple 12 − 4"),
    ("laaancez", 4, "1.+a2", "est déjà à sa limite de Dégâts"),
    ("laaancez", 5, "a1xa2", "Un Bouclier protège a2"),
    ("laaancez", 7, "a1xa4", "sur le sucre d’orge"),
]


def test_what_is_said_to_good_answers_and_to_others(client: Client) -> None:
    for name, number, did, sentence in (*TAUGHT, *MISSED):
        page = client.get(f"/learn/{name}/{number}?did={quote(did)}").text
        assert typeset(sentence, "fr") in unescape(page.partition('id="feedback"')[2])
        good = (name, number, did, sentence) in TAUGHT
        assert ('id="next"' in page) == good
        assert ('id="skip-step"' not in page) == good


# --- walking ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_from_first_to_last(client: Client, name: str, lang: str) -> None:
    """By the good answers, posted as the page's own forms do; each step the wrong way first, where there is one."""
    lesson = LESSONS[name]
    client.headers["accept-language"] = lang
    url = client.get(f"/learn/{name}").url.path
    for step in lesson.steps:
        page = client.get(url).text
        assert typeset(step.title.in_lang(lang), lang) in unescape(page)
        assert typeset(step.task.in_lang(lang), lang) in unescape(page)
        offered = answers(lesson, step)
        wrong = [did for did in offered if not judge(lesson, step, did).good]
        for did in wrong[:2]:
            missed = client.post(url, data={"move": did})
            assert missed.url.path == url
            assert 'class="notice"' in missed.text
            assert typeset(step.task.in_lang(lang), lang) in unescape(missed.text)
        right = next(did for did in offered if judge(lesson, step, did).good)
        sent = {"say": right.partition(":")[2]} if step.say else {"move": right}
        done = client.post(url, data=sent).text
        assert typeset(step.why.in_lang(lang), lang) in unescape(done)
        following = re.search(r'id="next" href="([^"]+)"', done)
        assert following
        assert following[1] != url
        url = following[1]
    end = client.get(url).text
    assert 'action="/tables"' in end
    assert f'name="game" value="{name}"' in end
    assert f'href="/game/{name}"' in end


def test_the_links_and_buttons_of_a_step_lead_somewhere(client: Client) -> None:
    """Every button on the board and in the panel has a name that is spoken, and one of each kind is pressed."""
    for name, number, _, _ in STEPS:
        page = client.get(f"/learn/{name}/{number}").text
        assert f'id="skip-step" href="/learn/{name}/{number + 1}"' in page
        back = f"/learn/{name}/{number - 1}" if number > 1 else "/"
        assert f'id="back" href="{back}"' in page
        buttons = re.findall(r"<button [^>]*form=\"f-(?:do|look)\"[^>]*>", page)
        assert buttons
        assert all('aria-label="' in one for one in buttons if "spot" in one)
        first_of_each = dict(reversed(re.findall(r'name="(\w+)" value="([^"]*)"', "".join(buttons))))
        for key, value in first_of_each.items():
            given = {key: unescape(value)}
            here = f"/learn/{name}/{number}"
            answer = client.post(here, data=given) if key == "move" else client.get(here, params=given)
            assert answer.status_code == 200


def test_blocks_and_objects_are_picked_first(client: Client) -> None:
    picked = client.get("/learn/blocs/2?pick=4,5").text
    assert 'id="do-push"' in picked
    assert 'value="4,5:5+4"' in picked
    assert "il faut faire 9" in client.get("/learn/blocs/2?pick=4,6").text
    page = client.get("/learn/laaancez/5?pick=a1").text
    assert {"a1xa1", "a1xa2", "a1xa3", "a1xa4"} <= set(re.findall(r'name="move" value="([^"]+)"', page))
    again = client.get("/learn/laaancez/5?did=a1xa2").text
    assert 'value="a1xa3"' in again, "after a miss the same object can aim anew at once"


def test_addresses_that_no_step_has(client: Client) -> None:
    assert client.get("/learn/cadeau/0").url.path == "/learn/cadeau/1"
    assert client.get("/learn/cadeau/99").url.path == f"/learn/cadeau/{len(LESSONS['cadeau'].steps) + 1}"
    assert client.get("/learn/chess").status_code in (404, 422)
    assert client.post("/learn/cadeau/2", data={}).url.path == "/learn/cadeau/2"
    assert client.post("/learn/cadeau/99", data={"move": "1a"}).status_code == 200


def test_the_language_changes_without_losing_the_answer(client: Client) -> None:
    here = "/learn/cadeau/3?did=1c"
    page = client.post("/settings", data={"lang": "en", "back": here}).text
    assert "straight 3-4-5 against total 17" in page
