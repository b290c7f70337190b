"""Builds the documentation as a site: the English pages of docs/ with a reference, and docs/fr as a site of its own.

    .venv/bin/python tools/handbook.py              into build/handbook
    .venv/bin/python tools/handbook.py -o DIR

Zensical turns the pages into two sites, each with its own menu, and follows every link on the way; mkdocstrings reads
the reference off the docstrings. Nothing in the sites is fetched from elsewhere, and no page has a script or a style of
its own: they keep to the policy of the table's pages. A link that leads nowhere is an error.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (ROOT / "src", ROOT / "packages" / "tablee-lab" / "src")
GAMES = ("cadeau", "blocs", "laaancez")
AROUND = ("CHANGELOG.md", "CONTRIBUTING.md")

ENGLISH = {
    "The games": [*GAMES, "bots", "puzzles", "play-well", "perfect-play", "luck"],
    "The rules": [f"rules-{game}" for game in GAMES],
    "Play and host": ["web", "by-ear", "class", "paper", "commands", "app", "hosting"],
    "Research": ["library", "researchers", "speed", "lab", "protocol", "fair-dice", "api"],
    "Build": [
        "architecture",
        "contracts",
        "adding-a-game",
        "testing",
        "kernels",
        "releasing",
        "publishing",
        "CONTRIBUTING",
        "CHANGELOG",
    ],
}
FRENCH = {
    "Jouer": ["jouer", "robots", "oreille", "imprimer", "bien-jouer", "chance"],
    "Les règles": [f"regles-{game}" for game in GAMES],
    "En classe et ailleurs": ["classe", "classe-donnees", "heberger", "vie-privee"],
}
REFERENCE = {  # what a user imports
    "Start here": ["tablee", "tablee.front"],
    "What a game is": [
        f"tablee.core.{name}"
        for name in ("game", "record", "position", "options", "dice", "fair", "words", "errors", "registry")
    ],
    "The games": [f"tablee.games.{game}" for game in GAMES],
    "Players and values": ["tablee.bots", "tablee.engine.solvers", "tablee.review"],
    "The table, pictures, paper": ["tablee.table", "tablee.drawing", "tablee.drawing.palette", "tablee.paper"],
    "The lab": [
        "tablee_lab.simulate",
        "tablee_lab.simulate.exploitability",
        "tablee_lab.arena",
        "tablee_lab.lab",
        *(f"tablee_lab.adapters.{name}" for name in ("space", "open_spiel", "pettingzoo", "gymnasium", "vector")),
    ],
}

CONFIGURATION = """\
[project]
site_name = "Tablée"
site_description = "{about}"
docs_dir = "docs"
site_dir = "site"
use_directory_urls = false
extra_css = ["site.css"]
nav = {menu}

[project.theme]
font = false
language = "{lang}"
logo = "icon.svg"
favicon = "icon.svg"
features = ["navigation.sections", "navigation.indexes", "toc.follow"]

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"

[project.extra]
generator = false
alternate = [
  {{name = "Français", link = "{french}", lang = "fr"}},
  {{name = "English", link = "{english}", lang = "en"}},
]
"""
PLUGIN = """
[project.plugins.mkdocstrings.handlers.python]
paths = {paths}

[project.plugins.mkdocstrings.handlers.python.options]
show_source = false
show_if_no_docstring = true
show_root_toc_entry = false
show_bases = false
show_attribute_values = false
heading_level = 2
members_order = "source"
filters = ["!^_"]
docstring_section_style = "list"
"""


def modules() -> list[str]:
    """The modules of the reference."""
    return [name for names in REFERENCE.values() for name in names]


def source_of(name: str) -> Path:
    """The file of a module."""
    for source in SOURCES:
        path = source.joinpath(*name.split("."))
        for found in (path / "__init__.py", path.with_suffix(".py")):
            if found.is_file():
                return found
    raise FileNotFoundError(name)


def summary(name: str) -> str:
    """The first line of a module's docstring."""
    text = ast.get_docstring(ast.parse(source_of(name).read_text(encoding="utf-8"))) or ""
    return text.split("\n\n")[0].replace("\n", " ").strip()


def menu(groups: dict[str, list[str]], reference: dict[str, list[str]]) -> str:
    """The menu of a site as TOML: its first page, a section for each group, the reference by groups of its own."""
    sections = [section(name, pages) for name, pages in groups.items()]
    if reference:
        inner = [section(name, [f"reference/{one}" for one in names]) for name, names in reference.items()]
        sections.append(f'{{"Reference" = ["reference/index.md", {", ".join(inner)}]}}')
    return "[" + ", ".join(['{"Tablée" = "index.md"}', *sections]) + "]"


def section(name: str, pages: list[str]) -> str:
    return f'{{"{name}" = {json.dumps([f"{page}.md" for page in pages])}}}'


def dress(docs: Path) -> None:
    """Our colours, fonts and pictures, for the pages in `docs`."""
    from tablee.drawing import palette
    from tablee.web.frame.assets import asset

    light, dark = palette.css("light"), palette.css("dark")
    colours = f'[data-md-color-scheme="default"] {{{light}}}\n[data-md-color-scheme="slate"] {{{dark}}}\n'
    (docs / "site.css").write_text((ROOT / "docs" / "site.css").read_text("utf-8") + colours, encoding="utf-8")
    for name in ("icon.svg", "fredoka.woff2", "manrope.woff2"):
        (docs / name).write_bytes(asset(name).body)
    shutil.copytree(ROOT / "docs" / "pictures", docs / "pictures", dirs_exist_ok=True)


