"""The pool of one step: every candidate in order, with the reason for what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pyarrow as pa
import streamlit as st

from explainer.analysis.beam_tree import CHOSEN, paths_of
from explainer.chapters.beam.state import Beam
from explainer.chapters.beam.view import verdict_words
from explainer.runs import beam as beam_runs

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.text import Text

TAIL: Final = 24  # characters
SEEN: Final = 11  # rows in sight, the others by scrolling
ROW, HEADER = 35, 38  # pixels


def tail(words: str) -> str:
    """The end of what is written so far: the beginning is the same for most."""
    if len(words) <= TAIL:
        return words
    end = words[-TAIL:]
    return f"… {end.partition(' ')[2] or end}"


def draw_pool(text: Text, translation: Translation, beam: Beam, step: int) -> None:
    pool = beam.pools[step - 1]
    before = paths_of(beam.pools[: step - 1])[-1]
    reasons = verdict_words(text, beam)
    places = sum(c.verdict in CHOSEN for c in pool)
    st.subheader(text("beam.pool", step=step, count=len(pool), places=places), anchor=False)
    st.caption(
        text(
            "beam.pool_line",
            rows=len(before),
            each=2 * beam.options.width,
            count=len(pool),
            places=places,
        )
    )
    so_far = [tail(words) for words in beam_runs.words(translation, before)]
    column = st.column_config
    st.dataframe(
        pa.table(
            {
                "rank": [c.rank for c in pool],
                "before": [so_far[c.parent] for c in pool],
                "piece": list(beam_runs.pieces(translation, tuple(c.id for c in pool))),
                "log_p": [c.log_prob for c in pool],
                "total": [c.total for c in pool],
                "verdict": [reasons[c.verdict].replace("{rank}", str(c.rank)) for c in pool],
            }
        ),
        hide_index=True,
        key="beam_pool",
        height=HEADER + ROW * min(len(pool), SEEN),
        alt=text("beam.pool_alt", step=step, count=len(pool), places=places),
        column_config={
            "rank": column.NumberColumn("#", width=36),
            "before": column.TextColumn(text("beam.so_far"), width=190),
            "piece": column.TextColumn(text("beam.piece"), width=84),
            "log_p": column.NumberColumn(text("beam.log_p"), format="%.2f", width=56),
            "total": column.NumberColumn(text("beam.sum"), format="%.2f", width=56),
            "verdict": column.TextColumn(text("beam.verdict"), width=120),
        },
    )
