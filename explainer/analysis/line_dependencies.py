"""Data dependencies between lines of a program, found in its syntax tree.

A name refers to the nearest assignment above it in the same function or, in a loop, to one below
that runs before the next iteration; `self.name` refers to the class's `__init__`.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

# Which part of an operand the cell (row, column) of a result depends on: the same row, the same
# column, the row numbered like the cell's column, or the same cell; "" if the code does not tell.
Part = Literal["row", "column", "row_of_column", "cell", ""]
Origins = dict[str, Part]
LIKE_CELL: Final = frozenset({"dropout", "split"})  # true of the first head, the one drawn
ROWWISE: Final = frozenset({"softmax", "log_softmax"})
CELLWISE: Final = frozenset({"relu", "masked_fill"})


@dataclass(frozen=True)
class Read:
    """A read of `name`, assigned on `line`; `again` if that line runs later in the loop body."""

    line: int
    name: str
    part: Part
    again: bool = False


@lru_cache(maxsize=4)
def dependencies_of(path: Path) -> Mapping[int, tuple[Read, ...]]:
    """Return the reads of every assignment or return line (from 1), in source order."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    by_line: dict[int, tuple[Read, ...]] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            by_line |= _in_function(node, {}, {})
        elif isinstance(node, ast.ClassDef):
            methods = [member for member in node.body if isinstance(member, ast.FunctionDef)]
            made, kinds = _made_by_init(methods)
            for method in methods:
                by_line |= _in_function(method, made, kinds)
    return by_line


Statement = ast.Assign | ast.AnnAssign | ast.Return


def _statements(function: ast.FunctionDef) -> list[Statement]:
    found = [node for node in ast.walk(function) if isinstance(node, Statement) and node.value]
    return sorted(found, key=lambda node: node.lineno)


def _targets(node: Statement) -> list[str]:
    if isinstance(node, ast.Return):
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    parts = [p for t in targets for p in (t.elts if isinstance(t, ast.Tuple) else [t])]
    return [name for part in parts if (name := _name(part))]


def _name(node: ast.AST) -> str:
    """Return a node's variable: `x`, `self.x`, or `x` for `x[0]`; "" for anything else."""
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        owner = node.value
        return f"self.{node.attr}" if isinstance(owner, ast.Name) and owner.id == "self" else ""
    return node.id if isinstance(node, ast.Name) and node.id != "self" else ""


def _changed(node: Statement) -> list[str]:
    """Return the variables that a line changes in part, by subscript."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [name for t in targets if isinstance(t, ast.Subscript) and (name := _name(t))]


def _made_by_init(methods: list[ast.FunctionDef]) -> tuple[dict[str, int], dict[str, str]]:
    """Return the line and class ("Linear", "LayerNorm") of each attribute set in `__init__`."""
    made, kinds = dict[str, int](), dict[str, str]()
    for node in (n for m in methods if m.name == "__init__" for n in _statements(m)):
        names, value = _targets(node), node.value
        values = value.elts if isinstance(value, ast.Tuple) and names[1:] else [value] * len(names)
        for name, assigned in zip(names, values, strict=True):
            made[name] = node.lineno
            called = assigned.func if isinstance(assigned, ast.Call) else None
            kinds[name] = called.attr if isinstance(called, ast.Attribute) else ""
    return made, kinds


def _in_function(
    function: ast.FunctionDef, made: Mapping[str, int], kinds: Mapping[str, str]
) -> dict[int, tuple[Read, ...]]:
    statements = _statements(function)
    assigned: dict[str, list[int]] = defaultdict(list)
    for node in statements:
        for name in _targets(node):
            assigned[name].append(node.lineno)
    loops = [n for n in ast.walk(function) if isinstance(n, ast.For | ast.While)]
    by_line = {}
    for node in statements:
        assert node.value is not None
        changed = _changed(node)
        origins, found = _origins(node.value, kinds) | dict.fromkeys(changed, "cell"), list[Read]()
        for name in dict.fromkeys((*changed, *_names(node.value))):
            part = origins.get(name, "")
            above = [line for line in assigned[name] if line < node.lineno]
            source = above[-1] if above else made.get(name)
            if source is not None and source != node.lineno:
                found.append(Read(source, name, part))
            around = [loop for loop in loops if _holds(loop, node.lineno)]
            later = [n for n in assigned[name] if any(_holds(loop, n) for loop in around)]
            if later and later[0] > node.lineno:
                found.append(Read(later[-1], name, part, again=True))
        by_line[node.lineno] = tuple(found)
    return by_line


def _holds(loop: ast.For | ast.While, line: int) -> bool:
    return loop.lineno < line <= (loop.end_lineno or 0)


def _names(node: ast.AST) -> Iterator[str]:
    """Yield the variables of an expression in source order."""
    inner = [n for n in ast.walk(node) if isinstance(n, ast.Name | ast.Attribute)]
    for variable in sorted(inner, key=lambda n: (n.lineno, n.col_offset)):
        if name := _name(variable):
            yield name


def _origins(node: ast.expr, kinds: Mapping[str, str]) -> Origins:
    """Return which part of each variable a cell of the expression's value depends on, if clear."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.MatMult):
            return _all(node.left, kinds, "row") | _right(node.right, kinds)
        if isinstance(node.op, ast.Add):
            return _origins(node.left, kinds) | _origins(node.right, kinds)
        return _origins(node.left, kinds)  # divided by a number
    if isinstance(node, ast.Call):
        return _of_call(node, kinds)
    name = "" if isinstance(node, ast.Subscript) else _name(node)
    return {name: "cell"} if name else {}


def _of_call(node: ast.Call, kinds: Mapping[str, str]) -> Origins:
    if not isinstance(node.func, ast.Attribute):
        return {}
    called, method = _name(node.func), node.func.attr
    kind = kinds.get(called, "")
    if method in ROWWISE:
        return _all(node.func.value, kinds, "row")
    if method in CELLWISE:
        return _origins(node.func.value, kinds)
    if called and method in LIKE_CELL:
        return _origins(node.args[0], kinds)
    if kind == "Linear":
        return {**_all(node.args[0], kinds, "row"), called: "row_of_column"}
    return _all(node.args[0], kinds, "row") | {called: "column"} if kind == "LayerNorm" else {}


def _all(node: ast.expr, kinds: Mapping[str, str], part: Part) -> Origins:
    """Widen an operand's cellwise origins to whole rows or columns."""
    inner = _origins(node, kinds)
    return dict.fromkeys(inner, part) if set(inner.values()) == {"cell"} else {}


def _right(node: ast.expr, kinds: Mapping[str, str]) -> Origins:
    """Return the origins of the right operand of a product; a transpose swaps rows and columns."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        transposed = node.func.attr == "transpose"
        return _all(node.func.value, kinds, "row_of_column") if transposed else {}
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return _all(node.value, kinds, "row_of_column")
    return _all(node, kinds, "column")
