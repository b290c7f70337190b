"""A typing mistake, shown where it was made."""

from __future__ import annotations

from dataclasses import dataclass

from tablee.core.words import Text

REACH = 36  # characters shown on either side of a mistake in a long line


@dataclass(frozen=True, slots=True)
class Mistake:
    """An error in a typed text, with its `start` and `length`."""

    text: Text
    start: int
    length: int = 1

    def location(self, typed: str) -> tuple[int, int]:
        """Line and column, both from 1."""
        before = typed[: self.start]
        return before.count("\n") + 1, self.start - before.rfind("\n")

    def where(self, typed: str) -> Text:
        """The whole sentence, with its line and column."""
        line, column = self.location(typed)
        return Text(f"Ligne {line}, colonne {column} : ", f"Line {line}, column {column}: ") + self.text

    def point(self, typed: str) -> tuple[str, str]:
        """The line as it was typed, and under it a line of carets; long lines are cut around the mistake."""
        line, column = self.location(typed)
        shown = "".join(char if char.isprintable() else " " for char in typed.split("\n")[line - 1])
        offset = column - 1
        first, last = max(0, offset - REACH), min(len(shown), offset + max(self.length, 1) + REACH)
        head, tail = ("…" if first else ""), ("…" if last < len(shown) else "")
        carets = "^" * max(1, min(self.length, last - offset))
        return head + shown[first:last] + tail, " " * (len(head) + offset - first) + carets
