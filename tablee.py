"""`py tablee.py …`, or `python -m tablee …` in this folder, does what `./tablee …` does where there is no `sh`."""

if __name__ == "__main__":  # before anything else: Ctrl-C ends it without a word until a command listens
    import _signal

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent

if __name__ == "__main__":
    sys.path = [folder for folder in sys.path if Path(folder).resolve() != ROOT]
    if importlib.util.find_spec("tablee"):  # by a Python that has it already: the one of .venv, say
        from tablee.cli import start

        sys.exit(start())
    sys.path.insert(0, str(ROOT / "tools"))
    import boot

    sys.exit(boot.main(["run", *sys.argv[1:]]))

# Whoever has this folder on their path and imports tablee means the package.
folder = ROOT / "src" / "tablee"
spec = importlib.util.spec_from_file_location(
    __name__, folder / "__init__.py", submodule_search_locations=[str(folder)]
)
assert spec is not None
assert spec.loader is not None
sys.modules[__name__] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(sys.modules[__name__])
