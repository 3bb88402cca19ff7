"""The common mistake: to take the model's word for how good a translation is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import streamlit as st

from explainer.batch.rows import Row
from explainer.text import Text
from explainer.text.numbers import decimal

FEWEST: Final = 4  # rows with both numbers, below which an order says nothing
WEAK, STRONG = 0.3, 0.7


def draw_mistake(text: Text, rows: Sequence[Row]) -> None:
    """Sure is not right: how far the two go together on these very lines."""
    st.markdown(text("sentences.mistake"))
    both = [row for row in rows if row.chrf is not None and row.log_prob_per_piece is not None]
    if len(both) < FEWEST:
        st.caption(text("sentences.mistake_none"))
        return
    rho = rank_correlation(
        [row.log_prob_per_piece or 0.0 for row in both], [row.chrf or 0.0 for row in both]
    )
    if rho is not None:
        facts = {"rho": decimal(rho), "count": f"{len(both):,}"}
        if rho >= STRONG:
            st.markdown(text("sentences.mistake_strong", **facts))
        elif rho >= WEAK:
            st.markdown(text("sentences.mistake_some", **facts))
        else:
            st.markdown(text("sentences.mistake_weak", **facts))


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's ρ with mean ranks for ties; None where all of one side are equal."""
    a, b = _ranks(first), _ranks(second)
    spread = float(a.std() * b.std())
    if spread == 0:
        return None
    return float(((a - a.mean()) * (b - b.mean())).mean() / spread)


def _ranks(values: Sequence[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """1 for the smallest; equals share the mean of their places."""
    data = np.asarray(values, dtype=np.float64)
    below = (data[:, None] > data[None, :]).sum(axis=1)
    equal = (data[:, None] == data[None, :]).sum(axis=1)
    ranks: np.ndarray[tuple[int], np.dtype[np.float64]] = below + (equal + 1) / 2
    return ranks
