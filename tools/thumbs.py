"""What perfect play teaches: the price of rules of thumb, openings, the costly mistakes of the bots' levels.

    .venv/bin/python tools/thumbs.py [--set KEY=VALUE ...] [GAME ...]     prices
    .venv/bin/python tools/thumbs.py --openings [GAME ...]                the best first moves
    .venv/bin/python tools/thumbs.py --mistakes [--games N] [GAME ...]    where each level loses most
    .venv/bin/python tools/thumbs.py --charts                             docs/pictures/thumbs-*.svg

The figures of docs/play-well.md and docs/fr/bien-jouer.md come from here; seed 1. A price is how much more a player
wins who knows that the other follows the rule blindly: exact, over every position
(`tablee_lab.simulate.exploitability`), in points, chances in 100; alone, in the sum left. In Laaancez it is the share
of won combats that the rule gives away against the Owl. Where a rule leaves several moves, all of them are equally
likely.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tablee import bots
from tablee.bots import simple
from tablee.core.game import AnyGame
from tablee.core.registry import load
from tablee.core.words import Text, decimal
from tablee.drawing.palette import dress
from tablee.drawing.plots import Row, Rows, svg
from tablee.engine import solvers
from tablee.games import blocs, cadeau, laaancez
from tablee.games.cadeau.greedy import rank
from tablee.games.laaancez.greedy import rank as throwing
from tablee.review.tutor import AMOUNTS, RankedMoves, ask_solvers
from tablee_lab.simulate.exploitability import exploitability

SEED = 1
PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
COMBATS, TIMES = 100, 10  # each combat is fought so often
Score = Callable[[Any, int, Any], Any]  # of a move in a state for a player: the highest is played


class Thumb:
    """A rule of thumb: its words, and the score that it gives a move."""

    def __init__(self, fr: str, en: str, score: Score) -> None:
        self.text, self._score = Text(fr, en), score

    def mixture(self, view: Any, player: int) -> dict[Any, float]:
        """The moves that the rule likes best, all of them as often."""
        rules = next(rules for rules in (blocs, cadeau, laaancez) if isinstance(view, rules.State))
        scores = {move: self._score(view, player, move) for move in rules.moves(view, player)}
        liked = [move for move, score in scores.items() if score == max(scores.values())]
        return dict.fromkeys(liked, 1 / len(liked))

    def choose(self, view: Any, player: int, chance: random.Random) -> Any:
        """One of them."""
        return chance.choice(list(self.mixture(view, player)))


def pushed(move: Any) -> tuple[int, ...]:
    """The blocks of a push, the highest first."""
    return tuple(sorted(map(int, str(move).split(",")), reverse=True)) if str(move) != "-" else ()


def zone_of(state: Any, side: int, zone: int) -> tuple[int, ...]:
    """The dice that somebody has written in a zone."""
    return tuple(die for die in state.sides[side - 1][3 * zone - 3 : 3 * zone] if die)


def spread(state: Any, player: int, move: Any) -> int:
    return -len(zone_of(state, player, move.zone))


def opposed(state: Any, player: int, move: Any) -> int:
    """Large dice where the other is weak, small ones where the other is strong."""
    theirs = sum(zone_of(state, 3 - player, move.zone))
    return -theirs if state.die >= 4 else theirs


def alike(state: Any, player: int, move: Any) -> int:
    zone = zone_of(state, player, move.zone)
    return 2 if state.die in zone else not zone


def item(state: Any, side: int, cell: str) -> Any:
    """What stands in a cell of somebody's sheet."""
    return state.sheets[side - 1][state.variant.sheet.index[cell]]


def aimed(state: Any, player: int, move: Any) -> Any:
    return item(state, 3 - player, move.target)


def thrown(state: Any, player: int, move: Any) -> Any:
    return item(state, player, move.thrower)


