"""Another game with the same people."""

from __future__ import annotations

from tablee.core.fair import BOTS

from .entry import Created, Entry, Taken
from .table import Table


def again(table: Table, *, swap: bool, promised: str = "") -> list[Entry]:
    """The log of a rematch: the same people in the same order, or everybody one place further."""
    seating, score = table.seating, table.score
    order = seating.order[1:] + seating.order[:1] if swap else seating.order
    going_on = score is not None and not score.over
    log: list[Entry] = [
        Created(
            game=table.game.NAME,
            settings=table.game.settings(table.variant),
            seats=tuple(seating.chair(place) for place in order),
            dice=table.dice,
            previous=table.id,
            position=table.game.position(table.history.begin) if table.history.begin is not None else "",
            badges=badges if any(badges := tuple(map(seating.badge, order))) else (),
            secret=promised if table.dice == "virtual" else "",
            bots=BOTS if promised and table.dice == "virtual" else "",
            best=score.best if score is not None else 0,
            played=score.played if score is not None and going_on else 0,
            won=tuple(score.won[place] for place in order) if score is not None and going_on else (),
        )
    ]
    log += [Taken(place=new, holder=seating.holder(old)) for new, old in enumerate(order) if seating.holder(old)]
    return log
