"""`tablee build-app`: the app that needs no server, as a folder of files."""

import argparse
import sys
from pathlib import Path

from tablee.cli import NO
from tablee.cli.install import install
from tablee.cli.parser import Parser
from tablee.core.errors import RequestError
from tablee.core.words import Text, decimal

from .build import build, make_file_server, write
from .runtime import is_equipped

EXAMPLES = (
    "tablee build-app -o public",
    "tablee build-app -o public --serve 8643",
    "tablee build-app -o tablee-app.zip",
)


def arguments(parser: Parser) -> None:
    parser.add(
        "-o --output DIR", "dossier à écrire, ou un .zip", "folder to write, or a .zip", dest="folder", required=True
    )
    parser.add(
        "--serve PORT",
        "puis le servir sur cet appareil, à ce port",
        "then serve it to this device, on this port",
        type=int,
    )


def run(args: argparse.Namespace) -> int:
    if not is_equipped() and install(["app"], args.lang):
        return NO
    folder = Path(args.folder)
    if args.serve is not None and folder.suffix == ".zip":
        raise RequestError("--serve demande un dossier, pas un zip.", "--serve needs a folder, not a zip.")
    wait = Text("Fabrication de l’application, une à deux minutes…", "Making the app, a minute or two…")
    print(wait.in_lang(args.lang), file=sys.stderr, flush=True)
    built = build()
    write(built, folder)
    sentence = Text.fill(
        "{count} fichiers dans {folder}, {size} Mo compressés, version {version}.",
        "{count} files in {folder}, {size} MB packed, version {version}.",
        count=len(built.files),
        folder=folder,
        size=decimal(built.travelling / 1e6),
        version=built.version,
    )
    print(sentence.in_lang(args.lang), flush=True)
    if args.serve is not None:
        with make_file_server(folder, args.serve) as serving:
            print(f"http://127.0.0.1:{serving.server_address[1]}/", flush=True)
            serving.serve_forever()
    return 0