def lay_out_english(folder: Path) -> None:
    """The English site, in an empty folder: the pages of docs/, the rules, what lies beside docs/, the reference."""
    docs = folder / "docs"
    docs.mkdir()
    texts = {page.name: page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md")}
    texts |= {name: (ROOT / name).read_text("utf-8").replace("](docs/", "](") for name in AROUND}
    for game in GAMES:
        texts[f"rules-{game}.md"] = rules(game, "en")
    for name, text in texts.items():
        page = re.sub(r"\]\(\.\./(CHANGELOG|CONTRIBUTING)\.md", r"](\1.md", text)
        page = re.sub(r"\]\(fr/([\w-]+)\.md", r"](fr/\1.html", page)
        page = re.sub(r"\]\(\.\./src/tablee/games/(\w+)/rules\.en\.md\)", r"](rules-\1.md)", page)
        page = re.sub(r"\]\(\.\./src/tablee/games/(\w+)/rules\.fr\.md\)", r"](fr/regles-\1.html)", page)
        (docs / name).write_text(page, encoding="utf-8")
    reference = docs / "reference"
    reference.mkdir()
    listing = ["# Reference", "", "What you import, one page a module."]
    for group, names in REFERENCE.items():
        listing += ["", f"## {group}", "", "| module | |", "|---|---|"]
        for name in names:
            listing.append(f"| [`{name}`]({name}.md) | {summary(name)} |")
            (reference / f"{name}.md").write_text(f"# {name}\n\n::: {name}\n", encoding="utf-8")
    (reference / "index.md").write_text("\n".join(listing) + "\n", encoding="utf-8")
    dress(docs)
    configuration = CONFIGURATION.format(
        about="Three family dice games",
        menu=menu(ENGLISH, REFERENCE),
        lang="en",
        french="fr/index.html",
        english="index.html",
    )
    configuration += PLUGIN.format(paths=json.dumps([str(source) for source in SOURCES]))
    (folder / "zensical.toml").write_text(configuration, encoding="utf-8")


def lay_out_french(folder: Path) -> None:
    """The French site, in an empty folder: docs/fr and the rules; English pages are the site around it."""
    docs = folder / "docs"
    docs.mkdir()
    texts = {page.name: page.read_text("utf-8") for page in (ROOT / "docs" / "fr").glob("*.md")}
    texts |= {f"regles-{game}.md": rules(game, "fr") for game in GAMES}
    for name, text in texts.items():
        page = re.sub(r"\]\(\.\./([\w-]+)\.md", r"](../\1.html", text).replace("../pictures/", "pictures/")
        page = re.sub(r"\]\(\.\./\.\./src/tablee/games/(\w+)/rules\.fr\.md\)", r"](regles-\1.md)", page)
        (docs / name).write_text(page, encoding="utf-8")
    dress(docs)
    configuration = CONFIGURATION.format(
        about="Trois jeux de dés en famille",
        menu=menu(FRENCH, {}),
        lang="fr",
        french="index.html",
        english="../index.html",
    )
    (folder / "zensical.toml").write_text(configuration, encoding="utf-8")


def rules(game: str, lang: str) -> str:
    """The rules of a game as its package tells them, with its picture."""
    text = (ROOT / "src" / "tablee" / "games" / game / f"rules.{lang}.md").read_text(encoding="utf-8")
    picture = next((ROOT / "docs" / "pictures").glob(f"{game}-*-wide-{lang}.png"))
    title, _, rest = text.partition("\n")
    return f"{title}\n\n![{title.strip('# ')}](pictures/{picture.name})\n{rest}"


def tighten(site: Path) -> None:
    """Give every page of a built site the policy of the table's pages; its scripts and styles move into files."""
    from tablee_app.build import META

    (bundle,) = site.glob("assets/javascripts/bundle.*.js")
    adopted = r"\1.adoptedStyleSheets=[new CSSStyleSheet],\1.adoptedStyleSheets[0].replaceSync(\2)"
    script, found = re.subn(
        r'(\w+)\.appendChild\(C\("style",\{\},(\w+\.toString\(\))\)\)', adopted, bundle.read_text("utf-8")
    )
    assert found == 1, "the search of Zensical dresses itself in another way than before"
    bundle.write_text(script, encoding="utf-8")
    (site / "404.html").unlink()  # it knows no folder around it
    for page in site.rglob("*.html"):
        above = "../" * (len(page.relative_to(site).parts) - 1)

        def moved(found: re.Match[str], above: str = above) -> str:
            name = f"assets/javascripts/{hashlib.sha256(found[1].encode()).hexdigest()[:8]}.js"
            (site / name).write_text(found[1], encoding="utf-8")
            return f'<script src="{above}{name}"></script>'

        text = re.sub(r"<script>(.*?)</script>", moved, page.read_text("utf-8"), flags=re.DOTALL)
        text = text.replace('style="text-align: right;"', 'align="right"')
        policy = f'<meta http-equiv="Content-Security-Policy" content="{META}">'
        page.write_text(text.replace("<head>", f"<head>{policy}", 1), encoding="utf-8")


def build(target: Path) -> str:
    """Build both sites, the French one below the English one; what is wrong with them, or nothing."""
    with tempfile.TemporaryDirectory() as made:
        sites = []
        for lay_out in (lay_out_english, lay_out_french):
            folder = Path(made) / lay_out.__name__
            folder.mkdir()
            lay_out(folder)
            command = [sys.executable, "-m", "zensical", "build", "--strict"]
            done = subprocess.run(
                command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
            )
            if done.returncode:
                return done.stdout
            sites.append(folder / "site")
        shutil.rmtree(target, ignore_errors=True)
        for site in sites:
            tighten(site)
        shutil.copytree(sites[0], target)
        shutil.copytree(sites[1], target / "fr")
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
