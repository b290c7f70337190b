"""The zip for Windows, tried under Wine: in a folder with a space and an accent, as a family would.

Wine shows neither Windows' own warnings nor its firewall. Wine 8 lacks one function that Windows has, the source of
random bytes that libraries in Rust ask for; the tests lend it another one.
"""

import os
import shutil
import subprocess
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.release_kit import enter_by_the_network, need, play_a_game, serving
from tools import release

pytestmark = pytest.mark.slow
ENCODING = "cp1252"  # of what is not written to a console
RANDOM = "LIBRARY bcryptprimitives.dll\nEXPORTS\nProcessPrng=ADVAPI32.SystemFunction036\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The unpacked zip, with Wine ready."""
    need("wine", "wine", "wine64")
    need("x86_64-w64-mingw32-ld", "binutils-mingw-w64-x86-64")
    need("Xvfb", "xvfb")
    need("xdotool", "xdotool")
    scratch = tmp_path_factory.mktemp("windows")
    with zipfile.ZipFile(release.windows(scratch)) as made:
        assert all(name.isascii() for name in made.namelist())
        made.extractall(scratch / "École du Nord")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"WINEPREFIX": str(scratch / "wine"), "WINEDEBUG": "-all", "LC_ALL": "C.UTF-8"}.items():
            patch.setenv(name, value)
        patch.delenv("DISPLAY", raising=False)
        subprocess.run(["wineboot", "-i"], capture_output=True, timeout=300, check=True)
        (scratch / "random.def").write_text(RANDOM)
        lent = scratch / "wine/drive_c/windows/system32/bcryptprimitives.dll"
        subprocess.run(["x86_64-w64-mingw32-ld", "-shared", "-o", lent, scratch / "random.def"], check=True)
        yield scratch / "École du Nord" / "Tablee"
        subprocess.run(["wineserver", "-k"], check=False)


def typed(folder: Path, *words: str, keys: str = "") -> str:
    """What Tablee.cmd prints. Wine wants pipes: Python ends where a stream is a plain file."""
    done = subprocess.run(
        ["wine", "cmd", "/c", "Tablee.cmd", *words],
        cwd=folder,
        input=keys.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=600,
        check=False,
    )
    output = done.stdout.decode(ENCODING)
    assert done.returncode == 0, output
    return output


def games(folder: Path) -> Path:
    """Where this Windows keeps a user's games."""
    (found,) = (folder.parents[1] / "wine/drive_c/users").glob("*/AppData/Local/tablee")
    return found


def test_the_command_line_helps_plays_reviews_and_prints(folder: Path) -> None:
    assert "tablee [--lang fr|en] COMMANDE" in typed(folder, "--help")
    assert "Le but du jeu" in typed(folder, "rules", "cadeau")
    keys = "".join(f"\n1{cell}\n" for cell in "aabbcc")
    game = ("play", "cadeau", "--set", "zones=1", "--seed", "1", "--output", "partie é.tablee")
    assert "bien joué" in typed(folder, *game, keys=keys)
    assert "Les moments qui ont compté" in typed(folder, "review", "partie é.tablee")
    typed(folder, "print", "cadeau", "-o", "mon plateau é.pdf")
    assert (folder / "mon plateau é.pdf").read_bytes().startswith(b"%PDF")


def test_a_table_is_served_found_again_and_closed_by_ctrl_c(folder: Path) -> None:
    command = ("wine", folder / "python" / "python.exe", "-m", "tablee", "serve", "--no-browser")
    with serving(*command, folder=folder, encoding=ENCODING) as table:
        play_a_game(table.address)
        enter_by_the_network(table.address)
        assert f"déjà ouverte : {table.address}" in typed(folder, "serve", "--no-browser")
        assert "Tablée est fermée" in table.close()
    assert (games(folder) / "tables.sqlite").is_file()


def test_from_inside_the_zip_it_says_to_unpack_first(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "Tablee.cmd", tmp_path)
    done = subprocess.run(
        ["wine", "cmd", "/c", "Tablee.cmd"],
        cwd=tmp_path,
        input=b"\r\n",
        stdout=subprocess.PIPE,
        timeout=300,
        check=False,
    )
    assert b"Extraire tout" in done.stdout
    assert done.returncode == 1


def test_a_double_click_opens_a_window_that_asks_before_it_closes_the_table(folder: Path) -> None:
    reading, writing = os.pipe()
    display = subprocess.Popen(["Xvfb", "-displayfd", str(writing)], pass_fds=[writing], stderr=subprocess.DEVNULL)
    screen = {
        **os.environ,
        "DISPLAY": f":{os.read(reading, 20).decode().strip()}",
        "BROWSER": shutil.which("true") or "",
    }
    note = games(folder) / "open.json"
    # What ran before had no screen, and as long as its session lasts nobody gets one.
    subprocess.run(["wineserver", "-k"], check=False)
    try:
        # What it prints is thrown away: a pipe would stay open as long as the table.
        click = ["wine", "cmd", "/c", "Tablee.cmd"]
        nowhere = subprocess.DEVNULL
        subprocess.run(click, cwd=folder, env=screen, stdout=nowhere, stderr=nowhere, timeout=300, check=True)
        window = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "Tablée"]
        subprocess.run(window, env=screen, capture_output=True, timeout=300, check=True)
        assert '"address"' in note.read_text()

        def windows(count: int) -> list[str]:
            """The windows that are shown, once there are so many, the oldest first."""
            while (
                len(shown := subprocess.run(window, env=screen, capture_output=True, text=True).stdout.split()) != count
            ):
                time.sleep(0.2)
            return sorted(shown, key=int)

        def press_close() -> str:
            """Press “Close the table”, in the lower right corner; returns the window of the question."""
            (own,) = windows(1)
            size = subprocess.run(["xdotool", "getwindowgeometry", own], env=screen, capture_output=True, text=True)
            width, height = map(int, size.stdout.split()[-1].split("x"))
            corner = ["mousemove", "--window", own, str(width - 48), str(height - 17), "click", "1"]
            subprocess.run(["xdotool", *corner], env=screen, check=True)
            return windows(2)[1]

        def press(question: str, key: str) -> None:
            subprocess.run(["xdotool", "key", "--window", question, key], env=screen, check=True)

        press(press_close(), "Return")  # no, by reflex
        windows(1)
        assert note.exists(), "a reflex must not close the table"
        question = press_close()
        press(question, "Left")
        press(question, "Return")
        deadline = time.monotonic() + 60
        while note.exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        assert not note.exists(), "yes must close the table"
    finally:
        display.terminate()
        display.wait()
        os.close(reading)
        os.close(writing)
