"""The names of tables: drawn at random, with the sign of a shard before them; and which tables live in memory only.
And the secrets that hold a seat: handed out once, and kept only as a digest."""

import hashlib
import secrets

# No letters or digits that are mistaken for one another when an address is read aloud.
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
LENGTH = 10
IN_MEMORY = "0"  # begins the name of a table that no store keeps; no other name has it
SHARD_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # the sign of a shard stands before everything that it names


def new_id() -> str:
    """Returns a random public table id of 49 bits, too many to guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def is_in_memory(table_id: str) -> bool:
    return table_id.lstrip(SHARD_LETTERS).startswith(IN_MEMORY)


def shard_of(name: str) -> str:
    """The sign of the shard that has named it; empty where there are none."""
    return name[: len(name) - len(name.lstrip(SHARD_LETTERS))]


def new_secret() -> str:
    """256 bits, as a word that fits into an address."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    # A secret is random and long: a plain hash cannot be searched back, and nothing slower is needed.
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
