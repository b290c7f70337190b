"""Golden games: one whole game of every variant, step by step, as text that a person can check.

    .venv/bin/python tools/golden.py            write tests/golden/*.txt anew
    .venv/bin/python tools/golden.py --check    say which of them the rules no longer reproduce (exit code 1)

Each line is an event, then the phase it leads to, who is to act, and every legal token.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from tablee.core.game import events
from tablee.core.registry import load
from tablee.games import blocs

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
GAMES: dict[str, tuple[str, dict[str, object]]] = {
    "cadeau": ("cadeau", {}),
    "cadeau-any-3": ("cadeau", {"zones": 3, "straights": "any"}),
    **{
        f"blocs-{mode}-{level}": ("blocs", {"mode": mode, "level": level})
        for mode in blocs.MODES
        for level in (1, 2, 3)
    },
    "laaancez": ("laaancez", {}),
}


def replay(name: str, settings: dict[str, object]) -> str:
    """A whole game as text; its dice and moves are drawn from a seed that is the game's own name."""
    game, rng = load(name), random.Random(f"{name} {settings}")
    state = game.start(game.variant(settings))
    lines = [f"# {name} {settings}"]
    while True:
        legal = {player: sorted(map(str, game.moves(state, player))) for player in game.players(state)}
        shown = "  ".join(f"{player}: {' '.join(tokens) or '-'}" for player, tokens in legal.items())
        lines.append(f"        {game.phase(state)}  {shown}".rstrip())
        outcome = game.outcome(state)
        if outcome:
            lines.append(f"# winners {outcome.winners} scores {dict(outcome.scores)}")
            lines.append(f"# {outcome.reason.fr}")
            return "\n".join(lines) + "\n"
        event = rng.choice(events(game, state))
        lines.append(f"{event!s:7} {game.tell(state, event).fr}")
        state = game.play(state, event)


def main(words: list[str]) -> int:
    stale = []
    for label, (name, settings) in GAMES.items():
        path, text = FOLDER / f"{label}.txt", replay(name, settings)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(label)
            if "--check" not in words:
                path.write_text(text, encoding="utf-8")
    print("stale:" if "--check" in words else "written:", *stale or ["none"])
    return 1 if stale and "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
