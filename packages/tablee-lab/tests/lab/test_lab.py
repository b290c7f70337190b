"""The lab: what it measures is there, is the same again, and holds the truth where that is known."""

import json
import math
import random
from dataclasses import replace

import pytest

from tablee.cli import main
from tablee.core import registry as games
from tablee.engine import solvers
from tablee.games import laaancez
from tablee.games.laaancez.sheet import parse_sheet, plain
from tablee_lab import lab, runs
from tablee_lab.lab import improve, report
from tablee_lab.lab.block import MOMENTS, Played
from tablee_lab.lab.chances import count_lead_changes, find_decision, learn
from tablee_lab.lab.optimise import as_toml
from tablee_lab.lab.studies import job, run

NOEL = laaancez.load_shipped("noel")
FEATHER = {"hits": 1, "damage": 0, "fr": "plume", "en": "feather"}


def broken() -> laaancez.Sheet:
    """A sheet with an object that nobody should ever take, beside one that is always better."""
    data = plain(NOEL)
    objects = data["objects"] | {"plume": FEATHER}  # type: ignore[operator]
    faces = data["faces"] | {"1": ["boule", "plume"]}  # type: ignore[operator]
    objects.pop("bouclier")
    return parse_sheet(data | {"name": "plumes", "rows": [3, 2, 1], "objects": objects, "faces": faces})


def test_a_study_is_the_same_again_and_in_processes() -> None:
    once = lab.study("blocs", {"level": 2}, "greedy", 7, blocks=2)
    again = lab.study("blocs", {"level": 2}, "greedy", 7, blocks=2, executor=runs.processes(2))
    assert report.as_json([once]) == report.as_json([again])
    assert once.games == 16
    assert once.blocks != lab.study("blocs", {"level": 2}, "greedy", 8, blocks=2).blocks


@pytest.mark.parametrize(
    ("game", "settings"),
    [("cadeau", {"zones": 2}), ("blocs", {"mode": "three"}), ("blocs", {"mode": "solo"}), ("laaancez", {})],
)
def test_every_figure_has_a_value_within_its_interval_and_words_in_both_languages(
    game: str, settings: dict[str, object]
) -> None:
    found = lab.study(game, settings, "greedy", 1, blocks=2)
    figures = json.loads(report.as_json([found]))["figures"]
    assert {"seat1", "length", "choices"} <= set(figures)
    assert any(name.startswith("level.") for name in figures)
    assert any(name.startswith("without.") for name in figures)
    assert any(name.startswith("always.") for name in figures)
    assert ("changes" in figures) == (found.job.seats > 1)
    for name, figure in figures.items():
        assert figure["low"] <= figure["value"] <= figure["high"], name
    assert sum(one.value for one in found.shares) == pytest.approx(1.0) or found.job.seats == 1
    french, english = report.text([found], "fr"), report.text([found], "en")
    assert french != english
    assert len(french.splitlines()) == len(english.splitlines())
    assert report.plots(found, "fr")


def test_a_game_that_brings_nothing_for_the_lab_is_measured_by_what_its_rules_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(games.GUESTS, "osselets", "osselets")
    found = lab.study("osselets", {}, seed=1, blocks=1)
    assert found.job.exact
    assert found.changes is not None
    assert found.without == {}
    assert "osselets" in report.text([found], "en")


def test_an_exact_variant_says_its_value() -> None:
    found = lab.study("cadeau", {"zones": 1}, seed=1, blocks=1)
    assert found.job.bot == "hibou"
    assert found.exact_values == solvers.solve("cadeau", {"zones": 1}).value
    output = report.text([found], "fr")
    assert "Exact" in output
    assert "La place favorisée : les Gnomes." in output  # however few the games are
    assert lab.study("cadeau", {"zones": 5}, seed=1, blocks=1).exact_values is None


def test_chances_are_learned_from_who_led_and_who_won() -> None:
    chance = random.Random(1)
    games = []
    for _ in range(2_000):
        lead = chance.gauss(0.0, 2.0)
        won = chance.random() < 1.0 / (1.0 + math.exp(-0.3 - 0.8 * lead))
        games.append(Played((float(won), float(not won)), 20, ((lead, 0.0),) * MOMENTS))
    for game, path in zip(games[:50], learn(games), strict=False):
        true = 1.0 / (1.0 + math.exp(-0.3 - 0.8 * game.path[0][0]))
        assert path[0][0] == pytest.approx(true, abs=0.06)
        assert sum(path[0]) == pytest.approx(1.0)


