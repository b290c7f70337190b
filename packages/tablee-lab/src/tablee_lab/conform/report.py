"""What was tried and what was found, for people: the question, both answers, why, and a record to replay."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator

from tablee.core.game import clip
from tablee.core.record import Record
from tablee.core.words import LANGS, Text, counted, same

from .case import ruled
from .examination import CHECKS, Disagreement, Examination
from .judge import KINDS
from .program import Verdict, shown

SHOWN = 300  # characters of a line that is no request
LONGEST = 4000  # characters of one that is
MANY = 12  # moves that are named
MISSING, WRONG = Text("il manque ", "missing: "), Text("de trop : ", "not legal: ")


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


def reasons(verdict: Verdict) -> Iterator[Text]:
    """What the rules say about it: what the last event did, which moves are missing or wrong, how the game ended."""
    case, said, expected = verdict.question.case, verdict.said, verdict.question.expected
    if case is None or said is None or "error" in expected:  # the sentence of the error says it
        return
    game, states = case.played()
    if verdict.kind == "legal":
        theirs, ours = (
            [clip(str(token)) for tokens in legal.values() if isinstance(tokens, list) for token in tokens]
            for legal in (said["legal"] if isinstance(said["legal"], dict) else {}, expected["legal"])
        )
        for words, more, fewer in ((MISSING, ours, theirs), (WRONG, theirs, ours)):
            if tokens := [token for token in more if token not in fewer]:
                yield words + same(", ".join(tokens[:MANY]) + "…" * (len(tokens) > MANY))
    elif case.events and verdict.kind in ("refused", "phase", "players", "winners", "scores"):
        yield same(f"{case.events[-1]} — ") + game.tell(states[-2], game.parse(case.events[-1]))
        outcome = game.outcome(states[-1])
        if outcome:
            yield outcome.reason


def record(verdict: Verdict, lang: str) -> Record | None:
    """The game up to the disagreement, with a comment that tells it; None where no game was asked about."""
    case = verdict.question.case
    if case is None:
        return None
    good = case.until(verdict.question.expected.get("at", len(case.events)))
    game, states = good.played()
    made = Record(game, states[0].variant, tuple(map(game.parse, good.events)))
    wrong = "".join(f"{clip(token)} — " for token in case.events[len(good.events) :][:1])
    return made.comment(wrong + KINDS[verdict.kind].said(lang))
