"""How a request comes to a table: `parse` reads one from JSON, `ask` checks it and answers with entries of the log.

Nothing is changed here: `ask` raises an error with a sentence, and the table stays as it was.

    for entry in ask(table, Move("2a"), secret, version=table.version):
        table.apply(entry)
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from tablee.core.dice import Dice, VirtualDice
from tablee.core.game import clip

from .entry import NOBODY, check_fields, check_value
from .errors import Refused, SeatError, StaleMove
from .ids import digest
from .table import Asker, Table, Verb
from .verbs import FIELDS, Erase

LONGEST_ID = 64
LAST_VERSION = 999_999_999
MOST_ENTRIES = 5_000  # of one seat: nobody fills a log, and nobody fills it for the others
ENTROPY = VirtualDice()
VerbT = TypeVar("VerbT", bound=Verb)


def parse(kind: type[VerbT], body: Mapping[str, object], besides: Iterable[str] = ()) -> VerbT:
    """The request that a JSON object spells. Raises RequestError for a field that is neither its own nor `besides`."""
    check_fields(body, [*(spec.name for spec in FIELDS[kind]), *besides])
    arguments: dict[str, Any] = {}
    for spec in FIELDS[kind]:
        given = body.get(spec.name, spec.default)
        if spec.required or given is not spec.default:
            arguments[spec.attribute] = check_value(spec.name, given, spec.kind, spec.least, spec.most)
    return kind(**arguments)


def spell(verb: Verb) -> str:
    """A request on one line: its verb, and what it asks."""
    values = (str(getattr(verb, spec.attribute)) for spec in FIELDS[type(verb)] if spec.name != "salt")
    return " ".join([verb.VERB, *values])


def ask(
    table: Table,
    verb: Verb,
    secret: str | None,
    *,
    version: int | None = None,
    id: str = "",
    dice: Dice = ENTROPY,
    at: int = 0,
) -> tuple[Verb, ...]:
    """Returns the log entries of a request, to be stored and then applied.

    `secret`: what holds the asker's seat. `version`: the one that was seen; a stale one is refused. `id`: the asker's
    own name for the request, at most 64 characters: asked again by the same seat, it comes to nothing more.
    `at`: when it is asked, in seconds since 1970.
    """
    holder = digest(secret) if secret else ""
    held = table.seating.find_held(holder) if secret else ()
    if not held and verb.SEATED:
        raise SeatError(
            "Vous regardez cette table sans y jouer : il faut le lien d’une place.",
            "You are watching this table, not playing: you need a seat’s link.",
        )
    wish = hashlib.sha256(f"{held} {spell(verb)}".encode("utf-8", "replace")).hexdigest()[:16] if id else ""
    if id and _is_repeated(table, holder, id, wish):
        return ()
    if version is not None and version != table.version:
        raise StaleMove(
            "La table a changé entre-temps : regardez où en est la partie, puis rejouez.",
            "The table has changed in the meantime: see where the game stands, then play again.",
        )
    full = [seat for seat in held if table.entry_counts[seat] >= MOST_ENTRIES]
    if full and not isinstance(verb, Erase):
        raise Refused(
            "Cette table est pleine : une place y a fait tout ce qu’elle pouvait. Ouvrez-en une nouvelle ; cette "
            "partie reste lisible.",
            "This table is full: one seat has reached its limit of actions. Open a new table; this game stays "
            "readable.",
        )
    entries = [replace(entry, at=at) for entry in verb.check(table, Asker(holder, held, dice))]
    if id and entries and held:
        sender = NOBODY if entries[0].seat in held else held[0]
        entries[0] = replace(entries[0], request=id, asked=wish, sender=sender)
    return tuple(entries)


def _is_repeated(table: Table, holder: str, id: str, wish: str) -> bool:
    """Has this holder's very request been carried out already? The same id for something else is refused."""
    if len(id) > LONGEST_ID or not id.isprintable() or " " in id:
        raise Refused(
            f"Le numéro d’une demande a au plus {LONGEST_ID} signes, sans espace.",
            f"A request’s id has at most {LONGEST_ID} characters and no space.",
        )
    earlier = table.requests.get((holder, id))
    if earlier is not None and earlier != wish:
        raise Refused(
            f"La demande « {clip(id)} » a déjà servi à autre chose.",
            f"The request “{clip(id)}” is already used for another request.",
        )
    return earlier is not None
