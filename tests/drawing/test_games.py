"""What the boards show of chosen positions: verdicts and why, blocks on their side, folded rows, secrets kept."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from tablee.drawing.svg import Layout
from tablee.games import blocs as blocs_rules
from tablee.games import laaancez as laaancez_rules
from tablee.games.blocs import board as blocs
from tablee.games.blocs import paper as cutouts
from tablee.games.blocs import words as telling
from tablee.games.cadeau import board as cadeau
from tablee.games.laaancez import TICK, Copy, Pass, Tick
from tablee.games.laaancez import board as laaancez
from tests.positions import battle, track, zones

SVG = "{http://www.w3.org/2000/svg}"
LAYOUTS: tuple[Layout, ...] = ("wide", "tall")


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def words(svg: str) -> str:
    return " | ".join(node.text or "" for node in parsed(svg).iter(f"{SVG}text"))


def marked(svg: str, *classes: str) -> set[str]:
    """The ids of the groups that bear all these classes."""
    return {
        node.get("id", "")
        for node in parsed(svg).iter(f"{SVG}g")
        if set(classes) <= set(node.get("class", "").split()) and node.get("id")
    }


# --- cadeau ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lutins", "gnomes", "holder", "fr", "en"),
    [
        ("444", "345", 1, "trois 4", "three 4s"),
        ("342", "666", 2, "trois 6", "three 6s"),
        ("661", "553", 0, "somme 13", "total 13"),
    ],
)
def test_a_finished_zone_says_who_holds_it_and_why(lutins: str, gnomes: str, holder: int, fr: str, en: str) -> None:
    state = zones(f"{lutins} ...", f"{gnomes} ...")
    for layout, lang, why in zip(LAYOUTS, ("fr", "en"), (fr, en), strict=True):
        drawn = cadeau.board(state, layout=layout, lang=lang)
        assert why in words(drawn)
        held = {
            node.get("data-zone"): node.get("data-holder") for node in parsed(drawn).iter() if node.get("data-zone")
        }
        assert held == {"1": str(holder), "2": None}


def test_cells_say_what_they_hold_in_both_languages() -> None:
    labels = {region.key: region.label for region in cadeau.regions(zones("34. ...", "1.. ..."))}
    assert labels["1-1b"].fr == "zone 1, case b, 4 (Lutins)"
    assert labels["1-2b"].fr == "zone 2, case b, vide (Lutins)"
    assert labels["2-2b"].en == "zone 2, cell b, empty (Gnomes)"
    assert len(labels) == 2 * 6
    answer = {region.key: region.label for region in cadeau.regions(zones("34. ...", "1.. ...", die=5), actions={"1b"})}
    held = "zone 1 : Lutins 3, 4, vide ; Gnomes 1, vide, vide"
    assert answer["2-1b"].fr == f"zone 1, case b, vide (Gnomes) : y écrire le 5 ; {held}"


def test_targets_differ_in_shape_and_only_the_movers_cells_invite() -> None:
    state = zones("34. ...", "1.. ...", die=5)  # the Gnomes are behind
    drawn = cadeau.board(state, actions={"1b", "2c"}, prefix="")
    assert marked(drawn, "can", "gnome") == {"2-1b", "2-2c"}
    assert not marked(drawn, "can", "lutin")
    assert drawn.count('class="invitation"') == 2


def test_the_last_writing_is_underlined_where_it_was_written() -> None:
    drawn = cadeau.board(zones("34. ...", "13. ..."), last="1b", prefix="")
    under = [
        group.get("id")
        for group in parsed(drawn).iter(f"{SVG}g")
        if group.find(f"{SVG}path[@class='last']") is not None
    ]
    assert under == ["2-1b"]
    assert 'class="last"' not in cadeau.board(zones("34. ...", "13. ..."), last="d3")


def test_the_end_is_told() -> None:
    assert "Cadeau Suprême est sauvé" in cadeau.board(zones("444", "123"))
    assert "stolen" in cadeau.board(zones("123", "444"), lang="en")


def test_a_phone_shows_any_number_of_zones_without_scrolling_sideways() -> None:
    for count in range(1, 10):
        variant = zones("... " * count, "... " * count).variant
        assert (cadeau.size(variant, "tall")[0], cadeau.size(variant, "wide")[0]) == (360, 760)


# --- blocs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_block_lies_on_its_owners_side(layout: Layout) -> None:
    places = {
        region.key: (region.x, region.y)
        for region in blocs.regions(track("duel", 1, "2 3 4 5 6", "8 9 10 11 12"), layout)
    }
    along = 1 if layout == "wide" else 0
    near, far = places["1-2"][along], places["1-12"][along]
    assert (near > far) == (layout == "wide")  # below on a wide board, at the left on a phone
    assert {places[f"1-{block}"][along] for block in (2, 3, 4, 5, 6)} == {near}
    assert {places[f"1-{block}"][along] for block in (8, 9, 10, 11, 12)} == {far}


def test_what_is_pushed_in_a_fast_game_is_nobodys() -> None:
    labels = {region.key: region.label for region in blocs.regions(track("fast", 1, "2 3", "4"))}
    assert labels["1-9"].fr == "bloc 9, déjà poussé"
    assert labels["1-3"].en == "block 3, in front of player 1"
    assert labels["2-4"].fr == "bloc 4, devant le joueur 2"
    assert len(labels) == 20


def test_the_third_persons_two_seats_are_told_apart() -> None:
    drawn = words(blocs.board(track("three", 1, "2 3", "4 5", "6 8 9 10 11 12 4 5", "2 3 6 8 9 10 11 12")))
    assert "Joueur 3, place 3" in drawn
    assert "Joueur 3, place 4" in drawn


def test_picking_blocks_narrows_what_invites() -> None:
    state = track("duel", 3, "2 3 6 8 9 10 11", "4 5 12", dice="45")
    actions = {str(push) for push in blocs_rules.moves(state, 1)}
    free = marked(blocs.board(state, actions=actions, prefix=""), "can")
    drawn = blocs.board(state, actions=actions, picked=(2, 3), prefix="")
    assert marked(drawn, "picked") == {"1-2", "1-3"}
    assert marked(drawn, "can") < free
    assert "1-6" in marked(drawn, "can")
    assert "1-11" not in marked(drawn, "can")
    moved = {region.key: region.y for region in blocs.regions(state, picked=(2,))}
    assert moved["1-2"] < moved["1-3"]


@pytest.mark.parametrize(
    ("level", "dice", "fr", "en"),
    [
        (1, "45", "faire 9", "make 9"),
        (3, "45", "faire 9 ou 20", "make 9 or 20"),
        (1, "33", "6, ou 2 blocs au choix", "any 2"),
    ],
)
def test_the_goal_is_told(level: int, dice: str, fr: str, en: str) -> None:
    state = track("duel", level, "2 3 4 5 6 8 9 10 11 12", "", dice=dice)
    goal = telling.goal(state)
    assert goal is not None
    assert fr in goal.fr
    assert en in goal.en
    assert fr in blocs.board(state)
    assert en in blocs.board(state, lang="en")


def test_the_last_push_is_marked_only_where_it_is_certain() -> None:
    after = track("four", 1, "2 3", "2 3", "4 5 6 8 9 10 11 12", "4 5 6 8 9 10 11 12", seat=1)
    assert marked(blocs.board(after, last="4,5", prefix=""), "last") == {"2-4", "2-5"}  # two blocks: the turn stays
    assert not marked(blocs.board(after, last="4", prefix=""), "last")  # seat 1's or seat 4's
    assert not marked(blocs.board(after, last="d34", prefix=""), "last")


# --- laaancez -------------------------------------------------------------------------------------------------

FULL = "sapin boule boule boule boule / boule boule boule boule boule / boule boule boule / boule boule boule"
FOLDED = (
    "sapin boulex boulex boulex bonnetx / boule*1 bouclier boule boulex etoile4 / boule boule boule / boule boule boule"
)


def recruitment(first: str, second: str, die: int) -> laaancez_rules.State:
    return replace(battle(first, second), die=die)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_lost_rows_are_folded_away_and_the_next_lies_at_the_front(layout: Layout) -> None:
    state = battle(FOLDED, FULL)
    keys = {region.key: region for region in laaancez.regions(state, 1, layout)}
    assert not [key for key in keys if key.startswith("1-a")]
    fresh = {region.key: region for region in laaancez.regions(battle(FULL, FULL), 1, layout)}
    assert (keys["1-b1"].x, keys["1-b1"].y) == (fresh["1-a1"].x, fresh["1-a1"].y)
    root = parsed(laaancez.board(state, 1, layout=layout))
    folds = {node.get("data-player"): node.get("data-folded") for node in root.iter() if node.get("data-folded")}
    assert folds == {"1": "1", "2": "0"}
    assert "ligne a : pliée" in (root.find(f"{SVG}desc").text or "")  # type: ignore[union-attr]


def used(svg: str, cell: str, name: str) -> int:
    """How often a repeated drawing can be seen in a cell."""
    group = next(node for node in parsed(svg).iter(f"{SVG}g") if node.get("id") == f"p-{cell}")
    hidden = {use for part in group.iter() if part.get("display") == "none" for use in part.iter(f"{SVG}use")}
    return sum(node.get("href") == f"#p-{name}" for node in group.iter(f"{SVG}use") if node not in hidden)


def test_hearts_boxes_and_crosses_tell_the_state_of_an_object() -> None:
    drawn = laaancez.board(battle(FOLDED, FULL), 1, prefix="p-")
    for cell, shown in (
        ("1-b1", {"heart-full": 1, "heart-lost": 1, "box-ticked": 2, "box-black": 2}),  # boule: no growing
        ("1-b5", {"box-ticked": 4, "box-black": 0}),  # etoile ticked up to 4
        ("2-a1", {"box-free": 3, "box-black": 1}),  # sapin: 0 up to 3
    ):
        assert {name: used(drawn, cell, f"art-{name}") for name in shown} == shown
    assert marked(drawn, "destroyed") == {"p-1-b4"}
    assert drawn.count('class="crossed"') == 1
    labels = {region.key: region.label for region in laaancez.regions(battle(FOLDED, FULL), 1)}
    assert labels["1-b1"].fr == "Joueur 1, case b1, boule de neige, 1 cœur sur 2, Dégât 2, à l’abri d’un Bouclier"
    assert labels["1-b3"].en == "Player 1, cell b3, snowball, 2 hearts, damage 2, protected by a Shield"
    assert labels["1-b4"].fr.endswith("hors jeu")
    assert drawn.count('class="guard"') == 2


def test_a_candle_burns_until_it_is_put_out() -> None:
    lit = laaancez.board(battle(FULL, FULL), 1, prefix="p-")
    assert used(lit, "2-e1", "art-bougie") == 1
    out = laaancez.board(battle(FULL, FULL + " / bougiex"), 1, prefix="p-")
    assert used(out, "2-e1", "art-bougie-eteinte") == 1
    assert "éteint la bougie" in out


def test_cells_invite_once_an_offer_is_picked_or_is_the_only_one() -> None:
    state = recruitment("boule . . . .", "boule . . . .", 3)
    actions = {str(move) for move in laaancez_rules.moves(state, 1)}
    assert not any(region.token for region in laaancez.regions(state, 1, actions=actions))
    one = {region.key: region for region in laaancez.regions(state, 1, actions=actions, picked="sucre")}
    assert one["1-a2"].token == "1.sucre@a2"
    assert one["1-a2"].label.fr == "Joueur 1, case a2, vide : y recopier sucre d’orge"
    hats = {action for action in actions if "bonnet" in action}
    only = {region.key: region for region in laaancez.regions(state, 1, actions=hats)}
    assert only["1-a2"].token == "1.bonnet@a2"
    assert only["1-a2"].label.fr == "Joueur 1, case a2, vide : y recopier bonnet du Père Noël"
    state = battle(FOLDED, FULL)
    aims = {region.key: region for region in laaancez.regions(state, 1, actions={"b1xa1", "b5xa1"}, picked="b1")}
    assert aims["1-b1"].label.fr.endswith(" ; en main")
    assert aims["1-b5"].label.en.endswith("; can be thrown")
    assert aims["2-a1"].label.fr.endswith(", 4 cœurs, Dégât 0, limite 3 ; viser avec b1 : il lui restera 2")


def test_a_tick_can_be_touched_and_a_pass_touches_nothing() -> None:
    state = recruitment("bonnet . . . .", "boule . . . .", 4)
    actions = {str(move) for move in laaancez_rules.moves(state, 1)}
    ticks = {region.key: region.token for region in laaancez.regions(state, 1, actions=actions, picked=TICK)}
    assert ticks["1-a1"] == "1.+a1"
    assert ticks["1-a2"] is None
    gifts = {region.key: region.token for region in laaancez.regions(state, 1, actions=actions, picked="cadeau")}
    assert gifts["1-a2"] == "1.cadeau@a2"
    assert not any(region.token for region in laaancez.regions(state, 1, actions={str(Pass(1))}))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_what_matters_now_is_large(layout: Layout) -> None:
    """One's own sheet while recruiting, both front rows in a combat; the rest is a strip."""
    recruiting = {
        region.key: region for region in laaancez.regions(recruitment("boule . . . .", "boule . . . .", 3), 2, layout)
    }
    assert all(
        min(mine.width, mine.height) > 1.5 * min(theirs.width, theirs.height)
        for mine, theirs in ((recruiting[f"2-{cell}"], recruiting[f"1-{cell}"]) for cell in ("a1", "b2", "d3"))
    )
    fighting = {region.key: region for region in laaancez.regions(battle(FULL, FULL), 1, layout)}
    for player in "12":
        front, behind = fighting[f"{player}-a3"], fighting[f"{player}-b3"]
        assert front.width * front.height > 1.8 * behind.width * behind.height


