"""Which lines of a program make what a line reads, told from its text.

A name means what the nearest line above gave it in the same function, or in a loop the line below
that runs before the next round; `self.name` is what the class's `__init__` made.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

# What of a tensor a cell (row, column) is made of: its row of that number, its column, the row
# numbered like the cell's column, the same cell; "" where the text does not tell.
Part = Literal["row", "column", "row_of_column", "cell", ""]
Origins = dict[str, Part]
LIKE_CELL: Final = frozenset({"dropout", "split"})  # of the first head, which is the one drawn
ROWWISE: Final = frozenset({"softmax", "log_softmax"})
CELLWISE: Final = frozenset({"relu", "masked_fill"})


@dataclass(frozen=True)
class Read:
    """`line` gave `name` its value; `again` where it runs after the reader, for the next round."""

    line: int
    name: str
    part: Part
    again: bool = False


@lru_cache(maxsize=4)
def reads_of(path: Path) -> Mapping[int, tuple[Read, ...]]:
    """By line that gives a value, counted from 1, in the order of its words."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    by_line: dict[int, tuple[Read, ...]] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            by_line |= _in_function(node, {}, {})
        elif isinstance(node, ast.ClassDef):
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
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
    parts = [p for one in targets for p in (one.elts if isinstance(one, ast.Tuple) else [one])]
    return [name for part in parts if (name := _name(part))]


def _name(node: ast.AST) -> str:
    """`x`, `self.x`; of `x[0] = 1` it is `x`; "" for anything else."""
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Attribute):
        owner = node.value
        return f"self.{node.attr}" if isinstance(owner, ast.Name) and owner.id == "self" else ""
    return node.id if isinstance(node, ast.Name) and node.id != "self" else ""


def _changed(node: Statement) -> list[str]:
    """The names of which a line sets a part and keeps the rest."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return [name for one in targets if isinstance(one, ast.Subscript) and (name := _name(one))]


def _made_by_init(methods: list[ast.FunctionDef]) -> tuple[dict[str, int], dict[str, str]]:
    """Line and kind, as "Linear" or "LayerNorm", of what `__init__` gives the object."""
    made, kinds = dict[str, int](), dict[str, str]()
    for node in (one for m in methods if m.name == "__init__" for one in _statements(m)):
        names, value = _targets(node), node.value
        values = value.elts if isinstance(value, ast.Tuple) and names[1:] else [value] * len(names)
        for name, given in zip(names, values, strict=True):
            made[name] = node.lineno
            called = given.func if isinstance(given, ast.Call) else None
            kinds[name] = called.attr if isinstance(called, ast.Attribute) else ""
    return made, kinds


def _in_function(
    function: ast.FunctionDef, made: Mapping[str, int], kinds: Mapping[str, str]
) -> dict[int, tuple[Read, ...]]:
    statements = _statements(function)
    given: dict[str, list[int]] = defaultdict(list)
    for node in statements:
        for name in _targets(node):
            given[name].append(node.lineno)
    loops = [n for n in ast.walk(function) if isinstance(n, ast.For | ast.While)]
    by_line = {}
    for node in statements:
        assert node.value is not None
        changed = _changed(node)
        origins, found = _origins(node.value, kinds) | dict.fromkeys(changed, "cell"), list[Read]()
        for name in dict.fromkeys((*changed, *_names(node.value))):
            part = origins.get(name, "")
            above = [line for line in given[name] if line < node.lineno]
            known = above[-1] if above else made.get(name)
            if known is not None and known != node.lineno:
                found.append(Read(known, name, part))
            around = [loop for loop in loops if _holds(loop, node.lineno)]
            later = [n for n in given[name] if any(_holds(loop, n) for loop in around)]
            if later and later[0] > node.lineno:
                found.append(Read(later[-1], name, part, again=True))
        by_line[node.lineno] = tuple(found)
    return by_line


def _holds(loop: ast.For | ast.While, line: int) -> bool:
    return loop.lineno < line <= (loop.end_lineno or 0)


def _names(node: ast.AST) -> Iterator[str]:
    """In the order of the words."""
    inner = [n for n in ast.walk(node) if isinstance(n, ast.Name | ast.Attribute)]
    for each in sorted(inner, key=lambda n: (n.lineno, n.col_offset)):
        if name := _name(each):
            yield name


def _origins(node: ast.expr, kinds: Mapping[str, str]) -> Origins:
    """Of the names in an expression what a cell of its value is made of, where that is plain."""
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
    """Where the cells of an operand are known one by one, whole rows or columns of them."""
    inner = _origins(node, kinds)
    return dict.fromkeys(inner, part) if set(inner.values()) == {"cell"} else {}


def _right(node: ast.expr, kinds: Mapping[str, str]) -> Origins:
    """The right side of a product: turned round, its rows are what was its columns."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        turned = node.func.attr == "transpose"
        return _all(node.func.value, kinds, "row_of_column") if turned else {}
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return _all(node.value, kinds, "row_of_column")
    return _all(node, kinds, "column")
