"""The boards in text: what they show, at 80 columns, in colour and without."""

from __future__ import annotations

import pytest

from tablee import words
from tablee.core.registry import load
from tablee.games import blocs, cadeau, laaancez
from tablee.games.blocs import terminal as blocs_board
from tablee.games.cadeau import terminal as cadeau_board
from tablee.games.laaancez import terminal as laaancez_board
from tablee.games.laaancez.sheet import plain
from tablee.terminal import boards, dice
from tablee.terminal.screen import CODES, Look, count_columns
from tests.positions import recorded

PLAIN, COLOUR = Look("fr", False, 79), Look("fr", True, 79)
ENGLISH = Look("en", False, 79)


@pytest.mark.parametrize(
    ("name", "variant"),
    [("cadeau", {"zones": 9}), *(("blocs", {"mode": mode, "level": 3}) for mode in blocs.MODES), ("laaancez", {})],
    ids=str,
)
def test_fits_and_colour_is_only_paint(name: str, variant: dict[str, object]) -> None:
    board = boards.load(name)
    names = ("Anne-Charlotte", "Bénédicte-Marie", "Zoé", "Maximilien")[: load(name).seats(load(name).variant(variant))]
    for state in recorded(name, variant, 7).states[::5]:
        drawn = board.board(PLAIN, state, names)
        assert max(map(count_columns, drawn)) < 80
        coloured = board.board(COLOUR, state, names)
        assert [CODES.sub("", line).rstrip() for line in coloured] == [line.rstrip() for line in drawn]
        assert any("\x1b[" in line for line in coloured)
        for player in load(name).players(state):
            if load(name).phase(state) == "move":
                moves = words.list_moves(load(name), state, player)
                assert max(map(count_columns, boards.list_moves(PLAIN, moves))) < 80


@pytest.mark.parametrize(("width", "height"), [(39, 1000), (79, 24), (79, 1000)])
def test_a_sheet_of_nine_columns_fits(width: int, height: int) -> None:
    """The widest sheet that somebody can make."""
    for state in recorded("laaancez", {"sheet": {**plain(NOEL), "rows": [9, 9, 8, 1]}}, 3).states[::7]:
        lines = laaancez_board.board(Look("en", False, width, height=height), state, ("Anne-Charlotte", "Tom"))
        assert max(map(count_columns, lines)) <= width


def test_small_cells_say_the_same_in_figures() -> None:
    mine = sheet(**full("boule") | {"a1": "bouclier", "a2": "sapin 3 1"})
    state = laaancez.State(laaancez.Variant(NOEL), (mine, sheet(a1="boule 0", b2="renne")))
    lines = laaancez_board.board(Look("fr", False, 79, height=24), state, ("Léa", "Tom"))
    assert lines[:4] == [
        "▸ Léa                     ʃ) e1 ♥1▣1    Tom                     ʃ) e1 ♥1▣1",
        "╒═ a1 ═╤═ a2 ═╤═ a3 ═╤═ a4 ═╤═ a5 ═╕  ╌╌╌╌╌╌╌╌╌╌╌╌ a : pliée ╌╌╌╌╌╌╌╌╌╌╌╌╌",
        "│boucl.│sapin◗│boule │boule │boule │  ╒═ b1 ═╤═ b2 ═╤═ b3 ═╤═ b4 ═╤═ b5 ═╕",
        "│♥2▣0  │♥3▣1/3│♥2▣2  │♥2▣2  │♥2▣2  │  │  ··  │renne │  ··  │  ··  │  ··  │",
    ]


