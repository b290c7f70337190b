"""One name for one person: an animal, a colour and a first name from the first page to the log."""

import re

import pytest
from httpx import Client

from tablee.core.words import LANGS
from tablee.drawing import animals
from tablee.drawing.animals import ANIMALS
from tablee.table import Chair
from tablee.web.frame.people import (
    COLOURS,
    DEFAULT_BADGES,
    Profile,
    available_badges,
    face,
    introduce,
    is_badge,
    pick_badge,
)
from tests.web_kit import do, link_of, opened, somebody_else


def names(page: str) -> list[str]:
    """Who the page of a table says is there."""
    people = page.split('id="forms"')[0]
    return [found.strip() for found in re.findall(r'<span class="who" title="[^"]*">([^<]*)', people)]


def test_every_animal_and_colour_is_drawn_and_named_once() -> None:
    assert set(ANIMALS) <= set(animals.FACES)
    assert set(COLOURS) == set(animals.COLOURS) == {colour for _, colour in ANIMALS.values()}
    for lang in LANGS:
        assert len({name.in_lang(lang) for name, _ in ANIMALS.values()}) == len(ANIMALS)
    assert len({face(badge) for badge in DEFAULT_BADGES}) == len(DEFAULT_BADGES)
    assert face("", "lapin") != face("", "hibou")


def test_a_guise_is_kept_in_a_cookie_and_nothing_strange_is() -> None:
    kept = Profile("panda-rose", "Zoé ; « É. »")
    assert Profile.from_cookie(kept.to_cookie()) == kept
    assert re.fullmatch(r"[!#-+\--:<-\[\]-~]*", kept.to_cookie())  # what a cookie may hold
    assert Profile.from_cookie("dragon-rose.Zo%00%C3%A9") == Profile("", "Zo é")
    assert not is_badge("panda")
    assert not is_badge("panda-")
    assert not is_badge("lapin-vert")


def test_nobody_shares_an_animal_or_a_colour() -> None:
    badges: list[str] = []
    for _ in DEFAULT_BADGES:
        badges.append(pick_badge(badges))
    assert sorted(badges) == sorted(DEFAULT_BADGES)
    assert pick_badge(["panda-rouge"]) == "ours-bleu"
    assert available_badges("chat-rose", ["panda-bleu"])[0] == "chat-rose"
    assert "panda-vert" not in available_badges("", ["panda-bleu"])


def test_whoever_gives_no_name_goes_by_the_animals() -> None:
    seats = introduce((Chair(), Chair("Lapin", "lapin"), Chair("Tom")), "en", {0: Profile("panda-rose")})
    assert [(seat.name, seat.badge) for seat in seats] == [
        ("Panda", "panda-rose"), ("Lapin", ""), ("Tom", "chat-rouge"),
    ]  # fmt: skip


def test_one_tap_on_the_first_page_is_remembered(client: Client) -> None:
    first = client.get("/").text
    assert first.count('name="badge"') == len(DEFAULT_BADGES)
    assert 'aria-pressed="true"' not in first
    assert client.post("/profile", data={"badge": "panda-vert"}).headers["location"] == "/#panda-vert"
    assert re.search(r'value="panda-vert" aria-pressed="true">.*<span>Panda', client.get("/").text)
    client.post("/profile", data={"colour": "rose", "name": "Léa"})
    page = client.get("/").text
    assert 'value="panda-rose" aria-pressed="true"' in page
    assert 'value="Léa"' in page
    assert names(client.get(opened(client, game="cadeau")).text) == ["Léa", "Chat"]
    client.post("/profile", data={"badge": "dragon-rose", "name": "x" * 99})
    assert 'value="panda-rose" aria-pressed="true"' in client.get("/").text  # refused: all stays as it was


@pytest.mark.parametrize(("game", "way"), [("cadeau", "here"), ("laaancez", "bot"), ("blocs", "link")])
def test_one_name_from_the_first_page_to_the_log(client: Client, game: str, way: str) -> None:
    table = opened(client, game=game, way=way, first="roll")
    called = names(client.get(table).text)
    assert called == ["Chat", "Lapin" if way == "bot" else "Ours"]
    if way == "link":
        other = somebody_else(client)
        assert other.post(link_of(client, table)).status_code == 303
    for _ in range(6):  # an opening roll, if there is one
        do(client, table, "roll")
        if way == "link":
            do(other, table, "roll")
    page = client.get(table).text
    assert sorted(names(page)) == sorted(called)
    assert not re.search(r"(Joueur|joueur|Place|place) \d", page.split('id="f-do"')[1].split('id="more-fold"')[0])
    assert "Chat" in client.get(f"{table}/record").text


def test_behind_a_link_one_is_known_by_name_and_animal(client: Client) -> None:
    table = opened(client, game="cadeau", way="link")
    other = somebody_else(client)
    link = link_of(client, table)
    shown = other.get(link).text
    assert 'value="ours-bleu" checked' in shown
    assert "chat-" not in shown
    other.post(link, data={"name": "Tom", "badge": "lion-turquoise"})
    assert names(client.get(table).text) == ["Chat", "Tom"]
    assert 'value="lion-turquoise" aria-pressed="true"' in other.get("/").text  # remembered on that device
    table = opened(client, game="cadeau", way="link")
    somebody_else(client, "en").post(link_of(client, table), data={"badge": "grenouille-jaune"})
    assert names(client.get(table).text) == ["Chat", "Grenouille"]  # without a word the animal is the name
