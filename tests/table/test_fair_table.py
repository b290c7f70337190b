"""Fair dice at the table: promised before the first throw, kept through undo and restart, shown at the end."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablee import bots
from tablee.bots.verify import verify
from tablee.cli import main
from tablee.core import fair
from tablee.core.dice import VirtualDice
from tablee.core.errors import RequestError
from tablee.core.game import Roll as Rolled
from tablee.core.record import read
from tablee.core.registry import load
from tablee.games import blocs
from tablee.table import Chair, Hall, Setup, SqliteStore, Table, TableDamaged, Verb, log_format, verbs
from tablee.table import hall as halls
from tablee.table.integrity import inspect
from tablee.table.table import Created
from tablee.table.verbs import Agree, Move, Rematch, Resign, Roll, Take, Undo

pytestmark = pytest.mark.anyio
SALT = "0123456789abcdef"


def first_move(table: Table) -> Move:
    moves = table.game.moves(table.state, table.game.players(table.state)[0])
    return Move(next(str(move) for move in moves if str(move) != "-"))


class Sitting:
    """A hall whose dice are promised, and one table in it."""

    def __init__(self, folder: Path, maker: Any = bots.make) -> None:
        self.path = folder / "tables.sqlite"
        self.hall = Hall(SqliteStore(self.path), bots=maker)

    async def open(self, setup: Setup) -> Table:
        opened = await self.hall.create(setup)
        self.secret, self.id, self.invitations = opened.secret, opened.table.id, opened.invitations
        return opened.table

    async def ask(self, request: Verb) -> Table:
        return await self.hall.ask(self.id, self.secret, request)

    async def play(self, *, salt: str = "", most: int = 10_000) -> Table:
        """Go on by the first move each time, for so many events or to the end."""
        table = await self.hall.open(self.id)
        while not table.over and most:
            most -= 1
            if table.bot_due() is not None:
                await self.hall.advance(self.id)
            elif table.phase in ("roll", "opening"):
                await self.ask(Roll(salt=salt))
            else:
                await self.ask(first_move(table))
        return table


def run(folder: Path, work: Any, maker: Any = bots.make) -> Any:
    async def whole() -> Any:
        sitting = Sitting(folder, maker)
        try:
            return await work(sitting)
        finally:
            await sitting.hall.close()

    return asyncio.run(whole())


@pytest.fixture
async def sitting(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Sitting]:
    made = Sitting(tmp_path)
    yield made
    await made.hall.close()


def always_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(halls, "new_id", lambda: "abcd2345")
    monkeypatch.setattr(Hall, "_dice_secret", lambda hall: "0b" * 32)


GAMES = [
    Setup("cadeau", {"zones": 2}, here=(0, 1)),
    Setup("blocs", {"mode": "duel"}, here=(0, 1)),
    Setup("laaancez", here=(0, 1)),
    Setup("cadeau", {"zones": 2}, (Chair(), Chair(bot="random")), here=(0,)),
]


@pytest.mark.parametrize("setup", GAMES, ids=lambda setup: setup.game)
async def test_a_game_at_the_table_verifies(sitting: Sitting, setup: Setup) -> None:
    table = await sitting.open(setup)
    promise = table.promise
    assert promise is not None
    assert promise.secret is None
    table = await sitting.play(salt=SALT)
    assert table.promise is not None
    assert table.promise.commit == promise.commit
    record = read(str(table.record()), load)
    verdict = fair.verify(record)
    assert verdict.fits, verdict.text.en
    assert set(record.headers["salts"].split()) == {SALT}  # the bot throws with the person's last one
    assert ("opening" in record.headers) == (setup.game == "blocs")


async def test_the_secret_is_nowhere_before_the_end(sitting: Sitting) -> None:
    table = await sitting.open(GAMES[0])
    table = await sitting.play(most=6)
    created = log_format.read(SqliteStore(sitting.path).load(table.id)[0])
    assert isinstance(created, Created)
    assert len(created.secret) == 64
    assert created.secret not in repr(created)
    shown = [str(table.record()), repr(table.view(0)), repr(table.story(0)), repr(table)]
    assert not any(created.secret in text for text in shown)
    await sitting.ask(Resign())
    assert created.secret in str(table.record())
    assert fair.verify(table.record()).fits


async def test_what_was_undone_comes_again_and_is_counted(sitting: Sitting) -> None:
    """Neither an undo nor another salt nor a restart changes a throw that has been made."""
    table = await sitting.open(GAMES[0])
    await sitting.ask(Roll(salt=SALT))
    await sitting.ask(first_move(table))
    await sitting.ask(Roll(salt=SALT))
    seen = [event for event in table.events if isinstance(event, Rolled)]
    await sitting.ask(Undo())
    assert table.undone == 1
    await sitting.hall.close()
    sitting.hall = Hall(SqliteStore(sitting.path))
    table = await sitting.hall.open(sitting.id)
    await sitting.ask(first_move(table))
    await sitting.ask(Roll(salt="f" * 16))
    assert [event for event in table.events if isinstance(event, Rolled)] == seen
    table = await sitting.play()
    record = table.record()
    assert record.headers["undone"] == "1"
    assert fair.verify(record).fits


async def test_dice_cannot_be_chosen_once_the_end_is_undone(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attack: finish, see the secret, agree to undo, then try salts until that secret gives the wanted throw."""
    always_the_same_game(monkeypatch)
    table = await sitting.open(Setup("blocs", {"mode": "duel", "push": "may"}, here=(0,), opening=False))
    second = await sitting.hall.take(sitting.id, Take(1, sitting.invitations[1]))
    hands = (sitting.secret, second.secret)

    async def ask(place: int, request: Verb) -> None:
        await sitting.hall.ask(sitting.id, hands[place], request)

    while not table.over:
        place = table.acting[0]
        await ask(place, Roll(salt=SALT) if table.phase == "roll" else first_move(table))
    first = table.promise
    assert first is not None
    assert first.secret is not None
    asker = table.history.doers[-1]  # who has a choice to take back
    await ask(asker, Undo())
    assert table.promise == first, "nobody has agreed yet"
    await ask(1 - asker, Agree())
    new = table.promise
    assert new is not None
    assert (new.secret, new.since) == (None, len(table.history.salts))
    assert new.commit != first.commit
    assert table.record().headers["fair"].split("\n") == [str(first), str(new)]
    assert "a new one is sealed" in table.story(0)[-1].text.en
    assert "not over" in fair.verify(table.record()).text.en

    await sitting.hall.close()
    sitting.hall = Hall(SqliteStore(sitting.path))
    table = await sitting.hall.open(sitting.id)
    got: list[bool] = []
    while len(got) < 6:
        if table.phase == "move":
            await ask(table.acting[0], Move("-"))
            continue
        number, wanted = len(table.history.salts), Rolled((6, 6))
        tried = map("{:016x}".format, range(10_000))
        salt = next(one for one in tried if fair.throw(first.secret, table.id, number, one, 2) == wanted)
        await ask(table.acting[0], Roll(salt=salt))
        got.append([event for event in table.events if isinstance(event, Rolled)][-1] == wanted)
    assert not all(got)
    await ask(0, Resign(0))
    verdict = fair.verify(read(str(table.record()), load))
    assert verdict.fits, verdict.text.en
    assert verdict.checked == len(table.history.salts)
    assert inspect(sitting.path).whole


