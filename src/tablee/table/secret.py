"""Secrets that hold a seat: handed out once, and kept only as a digest."""

import hashlib
import secrets
from functools import lru_cache

MOST_KNOWN = 4096  # secrets whose digests are not worked out anew with every move


def new_secret() -> str:
    """256 bits, as a word that fits into an address."""
    return secrets.token_urlsafe(32)


@lru_cache(maxsize=MOST_KNOWN)
def digest(secret: str) -> str:
    # A secret is random and long: a plain hash cannot be searched back, and nothing slower is needed.
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
