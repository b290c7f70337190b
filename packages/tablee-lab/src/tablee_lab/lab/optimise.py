"""Searches a fairer and livelier sheet: small changes, more games for the promising ones, fresh games for the best. Two
things are wanted at once: that nobody is favoured, and that games are lively (the lead changes, the winner is known
late, no option is dead). A sheet is better if it is better in one and not worse in the other; of those that no other
beats, the one with the largest total gain is proposed, and only if games it has never seen agree."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count

from tablee.core.errors import RequestError, SheetError
from tablee.core.words import Text, count_noun
from tablee.engine.solution import Progress, quiet
from tablee.games import laaancez
from tablee.games.laaancez import Sheet, Thing
from tablee.games.laaancez.sheet import MOST_POINTS, parse_sheet, plain
from tablee_lab import runs
from tablee_lab.runs import Executor, derive

from .block import GAMES
from .studies import Study, compare, job

ROUNDS = ((16, 6), (6, 24), (2, 80))  # (sheets, blocks of games each): fewer sheets, more games
VERIFIED = 100  # blocks of fresh games, of the sheet and of the proposal
GENERATIONS = 3
STEPS = (1, 2, 3)  # changes at once


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was found: the sheet, and how it and the first one do in games that the search has not seen."""

    before: Study
    after: Study

    @property
    def sheet(self) -> Sheet:
        sheet: Sheet = self.after.job.variant.sheet
        return sheet

    @property
    def better(self) -> bool:
        """Whether fresh games say that it is better, in fairness or in life, and worse in neither."""
        return _beats(_worth(self.after), _worth(self.before))


Worth = tuple[float, float]  # how fair and how lively; more is better


def _worth(study: Study) -> Worth:
    unfair = max(abs(share.value - study.fair) for share in study.shares)
    exact = study.decided.value if study.decided else 1.0
    changes = study.changes.value if study.changes else 0.0
    rare = sum(used.value < 0.02 for used in study.uses.values())
    return -unfair, changes / 2 + exact - 0.1 * rare


def _beats(first: Worth, second: Worth) -> bool:
    return all(a >= b for a, b in zip(first, second, strict=True)) and first != second


def improve(
    sheet: Sheet | object,
    seed: int,
    *,
    bot: str = "greedy",
    generations: int = GENERATIONS,
    rounds: tuple[tuple[int, int], ...] = ROUNDS,
    verified: int = VERIFIED,
    executor: Executor = runs.here,
    progress: Progress = quiet,
) -> Proposal:
    """Search for a better sheet, starting from `sheet` (or its settings). Deterministic for a seed."""
    first: Sheet = laaancez.variant({"sheet": sheet}).sheet
    if any(first.ties):
        raise RequestError(
            "Les Dégâts réservés à certains objets ne se cherchent pas encore : mettez « + » seul.",
            "Ticks that are tied to some objects cannot be searched yet: put a plain “+”.",
        )
    chance = random.Random(seed)
    best, steps, begun = first, generations * len(rounds) + 1, count()

    def measure(sheets: list[Sheet], blocks: int, number: object, words: Text) -> list[Study]:
        step = next(begun)
        jobs = [job("laaancez", {"sheet": sheet}, bot, derive(0, seed, number)) for sheet in sheets]
        jobs = [replace(job, levels=(), trials=False, exact=False) for job in jobs]
        return compare(jobs, blocks, executor, lambda done, _: progress((step + done) / steps, words))

    for generation in range(generations):
        several = [best, *vary(best, chance, rounds[0][0] - 1)]
        for sheets, blocks in rounds:
            words = (
                count_noun(len(several), "feuille", "sheet")
                + Text(", ", ", ")
                + count_noun(GAMES * blocks, "partie", "game")
            )
            worths = dict(enumerate(map(_worth, measure(several, blocks, generation, words))))
            beaten = {index: sum(_beats(rival, worth) for rival in worths.values()) for index, worth in worths.items()}
            ranked = sorted(worths, key=lambda index: (beaten[index], -sum(worths[index]), index))
            several = [several[index] for index in ranked[: max(1, sheets // 3)]]
        best = several[0]
    best = replace(best, name=f"{first.name[:20]}_bis") if best != first else first
    return Proposal(*measure([first, best], verified, "fresh", Text("vérification", "checking")))


def vary(sheet: Sheet, chance: random.Random, number: int) -> Iterator[Sheet]:
    """`number` other sheets, each a few small changes away."""
    seen = {sheet}
    while number:
        varied = sheet
        for _ in range(chance.choice(STEPS)):
            varied = chance.choice(CHANGES)(varied, chance)
        try:
            varied = parse_sheet(plain(varied))
        except SheetError:  # points out of bounds, an object that no face offers
            continue
        if varied not in seen:
            seen.add(varied)
            number -= 1
            yield varied


def _object(sheet: Sheet, chance: random.Random) -> Sheet:
    """One point more or less of an object."""
    index = chance.randrange(len(sheet.objects))
    thing = _points(sheet.objects[index], chance)
    return replace(sheet, objects=(*sheet.objects[:index], thing, *sheet.objects[index + 1 :]))


def _face(sheet: Sheet, chance: random.Random) -> Sheet:
    """Two options of two faces change places."""
    first, second = chance.sample(range(len(sheet.faces)), 2)
    faces = [list(face) for face in sheet.faces]
    a, b = chance.randrange(2), chance.randrange(2)
    faces[first][a], faces[second][b] = faces[second][b], faces[first][a]
    return replace(sheet, faces=tuple((face[0], face[1]) for face in faces))


def _points(thing: Thing, chance: random.Random) -> Thing:
    step = chance.choice((-1, 1))
    if chance.random() < 0.5:
        return replace(thing, hits=max(1, min(MOST_POINTS, thing.hits + step)))
    damage = max(0, min(MOST_POINTS, thing.damage + step))
    return replace(thing, damage=damage, limit=max(damage, min(MOST_POINTS, thing.limit + step)))


def _candle(sheet: Sheet, chance: random.Random) -> Sheet:
    return replace(sheet, candle=_points(sheet.candle, chance))


CHANGES = (_object, _object, _object, _candle, _face)


def as_toml(sheet: Sheet) -> str:
    """The sheet as a file that --set sheet=FILE reads."""
    data = plain(sheet)
    lines = [f'name = "{sheet.name}"', f"rows = {list(sheet.rows)}"]
    tables = {"candle": data["candle"], "faces": data["faces"]}
    tables |= {f"objects.{name}": entry for name, entry in dict(data["objects"]).items()}  # type: ignore[call-overload]
    for name, entry in tables.items():
        lines += ["", f"[{name}]"]
        # TOML writes these values as JSON does.
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in dict(entry).items()]  # type: ignore[call-overload]
    return "\n".join(lines) + "\n"
