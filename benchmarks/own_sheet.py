"""How strong the Owl of Laaancez is on a sheet of which nothing was learned: games against two plain players.

    python benchmarks/own_sheet.py [--rows 4,3,2,1] [--games 200] [--seed 1] [--against never-ticks sampler]

The usual objects in other rows. Both players fight out combats exactly; only the recruitment differs. `never-ticks`
copies the strongest object that the die offers, and ticks only when it has to. `sampler` plays every choice on to the
end at random, so many times, and makes the one that wins most. Seats change from game to game.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import replace

from tablee import bots
from tablee.bots.simple import Greedy
from tablee.core.game import Event
from tablee.core.registry import load
from tablee.games import laaancez
from tablee.games.laaancez.solver import combat
from tablee.games.laaancez.solver.codes import after, choices, codes_of
from tablee.games.laaancez.solver.sampling import Future, wins
from tablee_lab.runs.estimate import share

GAME = load("laaancez")
SAMPLES = 16  # of each choice
EVENLY = (0.5, 0.0, 0.0)
Player = Callable[[laaancez.State, int, random.Random], Event]


def fight(state: laaancez.State, chance: random.Random) -> Event:
    throws, shares = zip(*combat.policy(state), strict=True)
    return chance.choices(throws, shares)[0]


def never_ticks(state: laaancez.State, player: int, chance: random.Random) -> Event:
    moves = laaancez.moves(state, player)
    copies = [move for move in moves if not isinstance(move, laaancez.Tick)]
    return chance.choice(Greedy(GAME).best(state, player, copies or moves))


def sampler(state: laaancez.State, player: int, chance: random.Random) -> Event:
    """The choice that wins most of so many recruitments, drawn evenly from here on, each fought out."""
    sheet, moves = state.variant.sheet, laaancez.moves(state, player)
    codes = codes_of(sheet)
    own, other = (codes.encode(state.sheets[seat - 1]) for seat in (player, 3 - player))
    mine, theirs = (choices(codes, cells, codes.options[state.die - 1]) for cells in (own, other))
    future, won = Future(sheet, codes, EVENLY), [0.0] * len(moves)
    for place, choice in enumerate(mine):
        for _ in range(SAMPLES):
            dice = [chance.randrange(6) for _ in range(4 * codes.cells)]
            reply = future.play(after(other, *chance.choice(theirs)).tolist(), dice, chance)
            won[place] += wins(codes, future.play(after(own, *choice).tolist(), dice, chance), reply, player)
    return moves[won.index(max(won))]


OPPONENTS: dict[str, Player] = {"never-ticks": never_ticks, "sampler": sampler}


def play(variant: laaancez.Variant, opponent: Player, owl_sits: int, seed: int) -> tuple[bool, float]:
    """Whether the Owl wins, and the seconds it thought."""
    owl, chance, state, thought = bots.make("hibou", GAME, seed), random.Random(seed), laaancez.start(variant), 0.0
    while laaancez.phase(state) != "over":
        if laaancez.phase(state) == "roll":
            state = laaancez.play(state, chance.choice(laaancez.rolls(state))[0])
            continue
        player = laaancez.players(state)[0]
        view = laaancez.view(state, player)
        if player == owl_sits:
            begun = time.process_time()
            move = owl.choose(view, player)
            thought += time.process_time() - begun
        else:
            move = fight(view, chance) if not view.die else opponent(view, player, chance)
        state = laaancez.play(state, move)
    return laaancez.winner(state) == owl_sits, thought


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", default="4,3,2,1")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--against", nargs="+", choices=list(OPPONENTS), default=list(OPPONENTS))
    args = parser.parse_args()
    rows = tuple(map(int, args.rows.split(",")))
    variant = laaancez.Variant(replace(laaancez.load_shipped("noel"), name="own", rows=rows))
    print(f"rows {args.rows}", flush=True)
    for name in args.against:
        won, thought = 0, 0.0
        for number in range(args.games):
            wins, seconds = play(variant, OPPONENTS[name], number % 2 + 1, args.seed * 1_000_003 + number)
            won, thought = won + wins, thought + seconds
            if (number + 1) % 10 == 0 or number + 1 == args.games:
                estimate, each = share(won, number + 1), thought / (number + 1)
                chances = f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"
                print(f"{name:12} {number + 1:4} games: the Owl wins {chances}, {each:.2f} s a game", flush=True)


if __name__ == "__main__":
    main()
