"""What `tablee --help` says of the lab's commands; the entry points of `tablee.commands` name them."""

from tablee.cli import RESEARCH, Command
from tablee.core.words import Text

ARENA = Command(RESEARCH, Text("faire jouer les robots entre eux", "let bots play each other"), "tablee_lab.cli.arena")
SIMULATE = Command(
    RESEARCH,
    Text("jouer des millions de parties et compter", "play millions of games and count"),
    "tablee_lab.cli.simulate",
)
LAB = Command(
    RESEARCH,
    Text("étudier une variante ou une feuille à soi", "study a variant or your own sheet"),
    "tablee_lab.cli.lab",
)
EXPLOITABILITY = Command(
    RESEARCH,
    Text("mesurer un joueur : à quelle distance du jeu parfait ?", "measure a player: how far from perfect?"),
    "tablee_lab.cli.exploitability",
)
