"""Where numba keeps what it has compiled."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tablee_lab.kernels import keep_compiled


def test_compiled_kernels_stay_beside_their_sources_if_they_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    keep_compiled([tmp_path])
    assert "NUMBA_CACHE_DIR" not in os.environ
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "sealed").touch()  # no folder at all: what even root cannot write to
    keep_compiled([tmp_path, tmp_path / "sealed"])
    assert os.environ.pop("NUMBA_CACHE_DIR") == str(tmp_path / "cache" / "compiled")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "chosen")
    keep_compiled([tmp_path / "sealed"])
    assert os.environ["NUMBA_CACHE_DIR"] == "chosen"
