"""The settings of a round: those of its game, and our own; and a table set up by them."""

import contextlib
from collections.abc import Mapping, Sequence
from typing import Any

from tablee import bots
from tablee.core import registry as games
from tablee.core.errors import RequestError, VariantError
from tablee.core.game import AnyGame, State, Variant
from tablee.core.record import Record
from tablee.core.words import Text, suggest
from tablee.engine import handicap
from tablee.table import Chair, Setup
from tablee.table.entry import check_fields, check_value, value_error

from . import dice

BY_LEVEL = ("ecureuil", "lapin", "ecureuil", "renard")  # the bot of the odd one: as usual, and of each level
DEFAULTS = {
    "game": "",  # another one for this round
    "odd": "bot",  # what the odd one does: play a bot, join a pair (where the game is for three), or wait
    "bot": "",  # of which level
    "tutor": False,
    "again": True,  # who has finished may play once more
    "even": False,  # an exact head start for who plays second
    "seconds": 0,  # until the round ends by itself; 0: no clock, but the usual one to find sums
    "throws": 0,  # together: how often the class chooses; 0: until somebody has won
    "dice": "",  # the code of a round's dice, as it was printed
}
"""Settings of a round beside those of its game."""
UNKNOWN = Text(
    "Pas d’avance : avec ces réglages, on ne connaît pas les chances exactes.",
    "No head start: with these settings the exact chances are not known.",
)


def read_settings(game: str, given: Mapping[str, Any]) -> tuple[AnyGame, Variant, dict[str, Any]]:
    """A game, its variant and the settings of our own. Raises RequestError or VariantError."""
    rules = games.load(game)
    check_fields(given, (*DEFAULTS, *(option.key for option in rules.OPTIONS)))
    own = dict[str, Any](DEFAULTS)
    for key in set(own) & set(given):
        own[key] = check_value(key, given[key], type(own[key]), 0, 3600)
    own["game"] = rules.NAME
    if own["odd"] not in ("bot", "three", "wait"):
        raise value_error("odd", Text("« bot », « three » ou « wait »", "“bot”, “three” or “wait”"))
    if own["odd"] == "three" and not find_setting(3, rules, given):
        raise RequestError("Ce jeu ne se joue pas à trois.", "This game can’t be played by three.")
    able = bots.available(rules)
    if own["bot"] and own["bot"] not in able:
        levels = ", ".join(able)
        choices = Text(f"Le robot se choisit parmi : {levels}.", f"The bot is one of: {levels}.")
        raise RequestError(choices + suggest(own["bot"], able))
    if own["dice"]:
        dice.read_code(own["dice"])
    return rules, choose_variant(rules, given), own


def choose_variant(rules: AnyGame, settings: Mapping[str, Any]) -> Variant:
    """The variant of a game by the settings of a round."""
    return rules.variant({key: value for key, value in settings.items() if key not in DEFAULTS})


def find_setting(people: int, rules: AnyGame, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The one setting that lets so many play with these others; {} where a game is not for so many."""
    for option in rules.OPTIONS:
        for value in option.values:
            with contextlib.suppress(VariantError):
                if rules.seats(choose_variant(rules, {**settings, option.key: value})) == people:
                    return {option.key: value}
    return {}


def choose_bot(rules: AnyGame, settings: Mapping[str, Any], level: int = 0) -> str:
    """The bot of the settings, else the one for this level."""
    able = bots.available(rules)
    return settings["bot"] or (BY_LEVEL[level] if BY_LEVEL[level] in able else next(iter(able)))


def choose_start(rules: AnyGame, settings: Mapping[str, Any]) -> tuple[State, Text | None]:
    """Where a game begins and, if it is not as usual, why. Raises Unsolved where even chances are not known."""
    variant = choose_variant(rules, settings)
    if settings["even"] and rules.seats(variant) == 2:
        return handicap.even_start(rules, variant), handicap.EVENED
    return rules.start(variant), None


def choose_head_start(
    rules: AnyGame, settings: Mapping[str, Any], size: int, name: Text, *, moved: bool
) -> tuple[State, Text | None, bool | None]:
    """Where a pair begins so that one of them is better off, what to say of it, and whether that one is to begin.

    `size`: of the head start; 0 is the better side alone, and so is any where the board shall not be `moved`.
    """
    variant = choose_variant(rules, settings)
    known = handicap.find_handicap(rules, variant, (handicap.EVEN, handicap.SMALL, handicap.LARGE)[size])
    if known is None:
        return rules.start(variant), UNKNOWN if size else None, None
    position, chance = known.start, known.plain
    if size and moved and known.position:
        position, chance = known.position, known.value
    if handicap.distance(chance, 0.5) <= handicap.NEAR:
        return rules.start(variant), None, None
    percent = round(100 * max(chance, 1 - chance))
    sentence = Text(
        f"Avance : entre deux joueurs parfaits, {name.fr} gagnerait {percent} parties sur 100.",
        f"Head start: between two perfect players, {name.en} would win {percent} games in 100.",
    )
    return rules.from_position(position), sentence, chance > 0.5


def set_up_table(rules: AnyGame, start: State, chairs: Sequence[Chair], code: str = "", game_number: int = 1) -> Setup:
    """A table of a round: no roll for who begins, the pairing has decided. `code`: of its common dice, if any."""
    shared = (dice.label(game_number), dice.derive_secret(code).hex()) if code else None
    record = None if start == rules.start(start.variant) else Record(rules, start.variant, begin=start)
    settings = rules.settings(start.variant)
    return Setup(rules.NAME, settings, tuple(chairs), opening=False, record=record, shared=shared)
