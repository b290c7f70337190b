"""The same dice for every table of a round: by a code, sealed, opened at the end, verified as any others."""

import asyncio
from pathlib import Path

import pytest

from tablee.core import fair
from tablee.core.errors import RequestError
from tablee.core.game import TWO_DICE, Roll
from tablee.core.record import parse
from tablee.core.registry import load
from tablee.gathering import dice
from tablee.table import Setup, SqliteStore, Table, TableService
from tablee.table.verbs import Move, RollDice, Undo


def test_a_code_is_read_as_it_is_said_aloud() -> None:
    code = dice.new_code()
    assert dice.read_code(code.lower().replace("-", " ")) == code
    assert dice.list_rolls(code, TWO_DICE, 5) == dice.list_rolls(code.lower(), TWO_DICE, 5)
    for wrong in ("", "K7QM", "K7QM-2XPA-9DT0", "K7QM-2XPA-9DTI"):
        with pytest.raises(RequestError):
            dice.read_code(wrong)


def test_the_dice_of_a_code_are_for_ever_the_same() -> None:
    """What was printed once must fall again: these figures may never change."""
    assert dice.commitment("K7QM-2XPA-9DTH") == COMMITTED
    assert tuple(map(str, dice.list_rolls("K7QM-2XPA-9DTH", TWO_DICE, 6))) == THROWN


COMMITTED = "b1325e7a7b158f980704d4c3a346f931fb2b534a73e8a2d42387e9bbe2be1aee"
THROWN = ("d46", "d23", "d12", "d23", "d35", "d26")


async def play(table_service: TableService, table: Table, secret: str, salt: str, choice: int) -> Table:
    """Play to the end: always the first legal move, or the last."""
    while not table.over:
        if table.phase == "roll":
            table = await table_service.ask(table.id, secret, RollDice(salt=salt))
        else:
            player = table.game.players(table.state)[0]
            moves = table.game.moves(table.state, player)
            table = await table_service.ask(table.id, secret, Move(str(moves[choice]), salt=salt))
    return table


@pytest.mark.parametrize(("game", "settings"), [("blocs", {"mode": "solo"}), ("blocs", {}), ("cadeau", {"zones": 2})])
def test_every_table_of_a_round_throws_the_same(game: str, settings: dict[str, object], tmp_path: Path) -> None:
    code = dice.new_code()

    async def round_of_two() -> None:
        table_service = TableService(SqliteStore(tmp_path / "tables.sqlite"))
        people = load(game).seats(load(game).variant(settings))
        setup = Setup(
            game,
            settings,
            my_seats=tuple(range(people)),
            opening=False,
            shared=(dice.LABEL, dice.derive_secret(code).hex()),
        )
        ended = []
        for salt, choice in (("0123456789abcdef", 0), ("", -1)):
            opened = await table_service.create(setup, in_memory=True)
            ended.append(await play(table_service, opened.table, opened.secret, salt, choice))
        for table in ended:
            thrown = [event for event in table.events if isinstance(event, Roll)]
            assert thrown == list(dice.list_rolls(code, table.game.rolls(table.game.start(table.variant)), len(thrown)))
            assert table.promise is not None
            assert table.promise.commit == dice.commitment(code)
            assert table.promise.secret is None  # the others still play
            assert not fair.verify(table.record()).fits
            await table_service.unseal(table.id)
            shown = parse(str((await table_service.open(table.id)).record()), load)
            assert fair.verify(shown).fits
        await table_service.forget(*(table.id for table in ended))
        await table_service.close()

    asyncio.run(round_of_two())


def test_a_game_that_goes_on_after_the_round_has_dice_of_its_own(tmp_path: Path) -> None:
    async def going_on() -> None:
        table_service = TableService(SqliteStore(tmp_path / "tables.sqlite"))
        setup = Setup("cadeau", my_seats=(0, 1), shared=(dice.LABEL, dice.derive_secret("K7QM-2XPA-9DTH").hex()))
        opened = await table_service.create(setup, in_memory=True)
        half = [RollDice(), Move("1a"), RollDice(), Move("1a"), RollDice(), Move("1b"), RollDice(), Move("1b")]
        for request in [*half, *[Undo()] * 4]:  # the throws that were undone do not come again after the round
            await table_service.ask(opened.table.id, opened.secret, request)
        await table_service.unseal(opened.table.id)
        table = await play(table_service, await table_service.open(opened.table.id), opened.secret, "", 0)
        assert [promise.table for promise in table.promises] == [dice.LABEL, table.id]
        assert fair.verify(table.record()).fits
        await table_service.close()

    asyncio.run(going_on())
