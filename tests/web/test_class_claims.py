"""What the pages for teachers and head teachers say of a class: each row and point has tests, and its words stand."""

import re
from pathlib import Path

import pytest
from httpx import Client

from tablee.table.ids import digest
from tablee.web.gathering import round_view
from tests.web.test_class_pages import come_in, in_memory, open_class
from tests.web_kit import do, served, somebody_else, visiting

ROOT = Path(__file__).parents[2]
PAGES = "tests/web/test_class_pages.py::test_"
API = "tests/web/test_gatherings.py::test_"
BROWSER = "tests/browser/test_class.py::test_"
ACTIVITIES = "tests/gathering/test_activities.py::test_"
LIMITS = "tests/gathering/test_limits.py::test_"
HERE = "tests/web/test_class_claims.py::test_"

CLAIMS: dict[str, dict[str, tuple[str, ...]]] = {
    "docs/fr/classe-donnees.md": {
        "aucun : chaque élève choisit un animal et une couleur": (
            PAGES + "from_the_code_to_the_table_with_one_cookie",
        ),
        "Les champs où l’on écrit n’acceptent que le code, un calcul, un coup ou une question comme « score » ; "
        "le reste est refusé et n’est pas gardé": (HERE + "no_field_of_a_pupil_takes_a_name",),
        "rien. Tout vit dans la mémoire du programme": (API + "erased_is_gone_from_memory_and_was_never_on_disk",),
        "elles ne sont ni enregistrées ni rattachées à un animal": (PAGES + "no_address_is_kept_and_nothing_after",),
        "sur l’appareil de l’élève, un seul : il lui rend sa place": (
            PAGES + "from_the_code_to_the_table_with_one_cookie",
        ),
        "Sur celui de l’adulte, un deuxième, qui ramène à sa page": (
            PAGES + "the_adult_finds_the_way_back_and_nobody_else_does",
        ),
        "jusqu’à « Tout effacer », à l’arrêt du programme, ou au bout de 12 heures": (
            API + "erased_is_gone_from_memory_and_was_never_on_disk",
            "tests/gathering/test_states.py::test_random_events",
        ),
        "le tableau montre des animaux et des résultats sans classement": (
            PAGES + "the_projector_shows_the_code_and_no_secret",
        ),
        "un élève voit sa table": (HERE + "a_pupil_sees_no_page_of_the_adult",),
        "aucun : ni police, ni script, ni mesure d’audience venus d’ailleurs": (
            "tests/web/test_security.py::test_every_answer_is_dressed",
        ),
        "elle ne contient ni nom ni animal": (HERE + "the_sheet_names_no_animal",),
        "séances de calcul mental et de probabilités par le jeu": (BROWSER + "a_lesson",),
        "Ni nom, ni adresse électronique, ni photo, ni donnée sensible": (HERE + "no_field_of_a_pupil_takes_a_name",),
        "l’adulte de la classe, sur son propre ordinateur": (PAGES + "other_devices_reach_the_class_and_nothing_else",),
        "effacement par l’adulte, à l’arrêt du programme, et d’office après 12 heures": (
            PAGES + "no_address_is_kept_and_nothing_after",
            "tests/gathering/test_states.py::test_random_events",
        ),
        "reconnu à un secret de 256 bits dont le serveur ne garde que l’empreinte": (
            HERE + "no_secret_of_a_pupil_is_kept_with_the_class",
        ),
        "la page dit au revoir": (PAGES + "the_adult_sees_and_does_everything",),
        "Débranchez Internet : tout continue": ("tests/web/test_security.py::test_every_answer_is_dressed",),
        "la classe est dans `src/tablee/gathering/`": (HERE + "every_row_and_point_has_a_test",),
    },
    "docs/fr/classe.md": {
        "compléments, sommes de deux et trois termes": (ACTIVITIES + "throws_differ_and_leave_a_class_a_fair_number",),
        "soustractions, calculs à plusieurs étapes": (ACTIVITIES + "throws_differ_and_leave_a_class_a_fair_number",),
        "tables, division exacte, parenthèses": (ACTIVITIES + "throws_differ_and_leave_a_class_a_fair_number",),
        "jamais deux fois la même tant qu’une autre est possible": (
            "tests/gathering/test_pairing.py::test_as_long_as_everybody_stays_everybody_meets_everybody",
            API + "the_odd_one_joins_a_pair",
        ),
        "toutes les tables reçoivent les mêmes lancers, une partie après l’autre jusqu’à la fin du temps": (
            ACTIVITIES + "common_dice_go_on_game_after_game_until_the_time_is_over",
            "tests/gathering/test_dice.py::test_every_table_of_a_round_throws_the_same",
        ),
        "les lancers où l’on a choisi autrement sur le même plateau, cinq au plus": (
            "tests/gathering/test_summary.py::test_a_class_talks_about_the_throws_where_it_chose_differently",
        ),
        "avec 3 à 30 calculs à trouver": (ACTIVITIES + "throws_differ_and_leave_a_class_a_fair_number",),
        "une question sur ce que personne n’a vu, puis la réponse": (ACTIVITIES + "the_end_asks_before_it_answers",),
        "chacun propose un coup, le plus demandé est joué": (API + "the_class_against_the_table",),
        "Le tour du robot se voit poussée par poussée": (ACTIVITIES + "a_bot_s_turn_is_shown_push_by_push",),
        "l’élève de ce niveau reçoit la meilleure place": (API + "the_lower_level_has_the_side_that_wins_more_often",),
        "environ 60 fois sur 100": (API + "a_head_start_begins_elsewhere_and_says_what_it_is_worth",),
        "Ailleurs, votre page dit qu’il n’y en a pas": (API + "a_head_start_is_never_claimed_where_it_is_not_known",),
        "Le niveau et les temps que vous avez choisis restent": (ACTIVITIES + "level_and_times_are_remembered",),
        "tout le monde entre": (PAGES + "from_the_code_to_the_table_with_one_cookie",),
        "au moins trois choix tous ensemble": (ACTIVITIES + "one_button_gives_a_whole_lesson",),
        "un lancer, trois minutes": (ACTIVITIES + "one_button_gives_a_whole_lesson",),
        "passez voir qui est bloqué : votre page le montre": (LIMITS + "who_is_stuck_and_who_sat_down_after_the_end",),
        "le plateau, vos choix, le meilleur coup ★ et pourquoi": (
            "tests/gathering/test_summary.py::test_the_walk_counts_choices_and_names_what_nobody_saw",
        ),
        "Tablée forme les paires |": (API + "a_class_comes_in_and_plays_in_pairs",),
        "la feuille à imprimer, sans nom, avec des exercices au verso": (
            ACTIVITIES + "the_sheet_says_what_was_found_and_makes_exercises_of_the_rest",
            HERE + "the_sheet_names_no_animal",
        ),
        "un groupe par ordinateur": ("tests/gathering/test_paper.py::test_every_group_gets_every_sheet",),
        "vous jouez le coup de la classe depuis votre page": (API + "the_class_against_the_table",),
        "un jeu de feuilles par groupe, et une feuille de lancers pour vous": (
            "tests/gathering/test_paper.py::test_every_group_gets_every_sheet",
        ),
        "les deux jouent ensemble aussitôt": (LIMITS + "who_is_stuck_and_who_sat_down_after_the_end",),
        "puis « Absence »": (PAGES + "the_adult_sees_and_does_everything",),
        "« J’étais déjà là, sur un autre appareil »": (PAGES + "another_device_takes_an_animal",),
        "ouvre le tuteur à toutes les tables, pendant la manche aussi": (PAGES + "the_child_computes_unless",),
        "même appareil, même place": (PAGES + "from_the_code_to_the_table_with_one_cookie",),
        "qui revient reprend sa place": (API + "who_played_with_somebody_put_out_may_play_a_bot",),
        "tout ce qui était en mémoire est parti, et la page le dit": (PAGES + "the_adult_sees_and_does_everything",),
        "Si personne n’est entré après une minute, votre page le dit": (HERE + "a_class_where_nobody_comes_in",),
        "Vérifiez que tous sont sur le **même réseau**": (HERE + "a_class_where_nobody_comes_in",),
        "Ouvrez le **partage de connexion** d’un téléphone": (HERE + "a_class_where_nobody_comes_in",),
        "Le **pare-feu**": (HERE + "a_class_where_nobody_comes_in",),
        "Prenez [l’application sans serveur]": (HERE + "a_class_where_nobody_comes_in",),
        "Passez au papier": (HERE + "a_class_where_nobody_comes_in",),
        "**Le défi de la semaine** (`/puzzle`)": ("tests/web/puzzles/test_visit.py::test_",),
        "`./tablee score blocs 5 4`": ("tests/tools/test_documented.py::test_documented_commands_can_be_typed",),
        "vérifie le plateau d’un autre avec **Compter**": ("tests/web/test_paper.py::test_",),
        "avec la feuille de notes": ("tests/gathering/test_paper.py::test_",),
    },
    "docs/class.md": {
        "the class makes at least three moves together, against a bot": (
            ACTIVITIES + "one_button_gives_a_whole_lesson",
        ),
        "one roll, three minutes (Pousse-blocs)": (ACTIVITIES + "one_button_gives_a_whole_lesson",),
        "short games with the same rolls for everybody": (
            ACTIVITIES + "common_dice_go_on_game_after_game_until_the_time_is_over",
        ),
        "where choices differed on the same board, five at most": (
            "tests/gathering/test_summary.py::test_a_class_talks_about_the_throws_where_it_chose_differently",
        ),
        "nobody meets twice while another pair is possible": (
            "tests/gathering/test_pairing.py::test_as_long_as_everybody_stays_everybody_meets_everybody",
        ),
        "what the class found, and the sheet to keep": (ACTIVITIES + "the_sheet_says_what_was_found",),
        "Whatever page a device is on, the next round reaches it": (
            BROWSER + "the_next_round_finds_everybody_whatever_they_pressed",
        ),
        "the board shows no rings and no ready answers": (PAGES + "the_child_computes_unless_the_adult_helps",),
        "who is here, quiet, gone or absent": (PAGES + "the_adult_sees_and_does_everything",),
        "always the code, then the clock, the roll, the tables, the results of the round": (
            PAGES + "the_projector_shows_the_code_and_no_secret",
        ),
        "letters of 48 pixels and more": (BROWSER + "what_28_choose_fits_the_big_screen",),
        "the same device comes back to the same seat": (PAGES + "from_the_code_to_the_table_with_one_cookie",),
        "the pupils read who has it": (API + "a_head_start_begins_elsewhere_and_says_what_it_is_worth",),
        "every table rolls the same dice, solo or in pairs, under one commitment": (API + "common_dice",),
        "one roll, a few minutes, as many calculations as you can find": (API + "find_the_sums",),
        "everybody suggests a move, the most popular one is played": (API + "the_class_against_the_table",),
        "At a game night people give first names": (PAGES + "an_evening_has_names_and_standings",),
        "Ties are broken by the quality of moves": (
            "tests/gathering/test_summary.py::test_a_tie_goes_to_who_gave_less_away",
        ),
        "after 12 hours it erases itself": ("tests/gathering/test_states.py::test_random_events",),
        "those of past rounds go as soon as nobody looks at them": (
            LIMITS + "tables_of_past_rounds_are_dropped_once_nobody_follows_them",
        ),
        "From one address, 36 may join at once": ("tests/web/test_bounds.py::test_one_address_fills_no_class_at_once",),
        "and 12 classes may be opened": (API + "one_address_cannot_open_all_the_classes",),
        "one that has been silent": (LIMITS + "silent_classes_make_room_and_those_in_use_do_not",),
        "no address is kept with anybody": (PAGES + "no_address_is_kept_and_nothing_after_the_end",),
        "there is one cookie on a pupil’s device": (PAGES + "from_the_code_to_the_table_with_one_cookie",),
    },
}
NAME = "Zoé Martin"
MARKS = re.compile(r"[\s\u00a0\u202f]+")


