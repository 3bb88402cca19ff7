"""Restricted attention on the model's own q and k: windows, what they save, who uses them."""

from __future__ import annotations

import math
from typing import Final

import streamlit as st

from explainer.analysis.layer_costs import WINDOW, crossing
from explainer.analysis.windows import Pattern, window_map, window_of
from explainer.chapters.complexity.stored import LENGTHS, measurements
from explainer.chapters.complexity.words import milliseconds
from explainer.charts.cell_map import cell_map
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.text import Text
from explainer.translation import AttentionKind, prefix_of

# The published models in which a pattern is (a part of) what they attend with.
PAPERS: Final[dict[Pattern, str]] = {
    "window": "arXiv:1706.03762, arXiv:2004.05150",
    "causal": "arXiv:2310.06825",
    "dilated": "arXiv:2004.05150",
    "global": "arXiv:2004.05150, arXiv:2007.14062",
}
MEASURED_D: Final = 192  # the width of the model whose map is drawn
SAME: Final = 1e-12  # float64


def draw_windows(view: View, side: int) -> None:
    """The map of the first head of the encoder's first layer; a causal one of the decoder's."""
    text, translation = view.text, view.translation
    names: dict[str, str] = {**text.each("complexity.pattern_*", *PAPERS)}
    chosen = choices.segments(
        text, "complexity_pattern", text("complexity.pattern"), names, "window"
    )
    pattern = next(one for one in PAPERS if one == chosen)
    kind: AttentionKind = "decoder" if pattern == "causal" else "encoder"
    name = prefix_of(kind, 0)
    q, k = (translation.trace[f"{name}.{part}"][0] for part in "qk")
    weights, mask, difference = window_map(q, k, pattern, side)
    pieces = translation.source.pieces if kind == "encoder" else translation.fed_pieces
    tone = "source_text" if kind == "encoder" else "target_text"
    picture, facts = st.columns([0.6, 0.4], gap="large")
    with picture:
        chapter.chart(
            cell_map(
                values=weights,
                masked=~mask,
                row_labels=pieces,
                key_labels=pieces,
                row_title=text("complexity.query"),
                key_title=text("complexity.key"),
                value_title=text("words.weight"),
                row_colour=tone,
                key_colour=tone,
                dark=view.dark,
            ),
            text("complexity.windows_alt", seen=int(mask.sum()), cells=mask.size),
            "complexity_windows",
        )
    with facts:
        n, window = len(pieces), window_of(pattern, side)
        st.markdown(
            text(
                "complexity.windows_saved" if pattern != "global" else "complexity.windows_global",
                n=n,
                r=window.places,
                computed=f"{n * window.places:,}",
                cells=f"{n * n:,}",
                seen=f"{int(mask.sum()):,}",
            )
        )
        st.markdown(_model(view, pattern))
        if pattern != "global":
            chapter.agreement(text, difference, SAME)
            st.markdown(windows_timed(text))
        st.caption(text("complexity.windows_untrained"))


def windows_timed(text: Text) -> str:
    """The saving on the clock, of the widest window layer that was measured: it copies and gathers,
    so a short text takes longer than with full attention."""
    record = measurements()
    full, window = (record.times(name, MEASURED_D) for name in ("attention", "restricted"))
    meet = crossing(LENGTHS, full, window)
    said = text(
        "complexity.windows_timed",
        r=WINDOW,
        d=MEASURED_D,
        short=LENGTHS[0],
        short_full=milliseconds(full[0]),
        short_window=milliseconds(window[0]),
        long=f"{LENGTHS[-1]:,}",
        long_full=milliseconds(full[-1]),
        long_window=milliseconds(window[-1]),
    )
    if meet in (0.0, math.inf):
        return said
    return f"{said} {text('complexity.windows_faster', n=f'{meet:,.0f}')}"


def _model(view: View, pattern: Pattern) -> str:
    said = view.text.each("complexity.model_of_*", *PAPERS)[pattern]
    return f"{said} ({PAPERS[pattern]})"
