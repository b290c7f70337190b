"""The folder: pages that can be read at once, files by their digests, Python and the application, all of it ours."""

import asyncio
import gzip
import hashlib
import json
import re
import tempfile
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from pathlib import Path

from tablee.core.paths import write_atomic
from tablee.core.registry import load, names
from tablee.core.words import LANGS, Text, typeset
from tablee.offline.asgi_bridge import Answer, Application
from tablee.offline.warmup import MemoryDatabase
from tablee.web.frame import assets, page
from tablee.web.frame.security import POLICY

from . import archive, runtime

MOST = 12_000_000  # bytes in all, as they travel
STATIC = resources.files("tablee.offline") / "static"
NAMED = ("address", "lead", "app", "worker", "database", "python", "snapshot", "tablebases", "tablebase_builder")
SCRIPTS = tuple(f"{name}.js" for name in NAMED)
VERSION = b"VERSION-OF-THIS-FOLDER"  # until it is known
ICONS = {192: "icon-192.png", 512: "icon-512.png"}
COLOUR = "#ecdfc3"
LETTERS = ("fredoka.woff2", "manrope.woff2")  # of the first page
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs")
CODE = "python.bin"  # packed: half of all that travels, and many a host packs no wasm
GUIDE = "LISEZMOI.html"  # in an archive: where to put it
CONTENT = POLICY.replace(
    "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'"
)
META = CONTENT.replace("; frame-ancestors 'none'", "")  # a page cannot say that of itself
WORDS = {  # what the app says by itself, while Python is still on its way or cannot come
    "about": Text(
        "Trois jeux de dés en famille, sans serveur ni réseau", "Three family dice games, without server or network"
    ),
    "arriving": Text(
        "Les jeux et leurs robots arrivent, une fois pour toutes : {0} Mo sur {1}. Règles et leçons se lisent déjà.",
        "The games and their bots are arriving, just this once: {0} of {1} MB. Rules and lessons can be read already.",
    ),
    "starting": Text("Tablée se prépare…", "Tablée is getting ready…"),
    "invited": Text("Une partie par messages vous attend : elle arrive…", "A game by message is on its way…"),
    "file": Text(
        "Pour jouer, il faut une adresse web : un navigateur ne lance pas le jeu depuis un fichier. Posez ce "
        "dossier sur un "
        "hébergement de pages, ou tapez dans ce dossier « python3 -m http.server », puis ouvrez http://localhost:8000.",
        "You need a web address to play: a browser does not start the game from a file. Put this folder on a host "
        "for pages, or "
        "type “python3 -m http.server” in this folder, then open http://localhost:8000.",
    ),
    "failed": Text(
        "Tablée n’a pas pu démarrer. Vos parties sont enregistrées : rechargez la page, avec le réseau si possible.",
        "Tablée could not start. Your games are saved: reload the page, with a network if you can.",
    ),
    "elsewhere": Text(
        "Une autre version de Tablée est ouverte dans un autre onglet : fermez-le, celui-ci continue.",
        "Another version of Tablée is open in another tab: close that one, and this one continues.",
    ),
    "fresh": Text("Une nouvelle version de Tablée est là.", "A new version of Tablée is here."),
    "take": Text("Mettre à jour", "Update"),
    "mending": Text(
        "Une copie de Tablée était abîmée ici : elle revient par le réseau. Vos parties sont enregistrées.",
        "A copy of Tablée was damaged here: it comes back over the network. Your games are saved.",
    ),
    "old": Text(
        "Ce navigateur est trop ancien pour jouer ici. Les règles se lisent, et un "
        "navigateur récent, Firefox, Chrome ou Safari, joue.",
        "This browser is too old to play here. The rules can be read, and a recent browser, "
        "Firefox, Chrome or Safari, can play.",
    ),
    "refused": Text(
        "Ce navigateur n’enregistre rien ici (fenêtre privée ?) : on peut jouer, mais la partie sera perdue en "
        "fermant la page.",
        "This browser saves nothing here (a private window?): you can play, but the game is lost when you close the "
        "page.",
    ),
    "lost": Text(
        "Ce navigateur a effacé des parties enregistrées ici. Si vous aviez tout exporté dans un fichier, "
        "importez-le depuis « Mes parties ».",
        "This browser has deleted games that were saved here. If you had exported everything to a file, import it "
        "from “My games”.",
    ),
    "newer": Text(
        "Vos parties viennent d’une version plus récente de Tablée : rechargez la page pour l’avoir. Rien n’est "
        "perdu, mais rien ne sera enregistré avant cela.",
        "Your games were saved by a newer version of Tablée: reload the page to get it. Nothing is lost, but "
        "nothing will be saved until then.",
    ),
}


@dataclass(frozen=True, slots=True)
class Built:
    files: dict[str, bytes]
    version: str
    travelling: int  # bytes, packed


def list_early_pages() -> dict[str, str]:
    """The pages that are made beforehand: where they are asked for, and the file each is in."""
    paths = ["/", *(f"/{shelf}/{name}" for shelf in ("game", "rules", "learn") for name in names())]
    return {path: f"{path.strip('/').replace('/', '-') or 'home'}.html" for path in paths}


async def _pages(lang: str) -> dict[str, Answer]:
    app = await Application(MemoryDatabase(), "./").begin()
    return {path: await app.answer("GET", path, {"accept-language": lang}) for path in list_early_pages()}


def compile_templates() -> dict[str, bytes]:
    """The templates as Python, so that no browser has to read them first."""
    with tempfile.TemporaryDirectory() as folder:
        page.environment().compile_templates(folder, zip=None, ignore_errors=False)
        compiled = {f"tablee/web/compiled/{file.name}": file.read_bytes() for file in Path(folder).iterdir()}
    return {**compiled, "tablee/web/compiled/__init__.py": b""}


