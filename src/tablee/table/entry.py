"""An entry of a table's log: what all of them have, and how their fields are asked for and stored.

An entry says what happened, never what follows from it. Secrets are only ever stored as digests, and no entry shows
one when it is printed.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, replace
from typing import Any, ClassVar, Self

from tablee.core.errors import RequestError
from tablee.core.game import clip
from tablee.core.words import Text, and_list, suggest, untranslated

NOBODY = -1  # the place of an entry that no seat made
ALWAYS = {"stored": True}  # metadata of a field that is stored even with its default value
Naming = Callable[[int], Text]  # what the one at a seat is called


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`at`: seconds since 1970. `seat`: whose doing it was. `request`: the id that the seat which asked for it gave,
    if it gave one; `asked`: a digest of what was asked by it; `sender`: that seat, where it is not `seat`.
    """

    KIND: ClassVar[str] = ""  # its name in the store
    PREFACE: ClassVar[Text] = untranslated("")  # stands before what the game says of its event
    SENTENCE: ClassVar[Text | None] = None  # what is told of it after the name of whose doing it was
    PERSONAL: ClassVar[tuple[str, ...]] = ()  # its fields that say who that was

    at: int = 0
    seat: int = NOBODY
    request: str = ""
    asked: str = ""
    sender: int = NOBODY

    def describe(self, name: Naming) -> Text | None:
        """Returns the log sentence; None for an entry that is not shown."""
        return None if self.SENTENCE is None else name(self.seat) + self.SENTENCE

    def without(self, seat: int) -> Self:
        """Returns the entry without the personal data of the player at `seat`: name and badge. The holder of a seat
        stays: it is the digest of a random word, and who had to agree follows from it."""
        erased: dict[str, Any] = dict.fromkeys(self.PERSONAL, "")
        return replace(self, **erased) if erased and self.seat == seat else self


def request_field(
    fr: str,
    en: str,
    *,
    most: int = 0,
    least: int = 0,
    default: Any = MISSING,
    name: str = "",
    required: bool = False,
    secret: bool = False,
    stored: bool | None = None,
) -> Any:
    """A field that a request may have: what it means, from what to what it may be (a text: its length). `name`: what
    requests call it, if not as it is stored. `required`: by requests, although it has a default. `secret`: it is not
    printed. `stored`: always (True), never (False), or (None) unless it has its default value."""
    about = {"about": Text(fr, en), "least": least, "most": most, "name": name, "required": required, "stored": stored}
    return field(default=default, repr=not secret, metadata=about)


# --- what a field of a request may hold -------------------------------------------------------------------------

KINDS_OF_VALUES: dict[type, Text] = {
    str: Text("un texte", "a text"),
    int: Text("un nombre entier", "a whole number"),
    bool: Text("true ou false", "true or false"),
    list: Text("une liste", "a list"),
    dict: Text("un objet", "an object"),
}


OTHER_NAMES = {"variant": "settings", "options": "settings"}  # as the line protocol and GET /games call them


def check_fields(body: Mapping[str, object], fields: Collection[str]) -> None:
    """Raise RequestError about a field that is not one of the known ones."""
    for key in body:
        if key not in fields:
            french = "Le champ « {key} » n’existe pas ; on peut écrire {fields}."
            english = "There is no field “{key}”; this takes {fields}."
            known = and_list(fields) if fields else Text("rien", "nothing")
            sentence = Text.fill(french, english, key=clip(key), fields=known)
            raise RequestError(sentence + suggest(OTHER_NAMES.get(key, key), fields))


def check_value(key: str, content: object, kind: type, least: int = 0, most: int = 0) -> Any:
    """A value that has the type and, a number, the size that it must have. True is no number."""
    if type(content) is not kind:
        raise value_error(key, KINDS_OF_VALUES[kind])
    if kind is int and not least <= content <= most:  # type: ignore[operator]
        raise value_error(key, Text(f"un nombre de {least} à {most}", f"a number from {least} to {most}"))
    return content


def value_error(key: str, wanted: Text) -> RequestError:
    return RequestError(
        Text(f"« {key} » ne va pas : il faut ", f"“{key}” does not fit: it takes ") + wanted + Text(".", ".")
    )
