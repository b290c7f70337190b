"""A study: blocks of games until it is sure enough or time is up, and what they say."""

import secrets
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any

from tablee import bots
from tablee.core.errors import RequestError
from tablee.core.game import Variant
from tablee.core.registry import load
from tablee.core.words import count_noun
from tablee.engine import solvers
from tablee.engine.solution import Progress, quiet
from tablee_lab import runs
from tablee_lab.runs import Estimate, Executor, mean, share

from .block import Block, Job, Played, play
from .chances import count_lead_changes, find_decision, learn

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
    def plays(self) -> list[Played]:
        return [game for block in self.blocks for game in block.games]

    @property
    def games(self) -> int:
        return len(self.plays)

    @property
    def solo(self) -> bool:
        return self.job.seats == 1

    @cached_property
    def shares(self) -> tuple[Estimate, ...]:
        """The mean points of each seat; alone, the mean sum left."""
        by_seat = zip(*(game.points for game in self.plays), strict=True)
        return tuple(mean(points, shares=not self.solo) for points in by_seat)

    @cached_property
    def exact_values(self) -> Mapping[int, float] | None:
        """The exact value of each seat under best play, where it is known at once."""
        return solvers.solve(self.job.game, self.job.variant).value if self.job.exact else None

    @cached_property
    def draws(self) -> Estimate | None:
        """Games that nobody wins alone."""
        return None if self.solo else share(sum(max(game.points) < 1.0 for game in self.plays), self.games)

    @cached_property
    def perfect(self) -> Estimate | None:
        """Alone: games that leave nothing."""
        return share(sum(game.points == (0.0,) for game in self.plays), self.games) if self.solo else None

    @cached_property
    def lengths(self) -> Counter[int]:
        return Counter(game.events for game in self.plays)

    @cached_property
    def length(self) -> Estimate:
        return mean([game.events for game in self.plays], shares=False)

    @cached_property
    def paths(self) -> Sequence[Sequence[Sequence[float]]]:
        """The chances of every seat along each game."""
        if not self.plays or not self.plays[0].path:
            return []
        return [game.path for game in self.plays] if self.job.exact else learn(self.plays)

    @cached_property
    def changes(self) -> Estimate | None:
        """How often the lead changes in a game."""
        return mean([count_lead_changes(path) for path in self.paths], shares=False) if self.paths else None

    @cached_property
    def decided(self) -> Estimate | None:
        """After what share of a game the winner is known."""
        if not self.paths:
            return None
        pairs = zip(self.paths, self.plays, strict=True)
        return mean([find_decision(path, game.points) for path, game in pairs], shares=False)

    @cached_property
    def choices(self) -> Estimate:
        """The share of moves that leave a choice."""
        return share(sum(block.choices for block in self.blocks), max(1, sum(block.moves for block in self.blocks)))

    @cached_property
    def matters(self) -> Estimate | None:
        """The share of choices of which a random one would lose something."""
        stakes = [stake for block in self.blocks for stake in block.stakes]
        least = MATTERS[self.solo]
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
        """The points of a player who leaves an option alone; alone, how much less is left (less than 0: more)."""
        return self._means([block.without for block in self.blocks])

    @cached_property
    def always(self) -> dict[str, Estimate]:
        """The points of a player who uses an option wherever possible."""
        return self._means([block.always for block in self.blocks])

    @cached_property
    def above(self) -> dict[str, Estimate]:
        """The points of a player of a level among players of the level below."""
        return self._means([block.above for block in self.blocks])

    def _means(self, samples: Sequence[Mapping[str, float]]) -> dict[str, Estimate]:
        names = list(samples[0]) if samples else []
        return {name: mean([sample[name] for sample in samples], shares=not self.solo) for name in names}

    @property
    def fair(self) -> float:
        """What everybody would have if all were equal; alone, nothing gained and nothing lost."""
        return 0.0 if self.solo else 1.0 / self.job.seats

    @cached_property
    def dead(self) -> tuple[str, ...]:
        """Options that are hardly ever used, and that surely do not pay for one who uses them. The bots may merely be
        blind to an option that is good: so one of them has to try it."""
        return tuple(
            name
            for name, used in self.uses.items()
            if used.high < RARE and name in self.always and self.always[name].high < self.fair
        )

    @property
    def sure(self) -> float:
        """The margin of error of the first seat's share."""
        first = self.shares[0]
        return (first.high - first.low) / 2


