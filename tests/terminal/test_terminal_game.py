"""Whole games at the terminal table, driven by scripts: every mode, both languages, undo, keeping, hidden choices."""

import contextlib
import random
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tablee import words
from tablee.core import record as records
from tablee.core.dice import Dice, VirtualDice
from tablee.core.errors import RequestError
from tablee.core.game import Event, Roll, Rolls
from tablee.core.record import Record
from tablee.core.registry import load
from tablee.games import blocs, cadeau
from tablee.table import Chair, Setup, name_bots
from tablee.table.setup import DiceSource
from tablee.terminal import terminal_game as sittings
from tablee.terminal.people import chairs_of
from tablee.terminal.save_file import SaveFile
from tablee.terminal.screen import CODES, ERASE, TALL, Closed, Look, Screen, count_columns
from tablee.terminal.terminal_game import INTERRUPTED, OK, TerminalGame, session
from tests.positions import parameters
from tests.terminal.test_setup import script

SMALL = {
    "name": "small",
    "rows": [2, 1],
    "candle": {"hits": 1, "damage": 1},
    "objects": {"boule": {"hits": 1, "damage": 1, "limit": 2}, "mur": {"hits": 2, "damage": 0, "shield": True}},
    "faces": {"1": ["boule", "mur"], "2": ["+", "boule"], "3": ["+", "+"], "4": ["mur", "+"], "5": ["boule", "+"],
              "6": ["mur", "boule"]},
}  # fmt: skip
PLAYED = [*parameters(), pytest.param("laaancez", {"sheet": SMALL}, id="small sheet")]


class Stage:
    """A screen without a terminal: answers come from a function, everything written is kept."""

    def __init__(
        self,
        answer: Callable[[], str],
        lang: str = "fr",
        *,
        live: bool = False,
        colour: bool = False,
        size: tuple[int, int] = (79, TALL),
        plain: bool = False,
    ) -> None:
        self.written: list[str] = []
        self.asked: list[str] = []
        self._answer = answer
        self.screen = Screen(
            Look(lang, colour, size[0], height=size[1], plain=plain),
            self._read,
            self.written.append,
            live=live,
            wipes=colour,
        )

    def _read(self) -> str:
        self.asked.append(CODES.sub("", self.written[-1]))
        return self._answer()

    @property
    def text(self) -> str:
        return "".join(self.written)


class Spy(TerminalGame):
    """The table that the session has opened."""

    opened: list[TerminalGame]

    def run(self) -> tuple[Chair, ...] | None:
        Spy.opened.append(self)
        return super().run()


