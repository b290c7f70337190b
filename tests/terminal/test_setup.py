"""What surrounds a game: the first questions, the look of the screen, the rules as they are printed."""

import io
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.core.record import Record
from tablee.core.registry import NAMES
from tablee.core.words import LANGS, Text, player_ref
from tablee.games import blocs, cadeau
from tablee.paper.commands import ABOUT, COMMANDS, parse_command
from tablee.table import Chair, Setup, name_bots
from tablee.terminal import rulebook, screen
from tablee.terminal.people import chairs_of, clean
from tablee.terminal.prompts import Left
from tablee.terminal.screen import ERASE, PUBLIC, SECRET, Closed, Look, Screen, count_columns
from tablee.terminal.setup import ask_setup
from tablee.words.rules import source


def script(*lines: str) -> Callable[[], str]:
    """These lines, then the end of the input."""
    rest = iter(lines)
    return lambda: next((line + "\n" for line in rest), "")


def asked(*lines: str, lang: str = "fr") -> tuple[Setup, str]:
    written: list[str] = []
    return ask_setup(Screen(Look(lang, False, 79), script(*lines), written.append)), "".join(written)


@pytest.mark.parametrize("lang", LANGS)
def test_enter_takes_the_usual(lang: str) -> None:
    setup, text = asked(*[""] * 6, lang=lang)
    assert setup.game == "cadeau"
    assert setup.settings == cadeau.settings(cadeau.variant({}))
    assert setup.seats == (Chair(), Chair())
    assert setup.dice == "virtual"
    assert ("À quoi joue-t-on ?" if lang == "fr" else "What shall we play?") in text


@pytest.mark.parametrize(
    ("lines", "settings", "kinds", "dice"),
    [
        (("2", "4", "3", "Léa", "2", "glouton", "2"), {"mode": "three", "level": 3}, "human random greedy", "typed"),
        (("pousse", "solo", "", "Zoé", ""), {"mode": "solo", "level": 1}, "human", "virtual"),
        (("cadeau", "7", "any", "hasard", "1", "typed"), {"zones": 7, "straights": "any"}, "random human", "typed"),
        (("3", "Léa", "robot", ""), {"sheet": "noel"}, "human greedy", "virtual"),
        (
            ("1", "undo", "2", "solo", "back", "four", "2", *[""] * 5),
            {"mode": "four", "level": 2},
            "human " * 4,
            "virtual",
        ),
        (("9", "?", "3", "help", "", "personne", "huh!", "virtual"), {"sheet": "noel"}, "human human", "virtual"),
    ],
)
def test_answers(lines: tuple[str, ...], settings: dict[str, object], kinds: str, dice: str) -> None:
    setup, _ = asked(*lines)
    assert setup.settings == settings
    assert [one.bot or "human" for one in setup.seats] == kinds.split()
    assert setup.dice == dice


def test_leaving_and_ending() -> None:
    with pytest.raises(Left):
        asked("2", "quitter")
    with pytest.raises(Closed):
        asked("2")


@settings(max_examples=100, deadline=None)
@given(lines=st.lists(st.text(max_size=12).map(lambda line: line.replace("\n", " ")), max_size=8))
def test_nonsense_never_raises(lines: list[str]) -> None:
    try:
        setup, _ = asked(*lines)
    except (Closed, Left):
        return
    assert setup.complete().seats == setup.seats


# --- people -------------------------------------------------------------------------------------------------------


def test_names() -> None:
    assert clean("  Jean\x1b[31m\nPaul  ") == "Jean [31m Paul"
    assert len(clean("x" * 99)) == 20
    chairs = name_bots([Chair("", "greedy"), Chair("", "greedy"), Chair("Zoé"), Chair()], "fr")
    assert [one.name for one in chairs] == ["Robot glouton", "Robot glouton 2", "Zoé", ""]
    sentence = (
        player_ref(3)
        + Text(" plie. C’est ", " folds, ")
        + player_ref(3, "à")
        + Text(", pas ", " and not ")
        + player_ref(4, "à")
    )
    look = Look("fr", names={3: "Zoé"})
    assert look.in_lang(sentence) == "Zoé plie. C’est à Zoé, pas au joueur 4"
    assert replace(look, lang="en").in_lang(sentence) == "Zoé folds, Zoé and not player 4"
    sheet = Text("la feuille ", "the sheet of ") + player_ref(1, "de")
    assert Look("fr", names={1: "Léa"}).in_lang(sheet) == "la feuille de Léa"


