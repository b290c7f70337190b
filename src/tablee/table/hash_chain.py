"""The chain of a table's log: each entry is linked to all that stand before it, so that none can be changed, taken
away or put between unseen.

A link is made of the link before it, the table's name and the entry; the first one follows from the name alone. The
store keeps every link beside its entry, and the last one, with the number of entries, beside the table.
"""

import hashlib
from collections.abc import Iterable

SIZE = 32  # hexadecimal digits of a link: half a SHA-256


def next_link(before: str, table: str, body: str) -> str:
    """The link of an entry that follows the one with that link ("" for a table's first entry)."""
    parts = "\0".join((before, table, body))
    return hashlib.sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:SIZE]


def valid_prefix(
    table: str, rows: Iterable[tuple[int, str, str]], first: int = 0, head: str = ""
) -> tuple[list[str], str]:
    """Of a table's rows (number, entry, link), in order: the entries before the first that does not fit, their head.
    `first`, `head`: the number that the first of them must have, and the link that it must follow."""
    bodies: list[str] = []
    for number, body, link in rows:
        if number != first + len(bodies) or not isinstance(body, str) or next_link(head, table, body) != link:
            break
        bodies.append(body)
        head = link
    return bodies, head
