"""What the pages of the lessons say around their steps."""

from tablee.core.words import Text

PHRASES: dict[str, Text] = {
    "first_game": Text("Première partie", "First game"),
    "step": Text("étape", "step"),
    "of": Text("sur", "of"),
    "task": Text("À vous", "Your turn"),
    "well": Text("Bravo !", "Well done!"),
    "nearly": Text("Pas tout à fait.", "Not quite."),
    "next": Text("Continuer", "Go on"),
    "finish": Text("Terminer", "Finish"),
    "back": Text("Étape d’avant", "Step before"),
    "leave": Text("Tous les jeux", "All games"),
    "skip": Text("Passer cette étape", "Skip this step"),
    "once_more": Text("Refaire cette étape", "Do this step again"),
    "rules": Text("Lire les règles", "Read the rules"),
    "end": Text("Vous savez jouer !", "You know how to play!"),
    "end_about": Text(
        "C’est tout ce qu’il faut savoir. Et si l’on jouait pour de vrai ?",
        "That is all there is to know. How about a real game?",
    ),
    "remember": Text("À retenir", "To remember"),
    "choose_settings": Text("Choisir les réglages", "Choose the settings"),
    "repeat": Text("Recommencer la leçon", "Begin the lesson again"),
    "others": Text("Apprendre un autre jeu", "Learn another game"),
}
