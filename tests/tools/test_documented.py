"""Every command of README and docs: that it can be typed, and, slowly, that it works where only ./tablee has run."""

import contextlib
import doctest
import importlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablee.cli import command
from tablee.cli.parser import Parser
from tablee.core.errors import TableeError
from tablee.core.registry import load
from tests.tools.test_docs import FENCE, FLAGS, PAGES, ROOT, commands, named

OURS = ("./tablee", ".venv/bin/python")
ENDS = ("|", "||", "&&", ";", "&", "(", ")", ">", ">>", "<")
INLINE = re.compile(r"`(\./tablee [^`]+)`")
PLACEHOLDER = re.compile(r"\b[A-Z]{4,}\b|…")  # `./tablee arena GAME` is a shape, not a command
EXTRAS = {
    **dict.fromkeys((" arena ", " simulate ", " lab ", " exploit ", ".parquet"), "lab"),
    "--store": "postgres",
    "--ray": "cluster",
    "--device gpu": "gpu",
}
# Seconds until a long command is interrupted, and then until it must have ended: other tests measure how fast.
PATIENCE, GRACE = 90, 40
ENOUGH = 15  # for one whose output no page shows: a big run is only begun
SLOW_INSTALL = 900


@dataclass(frozen=True, slots=True)
class Typed:
    """A command of a page; `expected` is what the page says that it prints, None where it says nothing."""

    page: Path
    line: str
    expected: str | None = None

    @property
    def refused(self) -> bool:
        """Does the page show how it is refused?"""
        return self.expected is not None and self.expected.startswith(("tablee:", "usage"))


def typed(page: Path) -> Iterator[Typed]:
    """The commands of a page, from top to bottom; where it shows no output, only those that are ours."""
    for kind, body in FENCE.findall(page.read_text(encoding="utf-8")):
        if kind not in ("console", "text", "sh"):
            continue
        if re.search(r"^\$ ", body, re.MULTILINE):
            found = [(line, expected if kind == "console" else None) for line, expected in commands(body)]
        else:  # a list of commands, each with a word about it
            found = [(re.split(r" {2,}| # ", line)[0], None) for line in body.splitlines()]
        for line, expected in found:
            if kind == "console" or (any(word in line for word in OURS) and not line.startswith("#")):
                yield Typed(page, line.strip(), expected)


def inline(page: Path) -> Iterator[Typed]:
    """The commands in running text that are whole; `./tablee print` only names one."""
    for line in INLINE.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if len(line.split()) > 2 and not PLACEHOLDER.search(line):
            yield Typed(page, line)


def parts(line: str) -> Iterator[list[str]]:
    """The words of each program of ours in a line of shell."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    words: list[str] = []
    for word in [*lexer, ";"]:
        if word not in ENDS:
            words.append(word)
            continue
        start = next((at for at, one in enumerate(words) if one in OURS), None)
        if start is not None:
            yield words[start:]
        words = []


ALL = [one for page in PAGES for one in (*typed(page), *inline(page))]


def test_there_are_commands_to_try() -> None:
    assert len({one.line for one in ALL}) > 80
    assert {named(one.page) for one in ALL} >= {"README.md", "docs/commands.md", "docs/paper.md", "docs/hosting.md"}


def mistyped(one: Typed) -> Iterator[str]:
    """Why it cannot be typed: no parser takes it, or it names a file of ours that is not there."""
    for program, *words in parts(one.line):
        if program == ".venv/bin/python":
            if not words[0].startswith("-") and not (ROOT / words[0]).is_file():
                yield f"no file {words[0]}"
            continue
        name, *more = shlex.split(re.sub(r"(^| )--lang[ =]\w\w", "", shlex.join(words))) or ["--help"]
        if name in ("--help", "--version") or one.refused:
            continue
        try:
            module = importlib.import_module(command(name).module)
            parser = Parser(name, "en", command(name).about, module.EXAMPLES)
            module.arguments(parser)
            args = parser.parse_args(more)
            if getattr(args, "game", None) not in (None, "", "all", "puzzles", "class", "improve"):  # no games
                load(args.game)
        except (TableeError, SystemExit) as refused:
            yield str(refused)


def test_documented_commands_can_be_typed() -> None:
    assert not [f"{named(one.page)}: {one.line}: {why}" for one in ALL for why in mistyped(one)]


def test_a_page_that_needs_an_extra_says_how_to_install_it() -> None:
    assert not [
        f"{named(page)}: {extra}"
        for page in PAGES
        for sign, extra in EXTRAS.items()
        if any(sign in one.line for one in typed(page))
        and f"./tablee install {extra}" not in page.read_text(encoding="utf-8")
    ]


# --- in a clone that has only what ./tablee sets up -------------------------------------------------------------------


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a checkout, as they are now, set up from the family's lock by the real installer."""
    root = tmp_path_factory.mktemp("stranger") / "clone"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in filter(None, listed.split("\0")):
        target = root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    printed, code = shell(root, "./tablee install", SLOW_INSTALL)
    assert code == 0, printed
    return root