def build() -> Built:
    tags = {name: assets.asset(name).tag for name in sorted(assets.list_names())}
    static = {f"static/{tag}/{name}": assets.asset(name).body for name, tag in tags.items()}
    python = runtime.fetch_package()
    lock = json.loads((python / "pyodide-lock.json").read_text(encoding="utf-8"))
    large = {
        "library.zip": archive.pack_library(),
        "tablee.zip": archive.pack_application(
            {"tablee/web/tags.json": json.dumps(tags).encode(), **compile_templates()}
        ),
        CODE: gzip.compress((python / "pyodide.asm.wasm").read_bytes(), mtime=0),
    }
    about = {
        "version": VERSION.decode(),
        "large": {name: len(body) for name, body in large.items()},
        "pages": list_early_pages(),
        "table": f"static/{tags['table.js']}/table.js",
        "lock": json.dumps({**lock, "packages": {}}),
        "words": {lang: {key: typeset(text.in_lang(lang), lang) for key, text in WORDS.items()} for lang in LANGS},
    }
    inner = {
        **large,
        **{name: (python / name).read_bytes() for name in RUNTIME},
        **{name: (STATIC / name).read_bytes() for name in SCRIPTS},
        "build.js": f"export default {json.dumps(about, ensure_ascii=False)};\n".encode(),
    }
    transport = f'"../..{assets.url("transport.js")}"'.encode()
    inner["app.js"] = inner["app.js"].replace(b'"./transport.js"', transport)
    by_file = {lang: typeset(WORDS["file"].in_lang(lang), lang) for lang in LANGS}
    inner["address.js"] = inner["address.js"].replace(b"WORDS", json.dumps(by_file, ensure_ascii=False).encode())
    pages = {
        f"pages/{lang}/{list_early_pages()[path]}": answer.body
        for lang in LANGS
        for path, answer in asyncio.run(_pages(lang)).items()
    }
    parts = sorted((inner | static | pages).items())
    version = hashlib.sha256(
        b"".join(name.encode() + hashlib.sha256(body).digest() for name, body in parts)
    ).hexdigest()[:12]
    inner["build.js"] = inner["build.js"].replace(VERSION, version.encode())
    files = {**static, **pages, **{f"app/{version}/{name}": body for name, body in inner.items()}}
    files["index.html"] = _first(pages["pages/fr/home.html"].decode(), version).encode()
    files |= {name: (STATIC / name).read_bytes() for name in ICONS.values()}
    files["tablee.webmanifest"] = json.dumps(_manifest(), ensure_ascii=False, indent=1).encode()
    files["licences.txt"] = archive.collect_licences().encode()
    files["service.js"] = service("tablee", version, list(files))
    travelling = sum(len(gzip.compress(body)) for body in files.values())
    if travelling > MOST:
        raise runtime.BuildError(
            f"L’application pèse {travelling} octets, {MOST} au plus.",
            f"The app is {travelling} bytes, {MOST} at most.",
        )
    return Built(files, version, travelling)


def service(kind: str, version: str, files: list[str]) -> bytes:
    """The script that keeps these files for when there is no network."""
    known = {"KIND": kind, "VERSION": version, "FILES": sorted(files)}
    lines = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in known.items())
    return lines.encode() + (STATIC / "service.js").read_bytes()


def _manifest() -> dict[str, object]:
    """What a system asks of an app that is installed."""
    icons = [{"src": file, "sizes": f"{size}x{size}", "type": "image/png"} for size, file in ICONS.items()]
    return {
        "name": "Tablée",
        "short_name": "Tablée",
        "description": typeset(WORDS["about"].fr, "fr"),
        "lang": "fr",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "icons": [*icons, {**icons[-1], "purpose": "maskable"}],
        "shortcuts": [{"name": load(name).TITLE.fr, "url": f"./#/#{name}-title"} for name in names()],
    }


def _first(home: str, version: str) -> str:
    """The first page with what makes it an app: before every other script, the one that they speak to."""
    # Drawn once, whole and in its letters: a page that is drawn as it comes is drawn two or three times.
    letters = "".join(
        f'<link rel="preload" href=".{assets.url(name)}" as="font" type="font/woff2" crossorigin>\n' for name in LETTERS
    )
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{META}">\n'
        f'<link rel="expect" href="#main" blocking="render">\n{letters}'
        f'<link rel="manifest" href="./tablee.webmanifest">\n<link rel="apple-touch-icon" href="./{ICONS[192]}">\n'
        f'<script src="./app/{version}/address.js"></script>\n'
        f'<script type="module" async src="./app/{version}/lead.js"></script>\n'
        f'<script type="module" src="./app/{version}/app.js"></script>\n'
        f'<link rel="modulepreload" href=".{assets.url("transport.js")}">\n'
    )
    return re.sub(r"(<meta charset=[^>]*>\n)", lambda found: found[1] + head, home, count=1)


def write(built: Built, folder: Path) -> None:
    """Write the files into a folder; if its name ends in .zip, as one archive with a page that says where to put it."""
    if folder.suffix == ".zip":
        folder.parent.mkdir(parents=True, exist_ok=True)
        files = {f"tablee/{name}": body for name, body in built.files.items()}
        write_atomic(folder, archive.make_zip(files | {GUIDE: (resources.files("tablee_app") / GUIDE).read_bytes()}))
        return
    for name, body in built.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, body)


class Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".js": "text/javascript",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", CONTENT)
        self.send_header("X-Content-Type-Options", "nosniff")
        lasting = self.path.startswith(("/app/", "/static/"))
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if lasting else "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def make_file_server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A small server for a folder of files: this device alone."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))
