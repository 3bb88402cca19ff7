"""Data of the program drawing: shapes, first numbers and token labels of every value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.line_dependencies import dependencies_of
from explainer.analysis.line_tracer import RETURNED, TracedValue, axes_of
from explainer.analysis.one_file import PATH
from explainer.frame.view import View
from explainer.runs.registry import model_of
from explainer.text import Text
from explainer.text.numbers import decimal

DIGITS: Final = 6  # of a number that travels
WEIGHTS: Final = "weights"  # of an attention: 0..1, everything else is signed


@dataclass
class Labels:
    """Token labels of axes, by a key that values refer to; numbered axes have none."""

    view: View
    part: str
    turn: int
    used: dict[str, Sequence[str]] = field(default_factory=dict)

    def key(self, name: str, axis: str, count: int) -> str:
        """Return the label key of an axis of value `name`; "" for a numbered axis."""
        side = self._side(name, axis)
        translation = self.view.translation
        known: Sequence[str] = ()
        if side == "S":
            known = translation.source.tokens
        elif side == "T":
            known = translation.fed_tokens
        elif side == "W":
            known = translation.predicted_tokens
        elif side == "V":
            known = model_of(self.view.translator_name).tokens(range(count))
        if len(known) < count:
            return ""
        if len(known) > len(self.used.get(side, ())):
            self.used[side] = [token or " " for token in known]
        return side

    def _side(self, name: str, axis: str) -> str:
        """Return whose tokens label an axis, source or target.

        Queries and keys depend on which call of the lines this is; a loss belongs to its target
        token.
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
    text: Text, labels: Labels, seen: Mapping[int, Sequence[TracedValue]]
) -> dict[int, list[dict[str, Any]]]:
    """Return the values of each line, counted from 1."""
    return {
        line: [_value(text, labels, _axes(line, place, one), one) for place, one in enumerate(made)]
        for line, made in seen.items()
    }


def links_of(values: Mapping[int, Sequence[Mapping[str, Any]]]) -> dict[int, list[dict[str, Any]]]:
    """Return for each line the values it reads: line, index, part (row, column, cell), and `again`.

    `again`: the value is from the previous iteration of a loop.
    """
    places = {
        (line, str(value["name"]).split(".")[0]): place
        for line, made in values.items()
        for place, value in enumerate(made)
    }
    return {
        line: [
            {"line": read.line, "place": places[made], "part": read.part, "again": read.again}
            for read in dependencies_of(PATH).get(line, ())
            if (made := (read.line, read.name.removeprefix("self."))) in places
        ]
        for line in values
    }


def beginning(corner: NDArray[np.float32]) -> dict[str, Any]:
    """Return the first numbers by row; what JSON cannot express becomes a word."""
    numbers = np.round(corner.astype(np.float64), DIGITS).ravel().tolist()
    told = [number if np.isfinite(number) else decimal(number) for number in numbers]
    return {"size": corner.shape, "numbers": told}


def _value(text: Text, labels: Labels, axes: Sequence[str], seen: TracedValue) -> dict[str, Any]:
    """Describe the value that a line assigned: its axes, lengths and first entries, by rows.

    Rows and columns are named by tokens, "" for axes that are only numbered.
    """
    rows, columns = seen.corner.shape
    last = ("", "", *axes)[-2:]
    return {
        "name": text("program.returned") if seen.name == RETURNED else seen.name,
        # an axis of one entry is called 1
        "axes": [(axis.strip("1"), size) for axis, size in zip(axes, seen.shape, strict=True)],
        **beginning(seen.corner),
        "names": (labels.key(seen.name, last[0], rows), labels.key(seen.name, last[1], columns)),
        "isWeights": seen.name == WEIGHTS,
    }


def _axes(line: int, place: int, seen: TracedValue) -> tuple[str, ...]:
    """Return the axes given in the line's comment; "" without one."""
    groups = axes_of(PATH).get(line, ())
    told = groups[min(place, len(groups) - 1)] if groups else ()
    return told if len(told) == len(seen.shape) else ("",) * len(seen.shape)
