"""What the pages say more than once, in both languages; what one page says once stands in its template."""

from collections.abc import Mapping

from tablee.core.extras import command_name
from tablee.core.options import Option
from tablee.core.words import Text, typeset


class Words:
    """The words of one language, for a template: `w('Bravo !', 'Well done!')` for what stands only there, `w.roll` for
    what is said in several places (or, of other `words`, for what they say), `w.say(text)` for a Text."""

    def __init__(self, lang: str, words: Mapping[str, Text] | None = None) -> None:
        self.lang = lang
        wording = {key: typeset(text.in_lang(lang), lang) for key, text in (WORDS if words is None else words).items()}
        self.__dict__.update(wording)  # a template asks for many, and of many whether they are

    def __call__(self, fr: str, en: str) -> str:
        return typeset(fr if self.lang == "fr" else en, self.lang)

    def say(self, text: Text) -> str:
        return typeset(text.in_lang(self.lang), self.lang)

    def signs(self, sum_up: str) -> str:
        """A calculation with the signs of school."""
        return sum_up.translate(str.maketrans("*/-", "×÷−")).replace("&", getattr(self, "and"))

    def cap(self, text: Text) -> str:
        sentence = self.say(text)
        return sentence[:1].upper() + sentence[1:]

    def label_values(self, option: Option) -> list[tuple[int | str, str]]:
        """The values of a setting, each with what people read for it."""
        return [(value, self.cap(option.name(value))) for value in option.values]


WORDS: dict[str, Text] = {
    # every page
    "tablee": Text("Tablée", "Tablée"),
    "home": Text("Tous les jeux", "All games"),
    "theme_auto": Text("Auto", "Auto"),
    "theme_light": Text("Clair", "Light"),
    "theme_dark": Text("Sombre", "Dark"),
    "rules": Text("Règles", "Rules"),
    "oops": Text("Petit souci", "Something went wrong"),
    # the first page
    "kept": Text("Ce que Tablée garde de vous", "What Tablée keeps about you"),
    "profile": Text("Qui êtes-vous ?", "Who are you?"),
    "by_message": Text("À distance, par messages", "By message"),
    "way_here": Text("Ici, ensemble", "Here, together"),
    "way_bot": Text("Contre un robot", "Against a bot"),
    "way_link": Text("Par un lien", "With a link"),
    "way_here_about": Text("sur cet appareil, chacun son tour", "on this device, in turns"),
    "way_bot_about": Text("un robot joue contre vous", "a bot plays against you"),
    "settings": Text("Réglages", "Settings"),
    "bot": Text("Niveau du robot", "Bot level"),
    # a table
    "roll_one": Text("Lancer le dé", "Roll the die"),
    "roll_two": Text("Lancer les dés", "Roll the dice"),
    "board": Text("Plateau", "Board"),
    "menu": Text("Menu", "Menu"),
    "and": Text(" et ", " and "),
    "turn": Text("Tour", "Turn"),
    "yours": Text("À vous !", "Your turn!"),
    "back_to_game": Text("← Retour à la partie", "← Back to the game"),
    "download": Text("Télécharger la partie", "Download the game"),
    "review": Text("Chance ou talent ?", "Luck or skill?"),
    "replay": Text("Revoir la partie", "Replay the game"),
    "send": Text("Envoyer la partie", "Send the game"),
    "share": Text("Inviter", "Invite"),
    "share_button": Text("Partager", "Share"),
    "share_new": Text("Faire un lien", "Make a link"),
    "share_local": Text(
        "Cette table n’écoute que cet appareil. Pour inviter un autre téléphone, démarrez-la avec "
        f"« {command_name()} serve --host 0.0.0.0 » et ouvrez-la à l’adresse qu’elle affiche.",
        "This table only listens to this device. To invite another phone, start it with "
        f"“{command_name()} serve --host 0.0.0.0” and open it at the address it shows.",
    ),
    "colon": Text(" : ", ": "),
    "present": Text("en ligne", "online"),
    "free": Text("place libre", "free seat"),
    "name": Text("Prénom", "Name"),
    "name_save": Text("Enregistrer", "Save"),
    "voice": Text("Voix", "Voice"),
    "offline": Text("Connexion perdue, on réessaie…", "Connection lost, trying again…"),
    "sound": Text("Sons", "Sounds"),
    # blocs
    "push": Text("Pousser", "Push"),
    "say_label": Text("Votre calcul", "Your calculation"),
    "learn": Text("Apprendre en jouant", "Learn by playing"),
    # the games of this browser
    "mine": Text("Mes parties", "My games"),
    "mine_forget": Text("Oublier", "Forget"),
    # a sheet of objects of one's own
    "own": Text("Ma feuille d’objets", "My sheet of objects"),
    "own_name": Text("Nom", "Name"),
    "own_hits": Text("Cœurs", "Hearts"),
    "own_damage": Text("Dégâts", "Damage"),
    "own_limit": Text("Limite", "Limit"),
    "own_tick": Text("+1 Dégât", "+1 damage"),
    "join_title": Text("On vous attend !", "You’re invited!"),
    # replay
    "replay_title": Text("Revoir une partie", "Replay a game"),
    "replay_slider": Text("Moment de la partie", "Point in the game"),
    "to_table": Text("Retour à la table", "Back to the table"),
    # paper
    "count": Text("Compter", "Count"),
    "dice": Text("Dés", "Dice"),
    "note_it": Text("Noter", "Write it down"),
    "keep": Text("Enregistrer la partie (.tablee)", "Save the game (.tablee)"),
    "story": Text("Toute la partie", "The whole game"),
    "stand": Text("Où en est-on ?", "What’s the score?"),
    # fair dice
    "fair": Text("Des dés que chacun peut vérifier", "Dice that anyone can check"),
    "fair_about": Text(
        "Avant le premier lancer, la table met ses dés sous enveloppe. Chaque appareil mélange ceux des autres avec "
        "un nombre à lui. À la fin, on ouvre l’enveloppe.",
        "Before the first roll the table seals its dice in an envelope. Each device shuffles the others’ dice with "
        "a number of its own. At the end the envelope is opened.",
    ),
    "fair_check": Text("Vérifier les dés", "Check the dice"),
    "fair_unable": Text(
        "Ce navigateur ne calcule pas cela ici (il faut JavaScript, et une adresse en https ou sur cet ordinateur). "
        "La commande « verify » le fait aussi.",
        "This browser can’t check them here (it needs JavaScript, and an address with https or on this computer). "
        "The command “verify” does it, too.",
    ),
}
