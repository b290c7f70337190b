"""The tutor at the keyboard: off until it is asked for, then by the same request as everywhere."""

import pytest

from tablee.core.registry import load
from tablee.review.tutor import ask_solvers
from tablee.table.verbs import TUTORS
from tests.terminal.test_terminal_game import Stage, sat, tokens


def modes(name: str) -> list[str]:
    return [mode for mode in TUTORS if mode != "coach" or name == "blocs"]


def advice(stage: Stage) -> str:
    return " ".join(stage.text.split())


def weakest(name: str, variant: dict[str, object], events: str) -> tuple[str, str]:
    """The best and the worst move after some events."""
    game = load(name)
    state = game.start(game.variant(variant))
    for token in events.split():
        state = game.play(state, game.parse(token))
    losses = ask_solvers(game, state, game.players(state)[0]).losses
    return str(losses[0][0]), str(losses[-1][0])


@pytest.mark.parametrize(
    ("lang", "word", "sure"), [("fr", "tuteur", "Il y a mieux"), ("en", "tutor", "There is a better move")]
)
def test_a_word_before_a_costly_move(lang: str, word: str, sure: str) -> None:
    variant: dict[str, object] = {"mode": "solo", "level": 2}
    best, worst = weakest("blocs", variant, "d13")
    fine = f"{word} {modes('blocs').index('fine')}"
    lines = [fine, worst, "n", best.replace(",", " ")]
    stage, table = sat(lines, "blocs", variant, events="d13", kinds=("human",), lang=lang)
    assert advice(stage).count(sure) == 1  # of the weak move, not of the good one
    assert table.table.tutors == {0: "fine"}
    assert tokens(table)[1].startswith(best)
    stage, table = sat([fine, worst, ""], "blocs", variant, events="d13", kinds=("human",), lang=lang)
    assert tokens(table)[1].startswith(worst)  # one may keep it


def test_it_says_what_there_is_and_who_asked() -> None:
    stage, table = sat(["tuteur", "tuteur 99", "tuteur 1"], events="d4")
    assert advice(stage).count("Quel tuteur ?") == 2
    for mode in modes("cadeau"):
        assert TUTORS[mode].fr in advice(stage)
    assert TUTORS["coach"].fr not in advice(stage)  # there is nothing to calculate
    assert "Léa demande un tuteur" in advice(stage)
    assert table.table.tutors == {0: "hints"}


def test_hints_in_three_steps_then_every_move() -> None:
    stage, _ = sat(["tuteur 1", "?", "?", "?", "?", "?"], "cadeau", {"zones": 1}, events="d6")
    game = load("cadeau")
    state = game.play(game.start(game.variant({"zones": 1})), game.parse("d6"))
    places = []
    for messages in ask_solvers(game, state, 1).hint(3):
        places.append(advice(stage).index(messages.with_names({1: "Léa", 2: "Tom"}).fr.split(".")[0]))
    assert places == sorted(places)
    assert advice(stage).index("Coups permis") > places[-1]


def test_the_chances_of_every_move() -> None:
    stage, _ = sat([f"tuteur {modes('cadeau').index('full')}"], "cadeau", {"zones": 1}, events="d6")
    game = load("cadeau")
    state = game.play(game.start(game.variant({"zones": 1})), game.parse("d6"))
    for move, worth in ask_solvers(game, state, 1).chances.items():
        assert f"{move} {100 * worth:.1f}".replace(".", ",") in advice(stage)


def test_a_coach_counts_gives_a_number_and_asks_afterwards() -> None:
    lines = [f"tuteur {modes('blocs').index('coach')}", *"????", "9"]
    stage, _ = sat(lines, "blocs", {"level": 3}, events="d36")
    assert "calculs différents" in advice(stage)
    assert all(advice(stage).count(f"avec le {number}.") == 1 for number in (9, 5, 4))
    assert "vous l’aviez vu" in advice(stage)


def test_a_hidden_choice_is_not_looked_at() -> None:
    """L4: what the first has chosen does not change the hints of the second."""
    messages = set()
    for first in ("a1", "c3"):
        stage, _ = sat(["", f"bonnet {first}", "", "tuteur 1", "?", "?"], "laaancez", events="d3")
        messages.add(advice(stage).rpartition("Tapez encore ? pour un indice.")[2])
    assert len(messages) == 1
