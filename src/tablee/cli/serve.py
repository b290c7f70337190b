"""`tablee serve`: the table in the browser."""

from __future__ import annotations

import argparse
import contextlib
import errno
import functools
import importlib.util
import ipaddress
import json
import logging
import mmap
import os
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from tablee.core.errors import RequestError, refusal
from tablee.core.extras import command_name, install_command
from tablee.core.paths import data_directory, try_lock
from tablee.core.words import Text
from tablee.table.ids import SHARD_LETTERS

from . import interrupt, store_options, workers
from .parser import Parser

if TYPE_CHECKING:
    import uvicorn
    from starlette.applications import Starlette

    from tablee.table import Store
    from tablee.web.frame.metrics import Counts

EXAMPLES = (
    "tablee serve",
    "tablee serve --port 8080 --no-browser",
    "tablee serve --host 0.0.0.0 --data ./parties",
    "tablee serve --store postgresql://tablee@localhost/tablee --workers 4",
)
HOST, PORT = "127.0.0.1", 8642
TRIES = 20  # ports after a taken one
LOCK = "serving.lock"  # beside the games: held by the table that serves them
NOTE = "open.json"  # beside the games: where the table that serves them is open
APP = "tablee-app.zip"  # beside the games: the app that needs no server, for visitors to take along
GRACE = 1  # seconds for requests under way when the table closes
CLOSING = 1.8  # seconds until it is closed in any case
CLOSED = Text("Tablée est fermée. À bientôt !", "Tablée is closed. See you soon!")
NEEDED = ("starlette", "uvicorn", "jinja2", "multipart", "segno", "font_manrope")


def is_available() -> bool:
    """Is everything installed that the table needs (the extra `table`)?"""
    return all(importlib.util.find_spec(name) is not None for name in NEEDED)


def arguments(parser: Parser) -> None:
    parser.add(
        "--host",
        f"adresse d’écoute : {HOST}, cet appareil seul ; 0.0.0.0, tout le réseau",
        f"address to listen on: {HOST}, this device only; 0.0.0.0, the whole network",
        default=HOST,
    )
    parser.add(
        "--allow-host NAME",
        "nom auquel la table répond aussi, derrière un proxy (peut se répéter)",
        "another name the table answers to, behind a proxy (may be repeated)",
        action="append",
        default=[],
    )
    parser.add(
        "--proxy ADDRESS",
        "proxy (serveur mandataire) qui dit l’adresse des visiteurs, par exemple 127.0.0.1 (peut se répéter)",
        "proxy trusted to tell the visitors’ addresses, for example 127.0.0.1 (may be repeated)",
        action="append",
        default=[],
    )
    parser.add("--port", f"port (par défaut : {PORT})", f"port (default: {PORT})", type=int)
    store_options.arguments(parser)
    parser.add("--workers N", "nombre de processus (demande --store)", "number of processes (needs --store)", default=1)
    parser.add(
        "--shard LETTERS",
        "une ou deux lettres en tête de chaque code et de chaque table : un proxy trouve ainsi le bon processus",
        "one or two letters that begin every code and every table: so a proxy finds the right process",
        default="",
    )
    parser.add(
        "--cache DIR",
        "où mettre ce qui peut se recalculer (par défaut : TABLEE_CACHE)",
        "where to put what can be computed again (default: TABLEE_CACHE)",
    )
    parser.add("--no-browser", "ne pas ouvrir le navigateur", "do not open the browser")
    parser.add(
        "--pace SECONDS",
        "secondes entre deux coups des robots (par défaut : selon le niveau)",
        "seconds between bot moves (default: by level)",
        type=float,
    )
    parser.add(
        "--log",
        "noter chaque demande, en texte ou en JSON",
        "log every request, as text or as JSON",
        choices=("text", "json"),
        nargs="?",
        const="text",
    )


def run(args: argparse.Namespace, page: str = "") -> int:
    """`page`: where the browser opens, from the first page."""
    if not is_available():
        raise RequestError(
            f"La table demande quelques paquets de plus ; à taper : {install_command('table')}",
            f"The table needs a few more packages; type: {install_command('table')}",
        )
    if args.pace is not None and not 0 <= args.pace <= 60:
        raise RequestError("--pace va de 0 à 60 secondes.", "--pace goes from 0 to 60 seconds.")
    if not 1 <= args.workers <= 64:
        raise RequestError("--workers va de 1 à 64.", "--workers goes from 1 to 64.")
    if len(args.shard) > 2 or not set(args.shard) <= set(SHARD_LETTERS):
        raise RequestError(
            f"--shard attend une ou deux majuscules, sans I ni O, et non « {args.shard} ».",
            f"--shard is one or two capital letters, neither I nor O, and not “{args.shard}”.",
        )
    for proxy in args.proxy:
        try:
            ipaddress.ip_network(proxy, strict=False)
        except ValueError:
            raise RequestError(
                f"--proxy attend une adresse, par exemple 127.0.0.1, et non « {proxy} ».",
                f"--proxy is an address, for example 127.0.0.1, and not “{proxy}”.",
            ) from None
    if args.cache is not None:
        os.environ["TABLEE_CACHE"] = args.cache
    return serve(args, page)


