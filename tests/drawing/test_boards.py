"""What holds for the boards of all three games, over random games of every variant."""

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import pytest

from tablee.core.game import AnyGame
from tablee.core.registry import load
from tablee.core.words import LANGS
from tablee.drawing.palette import LOOKS, THEMES, dress
from tablee.drawing.svg import Layout, Region
from tablee.games.blocs import board as blocs
from tablee.games.cadeau import board as cadeau
from tablee.games.laaancez import board as laaancez
from tests.positions import parameters, walk

SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS: tuple[Layout, ...] = ("wide", "tall")
BOARDS: dict[str, ModuleType] = {"cadeau": cadeau, "blocs": blocs, "laaancez": laaancez}
OWN_SHEET = {
    "name": "zoo",
    "rows": [3, 2, 1],
    "candle": {"name": "lampe", "fr": "lampe", "en": "lamp", "hits": 2, "damage": 1},
    "objects": {
        "zebre": {
            "fr": '<b>"Zèbre" & co</b>',
            "en": "</svg><script>alert(1)</script>",
            "hits": 9,
            "damage": 3,
            "limit": 9,
        },
        "ours": {"hits": 2, "damage": 1, "shield": True},
    },
    "faces": {str(face): ["zebre", "ours"] if face % 2 else ["+", "zebre"] for face in range(1, 7)},
}
ALL_VARIANTS = [*parameters(), pytest.param("laaancez", {"sheet": OWN_SHEET}, id="own sheet")]


def draw(name: str, state: Any, **options: Any) -> str:
    board = BOARDS[name].board
    return str(board(state, 1, **options) if name == "laaancez" else board(state, **options))


def touchable(name: str, state: Any, layout: Layout, actions: set[str] | None) -> list[Region]:
    regions = BOARDS[name].regions
    found: list[Region] = regions(state, 1, layout, actions) if name == "laaancez" else regions(state, layout, actions)
    return found


def legal(game: AnyGame, state: Any, player: int) -> set[str]:
    return {str(move) for move in game.moves(state, player)}


def positions(name: str, settings: dict[str, object], seed: int, every: int) -> Iterator[Any]:
    """The first state, some on the way, and the last."""
    state = None
    for i, (before, _, state) in enumerate(walk(name, settings, seed)):  # noqa: B007
        if i % every == 0:
            yield before
    yield state