def test_cadeau_zone_says_who_and_why() -> None:
    state = cadeau.State(cadeau.Variant(3), ((1, 2, 3, 4, 4, 4, 6, 5, 6), (6, 6, 6, 4, 3, 2, 5, 6, 6)), die=0)
    assert cadeau_board.board(PLAIN, state, ("Léa", "Tom")) == [
        "  Lutins : Léa   ▐╋▌   Gnomes : Tom",
        "",
        "          ╭──── 1 ────╮ ╭───★ 2 ★───╮ ╭──── 3 ────╮",
        " Lutins   │ 1 │ 2 │ 3 │ │ 4 │ 4 │ 4 │ │ 6 │ 5 │ 6 │",
        "   ▐╋▌    ├─a─┼─b─┼─c─┤ ├─a─┼─b─┼─c─┤ ├─a─┼─b─┼─c─┤",
        " Gnomes   │ 6 │ 6 │ 6 │ │ 4 │ 3 │ 2 │ │ 5 │ 6 │ 6 │",
        "          ╰───★───★───╯ ╰───────────╯ ╰───=───=───╯",
        "  Zone 1, les Gnomes : trois 6 contre suite 1-2-3.",
        "  Zone 2, les Lutins : trois 4 contre suite 2-3-4.",
        "  Zone 3, somme 17 dans les deux camps : personne.",
    ]
    sentence = "Zone 2: Elves 4, 4, 4, three 4s; Gnomes 4, 3, 2, straight 2-3-4; the Elves win it."
    assert [text.en for text in words.load("cadeau").about(state, "2")] == [sentence]
    assert words.load("cadeau").about(state, "4") == []
    assert words.load("cadeau").score(state, 1).fr == "Vous (Lutins) : 1 zone ; les Gnomes : 1 zone ; il en reste 0."


def test_the_example_of_a_move_can_be_played() -> None:
    state = cadeau.State(cadeau.Variant(1), ((4, 0, 0), (3, 0, 0)), 2)
    assert "par exemple 1b" in words.load("cadeau").explain(state, 1).fr


def blocs_state(mask: str, dice: tuple[int, int], level: int = 1, mode: str = "duel") -> blocs.State:
    mine = sum(1 << int(block) for block in mask.split())
    return blocs.State(blocs.Variant(mode, level), (mine, blocs.ALL & ~mine), opened=True, dice=dice)


def test_blocs_track() -> None:
    lines = blocs_board.board(PLAIN, blocs_state("2 3 8 9", (3, 5), 3), ("Léa", "Tom"))
    assert lines == [
        "                           ┌──┐ ┌──┐ ┌──┐           ┌──┐ ┌──┐ ┌──┐",
        "  Tom             ·    ·   │ 4│ │ 5│ │ 6│  ·    ·   │10│ │11│ │12│",
        "                           └──┘ └──┘ └──┘           └──┘ └──┘ └──┘",
        "                ╾─────────────────────────────────────────────────╼",
        "                 ┌──┐ ┌──┐                ┌──┐ ┌──┐",
        "▸ Léa            │ 2│ │ 3│  ·    ·    ·   │ 8│ │ 9│  ·    ·    ·",
        "                 └──┘ └──┘                └──┘ └──┘",
        "╭───────╮ ╭───────╮",
        "│ ●     │ │ ●   ● │",
        "│   ●   │ │   ●   │   Faire 8 ou 15",
        "│     ● │ │ ●   ● │",
        "╰───────╯ ╰───────╯",
    ]


@pytest.mark.parametrize(
    ("mask", "dice", "sentence"),
    [
        ("4 5 6", (4, 4), "8, ou 2 blocs au choix"),
        ("4 6", (4, 6), "Faire 10"),
    ],
)
def test_blocs_goal(mask: str, dice: tuple[int, int], sentence: str) -> None:
    assert any(sentence in line for line in blocs_board.board(PLAIN, blocs_state(mask, dice), ("Léa", "Tom")))


def test_blocs_three_names_the_seats() -> None:
    state = blocs.start(blocs.variant({"mode": "three"}))
    text = "\n".join(blocs_board.board(PLAIN, state, ("Léa", "Tom", "Zoé")))
    assert "▸ Léa (1)" in text
    assert "Zoé (3)" in text
    assert "Zoé (4)" in text


def test_blocs_all_calculations() -> None:
    state = blocs_state("2 3 9", (3, 5), 3)
    for blocks, sentence in (
        ("2 3 9", ["9 + 2 − 3 = 8", "3 × 2 + 9 = 15", "9 × 2 − 3 = 15"]),
        ("2 3", ["2,3: no calculation makes the target."]),
        ("2 3 9 10", ["2,3,9,10: no calculation makes the target."]),
    ):
        assert [text.en for text in words.load("blocs").about(state, blocks)] == sentence
    assert words.load("blocs").score(state, 1).en == "You: 3 blocks, Player 2: 7 blocks."


