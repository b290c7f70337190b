"""How people write a game of Laaancez on paper: `4`, `1. renne b2`, `+b2`, `a1 x b2`."""

import re
from collections.abc import Sequence

from tablee.core.errors import IllegalEvent, NotationError
from tablee.core.game import Event, clip
from tablee.core.words import Text, or_list, player_ref, untranslated
from tablee.games import laaancez
from tablee.paper.typed_input import NOTHING, gap, normalize, without_accents, word_at

GAP = gap(r"(?:tour|turn|lance[rz]?|throw)(?![^\W\d_])|->|[\s,;|/→>=_]")
SIGN = re.compile(r"@|[a-e][1-9]\s*[x×]\s*[a-e][1-9]|[12]\s*\.\s*\+", re.IGNORECASE)
CELL = r"[a-i][1-9](?![^\W_])"
WHO = re.compile(r"(?:(?:joueur|player|j|p)\s{0,3})?([12])\s{0,3}[.:)]\s{0,3}", re.IGNORECASE)
DIE = re.compile(r"(?:d[ée]?|die)?\s{0,3}:?\s{0,3}([0-9])(?![.:)\d])", re.IGNORECASE)
TICKED = re.compile(rf"\+\s{{0,3}}(?:1\s+)?{CELL}|{CELL}\s{{0,3}}\+", re.IGNORECASE)
COPIED = re.compile(
    rf"[^\W\d_][^\d@\n{{}}]{{0,40}}?\s{{0,3}}(?:@|->|→|:|=|\ben\b|\bin\b|\bat\b)?\s{{0,3}}{CELL}", re.IGNORECASE
)
TURNED = re.compile(rf"{CELL}\s{{1,3}}[^\W\d_]{{2,40}}", re.IGNORECASE)
THROWN = re.compile(rf"[a-i][1-9]\s{{0,3}}(?:x|×|->|→|>|sur|at|on|[|,/-])?\s{{0,3}}{CELL}", re.IGNORECASE)


def token(state: laaancez.State, text: str, at: int) -> tuple[str, int]:
    if not state.die and not laaancez.fights(state) and (found := DIE.match(text, at)):
        return f"d{found[1]}", found.end()
    named = WHO.match(text, at) if state.die else None
    begin = named.end() if named else at
    for pattern in (TICKED, NOTHING, COPIED, TURNED) if state.die else (THROWN,):
        if found := pattern.match(text, begin):
            return text[at : found.end()], found.end()
    end = begin + len(word_at(text, begin))
    return text[at:end], end


def find_kind(sheet: laaancez.Sheet, written: str, offered: Sequence[str] = ()) -> str | None:
    """The object that words name or begin to name, in either language; those that the die offers come first."""
    wanted = normalize(written)
    for kinds in (offered, [thing.name for thing in sheet.objects], [sheet.candle.name]):
        whole, begun = [], []
        for kind in dict.fromkeys(kinds):
            if kind == laaancez.TICK or not wanted:
                continue
            titles = [kind, sheet.things[kind].title.fr, sheet.things[kind].title.en]
            if wanted in map(normalize, titles):
                whole.append(kind)
            if any(normalize(title).startswith(wanted) or wanted in map(normalize, title.split()) for title in titles):
                begun.append(kind)
        if len(whole or begun) == 1:
            return (whole or begun)[0]
    return None


# --- a move ---------------------------------------------------------------------------------------------------------

CELL_TYPED = r"[a-i][1-9]"
TICKING = r"\+ ?1?|coche[rz]?|tick|degats?|damage"
LINKS = re.compile(r"[@>→:=]|-|\b(?:en|in|at)\b")  # between an object and its cell


def read_move(state: laaancez.State, player: int, text: str) -> laaancez.Event:
    """The choice or the throw that a line means, legal or not; NotationError: none, IllegalEvent: another's choice."""
    words = without_accents(text)
    return _parse_choice(state, player, words, text) if state.die else _throw(state, player, words, text)


def _throw(state: laaancez.State, player: int, words: str, text: str) -> laaancez.Event:
    """`a2xa4`, `a2 a4`, `a2 sur a4`; one cell alone where it leaves no doubt."""
    cells = re.findall(CELL_TYPED, words)
    if len(cells) == 2:
        return laaancez.Throw(cells[0], cells[1])
    if len(cells) == 1:
        meant = [move for move in laaancez.moves(state, player or state.turn) if cells[0] in str(move).split("x")]
        if len(meant) == 1:
            return meant[0]
    raise NotationError(
        f"« {clip(text)} » : tapez votre case puis la cible, par exemple a2 a4.",
        f"“{clip(text)}”: type your cell, then the target, for example a2 a4.",
    )


def _parse_choice(state: laaancez.State, player: int, words: str, text: str) -> laaancez.Event:
    """`bonnet a3`, `1.bonnet@a3`, `+ c2`, `-`; a cell alone where it leaves no doubt."""
    owner = WHO.match(words)
    player = player or (int(owner[1]) if owner else laaancez.players(state)[0])
    if owner:
        if owner[1] != str(player):
            raise IllegalEvent(Text("C’est ", "It is ") + player_ref(player, "à") + Text(" de choisir.", "’s choice."))
        words = words[owner.end() :]
    if NOTHING.fullmatch(words):
        return laaancez.Pass(player)
    cells = re.findall(rf"(?<![a-z]){CELL_TYPED}(?![0-9])", words)
    rest = LINKS.sub(" ", re.sub(CELL_TYPED, " ", words)).strip()
    ticking = re.fullmatch(TICKING, rest) is not None
    kind = None if ticking else find_kind(state.variant.sheet, rest, state.variant.sheet.faces[state.die - 1])
    if len(cells) == 1 and (kind or ticking):
        return laaancez.Copy(player, kind, cells[0]) if kind else laaancez.Tick(player, cells[0])
    legal = laaancez.moves(state, player)
    meant = [move for move in legal if _fits(move, cells, kind, ticking)] if not rest or kind or ticking else []
    if len(meant) == 1:
        return meant[0]
    offered = or_list([untranslated(option) for option in dict.fromkeys(state.variant.sheet.faces[state.die - 1])])
    raise NotationError(
        f"« {clip(text)} » : tapez {offered.fr}, puis une case, par exemple {_example(legal)}.",
        f"“{clip(text)}”: type {offered.en}, then a cell, for example {_example(legal)}.",
    )


def _fits(move: Event, cells: list[str], kind: str | None, ticking: bool) -> bool:
    """Could this be the move meant by what was typed?"""
    if isinstance(move, laaancez.Pass):
        return not cells
    return (
        (bool(cells) or bool(kind) or ticking)
        and (not cells or cells == [move.cell])
        and (not kind or (isinstance(move, laaancez.Copy) and move.kind == kind))
        and (not ticking or isinstance(move, laaancez.Tick))
    )


def _example(legal: Sequence[laaancez.Event]) -> str:
    """A move as it may be typed; `-` where there is none left."""
    move = legal[0] if legal else None
    if isinstance(move, laaancez.Copy):
        return f"{move.kind} {move.cell}"
    return f"+ {move.cell}" if isinstance(move, laaancez.Tick) else "-"


def guess(text: str) -> int:
    """How surely a text is of this game."""
    words = {normalize(word) for word in re.findall(r"[^\W\d_]{4,}", text)}
    return 4 if SIGN.search(text) or words & set(laaancez.load_shipped("noel").things) - {"cadeau"} else 0
