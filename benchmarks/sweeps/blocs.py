"""The sweeps of Pousse-blocs, ours and in C, over the same arrays."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tablee.games.blocs import push_tables as forms
from tablee_lab.kernels import blocs as kernel

SOURCE = "blocs.c"
TABLES = [{"mode": mode, "level": level} for mode in ("solo", "duel", "fast", "three", "four") for level in (1, 2, 3)]

Sweep = tuple[str, Callable[[], Any], Callable[[], Any] | None]


def _address(array: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def sweeps(library: ctypes.CDLL | None) -> Iterator[Sweep]:
    """Name, our sweep, the same in C; both return the array they have filled, to be compared."""
    for level in (1, 2, 3):
        tables = tuple(map(np.asarray, forms.pushes(level)))
        choices = len(tables[4])
        known = tables[:-1]  # the C programs know nothing of a push that may be left
        fields = [(f"array{place}", ctypes.c_void_p) for place in range(len(known))] + [("choices", ctypes.c_int64)]
        struct = type("Tables", (ctypes.Structure,), {"_fields_": fields})
        packed = struct(*(array.ctypes.data for array in known), choices)
        given = ctypes.byref(packed)

        ends = np.eye(1, forms.SETS)[0]
        chances = np.empty(forms.SETS)

        def alone(tables: Any = tables, ends: Any = ends, chances: Any = chances) -> Any:
            kernel.alone(tables, ends, True, chances)
            return chances.copy()

        def alone_c(given: Any = given, ends: Any = ends, chances: Any = chances, keep: Any = packed) -> Any:
            assert library is not None
            library.alone(given, _address(ends), _address(chances))
            return chances.copy()

        yield f"blocs solo {level}", alone, alone_c if library else None

        def duel(tables: Any = tables) -> Any:
            lower, upper = np.zeros(forms.SETS), np.ones(forms.SETS)
            kernel.duel(tables, lower, upper, 10_000)
            return lower

        def duel_c(given: Any = given, keep: Any = packed) -> Any:
            assert library is not None
            lower, upper = np.zeros(forms.SETS), np.ones(forms.SETS)
            library.duel(given, _address(lower), _address(upper), ctypes.c_int64(10_000))
            return lower

        yield f"blocs duel {level}", duel, duel_c if library else None

        value = np.empty((forms.SETS, forms.SETS))

        def fast(tables: Any = tables, value: Any = value) -> Any:
            kernel.fast(tables, value)
            return value

        def fast_c(given: Any = given, value: Any = value, keep: Any = packed) -> Any:
            assert library is not None
            library.fast(given, _address(value))
            return value

        yield f"blocs fast {level}", fast, fast_c if library else None

        shape = (3, forms.STRIPS, forms.SETS, forms.STRIP)
        after = np.random.default_rng(level).uniform(0.0, 0.3, shape)
        values, policy = np.empty(shape), np.zeros((forms.STRIPS, choices, forms.STRIP), np.int16)
        alike = np.empty((0, 7))

        def turn(tables: Any = tables, after: Any = after, values: Any = values, policy: Any = policy) -> Any:
            kernel.turn(tables, after, values, policy)
            return values

        def turn_c(
            given: Any = given, after: Any = after, values: Any = values, policy: Any = policy, keep: Any = packed
        ) -> Any:
            assert library is not None
            library.turn(given, _address(after), _address(values), _address(policy))
            return values

        yield f"blocs four {level}, a turn chosen", turn, turn_c if library else None

        def follow(
            tables: Any = tables, after: Any = after, values: Any = values, policy: Any = policy, mixed: Any = alike
        ) -> Any:
            kernel.follow(tables, after, values, policy, mixed)
            return values

        def follow_c(
            given: Any = given, after: Any = after, values: Any = values, policy: Any = policy, keep: Any = packed
        ) -> Any:
            assert library is not None
            library.follow(given, _address(after), _address(values), _address(policy))
            return values

        yield f"blocs four {level}, a turn followed", follow, follow_c if library else None
