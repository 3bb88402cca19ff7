"""Samples beside the greedy output: text, probability, first difference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.sampling import first_difference
from explainer.chapters.sampling.runs import BUSY, Path, draw_again
from explainer.chapters.sampling.state import Filters
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import superscript

ROW: Final = 66  # pixels of a line of the table: from 65 on Streamlit breaks texts
TEXT: Final = 270  # of a translation, which a phone shows beside its seed


def draw_samples(
    view: View,
    best: Path,
    drawn: tuple[Filters, Sequence[Path]],
    filters: Filters,
) -> None:
    """Draw the samples in `drawn` with their settings; `filters` are the current ones."""
    translation = view.translation
    text, (settings, samples) = view.text, drawn
    stale = settings != filters
    with st.container(horizontal=True, vertical_alignment="center", gap="medium"):
        st.button(
            text("sampling.again"),
            key="sampling_again",
            icon=":material/casino:",
            on_click=draw_again,
            args=(translation, filters),
            disabled=not stale,
        )
        st.markdown(_settings(text, settings))
    with st.container():  # there at all times: what stands below is not drawn anew for a message
        if stale:
            st.info(text("sampling.stale"), icon=":material/history:")
        if st.session_state.pop(BUSY, False):
            st.warning(text("shell.busy"), icon=":material/hourglass_top:")
    rows = [best, *samples]
    names = [text("sampling.greedy")]
    names += [text("sampling.seed_name", seed=settings.seed + i) for i in range(len(samples))]
    places = [first_difference(path.ids, best.ids) for path in rows]
    _table(text, rows, names, places)
    st.caption(_count(text, best, samples))


def _settings(text: Text, settings: Filters) -> str:
    return text(
        "sampling.drawn_with",
        temperature=f"{settings.temperature:g}",
        k=settings.top_k or text("sampling.off"),
        p=text("sampling.off") if settings.top_p == 1 else f"{settings.top_p:g}",
        first=settings.seed,
    )


def _table(
    text: Text, rows: Sequence[Path], names: Sequence[str], places: Sequence[int | None]
) -> None:
    show_table(
        text("sampling.samples_alt", count=len(rows) - 1),
        {
            "path": Column(text("sampling.path"), list(names), width=76),
            "text": Column(
                text("sampling.output"),
                [path.text if path.finished else f"{path.text} …" for path in rows],
                width=TEXT,
            ),
            "leaves": Column(
                text("sampling.parts"),
                [_leaving(text, path, rows[0], at) for path, at in zip(rows, places, strict=True)],
            ),
            "times": Column(
                text("sampling.times"),
                [_times(path.total - rows[0].total) for path in rows],
                help=text("sampling.times_help"),
                width=100,
            ),
            "total": Column(
                text("sampling.total"),
                [path.total for path in rows],
                digits=2,
                help=text("sampling.total_help"),
                width=90,
            ),
        },
        width="stretch",
        height="content",
        row_height=ROW,
    )


def _times(change: float) -> str:
    """Format e^change as a factor, a tiny one as a power of ten."""
    value = float(np.exp(change))
    if value >= 0.001:
        return f"× {value:.3g}"
    return f"× 10{superscript(round(change / np.log(10)))}"


def _leaving(text: Text, path: Path, best: Path, at: int | None) -> str:
    """Describe the first step at which a sample differs from greedy search."""
    if at is None:
        return text("sampling.never") if path is not best else text("sampling.itself")
    return text("sampling.parts_at", step=at + 1, greedy=best.tokens[at], token=path.tokens[at])


def _count(text: Text, best: Path, samples: Sequence[Path]) -> str:
    same = sum(path.ids == best.ids for path in samples)
    above = sum(path.total > best.total for path in samples)
    return text(
        "sampling.counted",
        count=len(samples),
        different=len({path.ids for path in samples}),
        same=same,
        above=above,
    )
