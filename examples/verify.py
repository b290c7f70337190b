"""Check the dice of a game, with nothing but Python: python examples/verify.py GAME.tablee"""

import hashlib
import hmac
import re
import sys
from pathlib import Path


def dice(secret: bytes, message: str, count: int) -> list[int]:
    """HMAC-SHA256, then every byte below 252 is a die; `|1`, `|2` … give more bytes."""
    found, block = list[int](), 0
    while len(found) < count:
        more = hmac.digest(secret, (f"{message}|{block}" if block else message).encode(), "sha256")
        found += [byte % 6 + 1 for byte in more if byte < 252]
        block += 1
    return sorted(found[:count])


def check(record: str) -> str:
    """What is wrong with the dice of a record; nothing, if nothing is."""
    head, _, body = record.partition("\n\n")
    headers = dict(line.split(": ", 1) for line in head.splitlines() if ": " in line)
    label, table, commit, secret = headers.get("fair", "").split()  # a game that is over shows its secret
    if hashlib.sha256(bytes.fromhex(secret)).hexdigest() != commit:
        return "the secret is not the one that was promised"
    events = re.sub(r"\{(?:[^\\{}]|\\.)*\}", " ", body)  # without the comments
    throws = [word[1:] for word in events.split() if re.fullmatch("d[1-6]+", word)]
    if len(salts := headers.get("salts", "").split()) != len(throws):
        return "not one salt for each throw"
    for number, (shown, salt) in enumerate(zip(throws, salts, strict=True)):
        message = f"{label}|{table}|{number}|{salt.strip('-')}"
        if dice(bytes.fromhex(secret), message, len(shown)) != sorted(map(int, shown)):
            return f"throw {number + 1} is not the one that was promised"
    return ""


if __name__ == "__main__":
    sys.exit(check(Path(sys.argv[1]).read_text(encoding="utf-8")) or None)
