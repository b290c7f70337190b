"""A quick start finds what was compiled before, and does everything else as ever."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tablee.site import quick

MODULE = r"""
import re
from dataclasses import dataclass
from importlib import resources

@dataclass(frozen=True, order=True)
class Point:
    x: int
    y: int = 2

WORD = re.compile(r"(?P<first>[a-z])\w*", re.I)
TEXT = (resources.files("guest") / "words.txt").read_text(encoding="utf-8")
NAMES = sorted(one.name for one in resources.files("guest").iterdir())
"""
PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from tablee.site import quick
quick.use(sys.argv[1])
import dataclasses, re
plain = re._compiler._code
re._compiler._code = lambda *given: made.append(given) or plain(*given)
made = []
import guest
assert guest.Point(1) < guest.Point(2) and repr(guest.Point(1)) == "Point(x=1, y=2)"
assert guest.WORD.fullmatch("Blocs")["first"] == "B" and not made, made
assert re.compile("another pattern [0-9]").search("another pattern 7") and made
assert guest.TEXT == "bonjour" and guest.NAMES == ["__init__.py", "words.txt"], guest.NAMES
print(guest.__file__)
"""


def test_what_was_noted_is_found(tmp_path: Path) -> None:
    names: dict[str, object] = {"__name__": "guest"}
    start = MODULE.partition("TEXT =")[0]
    made = quick.recorded(lambda: exec(compile(start, "guest", "exec", dont_inherit=True), names))
    archive = tmp_path / "app.zip"
    with zipfile.ZipFile(archive, "w") as files:
        files.writestr("guest/__init__.py", MODULE)
        files.writestr("guest/words.txt", "bonjour")
        files.writestr(quick.NAME, made)
    words = [sys.executable, "-c", PROGRAM, str(archive)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "guest/__init__" in done.stdout
