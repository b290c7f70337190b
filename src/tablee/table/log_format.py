"""How the store spells an entry: one small JSON object, in which a field with its default value is left out."""

import json
from dataclasses import MISSING, fields
from typing import Any

from .entry import Entry
from .errors import TableDamaged
from .table import Created, Verb
from .verbs import VERB_BY_KIND

# By kind of entry: its stored fields, and the default value of each; MISSING for one that is always written.
FIELDS: dict[type[Entry], dict[str, Any]] = {
    kind: {
        spec.name: MISSING if spec.metadata.get("stored") else spec.default
        for spec in fields(kind)
        if spec.metadata.get("stored") is not False
    }
    for kind in VERB_BY_KIND.values()
}
# What the log calls a field, where not as the code does.
STORED = {"seat": "place", "to_seat": "seat", "best_of": "best"}
READ = {stored: name for name, stored in STORED.items()}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def write(entry: Entry) -> str:
    body: dict[str, Any] = {"kind": entry.KIND}
    for name, default in FIELDS[type(entry)].items():
        value = getattr(entry, name)
        if default is MISSING or value != default:
            body[STORED.get(name, name)] = value
    return _encode(body)


def parse(text: str) -> Verb:
    """The entry that a stored text spells. Raises TableDamaged where it spells none."""
    try:
        body = {READ.get(name, name): value for name, value in json.loads(text).items()}
        kind = VERB_BY_KIND[body.pop("kind")]
        if kind is Created:
            body["seats"] = tuple((str(name), str(bot)) for name, bot in body["seats"])
            body["badges"] = tuple(map(str, body.get("badges", ())))
            body["won"] = tuple(map(int, body.get("won", ())))
        for name, default in FIELDS[kind].items():
            if default is MISSING and name not in body:
                raise KeyError(name)
        if not body.keys() <= FIELDS[kind].keys():
            raise KeyError
        return kind(**body)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise TableDamaged(
            "Une ligne du journal de cette table est illisible, ou vient d’une Tablée plus récente.",
            "A line of this table’s log cannot be read, or comes from a newer Tablée.",
        ) from None
