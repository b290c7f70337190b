"""Positions told to people: every one has words, they keep secrets, and they speak of people by their names."""

import random

import pytest

from tablee import words
from tablee.core.game import AnyGame, State
from tablee.core.record import Record
from tablee.core.registry import load
from tablee.core.words import LANGS
from tablee.games import blocs, cadeau, laaancez
from tablee.web.lessons.lesson import lesson as find_lesson
from tests.positions import parameters, walk

NAMES = {1: "Ada", 2: "Bob", 3: "Cléo", 4: "Dan"}


def answer(game: AnyGame, state: State, player: int, lang: str) -> tuple[str, ...]:
    return tuple(wording.in_lang(lang) for wording in words.now(game, state, player))


def lesson(name: str, number: int) -> State:
    """The position of a lesson's step."""
    found = find_lesson(name)
    assert found
    return found.position(found.steps[number - 1]).state


# --- what can I do now? -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "settings"), parameters())
def test_now_has_words_for_every_position(name: str, settings: dict[str, object]) -> None:
    game = load(name)
    chance = random.Random(7)
    heard = set()
    for seed in range(3):
        for before, _, after in walk(name, settings, seed):
            for state in (before, after):
                if chance.random() < 0.6 and game.phase(state) != "over":
                    continue
                for player in range(game.seats(game.variant(settings)) + 1):
                    seen = game.view(state, player)
                    french, english = (answer(game, seen, player, lang) for lang in LANGS)
                    assert 2 <= len(french) <= 4
                    assert len(french) == len(english)
                    for sentence in (*french, *english):
                        assert sentence.strip()
                        assert sentence[-1] in ".!?"
                        assert sentence[0] == sentence[0].upper()
                    assert french != english
                    assert "Lutins" not in " ".join(english)
                    heard.add(french)
    assert len(heard) > 5


def test_now_keeps_a_secret() -> None:
    """L4: what is said to a player is the same whatever the other has chosen."""
    before = Record(laaancez, laaancez.variant()).play(laaancez.parse("d3")).state
    for lang in LANGS:
        wording = {
            answer(laaancez, laaancez.view(laaancez.play(before, laaancez.parse(f"1.{kind}@a1")), 2), 2, lang)
            for kind in ("bonnet", "sucre")
        }
        assert len(wording) == 1


def test_now_says_what_is_legal() -> None:
    wording = " ".join(answer(cadeau, lesson("cadeau", 4), 1, "fr"))
    assert "suite 2-3-4" in wording
    assert "total de 9" in wording
    assert "push the 2" in " ".join(answer(blocs, lesson("blocs", 6), 1, "en"))
    wording = " ".join(answer(laaancez, lesson("laaancez", 5), 1, "en"))
    assert "a1 (Santa hat)" in wording
    assert "A Shield protects a2 (snowball) and a4 (fir tree)" in wording


# --- how it stands, what may follow, how it went --------------------------------------------------------------------


@pytest.mark.parametrize(("name", "settings"), parameters())
def test_every_position_can_be_told(name: str, settings: dict[str, object]) -> None:
    """All that may follow is there, once; and no number is left where everybody has a name."""
    game, telling = load(name), words.load(name)
    record = Record(game, game.variant(settings))
    for before, event, after in walk(name, settings, 5):
        record = record.play(event)
        wording = [words.message(game, after), *(line for line, _ in telling.standing(after)), game.tell(before, event)]
        wording += words.now(game, game.view(after, 0), 0)
        if game.phase(after) == "move":
            offered = [token for _, moves in telling.group_moves(after) for token, _ in moves]
            legal = [str(move) for player in game.players(after) for move in game.moves(after, player)]
            assert sorted(offered) == sorted(legal)
            wording += [head for head, _ in telling.group_moves(after)]
        if game.phase(after) == "over":
            assert telling.tale(record)
            wording += telling.tale(record)
        for text in wording:
            named = text.with_names(NAMES)
            assert named.fr
            assert "oueur 1" not in named.fr + text.with_names({1: "Ada"}).fr
            assert "layer 2" not in named.en
    assert record.outcome


def test_the_finest_push_has_a_name() -> None:
    state = blocs.start(blocs.variant())
    record = Record(blocs, state.variant).play(blocs.parse("d45")).play(blocs.parse("4,5"))
    wording = words.load("blocs").tale(record)[1]
    assert wording.fr == "La plus belle poussée : le 4 et le 5, par le joueur 1."
    assert wording.with_names({1: "Éloi"}).fr == "La plus belle poussée : le 4 et le 5, par Éloi."