def test_people_of_a_record() -> None:
    variant = blocs.variant({"mode": "three"})
    record = Record(blocs, variant, players=("Player 1", "Tom"), headers={"seats": "greedy, ??"})
    assert chairs_of(record) == (Chair("", "greedy"), Chair("Tom"), Chair())


# --- commands -----------------------------------------------------------------------------------------------------


def test_commands_are_understood_in_both_languages_and_moves_are_none() -> None:
    for known in COMMANDS:
        for word in (*known.fr, *known.en):
            assert known is ABOUT or parse_command(f"  {word.upper()}  rest of it ") == (known, "rest of it")
    for asked, thing in (("Zone 2", "2"), ("ligne a", "a"), ("a3 ?", "a3"), ("4 5?", "4 5")):
        assert parse_command(asked) == (ABOUT, thing)
    assert parse_command("zone 2 case a") is None
    for line in ("", "2a", "4 5", "5+4", "bonnet a3", "a2 a4", "-", "helpless"):
        assert parse_command(line) is None


# --- the screen ---------------------------------------------------------------------------------------------------


def test_wrapping_keeps_french_signs_with_their_word() -> None:
    look = Look("fr", False, 12)
    assert look.wrap("Qui commence ? Toi !") == ["Qui", "commence ?", "Toi !"]
    painted = Look("fr", True, 20)
    text = f"un {painted.paint('strong', 'deux trois')} quatre cinq"
    assert " ".join(painted.wrap(text)) == text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("plain", "environ", "colour", "wipes"),
    [
        (False, {"TERM": "xterm-256color"}, True, True),
        (True, {"TERM": "xterm-256color"}, False, False),
        (False, {"TERM": "xterm", "NO_COLOR": "1"}, False, True),
        (False, {"TERM": "xterm", "NO_COLOR": ""}, True, True),
        (False, {"TERM": "dumb"}, False, False),
    ],
)
def test_colours_only_where_wanted(
    monkeypatch: pytest.MonkeyPatch, plain: bool, environ: dict[str, str], colour: bool, wipes: bool
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("hello\n"))
    monkeypatch.setattr(sys, "stdout", Terminal())
    made = screen.open_screen("fr", plain=plain, environ=environ)
    assert made.look.colour == colour
    assert made.wipes == wipes
    assert made.live is True
    assert made.breath > 0
    assert made.prompt(Text("Quoi", "What")) == "hello"
    with pytest.raises(Closed):
        made.prompt(Text("Quoi", "What"))


def test_pipe_is_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    made = screen.open_screen("fr", plain=False, environ={"TERM": "xterm"})
    assert made.look.colour is False
    assert made.wipes is False
    assert made.live is False
    assert made.breath == 0
    with pytest.raises(Closed):
        made.prompt(Text("Quoi", "What"))


def test_hiding_leaves_nothing_in_sight() -> None:
    written: list[str] = []
    Screen(Look(), script(), written.append).hide()
    assert "".join(written).count("\n") >= 50
    written.clear()
    shown = Screen(Look(), script(), written.append, wipes=True)
    shown.hide()
    shown.hide()
    shown.reveal()
    assert written == [SECRET, ERASE, ERASE, PUBLIC]  # no line of the alternate screen rolls away


def test_a_page_leaves_what_stood_in_the_terminal() -> None:
    written: list[str] = []
    shown = Screen(Look(height=20), script(), written.append, wipes=True)
    shown.clear()
    shown.clear()
    assert written == ["\n" * 20 + ERASE, ERASE]
    assert "[3J" not in ERASE


# --- the rules ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("width", [50, 79])
def test_rules_are_set(game: str, lang: str, width: int) -> None:
    lines = rulebook.render(Look(lang, False, width), game)
    text = " ".join(" ".join(lines).split())
    assert max(map(count_columns, lines)) <= width or width < 79  # a table keeps its columns
    assert "**" not in text
    assert "|" not in text
    for line in source(game, lang).splitlines():
        if line and line[0] not in "#|":
            words = line.removeprefix("- ").replace("**", "").replace("\u00a0", " ").replace("\u202f", " ")
            assert words in text


def test_table_stays_with_its_rule() -> None:
    assert any("4-4-4" in line for line in rulebook.render(Look("fr", False, 79), "cadeau", "C5"))
