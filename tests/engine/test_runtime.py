"""Kernels that travel: what the files hold, that they equal numba's, and what is said when one cannot run."""

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.machinery import ModuleSpec
from itertools import product
from pathlib import Path
from types import ModuleType

import pytest

from tablee import bots
from tablee.core import registry as games
from tablee.core.game import Roll
from tablee.engine import runtime, solvers, tablebase, wasmtime_host
from tablee.engine.runtime import Buffer, KernelsUnavailable, make_buffer, zeros
from tablee.games import blocs, cadeau, laaancez
from tablee.games.blocs import solver as blocs_solver
from tablee.games.blocs.solver.equilibrium import FOUR, Coin, Play
from tablee.games.cadeau.solver import exact_values
from tablee.games.cadeau.solver.search import games_against_itself, search
from tablee.games.laaancez.solver import recruitment
from tools import kernels as tool

ANSWERS = Path(__file__).parents[1] / "vectors" / "advice.jsonl"
matrix, combat = runtime.module("laaancez.matrix"), runtime.module("laaancez.combat")


def on_numba(module: str, kernel: str, *arguments: object) -> object:
    return runtime._ENGINES["numba"](module, kernel, arguments)


# --- the files -------------------------------------------------------------------------------------------------------


def test_every_file_was_built_from_the_sources_as_they_are() -> None:
    for name, kernels in tool.TRAVELLERS.items():
        about = json.loads(runtime.section((tool.BUILT / f"{name}.wasm").read_bytes(), name))
        assert about["made"] == tool.made_of(name), f"{name}: run: python tools/kernels.py"
        assert list(about["kernels"]) == sorted(kernels)
    assert sorted(path.stem for path in tool.BUILT.glob("*.wasm")) == sorted(tool.TRAVELLERS)


@pytest.mark.slow
def test_building_again_gives_the_same_bytes() -> None:
    subprocess.run([sys.executable, "tools/kernels.py", "--check"], cwd=tool.ROOT, check=True)


