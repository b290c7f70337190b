"""A referee of cadeau that shares no code with Tablée: a start for one of your own, in any language.

python examples/judge.py --game cadeau python examples/referee.py
"""

from __future__ import annotations

import json
import sys
from typing import Any

Board = dict[tuple[int, str], int]  # (player, cell) -> the die written there


class Refused(Exception):
    def __init__(self, why: str, at: int | None = None) -> None:
        super().__init__(why)
        self.at = at


def rank(dice: list[int], ordered: bool) -> tuple[int, int]:
    """What three dice are worth: the higher, the better."""
    low, middle, high = sorted(dice)
    if low == high:
        return 3, low
    if (middle - low, high - middle) == (1, 1) and (not ordered or dice[1] == middle):
        return 2, low
    total = sum(dice)
    return (1, 0) if total == 9 else (0, total)


def settings(asked: dict[str, Any]) -> tuple[int, bool]:
    variant = asked.get("variant", {})
    if not isinstance(variant, dict) or not variant.keys() <= {"zones", "straights"}:
        raise Refused("variant knows zones and straights")
    zones, straights = variant.get("zones", 5), variant.get("straights", "ordered")
    if type(zones) is not int or not 1 <= zones <= 9 or straights not in ("ordered", "any"):
        raise Refused("zones is 1 to 9, straights is ordered or any")
    return zones, straights == "ordered"


def answer(asked: Any) -> dict[str, Any]:
    if not isinstance(asked, dict) or asked.get("game") != "cadeau":
        raise Refused("this referee knows cadeau only")
    zones, ordered = settings(asked)
    events = asked.get("events", [])
    if not isinstance(events, list):
        raise Refused("events is a list")
    cells = [f"{zone}{letter}" for zone in range(1, zones + 1) for letter in "abc"]
    board: Board = {}
    die = None
    for at, event in enumerate(events):
        player = 1 + len(board) % 2
        if len(board) == 2 * len(cells):
            raise Refused("the game is over", at)
        if die is None:
            if event not in ["d1", "d2", "d3", "d4", "d5", "d6"]:
                raise Refused("the die must be rolled", at)
            die = int(event[1])
        else:
            if event not in cells or (player, event) in board:
                raise Refused("the die must be written in a free cell", at)
            board[player, event] = die
            die = None
    player = 1 + len(board) % 2
    if len(board) == 2 * len(cells):
        return {"phase": "over", "players": [], "legal": {}, "result": result(board, zones, ordered)}
    if die is None:
        return {"phase": "roll", "players": [player], "legal": {}, "result": None}
    free = [cell for cell in cells if (player, cell) not in board]
    return {"phase": "move", "players": [player], "legal": {str(player): free}, "result": None}


def result(board: Board, zones: int, ordered: bool) -> dict[str, Any]:
    won = {"1": 0, "2": 0}
    for zone in range(1, zones + 1):
        lutins, gnomes = (rank([board[player, f"{zone}{letter}"] for letter in "abc"], ordered) for player in (1, 2))
        if lutins != gnomes:
            won["1" if lutins > gnomes else "2"] += 1
    best = [int(player) for player, count in won.items() if count == max(won.values())]
    return {"winners": best if len(best) == 1 else [], "scores": won}


if __name__ == "__main__":
    for line in sys.stdin.buffer:
        try:
            reply = answer(json.loads(line))
        except Refused as refused:
            reply = {"error": str(refused)} | ({} if refused.at is None else {"at": refused.at})
        except (ValueError, RecursionError):
            reply = {"error": "this line is not JSON"}
        print(json.dumps(reply), flush=True)
