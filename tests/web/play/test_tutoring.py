"""The tutor at the table: off unless chosen; a word before a costly move, hints, every chance; by link if all agree."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from httpx import Client

from tablee.core.registry import load, part
from tablee.core.words import typeset
from tablee.games.blocs import Push, coach
from tablee.games.blocs import pretty as blocs_shown
from tablee.review import tutor
from tablee.review.tutor import ask_solvers
from tests.web_kit import do, link_of, opened, somebody_else

BLOCS = load("blocs")
VARIANT = BLOCS.variant({"mode": "duel", "level": 1})
THROW = "d56"  # of eleven


def thrown(client: Client, tutor: str = "", **form: str) -> str:
    """A duel after its first throw, with a tutor for the first seat."""
    table = opened(client, game="blocs", mode="duel", level="1", dice="typed", first="order", **form)
    if tutor:
        answer = client.post(f"{table}/tutor", data={"tutor0": tutor})
        assert answer.status_code == 303
    assert do(client, table, "roll", dice=THROW).status_code == 303
    return table


def moves() -> tuple[str, float, str]:
    """The best move after the throw, what the worst gives away, and the worst."""
    state = BLOCS.play(BLOCS.start(VARIANT), BLOCS.parse(THROW))
    found = ask_solvers(BLOCS, state, 1)
    assert found.exact
    return str(found.losses[0][0]), found.losses[-1][1], str(found.losses[-1][0])


def events(client: Client, table: str) -> list[str]:
    return str(client.get(f"{table}/record").text).split("\n\n", 1)[1].split()


def test_it_is_off_unless_chosen(client: Client) -> None:
    table = thrown(client)
    page = client.get(table).text
    assert 'id="hint-1"' not in page
    modes = re.findall(r"<option value=\"\w+\"[^>]*>([^<]*)", page.partition('id="tutor-form"')[2])
    assert any("avant un coup qui coûte cher" in mode for mode in modes)
    assert not [mode for mode in modes if re.search(r"\d", mode)], "in words, without figures"
    against = client.get(opened(client, game="blocs", way="bot")).text
    assert 'name="tutor0"' in against
    assert 'name="tutor1"' not in against  # a bot needs none
    _, lost, worst = moves()
    assert lost > 0.1
    assert do(client, table, "move", move=worst).status_code == 303
    assert events(client, table) == [THROW, worst]


def test_a_costly_move_is_asked_about_once_and_may_be_kept(client: Client) -> None:
    best, _, worst = moves()
    table = thrown(client, "clear")
    answer = do(client, table, "move", move=worst)
    assert answer.status_code == 200
    assert typeset("C’est sûr ? Il y a mieux.", "fr") in answer.text
    assert f'value="{worst}"' in answer.text
    assert best not in re.findall(r'id="wonder".*?</div>', answer.text, re.DOTALL)[0]  # it does not tell which
    assert events(client, table) == [THROW]
    assert do(client, table, "move?sure=1", move=worst).status_code == 303
    assert events(client, table) == [THROW, worst]
    for mode, silent in (("fine", best), ("hints", worst)):  # a good move, or nothing but hints
        assert do(client, thrown(client, mode), "move", move=silent).status_code == 303


def test_hints_come_in_three_steps(client: Client) -> None:
    best, _, _ = moves()
    table = thrown(client, "hints")
    assert 'name="hint" value="1"' in client.get(table).text
    shown = [client.get(table, params={"hint": str(step)}).text for step in (1, 2, 3)]
    hints = [re.findall(r'<div class="hints".*?</div>', page, re.DOTALL)[0] for page in shown]
    assert "poussées possibles" in hints[0]
    assert "11" not in hints[0]  # which block comes next
    assert "Regardez le" not in hints[0]
    assert best.replace(",", ", ") in hints[1]
    assert "Une idée" not in hints[1]
    assert "Une idée" in hints[2]
    assert 'name="hint"' not in shown[2]


def joined(client: Client) -> tuple[str, Client]:
    """A duel by link, and the one who sits at its other seat."""
    table = opened(client, game="blocs", mode="duel", level="1", dice="typed", first="order", way="link")
    other = somebody_else(client)
    assert other.post(link_of(client, table), data={"name": "Tom"}).status_code == 303
    return table, other


def test_from_afar_a_tutor_comes_if_the_other_agrees_and_the_log_says_so(client: Client) -> None:
    _, _, worst = moves()
    table, other = joined(client)
    client.post(f"{table}/tutor", data={"tutor0": "clear"})
    assert "On attend la réponse des autres." in client.get(table).text
    do(client, table, "roll", dice=THROW)  # the game does not wait
    assert 'class="hints"' not in client.get(table, params={"hint": "3"}).text
    asked = other.get(table).text
    assert "aimerait un tuteur" in asked
    assert do(other, table, "agree").status_code == 303
    page = client.get(table, params={"hint": "3"}).text
    assert 'class="hints"' in page
    assert "demande un tuteur" in page
    assert "Le tuteur est là." in other.get(table).text
    assert do(client, table, "move", move=worst).status_code == 200
    assert events(client, table) == [THROW]


# --- every chance, and calculations -------------------------------------------------------------------------------


def test_the_full_view_shows_what_each_block_leads_to_as_a_number_and_a_tint(client: Client) -> None:
    table = thrown(client, "full")
    state = BLOCS.play(BLOCS.start(VARIANT), BLOCS.parse(THROW))
    chances = ask_solvers(BLOCS, state, 1).chances
    page = client.get(table).text.split("only-wide")[1].split("only-tall")[0]
    spots = dict(re.findall(r'id="wb-1-(\d+)"[^>]*><span class="chance tint-\d"[^>]*>\s*<b[^>]*>(★?\d+)<', page))
    best = {
        str(block): max(worth for token, worth in chances.items() if str(block) in token.split(","))
        for token in chances
        for block in token.split(",")
    }
    top, _, third = sorted(set(chances.values()), reverse=True)[:3]
    assert spots == {
        block: "★" * (worth == top) + f"{100 * worth:.0f}" for block, worth in best.items() if worth >= third
    }
    assert "tint-4" in page
    assert re.search(rf"aria-label=\"bloc[^\"]*{100 * top:.1f}".replace(".", "[,.]"), page)  # said as well as shown
    picked = client.get(table, params={"pick": "5"}).text.split("only-wide")[1].split("only-tall")[0]
    assert f">{100 * chances['5,6']:.0f}</b>" in picked


@pytest.mark.parametrize(("name", "settings"), [("cadeau", {"zones": "1"}), ("laaancez", {})])
def test_the_full_view_of_every_game(client: Client, name: str, settings: dict[str, str]) -> None:
    table = opened(client, game=name, dice="typed", **settings)
    client.post(f"{table}/tutor", data={"tutor0": "full"})
    do(client, table, "roll", dice="d4")
    page = client.get(table).text
    assert page.count('class="chance') >= 3
    assert "Sur le plateau" in page


def test_a_coach_counts_gives_numbers_one_by_one_and_asks_afterwards(client: Client) -> None:
    table = opened(client, game="blocs", mode="solo", level="3", dice="typed")
    client.post(f"{table}/tutor", data={"tutor0": "coach"})
    do(client, table, "roll", dice="d36")
    state = BLOCS.play(BLOCS.start(BLOCS.variant({"mode": "solo", "level": 3})), BLOCS.parse("d36"))
    ways = coach.calculations(state)
    page = client.get(table).text
    assert f"{len(ways)} calculs différents" in page
    shown = [page, *(client.get(table, params={"hint": str(step)}).text for step in (1, 2, 3))]
    for step, text in enumerate(shown):
        sentence = re.findall(r'<div class="hints".*?</div>', text, re.DOTALL)[0]
        assert sentence.count("<li") <= step
        assert not any(blocs_shown(way) in sentence for way in ways if len(way) > 2)  # numbers, no calculation
    assert do(client, table, "move", move="9").status_code == 303
    after = client.get(table).text
    hints = re.findall(r'id="unseen" data-asks>Et ([^<]*), vous l’aviez vu', after)
    assert len(hints) == 1
    assert sum(blocs_shown(way) in after for way in ways if len(way) > 2) == 1  # never two of them
    left, _, made = hints[0].replace("\u202f", " ").replace("\u00a0", " ").partition(" = ")
    assert any(blocs_shown(way) == left.strip() for way in ways)
    assert int(made) in (9, 18)


def test_an_estimate_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    best, _, worst = moves()
    monkeypatch.setattr(tutor, "ask_solvers", lambda *asked: replace(ask_solvers(*asked), exact=False))
    table = thrown(client, "clear")
    assert "C’est une estimation." in client.get(table, params={"hint": "1"}).text
    assert "C’est une estimation." in do(client, table, "move", move=worst).text
    assert do(client, table, "move", move=best).status_code == 303


def test_a_next_best_that_is_nearly_as_good_is_told_so() -> None:
    state = BLOCS.play(BLOCS.start(VARIANT), BLOCS.parse(THROW))
    (first, _), (second, _), *_ = ask_solvers(BLOCS, state, 1).losses
    for loss, near in ((0.0001, True), (0.03, False)):
        sentence = replace(ask_solvers(BLOCS, state, 1), losses=((first, 0.0), (second, loss))).hint(3)[-1]
        assert sentence.fr.startswith("Une idée : pousser ")
        assert ("presque aussi bon" in sentence.fr) == near


@pytest.mark.parametrize("level", [1, 2, 3])
def test_what_a_hint_or_a_coach_says_of_calculations_is_true(level: int) -> None:
    """Every number is worked out again: how many pushes and calculations there are, and what they make."""
    variant = BLOCS.variant({"mode": "solo", "level": level})
    hints = part("blocs", "reasons").hints  # type: ignore[union-attr]
    for dice in ("d13", "d24", "d35", "d44", "d46", "d66"):
        state = BLOCS.play(BLOCS.start(variant), BLOCS.parse(dice))
        moves = BLOCS.moves(state, 1)
        faces = [int(face) for face in dice[1:]]
        goals = {sum(faces)} | ({faces[0] * faces[1]} if level == 3 else set())
        ways = coach.calculations(state)
        assert all(eval(re.sub("([0-9]+)", r"Fraction(\1)", way), {"Fraction": Fraction}) in goals for way in ways)
        assert all(sorted(map(int, re.findall("[0-9]+", way))) == list(push.blocks) for way, push in ways.items())
        for move in moves:
            assert isinstance(move, Push)
            sentence = hints(state, 1, move)[0].fr
            many = f"Il y a {len(moves)} poussées possibles." if len(moves) > 1 else "Une seule poussée est possible."
            assert sentence.startswith(many)
            if found := re.findall(r"faire (\d+) avec (\d) blocs", sentence):
                made, count = map(int, found[0])
                assert made in goals
                assert count == len(move.blocks)
            numbers = coach.numbers(state, [one for one in (move, *moves) if isinstance(one, Push)])
            assert len(numbers) > 1 or all(way.isdigit() for way in ways)  # it leads to a calculation, if there is one
            missed = coach.unseen(state, move)
            if missed is not None:
                left, _, made_of = missed.fr.removeprefix("Et ").removesuffix(", vous l’aviez vu ?").partition(" = ")
                assert int(made_of) in goals
                assert not re.search(r"[×÷] \(12 − 11\)", left)  # times 1 is no idea
                assert set(map(int, re.findall("[0-9]+", left))) != set(move.blocks)


@pytest.mark.parametrize(("name", "settings"), [("cadeau", {"zones": 1}), ("laaancez", {}), ("blocs", {})])
def test_every_game_has_two_hints_and_the_move_in_the_words_of_who_makes_it(
    name: str, settings: dict[str, object]
) -> None:
    game, found = load(name), part(name, "reasons")
    assert found is not None
    state = game.start(game.variant(settings))
    state = game.play(state, game.rolls(state)[0][0])
    for move in game.moves(state, 1):
        first, second, last = found.hints(state, 1, move)
        assert first != second
        assert last.fr not in (first.fr, second.fr)
        assert last.fr.split()[0] in ("écrire", "recopier", "cocher", "pousser")
