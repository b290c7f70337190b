"""Fair dice at the table: promised before the first throw, kept through undo and restart, shown at the end."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee import bots
from tablee.core import fair
from tablee.core.errors import RequestError
from tablee.core.game import TWO_DICE, Roll
from tablee.core.record import parse
from tablee.core.registry import load
from tablee.table import Chair, Setup, SqliteStore, Table, TableDamaged, TableService, Verb, log_format, verbs
from tablee.table import service as services
from tablee.table.integrity import inspect
from tablee.table.table import Created
from tablee.table.verbs import Agree, Move, Rematch, Resign, RollDice, Take, Undo

pytestmark = pytest.mark.anyio
SALT = "0123456789abcdef"


def first_move(table: Table) -> Move:
    moves = table.game.moves(table.state, table.game.players(table.state)[0])
    return Move(next(str(move) for move in moves if str(move) != "-"))


class FairTable:
    """A table service whose dice are promised, and one table in it."""

    def __init__(self, folder: Path, maker: Any = bots.make) -> None:
        self.path = folder / "tables.sqlite"
        self.table_service = TableService(SqliteStore(self.path), bots=maker)

    async def open(self, setup: Setup) -> Table:
        opened = await self.table_service.create(setup)
        self.secret, self.id, self.invitations = opened.secret, opened.table.id, opened.invitations
        return opened.table

    async def ask(self, request: Verb) -> Table:
        return await self.table_service.ask(self.id, self.secret, request)

    async def play(self, *, salt: str = "", most: int = 10_000) -> Table:
        """Go on by the first move each time, for so many events or to the end."""
        table = await self.table_service.open(self.id)
        while not table.over and most:
            most -= 1
            if table.bot_due() is not None:
                await self.table_service.advance(self.id)
            elif table.phase in ("roll", "opening"):
                await self.ask(RollDice(salt=salt))
            else:
                await self.ask(first_move(table))
        return table


def run(folder: Path, work: Any, maker: Any = bots.make) -> Any:
    async def whole() -> Any:
        fair_table = FairTable(folder, maker)
        try:
            return await work(fair_table)
        finally:
            await fair_table.table_service.close()

    return asyncio.run(whole())


@pytest.fixture
async def fair_table(tmp_path: Path, anyio_backend: str) -> AsyncIterator[FairTable]:
    made = FairTable(tmp_path)
    yield made
    await made.table_service.close()


def always_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "new_id", lambda: "abcd2345")
    monkeypatch.setattr(TableService, "_dice_secret", lambda table_service: "0b" * 32)


GAMES = [
    Setup("cadeau", {"zones": 2}, my_seats=(0, 1)),
    Setup("blocs", {"mode": "duel"}, my_seats=(0, 1)),
    Setup("laaancez", my_seats=(0, 1)),
    Setup("cadeau", {"zones": 2}, (Chair(), Chair(bot="random")), my_seats=(0,)),
]


@pytest.mark.parametrize("setup", GAMES, ids=lambda setup: setup.game)
async def test_a_game_at_the_table_verifies(fair_table: FairTable, setup: Setup) -> None:
    table = await fair_table.open(setup)
    promise = table.promise
    assert promise is not None
    assert promise.secret is None
    table = await fair_table.play(salt=SALT)
    assert table.promise is not None
    assert table.promise.commit == promise.commit
    record = parse(str(table.record()), load)
    verdict = fair.verify(record)
    assert verdict.fits, verdict.text.en
    assert set(record.headers["salts"].split()) == {SALT}  # the bot throws with the person's last one
    assert ("opening" in record.headers) == (setup.game == "blocs")


async def test_the_secret_is_nowhere_before_the_end(fair_table: FairTable) -> None:
    table = await fair_table.open(GAMES[0])
    table = await fair_table.play(most=6)
    created = log_format.parse(SqliteStore(fair_table.path).load(table.id)[0])
    assert isinstance(created, Created)
    assert len(created.secret) == 64
    assert created.secret not in repr(created)
    shown = [str(table.record()), repr(table.view(0)), repr(table.story(0)), repr(table)]
    assert not any(created.secret in text for text in shown)
    await fair_table.ask(Resign())
    assert created.secret in str(table.record())
    assert fair.verify(table.record()).fits


async def test_what_was_undone_comes_again_and_is_counted(fair_table: FairTable) -> None:
    """Neither an undo nor another salt nor a restart changes a throw that has been made."""
    table = await fair_table.open(GAMES[0])
    await fair_table.ask(RollDice(salt=SALT))
    await fair_table.ask(first_move(table))
    await fair_table.ask(RollDice(salt=SALT))
    seen = [event for event in table.events if isinstance(event, Roll)]
    await fair_table.ask(Undo())
    assert table.undone == 1
    await fair_table.table_service.close()
    fair_table.table_service = TableService(SqliteStore(fair_table.path))
    table = await fair_table.table_service.open(fair_table.id)
    await fair_table.ask(first_move(table))
    await fair_table.ask(RollDice(salt="f" * 16))
    assert [event for event in table.events if isinstance(event, Roll)] == seen
    table = await fair_table.play()
    record = table.record()
    assert record.headers["undone"] == "1"
    assert fair.verify(record).fits


async def test_dice_cannot_be_chosen_once_the_end_is_undone(
    fair_table: FairTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: finish, see the secret, agree to undo, then try salts until that secret gives the wanted throw."""
    always_the_same_game(monkeypatch)
    table = await fair_table.open(Setup("blocs", {"mode": "duel", "push": "may"}, my_seats=(0,), opening=False))
    second = await fair_table.table_service.take(fair_table.id, Take(1, fair_table.invitations[1]))
    hands = (fair_table.secret, second.secret)

    async def ask(place: int, request: Verb) -> None:
        await fair_table.table_service.ask(fair_table.id, hands[place], request)

    while not table.over:
        place = table.acting[0]
        await ask(place, RollDice(salt=SALT) if table.phase == "roll" else first_move(table))
    first = table.promise
    assert first is not None
    assert first.secret is not None
    asker = table.history.actors[-1]  # who has a choice to take back
    await ask(asker, Undo())
    assert table.promise == first, "nobody has agreed yet"
    await ask(1 - asker, Agree())
    new = table.promise
    assert new is not None
    assert new.secret is None
    assert new.since == len(table.history.salts)
    assert new.commit != first.commit
    assert table.record().headers["fair"].split("\n") == [str(first), str(new)]
    assert "the table prepares new ones" in table.story(0)[-1].text.en
    assert "not over" in fair.verify(table.record()).text.en

    await fair_table.table_service.close()
    fair_table.table_service = TableService(SqliteStore(fair_table.path))
    table = await fair_table.table_service.open(fair_table.id)
    got: list[bool] = []
    while len(got) < 6:
        if table.phase == "move":
            await ask(table.acting[0], Move("-"))
            continue
        number, wanted = len(table.history.salts), Roll((6, 6))
        tried = map("{:016x}".format, range(10_000))
        salt = next(one for one in tried if fair.roll(first.secret, table.id, number, one, TWO_DICE) == wanted)
        await ask(table.acting[0], RollDice(salt=salt))
        got.append([event for event in table.events if isinstance(event, Roll)][-1] == wanted)
    assert not all(got)
    await ask(0, Resign(0))
    verdict = fair.verify(parse(str(table.record()), load))
    assert verdict.fits, verdict.text.en
    assert verdict.checked == len(table.history.salts)
    assert inspect(fair_table.path).whole


