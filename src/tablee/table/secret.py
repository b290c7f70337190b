"""Secrets: what holds a seat, handed out once and kept only as a digest; and what a table's dice follow from."""

import hashlib
import secrets

# No letters or digits that are mistaken for one another when an address is read aloud.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10
FLEETING = "0"  # begins the name of a table that no store keeps; no other name has it
SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # of a shard: they stand before everything that it names


def new_secret() -> str:
    """256 bits, as a word that fits into an address."""
    return secrets.token_urlsafe(32)


def new_dice_secret() -> str:
    """The 32 bytes that a table's dice follow from (`core.fair`), in hex."""
    return secrets.token_hex(32)


def new_id() -> str:
    """Returns a random public table id of 49 bits, too many to guess."""
    number = secrets.randbelow(len(ALPHABET) ** ID_LENGTH)
    return "".join([ALPHABET[number // len(ALPHABET) ** index % len(ALPHABET)] for index in range(ID_LENGTH)])


def is_in_memory(table_id: str) -> bool:
    return table_id.lstrip(SIGNS).startswith(FLEETING)


def shard_of(name: str) -> str:
    """The sign of the shard that has named it; empty where there are none."""
    return name[: len(name) - len(name.lstrip(SIGNS))]


def digest(secret: str) -> str:
    # A secret is random and long: a plain hash cannot be searched back, and nothing slower is needed.
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
