"""Corners of cadeau: meetings of zones (C5 to C11)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from tablee.games import cadeau

from .case import Case, Question, question
from .kit import NONSENSE, Kit, Played

Hand = tuple[int, int, int]
OUT_OF_ORDER: tuple[Hand, Hand] = ((3, 5, 4), (6, 6, 5))  # a straight or not, as the variant says (C7a)


class Cadeau(Kit):
    def corners(self, played: Played) -> Iterator[Question]:
        """One zone with every kind of three dice against every other; more zones with every way to hold them."""
        settings, zones = played.settings, cadeau.variant(played.settings).zones
        yield question(_board(settings, (OUT_OF_ORDER,) * zones))
        if played.brief or zones > 3:
            return
        hands = _hands()
        meetings = list(itertools.product(hands, hands))
        if zones > 1:
            straights = settings.get("straights", "ordered")
            meetings = list({cadeau.verdict(straights, *meeting).holder: meeting for meeting in meetings}.values())
        yield from (question(_board(settings, held)) for held in itertools.product(meetings, repeat=zones))

    def others(self, state: cadeau.State) -> list[str]:
        cells = [f"{zone}{cell}" for zone in range(1, min(9, state.variant.zones + 1) + 1) for cell in cadeau.CELLS]
        dice = [f"d{face}" for face in range(1, 7)]
        return [*NONSENSE, *dice, *cells * 2, "0a", "1d", "d12", "1A", "a1", "01a"]


def _board(settings: Mapping[str, Any], zones: tuple[tuple[Hand, Hand], ...]) -> Case:
    """A game that ends with these dice in the zones, the Lutins' and the Gnomes'."""
    events = [
        token
        for zone, meeting in enumerate(zones, 1)
        for cell, *dice in zip(cadeau.CELLS, *meeting, strict=True)
        for die in dice
        for token in (f"d{die}", f"{zone}{cell}")
    ]
    return Case("cadeau", settings, tuple(events))


def _hands() -> list[Hand]:
    """Three dice for each way to be worth something, by either reading of straights; runs rising, falling, mixed."""
    found: dict[object, Hand] = {}
    faces = range(1, 7)
    for dice in itertools.product(faces, faces, faces):
        ordered, unordered = (cadeau.combination(straights, dice) for straights in ("ordered", "any"))
        rising = unordered.kind == "straight" and dice[0] < dice[1] < dice[2]
        found.setdefault((ordered, unordered, rising), dice)
    return list(found.values())


KIT = Cadeau.shipped("cadeau")
