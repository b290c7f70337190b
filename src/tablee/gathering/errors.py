"""What can go wrong in a gathering. Each carries a `Text`, and is answered over HTTP as tables' errors are.

TableError (through the table's own: UnknownTable, SeatError, Refused)
├── UnknownGathering   no gathering of that name or code, or it is erased (404)
├── UnknownBadge       nobody here goes by it (404)
├── NotYours           a secret that gives no right to this (403)
└── NotNow             full, taken, no round is on (409)
"""

from __future__ import annotations

from tablee.table import Refused, SeatError, UnknownTable


class UnknownGathering(UnknownTable):
    pass


class UnknownBadge(UnknownTable):
    pass


class NotYours(SeatError):  # noqa: N818
    pass


class NotNow(Refused):
    pass