THUMBS: dict[str, tuple[Thumb, ...]] = {
    "blocs": (
        Thumb(
            "poussez le plus de blocs possible",
            "push as many blocks as you can",
            lambda _, __, m: len(pushed(m)),
        ),
        Thumb(
            "poussez les plus petits, en moyenne",
            "push the smallest blocks, on average",
            lambda _, __, m: -sum(pushed(m)) / max(1, len(pushed(m))),
        ),
        Thumb("poussez le plus gros bloc", "push the highest block", lambda _, __, m: pushed(m)[:1]),
        Thumb(
            "poussez le moins de blocs, le plus gros d’abord",
            "push the fewest blocks, the highest first",
            lambda _, __, m: (-len(pushed(m)), pushed(m)),
        ),
        Thumb(
            "ôtez le plus de carrés (12 × 12 pour le 12)",
            "take off most squares (12 × 12 for the 12)",
            lambda _, __, m: sum(b * b for b in pushed(m)),
        ),
    ),
    "cadeau": (
        Thumb(
            "finissez une zone après l’autre",
            "finish one zone after another",
            lambda s, p, m: len(zone_of(s, p, m.zone)),
        ),
        Thumb("écrivez dans la zone où vous avez le moins de dés", "write where you have fewest dice", spread),
        Thumb(
            "les gros contre les faibles, les petits contre les forts",
            "large against weak, small against strong",
            opposed,
        ),
        Thumb("les chiffres pareils ensemble, sinon une zone neuve", "equal dice together, else a new zone", alike),
        Thumb("la case qui aide le plus sa zone", "the cell that helps its zone most", rank),
    ),
    "laaancez": (
        Thumb(
            "sortez un objet si possible, le plus dangereux (robot glouton)",
            "knock one out if you can, the most dangerous (greedy bot)",
            throwing,
        ),
        Thumb("visez l’objet le plus dangereux", "aim at the most dangerous", lambda s, p, m: aimed(s, p, m).damage),
        Thumb("visez le plus fragile", "aim at the most fragile", lambda s, p, m: -aimed(s, p, m).hits),
        Thumb("lancez votre plus fort", "throw your strongest", lambda s, p, m: thrown(s, p, m).damage),
        Thumb("lancez votre plus faible", "throw your weakest", lambda s, p, m: -thrown(s, p, m).damage),
    ),
}
SETTINGS: dict[str, Sequence[dict[str, Any]]] = {
    "blocs": ({"mode": "duel", "level": 1}, {"mode": "solo", "level": 1}, {"mode": "duel", "level": 3}),
    "cadeau": ({"zones": 2},),
    "laaancez": ({},),
}


# --- prices ---------------------------------------------------------------------------------------------------------


def begins(name: str, settings: dict[str, Any], count: int) -> list[Any]:
    """The states that games begin with; of Laaancez combats, which are exact, after recruitments of two Rabbits."""
    game, chance = load(name), random.Random(SEED)
    start: Any = game.start(game.variant(settings))
    if name != "laaancez":
        return [start] * count
    return [
        next(state for state, _, _ in played(game, start, "lapin", chance) if laaancez.fights(state))
        for _ in range(count)
    ]


def given_away(thumb: Thumb, states: Sequence[Any]) -> float:
    """The share of combats that whoever could win loses against the Owl, by following a rule."""
    lost, chance = 0, random.Random(SEED)
    for state in (state for state in states for _ in range(TIMES)):
        winner = 1 if solvers.values("laaancez", state).players[1] == 1.0 else 2
        while not laaancez.winner(state):
            mine = state.turn == winner
            move = thumb.choose(state, winner, chance) if mine else solvers.advise("laaancez", state).moves[0][0]
            state = laaancez.play(state, move)
        lost += laaancez.winner(state) != winner
    return lost / len(states) / TIMES


def prices(name: str, settings: dict[str, Any]) -> Iterator[tuple[Thumb, float]]:
    """Every rule of a game with its price: points in 100; alone the sum left."""
    fought = begins(name, settings, COMBATS) if name == "laaancez" else []
    for thumb in THUMBS[name]:
        if fought:
            yield thumb, 100 * given_away(thumb, fought)
        else:
            found = exploitability(name, thumb, settings)
            assert found.exact
            yield thumb, found.value * (1 if settings.get("mode") == "solo" else 100)


def chart(name: str) -> str:
    """The prices of a game's first settings as bars, the cheapest rule first; in French, for docs/fr/bien-jouer.md."""
    found = sorted(prices(name, SETTINGS[name][0]), key=lambda one: one[1])
    rows = [Row(one.text.fr, price, decimal(price, ".1f").fr) for one, price in found]
    title = "Ce que coûte une règle suivie les yeux fermés, sur 100 parties"
    return dress(svg(Rows(title, rows), lang="fr", prefix=f"{name}-"), "light")


# --- openings and mistakes ------------------------------------------------------------------------------------------


