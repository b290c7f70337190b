"""What a kernel tells of a game: winner | first score << 8 | second score << 16 | events << 24; nobody won: 0."""

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from .draws import compiled


@compiled
def result(winner, events, first, second):
    """The result of a game as one number."""
    return np.int64(winner) | np.int64(first) << 8 | np.int64(second) << 16 | np.int64(events) << 24


@compiled
def keep(told, at, winner, events, scores):
    """Put a result into row `at` of the arrays; `scores` has as many columns as the game has scores."""
    winner[at] = told & 255
    events[at] = told >> 24
    for column in range(scores.shape[1]):
        scores[at, column] = told >> (8 * column + 8) & 255
