"""A conversation with a program: questions go out, verdicts come back, and a program that failed is started anew."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType

from tablee.core.words import Text, same
from tablee.protocol import Answer

from . import judge
from .case import Case, Question, question
from .program import AHEAD, Failure, Program, shown

MOST_FAILURES = 3  # then we stop asking


@dataclass(frozen=True, slots=True)
class Verdict:
    """A question, what the program said, and the kind of disagreement: empty where it said what the rules say."""

    question: Question
    said: Answer | None  # None: nothing that could be read
    words: Text  # what it said, or how it failed
    kind: str = ""


Start = Callable[[Sequence[str], float], Program]


class Session:
    """`start` starts the program of a command; another one may start it in another way."""

    def __init__(self, command: Sequence[str], timeout: float, start: Start = Program) -> None:
        self.command, self.timeout, self._start = tuple(command), timeout, start
        self.asked = self.failures = 0
        self.recent: deque[Question] = deque()  # what was sent lately, as far as answers could have been mixed up
        self._stale = False
        self._program = start(command, timeout)

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._program.close()

    def ask(self, questions: Iterable[Question], ahead: int = AHEAD) -> Iterator[Verdict]:
        """A verdict on every question, in order; fewer if the program has failed too often."""
        if self._stale:
            self._restart()
        coming = iter(questions)
        self.recent = deque(maxlen=2 * ahead - 1)
        owed: deque[Question] = deque()  # sent, not answered yet

        def lines() -> Iterator[bytes]:
            for asked in coming:
                owed.append(asked)
                self.recent.append(asked)
                yield _encoded(asked.line)

        def again() -> Iterator[bytes]:
            yield from [_encoded(asked.line) for asked in owed]
            yield from lines()

        try:
            while self.failures < MOST_FAILURES:
                try:
                    for raw in self._program.answers(again(), ahead):
                        self.asked += 1
                        yield _verdict(owed.popleft(), raw)
                    return
                except Failure as failure:
                    self.asked += 1
                    self.failures += 1
                    self._restart()
                    yield Verdict(owed.popleft(), None, failure.text, failure.kind)
        finally:
            self._stale = bool(owed)  # the caller stopped early: answers still to come would be mistaken for others

    def confirmed(self, verdict: Verdict) -> Verdict:
        """Ask the question alone again: a failure only among others is one of order or of state."""
        if verdict.kind == "silent":
            return replace(verdict, kind=self._silence(verdict.question))
        said = verdict.said
        if said is None or self.alone(verdict.question).kind:
            return verdict
        others = (other for other in self.recent if other is not verdict.question)
        mixed = any(not judge.compare(other.expected, said) for other in others)
        return replace(verdict, kind="order" if mixed else "memory")

    def _silence(self, unanswered: Question) -> str:
        """Why a question alone gets no answer: others behind it may bring one, merged, in another order or late."""
        game = unanswered.case.game if unanswered.case else "cadeau"
        crowd = [unanswered, *(question(Case(game, {}, events)) for events in ((), ("zz",), ("d1", "d1"), ("d9",)))]
        program = self._start(self.command, self.timeout)
        answers: list[bytes] = []
        try:
            for raw in program.answers((_encoded(other.line) for other in crowd), ahead=len(crowd)):
                answers.append(raw)
        except Failure as failure:
            if failure.kind != "silent":
                return "silent"
            with suppress(Failure):
                answers += program.finish()
        finally:
            program.close()
        verdicts = [_verdict(other, raw) for other, raw in zip(crowd, answers, strict=False)]
        if any(verdict.kind == "merged" for verdict in verdicts):
            return "merged"
        if len(answers) < len(crowd):
            return "silent"
        return "order" if any(verdict.kind for verdict in verdicts) else "late"

    def alone(self, question: Question) -> Verdict:
        """The verdict on a question that nothing came before: a program of its own answers it."""
        with Session(self.command, self.timeout, self._start) as other:
            (verdict,) = other.ask([question])
        self.asked += 1
        return verdict

    def finish(self, last: Question) -> Verdict | None:
        """Ask a last question without a line break; a verdict if its answer is wrong, or the program goes on."""
        nothing = Question("", {})
        try:
            left = self._program.finish(_encoded(last.line))
        except Failure as failure:
            return Verdict(nothing, None, failure.text, failure.kind)
        if not left:
            return Verdict(last, None, Text("(rien)", "(nothing)"), "unended")
        verdict = _verdict(last, left[0])
        if verdict.kind:
            return verdict
        return Verdict(nothing, None, _shown(left[1]), "extra") if left[1:] else None

    def _restart(self) -> None:
        self._stale = False
        self._program.close()
        self._program = self._start(self.command, self.timeout)


def _encoded(line: str | bytes) -> bytes:
    return line if isinstance(line, bytes) else line.encode()


def _shown(raw: bytes) -> Text:
    return same(shown(raw.decode("utf-8", errors="replace").rstrip()))


def _verdict(question: Question, raw: bytes) -> Verdict:
    said = judge.read(raw)
    if isinstance(said, str):
        return Verdict(question, None, _shown(raw), said)
    return Verdict(question, said, _shown(raw), judge.compare(question.expected, said))
