"""Our code and what it needs, and the standard library: two archives of bytecode that the browser's Python imports."""

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
    r"|offline/static|table/migrations)/.*|tablee/(table/(sqlite|group_commit|hash_chain|backup|integrity)|engine/wasmtime_host"
    r"|games/[a-z]+/terminal).py"
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


def pack_application(extra: dict[str, bytes]) -> bytes:
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
    return compile_archive(files, lambda name: name.startswith(OWN_SOURCE) and name.endswith("/__init__.py"))


def collect_licences() -> str:
    """The licences of all that the app brings along. Python's own stands as that of typing_extensions."""
    texts = {"Tablée": _read_licence("tablee")}
    texts |= {"Fredoka One, Manrope, Amatic SC": assets.asset("OFL.txt").body.decode()}
    texts |= {f"{name} {metadata.version(name)}": _read_licence(name) for name in NEEDED}
    texts |= {f"Pyodide {runtime.VERSION}": (resources.files("tablee_app") / "MPL-2.0.txt").read_text("utf-8")}
    return "\n".join(f"{'=' * 80}\n{name}\n{'=' * 80}\n\n{text}" for name, text in texts.items())


def _read_licence(name: str) -> str:
    """The licence that a distribution brings along; ours, in a clone, lies at its root."""
    root = checkout()
    if name == "tablee" and root:
        return (root / "LICENSE").read_text("utf-8")
    (licence,) = (file for file in metadata.files(name) or () if re.search(r"dist-info/(.*/)?LICENSE", str(file)))
    return licence.read_text("utf-8")


def pack_library() -> bytes:
    """The standard library, without what no page asks for."""
    with zipfile.ZipFile(runtime.fetch_package() / "python_stdlib.zip") as packed:
        names = [name for name in packed.namelist() if not name.endswith("/") and not UNUSED.fullmatch(name)]
        return compile_archive({name: packed.read(name) for name in names})


def compile_archive(files: dict[str, bytes], whole: Callable[[str], bool] = lambda name: False) -> bytes:
    """An archive of these files, every source as bytecode, and where it is `whole` as source too. What was compiled
    before is not compiled again."""
    script = resources.files("tablee_app") / "compile.mjs"
    cache = cache_directory() / "bytecode" / f"{runtime.VERSION}-{hashlib.sha256(script.read_bytes()).hexdigest()[:8]}"
    cache.mkdir(parents=True, exist_ok=True)
    contents = {name: body for name, body in files.items() if not name.endswith(".py") or whole(name)}
    targets = {
        name: cache / hashlib.sha256(name.encode() + b"\0" + body).hexdigest()
        for name, body in files.items()
        if name.endswith(".py")
    }
    if missing := {name: files[name] for name, target in targets.items() if not target.is_file()}:
        with tempfile.TemporaryDirectory() as folder:
            sources, compiled = Path(folder) / "from.zip", Path(folder) / "to.zip"
            sources.write_bytes(make_zip(missing))
            words = [*runtime.find_tool("node"), str(script), str(runtime.fetch_package()), str(sources), str(compiled)]
            runtime.run(words, Path(folder))
            with zipfile.ZipFile(compiled) as archive:
                for name in missing:
                    write_atomic(targets[name], archive.read(name))
    return make_zip(contents | {f"{name}c": target.read_bytes() for name, target in targets.items()})


def make_zip(files: dict[str, bytes]) -> bytes:
    """An archive of these files: the same bytes for the same files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name), files[name], zipfile.ZIP_DEFLATED, 9)
    return buffer.getvalue()
