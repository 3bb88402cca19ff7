"""Lines of our own code to show on a page, read from the file that runs."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeGuard

MOST: Final = 10  # lines a page shows of a function
GAP: Final = "…"  # a line for those left out


@lru_cache(maxsize=128)
def lines_of(module: str, function: str, first: str = "", last: str = "") -> str | None:
    """The source of a function or `Class.method`, as a reader of its idea needs it: without
    docstring, remarks, blank lines and the refusal of what does not fit. None if there is none.

    Of a long one, the statements from that which begins with `first` to that which begins with
    `last`, below the signature if it is one line. Raises ValueError if there are none.
    The file is read as text, so a page can show code it must not import.
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
    """The lines of a function by their numbers, and which of them are for its idea."""

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
        shown = [line for number, line in self.kept.items() if begin <= number <= end]
        before = [line for number, line in self.kept.items() if self.body <= number < begin]
        after = [line for number, line in self.kept.items() if number > end]
        head = [self.kept[self.first]] if self.body - self.first == 1 else []
        above = [min(_indent(before[-1]), _indent(shown[0])) + GAP] if before else []
        below = [_indent(after[0]) + GAP] if after else []
        return "\n".join((*head, *above, *shown, *below))

    def _statement(self, begins: str, least: int = 0) -> ast.stmt:
        for node in _statements(self.function):
            if node.lineno >= least and self.kept.get(node.lineno, "").lstrip().startswith(begins):
                return node
        raise ValueError(f"{self.function.name} has no statement {begins!r}")


def _statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """Those within it, in the order of the file."""
    statements = (one for one in ast.walk(node) if isinstance(one, ast.stmt) and one is not node)
    yield from sorted(statements, key=lambda one: one.lineno)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _docstring(function: ast.FunctionDef) -> ast.stmt | None:
    return None if ast.get_docstring(function) is None else function.body[0]


def _refuses(node: ast.AST) -> TypeGuard[ast.stmt]:
    """`if ...: raise ...` and nothing else, or an assertion."""
    if isinstance(node, ast.If):
        return not node.orelse and isinstance(node.body[0], ast.Raise)
    return isinstance(node, ast.Assert)
