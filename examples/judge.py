"""Judge a referee of these games, written in any language, by answers that are known:

python examples/judge.py ./my-referee --flag
python examples/judge.py --game cadeau python examples/referee.py

`vectors.jsonl` holds a request a line, with its answer; one that is a text is sent as it stands.
Sentences, further keys and the order of `players` are free.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

LONGEST = 120  # seconds for all answers together


def questions(game: str | None) -> Iterator[tuple[str, Any]]:
    """Yield the lines to send, each with the answer to it."""
    for line in Path(__file__).with_name("vectors.jsonl").read_text(encoding="utf-8").splitlines():
        asked, answer = json.loads(line).values()
        if isinstance(asked, str) or game in (None, asked["game"]):
            yield asked if isinstance(asked, str) else json.dumps(asked), answer


def essence(answer: Any) -> str:
    """Returns what counts of an answer, as text: in Python True would also be 1."""
    if isinstance(answer.get("error"), str):
        return json.dumps(["error" if answer["error"].strip() else "", answer.get("at")])
    result = answer["result"] and {key: answer["result"][key] for key in ("winners", "scores")}
    return json.dumps([answer["phase"], sorted(answer["players"]), answer["legal"], result], sort_keys=True)


def agrees(wanted: Any, line: str) -> bool:
    try:
        return essence(json.loads(line)) == essence(wanted)
    except (ValueError, TypeError, KeyError, AttributeError):  # not of the form of an answer
        return False


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", help="ask about this game only")
    parser.add_argument("command", help="the referee")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, help="its arguments")
    options = parser.parse_args(arguments)
    asked = list(questions(options.game))
    lines = "".join(f"{line}\n" for line, _ in asked).encode()
    command = [options.command, *options.arguments]
    done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, timeout=LONGEST, check=False)
    answers = done.stdout.decode(errors="replace").removesuffix("\n").split("\n")
    wrong = [
        f"asked   {line}\nwanted  {json.dumps(wanted)}\nsaid    {answer}\n"
        for (line, wanted), answer in zip(asked, answers, strict=False)
        if not agrees(wanted, answer)
    ]
    print("\n".join([*wrong, f"{len(asked)} lines sent, {len(answers)} answers, {len(wrong)} wrong"]))
    return 1 if wrong or len(answers) != len(asked) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
