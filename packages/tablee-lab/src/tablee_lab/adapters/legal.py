"""The action space of an agent: it knows which actions are legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray


class Legal(spaces.Discrete[Any]):
    """The numbers of all actions. `sample()` draws among those that are legal at the moment, unless it is given a mask
    or probabilities, so that `env.step(env.action_space.sample())` plays by the rules."""

    def __init__(self, count: int, mask: Callable[[], NDArray[np.int8]]) -> None:
        super().__init__(count)
        self._mask = mask

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None:
            legal = self._mask()
            mask = legal if legal.any() else None  # between games, any action
        return super().sample(mask, probability)
