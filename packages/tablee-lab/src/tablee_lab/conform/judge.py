"""Does an answer say what the rules say? And if not, what kind of disagreement is it?

Sentences, further keys and the order of keys are free. The tokens of `legal` are sorted as texts.
"""

from __future__ import annotations

import json
from typing import Any

from tablee.core.words import Text
from tablee.protocol import Answer

KINDS: dict[str, Text] = {
    "died": Text("Le programme s’arrête.", "The program stops."),
    "silent": Text("Le programme ne répond pas.", "The program does not answer."),
    "garbage": Text(
        "La réponse n’est pas un objet JSON sur une ligne.", "The answer is not a JSON object on one line."
    ),
    "extra": Text("Le programme écrit une ligne que rien ne demandait.", "The program writes a line nobody asked for."),
    "unending": Text(
        "Le programme ne s’arrête pas à la fin de son entrée.", "The program does not end when its input does."
    ),
    "unended": Text(
        "La dernière ligne, qu’aucun saut de ligne ne finit, reste sans réponse.",
        "The last line, which no line break ends, gets no answer.",
    ),
    "form": Text(
        "La réponse n’a pas la forme voulue : phase, players, legal et result.",
        "The answer lacks the form of one: phase, players, legal and result.",
    ),
    "error": Text(
        'Une ligne qui n’est pas une requête reçoit {"error": …}, et rien d’autre ne s’arrête.',
        'A line that is not a request gets {"error": …}, and all else goes on.',
    ),
    "refused": Text("Le programme refuse ce qui est permis.", "The program refuses something legal."),
    "accepted": Text("Le programme accepte un événement impossible.", "The program accepts an impossible event."),
    "at": Text("L’erreur ne désigne pas le bon événement (at).", "The error points at the wrong event (at)."),
    "phase": Text("La phase n’est pas la bonne.", "The phase is wrong."),
    "players": Text("Ce n’est pas à ces joueurs-là (players).", "It is not the turn of these players (players)."),
    "legal": Text("Les coups permis ne sont pas les bons (legal).", "The legal moves are wrong (legal)."),
    "unsorted": Text(
        "Les coups permis sont les bons, mais pas triés comme des textes, ou donnés deux fois.",
        "The legal moves are right, but not sorted as texts, or given twice.",
    ),
    "winners": Text("Le gagnant n’est pas le bon.", "The winner is wrong."),
    "scores": Text("Le score n’est pas le bon.", "The score is wrong."),
}


def read(raw: bytes) -> Answer | None:
    """The answer that a line holds; None if it holds none."""
    try:
        said = json.loads(raw.decode("utf-8", errors="replace"))
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def compare(expected: Answer, said: Answer) -> str:
    """Returns the kind of disagreement between two answers; "" if they agree."""
    if "error" in expected:
        if not isinstance(said.get("error"), str) or not said["error"].strip():
            return "form" if said.get("error") is not None else "accepted" if "at" in expected else "error"
        return "" if same(said.get("at"), expected.get("at")) else "at"
    if said.get("error") is not None:
        return "refused"
    if any(key not in said for key in ("phase", "players", "legal", "result")):
        return "form"
    if said["phase"] != expected["phase"]:
        return "phase"
    players = said["players"]
    if isinstance(players, list) and all(isinstance(player, int) for player in players):
        players = sorted(players)  # any order will do
    if not same(players, expected["players"]):
        return "players"
    if not same(said["legal"], expected["legal"]):
        return "unsorted" if _tokens(said["legal"]) == _tokens(expected["legal"]) else "legal"
    right, result = expected["result"], said["result"]
    if right is None or result is None:
        return "" if result is right else "winners"
    if not isinstance(result, dict) or "winners" not in result or "scores" not in result:
        return "form"
    return next((key for key in ("winners", "scores") if not same(result[key], right[key])), "")


def same(a: Any, b: Any) -> bool:
    """Equal as JSON: in Python True is also 1."""
    if isinstance(a, bool) or isinstance(b, bool):
        return a is b
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return bool(a == b)


def _tokens(legal: Any) -> Any:
    """What is legal, whatever the order: the tokens of each player as a set."""
    if not isinstance(legal, dict):
        return None
    lists = legal.values()
    if not all(isinstance(tokens, list) and all(isinstance(token, str) for token in tokens) for tokens in lists):
        return None
    return {player: frozenset(tokens) for player, tokens in legal.items()}
