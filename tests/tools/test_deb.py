"""The Debian packages: nothing for lintian to say, and installed, used and removed in a root that has only Python."""

import os
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from tests.release_kit import enter_by_the_network, need, play_a_game, serving
from tools import release

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return release.deb(tmp_path_factory.mktemp("deb"))


def test_lintian_finds_nothing(packages: list[Path]) -> None:
    need("lintian", "lintian")
    done = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", *packages],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = (release.PACKAGING / "debian/tablee-server.service").read_text("utf-8")
    copy = tmp_path / "tablee-server.service"
    copy.write_text(unit.replace("/usr/bin/tablee", "/usr/bin/env"), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", copy], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_is_installed_used_and_removed(packages: list[Path], tmp_path: Path) -> None:
    need("debootstrap", "debootstrap")
    if os.geteuid():
        pytest.skip("a root of its own needs root: sudo ./check --slow tests/tools/test_deb.py")
    root = tmp_path / "root"
    subprocess.run(
        ["debootstrap", "--variant=minbase", "--include=python3", "bookworm", root], check=True, capture_output=True
    )
    inside = ("chroot", root, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "HOME=/root")

    def typed(*words: str, keys: str = "") -> str:
        done = subprocess.run([*inside, *words], input=keys, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    for package in packages:
        shutil.copy(package, root / "tmp")
    typed("sh", "-c", "dpkg -i /tmp/*.deb")
    assert "Terminal=false" in (root / "usr/share/applications/tablee.desktop").read_text("utf-8")
    listed = typed("tablee", "--help")
    for name in ("build-app", *release.LEFT_COMMANDS):
        assert f"\n  {name} " not in listed
        assert "n’est pas dans ce paquet" in typed("sh", "-c", f"! tablee {name} 2>&1")
    for shown in ("applications/tablee.desktop", "icons/hicolor/scalable/apps/tablee.svg", "man/man1/tablee.1.gz"):
        assert (root / "usr/share" / shown).is_file()
    assert (root / "etc/systemd/system/multi-user.target.wants/tablee-server.service").is_symlink()
    assert "Le but du jeu" in typed("tablee", "rules", "cadeau")
    keys = "".join(f"\n1{cell}\n" for cell in "aabbcc")
    typed("tablee", "play", "cadeau", "--set", "zones=1", "--seed", "1", "--output", "/tmp/partie.tablee", keys=keys)
    assert "Les moments qui ont compté" in typed("tablee", "review", "/tmp/partie.tablee")
    typed("tablee", "print", "cadeau", "-o", "/tmp/cadeau.pdf")
    assert (root / "tmp/cadeau.pdf").read_bytes().startswith(b"%PDF")
    with serving(*inside, "tablee", "serve", "--no-browser", folder=tmp_path) as table:
        play_a_game(table.address)
        enter_by_the_network(table.address)
        assert "fermée" in table.close()
    with serving(*inside, "tablee", "serve", "--no-browser", folder=tmp_path):
        typed("/usr/lib/tablee/close")
        note = root / "root/.local/share/tablee/open.json"
        while note.exists():
            time.sleep(0.05)
    kept = root / "var/lib/private/tablee/tables.sqlite"
    kept.parent.mkdir(parents=True)
    kept.touch()
    typed("dpkg", "--purge", "tablee-server", "tablee")
    assert [path for folder in ("usr", "etc", "var") for path in root.glob(f"{folder}/**/*tablee*")] == []
    assert (root / "root/.local/share/tablee/tables.sqlite").is_file(), "the games are the user's"