def test_lead_changes_and_the_moment_when_the_winner_is_known() -> None:
    path = [(0.5, 0.5), (0.6, 0.4), (0.52, 0.48), (0.4, 0.6), (0.7, 0.3), (0.95, 0.05), (0.97, 0.03), (0.99, 0.01)]
    assert count_lead_changes(path) == 2
    assert find_decision(path, (1.0, 0.0)) == 5 / 8
    assert find_decision(path, (0.0, 1.0)) == 1.0
    assert find_decision(path, (0.5, 0.5)) == 1.0


def test_a_dead_option_is_named_and_a_live_one_is_not() -> None:
    found = lab.study("laaancez", {"sheet": broken()}, "greedy", 3, blocks=60)
    assert "plume" in found.dead
    assert "boule" not in found.dead
    assert "plume" in report.text([found], "fr").rpartition("Option morte")[2]


def test_a_broken_sheet_is_mended_and_the_mended_one_can_be_played() -> None:
    found = improve(broken(), 5, generations=2, rounds=((10, 3), (4, 8)), verified=25)
    assert found.better
    assert found.sheet != broken()
    unfair = [max(abs(one.value - 0.5) for one in study.shares) for study in (found.before, found.after)]
    assert unfair[1] <= unfair[0]
    assert laaancez.parse_toml(as_toml(found.sheet)) == found.sheet
    assert found.before.blocks[0].number == 0
    assert {found.before.job.variant.sheet.name, found.sheet.name} == {"plumes", "plumes_bis"}


def test_an_interrupted_study_tells_what_was_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(do, wanted, parts):  # type: ignore[no-untyped-def]
        yield do(wanted, parts[0])
        raise KeyboardInterrupt

    found = lab.study("blocs", {}, "greedy", 1, executor=cut)
    assert not found.complete
    assert found.games == 8
    assert report.text([found], "en").startswith("Interrupted")


def test_the_command_compares_and_writes_a_page(tmp_path, capsys) -> None:  # type: ignore[no-untyped-def]
    page = tmp_path / "report.html"
    words = ["lab", "cadeau", "--set", "zones=1", "--compare", "straights=any", "--games", "8", "--seed", "1"]
    assert main(["--lang", "en", *words, "--workers", "1", "--output", str(page), "--plot"]) == 0
    out = capsys.readouterr().out
    assert "A = cadeau, zones 1, straights ordered" in out
    assert "B = cadeau, zones 1, straights any" in out
    assert "<svg" in page.read_text("utf-8")


def test_the_command_improves_a_sheet(tmp_path, capsys, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    quick = {"rounds": ((6, 2),), "verified": 6}
    monkeypatch.setattr(improve, "__kwdefaults__", (improve.__kwdefaults__ or {}) | quick)
    mine, better = tmp_path / "mine.toml", tmp_path / "better.toml"
    mine.write_text(as_toml(broken()), "utf-8")
    words = ["lab", "improve", "--set", f"sheet={mine}", "--output-sheet", str(better), "--seed", "2", "--workers", "1"]
    assert main(["--lang", "fr", *words]) == 0
    captured = capsys.readouterr()
    assert better.exists() == ("_bis" in captured.out)
    if better.exists():
        assert laaancez.parse_toml(better.read_text("utf-8")).name == "plumes_bis"


def test_what_improving_has_no_use_for_is_refused(capsys) -> None:  # type: ignore[no-untyped-def]
    for option in (["--games", "8"], ["--seconds", "1"], ["--precision", "5"], ["--compare", "sheet=noel"]):
        assert main(["--lang", "en", "lab", "improve", *option]) == 2
        assert f"{option[0]}: “lab improve” has no use for it" in capsys.readouterr().err
    assert main(["--lang", "en", "lab", "cadeau", "--output-sheet", "x.toml"]) == 2
    assert "--output-sheet: only with “lab improve”" in capsys.readouterr().err


SUPPORTED = (
    *(("blocs", {"mode": mode, "level": level}) for mode in ("duel", "fast") for level in (1, 2, 3)),
    *(("cadeau", {"zones": zones, "straights": straights}) for zones in (1, 2) for straights in ("ordered", "any")),
)


@pytest.mark.slow
def test_of_a_hundred_intervals_at_least_ninety_three_hold_the_truth() -> None:
    held = 0
    for seed in range(10):
        for game, settings in SUPPORTED:
            wanted = replace(job(game, settings, "hibou", seed), trials=False)
            found = run(wanted, blocks=12)
            held += found.shares[0].low <= solvers.solve(game, settings).value[1] <= found.shares[0].high
    assert held >= 93, held