def openings(name: str, settings: dict[str, Any]) -> Iterator[str]:
    """After each first throw: the best move and what it is worth, and what the others cost at least."""
    game = load(name)
    start = game.start(game.variant(settings))
    for roll, _ in game.rolls(start):
        state = game.play(start, roll)
        if game.phase(state) != "move" or len(game.moves(state, 1)) < 2:
            continue
        advice = ask_solvers(game, state, 1)
        unit, worse = 1 if advice.solo else 100, [one for one in advice.losses if one[1] > 1e-9]
        others = ", ".join(f"{move} {unit * loss:.1f}" for move, loss in worse[:3])
        sure = "" if advice.exact else "; estimate"
        yield f"{roll}: {advice.losses[0][0]} {unit * advice.best:.1f} (worse by: {others}{sure})"


def played(game: AnyGame, state: Any, level: str, chance: random.Random) -> Iterator[tuple[Any, int, Any]]:
    """A game of a level against itself: every choice with the state, the player and the move."""
    robots = [bots.make(level, game, chance.getrandbits(64)) for _ in range(game.seats(state.variant))]
    return simple.play_out(game, state, robots, chance)


def kind(ranked: RankedMoves, move: Any) -> str:
    """What sort of mistake a move is, beside the best ones."""
    bests: list[Any] = [one for one, loss in ranked.losses if loss < 1e-9]
    if ranked.game.NAME == "blocs":
        mine, theirs = pushed(move), pushed(bests[0])
        if len(mine) != len(theirs):
            return "too many blocks" if len(mine) > len(theirs) else "too few blocks"
        return "as many, but smaller" if mine < theirs else "as many, but larger"
    if ranked.game.NAME == "cadeau":
        if any(one.zone == move.zone for one in bests):
            return "the right zone, the wrong cell"
        here, there = (len(zone_of(ranked.state, ranked.player, one.zone)) for one in (move, bests[0]))
        if here == there:
            return "the wrong one of two zones"
        if 2 in (here, there):
            return "a zone finished too soon" if here == 2 else "a zone left unfinished"
        return "carrying on instead of opening" if here > there else "opening a zone too soon"
    if any(one.thrower == move.thrower for one in bests):
        return "the right object at the wrong target"
    return "the right target, the wrong object" if any(one.target == move.target for one in bests) else "both wrong"


def mistakes(name: str, settings: dict[str, Any], level: str, games: int) -> Iterator[str]:
    """The three kinds that cost a level most: how often in a game, and points lost; and choices that do not matter."""
    game, chance = load(name), random.Random(SEED)
    times, lost, choices, idle = Counter[str](), defaultdict[str, float](float), 0, 0
    for begin in begins(name, settings, games):
        for state, player, move in played(game, begin, level, chance):
            if len(game.moves(state, player)) < 2:
                continue
            ranked = ask_solvers(game, state, player)
            choices, idle = choices + 1, idle + (ranked.losses[-1][1] < 1e-9)
            if (loss := ranked.loss(str(move))) >= AMOUNTS["fine"][ranked.solo]:
                times[kind(ranked, move)] += 1
                lost[kind(ranked, move)] += loss * (1 if ranked.solo else 100)
    for one, points in sorted(lost.items(), key=lambda item: -item[1])[:3]:
        yield f"{one}: {times[one] / games:.2f} a game, {points / games:.1f} points"
    yield f"all moves equally good in {100 * idle / choices:.0f} of 100 choices"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(THUMBS))
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--openings", action="store_true")
    parser.add_argument("--mistakes", action="store_true")
    parser.add_argument("--games", type=int, default=200, metavar="N")
    parser.add_argument("--charts", action="store_true")
    args = parser.parse_args()
    wanted = dict(word.split("=", 1) for word in args.set)
    for name in args.names or THUMBS:
        if args.charts:
            (PICTURES / f"thumbs-{name}.svg").write_text(chart(name) + "\n", encoding="utf-8")
            continue
        for settings in SETTINGS[name]:
            if any(str(settings.get(key)) != value for key, value in wanted.items()):
                continue
            print(f"{name} {' '.join(f'{key}={value}' for key, value in settings.items())}".strip())
            if args.openings:
                print(*(f"  {line}" for line in openings(name, settings)), sep="\n")
            elif args.mistakes:
                for level in bots.LEVELS[:-1]:
                    print(f"  {level}", *mistakes(name, settings, level, args.games), sep="\n    ", flush=True)
            else:
                for thumb, price in prices(name, settings):
                    print(f"  {price:6.2f}  {thumb.text.en} · {thumb.text.fr}", flush=True)


if __name__ == "__main__":
    main()
