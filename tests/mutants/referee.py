"""A referee in two functions, right as they stand; a mutant puts something else in their place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from tablee.protocol import Answer
from tablee_lab.conform.case import ruled


def _answer(line: str) -> Answer:
    return ruled(line)


def _stream(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield json.dumps(answer(line))


answer: Callable[[str], Answer] = _answer
stream: Callable[[Iterator[str]], Iterator[str]] = _stream
