"""Why a move is better: every count is made again here by the plain rules, from the first throw to the last."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from tablee import puzzles
from tablee import review as analysis
from tablee.core.game import AnyGame, State
from tablee.core.registry import load
from tablee.games import blocs, cadeau, laaancez
from tablee.review.reasons import MOST, carry_out, find_reasons, list_measures
from tablee.review.report import WINS, list_reasons

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("blocs", {"mode": "duel"}, 12),
    ("blocs", {"mode": "solo", "push": "may", "level": 2}, 12),
    ("blocs", {"mode": "four", "level": 1}, 4),
    ("cadeau", {"zones": 2}, 10),
    ("cadeau", {"zones": 2, "straights": "any"}, 6),
    ("laaancez", {}, 3),
]


def decisions(name: str, settings: dict[str, Any], count: int) -> Iterator[tuple[AnyGame, State, int, Any, Any]]:
    """Two different moves of every position of random games where there are two."""
    game, rng = load(name), random.Random(14)
    for _ in range(count):
        state = game.start(game.variant(settings))
        while game.phase(state) != "over":
            if rolls := game.rolls(state):
                state = game.play(state, rng.choices([r for r, _ in rolls], [float(w) for _, w in rolls])[0])
                continue
            player = rng.choice(game.players(state))
            moves = game.moves(state, player)
            if len(moves) > 1:
                yield (game, state, player, *rng.sample(moves, 2))
            state = game.play(state, rng.choice(moves))


# --- the same counts, by the rules only -------------------------------------------------------------------------


def throws(state: blocs.State, seat: int, *, last: bool) -> int:
    """Of 36, with the blocks that now lie before a seat: after how many can it push, or push the last?"""
    mine = replace(state, seat=seat, dice=(), over=False, opened=True)
    if not mine.seats[seat]:
        return 0
    total = 0.0
    for roll, weight in blocs.rolls(mine):
        thrown = blocs.play(mine, roll)
        moves = blocs.moves(thrown, blocs.players(thrown)[0]) if blocs.phase(thrown) == "move" else ()
        pushed = [blocs.play(thrown, move).seats[seat] for move in moves if move != blocs.NO_PUSH]
        total += float(weight) * (not all(pushed) if last else bool(pushed))
    return round(36 * total)


def blocs_count(key: str, before: blocs.State, after: blocs.State, player: int) -> int:
    seat, order = before.seat, blocs.MODES[before.variant.mode].order
    beside = order[(order.index(seat) + 1) % len(order)]
    blocks = [block for block in blocs.BLOCKS if after.seats[seat] >> block & 1]
    return {
        "ends": lambda: int(not blocks),
        "stays": lambda: int(after.seat == seat),
        "finish": lambda: throws(after, seat, last=True),
        "useful": lambda: throws(after, seat, last=False),
        "theirs": lambda: throws(after, beside, last=True),
        "blocks": lambda: len(blocks),
        "sum": lambda: sum(blocks),
        "small": lambda: len({2, 3, 4, 5, 6} & set(blocks)),
    }[key]()


@cache
def always(straights: str, mine: tuple[int, ...], theirs: tuple[int, ...], player: int) -> bool:
    """Does the player hold the zone however it is filled?"""
    sides = (mine, theirs) if player == 1 else (theirs, mine)
    fillings = [list(product(*((die,) if die else range(1, 7) for die in side))) for side in sides]
    return all(cadeau.verdict(straights, a, b).holder == player for a in fillings[0] for b in fillings[1])


@cache
def holder(straights: str, lutins: tuple[int, ...], gnomes: tuple[int, ...]) -> int | None:
    return cadeau.verdict(straights, lutins, gnomes).holder


def by_chance(state: cadeau.State, player: int) -> int:
    """Zones in a hundred games, every filling of a zone written down."""
    share = 0.0
    for zone in range(0, len(state.sides[0]), 3):
        cells = [cell for side in state.sides for cell in side[zone : zone + 3]]
        every = list(product(*((die,) if die else range(1, 7) for die in cells)))
        share += sum(holder(state.variant.straights, each[:3], each[3:]) == player for each in every) / len(every)
    return round(100 * share)


def sure(state: cadeau.State, player: int) -> int:
    mine, theirs = state.sides[player - 1], state.sides[2 - player]
    zones = range(0, len(mine), 3)
    return sum(always(state.variant.straights, mine[z : z + 3], theirs[z : z + 3], player) for z in zones)


def with_die(state: cadeau.State, player: int, face: int) -> Iterator[tuple[cadeau.State, int]]:
    """Every way for a player to write a die now, and the zone it is in."""
    mine = state.sides[player - 1]
    for place in [place for place, die in enumerate(mine) if not die]:
        written = (*mine[:place], face, *mine[place + 1 :])
        sides = (written, state.sides[1]) if player == 1 else (state.sides[0], written)
        yield replace(state, sides=sides), place // 3


def cadeau_count(key: str, before: cadeau.State, after: cadeau.State, player: int) -> int:
    def securing(whose: int) -> int:
        held = sure(after, whose)
        return sum(any(sure(done, whose) > held for done, _ in with_die(after, whose, face)) for face in range(1, 7))

    def completes(face: int) -> bool:
        for done, zone in with_die(after, player, face):
            dice = done.sides[player - 1][3 * zone : 3 * zone + 3]
            if 0 not in dice and cadeau.combination(after.variant.straights, dice).kind != "sum":
                return True
        return False

    return {
        "secured": lambda: sure(after, player),
        "lost": lambda: sure(after, 3 - player),
        "threats": lambda: securing(3 - player),
        "securing": lambda: securing(player),
        "figures": lambda: sum(map(completes, range(1, 7))),
        "expected": lambda: by_chance(after, player),
    }[key]()


def laaancez_count(key: str, before: laaancez.State, after: laaancez.State, player: int) -> int:
    sheet, other = after.variant.sheet, 3 - player
    mine = [item for item in after.sheets[player - 1] if item and item.hits]
    answers = laaancez.moves(after, other) if laaancez.fights(after) and not laaancez.winner(after) else ()

    def hits(state: laaancez.State) -> list[int]:
        return [item.hits if item else 0 for item in state.sheets[player - 1]]

    def fallen() -> int:
        """Cells that stand now, and that some answer crosses out."""
        now, found = hits(after), set()
        for answer in answers:
            then = hits(laaancez.play(after, answer))
            found |= {place for place, left in enumerate(then) if now[place] and not left}
        return len(found)

    def beside_a_shield() -> int:
        rows = {letter: [c for c in sheet.cells if c[0] == letter] for letter in {c[0] for c in sheet.cells}}
        count = 0
        for row in rows.values():
            items = [after.sheets[player - 1][sheet.index[cell]] for cell in row]
            shields = [bool(i and i.hits and sheet.things[i.kind].shield) for i in items]
            for place, item in enumerate(items):
                near = shields[max(0, place - 1) : place] + shields[place + 1 : place + 2]
                count += bool(item and item.hits and not sheet.things[item.kind].shield and any(near))
        return count

    def blow() -> int:
        cells = after.sheets[other - 1]
        return max(
            (cells[sheet.index[a.thrower]].damage for a in answers if isinstance(a, laaancez.Throw)),  # type: ignore[union-attr]
            default=0,
        )

    counts: dict[str, Callable[[], int]] = {
        "candle": lambda: int(laaancez.winner(after) == player),
        "row": lambda: laaancez.front(sheet, after.sheets[other - 1]),
        "exposed": fallen,
        "blow": blow,
        "standing": lambda: sum(bool(item and item.hits) for item in after.sheets[other - 1]),
        "targets": lambda: len({m.target for m in laaancez.moves(replace(after, turn=player), player)}),  # type: ignore[union-attr]
        "damage": lambda: sum(item.damage for item in mine),
        "guarded": beside_a_shield,
        "hits": lambda: sum(item.hits for item in mine),
    }
    return counts[key]()


COUNTS: dict[str, Any] = {"blocs": blocs_count, "cadeau": cadeau_count, "laaancez": laaancez_count}


@pytest.mark.parametrize(("name", "settings", "count"), GAMES, ids=lambda part: str(part))
def test_every_claim_is_true_by_the_plain_rules(name: str, settings: dict[str, Any], count: int) -> None:
    reasons_seen: set[str] = set()
    more = {measure.key: measure.more for measure in list_measures(load(name), load(name).variant())}
    for game, state, player, better, other in decisions(name, settings, count):
        found = find_reasons(game, state, player, better, other)
        assert len(found) <= MOST
        for reason in found:
            for move, claimed in ((better, reason.better), (other, reason.other)):
                after = carry_out(game, state, move)
                assert COUNTS[name](reason.key, state, after, player) == claimed, (reason, game.position(state), move)
            assert (reason.better > reason.other) == more[reason.key]
            assert reason.better != reason.other
            if reason.key not in ("ends", "stays", "candle", "row"):  # these say it without a number
                assert str(reason.better) in reason.text.fr or (reason.better == 0 and "ucun" in reason.text.fr)
                assert str(reason.other or "none") in reason.text.en or "0" in reason.text.en
            reasons_seen.add(reason.key)
    assert len(reasons_seen) >= 2  # the games were long enough to speak of something


def test_nothing_is_claimed_of_a_move_and_itself() -> None:
    game, state, player, move, _ = next(decisions("blocs", {}, 1))
    assert find_reasons(game, state, player, move, move) == []


def wins(state: laaancez.State, player: int) -> bool:
    """Whether a player can win a combat whatever the other throws, every throw tried."""
    if won := laaancez.winner(state):
        return won == player
    after = (laaancez.play(state, throw) for throw in laaancez.moves(state, state.turn))
    found = (wins(each, player) for each in after)
    return any(found) if state.turn == player else all(found)


def test_what_is_said_to_win_for_certain_does() -> None:
    game, few = load("laaancez"), 7  # objects that still stand: so few that every throw can be tried
    shelf = [
        puzzles.find("laaancez", level, number) for level in puzzles.list_levels("laaancez") for number in range(1, 21)
    ]
    small = [p for p in shelf if sum(bool(i and i.hits) for side in p.state.sheets for i in side) <= few]
    assert small
    for puzzle in small:
        state, played = puzzle.state, game.parse(puzzle.second)
        review = analysis.review(game, [state, game.play(state, played)], [played])
        assert WINS in list_reasons(game, state, review.entries[0], played)
        assert wins(game.play(state, review.entries[0].best[0]), 1)
        assert not wins(game.play(state, played), 1)
