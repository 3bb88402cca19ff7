"""Sizes that keep a file readable."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.layers.sources import files, for_each, name_of, text_of, tree_of

FILE, PAGE, FUNCTION = 300, 120, 50

CODE = files("app.py", "explainer", "tests", ".ci", suffixes=(".py", ".js", ".css", ""))
PYTHON = files("app.py", "explainer", "tests")


def limit_of(path: Path) -> int:
    return PAGE if path.parent.name == "pages" and "explainer" in path.parts else FILE


@for_each(CODE)
def test_file_is_short_or_says_why_not(path: Path) -> None:
    """A longer file begins with a comment: "Longer than 300 lines: <reason>"."""
    lines = text_of(path).splitlines()
    limit = limit_of(path)
    reason = f"longer than {limit} lines: "
    excused = any(reason in line.lower() for line in lines[:15])
    assert len(lines) <= limit or excused, f"{len(lines)} lines, the limit is {limit}"
    assert len(lines) > limit or not excused, "the excuse is no longer needed"


def length_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from `def` to the end, the docstring not counted."""
    assert function.end_lineno is not None
    length = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None and first.end_lineno is not None:
        length -= first.end_lineno - first.lineno + 1
    return length


@for_each(PYTHON)
def test_functions_are_short(path: Path) -> None:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    long = [
        f"{name_of(path)}:{node.lineno} {node.name}: {length_of(node)} lines"
        for node in ast.walk(tree_of(path))
        if isinstance(node, functions) and length_of(node) > FUNCTION
    ]
    assert not long, "; ".join(long)
