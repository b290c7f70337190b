"""Our code and what it needs, and the standard library: two archives of bytecode that the browser's Python imports."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import re
import tempfile
import zipfile
from collections.abc import Callable
from importlib import metadata, resources
from pathlib import Path

from tablee.core.extras import checkout
from tablee.core.paths import cache_directory, write_atomic
from tablee.web.frame import assets

from . import runtime

# Pure Python, all of it; what is compiled (a part of markupsafe) has a twin in Python.
NEEDED = ("starlette", "jinja2", "markupsafe", "anyio", "python_multipart", "segno", "typing_extensions")
# What nobody at a table asks for, and what is served as files of the site.
LEFT = re.compile(
    r"tablee/(cli|terminal|protocol|web/static|web/templates"
    r"|offline/static|table/migrations)/.*|tablee/(table/(sqlite|grouped|backup|integrity)|engine/wasmtime_host"
    r"|games/[a-z]+/terminal|offline/(archive|build|file_server|runtime)).py"
    r"|anyio/_backends/_trio\.py|segno/cli\.py|starlette/testclient\.py"
    r"|.*__pycache__.*|.*\.(so|pyi|pyd|c|typed|nbi|nbc)"
)
OWN_SOURCE = "anyio"  # reads the source of its packages when it is imported
# Of the standard library: what no page asks for, as patterns of names.
UNUSED = re.compile(
    r"(_pyrepl|ctypes|curses|dbm|idlelib|multiprocessing|pydoc_data|sqlite3|unittest|wsgiref|xmlrpc|xml/dom)/.*"
    r"|(pydoc|doctest|pdb|bdb|cProfile|profile|pstats|trace|timeit|turtle|mailbox|imaplib|ftplib|smtplib|poplib|wave"
    r"|tarfile|pickletools|_pydecimal|_pydatetime|_pyio|optparse|plistlib|configparser|tabnanny|pyclbr"
    r"|modulefinder|zipapp|webbrowser|shelve|filecmp|fileinput|cmd|sched|symtable|this|antigravity)\.py"
    r"|asyncio/(windows_\w+|proactor_events|tools|__main__)\.py|http/(server|cookiejar)\.py|logging/(config|handlers)\.py"
    r"|concurrent/futures/(process|interpreter)\.py|(argparse|compileall|urllib/robotparser|zoneinfo/.*)\.py"
    r"|encodings/(?!(__init__|aliases|utf_\w+|ascii|latin_1|cp437|cp1252|idna|punycode|charmap|\w+_escape)\.py).*"
)


def application(extra: dict[str, bytes]) -> bytes:
    """The application, with files that were made for it."""
    files = dict(extra)
    for name in ("tablee", *NEEDED):
        spec = importlib.util.find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        if not spec.submodule_search_locations:
            files[f"{name}.py"] = Path(spec.origin).read_bytes()
            continue
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*")):
            inside = path.relative_to(root).as_posix()
            if path.is_file() and not LEFT.fullmatch(f"{name}/{inside}"):
                files[f"{name}/{inside}"] = path.read_bytes()
    return compiled(files, lambda name: name.startswith(OWN_SOURCE) and name.endswith("/__init__.py"))


def licences() -> str:
    """The licences of all that the app brings along. Python's own stands as that of typing_extensions."""
    texts = {"Tablée": _licence("tablee")}
    texts |= {"Fredoka One, Manrope, Amatic SC": assets.asset("OFL.txt").body.decode()}
    texts |= {f"{name} {metadata.version(name)}": _licence(name) for name in NEEDED}
    texts |= {f"Pyodide {runtime.VERSION}": (resources.files("tablee.offline") / "MPL-2.0.txt").read_text("utf-8")}
    return "\n".join(f"{'=' * 80}\n{name}\n{'=' * 80}\n\n{text}" for name, text in texts.items())


def _licence(name: str) -> str:
    """The licence that a distribution brings along; ours, in a clone, lies at its root."""
    root = checkout()
    if name == "tablee" and root:
        return (root / "LICENSE").read_text("utf-8")
    (found,) = (file for file in metadata.files(name) or () if re.search(r"dist-info/(.*/)?LICENSE", str(file)))
    return found.read_text("utf-8")


def library() -> bytes:
    """The standard library, without what no page asks for."""
    with zipfile.ZipFile(runtime.package() / "python_stdlib.zip") as given:
        names = [name for name in given.namelist() if not name.endswith("/") and not UNUSED.fullmatch(name)]
        return compiled({name: given.read(name) for name in names})


def compiled(files: dict[str, bytes], whole: Callable[[str], bool] = lambda name: False) -> bytes:
    """An archive of these files, every source as bytecode, and where it is `whole` as source too.

    What was compiled before is not compiled again.
    """
    kept = cache_directory() / "bytecode" / runtime.VERSION
    kept.mkdir(parents=True, exist_ok=True)
    made = {name: body for name, body in files.items() if not name.endswith(".py") or whole(name)}
    places = {
        name: kept / hashlib.sha256(name.encode() + b"\0" + body).hexdigest()
        for name, body in files.items()
        if name.endswith(".py")
    }
    if missing := {name: files[name] for name, place in places.items() if not place.is_file()}:
        with tempfile.TemporaryDirectory() as folder:
            given, done = Path(folder) / "from.zip", Path(folder) / "to.zip"
            given.write_bytes(zipped(missing))
            script = str(resources.files("tablee.offline") / "compile.mjs")
            words = [*runtime.tool("node"), script, str(runtime.package()), str(given), str(done)]
            runtime.run(words, Path(folder))
            with zipfile.ZipFile(done) as archive:
                for name in missing:
                    write_atomic(places[name], archive.read(name))
    return zipped(made | {f"{name}c": place.read_bytes() for name, place in places.items()})


def zipped(files: dict[str, bytes]) -> bytes:
    """An archive of these files: the same bytes for the same files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()
