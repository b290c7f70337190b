"""Another 25,000 odd requests, beside tests/web/frame/test_fuzz.py: two files, so that two workers share them."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from tools.fuzz import fuzz

REQUESTS = 25_000


@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")  # Starlette's, of a form that breaks off
def test_as_many_odd_requests_again_are_answered_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)
    fuzzer, failures = asyncio.run(fuzz(tmp_path, REQUESTS, seed=1, first=REQUESTS))
    assert not failures, failures[0][:2000]
    assert sum(fuzzer.statuses.values()) == REQUESTS
