"""A goal that fits somebody who plays alone: how little to leave, so that it is reached as often as they wish (B17).
From the solved table: how often best play leaves each sum. A goal of 14 is reached by leaving less than 14."""

from functools import cache, lru_cache
from itertools import accumulate

from tablee.core.game import TWO_DICE
from tablee.core.registry import load
from tablee.core.supported import check_supported
from tablee.core.words import Text
from tablee.games import blocs
from tablee.games.blocs.supported import SUPPORTED

from .push_tables import pack

MOST = sum(blocs.BLOCKS)
NEAR = 0.04  # a goal that is reached so much more or less often than wished is still what was wished for
Spread = tuple[float, ...]  # by sum left, from 0: how likely it is


@lru_cache(maxsize=8)
def distribution(variant: blocs.Variant) -> Spread:
    """How likely best play is to leave each sum."""
    from .solver import table_of

    check_supported(load(blocs.NAME), variant, SUPPORTED)
    worth = table_of(variant)["sum"]

    def total(mask: int) -> int:
        return sum(blocs.numbers(mask))

    @cache
    def spread(mask: int) -> Spread:
        """The same from these blocks on."""
        shares, thrown = [0.0] * (MOST + 1), 0
        for roll, weight in TWO_DICE:
            pushes = blocs.pushes(variant.level, mask, roll.dice)
            if not pushes and sum(roll.dice) == 7:
                continue  # B17: rolled again
            ways = int(36 * weight)
            thrown += ways
            lefts = [mask & ~blocs.mask_of(push) for push in pushes] or [mask]
            again = variant.single == "again" or blocs.goes_on(variant.level, mask, roll.dice)
            if pushes and again:
                left = min(lefts, key=lambda each: worth[pack(each)])
                for index, share in enumerate(spread(left)):
                    shares[index] += ways * share
            else:
                shares[min(map(total, lefts))] += ways
        return tuple(share / thrown for share in shares)

    return spread(blocs.start(variant).seats[0])


def goal(variant: blocs.Variant, wish: float) -> tuple[int, float]:
    """The goal whose chance of being reached, by best play, is nearest to the wish; and that chance."""
    reached = list(accumulate(distribution(variant)))  # leaving so much or less
    nearest = min(range(MOST), key=lambda left: abs(reached[left] - wish))
    return nearest + 1, reached[nearest]


def describe(variant: blocs.Variant, wish: float) -> Text:
    aim, chance = goal(variant, wish)
    often = f"{100 * chance:.0f}"
    less = Text(f"qu’il reste moins de {aim}", f"finish with less than {aim}")
    sentence = Text.fill(
        "Votre objectif : {aimed}. En jouant bien, on y arrive {often} fois sur 100.",
        "Your goal: {aimed}. Good play gets there {often} times in 100.",
        aimed=less if aim > min(blocs.BLOCKS) else Text("pousser tous les blocs", "push all blocks"),
        often=often,
    )
    if abs(chance - wish) > NEAR:
        wished = f"{100 * wish:.0f}"
        sentence += Text(
            f" Avec ces réglages, aucun objectif n’est plus près de {wished}.",
            f" With these settings no goal is nearer to {wished}.",
        )
    return sentence
