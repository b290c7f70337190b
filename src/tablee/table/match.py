"""One game after another with the same people: a rematch."""

from __future__ import annotations

from .entry import Created, Entry, Taken
from .table import Table


def again(table: Table, *, swap: bool, promised: str = "") -> list[Entry]:
    """The log of a rematch: the same people in the same order, or everybody one place further."""
    seating = table.seating
    order = seating.order[1:] + seating.order[:1] if swap else seating.order
    log: list[Entry] = [
        Created(
            game=table.game.NAME,
            settings=table.game.settings(table.variant),
            seats=tuple(seating.chair(place) for place in order),
            dice=table.dice,
            previous=table.id,
            badges=badges if any(badges := tuple(map(seating.badge, order))) else (),
            secret=promised if table.dice == "virtual" else "",
        )
    ]
    log += [Taken(place=new, holder=seating.holder(old)) for new, old in enumerate(order) if seating.holder(old)]
    return log
