"""argparse that speaks French and English, and the arguments that several commands share."""

import argparse
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from tablee.core.errors import RequestError, SheetError, TableeError, refusal
from tablee.core.extras import command_name, spell_command
from tablee.core.game import AnyGame, Variant
from tablee.core.options import Option
from tablee.core.paths import write_atomic
from tablee.core.registry import NAMES, load
from tablee.core.words import Text, suggest
from tablee.terminal.screen import bind

# argparse's own complaints, in both languages.
COMPLAINTS = (
    (r"the following arguments are required: GAME", "il manque le jeu", "the game is missing"),
    (r"the following arguments are required: FILE", "il manque le fichier", "the file is missing"),
    (r"the following arguments are required: (.*)", r"il manque : \1", r"missing: \1"),
    (r"unrecognized arguments: (.*)", r"arguments inconnus : \1", r"unknown arguments: \1"),
    (r"argument (.*?): expected (?:one|at least one) argument", r"\1 demande une valeur", r"\1 needs a value"),
    (
        r"argument (.*?): invalid choice: (.*?) \(choose from (.*)\)",
        r"\1 : « \2 » n’est pas possible ; au choix : \3",
        r"\1 cannot be “\2”; choose from \3",
    ),
    (
        r"argument (.*?): invalid (?:int|count) value: (.*)",
        r"\1 demande un nombre entier, pas « \2 »",
        r"\1 must be a whole number, not “\2”",
    ),
    (r"argument (.*): invalid float value: (.*)", r"\1 attend un nombre, pas « \2 »", r"\1 must be a number, not “\2”"),
    (r"argument (.*?): not allowed with argument (.*)", r"\1 ne va pas avec \2", r"\1 does not go with \2"),
    (r"argument (.*?): ignored explicit argument (.*)", r"\1 ne prend pas de valeur (\2)", r"\1 takes no value (\2)"),
    (r"ambiguous option: (.*?) could match (.*)", r"l’option \1 est ambiguë : \2", r"the option \1 is ambiguous: \2"),
)


class _French(argparse.RawDescriptionHelpFormatter):
    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, "usage : ")

    def start_section(self, heading: str | None) -> None:
        super().start_section(heading and f"{heading} ")


class Parser(argparse.ArgumentParser):
    """The parser of one command."""

    def __init__(self, name: str, lang: str, about: Text, examples: Iterable[str]) -> None:
        self.lang = lang
        example_lines = spell_command("\n".join(f"  {line}" for line in examples))
        super().__init__(
            prog=f"{command_name()} {name}",
            description=about.in_lang(lang),
            epilog=f"{'exemples :' if lang == 'fr' else 'examples:'}\n{example_lines}",
            formatter_class=_French if lang == "fr" else argparse.RawDescriptionHelpFormatter,
            add_help=False,
            allow_abbrev=False,
        )
        self._options: list[str] = []
        self._inputs = self.add_argument_group("arguments")
        self._flags = self.add_argument_group("options")
        self.add("-h --help", "montrer cette aide", "show this help", action="help")

    def add(self, names: str, fr: str, en: str, **settings: Any) -> None:
        """An argument, or an option by its names: its help in both languages, and what argparse wants to know of it.
        What its value is called may stand behind the names: `-o --output FILE`; N is a whole number. An option of which
        nothing is said is a flag."""
        words = names.split()
        if len(words) > 1 and not words[-1].startswith("-"):
            settings["metavar"] = words.pop()
        if settings.get("metavar") == "N":
            settings.setdefault("type", int)
        elif names.startswith("-") and not settings:
            settings = {"action": "store_true"}
        self._options += (word for word in words if word.startswith("-"))
        group = self._flags if names.startswith("-") else self._inputs
        group.add_argument(*words, help=bind(Text(fr, en).in_lang(self.lang)).replace("%", "%%"), **settings)

    def add_set(self, fr: str, en: str) -> None:
        """`--set KEY=VALUE`, as often as one likes."""
        self.add("--set KEY=VALUE", fr, en, action="append", default=[])

    def add_file(self, **settings: Any) -> None:
        self.add(
            "file FILE",
            "une partie enregistrée (.tablee) ; - : l’entrée standard",
            "a saved game (.tablee); -: standard input",
            **settings,
        )

    def add_json(self) -> None:
        self.add("--json", "répondre en JSON", "answer in JSON")

    def add_plain(self) -> None:
        self.add("--plain", "en phrases, sans couleurs ni dessins", "in sentences, without colours or drawings")

    def add_game(self, *more: str, **settings: Any) -> None:
        """GAME and `--set KEY=VALUE`; `game_of` reads them. `more`: what else may stand there."""
        choices = ", ".join((*NAMES, *more))
        self.add("game GAME", choices, choices, **settings)
        self.add_set("un réglage du jeu, par exemple zones=3", "a setting of the game, for example zones=3")

    def add_position(self) -> None:
        """`--position LINE`, for a command that takes a position in place of a game or a file."""
        self.add("--position LINE", "une position, sur une ligne", "a position, on one line")

    def error(self, message: str) -> NoReturn:
        message = message.replace("'", "")  # argparse quotes as Python does
        pattern, *answers = next((words for words in COMPLAINTS if re.fullmatch(words[0], message)), ("$", "", ""))
        french, english = (re.sub(pattern, answer, message) for answer in answers)
        sentence = Text(f"{french} ; {self.prog} --help l’explique.", f"{english}; {self.prog} --help explains.")
        meant = Text("", "")
        if match := re.search(r"unrecognized arguments: (-[^ =]+)", message):
            meant = suggest(match[1], self._options)
        elif match := re.search(r"invalid choice: ([^ ]+) \(choose from (.*)\)", message):
            meant = suggest(match[1], match[2].split(", "))
        raise RequestError(sentence + meant)


