"""A memo that does not grow: strangers may send as many own sheets as they like."""

import contextlib
from typing import TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class BoundedDict(dict[KeyT, ValueT]):
    """A dict of the `most` entries that were added last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: KeyT, value: ValueT) -> None:
        super().__setitem__(key, value)
        while len(self) > self._most:
            with contextlib.suppress(RuntimeError):  # another thread has added one, too
                self.pop(next(iter(self)), None)
