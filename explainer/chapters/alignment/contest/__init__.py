"""The scores of all source tokens, and the line of length 1 that the softmax cuts by them."""

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
COLOURS: Final = (*GREYS, "weight", "weight_text", "source_text", "on_high")


@dataclass(frozen=True)
class ContestWords:
    """Finished words; those with holes are filled by the browser."""

    name: str  # the whole drawing in a sentence
    scores: str  # above the bars
    weights: str  # below the line
    told: str  # {piece} {score} {weight}: of the token under the pointer
    moved: str  # the same, while its score is another one
    hint: str
    handle: str  # {piece}: the score that can be dragged


def contest_payload(
    *,
    labels: Sequence[str],
    scores: NDArray[np.floating],
    weights: NDArray[np.floating],
    words: ContestWords,
    dark: bool,
) -> dict[str, Any]:
    """Of every token its score and its weight; raises ValueError for lists that do not fit."""
    check_lengths("tokens", len(labels), scores, weights)
    return {
        "tokens": [
            [label, round(float(score), DIGITS), round(float(weight), DIGITS)]
            for label, score, weight in zip(labels, scores, weights, strict=True)
        ],
        "words": plain(words),
        "colours": colours_of(dark, COLOURS),
    }


def contest(data: Mapping[str, Any], *, key: str) -> None:
    """Draw it; a score that is dragged is a what-if of the browser's own."""
    component(FOLDER, *SCRIPTS)(key=key, data=dict(data))
