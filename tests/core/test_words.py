"""Sentences in both languages."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.core.words import (
    CASES,
    Case,
    Text,
    capital,
    count_noun,
    decimal,
    elide,
    language,
    name_slot,
    one_line,
    or_list,
    percent,
    player_ref,
    suggest,
    typeset,
    untranslated,
)


def test_a_text_says_the_same_in_both_languages() -> None:
    text = Text("Joué !", "Played!") + untranslated(" 3")
    assert text.in_lang("en") == "Played! 3"
    assert text.in_lang("fr") == "Joué ! 3"
    set_ = "«\u00a0oui\u00a0»\u00a0: non\u202f; quoi\u202f? n°\u00a03, 12\u00a0Mo, 5\u00a0%"
    assert typeset("« oui » : non ; quoi ? n° 3, 12 Mo, 5 %", "fr") == set_ == typeset(set_, "fr")
    assert typeset("«\u202foui\u202f»\u202f: non\u00a0; quoi\u00a0? n° 3, 12 Mo, 5\u202f%", "fr") == set_
    assert typeset("Joueur 1, zone 2, au niveau 3 : 45 minutes", "fr").count("\u00a0") == 5
    assert typeset("« yes » : no?", "en") == "« yes » : no?"


def test_figures_take_the_signs_of_their_language() -> None:
    assert decimal(-0.94) == Text("−0,9", "−0.9")
    assert decimal(-0.04, "+.1f") == Text("0,0", "0.0")
    assert decimal(12345.6, "+,.1f") == Text("+12\u202f345,6", "+12,345.6")
    assert decimal(2e-11, ".1e") == Text("2,0e-11", "2.0e-11")
    assert percent(0.485) == Text("48,5 %", "48.5%")


@pytest.mark.parametrize(
    ("number", "spec", "fr", "en"),
    [
        (0, "", "0 point", "0 points"),
        (-0.94, "+.1f", "−0,9 point", "−0.9 points"),
        (1.96, ".1f", "2,0 points", "2.0 points"),
        (1, "", "1 point", "1 point"),
        (1234, ",", "1\u202f234 points", "1,234 points"),
    ],
)
def test_nouns_agree_with_their_number(number: float, spec: str, fr: str, en: str) -> None:
    assert count_noun(number, "point", "point", spec) == Text(fr, en)
    assert count_noun(2, "vrai choix|vrais choix", "push|pushes") == Text("2 vrais choix", "2 pushes")


def test_lists_read_as_people_say_them() -> None:
    assert or_list([]) == Text("", "")
    assert or_list([untranslated(1)]) == untranslated(1)
    assert or_list(map(untranslated, (1, 2, 3))) == Text("1, 2 ou 3", "1, 2 or 3")
    assert or_list(map(untranslated, (1, 2)), last=Text(" et ", " and ")) == Text("1 et 2", "1 and 2")


def test_a_word_is_suggested_and_a_number_never() -> None:
    assert suggest("sol", ("duel", "solo")).en == " Did you mean “solo”?"
    assert suggest(12, range(1, 10)).en == ""


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


# --- places for names -----------------------------------------------------------------------------------------------


def test_without_a_name_players_have_numbers() -> None:
    assert [player_ref(2, case).fr for case in CASES] == ["Joueur 2", "le joueur 2", "au joueur 2", "du joueur 2"]
    assert [player_ref(2, case).en for case in CASES] == ["Player 2", "player 2", "player 2", "player 2"]
    assert capital(player_ref(1, "le")).in_lang("fr") == "Le joueur 1"


def test_french_bends_to_the_name() -> None:
    wording = (
        capital(player_ref(1, "le"))
        + Text(" donne ", " gives ")
        + player_ref(2, "à")
        + Text(" le bloc ", " the block of ")
    )
    wording += player_ref(3, "de") + untranslated(".")
    assert wording.fr == "Le joueur 1 donne au joueur 2 le bloc du joueur 3."
    named = wording.with_names({1: "Léa", 2: "Tom", 3: "Anna"})
    assert named == Text("Léa donne à Tom le bloc d’Anna.", "Léa gives Tom the block of Anna.")
    assert wording.with_names({2: "Tom"}).fr == "Le joueur 1 donne à Tom le bloc du joueur 3."


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Léa", "de Léa"),
        ("Anna", "d’Anna"),
        ("élodie", "d’élodie"),
        ("Œdipe", "d’Œdipe"),
        ("Hélène", "d’Hélène"),
        ("Yves", "d’Yves"),
        ("Yanis", "de Yanis"),
        ("Y", "d’Y"),
        ("Hugo", "de Hugo"),
        ("🦊 Ada", "de 🦊 Ada"),
        ("7", "de 7"),
        ("Chat", "du Chat"),
        ("Ours", "de l’Ours"),
        ("Souris 2", "de la Souris 2"),
    ],
)
def test_of_whom(name: str, wanted: str) -> None:
    assert player_ref(1, "de").with_names({1: name}).fr == wanted
    assert elide("à ", name) == f"à {name}"


def test_a_sentence_is_filled_with_its_parts_and_keeps_their_slots() -> None:
    sentence = Text.fill(
        "{who} fait {n} : {who} passe {{.}}", "{n} for {who}, pass {{.}}", who=player_ref(1, "le"), n=7
    )
    assert sentence.in_lang("fr") == "le joueur 1 fait 7 : le joueur 1 passe {.}"
    assert sentence.with_names({1: "Léa"}) == Text("Léa fait 7 : Léa passe {.}", "7 for Léa, pass {.}")
    with pytest.raises(KeyError):
        Text.fill("{who} passe.", "{nobody} passes.", who="Léa")


def test_a_name_in_each_language() -> None:
    robot = Text("Robot glouton", "Greedy bot")
    wording = (player_ref(1) + Text(" passe.", " passes.")).with_names({1: robot})
    assert wording == Text("Robot glouton passe.", "Greedy bot passes.")


def test_a_place_says_how_it_goes_with_a_name() -> None:
    side = capital(name_slot(1, Text("les Lutins", "the Elves"), Text("les Lutins de {}", "{}’s Elves")))
    assert (side.fr, side.en) == ("Les Lutins", "The Elves")
    assert side.with_names({1: "Anna"}).fr == "Les Lutins d’Anna"
    assert side.with_names({1: "anna"}).en == "anna’s Elves"


def test_lists_keep_the_places() -> None:
    both = or_list([player_ref(1), player_ref(2), player_ref(3)], last=Text(" et ", " and "))
    assert both.fr == "Joueur 1, Joueur 2 et Joueur 3"
    assert both.with_names({1: "Léa", 3: "Tom"}).en == "Léa, Player 2 and Tom"


Piece = str | tuple[int, Case]
PLAYERS, CHOSEN = st.integers(1, 4), st.sampled_from(sorted(CASES))
PIECES = st.lists(st.one_of(st.text(max_size=8), st.tuples(PLAYERS, CHOSEN)), max_size=9)
ODD = st.sampled_from(["{}", "{0}", "\\1", "(?:", "%s", "Joueur 2"])
NAMES = st.dictionaries(PLAYERS, st.one_of(st.text(max_size=40), ODD))


def sentence(pieces: Sequence[Piece]) -> Text:
    wording = untranslated("")
    for piece in pieces:
        wording += untranslated(piece) if isinstance(piece, str) else player_ref(*piece)
    return wording


def expected(pieces: Sequence[Piece], names: Mapping[int, str], lang: str) -> str:
    """What the sentence must say, put together piece by piece."""
    messages = []
    for piece in pieces:
        if isinstance(piece, str):
            messages.append(piece)
            continue
        player, case = piece
        name = names.get(player, "")
        if not name:
            messages.append(player_ref(player, case).in_lang(lang))
        elif lang == "en":
            messages.append(name)
        else:
            messages.append(elide({"": "", "le": "", "à": "à ", "de": "de "}[case], name))
    return "".join(messages)


@given(PIECES, NAMES)
def test_names_are_put_in_as_they_are(pieces: list[Piece], names: dict[int, str]) -> None:
    wording = sentence(pieces)
    assert wording.in_lang("fr") == expected(pieces, {}, "fr")
    for lang in ("fr", "en"):
        assert wording.with_names(names).in_lang(lang) == expected(pieces, names, lang)


@given(PIECES, NAMES, NAMES)
def test_names_may_come_one_after_another(pieces: list[Piece], first: dict[int, str], second: dict[int, str]) -> None:
    """Who has a name keeps it; a place that is left can be filled later, and in any longer sentence."""
    wording = untranslated("« ") + sentence(pieces) + untranslated(" »")
    known = {player: name for player, name in first.items() if name}
    twice, once = wording.with_names(first).with_names(second), wording.with_names(second | known)
    assert (twice.fr, twice.en) == (once.fr, once.en)
    assert (wording.with_names({}).fr, wording.with_names({}).en) == (wording.fr, wording.en)


def test_what_is_typed_is_shown_on_one_line_with_its_pictures_whole() -> None:
    assert one_line("  Léa\n\tet 👩\u200d👧 \x07") == "Léa et 👩\u200d👧"
    assert one_line("\u200d") == one_line(" \x00 ") == ""
