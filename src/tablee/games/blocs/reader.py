"""How people write a game of Pousse-blocs on paper: `45 4,5 36`, `6*2-3`, `rien`."""

from __future__ import annotations

import re

from tablee.core.errors import IllegalEvent, NotationError
from tablee.core.game import clip
from tablee.games import blocs
from tablee.paper.typed_input import NOTHING, gap, plain, word_at

GAP = gap(r"(?:tour|turn|blocs?|blocks?|joueur|player)(?![^\W\d_])|->|[\s,;.|/→>=_]")
BLOCS_LIKE = re.compile(r"d[1-6]\s?[1-6]|\d\s*[,+*×]\s*\d", re.IGNORECASE)
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


SPELLED = {"x": "*", "×": "*", "÷": "/", "−": "-", "–": "-", "·": "*"}
CALCULATION = re.compile(r"[-+*/()]")
LEAVING = ("-", "−", "–", "—", "non", "rien", "no", "nothing")


def token(state: blocs.State, text: str, at: int) -> tuple[str, int]:
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
    if (found := SPACED.match(text, at)) and (end := _end_of_spaced(state, found)):
        return _push(text[at:end].replace(" ", ","), ""), end
    if found := PUSH.match(text, at):
        end = found.end() if found[2] else _end_of_list(state, text, found)
        return _push(text[at : min(end, found.end(1))].strip(), (found[2] or "").strip()), end
    return word_at(text, at), at + len(word_at(text, at))


def _end_of_list(state: blocs.State, text: str, found: re.Match[str]) -> int:
    """Where the push ends: the longest list that can be pushed; a comma may also stand before the next throw."""
    legal = {push.blocks for push in blocs.moves(state, blocs.players(state)[0])}
    ends = [found.start() + term.end() for term in re.finditer(TERM, found[1])]
    for end in reversed(ends):
        if _numbers(text[found.start() : end]) in legal:
            return found.end() if end == ends[-1] else end
    return found.end()


def _end_of_spaced(state: blocs.State, found: re.Match[str]) -> int:
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


def read_move(state: blocs.State, player: int, text: str) -> blocs.Event:
    """`4 5`, `4,5`, `5+4`, `5 + 4 = 9` or `4,5:5+4`; `-` for no push."""
    if plain(text) in LEAVING:
        return blocs.NO_PUSH
    typed = re.sub(r"\bpousser?\b|\bpush\b|\bet\b|\band\b|&", " ", plain(text)).partition("=")[0]
    typed = "".join(SPELLED.get(char, char) for char in typed).strip()
    blocks, colon, said = typed.partition(":")
    if not colon and CALCULATION.search(typed):
        said = typed  # a calculation on its own pushes its blocks
    numbers = re.findall(r"[0-9]+", blocks)
    if not numbers or re.search(r"[^\s0-9,;.]", re.sub(CALCULATION, "", blocks)):
        raise NotationError(
            f"« {clip(text)} » : tapez des blocs (4 5) ou un calcul (5+4).",
            f"“{clip(text)}”: type blocks (4 5) or a calculation (5+4).",
        )
    ascending = sorted((number.lstrip("0") or "0" for number in numbers), key=lambda one: (len(one), one))
    if len(set(ascending)) < len(ascending):
        raise NotationError(
            f"« {clip(text)} » : chaque bloc ne sert qu’une fois.", f"“{clip(text)}”: each block is used once only."
        )
    return blocs.parse(",".join(ascending) + (f":{said}" if said else ""))


def guess(text: str) -> int:
    """How surely a text is of this game."""
    return 2 if BLOCS_LIKE.search(text) else 0
