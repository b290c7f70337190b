"""What is played, by whom and with which dice; and the questions that find it out, Enter taking the usual answer."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablee import bots
from tablee.core.errors import NotationError
from tablee.core.game import AnyGame, Variant, clip
from tablee.core.options import options_to_ask
from tablee.core.registry import load, names
from tablee.core.words import Text
from tablee.paper.commands import Command
from tablee.paper.typed_input import without_accents
from tablee.table import Chair, Setup, name_bots
from tablee.table.setup import DiceSource

from .people import clean, kind_of
from .prompts import Changed, Left, list_commands, read_answer
from .screen import Screen

VIRTUAL: DiceSource = "virtual"
TYPED: DiceSource = "typed"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its answers, the usual one first; `read` takes what is none of them."""

    text: Text
    answers: tuple[tuple[object, Text], ...]
    read: Callable[[str], object | None] = lambda line: None


def ask_setup(screen: Screen) -> Setup:
    """Ask everything; `undo` goes one question back."""
    screen.say(Text("Bienvenue à table !", "Welcome to Tablée!"), "title")
    screen.say(Text("Appuyez sur Entrée pour la réponse marquée d’une étoile.", "Press Enter for the starred answer."))
    answers: list[object] = []
    while question := _next(answers):
        screen.line()
        screen.say(question.text, "strong")
        screen.lines(_list_answers(screen, question))
        try:
            answers.append(
                read_answer(
                    screen,
                    Text("Votre choix", "Your choice"),
                    lambda line, question=question: _answer(question, line),  # type: ignore[misc]
                    lambda command, _: _obey(screen, command),
                )
            )
        except Changed:
            answers = answers[:-1]
    game = load(str(answers[0]))
    chairs = tuple(answer for answer in answers if isinstance(answer, Chair))
    settings = game.settings(_variant(game, answers))
    dice = TYPED if answers[-1] == TYPED else VIRTUAL
    return Setup(game.NAME, settings, name_bots(chairs, screen.look.lang), dice=dice)


def _list_answers(screen: Screen, question: Question) -> list[str]:
    """The answers by number, or just the numbers where they are the answers."""
    words = [screen.look.in_lang(words) for _, words in question.answers]
    if all(word.isdigit() for word in words):
        return ["  " + f"{words[0]}*  " + "  ".join(sorted(words[1:]))]
    return [
        line
        for number, word in enumerate(words, 1)
        for line in screen.look.wrap(word, first=f"  {number}{' ' if number > 1 else '*'} ", rest=" " * 5)
    ]


def _next(answers: Sequence[object]) -> Question | None:
    """The question that comes after these answers."""
    if not answers:
        return Question(
            Text("À quoi joue-t-on ?", "What shall we play?"), tuple((name, load(name).TITLE) for name in names())
        )
    game = load(str(answers[0]))
    asked, place = options_to_ask(game.OPTIONS), len(answers) - 1
    if place < len(asked):
        option = asked[place]
        return Question(option.question or option.label, tuple((value, option.name(value)) for value in option.values))
    seat = place - len(asked)
    if seat < game.seats(_variant(game, answers)):
        return _who(game, answers, seat + 1)
    if seat == game.seats(_variant(game, answers)):
        return Question(
            Text("Quels dés ?", "Which dice?"),
            (
                (VIRTUAL, Text("automatiques", "automatic")),
                (TYPED, Text("de vrais dés : vous tapez ce qu’ils montrent", "real dice: you type what they show")),
            ),
        )
    return None


def _who(game: AnyGame, answers: Sequence[object], player: int) -> Question:
    if game.opening(_variant(game, answers)):
        where = Text(f"à la place {player}", f"at seat {player}")  # B2: who is player 1 is rolled for
    else:
        where = game.seat_name(_variant(game, answers), player)
    kinds = bots.available(game).items()
    robots = tuple((Chair("", name), kind.title + Text(" : ", ": ") + kind.about) for name, kind in kinds)
    return Question(
        Text(f"Qui joue {where.fr} ? (un nom, ou un numéro)", f"Who plays {where.en}? (a name, or a number)"),
        ((Chair(), Text("une personne", "a person")), *robots),
        lambda line: Chair(clean(line)) if clean(line) and not line.isdigit() else None,
    )


def _answer(question: Question, line: str) -> object:
    """An answer by its number, its value, or the beginning of its words."""
    values = [value for value, _ in question.answers]
    if not line:
        return values[0]
    typed = without_accents(line)
    # A number of zones is meant as such; other answers are chosen by their place in the list.
    for value in values:
        if not isinstance(value, Chair) and typed == without_accents(str(value)):
            return value
        if isinstance(value, Chair) and kind_of(typed) == value.bot:
            return value
    if typed.isascii() and typed.isdigit() and len(typed) < 3 and 0 < int(typed) <= len(values):
        return values[int(typed) - 1]
    meant = [
        value
        for value, words in question.answers
        if without_accents(words.fr).startswith(typed) or without_accents(words.en).startswith(typed)
    ]
    if len(meant) == 1 and not isinstance(meant[0], Chair):
        return meant[0]
    read = question.read(line)
    if read is None:
        raise NotationError(
            f"« {clip(line)} » : tapez un numéro de la liste, ou juste Entrée.",
            f"“{clip(line)}”: type a number of the list, or just Enter.",
        )
    return read


def _obey(screen: Screen, command: Command) -> None:
    if command.name == "quit":
        raise Left
    if command.name == "undo":
        raise Changed
    screen.say(
        Text(
            "Tapez le numéro d’une réponse, ou juste Entrée pour celle qui porte l’étoile.",
            "Type the number of an answer, or just Enter for the one with the star.",
        )
    )
    screen.lines(list_commands(screen.look, ("undo", "quit")))


def _variant(game: AnyGame, answers: Sequence[object]) -> Variant:
    asked = (option.key for option in options_to_ask(game.OPTIONS))
    return game.variant(dict(zip(asked, answers[1:], strict=False)))
