"""Terminals that lack our signs get plain ones."""

import pytest

from tablee.core.ascii_signs import PLAIN, to_ascii


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("À l’assaut du Cadeau !", "A l'assaut du Cadeau !"),
        ("╭──── 1 ────╮", "+---- 1 ----+"),
        ("│ · │ 4 │", "| . | 4 |"),
        ("« cœur »", '" coeur "'),
        ("日", "?"),
    ],
)
def test_a_text_in_ascii(text: str, plain: str) -> None:
    assert to_ascii(text) == plain


def test_only_what_an_encoding_lacks_is_changed() -> None:
    assert "é│●".encode("cp1252", errors=PLAIN) == b"\xe9|o"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", errors=PLAIN)
