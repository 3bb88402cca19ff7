"""All heads ranked by ablation: what the output loses without each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
import streamlit as st

from explainer.chapters.ablation.runs import HeadChanges, all_heads
from explainer.chapters.ablation.state import stack_names
from explainer.charts.axes import Floats
from explainer.charts.bars import SIGNED, BarStyle, Series, bars
from explainer.frame import chapter
from explainer.frame.choices import Place
from explainer.frame.formula import difference
from explainer.frame.maps import Scale, Side, draw_map, move_to, pick_cell
from explainer.frame.pickers import picker
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import decimal

RANKED = 10  # heads in the list
ROOM: Final = 0.25  # of the span of the bars, before the longest one
# The clicked cell.
CHOSEN: Final = (Place("ablation_map_row", "words.layer"), Place("ablation_map_head", "words.head"))


def draw_heads(view: View) -> None:
    """Draw the map of all heads, the list of the most needed ones, and one head token by token."""
    text, translation = view.text, view.translation
    changes = _compute(view)
    rows = [row_name(text, kind, layer) for kind, layer in changes.rows]
    with chapter.figure(text("ablation.heads"), text("ablation.heads_line")):
        left, right = st.columns([0.58, 0.42], gap="large")
        with left:
            row, head = _map(view, changes, rows)
        with right:
            _tokens(view, changes.changes[row, head], rows[row], head)
        st.caption(_summary(text, changes))
        _table(text, changes, rows)
    with chapter.figure(text("ablation.ranked", count=min(RANKED, changes.sums.size))):
        _ranking(view, changes, rows)
    numbers, shapes = chapter.details()
    with numbers:
        total = float(changes.sums[row, head])
        before = float(np.log(translation.predicted_probs.astype(np.float64)).sum())
        after_shown, before_shown, change = difference(before + total, before)
        chapter.formula(
            text,
            [
                r"\Delta = \sum_t \left[\log p_{-head}(y_t) - \log p(y_t)\right]"
                rf" = {after_shown} - ({before_shown}) = {change}",
                rf"\frac{{p_{{-head}}(y)}}{{p(y)}} = e^{{\Delta}} = {float(np.exp(total)):.3g}",
            ],
        )
    with shapes:
        layers, heads, steps = changes.changes.shape
        chapter.shapes(
            text,
            [("changes", "N, H, T", (layers, heads, steps))],
            text("ablation.heads_shapes", heads=heads),
        )
        chapter.code(
            text, "explainer.analysis.leave_one_out", "layer_without", "keep_RH", "with torch"
        )


def _look(values: Floats) -> BarStyle:
    """Style the bars with room for the longest negative number on a phone."""
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    return replace(SIGNED, span=(low - ROOM * (high - low), high)) if low < high else SIGNED


def row_name(text: Text, kind: str, layer: int) -> str:
    """Return the displayed name of an attention layer."""
    return text("ablation.row", stack=stack_names(text)[kind], layer=layer + 1)


def _compute(view: View) -> HeadChanges:
    """Ablate all heads, with a progress bar while it takes."""
    place = st.empty()
    changes = all_heads(view, lambda done: _progress(place, view.text("ablation.working"), done))
    place.empty()
    return changes


def _progress(place: Any, words: str, done: float) -> None:
    place.progress(done, words)


def _map(view: View, changes: HeadChanges, rows: list[str]) -> tuple[int, int]:
    """Draw layers x heads; return the clicked cell, at first the head that is needed most."""
    text, sums = view.text, changes.sums
    best = divmod(int(sums.argmin()), sums.shape[1])
    cell = pick_cell(picker(text, view.translation), sums.shape, best, CHOSEN)
    row, head = cell
    draw_map(
        text,
        "ablation_heads_map",
        sums,
        text("ablation.heads_alt", row=rows[row], head=head + 1, change=decimal(sums[cell])),
        rows=Side("", rows),
        keys=Side(text("words.head"), [str(h + 1) for h in range(sums.shape[1])]),
        scale=Scale(text("ablation.change"), "signed", digits=1),
        cell=cell,
        on_cell=move_to(CHOSEN),
    )
    st.caption(text("ablation.heads_hint"))
    return cell


def _tokens(view: View, change: Floats, row: str, head: int) -> None:
    """Draw the clicked head's effect on every token."""
    text = view.text
    name = text("ablation.head_off", row=row, head=head + 1)
    st.markdown(f"**{name}**")
    st.caption(text("ablation.head_off_line"))
    tokens = view.translation.predicted_tokens
    _changes(view, text("ablation.token"), tokens, change, name, "ablation_head_tokens")


def _ranking(view: View, changes: HeadChanges, rows: list[str]) -> None:
    text, sums = view.text, changes.sums
    order = np.argsort(sums, axis=None)[:RANKED]
    places = [divmod(int(i), sums.shape[1]) for i in order]
    values = sums.ravel()[order]
    names = [text("ablation.one", row=rows[r], head=h + 1) for r, h in places]
    ranked = text("ablation.ranked", count=len(order))
    _changes(view, text("words.head"), names, values, ranked, "ablation_ranking")


def _changes(
    view: View, title: str, labels: Sequence[str], values: Floats, alt: str, key: str
) -> None:
    """Draw changes of log p as bars, gains and losses in different colours."""
    chapter.chart(
        bars(
            labels=labels,
            series=[Series("", values, "primary")],
            look=_look(values),
            tones=["div_plus" if value > 0 else "div_minus" for value in values],
            label_title=title,
            value_title=view.text("ablation.change"),
            dark=view.dark,
        ),
        alt,
        key,
    )


def _summary(text: Text, changes: HeadChanges) -> str:
    """State how many heads could each be removed with little harm."""
    sums = changes.sums
    return text(
        "ablation.summary",
        total=sums.size,
        small=int((np.abs(sums) < 0.1).sum()),
        better=int((sums > 0).sum()),
    )


def _table(text: Text, changes: HeadChanges, rows: list[str]) -> None:
    table = chapter.table(text("ablation.table"), "ablation_heads_table")
    if not table.open:
        return
    columns = {"row": Column(text("words.layer"), rows)}
    for h, sums in enumerate(changes.sums.T, 1):
        columns[str(h)] = Column(str(h), sums, "%.3f")
    with table:
        show_table(text("ablation.heads"), columns)
