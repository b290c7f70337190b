"""Large tablebases in a browser, without it: when one is built, what is said meanwhile, and when it is exact."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from tablee import bots
from tablee.core import registry as games
from tablee.engine import background, runtime, solvers, tablebase
from tablee.engine.solution import no_wait, waits
from tablee.offline import tablebase_builder

BLOCS, CADEAU = games.load("blocs"), games.load("cadeau")


class Elsewhere:
    """Another worker, which does nothing: what it was asked for, and how far it pretends to be."""

    def __init__(self, trouble: str = "") -> None:
        self.asked: list[tuple[str, dict[str, object], Path]] = []
        self.trouble = trouble
        self.works: list[SimpleNamespace] = []

    def __call__(self, game: str, settings: str, path: str) -> SimpleNamespace:
        self.asked.append((game, json.loads(settings), Path(path)))
        self.works.append(SimpleNamespace(done=0.0, over=bool(self.trouble), trouble=self.trouble))
        return self.works[-1]


@pytest.fixture(autouse=True)
def in_a_browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    monkeypatch.setattr(runtime, "BROWSER", True)
    monkeypatch.setattr(bots, "BROWSER", True)
    monkeypatch.setattr(background, "_BUILDING", {})
    monkeypatch.setattr(background, "_BUILDER", [])
    tablebase.forget()


def test_the_owl_has_its_table_built_and_nobody_weaker_has() -> None:
    worker, variant = Elsewhere(), BLOCS.variant({"mode": "four", "level": 3})
    assert bots.begin("hibou", BLOCS, variant) is None  # nobody is there who could
    tablebase_builder.use(worker)
    assert bots.begin("renard", BLOCS, variant) is None
    building = bots.begin("hibou", BLOCS, variant)
    assert building is not None
    assert bots.begin("hibou", BLOCS, variant) is building
    assert worker.asked == [("blocs", BLOCS.settings(variant), tablebase.path_of("blocs", "four-3"))]
    worker.works[0].done = 0.42
    sentence = background.describe("blocs", variant)
    assert sentence is not None
    assert "42%" in sentence.en
    worker.works[0].over = True
    assert background.describe("blocs", variant) is None


def test_one_table_is_built_at_a_time() -> None:
    worker = Elsewhere()
    tablebase_builder.use(worker)
    three, four = (BLOCS.variant({"mode": mode}) for mode in ("three", "four"))
    assert background.begin("blocs", three) is not None
    assert background.begin("blocs", four) is None
    worker.works[0].over = True
    assert background.begin("blocs", four) is not None
    assert [path.name for _, _, path in worker.asked] == ["blocs.three-1.table", "blocs.four-1.table"]


@pytest.mark.parametrize("trouble", tablebase_builder.TROUBLE)
def test_where_there_will_be_no_table_it_is_said_why(trouble: str) -> None:
    worker, variant = Elsewhere(trouble), BLOCS.variant({"mode": "three"})
    tablebase_builder.use(worker)
    for _ in range(2):
        assert background.begin("blocs", variant) is None
    assert len(worker.asked) == 1  # nor is it tried over and over
    sentence = background.describe("blocs", variant)
    assert sentence is not None
    assert tablebase_builder.TROUBLE[trouble].fr in sentence.fr
    assert tablebase_builder.TROUBLE[trouble].en in sentence.en


def test_what_is_too_large_for_a_browser_is_not_begun() -> None:
    worker = Elsewhere()
    tablebase_builder.use(worker)
    assert background.begin("cadeau", CADEAU.variant({"zones": 3})) is None
    assert background.begin("cadeau", CADEAU.variant({"zones": 3, "straights": "any"})) is not None
    assert [settings["straights"] for _, settings, _ in worker.asked] == ["any"]


def test_exact_is_said_only_once_the_table_is_there_and_whole() -> None:
    worker, variant = Elsewhere(), BLOCS.variant({"mode": "four", "level": 3})
    tablebase_builder.use(worker)
    assert not bots.exact("hibou", BLOCS, variant)
    assert bots.exact("hibou", BLOCS, BLOCS.variant({"mode": "duel"}))
    path = tablebase.path_of("blocs", "four-3")
    tablebase.write(path, tablebase.assemble("blocs", "four-3", 1, 1.0, 0.0, {"value": runtime.zeros("d", 8)}))
    assert bots.exact("hibou", BLOCS, variant)
    assert background.begin("blocs", variant) is None
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"\1")
    tablebase.forget()
    assert not bots.exact("hibou", BLOCS, variant)
    assert background.begin("blocs", variant) is not None  # built again
    assert not path.exists()


def test_who_builds_waits_for_the_table_of_a_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "BROWSER", False)  # the kernels run here
    messages: list[float] = []
    with no_wait():
        path = tablebase_builder.build("blocs", '{"mode": "duel"}', "blocs.duel-1.table", messages.append)
        assert not waits()
    assert messages
    tablebase.forget()
    found = tablebase.at_hand("blocs", "duel-1", 1)
    assert found is not None
    assert Path(path) == tablebase.path_of("blocs", "duel-1")
    assert solvers.solve("blocs", {"mode": "duel"}).seconds == found.header.seconds
