"""The table service: whole games over a real store, races, secrets, listeners, and a server that is killed."""

import asyncio
import json
import random
from collections.abc import Coroutine
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from tablee.core import registry as games
from tablee.core.errors import RequestError, TableeError, VariantError
from tablee.core.words import Text
from tablee.table import (
    Chair,
    Notice,
    Refused,
    SeatError,
    Setup,
    StaleMove,
    StoreFull,
    Table,
    TableDamaged,
    TableService,
    UnknownTable,
    new_secret,
)
from tablee.table.data import store_at
from tablee.table.verbs import Invite, Move, Rematch, Rename, Resign, RollDice, Take, Undo
from tests.table_kit import BOTS, VARIANTS, notices, open_service, snapshot

pytestmark = pytest.mark.anyio


async def play_on(
    table_service: TableService, table_id: str, secret: str, chance: random.Random, most: int = 10_000
) -> Table:
    """The person or people of one secret, and the bots, play to the end."""
    table = await table_service.open(table_id)
    for _ in range(most):
        if table.over:
            break
        if await table_service.advance(table_id):
            continue
        seat = next(seat for seat in table.acting if seat in table.find_seats(secret))
        view = table.view(seat)
        if view.may_roll:
            table = await table_service.ask(table_id, secret, RollDice(), version=table.version)
        else:
            token = str(chance.choice(view.moves))
            table = await table_service.ask(table_id, secret, Move(token), version=table.version)
    return table


@pytest.mark.parametrize(
    ("game", "settings"),
    [pytest.param(*one, marks=() if place in (1, 3, 6, 7) else pytest.mark.slow) for place, one in enumerate(VARIANTS)],
)
async def test_a_whole_game_of_each_kind_survives_a_restart(
    home: str | Path, game: str, settings: dict[str, Any]
) -> None:
    people = games.load(game).seats(games.load(game).variant(settings))
    seats = (Chair("Léa"), *(Chair(bot="random") for _ in range(people - 1)))
    table_service = open_service(home)
    opened = await table_service.create(Setup(game, settings, seats=seats))
    table = await play_on(table_service, opened.table.id, opened.secret, random.Random(3))
    assert table.over
    assert table.outcome is not None
    await table_service.close()
    again = open_service(home)
    assert snapshot(await again.open(table.id)) == snapshot(table)
    await again.close()


async def test_stale_repeated_and_foreign_requests_change_nothing(table_service: TableService) -> None:
    opened = await table_service.create(Setup("cadeau", {"zones": 2}))
    table, mine = opened.table, opened.secret
    theirs = (await table_service.take(table.id, Take(1, opened.invitations[1], name="Tom"))).secret
    version = table.version
    await table_service.ask(table.id, mine, RollDice(), version=version, id="r1")
    after = snapshot(table)
    await table_service.ask(table.id, mine, RollDice(), version=version, id="r1")  # the answer was lost: asked again
    assert snapshot(table) == after
    refused: list[tuple[type[TableeError], Coroutine[Any, Any, Table]]] = [
        (StaleMove, table_service.ask(table.id, mine, RollDice(), version=version)),
        (StaleMove, table_service.ask(table.id, mine, Move("1a"), version=version, id="m1")),
        (Refused, table_service.ask(table.id, mine, Move("1a"), version=table.version, id="r1")),
        (StaleMove, table_service.ask(table.id, theirs, RollDice(), version=version, id="r1")),
        (Refused, table_service.ask(table.id, mine, Move("1a"), version=table.version, id="x" * 65)),
        (Refused, table_service.ask(table.id, mine, Move("1a"), version=table.version, id="with space")),
        (SeatError, table_service.ask(table.id, "guess", Move("1a"), version=table.version)),
        (SeatError, table_service.ask(table.id, "", Rename(0, "Tom"))),
        (SeatError, table_service.ask(table.id, mine, Rename(1, "Moi"))),
        (SeatError, table_service.ask(table.id, mine, Resign(1), version=table.version)),
        (TableeError, table_service.ask(table.id, theirs, Move("1a"), version=table.version)),
        (UnknownTable, table_service.ask("nowhere", mine, RollDice(), version=0)),
    ]
    for error, asked in refused:
        with pytest.raises(error):
            await asked
    assert snapshot(table) == after
    await table_service.ask(table.id, mine, Move("1a"), version=table.version, id="m1")
    assert len(table.events) == 2


