"""A class as a state machine: people join, fall silent, come back, are absent; rounds begin and end; all is erased."""

import asyncio
import sqlite3
from pathlib import Path
from random import Random

import pytest

from tablee.core.errors import CalculationError, RequestError
from tablee.gathering.gathering import ACTIVITIES, LIFETIME, Gathering, Member
from tablee.gathering.service import GatheringService
from tablee.table import Refused, SeatError, SqliteStore, TableService, UnknownTable, new_secret
from tablee.table.verbs import Move, RollDice


class Lesson:
    """A class under random events, and what must hold after each of them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random, self.folder, self.now = Random(seed), folder, 1_000_000.0
        self.secrets: dict[str, str] = {}
        self.counts: dict[str, int] = {}
        self.start()

    def start(self) -> None:
        self.table_service = TableService(SqliteStore(self.folder / "tables.sqlite"), clock=lambda: self.now)
        self.service = GatheringService(self.table_service, clock=lambda: self.now, random=self.random)
        self.open()

    def open(self) -> None:
        kind = self.random.choice(("class", "class", "game-night"))
        game, settings = self.random.choice((("blocs", {}), ("cadeau", {"zones": 1}), ("blocs", {"mode": "fast"})))
        self.gathering, self.teacher = self.service.create(kind, game, settings)
        self.secrets, self.removed = {}, False

    async def step(self) -> None:
        events = (
            self.join, self.join, self.sign, self.sign, self.sign, self.silence, self.absent, self.present,
            self.round, self.round, self.again, self.end, self.play, self.play, self.play, self.sum, self.propose,
            self.tutor, self.remove,
        )  # fmt: skip
        roll = self.random.random()
        event = self.erase if roll < 0.004 else self.restart if roll < 0.006 else self.random.choice(events)
        self.now += self.random.random() * 3
        self.counts[event.__name__] = self.counts.get(event.__name__, 0) + 1
        await event()
        await (self.service.prune() if self.random.random() < 0.3 else self.service.rounds.refresh(self.gathering))
        self.check()

    def some(self) -> Member | None:
        members = list(self.gathering.members.values())
        return self.random.choice(members) if members else None

    async def join(self) -> None:
        secret = new_secret()
        try:
            member = await self.service.join(self.gathering, secret)
        except Refused:
            assert not self.gathering.free_badges
            return
        self.secrets[member.badge] = secret
        assert member.late is (self.gathering.current_round is not None)
        assert self.gathering.identify(secret) is member

    async def sign(self) -> None:
        """A refresh, or a poll: the same device has the same seat, whatever happened."""
        if member := self.some():
            before = self.gathering.current_round and self.gathering.current_round.group_of(member.badge)
            found = self.gathering.identify(self.secrets[member.badge])
            assert found is member
            member.last_seen = self.now
            assert (self.gathering.current_round and self.gathering.current_round.group_of(member.badge)) is before

    async def silence(self) -> None:
        self.now += self.random.choice((5, 25, 70))

    async def absent(self) -> None:
        if (member := self.some()) and self.random.random() < 0.5:
            self.gathering.set_absent(member.badge, True)
            assert member.state(self.now) == "absent"

    async def present(self) -> None:
        if member := self.some():
            self.gathering.set_absent(member.badge, False)
            assert member.state(self.now) != "absent"

    async def round(self) -> None:
        activity = self.random.choice(ACTIVITIES)
        present = self.gathering.present
        levels = {badge: self.random.randint(1, 3) for badge in present if self.random.random() < 0.2}
        head_starts = {badge: self.random.randint(0, 2) for badge in present if self.random.random() < 0.2}
        settings: dict[str, object] = {"odd": self.random.choice(("bot", "three", "wait")), "bot": "greedy"}
        settings["tutor"] = self.random.random() < 0.2
        before = len(self.gathering.rounds)
        try:
            made = await self.service.rounds.begin(self.gathering, activity, settings, levels, head_starts)
        except (Refused, RequestError):
            assert len(self.gathering.rounds) == before
            return
        there = [badge for at in made.groups for badge in at.badges] + self.gathering.waiting
        assert sorted(there) == sorted(self.gathering.present)
        assert not any(member.late for member in self.gathering.members.values())

    async def again(self) -> None:
        try:
            await self.service.rounds.pair_again(self.gathering)
        except Refused:
            return
        playing = self.gathering.current_round
        assert playing is not None
        left = set(self.gathering.find_stranded(self.now))
        assert len(left) <= (playing.settings["odd"] == "wait")

    async def tutor(self) -> None:
        on = self.random.random() < 0.5
        try:
            await self.service.rounds.set_tutor(self.gathering, on)
        except Refused:
            return
        for at in [one for one in self.gathering.rounds[-1].groups if not one.dissolved]:
            table = await self.table_service.open(at.table_id)
            tutors = {table.tutors.get(seat, "off") for seat in range(len(at.secrets))}
            assert table.over or not at.secrets or tutors <= {"hints" if on else "off"}

    async def remove(self) -> None:
        """Gone for good: their secret opens nothing, and somebody else may get their animal."""
        if (member := self.some()) and self.random.random() < 0.3:
            gathering = self.gathering
            await self.service.remove(gathering, member.badge)
            self.removed = True
            with pytest.raises(SeatError):
                gathering.identify(self.secrets.pop(member.badge))
            assert member.badge in gathering.free_badges
            assert not any(member.badge in at.badges for made in gathering.rounds for at in made.groups)

    async def end(self) -> None:
        if self.random.random() < 0.3:
            await self.service.rounds.end(self.gathering)

    async def play(self) -> None:
        playing = self.gathering.current_round
        tables = [at for at in playing.groups if not at.dissolved] if playing else []
        if playing is None or not tables:
            return
        at = self.random.choice(tables)
        for _ in range(6):
            table = await self.table_service.open(at.table_id)
            due = next((seat for seat in table.acting if seat < len(at.badges)), None)
            if table.bot_due() is not None:
                assert await self.table_service.advance(table.id) is not playing.ended
                continue
            if due is None or at.badges[due] not in at.secrets:
                return
            secret = at.secrets[at.badges[due]]
            if playing.ended:
                with pytest.raises(Refused, match="round is over"):
                    await self.table_service.ask(table.id, secret, RollDice())
                return
            moves = table.game.moves(table.state, table.seating.player(due)) if table.phase == "move" else ()
            verb = Move(str(self.random.choice(moves))) if moves else RollDice()
            await self.table_service.ask(table.id, secret, verb)
            await self.service.rounds.refresh(self.gathering)
            assert self.gathering.members[at.badges[due]].last_seen >= int(self.now)  # a move is a sign of life

    async def sum(self) -> None:
        if member := self.some():
            try:
                await self.service.attempts.add_sum(
                    self.gathering, member, self.random.choice(("3+4", "10-2", "5*2", "x"))
                )
            except (Refused, RequestError, CalculationError):
                return

    async def propose(self) -> None:
        playing = self.gathering.current_round
        if playing is None or playing.activity != "together" or not (member := self.some()):
            return
        table = await self.table_service.open(playing.groups[0].table_id)
        while table.bot_due() is not None and not playing.ended:
            await self.table_service.advance(table.id)
        if table.over or playing.ended:
            return
        if table.phase == "move":
            moves = table.game.moves(table.state, table.seating.player(0))
            await self.service.attempts.propose(self.gathering, member, str(moves[0]))
        await self.service.attempts.play(self.gathering)
        assert not playing.proposals

    async def erase(self) -> None:
        gone, tables = self.gathering, [at.table_id for one in self.gathering.rounds for at in one.groups]
        if self.random.random() < 0.5:
            await self.service.erase(gone)
        else:
            self.now += LIFETIME
            await self.service.prune()
            assert not self.service.rounds._known
        with pytest.raises(UnknownTable):
            self.service.find(gone.id)
        assert [await self.service.rounds.find_table(table) for table in tables] == [None] * len(tables)
        self.open()

    async def restart(self) -> None:
        """All is lost, and that is said."""
        gone = self.gathering
        await self.table_service.close()
        self.start()
        with pytest.raises(UnknownTable, match="restarted"):
            self.service.find_by_code(gone.code)

    def check(self) -> None:
        gathering: Gathering = self.gathering
        members = gathering.members
        assert len({member.holder for member in members.values()}) == len(members)
        assert self.removed or sum(member.start_balance for member in members.values()) == 0
        assert all(members[b].met[a] == many for a, one in members.items() for b, many in one.met.items())
        playing = gathering.current_round
        if playing is None or playing.activity not in ("pairs", "same-dice"):
            return
        for badge, member in members.items():
            seated = playing.group_of(badge) is not None
            assert not (seated and badge in gathering.waiting)
            assert seated or badge in gathering.waiting or member.absent
            assert sum(badge in at.badges and not (at.dissolved or at.over) for at in playing.groups) <= 1


async def run(lesson: Lesson, steps: int) -> None:
    for _ in range(steps):
        await lesson.step()
    await lesson.table_service.close()


@pytest.mark.parametrize("seed", [1, 2])
def test_random_events(seed: int, tmp_path: Path) -> None:
    lesson = Lesson(tmp_path, seed)
    asyncio.run(run(lesson, 250))
    nothing_kept(tmp_path)


@pytest.mark.slow
def test_ten_thousand_random_events(tmp_path: Path) -> None:
    lesson = Lesson(tmp_path, 3)
    asyncio.run(run(lesson, 10_000))
    assert min(lesson.counts.values()) > 5, lesson.counts
    nothing_kept(tmp_path)


def nothing_kept(folder: Path) -> None:
    with sqlite3.connect(folder / "tables.sqlite") as base:
        assert base.execute("select count(*) from entry").fetchone() == (0,)
    base.close()


class Shared:
    """A store that several processes have open, as far as a table service asks."""

    append = rewrite = load = tables = delete = close = follow = since = claim = release = meet = lambda *_: None
    name = "shared"


def test_a_class_needs_a_server_of_one_process() -> None:
    service = GatheringService(TableService(Shared()))  # type: ignore[arg-type]
    with pytest.raises(Refused, match="memory of one"):
        service.create("class", "blocs", {})
