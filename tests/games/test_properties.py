"""What holds for every game, whatever is played: checked on random games of all variants."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tablee.core.errors import NotationError, TableeError
from tablee.core.game import Roll
from tablee.core.registry import NAMES, load
from tablee.games import blocs, cadeau, laaancez
from tests.positions import VARIANTS, walk

variants = st.sampled_from(VARIANTS)
seeds = st.integers(0, 2**32)

# One event of every kind, to be refused wherever it is not legal.
STRANGERS = {
    "cadeau": [f"d{face}" for face in range(1, 7)] + [f"{zone}{cell}" for zone in range(1, 10) for cell in "abc"],
    "blocs": [f"d{a}{b}" for a in range(1, 7) for b in range(a, 7)]
    + [str(push) for dice in ((4, 5), (6, 6), (3, 3)) for push in blocs.pushes(3, blocs.ALL, dice)]
    + ["2", "3", "12", "7", "2,3,4,5"],
    "laaancez": [f"d{face}" for face in range(1, 7)]
    + [
        f"{player}.{kind}@{cell}"
        for player in (1, 2)
        for kind in ("boule", "sapin", "etoile")
        for cell in ("a1", "b5", "e1")
    ]
    + [f"{player}.+{cell}" for player in (1, 2) for cell in ("a1", "c3", "e1")]
    + [f"{own}x{aim}" for own in ("a1", "b1", "e1") for aim in ("a1", "a5", "e1")]
    + ["1.-", "2.-"],
}


@given(variants, seeds)
@settings(max_examples=40)
def test_games_go_by_their_own_book(variant: tuple[str, dict[str, object]], seed: int) -> None:
    """Phases, players, rolls and moves agree at every step; legal events are accepted, all others refused."""
    name, options = variant
    game, rng = load(name), random.Random(seed)
    steps = 0
    for state, event, after in walk(name, options, seed):
        steps += 1
        phase, players = game.phase(state), game.players(state)
        assert phase in ("roll", "move")
        assert players
        assert game.outcome(state) is None
        rolls = game.rolls(state)
        assert bool(rolls) == (phase == "roll")
        if rolls:
            assert sum(weight for _, weight in rolls) == 1
            assert all(isinstance(weight, Fraction) and weight > 0 for _, weight in rolls)
            assert len({roll for roll, _ in rolls}) == len(rolls)
        following: set[str] = {str(roll) for roll, _ in rolls}
        for player in range(1, game.seats(game.variant(options)) + 1):
            legal = game.moves(state, player)
            assert bool(legal) == (phase == "move" and player in players)
            assert len(set(legal)) == len(legal)
            following |= set(map(str, legal))
            for move in rng.sample(legal, min(3, len(legal))):
                game.play(state, move)
        assert str(event) in following
        assert game.parse(str(event)) == event
        for token in rng.sample(STRANGERS[name], 8):
            if token not in following:
                with pytest.raises(TableeError):
                    game.play(state, game.parse(token))
        assert hash(after) != hash(state) or after == state
        sentence = game.tell(state, event)
        assert sentence.fr
        assert sentence.en
    assert steps > 3
    assert game.phase(after) == "over"
    assert game.players(after) == ()
    assert game.rolls(after) == ()
    outcome = game.outcome(after)
    assert outcome is not None
    assert set(outcome.winners) <= set(range(1, game.seats(game.variant(options)) + 1))
    assert outcome.reason.fr
    assert outcome.reason.en


@given(variants, seeds)
@settings(max_examples=25)
def test_views_show_a_player_what_they_may_know(variant: tuple[str, dict[str, object]], seed: int) -> None:
    name, options = variant
    game = load(name)
    for state, _, _ in walk(name, options, seed):
        for player in range(game.seats(game.variant(options)) + 1):
            seen = game.view(state, player)
            assert game.phase(seen) == game.phase(state)
            assert game.players(seen) == game.players(state)
            assert game.moves(seen, player) == game.moves(state, player)
            assert game.view(seen, player) == seen
            if name == "laaancez":
                for other in {1, 2} - {player}:
                    assert seen.choices[other - 1] in (None, laaancez.Hidden(other))
            else:
                assert seen == state


@given(st.sampled_from(NAMES), st.text(max_size=30))
@settings(max_examples=400)
def test_no_text_is_more_than_a_notation_error(name: str, token: str) -> None:
    game = load(name)
    try:
        event = game.parse(token)
    except NotationError:
        return
    assert game.parse(str(event)) == event


@given(seeds)
@settings(max_examples=20)
def test_blocks_are_never_lost_or_made(seed: int) -> None:
    for mode in ("duel", "three", "four"):
        for _, _, after in walk("blocs", {"mode": mode, "level": 3}, seed):
            for near, far in ((0, 1),) if mode == "duel" else ((0, 2), (1, 3)):
                assert after.seats[near] ^ after.seats[far] == blocs.ALL
                assert after.seats[near] & after.seats[far] == 0


@given(
    st.sampled_from((1, 2, 3)),
    st.sets(st.sampled_from(blocs.BLOCKS)),
    st.sampled_from(blocs.rolls(blocs.start(blocs.Variant()))),
)
@settings(max_examples=300)
def test_every_push_has_a_calculation_unless_it_is_free(
    level: int, mine: set[int], thrown: tuple[Roll, Fraction]
) -> None:
    dice = thrown[0].dice
    mask = sum(1 << block for block in mine)
    targets = blocs.targets(level, dice)
    for push in blocs.pushes(level, mask, dice):
        assert set(push.blocks) <= mine
        found = blocs.calculations(level, push.blocks, targets)
        for text in found:
            assert blocs.check(level, push.blocks, targets, text) == text
        if not found:
            assert dice[0] == dice[1] or not blocs.goes_on(level, mask, dice)


class Recruitment(RuleBasedStateMachine):
    """Two players who choose in any order, look at their views, and must never learn the other's choice."""

    def __init__(self) -> None:
        super().__init__()
        self.state = laaancez.start(laaancez.variant())

    @rule(face=st.integers(1, 6), place=st.integers(0, 10**6), last=st.booleans())
    def step(self, face: int, place: int, last: bool) -> None:
        """Whatever comes next. One rule for all: a choice among rules that do not apply is thrown away."""
        phase = laaancez.phase(self.state)
        if phase == "over":
            self.state = laaancez.start(laaancez.variant())
        elif phase == "roll":
            self.state = laaancez.play(self.state, Roll((face,)))
        else:
            player = laaancez.players(self.state)[-1 if last else 0]
            legal = laaancez.moves(laaancez.view(self.state, player), player)
            self.state = laaancez.play(self.state, legal[place % len(legal)])

    @invariant()
    def choices_are_hidden(self) -> None:
        for player in (0, 1, 2):
            seen = repr(laaancez.view(self.state, player).choices)
            for other in {1, 2} - {player}:
                assert f"(player={other}, kind" not in seen
                assert f"(player={other}, cell" not in seen

    @invariant()
    def sheets_are_sound(self) -> None:
        sheet = self.state.variant.sheet
        for cells in self.state.sheets:
            for item in filter(None, cells):
                thing = sheet.things[item.kind]
                assert 0 <= item.hits <= thing.hits
                assert thing.damage <= item.damage <= thing.limit


