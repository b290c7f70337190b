"""A Ray cluster of two machines, one of which is lost on the way, gives what one process gives, byte for byte."""

import codecs
import os
import pty
import secrets
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tablee.core.errors import RequestError
from tablee_lab import runs

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),  # Ray's own, which are not ours to mend
]

LIMIT = 300.0
COMMAND = "import sys; from tablee.cli import start; sys.argv[0] = 'tablee'; sys.exit(start())"
ROOT = Path(__file__).parents[4]
# Ray writes a token into the home folder unless it is given one; and it reads it once.
SECRET = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


@pytest.fixture(autouse=True)
def nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """On this machine only, and with a token of our own."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    for key, value in (runs.executors.LOCAL | SECRET).items():
        monkeypatch.setenv(key, value)


@pytest.fixture
def cluster(nobody_else: None) -> Iterator[Any]:
    """Two machines of one core each, as far as Ray can tell."""
    for patience in (True, False):
        made = import_module("ray.cluster_utils").Cluster()
        try:
            made.add_node(num_cpus=1, include_dashboard=False)  # the first is the head
            made.second = made.add_node(num_cpus=1)
            break
        except Exception as error:  # Ray has no kind of its own for it, and waits half a minute whatever else runs
            made.shutdown()
            if not (patience and "timed out during startup" in str(error)):
                raise
    assert made.address.startswith("127.0.0.1:")
    yield made
    made.shutdown()


def until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + LIMIT
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def works(node: Any) -> bool:
    """Whether a worker of that machine is doing a part of ours: Ray names its processes after what they do."""
    raylet = node.all_processes["raylet"][0].process.pid
    for one in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((one / "stat").read_text().rpartition(")")[2].split()[1])
            name = (one / "cmdline").read_text()
        except OSError:  # it has just ended
            continue
        if parent == raylet and name.startswith("ray::") and not name.startswith("ray::IDLE"):
            return True
    return False


def typed(*words: str, terminal: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", COMMAND, "--lang", "en", *words]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=terminal, cwd=ROOT)


COMMANDS = {
    "arena": "arena cadeau --bots greedy,lapin,random --games 3000 --seed 5 --json",
    "simulate": "simulate laaancez --policy greedy,lapin --games 200000 --seed 5 --json --output {out}",
    "lab": "lab laaancez --games 480 --seed 5 --json",
}


@pytest.mark.parametrize("line", COMMANDS.values(), ids=COMMANDS.keys())
def test_a_machine_lost_on_the_way_changes_no_byte(cluster: Any, tmp_path: Path, line: str) -> None:
    out, same = tmp_path / "cluster.csv", tmp_path / "alone.csv"
    watched, terminal = pty.openpty()
    with typed(*line.format(out=out).split(), "--ray", cluster.address, terminal=terminal) as on_ray:
        os.close(terminal)
        until(lambda: works(cluster.second) or on_ray.poll() is not None)
        assert on_ray.poll() is None
        cluster.remove_node(cluster.second, allow_graceful=False)
        assert on_ray.poll() is None  # it was in the middle of its work
        seen = _read(watched)
        output, _ = on_ray.communicate(timeout=LIMIT)
    assert on_ray.returncode == 0
    with typed(*line.format(out=same).split()) as alone:
        assert output == alone.communicate(timeout=LIMIT)[0] != b""
    if "{out}" in line:
        assert out.read_bytes() == same.read_bytes()
    assert "█" in seen
    assert "%" in seen


def _read(terminal: int) -> str:
    """All that is shown on a terminal, until nobody writes on it any more."""
    decode, seen = codecs.getincrementaldecoder("utf-8")(), ""
    while True:
        try:
            some = os.read(terminal, 4096)
        except OSError:  # on Linux, the end
            some = b""
        if not some:
            os.close(terminal)
            return seen
        seen += decode.decode(some)


def fails(job: tuple[Path, int], part: int) -> int:
    """The part 3 takes its worker down so many times."""
    folder, times = job
    if part == 3 and len(list(folder.iterdir())) < times:
        (folder / str(os.getpid())).touch()
        os.kill(os.getpid(), 9)
    return part


def test_a_lost_worker_is_retried_and_not_for_ever(cluster: Any, tmp_path: Path) -> None:
    spread = runs.on_ray(address=cluster.address)
    once = tmp_path / "once"
    once.mkdir()
    assert sorted(spread(fails, (once, 2), range(6))) == list(range(6))
    assert len(list(once.iterdir())) == 2
    with pytest.raises(RequestError, match="lost 8 times"):
        list(spread(fails, (tmp_path, 1000), range(6)))


def breaks(job: int, part: int) -> float:
    return job / part


def test_the_error_of_a_part_is_told_as_it_is(cluster: Any) -> None:
    with pytest.raises(ZeroDivisionError):
        list(runs.on_ray(address=cluster.address)(breaks, 1, range(3)))


def test_a_ray_of_our_own() -> None:
    assert sorted(runs.on_ray(2)(breaks, 6, range(1, 4))) == [2.0, 3.0, 6.0]


def test_the_cluster_of_the_examples_is_one_that_ray_takes() -> None:
    judge = import_module("ray.autoscaler._private.util")
    config = import_module("yaml").safe_load((ROOT / "examples" / "cluster.yaml").read_text(encoding="utf-8"))
    judge.validate_config(judge.prepare_config(config))
    with pytest.raises(Exception, match="providers"):
        judge.validate_config(judge.prepare_config(config | {"providers": {}}))
