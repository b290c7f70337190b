"""Which blocks a roll can push, told without a game."""

import re

from tablee.core.errors import RequestError
from tablee.core.supported import ANYTHING, SupportedSettings, check_supported
from tablee.core.words import Text, or_list, untranslated
from tablee.games import blocs
from tablee.games.blocs import BLOCKS, Push, Variant, calculations, goes_on, mask_of, pushes, targets
from tablee.paper.typed_input import read_roll

TITLE = Text("Quels blocs puis-je pousser ?", "Which blocks can I push?")
ABOUT = Text("Deux dés, par exemple 5 4.", "Two dice, for example 5 4.")
MORE = Text("Blocs devant moi (par défaut : les dix)", "Blocks in front of me (default: all ten)")
OPTION = "level"
SUPPORTED: SupportedSettings = {"level": (1, 2, 3), **dict.fromkeys(("mode", "push", "single", "given"), ANYTHING)}


def count(variant: Variant, dice: str, more: str = "", most: int = 0) -> tuple[Text, list[tuple[Text, bool]]]:
    """What a roll allows with the blocks in front (`more`), and each push with `most` of its calculations, 0: all.

    NotationError: there are no such dice; RequestError: no such blocks.
    """
    check_supported(blocs, variant, SUPPORTED)
    level, mask, thrown = variant.level, mask_of(Push(blocks_of(more))), read_roll(dice, 2).dice
    goals = targets(level, thrown)
    ways = [(push.blocks, calculations(level, push.blocks, goals)) for push in pushes(level, mask, thrown)]
    free = (
        Text("au choix (double)", "free choice (double)")
        if thrown[0] == thrown[1]
        else Text("le chiffre d’un dé", "the number of a die")
    )
    lines = []
    for blocks, found in sorted(ways, key=lambda way: (not way[1], len(way[0]), way[0])):
        label, how = untranslated(", ".join(map(str, blocks))), untranslated(list_ways(found, most)) if found else free
        alone = found and len(blocks) == 1
        line = label if alone else Text.fill("{label} : {how}", "{label}: {how}", label=label, how=how)
        lines.append((line, bool(found)))
    return _describe_throw(level, mask, thrown, goals, len(ways)), lines


def blocks_of(words: str) -> tuple[int, ...]:
    """The blocks that stand in front, all of them if none is named."""
    given = [int(number) for number in re.findall(r"\d{1,6}", words)]
    for block in given:
        if block not in BLOCKS:
            raise RequestError(
                f"Il n’y a pas de bloc {block} ; il y a {', '.join(map(str, BLOCKS))}.",
                f"There is no block {block}; there are {', '.join(map(str, BLOCKS))}.",
            )
    return tuple(sorted(set(given))) or BLOCKS


def _describe_throw(level: int, mask: int, dice: tuple[int, ...], goals: tuple[int, ...], count: int) -> Text:
    low, high = dice
    if low + high == 7:
        return Text(
            "Un total de 7 : le tour s’arrête. On relance si aucun bloc n’a encore été poussé, ou en solo.",
            "A total of 7: the turn ends. Roll again if no block has been pushed yet, or in solo.",
        )  # B8, B17
    goal = or_list(map(untranslated, goals))
    if not count:
        return Text(
            f"Rien ne fait {goal.fr}, et aucun bloc ne porte {low} ou {high} : le tour passe.",
            f"Nothing makes {goal.en}, and no block has {low} or {high}: the turn passes.",
        )  # B10
    if not goes_on(level, mask, dice):
        return Text.fill(
            "Rien ne fait {goal}, mais un bloc porte le chiffre d’un dé : on le pousse, et le tour passe.",
            "Nothing makes {goal}, but a block has the number of a die: push it, and the turn passes.",
            goal=goal,
        )  # B9
    sentence = Text.fill("Il faut faire {goal} ; puis on relance.", "Make {goal}; then roll again.", goal=goal)
    if low == high:
        sentence += Text(
            " C’est un double : on peut aussi pousser deux blocs au choix.", " A double: you may also push any two."
        )  # B7
    return sentence


def list_ways(found: tuple[str, ...], most: int = 0) -> str:
    """The calculations of a push as people write them; at most so many, if told."""
    shown = found[:most] if most else found
    more = len(found) - len(shown)
    return "  ·  ".join(map(blocs.pretty, shown)) + (f"  (+{more})" if more else "")
