"""What a push is worth at once: win, else push as many blocks and as high ones as possible."""

from tablee.games import blocs


def rank(state: blocs.State, player: int, move: blocs.Push) -> tuple[float, ...]:
    left = state.seats[state.seat] & ~blocs.mask_of(move)
    return (not left, len(move.blocks), sum(move.blocks))
