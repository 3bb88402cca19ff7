"""Greedy search and beams of growing width on the user's sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from explainer.decoding import DecodeOptions, Hypothesis, rerank
from explainer.runs.beam import search_hypotheses, search_options
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Ids
from explainer.translation import Translation

if TYPE_CHECKING:
    from explainer.engine import Translator

FEW: Final = (1, 2, 4, 8)
EQUAL: Final = 1e-4  # the same output in beams of different widths differs by rounding


@dataclass(frozen=True)
class Width:
    """Results of one beam width: the best by score, and the most probable (alpha 0)."""

    width: int
    best: Hypothesis
    likeliest: Hypothesis


def widths_of(translation: Translation, widths: tuple[int, ...]) -> list[Width]:
    """Search once per width, with the settings of the sentence bar.

    A lower penalty needs no new search: one that stopped under a penalty has seen all that a search
    without it would return.
    """
    name, source, bar = translation.model, translation.source.ids, translation.options
    return [*_widths(name, source, bar, widths, translation)]


@by_model(computed(max_entries=128))
def _widths(
    model: Translator,
    source: Ids,
    bar: DecodeOptions,
    widths: tuple[int, ...],
    _translation: Translation,
) -> tuple[Width, ...]:
    rows = []
    for width in widths:
        options = search_options(_translation, width)
        hypotheses = search_hypotheses(_translation, options)
        best = rerank(hypotheses, options.alpha, options.min_length)[0]
        rows.append(Width(width, best, rerank(hypotheses, 0.0, options.min_length)[0]))
    return tuple(rows)