PROGRESS = re.compile(r"^ {0,2}\d+ ?% .*\n", re.MULTILINE)  # of what takes long, a line now and then


def shell(root: Path, line: str, patience: float = PATIENCE, until: str = "") -> tuple[str, int]:
    """What a line prints, and its exit code; one that takes too long, or has said what is waited for, is interrupted,
    and then has to end."""
    log = root.parent / "said.txt"
    with log.open("w") as paper:
        process = subprocess.Popen(
            ["bash", "-c", line],
            cwd=root,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(root.parent),
                "LANG": "en_GB.UTF-8",
                "NO_COLOR": "1",
                "COLUMNS": "100",
                **{name: value for name, value in os.environ.items() if name.startswith(("PIP_", "UV_", "SSL_"))},
            },
            stdin=subprocess.DEVNULL,
            stdout=paper,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # whoever runs the tests may not hear it
        )
    end = time.monotonic() + patience
    while time.monotonic() < end and not (until and until in log.read_text(encoding="utf-8", errors="replace")):
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = process.wait(timeout=0.2)
            return PROGRESS.sub("", log.read_text(encoding="utf-8")), code
    os.killpg(process.pid, signal.SIGINT)
    try:
        process.wait(timeout=GRACE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise AssertionError(f"{line}: Ctrl-C was not heard") from None
    return log.read_text(encoding="utf-8"), 130


def installs(page: Path) -> int:
    return sum(" install" in one.line for one in typed(page))


# All share one clone: those that install nothing come first, so that no page lives from an extra of another.
MAKERS = ("CONTRIBUTING.md", "testing.md")  # for those who have run ./check
TYPED: list[Path] = sorted([page for page in PAGES if page.name not in MAKERS], key=installs)


@pytest.mark.slow
@pytest.mark.parametrize("page", TYPED, ids=named)
def test_the_commands_of_a_page_work_in_a_clone(page: Path, clone: Path) -> None:
    """Typed from top to bottom as they stand."""
    checker = doctest.OutputChecker()
    for one in typed(page):
        if "0.0.0.0" in one.line or one.line.startswith(".venv/bin/ray "):
            continue  # no test opens a door to the network, or has other machines to log in to
        serving = " serve" in one.line
        patience = ENOUGH if one.expected is None and not serving else PATIENCE
        patience = SLOW_INSTALL if " install" in one.line else patience
        printed, code = shell(clone, one.line, patience, until="Ctrl-C" if serving else "")
        where = f"{named(page)}\n$ {one.line}\n{printed}"
        # A script of one's own that is interrupted ends as Python's do; our commands say a sentence.
        assert "Traceback" not in printed or (code == 130 and "./tablee" not in one.line), where
        assert code not in (126, 127), where
        assert one.refused or "./tablee install" not in printed, f"an extra is missing: {where}"
        if serving:
            # Where the page names a database, nobody answers here: a sentence says so.
            refused = "--store" in one.line and printed.startswith("tablee: ")
            assert "is open" in printed or "taken" in printed or refused, where
        elif one.expected is not None and code != 130:
            assert checker.check_output(one.expected, printed, FLAGS), f"{where}--- documented\n{one.expected}"
