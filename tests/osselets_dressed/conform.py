"""What `tablee conform` tries of osselets, beyond the plain way."""

from __future__ import annotations

from collections.abc import Iterator

from tablee_lab.conform import Case, Kit, Played, Question
from tablee_lab.conform.case import question

DATA = {"variants": [{"goal": 10}, {"goal": 30}], "refused": ['{"variant": {"goal": 11}}', '{"variant": {"zones": 3}}']}


class Bones(Kit):
    def corners(self, played: Played) -> Iterator[Question]:
        """A pot that just reaches the goal, and one that is lost to a 1 (O3, O4)."""
        case = Case(self.game, played.settings, ("d6", "again", "d4"))
        yield from (question(case.then(*more)) for more in (("hold",), ("again", "d1"), ("again", "d1", "hold")))


KIT = Bones("osselets", DATA)
