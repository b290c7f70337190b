"""The five levels: legal, blind, repeatable, as strong as they say, and honest about what they need."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tablee import bots
from tablee.bots import best_move
from tablee.bots.best_move import Mixed
from tablee.core.errors import RequestError
from tablee.core.game import AnyGame, State
from tablee.core.registry import NAMES, load
from tablee.core.words import ARTICLES
from tablee.drawing.animals import FACES
from tablee.engine import background, runtime, solvers, tablebase
from tablee.games import blocs
from tablee.gathering.settings import BY_LEVEL
from tablee_lab import arena, runs
from tests import toys
from tests.positions import BLOCS, VARIANTS, walk

LIGHT: tuple[tuple[str, dict[str, object]], ...] = (
    ("cadeau", {"zones": 1}),
    ("cadeau", {"zones": 2, "straights": "any"}),
    ("cadeau", {}),
    *((name, settings) for name, settings in BLOCS if settings["mode"] in ("duel", "solo")),
    ("laaancez", {}),
)
HEAVY: tuple[tuple[str, dict[str, object]], ...] = (
    *(("blocs", {"mode": mode, "level": level}) for mode, level in (("fast", 1), ("three", 2), ("four", 3))),
    ("cadeau", {"zones": 3}),
    ("cadeau", {"zones": 9}),
)
SOLVING = tuple(name for name in bots.LEVELS if bots.KINDS[name].solves)
SIMPLE = tuple(name for name in bots.LEVELS if not bots.KINDS[name].solves)
pytestmark = pytest.mark.usefixtures("own_tables")


def views(name: str, settings: dict[str, object], seed: int, most: int) -> list[tuple[State, int, State]]:
    """Some decisions of a random game: the state, who chooses, what they see."""
    game = load(name)
    found = [state for state, _, _ in walk(name, settings, seed) if game.phase(state) == "move"]
    chosen = random.Random(seed).sample(found, min(most, len(found)))
    return [(state, player, game.view(state, player)) for state in chosen for player in game.players(state)]


# --- the table of levels ------------------------------------------------------------------------------------------


def test_levels_are_ordered_by_what_they_are_said_to_do() -> None:
    kinds = [bots.KINDS[name] for name in bots.LEVELS]
    assert [kind.level for kind in kinds] == [1, 2, 3, 4, 5]
    for weaker, stronger in pairwise(kinds):
        assert weaker.random > stronger.random
        assert weaker.best <= stronger.best
        assert weaker.random + weaker.greedy + weaker.best == pytest.approx(1.0)
    assert kinds[-1].best == 1.0


def test_every_level_is_known_where_levels_are_listed_by_hand() -> None:
    assert set(bots.LEVELS) <= set(FACES)
    assert {bots.KINDS[level].title.fr for level in bots.LEVELS} <= set(ARTICLES)
    assert set(BY_LEVEL) <= set(bots.LEVELS)
    steps = [option.values for name in NAMES for option in load(name).OPTIONS if option.key == "level"]
    assert [len(BY_LEVEL)] == [1 + max(map(int, values)) for values in steps]


@pytest.mark.parametrize("name", [name for name in bots.NAMES if name not in bots.WISHES])  # those have no shares
def test_the_page_states_the_shares(name: str) -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    kind = bots.KINDS[name]
    shares = " | ".join(f"{100 * share:.0f}%" for share in (kind.random, kind.greedy, kind.best))
    sentence = f"{kind.about.fr} · {kind.about.en}"
    assert f"| `{name}` | {kind.title.fr} · {kind.title.en} | {shares} | {sentence} |\n" in page


@pytest.mark.parametrize("name", bots.LEVELS)
def test_the_shares_are_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many moves, as many are random, greedy and best as the table of levels says."""
    monkeypatch.setattr(best_move, "find_missing", lambda: "")
    monkeypatch.setattr(best_move, "best", lambda *_: "best")
    kind = bots.KINDS[name]
    bot = Mixed(kind, load("cadeau"), seed=3)
    monkeypatch.setattr(bot._any, "choose", lambda *_: "random")
    monkeypatch.setattr(bot._greedy, "choose", lambda *_: "greedy")
    moves = Counter(bot.choose(None, 1) for _ in range(4000))
    for way, share in (("random", kind.random), ("greedy", kind.greedy), ("best", kind.best)):
        assert moves[way] / 4000 == pytest.approx(share, abs=0.025)