def serve(args: argparse.Namespace, page: str = "") -> int:
    from tablee.table import StoreReadOnly
    from tablee.table.data import store_at
    from tablee.web.frame.metrics import FIELDS, Counts

    if args.log:
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
        if args.log == "json":
            logging.getLogger().handlers[0].setFormatter(JsonLines())
    where = store_options.location(args)
    note = where.with_name(NOTE) if isinstance(where, Path) else None
    if args.port is None and args.host == HOST and note and (there := find_open_table(note)):
        sentence = Text(f"Tablée est déjà ouverte : {there}{page}", f"Tablée is open already: {there}{page}")
        print(sentence.in_lang(args.lang), flush=True)
        if not args.no_browser:
            webbrowser.open(there + page)
        return 0
    if args.workers > 1 and note:
        raise RequestError(
            "Plusieurs processus demandent une base PostgreSQL : --store postgresql://…",
            "Several processes need a PostgreSQL database: --store postgresql://…",
        )
    with lock_store(where), listen(args.host, args.port, args.lang) as listening:
        try:
            store = store_at(where)
        except StoreReadOnly as error:
            raise StoreReadOnly(
                error.text
                + Text(
                    " Choisissez un autre dossier avec --data DOSSIER, ou avec la variable TABLEE_DATA.",
                    " Choose another with --data FOLDER, or with the variable TABLEE_DATA.",
                )
            ) from None
        address = f"http://{address_host(args.host)}:{listening.getsockname()[1]}/"
        serving = secrets.token_hex(8)
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # a service manager closes it as Ctrl-C does
        with (
            contextlib.suppress(KeyboardInterrupt),
            note_address(note, {"address": address, "serving": serving, "process": str(os.getpid())}),
        ):
            print(
                Text(
                    f"Tablée est ouverte : {address}{page}\nParties enregistrées dans {store.name} ; une classe reste "
                    "en mémoire. Ctrl-C pour fermer.",
                    f"Tablée is open: {address}{page}\nGames are saved in {store.name}; a class stays in memory. "
                    "Ctrl-C to close.",
                ).in_lang(args.lang),
                flush=True,
            )
            if not args.no_browser:
                threading.Timer(0.6, webbrowser.open, [address + page]).start()
            if args.workers > 1:
                store.close()
                rows = memoryview(mmap.mmap(-1, 8 * args.workers * len(FIELDS))).cast("d")  # shared by what is forked
                counts = [Counts(serving, rows, number) for number in range(args.workers)]

                def work(number: int) -> None:
                    _serve(args, store_at(where), listening, counts[number], "")

                workers.run(args.workers, work)
            else:
                _serve(args, store, listening, Counts(serving), CLOSED.in_lang(args.lang))
    print(CLOSED.in_lang(args.lang), flush=True)
    return 0


def _serve(args: argparse.Namespace, store: Store, listening: socket.socket, tally: Counts, closed: str) -> None:
    """Run one process of the table until it is told to stop."""
    from tablee.table import TableService
    from tablee.web.app import create_app, settle
    from tablee.web.frame.lan_listener import LanListener

    app = create_app(
        TableService(store, shard=args.shard), pace=args.pace, tally=tally, hosts=host_names(args.host, args.allow_host)
    )
    where = store_options.location(args)
    app_zip = (where.parent if isinstance(where, Path) else data_directory()) / APP
    app.state.app_zip = app_zip if app_zip.is_file() else None
    if args.host == HOST and args.workers == 1:
        second = functools.partial(make_server, app, closed, lifespan="off")
        app.state.lan_listener = LanListener(second, listening.getsockname()[1])
    server = make_server(app, closed, args.proxy)
    settle()
    server.run(sockets=[listening])


