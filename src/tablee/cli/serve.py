"""`tablee serve`: the table in the browser."""

from __future__ import annotations

import argparse
import contextlib
import errno
import functools
import importlib
import importlib.util
import ipaddress
import json
import os
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from tablee.core.errors import RequestError, refusal
from tablee.core.extras import installing, tablee
from tablee.core.paths import tidy
from tablee.core.words import Text

from . import interrupt, kept, workers
from .parser import Parser

if TYPE_CHECKING:
    import logging

    from starlette.applications import Starlette

    from tablee.table import Store
    from tablee.web.frame.counts import Counts

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
RARELY = (50_000, 20, 100)  # new objects, and rounds, until Python looks for what nobody needs
PATIENCE = 1  # seconds for what is under way when the table closes
LEAVING = 1.8  # seconds until it is closed in any case
CLOSED = Text("Tablée est fermée. À bientôt !", "Tablée is closed. See you soon!")
NEEDED = ("starlette", "uvicorn", "jinja2", "multipart", "segno", "font_fredoka_one", "font_amatic_sc", "font_manrope")


def available() -> bool:
    """Is everything installed that the table needs (the extra `table`)?"""
    return all(importlib.util.find_spec(name) is not None for name in NEEDED)


def arguments(parser: Parser) -> None:
    parser.add(
        "--host",
        f"adresse d’écoute : {HOST}, cet appareil seul ; 0.0.0.0, tout le réseau",
        f"address to listen on: {HOST}, this device only; 0.0.0.0, the whole network",
        default=HOST,
        metavar="HOST",
    )
    parser.add(
        "--allow-host",
        "nom auquel la table répond aussi, derrière un mandataire (peut se répéter)",
        "name that the table answers to as well, behind a proxy (may be repeated)",
        action="append",
        default=[],
        metavar="NAME",
    )
    parser.add("--port", f"port, {PORT} d’habitude", f"port, usually {PORT}", type=int, metavar="PORT")
    kept.arguments(parser)
    parser.add(
        "--workers",
        "processus, à un même port (demande --store)",
        "processes, at one port (needs --store)",
        type=int,
        default=1,
        metavar="N",
    )
    parser.add(
        "--cache",
        "où garder ce qui peut se recalculer (sinon TABLEE_CACHE)",
        "where to keep what can be computed again (else TABLEE_CACHE)",
        metavar="DIR",
    )
    parser.add("--no-browser", "ne pas ouvrir le navigateur", "do not open the browser")
    parser.add(
        "--pace",
        "secondes entre les gestes de Tablée (sinon chaque niveau a son allure)",
        "seconds between Tablée’s own steps (else each level has its pace)",
        type=float,
        metavar="SECONDS",
    )
    parser.add(
        "--log",
        "noter chaque demande, en texte ou en JSON",
        "log every request, as text or as JSON",
        choices=("text", "json"),
        nargs="?",
        const="text",
    )


def run(args: argparse.Namespace) -> int:
    if not available():
        raise RequestError(
            f"la table demande quelques paquets de plus ; à taper : {installing('table')}",
            f"the table needs a few more packages; type: {installing('table')}",
        )
    if args.pace is not None and not 0 <= args.pace <= 60:
        raise RequestError("--pace va de 0 à 60 secondes.", "--pace goes from 0 to 60 seconds.")
    if not 1 <= args.workers <= 64:
        raise RequestError("--workers va de 1 à 64.", "--workers goes from 1 to 64.")
    if args.cache is not None:
        os.environ["TABLEE_CACHE"] = args.cache
    return serve(args)