@pytest.mark.parametrize(("name", "settings"), ALL_VARIANTS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_boards_are_sound_in_every_position(name: str, settings: dict[str, object], layout: Layout) -> None:
    game = load(name)
    for i, state in enumerate(positions(name, settings, 3, 6)):
        lang, theme = LANGS[i % 2], THEMES[i % 3]
        players = game.players(state)
        actions = legal(game, state, players[0]) if game.phase(state) == "move" else set()
        drawn = draw(name, state, layout=layout, lang=lang, theme=theme, actions=actions)
        root = ElementTree.fromstring(drawn)  # well-formed
        ids = Counter(node.get("id") for node in root.iter() if node.get("id"))
        assert set(ids.values()) == {1}
        width, height = BOARDS[name].size(state.variant, layout)
        assert [float(part) for part in root.get("viewBox", "").split()] == [0, 0, width, height]
        # It says what it shows.
        assert root.get("role") == "img"
        assert {root.find(f"{SVG}title").get("id"), root.find(f"{SVG}desc").get("id")} == set(  # type: ignore[union-attr]
            root.get("aria-labelledby", "").split()
        )
        assert len(root.find(f"{SVG}desc").text or "") > 20  # type: ignore[union-attr]
        # A strict Content-Security-Policy shows it; it fetches nothing; paper needs no custom property.
        assert not [node for node in root.iter() if node.get("style") or node.tag in (f"{SVG}style", f"{SVG}script")]
        assert all(node.get("href", "#").startswith("#") for node in root.iter())
        assert ("var(--" in drawn) == (theme != "print")
        used = {node.get("href", "")[1:] for node in root.iter(f"{SVG}use")}
        assert used <= set(ids)


def drawn_in(picture: str) -> str:
    """All that is drawn in a picture, without its head and its words."""
    return re.sub("<title>[^<]*</title>", "", picture.partition("\n")[2])


@pytest.mark.parametrize(("name", "settings"), ALL_VARIANTS)
def test_a_page_wears_by_class_what_a_picture_wears_by_attribute(name: str, settings: dict[str, object]) -> None:
    for state in positions(name, settings, 3, 12):
        on_page = draw(name, state, theme="page")
        assert "data-token" not in on_page, "nothing is offered without actions"
        assert not any(region.token for region in touchable(name, state, "tall", None))
        worn = {look for classes in re.findall(r' class="([^"]*)"', on_page) for look in classes.split()}
        assert {look for look in worn if look.startswith("look-")} <= set(LOOKS)
        assert not re.search(r" (fill|stroke)=\"(?!none|var)", on_page.partition("</defs>")[2] or on_page)
        for theme in THEMES:
            assert drawn_in(dress(on_page, theme)) == drawn_in(draw(name, state, theme=theme))
        assert 'aria-hidden="true"' in on_page.partition("\n")[0], "a page says in words what it shows"


@pytest.mark.parametrize(("name", "settings"), ALL_VARIANTS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_regions_are_the_groups_of_the_board(name: str, settings: dict[str, object], layout: Layout) -> None:
    """Every region is a named group, lies on the board, overlaps no other, and can be hit with a thumb on a phone."""
    game = load(name)
    for state in positions(name, settings, 4, 12):
        players = game.players(state)
        actions = legal(game, state, players[0]) if game.phase(state) == "move" else set()
        root = ElementTree.fromstring(draw(name, state, layout=layout, actions=actions, lang="en", prefix="p-"))
        groups = {node.get("id"): node for node in root.iter(f"{SVG}g")}
        width, height = BOARDS[name].size(state.variant, layout)
        regions = touchable(name, state, layout, actions)
        assert len({region.key for region in regions}) == len(regions)
        for region in regions:
            assert all((region.label.fr, region.label.en))
            assert 0 <= region.x < region.x + region.width <= width
            assert 0 <= region.y < region.y + region.height <= height
            drawn = groups[f"p-{region.key}"]
            assert (drawn.find(f"{SVG}title").text or "").startswith(region.label.en)  # type: ignore[union-attr]
            assert drawn.get("data-token") == region.token
            if region.token:
                assert min(region.width, region.height) >= 42, region
        for one, other in itertools.combinations(regions, 2):
            across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
            down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
            assert min(across, down) <= 0.01, (one, other)


@pytest.mark.parametrize(("name", "settings"), ALL_VARIANTS)
def test_every_legal_token_is_on_the_board_exactly_once(name: str, settings: dict[str, object]) -> None:
    game = load(name)
    seen = 0
    for state in positions(name, settings, 5, 3):
        if game.phase(state) != "move":
            continue
        for player in game.players(state):
            actions = legal(game, state, player)
            root = ElementTree.fromstring(draw(name, state, actions=actions))
            assert root.get("data-tokens", "").split() == sorted(actions)
            direct = Counter(token for node in root.iter() if (token := node.get("data-token")))
            assert all(count == 1 for count in direct.values())
            if name == "blocs":
                assert set(direct) == {token for token in actions if "," not in token} - {"-"}
            elif name == "cadeau":
                assert set(direct) == actions
            elif state.die:
                assert _offered(state, player, actions) == {token for token in actions if not token.endswith(".-")}
            else:
                assert set(direct) == _aimed(state, actions)
            seen += len(actions)
    assert seen


def _offered(state: Any, player: int, actions: set[str]) -> set[str]:
    """In a recruitment an offer is picked first: each token is direct exactly once its offer is picked."""
    found: list[str] = []
    for kind in set(state.variant.sheet.faces[state.die - 1]):
        if any(token.startswith(f"{player}.{kind}") for token in actions):
            root = ElementTree.fromstring(laaancez.board(state, player, actions=actions, picked=kind))
            found += [token for node in root.iter() if (token := node.get("data-token"))]
    assert len(found) == len(set(found))
    return set(found)


def _aimed(state: Any, actions: set[str]) -> set[str]:
    """In combat a throw is picked first and aimed then: each token is direct exactly once it is picked."""
    throwers = {token.partition("x")[0] for token in actions}
    found: list[str] = []
    for thrower in throwers:
        root = ElementTree.fromstring(laaancez.board(state, 1, actions=actions, picked=thrower))
        found += [token for node in root.iter() if (token := node.get("data-token"))]
    assert sorted(found) == sorted(actions)
    return actions if len(throwers) == 1 else set()


def test_what_a_throw_would_leave_stands_between_the_rows_that_fight() -> None:
    """Whoever throws: on the other edge the row behind would lie over it."""
    game, seen = load("laaancez"), set()
    for state in positions("laaancez", {}, 5, 1):
        if state.die or not (actions := legal(game, state, state.turn)):
            continue
        thrower = min(actions).partition("x")[0]
        drawn = laaancez.board(state, 1, actions=actions, picked=thrower, layout="tall")
        boxes = laaancez.regions(state, 1, "tall", actions, thrower)
        far = max(box.y + box.height for box in boxes if box.key.startswith("2-"))
        near = min(box.y for box in boxes if box.key.startswith("1-"))
        labels = [float(y) for y in re.findall(r'y="([\d.]+)"[^>]*>→', drawn)]
        assert labels
        assert all(far - 4 < y < near + 8 for y in labels)
        seen.add(state.turn)
    assert seen == {1, 2}


@pytest.mark.parametrize("lang", LANGS)
def test_hostile_names_stay_words(lang: str) -> None:
    hostile = '</svg><script>alert("x")</script>&\x00'
    names = {1: hostile, 2: hostile, 3: hostile, 4: hostile}
    tables: tuple[tuple[str, dict[str, object]], ...] = (
        ("cadeau", {}),
        ("blocs", {"mode": "four"}),
        ("laaancez", {"sheet": OWN_SHEET}),
    )
    for name, settings in tables:
        for state in positions(name, settings, 7, 25):
            drawn = draw(name, state, names=names, lang=lang)
            root = ElementTree.fromstring(drawn)
            assert "<script" not in drawn
            assert not list(root.iter(f"{SVG}script"))
            assert hostile.replace("\x00", "") in "".join(root.itertext())
