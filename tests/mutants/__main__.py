"""One wrong referee on standard input and output; without a name, the table of them all."""

import json
import os
import sys
import traceback

from examples import judge
from tablee.cli import main

from . import MUTANTS, Mutant, answer


def table() -> str:
    """All wrong referees as a Markdown table, in the order of the rules."""
    found = sorted(MUTANTS.values(), key=lambda mutant: _place(mutant.rule))
    rows = [f"| `{mutant.name}` | {mutant.rule} | {mutant.text} |" for mutant in found]
    return "\n".join(["| mutant | rule | wrong rule |", "|---|---|---|", *rows])


def _place(rule: str) -> tuple[int, int, str]:
    """C7a stands between C7 and C8, C10 behind C9."""
    return "CBL".index(rule[0]), int("".join(filter(str.isdigit, rule)) or 0), rule


def missed(mutant: Mutant) -> bool:
    """Whether the vectors of its game do not notice a mutant. It lives and ends in a copy of this process."""
    child = os.fork()
    if not child:
        try:
            mutant.patch()
            asked = judge.questions(mutant.game)
            os._exit(not all(judge.agrees(wanted, json.dumps(answer(line))) for line, wanted in asked))
        except BaseException:
            traceback.print_exc()
            os._exit(2)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (0, 1):
        sys.exit(f"{mutant.name} fails, and a wrong rule is no failure of the program")
    return code == 0


if __name__ == "__main__":
    name = "".join(sys.argv[1:])
    if not name:
        print(table())
    elif name == "--missed":
        print(*(mutant.name for mutant in MUTANTS.values() if missed(mutant)), sep="\n")
    elif name in MUTANTS:
        MUTANTS[name].patch()
        sys.exit(main(["referee"]))
    else:
        sys.exit(f"{name}: no such mutant; without a name you see them all.")
