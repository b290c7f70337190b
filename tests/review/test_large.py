"""Luck and losses of games whose tables are large; in a file of its own, so that another process may build them."""

from __future__ import annotations

import pytest

from tests.review.test_review import LARGE, Settings, check_games, named

SMALLEST = [
    (name, settings) for name, settings in LARGE if settings.get("level") == 3 or settings.get("straights") == "any"
]


@pytest.mark.parametrize(("name", "settings"), SMALLEST, ids=named)
def test_luck_and_losses_add_up_with_large_tables(name: str, settings: Settings) -> None:
    check_games(name, settings, 60 if name == "cadeau" else 300)  # of cadeau the dearest moves; 10,000 are slow
