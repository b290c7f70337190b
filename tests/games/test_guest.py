"""A fourth game, which brings nothing but its rules, goes through the whole house; what it may bring is used."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import osselets
import pytest
from httpx import Client

from tablee import bots, puzzles, words
from tablee.cli import main
from tablee.core import registry as games
from tablee.core.errors import RequestError
from tablee.core.game import perft
from tablee.core.options import options_to_ask
from tablee.core.record import Record, parse
from tablee.core.registry import load
from tablee.core.words import LANGS, Text
from tablee.engine import generic_solver, handicap, solvers
from tablee.engine.solution import Unsolved
from tablee.paper.typed_input import read_move
from tablee.terminal import boards
from tablee.terminal.boards import Plain
from tablee.web import web_game
from tests.web_kit import opened, served, visiting

NAME = "osselets"
pytestmark = pytest.mark.usefixtures("own_tables")
PLAYED = "d4 again d6 hold d3 hold d5 again d1 d6 again d2"


@pytest.fixture(scope="module", autouse=True)
def guest() -> Iterator[None]:
    games.register(NAME, "osselets")
    web_game.load_web_game.cache_clear()
    yield
    del games.GUESTS[NAME]
    web_game.load_web_game.cache_clear()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("guest")) as address:
        yield address


@pytest.fixture
def client(base: str) -> Iterator[Client]:
    with visiting(base) as made:
        yield made


def record(tokens: str = PLAYED) -> Record:
    found = Record(load(NAME), osselets.variant(), players=("Léa", "Tom"))
    for token in tokens.split():
        found = found.play(found.game.parse(token))
    return found


# --- the rules, records, positions ------------------------------------------------------------------------------


def test_a_guest_is_a_game_like_the_others() -> None:
    assert games.names() == (*games.NAMES, NAME)
    assert load(NAME) is osselets
    again = parse(str(record()), load)
    assert again.events == record().events
    assert again.state.scores == (10, 3)
    for state in record().states:
        assert osselets.from_position(osselets.position(state)) == state
    # Six faces; a 1 passes the turn to another roll, the five others wait for one of two choices, then a roll.
    assert [perft(load(NAME), osselets.start(osselets.variant()), depth) for depth in range(4)] == [1, 6, 16, 76]


def test_the_command_line_knows_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)  # a game that is left is saved where one stands

    def asked(*line: str, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        code = main(list(line))
        return code, capsys.readouterr().out

    assert asked("perft", NAME, "2") == (0, "16\n")
    code, output = asked("rules", NAME, "--lang", "fr")
    assert code == 0
    assert "Les osselets" in output
    request = {"game": NAME, "events": PLAYED.split()}
    code, answer = asked("referee", typed=json.dumps(request) + "\n")
    found = json.loads(answer)
    assert code == 0
    assert found["phase"] == "move"
    code, answer = asked("referee", typed=json.dumps({"game": NAME, "events": ["hold"]}) + "\n")
    assert "lancer le dé" in answer
    code, output = asked("--lang", "fr", "play", NAME, "--seat", "1=random,2=greedy", "--seed", "3", "--set", "goal=10")
    assert code == 0
    assert "a assez d’osselets" in output
    typed = "\n\n?\nmoves\nhold\nquit\n"
    _, output = asked("--lang", "en", "play", NAME, "--seat", "2=random", "--seed", "3", typed=typed)
    assert "keeps" in output  # typed by a person
    assert "osselets:" in output
    code, output = asked("advise", typed=json.dumps(request) + "\n")
    answer = json.loads(output)
    assert answer["exact"]
    assert [move["move"] for move in answer["moves"]] == ["again", "hold"]
    code, output = asked("solve", NAME, "--set", "goal=10", "--json")
    assert json.loads(output)["exact"]


def test_one_command_waits_for_a_table_that_takes_long(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(generic_solver, "QUICK", 0)
    for asked in (
        ("advise", "--position", "osselets/goal=10:0/0:1:4:choose"),
        ("handicap", NAME, "--set", "goal=10"),
        ("puzzle", NAME, "--solution"),
    ):
        monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / asked[0]))
        assert main([*asked, "--lang", "en"]) == 0
        assert "solving the game from its rules." in capsys.readouterr().err


# --- bots, terminal, words --------------------------------------------------------------------------------------


def test_the_plain_engine_solves_it() -> None:
    game, variant = load(NAME), osselets.variant({"goal": 10})
    assert set(bots.available(game)) == set(bots.NAMES)
    assert bots.exact("hibou", game, variant)
    advice = solvers.advise(NAME, record().state)
    assert advice.exact
    assert bots.make("hibou", game, 1).choose(record().state, 2) == advice.moves[0][0]


def test_the_plain_engine_makes_chances_even(capsys: pytest.CaptureFixture[str]) -> None:
    game, variant = load(NAME), osselets.variant()
    found = handicap.find_handicap(game, variant)
    assert found is not None
    assert found.needed
    begin = handicap.even_start(game, variant)
    assert osselets.position(begin) == found.position == "osselets:0/10:1:0"
    assert solvers.values(NAME, begin).players[1] == pytest.approx(found.value)
    assert abs(found.value - 0.5) <= handicap.NEAR
    assert NAME in handicap.list_served()
    assert main(["handicap", NAME, "--lang", "en"]) == 0
    assert "The game begins at this position: osselets:0/10:1:0. Then: 50.5%." in capsys.readouterr().out


def test_the_plain_engine_makes_puzzles(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    for level in puzzles.list_levels(NAME):
        puzzle = puzzles.find(NAME, level, 1)
        assert str(solvers.advise(NAME, puzzle.state, 1).moves[0][0]) == puzzle.answer
        assert puzzle.margin >= 0.03
    assert puzzles.list_levels(NAME) == bots.LEVELS
    assert main(["puzzle", NAME, "--number", "1", "--solution", "--lang", "en"]) == 0
    assert "Player 1 tries again. At a glance" in capsys.readouterr().out
    here = f"/puzzle/{NAME}/poussin/1"
    right = puzzles.find(NAME, "poussin", 1).answer
    wrong = {"hold": "again", "again": "hold"}[right]
    assert "encore mieux" in client.get(f"{here}?did={wrong}").text
    assert "encore mieux" not in client.get(f"{here}?did={right}").text


def test_what_cannot_be_worked_out_is_said_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    game, large = load(NAME), generic_solver.Extent(10**9, 10**9, 1e6, False, Text("trop grand", "too large"))
    monkeypatch.setattr(generic_solver, "measure", lambda name, variant: large)
    assert set(bots.available(game)) < set(bots.NAMES)
    with pytest.raises(Unsolved, match="too large"):
        solvers.advise(NAME, record().state)
    with pytest.raises(RequestError, match="cannot play this game yet"):
        bots.make("hibou", game)


def test_words_and_the_terminal_have_a_plain_way() -> None:
    state, output = record().state, words.load(NAME)
    assert output.message(state).en == "Player 2, choose a move."
    assert words.now(load(NAME), state, 2)[0].en == "Your turn to choose: hold or again."
    assert output.group_moves(state)[0][1][0] == ("hold", osselets.tell(state, osselets.HOLD))
    assert [line.en for line, _ in output.standing(state)] == ["Player 1", "Player 2", "osselets:10/3:2:8:choose"]
    board = boards.load(NAME)
    assert isinstance(board, Plain)
    assert read_move(load(NAME), state, 2, " HOLD ") == osselets.HOLD
    assert [option.key for option in options_to_ask(osselets.OPTIONS)] == ["goal"]


# --- the pages --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/",
        f"/rules/{NAME}",
        "/paper",
        f"/paper?game={NAME}",
        "/companion",
        f"/companion?game={NAME}",
        f"/companion?game={NAME}&e={PLAYED.replace(' ', '+')}",
        "/import",
        "/score",
        "/puzzle",
        f"/puzzle/{NAME}/lapin/1",
        "/learn/cadeau/99",
        "/api/v1/games",
    ],
)
def test_every_page_shows_it_or_does_without(client: Client, path: str) -> None:
    for lang in LANGS:
        answer = client.get(path, headers={"accept-language": lang}, follow_redirects=True)
        assert answer.status_code == 200, answer.text
        if NAME in path or path in ("/", "/api/v1/games"):
            assert osselets.TITLE.in_lang(lang) in answer.text


def test_its_card_says_what_its_rules_begin_with_and_there_is_no_lesson(client: Client) -> None:
    page = client.get("/").text
    assert "On joue à deux, avec un dé" in page
    assert "2 joueurs" in page
    assert f'href="/learn/{NAME}' not in page
    answer = client.get(f"/learn/{NAME}", follow_redirects=True)
    assert answer.status_code == 404
    assert "pas encore de leçon" in answer.text
    printed = client.get(f"/paper/sheet.pdf?game={NAME}")
    assert printed.status_code == 422
    assert "pas encore de feuille" in printed.text


def test_a_game_is_played_on_its_page(client: Client) -> None:
    """Every button that is offered works, until somebody has won; then the story, the replay and a fork."""
    table = opened(client, game=NAME, goal="10", name0="Léa", name1="Tom")
    page = client.get(table).text
    for _ in range(300):
        field = dict(re.findall(r'<input type="hidden" name="(version|seq|as)" value="([^"]*)">', page))
        if 'id="do-roll"' in page:
            page = client.post(f"{table}/roll", data=field, headers={"x-tablee": "part"}).text
        elif 'id="move-1"' in page:
            assert "(hold)" in page
            assert "(again)" in page
            token = "hold" if "garde 2 points" not in page else "again"
            page = client.post(f"{table}/move", data={**field, "move": token}, headers={"x-tablee": "part"}).text
        else:
            break
    assert 'data-phase="over"' in page
    assert "a assez d’osselets" in page
    assert "osselets/goal=10:" in page  # the plain board
    replay = client.get(f"{table}/replay?at=3")
    assert replay.status_code == 200
    assert client.post(f"{table}/fork", data={"at": "2"}).status_code == 303
    assert client.get(f"{table}/record").text.startswith(f"game: {NAME}")


# --- what it may bring --------------------------------------------------------------------------------------------


def test_what_a_guest_brings_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dressed(web_game.WebGame):
        def about(self) -> Text:
            return Text("Un dé, et du cran.", "A die, and some nerve.")

    def part(name: str, room: str) -> ModuleType | None:
        found: Any = ModuleType("osselets.page")
        found.WEB_GAME = Dressed
        return found if (name, room) == (NAME, "page") else None

    monkeypatch.setattr(games, "part", part)
    web_game.load_web_game.cache_clear()
    assert web_game.load_web_game(NAME).about().en == "A die, and some nerve."
    web_game.load_web_game.cache_clear()


def test_a_part_is_looked_for_in_its_own_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "visitors").mkdir()
    for path, text in {
        "__init__.py": "",
        "terminal.py": "BOARD = 1",
        "page.py": "WEB_GAME = 2",
        "lesson.toml": "3",
    }.items():
        (tmp_path / "visitors" / path).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(games.GUESTS, "visitors", "visitors")
    brought = {room: games.part("visitors", room) for room in ("terminal", "page", "paper")}
    assert [getattr(brought["terminal"], "BOARD", 0), getattr(brought["page"], "WEB_GAME", 0)] == [1, 2]
    assert games.text_beside("visitors", "lesson.toml") == "3"
    assert brought["paper"] is None


def test_an_installed_guest_plays_along_without_being_registered(tmp_path: Path) -> None:
    """By the entry point of its distribution, as an installer writes it."""
    about = tmp_path / "osselets-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: osselets\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[tablee.games]\nosselets = osselets\n", encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), str(Path(osselets.__file__).parents[1])])
    for typed, output in ((["--help"], "cadeau, blocs, laaancez, osselets"), (["rules", "osselets"], "Knucklebones")):
        done = subprocess.run(
            [sys.executable, "-m", "tablee", *typed, "--lang", "en"],
            env={**os.environ, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=True,
        )
        assert output in done.stdout


def alone_in_a_file(path: Path, was: str = "", becomes: str = "") -> None:
    """Osselets as one file, called by its name, with something in it changed."""
    rules = Path(osselets.__file__).read_text(encoding="utf-8").replace(was, becomes)
    path.write_text(rules.replace(f'"{NAME}', f'"{path.stem}'), encoding="utf-8")


def test_a_game_of_one_file_is_a_guest_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    alone_in_a_file(tmp_path / "lone.py")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(games.GUESTS, "lone", "lone")
    assert games.names()[-1] == "lone"
    assert games.part("lone", "words") is None
    for line, output in (
        (["rules", "lone"], "came without the text of its rules"),
        (["play", "lone", "--seat", "1=random,2=greedy"], "has enough bones"),
    ):
        assert main([*line, "--lang", "en"]) == 0
        assert output in capsys.readouterr().out
    with served(tmp_path) as address, visiting(address) as visitor:
        assert visitor.get("/puzzle").status_code == 200
        for path in ("/", "/rules/lone", "/paper?game=lone", "/companion?game=lone"):
            assert "Les osselets" in visitor.get(path, follow_redirects=True).text


def test_a_guest_that_cannot_be_loaded_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(games.GUESTS, "absent", "no_such_package")
    assert games.names() == (*games.NAMES, NAME)
    assert "« absent » ne se charge pas" in caplog.text
    with pytest.raises(RequestError, match="No module named 'no_such_package'"):
        load("absent")


def test_register_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "half.py").write_text("NAME = 'half'\ndef start(variant): ...\n")
    (tmp_path / "slip.py").write_text("def (\n")
    alone_in_a_file(tmp_path / "lossy.py", "options.settings_of(OPTIONS, variant)", "{}")
    alone_in_a_file(tmp_path / "fieldless.py", "    goal: int = 20", "    goals: int = 20")
    monkeypatch.syspath_prepend(tmp_path)
    for name, package, sentence in (
        ("half", "half", "lacks: TITLE, OPTIONS, variant"),
        ("slip", "slip", "cannot be imported: SyntaxError: invalid syntax (slip.py, line 1)"),
        ("lossy", "lossy", "forgets its settings goal:"),
        ("fieldless", "fieldless", "got an unexpected keyword argument 'goal'"),
        ("none", "no_such_package", "cannot be imported"),
        ("other", "osselets", "calls itself “osselets”"),
    ):
        with pytest.raises(RequestError) as error:
            games.register(name, package)
        assert sentence in error.value.text.en
        assert not games.is_known(name)
