"""One reader of what people type: the terminal, the pages and the notes take it alike, or refuse it alike."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.errors import TableeError
from tablee.core.game import Roll, State
from tablee.core.registry import load
from tablee.games import blocs
from tablee.games.blocs.calculation import SIGNS
from tablee.paper import notes
from tablee.paper.typed_input import read_move
from tests.positions import FEW, parameters, recorded


def from_position(position: str) -> State:
    return load(re.split("[:/]", position)[0]).from_position(position)


def at_prompt(state: State, typed: str) -> str:
    """The token that the reader and the rules make of a line; else the sentence."""
    game = load(state.variant.__module__.split(".")[2])
    try:
        token = str(read_move(game, state, game.players(state)[0], typed))
        game.play(state, game.parse(token))
    except TableeError as error:
        return error.text.fr
    return token


def on_paper(state: State, typed: str) -> str:
    """The same, where it is noted after what came before."""
    reading = notes.parse_notes(typed, state.variant.__module__.split(".")[2], begin=state)
    if reading.mistake:
        return reading.mistake.text.fr
    assert reading.record is not None
    return " ".join(map(str, reading.record.events))


LEVEL_1, LEVEL_2, LEVEL_3 = (f"blocs/level={level}:2345689abc/-:1".replace("/level=1", "") for level in (1, 2, 3))
CADEAU = "cadeau/zones=2:.../...:.../...:d4"
NOEL = "laaancez:s..../...../.../.../g:...../...../.../.../g:1"
COMBAT = "laaancez:bbbbb/bbbbb/bbb/bbb/g:.ub../...../.../.../g:1"


@pytest.mark.rule("B4", "B5", "B7")
@pytest.mark.parametrize(
    ("position", "token", "spellings"),
    [
        (f"{LEVEL_3}:d45", "4,5:5+4", "5 plus 4|5+4|5+4=9|5 plus 4 = 9|4,5:5+4|4, 5 : 5+4|pousse 5+4"),
        (f"{LEVEL_3}:d45", "2,3,6:6*2-3", "6 fois 2 moins 3|6·2−3|6x2-3|6 times 2 minus 3|6 × 2 – 3|2,3,6:6*2-3"),
        (f"{LEVEL_3}:d12", "2,6:6/2", "6:2|6 : 2|6÷2|6 divisé par 2|6 divided by 2 = 3|2,6:6:2|6:2=3"),
        (f"{LEVEL_3}:d14", "2,4,10:10/(4-2)", "10÷(4-2)|10 : (4 moins 2) = 5"),
        (f"{LEVEL_3}:d45", "4,5", "4 5|4,5|5 et 4|4 and 5|4, 5|push 4 & 05|pousser 4 et 5|4 5 = 9"),
        (f"{LEVEL_3}:d12", "3", "3|bloc 3|push 3"),
        (f"{LEVEL_3}:d12", "3:3", "3:3"),
        (f"{LEVEL_1}:d11", "11,12", "11 12|11 et 12|11, 12|12,11"),
        ("blocs/push=may:2345689abc/-:1:d45", "-", "-|–|Non|rien|no"),
        (CADEAU, "2a", "2a|2A|2 a|a2|A 2|zone 2 case a|2,a|2-a|zone 2, cell a|en 2a"),
        (f"{NOEL}:d3", "1.bonnet@a3", "bonnet a3|BONNET@A3|1.bonnet@a3|a3 bonnet|bon a3|Santa hat a3|j1: bonnet en a3"),
        (f"{NOEL}:d3", "1.sucre@b2", "sucre d'orge b2|sucre -> b2"),
        (f"{NOEL}:d5", "1.etoile@c2", "étoile c2|star in c2"),
        (f"{NOEL}:d5", "1.bonhomme@d1", "bon d1"),
        (f"{NOEL}:d2", "1.+a1", "+ a1|+a1|a1+|+1 a1|coche a1|tick|a1"),  # what else could be meant?
        (f"{NOEL}:d2", "1.sapin@b3", "b3"),  # empty, so nothing else can be meant
        (COMBAT, "a1xa2", "a1xa2|a1 a2|A1 sur A2|a1>a2|a1 -> a2|lance a1 sur a2"),
        (COMBAT.replace("ub", "u."), "a4xa2", "a4"),  # there is nothing else to aim at
    ],
)
def test_a_move_in_many_words(position: str, token: str, spellings: str) -> None:
    state = from_position(position)
    for typed in spellings.split("|"):
        assert (at_prompt(state, typed), on_paper(state, typed)) == (token, token), typed


@pytest.mark.rule("B5", "B6", "B7")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("5+4=8", "« 5+4=8 » : ce calcul ne fait pas 8."),
        ("4 5 = 8", "« 4 5 = 8 » : ce calcul ne fait pas 8."),
        ("5 plus 3", "5 + 3 = 8 : il fallait faire 9."),
        ("5 plus", "Il manque un nombre après le +."),
        ("5 fois 4", "« 5 × 4 » : au niveau 2, on ne se sert que de + −."),
        ("5++4", "« 5++4 » : « + » n’a pas sa place ici (signe 3)."),
        ("coucou", "« coucou » : il faut des blocs (4 5) ou un calcul (5+4)."),
        ("²", "« ² » : il faut des blocs (4 5) ou un calcul (5+4)."),
        ("4+4", "« 4+4 » : chaque bloc ne sert qu’une fois."),
        ("-", "Avec 4 et 5, on peut pousser, par exemple le 2, le 3 et le 4 : il faut donc pousser."),
    ],
)
def test_a_push_is_refused_by_one_sentence(typed: str, sentence: str) -> None:
    state = from_position(f"{LEVEL_2}:d45")
    assert at_prompt(state, typed) == on_paper(state, typed) == sentence


@pytest.mark.rule("B7")
def test_two_free_blocks_said_with_a_sign_are_told_how() -> None:
    sentence = "9 + 12 = 21, il faut 2. Mais un double se passe de calcul : 9 et 12."
    state = from_position(f"{LEVEL_2}:d11")
    assert at_prompt(state, "9+12") == on_paper(state, "9+12") == sentence


@pytest.mark.parametrize(
    ("position", "lines"),
    [
        (f"{LEVEL_2}:d45", "4 4|4 5+3|:|d35|4 a|" + "9" * 100),
        (CADEAU, "patati|9q|zone 9 case c|b|7"),
        (f"{NOEL}:d3", "zzz|bonnet|a3|bonnet a3 b4|d3|bonnet sucre b1|chaise a2|bonnet z9|bonnet a9"),
        (COMBAT, "a2|e9 a2|patati"),
    ],
)
def test_what_is_no_move_is_refused_everywhere(position: str, lines: str) -> None:
    """On paper the word that is wrong is quoted, and what follows it may be the next event."""
    state = from_position(position)
    for typed in ("", *lines.split("|")):
        assert " " in at_prompt(state, typed), typed
        assert " " in on_paper(state, typed), typed


def spelled(rng: random.Random, token: str) -> str:
    """A token as somebody may write it: a list with commas, since on paper a space may end a push."""
    if not token[:1].isdigit() or token[1:2] in (".", "a", "b", "c"):
        return rng.choice([token, token.upper(), f" {token} ", token.replace("x", " sur ")])
    blocks, _, wording = token.partition(":")
    for sign, (shown, words, _) in SIGNS.items():
        wording = wording.replace(sign, rng.choice([sign, f" {shown} ", f" {words.fr} ", f" {words.en} "]))
    return wording or rng.choice([blocks, blocks.replace(",", ", "), blocks.replace(",", " et "), f"push {blocks}"])


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
        assert on_paper(state, typed) == token, typed
