"""The numbers of one attention cell, from the trace and recomputed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.cell_steps import CellSteps, OutChannel, cell_steps, out_channel
from explainer.analysis.sublayer import PARTS, recompute
from explainer.chapters.cell.state import CellChoice, read_dim
from explainer.frame import chapter
from explainer.runs.resources import weights
from explainer.text import Text
from explainer.translation import Translation


@dataclass(frozen=True)
class Cell:
    """The steps of a cell, the framed dimension, one output channel, and the check."""

    steps: CellSteps
    dim: int
    out: OutChannel
    parameters: Mapping[str, NDArray[np.float32]]
    shapes: dict[str, tuple[int, ...]]
    difference: float  # of the whole sub-layer from float64
    largest: float  # number of the sub-layer


def cell_numbers(model: str, translation: Translation, choice: CellChoice) -> Cell:
    """Compute everything the page shows of a cell, without a forward pass."""
    trace, prefix = translation.trace, choice.prefix
    parameters = weights(model, prefix)
    steps = cell_steps(trace, prefix, choice.place)
    again = recompute(trace, prefix, parameters)
    return Cell(
        steps=steps,
        dim=read_dim(len(steps.q), steps.strongest_dimension()),
        out=out_channel(steps, parameters),
        parameters=parameters,
        shapes={part: trace[f"{prefix}.{part}"].shape for part in PARTS},
        difference=again.difference(trace, prefix),
        largest=again.largest,
    )


def agreement(text: Text, cell: Cell) -> None:
    """Draw the check badge; the tolerance grows with the score, as float32 has seven digits."""
    chapter.agreement(text, cell.difference, chapter.AGREE * max(1.0, cell.largest))
