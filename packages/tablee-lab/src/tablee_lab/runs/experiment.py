"""What every experiment knows of itself: a game, its variant and a seed."""

import hashlib
from dataclasses import dataclass

from tablee.core.game import AnyGame, Variant
from tablee.core.registry import load


def derive(seed: int, *parts: object) -> int:
    """A seed that follows from another one and from what it is for."""
    path = "/".join(map(str, (seed, *parts)))
    return int.from_bytes(hashlib.sha256(path.encode()).digest()[:8])


@dataclass(frozen=True, slots=True)
class Experiment:
    """The plan of a tournament, a batch or a study. `game` is a name, since modules cannot be pickled."""

    game: str
    variant: Variant
    seed: int

    @property
    def rules(self) -> AnyGame:
        return load(self.game)

    @property
    def seats(self) -> int:
        return self.rules.seats(self.variant)

    @property
    def settings(self) -> dict[str, object]:
        return self.rules.settings(self.variant)

    @property
    def named_settings(self) -> dict[str, object]:
        """The settings for people: a sheet given as data goes by its name."""
        return {key: value["name"] if isinstance(value, dict) else value for key, value in self.settings.items()}

    def derive(self, *parts: object) -> int:
        """A seed of its own for each thing that needs one."""
        return derive(self.seed, *parts)
