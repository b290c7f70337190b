"""Python's own code, as a browser starts it soonest: with what Chromium needs to keep it compiled, and without what
only libraries that come later would ask of it.

Chromium keeps what it has compiled of a file each time another megabyte of that is compiled, and at no other time that
could be counted on. Whoever has compiled what a start needs calls functions that do nothing and are large once they are
compiled, and then it is kept (`static/code.js`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

NAME = b"weigh"
FUNCTIONS = 16
FILLS = 1200  # calls in each of them
TYPE, IMPORT, FUNCTION, EXPORT, CODE = 1, 2, 3, 7, 10


def prepared(code: bytes, script: str) -> bytes:
    """A module that offers the script what it asks for, and one function more, `weigh(0)`."""
    sections = dict(_sections(code))  # one of each kind
    imports = list(_imports(sections[IMPORT]))
    first = sum(kind == 0 for _, kind in imports) + _read(sections[FUNCTION], 0)[0]
    # If given anything but zero, fill memory, again and again; nobody gives it that.
    heavy = b"\x20\x00\x04\x40" + b"\x20\x00\x20\x00\x20\x00\xfc\x0b\x00" * FILLS + b"\x0b"
    calls = b"".join(b"\x20\x00\x10" + _number(first + place) for place in range(FUNCTIONS))
    bodies = [_sized(b"\x00" + body + b"\x0b") for body in [*[heavy] * FUNCTIONS, calls]]
    wanted = _asked(script) | {name for name, _ in imports}
    exports = [body for name, body in _exports(sections[EXPORT]) if name in wanted]
    exports.append(_sized(NAME) + b"\x00" + _number(first + FUNCTIONS))
    sections[TYPE] = _longer(sections[TYPE], [b"\x60\x01\x7f\x00"])  # of a number, nothing
    sections[FUNCTION] = _longer(sections[FUNCTION], [_number(_read(sections[TYPE], 0)[0] - 1)] * len(bodies))
    sections[EXPORT] = _number(len(exports)) + b"".join(exports)
    sections[CODE] = _longer(sections[CODE], bodies)
    return code[:8] + b"".join(bytes([kind]) + _sized(body) for kind, body in sections.items())


def _asked(script: str) -> set[str]:
    """What a script says of a module's exports, besides that it lists each of them: `var …, _x, …; _x = Module["_x"] =
    exports["x"];`.
    """
    said = Counter(re.findall(r"[\w$]+", script))
    listed = set(re.findall(r'Module\["_(\w+)"\]=wasmExports\["\1"\];', script))
    plain = {name for name, times in said.items() if times > (name in listed)}
    return plain | {name[1:] for name, times in said.items() if name[:1] == "_" and times > 3 * (name[1:] in listed)}


def _sections(code: bytes) -> Iterator[tuple[int, bytes]]:
    at = 8
    while at < len(code):
        kind = code[at]
        size, at = _read(code, at + 1)
        yield kind, code[at : at + size]
        at += size


def _imports(body: bytes) -> Iterator[tuple[str, int]]:
    """Names and kinds: a function by its type, a global by its type and whether it changes."""
    count, at = _read(body, 0)
    for _ in range(count):
        _, at = _word(body, at)
        name, at = _word(body, at)
        kind = body[at]
        assert kind in (0, 3), kind
        _, at = _read(body, at + 1)
        at += kind == 3
        yield name, kind


def _exports(body: bytes) -> Iterator[tuple[str, bytes]]:
    """Names, and each as it stands there."""
    count, at = _read(body, 0)
    for _ in range(count):
        start = at
        name, at = _word(body, at)
        _, at = _read(body, at + 1)
        yield name, body[start:at]


def _word(code: bytes, at: int) -> tuple[str, int]:
    size, at = _read(code, at)
    return code[at : at + size].decode(), at + size


def _longer(body: bytes, more: list[bytes]) -> bytes:
    count, at = _read(body, 0)
    return _number(count + len(more)) + body[at:] + b"".join(more)


def _read(code: bytes, at: int) -> tuple[int, int]:
    """A number, and where it ends."""
    found = shift = 0
    while True:
        found |= (code[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if code[at - 1] < 128:
            return found, at


def _number(value: int) -> bytes:
    return bytes([value]) if value < 128 else bytes([value & 127 | 128]) + _number(value >> 7)


def _sized(body: bytes) -> bytes:
    return _number(len(body)) + body
