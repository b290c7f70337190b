"""What can go wrong, as one small tree.

    TableeError
    ├── NotationError      a token that no event of this game is written as
    ├── IllegalEvent       a well-written event that the rules do not allow here
    │   ├── CalculationError   a stated calculation that is wrong, foreign or malformed (B5)
    │   └── GameOver           an event after the end
    ├── VariantError       a setting that does not exist or a value it cannot have
    │   └── SheetError         a laaancez sheet that cannot be used; knows its line and key
    ├── PositionError      a line that is no position; knows its column
    ├── RecordError        a damaged record; knows where, and keeps what was good (in core.record)
    └── RequestError       a line or command that asks for nothing we know
        └── UnknownOption      a setting that the rules have and an engine does not know (core.supported)

Every error carries a `Text`: what happened, and what to do about it. It is raised with the two sentences, French
first and perhaps a `Text` that goes on after them, or with a `Text` that is put together.
"""

from __future__ import annotations

import errno
from typing import overload

from .words import Text, untranslated


class TableeError(Exception):
    """Anything that a user can cause and should read a sentence about."""

    @overload
    def __init__(self, text: Text, /) -> None: ...
    @overload
    def __init__(self, fr: str, en: str, more: Text = ..., /) -> None: ...
    def __init__(self, text: Text | str, en: str = "", more: Text = Text("", ""), /) -> None:  # noqa: B008 (a constant)
        self.text = Text(text, en) + more if isinstance(text, str) else text
        super().__init__(self.text)

    def __str__(self) -> str:
        return self.text.en


class NotationError(TableeError):
    pass


class IllegalEvent(TableeError):
    pass


class CalculationError(IllegalEvent):
    pass


class GameOver(IllegalEvent):
    pass


class VariantError(TableeError):
    pass


class SheetError(VariantError):
    """`line` counts from 1 where the sheet came as text; `key` is the dotted path of the entry."""

    def __init__(self, text: Text | str, en: str = "", /, *, key: str = "", line: int | None = None) -> None:
        detail = Text(text, en) if isinstance(text, str) else text
        where = untranslated("")
        if line is not None:
            where += Text(f"ligne {line}, ", f"line {line}, ")
        if key:
            where += Text(f"« {key} » : ", f"“{key}”: ")
        super().__init__(where + detail)
        self.detail, self.key, self.line = detail, key, line

    def at(self, line: int | None) -> SheetError:
        return SheetError(self.detail, key=self.key, line=line)


class PositionError(TableeError):
    """`column` counts from 1: where the line stops being a position."""

    def __init__(self, text: Text, *, column: int) -> None:
        super().__init__(Text(f"Position, signe {column} : ", f"Position, character {column}: ") + text)
        self.column = column


class RequestError(TableeError):
    pass


class UnknownOption(RequestError):
    pass


_REFUSED = {
    errno.ENOENT: Text("fichier ou dossier introuvable", "no such file or folder"),
    errno.EACCES: Text("accès interdit", "permission denied"),
    errno.EPERM: Text("accès interdit", "permission denied"),
    errno.EROFS: Text("ici, on peut lire mais pas écrire", "this folder is read-only"),
    errno.ENOSPC: Text("le disque est plein", "the disk is full"),
    errno.EDQUOT: Text("votre quota de disque est atteint", "your disk quota is reached"),
    errno.EIO: Text("le disque ne répond plus", "the disk is not responding"),
    errno.EISDIR: Text("c’est un dossier", "this is a folder"),
    errno.ENOTDIR: Text("un nom du chemin n’est pas un dossier", "a name of the path is not a folder"),
    errno.EEXIST: Text("ce nom est déjà pris", "this name is taken"),
    errno.ENAMETOOLONG: Text("le nom est trop long", "the name is too long"),
    errno.ENOEXEC: Text("ce n’est pas un programme", "this is not a program"),
    errno.EADDRINUSE: Text("l’adresse est déjà prise", "the address is in use"),
    errno.EADDRNOTAVAIL: Text("cette machine n’a pas cette adresse", "this machine does not have this address"),
}


def refusal(error: Exception) -> Text:
    """Why the system refused, to stand between brackets; what we have no words for, it says itself."""
    reason = _REFUSED.get(getattr(error, "errno", None) or 0)
    return reason or untranslated(getattr(error, "strerror", None) or str(error))
