"""Extract source lines of our own functions to show on a page."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeGuard

MOST: Final = 10  # maximum lines shown of a function
GAP: Final = "…"  # placeholder for omitted lines


@lru_cache(maxsize=128)
def lines_of(module: str, function: str, first: str = "", last: str = "") -> str | None:
    """Return the source of a function or `Class.method`; None if it does not exist.

    Without docstring, comments, blank lines and argument checks. `first` and `last` select the
    statements from the one starting with `first` to the one starting with `last`, below a one-line
    signature. Raises ValueError if there are no such statements. The file is read as text, so that
    a page can show code it must not import.
    """
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        return None
    source = Path(spec.origin).read_text(encoding="utf-8")
    body: list[ast.stmt] = ast.parse(source).body
    *classes, wanted = function.split(".")
    for name in classes:
        matches = (node for node in body if isinstance(node, ast.ClassDef) and node.name == name)
        body = next((node.body for node in matches), [])
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == wanted:
            lines = _Lines(source.splitlines(), node)
            return textwrap.dedent(lines.part(first, last) if first or last else lines.whole())
    return None


class _Lines:
    """The lines of a function that are worth showing, by line number."""

    def __init__(self, source: list[str], function: ast.FunctionDef) -> None:
        self.function = function
        self.first, self.last = function.lineno, _end(function)
        self.body = function.body[0].lineno
        hidden = {
            number
            for node in ast.walk(function)
            if node is _docstring(function) or _refuses(node)
            for number in range(node.lineno, _end(node) + 1)
        }
        self.kept = {
            number: source[number - 1]
            for number in range(self.first, self.last + 1)
            if number not in hidden and source[number - 1].lstrip()[:1] not in ("", "#")
        }

    def whole(self) -> str:
        return "\n".join(self.kept.values())

    def part(self, first: str, last: str) -> str:
        begin = self._statement(first).lineno if first else self.body
        end = _end(self._statement(last, begin)) if last else self.last
        selected = [line for number, line in self.kept.items() if begin <= number <= end]
        before = [line for number, line in self.kept.items() if self.body <= number < begin]
        after = [line for number, line in self.kept.items() if number > end]
        head = [self.kept[self.first]] if self.body - self.first == 1 else []
        above = [min(_indent(before[-1]), _indent(selected[0])) + GAP] if before else []
        below = [_indent(after[0]) + GAP] if after else []
        return "\n".join((*head, *above, *selected, *below))

    def _statement(self, begins: str, least: int = 0) -> ast.stmt:
        for node in _statements(self.function):
            if node.lineno >= least and self.kept.get(node.lineno, "").lstrip().startswith(begins):
                return node
        raise ValueError(f"{self.function.name} has no statement {begins!r}")


def _statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the statements within a statement in file order."""
    inner = (child for child in ast.walk(node) if isinstance(child, ast.stmt) and child is not node)
    yield from sorted(inner, key=lambda child: child.lineno)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _docstring(function: ast.FunctionDef) -> ast.stmt | None:
    return None if ast.get_docstring(function) is None else function.body[0]


def _refuses(node: ast.AST) -> TypeGuard[ast.stmt]:
    """Return whether a node is only `if ...: raise ...` or an assertion."""
    if isinstance(node, ast.If):
        return not node.orelse and isinstance(node.body[0], ast.Raise)
    return isinstance(node, ast.Assert)
