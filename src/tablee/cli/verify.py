"""`tablee verify FILE`: were the dice the ones promised before the first throw, and did bots go by their view alone?"""

from __future__ import annotations

import argparse
import json

from tablee.bots.verify import verify
from tablee.core import fair
from tablee.core import record as records
from tablee.core.record import RecordError
from tablee.core.registry import load

from .parser import Parser, read_text

EXAMPLES = ("tablee verify partie.tablee", "tablee verify partie.tablee --json")
OK, NO = 0, 1


def arguments(parser: Parser) -> None:
    parser.add_file()
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Exit 0 only if every throw fits, and every move of a bot that promised its chance."""
    try:
        verdict = verify(records.read(read_text(args.file), load))
    except RecordError as error:
        verdict = fair.Verdict(False, error.text)
    said = verdict.text.said(args.lang)
    answer = {"fits": verdict.fits, "checked": verdict.checked, "moves": verdict.moves, "at": verdict.at, "said": said}
    print(json.dumps(answer, ensure_ascii=False) if args.json else said)
    return OK if verdict.fits else NO