def serve(args: argparse.Namespace) -> int:
    import logging
    import mmap

    from tablee.table import StoreReadOnly
    from tablee.table.data import store_at
    from tablee.web.frame.counts import FIELDS, Counts

    if args.log:
        logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
        if args.log == "json":
            logging.getLogger().handlers[0].setFormatter(_json_lines())
    where = kept.place(args)
    note = where.with_name(NOTE) if isinstance(where, Path) else None
    if args.port is None and args.host == HOST and note and (there := already_open(note)):
        told = Text(f"Tablée est déjà ouverte : {there}", f"Tablée is open already: {there}")
        print(told.said(args.lang), flush=True)
        if not args.no_browser:
            webbrowser.open(there)
        return 0
    if args.workers > 1 and note:
        raise RequestError(
            "plusieurs processus demandent une base PostgreSQL : --store postgresql://…",
            "several processes need a PostgreSQL database: --store postgresql://…",
        )
    with alone(where), listener(args.host, args.port, args.lang) as listening:
        try:
            store = store_at(where)
        except StoreReadOnly as error:
            raise StoreReadOnly(
                error.text
                + Text(
                    " À dire par --data DOSSIER, ou par la variable TABLEE_DATA.",
                    " Say which by --data FOLDER, or by the variable TABLEE_DATA.",
                )
            ) from None
        address = f"http://{shown_host(args.host)}:{listening.getsockname()[1]}/"
        serving = secrets.token_hex(8)
        signal.signal(signal.SIGTERM, interrupt.hear)  # a service manager closes it as Ctrl-C does
        with contextlib.suppress(KeyboardInterrupt), noted(note, {"address": address, "serving": serving}):
            print(
                Text(
                    f"Tablée est ouverte : {address}\nParties gardées dans {store.name}. Ctrl-C pour fermer.",
                    f"Tablée is open: {address}\nGames are kept in {store.name}. Ctrl-C to close.",
                ).said(args.lang),
                flush=True,
            )
            if not args.no_browser:
                threading.Timer(0.6, webbrowser.open, [address]).start()
            if args.workers > 1:
                store.close()
                rows = memoryview(mmap.mmap(-1, 8 * args.workers * len(FIELDS))).cast("d")  # shared by what is forked

                def work(number: int) -> None:
                    _serve(args, store_at(where), listening, Counts(serving, rows, number), lambda: None)

                workers.run(args.workers, work)
            else:
                _serve(args, store, listening, Counts(serving), functools.partial(_say_closed, note, args.lang))
    print(CLOSED.said(args.lang), flush=True)
    return 0


def _serve(
    args: argparse.Namespace, store: Store, listening: socket.socket, tally: Counts, late: Callable[[], None]
) -> None:
    """One process of the table, until it is told to stop."""
    from tablee.table import Hall
    from tablee.web.app import create_app
    from tablee.web.frame.lan_listener import LanListener

    app = create_app(Hall(store), pace=args.pace, tally=tally, hosts=names(args.host, args.allow_host))
    server = server_of(app, functools.partial(_leave, late))
    if args.host == HOST and args.workers == 1:
        app.state.door = LanListener(server)
    settle()
    server.run(sockets=[listening])


def settle() -> None:
    """What is there now stays: Python need not look through it for what nobody needs, nor after every few answers."""
    import gc

    gc.collect()
    gc.freeze()
    gc.set_threshold(*RARELY)


def _leave(late: Callable[[], None]) -> None:
    """End now: a robot that still thinks keeps nobody waiting, and all that was answered is on disk."""
    late()
    tidy()
    os._exit(0)


def _say_closed(note: Path | None, lang: str) -> None:
    print(CLOSED.said(lang), flush=True)
    if note:
        note.unlink(missing_ok=True)


def _json_lines() -> logging.Formatter:
    """One JSON object a line, for programs that read logs."""
    import logging

    class Lines(logging.Formatter):
        def format(self, record: logging.LogRecord) -> str:
            said: dict[str, object] = {"at": round(record.created, 3), "level": record.levelname.lower()}
            said |= getattr(record, "told", None) or {"message": record.getMessage()}
            if record.exc_info:
                said["trouble"] = self.formatException(record.exc_info)
            return json.dumps(said, ensure_ascii=False)

    return Lines()


# --- one table a person -----------------------------------------------------------------------------------------


@contextlib.contextmanager
def noted(path: Path | None, note: dict[str, str]) -> Iterator[None]:
    """Leave word where this table is open, for as long as it is."""
    with contextlib.suppress(OSError):
        if path:
            path.write_text(json.dumps(note), encoding="utf-8")
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if path:
                path.unlink(missing_ok=True)


@contextlib.contextmanager
def alone(where: str | Path) -> Iterator[None]:
    """One server at a time for a file of games: two would each believe what they have in memory."""
    if not isinstance(where, Path):
        yield
        return
    try:
        where.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = where.with_name(LOCK).open("w")
    except OSError:  # the store says what is wrong with the folder
        yield
        return
    with held:
        if not _locked(held.fileno()):
            raise RequestError(
                f"une autre Tablée sert déjà les parties de {where.parent}. Fermez-la d’abord, ou choisissez un "
                "autre dossier par --data ; plusieurs à la fois partagent une base : --store postgresql://…",
                f"another Tablée serves the games of {where.parent} already. Close it first, or choose another "
                "folder by --data; several at once share a database: --store postgresql://…",
            )
        yield  # closing the file, or the end of the process, frees it


