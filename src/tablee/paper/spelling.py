"""How people write events when nobody watches: the next event of each game, read off a text.

A reader gets the state, the text and a place in it, and gives back the token and where it ends; "" stands for a sign
that nothing happened. It decides by the state what can come, so `45 4,5 36` needs neither `d` nor line breaks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from tablee.core.errors import IllegalEvent, NotationError
from tablee.core.game import clip
from tablee.core.registry import part
from tablee.core.words import Text, listed
from tablee.games import blocs, cadeau, laaancez

Reader = Callable[[Any, str, int], tuple[str, int]]
COMMENT = re.compile(r"\{([^{}]*)\}")
WORD = re.compile(r"[^\s,;|{}]+")
NOTHING = re.compile(r"(?:[-–—−]+|rien|nothing|passe|pass|none)(?![^\W\d_])", re.IGNORECASE)
# What says nothing about the game: separators, turn numbers as on the sheets (3L, 3G), and small words.
GAPS = {
    "cadeau": r"\d{1,2}[lg](?![^\W_])|(?:zone|tour|turn|lutins?|gnomes?|en|in|dans|to)(?![^\W\d_])"
    r"|->|[\s,;.|/:→>=_–—-]",
    "blocs": r"(?:tour|turn|blocs?|blocks?|joueur|player)(?![^\W\d_])|->|[\s,;.|/→>=_]",
    "laaancez": r"(?:tour|turn)(?![^\W\d_])|->|[\s,;|/→>=_]",
}
GAP = {name: re.compile(f"(?:{pattern})+", re.IGNORECASE) for name, pattern in GAPS.items()}


PLAIN_GAP = re.compile(r"[\s,;|]+")  # of a game that brings no reader: tokens as they are recorded


def word_at(text: str, at: int) -> str:
    found = WORD.match(text, at)
    return found[0] if found else text[at : at + 1]


# Spaces within an event are few: unbounded, a page of spaces would keep a regular expression busy for ever.


# --- cadeau -----------------------------------------------------------------------------------------------------

ONE_DIE = re.compile(r"(?:d[ée]?|die)?\s{0,3}:?\s{0,3}([0-9])(?![^\W\d_])", re.IGNORECASE)
CADEAU_CELL = re.compile(r"([0-9])\s{0,3}[-._,]?\s{0,3}(?:case|cell)?\s{0,3}([abc])(?![^\W\d_])", re.IGNORECASE)
CADEAU_TURNED = re.compile(r"(?:case|cell)?\s{0,3}([abc])\s{0,3}(?:zone)?\s{0,3}([0-9])(?!\d)", re.IGNORECASE)


def cadeau_token(state: cadeau.State, text: str, at: int) -> tuple[str, int]:
    if not state.die:
        cell = CADEAU_CELL.match(text, at)
        if cell and not re.search(r"\s", cell[0]):
            raise IllegalEvent(
                f"Il manque le dé avant « {cell[0]} » : écrivez par exemple 4 {cell[0]}.",
                f"The die before “{cell[0]}” is missing: write for example 4 {cell[0]}.",
            )
        if found := ONE_DIE.match(text, at):
            return f"d{found[1]}", found.end()
        return word_at(text, at), at + len(word_at(text, at))
    if found := CADEAU_CELL.match(text, at):
        return f"{found[1]}{found[2].lower()}", found.end()
    if found := CADEAU_TURNED.match(text, at):
        return f"{found[2]}{found[1].lower()}", found.end()
    if (found := ONE_DIE.match(text, at)) and found[1] in "123456":
        return f"d{found[1]}", found.end()
    return word_at(text, at), at + len(word_at(text, at))


# --- blocs ------------------------------------------------------------------------------------------------------

TWO_DICE = re.compile(
    r"(?:d[ée]?s?|dice)?\s{0,3}:?\s{0,3}([0-9])\s{0,3}(?:[,;+&/.-]|et(?=\s)|and(?=\s))?\s{0,3}([0-9])(?!\d)",
    re.IGNORECASE,
)
SIGN = r"\s{0,3}(?:[-+*/×÷−–x,&]|(?:et|and)(?=\s))\s{0,3}"
TERM = r"\({0,3}\s{0,3}\d{1,6}\s{0,3}\){0,3}"
TERMS = f"{TERM}(?:{SIGN}{TERM}){{0,5}}"  # B12: three blocks are the most; a few more, to be refused with a reason
PUSH = re.compile(rf"({TERMS})(?:\s{{0,3}}:\s{{0,3}}({TERMS}))?(?:\s{{0,3}}=\s{{0,3}}\d{{1,6}})?", re.IGNORECASE)
SPACED = re.compile(r"\d{1,2}(?: {1,3}\d{1,2}){1,2}(?![\d,+*/×:-])")
LISTED = re.compile(r"\s*(?:,|&|et|and)\s*", re.IGNORECASE)


def blocs_token(state: blocs.State, text: str, at: int) -> tuple[str, int]:
    if nothing := NOTHING.match(text, at):
        if state.dice:
            push = str(blocs.moves(state, blocs.players(state)[0])[0])
            if push == str(blocs.NO_PUSH):
                return push, nothing.end()  # B6
            raise IllegalEvent(
                f"Avec {state.dice[0]} et {state.dice[1]}, une poussée est possible, par exemple {push} ; "
                "il faut pousser.",
                f"With {state.dice[0]} and {state.dice[1]} a push is possible, for example {push}; make one.",
            )
        return "", nothing.end()
    if not state.dice:
        if found := TWO_DICE.match(text, at):
            return f"d{found[1]}{found[2]}", found.end()
        return "d" + word_at(text, at).lower().removeprefix("d"), at + len(word_at(text, at))
    if (found := SPACED.match(text, at)) and (end := _spaced_end(state, found)):
        return _push(text[at:end].replace(" ", ","), ""), end
    if found := PUSH.match(text, at):
        end = found.end() if found[2] else _listed_end(state, text, found)
        return _push(text[at : min(end, found.end(1))].strip(), (found[2] or "").strip()), end
    return word_at(text, at), at + len(word_at(text, at))


def _listed_end(state: blocs.State, text: str, found: re.Match[str]) -> int:
    """Where the push ends: the longest list that can be pushed; a comma may also stand before the next throw."""
    legal = {push.blocks for push in blocs.moves(state, blocs.players(state)[0])}
    ends = [found.start() + term.end() for term in re.finditer(TERM, found[1])]
    for end in reversed(ends):
        if _numbers(text[found.start() : end]) in legal:
            return found.end() if end == ends[-1] else end
    return found.end()


def _spaced_end(state: blocs.State, found: re.Match[str]) -> int:
    """`66 11 12` as in the terminal: blocks with spaces between them, where the first alone cannot be pushed."""
    legal = {push.blocks for push in blocs.moves(state, blocs.players(state)[0])}
    ends = [found.start() + term.end() for term in re.finditer(r"\d+", found[0])]
    shortest = next((end for end in ends if _numbers(found.string[found.start() : end]) in legal), 0)
    return shortest if shortest > ends[0] else 0


def _numbers(written: str) -> tuple[int, ...]:
    return tuple(sorted({int(number[:6]) for number in re.findall(r"\d+", written)}))


def _push(written: str, stated: str) -> str:
    """`5, 4` and `5 et 4` are blocks; `6*2-3` is a calculation that names them."""
    numbers = _numbers(written)
    blocks = ",".join(map(str, numbers))
    if not stated and not LISTED.search(written) and len(numbers) > 1:
        stated = written
    said = re.sub(r"x", "*", re.sub(r"\s+", "", stated), flags=re.IGNORECASE)
    return f"{blocks}:{said}" if said else blocks


# --- laaancez ---------------------------------------------------------------------------------------------------

CELL = r"[a-i][1-9](?![^\W_])"
WHO = re.compile(r"(?:(?:joueur|player|j|p)\s{0,3})?([12])\s{0,3}[.:)]\s{0,3}", re.IGNORECASE)
LAAANCEZ_DIE = re.compile(r"(?:d[ée]?|die)?\s{0,3}:?\s{0,3}([0-9])(?![.:)\d])", re.IGNORECASE)
TICKED = re.compile(rf"\+\s{{0,3}}(?:1\s+)?({CELL})|({CELL})\s{{0,3}}\+", re.IGNORECASE)
COPIED = re.compile(
    rf"(?P<kind>[^\W\d_][^\d@\n{{}}]{{0,40}}?)\s{{0,3}}(?:@|->|→|:|=|\ben\b|\bin\b|\bat\b)?\s{{0,3}}(?P<cell>{CELL})",
    re.IGNORECASE,
)
THROWN = re.compile(rf"({CELL}|[a-i][1-9])\s{{0,3}}(?:x|×|->|→|>|sur|at|on|[|,/-])?\s{{0,3}}({CELL})", re.IGNORECASE)


def laaancez_token(state: laaancez.State, text: str, at: int) -> tuple[str, int]:
    if state.die:
        return _choice(state, text, at)
    if not laaancez.fighting(state):
        if found := LAAANCEZ_DIE.match(text, at):
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


def bare(words: str) -> str:
    """Letters only, small and without accents: `Père Noël` is `perenoel`."""
    apart = unicodedata.normalize("NFD", words.replace("œ", "oe")).casefold()
    return "".join(char for char in apart if char.isalnum())


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


def plain_token(state: Any, text: str, at: int) -> tuple[str, int]:
    """The next word, as the rules spell it."""
    return word_at(text, at), at + len(word_at(text, at))


READERS: dict[str, Reader] = {"cadeau": cadeau_token, "blocs": blocs_token, "laaancez": laaancez_token}


def reader_of(game: str) -> Reader:
    """What reads the notes of a game: of a guest, the function `token` of its module `paper`; else tokens are read."""
    brought: Reader | None = None if game in READERS else getattr(part(game, "paper"), "token", None)
    return brought or READERS.get(game, plain_token)
