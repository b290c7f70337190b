"""How people write a push of Pousse-blocs, and a game of it on paper: `45 4,5 36`, `6 fois 2 moins 3`, `rien`."""

import re

from tablee.core.errors import CalculationError, NotationError
from tablee.core.game import clip
from tablee.games import blocs
from tablee.paper.typed_input import NOTHING, WORD, gap, plain, word_at

from .calculation import SIGNS, reach, spell, value

GAP = gap(r"(?:tour|turn|pousse[rz]?|push|blocs?|blocks?|joueur|player)(?![^\W\d_])|->|[\s,;.|/→>=_]")
BLOCS_LIKE = re.compile(r"d[1-6]\s?[1-6]|\d\s*[,+*×]\s*\d", re.IGNORECASE)
TWO_DICE = re.compile(
    r"(?:d[ée]?s?|dice)?\s{0,3}:?\s{0,3}([0-9])\s{0,3}(?:[,;+&/.-]|et(?=\s)|and(?=\s))?\s{0,3}([0-9])(?!\d)",
    re.IGNORECASE,
)
TERM = re.compile(r"(?:\(\s{0,3}){0,3}\d{1,6}(?:\s{0,3}\)){0,3}")
MOST_TERMS = 8  # B12: a list of three blocks and its calculation, and more, to be refused with a reason
WRITTEN = "|".join(written for _, _, written in SIGNS.values())
BETWEEN = re.compile(rf"\s{{0,3}}(?:(?P<sign>[-+*/]|{WRITTEN})|[,&]|et(?=\s)|and(?=\s))?\s{{0,3}}", re.IGNORECASE)
NEXT_THROW = re.compile(r"\s{0,3}[-−–—/]\s{0,3}[1-6]\s?[1-6](?!\d)")
CLAIM = re.compile(r"\s{0,3}=\s{0,3}\d{1,6}")
FILLER = re.compile(r"\b(?:je|pousse[rz]?|push|blocs?|blocks?)\b")
TOKEN = re.compile(r"([0-9]{1,2}(?:[ ,;.&]+[0-9]{1,2})+) ?[:÷]|([0-9]{1,2}) ?: ?(?=\2$)")  # `6:2` alone is a division


def read_move(state: blocs.State, player: int, text: str) -> blocs.Push:
    """The push that `4 5`, `4 et 5`, `5+4`, `5 plus 4 = 9` or `4,5:5+4` means, or none (`-`); legal or not.

    NotationError: neither blocks nor a calculation; CalculationError: one that is malformed, or not what it claims.
    """
    typed = FILLER.sub(" ", plain(text)).strip()
    if NOTHING.fullmatch(typed):
        return blocs.NO_PUSH
    stated, _, claim = typed.partition("=")
    token = TOKEN.match(stated)
    calculation = spell(stated[token.end() :] if token else stated)
    blocks = re.sub(r"[,;.&]|\b(?:et|and)\b", " ", (token[1] or token[2]) if token else stated).split()
    if not token and blocks and all(re.fullmatch("[0-9]{1,2}", block) for block in blocks):
        calculation = ""
    elif not token and not re.search(r"[-+*/()]", calculation):
        raise NotationError(
            f"« {clip(text)} » : il faut des blocs (4 5) ou un calcul (5+4).",
            f"“{clip(text)}”: type blocks (4 5) or a calculation (5+4).",
        )
    made = value(calculation) if calculation else None
    numbers = tuple(sorted(map(int, blocks if token or not calculation else re.findall("[0-9]+", calculation))))
    if len(set(numbers)) < len(numbers):
        raise NotationError(
            f"« {clip(text)} » : chaque bloc ne sert qu’une fois.", f"“{clip(text)}”: each block is used once only."
        )
    reached = [made] if calculation else reach(state.variant.level, numbers[:3])
    if claim.strip() and claim.strip() not in map(str, reached):
        raise CalculationError(
            f"« {clip(text)} » : ce calcul ne fait pas {clip(claim.strip())}.",
            f"“{clip(text)}”: this does not make {clip(claim.strip())}.",
        )
    return blocs.Push(numbers, calculation or None)


# --- on paper -----------------------------------------------------------------------------------------------------


def token(state: blocs.State, text: str, at: int) -> tuple[str, int]:
    nothing = NOTHING.match(text, at)
    if not state.dice:
        if nothing:
            return "", nothing.end()
        if found := TWO_DICE.match(text, at):
            return f"d{found[1]}{found[2]}", found.end()
        return "d" + word_at(text, at).lower().removeprefix("d"), at + len(word_at(text, at))
    end = nothing.end() if nothing else _end_of_push(state, text, at)
    return text[at:end], end


def _end_of_push(state: blocs.State, text: str, at: int) -> int:
    """Where a push ends: blocks or a calculation up to the most that can be pushed. What stands behind it may be the
    next roll: after a space if the push is complete, after a comma, `-` or `/` if it is none with that roll."""
    legal = {push.blocks for push in blocs.moves(state, blocs.players(state)[0])}
    best = loose = whole = 0
    spaced, end = False, at
    for _ in range(MOST_TERMS):
        if not (term := TERM.match(text, end)) or (spaced and best):
            break
        between = BETWEEN.match(text, term.end())
        assert between  # it may be empty
        whole = whole if spaced else max(term.end(), between.end("sign"))
        if tuple(sorted({int(number) for number in re.findall(r"\d+", text[at : term.end()])})) in legal:
            best = best if between["sign"] else term.end()
            loose = term.end() if NEXT_THROW.match(text, term.end()) else loose
        spaced |= not between[0].strip()
        end = between.end()
    end = best or loose or whole or at
    if claim := CLAIM.match(text, end):
        end = claim.end()
    rest = None if best or loose else WORD.match(text, end)  # what is wrong there is read too, to say so
    return rest.end() if rest else max(end, at + 1)


def guess(text: str) -> int:
    """How surely a text is of this game."""
    return 2 if BLOCS_LIKE.search(text) else 0
