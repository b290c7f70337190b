"""How people write a game of Laaancez on paper: `4`, `1. renne b2`, `+b2`, `a1 x b2`."""

from __future__ import annotations

import re

from tablee.core.errors import NotationError
from tablee.core.game import clip
from tablee.core.words import Text, listed
from tablee.games import laaancez
from tablee.paper.spelling import NOTHING, bare, gap, word_at

GAP = gap(r"(?:tour|turn)(?![^\W\d_])|->|[\s,;|/→>=_]")
SIGN = re.compile(r"@|[a-e][1-9]\s*[x×]\s*[a-e][1-9]|[12]\s*\.\s*\+", re.IGNORECASE)
CELL = r"[a-i][1-9](?![^\W_])"
WHO = re.compile(r"(?:(?:joueur|player|j|p)\s{0,3})?([12])\s{0,3}[.:)]\s{0,3}", re.IGNORECASE)
DIE = re.compile(r"(?:d[ée]?|die)?\s{0,3}:?\s{0,3}([0-9])(?![.:)\d])", re.IGNORECASE)
TICKED = re.compile(rf"\+\s{{0,3}}(?:1\s+)?({CELL})|({CELL})\s{{0,3}}\+", re.IGNORECASE)
COPIED = re.compile(
    rf"(?P<kind>[^\W\d_][^\d@\n{{}}]{{0,40}}?)\s{{0,3}}(?:@|->|→|:|=|\ben\b|\bin\b|\bat\b)?\s{{0,3}}(?P<cell>{CELL})",
    re.IGNORECASE,
)
THROWN = re.compile(rf"({CELL}|[a-i][1-9])\s{{0,3}}(?:x|×|->|→|>|sur|at|on|[|,/-])?\s{{0,3}}({CELL})", re.IGNORECASE)


def token(state: laaancez.State, text: str, at: int) -> tuple[str, int]:
    if state.die:
        return _choice(state, text, at)
    if not laaancez.fighting(state):
        if found := DIE.match(text, at):
            return f"d{found[1]}", found.end()
    elif found := THROWN.match(text, at):
        return f"{found[1]}x{found[2]}".lower(), found.end()
    return word_at(text, at), at + len(word_at(text, at))


def _choice(state: laaancez.State, text: str, at: int) -> tuple[str, int]:
    """A choice; whose it is may be left out: then it is the next of the two who have to choose."""
    player = laaancez.players(state)[0]
    if who := WHO.match(text, at):
        player, at = int(who[1]), who.end()
    if found := TICKED.match(text, at):
        return f"{player}.+{(found[1] or found[2]).lower()}", found.end()
    if found := NOTHING.match(text, at):
        return f"{player}.-", found.end()
    if found := COPIED.match(text, at):
        return f"{player}.{kind_of(state, found['kind'])}@{found['cell'].lower()}", found.end()
    return word_at(text, at), at + len(word_at(text, at))


def kind_of(state: laaancez.State, written: str) -> str:
    """The object that somebody means: its name or title, or the beginning of one that this face offers."""
    wanted = bare(written)
    things = state.variant.sheet.things
    offered = [option for option in state.variant.sheet.faces[state.die - 1] if option != laaancez.TICK]
    for kinds in (offered, list(things)):
        for spelled in (
            {kind: bare(kind) for kind in kinds},
            {kind: bare(things[kind].title.fr) for kind in kinds},
            {kind: bare(things[kind].title.en) for kind in kinds},
        ):
            whole = [kind for kind in kinds if spelled[kind] == wanted]
            begun = [kind for kind in kinds if wanted and spelled[kind].startswith(wanted)]
            if len(whole or begun) == 1:
                return (whole or begun)[0]
    options = listed([things[kind].title + Text(f" ({kind})", f" ({kind})") for kind in dict.fromkeys(offered)])
    hint = Text(f" Le {state.die} offre : {options.fr}.", f" A {state.die} offers: {options.en}.")
    raise NotationError(
        Text(f"« {clip(written)} » : quel objet ?", f"“{clip(written)}”: which object?")
        + (hint if offered else Text("", ""))
    )


def guess(text: str) -> int:
    """How surely a text is of this game."""
    words = {bare(word) for word in re.findall(r"[^\W\d_]{4,}", text)}
    return 4 if SIGN.search(text) or words & set(laaancez.shipped("noel").things) - {"cadeau"} else 0
