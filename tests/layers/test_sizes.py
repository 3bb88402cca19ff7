"""Sizes that keep a file readable."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.layers.sources import files, for_each, name_of, nodes_of, text_of, tree_of

FILE, FUNCTION = 400, 50

CODE = files("app.py", "explainer", "tests", ".ci", suffixes=(".py", ".js", ".css", ""))
PYTHON = files("app.py", "explainer", "tests")


@for_each(CODE)
def test_files_are_short(path: Path) -> None:
    lines = len(text_of(path).splitlines())
    assert lines <= FILE, f"{lines} lines, the limit is {FILE}"


def length_of(function: ast.FunctionDef | ast.AsyncFunctionDef, lines: list[str]) -> int:
    """Lines of the body. Docstring, signature and lines of closing brackets alone do not count:
    how many of those there are is the formatter's choice."""
    assert function.end_lineno is not None
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    if not body:
        return 0
    return sum(
        bool(line.strip("()[]{}, \t")) for line in lines[body[0].lineno - 1 : function.end_lineno]
    )


@for_each(PYTHON)
def test_functions_are_short(path: Path) -> None:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    lines = text_of(path).splitlines()
    long = [
        f"{name_of(path)}:{node.lineno} {node.name}: {length_of(node, lines)} lines"
        for node in nodes_of(tree_of(path))
        if isinstance(node, functions) and length_of(node, lines) > FUNCTION
    ]
    assert not long, "; ".join(long)
