"""A guest with other dice than six-sided ones is played with the chances that it is solved with, everywhere."""

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path

import pytest

from examples import verify as example
from tablee.cli import main
from tablee.core import fair, record
from tablee.core.dice import VirtualDice, dice_of_six, draw
from tablee.core.game import ONE_DIE, TWO_DICE, Roll, Rolls
from tablee.core.registry import load
from tablee.front import Session
from tablee.table import Chair, Setup, SqliteStore, Table, TableService, log_format, verbs
from tablee.table.by_message import Exchange, unpack
from tablee.table.integrity import inspect
from tablee.terminal.save_file import SaveFile
from tablee.terminal.terminal_game import TerminalGame
from tablee.web import web_game
from tests.terminal.test_setup import script
from tests.terminal.test_terminal_game import Stage
from tests.toys import Throw, Toy, invited, uneven
from tests.web_kit import do, opened, served, visiting

SECRET, TABLE = bytes(range(32)), "abcd2345"


@pytest.fixture(autouse=True)
def guest() -> Iterator[None]:
    with invited(uneven()):
        web_game.load_web_game.cache_clear()
        yield
    web_game.load_web_game.cache_clear()


def rolls_of(*weights: int) -> Rolls:
    toy = Toy("weighted", 0, lambda place: Throw([1] * len(weights), weights))
    return toy.rolls(toy.start(""))


def dice(count: int) -> Rolls:
    """So many dice of six, counted out."""
    thrown = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    return tuple((Roll(faces), Fraction(times, 6**count)) for faces, times in sorted(thrown.items()))


LIKE_DICE = [
    (ONE_DIE, 1),
    (TWO_DICE, 2),
    (dice(1), 1),
    (dice(2), 2),
    (dice(2)[::-1], 2),
    (dice(3), 3),
    (rolls_of(1, 1, 1, 1, 1, 1), 1),
    (rolls_of(1, 1, 1, 1, 1, 2), 0),
    (rolls_of(*[1] * 8), 0),
    (tuple((Roll(pair), Fraction(1, 21)) for pair in combinations_with_replacement(range(1, 7), 2)), 0),
    (tuple((Roll(pair), Fraction(1, 30)) for pair in permutations(range(1, 7), 2)), 0),
    (((Roll(()), Fraction(1)),), 0),
]


@pytest.mark.parametrize(("rolls", "count"), LIKE_DICE)
def test_dice_of_six_are_known(rolls: Rolls, count: int) -> None:
    assert dice_of_six(rolls) == count


@pytest.mark.parametrize("rolls", [rolls_of(3, 1), rolls_of(*[1] * 8), rolls_of(1, 1, 1, 1, 1, 2), rolls_of(5, 300, 1)])
def test_every_roll_is_drawn_as_often_as_its_chance_says(rolls: Rolls) -> None:
    """Counted over all the numbers that can be drawn; and each of these comes from as many bytes."""
    drawn: list[int] = []

    def first(most: int) -> int:
        drawn.append(most)
        return 0

    draw(rolls, first)
    (whole,) = drawn
    counted = Counter(draw(rolls, lambda most, number=number: number) for number in range(whole))  # type: ignore[misc]
    assert {roll: Fraction(times, whole) for roll, times in counted.items()} == dict(rolls)


def test_chances_that_are_not_whole_are_refused() -> None:
    with pytest.raises(ValueError, match="add up"):
        draw(((Roll((1,)), Fraction(1, 2)),), lambda most: most - 1)


@pytest.mark.parametrize("most", [1, 2, 8, 255, 256, 257, 1000, 70_000])
def test_numbers_of_a_promise_are_worked_out_by_hand(most: int) -> None:
    """As docs/fair-dice.md says it, from the bytes of the digests themselves."""
    for number in range(40):
        message = f"tablee-dice-1|{TABLE}|{number}|"
        stream = b"".join(fair.digest(SECRET, message + (f"|{block}" if block else "")) for block in range(9))
        size = next(size for size in range(9) if 256**size >= most)
        wanted = list[int]()
        for at in range(0, len(stream), size or 1):
            value = int.from_bytes(stream[at : at + size])
            if value < 256**size - 256**size % most:
                wanted.append(value % most)
        below = fair.numbers(SECRET, TABLE, number, "")
        assert [below(most) for _ in range(20)] == wanted[:20]


def test_promised_throws_follow_the_chances() -> None:
    coin = rolls_of(3, 1)
    heads = sum(fair.roll(SECRET, TABLE, number, "", coin).dice == (1,) for number in range(4000))
    assert abs(heads - 3000) < 110  # four standard deviations


