"""Another implementation, running: lines go in and lines come out at the same time, so that neither side waits.

One loop watches the three pipes of the program. It writes as far ahead as the program will read, takes what it
answers, and keeps its last words on standard error; so no pipe can fill up and block both.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from tablee.core.errors import RequestError, TableeError, refusal
from tablee.core.words import Text

AHEAD = 256  # requests that may be under way
CHUNK = 1 << 16  # bytes read or written at once
LONGEST = 1 << 20  # bytes of one answer
LAST_WORDS = 400  # bytes kept of standard error
SHOWN = 400  # characters of what it said


def shown(text: str, most: int = SHOWN) -> str:
    """What a program said, safe to print: not too much of it, and signs that a screen would obey by their names."""
    told = text[:most]
    if not told.isprintable():
        told = "".join(sign if sign.isprintable() or sign == "\n" else ascii(sign)[1:-1] for sign in told)
    return told + "…" * (len(text) > most)


class Failure(TableeError):  # noqa: N818 (named as what it is)
    """The program gives no answer any more; `kind` is one of judge.KINDS."""

    def __init__(self, kind: str, text: Text) -> None:
        super().__init__(text)
        self.kind = kind


class Program:
    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.timeout = timeout
        self._process = self._started(command)
        assert self._process.stdin
        assert self._process.stdout
        assert self._process.stderr
        self._in, self._out, self._err = self._process.stdin, self._process.stdout, self._process.stderr
        self._selector = selectors.DefaultSelector()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self._out, self._err):
            self._selector.register(pipe, selectors.EVENT_READ)
        self._unsent = bytearray()
        self._begun = bytearray()  # an answer that has not ended yet
        self._answers: deque[bytes] = deque()
        self._last_words = b""

    def _started(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that what it starts itself ends with it
            )
        except (OSError, ValueError) as error:
            why = refusal(error)
            raise RequestError(
                f"« {shlex.join(command)} » ne démarre pas ({why.fr}) ; après -- vient la commande d’un programme.",
                f"“{shlex.join(command)}” does not start ({why.en}); the command of a program follows --.",
            ) from None

    def answers(self, lines: Iterable[bytes], ahead: int = AHEAD) -> Iterator[bytes]:
        """One answer for each line, in order. A Failure means that the first unanswered line stays so."""
        coming, owed, more = iter(lines), 0, True
        while True:
            while more and owed < ahead:
                line = next(coming, None)
                if line is None:
                    more = False
                else:
                    self._unsent += line + b"\n"
                    owed += 1
            if not owed:
                return
            yield self._next()
            owed -= 1

    def finish(self, last: bytes = b"") -> list[bytes]:
        """End the input, with a last line that no line break ends; what the program still writes until its end."""
        deadline = time.monotonic() + self.timeout
        self._unsent += last
        while self._unsent and self._out in self._watched() and self._turn(deadline):
            pass
        self._hang_up()
        while self._out in self._watched():
            if not self._turn(deadline):
                raise Failure(
                    "unending",
                    Text(
                        f"Son entrée est finie depuis {self.timeout:g} s, et il tourne encore.",
                        f"Its input ended {self.timeout:g} s ago, and it is still running.",
                    ),
                )
        left = [*self._answers, bytes(self._begun)]
        return [line for line in left if line.strip()]

    def close(self) -> None:
        """Kill the program."""
        with contextlib.suppress(ProcessLookupError, PermissionError):  # it has ended already
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for pipe in (self._in, self._out, self._err):
            with contextlib.suppress(BrokenPipeError):
                pipe.close()

    # --- the loop ---------------------------------------------------------------------------------------------

    def _next(self) -> bytes:
        deadline = time.monotonic() + self.timeout
        while not self._answers:
            if self._out not in self._watched():
                raise self._died()
            if not self._turn(deadline):
                raise Failure("silent", self._silence() + self._said_last())
        return self._answers.popleft()

    def _watched(self) -> set[object]:
        return {key.fileobj for key in self._selector.get_map().values()}

    def _turn(self, deadline: float) -> bool:
        """Move what can be moved; False when nothing could before the deadline."""
        if self._unsent and not self._in.closed and self._in not in self._watched():
            self._selector.register(self._in, selectors.EVENT_WRITE)
        ready = self._selector.select(max(0.0, deadline - time.monotonic()))
        for key, _ in ready:
            if key.fileobj is self._in:
                self._write()
            elif key.fileobj is self._out:
                self._read()
            else:
                self._last_words = (self._last_words + self._taken(self._err))[-LAST_WORDS:]
        return bool(ready)

    def _write(self) -> None:
        try:
            sent = os.write(self._in.fileno(), self._unsent[:CHUNK])
            del self._unsent[:sent]
        except BrokenPipeError:
            self._unsent.clear()  # it reads no more; what it wrote before will still come
            self._hang_up()
            return
        if not self._unsent:
            self._selector.unregister(self._in)

    def _hang_up(self) -> None:
        if self._in in self._watched():
            self._selector.unregister(self._in)
        self._in.close()

    def _read(self) -> None:
        *whole, rest = (self._begun + self._taken(self._out)).split(b"\n")
        self._answers += map(bytes, whole)
        self._begun = bytearray(rest)
        if len(rest) > LONGEST:
            raise Failure(
                "garbage",
                Text(
                    f"Il a écrit {LONGEST} octets sans finir la ligne.",
                    f"It wrote {LONGEST} bytes without ending the line.",
                ),
            )

    def _taken(self, pipe: IO[bytes]) -> bytes:
        got = os.read(pipe.fileno(), CHUNK)
        if not got:
            self._selector.unregister(pipe)
        return got

    # --- what went wrong --------------------------------------------------------------------------------------

    def _died(self) -> Failure:
        try:
            code = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            ended = Text("Il a fermé sa sortie.", "It closed its output.")
        else:
            ended = (
                Text(f"Il s’est terminé avec le code {code}.", f"It ended with code {code}.")
                if code >= 0
                else Text(f"Le signal {-code} l’a arrêté.", f"Signal {-code} stopped it.")
            )
        while self._err in self._watched() and self._turn(time.monotonic()):
            pass
        return Failure("died", ended + self._said_last())

    def _silence(self) -> Text:
        begun = shown(bytes(self._begun).decode("utf-8", errors="replace"), 80)
        if begun.strip():
            return Text(
                f"Après {self.timeout:g} s, sa ligne n’est pas finie : {begun} (il manque un saut de ligne ?).",
                f"After {self.timeout:g} s its line has not ended: {begun} (is a line break missing?).",
            )
        return Text(
            f"Rien en {self.timeout:g} s. Vide-t-il sa sortie (flush) après chaque réponse ?",
            f"Nothing in {self.timeout:g} s. Does it flush its output after each answer?",
        )

    def _said_last(self) -> Text:
        words = shown(self._last_words.decode("utf-8", errors="replace").strip())
        if not words:
            return Text(" Il n’a rien dit sur la sortie d’erreur.", " It said nothing on standard error.")
        return Text(f" Ses derniers mots :\n{words}", f" Its last words:\n{words}")
