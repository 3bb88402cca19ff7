"""Tests wait for a state, never for a time: how long something takes, another machine decides."""

from __future__ import annotations

import re
from pathlib import Path

from tests.layers.sources import files, for_each, text_of

FIXED = re.compile(r"wait_for_timeout\(|time\.sleep\(|import sleep|wait_until=.networkidle")
PLACES = [f"tests/{name}" for name in ("app", "browser", "deploy", "load", "runs", "web")]


@for_each(files(*PLACES))
def test_nothing_waits_for_a_time(path: Path) -> None:
    """`settle` waits for a page of the browser, `until` for anything else."""
    lines = enumerate(text_of(path).splitlines(), 1)
    assert not [f"line {number}: {line.strip()}" for number, line in lines if FIXED.search(line)]
