"""What classes may not do: fill the memory, or move for the other side."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tablee.gathering import rounds, service, summary
from tablee.gathering.gathering import GONE, LIFETIME, STILL, WRONG
from tablee.gathering.service import ABANDONED, QUIET, GatheringService
from tablee.table import Refused, SeatError, SqliteStore, TableService, UnknownTable, new_secret
from tablee.table.verbs import Rematch, Resign, RollDice

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def table_service(tmp_path: Path, anyio_backend: str) -> AsyncIterator[TableService]:
    made = TableService(SqliteStore(tmp_path / "tables.sqlite"))
    yield made
    await made.close()


async def test_silent_classes_make_room_and_those_in_use_do_not(
    table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST", 3)
    now = [0.0]
    found = GatheringService(table_service, lambda: now[0])
    playing, abandoned, watched = (found.create("class", "blocs", {})[0] for _ in range(3))
    for one in (playing, abandoned):
        await found.join(one, new_secret())
    await found.rounds.begin(playing, "pairs", {})
    with pytest.raises(Refused, match="Too many classes"):
        found.create("class", "blocs", {})
    now[0] = watched.last_seen = QUIET  # its adult's page is open
    made, _ = found.create("class", "blocs", {})
    assert [one for one in (playing, watched, made) if found.find(one.id) is not one] == []
    with pytest.raises(UnknownTable):
        found.find(abandoned.id)
    now[0] = made.last_seen = watched.last_seen = ABANDONED
    table = playing.rounds[0].groups[0].table_id
    found.create("class", "blocs", {})
    await found.prune()
    with pytest.raises(UnknownTable):
        found.find(playing.id)
    assert await found.rounds.find_table(table) is None


async def test_who_has_opened_most_classes_makes_room_for_others(
    table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MOST", 6)
    found = GatheringService(table_service, lambda: 0.0)
    school = [found.create("class", "blocs", {}, opener=1)[0] for _ in range(2)]
    attacker = [found.create("class", "blocs", {}, opener=2)[0] for _ in range(4)]
    for one in (*school, *attacker):
        await found.join(one, new_secret())
    await found.rounds.begin(attacker[0], "pairs", {})
    teacher, _ = found.create("class", "blocs", {}, opener=3)
    assert [one.id in found._gatherings for one in attacker].count(True) == 3
    assert all(found.find(one.id) is one for one in (*school, teacher, attacker[0]))
    with pytest.raises(Refused, match="Too many classes"):
        found.create("class", "blocs", {}, opener=2)


async def test_tables_of_past_rounds_are_dropped_once_nobody_follows_them(table_service: TableService) -> None:
    found = GatheringService(table_service)
    made, _ = found.create("game-night", "cadeau", {"zones": 1})
    for name in ("Ana", "Bo", "Cy", "Di", "Em", "Flo"):
        await found.join(made, new_secret(), name=name)
    first = await found.rounds.begin(made, "pairs", {})
    played, followed, untouched = first.groups
    for at in (played, followed):
        await table_service.ask(at.table_id, at.secrets[at.badges[0]], RollDice())
    await table_service.ask(played.table_id, played.secrets[played.badges[0]], Resign(), version=None)
    leave = table_service.subscribe(followed.table_id, lambda notice: None)
    before = summary.rank(made, await found.rounds.find_tables(made), skill=False)
    assert max(one.points for one in before) == 1
    await found.rounds.begin(made, "pairs", {})
    await found.prune()
    assert len(made.groups_in_memory) == 3 + 1
    assert await found.rounds.find_table(followed.table_id) is not None, "somebody is still there"
    assert [await found.rounds.find_table(at.table_id) for at in (played, untouched)] == [None, None]
    known = found.rounds.look_up(played.table_id)
    assert known is not None
    assert known.gathering is made, "a page of it finds back to the class"
    leave()
    await found.prune()
    assert len(made.groups_in_memory) == 3
    assert summary.rank(made, await found.rounds.find_tables(made), skill=False) == before
    totals = summary.summarise_play(first, rounds.read_past(made))
    assert totals.tables == 3
    assert totals.over == 1
    for _ in range(2):
        await found.rounds.begin(made, "pairs", {})
    assert found.rounds.look_up(played.table_id) is None


async def test_one_class_cannot_take_the_tables_of_the_others(
    table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "MOST_TABLES", 7)
    found = GatheringService(table_service)
    one, other = (found.create("class", "blocs", {})[0] for _ in range(2))
    for _ in range(3):
        await found.join(one, new_secret())
    await found.join(other, new_secret())
    for _ in range(20):
        made = await found.rounds.begin(one, "same-dice", {"mode": "solo"})
        assert len(one.groups_in_memory) <= 7
    followed = [table_service.subscribe(at.table_id, lambda notice: None) for at in made.groups]
    made = await found.rounds.begin(one, "same-dice", {"mode": "solo"})
    followed += [table_service.subscribe(at.table_id, lambda notice: None) for at in made.groups]
    with pytest.raises(Refused, match="Too many tables"):
        await found.rounds.begin(one, "same-dice", {"mode": "solo"})
    assert made is one.current_round
    await found.rounds.begin(other, "pairs", {})
    await found.rounds.begin(other, "pairs", {})
    for leave in followed:
        leave()
    await found.rounds.begin(one, "same-dice", {"mode": "solo"})
    await found.prune()
    assert sum(len(each.groups) for each in one.rounds[:-1]) == 0, "nothing happened at any of them"


async def test_rematches_count_and_leave_room_for_the_next_round(
    table_service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds, "MOST_TABLES", 5)
    found = GatheringService(table_service)
    made, _ = found.create("class", "blocs", {})
    await found.join(made, new_secret())
    at = (await found.rounds.begin(made, "pairs", {"bot": "greedy"})).groups[0]
    name, secret = at.table_id, at.secrets[at.badges[0]]
    for _ in range(3):
        await table_service.ask(name, secret, Resign())
        name = (await table_service.ask(name, secret, Rematch())).next
        known = found.rounds.look_up(name)
        assert known is not None
        assert known.gathering is made
    await table_service.ask(name, secret, Resign())
    with pytest.raises(Refused, match="Too many tables"):
        await table_service.ask(name, secret, Rematch())
    assert len(made.groups_in_memory) == 4
    await found.rounds.begin(made, "pairs", {})
    await found.prune()
    assert len(made.groups_in_memory) == 1


async def test_a_full_class_has_room_again_when_ghosts_are_put_out(table_service: TableService) -> None:
    now = [1000.0]
    found = GatheringService(table_service, lambda: now[0])
    made, _ = found.create("class", "blocs", {})
    came = [await found.join(made, new_secret()) for _ in range(64)]
    with pytest.raises(Refused, match="full"):
        await found.join(made, new_secret())
    await found.rounds.begin(made, "pairs", {})
    for ghost in came[3:]:
        await found.remove(made, ghost.badge)
    assert len(made.free_badges) == 61
    again = await found.join(made, new_secret(), came[5].badge)
    assert made.rounds[0].group_of(again.badge) is None or again.badge in made.rounds[0].groups[-1].badges
    while made.free_badges:
        await found.join(made, new_secret())
    now[0] += GONE
    for member in made.members.values():
        member.last_seen = now[0] if member in (came[0], again) else member.last_seen
    assert came[1].badge in made.find_ghosts(now[0])
    await found.join(made, new_secret())  # who came in and was never seen again makes room
    assert len(made.members) == 64
    assert {came[0].badge, again.badge} <= set(made.members)


async def test_who_was_put_out_stays_out_and_a_locked_door_keeps_all_out(table_service: TableService) -> None:
    found = GatheringService(table_service)
    made, _ = found.create("class", "blocs", {})
    secret = new_secret()
    badge = (await found.join(made, secret)).badge
    await found.remove(made, badge)
    with pytest.raises(SeatError, match="removed this device"):
        await found.join(made, new_secret(), before=secret)
    made.adjust(locked=True)
    with pytest.raises(Refused, match="locked"):
        await found.join(made, new_secret())
    made.adjust(locked=False)
    assert (await found.join(made, new_secret(), badge)).badge == badge


async def test_a_first_name_is_there_once(table_service: TableService) -> None:
    found = GatheringService(table_service)
    made, _ = found.create("game-night", "blocs", {})
    await found.join(made, new_secret(), name="Léa")
    with pytest.raises(Refused, match="nickname"):
        await found.join(made, new_secret(), name=" léa ")
    await found.join(made, new_secret(), name="Léa B")


async def test_who_is_stuck_and_who_sat_down_after_the_end(table_service: TableService) -> None:
    now = [1_000.0]
    table_service._clock = lambda: now[0]
    found = GatheringService(table_service, lambda: now[0])
    made, _ = found.create("class", "blocs", {})
    secrets = [new_secret() for _ in range(4)]
    badges = [(await found.join(made, secret)).badge for secret in secrets]
    first = await found.rounds.begin(made, "pairs", {"even": False})
    over, other = first.groups
    now[0] += STILL
    for _ in range(WRONG):
        await found.attempts.note_wrong(await table_service.open(over.table_id), over.secrets[over.badges[1]])
    for badge in badges:
        made.members[badge].last_seen = now[0] - GONE * (badge == other.badges[1])
    stuck = made.find_stuck(now[0], await found.rounds.find_tables(made))
    assert stuck == {
        over.badges[1]: "wrong",
        over.badges[0]: "still",
        other.badges[0]: "still",
        other.badges[1]: "gone",
    }
    assert list(stuck.values()) == ["wrong", "still", "still", "gone"]
    found.pause(made, True)
    assert made.find_stuck(now[0], await found.rounds.find_tables(made)) == {}
    found.pause(made, False)
    await table_service.ask(over.table_id, over.secrets[over.badges[0]], Resign(), version=None)
    await found.rounds.refresh(made)
    late = await found.join(made, new_secret())
    at = first.group_of(late.badge)
    assert at is not None
    assert len(at.badges) == 2, "with somebody who has finished, before a bot"


async def test_a_bot_that_wins_is_nobody_of_the_class(table_service: TableService) -> None:
    found = GatheringService(table_service)
    made, _ = found.create("class", "blocs", {})
    await found.join(made, new_secret())
    at = (await found.rounds.begin(made, "pairs", {})).groups[0]
    await table_service.ask(at.table_id, at.secrets[at.badges[0]], RollDice())
    await table_service.ask(at.table_id, at.secrets[at.badges[0]], Resign(), version=None)
    assert summary.find_winners(at, await found.rounds.find_tables(made)) == ()
    for _ in range(2):  # the second begins by dropping what nobody follows
        await found.rounds.begin(made, "pairs", {})
    assert at.packed_log != b""
    assert at.winners == ()


def test_trouble_in_one_class_is_logged_and_does_not_end_the_sweep(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    now = [0.0]

    async def run() -> None:
        table_service = TableService(SqliteStore(tmp_path / "tables.sqlite"))
        found = GatheringService(table_service, lambda: now[0])
        broken, other = (found.create("class", "blocs", {})[0] for _ in range(2))
        broken.members = None  # type: ignore[assignment]
        now[0] = LIFETIME
        await found.prune()
        now[0] = 0.0
        with pytest.raises(UnknownTable):
            found.find(other.id)
        await table_service.close()

    asyncio.run(run())
    assert "could not be swept" in caplog.text


def test_nobody_proposes_a_move_of_the_other_side(tmp_path: Path) -> None:
    async def run() -> None:
        table_service = TableService(SqliteStore(tmp_path / "tables.sqlite"))
        found = GatheringService(table_service)
        made, _ = found.create("class", "laaancez", {})
        member = made.join(new_secret(), found.clock())
        await found.rounds.begin(made, "together", {}, {})
        table = await found.attempts.play(made)  # both choose by the die that lies there
        mine, others = (str(table.game.moves(table.state, player)[0]) for player in (1, 2))
        with pytest.raises(Refused, match="not the class"):
            await found.attempts.propose(made, member, others)
        await found.attempts.propose(made, member, mine)
        await found.attempts.play(made)
        await table_service.close()

    asyncio.run(run())
