"""One wrong referee on standard input and output; without a name, the table of them all."""

from __future__ import annotations

import sys

from . import MUTANTS, referee


def table() -> str:
    """All wrong referees as a Markdown table, in the order of the rules."""
    found = sorted(MUTANTS.values(), key=lambda mutant: _place(mutant.rule))
    rows = [f"| `{mutant.name}` | {mutant.rule} | {mutant.text} |" for mutant in found]
    return "\n".join(["| mutant | rule | wrong rule |", "|---|---|---|", *rows])


def _place(rule: str) -> tuple[int, int, str]:
    """C7a stands between C7 and C8, C10 behind C9."""
    return "CBLP".index(rule[0]), int("".join(filter(str.isdigit, rule)) or 0), rule


def serve(name: str) -> None:
    MUTANTS[name].patch()
    lines = (line.decode("utf-8", errors="replace") for line in sys.stdin.buffer)
    for line in referee.stream(lines):
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(table())
    elif sys.argv[1] in MUTANTS:
        serve(sys.argv[1])
    else:
        sys.exit(f"{sys.argv[1]}: no such mutant; without a name you see them all.")
