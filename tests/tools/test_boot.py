"""The two commands and their set-up, with made-up Pythons and installers: no network, no real install."""

import importlib.util
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import tomllib
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import tablee
from tablee.cli import main
from tablee.core.extras import MORE
from tablee.core.words import language
from tools import boot

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)


def script(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with the launchers, small locks and no environment."""
    root = tmp_path / "check out"  # the space is meant
    (root / "tools").mkdir(parents=True)
    for name in ("tablee", "check", "tools/boot", "tools/boot.py"):
        shutil.copy(ROOT / name, root / name)
    (root / "lock").mkdir()
    for group in boot.LOCKS:
        (root / "lock" / f"{group}.lock").write_text(f"# {group}\n", encoding="utf-8")
    (root / "src" / "tablee").mkdir(parents=True)
    (root / "src" / "tablee" / "__init__.py").write_text('__version__ = "0.1.0"\n', encoding="utf-8")
    for folder in boot.PROJECTS.values():
        (root / folder).mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / folder / "pyproject.toml", root / folder / "pyproject.toml")
    return root


def launch(root: Path, *arguments: str, path: str = "/usr/bin:/bin", lang: str = "C.UTF-8") -> list[str]:
    done = subprocess.run(
        ["/bin/sh", str(root / "tablee"), *arguments],
        env={"PATH": path, "HOME": str(root), "LANG": lang},
        capture_output=True,
        text=True,
        check=False,
    )
    return [*done.stdout.splitlines(), *done.stderr.splitlines(), str(done.returncode)]


# The locks


def pins(group: str) -> set[tuple[str, str]]:
    return set(PIN.findall((ROOT / "lock" / f"{group}.lock").read_text(encoding="utf-8")))


def test_locks_pin_everything_by_hash_and_name_no_host() -> None:
    for group in (*boot.LOCKS, "uv"):
        text = (ROOT / "lock" / f"{group}.lock").read_text(encoding="utf-8")
        entries = re.split(r"\n(?=\S)", text.strip())
        assert all(PIN.match(entry) and "--hash=sha256:" in entry for entry in entries), group
        assert "://" not in text, group
    for group, projects in boot.LOCKS.items():
        wanted = {re.split(r"[\[>=<;]", line)[0] for line in boot.requirements(ROOT, projects)}
        assert wanted
        assert wanted <= {name for name, _ in pins(group)}, group
    assert pins("table") < pins("check")


def test_the_packages_have_one_version_and_their_entry_points_are_linked() -> None:
    for name, folder in boot.PROJECTS.items():
        project = tomllib.loads((ROOT / folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        assert project["name"] == name
        assert project.get("version", tablee.__version__) == tablee.__version__
        needed = [line for line in project["dependencies"] if name == "tablee" or line.startswith("tablee")]
        needed = [line.replace("[table]", "") for line in needed]
        assert needed == ([] if name == "tablee" else [f"tablee=={tablee.__version__}"])
        for group, declared in project["entry-points"].items():
            found = {point.name: point.value for point in entry_points(group=group)}
            assert declared.items() <= found.items(), "run: python tools/boot.py link"
            for point in entry_points(group=group):
                assert point.load()


@pytest.mark.parametrize("extra", boot.OPTIONAL)
def test_an_extra_goes_into_the_environment_of_the_table(extra: str) -> None:
    """It must not change what the table was set up with, but for what it cannot live with."""
    table = {name for name, _ in pins("table")}
    added = {name for name, _ in pins(extra) - pins("check")}
    assert not added & table - set(boot.FREED.get(extra, ()))
    assert extra in MORE


def test_new_locks_keep_the_pins_that_are_there_unless_newer_ones_are_asked_for(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[list[str]] = []
    kept: list[str] = []

    def record(command: list[str | Path]) -> None:
        ran.append(list(map(str, command)))
        kept.append((checkout / ".boot.pins").read_text(encoding="utf-8"))

    shutil.copy(ROOT / "lock" / "check.lock", checkout / "lock" / "check.lock")
    monkeypatch.setattr(boot, "run", record)
    boot.make_locks(checkout)
    made = len(boot.LOCKS) + 1
    assert "numpy==" in kept[1]
    assert "numpy==" not in kept[list(boot.LOCKS).index("gpu")]
    assert "numba==" in kept[list(boot.LOCKS).index("gpu")]
    boot.make_locks(checkout, "--upgrade")
    assert ["--upgrade" in command for command in ran] == [False] * made + [True] * made


# Choosing a Python


def test_a_python_that_does_not_run_is_no_candidate(tmp_path: Path) -> None:
    assert boot.probe(script(tmp_path / "shim", "echo no such version >&2; exit 127")) is None
    assert boot.probe(script(tmp_path / "talker", "echo hello")) is None
    assert boot.probe(tmp_path / "absent") is None
    found = boot.probe(sys.executable)  # this one runs
    assert found is not None
    assert found.version == sys.version_info[:2]
    assert found.able
    assert not found.path.is_symlink()


def test_a_tested_python_goes_before_a_newer_one_and_both_before_one_without_venv() -> None:
    bare, newer, tested = (
        boot.Candidate(Path(name), version, able)
        for name, version, able in [("a", (3, 12), False), ("b", (3, 99), True), ("c", (3, 12), True)]
    )
    assert boot.choose([bare, newer, tested]) is tested
    assert boot.choose([bare, newer]) is newer
    assert boot.choose([bare]) is bare
    assert boot.choose([]) is None


def test_no_python_new_enough_stops_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boot, "candidates", lambda: iter(()))
    with pytest.raises(boot.BootError, match="sudo apt-get install -y python3-venv"):
        boot.python_for_venv()


# System packages


@pytest.fixture
def apt(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Records the commands instead of running them; apt-get is there, and a sudo that wants a password."""
    ran: list[list[str]] = []

    def record(command: list[str], **environment: str) -> str | None:
        ran.append(command)
        return "a password is required" if command[0] == "sudo" else None

    monkeypatch.setattr(boot, "run", record)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(boot, "french", lambda: True)
    return ran


def test_what_is_missing_is_installed_or_named(apt: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Root installs it; without rights it stops with the exact command, without apt with what is missing."""
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    boot.apt_install("chromium")
    assert apt.pop()[-5:] == ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(boot.BootError, match="sudo apt-get install -y chromium libatomic1"):
        boot.apt_install("chromium", "libatomic1")
    assert apt == [["sudo", "-n", "true"]]
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(boot.BootError, match="Il manque chromium"):
        boot.apt_install("chromium")
    assert len(apt) == 1
    monkeypatch.setattr(Path, "glob", lambda folder, pattern: iter(()))
    assert {"chromium", "postgresql"} <= set(boot.missing_for_check())


# Preparing


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Real environments from this Python, without the network: an install only notes the lock."""
    notes: list[str] = []
    base = boot.probe(sys.executable)
    assert base is not None
    path = base.path
    monkeypatch.setattr(boot, "python_for_venv", lambda: path)
    monkeypatch.setattr(boot, "compile_bytecode", lambda root: None)
    monkeypatch.setattr(boot, "install", lambda root, lock: notes.append(lock.name))
    return notes


def test_nothing_is_done_twice_but_a_changed_lock(checkout: Path, installed: list[str]) -> None:
    for group in ("check", "check", "table"):  # the checks stamp both
        boot.prepare(checkout, group)
    assert installed == ["check.lock"]
    (checkout / "lock" / "table.lock").write_text("# newer\n", encoding="utf-8")
    assert not boot.ready(checkout, "table")
    boot.prepare(checkout, "table")
    assert installed == ["check.lock", "table.lock"]


def test_the_package_is_found_even_after_the_checkout_moves(checkout: Path, installed: list[str]) -> None:
    (checkout / "src" / "tablee" / "__init__.py").write_text("__version__ = \"0\"\nprint('found')\n", encoding="utf-8")
    boot.prepare(checkout, "table")
    moved = checkout.rename(checkout.with_name("elsewhere"))
    python = [str(moved / ".venv" / "bin" / "python"), "-I", "-B", "-c", "import tablee"]
    assert subprocess.run(python, capture_output=True, text=True, check=True).stdout == "found\n"


def test_an_install_cut_short_is_made_again_from_nothing(
    checkout: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut(root: Path, lock: Path) -> None:
        (root / ".venv" / "half").touch()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(boot, "install", cut)
        with pytest.raises(KeyboardInterrupt):
            boot.prepare(checkout, "table")
    assert not boot.ready(checkout, "table")
    boot.prepare(checkout, "table")
    assert boot.ready(checkout, "table")
    assert not (checkout / ".venv" / "half").exists()


def test_an_environment_whose_python_is_gone_is_made_again(checkout: Path, installed: list[str]) -> None:
    boot.prepare(checkout, "table")
    python = checkout / ".venv" / "bin" / "python"
    python.unlink()
    python.symlink_to(checkout / "uninstalled")
    assert not boot.ready(checkout, "table")
    boot.prepare(checkout, "table")
    assert installed == ["table.lock", "table.lock"]
    assert boot.probe(python) is not None


def test_two_starts_at_once_install_once(checkout: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = threading.Event()
    monkeypatch.setattr(boot, "say", lambda fr, en: waiting.set() if "Another" in en else None)

    def slow(root: Path, lock: Path) -> None:
        assert waiting.wait(timeout=30)  # the second start is at the door before the first one ends
        installed.append(lock.name)

    monkeypatch.setattr(boot, "install", slow)
    starts = [threading.Thread(target=boot.prepare, args=(checkout, "table")) for _ in range(2)]
    for start in starts:
        start.start()
    for start in starts:
        start.join(timeout=60)
    assert installed == ["table.lock"]
    assert boot.ready(checkout, "table")


@pytest.mark.parametrize(
    ("uv", "answers", "expected"),
    [
        ("/usr/bin/uv", [None], ["uv"]),
        ("/usr/bin/uv", ["unreachable", None], ["uv", "pip"]),
        (None, [None, None], ["pip", "uv"]),
        (None, [None, "unreachable", None], ["pip", "uv", "pip"]),
        (None, ["no such wheel", None], ["pip", "pip"]),
    ],
)
def test_uv_then_pip(
    checkout: Path,
    monkeypatch: pytest.MonkeyPatch,
    uv: str | None,
    answers: list[str | None],
    expected: list[str],
) -> None:
    ran: list[str] = []

    def answer(command: list[str | Path], **environment: str) -> str | None:
        ran.append(Path(command[0]).name)
        assert "--require-hashes" in command
        return answers[len(ran) - 1]

    monkeypatch.setattr(boot, "run", answer)
    monkeypatch.setattr(boot, "pip_of", lambda venv: ["pip"])
    monkeypatch.setattr(shutil, "which", lambda name: uv)
    boot.install(checkout, checkout / "lock" / "table.lock")
    assert ran == expected
    monkeypatch.setattr(boot, "run", lambda command, **environment: "no route to host")
    with pytest.raises(boot.BootError, match="no route to host"):
        boot.install(checkout, checkout / "lock" / "table.lock")


def test_a_proxy_that_does_not_answer_is_named_instead_of_what_pip_says(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = (
        "WARNING: Retrying after connection broken by 'ProxyError'\nERROR: No matching distribution found for dice"
    )
    monkeypatch.setattr(boot, "run", lambda command, **environment: messages)
    monkeypatch.setattr(boot, "pip_of", lambda venv: ["pip"])
    monkeypatch.setenv("LANGUAGE", "en")
    for name in [name for name in os.environ if name.upper().endswith("_PROXY")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("https_proxy", "http://me:secret@127.0.0.1:9")
    with pytest.raises(boot.BootError, match=r"^No network \(by https_proxy\): the set-up has to wait\. Without it"):
        boot.install(checkout, checkout / "lock" / "table.lock")


# Starting


@pytest.fixture
def bare(checkout: Path) -> Path:
    """A clone that was never set up, whose command line tells what it was given."""
    package = checkout / "src" / "tablee"
    messages = "import sys\nprint(sys.argv[1:], sys.flags.safe_path)\nsys.exit(5)\n"
    (package / "__main__.py").write_text(messages, encoding="utf-8")
    return checkout


def test_in_a_bare_clone_what_needs_nothing_starts_at_once(bare: Path) -> None:
    assert launch(bare, "rules", "a b") == ["['rules', 'a b'] True", "5"]
    assert launch(bare, "--lang", "en", "play") == ["['--lang', 'en', 'play'] True", "5"]
    assert not (bare / ".venv").exists()


def test_a_system_without_sh_has_the_same_command(bare: Path) -> None:
    typed = (ROOT / "tablee.cmd").read_text(encoding="utf-8").splitlines()[-1]
    assert typed == r'%python% "%~dp0tools\boot.py" run %*'
    base = boot.probe(sys.executable)  # not this environment's own Python, which has the real one
    assert base is not None
    done = subprocess.run(
        [str(base.path), str(bare / "tools" / "boot.py"), "run", "rules"],
        cwd=bare,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("['rules'] True\n", 5)


@pytest.fixture
def became(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the launcher turns into, which this process must not."""
    messages: list[str] = []

    def become(command: list[str | Path]) -> int:
        messages.extend(map(str, command))
        return 0

    monkeypatch.setattr(boot, "become", become)
    monkeypatch.setenv("PYTHONPATH", os.environ.get("PYTHONPATH", ""))  # the launcher changes it
    return messages


@pytest.mark.parametrize("once", ["never set up", "set up for an older lock"])
def test_without_network_what_needs_more_says_so_at_once(
    bare: Path, installed: list[str], became: list[str], monkeypatch: pytest.MonkeyPatch, once: str
) -> None:
    if once != "never set up":
        boot.prepare(bare, "table")
        (bare / "lock" / "table.lock").write_text("# newer\n", encoding="utf-8")
    monkeypatch.setattr(boot, "offline", lambda: True)
    with pytest.raises(boot.BootError, match=r"\./tablee play, rules, score"):
        boot.launch(bare, ["serve"])
    assert became == []
    assert boot.launch(bare, ["rules", "cadeau"]) == 0
    assert became[-2:] == ["rules", "cadeau"]


def test_a_machine_without_any_way_out_is_offline(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cut:
        def __init__(self, *kind: object) -> None:
            raise OSError("network is unreachable")

    monkeypatch.setattr(socket, "socket", Cut)
    assert boot.offline({"PIP_CERT": "a file"})
    assert not boot.offline({"https_proxy": "somewhere"})
    assert not boot.offline({"PIP_FIND_LINKS": "a folder"})


def test_a_checkout_that_cannot_be_written_is_told(bare: Path, became: list[str]) -> None:
    (bare / ".boot.lock").mkdir()  # what even root cannot open for writing
    with pytest.raises(boot.BootError, match=r"\./tablee install"):
        boot.launch(bare, [])
    assert boot.launch(bare, ["score"]) == 0


def test_a_python_that_only_its_owner_can_run_is_told(bare: Path, became: list[str]) -> None:
    (bare / ".boot.lock").mkdir()
    (bare / ".venv" / "bin").mkdir(parents=True)
    (bare / ".venv" / "bin" / "python").symlink_to("/home/somebody/bin/python3.11")
    with pytest.raises(boot.BootError, match=r"/home/somebody/bin/python3\.11.* rm -r \.venv"):
        boot.launch(bare, [])


def test_an_install_that_is_asked_for_mends_what_has_lost_a_file(
    checkout: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(boot, "ROOT", checkout)
    assert boot.main(["install"]) == 0
    package = boot.packages_of(checkout / ".venv") / "dice-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Name: dice\nVersion: 1.0\n")
    (package / "RECORD").write_text("dice.py,,6\ndice-1.0.dist-info/METADATA,,\n")
    (package.parent / "dice.py").write_text("FACES\n")
    assert boot.main(["install"]) == 0
    assert "Tout est en place." in capsys.readouterr().err
    assert installed == ["table.lock"]
    (package.parent / "dice.py").write_text("FA")
    assert boot.main(["install"]) == 0
    assert installed == ["table.lock", "table.lock"]
    assert not package.exists()
    assert boot.ready(checkout, "table")


def test_an_extra_is_added_once(checkout: Path, installed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boot, "ROOT", checkout)
    assert boot.main(["install", "lab", "cluster"]) == 0
    assert boot.main(["install", "lab"]) == 0
    (checkout / "game").mkdir()
    (checkout / "game" / "pyproject.toml").touch()
    assert boot.main(["install", str(checkout / "game")]) == 0
    assert installed == ["table.lock", "lab.lock", "cluster.lock", "game"]
    assert boot.main(["install", "everything"]) == 1


# Windows, as far as it can be played here


def test_windows_has_no_fcntl_and_other_folders(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Console:
        LK_NBLCK = 2
        asked = 0

        def locking(self, handle: int, mode: int, length: int) -> None:
            self.asked += 1
            if self.asked == 1:
                raise OSError("held by another")

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", Console())
    monkeypatch.delattr(os, "geteuid")
    spec = importlib.util.spec_from_file_location("boot_on_windows", ROOT / "tools" / "boot.py")
    assert spec is not None
    assert spec.loader is not None
    windows: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(windows)
    windows.WINDOWS = True
    with windows.alone(checkout):
        pass
    assert "une autre installation" in capsys.readouterr().err.lower()
    venv = Path("somewhere") / ".venv"
    assert windows.python_of(venv) == venv / "Scripts" / "python.exe"
    assert windows.packages_of(venv) == venv / "Lib" / "site-packages"
    assert windows.become([sys.executable, "-c", "raise SystemExit(7)"]) == 7
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(windows.BootError):
        windows.apt_install("chromium")


# The launchers


def test_a_stamped_checkout_starts_without_the_set_up(checkout: Path) -> None:
    script(checkout / ".venv" / "bin" / "python", 'shift 3; printf "[%s]\\n" "$@"')
    shutil.copy(checkout / "lock" / "table.lock", checkout / ".venv" / "table.lock")
    (checkout / "tools" / "boot").unlink()
    assert launch(checkout, "play", "two words", "") == ["[play]", "[two words]", "[]", "0"]
    link = checkout.parent / "link"
    link.symlink_to(checkout / "tablee")
    done = subprocess.run([str(link), "x"], capture_output=True, text=True, check=True)
    assert done.stdout == "[x]\n"


def test_the_set_up_is_run_by_a_python_that_runs(checkout: Path) -> None:
    shims = checkout / "shims"
    script(shims / "python3", "exit 127")
    (checkout / "tools" / "boot.py").write_text("import sys; sys.exit('set-up of ' + sys.argv[1])\n")
    assert launch(checkout, path=f"{shims}:/usr/bin:/bin") == ["set-up of run", "1"]


@pytest.mark.parametrize(
    "environment",
    [
        {"LANG": "fr_FR.UTF-8"},
        {"LANG": "en_GB.UTF-8"},
        {"LANG": "fr_FR.UTF-8", "LC_ALL": "C"},
        {"LANG": "C", "LC_MESSAGES": "fr_BE"},
        {"LANG": "fr_CA", "LC_ALL": ""},
        {"LANG": "fr_FR.UTF-8", "LANGUAGE": "en"},
        {"LANG": "C"},
        {},
    ],
)
def test_the_set_up_speaks_the_language_of_the_command_line(environment: dict[str, str]) -> None:
    assert boot.french(environment) is (language(environment) == "fr")


def test_a_language_that_is_asked_for_is_spoken_by_the_set_up(
    bare: Path, became: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boot, "offline", lambda: True)
    for lang, messages in (("en", "No network"), ("fr", "Pas de réseau")):
        monkeypatch.setenv("LANGUAGE", {"en": "fr", "fr": "en"}[lang])
        with pytest.raises(boot.BootError, match=messages):
            boot.launch(bare, [f"--lang={lang}", "serve"])
        called: list[str] = []
        monkeypatch.setattr(subprocess, "call", lambda words, env, called=called: called.append(env["LANGUAGE"]) or 0)
        assert main(["--lang", lang, "install", "lab"]) == 0
        assert called == [lang]


def test_commands_can_be_run_and_an_unknown_one_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert all(os.access(ROOT / name, os.X_OK) for name in ("tablee", "check", "tools/boot", ".ci/run"))
    assert boot.main(["everything"]) == 1
    assert "table | check | link | lock" in capsys.readouterr().err


def test_an_index_is_shown_what_can_be_seen_there() -> None:
    """The README of the wheel: no picture and no link that leads into a clone, and commands as pipx installs them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    for one in project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        shown, times = re.subn(one["pattern"], one["replacement"], shown)
        assert times, one
    assert "<img" not in shown
    assert not re.search(r"\]\((?!https?:)", shown)
    assert not re.search(r"(^|[\s`(])\./", shown)
    assert "À l’assaut du Cadeau\u202f!" in shown
    assert "│ 4 │ 4 │ 4 │" in shown
    assert shown.count("```") % 2 == 0
