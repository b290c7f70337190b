"""What can go wrong at a table.

TableeError
├── TableError
│   ├── UnknownTable       no table of that name
│   ├── TableDamaged       a log that cannot be folded; the other tables are not touched
│   ├── SeatError          a secret, an invitation or a seat that gives no right to this
│   ├── NotYourTurn        a seat that is held, at the wrong moment
│   ├── StaleMove          the table has moved on since the page was shown
│   ├── BotFailed          a bot that could not be made or could not choose; its cause says why
│   └── Refused            anything else a table does not do: too long, nothing to undo, already over
└── StoreError             in `store`: full, read-only, locked, newer, damaged
"""

from collections.abc import Sequence

from tablee.core.errors import TableeError
from tablee.core.words import Text


class TableError(TableeError):
    pass


class UnknownTable(TableError):
    pass


class TableDamaged(TableError):
    """`whole`: the entries before the damage, where the store found it; `good`: how many they are, where a fold did."""

    whole: Sequence[str] = ()
    good: int = 0


class SeatError(TableError):
    pass


class NotYourTurn(TableError):
    pass


class StaleMove(TableError):
    pass


class BotFailed(TableError):
    def __init__(self, text: Text, *, seat: int) -> None:
        super().__init__(text)
        self.seat = seat


class Refused(TableError):
    pass
