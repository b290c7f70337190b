"""A live game: seats, dice, undo, log and store. No HTTP in it; the browser, a terminal and bots are its clients.

The log is the only truth: a `Table` is a fold over its entries, and an entry is told to nobody before it is durable.

A *place* is a chair around the table, from 0; a *player* is what the rules call 1, 2, … Before the opening roll of
Pousse-blocs (B2) nobody knows yet which place plays as which player.

What can be asked of a table is a value, one class each in `requests`: Roll, Move, Correct, Undo, Agree, Decline,
Resign, Rematch, Take, Invite, Rename, Comment. `ask` checks one and answers with entries, without hall or loop:

    table = Table.fold("kitchen", Setup("cadeau", here=(0, 1)).checked().log(secret))
    for entry in ask(table, Roll(), secret):
        table.apply(entry)

A hall keeps many tables in a store. Every change goes through it, and every call returns when the change is on disk:

    hall   = Hall(SqliteStore(data_file()), bots=make_a_bot)
    opened = await hall.create(Setup("blocs", {"mode": "duel"}, seats=(Chair(), Chair(bot="easy")), here=(0,)))
    opened.table, opened.secret, opened.invitations        secret: holds the places `here`; {place: invitation}
    table  = await hall.open(table_id)                              the table itself, for reading (UnknownTable)
    table  = await hall.ask(table_id, secret, Move("4,5"), version=4, id="")
    taken  = await hall.take(table_id, Take(1, invitation, "Léa"), secret=None)     .secret, .table
    played = await hall.advance(table_id)                           one step of a bot; False when none is due
    opened = await hall.create(Setup.of_record(record, seats=..., here=...))        from an uploaded record
    swept  = await hall.sweep(days=90)                              ids of the old unfinished tables it deleted

    with hall.subscribe(table_id) as listener:                      bounded; a slow one gets one RESYNC notice
        async for notice in listener: notice.seq, notice.version, notice.resync

`version` is the one the client saw (`table.version`): a stale one raises `StaleMove` and changes nothing. `id` is any
word of up to 64 characters: the same request again by the same seat answers again and changes nothing. A secret that
holds no seat raises `SeatError`; `NotYourTurn`, `StaleMove`, `Refused`, the rules' own `IllegalEvent` and
`NotationError`, and `StoreError` all carry a `Text`.

Reading a table, `place=None` being a spectator:

    table.id, table.game, table.variant, table.version, table.seq, table.dice ("virtual" | "typed")
    table.seating, table.history            who sits where (names, players, links); what was played
    table.places(secret) -> (0,)            the places that a secret holds, () for a spectator
    table.view(place) -> View               all a page needs and all that place may see (state, phase, moves, seats …)
    table.story(place, since=0) -> Lines    the log in words, Line(seq, at, kind, place, text, undone)
    table.record() -> core.record.Record    for download and replay
    table.bot_due() -> place | None         whose bot `advance` would play
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from .bot import Bot, BotMaker, advance
from .chronicle import Line
from .data import data_file
from .errors import (
    BotFailed,
    NotYourTurn,
    Refused,
    SeatError,
    StaleMove,
    TableDamaged,
    TableError,
    UnknownTable,
)
from .opening import Opening
from .requests import REQUESTS, Request, ask
from .seating import Seat
from .secret import new_secret
from .setup import Chair, Setup
from .store import (
    Conflict,
    Store,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreLocked,
    StoreNewer,
    StoreReadOnly,
    Summary,
)
from .table import Proposal, Table, View

if TYPE_CHECKING:
    from .hall import Hall, Opened, Taking
    from .listener import Listener, Notice
    from .sqlite import SqliteStore

# A table alone needs no loop, no thread and no database: what does is imported when it is first asked for.
LATER = {"Hall": "hall", "Opened": "hall", "Taking": "hall"}
LATER |= {"Listener": "listener", "Notice": "listener", "SqliteStore": "sqlite"}


def __getattr__(name: str) -> object:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{LATER[name]}"), name)


__all__ = [
    "REQUESTS",
    "Bot",
    "BotFailed",
    "BotMaker",
    "Chair",
    "Conflict",
    "Hall",
    "Line",
    "Listener",
    "NotYourTurn",
    "Notice",
    "Opened",
    "Opening",
    "Proposal",
    "Refused",
    "Request",
    "Seat",
    "SeatError",
    "Setup",
    "SqliteStore",
    "StaleMove",
    "Store",
    "StoreDamaged",
    "StoreError",
    "StoreFull",
    "StoreLocked",
    "StoreNewer",
    "StoreReadOnly",
    "Summary",
    "Table",
    "TableDamaged",
    "TableError",
    "Taking",
    "UnknownTable",
    "View",
    "advance",
    "ask",
    "data_file",
    "new_secret",
]