async def test_the_ids_of_two_seats_never_meet(home: str | Path) -> None:
    table_service = open_service(home)
    opened = await table_service.create(Setup("cadeau", {"zones": 2}))
    table, mine = opened.table, opened.secret
    theirs = (await table_service.take(table.id, Take(1, opened.invitations[1]))).secret
    await table_service.ask(table.id, theirs, Rename(1, "rien que pour gêner"), id="same")
    await table_service.ask(table.id, mine, RollDice(), version=0, id="same")
    with pytest.raises(Refused):
        await table_service.ask(table.id, mine, Move("1a"), version=table.version, id="same")
    await table_service.close()
    again = open_service(home)
    await again.ask(table.id, mine, RollDice(), version=0, id="same")
    await again.ask(table.id, theirs, Rename(1, "rien que pour gêner"), id="same")
    assert snapshot(await again.open(table.id)) == snapshot(table)
    await again.close()


async def test_of_many_moves_at_once_one_is_accepted(table_service: TableService) -> None:
    opened = await table_service.create(Setup("cadeau", my_seats=(0, 1)))
    table = await table_service.ask(opened.table.id, opened.secret, RollDice(), version=opened.table.version)
    asked = [
        table_service.ask(table.id, opened.secret, Move(f"{zone}a"), version=table.version) for zone in (1, 2, 3, 4, 5)
    ]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, Table) for answer in answers) == 1
    assert sum(isinstance(answer, StaleMove) for answer in answers) == 4
    assert len(table.events) == 2


async def test_two_servers_on_one_file_never_both_accept(home: str | Path) -> None:
    one, two = open_service(home), open_service(home)
    opened = await one.create(Setup("cadeau", my_seats=(0, 1)))
    table_id, secret = opened.table.id, opened.secret
    await two.open(table_id)
    heard = notices(two, table_id)
    await one.ask(table_id, secret, RollDice(), version=0)
    with pytest.raises(StaleMove):
        await two.ask(table_id, secret, RollDice(), version=0)
    # A file is read anew when a writer has lost; a database that is shared has been asked before.
    assert (await heard.get()).resync == isinstance(home, Path)
    assert snapshot(await two.open(table_id)) == snapshot(await one.open(table_id))
    await two.ask(table_id, secret, Move("1a"), version=(await two.open(table_id)).version)
    await one.close()
    await two.close()


# --- seats ----------------------------------------------------------------------------------------------------


async def test_an_invitation_is_used_once_and_a_seat_can_move(table_service: TableService) -> None:
    opened = await table_service.create(Setup("cadeau", seats=(Chair("Léa"), Chair())))
    table = opened.table
    link = opened.invitations[1]
    assert table.find_seats(opened.secret) == (0,)
    assert table.find_seats(link) == ()
    with pytest.raises(SeatError):
        await table_service.take(table.id, Take(0, link))
    with pytest.raises(SeatError):
        await table_service.take(table.id, Take(7, link))
    with pytest.raises(Refused):
        await table_service.take(table.id, Take(1, link, name="x" * 41))
    taken = await table_service.take(table.id, Take(1, link, name="  Tom\n "))
    assert table.seating.name(1).fr == "Tom"
    with pytest.raises(SeatError):
        await table_service.take(table.id, Take(1, link))
    with pytest.raises(SeatError):
        await table_service.ask(table.id, opened.secret, Invite(1, "a link"))  # not hers to give away
    moved = new_secret()
    await table_service.ask(table.id, taken.secret, Invite(1, moved))
    assert table.find_seats(taken.secret) == (1,)  # until the link is used
    phone = await table_service.take(table.id, Take(1, moved))
    assert table.find_seats(phone.secret) == (1,)
    assert table.find_seats(taken.secret) == ()
    assert table.seating.name(1).fr == "Tom"
    await table_service.ask(table.id, phone.secret, Rename(1, "Thomas"))
    assert table.view().seats[1].name.fr == "Thomas"


