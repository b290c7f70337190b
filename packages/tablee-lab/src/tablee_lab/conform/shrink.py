"""The smallest game we can find in which a program goes wrong in the same way.

Shorter beginnings first, then games with some events left out, then other games that are shorter still, in the
smaller variants too. What the events mean is left to the rules: a candidate that cannot be played is simply no
disagreement of that kind.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator

from . import fuzz
from .case import Case, Question, question
from .session import Session, Verdict
from .variants import tried

BUDGET = 6000  # requests
PATIENCE = 20.0  # seconds, for programs that are slow
ROUND = 400  # requests of one round of other games
ROUNDS_IN_VAIN = 3
WHOLE = ("order", "memory", "silent", "late", "extra", "unending", "unended")  # no single shorter game would show these


def smallest(verdict: Verdict, session: Session, seed: int = 1) -> Verdict:
    """The verdict on the smallest such case that was found; at worst the one that was given."""
    case = verdict.question.case
    if case is None or verdict.kind in WHOLE:
        return verdict
    if "at" in verdict.question.expected:  # what stands behind the event that cannot be is no part of it
        cut = session.alone(question(case.until(verdict.question.expected["at"] + 1)))
        verdict = cut if cut.kind == verdict.kind else verdict
    return _shortest_fatal(verdict, case, session) if verdict.kind == "died" else _Search(verdict, session, seed).run()


def _shortest_fatal(verdict: Verdict, case: Case, session: Session) -> Verdict:
    """A program that dies of an event dies of every game that goes on from there: halve the interval."""
    fine, fatal = -1, len(case.events)
    best = verdict
    while fatal - fine > 1:
        middle = (fine + fatal) // 2
        tried = session.alone(question(case.until(middle)))
        if tried.kind == "died":
            best, fatal = tried, middle
        else:
            fine = middle
    return best


class _Search:
    def __init__(self, verdict: Verdict, session: Session, seed: int) -> None:
        self.best, self.kind, self.session = verdict, verdict.kind, session
        self.rng = random.Random(f"shrink {seed}")
        self.left = BUDGET
        self.deadline = time.monotonic() + PATIENCE

    @property
    def case(self) -> Case:
        assert self.best.question.case is not None
        return self.best.question.case

    @property
    def offence(self) -> tuple[str, ...]:
        """The event that cannot be, if that is what it is about; it stays at the end."""
        return self.case.events[-1:] if self.kind in ("accepted", "at") else ()

    def run(self) -> Verdict:
        body = self._body()
        self._try(question(self._made(body[:length])) for length in range(len(body)))
        self._drop()
        in_vain = 0
        while in_vain < ROUNDS_IN_VAIN and self._goes_on():
            in_vain = 0 if self._try(self._others()) else in_vain + 1
        self._drop()
        return self.best

    def _body(self) -> tuple[str, ...]:
        events = self.case.events
        return events[: len(events) - len(self.offence)]

    def _made(self, body: tuple[str, ...]) -> Case:
        return Case(self.case.game, self.case.settings, (*body, *self.offence))

    def _goes_on(self) -> bool:
        return self.left > 0 and time.monotonic() < self.deadline and len(self.case.events) > 1

    def _try(self, questions: Iterable[Question]) -> bool:
        """Ask all of them; whether one is smaller and goes wrong in the same way."""
        smaller = False
        for verdict in self.session.ask(questions):
            self.left -= 1
            case = verdict.question.case
            if verdict.kind == self.kind and case is not None and len(case.events) < len(self.case.events):
                self.best, smaller = verdict, True
        return smaller

    def _drop(self) -> None:
        """Leave out runs of events, long ones and short ones, as long as that works."""
        while self._goes_on() and self._try(map(question, self._gaps())):
            pass

    def _gaps(self) -> Iterator[Case]:
        body = self._body()
        size = 1
        while size <= len(body):
            for begin in range(0, len(body) - size + 1, max(1, size // 4)):
                yield self._made(body[:begin] + body[begin + size :])
            size += max(1, size // 2)

    def _others(self) -> Iterator[Question]:
        """Other games that go on from a beginning of this one, or start anew in a variant that is no larger."""
        case, offence, body = self.case, self.offence, self._body()
        variants = tried([case.game])
        here = next((place for place, played in enumerate(variants, 1) if played.settings == case.settings), None)
        asked = 0
        while asked < ROUND:
            begin = case.until(self.rng.randrange(len(body) + 1))
            if self.rng.random() < 0.5:
                begin = Case(case.game, self.rng.choice(variants[:here]).settings)
            for other in fuzz.continued(begin, self.rng, len(body) - 1):
                asked += 1
                yield other
                if offence and other.case is not None and "phase" in other.expected:
                    yield question(other.case.then(*offence))
