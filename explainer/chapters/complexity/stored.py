"""The stored measurements of `measured.json`, made by `measure.py`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from explainer.analysis.layer_costs import Layer, Part
from explainer.analysis.layer_times import Passes

FILE: Final = Path(__file__).with_name("measured.json")
LENGTHS: Final = (16, 20, 32, 64, 128, 256, 512, 1024, 2048, 5000)
WIDTHS: Final = (64, 128, 192, 256, 384, 512)


@dataclass(frozen=True)
class Stored:
    """Measurements of one layer at each of LENGTHS.

    `layers` has seconds by name and width, `counts` multiply- adds by part, name and width;
    `machine` describes where they were measured.
    """

    machine: dict[str, Any]
    layers: dict[str, dict[str, list[float]]]
    counts: dict[Part, dict[Layer, dict[str, list[int]]]]
    passes: tuple[Passes, ...]

    def times(self, name: str, d: int) -> list[float]:
        """Return a layer's seconds at each of LENGTHS."""
        return self.layers[name][str(d)]

    def seconds(self, name: str, n: int, d: int) -> float:
        """Return the seconds of one forward pass of a layer at length `n` and width `d`."""
        return self.times(name, d)[LENGTHS.index(n)]

    def count(self, layer: Layer, n: int, d: int, part: Part) -> int:
        """Return multiply-adds by torch's counter, see `layer_costs.count_with_torch`."""
        return self.counts[part][layer][str(d)][LENGTHS.index(n)]


@cache
def measurements() -> Stored:
    """Load the stored measurements; cached."""
    read = json.loads(FILE.read_text(encoding="utf-8"))
    passes = tuple(
        Passes(
            one["source"],
            one["target"],
            tuple(one["transformer"]),
            tuple(one["gru"]),
            tuple(one["parameters"]),
        )
        for one in read["passes"]
    )
    return Stored(read["machine"], read["layers"], read["counts"], passes)
