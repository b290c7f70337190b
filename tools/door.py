"""The front door of a release: one folder for any static host, with the app, the downloads, the sheets to print, the
documentation and a first page in front of them. `tools/release.py door` makes it; docs/publishing.md publishes it.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from tablee import __version__
from tablee.core.registry import load, names
from tablee.core.words import LANGS, Lang, Text, decimal, typeset
from tablee.offline.asgi_bridge import FILES
from tablee.web.frame import assets, page
from tablee.web.frame.visitor import Visitor
from tablee.web.frame.words import Words
from tablee_app.build import META, VERSION, build, service, write
from tools import handbook

OWN = Path(__file__).resolve().parent / "packaging" / "door"
PUBLISHER = OWN.parent / "publisher.toml"
CODE = "K7QM-2XPA-9DTH"  # of the throws on the sheets of a class: the same for whoever prints them
ABOUT = Text(
    "Papier, bois et dés, dans le navigateur : ensemble sur un appareil, contre un robot, ou à distance.",
    "Paper, wood and dice, in the browser: together on one device, against a bot, or by message.",
)
BOX = Text("Toute la boîte", "The whole box")
# What a family downloads: how its name ends, what it is, and what one sees after a double click.
DOWNLOADS = {
    "-windows.zip": (
        Text("Windows 10 et 11", "Windows 10 and 11"),
        Text(
            "Dézippez (clic droit, « Extraire tout »), puis double-cliquez sur Tablee.cmd : votre navigateur s’ouvre "
            "sur la table, et une petite fenêtre la ferme. Si Windows dit « Windows a protégé votre ordinateur » : "
            "« Informations complémentaires », puis « Exécuter quand même ».",
            "Unzip (right click, “Extract all”), then double-click Tablee.cmd: your browser opens the table, and a "
            "small window closes it. If Windows says “Windows protected your PC”: “More info”, then “Run anyway”.",
        ),
    ),
    "_amd64.deb": (
        Text("Debian, Ubuntu", "Debian, Ubuntu"),
        Text(
            "Double-cliquez et installez : Tablée est dans le menu, parmi les jeux, et s’ouvre dans votre navigateur.",
            "Double-click and install: Tablée is in the menu, among the games, and opens in your browser.",
        ),
    ),
    "-app.zip": (
        Text("L’application, pour un site", "The app, for a site"),
        Text(
            "Un double clic montre un dossier et LISEZMOI.html, qui dit où le poser : le site d’une école, une forge.",
            "A double click shows a folder and LISEZMOI.html, which says in French where to put it: a school’s site, "
            "a forge.",
        ),
    ),
    "box.pdf": (
        Text("Toutes les feuilles à imprimer", "All the sheets to print"),
        Text(
            "Un double clic ouvre le PDF : couverture, plateaux, règles, cartes, dés à plier, livret.",
            "A double click opens the PDF: cover, boards, rules, cards, dice to fold, booklet.",
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class Offer:
    """A file that the first page offers."""

    path: str
    size: str
    digest: str
    title: Text
    after: Text

    @property
    def name(self) -> str:
        return self.path.rpartition("/")[2]


def offer(folder: Path, path: str, lang: str, title: Text, after: Text = Text("", "")) -> Offer:  # noqa: B008
    body = (folder / path).read_bytes()
    size = (
        decimal(len(body) / 1e6) + Text(" Mo", " MB")
        if len(body) > 1e6
        else Text(f"{len(body) / 1e3:.0f} ko", f"{len(body) / 1e3:.0f} kB")
    )
    return Offer(path, typeset(size.in_lang(lang), lang), hashlib.sha256(body).hexdigest(), title, after)


def sheets() -> dict[str, tuple[Text, tuple[str, ...]]]:
    """The sheets to print: their file, their title, and the words behind `tablee print`."""
    found: dict[str, tuple[Text, tuple[str, ...]]] = {name: (load(name).TITLE, (name,)) for name in names()}
    found["box"] = (BOX, ("all",))
    found["class"] = (Text("Une séance de classe", "A lesson for a class"), ("class", "--dice", CODE))
    return found


def first_page(lang: Lang, publisher: dict[str, str], **context: object) -> str:
    """The first page, or with `missing` the page for an address where nothing is."""
    root = urlsplit(publisher["address"]).path if context["missing"] and publisher["address"] else "./"
    text = page.environment().from_string((OWN / "first.html").read_text("utf-8")).render(
        w=Words(lang), lang=lang, visitor=Visitor(lang), about=typeset(ABOUT.in_lang(lang), lang), number=__version__,
        version=VERSION.decode(), publisher=publisher, root=root, **context,
    )  # fmt: skip
    policy = f'<meta http-equiv="Content-Security-Policy" content="{META}">\n'
    text = re.sub("(<meta charset=[^>]*>\n)", lambda found: found[1] + policy, text, count=1)
    return FILES.sub(rf'\1="{root}play/static/', text)


def make(folder: Path, made: list[Path], day: str, printed: dict[str, bytes]) -> None:
    """Write the whole folder: `made` are the files of the release, `printed` the sheets by their paths.

    SystemExit: a link of the documentation leads nowhere.
    """
    publisher: dict[str, str] = tomllib.loads(PUBLISHER.read_text("utf-8"))
    app = build()
    write(app, folder / "play")
    files = {f"files/{path.name}": path.read_bytes() for path in made} | printed
    if trouble := handbook.build(folder / "docs"):
        raise SystemExit(trouble)
    for name, body in files.items():
        _put(folder / name, body)
    pages: dict[str, str] = {}
    for lang, name in zip(LANGS, ("index.html", "en.html"), strict=True):
        here = [path for path in sorted(files) if path.startswith(("files/", f"print/{lang}/"))]
        known = {end: path for end in DOWNLOADS for path in here if path.endswith(end)}
        offers = [offer(folder, known[end], lang, *about) for end, about in DOWNLOADS.items() if end in known]
        rest = [path for path in here if path.startswith("files/") and path not in known.values()]
        pages[name] = first_page(
            lang, publisher, missing=False, day=day, weight=decimal(app.travelling / 1e6).in_lang(lang),
            downloads=offers,
            parts=[offer(folder, path, lang, BOX) for path in rest],
            sheets=[offer(folder, f"print/{lang}/{one}.pdf", lang, title) for one, (title, _) in sheets().items()],
        )  # fmt: skip
    pages["404.html"] = first_page("fr", publisher, missing=True)
    static = {name: (OWN / name).read_bytes() for name in ("door.css", "door.js", "preview.png")}
    dressed = [
        f"play{assets.url(name)}" for name in ("themes.css", "table.css", "icon.svg", "fredoka.woff2", "manrope.woff2")
    ]
    kept = [*pages, *(name for name in static if name != "preview.png"), *dressed]
    version = hashlib.sha256("".join(pages.values()).encode() + b"".join(static.values())).hexdigest()[:12]
    for name, text in pages.items():
        _put(folder / name, text.replace(VERSION.decode(), version).encode())
    for name, body in static.items():
        _put(folder / name, body)
    _put(folder / "service.js", service("door", version, kept))
    _put(folder / "sitemap.txt", sitemap(folder, publisher["address"]).encode())


def sitemap(folder: Path, address: str) -> str:
    """The pages of the folder, one a line: where its address is not filled in, from the folder on."""
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))
    return "".join(f"{address}{name}\n" for name in found if not name.startswith("play/pages/") and name != "404.html")


def _put(path: Path, body: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