async def test_one_device_may_hold_several_seats(table_service: TableService) -> None:
    opened = await table_service.create(Setup("blocs", {"mode": "four"}, my_seats=(0, 1)))
    table = opened.table
    both = await table_service.take(table.id, Take(3, opened.invitations[3]), secret=opened.secret)
    assert both.secret == opened.secret
    assert table.find_seats(opened.secret) == (0, 1, 3)
    other = await table_service.take(table.id, Take(2, opened.invitations[2]), secret="made up by a stranger")
    assert other.secret != "made up by a stranger"


async def test_no_secret_is_printed_or_stored(home: str | Path) -> None:
    table_service = open_service(home)
    opened = await table_service.create(Setup("cadeau"))
    taken = await table_service.take(opened.table.id, Take(1, opened.invitations[1]))
    moving = new_secret()
    await table_service.ask(opened.table.id, taken.secret, Invite(1, moving))
    secrets = (opened.secret, opened.invitations[1], taken.secret, moving)
    assert len(set(secrets)) == 4
    assert all(len(secret) >= 43 for secret in secrets)
    views = [opened.table.view(seat) for seat in (None, 0, 1)]
    shown = repr((opened, taken, opened.table, views, opened.table.story(), vars(opened.table)))
    content = "".join(table_service._store.load(opened.table.id))
    await table_service.close()
    if isinstance(home, Path):
        content += "".join(path.read_bytes().decode("latin-1") for path in home.parent.iterdir())
    assert content
    assert not any(secret in shown + content for secret in secrets)


# --- bots and rematch -----------------------------------------------------------------------------------


async def test_a_bot_waits_for_an_answer_to_an_undo_and_for_real_dice(table_service: TableService) -> None:
    opened = await table_service.create(Setup("cadeau", {"zones": 2}, seats=BOTS, dice="typed"))
    table, secret = opened.table, opened.secret
    await table_service.ask(table.id, secret, RollDice("d4"), version=table.version)
    await table_service.ask(table.id, secret, Move("1a"), version=table.version)
    assert not await table_service.advance(table.id)
    await table_service.ask(table.id, secret, RollDice("d6"), version=table.version)  # read off for the bot
    assert await table_service.advance(table.id)
    assert not await table_service.advance(table.id)
    assert len(table.events) == 4
    await table_service.ask(table.id, secret, Undo(), version=table.version)
    assert [str(event) for event in table.events] == ["d4"]


async def test_an_unknown_bot_or_setup_is_refused(table_service: TableService) -> None:
    wrong: list[tuple[type[TableeError], Setup]] = [
        (RequestError, Setup("cadeau", seats=(Chair(), Chair(bot="oracle")))),
        (RequestError, Setup("echecs")),
        (VariantError, Setup("cadeau", {"zones": 0})),
        (Refused, Setup("cadeau", seats=(Chair(),))),
        (Refused, Setup("cadeau", my_seats=(2,))),
        (Refused, Setup("cadeau", my_seats=(0, 0))),
        (Refused, Setup("cadeau", seats=BOTS, my_seats=(1,))),
        (Refused, Setup("cadeau", opening=True)),
    ]
    for error, setup in wrong:
        with pytest.raises(error):
            await table_service.create(setup)
    assert table_service.in_memory == 0