@pytest.mark.rule("L4")
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("choice", [Copy(1, "bonnet", "b3"), Copy(1, "sucre", "c1"), Tick(1, "a1")])
def test_a_hidden_choice_is_never_drawn_for_the_other(layout: Layout, choice: Copy | Tick) -> None:
    die = 4 if isinstance(choice, Tick) else 3
    before = recruitment("bonnet . . . .", "boule . . . .", die)
    state = laaancez_rules.play(before, choice)
    for viewer in (0, 2):
        seen = laaancez.board(state, viewer, layout=layout)
        assert seen == laaancez.board(laaancez_rules.view(state, viewer), viewer, layout=layout)
        assert 'class="pending"' not in seen
        assert "Joueur 1 | a choisi" in words(seen)
    other = laaancez_rules.play(before, Copy(1, "cadeau" if die == 4 else "bonnet", "d1"))
    assert laaancez.board(state, 2, layout=layout) == laaancez.board(other, 2, layout=layout)
    assert laaancez.board(state, 1, layout=layout).count('class="pending"') == 1


def test_a_throw_leaves_its_path_while_both_ends_can_be_seen() -> None:
    state = battle(FULL.replace("sapin boule", "sapin boule*1", 1), FULL, turn=1)
    assert 'class="flight"' in laaancez.board(state, 1, last="a3xa2")
    assert 'class="flight"' not in laaancez.board(battle(FOLDED, FULL, turn=1), 1, last="a3xa2")
    assert 'class="flight"' not in laaancez.board(state, 1, last="1.bonnet@a2")


def test_the_blocks_to_cut_out_read_from_both_sides() -> None:
    numbers = [node.text for node in parsed(cutouts.strip()).iter(f"{SVG}text")]
    assert numbers == [str(block) for block in blocs_rules.BLOCKS for _ in range(2)]
    # Folded, the middle is on top: a number that is upright on paper stands below it.
    first = next(node for node in parsed(cutouts.strip()).iter(f"{SVG}text"))
    assert float(first.attrib["y"]) > cutouts.CUT_BLOCK[1] / 2