class Zones(RuleBasedStateMachine):
    """A cadeau board against the plainest model of one: a dictionary."""

    def __init__(self) -> None:
        super().__init__()
        self.state = cadeau.start(cadeau.Variant(2))
        self.written: dict[tuple[int, str], int] = {}
        self.turn, self.die = 1, 0

    @rule(face=st.integers(1, 6), zone=st.integers(1, 3), cell=st.sampled_from("abc"))
    def step(self, face: int, zone: int, cell: str) -> None:
        if self.die:
            self.write(zone, cell)
        elif len(self.written) < 12:
            self.die = face
            self.state = cadeau.play(self.state, Roll((face,)))
        else:
            self.state, self.written = cadeau.start(cadeau.Variant(2)), {}

    def write(self, zone: int, cell: str) -> None:
        token = f"{zone}{cell}"
        if zone == 3 or (self.turn, token) in self.written:
            with pytest.raises(TableeError):
                cadeau.play(self.state, cadeau.parse(token))
            return
        self.state = cadeau.play(self.state, cadeau.parse(token))
        self.written[self.turn, token] = self.die
        self.turn, self.die = 3 - self.turn, 0

    @invariant()
    def the_board_is_what_was_written(self) -> None:
        for player in (1, 2):
            for zone in (1, 2):
                for place, cell in enumerate("abc"):
                    written = self.written.get((player, f"{zone}{cell}"), 0)
                    assert self.state.sides[player - 1][3 * zone - 3 + place] == written
        assert self.state.die == self.die
        assert cadeau.players(self.state) == ((self.turn,) if len(self.written) < 12 else ())


TestRecruitment = Recruitment.TestCase
TestRecruitment.settings = settings(max_examples=25, stateful_step_count=120)
TestZones = Zones.TestCase
TestZones.settings = settings(max_examples=40, stateful_step_count=60)
