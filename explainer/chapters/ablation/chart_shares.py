"""Bars of what was changed: probabilities before and after, and signed parts that add up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from explainer.charts.bars import Look, Marks, Series, bars
from explainer.charts.figure import Figure

# Whose part it is: the source, what was written so far, the feed-forward layers, constants.
GROUPS = ("source", "prefix", "ffn", "offsets")
TONES = {"source": "source", "prefix": "target", "ffn": "primary", "offsets": "residual"}
HEIGHT = 250  # pixels with the slanted names below


def before_after(
    *,
    pieces: Sequence[str],
    before: NDArray[np.floating],
    after: NDArray[np.floating],
    piece_title: str,
    value_title: str,
    names: tuple[str, str],
    dark: bool,
) -> Figure:
    """Two bars a piece, probabilities 0..1: grey before, orange after; `names` say which is which.

    Raises ValueError when the lengths differ.
    """
    return bars(
        labels=pieces,
        series=[Series(names[0], before, "residual"), Series(names[1], after, "target")],
        label_title=piece_title,
        value_title=value_title,
        dark=dark,
        look=Look(True, span=(0, 1), form=".0%", label_colour="target_text", height=HEIGHT),
    )


def stacked_shares(
    *,
    pieces: Sequence[str],
    values: NDArray[np.floating],
    group_names: Sequence[str],
    piece_title: str,
    value_title: str,
    total_title: str,
    dark: bool,
) -> Figure:
    """`values` (T, 4) in the order of GROUPS, stacked up from 0 and down from 0 with the sum as a
    mark. Raises ValueError when lengths differ.
    """
    if values.shape != (len(pieces), len(GROUPS)) or len(group_names) != len(GROUPS):
        raise ValueError(f"{values.shape} values, {len(pieces)} pieces, {len(group_names)} names")
    parts = zip(GROUPS, group_names, values.T, strict=True)
    return bars(
        labels=pieces,
        series=[Series(name, part, TONES[group]) for group, name, part in parts],
        label_title=piece_title,
        value_title=value_title,
        dark=dark,
        look=Look(True, stacked=True, axis=True, form="+.2f", label_colour="target_text"),
        marks=Marks(total_title, values.sum(axis=1)),
    )


def signed_bars(
    *,
    labels: Sequence[str],
    values: NDArray[np.floating],
    tones: Sequence[str],
    label_title: str,
    value_title: str,
    dark: bool,
    form: str = "+.2f",
) -> Figure:
    """Horizontal bars left and right of 0 with their numbers; `tones` are names of the palette.

    Raises ValueError when lengths differ.
    """
    return bars(
        labels=labels,
        series=[Series(value_title, values, "primary")],
        label_title=label_title,
        value_title=value_title,
        dark=dark,
        look=Look(form=form, label_limit=210),
        tones=tones,
    )
