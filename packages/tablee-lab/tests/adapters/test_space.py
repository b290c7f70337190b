"""The numbering of moves and the observations that every framework is given."""

import copy
import itertools
import pickle
from pathlib import Path

import numpy as np
import pytest

from tablee.core.errors import SheetError, VariantError
from tablee.core.game import Roll
from tablee.core.registry import load
from tablee.games import blocs, cadeau, laaancez
from tablee_lab.adapters.space import Space, variant_of
from tests.positions import battle, cells, parameters, track, walk, zones

every_variant = pytest.mark.parametrize(("name", "settings"), parameters())


def space_of(name: str, settings: dict[str, object]) -> Space:
    return Space.of(load(name), variant_of(name, settings))


# --- moves ----------------------------------------------------------------------------------------------------


def test_actions_are_the_tokens_of_the_protocol() -> None:
    assert len(space_of("laaancez", {}).actions) == 9 * 16 + 16 + 1 + 17 * 17
    assert space_of("blocs", {"push": "may"}).actions == (*space_of("blocs", {}).actions, "-")  # B6
    assert space_of("cadeau", {"zones": 2}).actions == ("1a", "1b", "1c", "2a", "2b", "2c")
    assert {"9", "4,5", "2,3,6"} <= set(space_of("blocs", {}).actions)
    assert {"bonnet@a3", "+c2", "-", "a2xb4", "e1xe1"} <= set(space_of("laaancez", {}).actions)


@every_variant
def test_a_game_through_numbers_is_the_game_itself(name: str, settings: dict[str, object]) -> None:
    """Along random games: legal numbers are the legal moves, each way and for each player, and the mask agrees."""
    space = space_of(name, settings)
    game = space.game
    assert pickle.loads(pickle.dumps(space)) is copy.deepcopy(space) is space
    assert (len(space.rolls), space.chances[0]) == ((21, 1 / 36) if name == "blocs" else (6, 1 / 6))
    for state, event, after in itertools.chain(walk(name, settings, 1), walk(name, settings, 2)):
        for player in space.players:
            legal = space.legal(state, player)
            assert legal == sorted(set(legal))
            assert {space.event(action, player) for action in legal} == set(game.moves(state, player))
            assert np.flatnonzero(space.mask(state, player)).tolist() == legal
            seen = space.observe(state, player)
            assert (seen.shape, seen.dtype) == (space.shape, np.float32)
            assert 0.0 <= seen.min() < seen.max() <= 1.0
            assert bool(legal) == (part(space, state, player, "to_choose") == [1.0])
            assert part(space, state, player, "player").index(1.0) == player - 1
        if isinstance(event, Roll):
            again = space.rolls[space.rolls.index(event)]
        else:
            player = game.actor(state, event)
            again = space.event(space.action(event), player)
            token = str(again).removeprefix(f"{player}.") if name == "laaancez" else str(again)
            assert space.actions[space.action(event)] == token
        assert game.play(state, again) == after


# --- observations ---------------------------------------------------------------------------------------------


def part(space: Space, state: object, player: int, field: str) -> list[float]:
    """One field of an observation."""
    names, lengths = zip(*space.fields, strict=True)
    ends = list(itertools.accumulate(lengths))
    place = names.index(field)
    return [float(number) for number in space.observe(state, player)[ends[place] - lengths[place] : ends[place]]]


@every_variant
def test_states_that_differ_are_seen_and_read_differently(name: str, settings: dict[str, object]) -> None:
    space = space_of(name, settings)
    seen: dict[object, object] = {}
    read: dict[str, object] = {}
    for seed in range(4):
        for _, _, state in walk(name, settings, seed):
            assert read.setdefault(space.text(state), state) == state
            for player in space.players:
                view = space.game.view(state, player)
                if space.game.phase(state) != "over" and not any(getattr(view, "choices", ())):
                    assert seen.setdefault((player, space.observe(state, player).tobytes()), view) == view


def test_own_dice_come_first_in_cadeau() -> None:
    state = zones("12. ...", "3.. ...", die=4)
    space = Space.of(cadeau, state.variant)
    for player, own, other in ((1, "own_cells", "other_cells"), (2, "other_cells", "own_cells")):
        assert np.flatnonzero(part(space, state, player, own)).tolist() == [0, 6 + 1]
        assert np.flatnonzero(part(space, state, player, other)).tolist() == [2]
        assert part(space, state, player, "die") == [0, 0, 0, 1, 0, 0]


def test_own_blocks_come_first_in_blocs() -> None:
    state = track("three", 1, "2", "3", "4", "5", seat=3, dice="12")
    space = Space.of(blocs, state.variant)
    order = {1: (0, 1, 3, 2), 2: (1, 3, 2, 0), 3: (3, 2, 0, 1)}  # B16: after seat 2 comes seat 4, then seat 3
    for player, seats in order.items():
        fronts = [part(space, state, player, f"blocks_{place}").index(1.0) for place in range(4)]
        assert fronts == list(seats)
        assert part(space, state, player, "turn").index(1.0) == seats.index(3)
    assert part(space, state, 1, "low_die") == [1, 0, 0, 0, 0, 0]
    assert part(space, state, 1, "high_die") == [0, 1, 0, 0, 0, 0]