async def test_check_data_works_throws_out_again(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """A throw that was changed is found while the game goes on, however well it is linked; so is who made it."""
    always_the_same_game(monkeypatch)
    table = await sitting.open(GAMES[1])
    while len(table.events) < 8:
        await sitting.play(salt=SALT, most=1)
    await sitting.ask(Undo())
    await sitting.play(salt="f" * 16, most=1)
    store = SqliteStore(sitting.path)
    texts = store.load(table.id)
    assert inspect(sitting.path).whole
    log: list[Any] = [log_format.read(text) for text in texts]
    opening = next(at for at, one in enumerate(log) if isinstance(one, verbs.Throw))
    rolls = [at for at, one in enumerate(log) if isinstance(one, verbs.Play) and one.salt]
    changes = [(opening, {"die": log[opening].die % 6 + 1}), (rolls[-1], {"place": 1 - log[rolls[-1]].place})]
    changes += [(rolls[0], {"token": "d11" if log[rolls[0]].token != "d11" else "d22"}), (rolls[1], {"salt": "?"})]
    for at, change in changes:
        changed = [*texts[:at], log_format.write(replace(log[at], **change)), *texts[at + 1 :]]
        store.rewrite(table.id, len(texts), changed, 1).result()
        assert [damage.good for damage in inspect(sitting.path).damages] == [at], change
        with pytest.raises(TableDamaged):
            await Hall(store).open(table.id)
    store.rewrite(table.id, len(texts), texts, 1).result()
    assert (await Hall(store).open(table.id)).version == table.version
    store.close()


async def test_bots_follow_the_new_secret_too(sitting: Sitting) -> None:
    """Back behind the end twice, and behind the new secret's first throw: throws come again, choices are made anew."""
    table = await sitting.open(against("cadeau", "random", zones=2))
    for undone in (1, 3):
        await sitting.play(salt=SALT)
        for _ in range(undone):
            await sitting.ask(Undo())
    table = await sitting.play()
    assert len(table.promises) == 3
    verdict = verify(read(str(table.record()), load))
    assert verdict.fits, verdict.text.en
    assert verdict.moves == 6
    words = table.record().headers["bots"].split()
    headers = {**table.record().headers, "bots": " ".join(words[:-1])}
    assert "cannot be read" in verify(replace(table.record(), headers=headers)).text.en


async def test_a_shown_secret_of_an_older_log_decides_nothing_more(sitting: Sitting) -> None:
    """A log from before new secrets were sealed reads as it did; the throws that follow cannot be chosen either."""
    table = await sitting.open(Setup("blocs", {"mode": "duel", "push": "may"}, here=(0, 1), opening=False))
    await sitting.play(salt=SALT)
    await sitting.ask(Undo())
    log = [log_format.read(text) for text in SqliteStore(sitting.path).load(table.id)]
    old = Table.fold(table.id, [replace(one, secret="") if isinstance(one, verbs.Undo) else one for one in log])
    assert len(old.promises) == 1
    assert '"secret"' not in log_format.write(verbs.Undo(length=1))
    old.apply(verbs.Play(place=0, token="-"))
    old.history.kept.clear()
    assert old.throw(VirtualDice(), SALT)[1] == fair.ELSEWHERE


async def test_a_game_begun_again_has_other_dice(sitting: Sitting) -> None:
    """Leaving and starting anew, by a rematch or a new table, gains no knowledge of the throws to come."""
    table = await sitting.open(GAMES[0])
    first = table.promise
    await sitting.ask(Resign())
    table = await sitting.ask(Rematch())
    second = (await sitting.hall.open(table.next)).promise
    third = (await sitting.open(GAMES[0])).promise
    assert first is not None
    assert second is not None
    assert third is not None
    assert len({first.commit, second.commit, third.commit}) == 3


async def test_what_was_played_at_another_table_is_said_to_be(sitting: Sitting) -> None:
    """Its throws were not promised here, and its moves are not the bot's."""
    await sitting.open(GAMES[0])
    record = (await sitting.play(most=8)).record()
    await sitting.open(Setup.of_record(record, (Chair(), Chair(bot="greedy")), here=(0,)))
    record = (await sitting.play()).record()
    dice = fair.verify(record)
    assert (dice.fits, dice.checked) == (False, 8)
    assert "another table" in dice.text.en
    assert record.headers["bots"] == "tablee-bot-1 2:greedy@11"
    moves = verify(record)
    assert (moves.moves, moves.at) == (4, None)


async def test_a_salt_is_16_digits_and_no_part_of_what_is_asked(sitting: Sitting) -> None:
    table = await sitting.open(GAMES[0])
    for odd in ("x", "0" * 15, "G" * 16, "0" * 17):
        with pytest.raises(RequestError):
            await sitting.ask(Roll(salt=odd))
    for salt in (SALT, "f" * 16):  # the answer was lost, and the page asks again
        table = await sitting.hall.ask(sitting.id, sitting.secret, Roll(salt=salt), id="one")
    assert len(table.events) == 1


# --- bots: their own chance is promised, too ----------------------------------------------------------------------


def against(game: str, bot: str, **settings: object) -> Setup:
    return Setup(game, settings, (Chair(), Chair(bot=bot)), here=(0,))


def finished(folder: Path, setup: Setup, maker: Any = bots.make, salt: str = SALT) -> Table:
    async def work(sitting: Sitting) -> Table:
        await sitting.open(setup)
        return await sitting.play(salt=salt)

    table: Table = run(folder, work, maker)
    return table


@pytest.mark.parametrize(
    "setup",
    [
        against("cadeau", "lapin", zones=2),
        against("laaancez", "greedy"),  # whoever is first hides their choice: the bot has not seen it
        against("blocs", "renard", mode="duel", level=1),
        against("blocs", "hibou", mode="duel", level=1),
        against("cadeau", "cameleon50", zones=1),
    ],
    ids=lambda setup: f"{setup.game}-{setup.seats[1].bot}",
)
def test_a_bot_runs_again_from_its_view_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setup: Setup, capsys: pytest.CaptureFixture[str]
) -> None:
    always_the_same_game(monkeypatch)  # in one of 40 others the bot of Pousse-blocs has nothing to choose
    table = finished(tmp_path, setup)
    file = tmp_path / "game.tablee"
    file.write_text(str(table.record()), encoding="utf-8")
    assert main(["--lang", "en", "verify", str(file), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    theirs = [bot for bot in table.history.bots if bot]
    assert answer["moves"] == len(theirs) > 0
    assert f"the same moves, {len(theirs)} of {len(theirs)}" in answer["said"]


class Peeker:
    """Knows the dice to come, and leaves what they can push; it says that it is another bot."""

    def __init__(self, sittings: list[Sitting]) -> None:
        self.sittings = sittings

    def choose(self, view: blocs.State, player: int) -> blocs.Push:
        table = self.sittings[0].hall._cache.lives[self.sittings[0].id].table
        assert table is not None
        thrown = len(table.history.salts)
        coming = [fair.throw(table._secret, table.id, thrown + ahead, SALT, 2) for ahead in (0, 1)]

        def pushable(push: blocs.Push) -> int:
            left = view.seats[view.seat] & ~blocs.mask_of(push)
            return sum(len(blocs.pushes(view.variant.level, left, roll.dice)) for roll in coming)

        return max(blocs.moves(view, player), key=pushable)


@pytest.mark.parametrize("level", ["greedy", "hibou"])
def test_a_bot_that_peeks_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    always_the_same_game(monkeypatch)
    sittings: list[Sitting] = []

    async def work(here: Sitting) -> Table:
        await here.open(against("blocs", level, mode="duel", level=1))
        sittings.append(here)
        return await here.play(salt=SALT)

    record = run(tmp_path, work, lambda *_: Peeker(sittings)).record()
    assert fair.verify(record).fits, "its dice are the promised ones"
    verdict = verify(record)
    assert not verdict.fits
    assert verdict.at is not None
    assert f"the robot {level} would not choose it from what it could see" in verdict.text.en


def test_a_bot_gets_a_seed_and_never_the_secret(tmp_path: Path) -> None:
    """Another label: the dice cannot be worked out from it. And what comes again after an undo is the same."""
    seeds: list[int | None] = []

    def maker(level: str, game: Any, seed: int | None = None) -> Any:
        seeds.append(seed)
        return bots.make(level, game, seed)

    table = finished(tmp_path, against("cadeau", "random", zones=2), maker)
    created = log_format.read(SqliteStore(tmp_path / "tables.sqlite").load(table.id)[0])
    assert isinstance(created, Created)
    secret = bytes.fromhex(created.secret)
    numbers = [place for place, bot in enumerate(table.history.bots) if bot]
    assert seeds == [
        None,
        *(fair.chance(secret, table.id, 2, number) for number in numbers),
    ]  # None: is there such a bot?
    assert int.from_bytes(secret) not in seeds
    assert fair.chance(bytes(range(32)), "abcd2345", 2, 7) == int.from_bytes(
        fair.digest(bytes(range(32)), "tablee-bot-1|abcd2345|2|7")
    )


def test_what_a_record_does_not_tell_of_its_bots_is_said(tmp_path: Path) -> None:
    """Records from before bots promised their chance, of bots that are unknown here, and of moves made elsewhere."""
    record = finished(tmp_path, against("cadeau", "greedy", zones=1)).record()
    assert record.headers["bots"] == "tablee-bot-1 2:greedy@3"

    def told(header: str) -> fair.Verdict:
        headers = {key: value for key, value in record.headers.items() if key != "bots"}
        return verify(replace(record, headers=headers | ({"bots": header} if header else {})))

    before = told("")
    assert before.fits
    assert "did not commit" in before.text.en
    for header, said in (
        ("tablee-bot-9 2:greedy@3", "cannot be read"),
        ("tablee-bot-1 2", "cannot be read"),
        ("tablee-bot-1 2:nobody@3", "There is no bot"),
    ):
        assert not told(header).fits
        assert said in told(header).text.en
    assert told("tablee-bot-1 2:greedy@7").moves == 2
    assert told("tablee-bot-1 2:greedy@3 2:-@7").moves == 1
    assert told("tablee-bot-1").moves == 0


async def test_a_bot_that_failed_hands_over_in_the_record(sitting: Sitting) -> None:
    table = await sitting.open(against("cadeau", "random", zones=2))
    while len([bot for bot in table.history.bots if bot]) < 2 or table.bot_due() is None or table.phase != "move":
        await sitting.play(most=1)
    await sitting.hall.go_on_without(sitting.id, 1)
    await sitting.play()
    assert table.record().headers["bots"] == "tablee-bot-1 2:random@3 2:greedy@11"
    assert verify(table.record()).moves == 6
