"""Prepares .venv for ./tablee and ./check, with nothing but the standard library.

    boot.py run …            tablee with these arguments, set up first where they need it
    boot.py table            what the table needs        (lock/table.lock)
    boot.py check            what the checks need too    (lock/check.lock, Chromium, PostgreSQL)
    boot.py install EXTRA…   more, into the same .venv   (lock/EXTRA.lock)
    boot.py link             our own packages again, as their pyproject.toml describe them now
    boot.py lock             makes the locks again from each pyproject.toml (needs uv); with --upgrade, newer versions

The launchers call it only when the stamp, a copy of the lock kept in .venv, is not the lock. It must parse on
the oldest Python 3 a machine may offer, because finding a newer one is its work; and it keeps to modules that
Debian's python3-minimal has, on Windows as well.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
TESTED = ((3, 11), (3, 12), (3, 13))
WINDOWS = os.name == "nt"

# Our packages, by the folder of their pyproject.toml.
PROJECTS = {"tablee": "."} | {name: f"packages/{name}" for name in ("tablee-app", "tablee-lab", "tablee-postgres")}

# Each lock: our packages that come with it, and of each the extras that it pins. ./check installs a superset of
# ./tablee, so its install stamps both. The first is made first: the others keep to its pins, so that one .venv serves
# all, except those that they cannot live with.
LOCKS: dict[str, dict[str, tuple[str, ...]]] = {
    "check": {
        "tablee": ("table", "print", "handbook", "dev"),
        "tablee-app": (),
        "tablee-lab": ("adapters",),
        "tablee-postgres": (),
    },
    "table": {"tablee": ("table", "print"), "tablee-app": ()},
    "lab": {"tablee-lab": ("adapters",)},
    "postgres": {"tablee-postgres": ()},
    "cluster": {"tablee-lab": ("cluster",)},
    "gpu": {"tablee-lab": ("gpu",)},
    "app": {"tablee-app": ("node",)},
    "release": {"tablee": ("release", "handbook")},
}
FREED = {"gpu": ("numpy",)}
STAMPS = {"table": ("table",), "check": ("table", "check")}
OPTIONAL = tuple(group for group in LOCKS if group not in STAMPS)

# Commands that need the standard library only: in a clone that was never set up they run at once.
LIGHT = (
    *("help", "--help", "-h", "--version", "-V"),
    *("rules", "play", "replay", "score", "import", "referee", "perft", "verify"),
)

# Present in .venv while an install runs: found at a start, it says that the last one was cut short.
UNFINISHED = "unfinished"

# uv trusts its own list of authorities unless told to trust the machine's, as pip does; the second name is
# what older versions read.
UV_SETTINGS = {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"}

# Run by a candidate: prints its version, whether it can make an environment, and its real path. The real path
# is versioned (python3.11): after a system upgrade the link dangles and the launcher sees it.
PROBE = """
import os, sys
try:
    import ssl, venv
    able = 1
except ImportError:
    able = 0
print(sys.version_info[0], sys.version_info[1], able)
print(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))
"""


# Run by the environment's Python: ends badly if a file that a package has installed is gone, or not whole.
WHOLE = """
import importlib.metadata, sys
for package in importlib.metadata.distributions():
    for file in package.files or ():
        if file.size is not None:
            there = file.locate()
            if not there.is_file() or there.stat().st_size != file.size:
                sys.exit(str(there))
"""

# Run by the environment's Python, with its site-packages, the file that tells our version, and the folders of
# projects: puts their sources on the path
# by relative lines, so that a moved checkout still works, and says what they offer, as an installer would.
LINK = """
import os, pathlib, re, sys, tomllib
packages, ours = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
version = re.search('__version__ = "(.*)"', ours.read_text("utf-8"))[1]
for folder in map(pathlib.Path, sys.argv[3:]):
    project = tomllib.loads((folder / "pyproject.toml").read_text("utf-8"))["project"]
    name = project["name"].replace("-", "_")
    for old in packages.glob(f"{name}-*.dist-info"):
        for file in old.iterdir():
            file.unlink()
        old.rmdir()
    about = packages / f"{name}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\\nName: {project['name']}\\nVersion: {version}\\n", "utf-8")
    lines = []
    for group, offered in project.get("entry-points", {}).items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in offered.items())]
    (about / "entry_points.txt").write_text("\\n".join(lines), "utf-8")
    (packages / f"{name}.pth").write_text(os.path.relpath(folder / "src", packages) + "\\n", "utf-8")
