"""What the app says by itself, while Python is still on its way or cannot come."""

from __future__ import annotations

from tablee.core.words import Text

WORDS = {
    "about": Text(
        "Trois jeux de dés en famille, sans serveur ni réseau", "Three family dice games, without server or network"
    ),
    "arriving": Text(
        "Les jeux et leurs robots arrivent, une fois pour toutes : {0} Mo sur {1}. Règles et leçons se lisent déjà.",
        "The games and their bots are arriving, just this once: {0} of {1} MB. Rules and lessons can be read already.",
    ),
    "starting": Text("Tablée se prépare…", "Tablée is getting ready…"),
    "invited": Text("Une partie par messages vous attend : elle arrive…", "A game by message is on its way…"),
    "file": Text(
        "Pour jouer, il faut une adresse web : un navigateur ne lance pas le jeu depuis un fichier. Posez ce "
        "dossier sur un "
        "hébergement de pages, ou tapez dans ce dossier « python3 -m http.server », puis ouvrez http://localhost:8000.",
        "You need a web address to play: a browser does not start the game from a file. Put this folder on a host "
        "for pages, or "
        "type “python3 -m http.server” in this folder, then open http://localhost:8000.",
    ),
    "failed": Text(
        "Tablée n’a pas pu démarrer. Vos parties sont enregistrées : rechargez la page, avec le réseau si possible.",
        "Tablée could not start. Your games are saved: reload the page, with a network if you can.",
    ),
    "elsewhere": Text(
        "Une autre version de Tablée est ouverte dans un autre onglet : fermez-le, celui-ci continue.",
        "Another version of Tablée is open in another tab: close that one, and this one continues.",
    ),
    "fresh": Text("Une nouvelle version de Tablée est là.", "A new version of Tablée is here."),
    "take": Text("Mettre à jour", "Update"),
    "mending": Text(
        "Une copie de Tablée était abîmée ici : elle revient par le réseau. Vos parties sont enregistrées.",
        "A copy of Tablée was damaged here: it comes back over the network. Your games are saved.",
    ),
    "old": Text(
        "Ce navigateur est trop ancien pour jouer ici (il lui manque WebAssembly) : les règles se lisent, et un "
        "navigateur récent, Firefox, Chrome ou Safari, joue.",
        "This browser is too old to play here (it lacks WebAssembly): the rules can be read, and a recent browser, "
        "Firefox, Chrome or Safari, can play.",
    ),
    "refused": Text(
        "Ce navigateur n’enregistre rien ici (fenêtre privée ?) : on peut jouer, mais la partie sera perdue en "
        "fermant la page.",
        "This browser saves nothing here (a private window?): you can play, but the game is lost when you close the "
        "page.",
    ),
    "lost": Text(
        "Ce navigateur a effacé des parties enregistrées ici. Si vous aviez tout exporté dans un fichier, "
        "importez-le depuis « Mes parties ».",
        "This browser has deleted games that were saved here. If you had exported everything to a file, import it "
        "from “My games”.",
    ),
    "newer": Text(
        "Vos parties viennent d’une version plus récente de Tablée : rechargez la page pour l’avoir. Rien n’est "
        "perdu, mais rien ne sera enregistré avant cela.",
        "Your games were saved by a newer version of Tablée: reload the page to get it. Nothing is lost, but "
        "nothing will be saved until then.",
    ),
}
