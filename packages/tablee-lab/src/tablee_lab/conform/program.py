"""Another implementation, running: a line goes in, its answer comes out; one that failed is started anew."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from tempfile import TemporaryFile
from threading import Thread
from types import TracebackType

from tablee.core.errors import RequestError, TableeError, refusal
from tablee.core.words import Text, same
from tablee.protocol import Answer

from . import judge
from .case import Question

AHEAD = 256  # questions that may be under way
LONGEST = 1 << 20  # bytes of one answer
SHOWN = 400  # characters of what it said
MOST_FAILURES = 3  # then we stop asking


def shown(text: str | bytes, most: int = SHOWN) -> str:
    """What a program said, safe to print: cut short, control characters escaped."""
    text = text if isinstance(text, str) else text.decode("utf-8", errors="replace")
    told = (sign if sign.isprintable() or sign == "\n" else ascii(sign)[1:-1] for sign in text[:most])
    return "".join(told) + "…" * (len(text) > most)


class Failure(TableeError):
    """The program gives no answer any more; `kind` is one of judge.KINDS."""

    def __init__(self, kind: str, text: Text) -> None:
        super().__init__(text)
        self.kind = kind


class Program:
    """Two threads write to it and read from it: neither side waits for the other, and we can stop waiting."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self._errors = TemporaryFile()  # noqa: SIM115 (closed by `close`)
        self._process = self._started(command)
        assert self._process.stdin
        assert self._process.stdout
        self._in, self._out = self._process.stdin, self._process.stdout
        self._lines, self._answers = SimpleQueue[bytes](), SimpleQueue[bytes]()  # b"": there are no more
        self._threads = [Thread(target=work, daemon=True) for work in (self._write, self._read)]
        for thread in self._threads:
            thread.start()

    def _started(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=1 << 16,
                start_new_session=True,  # so that what it starts itself ends with it
            )
        except (OSError, ValueError) as error:
            self._errors.close()
            why = refusal(error)
            raise RequestError(
                f"« {shlex.join(command)} » ne démarre pas ({why.fr}) ; après -- vient la commande d’un programme.",
                f"“{shlex.join(command)}” does not start ({why.en}); the command of a program follows --.",
            ) from None

    def _write(self) -> None:
        with contextlib.suppress(BrokenPipeError):  # it reads no more; perhaps it has said why
            while line := self._lines.get():
                self._in.write(line)
                if self._lines.empty():
                    self._in.flush()
            self._in.close()

    def _read(self) -> None:
        while answer := self._out.readline(LONGEST):
            self._answers.put(answer)
        self._answers.put(b"")

    def send(self, line: bytes) -> None:
        """Ask something; `answer` gives the answers in the order of the questions."""
        self._lines.put(line + b"\n")

    def answer(self) -> bytes:
        """The next answer. Raises Failure if the program ends, or says nothing in time."""
        try:
            return self._answers.get(timeout=self.timeout) or self._died()
        except Empty:
            silence = Text(
                f"Aucune ligne finie en {self.timeout:g} s. Vide-t-il sa sortie (flush) après chaque réponse ?",
                f"No whole line in {self.timeout:g} s. Does it flush its output after each answer?",
            )
            raise Failure("silent", silence + self._last_words()) from None

    def finish(self, last: bytes) -> list[bytes]:
        """End the input, with a last line that no line break ends; what the program still writes until its end."""
        left: list[bytes] = []
        self._lines.put(last)
        self._lines.put(b"")
        try:
            while line := self._answers.get(timeout=self.timeout):
                left += [line] if line.strip() else []
        except Empty:
            going = Text(
                f"Son entrée est finie depuis {self.timeout:g} s, et il tourne encore.",
                f"Its input ended {self.timeout:g} s ago, and it is still running.",
            )
            raise Failure("unending", going) from None
        return left

    def close(self) -> None:
        """End the program and everything it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):  # it has ended already
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._lines.put(b"")
        for thread in self._threads:
            thread.join()
        for pipe in (self._in, self._out, self._errors):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    def _died(self) -> bytes:
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            ended = Text("Il a fermé sa sortie.", "It closed its output.")
        else:
            ended = Text(f"Il s’est terminé avec le code {code}.", f"It ended with code {code}.")
        raise Failure("died", ended + self._last_words())

    def _last_words(self) -> Text:
        self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - SHOWN))
        words = shown(self._errors.read().strip())
        if not words:
            return Text(" Il n’a rien dit sur la sortie d’erreur.", " It said nothing on standard error.")
        return Text(f" Ses derniers mots :\n{words}", f" Its last words:\n{words}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A question, what the program said, and the kind of disagreement: empty where it said what the rules say."""

    question: Question
    said: Answer | None  # None: nothing that could be read
    words: Text  # what it said, or how it failed
    kind: str = ""


class Session:
    """Asks the program of a command; `start` starts it, another one may start it in another way."""

    def __init__(
        self, command: Sequence[str], timeout: float, start: Callable[[Sequence[str], float], Program] = Program
    ) -> None:
        self.command, self.failures = tuple(command), 0
        self._start = partial(start, command, timeout)
        self._program = self._start()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._program.close()

    def ask(self, questions: Iterable[Question], ahead: int = AHEAD) -> Iterator[Verdict]:
        """A verdict on every question, in order; fewer if the program has failed too often."""
        coming, owed = iter(questions), deque[Question]()
        while self.failures < MOST_FAILURES:
            for question in islice(coming, ahead - len(owed)):
                owed.append(question)
                self._program.send(_encoded(question.line))
            if not owed:
                return
            question = owed.popleft()
            try:
                verdict = _verdict(question, self._program.answer())
            except Failure as failure:
                verdict = Verdict(question, None, failure.text, failure.kind)
            if verdict.said is None:  # what it says from here on may belong to another question: ask anew
                self.failures += 1
                self._program.close()
                self._program = self._start()
                for other in owed:
                    self._program.send(_encoded(other.line))
            yield verdict

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
        return Verdict(nothing, None, same(shown(left[1])), "extra") if left[1:] else None


def _encoded(line: str | bytes) -> bytes:
    return line if isinstance(line, bytes) else line.encode()


def _verdict(question: Question, raw: bytes) -> Verdict:
    said, words = judge.read(raw), same(shown(raw.rstrip()))
    if said is None:
        return Verdict(question, None, words, "garbage")
    return Verdict(question, said, words, judge.compare(question.expected, said))
