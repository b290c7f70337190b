"""What a page shows beyond the table itself: which of one's seats, blocks picked so far, a die half typed.

It lives in the address, so that it works without script and nothing of it is kept anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LONGEST = 60


@dataclass(frozen=True, slots=True)
class ViewParams:
    """`seat`: the place whose turn somebody has taken the device for (L4). `pick` and `say`: what is picked and
    said so far, which only the game can read."""

    seat: int | None = None
    pick: str | None = None
    say: str = ""
    die: int = 0
    fix: bool = False
    stop: bool = False
    layout: str = ""
    hint: int = 0  # how many steps of a hint are asked for

    @staticmethod
    def of(query: Mapping[str, str], only: tuple[str, ...] = ()) -> ViewParams:
        """What an address or a form says, or only some fields of it."""
        query = {key: query[key] for key in only if key in query} if only else query
        seat, die, layout, hint = (query.get(key, "") for key in ("as", "die", "layout", "hint"))
        return ViewParams(
            int(seat) if seat in ("0", "1", "2", "3") else None,
            query["pick"][:LONGEST] if "pick" in query else None,
            query.get("say", "")[:LONGEST],
            int(die) if die in tuple("123456") else 0,
            query.get("fix") == "1",
            query.get("stop") == "1",
            layout if layout in ("wide", "tall") else "",
            int(hint) if hint in ("1", "2", "3") else 0,
        )