async def test_a_bot_that_cheats_is_refused(home: str | Path) -> None:
    class Cheat:
        def choose(self, view: Any, player: int) -> Any:
            return games.load("cadeau").parse("9c")

    table_service = open_service(home, bots=lambda *_: Cheat())
    opened = await table_service.create(
        Setup("cadeau", {"zones": 1}, seats=(Chair(bot="cheat"), Chair()), my_seats=(1,))
    )
    assert await table_service.advance(opened.table.id)
    with pytest.raises(TableeError):
        await table_service.advance(opened.table.id)
    assert len(opened.table.events) == 1
    await table_service.close()


@pytest.mark.parametrize("swap", [True, False])
async def test_a_rematch_keeps_people_and_secrets(table_service: TableService, swap: bool) -> None:
    opened = await table_service.create(Setup("cadeau", seats=(Chair("Léa"), Chair("Tom"))))
    old, first = opened.table, opened.secret
    second = (await table_service.take(old.id, Take(1, opened.invitations[1]))).secret
    with pytest.raises(Refused):
        await table_service.ask(old.id, first, Rematch(swap))
    await table_service.ask(old.id, first, Resign(), version=old.version)
    before = table_service.in_memory
    await asyncio.gather(*(table_service.ask(old.id, asker, Rematch(swap)) for asker in (first, second)))
    new = await table_service.open(old.next)
    assert table_service.in_memory == before + 1
    assert (new.previous, old.next) == (old.id, new.id)
    assert new.find_seats(first) == ((1,) if swap else (0,))
    assert new.find_seats(second) == ((0,) if swap else (1,))
    assert new.seating.name(new.find_seats(first)[0]).fr == "Léa"
    assert not new.events
    assert new.seating.opening is None
    with pytest.raises(SeatError):
        await table_service.ask(old.id, "guess", Rematch(swap))


async def test_a_rematch_of_blocs_keeps_the_order_that_was_thrown(table_service: TableService) -> None:
    opened = await table_service.create(Setup("blocs", {"mode": "three"}, my_seats=(0, 1, 2), dice="typed"))
    old = opened.table
    for die in ("d1", "d6", "d2"):
        await table_service.ask(old.id, opened.secret, RollDice(die), version=old.version)
    for seat, name in enumerate("abc"):
        await table_service.ask(old.id, opened.secret, Rename(seat, name))
    await table_service.ask(old.id, opened.secret, Resign(), version=old.version)
    new = await table_service.open((await table_service.ask(old.id, opened.secret, Rematch(False))).next)
    assert [new.seating.name(seat).fr for seat in range(3)] == ["b", "c", "a"]
    assert new.phase == "roll"


# --- listeners, memory, sweeping, trouble ---------------------------------------------------------------------


async def test_listeners_hear_of_every_change_until_they_leave(table_service: TableService) -> None:
    opened = await table_service.create(Setup("cadeau", my_seats=(0, 1)))
    table = opened.table
    with pytest.raises(UnknownTable):
        table_service.subscribe("nowhere", print)
    heard: asyncio.Queue[Notice] = asyncio.Queue()
    leave = table_service.subscribe(table.id, heard.put_nowait)
    assert table_service.count_listeners(table.id) == 1
    await table_service.ask(table.id, opened.secret, RollDice(), version=0)
    assert await heard.get() == (table.seq, table.version, False)
    for number in range(10):
        await table_service.ask(table.id, opened.secret, Rename(0, f"{number}"))
    while (await heard.get()).seq < table.seq:
        pass  # a flurry is heard as few notices, the last of them up to date
    leave()
    assert table_service.count_listeners(table.id) == 0
    await table_service.ask(table.id, opened.secret, Rename(0, "unheard"))
    assert heard.empty()


