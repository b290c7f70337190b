"""What the tests of the table share: variants, a table without a store, and random people who play at it."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

from tablee.core.dice import VirtualDice
from tablee.table import Chair, Notice, Setup, Table, TableService, Verb, log_format, requests, verbs
from tablee.table.data import store_at
from tablee.table.ids import digest
from tablee.table.setup import DiceSource
from tablee.table.verbs import Take

VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("cadeau", {"zones": 2}),
    ("cadeau", {"zones": 3, "straights": "any"}),
    ("blocs", {"mode": "duel", "level": 1}),
    ("blocs", {"mode": "solo", "level": 2}),
    ("blocs", {"mode": "fast", "level": 3}),
    ("blocs", {"mode": "three", "level": 2}),
    ("blocs", {"mode": "four", "level": 3}),
    ("laaancez", {}),
)


def secret(place: int) -> str:
    return f"secret of place {place}"


class Desk:
    """A table and its log, without table service or store: what is asked happens at once."""

    def __init__(
        self,
        game: str,
        settings: dict[str, Any] | None = None,
        *,
        holders: tuple[int, ...] = (),
        dice: DiceSource = "virtual",
        opening: bool | None = None,
    ) -> None:
        """`holders`: who sits at each place, by number; by default everybody for themselves."""
        setup = Setup(game, settings or {}, dice=dice, opening=opening, my_seats=()).complete()
        self.source = VirtualDice(1)
        self.holders = holders or tuple(range(len(setup.seats)))
        self.log: list[Verb] = setup.log("")
        self.table = Table.fold("desk", self.log)
        for place, holder in enumerate(self.holders):
            self.add(Take(seat=place, holder=digest(secret(holder))))

    def add(self, made: Verb) -> Table:
        made = replace(made, at=len(self.log))
        self.table.apply(made)
        self.log.append(made)
        return self.table

    def ask(self, place: int, asked: Verb) -> Table:
        """What is asked from a place happens at once."""
        for made in requests.ask(self.table, asked, secret(self.holders[place]), dice=self.source):
            self.add(made)
        return self.table

    def roll(self, place: int, typed: str = "") -> Table:
        return self.ask(place, verbs.RollDice(typed))

    def move(self, place: int, token: str) -> Table:
        return self.ask(place, verbs.Move(token))

    def undo(self, place: int) -> Table:
        return self.ask(place, verbs.Undo())

    def agree(self, place: int) -> Table:
        return self.ask(place, verbs.Agree())

    def decline(self, place: int) -> Table:
        return self.ask(place, verbs.Decline())

    def correct(self, place: int, typed: str) -> Table:
        return self.ask(place, verbs.Correct(typed))

    def folded(self) -> Table:
        """The table as it comes back from the store."""
        return Table.fold("desk", [log_format.parse(log_format.write(made)) for made in self.log])


def snapshot(table: Table) -> tuple[object, ...]:
    """Everything that anybody can see of a table, and all it keeps for later."""
    viewers = (None, *range(table.seating.people))
    return (
        table.state,
        table.phase,
        table.acting,
        table.proposal,
        table.outcome,
        table.next,
        table.seating.opening,
        table.events,
        table.seq,
        table.version,
        dict(table.requests),
        tuple(table.history.undone_rolls),
        tuple(table.view(place) for place in viewers),
        tuple(table.story(place) for place in viewers),
        str(table.record()),
        tuple(table.seating.holder(place) for place in range(table.seating.people)),
    )


def random_token(table: Table, chance: random.Random, count: int) -> str:
    return "d" + "".join(str(chance.randint(1, 6)) for _ in range(count))


def step(desk: Desk, chance: random.Random) -> None:
    """Somebody does something that is allowed: mostly to play, now and then to take back, to correct, to talk."""
    table = desk.table
    if table.proposal is not None and chance.random() < 0.7:
        place = table.proposal.waiting[0]
        if chance.random() < 0.6:
            desk.agree(place)
        else:
            desk.decline(chance.choice((place, table.proposal.seat)))
        return
    everybody = range(table.seating.people)
    if chance.random() < 0.08:
        places = [place for place in everybody if table.view(place).may_undo]
        if places:
            desk.undo(chance.choice(places))
            return
    if table.dice == "typed" and chance.random() < 0.1:
        fixers = [place for place in everybody if table.view(place).may_correct]
        if fixers:
            count = 2 if table.game.NAME == "blocs" and table.events else 1
            desk.correct(fixers[0], random_token(table, chance, count))
            return
    if chance.random() < 0.03:
        desk.add(verbs.Comment("bien joué {ici}, dit-on"))
        return
    place = chance.choice(table.acting)
    if table.phase in ("opening", "roll"):
        count = 1 if table.phase == "opening" or table.game.NAME != "blocs" else 2
        desk.roll(place, random_token(table, chance, count) if table.dice == "typed" else "")
    else:
        desk.move(place, str(chance.choice(table.view(place).moves)))


def random_game(desk: Desk, chance: random.Random, most: int = 400) -> None:
    for _ in range(most):
        if desk.table.over:
            return
        step(desk, chance)


def open_service(home: str | Path, **options: Any) -> TableService:
    """`home`: the address of a database, or the file of one."""
    return TableService(store_at(home), dice=VirtualDice(7), **options)


def notices(table_service: TableService, table_id: str) -> asyncio.Queue[Notice]:
    """What is heard by somebody who follows a table."""
    heard: asyncio.Queue[Notice] = asyncio.Queue()
    table_service.subscribe(table_id, heard.put_nowait)
    return heard


BOTS = (Chair("Léa"), Chair(bot="random"))
