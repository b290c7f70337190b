"""A bot in a few lines: it plays a whole game through the JSON API of a table, with any legal move.

tablee serve --no-browser &
python examples/bot.py http://127.0.0.1:8642 cadeau                      opens a table against Tablée
python examples/bot.py http://127.0.0.1:8642 TABLE SEAT INVITATION       takes the seat of a link
"""

from __future__ import annotations

import json
import random
import sys
import time
import urllib.error
import urllib.request
from typing import Any

GAMES = ("cadeau", "blocs", "laaancez")


def ask(url: str, body: dict[str, Any] | None = None, secret: str = "") -> dict[str, Any]:
    """One call: GET without a body, POST with one."""
    headers = {"content-type": "application/json", "accept-language": "en"}
    if secret:
        headers["authorization"] = f"Bearer {secret}"
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def play(server: str, *where: str) -> dict[str, Any]:
    """Play a game to its end and give the last view of the table."""
    api = f"{server}/api/v1/tables"
    if where[0] in GAMES:
        table = ask(api, {"game": where[0], "seats": [{"name": "bot.py"}, {"name": "Tablée", "bot": "greedy"}]})
    else:
        name, seat, invitation = where
        table = ask(f"{api}/{name}/seats/{seat}", {"invitation": invitation, "name": "bot.py"})
    url, secret = f"{api}/{table['id']}", table["secret"]
    while table["phase"] != "over":
        seen = {"version": table["version"], "salt": f"{random.SystemRandom().getrandbits(64):016x}"}
        try:
            if table["moves"]:
                table = ask(f"{url}/move", seen | {"move": random.choice(table["moves"])}, secret)
            elif table["may_roll"]:
                table = ask(f"{url}/roll", seen, secret)
            else:  # the other's turn
                time.sleep(0.05)
                table = ask(url, secret=secret)
        except urllib.error.HTTPError as refused:
            if refused.code != 409:  # 409: the other one was quicker, so look again
                raise
            table = ask(url, secret=secret)
    return table


if __name__ == "__main__":
    print(play(*sys.argv[1:])["result"]["reason"])
