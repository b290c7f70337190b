"""Let the bots of a record choose again, each from what it could see: did they move by that alone?

At a table that promises its dice, what a bot leaves to chance follows from the secret, too (`core.fair`). So once the
secret is shown, a bot that is made anew has to choose the same. One that works its moves out by search may find another
move where a solved table was missing then, or is now: its moves have to be best ones where the values are exact, and
prove nothing where they are estimates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tablee.core.errors import TableeError
from tablee.core.fair import BOTS, Verdict, chance, parse_promises
from tablee.core.fair import verify as verify_dice
from tablee.core.game import Roll
from tablee.core.record import Record
from tablee.core.words import Text
from tablee.engine import solvers

from . import KINDS, choice, make
from .best_move import Mixed

TURN = re.compile(r"(?P<player>[1-9]):(?P<level>[a-z0-9]{1,40}|-)@(?P<number>[0-9]{1,9})")
LATER = re.compile(r"@[0-9]{1,9}")  # from that number on, choices follow from the next secret
AS_GOOD = 1e-9


def verify(record: Record) -> Verdict:
    """Work every throw of a record out again, and every move of its bots."""
    verdict, promises = verify_dice(record), parse_promises(record.headers.get("fair", ""))
    if not promises or not promises[-1].secret or not (verdict.fits or verdict.checked) or verdict.at is not None:
        return verdict
    label, *words = record.headers.get("bots", "").split() or [""]
    if not label:
        return _and(verdict, verdict.fits, SILENT)
    turns = [one for one in words if TURN.fullmatch(one)]
    later = [int(one[1:]) for one in words if LATER.fullmatch(one)]
    if label != BOTS or len(turns) + len(later) < len(words) or len(later) + 1 != len(promises):
        return _and(verdict, False, UNREADABLE)
    moves = unsure = 0
    for at, number, player, level in _choices(record, turns):
        promise = next(one for one, since in zip(promises[::-1], [*later[::-1], 0], strict=True) if since <= number)
        assert promise.secret is not None
        try:
            fits = _fits(record, at, number, player, level, chance(promise.secret, promise.table, player, number))
        except TableeError as error:  # an unknown bot, or one that needs what is not installed here
            return _and(verdict, False, UNABLE + error.text)
        if fits is False:
            told = Text(
                f" Coup {at + 1} ({record.events[at]}) : le robot {level} ne le choisit pas d’après ce qu’il voyait.",
                f" Move {at + 1} ({record.events[at]}): the robot {level} would not choose it from what it could see.",
            )
            return _and(replace(verdict, moves=moves, at=at), False, told)
        moves, unsure = moves + (fits is True), unsure + (fits is None)
    verdict = replace(verdict, moves=moves)
    if moves:
        told = Text(
            f" Les robots ont été refaits, avec ce qu’ils voyaient et rien d’autre : mêmes coups, {moves} sur {moves}.",
            f" The robots were run again with what they could see and nothing else: the same moves, {moves} of "
            f"{moves}.",
        )
        verdict = _and(verdict, verdict.fits, told)
    if unsure:
        told = Text(
            f" Coups de robots refaits autrement : {unsure}. Ce sont des estimations : cela ne prouve rien.",
            f" Robot moves that came out differently: {unsure}. They are estimates: that proves nothing.",
        )
        verdict = _and(verdict, False, told)
    return verdict


def _choices(record: Record, turns: list[str]) -> Iterator[tuple[int, int, int, str]]:
    """Of each move that a bot is said to have made: its index, its number, its player and the bot's level."""
    game, states = record.game, record.states
    since = sorted(
        (int(found["number"]), int(found["player"]), found["level"]) for found in map(TURN.fullmatch, turns) if found
    )
    for at, event in enumerate(record.events):
        if isinstance(event, Roll):
            continue
        second = at > 0 and not isinstance(record.events[at - 1], Roll) and len(game.players(states[at - 1])) > 1
        number = at - second  # of two choices made at once, neither knew the other
        player = game.actor(states[number], event)
        level = next((level for begin, whose, level in reversed(since) if whose == player and begin <= number), "-")
        if level != "-":
            yield at, number, player, level


def _fits(record: Record, at: int, number: int, player: int, level: str, seed: int) -> bool | None:
    """Whether a bot chooses that move again, or one just as good; None: it does not, which proves nothing."""
    game, event = record.game, record.events[at]
    again = choice(make(level, game, seed), game, record.states[: number + 1], record.events[:number], player)
    if str(again).partition(":")[0] == str(event).partition(":")[0]:  # B5: a push may say its calculation
        return True
    if KINDS[level].wish:
        return None
    bot = make(level, game, seed)
    if not isinstance(bot, Mixed) or not bot.works_out():
        return False
    if not solvers.exact(game.NAME, record.variant):
        return None
    advice = solvers.advise(game.NAME, game.view(record.states[number], player), player)
    worths = {str(move): value for move, value in advice.moves}
    return abs(worths[str(event).partition(":")[0]] - worths[str(advice.moves[0][0])]) < AS_GOOD


def _and(verdict: Verdict, fits: bool, more: Text) -> Verdict:
    return replace(verdict, fits=fits, text=verdict.text + more)


SILENT = Text(
    " Si des robots ont joué, leurs coups ne se vérifient pas : cette table ne scellait pas encore leur hasard.",
    " If robots played, their moves cannot be checked: this table did not commit to their randomness yet.",
)
UNREADABLE = Text(
    " L’en-tête « bots » ne se lit pas : les coups des robots ne se vérifient pas.",
    " The header “bots” cannot be read: the robots’ moves cannot be checked.",
)
UNABLE = Text(" Les coups des robots ne se vérifient pas ici. ", " The robots’ moves cannot be checked here. ")
