"""The first game of À l'assaut du Cadeau !: one small game of three zones, from the first roll to the last."""

from __future__ import annotations

from tablee.core.game import Event, State
from tablee.core.words import Text
from tablee.games.cadeau import GNOMES, Variant, play, zone

from .lesson import Choice, Lesson, Step, only

START = "d3 1a d6 1a d4 1b d6 1b d4 2a d5 1c d5"
MIDDLE = f"{START} 1c d6 2a d2 2b d6 2b d2 3a d4 2c d4 3c d1 3a d3"
LATE = f"{MIDDLE} 3b d1 3b d3"
LAST = f"{LATE} 2c"


def takes_zone_three(state: State, event: Event) -> bool:
    verdict = zone(play(state, event), 3)
    return verdict is not None and verdict.holder == GNOMES


STEPS = (
    Step(
        title=Text("Lancez le dé", "Roll the die"),
        words=Text(
            "Vous êtes les Lutins, en bleu : vous gardez le Cadeau. Les Gnomes, en gris, veulent le voler.",
            "You are the Lutins, in blue: you guard the Gift. The Gnomes, in grey, want to steal it.",
        ),
        task=Text("Touchez le dé pour le lancer.", "Touch the die to roll it."),
        before="",
        roll="d3",
        hint=Text("Le dé d’abord : touchez-le !", "The die first: touch it!"),
        why=Text(
            "Un 3 ! À chaque tour, on lance un seul dé, et c’est tout ce qu’il y a à lancer.",
            "A 3! Every turn you roll one single die, and that is all the rolling there is.",
        ),
    ),
    Step(
        title=Text("Écrivez votre 3", "Write your 3"),
        words=Text(
            "Chaque zone a trois cases bleues pour vous, face à trois cases grises. Toutes vos cases vides vous "
            "attendent.",
            "Each zone has three blue cells for you, facing three grey ones. All your empty cells are waiting.",
        ),
        task=Text("Touchez la case de votre choix.", "Touch any cell you like."),
        before="d3",
        hint=Text("Touchez une case bleue vide.", "Touch an empty blue cell."),
        why=Text(
            "C’est écrit, et cela ne s’efface plus : on choisit la case, pas le dé ! Pour la suite, disons que votre "
            "3 est en zone 1, case a, et avançons de quelques tours.",
            "Written, and it stays: you choose the cell, not the die! For what follows, let us say that your 3 is in "
            "zone 1, cell a, and move on by a few turns.",
        ),
    ),
    Step(
        title=Text("Une suite !", "A straight!"),
        words=Text(
            "En zone 1, les Gnomes ont 6, 6 et 5 : un beau total de 17. Vous y avez 3 et 4… et voici un 5.",
            "In zone 1 the Gnomes have 6, 6 and 5: a fine total of 17. You have 3 and 4 there… and here comes a 5.",
        ),
        task=Text("Écrivez le 5 là où il fait une suite.", "Write the 5 where it makes a straight."),
        before=START,
        good=only("1c"),
        hint=Text(
            "Ce serait permis, mais regardez la zone 1 : 3, 4… que manque-t-il ?",
            "It would be allowed, but look at zone 1: 3, 4… what is missing?",
        ),
        why=Text(
            "3-4-5 ne fait que 12, et pourtant vous tenez la zone : une suite est plus forte que n’importe quelle "
            "somme. La somme ne compte que si personne n’a mieux.",
            "3-4-5 only makes 12, and still you hold the zone: a straight beats any sum. Sums only count when nobody "
            "has anything better.",
        ),
    ),
    Step(
        title=Text("Dans l’ordre des cases", "In the order of the cells"),
        words=Text(
            "Un 3 ! Il va avec le 2 et le 4 de la zone 3, et aussi avec le 4 et le 2 de la zone 2. Mais une suite "
            "doit se lire de case en case, en montant ou en descendant.",
            "A 3! It goes with the 2 and the 4 of zone 3, and with the 4 and the 2 of zone 2 as well. But a straight "
            "has to read from cell to cell, going up or down.",
        ),
        task=Text("Faites une vraie suite avec ce 3.", "Make a real straight with this 3."),
        before=MIDDLE,
        good=only("3b"),
        hints={
            "2c": Text(
                "4-2-3 : les bons chiffres, mais mélangés. Ce n’est pas une suite, seulement un total de 9. Il y a "
                "mieux à faire de ce 3 !",
                "4-2-3: the right numbers, but jumbled. That is no straight, only a total of 9. This 3 can do better!",
            )
        },
        hint=Text(
            "Cherchez la zone où a, b et c liront 2-3-4.",
            "Look for the zone in which a, b and c will read 2-3-4.",
        ),
        why=Text(
            "2-3-4 se lit de gauche à droite : c’est une suite. Descendre (4-3-2) compterait aussi ; 4-2-3, non. La "
            "zone attend encore une case des Gnomes.",
            "2-3-4 reads from cell to cell: that is a straight. Going down (4-3-2) would count too; 4-2-3 would not. "
            "The zone still waits for a cell of the Gnomes.",
        ),
    ),
    Step(
        title=Text("Le total de 9", "The total of 9"),
        words=Text(
            "Encore un 3, et il ne vous reste qu’une case. En face, les Gnomes ont 6, 6 et 4 : un total de 16.",
            "Another 3, and you have one cell left. Across from it the Gnomes have 6, 6 and 4: a total of 16.",
        ),
        task=Text("Écrivez-le et voyez qui tient la zone 2.", "Write it and see who holds zone 2."),
        before=LATE,
        good=only("2c"),
        hint=Text("Votre dernière case vide est en zone 2, case c.", "Your last empty cell is in zone 2, cell c."),
        why=Text(
            "4 + 2 + 3 = 9, tout juste ! Exactement 9 est plus fort que toutes les autres sommes, même 16. Une suite, "
            "elle, est encore plus forte qu’un 9.",
            "4 + 2 + 3 = 9, exactly! A total of precisely 9 beats every other sum, even 16. A straight, though, is "
            "stronger still than a 9.",
        ),
    ),
    Step(
        title=Text("Plus fort que la suite", "Stronger than a straight"),
        words=Text(
            "Il reste un dé aux Gnomes, en zone 3. Ils y ont 1 et 1, face à votre suite 2-3-4. Un seul chiffre peut "
            "encore vous prendre la zone.",
            "The Gnomes have one die left, in zone 3. They have 1 and 1 there, facing your straight 2-3-4. Only one "
            "number can still take the zone from you.",
        ),
        task=Text("Lequel ?", "Which one?"),
        before=LAST,
        choices=tuple(Choice(f"d{face} 3c", Text(f"un {face}", f"a {face}"), face) for face in range(1, 7)),
        good=takes_zone_three,
        supposed=True,
        hint=Text("Et s’ils avaient trois fois le même ?", "What if they had the same number three times?"),
        why=Text(
            "Trois pareils, c’est le plus fort de tout : même trois petits 1 battent une suite.",
            "Three of a kind is the strongest of all: even three little 1s beat a straight.",
        ),
        player=2,
    ),
    Step(
        title=Text("Qui a le Cadeau ?", "Who has the Gift?"),
        words=Text(
            "C’est le dernier dé de la partie. Celui qui tient le plus de zones gagne ; une zone à égalité n’est à "
            "personne.",
            "This is the last die of the game. Whoever holds the most zones wins; a tied zone belongs to nobody.",
        ),
        task=Text("Lancez le dé pour les Gnomes.", "Roll the die for the Gnomes."),
        before=LAST,
        roll="d1",
        then="3c",
        hint=Text("Touchez le dé des Gnomes.", "Touch the Gnomes’ die."),
        why=Text(
            "C’était un 1 : la zone 3 est perdue… mais deux zones contre une, cela suffit, le Cadeau est sauvé !",
            "It was a 1: zone 3 is lost… but two zones against one are enough, and the Gift is safe!",
        ),
        player=2,
    ),
)

LESSON = Lesson(
    "cadeau",
    Text(
        "C’était une petite partie de trois zones ; la vraie en a cinq.",
        "That was a small game of three zones; the real one has five.",
    ),
    Variant(zones=3),
    STEPS,
    (
        Text("On lance un dé, on l’écrit dans une case vide.", "Roll a die, write it in an empty cell."),
        Text(
            "Trois pareils > suite > total de 9 > plus grande somme.", "Three of a kind > straight > total of 9 > sum."
        ),
        Text("Une suite se lit dans l’ordre des cases.", "A straight reads in the order of the cells."),
        Text("Le plus de zones gagne.", "Most zones win."),
    ),
)
