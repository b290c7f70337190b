"""The kinds of bots, as a table: what people call them and how they choose."""

from dataclasses import dataclass

from tablee.core.words import Text


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of bot: the shares of its moves that are random, greedy and best. `level` is 1 to 5, or 0 for a bot that
    is none of the five; `pace` is how many seconds it likes to seem to think. `wish`: how often the other is to win, of
    a bot that adapts; 0 of any other."""

    title: Text
    about: Text
    random: float = 0.0
    greedy: float = 0.0
    level: int = 0
    pace: float = 0.8
    wish: float = 0.0

    @property
    def animal(self) -> Text:
        """Its display name at a table: the animal alone."""
        return Text("Caméléon", "Chameleon") if self.wish else self.title

    @property
    def best(self) -> float:
        """The share of its moves that come from the solver."""
        return (100 - round(100 * self.random) - round(100 * self.greedy)) / 100

    @property
    def solves(self) -> bool:
        """Whether it needs the solvers, and so what runs their kernels."""
        return self.best > 0.0


ABOUT = {
    "random": Text("joue n’importe quel coup permis", "plays any legal move"),
    "greedy": Text("prend le meilleur coup du moment", "takes whatever looks best"),
    "poussin": Text("débutant, joue presque au hasard", "a beginner, plays almost at random"),
    "lapin": Text("apprend vite, va trop vite", "learns fast, plays too fast"),
    "ecureuil": Text("connaît le jeu, parfois étourdi", "knows the game, sometimes careless"),
    "renard": Text("rusé, joue le bon coup quatre fois sur cinq", "cunning, makes the right move four times in five"),
    "hibou": Text("le plus fort de tous", "the strongest of all"),
}
KINDS = {
    "random": Kind(Text("Robot au hasard", "Random bot"), ABOUT["random"], random=1.0),
    "greedy": Kind(Text("Robot glouton", "Greedy bot"), ABOUT["greedy"], greedy=1.0),
    "poussin": Kind(Text("Poussin", "Chick"), ABOUT["poussin"], random=0.85, greedy=0.15, level=1, pace=0.6),
    "lapin": Kind(Text("Lapin", "Rabbit"), ABOUT["lapin"], random=0.45, greedy=0.55, level=2, pace=0.6),
    "ecureuil": Kind(Text("Écureuil", "Squirrel"), ABOUT["ecureuil"], random=0.20, greedy=0.30, level=3, pace=0.8),
    "renard": Kind(Text("Renard", "Fox"), ABOUT["renard"], random=0.05, greedy=0.15, level=4, pace=1.0),
    "hibou": Kind(Text("Hibou", "Owl"), ABOUT["hibou"], level=5, pace=1.2),
}
WISHES = {f"cameleon{percent}": percent for percent in (30, 40, 50, 60, 70)}
KINDS |= {
    name: Kind(
        Text(f"Caméléon ({percent // 10} fois sur 10)", f"Chameleon ({percent // 10} times in 10)"),
        Text(
            f"s’adapte, pour que vous gagniez environ {percent // 10} fois sur 10",
            f"adapts, so that you win about {percent // 10} times in 10",
        ),
        wish=percent / 100,
    )
    for name, percent in WISHES.items()
}
LEVELS = tuple(name for name, kind in KINDS.items() if kind.level)
