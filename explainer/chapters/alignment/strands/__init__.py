"""Alignments side by side, as strands from what is written to where a model looked for it.

One token is lit in all of them: the others are there, pale. Which one is the browser's own matter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.charts.labels import check_lengths
from explainer.charts.palette import GREYS, colours_of
from explainer.components.shared import DOM, RESIZE, SVG, component, plain

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, RESIZE)
COLOURS: Final = (*GREYS, "weight", "weight_text", "source_text", "target_text")
DIGITS: Final = 3


@dataclass(frozen=True)
class Panel:
    """What one model writes, and with which weights (T, S) it looks at the source."""

    name: str
    written: str
    rows: Sequence[str]
    weights: NDArray[np.floating]
    alt: str


@dataclass(frozen=True)
class StrandWords:
    """Above the two columns of tokens."""

    looks: str
    writes: str


def strands_payload(
    panels: Sequence[Panel],
    keys: Sequence[str],
    lit: tuple[int, int],
    words: StrandWords,
    dark: bool,
) -> dict[str, Any]:
    """`lit`: at first the token at a place of what a panel writes.

    Raises ValueError when the tokens do not fit the weights, IndexError where `lit` is not there.
    """
    for panel in panels:
        check_lengths("rows of a panel", len(panel.weights), panel.rows)
        check_lengths("columns of a panel", panel.weights.shape[1], keys)
    at, row = lit
    lit_row = panels[at].rows[row]
    return {
        "panels": [
            {
                "name": panel.name,
                "written": panel.written,
                "rows": list(panel.rows),
                "weights": np.round(panel.weights.astype(float), DIGITS).tolist(),
                "alt": panel.alt,
            }
            for panel in panels
        ],
        "keys": list(keys),
        "lit": {"panel": at, "row": row, "name": lit_row},
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def strands(data: Mapping[str, Any], *, key: str) -> None:
    """Draw them; pointing at a token asks nobody."""
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data))
