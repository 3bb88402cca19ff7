"""What every line of a program makes while it runs: shapes and a few numbers, read from its frames.

`sys.settrace` calls back before each line of the watched functions, in this thread alone; what the
line before assigned stands then in the frame. Nothing in the program knows that it is watched.
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
SIDE: Final = 24  # rows and columns kept of a tensor, to be drawn
VISITS: Final = 64  # of a line; a loop may come by more often
RETURNED: Final = "return"
AXES: Final = re.compile(r"\(([A-Z1][^()]*|)\)")


@dataclass(frozen=True)
class Seen:
    """A value of a line: its shape, its first numbers, and (rows, columns) of its beginning.

    Axes before the last two are taken at their first place: sentence 1, head 1.
    """

    name: str
    shape: tuple[int, ...]
    first: tuple[float, ...]
    corner: NDArray[np.float32]


Visits = Mapping[int, tuple[tuple[Seen, ...], ...]]  # by line, counted from 1


def look(name: str, value: object) -> Seen | None:
    """None for what holds no numbers."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        value = torch.tensor(float(value))
    elif isinstance(value, list) and value and all(isinstance(one, float | int) for one in value):
        value = torch.tensor(value)
    if not isinstance(value, Tensor):
        return None
    corner = value.detach().float()
    while corner.ndim > 2:
        corner = corner[0]
    corner = torch.atleast_2d(corner)
    first = corner.flatten()[:FEW].tolist()
    kept = corner[:SIDE, :SIDE].contiguous().numpy().copy()
    return Seen(name, tuple(value.shape), tuple(first), kept)


@lru_cache(maxsize=4)
def assignments(path: Path) -> Mapping[int, tuple[str, ...]]:
    """The names each line of a file gives a value: "q", "self.norm1"; RETURNED where it returns."""
    by_line: dict[int, tuple[str, ...]] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Return):
            by_line[node.lineno] = (RETURNED,)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [_name(one) for target in targets for one in _parts(target)]
            by_line[node.lineno] = tuple(name for name in names if name)
    return by_line


def _parts(target: ast.expr) -> list[ast.expr]:
    return target.elts if isinstance(target, ast.Tuple) else [target]


def _name(target: ast.expr) -> str:
    """The variable; of `logits[:, 0] = x` it is `logits`."""
    if isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Attribute):
        known = isinstance(target.value, ast.Name) and target.value.id == "self"
        return f"self.{target.attr}" if known else ""
    return target.id if isinstance(target, ast.Name) else ""


@lru_cache(maxsize=4)
def axes_of(path: Path) -> Mapping[int, tuple[tuple[str, ...], ...]]:
    """What the comment of a line says its values' axes are: `# (B, T, D)` gives ((B, T, D),)."""
    by_line = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code, mark, comment = line.partition("  # ")
        if mark and code.strip():
            axes = AXES.findall(comment)
            by_line[number] = tuple(tuple(one.split(", ")) if one else () for one in axes)
    return {number: axes for number, axes in by_line.items() if axes}


class Watch:
    """`with Watch(file, first, last) as seen: run()`; then `seen.visits` by line.

    Watched are the functions that begin on those lines, each time they are called. A line of
    `__init__` that makes a parameter shows what it holds whenever `forward` of its object runs.
    """

    def __init__(self, path: Path, first: int, last: int) -> None:
        self.path, self.lines = str(path), range(first, last + 1)
        self.names = assignments(path)
        self._visits: defaultdict[int, list[tuple[Seen, ...]]] = defaultdict(list)
        self._made = self._parameters(path)

    def __enter__(self) -> Watch:
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
        return {line: tuple(visits) for line, visits in sorted(self._visits.items())}

    def _parameters(self, path: Path) -> dict[str, list[int]]:
        """Lines of `__init__` that give the object something, by class."""
        by_class: dict[str, list[int]] = defaultdict(list)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.lineno in self.lines:
                lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                own = [n for n in self.names if n in lines and self.names[n][0][:5] == "self."]
                by_class[node.name] = sorted(own)
        return by_class

    def _call(self, frame: FrameType, event: str, arg: object) -> Any:
        """For each new frame: a follower where it is a watched function."""
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
            held = [(name, getattr(module, name, None)) for name in names]
            self._keep(line, [_weight(name, value) for name, value in held])

    def _keep(self, line: int, values: list[tuple[str, object]]) -> None:
        visit = tuple(seen for seen in (look(*one) for one in values) if seen)
        if visit and len(self._visits[line]) < VISITS:
            self._visits[line].append(visit)

    def keep_line(self, line: int, frame: FrameType, returned: object) -> None:
        """After a line has run: what it gave a value."""
        names = self.names.get(line, ())
        if names == (RETURNED,):
            self._keep(line, [(RETURNED, returned)])
        elif names:
            values = frame.f_locals
            self._keep(line, [(name, values.get(name)) for name in names])


def _weight(name: str, value: object) -> tuple[str, object]:
    """Of a layer its matrix."""
    if isinstance(value, nn.Linear | nn.LayerNorm):
        return f"{name}.weight", value.weight
    return name, value


class _Follower:
    """The local trace function of one frame: knows which line is running."""

    def __init__(self, watch: Watch) -> None:
        self.watch, self.line = watch, 0

    def __call__(self, frame: FrameType, event: str, arg: object) -> _Follower:
        if event in ("line", "return") and self.line:
            self.watch.keep_line(self.line, frame, arg if event == "return" else None)
        self.line = frame.f_lineno if event == "line" else 0
        return self