@pytest.fixture
def spied(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[TerminalGame]:
    """Sessions in an empty folder; the list holds their tables."""
    monkeypatch.chdir(tmp_path)
    Spy.opened = []
    monkeypatch.setattr(sittings, "TerminalGame", Spy)
    return Spy.opened


def spelled(chance: random.Random, event: Event) -> str:
    """A legal move as some person might type it."""
    token = str(event)
    if isinstance(event, blocs.Push):
        return chance.choice([token, token.replace(",", " "), " , ".join(map(str, reversed(event.blocks)))])
    if isinstance(event, cadeau.Write):
        return chance.choice([token, token.upper(), f"{token[0]} {token[1]}", f"zone {token[0]} case {token[1]}"])
    spellings = [token, token.upper(), re.sub(r"^[12]\.", "", token)]
    if "@" in token or "x" in token:
        spellings.append(re.sub(r"^[12]\.", "", token).replace("@", " ").replace("x", " "))
    return chance.choice(spellings)


def player_of(opened: list[TerminalGame], stage: Callable[[], Stage], seed: int) -> Callable[[], str]:
    """Answers every prompt sensibly: dice, legal moves, hand-overs; Enter where that is enough."""
    chance = random.Random(seed)

    def answer() -> str:
        asked = stage().asked[-1]
        if re.search(r"votre dé \(|your die \(", asked):
            return f"{chance.randint(1, 6)}\n"
        if re.search(r"Entrée quand|Enter when|Entrée\)|Enter\)", asked):
            return "\n"
        table = opened[-1]
        if table.game.phase(table.state) == "roll":
            faces = [str(chance.randint(1, 6)) for _ in table.game.rolls(table.state)[0][0].dice]
            return chance.choice(["", "d", " "]) + chance.choice(["", " ", ", "]).join(faces) + "\n"
        player = table.table.seating.player(table.seat)
        return spelled(chance, chance.choice(table.game.moves(table.state, player))) + "\n"

    return answer


def played(
    opened: list[TerminalGame],
    name: str,
    variant: dict[str, object],
    kinds: Sequence[str],
    *,
    lang: str = "fr",
    dice: DiceSource = "virtual",
    seed: int = 1,
    colour: bool = False,
    size: tuple[int, int] = (79, TALL),
    plain: bool = False,
) -> tuple[Stage, TerminalGame]:
    """A whole game through a session."""
    chairs = [Chair(f"N{seat}") if kind == "human" else Chair(bot=kind) for seat, kind in enumerate(kinds)]
    stage = Stage(player_of(opened, lambda: stage, seed), lang, colour=colour, size=size, plain=plain)
    setup = Setup(name, variant, name_bots(chairs, lang), dice=dice)
    assert session(stage.screen, setup, SaveFile(), seed=seed) == OK
    return stage, opened[-1]


def seating(name: str, variant: dict[str, object], *cycle: str) -> list[str]:
    game = load(name)
    return [cycle[seat % len(cycle)] for seat in range(game.seats(game.variant(variant)))]


# --- whole games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "variant"), PLAYED)
@pytest.mark.parametrize(("lang", "cycle"), [("fr", ("human",)), ("en", ("greedy", "human")), ("fr", ("random",))])
def test_whole_game(
    spied: list[TerminalGame], name: str, variant: dict[str, object], lang: str, cycle: tuple[str, ...]
) -> None:
    plain = lang == "en"
    stage, table = played(spied, name, variant, seating(name, variant, *cycle), lang=lang, plain=plain)
    outcome = table.record.outcome
    assert outcome
    assert outcome.reason.with_names(table.table.seating.names).in_lang(lang)[:40] in stage.text.replace("\n", " ")
    assert max(map(len, stage.text.splitlines())) < 80
    assert "\x1b" not in stage.text
    assert bool(re.search("[\u2500-\u27bf·›]", stage.text)) is not plain  # drawings, and signs that nobody hears
    if plain:
        output = [line.with_names(table.table.seating.names).en for line, _ in words.load(name).standing(table.state)]
        assert " ".join(output) in re.sub(r"\s+", " ", stage.text)
    assert records.parse(str(table.record), load) == table.record
    assert not list(Path().glob("*.tablee"))  # nobody asked for a file


ROOMY: list[tuple[str, dict[str, object]]] = [
    ("cadeau", {}),
    ("cadeau", {"zones": 9}),
    *[("blocs", dict[str, object](mode=mode, level=3)) for mode in blocs.MODES],
    ("laaancez", {}),
]


@pytest.mark.parametrize(("name", "variant"), ROOMY, ids=str)
@pytest.mark.parametrize("lang", ["fr", pytest.param("en", marks=pytest.mark.slow)])
def test_page_fits_a_small_terminal(
    spied: list[TerminalGame], name: str, variant: dict[str, object], lang: str
) -> None:
    """A whole game in 40 columns, in 80 by 24 and in 60 by 20: no line is longer, no page higher."""
    for width, height in ((39, TALL), (79, 24), (59, 20)):
        kinds = seating(name, variant, "human")
        stage, table = played(spied, name, variant, kinds, lang=lang, colour=True, size=(width, height))
        assert table.record.outcome
        pages = [CODES.sub("", page) for page in stage.text.split(ERASE)]
        assert max(count_columns(line) for page in pages for line in page.splitlines()) <= width
        # What is told after an answer stands on the next page again.
        *asked, end = (page if seat == len(pages) - 1 else page.rpartition("›")[0] for seat, page in enumerate(pages))
        assert max(len(page.splitlines()) for page in (*asked, end)) <= height


@pytest.mark.parametrize(("name", "events"), [("cadeau", "d4"), ("blocs", "d36"), ("laaancez", "d3")])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_everything_that_is_asked_for_fits_40_columns(name: str, events: str, lang: str) -> None:
    asked = "|?|?|?|?|moves|rules|board|a1 ?|2 ?|bonnet ?|6 9 ?|nonsense|save a.b/c|quit"
    stage, _ = sat(asked.split("|"), name, events=events, lang=lang, size=(39, TALL))
    assert max(map(count_columns, stage.text.splitlines())) <= 39


@pytest.mark.parametrize(("name", "variant"), PLAYED[::3])
def test_typed_dice(spied: list[TerminalGame], name: str, variant: dict[str, object]) -> None:
    _, table = played(spied, name, variant, seating(name, variant, "human", "greedy"), lang="en", dice="typed")
    assert table.record.outcome
    assert table.record.headers["dice"] == "typed"


def test_repeatable(spied: list[TerminalGame]) -> None:
    games = [played(spied, "blocs", {"level": 3}, ["human", "random"], seed=8)[1].record.events for _ in range(2)]
    assert games[0] == games[1]


# --- one table ----------------------------------------------------------------------------------------------------


def sat(
    lines: Sequence[str],
    name: str = "cadeau",
    variant: dict[str, object] | None = None,
    *,
    events: str = "",
    kinds: Sequence[str] = ("human", "human"),
    dice: DiceSource = "virtual",
    save_file: SaveFile | None = None,
    live: bool = False,
    lang: str = "fr",
    size: tuple[int, int] = (79, TALL),
) -> tuple[Stage, TerminalGame]:
    """A table that goes on from some events, with these lines typed, until it or the input ends."""
    game = load(name)
    record = Record(game, game.variant(variant or {}))
    for token in events.split():
        record = record.play(game.parse(token))
    chairs = name_bots(
        [Chair(("Léa", "Tom", "Zoé", "Max")[seat], kind.replace("human", "")) for seat, kind in enumerate(kinds)], lang
    )
    stage = Stage(script(*lines), lang, live=live, size=size)
    setup = replace(Setup.of_record(record, chairs), dice=dice)
    table = TerminalGame(stage.screen, setup, save_file or SaveFile(), VirtualDice(5), 3)
    with contextlib.suppress(Closed):
        table.run()
    return stage, table


OVER = "d1 1a d1 1a d2 1b d2 1b d3 1c d5 1c"


def tokens(table: TerminalGame) -> list[str]:
    return [str(event) for event in table.table.events]


def test_mistakes_cost_nothing() -> None:
    stage, table = sat(["", "9z", "7a", "2a", "", "2a", "", "2a", "3b"])
    assert "« 9z » n’est pas un coup" in stage.text
    assert "La case 7a n’existe pas" in stage.text
    assert "La case 2a porte déjà un" in stage.text
    assert [token for token in tokens(table) if token[0] != "d"] == ["2a", "2a", "3b"]


def test_undo_keeps_virtual_dice() -> None:
    _, straight = sat(["", "1a", "", "1b", "", "1b"])
    stage, table = sat(["", "1a", "", "1b", "", "undo", "annuler", "1c", "", "1b", "", "1b"])
    assert [token for token in tokens(table) if token[0] == "d"] == [
        token for token in tokens(straight) if token[0] == "d"
    ]
    assert [token for token in tokens(table) if token[0] != "d"] == ["1c", "1b", "1b"]
    assert stage.text.count("On revient un pas en arrière.") == 2


@pytest.mark.parametrize(
    ("lines", "options", "left"),
    [
        (["", "1a", "", "undo"], {"kinds": ("human", "greedy")}, 1),  # past the bot's turn to the own move
        (["4", "undo", "5", "1a", "6", "undo", "undo", "1b"], {"dice": "typed"}, ["d5", "1b"]),  # dice are asked again
        (["undo", "", "undo"], {}, 1),  # there is nothing to undo
        (["undo", "1b"], {"variant": {"zones": 1}, "events": OVER, "live": True}, 11),  # after the end
    ],
)
def test_undo(lines: list[str], options: dict[str, Any], left: int | list[str]) -> None:
    stage, table = sat(lines, **options)
    assert left in (tokens(table), len(tokens(table)))
    assert stage.text.count("Il n’y a encore rien à annuler.") == 2 * (not options)


@pytest.mark.rule("B5")
def test_calculation_is_said() -> None:
    stage, table = sat(["4 5"], "blocs", events="d36")
    assert tokens(table)[1] == "4,5:5+4"
    assert "pousse le 4 et le 5 : 5 + 4 = 9." in stage.text
    _, table = sat(["4 + 5 = 9"], "blocs", events="d36")
    assert tokens(table)[1] == "4,5:4+5"
    stage, table = sat(["3,5:3+5", "5+4+2", "4 5 ?", "9 ?"], "blocs", events="d36")
    assert "il fallait faire 9" in stage.text.replace("\n", " ") or "il faut faire 9" in stage.text
    assert "\n5 + 4 = 9\n" in stage.text
    assert len(table.record.events) == 1


def test_enter_is_enough_without_a_choice() -> None:
    _, table = sat([""], "blocs", events="d36 9 d13 4 d12 3 d35 8 d36")
    assert table.record.events[-1] != Roll((3, 6))
    stage, table = sat([""], "blocs", events="d36")
    assert "dites le calcul vous-même" in stage.text.replace("\n", " ")
    assert tokens(table) == ["d36"]


def flat(text: str) -> str:
    """A text without its lines and its unbreakable spaces."""
    return " ".join(text.split())


@pytest.mark.parametrize(("word", "lang"), [("?", "fr"), ("HELP", "en")])
@pytest.mark.parametrize(
    ("name", "events", "french", "english"),
    [
        ("cadeau", "d4", "zone 1 case a ; case b ; case c", "zone 1 cell a; cell b; cell c"),
        ("blocs", "d36", "4, 5 : 5 + 4 = 9", "4, 5: 5 + 4 = 9"),
        ("laaancez", "d3", "recopier bonnet du Père Noël en a1 ; a2", "copy Santa hat into a1; a2"),
        ("cadeau", "", "Entrée lance les dés.", "Enter rolls the dice."),
    ],
)
def test_help(word: str, lang: str, name: str, events: str, french: str, english: str) -> None:
    """What is asked for once is how to do it; every move comes last."""
    handed = [""] if name == "laaancez" else []
    wanted = french if lang == "fr" else english
    stage, table = sat([*handed, word], name, events=events, lang=lang)
    assert (wanted in flat(stage.text)) is not bool(events)
    assert ("annuler" if lang == "fr" else "undo") in stage.text
    assert len(table.record.events) == len(events.split())
    stage, _ = sat([*handed, *[word] * 4], name, events=events, lang=lang)
    assert wanted in flat(stage.text)


def test_hints_come_one_by_one() -> None:
    stage, table = sat(["?", "?", "?", "?", "4 5", "?"], "blocs", events="d36")
    first, second, third, fourth = flat(stage.text).split("Tapez encore ?")
    assert "dites le calcul vous-même" in " ".join(first.split())
    assert "il faut faire 9" in second
    assert "=" not in second
    assert third.count("=") == 1  # one move that makes it
    assert "4, 5 : 5 + 4 = 9" not in first + second + third
    assert "4, 5 : 5 + 4 = 9" in fourth
    assert "Entrée lance les dés." in fourth  # another position: help begins anew
    assert tokens(table)[1] == "4,5:5+4"


@pytest.mark.parametrize(("name", "letter"), [("cadeau", "C"), ("blocs", "B"), ("laaancez", "L")])
def test_help_names_a_rule_of_this_game(name: str, letter: str) -> None:
    (rule,) = re.findall(r"règles ([A-Z]\d+) : seulement", sat(["?"], name)[0].text)
    assert rule.startswith(letter)
    assert f"[{rule}" in sat([f"règles {rule}"], name)[0].text


def test_rules_and_moves_at_the_prompt() -> None:
    stage, _ = sat(["règles C6", "rules c99", "regles", "moves", "", "coups", "plateau", "2 ?", "9 ?", "x ?"])
    assert "Trois dés identiques. Trois 5 battent trois 2." in stage.text
    assert "Aucune règle « c99 » ici" in stage.text
    assert "Le but du jeu" in stage.text
    assert "Lancez d’abord les dés." in stage.text
    assert "zone 5 case a ; case b ; case c" in flat(stage.text)
    assert "Zone 2 : Lutins tout vide ; Gnomes tout vide." in stage.text
    assert stage.text.count("Je n’ai pas compris") == 2


def test_dice_are_typed_where_they_are_real() -> None:
    stage, table = sat(["6", "d6"])
    assert stage.text.count("Les dés sont automatiques") == 2
    assert not table.record.events
    for typed in ("3 5", "5 3", "35", "d35", "D53", "3,5", "3 et 5", "3+5"):
        stage, table = sat(["7 1", "4", "nonsense", "", typed], "blocs", dice="typed")
        assert stage.text.count("tapez les deux dés") == 4
        assert tokens(table) == ["d35"]


# --- hidden choices (L4) --------------------------------------------------------------------------------------------


@pytest.mark.rule("L4")
@pytest.mark.parametrize("live", [False, True])
def test_hidden_choice_is_hidden(live: bool) -> None:
    """Whatever the first chooses, the page is the same until the second has chosen."""
    texts = set()
    for choice in ("bonnet a1", "sucre c3", "bonnet d2"):
        stage, table = sat(["", choice, ""], "laaancez", events="d3", live=live)
        assert len(table.table.events) == 2
        texts.add(stage.text)
    assert len(texts) == 1
    before, _, after = texts.pop().partition("Tom, à vous ; Léa, ne regardez pas.")
    assert before
    assert "Tom, que recopier" in after


@pytest.mark.rule("L4")
def test_both_choices_are_told_together() -> None:
    stage, table = sat(["", "bonnet a1", "", "sucre b2"], "laaancez", events="d3")
    output = stage.text[stage.text.rindex("Tom, que recopier") :]
    assert re.search(r"Léa recopie .*bonnet.*\nTom recopie .*sucre.*\n", output)
    assert tokens(table) == ["d3", "1.bonnet@a1", "2.sucre@b2"]


def test_rematches_are_numbered_after_the_first_game(tmp_path: Path) -> None:
    save_file = SaveFile(tmp_path / "noel.tablee")
    for name in ("noel.tablee", "noel-2.tablee", "noel-3.tablee"):
        assert save_file.path == tmp_path / name
        save_file.path.touch()
        save_file.another()


def test_hidden_choice_is_not_in_a_file(tmp_path: Path) -> None:
    save_file = SaveFile(tmp_path / "partie.tablee")
    stage, _ = sat(["", "bonnet a1", "save", ""], "laaancez", events="d3", save_file=save_file)
    assert "bonnet" not in (tmp_path / "partie.tablee").read_text(encoding="utf-8")
    assert "Partie enregistrée" in stage.text


def test_undo_of_a_hidden_choice() -> None:
    """The first can be asked again; once both are shown, both are undone, so that nobody answers the other."""
    _, table = sat(["", "bonnet a1", "", "undo"], "laaancez", events="d3")
    assert tokens(table) == ["d3"]
    _, table = sat(["", "bonnet a1", "", "sucre b2", "undo"], "laaancez", events="d3")
    assert tokens(table) == ["d3"]
    _, table = sat(["bonnet a1", "undo"], "laaancez", events="d3", kinds=("greedy", "human"))
    assert tokens(table) == ["d3"]


def test_no_hand_over_against_a_bot() -> None:
    stage, table = sat(["bonnet a1"], "laaancez", events="d3", kinds=("human", "greedy"))
    assert "ne regardez pas" not in stage.text
    assert tokens(table)[1] == "1.bonnet@a1"
    assert tokens(table)[2].startswith("2.")


# --- keeping the game -----------------------------------------------------------------------------------------------


def start(lines: Callable[[], str], save_file: SaveFile | None = None, live: bool = False) -> tuple[Stage, int]:
    stage = Stage(lines, live=live)
    setup = Setup("cadeau", {"zones": 1}, (Chair("Léa"), Chair()))
    return stage, session(stage.screen, setup, save_file or SaveFile(), seed=2)


@pytest.mark.parametrize("how", [EOFError, KeyboardInterrupt])
def test_interrupted_game_is_kept(spied: list[TerminalGame], how: type[BaseException]) -> None:
    lines = iter(["\n", "1a\n", "\n"])

    def answer() -> str:
        line = next(lines, None)
        if line is None and how is KeyboardInterrupt:
            raise KeyboardInterrupt
        return line or ""

    stage, code = start(answer)
    assert code == INTERRUPTED
    (path,) = Path().glob("*.tablee")
    assert f"Partie enregistrée dans {path}." in stage.text
    kept = records.parse(path.read_text(encoding="utf-8"), load)
    assert kept.events == spied[-1].record.events
    assert len(kept.events) == 3
    assert kept.players == ("Léa", "Joueur 2")
    assert kept.headers["seats"] == "human, human"


def test_kept_even_when_the_screen_is_gone(spied: list[TerminalGame]) -> None:
    """A terminal that was closed takes no more words; the game is kept all the same."""
    lines = script("", "1a")

    def answer() -> str:
        line = lines()
        if not line:
            stage.screen.write = gone
        return line

    def gone(text: str) -> None:
        raise Closed

    stage = Stage(answer)
    setup = Setup("cadeau", {}, (Chair(), Chair()))
    assert session(stage.screen, setup, SaveFile(), seed=2) == INTERRUPTED
    assert len(list(Path().glob("*.tablee"))) == 1


def test_record_is_said_if_no_file_can_be_written(spied: list[TerminalGame], tmp_path: Path) -> None:
    save_file = SaveFile(None, (tmp_path / "missing",))
    stage, code = start(script(), save_file)
    assert code == INTERRUPTED
    assert "rien à enregistrer" in stage.text
    stage, code = start(script("", "1a"), save_file)
    assert code == INTERRUPTED
    assert "La partie n’a pas pu être enregistrée" in stage.text
    assert "game: cadeau\n" in stage.text
    assert " 1a" in stage.text
    game = load("cadeau")
    assert SaveFile(None, (tmp_path / "missing", tmp_path)).keep(Record(game, game.variant({}))).parent == tmp_path


def test_file_that_cannot_be_written_is_refused_at_once(spied: list[TerminalGame], tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="cannot be written"):
        start(script("", "1a"), SaveFile(tmp_path / "missing" / "partie.tablee"))


def test_file_that_goes_away(spied: list[TerminalGame], tmp_path: Path) -> None:
    """The folder disappears in the middle: the game goes on, and finds another place when it is interrupted."""
    folder = tmp_path / "key"
    folder.mkdir()
    lines = script("", "1a", "", "1b")

    def answer() -> str:
        shutil.rmtree(folder, ignore_errors=True)
        return lines()

    stage, code = start(answer, SaveFile(folder / "partie.tablee"))
    assert code == INTERRUPTED
    assert " ".join(stage.text.split()).count("ne peut pas être écrit") == 1
    (path,) = Path().glob("cadeau-*.tablee")
    assert len(records.parse(path.read_text(encoding="utf-8"), load).events) == 4


def test_save_and_names(spied: list[TerminalGame]) -> None:
    Path("taken.tablee").write_text("mine", encoding="utf-8")
    stage, code = start(
        script("", "1a", "save taken", "enregistrer mine.tablee", "", "1b", "sauver /nowhere/x", "quit")
    )
    assert code == OK
    assert "Le fichier taken.tablee existe déjà" in stage.text
    assert "Le fichier /nowhere/x.tablee ne peut pas être écrit" in stage.text
    assert Path("taken.tablee").read_text(encoding="utf-8") == "mine"
    # Once it has a file, the game is kept up to date without asking.
    assert len(records.parse(Path("mine.tablee").read_text(encoding="utf-8"), load).events) == 4
    assert sorted(path.name for path in Path().iterdir()) == ["mine.tablee", "taken.tablee"]


@pytest.mark.parametrize(("answer", "files"), [("", 1), ("oui", 1), ("n", 0)])
def test_quit_asks_whether_to_keep(spied: list[TerminalGame], answer: str, files: int) -> None:
    stage, code = start(script("", "1a", "quitter", "hm?", answer))
    assert code == OK
    assert "Tapez Entrée pour oui, ou n pour non." in stage.text
    assert len(list(Path().glob("*.tablee"))) == files


def test_both_sides_are_told_that_they_played_well(spied: list[TerminalGame]) -> None:
    stage, _ = played(spied, "cadeau", {"zones": 1}, ["greedy", "human"])
    assert stage.text.count("Dans les deux cas, bien joué !") == 1


@pytest.mark.parametrize(
    ("answer", "names"), [("", ["", "Léa"]), ("m", ["Léa", ""]), ("k", ["Léa", ""]), ("oui", ["", "Léa"])]
)
def test_rematch(spied: list[TerminalGame], answer: str, names: list[str]) -> None:
    moves = ["", "1a", "", "1a", "", "1b", "", "1b", "", "1c", "", "1c"]
    stage, code = start(script(*moves, "what", answer, *moves, "n"), SaveFile(Path("a.tablee")), live=True)
    assert code == OK
    assert "La partie est enregistrée dans a.tablee." in stage.text
    assert records.parse(Path("a.tablee").read_text(encoding="utf-8"), load).outcome
    assert [[one.name for one in table.chairs] for table in spied] == [["Léa", ""], names]
    assert sorted(path.name for path in Path().glob("*")) == ["a-2.tablee", "a.tablee"]
    assert spied[0].record.events != spied[1].record.events  # the dice go on


# --- the opening roll (B2) ------------------------------------------------------------------------------------------


class Loaded:
    """Dice that fall as they are told."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def roll(self, rolls: Rolls) -> Roll:
        return Roll(tuple(self.faces.pop(0) for _ in rolls[0][0].dice))


def opened(lines: Callable[[], str], dice: DiceSource, source: Dice | None = None) -> tuple[Stage, list[str]]:
    """What an opening roll for three looks like, and who then plays as player 1, 2 and 3."""
    stage = Stage(lines)
    setup = Setup("blocs", {"mode": "three"}, (Chair("Léa"), Chair("Tom"), Chair("Zoé")), dice=dice)
    table = TerminalGame(stage.screen, setup, SaveFile(), source or VirtualDice(1))
    with pytest.raises(Closed):
        table.run()
    assert table.table.phase == "roll"
    return stage, [table.table.seating.names[player].fr for player in (1, 2, 3)]


@pytest.mark.rule("B2")
@pytest.mark.parametrize(
    ("faces", "order"),
    [
        ((6, 1, 2), "Léa Tom Zoé"),
        ((1, 6, 2), "Tom Zoé Léa"),
        ((4, 1, 4, 2, 3), "Zoé Léa Tom"),  # Léa and Zoé tie and throw again
        ((5, 5, 5, 2, 2, 1, 3, 6), "Tom Zoé Léa"),  # all three, then the first two
    ],
)
def test_opening_roll(faces: tuple[int, ...], order: str) -> None:
    dice = Loaded(*faces)
    stage, names = opened(script(), "virtual", dice)
    assert " ".join(names) == order
    assert not dice.faces
    assert f"{order.split()[0]} commence." in stage.text
    assert " ".join(opened(script(*map(str, faces)), "typed")[1]) == order


@pytest.mark.rule("B2")
def test_a_record_knows_who_has_come_first() -> None:
    """The opening roll moves people: their names and kinds are written in the order of play."""
    stage = Stage(script())
    setup = Setup("blocs", {}, name_bots([Chair("Léa"), Chair("", "greedy")], "fr"))
    table = TerminalGame(stage.screen, setup, SaveFile(), Loaded(1, 6, 4, 5, 3, 4), 1)
    with contextlib.suppress(Closed, IndexError):
        table.run()
    kept = records.parse(str(table.record), load)
    assert kept.players == ("Robot glouton", "Léa")
    assert kept.headers["seats"] == "greedy, human"
    assert chairs_of(kept) == (Chair("Robot glouton", "greedy"), Chair("Léa"))


@pytest.mark.rule("B2")
def test_opening_roll_can_be_corrected() -> None:
    stage, names = opened(script("undo", "4", "?", "save", "7", "", "annuler", "2", "6", "3"), "typed")
    assert names == ["Tom", "Zoé", "Léa"]
    assert "La partie n’a pas encore commencé" in stage.text


def test_leaving_during_the_opening(spied: list[TerminalGame]) -> None:
    setup = Setup("blocs", {}, (Chair(), Chair()), dice="typed")
    assert session(Stage(script("3", "quit")).screen, setup, SaveFile()) == OK
    assert session(Stage(script("3")).screen, setup, SaveFile()) == INTERRUPTED
    assert not list(Path().iterdir())


# --- nonsense -------------------------------------------------------------------------------------------------------

PROMPTS = [
    ("cadeau", "", "virtual"),
    ("cadeau", "", "typed"),
    ("cadeau", "d4", "virtual"),
    ("blocs", "", "typed"),
    ("blocs", "d36", "virtual"),
    ("laaancez", "d3", "virtual"),
    ("laaancez", "d2 1.sapin@a1 2.sapin@b2 d4", "virtual"),
]
TYPED = "? aide undo moves board règles rules 2a a1 4,5 5+4 4,5:5+4 bonnet + - x @ = : ( ) d d4 a2xa4 1. 12 0 ² ٣ e1"
WORDS = st.sampled_from(TYPED.split())
# `quit` and `save` are left for their own tests: they end the game or write files.
NONSENSE = st.one_of(st.text(max_size=30), st.lists(WORDS, max_size=5).map(" ".join)).filter(
    lambda line: not re.match(r"\s*(q|fin|quit|bye|exit|sa|keep|gard)", line, re.IGNORECASE)
)


@pytest.mark.parametrize(("name", "events", "dice"), PROMPTS, ids=str)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(lines=st.lists(NONSENSE.map(lambda line: line.replace("\n", " ")), max_size=6))
@example(lines=["1xa2", "dd", "9" * 5000, "(" * 100, "\x00", "\ud800"])
def test_nonsense_never_raises(name: str, events: str, dice: DiceSource, lines: list[str]) -> None:
    for kinds in (("human", "human"), ("human", "greedy")):
        _, table = sat(lines, name, events=events, dice=dice, kinds=kinds)
        assert records.parse(str(table.record), load).events == table.record.events
