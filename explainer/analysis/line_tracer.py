"""Trace the values that each line of a program assigns while it runs: shapes and a few numbers.

`sys.settrace` calls back before each line of the watched functions, in this thread only; by then
the frame holds what the previous line assigned. The program itself is unchanged.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

FEW: Final = 3  # numbers printed beside a line
SIDE: Final = 24  # rows and columns of a tensor kept for drawing
VISITS: Final = 64  # executions recorded per line; a loop may run more often
RETURNED: Final = "return"
AXES: Final = re.compile(r"\(([A-Z1][^()]*|)\)")


@dataclass(frozen=True)
class TracedValue:
    """A value assigned by a line: its shape, first numbers, and top left corner (rows, columns).

    Leading axes are taken at index 0: first sentence, first head.
    """

    name: str
    shape: tuple[int, ...]
    first: tuple[float, ...]
    corner: NDArray[np.float32]


Visits = Mapping[int, tuple[tuple[TracedValue, ...], ...]]  # by line, from 1


def summarise(name: str, value: object) -> TracedValue | None:
    """Summarise a value; None if it is not numeric."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        value = torch.tensor(float(value))
    elif isinstance(value, list) and value and all(isinstance(x, float | int) for x in value):
        value = torch.tensor(value)
    if not isinstance(value, Tensor):
        return None
    corner = value.detach().float()
    while corner.ndim > 2:
        corner = corner[0]
    corner = torch.atleast_2d(corner)
    first = corner.flatten()[:FEW].tolist()
    cropped = corner[:SIDE, :SIDE].contiguous().numpy().copy()
    return TracedValue(name, tuple(value.shape), tuple(first), cropped)


@lru_cache(maxsize=4)
def assignments(path: Path) -> Mapping[int, tuple[str, ...]]:
    """Return the variables each line assigns ("q", "self.norm1"), or RETURNED if it returns."""
    by_line: dict[int, tuple[str, ...]] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Return):
            by_line[node.lineno] = (RETURNED,)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [_name(part) for target in targets for part in _parts(target)]
            by_line[node.lineno] = tuple(name for name in names if name)
    return by_line


def _parts(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else [target]


def _name(target: ast.expr) -> str:
    """Return a target's variable: `logits` for `logits[:, 0] = x`; "" for anything else."""
    if isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Attribute):
        is_self = isinstance(target.value, ast.Name) and target.value.id == "self"
        return f"self.{target.attr}" if is_self else ""
    return target.id if isinstance(target, ast.Name) else ""


@lru_cache(maxsize=4)
def axes_of(path: Path) -> Mapping[int, tuple[tuple[str, ...], ...]]:
    """Parse the axes given in line comments: `# (B, T, D)` gives ((B, T, D),)."""
    by_line = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code, mark, comment = line.partition("  # ")
        if mark and code.strip():
            axes = AXES.findall(comment)
            by_line[number] = tuple(tuple(names.split(", ")) if names else () for names in axes)
    return {number: axes for number, axes in by_line.items() if axes}


class LineTracer:
    """Records assigned values: `with LineTracer(file, first, last) as seen: run()`.

    Traces every call of the functions that begin on those lines; `seen.visits` has the values by
    line. A line of `__init__` that creates a parameter is given its value at each call of the
    object's `forward`.
    """

    def __init__(self, path: Path, first: int, last: int) -> None:
        self.path, self.lines = str(path), range(first, last + 1)
        self.names = assignments(path)
        self._visits: defaultdict[int, list[tuple[TracedValue, ...]]] = defaultdict(list)
        self._made = self._parameters(path)

    def __enter__(self) -> LineTracer:
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        sys.settrace(self._before)

    @property
    def visits(self) -> Visits:
        """The recorded values of every visit, by line."""
        return {line: tuple(visits) for line, visits in sorted(self._visits.items())}

    def _parameters(self, path: Path) -> dict[str, list[int]]:
        """Return the lines of `__init__` that set attributes, by class."""
        by_class: dict[str, list[int]] = defaultdict(list)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.lineno in self.lines:
                lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                own = [n for n in self.names if n in lines and self.names[n][0][:5] == "self."]
                by_class[node.name] = sorted(own)
        return by_class

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:
        """Global trace function: return a follower for the frame of a watched function."""
        code = frame.f_code
        ours = code.co_filename == self.path and code.co_firstlineno in self.lines
        if event != "call" or not ours or code.co_name.startswith(("<", "__")):
            return None
        if code.co_name == "forward":
            self._keep_parameters(frame.f_locals["self"])
        return _Follower(self)

    def _keep_parameters(self, module: nn.Module) -> None:
        for line in self._made.get(type(module).__name__, ()):
            names = [name.removeprefix("self.") for name in self.names[line]]
            values = [(name, getattr(module, name, None)) for name in names]
            self._keep(line, [_weight(name, value) for name, value in values])

    def _keep(self, line: int, values: list[tuple[str, object]]) -> None:
        visit = tuple(seen for seen in (summarise(name, value) for name, value in values) if seen)
        if visit and len(self._visits[line]) < VISITS:
            self._visits[line].append(visit)

    def keep_line(self, line: int, frame: FrameType, returned: object) -> None:
        """Record what a line assigned, after it has run."""
        names = self.names.get(line, ())
        if names == (RETURNED,):
            self._keep(line, [(RETURNED, returned)])
        elif names:
            values = frame.f_locals
            self._keep(line, [(name, values.get(name)) for name in names])


def _weight(name: str, value: object) -> tuple[str, object]:
    """Replace a linear layer or layer norm by its weight."""
    if isinstance(value, nn.Linear | nn.LayerNorm):
        return f"{name}.weight", value.weight
    return name, value


class _Follower:
    """Local trace function of one frame; keeps the number of the running line."""

    def __init__(self, watch: LineTracer) -> None:
        self.watch, self.line = watch, 0

    def __call__(self, frame: FrameType, event: str, arg: object) -> _Follower:
        if event in ("line", "return") and self.line:
            self.watch.keep_line(self.line, frame, arg if event == "return" else None)
        self.line = frame.f_lineno if event == "line" else 0
        return self
