"""The rules as they are told: complete, alike in both languages, and true in every worked example."""

import re
from pathlib import Path

import pytest

from tablee.core.registry import NAMES
from tablee.core.words import LANGS
from tablee.games import blocs, cadeau, laaancez

GAMES = Path(cadeau.__file__).resolve().parent.parent
IDS = {
    "cadeau": {"C7a", *(f"C{number}" for number in range(1, 12))},
    "blocs": {f"B{number}" for number in range(1, 19)},
    "laaancez": {f"L{number}" for number in range(1, 14)},
}
DECISIONS = {  # the ids under which a choice of ours is told, marked D
    "cadeau": {"C2", "C7a"},
    "blocs": {"B1", "B2", "B4", "B6", "B7", "B9", "B11", "B12", "B13", "B16", "B17", "B18"},
    "laaancez": {"L4", "L5", "L9", "L10", "L11", "L13"},
}
CITED = re.compile(r" \[((?:[CBL][0-9]+a? ?)+)( D)?\]$")
TEXTS = [(game, lang) for game in NAMES for lang in LANGS]


def rule_lines(game: str, lang: str) -> list[str]:
    lines = (GAMES / game / f"rules.{lang}.md").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line]


def citations(game: str, lang: str) -> list[tuple[list[str], bool]]:
    """The ids at the end of every paragraph and item, in order, and whether it tells a decision."""
    found = []
    for line in rule_lines(game, lang):
        if not line.startswith(("#", "|")):
            match = CITED.search(line)
            assert match, f"{game}.{lang}: cites no rule: {line}"
            found.append((match[1].split(), bool(match[2])))
    return found


