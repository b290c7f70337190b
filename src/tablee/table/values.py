"""What a field of a request may hold."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tablee.core.errors import RequestError
from tablee.core.game import clip
from tablee.core.words import Text, and_list, suggest

KINDS_OF_VALUES: dict[type, Text] = {
    str: Text("un texte", "a text"),
    int: Text("un nombre entier", "a whole number"),
    bool: Text("true ou false", "true or false"),
    list: Text("une liste", "a list"),
    dict: Text("un objet", "an object"),
}


OTHER_NAMES = {"variant": "settings", "options": "settings"}  # as the line protocol and GET /games call them


def check_fields(body: Mapping[str, object], fields_known: Collection[str]) -> None:
    """Raise RequestError about a field that is not one of the known ones."""
    for key in body:
        if key not in fields_known:
            fields = and_list(fields_known) if fields_known else Text("rien", "nothing")
            raise RequestError(
                f"Le champ « {clip(key)} » n’existe pas ; on peut écrire {fields.fr}.",
                f"There is no field “{clip(key)}”; this takes {fields.en}.",
                suggest(OTHER_NAMES.get(key, key), fields_known),
            )


def check_value(key: str, content: object, kind: type, least: int = 0, most: int = 0) -> Any:
    """A value that has the type and, a number, the size that it must have. True is no number."""
    if type(content) is not kind:
        raise value_error(key, KINDS_OF_VALUES[kind])
    if kind is int and not least <= content <= most:  # type: ignore[operator]
        raise value_error(key, Text(f"un nombre de {least} à {most}", f"a number from {least} to {most}"))
    return content


def value_error(key: str, wanted: Text) -> RequestError:
    return RequestError(f"« {key} » ne va pas : il faut {wanted.fr}.", f"“{key}” does not fit: it takes {wanted.en}.")