# --- playing ------------------------------------------------------------------------------------------------------


LEGAL = [
    *((level, VARIANTS, 20) for level in SIMPLE),
    *(pytest.param(one, LIGHT, 4, marks=() if one == "hibou" else pytest.mark.slow) for one in SOLVING),
    *(pytest.param(one, HEAVY, 20, marks=pytest.mark.slow) for one in SOLVING),  # whose tables are large
]


@pytest.mark.parametrize(("level", "variants", "most"), LEGAL)
def test_levels_are_legal(level: str, variants: tuple[tuple[str, dict[str, object]], ...], most: int) -> None:
    for name, settings in variants:
        legal(level, name, settings, most)


def legal(level: str, name: str, settings: dict[str, object], most: int) -> None:
    game = load(name)
    one, two = bots.make(level, game, 11), bots.make(level, game, 11)
    asked = views(name, settings, 5, most)
    assert asked
    for state, player, view in asked:
        move = one.choose(view, player)
        assert move in game.moves(state, player)
        assert move == two.choose(view, player)  # same seed, same play


@pytest.mark.parametrize("level", SIMPLE)
def test_another_seed_plays_otherwise(level: str) -> None:
    game = load("cadeau")
    asked = views("cadeau", {}, 5, 20)
    played = set()
    for seed in range(4):
        bot = bots.make(level, game, seed)
        played.add(tuple(bot.choose(view, player) for _, player, view in asked))
    assert len(played) == 4


@pytest.mark.parametrize("level", ["random", "greedy", *bots.LEVELS])
def test_blind_to_the_other_choice(level: str) -> None:
    """L4: whatever the first has chosen, the second's bot chooses alike, even when it is handed too much."""
    game = load("laaancez")
    state = game.play(game.start(game.variant({})), game.parse("d3"))
    after = [game.play(state, move) for move in game.moves(state, 1)[:3]]
    assert {bots.make(level, game, 9).choose(game.view(one, 2), 2) for one in after} == {
        bots.make(level, game, 9).choose(game.view(state, 2), 2)
    }


def test_the_best_draws_from_a_mixture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one choice alone could be foreseen, each is made as often as the mixture says."""
    solver: Any = solvers.solver("laaancez")
    game = load("laaancez")
    view = game.view(game.play(game.start(game.variant({})), game.parse("d3")), 1)
    one, two = game.moves(view, 1)[:2]
    monkeypatch.setattr(solver, "policy", lambda state, player: ((one, 0.75), (two, 0.25)))
    bot = bots.make("hibou", game, 1)
    drawn = Counter(bot.choose(view, 1) for _ in range(800))
    assert drawn[one] / 800 == pytest.approx(0.75, abs=0.05)
    assert drawn[one] + drawn[two] == 800


def test_the_best_is_the_solvers_first() -> None:
    game = load("blocs")
    for _, player, view in views("blocs", {"mode": "duel", "level": 3}, 8, 10):
        advice = solvers.advise("blocs", view, player)
        assert bots.make("hibou", game, 1).choose(view, player) == advice.moves[0][0]


@pytest.mark.parametrize(("name", "settings"), [("cadeau", {}), ("laaancez", {}), ("blocs", {})], ids=str)
def test_a_prepared_bot_builds_no_table(
    name: str, settings: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes long is done before the first move: a move is then a look at a table or a search of fixed size."""
    game = load(name)
    bots.prepare("hibou", game, game.variant(settings))
    monkeypatch.delattr(tablebase, "assemble")
    bot = bots.make("hibou", game, 1)
    for _, player, view in views(name, settings, 6, 4):
        bot.choose(view, player)


