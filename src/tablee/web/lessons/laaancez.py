"""The first game of Laaancez !: a small sheet of seven cells, from the first secret choice to the candle."""

from __future__ import annotations

from tablee.core.game import Event, State
from tablee.core.words import Text
from tablee.games.laaancez import Sheet, Variant, front, play, shipped

from .lesson import Choice, Lesson, Step, only

SECOND = "d3 1.bonnet@a1 2.sucre@a1 d1"
FOURTH = f"{SECOND} 1.bouclier@a2 2.boule@a2 d2 1.sapin@a4 2.sapin@a4 d4"
COMBAT = f"{FOURTH} 1.+a4 2.cadeau@b1 d6 1.renne@a3 2.renne@b2 d4 1.+a1 2.+b1 d1 1.boule@b1 2.bouclier@a3"
ACROSS = f"{COMBAT} a1xa3"
FOLD = f"{ACROSS} a2xa2 a1xa2 a1xa1"
CANDLE = f"{FOLD} a1xa1 b1xa1 a3xb1 b2xa3 a4xb2 c1xa4"
ROWS = (4, 2, 1)


def small() -> Variant:
    """The objects of the real sheet, with fewer cells to fill."""
    noel = shipped("noel")
    return Variant(Sheet("lecon", noel.candle, noel.objects, noel.faces, ROWS))


def folds(state: State, event: Event) -> bool:
    """Does the throw make the other fold?"""
    sheet, other = state.variant.sheet, 2 - state.turn
    return front(sheet, play(state, event).sheets[other]) > front(sheet, state.sheets[other])


