"""The first game of Pousse-blocs: two blocks, three, a double, the 7, a single die, a taste of − and ×, the end."""

from __future__ import annotations

from tablee.core.game import Event, State
from tablee.core.words import Text
from tablee.games.blocs import Variant, ways

from .lesson import Good, Lesson, Step, only

FIRST = "d36"
SECOND = f"{FIRST} 4,5 d56"
THIRD = f"{SECOND} 2,3,6 d44"
FOURTH = f"{THIRD} 11,12"
FIFTH = f"{FOURTH} d34 d26 2,6 d16 d12"
NEAR_THE_END = "d11 2,4 d22 6,8 d33 9,10 d44 11,12 d35"


def so_many(count: int) -> Good:
    """That many blocks at once."""
    return lambda state, event: len(event.blocks) == count


def with_sign(*signs: str) -> Good:
    """A calculation that was said, with one of these signs in it."""

    def good(state: State, event: Event) -> bool:
        said = event.calculation or next(iter(ways(state, event)), "")
        return any(sign in said for sign in signs)

    return good


STEPS = (
    Step(
        title=Text("Lancez les dés", "Throw the dice"),
        words=Text(
            "Vous êtes le joueur 1. Voici vos dix blocs : il n’y a ni 1 ni 7. Le premier qui n’a plus de bloc devant "
            "lui gagne.",
            "You are player 1. Here are your ten blocks: there is no 1 and no 7. The first with no block left in "
            "front of them wins.",
        ),
        task=Text("Touchez les dés pour les lancer.", "Touch the dice to throw them."),
        before="",
        roll="d36",
        hint=Text("Les dés d’abord : touchez-les !", "The dice first: touch them!"),
        why=Text(
            "3 et 6 : il faut faire 3 + 6 = 9. C’est le nombre à atteindre avec vos blocs.",
            "3 and 6: the goal is 3 + 6 = 9. That is the number to make with your blocks.",
        ),
    ),
    Step(
        title=Text("Deux blocs qui font 9", "Two blocks that make 9"),
        words=Text(
            "On peut pousser le 9 tout seul, ou deux ou trois blocs qui font 9 ensemble.",
            "You may push the 9 by itself, or two or three blocks that make 9 together.",
        ),
        task=Text(
            "Touchez deux blocs qui font 9, puis « Pousser ».",
            "Touch two blocks that make 9, then “Push”.",
        ),
        before=FIRST,
        good=so_many(2),
        hint=Text("Par exemple 4 et 5, ou 3 et 6.", "For instance 4 and 5, or 3 and 6."),
        hints={
            "9": Text(
                "Le 9 tout seul, c’est permis ! Mais plus on pousse de blocs, plus vite on finit : essayez avec deux.",
                "The 9 alone is allowed! But the more blocks you push, the sooner you are done: try with two.",
            ),
            "2,3,4": Text(
                "Bravo, trois d’un coup, c’est permis aussi ! C’est pour l’étape suivante : ici, essayez avec deux.",
                "Well done, three at once is allowed too! That comes in the next step: here, try with two.",
            ),
        },
        why=Text(
            "En jouant, on dit son calcul à voix haute. Et comme le compte est bon, vous relancez.",
            "In a game you say your sum aloud. And because it works out, you throw again.",
        ),
    ),
    Step(
        title=Text("Trois d’un coup", "Three at once"),
        words=Text(
            "Vous avez poussé 4 et 5, et relancé : 5 et 6, il faut donc faire 11. Jamais plus de trois blocs à la "
            "fois, mais trois, c’est permis.",
            "You pushed 4 and 5, and threw again: 5 and 6, so the goal is 11. Never more than three blocks at a time, "
            "but three are allowed.",
        ),
        task=Text("Faites 11 avec trois blocs.", "Make 11 with three blocks."),
        before=SECOND,
        good=so_many(3),
        hint=Text(
            "Cela marche aussi ! Mais essayez avec trois : 2 et 3 font 5, et encore…",
            "Two or one can do it too! But try with three: 2 and 3 make 5, and then…",
        ),
        why=Text(
            "6 + 3 + 2 = 11 : trois blocs de moins, et vous relancez encore.",
            "6 + 3 + 2 = 11: three blocks fewer, and you throw yet again.",
        ),
    ),
    Step(
        title=Text("Un double !", "A double!"),
        words=Text(
            "4 et 4. Avec un double, deux blocs au choix, sans aucun calcul. C’est l’occasion de se débarrasser des "
            "gros, difficiles à faire.",
            "4 and 4. A double lets you push any two blocks, with no sum at all. A good moment to be rid of big ones, "
            "which are hard to make.",
        ),
        task=Text("Poussez les deux blocs que vous voulez.", "Push any two blocks you like."),
        before=THIRD,
        good=so_many(2),
        hint=Text("Choisissez deux blocs, n’importe lesquels.", "Choose two blocks, whichever you like."),
        hints={
            "8": Text(
                "4 + 4 = 8, c’est permis. Mais le double vous en offre deux d’un coup : profitez-en !",
                "4 + 4 = 8, that is allowed. But the double offers you two at once: make the most of it!",
            )
        },
        why=Text(
            "Deux blocs d’un coup, et un double aussi donne le droit de relancer.",
            "Two blocks at once, and a double lets you throw again too.",
        ),
    ),
    Step(
        title=Text("Attention au 7", "Mind the 7"),
        words=Text(
            "Disons que 11 et 12 sont partis : il vous reste 8, 9 et 10. Ce que vous avez poussé est maintenant "
            "devant le joueur 2.",
            "Let us say that 11 and 12 are gone: 8, 9 and 10 are left. What you have pushed now lies in front of "
            "player 2.",
        ),
        task=Text("Relancez les dés.", "Throw the dice again."),
        before=FOURTH,
        roll="d34",
        then="d26 2,6 d16",
        hint=Text("Touchez les dés pour les relancer.", "Touch the dice to throw them again."),
        why=Text(
            "3 + 4 = 7 : aucun bloc ne porte le 7, le tour s’arrête aussitôt. Le joueur 2 vous a renvoyé 2 et 6, puis "
            "il a fait 7 à son tour. (Seulement tant que personne n’a encore rien poussé, on relance un 7.)",
            "3 + 4 = 7: no block bears a 7, and the turn ends at once. Player 2 sent 2 and 6 back to you, then threw "
            "a 7 too. (Only while nobody has pushed anything yet is a 7 thrown again.)",
        ),
    ),
    Step(
        title=Text("Un dé tout seul", "A single die"),
        words=Text(
            "1 et 2 : il faudrait faire 3, et aucun de vos blocs n’y arrive. Mais l’un d’eux porte le chiffre d’un "
            "des dés.",
            "1 and 2: the goal would be 3, and none of your blocks can make it. But one of them bears the number of a "
            "die.",
        ),
        task=Text("Poussez ce bloc-là.", "Push that block."),
        before=FIFTH,
        good=only("2"),
        hint=Text("Cherchez le bloc 2 : c’est le chiffre d’un dé.", "Look for block 2: it is the number of a die."),
        why=Text(
            "Quand aucun calcul ne marche, on pousse le bloc d’un des dés s’il est là, et le tour passe à l’autre.",
            "When no sum works, the block of one of the dice is pushed if it is there, and the turn passes.",
        ),
    ),
    Step(
        title=Text("Niveau 2 : avec des moins", "Level 2: with minus"),
        words=Text(
            "Au niveau 1, on ne fait qu’ajouter. Au niveau 2, on peut aussi enlever : 3 et 5 font 8, et 10 − 2 aussi !",
            "At level 1 you only add. At level 2 you may take away too: 3 and 5 make 8, and so does 10 − 2!",
        ),
        task=Text(
            "Dites un calcul avec un − qui fait 8 : touchez un bloc, le signe, un autre bloc.",
            "Say a sum with a − that makes 8: touch a block, the sign, another block.",
        ),
        before="d35",
        variant=Variant(level=2),
        good=with_sign("-"),
        say=True,
        hint=Text("Par exemple 12 − 4, ou 10 − 2.", "For instance 12 − 4, or 10 − 2."),
        why=Text(
            "Les gros blocs, si difficiles à additionner, partent bien mieux avec un moins.",
            "Big blocks, so hard to add up, leave much more easily with a minus.",
        ),
    ),
    Step(
        title=Text("Niveau 3 : fois et divisé", "Level 3: times and divided"),
        words=Text(
            "Au niveau 3, on peut tout faire : + − × ÷. Et l’on vise la somme des dés ou leur produit : ici 2 + 6 = "
            "8, ou 2 × 6 = 12.",
            "At level 3 everything goes: + − × ÷. And you aim for the sum of the dice or their product: here 2 + 6 = "
            "8, or 2 × 6 = 12.",
        ),
        task=Text("Dites un calcul avec × ou ÷ qui fait 8 ou 12.", "Say a sum with × or ÷ that makes 8 or 12."),
        before="d26",
        variant=Variant(level=3),
        good=with_sign("*", "/"),
        say=True,
        hint=Text("Par exemple 4 × 2, ou 4 × 3.", "For instance 4 × 2, or 4 × 3."),
        why=Text(
            "Et voilà les quatre signes. Commencez par le niveau 1, et montez quand vous en avez envie.",
            "So those are the four signs. Begin with level 1, and climb whenever you feel like it.",
        ),
    ),
    Step(
        title=Text("Le dernier coup", "The last push"),
        words=Text(
            "Retour au niveau 1, dans une partie où quatre doubles vous ont souri. Il vous reste 3 et 5, et les dés "
            "disent 3 et 5.",
            "Back to level 1, in a game where four doubles smiled at you. You have 3 and 5 left, and the dice say 3 "
            "and 5.",
        ),
        task=Text("Videz votre côté !", "Empty your side!"),
        before=NEAR_THE_END,
        good=only("3,5"),
        hint=Text("Touchez 3 et 5, puis « Pousser ».", "Touch 3 and 5, then “Push”."),
        why=Text(
            "Plus un seul bloc devant vous : vous avez gagné, tout de suite !",
            "Not one block left in front of you: you have won, at once!",
        ),
    ),
)

LESSON = Lesson(
    "blocs",
    Text(
        "C’était une partie à deux ; on joue aussi seul, à trois ou à quatre.",
        "That was a game for two; it is also played alone, by three or by four.",
    ),
    Variant(),
    STEPS,
    (
        Text(
            "Faites la somme des dés avec un, deux ou trois blocs.",
            "Make the sum of the dice with one to three blocks.",
        ),
        Text("Compte juste ou double : on relance.", "Right sum or double: throw again."),
        Text(
            "Un double : deux blocs au choix. Un 7 : le tour passe.", "A double: any two blocks. A 7: the turn passes."
        ),
        Text("Ce qu’on pousse arrive devant l’autre.", "What you push lands in front of the other."),
    ),
)
