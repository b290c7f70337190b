"""The smallest game we can find in which a program goes wrong in the same way.

Shorter beginnings first, then games with some events left out, then other games that are shorter still, in the
smaller variants too. What the events mean is left to the rules: a candidate that cannot be played is simply no
disagreement of that kind.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

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
    if verdict.kind != "died":
        return _search(verdict, session, random.Random(f"shrink {seed}"))
    # A program that dies of an event dies of every game that goes on from there: bisect.
    fine, fatal = -1, len(case.events)
    while fatal - fine > 1:
        middle = (fine + fatal) // 2
        tested = session.alone(question(case.until(middle)))
        if tested.kind == "died":
            verdict, fatal = tested, middle
        else:
            fine = middle
    return verdict


def _search(best: Verdict, session: Session, rng: random.Random) -> Verdict:
    left, deadline = BUDGET, time.monotonic() + PATIENCE
    kind = best.kind
    keeps_last = kind in ("accepted", "at")  # it is about an event that cannot be, which stays at the end

    def events() -> tuple[str, ...]:
        assert best.question.case is not None
        return best.question.case.events

    def improve(candidates: Callable[[Case], Iterator[Question]]) -> bool:
        """Ask all of them; whether one is smaller and goes wrong in the same way."""
        nonlocal best, left
        before = best
        if left <= 0 or time.monotonic() > deadline or len(events()) < 2:
            return False
        assert best.question.case is not None
        for verdict in session.ask(candidates(best.question.case)):
            left -= 1
            case = verdict.question.case
            if verdict.kind == kind and case is not None and len(case.events) < len(events()):
                best = verdict
        return best is not before

    def split(case: Case) -> tuple[tuple[str, ...], tuple[str, ...]]:
        end = len(case.events) - keeps_last
        return case.events[:end], case.events[end:]

    def beginnings(case: Case) -> Iterator[Question]:
        body, offence = split(case)
        yield from (question(case.until(length).then(*offence)) for length in range(len(body)))

    def gaps(case: Case) -> Iterator[Question]:
        """Runs of events left out, short ones and long ones."""
        body, offence = split(case)
        size = 1
        while size <= len(body):
            for begin in range(0, len(body) - size + 1, max(1, size // 4)):
                yield question(case.until(begin).then(*body[begin + size :], *offence))
            size += max(1, size // 2)

    def others(case: Case) -> Iterator[Question]:
        """Other games that go on from a beginning of this one, or start anew in a variant that is no larger."""
        body, offence = split(case)
        variants = tried([case.game])
        here = next((place for place, played in enumerate(variants, 1) if played.settings == case.settings), None)
        asked = 0
        while asked < ROUND:
            begin = case.until(rng.randrange(len(body) + 1))
            if rng.random() < 0.5:
                begin = Case(case.game, rng.choice(variants[:here]).settings)
            for other in fuzz.continued(begin, rng, len(body) - 1):
                asked += 1
                yield other
                if offence and other.case is not None and "phase" in other.expected:
                    yield question(other.case.then(*offence))

    improve(beginnings)
    while improve(gaps):
        pass
    in_vain = 0
    while in_vain < ROUNDS_IN_VAIN:
        in_vain = 0 if improve(others) else in_vain + 1
    while improve(gaps):
        pass
    return best