@pytest.mark.slow
def test_a_kernel_that_asks_for_more_is_refused_by_name() -> None:
    script = """
import math
from tools import kernels as tool
tool.tools()
from numba import njit
from tablee_lab.kernels.laaancez import matrix
matrix.loud = njit(lambda x: math.log(x))
tool.TRAVELLERS["laaancez.matrix"] = {"loud": "d"}
try:
    tool.built("laaancez.matrix")
except tool.Refused as reason:
    print(reason)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=tool.ROOT, check=True, capture_output=True, text=True)
    assert done.stdout == "laaancez.matrix cannot travel: it asks for log\n"


@pytest.mark.parametrize(
    "begin",
    [
        'from tablee.engine import runtime; runtime._ENGINES["numba"]("numbers", "exp", (1.0,))',
        pytest.param("from tablee_lab.kernels.steps import responses", marks=pytest.mark.slow),
    ],
    ids=["ground", "responses"],
)
def test_the_threads_of_numba_are_there_before_its_kernels(begin: str) -> None:
    """Of a function that calls another from a file, numba does not keep that threads are needed: it would crash."""
    found = 'import llvmlite.binding as llvm; print(bool(llvm.address_of_symbol("allocate_sched")))'
    done = subprocess.run([sys.executable, "-c", f"{begin}; {found}"], check=True, capture_output=True, text=True)
    assert done.stdout == "True\n"


# --- equal to numba --------------------------------------------------------------------------------------------------


def test_matrix_games_equal_numba_bit_for_bit() -> None:
    chance = random.Random(1)
    for _ in range(40):
        rows, columns = chance.randint(1, 9), chance.randint(1, 9)
        payoff = make_buffer("d", [chance.random() for _ in range(rows * columns)], rows, columns)
        results = []
        for run in (matrix.solve, lambda *given: on_numba("laaancez.matrix", "solve", *given)):
            row, column = zeros("d", rows), zeros("d", columns)
            results.append((run(payoff, row, column), row.tolist(), column.tolist()))
        assert results[0] == results[1]
        assert matrix.gap(payoff, row, column) == on_numba("laaancez.matrix", "gap", payoff, row, column)


def sheet(chance: random.Random, rows: int, width: int) -> tuple[Buffer, Buffer, Buffer]:
    hits = [chance.randint(0, 4) for _ in range(rows * width)]
    damage = [chance.randint(0, 3) for _ in hits]
    shield = [int(chance.random() < 0.2) for _ in hits]
    hits[(rows - 1) * width], damage[(rows - 1) * width] = 3, 1
    return tuple(
        make_buffer(letter, each, rows, width) for letter, each in zip("qqB", (hits, damage, shield), strict=True)
    )


def test_combats_equal_numba() -> None:
    chance = random.Random(2)
    for mover in (1, 2) * 6:
        sides = *sheet(chance, 4, 4), *sheet(chance, 4, 4)
        mine, theirs = zeros("b", 4, 4), zeros("b", 4, 4)
        fronts = combat.throws(*sides, mover, mine)
        assert fronts == on_numba("laaancez.combat", "throws", *sides, mover, theirs)
        assert mine.tolist() == theirs.tolist()
        assert combat.winner(*sides, mover) == on_numba("laaancez.combat", "winner", *sides, mover)


@pytest.fixture(params=["wasm", "numba"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    tablebase.forget()
    monkeypatch.setenv("TABLEE_ENGINE", request.param)
    return str(request.param)


def decided(state: laaancez.State) -> list[tuple[object, ...]]:
    decisions = [recruitment.decide(state, player) for player in (1, 2)]
    return [(decision.values, decision.shares) for decision in decisions]


def test_recruitment_equals_numba_bit_for_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the first roll to the combat: the learned value, the closer look, the combats that end it."""
    chance = random.Random(3)
    state = laaancez.start(laaancez.variant({}))
    while not laaancez.fights(state):
        state = laaancez.play(state, Roll((chance.randint(1, 6),)))
        results = []
        for engine in ("wasm", "numba"):
            monkeypatch.setenv("TABLEE_ENGINE", engine)
            results.append(decided(state))
        assert results[0] == results[1]
        for player in (1, 2):
            state = laaancez.play(state, chance.choice(laaancez.moves(state, player)))


@pytest.mark.parametrize("straights", ["ordered", "any"])
def test_cadeau_tables_and_searches_equal_numba_bit_for_bit(straights: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("tablee.games.cadeau.solver.search"), "GAMES", 400)
    layers = exact_values.layers_of(cadeau.Variant(2, straights))
    chance = random.Random(4)
    positions = [[(5, chance.randrange(9)), (0, 0), (4, chance.randrange(9)), (1, 3), (0, 0)] for _ in range(4)]
    results = []
    for engine in ("wasm", "numba"):
        monkeypatch.setenv("TABLEE_ENGINE", engine)
        layer_by_layer = [values.tolist() for _, values in exact_values.backward(layers)]
        results.append((layer_by_layer, search(straights, positions, most=5_000), games_against_itself(straights, 4)))
    assert results[0] == results[1]


USUAL = [("solo", 3, "may"), ("duel", 1, "must"), ("duel", 3, "may")]
MANY = [
    *product(("solo", "duel", "fast"), (1, 2, 3), ("must", "may")),
    *product(("three", "four"), (1, 2, 3), ("must",)),
]
MORE = [pytest.param(*one, marks=pytest.mark.slow) for one in MANY if one not in USUAL]


def check_engines_agree(
    monkeypatch: pytest.MonkeyPatch, folder: Path, build: Callable[[], tablebase.Tablebase]
) -> None:
    """Whichever engine builds a tablebase, its bytes are the same."""
    found = []
    for engine in ("wasm", "numba"):
        monkeypatch.setenv("TABLEE_ENGINE", engine)
        monkeypatch.setenv("TABLEE_CACHE", str(folder / engine))
        table = build()
        found.append(
            {name: hashlib.sha256(array).hexdigest() for name, array in table.items()} | {"": table.header.residual}
        )
    assert found[0] == found[1]


