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
    if "chances" in headers:
        return "other dice than six-sided ones: tablee verify checks them, by the rules of the game"
    # One line for each secret; the later ones end in "from N", the first throw under them.
    promises = [line.split()[1:] for line in head.splitlines() if line.startswith("fair: ")]
    if not promises or any(len(promise) not in (4, 6) for promise in promises):
        return "no secret is shown: the game is not over, or says nothing about its dice"
    if any(hashlib.sha256(bytes.fromhex(secret)).hexdigest() != commit for _, _, commit, secret, *_ in promises):
        return "the secret is not the one that was promised"
    events = re.sub(r"\{(?:[^\\{}]|\\.)*\}", " ", body)  # without the comments
    throws = [word[1:] for word in events.split() if re.fullmatch("d[1-6]+", word)]
    if len(salts := headers.get("salts", "").split()) != len(throws):
        return "not one salt for each throw"
    for number, (shown, salt) in enumerate(zip(throws, salts, strict=True)):
        label, table, _, secret, *_ = [one for one in promises if len(one) == 4 or int(one[5]) <= number][-1]
        message = f"{label}|{table}|{number}|{salt.strip('-')}"
        if salt != "?" and dice(bytes.fromhex(secret), message, len(shown)) != sorted(map(int, shown)):
            return f"throw {number + 1} is not the one that was promised"
    label, table, _, secret, *_ = promises[0]
    for number, thrown in enumerate(headers.get("opening", "").split()):  # for who begins: SEAT:DIE:SALT
        _, die, salt = thrown.split(":")
        if dice(bytes.fromhex(secret), f"{label}|{table}|open-{number}|{salt.strip('-')}", 1) != [int(die)]:
            return f"opening throw {number + 1} is not the one that was promised"
    return "some throws were made at another table: they cannot be checked" if "?" in salts else ""


if __name__ == "__main__":
    sys.exit(check(Path(sys.argv[1]).read_text(encoding="utf-8")) or None)
