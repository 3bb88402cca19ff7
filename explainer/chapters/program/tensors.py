"""What the drawing of the lines gets of every value: its shape, its beginning as numbers, names."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.one_file import PATH
from explainer.analysis.reads import reads_of
from explainer.analysis.watch import RETURNED, Seen, axes_of
from explainer.chapters.program.listing import Link, Value
from explainer.frame.view import View
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import decimal

DIGITS: Final = 6  # of a number that travels
WEIGHTS: Final = "weights"  # of an attention: 0..1, everything else is signed


@dataclass
class Labels:
    """The tokens an axis counts, by a key that a value names; numbers from 1 have none."""

    view: View
    part: str
    turn: int
    used: dict[str, Sequence[str]] = field(default_factory=dict)

    def key(self, name: str, axis: str, count: int) -> str:
        """Of the tokens along an axis of the value `name`; "" where they are just counted."""
        side = self._side(name, axis)
        translation = self.view.translation
        known: Sequence[str] = ()
        if side == "S":
            known = translation.source.pieces
        elif side == "T":
            known = translation.fed_pieces
        elif side == "W":
            known = translation.predicted_pieces
        elif side == "V":
            known = model_of(self.view.translator_name).pieces(range(count))
        if len(known) < count:
            return ""
        if len(known) > len(self.used.get(side, ())):
            self.used[side] = [piece or " " for piece in known]
        return side

    def _side(self, name: str, axis: str) -> str:
        """Whose tokens: what attends and is attended to depends on the run of the lines. A loss is
        that of a wanted token.
        """
        if self.part == "training" and axis == "T" and name not in ("fed", "logits", "log_probs"):
            return "W"
        if self.part == "attention" and axis in ("Q", "K"):
            layers = self.view.card["model"]["n_encoder_layers"]
            cross = self.turn >= layers and (self.turn - layers) % 2 == 1
            return "S" if self.turn < layers or (cross and axis == "K") else "T"
        if self.part == "embedding" and axis == "N":
            return "S" if self.turn == 0 else "T"
        return axis


def values_of(
    text: Text, labels: Labels, seen: Mapping[int, Sequence[Seen]]
) -> dict[int, list[Value]]:
    """By line, counted from 1."""
    return {
        line: [_value(text, labels, _axes(line, place, one), one) for place, one in enumerate(made)]
        for line, made in seen.items()
    }


def links_of(values: Mapping[int, Sequence[Value]]) -> dict[int, list[Link]]:
    """Of each line whose values it uses, in the order of its words."""
    places = {
        (line, value.name.split(".")[0]): place
        for line, made in values.items()
        for place, value in enumerate(made)
    }
    known = {line: reads_of(PATH).get(line, ()) for line in values}
    return {
        line: [
            Link(read.line, places[made], read.part, read.again)
            for read in reads
            if (made := (read.line, read.name.removeprefix("self."))) in places
        ]
        for line, reads in known.items()
    }


def packed(corner: NDArray[np.float32]) -> str:
    """As it travels: 32 bits a number, by rows."""
    return base64.b64encode(np.ascontiguousarray(corner, "<f4").tobytes()).decode()


def beginning(corner: NDArray[np.float32]) -> dict[str, Any]:
    """The same as plain numbers by rows; what is none in JSON is a word."""
    numbers = np.round(corner.astype(np.float64), DIGITS).ravel().tolist()
    told = [number if np.isfinite(number) else decimal(number) for number in numbers]
    return {"size": corner.shape, "numbers": told}


def _value(text: Text, labels: Labels, axes: Sequence[str], seen: Seen) -> Value:
    name = text("program.returned") if seen.name == RETURNED else seen.name
    shape = str(seen.shape).replace(",)", ")") if seen.shape else ""
    more = " …" if np.prod(seen.shape) > len(seen.first) else ""
    numbers = ", ".join(_number(x, seen) for x in seen.first) + more
    rows, columns = seen.corner.shape
    last = ("", "", *axes)[-2:]
    return Value(
        name=name,
        shape=shape,
        numbers=numbers,
        axes=[
            (axis.strip("1"), size) for axis, size in zip(axes, seen.shape, strict=True)
        ],  # an axis of one entry is called 1
        size=(rows, columns),
        packed=packed(seen.corner),
        names=(labels.key(seen.name, last[0], rows), labels.key(seen.name, last[1], columns)),
        is_weights=seen.name == WEIGHTS,
        drawn=_drawn(text, seen),
    )


def _number(value: float, seen: Seen) -> str:
    if not np.isfinite(value):
        return "−∞" if value < 0 else "∞" if value > 0 else "NaN"
    if np.equal(np.mod(seen.corner[np.isfinite(seen.corner)], 1), 0).all():
        return f"{value:.0f}"
    return decimal(value) if abs(value) >= 0.005 or not value else f"{value:.0e}"


def _axes(line: int, place: int, seen: Seen) -> tuple[str, ...]:
    """The letters of the axes, as the comment of the line has them; "" where it has none."""
    groups = axes_of(PATH).get(line, ())
    told = groups[min(place, len(groups) - 1)] if groups else ()
    return told if len(told) == len(seen.shape) else ("",) * len(seen.shape)


def _drawn(text: Text, seen: Seen) -> str:
    """How much of the tensor is drawn."""
    sizes = (1, 1, *seen.shape)[-2:]
    if sizes == seen.corner.shape and len(seen.shape) <= 3:
        return text("program.all_drawn")
    rows, columns = seen.corner.shape
    if len(seen.shape) <= 2:
        return text("program.corner_drawn", rows=rows, columns=columns)
    return text("program.part_drawn", rows=rows, columns=columns)
