"""`tablee verify FILE`: were the dice the ones promised before the first roll?

FILE may also hold the messages of a game by messages, or be the link of one (`table/by_message.py`).
"""

import argparse
import json

from tablee.core import fair
from tablee.core import record as records
from tablee.core.errors import RequestError
from tablee.core.record import RecordError
from tablee.core.registry import load
from tablee.table import by_message

from .parser import Parser, read_text

EXAMPLES = ("tablee verify partie.tablee", "tablee verify partie.tablee --json")
OK, NO = 0, 1


def arguments(parser: Parser) -> None:
    parser.add_file()
    parser.add_json()


def run(args: argparse.Namespace) -> int:
    """Exit 0 only if every roll fits."""
    text = args.file if by_message.WORD.search(args.file) else read_text(args.file)
    try:
        if by_message.WORD.search(text):
            verdict = by_message.verify(by_message.find_messages(text))
        else:
            record = records.parse(text, load)
            verdict = by_message.verify_record(record) if by_message.HEADER in record.headers else fair.verify(record)
    except (RecordError, RequestError) as error:
        verdict = fair.Verdict(False, error.text)
    message = verdict.text.in_lang(args.lang)
    answer = {"fits": verdict.fits, "checked": verdict.checked, "at": verdict.at, "message": message}
    print(json.dumps(answer, ensure_ascii=False) if args.json else message)
    return OK if verdict.fits else NO
