"""The sheet that stays of a lesson: what was found by how many, what nobody saw, five to give again, exercises made of
that. No names. What was missed in ordinary games counts, too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tablee.core import registry as games
from tablee.core.game import Roll
from tablee.core.words import Text

from .gathering import Gathering
from .summary import Step, Tables, count_moves, list_choices, split

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
    ways, with some. `claims`: equations, and whether they are true. `choice`: a throw of the walk."""

    targets: tuple[Target, ...]
    of_games: tuple[Target, ...]
    again: tuple[tuple[str, Text], ...]
    gaps: tuple[tuple[Target, tuple[Gap, ...]], ...]
    ways: tuple[Target, tuple[str, ...]] | None
    claims: tuple[tuple[str, bool], ...]
    choice: Step | None
    slips: tuple[tuple[str, int], ...]


def make_sheet(gathering: Gathering, tables: Tables, steps: Iterable[Step] = ()) -> Sheet:
    """The sheet of a lesson; `steps`: of the walk through its last common throws."""
    name = next(
        (round_.settings["game"] for round_ in gathering.rounds if games.brings(round_.settings["game"], "sums")), ""
    )
    part: Any = games.part(name, "sums") if name else None
    targets = _list_searched(gathering, part) if part else ()
    of_games = _list_played(gathering, tables, part) if part else ()
    given = [target for target in (*targets, *of_games) if target.missed]
    gaps = tuple((target, _make_gaps(target, part)) for target in given[:2])
    richest = max(given[2:] or given, key=lambda target: len(target.missed) + len(target.found), default=None)
    slips = sum((round_.slips for round_ in gathering.rounds), Counter[str]())
    chosen = next((step for step in steps if sum(bool(one.badges) for one in step.choices) > 1), None)
    return Sheet(
        targets,
        of_games,
        _choose_again(given, part),
        gaps,
        (richest, tuple(map(part.pretty, _list_ways(richest)[:WAYS]))) if richest else None,
        _make_claims(given, slips, part),
        chosen,
        tuple(slips.most_common(3)),
    )


def celebrate(gathering: Gathering, tables: Tables) -> dict[str, Any]:
    """What a class has done together: games, moves, right calculations, different ones, and the rarest in pieces."""
    at_tables = [(group, tables.get(group.table_id)) for round_ in gathering.rounds for group in round_.groups]
    done: dict[str, Any] = {
        "games": sum(table is not None and table.over for _, table in at_tables),
        "moves": sum(count_moves(group, table) for group, table in at_tables),
    }
    stated: Counter[str] = Counter()
    for round_ in gathering.rounds:
        part: Any = games.part(round_.settings["game"], "sums")
        stated.update(part.equation(one) for mine in round_.found_sums.values() for one in mine)
    for group, table in at_tables:
        if table is None or not (part := games.part(table.game.NAME, "sums")):
            continue
        for _, state, _, move, _ in list_choices(group, table):
            written = part.simplest(state, table.game.parse(move))
            stated.update([part.equation(part.normal(written))] if written else [])
    rare = min((one for one in stated if len(split(one)) > 3), key=lambda one: (stated[one], -len(one)), default="")
    return done | {"right": stated.total(), "different": len(stated), "rare": split(rare)}


def _list_searched(gathering: Gathering, part: Any) -> tuple[Target, ...]:
    """The numbers to make of the searches."""
    listed = []
    for round_ in gathering.rounds:
        if round_.activity == "sums" and round_.ended:
            found = Counter(one for mine in round_.found_sums.values() for one in mine)
            missed = (one for one in part.every(round_.state) if one not in found)
            blocks, _, goals = part.keys(round_.state)
            listed.append(Target(goals, round_.state.dice, blocks, tuple(found.most_common()), _sort(missed)))
    return tuple(listed[-MOST_TARGETS:])


def _list_played(gathering: Gathering, tables: Tables, part: Any) -> tuple[Target, ...]:
    """The numbers to make of games, the most frequent first: what people said there, and what they could have said."""
    stated: dict[int, Counter[str]] = {}
    could: dict[int, Counter[str]] = {}
    blocks: set[int] = set()
    for group in (group for round_ in gathering.rounds if round_.activity != "together" for group in round_.groups):
        table = tables.get(group.table_id)
        history = table.history if table is not None and games.brings(table.game.NAME, "sums") else None
        for index, event in enumerate(history.events if history else ()):
            if history is None or isinstance(event, Roll) or history.actors[index] >= len(group.badges):
                continue
            state = history.states[index]
            written = part.simplest(state, event)
            if written:
                stated.setdefault(int(part.value(written)), Counter())[part.normal(written)] += 1
                blocks |= set(part.keys(state)[0])
                for one in part.every(state):
                    could.setdefault(int(part.value(one)), Counter())[one] += 1
    often = sorted(stated, key=lambda goal: -stated[goal].total())[:MOST_OF_GAMES]
    return tuple(
        Target(
            (goal,),
            (),
            tuple(sorted(blocks)),
            tuple(stated[goal].most_common()),
            _sort(set(could[goal]) - set(stated[goal])),
        )
        for goal in often
    )


def _sort(calculations: Iterable[str]) -> tuple[str, ...]:
    """The shortest first; one block alone is hardly a calculation, and comes last."""
    return tuple(sorted(calculations, key=lambda one: (one.isdigit(), len(split(one)), len(one), one)))


def _list_ways(target: Target) -> list[str]:
    return [*target.missed, *(one for one, _ in target.found)]


def _choose_again(given: list[Target], part: Any) -> tuple[tuple[str, Text], ...]:
    """Five that nobody saw, of as many kinds as there are."""
    by_turns = [one for row in zip(*(target.missed[:AGAIN] for target in given), strict=False) for one in row]
    every = dict.fromkeys([*by_turns, *(one for target in given for one in target.missed[:AGAIN])])
    used = {piece for target in given for one, _ in target.found for piece in split(one)}
    noted = [(part.equation(one), _describe(one, used)) for one in every if not one.isdigit()]
    kinds = {note.fr: (equation, note) for equation, note in reversed(noted)}
    first = [pair for pair in noted if pair in kinds.values()][:AGAIN]
    return tuple((first + [pair for pair in noted if pair not in first])[:AGAIN])


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
    for number, one in enumerate([one for one in target.missed if not one.isdigit()][:HOLES]):
        pieces = split(part.pretty(one))
        numbers = [index for index, piece in enumerate(pieces) if piece.isdigit()]
        gaps.append(Gap(pieces, numbers[-1 - number % 2], int(part.value(one))))
    return tuple(gaps)


def _make_claims(given: list[Target], slips: Counter[str], part: Any) -> tuple[tuple[str, bool], ...]:
    """Two equations that are true and two that are not: what children got wrong, if they did."""
    several = [one for target in given for one in target.missed[HOLES:] if not one.isdigit()]
    true = [(part.equation(one), True) for one in several[:2]]
    goal = given[0].goals[0] if given else 0
    false = [(f"{one} = {goal}", False) for one, _ in slips.most_common() if part.value(one) != goal][:2]
    more = [(f"{part.pretty(one)} = {part.value(one) + 1}", False) for one in several[-2:]]
    false = (false + more)[:2]
    return tuple(pair for two in zip(true, false, strict=False) for pair in two)
