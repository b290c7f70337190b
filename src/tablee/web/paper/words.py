"""What the paper pages say: printing, the companion, bringing a game home, counting."""

from __future__ import annotations

from typing import Any

from tablee.core.extras import installing
from tablee.core.words import Text, typeset
from tablee.games import load, names

from ..frame.words import Words

WORDS: dict[str, Text] = {
    # every paper page
    "nav": Text("Sur papier", "On paper"),
    "print": Text("Imprimer", "Print"),
    "companion": Text("Arbitre de poche", "Pocket referee"),
    "import": Text("Rapporter une partie", "Bring a game home"),
    "score": Text("Compter", "Count"),
    "game": Text("Jeu", "Game"),
    # printing
    "print_title": Text("Imprimer les jeux", "Print the games"),
    "print_about": Text(
        "Choisissez, regardez, imprimez : tout se lit en noir et blanc, avec une case pour noter chaque tour.",
        "Choose, look, print: all of it reads in black and white, with a box to note every turn.",
    ),
    "what": Text("Que faut-il imprimer ?", "What shall be printed?"),
    "paper": Text("Papier", "Paper"),
    "paper_a4": Text("A4", "A4"),
    "paper_letter": Text("Letter (États-Unis)", "US Letter"),
    "two": Text("deux par page, à découper", "two to a page, to cut apart"),
    "show": Text("Voir", "Show"),
    "download": Text("Télécharger le PDF", "Download the PDF"),
    "box": Text("Toute la boîte, les trois jeux (PDF)", "The whole box, all three games (PDF)"),
    "page_n": Text("page", "page"),
    "no_print": Text(
        f"Cette table ne sait pas imprimer : il manque typst ou ses polices (à taper : {installing('print')}).",
        f"This table cannot print: typst or its fonts are missing (type: {installing('print')}).",
    ),
    "no_sheets": Text("Ce jeu n’a pas encore de feuille à imprimer.", "This game has no sheet to print yet."),
    # the companion
    "companion_title": Text("L’arbitre de poche", "The pocket referee"),
    "companion_about": Text(
        "Vous jouez sur papier avec de vrais dés ; ici, on note et on vérifie. Rien n’est gardé ailleurs que dans "
        "l’adresse de cette page.",
        "You play on paper with real dice; this page takes notes and checks. Nothing is kept but in the address of "
        "this page.",
    ),
    "begin": Text("Commencer", "Begin"),
    "face_one": Text("Que montre le dé ?", "What does the die show?"),
    "face_first": Text("Que montre le premier dé ?", "What does the first die show?"),
    "face_second": Text("Et le deuxième ?", "And the second?"),
    "face": Text("face", "face"),
    "start_again": Text("recommencer ce lancer", "start this throw again"),
    "note_it": Text("Noter", "Note it"),
    "typing": Text("Ou bien tapez la suite", "Or type what follows"),
    "typing_about": Text("un coup ou plusieurs, comme sur la feuille", "one move or several, as on the sheet"),
    "undo": Text("Annuler le dernier", "Undo the last one"),
    "keep": Text("Garder la partie (.tablee)", "Keep the game (.tablee)"),
    "anew": Text("Nouvelle partie", "New game"),
    "story": Text("Toute la partie", "The whole game"),
    "stand": Text("Où en est-on ?", "How does it stand?"),
    # bringing it home
    "import_title": Text("Rapporter une partie jouée sur papier", "Bring home a game played on paper"),
    "import_about": Text(
        "Recopiez vos notes comme elles viennent : « 4 2a, 5 zone 1 case c », « 45 4,5 », « 3 bonnet a2 ». Pour le "
        "Cadeau, le plateau rempli suffit : « 345 - 111 », une zone par ligne.",
        "Type your notes as they come: “4 2a, 5 zone 1 cell c”, “45 4,5”, “3 bonnet a2”. For the Gift a filled board "
        "is enough: “345 - 111”, one zone a line.",
    ),
    "guess": Text("à deviner", "guess it"),
    "notes": Text("Vos notes", "Your notes"),
    "read": Text("Lire", "Read"),
    "read_good": Text("Tout est lu.", "All of it was read."),
    "read_part": Text("Lu jusqu’ici ; ce qui précède est bon.", "Read up to here; what comes before is good."),
    "go_on": Text("Continuer avec l’arbitre de poche", "Go on with the pocket referee"),
    # counting
    "score_title": Text("Compter sans partie", "Count without a game"),
    "score_zone": Text("Qui tient la zone ?", "Who holds the zone?"),
    "score_zone_about": Text(
        "Lutins / Gnomes, trois dés par zone, par exemple 3 4 2 / 5 5 1.",
        "Lutins / Gnomes, three dice a zone, for example 3 4 2 / 5 5 1.",
    ),
    "dice": Text("Dés", "Dice"),
    "score_push": Text("Quels blocs puis-je pousser ?", "Which blocks can I push?"),
    "score_push_about": Text("Deux dés, par exemple 5 4.", "Two dice, for example 5 4."),
    "blocks": Text("Blocs devant moi", "Blocks in front of me"),
    "blocks_all": Text("les dix si rien n’est écrit", "all ten if nothing is written"),
    "count": Text("Compter", "Count"),
    "free": Text("au choix (double)", "free choice (double)"),
    "lone": Text("le chiffre d’un dé", "the number of a die"),
}


def said(lang: str) -> dict[str, str]:
    """The words of one language, for a template."""
    return {key: typeset(text.said(lang), lang) for key, text in WORDS.items()}


def settings(lang: str) -> dict[str, Any]:
    """What the settings and their values are called, for a template."""
    words = Words(lang)
    options = [option for name in names() for option in load(name).OPTIONS]
    named = {f"{option.key}_{value}": words.cap(option.name(value)) for option in options for value in option.values}
    return {"setting": {option.key: words.say(option.label) for option in options}, "value": named}
