"""Who plays: an animal, a colour and a first name, chosen on the first page and remembered by the browser.

Somebody who gives no name goes by the animal's, from the first page to the log.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from urllib.parse import quote, unquote

from tablee.core.words import Text, one_line
from tablee.drawing import animals
from tablee.drawing.animals import ANIMALS
from tablee.drawing.svg import Markup
from tablee.table import Chair
from tablee.table.seating import LONGEST_NAME

COLOURS = animals.COLOUR_NAMES
DEFAULT_BADGES = tuple(f"{animal}-{colour}" for animal, (_, colour) in ANIMALS.items())


@dataclass(frozen=True, slots=True)
class Profile:
    """A visitor's name, animal and colour; empty until chosen."""

    badge: str = ""
    name: str = ""

    @staticmethod
    def from_cookie(cookie: str) -> Profile:
        badge, _, name = cookie.partition(".")
        return Profile(badge if is_badge(badge) else "", one_line(unquote(name))[:LONGEST_NAME])

    def to_cookie(self) -> str:
        return f"{self.badge}.{quote(self.name, safe='')}"

    def display_name(self, lang: str) -> str:
        """The first name, or the animal's."""
        return self.name or (animal_name(self.badge).in_lang(lang) if self.badge else "")


def is_badge(badge: str) -> bool:
    animal, _, colour = badge.partition("-")
    return animal in ANIMALS and colour in COLOURS


def animal_name(badge: str) -> Text:
    return ANIMALS[badge.partition("-")[0]][0]


def available_badges(worn: str, others: Iterable[str] = ()) -> tuple[str, ...]:
    """Badges to choose from: every animal that is free, and the visitor's own in its present colour."""
    taken, mine = {badge.partition("-")[0] for badge in others}, worn.partition("-")[0]
    animals = ((badge, badge.partition("-")[0]) for badge in DEFAULT_BADGES)
    return tuple(worn if animal == mine else badge for badge, animal in animals if animal not in taken)


def pick_badge(taken: Iterable[str]) -> str:
    """Returns a badge whose animal and colour are unused at the table, if there is one."""
    words = {word for badge in taken for word in badge.split("-")}
    return next((badge for badge in DEFAULT_BADGES if words.isdisjoint(badge.split("-"))), DEFAULT_BADGES[0])


def introduce(
    chairs: Iterable[Chair], lang: str, worn: Mapping[int, Profile] = MappingProxyType({})
) -> tuple[Chair, ...]:
    """Everybody with a face and a name of their own, for the whole game; `worn`: how those known go, by place."""
    seats = list(chairs)
    order = [*worn, *(place for place in range(len(seats)) if place not in worn)]
    for place in order:
        chair, profile = seats[place], worn.get(place, Profile())
        if chair.bot:
            continue
        others = [seat.badge for seat in seats]
        badge = chair.badge or (profile.badge if profile.badge not in others else "") or pick_badge(others)
        name = chair.name or profile.name or animal_name(badge).in_lang(lang)
        seats[place] = replace(chair, name=name, badge=badge)
    return tuple(seats)


@lru_cache(maxsize=256)
def face(badge: str, bot: str = "") -> Markup:
    """Returns a face as SVG, hidden from screen readers: the name stands beside it."""
    animal, _, colour = badge.partition("-")
    if bot:
        animal, colour = bot if bot in animals.FACES else "robot", ""
    drawn = animals.draw(animal, colour)
    return Markup(
        f'<svg class="tablee-animal" viewBox="0 0 100 100" width="100" height="100" aria-hidden="true" '
        f'focusable="false">{drawn}</svg>'
    )


@lru_cache(maxsize=256)
def choices(worn: str, lang: str) -> tuple[tuple[str, str, Markup], ...]:
    """Returns the available badges, each with the animal's name and face."""
    return tuple((badge, animal_name(badge).in_lang(lang), face(badge)) for badge in available_badges(worn))