NEIGHBOURS = "protects its left and right neighbours"
STAR = "a2 star, 1 heart, damage 3, limit 4, protected by a Shield"
REST = "a3 empty; a4 reindeer, crossed out; a5 empty"
NOEL = laaancez.load_shipped("noel")


def sheet(**cells: str) -> tuple[laaancez.Item | None, ...]:
    """A combat sheet with `a1="boule"`, or `"boule 0"` for a crossed-out one, `"sapin 4 2"` for a ticked one."""
    found = list(NOEL.empty)
    for cell, written in cells.items():
        kind, *points = written.split()
        hits, damage = [*map(int, points), *(NOEL.things[kind].hits, NOEL.things[kind].damage)[len(points) :]]
        found[NOEL.index[cell]] = laaancez.Item(kind, hits, damage)
    return tuple(found)


def full(kind: str) -> dict[str, str]:
    return dict.fromkeys(NOEL.cells[:-1], kind)


def test_laaancez_sheets() -> None:
    mine = sheet(**full("boule") | dict.fromkeys(("a1", "a2", "a3", "a4", "a5"), "boule 0") | {"b1": "sapin 2 1"})
    theirs = sheet(a1="bouclier", a2="etoile", a4="renne 0 2", b1="sucre")
    state = laaancez.State(laaancez.Variant(NOEL), (mine, theirs))
    lines = laaancez_board.board(PLAIN, state, ("Léa", "Tom"))
    assert lines[:6] == [
        "▸ Léa                                   Tom",
        "╌╌╌╌╌╌╌╌╌╌╌╌ a : pliée ╌╌╌╌╌╌╌╌╌╌╌╌╌  ╒═ a1 ═╤═ a2 ═╤═ a3 ═╤═ a4 ═╤═ a5 ═╕",
        "╒═ b1 ═╤═ b2 ═╤═ b3 ═╤═ b4 ═╤═ b5 ═╕  │boucl.│etoile│      │╲    ╱│      │",
        "│sapin │boule │boule │boule │boule │  │♥♥    │♥◗    │  ··  │  ╳╳  │  ··  │",
        "│♥♥♡♡  │♥♥    │♥♥    │♥♥    │♥♥    │  │■■■■  │▣▣▣□  │      │╱    ╲│      │",
        "│▣□□■  │▣▣■■  │▣▣■■  │▣▣■■  │▣▣■■  │  ├─ b1 ─┼─ b2 ─┼─ b3 ─┼─ b4 ─┼─ b5 ─┤",
    ]
    assert sum("ʃ)" in line for line in lines)
    assert "  b2 (boule de neige, 2) sur  a1" in boards.list_moves(PLAIN, words.list_moves(laaancez, state, 1))
    shield = "a1 Shield, 2 hearts, damage 0"
    for asked, sentence in (
        ("a1", ["Player 1, a1: snowball, crossed out.", f"Player 2, {shield.replace(' ', ': ', 1)}; {NEIGHBOURS}."]),
        ("a", ["Player 1, row a: folded.", f"Player 2, row a, in front: {shield}; {STAR}; {REST}."]),
        ("sapin", ["Fir tree, 4 hearts, damage 0, limit 3."]),
        ("z9", []),
    ):
        assert [text.en for text in words.load("laaancez").about(state, asked)] == sentence


def test_laaancez_candle_goes_out() -> None:
    state = laaancez.State(laaancez.Variant(NOEL), (sheet(**full("boule")), sheet(e1="bougie 0")))
    text = "\n".join(laaancez_board.board(PLAIN, state, ("Léa", "Tom")))
    assert text.count("ʃ)") == 1
    assert text.count("~") == 1


def test_die_has_its_pips() -> None:
    for face in range(1, 7):
        picture = dice.render(PLAIN, 5, face)
        assert "".join(picture).count("●") == face
        assert {len(line) for line in picture} == {9}
