"""Examines mutants of our referee, each in a process that is forked and not started: `python mutant_kit.py NAME …`

Prints, as JSON, what was found first: {name: [check, kind, game]}, or null for a mutant that was not caught.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from types import SimpleNamespace
from typing import Any, cast

from tablee.games.blocs import rules as blocs
from tablee.games.cadeau import rules as cadeau
from tablee.games.laaancez import rules as laaancez
from tablee.games.laaancez import sheet
from tablee_lab.conform import Examination, Plan, Question, Session, chosen, fuzz, malformed, vectors
from tablee_lab.conform.kit import kit
from tablee_lab.conform.program import Program
from tests.mutants import MUTANTS, Mutant
from tests.mutants.__main__ import serve

TIMEOUT = 30.0
SILENT = dict.fromkeys(
    ("skips-empty-lines", "hangs-on-long-lines", "merges-lines", "swaps-answers", "runs-on", "answers-at-the-end"), 1.0
)
# Where a mutant shows that breaks the protocol and not the rules of a game.
SOMEWHERE: tuple[str, dict[str, str]] = ("cadeau", {"zones": "1"})
TWO_DICE: tuple[str, dict[str, str]] = ("blocs", {"mode": "duel", "level": "2"})
PLACES = {
    "dice-in-order": TWO_DICE,
    "keyboard-signs-only": TWO_DICE,
    # Where they show; elsewhere the whole game would be gone through first, which asks all this, too.
    **dict.fromkeys(("given-opens", "given-to-the-other"), ("blocs", {"given": "3,10"})),
    "no-push-throws-again": ("blocs", {"push": "may"}),
    **dict.fromkeys(
        ("left-to-right", "rounded-pushes", "no-brackets", "no-fractions", "no-product"),
        ("blocs", {"mode": "duel", "level": "3"}),
    ),
    **dict.fromkeys(("solo-counts-blocks", "solo-single-ends"), ("blocs", {"mode": "solo"})),
    "fast-with-return": ("blocs", {"mode": "fast"}),
    "three-in-order": ("blocs", {"mode": "three"}),
    **dict.fromkeys(
        ("empty-side-wins", "four-across", "idle-seat-is-skipped", "seven-until-own-push"), ("blocs", {"mode": "four"})
    ),
    "level-needs-a-mode": ("blocs", {"level": "2"}),
    "five-at-most": ("cadeau", {"zones": "9"}),
}


class Forked(Program):
    """The mutant that the command names, in a copy of this process."""

    def _started(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        inward, outward = os.pipe(), os.pipe()
        pid = os.fork()
        if not pid:
            _become(command[0], inward[0], outward[1], self._errors.fileno())
        os.setpgid(pid, pid)  # a group of its own, by which it is ended
        for end in (inward[0], outward[1]):
            os.close(end)

        @cache
        def ended() -> int:
            return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

        return cast(
            "subprocess.Popen[bytes]",
            SimpleNamespace(
                pid=pid,
                stdin=os.fdopen(inward[1], "wb"),
                stdout=os.fdopen(outward[0], "rb"),
                wait=lambda timeout=None: ended(),
            ),
        )


def _become(name: str, *pipes: int) -> None:
    """Serve as that mutant, and never return. What the rules remember was worked out while they were right."""
    code = 1
    try:
        for descriptor, pipe in enumerate(pipes):
            os.dup2(pipe, descriptor)
        os.closerange(3, max(pipes) + 100)
        for module in (cadeau, blocs, laaancez, sheet):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
        serve(name)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def examined(mutant: Mutant) -> tuple[str, str, str | None] | None:
    """The first disagreement."""
    game, wanted = PLACES.get(mutant.name) or ((mutant.game, {}) if mutant.game else SOMEWHERE)
    plan = Plan(chosen(game, wanted), wanted, games=2, positions=40)
    with Session([mutant.name], SILENT.get(mutant.name, TIMEOUT), Forked) as session:
        for found in Examination(session, plan).run(lambda done, doing: None):
            case = found.verdict.question.case
            return found.check, found.verdict.kind, case.game if case else None
    return None


def _asked_of_all(owner: Any, name: str) -> None:
    """Work out each question, and what the rules answer, only when the first mutant is asked it."""
    make: Callable[..., Iterable[Question]] = getattr(owner, name)
    made: dict[str, tuple[list[Question], Iterator[Question]]] = {}

    def questions(*given: object) -> Iterator[Question]:
        known, coming = made.setdefault(repr(given), ([], iter(make(*given))))
        for place in count():
            if place == len(known):
                following = next(coming, None)
                if following is None:
                    return
                known.append(following)
            yield known[place]

    setattr(owner, name, questions)


if __name__ == "__main__":
    for checks, made in ((malformed, "questions"), (fuzz, "games"), (vectors, "questions")):
        _asked_of_all(checks, made)
    for game in ("cadeau", "blocs", "laaancez"):
        _asked_of_all(kit(game), "corners")
    sys.stdout.write(json.dumps({name: examined(MUTANTS[name]) for name in sys.argv[1:]}))