async def test_check_data_works_throws_out_again(fair_table: FairTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw that was changed is found while the game goes on, however well it is linked; so is who made it."""
    always_the_same_game(monkeypatch)
    table = await fair_table.open(GAMES[1])
    while len(table.events) < 8:
        await fair_table.play(salt=SALT, most=1)
    await fair_table.ask(Undo())
    await fair_table.play(salt="f" * 16, most=1)
    store = SqliteStore(fair_table.path)
    texts = store.load(table.id)
    assert inspect(fair_table.path).whole
    log: list[Any] = [log_format.parse(text) for text in texts]
    opening = next(at for at, one in enumerate(log) if isinstance(one, verbs.OpeningRoll))
    rolls = [at for at, one in enumerate(log) if isinstance(one, verbs.Play) and one.salt]
    changes = [(opening, {"die": log[opening].die % 6 + 1}), (rolls[-1], {"seat": 1 - log[rolls[-1]].seat})]
    changes += [(rolls[0], {"token": "d11" if log[rolls[0]].token != "d11" else "d22"}), (rolls[1], {"salt": "?"})]
    for at, change in changes:
        changed = [*texts[:at], log_format.write(replace(log[at], **change)), *texts[at + 1 :]]
        store.rewrite(table.id, len(texts), changed, 1).result()
        assert [damage.good for damage in inspect(fair_table.path).damages] == [at], change
        with pytest.raises(TableDamaged):
            await TableService(store).open(table.id)
    store.rewrite(table.id, len(texts), texts, 1).result()
    assert (await TableService(store).open(table.id)).version == table.version
    store.close()


async def test_the_end_may_be_undone_twice(fair_table: FairTable) -> None:
    """Back behind the end, and then behind the new secret's first throw: all throws can be checked."""
    table = await fair_table.open(against("cadeau", "random", zones=2))
    for undone in (1, 3):
        await fair_table.play(salt=SALT)
        for _ in range(undone):
            await fair_table.ask(Undo())
    table = await fair_table.play()
    assert len(table.promises) == 3
    verdict = fair.verify(parse(str(table.record()), load))
    assert verdict.fits, verdict.text.en


async def test_a_game_begun_again_has_other_dice(fair_table: FairTable) -> None:
    """Leaving and starting anew, by a rematch or a new table, gains no knowledge of the throws to come."""
    table = await fair_table.open(GAMES[0])
    first = table.promise
    await fair_table.ask(Resign())
    table = await fair_table.ask(Rematch())
    second = (await fair_table.table_service.open(table.next)).promise
    third = (await fair_table.open(GAMES[0])).promise
    assert first is not None
    assert second is not None
    assert third is not None
    assert len({first.commit, second.commit, third.commit}) == 3


async def test_what_was_played_at_another_table_is_said_to_be(fair_table: FairTable) -> None:
    """Its throws were not promised here."""
    await fair_table.open(GAMES[0])
    record = (await fair_table.play(most=8)).record()
    await fair_table.open(Setup.of_record(record, (Chair(), Chair(bot="greedy")), my_seats=(0,)))
    record = (await fair_table.play()).record()
    dice = fair.verify(record)
    assert dice.fits is False
    assert dice.checked == 8
    assert "another table" in dice.text.en


async def test_a_salt_is_16_digits_and_no_part_of_what_is_asked(fair_table: FairTable) -> None:
    table = await fair_table.open(GAMES[0])
    for odd in ("x", "0" * 15, "G" * 16, "0" * 17):
        with pytest.raises(RequestError):
            await fair_table.ask(RollDice(salt=odd))
    for salt in (SALT, "f" * 16):  # the answer was lost, and the page asks again
        table = await fair_table.table_service.ask(fair_table.id, fair_table.secret, RollDice(salt=salt), id="one")
    assert len(table.events) == 1


# --- whose salt --------------------------------------------------------------------------------------------------


class Company(FairTable):
    """Several devices at one table, and the salt that each sends next: one of its own each time."""

    async def sit(self, setup: Setup) -> Table:
        table = await self.open(setup)
        self.hands = dict.fromkeys(setup.my_seats, self.secret)
        for seat, invitation in self.invitations.items():
            taken = await self.table_service.take(self.id, Take(seat, invitation, salt=f"{seat}aaaaaaaaaaaaaaa"))
            self.hands[seat] = taken.secret
        return table

    async def ask_as(self, place: int, request: Verb) -> Table:
        return await self.table_service.ask(self.id, self.hands[place], request)

    async def again(self) -> Table:
        """The table after a restart."""
        await self.table_service.close()
        self.table_service = TableService(SqliteStore(self.path))
        return await self.table_service.open(self.id)


@pytest.fixture
async def company(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Company]:
    made = Company(tmp_path)
    yield made
    await made.table_service.close()


def salt_of(place: int, number: int) -> str:
    return f"{place}{number:015x}"


async def test_who_runs_the_server_does_not_choose_their_own_dice(
    company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The attack: read the secret from the store, and try salts for every throw of one's own until it is a six."""
    always_the_same_game(monkeypatch)
    table = await company.sit(Setup("cadeau", {"zones": 3}))
    created = log_format.parse(SqliteStore(company.path).load(table.id)[0])
    assert isinstance(created, Created)
    secret, other, own = bytes.fromhex(created.secret), 0, list[int]()
    while not table.over:
        seat = table.acting[0]
        if seat == 1:
            other += 1
            request: RollDice | Move = RollDice() if table.phase == "roll" else first_move(table)
            await company.ask_as(1, replace(request, salt=salt_of(1, other)))
        elif table.phase == "roll":
            number = len(table.history.salts)
            tried = map("{:016x}".format, range(1000))
            salt = next(one for one in tried if fair.roll(secret, table.id, number, one) == Roll((6,)))
            table = await company.ask_as(0, RollDice(salt=salt))
            own.append(table.events[-1].dice[0])
        else:
            await company.ask_as(0, first_move(table))
    assert len(own) == 9
    assert own.count(6) < 5, own
    verdict = fair.verify(parse(str(table.record()), load))
    assert verdict.fits, verdict.text.en
    assert inspect(company.path).whole


async def test_the_salt_of_a_throw_is_the_last_that_another_device_has_sent(company: Company) -> None:
    table = await company.sit(Setup("cadeau", {"zones": 2}))
    await company.ask_as(0, RollDice(salt=salt_of(0, 1)))  # with what came when the other sat down
    await company.ask_as(0, replace(first_move(table), salt=salt_of(0, 2)))
    table = await company.again()
    await company.ask_as(1, RollDice(salt=salt_of(1, 1)))
    await company.ask_as(1, first_move(table))  # sends nothing: its last one counts on
    table = await company.again()
    await company.ask_as(0, RollDice())
    await company.ask_as(0, first_move(table))
    await company.ask_as(1, RollDice(salt=salt_of(1, 3)))
    assert table.history.salts == ["1aaaaaaaaaaaaaaa", salt_of(0, 2), salt_of(1, 1), salt_of(0, 2)]
    before = str(table.record())
    await company.ask_as(1, first_move(table))
    await company.ask_as(1, Undo())
    await company.ask_as(0, Agree())
    assert inspect(company.path).whole
    assert str((await company.again()).record()).replace("undone: 1\n", "") == before


async def test_an_undone_throw_keeps_its_salt_whatever_is_sent_then(company: Company) -> None:
    table = await company.sit(Setup("cadeau", {"zones": 2}))
    await company.ask_as(0, RollDice(salt=salt_of(0, 1)))
    await company.ask_as(0, replace(first_move(table), salt=salt_of(0, 2)))
    await company.ask_as(1, RollDice(salt=salt_of(1, 1)))
    seen = table.events[-1]
    await company.ask_as(0, Undo())
    await company.ask_as(1, Agree())
    await company.ask_as(0, replace(first_move(table), salt=salt_of(0, 9)))
    table = await company.ask_as(1, RollDice(salt=salt_of(1, 9)))
    assert table.events[-1] == seen
    assert table.history.salts[-1] == salt_of(0, 2)
    assert inspect(company.path).whole


async def test_of_several_others_the_last_counts_and_who_has_left_does_not(company: Company) -> None:
    """Nobody gives their own seat to a second device of theirs, and so chooses what the first one throws with."""
    table = await company.sit(Setup("blocs", {"mode": "three"}, opening=False))
    await company.ask_as(0, RollDice(salt=salt_of(0, 1)))
    assert table.history.salts[-1] == "2aaaaaaaaaaaaaaa"
    link = "a link of their own"
    await company.ask_as(0, verbs.Invite(0, link))
    company.hands[0] = (await company.table_service.take(company.id, Take(0, link))).secret
    while table.phase != "roll" or table.acting != (0,):
        seat = table.acting[0]
        await company.ask_as(seat, RollDice() if table.phase == "roll" else first_move(table))
    await company.ask_as(0, RollDice(salt=salt_of(0, 3)))
    assert table.history.salts[-1] == "2aaaaaaaaaaaaaaa"
    await company.ask_as(2, verbs.Erase())
    table = await company.table_service.open(company.id)
    assert table._salt(0, "") == "1aaaaaaaaaaaaaaa"


async def test_a_robot_throws_with_the_last_salt_of_any_person(company: Company) -> None:
    setup = Setup("blocs", {"mode": "three"}, (Chair(), Chair(), Chair(bot="random")), opening=False)
    table = await company.sit(setup)
    last = "1aaaaaaaaaaaaaaa"
    while not table.over:
        if (seat := table.acting[0]) == 2:
            rolling = table.phase == "roll"
            await company.table_service.advance(company.id)
            assert not rolling or table.history.salts[-1] == last
        else:
            last = salt_of(seat, table.seq)
            request: RollDice | Move = RollDice() if table.phase == "roll" else first_move(table)
            await company.ask_as(seat, replace(request, salt=last))
    assert 2 in table.history.actors
    assert inspect(company.path).whole


async def test_check_data_finds_another_salt_than_the_last_of_the_others(company: Company) -> None:
    """Whoever changes a throw of their own, and the salt that gives it, leaves one that the others never sent."""
    table = await company.sit(Setup("cadeau", {"zones": 2}))
    await company.ask_as(0, RollDice(salt=salt_of(0, 1)))
    store = SqliteStore(company.path)
    texts = store.load(table.id)
    (*_, last) = [log_format.parse(text) for text in texts]
    assert isinstance(last, verbs.Play)
    assert last.salt == "1aaaaaaaaaaaaaaa"
    assert last.sent == salt_of(0, 1)
    roll = fair.roll(table._secret, table.id, 0, "f" * 16)
    ground = log_format.write(replace(last, token=str(roll), salt="f" * 16))
    store.rewrite(table.id, len(texts), [*texts[:-1], ground], 1).result()
    store.close()
    assert [damage.good for damage in inspect(company.path).damages] == [len(texts) - 1]


async def test_a_log_from_before_is_read_as_it_was(company: Company) -> None:
    """Then a throw had the salt that came with it, and nothing else was written: it verifies, and goes on."""
    table = await company.sit(Setup("cadeau", {"zones": 2}))
    roll = fair.roll(table._secret, table.id, 0, salt_of(0, 1))
    store = SqliteStore(company.path)
    old = log_format.write(verbs.Play(seat=0, token=str(roll), salt=salt_of(0, 1)))
    assert '"sent"' not in old
    texts = [*(text.replace(',"salt":"1aaaaaaaaaaaaaaa"', "") for text in store.load(table.id)), old]
    store.rewrite(table.id, len(texts) - 1, texts, 1).result()
    store.close()
    table = await company.again()
    assert inspect(company.path).whole
    await company.ask_as(0, first_move(table))
    await company.ask_as(1, RollDice(salt=salt_of(1, 1)))
    assert table.history.salts == [salt_of(0, 1), salt_of(0, 1)]
    assert inspect(company.path).whole


# --- bots: their own chance follows from the secret -----------------------------------------------------------------


def against(game: str, bot: str, **settings: object) -> Setup:
    return Setup(game, settings, (Chair(), Chair(bot=bot)), my_seats=(0,))


def finished(folder: Path, setup: Setup, maker: Any = bots.make, salt: str = SALT) -> Table:
    async def work(fair_table: FairTable) -> Table:
        await fair_table.open(setup)
        return await fair_table.play(salt=salt)

    table: Table = run(folder, work, maker)
    return table


def test_a_bot_gets_a_seed_and_never_the_secret(tmp_path: Path) -> None:
    """Another label: the dice cannot be worked out from it. And what comes again after an undo is the same."""
    seeds: list[int | None] = []

    def maker(level: str, game: Any, seed: int | None = None) -> Any:
        seeds.append(seed)
        return bots.make(level, game, seed)

    table = finished(tmp_path, against("cadeau", "random", zones=2), maker)
    created = log_format.parse(SqliteStore(tmp_path / "tables.sqlite").load(table.id)[0])
    assert isinstance(created, Created)
    secret = bytes.fromhex(created.secret)
    played = zip(table.history.events, table.history.actors, strict=True)
    numbers = [at for at, (event, seat) in enumerate(played) if seat == 1 and not isinstance(event, Roll)]
    assert seeds == [
        None,
        *(fair.bot_seed(secret, table.id, 2, number) for number in numbers),
    ]  # None: is there such a bot?
    assert int.from_bytes(secret) not in seeds
    assert fair.bot_seed(bytes(range(32)), "abcd2345", 2, 7) == int.from_bytes(
        fair.digest(bytes(range(32)), "tablee-bot-1|abcd2345|2|7")
    )
