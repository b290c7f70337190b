"""What a class does together: throws to find calculations for, what is said of each, games in a row, the class against
a bot, a whole lesson, and what is left for the sheet."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from tablee.core.errors import TableeError
from tablee.games import blocs
from tablee.games.blocs import sums
from tablee.gathering.gathering import Member
from tablee.gathering.service import GatheringService
from tablee.table import SqliteStore, TableService, new_secret


class Lesson:
    """A class of blocs with some pupils and a clock of its own."""

    def __init__(self, folder: Path, many: int, game: str = "blocs", **settings: object) -> None:
        self.now = 1000.0
        self.table_service = TableService(SqliteStore(folder / "tables.sqlite"), clock=lambda: self.now)
        self.rooms = GatheringService(self.table_service, clock=lambda: self.now, random=Random(4))
        self.gathering, _ = self.rooms.create("class", game, settings)
        self.pupils = [self.gathering.join(new_secret(), self.now) for _ in range(many)]


def teach(folder: Path, many: int, work: Callable[[Lesson], Awaitable[None]], **settings: str) -> None:
    """Give a lesson, and put the tables away."""

    async def give() -> None:
        lesson = Lesson(folder, many, **settings)
        await work(lesson)
        await lesson.table_service.close()

    asyncio.run(give())


# --- find the calculations --------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", [1, 2, 3])
def test_throws_differ_and_leave_a_class_a_fair_number(level: int) -> None:
    thrown = [sums.throw(level, Random(seed)) for seed in range(100)]
    for state in thrown:
        mine, signs, goals = sums.keys(state)
        every = sums.every(state)
        assert 3 <= len(every) <= 30
        assert {sums.value(one) for one in every} == set(goals)  # some for each target
        assert set("".join(every)) <= {*"0123456789", *signs}
        assert state == blocs.from_position(blocs.position(state))
        assert len(mine) == 10 if level == 1 else len(mine) >= 4
    assert len({state.dice for state in thrown}) >= 6
    assert len({goal for state in thrown for goal in sums.keys(state)[2]}) >= 4


def test_a_class_gets_other_dice_each_time(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        for _ in range(6):
            await lesson.rooms.begin_round(lesson.gathering, "sums", {"level": 1})
        thrown = [made.state.dice for made in lesson.gathering.rounds]
        assert len(set(thrown)) == 6, "every throw of level 1, each once"

    teach(tmp_path, 1, work)


def test_a_calculation_is_right_known_or_wrong_and_never_solved(tmp_path: Path) -> None:
    async def work(lesson: Lesson) -> None:
        rooms, gathering, (bear, cat) = lesson.rooms, lesson.gathering, lesson.pupils
        made = await rooms.begin_round(gathering, "sums", {"level": 2})
        made.state = blocs.play(blocs.start(blocs.variant({"mode": "solo", "level": 2})), blocs.parse("d36"))

        async def say(who: Member, typed: str) -> str:
            try:
                return (await rooms.add_sum(gathering, who, typed)).fr
            except TableeError as error:
                return error.text.fr

        assert await say(bear, "8 + 2 − 3 = 9") == "Cela ne fait pas 9. Recompte !"  # not what it makes
        assert await say(bear, "8+3") == "Cela ne fait pas 9. Recompte !"
        assert bear.wrong == 2
        assert await say(bear, "7 + 2") == "Le 7 n’est pas devant vous."
        assert bear.wrong == 3
        assert await say(bear, "6+3=9") == "Oui ! 6 + 3 = 9"
        assert (bear.wrong, made.finder) == (0, bear.badge)
        assert await say(bear, "3 + 6") == "Déjà trouvé : 6 + 3"
        assert await say(cat, "6+3") == "Oui ! 6 + 3 = 9"
        assert made.finder == bear.badge  # the class had it already
        assert made.slips == {"8 + 2 − 3": 1, "8 + 3": 1}
        made.state = blocs.play(blocs.start(blocs.variant({"mode": "solo", "level": 3})), blocs.parse("d36"))
        assert await say(cat, "9*2 = 9") == "Cela ne fait pas 9. Recompte !"  # though it makes the other target
        assert await say(cat, "8*2") == "Cela ne fait ni 9 ni 18. Recompte !"

    teach(tmp_path, 2, work)