"""


class BootError(Exception):
    """Nothing more can be done without the person: the message says what to type."""


def french(environment: Mapping[str, str] = os.environ) -> bool:
    """The same choice as tablee.core.words.language: French unless the system speaks something else."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name, "") not in ("", "C", "POSIX", "C.UTF-8", "C.utf8"):
            return environment[name].lower().startswith("fr")
    return True


def words(fr: str, en: str) -> str:
    return fr if french() else en


def say(fr: str, en: str) -> None:
    print(words(fr, en), file=sys.stderr, flush=True)


def run(command: Sequence[str | Path], **environment: str) -> str | None:
    """None when the command succeeds, otherwise what it wrote."""
    try:
        done = subprocess.run(
            [str(word) for word in command],
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        return str(error)
    return None if done.returncode == 0 else done.stdout or f"exit code {done.returncode}"


# Python -----------------------------------------------------------------------


class Candidate:
    def __init__(self, path: Path, version: tuple[int, int], able: bool) -> None:
        self.path = path
        self.version = version
        self.able = able


def probe(python: str | Path) -> Candidate | None:
    """Asks a Python what it is by running it: a shim on PATH may lead nowhere."""
    try:
        done = subprocess.run(
            [str(python), "-I", "-c", PROBE],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=30,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.splitlines()
    if done.returncode or len(lines) != 2:
        return None
    major, minor, able = (int(word) for word in lines[0].split())
    return Candidate(Path(lines[1]), (major, minor), bool(able))


def candidates() -> Iterator[Candidate]:
    names = [sys.executable, "python3", *(f"python{major}.{minor}" for major, minor in reversed(TESTED))]
    names += ["/usr/bin/python3", "/usr/local/bin/python3"]
    mine = Path(os.path.expanduser("~/.pyenv/versions"))  # raises nothing where nobody has a home
    names += sorted(map(str, mine.glob("*/bin/python3")), reverse=True)
    seen = set()
    for name in names:
        found = probe(name)
        if found and found.version >= OLDEST and found.path not in seen:
            seen.add(found.path)
            yield found


def no_python() -> BootError:
    return BootError(
        words(
            "Tablée a besoin de Python 3.11 ou plus récent, et aucun ne répond ici. "
            "Sur Debian 12 ou 13, à taper : sudo apt-get install -y python3-venv",
            "Tablée needs Python 3.11 or newer, and none answers here. "
            "On Debian 12 or 13, type: sudo apt-get install -y python3-venv",
        )
    )


def choose(found: Sequence[Candidate]) -> Candidate | None:
    """A tested Python that can make an environment; else a newer one; else one that apt can complete."""
    ranked = sorted(found, key=lambda one: (not one.able, one.version not in TESTED))
    return ranked[0] if ranked else None


def python_for_venv() -> Path:
    # Most machines answer at the first candidate: do not start the others.
    found = []
    for one in candidates():
        if one.able and one.version in TESTED:
            return one.path
        found.append(one)
    best = choose(found)
    if best is None:
        raise no_python()
    if not best.able:
        apt_install("python3-venv")
    return best.path


# System packages -----------------------------------------------------------------------


def apt_install(*packages: str) -> None:
    """Installs Debian packages as root or by passwordless sudo; otherwise stops with the command to type."""
    install = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    typed = " ".join(["sudo", "apt-get", "install", "-y", *packages])
    names = ", ".join(packages)
    if shutil.which("apt-get") is None:
        raise BootError(
            words(
                f"Il manque {names} (noms Debian), et apt-get n’est pas là. "
                "À installer avec l’outil de ce système, puis relancer.",
                f"Missing here: {names} (Debian names), and there is no apt-get. "
                "Install it with this system’s own tool, then start again.",
            )
        )
    if os.geteuid() == 0:
        prefix = []
    elif shutil.which("sudo") and run(["sudo", "-n", "true"]) is None:
        prefix = ["sudo", "-n"]
    else:
        raise BootError(words(f"Il manque {names}. À taper : {typed}", f"Missing here: {names}. Type: {typed}"))
    say(f"Installation de {names} avec apt-get…", f"Installing {names} with apt-get…")
    prefix = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
    if run([*prefix, *install]) is None:
        return
    # A fresh container has no package lists yet.
    trouble = run([*prefix, "apt-get", "update"]) or run([*prefix, *install])
    if trouble:
        raise BootError(
            words(
                f"apt-get n’a pas pu installer {names} :\n{trouble}\nÀ taper : {typed}",
                f"apt-get could not install {names}:\n{trouble}\nType: {typed}",
            )
        )


def missing_for_check() -> list[str]:
    """Debian packages that the tests lack: Chromium, a library that Playwright's driver loads, and PostgreSQL."""
    import ctypes

    missing = [] if shutil.which("chromium") else ["chromium"]
    if not shutil.which("initdb") and not any(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
        missing.append("postgresql")
    if sys.platform == "linux":
        try:
            ctypes.CDLL("libatomic.so.1")
        except OSError:
            missing.append("libatomic1")
    return missing


# The environment -----------------------------------------------------------------------


def lock_of(root: Path, group: str) -> Path:
    return root / "lock" / f"{group}.lock"


def program_of(venv: Path, name: str) -> Path:
    return venv / "Scripts" / f"{name}.exe" if WINDOWS else venv / "bin" / name


def python_of(venv: Path) -> Path:
    return program_of(venv, "python")


def packages_of(venv: Path) -> Path:
    if WINDOWS:
        return venv / "Lib" / "site-packages"
    return next((venv / "lib").glob("python3*/site-packages"))


def ready(root: Path, group: str) -> bool:
    """The same question as the launchers ask in sh."""
    stamp = root / ".venv" / f"{group}.lock"
    return (
        os.access(python_of(root / ".venv"), os.X_OK)
        and stamp.is_file()
        and stamp.read_bytes() == lock_of(root, group).read_bytes()
    )


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """Only one start prepares at a time; the others wait, then find the work done."""
    try:
        handle = os.open(root / ".boot.lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        link = python_of(root / ".venv")
        if link.is_symlink() and not os.access(link, os.X_OK):
            python = os.readlink(link)
            raise BootError(
                words(
                    f"Tablée est en place, mais vous ne pouvez pas lancer son Python, {python} : le propriétaire de "
                    f"{root} doit y taper rm -r .venv, puis PATH=/usr/bin:/bin ./tablee install.",
                    f"Tablée is set up, but you cannot run its Python, {python}: the owner of {root} must type rm "
                    "-r .venv there, then PATH=/usr/bin:/bin ./tablee install.",
                )
            ) from None
        raise BootError(
            words(
                f"Le dossier {root} ne peut pas être écrit ({error.strerror}) : son propriétaire doit y taper une "
                "fois ./tablee install.",
                f"The folder {root} cannot be written ({error.strerror}): its owner must type ./tablee install "
                "there once.",
            )
        ) from None
    with os.fdopen(handle, "w") as held:
        if not taken(held):
            say("Une autre installation est en cours : on attend…", "Another set-up is running: waiting…")
            while not taken(held):
                time.sleep(0.1)
        yield  # closing the file, or the end of the process, frees the lock


def taken(held: IO[str]) -> bool:
    try:
        if WINDOWS:
            msvcrt: Any = importlib.import_module("msvcrt")
            msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def sound(venv: Path) -> bool:
    """Whether an environment that is there can be kept: whole, running, new enough, still its own version."""
    found = probe(python_of(venv))
    return (
        found is not None
        and found.version >= OLDEST
        and not (venv / UNFINISHED).exists()
        and (WINDOWS or (venv / "lib" / "python{}.{}".format(*found.version) / "site-packages").is_dir())
    )


def make_venv(venv: Path) -> None:
    if venv.exists() and not sound(venv):
        say(
            "L’installation précédente est incomplète : on la refait.",
            "The earlier set-up is incomplete: redoing it.",
        )
        # Moved first: a removal cut short must not leave something that looks whole.
        old = venv.with_name(".venv-old")
        shutil.rmtree(old, ignore_errors=True)
        venv.rename(old)
        shutil.rmtree(old)
    if not venv.exists():
        # Without pip: uv needs none, and pip is only added where uv is missing.
        trouble = run([python_for_venv(), "-m", "venv", "--without-pip", venv])
        if trouble:
            raise BootError(words(f"Impossible de créer {venv} :\n{trouble}", f"Could not make {venv}:\n{trouble}"))


def pip_of(venv: Path) -> list[str | Path]:
    """A pip for the environment: its own, else its Python's, else the bundled one (Debian's python3-venv)."""
    python = python_of(venv)
    own: list[str | Path] = [python, "-m", "pip"]
    make: list[str | Path] = [python, "-m", "ensurepip"]
    if run([*own, "--version"]) is None:
        return own
    base = probe(python)
    if base:
        lent: list[str | Path] = [base.path, "-m", "pip", "--python", python]
        if run([*lent, "--version"]) is None:
            return lent
    if run(make) is None:
        return own
    apt_install("python3-venv")
    trouble = run(make)
    if trouble:
        raise BootError(words(f"pip ne s’installe pas :\n{trouble}", f"pip cannot be installed:\n{trouble}"))
    return own


def cut_off() -> bool:
    """Whether no way leads out of this machine; nothing is sent."""
    for family, address in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as out:
                out.connect((address, 9))
        except OSError:
            continue
        return False
    return True


def offline(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether an install cannot work: without a network, a proxy or a local index may still do."""
    own = any(word in name.upper() for name in environment for word in ("PROXY", "INDEX", "FIND_LINKS"))
    return not own and cut_off()


def no_network(environment: Mapping[str, str] = os.environ) -> BootError:
    """Says that the set-up has to wait; it names the variables of a proxy, which may be what is wrong."""
    proxies = ", ".join(sorted(name for name in environment if name.upper().endswith("S_PROXY")))
    return BootError(
        words(
            f"Pas de réseau{f' (par {proxies})' if proxies else ''} : la mise en place attendra. "
            "Sans elle marchent déjà ./tablee play, rules, score et referee.",
            f"No network{f' (by {proxies})' if proxies else ''}: the set-up has to wait. "
            "Without it ./tablee play, rules, score and referee already work.",
        )
    )


def install(root: Path, wanted: Path) -> None:
    """Installs what a lock pins, or the package in a folder; BootError: it could not be.

    By uv when it is there, else by uv fetched by pip, else by pip alone, which reads settings that uv does not.
    """
    venv = root / ".venv"
    patience = {"PIP_RETRIES": "0", "UV_HTTP_RETRIES": "0"} if cut_off() else {}
    pinned: list[str | Path] = [wanted] if wanted.is_dir() else ["--require-hashes", "-r", wanted]

    def by_uv(uv: str | Path) -> str | None:
        into: list[str | Path] = ["--python", python_of(venv)]
        return run([uv, "pip", "install", *into, *pinned], **UV_SETTINGS, **patience)

    uv = shutil.which("uv")
    if uv and by_uv(uv) is None:
        return
    pip: list[str | Path] = [*pip_of(venv), "install", "--disable-pip-version-check"]
    if not uv:
        own = run([*pip, "--require-hashes", "-r", root / "lock" / "uv.lock"], **patience)
        if own is None and by_uv(program_of(venv, "uv")) is None:
            return
    trouble = run([*pip, *pinned], **patience)
    if trouble and not wanted.is_dir() and re.search(r"connection broken|from versions: none", trouble):
        raise no_network()
    if trouble:
        # Its own words, without those about every try and every package that went well.
        trouble = "\n".join([line for line in trouble.splitlines() if not line.startswith(("WARNING", "Look"))][-4:])
        raise BootError(
            words(
                f"L’installation a échoué :\n{trouble}\nVérifiez la connexion, puis relancez la commande.",
                f"The set-up failed:\n{trouble}\nCheck the connection, then start the same command again.",
            )
        )


def link(root: Path, *groups: str) -> None:
    """Makes our own packages that come with these locks importable, with their entry points."""
    folders = dict.fromkeys(root / PROJECTS[name] for group in groups for name in LOCKS[group])
    paths: list[str | Path] = [packages_of(root / ".venv"), root / "src" / "tablee" / "__init__.py", *folders]
    trouble = run([python_of(root / ".venv"), "-I", "-c", LINK, *paths])
    if trouble:
        raise BootError(trouble)


def compile_bytecode(root: Path) -> None:
    """Compiles once what every start would compile again where PYTHONDONTWRITEBYTECODE is set.

    Tests of other packages are left out: two fifths of the work, and nobody imports them. The outcome is not
    looked at, because a package may ship templates that are no Python.
    """
    python = python_of(root / ".venv")
    options = ["-q", "-j", "0", "-x", r"[/\\](tests?|testing)[/\\]"]
    run([python, "-m", "compileall", *options, root / "src", root / "packages", packages_of(root / ".venv")])


def prepare(root: Path, group: str) -> None:
    venv = root / ".venv"
    with alone(root):
        if ready(root, group):
            return
        if offline():
            raise no_network()
        say(
            "Mise en place de Tablée dans .venv, environ une minute…",
            "Setting Tablée up in .venv, about a minute…",
        )
        make_venv(venv)
        (venv / UNFINISHED).touch()
        for stamped in STAMPS[group]:
            (venv / f"{stamped}.lock").unlink(missing_ok=True)
        install(root, lock_of(root, group))
        link(root, group)
        compile_bytecode(root)
        (venv / UNFINISHED).unlink()
        for stamped in STAMPS[group]:
            stamp(root, stamped)
        say("C’est prêt.", "Ready.")


def mend(root: Path) -> None:
    """Make an environment again that has lost files."""
    if ready(root, "table"):
        if run([python_of(root / ".venv"), "-I", "-c", WHOLE]) is None:
            say("Tout est en place.", "Everything is in place.")
            return
        with alone(root):
            (root / ".venv" / UNFINISHED).touch()
            (root / ".venv" / "table.lock").unlink()
    prepare(root, "table")


def stamp(root: Path, group: str) -> None:
    partial = root / ".venv" / f"{group}.partial"
    shutil.copyfile(lock_of(root, group), partial)
    partial.replace(root / ".venv" / f"{group}.lock")


def add(root: Path, extra: str) -> None:
    """One of the extras, or the package in a folder (a guest game), into the environment of the table."""
    with alone(root):
        if extra not in OPTIONAL:
            install(root, Path(extra).resolve())
            say(f"« {Path(extra).name} » est prêt.", f"“{Path(extra).name}” is ready.")
            return
        if not ready(root, extra):
            say(f"Ajout de « {extra} » à .venv…", f"Adding “{extra}” to .venv…")
            install(root, lock_of(root, extra))
            stamp(root, extra)
        link(root, extra)
        say(f"« {extra} » est prêt.", f"“{extra}” is ready.")


def is_project(folder: str) -> bool:
    """Whether a folder holds a package that can be installed."""
    return (Path(folder) / "pyproject.toml").is_file()


# Starting -----------------------------------------------------------------------


def launch(root: Path, arguments: Sequence[str]) -> int:
    """Tablée with these arguments, in the environment, which is made first if it must be.

    A command that needs only the standard library starts at once in a clone that was never set up, and also
    where the set-up cannot be made.
    """
    venv = root / ".venv"
    asked = re.search(r"--lang[ =](fr|en)\b", " ".join(arguments))
    if asked:
        os.environ["LANGUAGE"] = asked[1]
    light = next((word for word in arguments if word not in ("--lang", "fr", "en")), "") in LIGHT
    begun = venv.exists() and not (venv / UNFINISHED).exists()
    if not ready(root, "table") and (begun or not light):
        try:
            prepare(root, "table")
        except BootError as error:
            if not light:
                raise
            print(error, file=sys.stderr, flush=True)
    if ready(root, "table"):
        return become([python_of(venv), "-P", "-m", "tablee", *arguments])
    plain = next(candidates(), None)
    if plain is None:
        raise no_python()
    os.environ["PYTHONPATH"] = os.pathsep.join([str(root / "src"), *filter(None, [os.environ.get("PYTHONPATH")])])
    return become([plain.path, "-P", "-m", "tablee", *arguments])


def become(command: Sequence[str | Path]) -> int:
    """Runs a command in the place of this process; Windows can only wait for it."""
    typed = [str(word) for word in command]
    if not WINDOWS:
        os.execv(typed[0], typed)
    child = subprocess.Popen(typed)
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:  # the child hears it too, and answers
            continue


# The locks -----------------------------------------------------------------------


def make_locks(root: Path, *upgrade: str) -> None:
    """Pins every platform and Python from 3.11 on, by hash; no host is written into the files.

    Pins that are there stay, unless `--upgrade` asks for newer ones.
    """
    uv = shutil.which("uv") or program_of(root / ".venv", "uv")
    style = ["--universal", "--generate-hashes", "--no-header", "--no-annotate", "--python-version", "3.11"]
    scratch, needed = root / ".boot.pins", root / ".boot.in"

    def compile(group: str, *source: str | Path) -> None:
        trouble = run([uv, "pip", "compile", *source, *style, *upgrade, "--output-file", lock_of(root, group)])
        if trouble:
            raise BootError(
                words(
                    f"uv n’a pas pu écrire {group}.lock :\n{trouble}",
                    f"uv could not write {group}.lock:\n{trouble}",
                )
            )

    pins: list[str] = []
    for group, projects in LOCKS.items():
        kept = [pin for pin in pins if pin.split("==")[0] not in FREED.get(group, ())]
        scratch.write_text("\n".join(kept), encoding="utf-8")
        needed.write_text("\n".join(requirements(root, projects)), encoding="utf-8")
        compile(group, needed, "--constraints", scratch)
        pins = pins or re.findall(r"^([a-z].*?) *\\$", lock_of(root, group).read_text(encoding="utf-8"), re.MULTILINE)
    scratch.write_text("uv\n", encoding="utf-8")
    compile("uv", scratch)
    scratch.unlink()
    needed.unlink()


def requirements(root: Path, projects: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What our packages and these extras of them need, without our packages themselves."""
    import tomllib

    for name, extras in projects.items():
        project = tomllib.loads((root / PROJECTS[name] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        lists = [project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)]
        yield from (line for lines in lists for line in lines if not line.startswith("tablee"))


def main(arguments: Sequence[str]) -> int:
    try:
        if list(arguments) in (["lock"], ["lock", "--upgrade"]):
            make_locks(ROOT, *arguments[1:])
        elif list(arguments) == ["link"]:
            link(ROOT, *(group for group in LOCKS if ready(ROOT, group)))
        elif arguments[:1] == ["run"]:
            return launch(ROOT, arguments[1:])
        elif arguments[:1] == ["install"] and all(one in OPTIONAL or is_project(one) for one in arguments[1:]):
            prepare(ROOT, "table") if arguments[1:] else mend(ROOT)
            for extra in arguments[1:]:
                add(ROOT, extra)
        elif len(arguments) == 1 and arguments[0] in STAMPS:
            if arguments[0] == "check":
                missing = missing_for_check()
                if missing:
                    apt_install(*missing)
            prepare(ROOT, arguments[0])
            if arguments[0] == "check" and shutil.which("npm") is None:
                add(ROOT, "app")
        else:
            usage = f"boot.py table | check | link | lock | run … | install {' | '.join(OPTIONAL)} | FOLDER"
            raise BootError(words(f"Usage : {usage}", f"Usage: {usage}"))
    except BootError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        say(
            "Interrompu. Relancez la même commande pour reprendre.",
            "Interrupted. Start the same command again to resume.",
        )
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
