"""Attention weights as strands, from who asks on the right to what is looked at on the left; of
several models or heads side by side.

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
from explainer.components.shared import DIGITS, DOM, RESIZE, SVG, component, plain

FOLDER: Final = Path(__file__).parent
SCRIPTS: Final = (DOM, SVG, RESIZE)
COLOURS: Final = (*GREYS, "weight", "weight_text", "source_text", "target_text")


@dataclass(frozen=True)
class Panel:
    """Who asks, with which weights (Q, K) it looks at the tokens all panels share, and what stands
    above: a name, and a text that was written.
    """

    rows: Sequence[str]
    weights: NDArray[np.floating]
    alt: str
    name: str = ""
    written: str = ""


@dataclass(frozen=True)
class Columns:
    """What stands above the two columns of tokens, and their palette colours."""

    looks: str
    asks: str
    looks_colour: str = "source_text"
    asks_colour: str = "target_text"


def strands_payload(
    panels: Sequence[Panel],
    keys: Sequence[str],
    lit: tuple[int, int],
    columns: Columns,
    dark: bool,
) -> dict[str, Any]:
    """`lit`: the panel and the row whose strands are lit at first.

    Raises ValueError when the tokens do not fit the weights, IndexError where `lit` is not there.
    """
    for panel in panels:
        check_lengths("rows of a panel", len(panel.weights), panel.rows)
        check_lengths("columns of a panel", panel.weights.shape[1], keys)
    at, row = lit
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
        "lit": {"panel": at, "row": row, "name": panels[at].rows[row]},
        "columns": plain(columns),
        "colours": colours_of(dark, COLOURS),
    }


def strands(data: Mapping[str, Any], *, key: str) -> None:
    """Draw them; pointing at a token asks nobody."""
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data))
