"""The line protocol on standard input and output: one answer a line, in order, until the input ends."""

import json
import sys
from collections.abc import Callable, Iterator
from typing import IO

from tablee.core.words import Text
from tablee.protocol import Answer, Request, reply

LONGEST = 1 << 20  # bytes of one request; a whole game takes a few thousand
TOO_LONG = Text(f"Cette ligne dépasse {LONGEST} octets.", f"This line is longer than {LONGEST} bytes.")


def serve(answer: Callable[[Request], Answer], lang: str) -> None:
    """Answer every line of standard input. Bad lines get an error; nothing ends this but the end of the input."""
    for line in _lines(sys.stdin.buffer):
        response = {"error": TOO_LONG.in_lang(lang)} if line is None else reply(line, answer, lang)
        sys.stdout.write(json.dumps(response, ensure_ascii=False) + "\n")
        sys.stdout.flush()


def _lines(stream: IO[bytes]) -> Iterator[str | None]:
    """The lines of a stream; None for one that is too long, which is read past and dropped."""
    while line := stream.readline(LONGEST + 1):
        if len(line) <= LONGEST:
            yield line.decode("utf-8", errors="replace")
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(LONGEST)
        yield None
