"""Moves in bytes, odd ones too: the short way answers all of them as the layers do."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from tablee.web.api import swift
from tools.wires import fuzz

REQUESTS = 1_500


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.root.manager, "disable", logging.CRITICAL)


def test_both_ways_send_the_same_bytes(tmp_path: Path) -> None:
    wires, failures = asyncio.run(fuzz(tmp_path, REQUESTS, seed=1))
    assert not failures, failures[0][:3000]
    assert wires.quick.swift is not None
    assert wires.quick.swift.taken > REQUESTS // 10
    assert {200, 400, 401, 403, 404, 405, 409, 413, 421, 422} <= set(wires.statuses), "it gets everywhere"


@pytest.mark.parametrize(
    ("what", "otherwise"),
    [("FINE", swift.FINE.replace(b"nosniff", b"sniff")), ("same_origin", lambda heads: True)],
    ids=["another head", "foreign pages"],
)
def test_a_difference_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, otherwise: object) -> None:
    monkeypatch.setattr(swift, what, otherwise)
    assert asyncio.run(fuzz(tmp_path, 300, seed=1))[1]
