"""What came of it: the walk through common throws, the last page, standings."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

from tablee.core.registry import load
from tablee.gathering import summary
from tablee.gathering.gathering import Gathering, Round
from tablee.gathering.service import GatheringService
from tablee.review.reasons import list_measures
from tablee.table import SqliteStore, Table, TableService, new_secret
from tablee.table.verbs import Move, Resign, RollDice


async def lesson(folder: Path, many: int, **settings: object) -> tuple[GatheringService, TableService, Gathering]:
    table_service = TableService(SqliteStore(folder / "tables.sqlite"))
    service = GatheringService(table_service, random=Random(4))
    gathering, _ = service.create("game-night", "blocs", settings)
    for _ in range(many):
        gathering.join(new_secret(), service.clock())
    return service, table_service, gathering


async def tables_of(table_service: TableService, made: Round) -> dict[str, Table]:
    return {at.table_id: await table_service.open(at.table_id) for at in made.groups}


def test_the_walk_counts_choices_and_names_what_nobody_saw(tmp_path: Path) -> None:
    code = "K7QM-2XPA-9DTH"  # begins with 4 and 6

    async def walked() -> list[summary.Step]:
        service, table_service, gathering = await lesson(tmp_path, 4)
        made = await service.rounds.begin(gathering, "same-dice", {"mode": "solo", "dice": code}, {})
        for at, move in zip(made.groups, ("4,6", "4,6", "2,8", "2,3,5"), strict=True):
            secret = at.secrets[at.badges[0]]
            await table_service.ask(at.table_id, secret, RollDice())
            await table_service.ask(at.table_id, secret, Move(move))
        steps = summary.walk(made, await tables_of(table_service, made))
        await table_service.close()
        return steps

    (step,) = asyncio.run(walked())
    assert step.number == 1
    assert step.exact is True
    assert [(choice.move.fr, choice.pieces, len(choice.badges), choice.best) for choice in step.choices] == [
        ("pousser le 4 et le 6 : 6 + 4 = 10", ("6", "+", "4"), 2, False),
        ("pousser le 2 et le 8 : 8 + 2 = 10", ("8", "+", "2"), 1, False),
        ("pousser le 2, le 3 et le 5 : 5 + 3 + 2 = 10", ("5", "+", "3", "+", "2"), 1, False),
        ("pousser le 10", ("10",), 0, True),  # nobody saw it
    ]
    assert step.why.fr.startswith("Pousser le 10 : ")
    assert not re.search("[0-9]", step.why.fr.partition(":")[2])  # words for children of eight, no chances


def test_cells_that_are_alike_are_one_choice(tmp_path: Path) -> None:
    """First cell or last, in one zone or the other: the same board, for this throw and for the next."""

    async def walked() -> list[summary.Step]:
        service, table_service, gathering = await lesson(tmp_path, 8)
        settings = {"game": "cadeau", "zones": 2, "dice": "K7QM-2XPA-9DTH"}
        made = await service.rounds.begin(gathering, "same-dice", settings)
        for at, mine, other in zip(made.groups, ("1a", "2c", "1b", "1c"), ("2a", "1a", "2a", "1a"), strict=True):
            for badge, move in zip(at.badges, (mine, other), strict=True):
                await table_service.ask(at.table_id, at.secrets[badge], RollDice())
                await table_service.ask(at.table_id, at.secrets[badge], Move(move))
        steps = summary.walk(made, await tables_of(table_service, made))
        await table_service.close()
        return steps

    first, second = asyncio.run(walked())
    assert [(choice.move.fr, len(choice.badges)) for choice in first.choices if choice.badges] == [
        ("écrire le 6 en zone 1, case a", 3),
        ("écrire le 6 en zone 1, case b", 1),
    ]
    assert [len(choice.badges) for choice in second.choices if choice.badges] == [2, 1]


def test_a_class_talks_about_the_throws_where_it_chose_differently(tmp_path: Path) -> None:
    """Of many throws five at most, those that most people met; the same throws where everybody agrees are none of them,
    unless there are no others."""

    async def walked(agreed: int, met: int = 12) -> list[list[int]]:
        service, table_service, gathering = await lesson(tmp_path / f"{agreed}-{met}", 4)
        made = await service.rounds.begin(gathering, "same-dice", {"game": "cadeau", "zones": 5})
        for at, first in zip(made.groups, range(2), strict=True):
            for throw in range(12 if first else met):
                table = await table_service.open(at.table_id)
                (seat,) = table.acting
                secret = at.secrets[at.badges[seat]]
                table = await table_service.ask(at.table_id, secret, RollDice())
                moves = table.game.moves(table.state, table.seating.player(seat))
                move = str(moves[-1 if first and throw >= agreed else 0])
                await table_service.ask(at.table_id, secret, Move(move))
        throws = summary.list_shared_rolls(made, await tables_of(table_service, made))
        await table_service.close()
        return [[len(badges) for badges in throw.badges.values()] for throw in throws]

    assert asyncio.run(walked(12)) == [[2]] * summary.MOST_ROLLS  # at every throw the same
    assert asyncio.run(walked(12, met=2)) == [[2], [2]]  # not what only one came to
    assert asyncio.run(walked(3)) == [[1, 1]]  # later on each has a board of their own


def test_every_reason_has_words_for_children_of_eight() -> None:
    for name in ("blocs", "cadeau", "laaancez"):
        game = load(name)
        assert all(measure.for_children for measure in list_measures(game, game.variant()))


def test_a_tie_goes_to_who_gave_less_away(tmp_path: Path) -> None:
    """Two pairs, each loser resigns; the winners have a point each, and one of them has chosen better."""

    async def ranked() -> tuple[list[summary.Standing], Round, summary.RoundPlay]:
        service, table_service, gathering = await lesson(tmp_path, 4)
        made = await service.rounds.begin(gathering, "same-dice", {"dice": "K7QM-2XPA-9DTH"}, {})
        for at, move in zip(made.groups, ("10", "2,3,5"), strict=True):
            first, second = (at.secrets[badge] for badge in at.badges)
            await table_service.ask(at.table_id, first, RollDice())
            await table_service.ask(at.table_id, first, Move(move))
            await table_service.ask(at.table_id, second, Resign())
        tables = await tables_of(table_service, made)
        found = summary.rank(gathering, tables), made, summary.summarise_play(made, tables)
        await table_service.close()
        return found

    standings, made, played = asyncio.run(ranked())
    good, poor = (at.badges[0] for at in made.groups)
    assert [one.badge for one in standings[:2]] == [good, poor]
    assert [one.points for one in standings] == [1, 1, 0, 0]
    assert standings[0].loss < standings[1].loss
    assert played.tables == 2
    assert played.over == 2
    assert played.choices == 2
    assert played.best == 1


def test_sums_are_counted_by_operation() -> None:
    game = load("blocs")
    state = game.play(game.start(game.variant({"level": 2})), game.parse("d35"))
    made = Round("sums", {"game": "blocs"}, state=state, found_sums={"a": {"8": None, "5+3": None}, "b": {"8": None}})
    counted = summary.count_sums(made)
    assert counted["found"] == 2
    assert counted["people"] == 2
    assert counted["by"]["+"][0] == counted["by"][""][0] == 1
    assert "missed" not in counted
    made.ended = True
    counted = summary.count_sums(made)
    assert counted["found_by"]["8"] == 2
    assert len(counted["missed"]) == counted["all"] - 2