async def test_idle_tables_leave_memory_and_come_back(home: str | Path) -> None:
    table_service = open_service(home, most_live=4)
    first = await table_service.create(Setup("cadeau"))
    leave = table_service.subscribe(first.table.id, print)
    others = [await table_service.create(Setup("cadeau")) for _ in range(12)]
    assert table_service.in_memory <= 4
    assert await table_service.open(first.table.id) is first.table  # somebody follows it
    back = await table_service.open(others[0].table.id)
    assert back is not others[0].table
    assert snapshot(back) == snapshot(others[0].table)
    await table_service.ask(back.id, others[0].secret, RollDice(), version=back.version)
    leave()
    await table_service.close()


async def test_sweeping_takes_only_old_unfinished_tables(home: str | Path) -> None:
    now = [1_000_000.0]
    table_service = open_service(home, clock=lambda: now[0])
    old, finished, watched = [await table_service.create(Setup("cadeau")) for _ in range(3)]
    await table_service.ask(finished.table.id, finished.secret, Resign(), version=0)
    table_service.subscribe(watched.table.id, print)
    now[0] += 100 * 86400
    young = await table_service.create(Setup("cadeau"))
    assert await table_service.prune(days=101) == ()
    assert await table_service.prune(days=90) == (old.table.id,)
    with pytest.raises(UnknownTable):
        await table_service.open(old.table.id)
    for kept in (finished, watched, young):
        assert await table_service.open(kept.table.id) is kept.table
    await table_service.close()


def full(table: str, first: int, entries: Any, at: int) -> Future[None]:
    """What a store whose disk is full answers."""
    failed: Future[None] = Future()
    failed.set_exception(StoreFull(Text("plein", "full")))
    return failed


async def test_a_full_disk_refuses_the_move_and_changes_nothing(
    home: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(home)
    table_service = TableService(store)
    opened = await table_service.create(Setup("cadeau"))
    before = snapshot(opened.table)
    monkeypatch.setattr(store, "append", full)
    with pytest.raises(StoreFull):
        await table_service.ask(opened.table.id, opened.secret, RollDice(), version=0)
    assert snapshot(opened.table) == before
    monkeypatch.undo()
    await table_service.ask(opened.table.id, opened.secret, RollDice(), version=0)
    await table_service.close()


async def test_a_change_is_finished_even_if_nobody_waits_for_it(
    home: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, loop, writing = store_at(home), asyncio.get_running_loop(), asyncio.Event()
    keep = store.append

    def slowly(table: str, first: int, entries: Any, at: int) -> Future[None]:
        """A disk that takes its time."""
        writing.set()
        late: Future[None] = Future()
        inner = keep(table, first, entries, at)
        loop.call_later(0.05, lambda: late.set_result(inner.result()))
        return late

    monkeypatch.setattr(store, "append", slowly)
    table_service = TableService(store)
    opened = await table_service.create(Setup("cadeau"))
    writing.clear()
    asked = asyncio.ensure_future(table_service.ask(opened.table.id, opened.secret, RollDice(), version=0))
    await writing.wait()
    assert not opened.table.events  # nothing is shown before it is on disk
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await table_service.ask(opened.table.id, opened.secret, Rename(0, "et moi"))
    assert len(opened.table.events) == 1
    assert len(store.load(opened.table.id)) == opened.table.seq
    await table_service.close()


async def test_a_damaged_table_does_not_harm_the_others(home: str | Path) -> None:
    store = store_at(home)
    store.append("broken", 0, ["{"], 0).result()
    store.append("strange", 0, [json.dumps({"kind": "resigned"})], 0).result()
    table_service = TableService(store)
    for name in ("broken", "strange"):
        with pytest.raises(TableDamaged):
            await table_service.open(name)
    assert await table_service.prune(days=1) == ()
    opened = await table_service.create(Setup("cadeau"))
    await table_service.ask(opened.table.id, opened.secret, RollDice(), version=0)
    for name in ("", "x" * 500):
        with pytest.raises(UnknownTable):
            await table_service.open(name)
    await table_service.close()