# --- wherever it is played -------------------------------------------------------------------------------------------


def check_rolls(events: tuple[object, ...]) -> None:
    """Player 1's throws have eight faces, player 2's two; over a game both occur as such."""
    thrown = [event.dice[0] for event in events if isinstance(event, Roll)]
    assert len(thrown) == 8
    assert set(thrown[::2]) <= set(range(1, 9))
    assert set(thrown[1::2]) <= {1, 2}


def test_the_command_line_plays_it_to_the_end(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.tablee"
    players = ["--seat", "1=random", "--seat", "2=greedy"]
    assert main(["--lang", "en", "play", "uneven", *players, "--seed", "4", "--output", str(file)]) == 0
    check_rolls(record.parse(file.read_text(encoding="utf-8"), load).events)


def test_the_terminal_asks_for_what_real_dice_show_in_the_game_s_own_words() -> None:
    turns = ["d1", "1.add", "d1", "2.add"] * 3
    stage = Stage(script("nine", "d9", "d8", "undo", "7", "1.add", "d3", "d2", "2.add", *turns), "en")
    setup = Setup("uneven", {}, (Chair("Léa"), Chair("Tom")), dice="typed")
    table = TerminalGame(stage.screen, setup, SaveFile(), VirtualDice(1))
    assert table.run() is None
    eight = [asked for asked in stage.asked if "What was rolled? (d1, d2, d3, d4, d5, d6, d7, d8)" in asked]
    assert len(eight) == 3 + 1 + 3  # three tries, the correction, and the three turns after it
    assert [str(event) for event in table.table.events] == ["d7", "1.add", "d2", "2.add", *turns]


async def at_a_table(folder: Path) -> Table:
    table_service = TableService(SqliteStore(folder / "tables.sqlite"))
    opened = await table_service.create(Setup("uneven", {}, (Chair(), Chair(bot="random"))))
    table = opened.table
    while not table.over:
        if table.bot_due() is not None:
            await table_service.advance(table.id)
        elif table.phase == "roll":
            await table_service.ask(table.id, opened.secret, verbs.RollDice(salt="0123456789abcdef"))
        else:
            await table_service.ask(table.id, opened.secret, verbs.Move("1.add"))
    await table_service.close()
    return table


def test_a_table_promises_them_and_they_are_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = asyncio.run(at_a_table(tmp_path))
    check_rolls(table.events)
    text = str(table.record())
    assert fair.verify(record.parse(text, load)).fits
    assert "tablee verify" in example.check(text)  # it knows no rules: better no answer than a wrong one
    file = tmp_path / "game.tablee"
    file.write_text(text, encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    path = tmp_path / "tables.sqlite"
    assert inspect(path).whole
    store = SqliteStore(path)
    texts = store.load(table.id)
    at, thrown = next(
        (at, one) for at, text in enumerate(texts) if isinstance(one := log_format.parse(text), verbs.Play)
    )
    other = log_format.write(replace(thrown, token="d1" if thrown.token != "d1" else "d2"))
    store.rewrite(table.id, len(texts), [*texts[:at], other, *texts[at + 1 :]], 1).result()
    store.close()
    assert [damage.good for damage in inspect(path).damages] == [at]


def test_by_messages() -> None:
    mine = {player: random.Random(player).randbytes(32) for player in (1, 2)}
    game = load("uneven")
    sent = [Exchange.invite(game, game.variant({}), 1, "Léa", mine[1])]
    sent.append(sent[0].accept("Tom", mine[2]))
    while not sent[-1].over:
        got = unpack(sent[-1].word)
        turn = got.turn(mine[got.writer])
        sent.append(got.answer(mine[got.writer], str(turn.moves[0]) if turn.moves else ""))
    check_rolls(sent[-1].record.events)


def test_in_a_script() -> None:
    match = Session("uneven", seed=3)
    while match.phase != "over":
        if match.phase == "roll":
            match.roll()
        else:
            match.play(match.moves()[0])
    check_rolls(match.record().events)


def test_on_the_pages(tmp_path: Path) -> None:
    with served(tmp_path, seed=None) as base, visiting(base) as client:
        table = opened(client, game="uneven", dice="typed", mode="two")
        page = client.get(table).text
        assert all(f'id="roll-d{face}"' in page for face in range(1, 9))
        assert do(client, table, "roll", dice="d8").status_code == 303
        assert ">8</text>" in client.get(table).text  # a die that has no such pips says it
        page = client.get(f"{table}?fix=1").text
        assert 'formaction="' in page
        assert 'id="roll-d8"' in page
        page = client.get("/companion", params={"game": "uneven"}).text
        assert 'name="add" value="d8"' in page
