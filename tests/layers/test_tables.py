"""A table stands in one place: of two that are equal one is forgotten when the other changes."""

from __future__ import annotations

import ast
from collections import defaultdict

from tests.layers.sources import ROOT, files

FEWEST = 2  # entries of what counts as a table


def test_no_two_modules_hold_equal_tables() -> None:
    places = defaultdict[str, list[str]](list)
    for path in files("explainer", suffixes=(".py",)):
        for line in ast.parse(path.read_text(encoding="utf-8")).body:
            table = getattr(line, "value", None)
            if isinstance(table, ast.Dict) and len(table.keys) >= FEWEST:
                places[ast.unparse(table)].append(f"{path.relative_to(ROOT)}:{line.lineno}")
    assert len(places) > 100
    assert [found for found in places.values() if len(found) > 1] == []