def count(text: str) -> int:
    """A number of games as people write it: 1000000, 1_000_000 or 1e6."""
    number = float(text)
    if not number.is_integer():
        raise ValueError(text)
    return int(number)


def game_of(name: str, words: Iterable[str]) -> tuple[AnyGame, Variant]:
    """The game of that name, and its variant with these words of `--set`."""
    game = load(name)
    settings = read_settings(words, game.OPTIONS)
    sheet = settings.get("sheet")
    if isinstance(sheet, str) and sheet.endswith(".toml"):
        settings["sheet"] = sheet_file(sheet)
    return game, game.variant(settings)


def read_settings(words: Iterable[str], options: Iterable[Option]) -> dict[str, object]:
    """What words of `--set` say, as the options read it. RequestError: one of them has no `=`."""
    known = {option.key: option for option in options}
    settings: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise RequestError(f"--set {word} : écrivez CLÉ=VALEUR.", f"--set {word}: write KEY=VALUE.")
        settings[key] = known[key].parse(value) if key in known else value
    return settings


def sheet_file(path: str) -> object:
    from tablee.games.laaancez import parse_toml

    try:
        return parse_toml(read_text(path))
    except SheetError as error:
        raise TableeError(Text(f"{path}, ", f"{path}, ") + error.text) from None


def read_text(path: str) -> str:
    """The text of a file, `-` being standard input, or a sentence about why it cannot be read."""
    try:
        return sys.stdin.buffer.read().decode("utf-8") if path == "-" else Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise RequestError(f"Le fichier {path} n’existe pas.", f"There is no file {path}.") from None
    except UnicodeDecodeError:
        raise RequestError(
            f"Le fichier {path} n’est pas du texte UTF-8.", f"The file {path} is not UTF-8 text."
        ) from None
    except (OSError, ValueError) as error:
        raise refuse(path, error, "Le fichier {path} est illisible", "The file {path} cannot be read") from None


def refuse(path: str | Path, error: Exception, french: str, english: str) -> RequestError:
    """The error about a file or a folder that the system refused, with its reason."""
    return RequestError(Text.fill(f"{french} ({{why}}).", f"{english} ({{why}}).", path=path, why=refusal(error)))


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make a folder unless it is there. RequestError: it cannot be made, and why."""
    try:
        path.mkdir(mode, parents=True, exist_ok=True)
    except OSError as error:
        raise refuse(path, error, "{path} : pas de dossier ici", "{path}: no folder here") from None


def write_file(path: Path, content: bytes) -> None:
    """Write a file atomically. RequestError: it cannot be written; the old file stays."""
    try:
        write_atomic(path, content)
    except OSError as error:
        raise refuse(path, error, "{path} ne peut pas être écrit", "{path} cannot be written") from None