def _locked(handle: int) -> bool:
    try:
        if os.name == "nt":
            msvcrt: Any = importlib.import_module("msvcrt")
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, NotImplementedError):
        return True
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK)  # a disk without locks is no reason
    return True


def already_open(path: Path) -> str | None:
    """The address of a table that serves these games here; a note left by one that was killed is not believed."""
    import urllib.request

    try:
        note = json.loads(path.read_text(encoding="utf-8"))
        straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with straight.open(f"{note['address']}health", timeout=5) as answer:
            found = json.load(answer)
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return str(note["address"]) if found.get("serving") == note.get("serving") else None


# --- the server -------------------------------------------------------------------------------------------------


def server_of(app: Starlette, leave: Callable[[], None], **settings: Any) -> Any:
    """A uvicorn server that ends open streams when it is told to stop, and calls `leave` if that takes too long."""
    import uvicorn

    from tablee.web.app import stop_streams

    class Server(uvicorn.Server):
        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            stop_streams(app)
            late = threading.Timer(LEAVING, leave)
            late.daemon = True
            late.start()
            super().handle_exit(sig, frame)

        async def on_tick(self, counter: int) -> bool:
            if interrupt.pressed() and not self.should_exit:  # before this server listened; an import threw it away
                self.handle_exit(signal.SIGINT, None)
            return await super().on_tick(counter)

    return Server(
        uvicorn.Config(
            app,
            # httptools leaves the body of an Upgrade request on the connection, to be read as the next request.
            http="h11",
            ws="none",
            log_level="error",  # a warning is what anybody may cause, as often as they like
            access_log=False,  # ours leaves secrets out
            timeout_graceful_shutdown=PATIENCE,
            server_header=False,
            proxy_headers=True,
            **settings,
        )
    )


def names(host: str, allowed: list[str]) -> list[str] | None:
    """The names that the table answers to; None: to any, where it listens to a network and no name was given."""
    try:
        alone = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        alone = False
    return [host, *allowed] if alone or allowed else None


def listener(host: str, port: int | None, lang: str) -> socket.socket:
    """A listening socket. A port that was asked for is taken or named in a sentence; the usual one may move on."""
    if port is not None and not 0 <= port < 65536:
        raise RequestError("--port va de 0 à 65535.", "--port goes from 0 to 65535.")
    wanted = PORT if port is None else port
    try:
        return _bound(host, wanted)
    except OSError as error:
        free = next_free(host, wanted)
        if free is None or not in_use(error):
            why = refusal(error)
            raise RequestError(
                f"impossible d’écouter sur {host}, port {wanted} ({why.fr}).",
                f"cannot listen on {host}, port {wanted} ({why.en}).",
            ) from None
    if port is not None:
        raise RequestError(
            f"le port {wanted} est déjà pris ; le {free} est libre : {tablee()} serve --port {free}.",
            f"port {wanted} is already taken; {free} is free: {tablee()} serve --port {free}.",
        )
    print(
        Text(
            f"Le port {wanted} est déjà pris : la table s’ouvre sur le {free}.",
            f"Port {wanted} is already taken: the table opens on {free}.",
        ).said(lang),
        file=sys.stderr,
    )
    return _bound(host, free)


def _bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(128)
    except OSError:
        made.close()
        raise
    return made


def in_use(error: OSError) -> bool:
    return error.errno in (errno.EADDRINUSE, errno.EACCES)


def next_free(host: str, port: int) -> int | None:
    """The first port after a taken one that can be had."""
    for other in range(port + 1, min(port + 1 + TRIES, 65536)):
        try:
            _bound(host, other).close()
        except OSError:
            continue
        return other
    return None


def shown_host(host: str) -> str:
    """The address as somebody may type it: with 0.0.0.0, this machine's own on its network."""
    if host not in ("0.0.0.0", "::"):
        return f"[{host}]" if ":" in host else host
    from tablee.web.frame.lan_listener import own_address

    return own_address()
