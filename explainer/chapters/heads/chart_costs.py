"""Multiplications of three ways to build an attention, as stacked bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Unpack

from explainer.charts.bars import Look, Series, Words, bars
from explainer.charts.figure import Figure

PART_COLOURS = ("residual", "weight", "v", "primary")  # projections, scores, sums of v, W_O


def costs(
    *,
    ways: Sequence[str],
    parts: Mapping[str, Sequence[int]],
    part_title: str,
    **words: Unpack[Words],
) -> Figure:
    """`parts` names four parts, each with one count for every way. Raises ValueError otherwise."""
    if len(parts) != len(PART_COLOURS):
        raise ValueError(f"{len(PART_COLOURS)} parts are needed, not {len(parts)}")
    tones = zip(parts.items(), PART_COLOURS, strict=True)
    series = [Series(name, counts, tone) for (name, counts), tone in tones]
    look = Look(stacked=True, axis=True, form=",", axis_form="~s", series_title=part_title)
    return bars(labels=ways, series=series, look=look, **words)
