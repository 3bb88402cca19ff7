"""Lines of our own code to show on a page, read from the file that runs."""

from __future__ import annotations

import ast
import textwrap
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TypeGuard


@lru_cache(maxsize=64)
def lines_of(module: str, function: str) -> str | None:
    """The source of a function or `Class.method`, as a reader of its idea needs it: without
    docstring, remarks and the refusal of what does not fit. None if there is none.

    The file is read as text, so a page can show code it must not import.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return None
    source = Path(spec.origin).read_text(encoding="utf-8")
    body: list[ast.stmt] = ast.parse(source).body
    *classes, wanted = function.split(".")
    for name in classes:
        found = (node for node in body if isinstance(node, ast.ClassDef) and node.name == name)
        body = next((node.body for node in found), [])
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == wanted:
            return textwrap.dedent(_idea_of(source.splitlines(), node))
    return None


def _idea_of(source: list[str], function: ast.FunctionDef) -> str:
    hidden = {
        number
        for node in ast.walk(function)
        if node is _docstring(function) or _refuses(node)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    kept = range(function.lineno, (function.end_lineno or function.lineno) + 1)
    lines = (source[number - 1] for number in kept if number not in hidden)
    return "\n".join(line for line in lines if not line.lstrip().startswith("#"))


def _docstring(function: ast.FunctionDef) -> ast.stmt | None:
    return None if ast.get_docstring(function) is None else function.body[0]


def _refuses(node: ast.AST) -> TypeGuard[ast.If]:
    """`if ...: raise ...` and nothing else."""
    return isinstance(node, ast.If) and not node.orelse and isinstance(node.body[0], ast.Raise)
