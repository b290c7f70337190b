"""One reader of what people type: the terminal, the pages and the notes take it alike, or refuse it alike."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, Roll, State
from tablee.core.registry import load
from tablee.core.words import Text
from tablee.games import blocs
from tablee.games.blocs.calculation import SIGNS
from tablee.paper import notes
from tablee.paper.typed_input import read_move
from tests.positions import FEW, parameters, recorded

ALL = "2345689abc"


def at_prompt(game: AnyGame, state: State, typed: str) -> str | Text:
    """The token that the reader and the rules make of a line; else the sentence."""
    try:
        event = read_move(game, state, game.players(state)[0], typed)
        game.play(state, game.parse(str(event)))
    except TableeError as error:
        return error.text
    return str(event)


def on_paper(game: AnyGame, state: State, typed: str) -> str | Text:
    """The same, where it is noted after what came before."""
    reading = notes.parse_notes(typed, game.NAME, begin=state)
    if reading.mistake:
        return reading.mistake.text
    assert reading.record is not None
    return " ".join(map(str, reading.record.events))


@pytest.mark.rule("B4", "B5")
@pytest.mark.parametrize(
    ("dice", "token", "spellings"),
    [
        (
            "d45",
            "4,5:5+4",
            ["5 plus 4", "5+4", "5+4=9", "5 plus 4 = 9", "(5+4)=9"[1:-3] + "=9", "4,5:5+4", "4, 5 : 5+4"],
        ),
        ("d45", "2,3,6:6*2-3", ["6 fois 2 moins 3", "6·2−3", "6x2-3", "6 times 2 minus 3", "6 × 2 – 3", "2,3,6:6*2-3"]),
        ("d12", "2,6:6/2", ["6:2", "6 : 2", "6÷2", "6 divisé par 2", "6 divided by 2 = 3", "2,6:6:2", "6:2=3"]),
        ("d45", "4,5", ["4 5", "4,5", "5 et 4", "4 and 5", "4, 5", "4 & 5", "pousser 4 et 5", "4 5 = 9"]),
        ("d12", "3", ["3", "bloc 3", "push 3"]),
        ("d12", "3:3", ["3:3"]),
        ("d11", "11,12", ["11 12", "11 et 12", "11, 12", "12,11"]),
    ],
)
def test_a_push_in_many_words(dice: str, token: str, spellings: list[str]) -> None:
    game = load("blocs")
    state = game.from_position(f"blocs/level=3:{ALL}/-:1:{dice}")
    for typed in spellings:
        assert (at_prompt(game, state, typed), on_paper(game, state, typed)) == (token, token), typed


@pytest.mark.rule("B5", "B6", "B7")
@pytest.mark.parametrize(
    ("dice", "typed", "fr", "en"),
    [
        ("d45", "5+4=8", "« 5+4=8 » : ce calcul ne fait pas 8.", "“5+4=8”: this does not make 8."),
        ("d45", "4 5 = 8", "« 4 5 = 8 » : ce calcul ne fait pas 8.", "“4 5 = 8”: this does not make 8."),
        ("d45", "5 plus 3", "5 + 3 = 8 : il fallait faire 9.", "5 + 3 = 8: the goal was 9."),
        ("d45", "5 plus", "Il manque un nombre après le +.", "A number is missing after the +."),
        ("d45", "5 fois 4", "« 5 × 4 » : au niveau 2, on ne se sert que de + −.", "“5 × 4”: level 2 only uses + −."),
        (
            "d45",
            "5++4",
            "« 5++4 » : « + » n’a pas sa place ici (signe 3).",
            "“5++4”: “+” does not belong here (character 3).",
        ),
        (
            "d45",
            "coucou",
            "« coucou » : tapez des blocs (4 5) ou un calcul (5+4).",
            "“coucou”: type blocks (4 5) or a calculation (5+4).",
        ),
        ("d45", "4+4", "« 4+4 » : chaque bloc ne sert qu’une fois.", "“4+4”: each block is used once only."),
        (
            "d45",
            "-",
            "Avec 4 et 5, une poussée est possible, par exemple 2,3,4 ; il faut pousser (push=must).",
            "With 4 and 5 a push is possible, for example 2,3,4; make one (push=must).",
        ),
        (
            "d11",
            "9+12",
            "C’est le choix libre d’un double : ces blocs se poussent sans calcul, écrivez 9 12.",
            "This is a double’s free choice: these blocks are pushed without a calculation, write 9 12.",
        ),
    ],
)
def test_a_push_is_refused_by_one_sentence(dice: str, typed: str, fr: str, en: str) -> None:
    game = load("blocs")
    state = game.from_position(f"blocs/level=2:{ALL}/-:1:{dice}")
    assert at_prompt(game, state, typed) == on_paper(game, state, typed) == Text(fr, en)


@pytest.mark.parametrize(
    ("position", "token", "spellings"),
    [
        (
            "cadeau:.../.../.../.../...:.../.../.../.../...:d4",
            "2a",
            ["2a", "A2", "zone 2 case a", "2, a", "en 2a", "2-a"],
        ),
        (
            "laaancez:...../...../.../.../g:...../...../.../.../g:1:d5",
            "1.etoile@a3",
            ["étoile a3", "Star a3", "1.etoile@a3", "étoile en a3", "etoile -> a3", "j1: étoile a3", "e a3"],
        ),
        (
            "laaancez:h..../...../.../.../g:...../...../.../.../g:1:d6",
            "1.+a1",
            ["+a1", "+ a1", "a1+", "+1 a1", "1.+a1", "coche a1"],
        ),
    ],
)
def test_a_cell_in_many_words(position: str, token: str, spellings: list[str]) -> None:
    game = load(position.partition(":")[0])
    state = game.from_position(position)
    for typed in spellings:
        assert (at_prompt(game, state, typed), on_paper(game, state, typed)) == (token, token), typed


@pytest.mark.parametrize("typed", ["patati", "9q", "zone 9 case c", "chaise a2", "étoile z9", "a3", "étoile"])
@pytest.mark.parametrize(
    "position", ["cadeau/zones=2:.../...:.../...:d4", "laaancez:...../...../.../.../g:...../...../.../.../g:1:d5"]
)
def test_a_cell_is_refused_by_one_sentence(position: str, typed: str) -> None:
    game = load(position.partition(":")[0].partition("/")[0])
    state = game.from_position(position)
    refused = at_prompt(game, state, typed)
    assert isinstance(refused, Text)
    told = on_paper(game, state, typed)  # which quotes the word that is wrong, not the line
    assert isinstance(told, Text)
    assert told.fr.rpartition("»")[2] == refused.fr.rpartition("»")[2]


def spelled(rng: random.Random, token: str) -> str:
    """A token as somebody may write it: a list with commas, since on paper a space may end a push."""
    if not token[:1].isdigit() or token[1:2] in (".", "a", "b", "c"):
        return rng.choice([token, token.upper(), f" {token} ", token.replace("x", " sur ")])
    blocks, _, said = token.partition(":")
    for sign, (shown, words, _) in SIGNS.items():
        said = said.replace(sign, rng.choice([sign, f" {shown} ", f" {words.fr} ", f" {words.en} "]))
    return said or rng.choice([blocks, blocks.replace(",", ", "), blocks.replace(",", " et "), f"push {blocks}"])


@pytest.mark.parametrize(("name", "settings"), parameters(FEW))
@given(seed=st.integers(0, 99))
def test_what_the_prompt_takes_is_taken_on_paper(name: str, settings: dict[str, object], seed: int) -> None:
    """Every move of whole games; a recorded token means itself."""
    rng, record = random.Random(seed), recorded(name, settings, seed % 5)
    game = record.game
    for state, event in zip(record.states, record.events, strict=False):
        if isinstance(event, Roll) or rng.random() > 0.2:
            continue
        player = game.actor(state, event)
        assert read_move(game, state, player, str(event)) == event
        token = str(event)
        if isinstance(event, blocs.Push) and len(event.blocks) > 1 and (ways := blocs.ways(state, event)):
            token = rng.choice([token, f"{event}:{rng.choice(ways)}"])
        typed = spelled(rng, token)
        assert str(read_move(game, state, player, typed)) == token, typed
        assert on_paper(game, state, typed) == token, typed
