"""A live game: seats, dice, undo, log and store. No HTTP in it; the browser, a terminal and bots are its clients.

The log is the only truth: a `Table` is a fold over its entries, and an entry is told to nobody before it is durable.

A *seat* is a chair around the table, from 0; a *player* is what the rules call 1, 2, … Before the opening roll of
Pousse-blocs (B2) nobody knows yet which seat plays as which player.

What can be done at a table is a value, one class each in `verbs`: Roll, Move, Correct, Undo, Agree, Decline, Tutor,
Resign, Rematch, Take, Invite, Rename, Erase. `ask` checks one and answers with entries, without table service or loop:

    table = Table.fold("kitchen", Setup("cadeau", my_seats=(0, 1)).complete().log(secret))
    for entry in ask(table, Roll(), secret):
        table.apply(entry)

A table service keeps many tables in a store. Every change goes through it, and every call returns when the change is on
disk:

    table_service = TableService(SqliteStore(data_file()), bots=make_a_bot)
    setup  = Setup("blocs", {"mode": "duel"}, seats=(Chair(), Chair(bot="lapin")), my_seats=(0,))
    opened = await table_service.create(setup)
    opened.table, opened.secret, opened.invitations        secret: holds the seats `my_seats`; {seat: invitation}
    table  = await table_service.open(table_id)       the table itself, for reading (UnknownTable)
    table  = await table_service.ask(table_id, secret, Move("4,5"), version=4, id="")
    taken  = await table_service.take(table_id, Take(1, invitation, "Léa"), secret=None)     .secret, .table
    played = await table_service.advance(table_id)                           one step of a bot; False when none is due
    opened = await table_service.create(Setup.of_record(record, seats=..., my_seats=...))        from an uploaded record
    pruned = await table_service.prune(days=90)                              ids of the old unfinished tables it deleted

    leave  = table_service.subscribe(table_id, listener)                     listener(notice): .seq, .version, .resync

`version` is the one the client saw (`table.version`): a stale one raises `StaleMove` and changes nothing. `id` is any
word of up to 64 characters: the same request again by the same seat answers again and changes nothing. A secret that
holds no seat raises `SeatError`; `NotYourTurn`, `StaleMove`, `Refused`, the rules' own `IllegalEvent` and
`NotationError`, and `StoreError` all carry a `Text`.

Reading a table, `seat=None` being a spectator:

    table.id, table.game, table.variant, table.version, table.seq, table.dice ("virtual" | "typed")
    table.seating, table.history            who sits where (names, players, links); what was played
    table.find_seats(secret) -> (0,)         the seats that a secret holds, () for a spectator
    table.view(seat) -> View               what that seat may see and do (state, moves, seats …)
    table.story(seat, since=0) -> Lines    the log in words, Line(seq, at, kind, seat, text, undone)
    table.record() -> core.record.Record    for download and replay
    table.bot_due() -> seat | None         whose bot `advance` would play
"""

import importlib
from typing import TYPE_CHECKING

from .bot import Bot, advance
from .data import data_file
from .errors import BotFailed, NotYourTurn, Refused, SeatError, StaleMove, TableDamaged, UnknownTable
from .ids import new_secret
from .log_text import Line
from .opening import Opening
from .requests import ask
from .seating import Seat
from .setup import Chair, Setup, name_bots
from .store import Conflict, Store, StoreDamaged, StoreError, StoreFull, StoreLocked, StoreNewer, StoreReadOnly, Summary
from .table import Table, Verb, View
from .verbs import VERBS

__all__ = [
    "VERBS", "Bot", "BotFailed", "Chair", "Conflict", "Line", "NotYourTurn", "Notice", "Opening", "Refused", "Seat",
    "SeatError", "Setup", "SqliteStore", "StaleMove", "Store", "StoreDamaged", "StoreError", "StoreFull", "StoreLocked",
    "StoreNewer", "StoreReadOnly", "Summary", "Table", "TableDamaged", "TableService", "UnknownTable", "Verb", "View",
    "advance", "ask", "data_file", "name_bots", "new_secret",
]  # fmt: skip
# A table alone needs no loop, no thread and no database: what does is imported when it is first asked for.
LAZY = {"TableService": "service", "Notice": "table_cache", "SqliteStore": "sqlite"}
if TYPE_CHECKING:
    from .service import TableService
    from .sqlite import SqliteStore
    from .table_cache import Notice


def __getattr__(name: str) -> object:
    if name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{LAZY[name]}"), name)
