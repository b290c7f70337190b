"""Positions: one line for every state of every game, and a kind word for every other line."""

import copy
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.core import position
from tablee.core.errors import PositionError
from tablee.core.registry import NAMES, load
from tablee.games.laaancez.sheet import load_shipped, plain
from tests.positions import VARIANTS, walk

OWN = copy.deepcopy(plain(load_shipped("noel"))) | {"name": "maison", "rows": [2, 1, 1]}
PLAYED = (*VARIANTS, ("laaancez", {"sheet": OWN}))
EXAMPLES = (
    "cadeau:.../.../.../.../...:.../.../.../.../...",
    "cadeau/zones=3:41./.../...:6../.../...:d5",
    "cadeau/zones=1/straights=any:456:654",
    "blocs:2345689abc/-:1f",
    "blocs:2345689c/ab:1:d46",
    "blocs:-/2345689abc:1:end",
    "blocs/mode=solo/level=2:23:1:d46:end",
    "blocs/mode=three/level=2:2459abc/234568/368/9abc:4",
    "blocs/given=3,10:245689bc/3a:1f",
    "laaancez:...../...../.../.../g:...../...../.../.../g:1",
    "laaancez:n..../...../.../.../g:u23..../...../.../.../g:2:d4,1.cadeau@b2",
    "laaancez:n..../...../.../.../g:u23..../...../.../.../g:2:d4,1.?",
)


def test_examples_are_read_and_written_alike() -> None:
    for line in EXAMPLES:
        game = load(position.game_of(line))
        assert game.position(game.from_position(line)) == line


@given(st.sampled_from(PLAYED), st.integers(0, 2**32))
@settings(max_examples=40)
def test_every_state_of_a_game_and_every_view_goes_there_and_back(
    variant: tuple[str, dict[str, object]], seed: int
) -> None:
    name, options = variant
    game = load(name)
    start = game.start(game.variant(options))
    lines = {game.position(start): start}
    for _, _, after in walk(name, options, seed):
        for state in (after, *(game.view(after, player) for player in (0, 1, 2))):
            line = game.position(state)
            assert line.isascii()
            assert line.isprintable()
            assert " " not in line
            assert game.from_position(line) == state
            assert lines.setdefault(line, state) == state  # no two states share a position


@given(st.sampled_from(EXAMPLES), st.integers(0, 2**32))
@settings(max_examples=300)
def test_a_damaged_position_is_refused_by_its_place_or_is_another(line: str, seed: int) -> None:
    """Whatever is read can be played, and is written as it was read."""
    chance = random.Random(seed)
    signs = list(line)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(signs))
        signs[at : at + chance.randint(0, 2)] = chance.choice((*"/:.-0123456789abcdefgnu,=?xé \n", "end", "d4", ""))
        signs = signs or [":"]
    damaged = "".join(signs)
    game = load(position.game_of(line))
    state = refused = None
    try:
        state = game.from_position(damaged)
    except PositionError as error:
        refused = error
    if refused:
        assert 1 <= refused.column <= len(damaged) + 1
        assert refused.text.fr.startswith(f"Position, signe {refused.column} : ")
        return
    assert game.position(state) == damaged
    for _ in range(400):
        phase = game.phase(state)
        assert (phase == "over") == (game.outcome(state) is not None)
        if phase == "over" or "?" in game.position(state):
            return
        following = (
            [roll for roll, _ in game.rolls(state)] if phase == "roll" else game.moves(state, game.players(state)[0])
        )
        assert following
        state = game.play(state, chance.choice(following))


@given(st.sampled_from(NAMES), st.text(max_size=40))
def test_garbage_is_no_position(name: str, text: str) -> None:
    for line in (text, f"{name}:{text}", f"{name}/{text}"):
        with pytest.raises(PositionError):
            load(name).from_position(line)


EMPTY = "...../...../.../.../g"


@pytest.mark.parametrize(
    ("line", "column", "why"),
    [
        ("cadeau", 7, "ends too early"),
        ("cadeau/zones=0:...:...", 8, "cannot be “0”"),
        ("cadeau/colour=red:...:...", 8, "no setting “colour”"),
        ("cadeau/zones=2:.../...:...", 24, "2 × 3 cells"),
        ("cadeau/zones=2:.../.7.:.../...", 21, "1 to 6, or a dot"),
        ("cadeau/zones=2:.../...:1../...", 24, "the Elves write first"),
        ("cadeau/zones=2:.../...:.../...:d7", 32, "one die"),
        ("cadeau/zones=2:.../...:.../...:d1:d2", 35, "extra text"),
        ("cadeau/zones=2:.../...", 23, "ends too early"),
        ("cadeau/zones=5:.../.../.../.../...:.../.../.../.../...", 7, "is written cadeau:"),
        ("cadeau/zones=1:456:654:d1", 24, "The game is over"),
        ("cadeau/zones=1: 456:654", 16, "no spaces"),
        ("cadeau/zones=1:" + "." * 5000, position.LONGEST, "too long"),
        ("blocs:2345689abc:1", 7, "2 seats"),
        ("blocs/mode=solo:2/3:1", 17, "one seat only"),
        ("blocs:2345689abc/2:1", 7, "each block is in one place"),
        ("blocs:234568/9ab7:1", 17, "the blocks are"),
        ("blocs:2345689c/ab:3", 19, "a seat from 1 to 2"),
        ("blocs:2345689c/ab:1f", 20, "blocks have moved"),
        ("blocs:2345689c/ab:1:end", 21, "not over"),
        ("blocs:2345689c/ab:1:d34", 21, "allow no push"),
        ("blocs:2345689c/ab:1:d64", 22, "is written blocs:2345689c/ab:1:d46."),
        ("blocs:5432689c/ab:1", 7, "is written"),
        ("blocs:2345689c/ab:1:d99", 21, "two dice"),
        ("blocs/single=end:2345689c/ab:1", 7, "mode=solo"),
        (f"laaancez:...../.../.../g:{EMPTY}:1", 10, "5 rows"),
        (f"laaancez:..../...../.../.../g:{EMPTY}:1", 10, "5 cell"),
        (f"laaancez:..z../...../.../.../g:{EMPTY}:1", 12, "a cell is a dot"),
        (f"laaancez:..n99../...../.../.../g:{EMPTY}:1", 12, "0 to 3 hit points, 1 to 2 damage"),
        (f"laaancez:..n11../...../.../.../g:{EMPTY}:1", 10, "hit in combat only"),
        (f"laaancez:g..../...../.../.../g:{EMPTY}:1", 10, "the last cell only"),
        (f"laaancez:{EMPTY}:{EMPTY}:3", 54, "player 1 or 2"),
        (f"laaancez:{EMPTY}:{EMPTY}:1:d4,a1xa1", 59, "The die is rolled"),
        (f"laaancez:{EMPTY}:{EMPTY}:1:1.?", 56, "not a move"),
        (f"laaancez:n31..../...../.../.../g:{EMPTY}:1", 11, "is written"),
        (f"laaancez/sheet=maison~211:{EMPTY}:{EMPTY}:1", 10, "not written the way"),
    ],
)
def test_an_error_points_at_the_place(line: str, column: int, why: str) -> None:
    with pytest.raises(PositionError) as error:
        load(position.game_of(line) if ":" in line else line).from_position(line)
    assert error.value.column == column, error.value.text.en
    assert why in error.value.text.en, error.value.text.en


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(PositionError, match="a position of cadeau is expected"):
        load("cadeau").from_position("blocs:2/3")
