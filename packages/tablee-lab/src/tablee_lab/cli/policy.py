"""`--policy`: who chooses, by the name of a bot or as a function in a file, `mine.py:choose`."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablee.core.errors import RequestError
from tablee_lab.batch_policies import Policy


def policies_of(written: str | None) -> list[Policy] | None:
    """Names of bots and functions in files, with commas between them."""
    return None if written is None else [policy_of(one.strip()) for one in written.split(",")]


def policy_of(written: str) -> Policy:
    """The name of a bot as it is, or the function that `file.py:name` points at: the file is run for it."""
    path, colon, name = written.rpartition(":")
    return _function(Path(path), name) if colon else written


def _function(path: Path, name: str) -> Callable[..., Any]:
    made = importlib.util.spec_from_file_location(path.stem, path)
    if not path.is_file() or made is None or made.loader is None:
        raise RequestError(
            f"politique : {path} n’est pas un fichier Python ; écrivez fichier.py:fonction.",
            f"policy: {path} is no Python file; write file.py:function.",
        )
    module = importlib.util.module_from_spec(made)
    sys.path.insert(0, str(path.parent.resolve()))  # what lies beside it can be imported
    try:
        made.loader.exec_module(module)
    except Exception as error:
        raise RequestError(f"politique : {path} : {error!r}", f"policy: {path}: {error!r}") from error
    finally:
        del sys.path[0]
    function = getattr(module, name, None)
    if not callable(function) and not hasattr(function, "choose"):
        raise RequestError(
            f"politique : {path} n’a pas de fonction « {name} ».", f"policy: {path} has no function “{name}”."
        )
    return function  # type: ignore[no-any-return]
