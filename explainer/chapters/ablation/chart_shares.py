"""Bars of signed parts that add up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

import numpy as np
from numpy.typing import NDArray

from explainer.charts.bars import Look, Marks, Series, Words, bars
from explainer.charts.figure import Figure

# Whose part it is: the source, what was written so far, the feed-forward layers, constants.
GROUPS = ("source", "prefix", "ffn", "offsets")
TONES = {"source": "source", "prefix": "target", "ffn": "primary", "offsets": "residual"}
STACKS = Look(True, stacked=True, axis=True, form="+.2f", label_colour="target_text")

Values = NDArray[np.floating]


def stacked_shares(
    *,
    pieces: Sequence[str],
    values: Values,
    group_names: Sequence[str],
    total_title: str,
    **words: Unpack[Words],
) -> Figure:
    """`values` (T, 4) in the order of GROUPS, stacked up from 0 and down from 0 with the sum as a
    mark. Raises ValueError when lengths differ.
    """
    if values.shape != (len(pieces), len(GROUPS)) or len(group_names) != len(GROUPS):
        raise ValueError(f"{values.shape} values, {len(pieces)} pieces, {len(group_names)} names")
    parts = zip(group_names, values.T, TONES.values(), strict=True)
    total = Marks(total_title, values.sum(axis=1))
    series = [Series(*one) for one in parts]
    return bars(labels=pieces, series=series, look=STACKS, marks=total, **words)


def signed_bars(
    *, labels: Sequence[str], values: Values, tones: Sequence[str], **words: Unpack[Words]
) -> Figure:
    """Horizontal bars left and right of 0 with their numbers; `tones` are names of the palette."""
    series = [Series(words["value_title"], values, "primary")]
    look = Look(form="+.2f", label_limit=210)
    return bars(labels=labels, series=series, look=look, tones=tones, **words)
