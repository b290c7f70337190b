"""Luck and skill put end to end: from what the start was worth to what the end is, step by step.

Everybody's dice and everybody's choices, seen by one player. What an estimate cannot place is a step of its own, so
that the steps always add up.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tablee.core.words import Text

from .review import SAME, Entry, Review

Kind = Literal["start", "dice", "moves", "encounters", "estimate", "end"]
GRADED = 5  # real decisions, before anything is said about somebody's choices as a whole
GRADES = {  # the mean loss of a real decision, up to which it is so; two and more, and alone
    False: (0.002, 0.01, 0.03),
    True: (0.02, 0.2, 0.6),
}
GRADE_WORDS = (
    Text("des choix presque parfaits", "nearly perfect choices"),
    Text("des choix très sûrs", "very sure choices"),
    Text("de bons choix", "good choices"),
    Text("des choix hardis, avec de belles idées à découvrir", "bold choices, with room to improve"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a player's account: value before and after. `player`: whose dice or choices; 0 for neither."""

    kind: Kind
    player: int
    begin: float
    end: float


def list_steps(review: Review, player: int) -> list[Step]:
    """The steps from the start to the end, as that player sees them."""
    end = review.entries[-1].worth[player] if review.entries else review.start[player]
    steps = [Step("start", 0, 0.0, review.start[player])]
    for kind, whose, amount in _amounts(review, player):
        steps.append(Step(kind, whose, steps[-1].end, steps[-1].end + amount))
    if abs(end - steps[-1].end) > SAME:
        steps.append(Step("estimate", 0, steps[-1].end, end))
    return [*steps, Step("end", 0, 0.0, end)]


def _amounts(review: Review, player: int) -> Iterator[tuple[Kind, int, float]]:
    kinds: tuple[tuple[Kind, str], ...] = (("dice", "roll"), ("moves", "move"))
    for kind, event in kinds:
        for whose in review.start:
            entries = [entry for entry in review.entries if entry.kind == event and entry.player == whose]
            if entries:
                yield kind, whose, sum(_share(entry, player, len(review.start)) for entry in entries)
    if any(entry.encounter is not None for entry in review.entries):
        yield "encounters", 0, review.encounters if player == 1 else -review.encounters


def _share(entry: Entry, player: int, people: int) -> float:
    """What an event did to a player. Of two, one's luck is the other's bad luck, and so are losses."""
    if people != 2:
        return entry.change[player]
    good = entry.amount if entry.kind == "roll" else -entry.amount
    return good if entry.player == player else -good


def grade(review: Review, player: int) -> Text | None:
    """A kind word about somebody's choices; none before there were enough of them."""
    tally = review.players[player]
    if tally.decisions < GRADED:
        return None
    mean = tally.loss / tally.decisions
    return GRADE_WORDS[sum(mean > bound for bound in GRADES[review.left])]
