"""A game as one word: what comes out is what went in, at any moment, and half a word says so."""

import base64
import random
import zlib
from typing import Any

import pytest

from tablee.core.errors import RequestError, TableeError
from tablee.core.fair import ELSEWHERE
from tablee.table import Chair, Setup, Table
from tablee.table.share_link import COMMON, CUT, MOST, NEWER, pack, unpack
from tests.table_kit import VARIANTS, Desk, step


def table_of(word: str, promised: str = "") -> Table:
    """The table that goes on with what a word holds."""
    return Table.fold("there", unpack(word).setup().complete().log("secret", promised=promised))


@pytest.mark.parametrize(("game", "settings"), VARIANTS)
@pytest.mark.parametrize("steps", [0, 25, 2000])
def test_a_game_arrives_as_it_was_at_any_moment(game: str, settings: dict[str, Any], steps: int) -> None:
    desk, chance = Desk(game, settings), random.Random(steps)
    for _ in range(steps):
        if desk.table.over:
            break
        step(desk, chance)
    word = pack(desk.table)
    there, record = table_of(word), desk.table.record()
    assert there.record().events == record.events
    assert there.record().comments == record.comments
    assert there.state == record.state  # a choice that waits for the other one stays at home
    assert there.phase == ("opening" if desk.table.phase == "opening" else desk.table.game.phase(record.state))
    assert unpack(word).over == desk.table.over
    assert word.isascii()
    assert word.replace("-", "").replace("_", "").isalnum()


def test_the_same_people_and_bots_sit_there() -> None:
    seats = (Chair("Léa, la grande", badge="panda-vert"), Chair("Lapin", bot="lapin"))
    setup = Setup("cadeau", {"zones": 1}, seats, my_seats=(0,)).complete()
    there = table_of(pack(Table.fold("here", setup.log("secret", promised="11" * 32))))
    assert [there.seating.chair(seat) for seat in (0, 1)] == [("Léa, la grande", ""), ("Lapin", "lapin")]
    assert there.seating.badge(0) == "panda-vert"
    assert there.find_seats("secret") == (0,)


def test_dice_go_on_under_a_new_envelope_and_the_old_throws_are_from_elsewhere() -> None:
    setup = Setup("cadeau", {"zones": 1}, my_seats=(0, 1)).complete()
    desk = Desk("cadeau", {"zones": 1})
    desk.table = Table.fold("desk", setup.log("secret of place 0", promised="11" * 32))
    desk.holders = (0, 0)
    desk.roll(0)
    desk.move(0, "1a")
    assert desk.table.promise is not None
    word = pack(desk.table)
    assert not {"fair", "salts"} & set(unpack(word).record.headers)
    there = table_of(word, promised="22" * 32)
    assert there.promise is not None
    assert there.promise.commit != desk.table.promise.commit
    assert list(there.history.salts) == [ELSEWHERE]


@pytest.mark.parametrize("game", ["cadeau", "blocs", "laaancez"])
def test_a_word_that_is_cut_or_changed_says_so(game: str) -> None:
    desk, chance = Desk(game), random.Random(3)
    for _ in range(12):
        step(desk, chance)
    word = pack(desk.table)
    for broken in (
        word[: len(word) // 2],
        word[:-3],
        word[:1],
        "",
        "é" * 9,
        word[:20] + "A" + word[20:],
        word + "AAAA",
    ):
        with pytest.raises(RequestError) as caught:
            unpack(broken)
        assert caught.value.text == CUT
    with pytest.raises(RequestError) as caught:
        unpack("2" + word[1:])
    assert caught.value.text == NEWER


def test_a_word_that_would_fill_the_memory_is_refused() -> None:
    packing = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_DEFAULT_STRATEGY, COMMON)
    packed = packing.compress(b"game: cadeau\n\n" + b" " * 20 * MOST) + packing.flush()
    with pytest.raises(TableeError):
        unpack("1" + base64.urlsafe_b64encode(packed).decode().rstrip("="))