def list_claims(page: str) -> list[str]:
    """The rows and points of a page, without the heads of its tables and what frames them."""
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    rows = re.findall(r"^(?:\|(?! *-).*|- .*|\d\. .*)$", text, re.MULTILINE)
    heads = re.findall(r"^(\|.*)\n\|-", text, re.MULTILINE)
    return [MARKS.sub(" ", row) for row in rows if row not in heads and not row.startswith("|---")]


@pytest.mark.parametrize("page", CLAIMS)
def test_every_row_and_point_has_a_test(page: str) -> None:
    text, claims = MARKS.sub(" ", (ROOT / page).read_text(encoding="utf-8")), CLAIMS[page]
    assert [words for words in claims if words not in text] == [], "says something else now: look at its tests, too"
    assert [row for row in list_claims(page) if not any(words in row for words in claims)] == []
    for name in {name for names in claims.values() for name in names}:
        file, _, test = name.partition("::")
        assert f"def {test}" in (ROOT / file).read_text(encoding="utf-8"), name


@pytest.mark.parametrize(("page", "quoted"), [("docs/fr/classe.md", "« (.*?) »"), ("docs/class.md", "“(.*?)”")])
def test_every_button_is_called_as_the_page_says(page: str, quoted: str) -> None:
    shown = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*") if path.suffix in (".html", ".py")
    )
    words = set(re.findall(quoted, MARKS.sub(" ", (ROOT / page).read_text(encoding="utf-8"))))
    missing = {label for label in words if label not in MARKS.sub(" ", shown)}
    assert {label for label in missing if "Chat rouge" not in label and not label.endswith("?")} == set()


