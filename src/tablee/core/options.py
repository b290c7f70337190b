"""The settings of a game, as a table of data, and the one way to check them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from .errors import VariantError
from .words import Text, or_list, suggest, unknown, untranslated


@dataclass(frozen=True, slots=True)
class Option:
    """One setting: its key, the values it may have (the default first), and what it means.

    `label` is what people read above it, `names` what they read for a value that does not speak for itself, `question`
    what they are asked before a game.
    """

    key: str
    values: tuple[int | str, ...]
    meaning: Text
    label: Text
    names: Mapping[int | str, Text] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    open: bool = False  # other values are allowed too, and checked by the game itself
    only: tuple[str, tuple[int | str, ...]] | None = None  # another option, and its values with which this one serves
    question: Text | None = None
    head_start: bool = False  # it gives somebody an advantage before the start
    graded: bool = False  # from easy to hard, 1 to 3: in a class each may play by another of its values

    @property
    def default(self) -> int | str:
        return self.values[0]

    def name(self, value: int | str) -> Text:
        """A value as people read it: `à deux, face à face` for `duel`, `3` for 3."""
        return self.names.get(value) or untranslated(value)

    def parse(self, text: str) -> int | str:
        """A value as it is typed (`zones=3`) or stands in a record."""
        if isinstance(self.default, int) and text.isascii() and text.isdigit() and len(text) < 10:
            return int(text)
        return text


def validate(options: tuple[Option, ...], settings: Mapping[str, object]) -> dict[str, object]:
    """Every option with its value: the one given, or the default. Unknown keys and values are refused by name."""
    known = {option.key: option for option in options}
    for key in settings:
        if key not in known:
            raise VariantError(unknown("Le réglage", "setting", key, known))
    values = {option.key: _value(option, settings.get(option.key, option.default)) for option in options}
    for option in options:
        if option.only and values[option.key] != option.default and values[option.only[0]] not in option.only[1]:
            key, allowed = option.only[0], or_list(map(untranslated, option.only[1]))
            raise VariantError(
                f"Le réglage « {option.key} » ne sert qu’avec {key}={allowed.fr} : retirez-le, ou changez « {key} ».",
                f"The setting “{option.key}” only goes with {key}={allowed.en}: leave it out, or change “{key}”.",
            )
    return values


def options_to_ask(options: tuple[Option, ...]) -> list[Option]:
    """Those that bring a question, or all that are not open if none does; the others keep their default."""
    return [option for option in options if option.question] or [option for option in options if not option.open]


def settings_of(options: tuple[Option, ...], variant: object) -> dict[str, object]:
    """Every option with the value that a variant has for it, in the field of the same name."""
    return {option.key: getattr(variant, option.key) for option in options}


def drop_irrelevant(options: tuple[Option, ...], settings: Mapping[str, object]) -> dict[str, object]:
    """The settings of a form, in which every field stands, without those that do not serve with the others."""
    known = {option.key: option for option in options}
    chosen = {option.key: settings.get(option.key, option.default) for option in options}
    return {
        key: value for key, value in settings.items() if not (only := known[key].only) or chosen[only[0]] in only[1]
    }


def _value(option: Option, value: object) -> object:
    # True == 1 in Python, but nobody means a zone count by it.
    if any(value == allowed and type(value) is type(allowed) for allowed in option.values) or option.open:
        return value
    allowed = or_list(map(untranslated, option.values))
    if numbers := [number for number in option.values if isinstance(number, int)]:
        allowed = Text(f"de {min(numbers)} à {max(numbers)}", f"{min(numbers)} to {max(numbers)}")
    if isinstance(value, str) and option.parse(value) in option.values:  # the text "3" where the number 3 is meant
        hint = Text(f" Écrivez {value} sans guillemets.", f" Write {value} without quotes.")
    else:
        hint = suggest(value, option.values)
    raise VariantError(
        f"Le réglage « {option.key} » ne peut pas valoir « {str(value)[:40]} » ; choisissez {allowed.fr}.",
        f"The setting “{option.key}” cannot be “{str(value)[:40]}”; choose {allowed.en}.",
        hint,
    )