STEPS = (
    Step(
        title=Text("Lancez le dé", "Roll the die"),
        words=Text(
            "Vous êtes le joueur 1. D’abord on recrute des objets sur sa feuille, puis on les lance pour éteindre la "
            "bougie d’en face.",
            "You are player 1. First you recruit objects on your sheet, then you throw them to put out the other’s "
            "candle.",
        ),
        task=Text("Touchez le dé : il dit ce que l’on peut recruter.", "Touch the die: it says what can be recruited."),
        before="",
        roll="d3",
        hint=Text("Le dé d’abord : touchez-le !", "The die first: touch it!"),
        why=Text(
            "Un 3 : le bonnet du Père Noël ou le sucre d’orge. Chaque face offre deux options, aux deux joueurs à la "
            "fois.",
            "A 3: the Santa hat or the candy cane. Each face offers two options, to both players at once.",
        ),
    ),
    Step(
        title=Text("Un choix secret", "A secret choice"),
        words=Text(
            "Les cœurs disent combien de coups un objet supporte, les cases cochées quel Dégât il fait. L’autre "
            "choisit en même temps, sans voir.",
            "The hearts say how much an object can take, the ticked boxes how much damage it does. The other chooses "
            "at the same time, unseen.",
        ),
        task=Text(
            "Choisissez un objet, puis une case de votre feuille.",
            "Choose an object, then a cell of your sheet.",
        ),
        before="d3",
        then="2.sucre@a1",
        hint=Text(
            "Touchez un des deux objets, puis une case vide.", "Touch one of the two objects, then an empty cell."
        ),
        why=Text(
            "Les deux choix se montrent ensemble : l’autre a pris le sucre d’orge. La ligne a se battra la première, "
            "les autres attendent derrière.",
            "Both choices are shown together: the other took the candy cane. Row a will fight first, the others wait "
            "behind it.",
        ),
    ),
    Step(
        title=Text("Le Bouclier", "The Shield"),
        words=Text(
            "Disons que votre bonnet est en a1. Le dé montre 1 : une boule de neige, ou un Bouclier, qui protège les "
            "deux objets juste à côté de lui dans sa ligne.",
            "Let us say that your Santa hat is in a1. The die shows 1: a snowball, or a Shield, which protects the two "
            "objects right beside it in its row.",
        ),
        task=Text("Posez un Bouclier qui protège le bonnet.", "Place a Shield that protects the hat."),
        before=SECOND,
        good=only("1.bouclier@a2"),
        then="2.boule@a2",
        hint=Text(
            "Choisissez le Bouclier, et la case a2, juste à côté du bonnet.",
            "Choose the Shield, and cell a2, right beside the hat.",
        ),
        why=Text(
            "Tant que ce Bouclier est debout, personne ne peut viser ses voisins ; eux peuvent toujours être lancés. "
            "Lui-même, on peut le viser.",
            "While this Shield stands, nobody can aim at its neighbours; they can still be thrown. The Shield itself "
            "can be aimed at.",
        ),
    ),
    Step(
        title=Text("Cocher un Dégât", "Tick a damage"),
        words=Text(
            "Votre sapin en a4 est solide (4 cœurs), mais il a 0 Dégât : tel quel, il ne pourra jamais être lancé. Le "
            "4 offre de cocher +1 Dégât.",
            "Your fir tree in a4 is sturdy (4 hearts), but has 0 damage: as it is, it can never be thrown. The 4 "
            "offers a tick of +1 damage.",
        ),
        task=Text("Cochez un Dégât sur le sapin.", "Tick a damage on the fir tree."),
        before=FOURTH,
        good=only("1.+a4"),
        then="2.cadeau@b1",
        hint=Text("Choisissez « +1 Dégât », puis le sapin en a4.", "Choose “+1 damage”, then the fir tree in a4."),
        hints={
            "1.+a1": Text(
                "Le bonnet serait plus fort, c’est permis. Mais il a déjà 1 Dégât : aidons plutôt le sapin, qui n’en "
                "a aucun.",
                "The hat would be stronger, that is allowed. But it has 1 damage already: let us help the fir tree, "
                "which has none.",
            )
        },
        why=Text(
            "Le sapin pourra se lancer ! On coche un Dégât à la fois, jusqu’à la limite de l’objet. Gardez-le à l’œil…",
            "The fir tree can be thrown! You tick one damage at a time, up to the object’s limit. Keep an eye on it…",
        ),
    ),
    Step(
        title=Text("Au combat !", "To battle!"),
        words=Text(
            "L’autre a rempli toutes ses cases : le recrutement s’arrête aussitôt, même s’il vous en reste une. Son "
            "Bouclier en a3 protège a2 et a4.",
            "The other has filled every cell: recruitment ends at once, though you still have one left. Their Shield "
            "in a3 protects a2 and a4.",
        ),
        task=Text(
            "Choisissez un de vos objets de la ligne a, puis détruisez ce Bouclier.",
            "Choose one of your objects in row a, then destroy that Shield.",
        ),
        before=COMBAT,
        good=only("a1xa3", "a3xa3"),
        hint=Text(
            "Le bonnet et le renne font 2 Dégâts : visez le Bouclier, en a3.",
            "The hat and the reindeer do 2 damage: aim at the Shield, in a3.",
        ),
        hints={
            "a4xa3": Text(
                "Bien visé ! Mais le sapin ne fait que 1 Dégât, et le Bouclier a 2 cœurs : il faut plus fort.",
                "Well aimed! But the fir tree only does 1 damage, and the Shield has 2 hearts: it takes something "
                "stronger.",
            )
        },
        why=Text(
            "Le Bouclier est détruit : ses voisins ne sont plus protégés. Votre objet, lui, revient : le lancer ne "
            "l’use pas.",
            "The Shield is destroyed: its neighbours are protected no more. Your object comes back: throwing does not "
            "use it up.",
        ),
    ),
    Step(
        title=Text("Au tour de l’autre", "The other’s turn"),
        words=Text(
            "Maintenant le joueur 2 lance sa boule de neige (a2). Votre Bouclier en a2 est toujours debout.",
            "Now player 2 throws their snowball (a2). Your Shield in a2 still stands.",
        ),
        task=Text("Que peut-il viser chez vous ?", "What can they aim at on your side?"),
        before=ACROSS,
        choices=(
            Choice("a2xa1", Text("le bonnet, en a1", "the hat, in a1")),
            Choice("a2xa2", Text("le Bouclier, en a2", "the Shield, in a2")),
            Choice("a2xa3", Text("le renne, en a3", "the reindeer, in a3")),
            Choice("a2xb1", Text("la boule, en b1", "the snowball, in b1")),
        ),
        good=only("a2xa2"),
        hint=Text(
            "Qui n’est pas juste à côté d’un Bouclier, et se trouve dans la première ligne ?",
            "Who is not right beside a Shield, and stands in the first row?",
        ),
        why=Text(
            "Le Bouclier lui-même, ou le sapin en a4, plus loin. Le bonnet et le renne étaient à l’abri, et la ligne "
            "b n’est pas encore au combat.",
            "The Shield itself, or the fir tree in a4, farther off. The hat and the reindeer were safe, and row b is "
            "not in the battle yet.",
        ),
        player=2,
    ),
    Step(
        title=Text("Faites plier la feuille", "Make the sheet fold"),
        words=Text(
            "Un tour plus tard, il reste à l’autre, en ligne a, un sucre d’orge et un sapin à 0 Dégât. Une ligne sans "
            "personne à lancer est perdue.",
            "A turn later the other has, in row a, a candy cane and a fir tree with 0 damage. A row with nobody left "
            "to throw is lost.",
        ),
        task=Text("Détruisez le sucre d’orge, en a1.", "Destroy the candy cane, in a1."),
        before=FOLD,
        good=folds,
        hint=Text(
            "Le bonnet ou le renne (2 Dégâts), sur le sucre d’orge en a1.",
            "The hat or the reindeer (2 damage), at the candy cane in a1.",
        ),
        hints={
            "a4xa1": Text(
                "Bien visé ! Mais le sapin ne fait que 1 Dégât, et le sucre d’orge a 2 cœurs.",
                "Well aimed! But the fir tree only does 1 damage, and the candy cane has 2 hearts.",
            )
        },
        why=Text(
            "Le sapin d’en face est debout, mais avec 0 Dégât il ne tient pas une ligne : l’autre plie sa feuille, et "
            "la ligne b vient vous faire face.",
            "Their fir tree still stands, but with 0 damage it cannot hold a row: the other folds the sheet, and row "
            "b comes to face you.",
        ),
    ),
    Step(
        title=Text("Soufflez la bougie !", "Put out the candle!"),
        words=Text(
            "La bataille a été rude : l’autre n’a plus que sa bougie, et vous, votre sapin. La bougie s’est défendue, "
            "car elle fait 1 Dégât.",
            "It was a hard battle: the other has only the candle left, and you your fir tree. The candle fought back, "
            "for it does 1 damage.",
        ),
        task=Text("Lancez le sapin sur la bougie.", "Throw the fir tree at the candle."),
        before=CANDLE,
        good=only("a4xc1"),
        hint=Text("Touchez la bougie d’en face, en c1.", "Touch the candle across, in c1."),
        why=Text(
            "Pffft ! Elle est éteinte, vous avez gagné, grâce à une seule petite coche sur un sapin.",
            "Pffft! It is out, and you have won, thanks to one little tick on a fir tree.",
        ),
    ),
)

LESSON = Lesson(
    "laaancez",
    Text(
        "C’était une petite feuille de sept cases ; la vraie en a dix-sept.",
        "That was a small sheet of seven cells; the real one has seventeen.",
    ),
    small(),
    STEPS,
    (
        Text(
            "À chaque dé, chacun choisit en secret : un objet ou une coche.",
            "At each roll both choose in secret: an object or a tick.",
        ),
        Text(
            "Avec 0 Dégât, un objet ne se lance pas et ne tient pas sa ligne.",
            "With 0 damage an object cannot be thrown and holds no row.",
        ),
        Text("Un Bouclier debout protège ses deux voisins.", "A standing Shield protects its two neighbours."),
        Text(
            "Une ligne perdue se plie ; la bougie éteinte, c’est fini.",
            "A lost row folds; once a candle is out, the game is over.",
        ),
    ),
)
