"""What was tried and what was found, for people: the question, both answers, why, and a record to replay."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame, State, clip
from tablee.core.record import Record
from tablee.core.words import LANGS, Text, counted, listed, same
from tablee.protocol import Answer

from .case import ruled
from .examination import CHECKS, Disagreement, Examination
from .judge import KINDS
from .program import shown
from .session import Verdict

SHOWN = 300  # characters of a line that is no request
LONGEST = 4000  # characters of one that is
FEW = 3  # moves that are explained one by one


def summary(examination: Examination, lang: str) -> str:
    """Returns the number of requests by check."""
    command = shlex.join(examination.session.command)
    requests = counted(sum(examination.asked.values()), "requête", "request")
    lines = [Text(f"{command} : {requests.fr}.", f"{command}: {requests.en}.")]
    width = max(map(len, CHECKS))
    for check, about in CHECKS.items():
        if examination.asked[check]:
            lines.append(same(f"  {check:{width}} {examination.asked[check]:>7}  ") + about)
    if examination.sequences:
        sequences = counted(examination.sequences, "suite", "sequence")
        lines.append(Text(f"  perft compte {sequences.fr}.", f"  perft counted {sequences.en}."))
    return "\n".join(line.said(lang) for line in lines)


def told(found: Disagreement, lang: str) -> str:
    """One disagreement: what was asked, both answers, and why."""
    verdict = found.verdict
    head = Text(f"{found.check} : ", f"{found.check}: ") + KINDS[verdict.kind]
    rows = [(Text("demandé", "asked"), _asked(verdict)), (Text("programme", "program"), verdict.words)]
    if verdict.question.expected:
        fr, en = (json.dumps(ruled(verdict.question.line, lang), ensure_ascii=False) for lang in LANGS)
        rows.append((Text("règles", "rules"), Text(fr, en)))
    rows += [(Text("pourquoi", "why") if not place else same(""), why) for place, why in enumerate(reasons(verdict))]
    width = max(len(name.said(lang)) for name, _ in rows)
    told = (f"  {name.said(lang):{width}}  {words.said(lang)}" for name, words in rows)
    return "\n".join([head.said(lang), *told])


def _asked(verdict: Verdict) -> Text:
    line = verdict.question.line
    text = line.decode("utf-8", errors="replace") if isinstance(line, bytes) else line
    if verdict.kind in ("extra", "unending"):
        return Text("(rien : l’entrée est finie)", "(nothing: the input has ended)")
    if not text.strip():
        return Text("(une ligne vide)", "(an empty line)")
    return same(shown(text, LONGEST if verdict.question.case else SHOWN))


# --- why ------------------------------------------------------------------------------------------------------


def reasons(verdict: Verdict) -> Iterator[Text]:
    """What the rules say about it: what the last event did, why a move can or cannot be, how the game ended."""
    case, said, expected = verdict.question.case, verdict.said, verdict.question.expected
    if case is None or said is None:
        return
    game, states = case.played()
    if "error" in expected:
        return  # the sentence of the error says it
    state = states[-1]
    if verdict.kind == "refused":
        at = said.get("at")
        place = at if isinstance(at, int) and 0 <= at < len(case.events) else len(case.events) - 1
        if place >= 0:
            yield _told(game, states[place], case.events[place])
        return
    if verdict.kind == "legal":
        yield from _about_moves(game, state, expected, said)
    elif case.events and verdict.kind in ("phase", "players", "winners", "scores"):
        yield _told(game, states[-2], case.events[-1])
    outcome = game.outcome(state)
    if outcome and verdict.kind in ("phase", "players", "winners", "scores"):
        yield outcome.reason


def _told(game: AnyGame, before: State, token: str) -> Text:
    return same(f"{token} — ") + game.tell(before, game.parse(token))


def _about_moves(game: AnyGame, state: State, expected: Answer, said: Answer) -> Iterator[Text]:
    """Moves that the program leaves out, and moves that cannot be, with what each would do or why it cannot be."""
    theirs = said["legal"] if isinstance(said["legal"], dict) else {}
    for player in sorted({*expected["legal"], *theirs}):
        right = set(expected["legal"].get(player, ()))
        given = theirs.get(player, ())
        tokens = {token for token in given if isinstance(token, str)} if isinstance(given, list) else set()
        missing, wrong = sorted(right - tokens), sorted(tokens - right)
        if missing:
            names = _some(missing)
            yield Text(f"il manque {names.fr}", f"missing: {names.en}")
            yield from (_told(game, state, token) for token in missing[:FEW])
        if wrong:
            names = _some(wrong)
            yield Text(f"de trop : {names.fr}", f"not legal: {names.en}")
            yield from (_why_not(game, state, token) for token in wrong[:FEW])


def _some(tokens: list[str]) -> Text:
    some = listed((same(clip(token)) for token in tokens[: 4 * FEW]), last=Text(", ", ", "))
    return some + Text("…", "…") if len(tokens) > 4 * FEW else some


def _why_not(game: AnyGame, state: State, token: str) -> Text:
    try:
        game.play(state, game.parse(token))
    except TableeError as error:
        return same(f"{clip(token)} — ") + error.text
    return same(f"{clip(token)} — ") + Text("c’est un coup d’un autre joueur.", "that is another player’s move.")


# --- the record -----------------------------------------------------------------------------------------------


def record(verdict: Verdict, lang: str) -> Record | None:
    """The game up to the disagreement, with a comment that tells it; None where no game was asked about."""
    case = verdict.question.case
    if case is None:
        return None
    good = case.until(verdict.question.expected.get("at", len(case.events)))
    game, states = good.played()
    made = Record(game, states[0].variant, tuple(map(game.parse, good.events)))
    comment = KINDS[verdict.kind]
    for token in case.events[len(good.events) :][:1]:
        comment = same(f"{clip(token)} — ") + comment
    if verdict.said is not None and verdict.kind in ("phase", "players", "legal", "winners", "scores"):
        parts = (
            answer[verdict.kind] if verdict.kind in answer else (answer["result"] or {}).get(verdict.kind)
            for answer in (verdict.said, verdict.question.expected)
        )
        theirs, ours = (shown(json.dumps(part, ensure_ascii=False)) for part in parts)
        comment += Text(f" Programme : {theirs} ; règles : {ours}", f" Program: {theirs}; rules: {ours}")
    return made.comment(comment.said(lang))