class JsonLines(logging.Formatter):
    """One JSON object a line, for programs that read logs."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {"at": round(record.created, 3), "level": record.levelname.lower()}
        fields |= getattr(record, "fields", None) or {"message": record.getMessage()}
        if record.exc_info:
            fields["trouble"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)


# --- one table a person -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def note_address(path: Path | None, note: dict[str, str]) -> Iterator[None]:
    """Context manager: keep the address of this server in a file while it runs."""
    from tablee.table.sqlite import make_private

    with contextlib.suppress(OSError):
        if path:
            make_private(path)
            path.write_text(json.dumps(note), encoding="utf-8")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if path:
                path.unlink(missing_ok=True)


@contextlib.contextmanager
def lock_store(where: str | Path) -> Iterator[None]:
    """Context manager: lock the store against a second server, whose cache would go stale. Raises RequestError where
    another one holds the file."""
    from tablee.table.sqlite import make_private

    if not isinstance(where, Path):
        yield
        return
    try:
        where.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_private(where.with_name(LOCK))
        held = where.with_name(LOCK).open("wb")
    except OSError:  # the store says what is wrong with the folder
        yield
        return
    with held:
        if not try_lock(held):
            raise RequestError(
                f"Une autre Tablée sert déjà les parties de {where.parent}. Fermez-la d’abord, ou choisissez un "
                "autre dossier par --data ; plusieurs à la fois partagent une base : --store postgresql://…",
                f"Another Tablée is already serving the games of {where.parent}. Close it first, or choose another "
                "folder by --data; several at once share a database: --store postgresql://…",
            )
        yield


def find_open_table(path: Path) -> str | None:
    """The address of a table that serves these games here; a note left by one that was killed is not believed."""
    import urllib.request

    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with straight.open(f"{note['address']}health", timeout=5) as answer:
            health = json.load(answer)
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return str(note["address"]) if health.get("serving") == note.get("serving") else None


# --- the server -------------------------------------------------------------------------------------------------


def make_server(app: Starlette, closed: str = "", proxies: Sequence[str] = (), **settings: Any) -> uvicorn.Server:
    """Returns a uvicorn server that closes open streams on shutdown. `proxies`: whose X-Forwarded headers are believed.

    If what is under way then takes too long, the process ends without it and says `closed`; what was answered is kept.
    """
    import uvicorn

    from tablee.web.app import stop_streams
    from tablee.web.frame.connections import Connection, note_requests

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            stop_streams(app)
            interrupt.exit_within(CLOSING, 0, closed)
            super().handle_exit(sig, frame)

    return Server(
        uvicorn.Config(
            note_requests(app),
            # By h11: httptools leaves the body of an Upgrade request on the connection, to be read as the next one.
            http=Connection,
            ws="none",
            log_level="critical",  # the guard logs what matters; the rest is what anybody may cause, over and over
            access_log=False,  # ours leaves secrets out
            timeout_graceful_shutdown=GRACE,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
            **settings,
        )
    )


def host_names(host: str, allowed: list[str]) -> list[str] | None:
    """The names that the table answers to; None: to any, where it listens to a network and no name was given."""
    try:
        alone = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        alone = False
    return [host, *allowed] if alone or allowed else None


def listen(host: str, port: int | None, lang: str) -> socket.socket:
    """A listening socket. A port that was asked for is taken or named in a sentence; the usual one may move on."""
    if port is not None and not 0 <= port < 65536:
        raise RequestError("--port va de 0 à 65535.", "--port goes from 0 to 65535.")
    chosen = PORT if port is None else port
    try:
        return bind(host, chosen)
    except OSError as error:
        free = find_free_port(host, chosen)
        if free is None or error.errno not in (errno.EADDRINUSE, errno.EACCES):
            text = Text(
                f"Impossible d’écouter sur {host}, port {chosen} (", f"Cannot listen on {host}, port {chosen} ("
            )
            raise RequestError(text + refusal(error) + Text(").", ").")) from None
    if port is not None:
        raise RequestError(
            f"Le port {chosen} est déjà pris ; le {free} est libre : {command_name()} serve --port {free}.",
            f"Port {chosen} is already taken; {free} is free: {command_name()} serve --port {free}.",
        )
    print(
        Text(
            f"Le port {chosen} est déjà pris : la table s’ouvre sur le {free}.",
            f"Port {chosen} is already taken: the table opens on {free}.",
        ).in_lang(lang),
        file=sys.stderr,
    )
    return bind(host, free)


def bind(host: str, port: int) -> socket.socket:
    return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=128)


def find_free_port(host: str, port: int) -> int | None:
    """The first port after a taken one that can be had."""
    for candidate in range(port + 1, min(port + 1 + TRIES, 65536)):
        try:
            bind(host, candidate).close()
        except OSError:
            continue
        return candidate
    return None


def address_host(host: str) -> str:
    """The host as it stands in an address: for 0.0.0.0, this machine's own address on its network."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    from tablee.web.frame.lan_listener import own_address

    return own_address()
