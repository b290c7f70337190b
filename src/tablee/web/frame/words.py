"""What the pages say more than once, in both languages; what one page says once stands in its template."""

from __future__ import annotations

from tablee.core.extras import tablee
from tablee.core.options import Option
from tablee.core.words import Text, typeset


class Words:
    """The words of one language, for a template: `w('Bravo !', 'Well done!')` for what stands only there, `w.roll` for
    what is said in several places, `w.say(text)` for a Text of another layer."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __getattr__(self, key: str) -> str:
        try:
            return typeset(WORDS[key].said(self.lang), self.lang)
        except KeyError:
            raise AttributeError(key) from None

    def __call__(self, fr: str, en: str) -> str:
        return self.say(Text(fr, en))

    def say(self, text: Text) -> str:
        return typeset(text.said(self.lang), self.lang)

    def signs(self, sum_up: str) -> str:
        """A calculation with the signs of school."""
        return sum_up.translate(str.maketrans("*/-", "×÷−"))

    def cap(self, text: Text) -> str:
        said = self.say(text)
        return said[:1].upper() + said[1:]

    def named(self, option: Option) -> list[tuple[int | str, str]]:
        """The values of a setting, each with what people read for it."""
        return [(value, self.cap(option.name(value))) for value in option.values]


WORDS: dict[str, Text] = {
    # every page
    "tablee": Text("Tablée", "Tablée"),
    "skip": Text("Aller au jeu", "Skip to the game"),
    "home": Text("Tous les jeux", "All games"),
    "theme": Text("Couleurs", "Colours"),
    "theme_auto": Text("Auto", "Auto"),
    "theme_light": Text("Clair", "Light"),
    "theme_dark": Text("Sombre", "Dark"),
    "rules": Text("Règles", "Rules"),
    "oops": Text("Petit souci", "A small hitch"),
    # the first page
    "choose": Text("À quoi joue-t-on ?", "What shall we play?"),
    "guise": Text("Qui êtes-vous ?", "Who are you?"),
    "guise_more": Text("prénom, couleur", "name, colour"),
    "guise_colour": Text("Votre couleur", "Your colour"),
    "puzzles": Text("Le défi de la semaine", "The puzzle of the week"),
    "way_here": Text("Ici, ensemble", "Here, together"),
    "way_bot": Text("Contre Tablée", "Against Tablée"),
    "way_link": Text("Par un lien", "By a link"),
    "way_here_about": Text("sur cet appareil, chacun son tour", "on this device, in turns"),
    "way_bot_about": Text("la table joue avec vous", "the table plays with you"),
    "way_link_about": Text("chacun chez soi ou sur son téléphone", "each at home or on their own phone"),
    "settings": Text("Réglages", "Settings"),
    "side": Text("Je suis", "I am"),
    "first": Text("Qui commence ?", "Who begins?"),
    "first_roll": Text("On lance un dé chacun", "Everyone rolls a die"),
    "first_me": Text("Moi", "Me"),
    "dice": Text("Dés", "Dice"),
    "dice_virtual": Text("de la table", "the table’s"),
    "dice_typed": Text("de vrais dés, qu’on recopie", "real dice, typed in"),
    "bot": Text("Niveau de Tablée", "Tablée’s level"),
    "say_mode": Text("Je dis le calcul moi-même", "I say the sum myself"),
    "seat_n": Text("Place", "Seat"),
    "seat_auto": Text("selon le bouton choisi", "as the button says"),
    "seat_here": Text("quelqu’un ici", "somebody here"),
    "seat_link": Text("par un lien", "by a link"),
    "seats": Text("Qui joue à chaque place ?", "Who plays at each seat?"),
    "continue": Text("Continuer la partie", "Go on with the game"),
    "your_tables": Text("Vos dernières tables", "Your last tables"),
    "record": Text("Une partie notée ?", "A recorded game?"),
    # a table
    "roll_one": Text("Lancer le dé", "Roll the die"),
    "roll_two": Text("Lancer les dés", "Roll the dice"),
    "roll_for": Text("Lancer pour", "Roll for"),
    "typed_one": Text("Que montre le dé ?", "What does the die show?"),
    "typed_first": Text("Que montre le premier dé ?", "What does the first die show?"),
    "typed_second": Text("Et le deuxième ?", "And the second?"),
    "typed_again": Text("recommencer", "start again"),
    "face": Text("face", "face"),
    "correct": Text("Corriger le dé", "Correct the die"),
    "correct_dice": Text("Corriger les dés", "Correct the dice"),
    "board": Text("Plateau", "Board"),
    "you_won": Text("Vous avez gagné !", "You have won!"),
    "nobody_won": Text("Égalité : revanche ?", "A draw: once more?"),
    "hand": Text("À faire maintenant", "To do now"),
    "menu": Text("Menu", "Menu"),
    "menu_close": Text("Fermer le menu", "Close the menu"),
    "and": Text(" et ", " and "),
    "turn": Text("Tour", "Turn"),
    "yours": Text("À vous !", "Your turn!"),
    "news": Text("Ce qui vient d’arriver", "What has just happened"),
    "log": Text("Journal", "Log"),
    "log_empty": Text("Rien encore : la table est mise.", "Nothing yet: the table is laid."),
    "undone": Text("repris", "taken back"),
    "more": Text("Plus", "More"),
    "undo": Text("Reprendre mon coup", "Take my move back"),
    "undo_asks": Text(" voudrait reprendre son coup. D’accord ?", " would like to take a move back. All right?"),
    "undo_waits": Text(
        "Vous voudriez reprendre votre coup : on attend la réponse.",
        "You would like to take your move back: waiting for the answer.",
    ),
    "undo_watched": Text(" voudrait reprendre son coup.", " would like to take a move back."),
    "hurry": Text("Plus vite !", "Faster!"),
    "back_to_game": Text("← Retour à la partie", "← Back to the game"),
    "undo_agree": Text("D’accord", "All right"),
    "undo_decline": Text("Plutôt non", "Rather not"),
    "undo_forget": Text("Laisser tomber", "Never mind"),
    "resign": Text("Abandonner la partie", "Give the game up"),
    "resign_sure": Text(
        "Vraiment s’arrêter là ? Ce serait donner la partie.", "Really stop here? That gives the game up."
    ),
    "resign_yes": Text("Oui, j’abandonne", "Yes, I give it up"),
    "resign_no": Text("Non, je continue", "No, I play on"),
    "download": Text("Télécharger la partie", "Download the game"),
    "review": Text("Chance ou talent ?", "Luck or skill?"),
    "replay": Text("Revoir la partie", "Watch the game"),
    "share": Text("Inviter", "Invite"),
    "share_about": Text(
        "Un lien ouvre une place, une seule fois. Envoyez-le, ou montrez le code à un téléphone.",
        "A link opens one seat, once. Send it, or show the code to a phone.",
    ),
    "share_button": Text("Partager", "Share"),
    "share_copied": Text("Lien copié", "Link copied"),
    "share_new": Text("Faire un lien", "Make a link"),
    "share_local": Text(
        "Cette table n’écoute que cet appareil. Pour inviter un autre téléphone, démarrez-la avec "
        f"« {tablee()} serve --host 0.0.0.0 » et ouvrez-la par l’adresse qu’elle affiche.",
        "This table only listens to this device. To invite another phone, start it with "
        f"“{tablee()} serve --host 0.0.0.0” and open it by the address it shows.",
    ),
    "lobby_open": Text("Un grand code pour tous", "One large code for all"),
    "present": Text("connecté", "connected"),
    "guise_face": Text("Animal et couleur", "Animal and colour"),
    "move_seat": Text("Changer d’appareil", "Change device"),
    "move_seat_about": Text(
        "Un lien qui emporte votre place sur un autre appareil.", "A link that takes your seat to another device."
    ),
    "watch": Text("Lien pour regarder", "Link to watch"),
    "watching": Text("Vous regardez cette table.", "You are watching this table."),
    "free": Text("place libre", "free seat"),
    "waiting": Text("On attend…", "Waiting…"),
    "me": Text("vous", "you"),
    "name": Text("Prénom", "Name"),
    "name_save": Text("Garder", "Keep"),
    "voice": Text("Voix", "Voice"),
    "sound": Text("Sons", "Sounds"),
    "offline": Text("Connexion perdue, on réessaie…", "Connection lost, trying again…"),
    "online": Text("La connexion est revenue.", "The connection is back."),
    # blocs
    "pick_blocks": Text("Touchez vos blocs.", "Touch your blocks."),
    "pick_more": Text("Encore un bloc ?", "One more block?"),
    "push": Text("Pousser", "Push"),
    "push_free": Text("Pousser ces blocs (double : au choix)", "Push these blocks (a double: any two)"),
    "push_single": Text("Pousser le bloc", "Push block"),
    "no_push": Text("Je ne pousse pas", "No push"),
    "unpick": Text("Tout reposer", "Put all back"),
    "pick_it": Text("le choisir", "pick it"),
    "pick_off": Text("le reposer", "put it back"),
    "say_label": Text("Votre calcul", "Your sum"),
    "say_help": Text(
        "Touchez les blocs et les signes, ou écrivez : 6×2−3.", "Touch blocks and signs, or write: 6×2−3."
    ),
    "say_back": Text("Effacer", "Erase"),
    "say_on": Text("Je dis le calcul moi-même", "I say the sum myself"),
    "say_off": Text("La table écrit le calcul", "The table writes the sum"),
    "say_kind": Text("Presque ! ", "Nearly! "),
    "plus": Text("plus", "plus"),
    "minus": Text("moins", "minus"),
    "times": Text("fois", "times"),
    "over_sign": Text("divisé par", "divided by"),
    "bracket_open": Text("ouvrir la parenthèse", "open bracket"),
    "bracket_close": Text("fermer la parenthèse", "close bracket"),
    "choose_move": Text("Que joue-t-on ?", "What is played?"),
    # laaancez
    "choose_offer": Text(
        "Choisissez un objet, puis une case de votre feuille.", "Choose an object, then a cell of your sheet."
    ),
    "choose_cell": Text("Maintenant, touchez une case.", "Now touch a cell."),
    "choose_tick": Text("Maintenant, touchez l’objet à renforcer.", "Now touch the object to strengthen."),
    "choose_thrower": Text("Choisissez votre objet à lancer.", "Choose your object to throw."),
    "choose_target": Text("Visez un objet d’en face.", "Aim at an object across."),
    "chosen": Text("C’est choisi. On attend l’autre…", "Chosen. Waiting for the other…"),
    "cell_hint": Text("Touchez une de vos cases vides.", "Touch one of your empty cells."),
    "handover": Text("Passez l’appareil à", "Hand the device to"),
    "handover_about": Text(
        "Le choix de l’autre est caché. Quand vous avez l’appareil en main, touchez le bouton.",
        "The other’s choice is hidden. Once you hold the device, touch the button.",
    ),
    "handover_button": Text("C’est moi, à mon tour", "It’s me, my turn"),
    "pass": Text("Rien à faire : passer", "Nothing to do: pass"),
    # the end
    "over": Text("C’est fini !", "It’s over!"),
    "rematch": Text("Revanche", "Rematch"),
    "rematch_swap": Text("Revanche, on change de place", "Rematch, swap seats"),
    "rematch_keep": Text("Mêmes places", "Same seats"),
    "rematch_solo": Text("Encore une !", "Once more!"),
    "rematch_join": Text("La revanche est prête : on y va !", "The rematch is ready: join in!"),
    "match": Text("Match", "Match"),
    "match_none": Text("une seule partie", "a single game"),
    "match_best": Text("au meilleur de", "best of"),
    "match_next": Text("Partie suivante, on change de place", "Next game, swap seats"),
    "match_won": Text("parties gagnées", "games won"),
    "story": Text("L’histoire de la partie", "The story of the game"),
    # the opening roll
    "opening": Text("Qui commence ?", "Who begins?"),
    "opening_about": Text("Le plus grand dé commence.", "The highest die begins."),
    "opening_not_yet": Text("pas encore lancé", "not rolled yet"),
    # help at hand
    "help": Text("Que puis-je faire ?", "What can I do?"),
    "learn": Text("Apprendre en jouant", "Learn by playing"),
    "on_paper": Text(
        "Sur papier : feuilles à imprimer, arbitre, décompte", "On paper: sheets to print, referee, scores"
    ),
    "read_rules": Text("Lire toutes les règles", "Read all the rules"),
    # the games of this browser
    "mine": Text("Mes parties", "My games"),
    "mine_forget": Text("Oublier", "Forget"),
    # a sheet of objects of one's own
    "own": Text("Ma feuille d’objets", "My sheet of objects"),
    "own_also": Text("« Laaancez ! » avec vos propres objets", "Throoow! with objects of your own"),
    "own_name": Text("Nom", "Name"),
    "own_hits": Text("Vies", "Hit points"),
    "own_damage": Text("Dégâts", "Damage"),
    "own_tick": Text("+1 Dégât", "+1 damage"),
    # joining
    "join": Text("Prendre place", "Take the seat"),
    "join_title": Text("On vous attend !", "You are expected!"),
    # replay
    "replay_title": Text("Revoir une partie", "Watch a game"),
    "replay_start": Text("début", "start"),
    "replay_back": Text("précédent", "previous"),
    "replay_next": Text("suivant", "next"),
    "replay_end": Text("fin", "end"),
    "replay_slider": Text("Moment de la partie", "Moment of the game"),
    "replay_go": Text("Aller", "Go"),
    "replay_keys": Text(
        "Flèches ← et → : un coup en arrière, en avant.", "Arrow keys ← and →: a move back, a move on."
    ),
    "replay_link": Text("Lien vers ce moment", "Link to this moment"),
    "replay_from": Text("Rejouer à partir d’ici", "Play on from here"),
    "replay_begin": Text("Au tout début.", "At the very start."),
    "to_table": Text("Retour à la table", "Back to the table"),
    # fair dice
    "fair": Text("Des dés que chacun peut vérifier", "Dice that anyone can check"),
    "fair_about": Text(
        "Avant le premier lancer, la table met ses dés sous enveloppe ; chaque appareil les mélange avec un nombre à "
        "lui, et à la fin on ouvre l’enveloppe.",
        "Before the first roll the table seals its dice in an envelope; each device shuffles them with a number of "
        "its own, and at the end the envelope is opened.",
    ),
    "fair_sealed": Text("L’enveloppe de cette partie :", "The envelope of this game:"),
    "fair_undone": Text("Partie avec reprises :", "Game with moves taken back:"),
    "fair_check": Text("Vérifier les dés", "Check the dice"),
    "fair_unable": Text(
        "Ce navigateur ne calcule pas cela ici (il faut du script, et une adresse en https ou sur cet ordinateur). "
        "La commande « verify » le fait aussi.",
        "This browser cannot work it out here (it takes script, and an address with https or on this computer). "
        "The command “verify” does it, too.",
    ),
}