@pytest.mark.parametrize(
    ("name", "settings", "levels", "games"),
    [
        ("blocs", {"mode": "solo"}, ["poussin", "ecureuil", "hibou"], 240),
        pytest.param("blocs", {"mode": "duel"}, ["poussin", "ecureuil", "hibou"], 240, marks=pytest.mark.slow),
        ("cadeau", {}, ["poussin", "lapin", "greedy"], 100),
    ],
)
def test_stronger_levels_score_more(name: str, settings: dict[str, object], levels: list[str], games: int) -> None:
    """On the same dice: the difference is far beyond its interval."""
    game = load(name)
    contest = arena.contest(game, game.variant(settings), levels, games, seed=1)
    result = arena.standing(contest, runs.here(arena.play, contest, contest.bouts))
    assert [place.bot for place in result.ranks] == levels[::-1]
    assert all(pair.score.high < 0.5 for pair in result.pairs)


# --- honesty ------------------------------------------------------------------------------------------------------


def test_without_the_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("blocs")
    assert tuple(bots.available(game)) == bots.NAMES
    monkeypatch.setattr(runtime, "find_spec", lambda name: None)  # as in a Python without the solvers' packages
    assert tuple(bots.available(game)) == ("random", "greedy", "poussin", "lapin")
    assert not bots.exact("hibou", game, game.variant({}))
    with pytest.raises(RequestError) as caught:
        bots.make("hibou", game)
    assert "./tablee install" in caught.value.text.fr
    assert "poussin" in caught.value.text.fr
    assert caught.value.text.en.startswith("Owl works out its moves with wasmtime, which is not installed")
    bots.make("lapin", game, 1).choose(*views("blocs", {"mode": "four"}, 1, 1)[0][:0:-1])


def exactness() -> Iterator[tuple[AnyGame, dict[str, object]]]:
    cadeau = load("cadeau")
    for zones in range(1, 10):
        for straights in ("ordered", "any"):
            yield cadeau, {"zones": zones, "straights": straights}
    for mode in blocs.MODES:
        for level in (1, 2, 3):
            yield load("blocs"), {"mode": mode, "level": level}
    yield load("laaancez"), {"sheet": "noel"}


def test_exact_only_where_it_is_solved() -> None:
    for game, settings in exactness():
        variant = game.variant(settings)
        solved = settings in [dict(known) for known in getattr(solvers.solver(game.NAME), "SOLVED", ())]
        assert bots.exact("hibou", game, variant) is solved, settings
        assert not any(bots.exact(name, game, variant) for name in bots.NAMES if name != "hibou")


# --- getting ready ------------------------------------------------------------------------------------------------


def test_prepare_tells_how_far_it_is() -> None:
    game, messages = load("cadeau"), []
    bots.prepare("hibou", game, game.variant({"zones": 1}), lambda done, doing: messages.append((done, doing)))
    assert messages
    assert all(0.0 <= done <= 1.0 and doing.fr and doing.en for done, doing in messages)
    messages.clear()
    bots.prepare("lapin", game, game.variant({"zones": 1}), lambda done, doing: messages.append((done, doing)))
    assert not messages


def test_a_level_plays_until_its_table_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    monkeypatch.setattr(background, "_BUILDING", {})
    tablebase.forget()
    game = load("blocs")
    variant = game.variant({"mode": "four"})
    assert bots.begin("lapin", game, variant) is None  # needs nothing
    building = bots.begin("hibou", game, variant)
    assert isinstance(building, background.ProcessBuild)
    assert bots.begin("ecureuil", game, variant) is building  # one build serves all levels
    state = game.play(game.start(variant), game.parse("d56"))
    assert bots.make("hibou", game).choose(state, 1) in game.moves(state, 1)
    building.stop()


def test_a_game_of_pure_chance_needs_no_preparation() -> None:
    toy = toys.Toy("chance", 0, lambda place: toys.End((place,)) if place else toys.Throw((1, 2)))
    with toys.invited(toy):
        bots.prepare("hibou", toy, toy.variant())