def job(game: str, variant: Variant | Mapping[str, object], bot: str | None = None, seed: int | None = None) -> Job:
    """Plan a study; by default the best bot that needs no time to think plays."""
    rules = load(game)
    if isinstance(variant, Mapping):
        variant = rules.variant(variant)
    able = "hibou" in bots.available(rules)
    exact = able and solvers.exact(game, variant) and solvers.find_unbuilt(game, variant) is None
    name = bot or ("hibou" if exact else "greedy")
    bots.make(name, rules)  # one that does not exist, or cannot play here, is refused now
    levels = bots.LEVELS if exact else SIMPLE
    return Job(game, variant, secrets.randbelow(1 << 53) if seed is None else seed, name, exact, levels)


def study(
    game: str, variant: Variant | Mapping[str, object], bot: str | None = None, seed: int | None = None, **limits: Any
) -> Study:
    """Study a variant: see `job` for who plays, and `run` for the limits, the executor and the progress."""
    return run(job(game, variant, bot, seed), **limits)


def run(
    wanted: Job,
    seconds: float = SECONDS,
    sure: float = SURE,
    blocks: int | None = None,
    executor: Executor = runs.here,
    progress: Progress = quiet,
) -> Study:
    """Play until a seat's share is known to within `sure`, or for `seconds`; or exactly `blocks` blocks. With a seed
    and a number of blocks it always gives the same. What has been played when it is interrupted counts. Raises
    RequestError for less than one block."""
    if blocks is not None and blocks < 1:
        raise RequestError("Il faut au moins une partie.", "At least one game has to be played.")
    prepare(wanted, progress)
    blocks_played: list[Block] = []
    started = time.monotonic()
    complete = True
    try:
        with closing(executor(play, wanted, range(blocks or MOST))) as coming:
            for block in coming:
                blocks_played.append(block)
                part = fraction_done(wanted, blocks_played, blocks, (time.monotonic() - started) / seconds, sure)
                games = sum(len(block.games) for block in blocks_played)
                progress(min(part, 1.0), count_noun(games, "partie", "game"))
                if part >= 1.0 and blocks is None:
                    break
    except KeyboardInterrupt:
        if not blocks_played:
            raise
        complete = False
    return Study(wanted, sorted(blocks_played, key=NUMBER), complete)


def prepare(wanted: Job, progress: Progress = quiet) -> None:
    if wanted.exact or bots.KINDS[wanted.bot].solves:
        bots.prepare("hibou", wanted.rules, wanted.variant, progress)


def compare(wanted: Sequence[Job], blocks: int, executor: Executor, progress: Progress) -> list[Study]:
    """Studies of several jobs, `blocks` blocks each."""
    for job in wanted:
        prepare(job, progress)
    parts_played: list[list[Block]] = [[] for _ in wanted]
    parts = [(index, number) for index in range(len(wanted)) for number in range(blocks)]
    with closing(executor(play_one, wanted, parts)) as coming:
        for done, (index, block) in enumerate(coming, 1):
            parts_played[index].append(block)
            progress(done / len(parts), count_noun(len(block.games) * done, "partie", "game"))
    return [Study(job, sorted(played, key=NUMBER)) for job, played in zip(wanted, parts_played, strict=True)]


def play_one(wanted: Sequence[Job], part: tuple[int, int]) -> tuple[int, Block]:
    """Play block `number` of job `index`; returns `index` with it."""
    index, number = part
    return index, play(wanted[index], number)


def fraction_done(wanted: Job, played: list[Block], blocks: int | None, passed: float, sure: float) -> float:
    """The fraction done, by whichever ends it first: the time, the number of blocks, or being sure enough."""
    if blocks is not None:
        return len(played) / blocks
    if len(played) < LEAST or wanted.seats == 1:
        return passed
    return max(passed, min(1.0, (sure / max(1e-9, Study(wanted, played).sure)) ** 2))
