"""The pool of one step: every candidate in order, with the reason for what became of it."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.analysis.beam_tree import CHOSEN, paths_of
from explainer.chapters.beam.state import Beam
from explainer.chapters.beam.view import verdict_words
from explainer.frame.tables import Column, show_table
from explainer.runs import beam as beam_runs
from explainer.text import Text
from explainer.translation import Translation

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
            width=beam.options.width,
            below=beam.options.width + 1,
        )
    )
    so_far = [tail(words) for words in beam_runs.words(translation, before)]
    show_table(
        text("beam.pool_alt", step=step, count=len(pool), places=places),
        {
            "rank": Column("#", [c.rank for c in pool], width=36),
            "before": Column(text("beam.so_far"), [so_far[c.parent] for c in pool], width=190),
            "piece": Column(
                text("beam.piece"),
                beam_runs.pieces(translation, tuple(c.id for c in pool)),
                width=84,
            ),
            "log_p": Column(text("beam.log_p"), [c.log_prob for c in pool], digits=2, width=56),
            "total": Column(text("beam.sum"), [c.total for c in pool], digits=2, width=56),
            "verdict": Column(
                text("beam.verdict"),
                [reasons[c.verdict].replace("{rank}", str(c.rank)) for c in pool],
                width=120,
            ),
        },
        key="beam_pool",
        height=HEADER + ROW * min(len(pool), SEEN),
    )
