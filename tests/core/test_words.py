"""Sentences in both languages."""

from __future__ import annotations

import pytest

from tablee.core.words import Text, counted, language, listed, same, typeset


def test_a_text_says_the_same_in_both_languages() -> None:
    text = Text("Joué !", "Played!") + same(" 3")
    assert text.said("en") == "Played! 3"
    assert text.said("fr") == "Joué ! 3"
    assert typeset("« oui » : non ; quoi ?") == "«\u00a0oui\u00a0»\u00a0: non\u00a0; quoi\u00a0?"


def test_numbers_take_their_nouns() -> None:
    assert [counted(number, "zone", "zone").fr for number in (0, 1, 2)] == ["0 zone", "1 zone", "2 zones"]
    assert [counted(number, "zone", "zone").en for number in (0, 1, 2)] == ["0 zones", "1 zone", "2 zones"]


def test_lists_read_as_people_say_them() -> None:
    assert listed([]) == Text("", "")
    assert listed([same(1)]) == same(1)
    assert listed(map(same, (1, 2, 3))) == Text("1, 2 ou 3", "1, 2 or 3")
    assert listed(map(same, (1, 2)), last=Text(" et ", " and ")) == Text("1 et 2", "1 and 2")


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE"}, "en"),
        ({"LC_ALL": "fr_FR", "LANG": "en_US"}, "fr"),
        ({"LANGUAGE": "en:fr", "LANG": "fr_FR"}, "en"),
    ],
)
def test_the_language_of_an_environment(environment: dict[str, str], wanted: str) -> None:
    assert language(environment) == wanted
