"""A study: blocks of games until it is sure enough or time is over, and what they say."""

from __future__ import annotations

import math
import secrets
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from tablee import bots
from tablee.core.errors import RequestError
from tablee.core.game import Variant
from tablee.core.registry import load
from tablee.core.words import Text
from tablee.engine import solvers
from tablee.engine.solvers import Progress, quiet
from tablee_lab import runs
from tablee_lab.arena.statistics import mean
from tablee_lab.runs import Estimate, Spread, share
from tablee_lab.runs.estimate import Z

from .block import Block, Job, play
from .chances import known_at, lead_changes, learned

SECONDS = 7.0  # a page has ten, from the click to the last picture
SURE = 0.02
"""How far a seat's share may be off, at most, for a study to be sure enough."""
LEAST = 12  # blocks, before it may be
MOST = 4_000
MATTERS = {False: 0.01, True: 0.2}  # a choice matters if a move at random loses so much; alone, of the sum left
RARE = 0.02  # an option that is used less often may be dead
NUMBER = attrgetter("number")
SIMPLE = ("poussin", "lapin", "greedy")


@dataclass(frozen=True)
class Study:
    job: Job
    blocks: Sequence[Block]
    complete: bool = True

    @cached_property
    def games(self) -> int:
        return sum(len(block.games) for block in self.blocks)

    @cached_property
    def shares(self) -> tuple[Estimate, ...]:
        """What each seat has of a game; alone, the mean sum left."""
        by_seat = zip(*(game.points for block in self.blocks for game in block.games), strict=True)
        return tuple(middle(points) if self.job.seats == 1 else mean(points) for points in by_seat)

    @cached_property
    def solved(self) -> Mapping[int, float] | None:
        """The exact value of each seat under best play, where it is known at once."""
        return solvers.solve(self.job.game, self.job.variant).value if self.job.exact else None

    @cached_property
    def draws(self) -> Estimate | None:
        """Games that nobody wins alone."""
        if self.job.seats == 1:
            return None
        return share(sum(max(game.points) < 1.0 for block in self.blocks for game in block.games), self.games)

    @cached_property
    def perfect(self) -> Estimate | None:
        """Alone: games that leave nothing."""
        if self.job.seats > 1:
            return None
        return share(sum(game.points == (0.0,) for block in self.blocks for game in block.games), self.games)

    @cached_property
    def lengths(self) -> Counter[int]:
        """Throws and moves of a game."""
        return Counter(game.events for block in self.blocks for game in block.games)

    @cached_property
    def length(self) -> Estimate:
        return middle([float(game.events) for block in self.blocks for game in block.games])

    @cached_property
    def paths(self) -> list[tuple[tuple[float, ...], ...]]:
        """The chances of every seat along each game."""
        games = [game for block in self.blocks for game in block.games]
        if not games or not games[0].path:
            return []
        return [game.path for game in games] if self.job.exact else learned(games)

    @cached_property
    def changes(self) -> Estimate | None:
        """How often the lead changes in a game."""
        return middle([float(lead_changes(path)) for path in self.paths]) if self.paths else None

    @cached_property
    def known(self) -> Estimate | None:
        """After what share of a game the winner is known."""
        games = [game for block in self.blocks for game in block.games]
        pairs = zip(self.paths, games, strict=True) if self.paths else ()
        found = [known_at(path, game.points) for path, game in pairs]
        return middle(found) if found else None

    @cached_property
    def choices(self) -> Estimate:
        """The share of moves that leave a choice."""
        return share(sum(block.choices for block in self.blocks), max(1, sum(block.moves for block in self.blocks)))

    @cached_property
    def matters(self) -> Estimate | None:
        """The share of choices of which a random one would lose something."""
        stakes = [stake for block in self.blocks for stake in block.stakes]
        least = MATTERS[self.job.seats == 1]
        return share(sum(stake >= least for stake in stakes), len(stakes)) if stakes else None

    @cached_property
    def uses(self) -> dict[str, Estimate]:
        """Of an option that could be used or not: how often it was."""
        offered, used = Counter[str](), Counter[str]()
        for block in self.blocks:
            offered += block.offered
            used += block.used
        return {name: share(used[name], offered[name]) for name in self.job.options if offered[name]}

    @cached_property
    def without(self) -> dict[str, Estimate]:
        """What a player who leaves an option alone has; alone, how much less is left (less than 0: more)."""
        return self._samples([block.without for block in self.blocks])

    @cached_property
    def always(self) -> dict[str, Estimate]:
        """What a player who uses an option wherever it can be used has."""
        return self._samples([block.always for block in self.blocks])

    @cached_property
    def above(self) -> dict[str, Estimate]:
        """What a player of a level has among players of the level below."""
        return self._samples([block.above for block in self.blocks])

    def _samples(self, found: Sequence[Mapping[str, float]]) -> dict[str, Estimate]:
        names = list(found[0]) if found else []
        estimate = middle if self.job.seats == 1 else mean
        return {name: estimate([one[name] for one in found]) for name in names}

    @property
    def fair(self) -> float:
        """What everybody would have if all were equal; alone, nothing gained and nothing lost."""
        return 0.0 if self.job.seats == 1 else 1.0 / self.job.seats

    @cached_property
    def dead(self) -> tuple[str, ...]:
        """Options that are hardly ever used, and that surely do not pay for one who uses them.

        The bots may merely be blind to an option that is good: so one of them has to try it.
        """
        return tuple(
            name
            for name, used in self.uses.items()
            if used.high < RARE and name in self.always and self.always[name].high < self.fair
        )

    @property
    def sure(self) -> float:
        """How far the first seat's share may be off."""
        first = self.shares[0]
        return (first.high - first.low) / 2


