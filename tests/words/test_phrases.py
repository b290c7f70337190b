"""A few phrases that nobody says, and that must not come back (the rest is taste, which no test holds)."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
PHRASES = (
    "La partie est pour",
    "Un 7 se relance",
    "recopie un objet en",
    "Rapporter une partie",
    "Compter sans partie",
    "le meilleur que nous ayons",
    "le plus bleu est le meilleur",
    "Cela ne se reprend pas",
    "The game goes to",
    "ours to roll!",
    "I look again",
    "the bluest is best",
    "whoever can, must",
    "Had you seen",
    "opens large books",
    "What nobody foresaw",
    "in the stead of",
)


def test_no_phrase_that_nobody_says() -> None:
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    for folder, kinds in (("src", ("py", "html", "js", "md", "toml")), ("packages", ("py", "html")), ("docs", ("md",))):
        paths += [path for kind in kinds for path in (ROOT / folder).rglob(f"*.{kind}") if "tests" not in path.parts]
    found = []
    for path in paths:
        text = path.read_text(encoding="utf-8").casefold()
        found += [f"{path.relative_to(ROOT)}: {phrase}" for phrase in PHRASES if phrase.casefold() in text]
    assert not found, "\n".join(found)
