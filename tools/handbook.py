"""Builds the documentation as a site: the pages of docs/, and a page of reference for every public module.

    .venv/bin/python tools/handbook.py              into build/handbook
    .venv/bin/python tools/handbook.py -o DIR

Zensical turns the pages into a site and follows every link on the way; mkdocstrings reads the reference off the
docstrings. Nothing in the site is fetched from elsewhere. A link that leads nowhere is an error.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "tablee"
APPLICATIONS = ("cli", "web", "terminal")  # programs for people, not parts for programs
AROUND = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md")

CONFIGURATION = """\
[project]
site_name = "Tablée"
site_description = "Trois jeux de dés en famille · Three family dice games"
docs_dir = "docs"
site_dir = "site"
use_directory_urls = false
nav = [
  {{"Tablée" = "index.md"}},
  {{"Pour les familles" = [{french}]}},
  {{"The games" = ["cadeau.md", "blocs.md", "laaancez.md", "perfect-play.md", "luck.md", "bots.md"]}},
  {{"Using it" = [{english}]}},
  {{"Building on it" = [{building}]}},
  {{"Reference" = [{reference}]}},
]

[project.theme]
font = false
language = "fr"
features = ["navigation.sections", "navigation.indexes", "toc.follow"]

[project.extra]
generator = false

[project.plugins.mkdocstrings.handlers.python]
paths = [{paths}]

[project.plugins.mkdocstrings.handlers.python.options]
show_source = false
show_if_no_docstring = true
show_root_toc_entry = false
show_bases = false
heading_level = 2
members_order = "source"
filters = ["!^_"]
docstring_section_style = "list"
"""
FRENCH = ("index", "jouer", "chance", "imprimer", "classe", "heberger", "vie-privee")
GAMES = ("cadeau", "blocs", "laaancez", "perfect-play", "bots", "index")
BUILDING = ("architecture", "adding-a-game", "testing", "kernels", "conformance", "protocol", "researchers")


def modules() -> list[str]:
    """Every public module, `tablee` first."""
    names = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = list(path.relative_to(SOURCE.parent).with_suffix("").parts)
        if parts[-1] == "__init__":
            parts.pop()
        if not any(part.startswith("_") for part in parts) and (len(parts) < 2 or parts[1] not in APPLICATIONS):
            names.append(".".join(parts))
    return sorted(names)


def summary(name: str) -> str:
    """The first line of a module's docstring."""
    path = SOURCE.parent.joinpath(*name.split("."))
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    said = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return said.split("\n\n")[0].replace("\n", " ").strip()


def quoted(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def lay_out(folder: Path) -> None:
    """Everything that the site is made of, in an empty folder."""
    docs = folder / "docs"
    shutil.copytree(ROOT / "docs", docs)
    for name in AROUND:
        shutil.copy(ROOT / name, folder / name)
    for page in docs.rglob("*.md"):  # what lies beside docs/ is not part of a site
        text = page.read_text(encoding="utf-8")
        for name in ("CHANGELOG.md", "CONTRIBUTING.md"):
            text = text.replace(f"(../{name}", f"({name}")
        page.write_text(text, encoding="utf-8")
    for name in ("CHANGELOG.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8").replace("](docs/", "](")
        (docs / name).write_text(text, encoding="utf-8")
    reference = docs / "reference"
    reference.mkdir()
    listing = ["# Reference", "", "One page a module, read off its docstrings.", "", "| module | |", "|---|---|"]
    for name in modules():
        listing.append(f"| [`{name}`]({name}.md) | {summary(name)} |")
        (reference / f"{name}.md").write_text(f"# {name}\n\n::: {name}\n", encoding="utf-8")
    (reference / "index.md").write_text("\n".join(listing) + "\n", encoding="utf-8")
    pages = sorted(page.stem for page in docs.glob("*.md") if page.name not in AROUND)
    english = [f"{stem}.md" for stem in pages if stem not in (*GAMES, *BUILDING)]
    building = [f"{stem}.md" for stem in BUILDING if stem in pages]
    french = [f"fr/{stem}.md" for stem in FRENCH]
    configuration = CONFIGURATION.format(
        french=quoted(french),
        english=quoted(english),
        building=quoted([*building, "CONTRIBUTING.md", "CHANGELOG.md"]),
        reference=quoted(["reference/index.md", *(f"reference/{name}.md" for name in modules())]),
        paths=quoted([str(SOURCE.parent)]),
    )
    (folder / "zensical.toml").write_text(configuration, encoding="utf-8")


def build(target: Path) -> str:
    """Build the site; what is wrong with it, or nothing."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        lay_out(folder)
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        done = subprocess.run(
            command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )
        if done.returncode:
            return done.stdout
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(folder / "site", target)
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the documentation as a site.")
    parser.add_argument("-o", dest="target", type=Path, default=ROOT / "build" / "handbook")
    args = parser.parse_args()
    missing = [name for name in ("zensical", "mkdocstrings") if find_spec(name) is None]
    if missing:
        print(f"This Python has no {' and no '.join(missing)}: run `sh tools/boot check` once, then "
              "`.venv/bin/python tools/handbook.py`.", file=sys.stderr)  # fmt: skip
        return 2
    trouble = build(args.target)
    print(trouble or args.target / "index.html")
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(main())