def rows(game: str, lang: str, columns: int, first: str = "[0-9]+") -> list[list[str]]:
    """The rows of all tables of so many columns whose first cell looks like `first`."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in rule_lines(game, lang) if line[0] == "|"]
    return [row for row in cells if len(row) == columns and re.fullmatch(first, row[0])]


@pytest.mark.parametrize(("game", "lang"), TEXTS)
def test_every_rule_is_told(game: str, lang: str) -> None:
    cited = citations(game, lang)
    assert {one for ids, _ in cited for one in ids} == IDS[game]
    assert {ids[-1] for ids, decision in cited if decision} == DECISIONS[game]


@pytest.mark.parametrize("game", NAMES)
def test_both_languages_tell_the_same(game: str) -> None:
    shape = [
        [line[: len(line) - len(line.lstrip("#|-"))] or "text" for line in rule_lines(game, lang)] for lang in LANGS
    ]
    assert shape[0] == shape[1]
    assert citations(game, "fr") == citations(game, "en")


@pytest.mark.parametrize(("game", "lang"), TEXTS)
def test_markdown_is_simple(game: str, lang: str) -> None:
    lines = rule_lines(game, lang)
    assert lines[0].startswith("# ")
    assert sum(line.startswith("# ") for line in lines) == 1
    for line in lines:
        assert re.match(r"# |## |- |\| ?|[^\s#|*`_>-]|\*\*", line), line
        assert not re.search(r"[`<>]|\]\(|!\[", line), line
        assert line.count("**") % 2 == 0, line
        if lang == "fr":
            assert not re.search(r"[^\u202f][!?;]|[^\u00a0]»|[^\u00a0]:(?!-)|«[^\u00a0]|'", line), line


SIDES = {"Lutins": 1, "Elves": 1, "Gnomes": 2, "personne": 0, "nobody": 0}


@pytest.mark.parametrize("lang", LANGS)
def test_cadeau_count(lang: str) -> None:
    """The example: two zones each in order; three to one for the Lutins with straights in any order."""
    example = rows("cadeau", lang, 5)
    dice = [tuple(tuple(map(int, side.split("-"))) for side in row[1:3]) for row in example]
    holders = [cadeau.verdict("ordered", *zone).holder for zone in dice]
    assert holders == [SIDES[row[3]] for row in example] == [1, 2, 1, 0, 2]
    assert [cadeau.verdict("any", *zone).holder for zone in dice] == [1, 2, 1, 0, 1]


@pytest.mark.parametrize("lang", LANGS)
def test_cadeau_kinds(lang: str) -> None:
    kinds = {"1": "three", "2": "straight", "3": "nine", "4": "sum"}
    for rank, _, examples, _ in rows("cadeau", lang, 4):
        for one in re.findall(r"[0-9]-[0-9]-[0-9]", examples):
            assert cadeau.combination("ordered", tuple(map(int, one.split("-")))).kind == kinds[rank]


@pytest.mark.parametrize("lang", LANGS)
def test_blocs_table(lang: str) -> None:
    """Dice 6 and 4, all blocks there: every calculation of the table makes its number at its level."""
    for level, target, examples in rows("blocs", lang, 3):
        assert int(target) in blocs.targets(int(level), (4, 6))
        wording = re.findall(r"\(?\d[\d() +−×÷]*", examples)
        assert len(wording) >= 2
        for one in wording:
            numbers = tuple(sorted(map(int, re.findall(r"\d+", one))))
            assert blocs.check(int(level), numbers, (int(target),), one)
            assert blocs.Push(numbers) in blocs.pushes(int(level), blocs.ALL, (4, 6))


def pushes(level: int, blocks: tuple[int, ...], *dice: int) -> tuple[list[tuple[int, ...]], bool]:
    """What may be pushed, and whether the pusher throws again."""
    mask = sum(1 << block for block in blocks)
    return [push.blocks for push in blocs.pushes(level, mask, dice)], blocs.goes_on(level, mask, dice)


def test_blocs_examples() -> None:
    """The examples told in prose below the table."""
    allowed, again = pushes(1, blocs.BLOCKS, 3, 3)
    assert {(6,), (2, 4), (11, 12)} <= set(allowed)
    assert again
    assert pushes(1, (2, 9, 12), 2, 6) == ([(2,)], False)
    assert (12,) in pushes(3, (2, 9, 12), 2, 6)[0]
    assert pushes(3, (2, 9, 12), 2, 6)[1]
    assert pushes(3, blocs.BLOCKS, 3, 4)[0] == []
    assert pushes(1, (5, 6), 1, 2)[0] == []


def test_blocs_duel() -> None:
    state = blocs.start(blocs.variant({"level": 1}))
    turns = []
    for token in ["d46", "4,6:6+4", "d25", "d13", "4", "d56", "6"]:
        turns.append(blocs.players(state)[0])
        state = blocs.play(state, blocs.parse(token))
    assert turns == [1, 1, 1, 2, 2, 2, 2]
    result = blocs.outcome(state)
    assert result is not None
    assert result.winners == (2,)


NOEL = laaancez.load_shipped("noel")


def thing(words: str, lang: str) -> laaancez.Thing:
    """The one object of the sheet that these words name, in full or in short: `hat (1)`."""
    short = words.partition(" (")[0]
    [found] = [one for one in NOEL.things.values() if short in one.title.in_lang(lang)]
    return found


@pytest.mark.parametrize("lang", LANGS)
def test_laaancez_sheet(lang: str) -> None:
    """Both tables tell the shipped sheet as it is."""
    told_things = {}
    for name, hits, damage, limit in rows("laaancez", lang, 4, first=".* \\([a-z]+\\)"):
        title, _, kind = name.rstrip(")").rpartition(" (")
        told_things[kind] = (title, int(hits), int(damage), int(limit))
    assert told_things == {
        one.name: (one.title.in_lang(lang), one.hits, one.damage, one.limit) for one in NOEL.things.values()
    }
    tick = {"fr": "cocher", "en": "tick"}[lang]
    offered = [
        tuple("+" if option == tick else thing(option, lang).name for option in row[1:])
        for row in rows("laaancez", lang, 3)
    ]
    assert tuple(offered) == NOEL.faces


def standing(*kinds: str) -> list[laaancez.Item | None]:
    return [NOEL.fresh[kind] for kind in kinds]


@pytest.mark.parametrize("lang", LANGS)
def test_laaancez_combat(lang: str) -> None:
    """The combat of the example, throw by throw, up to the fold."""
    first = standing("sucre", "bonnet", "etoile", "cadeau", "sapin", *["boule"] * 11, "bougie")
    first[2] = laaancez.Item("etoile", 1, 4)
    second = standing("boule", "bouclier", "renne", "sapin", "bonhomme", *["boule"] * 11, "bougie")
    state = laaancez.State(laaancez.Variant(NOEL), (tuple(first), tuple(second)))
    assert set(laaancez.targets(state, 1)) == {"a2", "a4", "a5"}
    players = {"Inès": 1, "Marius": 2}
    for _, who, thrown, target, happens in rows("laaancez", lang, 5):
        player = players[who]
        assert laaancez.players(state) == (player,)
        own, other = (
            {item.kind: place for place, item in enumerate(cells[:5]) if item}
            for cells in (state.sheets[player - 1], state.sheets[2 - player])
        )
        place, aim = own[thing(thrown, lang).name], other[thing(target, lang).name]
        force = state.sheets[player - 1][place]
        assert force is not None
        assert f"({force.damage})" in thrown
        state = laaancez.play(state, laaancez.Throw(NOEL.cells[place], NOEL.cells[aim]))
        left = state.sheets[2 - player][aim]
        assert left is not None
        crossed = happens.startswith(("barré", "crossed")) or happens.endswith(("barré", "crossed out"))
        assert (left.hits == 0) is crossed
        assert crossed or str(left.hits) in happens
    assert [laaancez.front(NOEL, cells) for cells in state.sheets] == [0, 1]
    assert laaancez.players(state) == (2,)
    assert set(laaancez.targets(state, 2)) == {"a4", "a5"}


def test_laaancez_recruitment() -> None:
    state = laaancez.start(laaancez.variant())
    for token in ["d5", "1.etoile@a3", "2.bonhomme@a5", "d6", "1.+a3", "2.renne@a3", "d2"]:
        state = laaancez.play(state, laaancez.parse(token))
    assert state.sheets[0][2] == laaancez.Item("etoile", 1, 4)
    assert {str(move).split("@")[0] for move in laaancez.moves(state, 1)} == {"1.sapin"}