def test_a_cell_of_laaancez_shows_object_hits_and_damage() -> None:
    state = battle("renne3*1 .", "bonnet2x sapin", rows=(2, 1))
    space = Space.of(laaancez, state.variant)
    kinds = [thing.name for thing in state.variant.sheet.objects]
    renne = part(space, state, 1, "own_cells")[:12]
    assert renne[:10].index(1.0) == kinds.index("renne")
    assert renne[10:] == pytest.approx([1 / 4, 3 / 4])  # the sapin has 4 hit points, the etoile deals up to 4
    bonnet = part(space, state, 1, "other_cells")[:12]
    assert bonnet[:10].index(1.0) == kinds.index("bonnet")
    assert bonnet[10:] == pytest.approx([0, 2 / 4])
    assert part(space, state, 2, "own_cells")[:12] == bonnet
    assert part(space, state, 1, "own_cells")[12:24] == [0.0] * 12
    assert part(space, state, 1, "other_front") == [0, 1]  # L10: a row that cannot throw is folded


@pytest.mark.rule("L4")
def test_a_hidden_choice_is_not_seen() -> None:
    """Whatever player 1 has chosen, player 2 sees and reads the same."""
    space = space_of("laaancez", {})
    rolled = laaancez.play(laaancez.start(space.variant), Roll((3,)))
    pending = [laaancez.play(rolled, choice) for choice in laaancez.moves(rolled, 1)]
    assert len({space.observe(state, 2).tobytes() for state in pending}) == 1
    assert len({space.text(laaancez.view(state, 2)) for state in pending}) == 1
    assert part(space, pending[0], 2, "other_chosen") == [1.0]
    assert part(space, pending[0], 1, "to_choose") == [0.0]
    assert "1.?" in space.text(laaancez.view(pending[0], 2))


def test_text_draws_the_board() -> None:
    assert (
        space_of("cadeau", {"zones": 2}).text(zones("345 6..", "111 ...", die=2))
        == "1: 345 6..\n2: 111 ...\nd2\nmove 2"
    )
    state = track("duel", 1, "2 3", "4 12", seat=1, dice="44")
    assert Space.of(blocs, state.variant).text(state) == " 1: 2 3\n*2: 4 12\nd44\nmove 2"
    fight = battle("renne", "bonnet*2", rows=(1, 1), turn=2)
    text = "1: a renne:1:2  b bougie:1:1\n2: a bonnet:2:1  b bougie:1:1\nmove 2"
    assert Space.of(laaancez, fight.variant).text(fight) == text


# --- rewards --------------------------------------------------------------------------------------------------


def test_three_and_four_players_share_the_loss() -> None:
    won = blocs.play(track("four", 1, "2", "3", "4", "5", seat=2, dice="13"), blocs.Push((4,)))
    assert Space.of(blocs, won.variant).rewards(won) == (-1 / 3, -1 / 3, 1.0, -1 / 3)


# --- one space for each variant -------------------------------------------------------------------------------


def test_the_space_of_a_sheet_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL, encoding="utf-8")
    space = space_of("laaancez", {"sheet": str(path)})
    assert space.actions == ("boule@a1", "+a1", "-", "a1xa1", "a1xb1", "b1xa1", "b1xb1")
    assert len(cells(space.variant.sheet, "boule")) == 2


SMALL = """
name = "small"
rows = [1, 1]
[candle]
hits = 1
damage = 1
[objects.boule]
hits = 2
damage = 1
limit = 2
[objects.unseen]
hits = 1
damage = 1
[faces]
1 = ["boule", "+"]
2 = ["boule", "+"]
3 = ["boule", "+"]
4 = ["boule", "+"]
5 = ["boule", "+"]
6 = ["boule", "+"]
"""


@pytest.mark.parametrize(
    ("name", "settings", "key"),
    [
        ("cadeau", {"zones": 12}, "zones"),
        ("cadeau", {"zonez": 3}, "zonez"),
        ("blocs", {"mode": "trio"}, "mode"),
        ("laaancez", {"sheet": "paques"}, "sheet"),
        ("laaancez", {"sheet": "nowhere/mine.toml"}, "sheet"),
    ],
)
def test_a_bad_variant_names_its_key(name: str, settings: dict[str, object], key: str) -> None:
    with pytest.raises(VariantError, match=key):
        variant_of(name, settings)


def test_a_bad_sheet_in_a_file_names_line_and_key(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SMALL.replace("hits = 2", "hits = 0"), encoding="utf-8")
    with pytest.raises(SheetError, match=r"line 8, “objects.boule.hits”"):
        variant_of("laaancez", {"sheet": str(path)})
