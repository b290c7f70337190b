"""How people write a game of osselets."""

from osselets import State

from tablee.paper.typed_input import word_at

SAID = {"garde": "hold", "encore": "again"}


def token(state: State, text: str, at: int) -> tuple[str, int]:
    """A die as its number, a choice as its French word or its token."""
    word = word_at(text, at)
    return SAID.get(word, word if state.choosing else f"d{word.removeprefix('d')}"), at + len(word)
