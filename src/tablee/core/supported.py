"""Which settings an engine knows, and the one place where others are refused.

An engine is whatever was made for some rules without being these rules: a solver, a compiled kernel, a trained value,
a measured table, a list of reasons. It declares what it knows by option:

    SUPPORTED = {"zones": range(1, 10), "straights": ("ordered", "any")}

An option that is not declared must have its default. So an option that is added to a game, or a value added to one of
its options, is refused by every engine until somebody has taught it to that engine.
"""

from collections.abc import Container, Mapping

from .errors import UnknownOption
from .game import AnyGame, Variant

SupportedSettings = Mapping[str, Container[object]]


class _Anything:
    def __contains__(self, value: object) -> bool:
        return True


ANYTHING = _Anything()  # whatever the rules allow


def find_unsupported(game: AnyGame, variant: Variant, supported: SupportedSettings) -> dict[str, object]:
    """The settings of a variant that an engine does not know; empty if it may answer."""
    settings = game.settings(variant)
    values = {option.key: settings.get(option.key, option.default) for option in game.OPTIONS}
    return {
        option.key: values[option.key]
        for option in game.OPTIONS
        if values[option.key] not in supported.get(option.key, (option.default,))
    }


def check_supported(game: AnyGame, variant: Variant, supported: SupportedSettings) -> None:
    """UnknownOption: the variant has settings that the engine does not know."""
    refused = find_unsupported(game, variant, supported)
    if refused:
        names = ", ".join(f"{key}={value}" if isinstance(value, int | str) else key for key, value in refused.items())
        raise UnknownOption(
            f"On ne sait pas encore calculer « {game.NAME} » avec {names}. Choisissez une autre valeur, ou jouez "
            "sans conseil.",
            f"“{game.NAME}” cannot be computed with {names} yet. Choose another value, or play without advice.",
        )