@pytest.mark.parametrize(("mode", "level", "push"), [*USUAL, *MORE])
def test_blocs_tables_equal_numba_bit_for_bit(
    mode: str, level: int, push: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_engines_agree(monkeypatch, tmp_path, lambda: blocs_solver.table_of(blocs.Variant(mode, level, push)))


@pytest.mark.slow
def test_a_seat_among_four_equals_numba_bit_for_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    """One round of choosing, one of following with a coin on the table, and what could still be gained."""
    found = []
    for engine in ("wasm", "numba"):
        monkeypatch.setenv("TABLEE_ENGINE", engine)
        play = Play(1, FOUR)
        changes = [play.improve()]
        usual, other = play.tables[2][play.tables[1][700] :][:2]
        play.coins = [Coin(0, 3, 700, 5, usual, other, choices=(play.tables[3][700],))]
        play.evaluate(0.05)
        found.append((changes, play.values[0].tobytes(), play.policy[0].tobytes(), play.better(0, 1e-8)))
    assert found[0] == found[1]
    assert len(found[0][3][0]) > 0


@pytest.mark.slow
@pytest.mark.parametrize("straights", ["ordered", "any"])
@pytest.mark.parametrize("zones", [1, 2, 3])
def test_all_tables_of_cadeau_equal_numba(
    zones: int, straights: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = cadeau.Variant(zones, straights)
    check_engines_agree(monkeypatch, tmp_path, lambda: exact_values.load_or_build(variant).table)


def test_the_shared_answers_on_each_ground(engine: str) -> None:
    for line in map(json.loads, ANSWERS.read_text(encoding="utf-8").splitlines()):
        game = games.load(line["request"]["game"])
        state = game.start(game.variant(line["request"].get("variant", {})))
        for token in line["request"]["events"]:
            state = game.play(state, game.parse(token))
        advice = solvers.advise(game.NAME, state)
        assert advice.exact
        found = {str(move): worth for move, worth in advice.moves}
        assert found == pytest.approx(line["values"], abs=1e-12), engine
        assert list(found.values()) == sorted(found.values(), reverse=game.seats(state.variant) > 1)  # the best first


# --- what goes wrong -------------------------------------------------------------------------------------------------


@pytest.fixture
def desk_again() -> object:
    yield
    runtime._FILES.clear()


def test_the_ground_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TABLEE_ENGINE", raising=False)
    assert (runtime.engine(), runtime.engine(large=True)) == ("wasm", "numba")
    monkeypatch.setattr(runtime, "find_spec", lambda name: None if name == "numba" else name)
    assert (runtime.engine(), runtime.engine(large=True)) == ("wasm", "wasm")
    monkeypatch.setenv("TABLEE_ENGINE", "numba")
    with pytest.raises(KernelsUnavailable, match="needs numba"):
        runtime.engine()
    monkeypatch.setenv("TABLEE_ENGINE", "abacus")
    with pytest.raises(KernelsUnavailable, match="abacus"):
        runtime.engine()


@pytest.mark.usefixtures("desk_again")
@pytest.mark.parametrize("damage", [b"", b"\0asm", b"not a kernel at all"])
def test_a_damaged_or_missing_file_is_named(damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime._FILES.clear()
    monkeypatch.setattr(runtime, "files", lambda package: tmp_path)
    with pytest.raises(KernelsUnavailable, match=r"laaancez\.matrix\.wasm"):
        matrix.solve(zeros("d", 1, 1), zeros("d", 1), zeros("d", 1))
    (tmp_path / "wasm").mkdir()
    whole = (tool.BUILT / "laaancez.matrix.wasm").read_bytes()
    (tmp_path / "wasm" / "laaancez.matrix.wasm").write_bytes(damage or whole[: len(whole) // 2])
    with pytest.raises(KernelsUnavailable, match=r"laaancez\.matrix\.wasm"):
        matrix.solve(zeros("d", 1, 1), zeros("d", 1), zeros("d", 1))


@pytest.mark.parametrize("name", tool.TRAVELLERS)
def test_a_single_flipped_bit_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a file may well run, and answer wrongly what is said to be exact."""
    whole = (tool.BUILT / f"{name}.wasm").read_bytes()
    monkeypatch.setattr(runtime, "files", lambda package: tmp_path)
    (tmp_path / "wasm").mkdir()
    for at in (9, len(whole) // 3, len(whole) // 2, len(whole) - 60, len(whole) - 1):
        (tmp_path / "wasm" / f"{name}.wasm").write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(KernelsUnavailable, match=rf"{name}\.wasm"):
            runtime.File(name)


@pytest.mark.usefixtures("desk_again")
def test_code_that_the_host_refuses_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    runtime._FILES.clear()
    whole = bytearray((tool.BUILT / "laaancez.matrix.wasm").read_bytes())
    at = whole.index(b"\x0a", 400)
    whole[at + 40 : at + 60] = b"\xff" * 20
    monkeypatch.setattr(runtime, "_read", lambda name: bytes(whole))
    with pytest.raises(KernelsUnavailable, match="wasmtime"):
        matrix.solve(zeros("d", 1, 1), zeros("d", 1), zeros("d", 1))


@pytest.mark.usefixtures("desk_again")
def test_a_wasmtime_that_cannot_be_loaded_is_a_sentence_and_simple_bots_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "tablee.engine.wasmtime_host")
    other = ModuleType("wasmtime")  # one that lacks what we call
    other.__spec__ = ModuleSpec("wasmtime", None)
    monkeypatch.setitem(sys.modules, "wasmtime", other)
    runtime._FILES.clear()
    recruitment.joint.cache_clear()  # another test may have asked the same
    state = laaancez.play(laaancez.start(laaancez.variant({})), Roll((3,)))
    with pytest.raises(KernelsUnavailable, match="wasmtime cannot be loaded"):
        bots.make("hibou", games.load("laaancez")).choose(state, 1)
    assert bots.make("lapin", games.load("laaancez")).choose(state, 1) in laaancez.moves(state, 1)


@pytest.mark.usefixtures("desk_again")
def test_what_was_made_of_a_file_is_kept_and_trusted_only_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))

    def solved() -> float:
        runtime._FILES.clear()  # as in a new process
        return float(matrix.solve(make_buffer("d", [3, -1, -2, 4], 2, 2), zeros("d", 2), zeros("d", 2)))

    worth = solved()
    (kept,) = (tmp_path / "kernels").iterdir()
    whole = kept.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr("wasmtime.Module.__init__", None)  # nothing is made again
        assert solved() == worth
    kept.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert solved() == worth
    assert kept.read_bytes()[:32] == whole[:32]
    (tmp_path / "file").touch()
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "file"))  # cannot be written to
    assert solved() == worth


def test_too_little_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    call = wasmtime_host.Instance.call
    monkeypatch.setattr(
        wasmtime_host.Instance, "call", lambda self, name, *given: 0 if name == "begin" else call(self, name, *given)
    )
    with pytest.raises(KernelsUnavailable, match="memory"):
        matrix.solve(zeros("d", 1000, 1000), zeros("d", 1000), zeros("d", 1000))


def test_a_buffer_of_other_numbers_is_not_taken() -> None:
    with pytest.raises(TypeError, match="d2"):
        matrix.solve(zeros("q", 1, 1), zeros("d", 1), zeros("d", 1))
    with pytest.raises(TypeError, match="arguments"):
        matrix.solve(zeros("d", 1, 1))


def test_an_instance_that_has_grown_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "LARGE", 1)
    row = zeros("d", 1)
    assert matrix.solve(make_buffer("d", [0.25], 1, 1), row, zeros("d", 1)) == 0.25
    assert runtime._FILES["laaancez.matrix"]._instance is None