def test_no_field_of_a_pupil_takes_a_name(client: Client) -> None:
    home, code = open_class(client)
    kids = [come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu")]
    for activity, field, action in (("sums", "calculation", "sum"), ("together", "move", "propose")):
        client.post(f"{home}/do/round", data={"replace": "1", "activity": activity, "level": "1"})
        if activity == "together":
            client.post(f"{home}/do/next")
        refused = kids[0].post(f"{home}/mine/{action}", data={field: NAME, "goal": "9"})
        assert refused.status_code in (409, 422), activity
    client.post(f"{home}/do/round", data={"replace": "1", "activity": "pairs"})
    for kid in kids:
        table = kid.get(home).headers["location"]
        for field in ("say", "line", "move", "name"):
            do(kid, table, "move", **{field: NAME})
    assert somebody_else(client).get(f"/c/{NAME}").status_code == 404
    pages = [client.get(f"{home}{page}").text for page in ("", "/projector", "/end")] + [
        kid.get(table).text for kid in kids
    ]
    assert [page for page in pages if NAME in page] == []
    assert [word for word in in_memory() if NAME in word] == []


def test_a_pupil_sees_no_page_of_the_adult(client: Client) -> None:
    home, code = open_class(client)
    kids = [come_in(client, code, badge) for badge in ("chat-rouge", "ours-bleu", "lion-rose", "panda-vert")]
    client.post(f"{home}/do/round", data={"activity": "pairs"})
    assert kids[0].get(f"{home}/end").status_code == 403
    assert kids[0].get(f"{home}/projector").headers["location"] == home
    for action in ("pause", "end", "erase", "level"):
        assert kids[0].post(f"{home}/do/{action}", data={"paused": "1"}).status_code == 403, action


def test_the_sheet_names_no_animal(client: Client) -> None:
    home, code = open_class(client)
    for badge in ("chat-rouge", "ours-bleu"):
        come_in(client, code, badge)
    for activity in ("sums", "pairs", "same-dice"):
        client.post(f"{home}/do/round", data={"replace": "1", "activity": activity})
    client.post(f"{home}/do/end")
    sheet = client.get(f"{home}/end").text
    assert re.findall("chat-rouge|ours-bleu|Chat rouge|Ours bleu|Léa", sheet) == []


def test_no_secret_of_a_pupil_is_kept_with_the_class(client: Client) -> None:
    kid = come_in(client, open_class(client)[1], "chat-rouge")
    (secret,) = [cookie.value or "" for cookie in kid.cookies.jar]
    assert len(secret) == 43, "256 bits"
    assert secret not in in_memory()
    assert digest(secret) in in_memory()


def test_a_class_where_nobody_comes_in_is_told_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert round_view.PATIENCE == 60
    monkeypatch.setattr(round_view, "PATIENCE", -1)
    with served(tmp_path, network="127.0.0.2") as base, visiting(base) as client:
        page = MARKS.sub(" ", client.get(open_class(client)[0]).text)
    for words in ("sur un autre réseau", "les isole", "partage de connexion d’un téléphone", "imprimez"):
        assert words in page