def middle(samples: Sequence[float]) -> Estimate:
    """The mean of any samples, with its 95 % interval."""
    size = len(samples)
    centre = math.fsum(samples) / size
    spread = math.fsum((sample - centre) ** 2 for sample in samples) / max(1, size - 1)
    half = Z * math.sqrt(spread / size)
    return Estimate(centre, centre - half, centre + half)


def job(game: str, variant: Variant | Mapping[str, object], bot: str | None = None, seed: int | None = None) -> Job:
    """What is to be studied; the best bot that needs no time to think plays unless one is named."""
    rules = load(game)
    if isinstance(variant, Mapping):
        variant = rules.variant(variant)
    able = "hibou" in bots.available(rules)
    exact = able and solvers.exact(game, variant) and solvers.missing_table(game, variant) is None
    name = bot or ("hibou" if exact else "greedy")
    bots.make(name, rules)  # one that does not exist, or cannot play here, is refused now
    levels = bots.LEVELS if exact else SIMPLE
    return Job(game, variant, name, secrets.randbelow(1 << 53) if seed is None else seed, exact, levels)


def study(
    game: str,
    variant: Variant | Mapping[str, object],
    bot: str | None = None,
    seed: int | None = None,
    *,
    seconds: float = SECONDS,
    sure: float = SURE,
    blocks: int | None = None,
    spread: Spread = runs.here,
    progress: Progress = quiet,
) -> Study:
    """Play until a seat's share is known to within `sure`, or for so many seconds; `blocks`: exactly so many, instead.

    With a seed and a number of blocks it always gives the same. What has been played when it is interrupted counts.
    """
    return studied(job(game, variant, bot, seed), seconds, sure, blocks, spread, progress)


def studied(
    wanted: Job,
    seconds: float = SECONDS,
    sure: float = SURE,
    blocks: int | None = None,
    spread: Spread = runs.here,
    progress: Progress = quiet,
) -> Study:
    if blocks is not None and blocks < 1:
        raise RequestError("il faut au moins une partie.", "at least one game has to be played.")
    prepare(wanted, progress)
    found: list[Block] = []
    started = time.monotonic()
    complete = True
    try:
        with closing(spread(play, wanted, range(blocks or MOST))) as coming:
            for block in coming:
                found.append(block)
                part = done(wanted, found, blocks, (time.monotonic() - started) / seconds, sure)
                games = sum(len(one.games) for one in found)
                progress(min(part, 1.0), Text(f"{games} parties", f"{games} games"))
                if part >= 1.0 and blocks is None:
                    break
    except KeyboardInterrupt:
        if not found:
            raise
        complete = False
    return Study(wanted, sorted(found, key=NUMBER), complete)


def prepare(wanted: Job, progress: Progress = quiet) -> None:
    """Get ready what its bot needs."""
    if wanted.exact or bots.KINDS[wanted.bot].solves:
        bots.prepare("hibou", wanted.rules, wanted.variant, progress)


def compared(wanted: Sequence[Job], blocks: int, spread: Spread = runs.here, progress: Progress = quiet) -> list[Study]:
    """So many blocks of each of several jobs, whose parts are spread together."""
    for one in wanted:
        prepare(one, progress)
    found: list[list[Block]] = [[] for _ in wanted]
    parts = [(at, number) for at in range(len(wanted)) for number in range(blocks)]
    with closing(spread(_one_of, wanted, parts)) as coming:
        for done, (at, block) in enumerate(coming, 1):
            found[at].append(block)
            games = len(block.games) * done
            progress(done / len(parts), Text(f"{games} parties", f"{games} games"))
    return [Study(one, sorted(played, key=NUMBER)) for one, played in zip(wanted, found, strict=True)]


def _one_of(wanted: Sequence[Job], part: tuple[int, int]) -> tuple[int, Block]:
    at, number = part
    return at, play(wanted[at], number)


def done(wanted: Job, found: list[Block], blocks: int | None, passed: float, sure: float) -> float:
    """How much is done, of what comes first: the time, the number of blocks, or being sure enough."""
    if blocks is not None:
        return len(found) / blocks
    if len(found) < LEAST or wanted.seats == 1:
        return passed
    return max(passed, min(1.0, (sure / max(1e-9, Study(wanted, found).sure)) ** 2))
