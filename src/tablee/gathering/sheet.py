"""The sheet that stays of a lesson: what was found by how many, what nobody saw, five to give again, exercises made of
that. No names. What was missed in ordinary games counts, too."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tablee.core import registry as games
from tablee.core.words import Text

from .gathering import Gathering
from .summary import Step, Tables, list_decisions, split

MOST_TARGETS, MOST_OF_GAMES = 4, 4  # numbers to make on the sheet: those of searches, those of games
AGAIN, HOLES, WAYS = 5, 4, 4


@dataclass(frozen=True, slots=True)
class Target:
    """Numbers to make: by how many each calculation was found, the most frequent first, and those that nobody saw, the
    shortest first, in normal form. `dice`: none where it is what games had in common."""

    goals: tuple[int, ...]
    dice: tuple[int, ...]
    blocks: tuple[int, ...]
    found: tuple[tuple[str, int], ...]
    missed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """A calculation with a number to fill in."""

    pieces: tuple[str, ...]
    hole: int
    goal: int

    @property
    def answer(self) -> str:
        return self.pieces[self.hole]


@dataclass(frozen=True, slots=True)
class Sheet:
    """`again`: five to give tomorrow, each with a word on it. `gaps`: by target. `ways`: a target to make in several
    ways, with some. `claims`: equations, and whether they are true. `choices`: the rolls of the walk."""

    targets: tuple[Target, ...]
    of_games: tuple[Target, ...]
    again: tuple[tuple[str, Text], ...]
    gaps: tuple[tuple[Target, tuple[Gap, ...]], ...]
    ways: tuple[Target, tuple[str, ...]] | None
    claims: tuple[tuple[str, bool], ...]
    choices: tuple[Step, ...]
    slips: tuple[tuple[str, int], ...]


def make_sheet(gathering: Gathering, tables: Tables, steps: Iterable[Step] = ()) -> Sheet:
    """The sheet of a lesson; `steps`: of the walk through its last common rolls."""
    played = (round_.settings["game"] for round_ in gathering.rounds)
    name = next((name for name in played if games.brings(name, "sums")), "")
    part: Any = games.part(name, "sums") if name else None
    searched = _list_searched(gathering, part) if part else ()
    of_games = _list_played(gathering, tables, part) if part else ()
    targets = [target for target in (*searched, *of_games) if target.missed]
    richest = max(targets[2:] or targets, key=lambda target: len(target.missed) + len(target.found), default=None)
    ways = [*richest.missed, *(calculation for calculation, _ in richest.found)] if richest else []
    slips = sum((round_.slips for round_ in gathering.rounds), Counter[str]())
    return Sheet(
        targets=searched,
        of_games=of_games,
        again=_choose_again(targets, part),
        gaps=tuple((target, _make_gaps(target, part)) for target in targets[:2]),
        ways=(richest, tuple(map(part.pretty, ways[:WAYS]))) if richest else None,
        claims=_make_claims(targets, slips, part),
        choices=tuple(step for step in steps if sum(bool(choice.badges) for choice in step.choices) > 1),
        slips=tuple(slips.most_common(3)),
    )


def celebrate(gathering: Gathering, tables: Tables) -> dict[str, Any]:
    """What a class has done together: games, moves, right calculations, different ones, and the rarest in pieces."""
    stated: Counter[str] = Counter()
    moves = 0
    for round_ in gathering.rounds:
        part: Any = games.part(round_.settings["game"], "sums")
        for calculations in round_.found_sums.values():
            stated.update(map(part.equation, calculations))
        for decision in (decision for group in round_.groups for decision in list_decisions(group, tables)):
            moves += 1
            if part and (calculation := part.simplest(decision.state, decision.event)):
                stated[part.equation(part.normal(calculation))] += 1
    several = [equation for equation in stated if len(split(equation)) > 3]
    rarest = min(several, key=lambda equation: (stated[equation], -len(equation)), default="")
    return {
        "games": sum(table.over for table in tables.values()),
        "moves": moves,
        "right": stated.total(),
        "different": len(stated),
        "rare": split(rarest),
    }


def _list_searched(gathering: Gathering, part: Any) -> tuple[Target, ...]:
    """The numbers to make of the searches."""
    targets = []
    for round_ in gathering.rounds:
        if round_.activity == "sums" and round_.ended:
            found, (blocks, _, goals) = round_.count_found(), part.keys(round_.state)
            missed = _sort(set(part.every(round_.state)) - set(found))
            targets.append(Target(goals, round_.state.dice, blocks, tuple(found.most_common()), missed))
    return tuple(targets[-MOST_TARGETS:])


def _list_played(gathering: Gathering, tables: Tables, part: Any) -> tuple[Target, ...]:
    """The numbers to make of games, the most frequent first: what people said there, and what they could have said."""
    stated: dict[int, Counter[str]] = {}
    possible: dict[int, set[str]] = {}
    blocks: set[int] = set()
    rounds = [round_ for round_ in gathering.rounds if games.brings(round_.settings["game"], "sums")]
    for group in (group for round_ in rounds if round_.activity != "together" for group in round_.groups):
        for decision in list_decisions(group, tables):
            if calculation := part.simplest(decision.state, decision.event):
                stated.setdefault(int(part.value(calculation)), Counter())[part.normal(calculation)] += 1
                blocks |= set(part.keys(decision.state)[0])
                for calculation in part.every(decision.state):
                    possible.setdefault(int(part.value(calculation)), set()).add(calculation)
    often = sorted(stated, key=lambda goal: -stated[goal].total())[:MOST_OF_GAMES]
    return tuple(
        Target(
            goals=(goal,),
            dice=(),
            blocks=tuple(sorted(blocks)),
            found=tuple(stated[goal].most_common()),
            missed=_sort(possible[goal] - set(stated[goal])),
        )
        for goal in often
    )


def _sort(calculations: Iterable[str]) -> tuple[str, ...]:
    """The shortest first; one block alone is hardly a calculation, and comes last."""
    return tuple(sorted(calculations, key=lambda text: (text.isdigit(), len(split(text)), len(text), text)))


def _list_missed(target: Target) -> list[str]:
    """What nobody saw and is more than a block alone."""
    return [calculation for calculation in target.missed if not calculation.isdigit()]


def _choose_again(targets: list[Target], part: Any) -> tuple[tuple[str, Text], ...]:
    """Five that nobody saw, of as many kinds as there are."""
    shelves = [_list_missed(target)[:AGAIN] for target in targets]
    by_turns = [calculation for row in zip(*shelves, strict=False) for calculation in row]
    missed = dict.fromkeys([*by_turns, *(calculation for shelf in shelves for calculation in shelf)])
    used = {piece for target in targets for calculation, _ in target.found for piece in split(calculation)}
    described = [(part.equation(calculation), _describe(calculation, used)) for calculation in missed]
    kinds = {note.fr: (equation, note) for equation, note in reversed(described)}
    first = [pair for pair in described if pair in kinds.values()][:AGAIN]
    return tuple((first + [pair for pair in described if pair not in first])[:AGAIN])


def _describe(calculation: str, used: set[str]) -> Text:
    """What is special about a calculation."""
    pieces = split(calculation)
    unused = [piece for piece in pieces if piece.isdigit() and piece not in used]
    if unused:
        return Text(f"avec le {unused[0]} : personne ne l’a vu", f"with the {unused[0]}: nobody saw it")
    if "+" in pieces and "-" in pieces:
        return Text("ajouter, puis enlever", "add, then take away")
    if "*" in pieces or "/" in pieces:
        return Text("avec × ou ÷", "with × or ÷")
    return Text("enlever", "take away") if "-" in pieces else Text("ajouter", "add")


def _make_gaps(target: Target, part: Any) -> tuple[Gap, ...]:
    gaps = []
    for number, calculation in enumerate(_list_missed(target)[:HOLES]):
        pieces = split(part.pretty(calculation))
        numbers = [index for index, piece in enumerate(pieces) if piece.isdigit()]
        gaps.append(Gap(pieces, numbers[-1 - number % 2], int(part.value(calculation))))
    return tuple(gaps)


def _make_claims(targets: list[Target], slips: Counter[str], part: Any) -> tuple[tuple[str, bool], ...]:
    """Two equations that are true and two that are not: what children got wrong, if they did."""
    missed = [text for target in targets for text in target.missed[HOLES:] if not text.isdigit()]
    goal = targets[0].goals[0] if targets else 0
    true = [(part.equation(text), True) for text in missed[:2]]
    wrong = [(f"{text} = {goal}", False) for text, _ in slips.most_common() if part.value(text) != goal][:2]
    close = [(f"{part.pretty(text)} = {part.value(text) + 1}", False) for text in missed[-2:]]
    return tuple(claim for pair in zip(true, [*wrong, *close], strict=False) for claim in pair)
