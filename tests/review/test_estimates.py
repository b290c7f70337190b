"""Where values are estimates: luck is fair all the same, skill is unbiased, and errors are as large as we say.

What the truth is, is known of few zones: there the table is hidden, and what the estimates say is compared with it.
"""

import math
import random
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tablee import review as analysis
from tablee.core.game import Roll
from tablee.core.registry import load
from tablee.games.cadeau import solver as solver
from tablee.games.cadeau import supported
from tablee.games.laaancez import solver as laaancez_solver
from tablee.games.laaancez import solver as sheets
from tablee.games.laaancez.solver import recruitment
from tests.review.test_review import SMALL, folded, played

CADEAU = load("cadeau")


@contextmanager
def hidden() -> Iterator[None]:
    """As if cadeau had no tables."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "exact", lambda variant: False)
        patch.setattr(supported, "exact", lambda variant: False)
        yield


@contextmanager
def rough() -> Iterator[None]:
    """As if no sheet of laaancez were solved: a plain measure of hits and damage, which knows little."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(laaancez_solver, "CELLS", 0)
        patch.setattr(sheets, "exact", lambda variant: False)
        recruitment.joint.cache_clear()
        yield
    recruitment.joint.cache_clear()


def luck_after(name: str, settings: dict[str, Any], tokens: list[str]) -> list[tuple[float, float]]:
    """Of every throw that may come after these events: its weight and its luck."""
    game = load(name)
    before = folded(game, settings, tokens)[0][-1]
    return [
        (float(weight), analysis.review(game, [before, game.play(before, roll)], [roll]).entries[0].amount)
        for roll, weight in game.rolls(before)
    ]


@pytest.mark.parametrize(
    ("name", "settings", "count"), [("cadeau", {"zones": 4}, 3), ("cadeau", {"zones": 9}, 1), ("laaancez", {}, 2)]
)
def test_luck_is_fair_at_every_throw_however_good_the_estimate(name: str, settings: dict[str, Any], count: int) -> None:
    rng = random.Random(14)
    _, events = played(name, settings, rng)
    throws = [at for at, event in enumerate(events) if isinstance(event, Roll)]
    for at in rng.sample(throws[: len(throws) // 2], count):
        found = luck_after(name, settings, [str(event) for event in events[:at]])
        assert sum(weight * luck for weight, luck in found) == pytest.approx(0.0, abs=1e-12)
        assert max(luck for _, luck in found) > 0


def test_an_estimate_says_so_and_what_is_left_beyond_luck() -> None:
    review = analysis.review(CADEAU, *played("cadeau", {"zones": 4}, random.Random(4)))
    reply = analysis.answer(review)
    assert reply["exact"] is False
    rough = [entry for entry in reply["events"] if "exact" in entry]
    assert rough
    assert all(entry["exact"] is False and 0 < entry["error"] < 1 for entry in rough)
    assert "exact" not in reply["events"][-1]  # the end is searched whole
    assert review.result is not None
    for player in ("1", "2"):
        total = math.fsum(entry["change"][player] for entry in reply["events"])
        assert reply["result"][player] - reply["start"][player] == pytest.approx(total, abs=1e-9)
    one, two = reply["players"]["1"], reply["players"]["2"]
    assert reply["result"]["1"] - reply["start"]["1"] == pytest.approx(
        one["luck"] - two["luck"] + one["skill"], abs=1e-9
    )
    assert one["skill"] == pytest.approx(-two["skill"], abs=1e-9)
    rolls = [entry["error"] for entry in rough if entry["kind"] == "roll"]
    assert one["skill_margin"] == pytest.approx(2 * math.hypot(*rolls))


LONG = ((2, "any", 8), (3, "ordered", 60), (3, "any", 60))


@pytest.mark.parametrize(
    ("zones", "straights", "games"),
    [(2, "ordered", 8), *(pytest.param(*one, marks=pytest.mark.slow) for one in LONG)],
)
def test_estimates_are_as_good_as_we_say(zones: int, straights: str, games: int) -> None:
    """Games of fair dice and of any moves, by the table and as if there were none."""
    rng, pairs = random.Random(f"{zones} {straights}"), []
    for _ in range(games):
        states, events = played("cadeau", {"zones": zones, "straights": straights}, rng)
        exact = analysis.review(CADEAU, states, events)
        with hidden():
            pairs.append((exact, analysis.review(CADEAU, states, events)))
    off: dict[str, list[float]] = {"worth": [], "luck": [], "loss": []}
    lucks = []
    for exact, rough in pairs:
        assert exact.exact
        assert not rough.exact
        lucks.append(rough.players[1].luck - rough.players[2].luck)
        for true, guess in zip(exact.entries, rough.entries, strict=True):
            if not guess.exact:
                off["worth"].append(abs(true.worth[1] - guess.worth[1]))
                off["luck" if guess.kind == "roll" else "loss"].append(abs(true.amount - guess.amount))
    for kind, errors in off.items():
        within = sum(error <= supported.ERROR for error in errors) / len(errors)
        assert within >= 0.95, (kind, within)
    # Unbiased: luck is nothing on average, so what is left beyond it is what the choices gave.
    assert abs(statistics.fmean(lucks)) < 3 * statistics.stdev(lucks) / len(lucks) ** 0.5
    assert all(
        rough.skill[1] == pytest.approx(exact.skill[1], abs=min(0.05, rough.skill_margin)) for exact, rough in pairs
    )  # the same game, seen nearly alike


def test_skill_is_unbiased_even_by_values_that_know_little() -> None:
    """Small sheets of laaancez without their table: what luck is taken away differs, on average by nothing."""
    game, rng, off, errors = load("laaancez"), random.Random(14), [], []
    for _ in range(15):
        states, events = played("laaancez", {"sheet": SMALL}, rng)
        exact = analysis.review(game, states, events)
        with rough():
            guess = analysis.review(game, states, events)
        assert exact.exact
        assert not guess.exact
        assert all(entry.error == 1.0 for entry in guess.entries if not entry.exact)  # nothing is known of it
        errors += [abs(a.worth[1] - b.worth[1]) for a, b in zip(exact.entries, guess.entries, strict=True)]
        worth = [review.start[1] + review.skill[1] for review in (exact, guess)]  # of the choices, luck taken away
        off.append(worth[1] - worth[0])
    assert max(errors) > 0.1  # it knows little indeed
    assert abs(statistics.fmean(off)) < 3 * statistics.stdev(off) / len(off) ** 0.5
