"""Tables that take long: answered at once by a search, built by a process of their own, then exact."""

from pathlib import Path

import pytest

from tablee.core import registry as games
from tablee.core.game import State, Variant
from tablee.core.paths import cache_directory
from tablee.engine import background, solvers, tablebase
from tablee.engine.background import ProcessBuild, begin
from tablee.engine.solution import no_wait


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    monkeypatch.setenv("TABLEE_ENGINE", "wasm")
    monkeypatch.setattr(background, "_BUILDING", {})
    tablebase.forget()


def thrown(game: str, settings: dict[str, object], token: str) -> tuple[Variant, State]:
    rules = games.load(game)
    variant = rules.variant(settings)
    return variant, rules.play(rules.start(variant), rules.parse(token))


@pytest.mark.parametrize("mode", ["three", "four"])
def test_whoever_is_in_a_hurry_gets_a_draft_that_says_so(mode: str) -> None:
    _, state = thrown("blocs", {"mode": mode}, "d56")
    with no_wait():
        first, again = solvers.advise("blocs", state), solvers.advise("blocs", state)
        worth = solvers.values("blocs", state)
        assert solvers.policy("blocs", state, 1) == ((first.moves[0][0], 1.0),)
    assert first == again
    assert not first.exact
    assert not worth.exact
    assert {move for move, _ in first.moves} == set(games.load("blocs").moves(state, 1))
    assert sum(worth.players.values()) == pytest.approx(1.0)
    assert first.moves[0][1] == max(value for _, value in first.moves) > 1 / 5
    assert not [kept for kept in cache_directory().iterdir() if kept.name != "kernels"]  # no table was built


def test_a_draft_knows_who_has_won_with_one_more_push() -> None:
    rules = games.load("blocs")
    state = rules.from_position("blocs/mode=four:2/2345689abc/345689abc/-:1:d11")
    with no_wait():
        advice = solvers.advise("blocs", state)
    assert advice.moves[0][1] == 1.0


def test_a_table_is_built_beside_the_answers_and_they_become_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.games.cadeau.solver.MOST_ZONES", 2)  # as if two zones took as long as three do
    variant, state = thrown("cadeau", {"zones": 2, "straights": "any"}, "d3")
    with no_wait():
        assert not solvers.advise("cadeau", state).exact
    building = begin("cadeau", variant)
    assert isinstance(building, ProcessBuild)
    assert begin("cadeau", variant) is building
    assert "not exact yet" in building.describe().en
    assert building._worker.process.wait(240) == 0
    assert begin("cadeau", variant) is None
    with no_wait():
        assert solvers.advise("cadeau", state).exact
        assert solvers.solve("cadeau", variant).value[1] == pytest.approx(0.4824101237102285, abs=1e-12)
    assert [path.suffix for path in cache_directory().iterdir() if path.suffix == ".done"] == []


def test_a_build_ends_with_us_and_leaves_no_note() -> None:
    variant, _ = thrown("blocs", {"mode": "four", "level": 3}, "d56")
    building = begin("blocs", variant)
    assert isinstance(building, ProcessBuild)
    assert not building.over
    building.stop()
    assert building.over
    assert building.done == 0.0
    assert begin("blocs", variant) is None  # what has failed is not tried over and over


@pytest.mark.parametrize(
    ("game", "settings"),
    [("blocs", {"mode": "duel"}), ("cadeau", {"zones": 2}), ("cadeau", {"zones": 9}), ("laaancez", {})],
)
def test_what_takes_a_moment_is_not_built_in_the_background(game: str, settings: dict[str, object]) -> None:
    assert begin(game, games.load(game).variant(settings)) is None
    assert not background._BUILDING
