"""Who sits at the table: people and bots, their names, and the opening roll that seats them (B2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tablee import bots
from tablee.core.dice import Dice
from tablee.core.errors import RequestError
from tablee.core.words import Text, listed, same, who
from tablee.games import blocs

from . import dice as pictures
from .prompts import Changed, Command, Left, ask, bare, taught
from .screen import Screen

HUMAN = "human"
LONGEST = 20  # characters of a name
KINDS = {  # what people type
    HUMAN: ("human", "humain", "personne", "person", "quelqu’un"),
    "random": ("random", "hasard", "robot hasard", "random robot"),
    "greedy": ("greedy", "glouton", "robot", "robot glouton", "greedy robot"),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the table; without a name they are called by their number."""

    name: str = ""
    kind: str = HUMAN

    @property
    def human(self) -> bool:
        return self.kind == HUMAN


def clean(name: str) -> str:
    """A name as it may be shown: printable, on one line, not too long."""
    return " ".join("".join(char if char.isprintable() else " " for char in name).split())[:LONGEST].strip()


def kind_of(word: str) -> str | None:
    """The kind of player that a word names."""
    meant = bare(word)
    known = KINDS | {name: (name,) for name in bots.NAMES if name not in KINDS}
    return next((kind for kind, words in known.items() if meant in map(bare, words)), None)


def christened(people: Iterable[Person], lang: str) -> tuple[Person, ...]:
    """The same people, bots without a name bearing their kind's; two of a kind are told apart."""
    made: list[Person] = []
    for person in people:
        if not person.human and not person.name:
            title = bots.KINDS[person.kind].title.said(lang)
            alike = sum(one.kind == person.kind for one in made)
            person = replace(person, name=f"{title} {alike + 1}" if alike else title)
        made.append(person)
    return tuple(made)


def labels(people: Sequence[Person], lang: str) -> tuple[str, ...]:
    """What each player is called, in order."""
    return tuple(who(player).named(names(people)).said(lang) for player in range(1, len(people) + 1))


def names(people: Sequence[Person]) -> dict[int, str]:
    """The names that are known, by player."""
    return {player: person.name for player, person in enumerate(people, 1)}


def remembered(players: Sequence[str], kinds: Sequence[str], seats: int) -> tuple[Person, ...]:
    """The people of a record: their names, and which of them were bots."""
    people = []
    for place in range(seats):
        name = clean(players[place]) if place < len(players) else ""
        kind = kind_of(kinds[place]) if place < len(kinds) else None
        number = who(place + 1)
        people.append(Person("" if name in (number.fr, number.en) else name, kind or HUMAN))
    return tuple(people)


# --- the opening roll (B2) ----------------------------------------------------------------------------------------


def opening(screen: Screen, people: Sequence[Person], dice: Dice | None) -> tuple[Person, ...]:
    """Each throws one die; the highest is player 1, the others follow to the left; ties throw again.

    `dice` None: real dice, typed in. Somebody without a name is called by their place at the table.
    """
    places = [
        same(person.name) if person.name else Text(f"La place {place}", f"Place {place}")
        for place, person in enumerate(people, 1)
    ]
    screen.say(
        Text(
            "Qui commence ? Chacun lance un dé, le plus grand joue en premier.",
            "Who begins? Everybody throws one die, the highest goes first.",
        ),
        "strong",
    )
    tied = tuple(range(len(people)))
    while True:
        throws = _throws(screen, [places[place] for place in tied], dice)
        leaders = [tied[place] for place in blocs.leaders(throws)]
        if len(leaders) == 1:
            break
        tied = tuple(leaders)
        again = listed([places[place] for place in tied], last=Text(" et ", " and "))
        screen.say(Text(f"Égalité : {again.fr} relancent.", f"A tie: {again.en} throw again."))
    order = blocs.seating(leaders[0], len(people))
    screen.say(places[leaders[0]] + Text(" commence.", " begins."), "strong")
    screen.wait()
    return tuple(people[place] for place in order)


def _throws(screen: Screen, names: Sequence[Text], dice: Dice | None) -> list[int]:
    """One die each; with real dice `undo` takes the last one back."""
    throws: list[int] = []
    while len(throws) < len(names):
        name = names[len(throws)]
        if dice:
            throws.append(dice.throw(1).dice[0])
            screen.say(name + Text(f" lance {throws[-1]}.", f" throws {throws[-1]}."))
            screen.wait()
            continue
        try:
            roll = ask(
                screen,
                name + Text(", ton dé (1 à 6)", ", your die (1 to 6)"),
                lambda line: pictures.typed(line, 1),
                lambda command, _: _obey(screen, command),
            )
            throws.append(roll.dice[0])
        except Changed:
            throws = throws[:-1]
    return throws


def _obey(screen: Screen, command: Command) -> None:
    if command.name == "quit":
        raise Left
    if command.name == "undo":
        raise Changed
    if command.name == "help":
        screen.say(
            Text("Tapez le chiffre du dé que cette personne a lancé.", "Type the number that this person threw.")
        )
        screen.lines(taught(screen.look, ("undo", "quit")))
        return
    raise RequestError(
        Text("La partie n’a pas encore commencé : tapez le dé.", "The game has not begun yet: type the die.")
    )
