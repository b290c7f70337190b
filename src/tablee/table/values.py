"""What a field of a request may hold."""

from __future__ import annotations

from typing import Any

from tablee.core.errors import RequestError
from tablee.core.words import Text

KINDS_OF_VALUES: dict[type, Text] = {
    str: Text("un texte", "a text"),
    int: Text("un nombre entier", "a whole number"),
    bool: Text("true ou false", "true or false"),
    list: Text("une liste", "a list"),
    dict: Text("un objet", "an object"),
}


def value(key: str, given: object, kind: type, least: int = 0, most: int = 0) -> Any:
    """A value that has the type and, a number, the size that it must have. True is no number."""
    if type(given) is not kind:
        raise unfit(key, KINDS_OF_VALUES[kind])
    if kind is int and not least <= given <= most:  # type: ignore[operator]
        raise unfit(key, Text(f"un nombre de {least} à {most}", f"a number from {least} to {most}"))
    return given


def unfit(key: str, wanted: Text) -> RequestError:
    return RequestError(f"« {key} » ne va pas : il faut {wanted.fr}.", f"“{key}” does not fit: it takes {wanted.en}.")
