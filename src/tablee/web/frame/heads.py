"""The headers of a request, read once: by the guard, by whoever asks for the language, by the calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Heads = Mapping[bytes, str]  # by their names as they arrive, in small letters; of several the first
HEADS = "tablee.heads"
BODY = "tablee.body"  # where a call finds what was sent, which the guard has read


def heads_of(scope: Any) -> Heads:
    heads: Heads | None = scope.get(HEADS)
    if heads is None:
        heads = {name: value.decode("latin-1") for name, value in reversed(list(scope["headers"]))}
        scope[HEADS] = heads
    return heads
