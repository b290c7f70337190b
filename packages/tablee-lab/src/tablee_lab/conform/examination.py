"""All checks, one after another, and what they found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from tablee.core.words import Text, same

from . import counting, fuzz, malformed, vectors
from .case import Case, question
from .kit import Played, kit
from .program import MOST_FAILURES, Session, Verdict
from .variants import VARIANTS

CHECKS: dict[str, Text] = {
    "manners": Text(
        "écritures d’une requête, lignes qui n’en sont pas", "ways to write a request, and lines that are not requests"
    ),
    "perft": Text("suites d’événements, toutes", "sequences of events, all of them"),
    "corners": Text("zones face à face, calculs, boucliers", "zones face to face, calculations, shields"),
    "fuzz": Text("parties au hasard, événements impossibles", "random games, impossible and misspelled events"),
    "vectors": Text("positions fournies", "shipped positions"),
}
Progress = Callable[[float, Text], None]
LEFT_OUT = (1, 2, 3, 4, 6, 9, 16, 32, 64)  # events in a row


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a run: which variants, and how much of each check."""

    variants: tuple[Played, ...] = VARIANTS
    wanted: Mapping[str, str] = field(default_factory=dict)  # the settings that were asked for, as they were typed
    seed: int = 1
    games: int = 10  # random games of each variant
    positions: int = 2000  # most requests of one count

    @property
    def names(self) -> tuple[str, ...]:
        """The games, each once."""
        return tuple(dict.fromkeys(played.game for played in self.variants))


@dataclass(frozen=True, slots=True)
class Disagreement:
    check: str
    verdict: Verdict


def _sort(verdict: Verdict) -> tuple[str, str]:
    """Of what sort a disagreement is; one of each is told."""
    case = verdict.question.case
    return case.game if case else "", verdict.kind


Job = tuple[str, Text, Callable[[], Iterator[Verdict]]]


class Examination:
    """The checks of a plan; `asked` counts the requests of each, `sequences` what perft has counted."""

    def __init__(self, session: Session, plan: Plan) -> None:
        self.session, self.plan = session, plan
        self.asked: Counter[str] = Counter()
        self.sequences = 0

    def run(self, progress: Progress) -> Iterator[Disagreement]:
        """The first disagreement of each kind, game by game."""
        seen: set[tuple[str, str]] = set()
        jobs = list(self._jobs())
        for done, (check, label, verdicts) in enumerate(jobs):
            progress(done / len(jobs), label)
            for verdict in verdicts():
                self.asked[check] += 1
                if verdict.kind and (found := _sort(verdict)) not in seen:
                    seen.add(found)
                    yield Disagreement(check, verdict)
            if self.session.failures == MOST_FAILURES:
                return
        self.asked["manners"] += 1
        ended = self.session.finish(question(Case(self.plan.names[0])))
        if ended and _sort(ended) not in seen:
            yield Disagreement("manners", ended)

    def _jobs(self) -> Iterator[Job]:
        """Manners first, since no conversation does without; then variant by variant, small ones first."""
        plan, ask = self.plan, self.session.ask
        # One at a time: a line that is skipped or answered twice is then seen where it happens.
        yield "manners", CHECKS["manners"], partial(ask, malformed.questions(plan.names, plan.variants), ahead=1)
        for played in plan.variants:
            if not played.brief:
                yield "perft", same(f"perft {played.name}"), partial(self._count, played)
            yield "corners", CHECKS["corners"], partial(ask, kit(played.game).corners(played))
            label = Text(f"parties au hasard : {played.name}", f"random games: {played.name}")
            games = min(plan.games, 1) if played.brief else plan.games
            yield "fuzz", label, partial(ask, fuzz.games(played, plan.seed, games))
        for name in plan.names:
            yield "vectors", CHECKS["vectors"], partial(ask, vectors.questions(name, plan.wanted))

    def _count(self, played: Played) -> Iterator[Verdict]:
        depth = counting.depth_within(played, self.plan.positions)
        self.sequences += yield from counting.count(played, depth, self.session)


def shorter(verdict: Verdict, session: Session) -> Verdict:
    """The verdict on a shorter game that goes wrong in the same way, found by leaving out events; else the same."""
    while (case := verdict.question.case) and verdict.said is not None:
        last = len(case.events)
        gaps = ((begin, begin + size) for size in LEFT_OUT for begin in range(last - size + 1))
        games = [replace(case, events=case.events[:begin] + case.events[end:]) for begin, end in gaps]
        found = [one for one in session.ask(map(question, games)) if one.kind == verdict.kind]
        if not found:
            break
        verdict = min(found, key=lambda one: len(one.question.case.events) if one.question.case else last)
    return verdict
