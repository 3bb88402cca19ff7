"""Lines of our own code to show on a page, read from the file that runs."""

from __future__ import annotations

import ast
import textwrap
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path


@lru_cache(maxsize=64)
def lines_of(module: str, function: str) -> str | None:
    """The source of a function or `Class.method`, without its docstring; None if there is none.

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
            return textwrap.dedent(_without_docstring(source.splitlines(), node))
    return None


def _without_docstring(lines: list[str], node: ast.FunctionDef) -> str:
    kept = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    hidden: range = range(0)
    if ast.get_docstring(node) is not None:
        docstring = node.body[0]
        hidden = range(docstring.lineno, (docstring.end_lineno or docstring.lineno) + 1)
    return "\n".join(lines[number - 1] for number in kept if number not in hidden)
