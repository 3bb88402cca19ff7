"""What if the model divided by something else: weights and translation, run again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.interventions import Intervention
from explainer.analysis.scaling import DIVISORS, Divisor, divisor, entropy, relative
from explainer.chapters.scaling.random import divisor_names
from explainer.charts.cell_map import cell_map
from explainer.frame import chapter, choices
from explainer.frame.pickers import KINDS, axis_words, pick_head, pick_kind, sides
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import resources
from explainer.runs.gate import say_busy
from explainer.text import Text
from explainer.translation import AttentionKind, Translation, prefix_of

Arrays = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True)
class Run:
    """One divisor: the tensors over the finished translation, and what it writes itself."""

    by: Divisor
    trace: Arrays
    text: str


def changes(by: Divisor, where: str, d_k: int, d_model: int) -> tuple[Intervention, ...]:
    """Nothing at all for the model's own divisor, so that this run is the base bit for bit."""
    if by == "root":
        return ()
    stack = "" if where == "all" else where
    return (Intervention("scaling", stack, value=relative(by, d_k, d_model)),)


def draw_experiment(view: View) -> None:
    """Four runs: translation and entropies in a table, then one map before and after."""
    text, translation = view.text, view.translation
    where = _where(text)
    trace = translation.trace[f"{prefix_of('cross', 0)}.q"]
    d_k, d_model = trace.shape[-1], trace.shape[0] * trace.shape[-1]
    try:
        with st.spinner(text("scaling.running"), show_time=False):
            runs = [
                _run(view.translator_name, translation, by, changes(by, where, d_k, d_model))
                for by in DIVISORS
            ]
    except resources.Busy:
        say_busy(text, "scaling")
        return
    with chapter.figure(text("scaling.whatif"), text("scaling.whatif_line")):
        _table(text, translation, runs, (d_k, d_model))
        for run in runs:
            st.text(text("scaling.written", by=divisor_names(text)[run.by], words=run.text))
        st.markdown(text("scaling.when_it_hurts"))
        st.caption(text("scaling.believed_help"))
    with chapter.figure(text("scaling.maps"), text("scaling.maps_line")):
        _maps(view, runs)
    numbers, code = chapter.details()
    with numbers:
        chapter.formula(
            text,
            [
                rf"\frac{{q \cdot k}}{{d_k}} = \frac{{1}}{{\sqrt{{d_k}}}} \cdot"
                rf" \frac{{q \cdot k}}{{\sqrt{{d_k}}}} = {relative('width', d_k, d_model):.3f}"
                r" \cdot \frac{q \cdot k}{\sqrt{d_k}}",
                rf"q \cdot k = \sqrt{{d_k}} \cdot \frac{{q \cdot k}}{{\sqrt{{d_k}}}} = "
                rf"{relative('none', d_k, d_model):.2f} \cdot \frac{{q \cdot k}}{{\sqrt{{d_k}}}}",
            ],
        )
    with code:
        scores = translation.trace[f"{prefix_of('cross', 0)}.scores"].shape
        chapter.shapes(text, [("scores", "B, H, T, S", (1, *scores))], text("scaling.run_shapes"))
        chapter.code(text, "explainer.model.attention", "attention_weights")


def _where(text: Text) -> str:
    names = {
        "all": text("scaling.everywhere"),
        "encoder": text("words.kind_encoder"),
        "decoder": text("words.kind_decoder"),
        "cross": text("words.kind_cross"),
    }
    return choices.segments(text, "scaling_where", text("scaling.where"), names, "all")


def _run(
    model: str, translation: Translation, by: Divisor, change: tuple[Intervention, ...]
) -> Run:
    source = translation.source.ids
    trace = resources.experiment(model, source, translation.fed, change)
    return Run(by, trace, resources.greedy_text(model, source, change))


def mean_probability(run: Run, translation: Translation) -> float:
    """Geometric mean of the probabilities of the pieces of the shown translation."""
    logs = run.trace["log_probs"].astype(np.float64)
    steps = np.arange(len(translation.predicted))
    return float(np.exp(logs[steps, list(translation.predicted)].mean()))


def mean_entropy(run: Run, kind: AttentionKind) -> float:
    """Over all layers, heads and rows that may see more than one key."""
    spread: list[NDArray[np.float64]] = []
    layer = 0
    while (name := f"{prefix_of(kind, layer)}.weights") in run.trace:
        weights = run.trace[name].astype(np.float64)
        visible = np.isfinite(run.trace[name.replace(".weights", ".masked_scores")])
        several = visible.sum(axis=-1) > 1
        spread.append(entropy(weights, visible)[several])
        layer += 1
    entropies = np.concatenate(spread)
    return float(entropies.mean()) if len(entropies) else 0.0


def _table(text: Text, translation: Translation, runs: list[Run], sizes: tuple[int, int]) -> None:
    names = divisor_names(text)
    rows: list[dict[str, Any]] = [
        {
            "divisor": names[run.by],
            "number": divisor(run.by, *sizes),
            **{kind: mean_entropy(run, kind) for kind in KINDS},
            "believed": mean_probability(run, translation),
        }
        for run in runs
    ]
    spreads = text.each("scaling.entropy_*", *KINDS)
    help = text("scaling.entropy_help")
    show_table(
        text("scaling.whatif_alt"),
        {
            "divisor": text("scaling.divisor"),
            "number": Column(text("scaling.number"), form="%.2f"),
            **{kind: Column(title, form="%.2f", help=help) for kind, title in spreads.items()},
            "believed": Column(text("scaling.believed"), form="percent"),
        },
        rows,
    )


def _maps(view: View, runs: list[Run]) -> None:
    """The map of one head as the model has it, and under the chosen divisor."""
    translation = view.translation
    text, names = view.text, divisor_names(view.text)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        others: dict[str, str] = {by: names[by] for by in DIVISORS if by != "root"}
        by = choices.segments(text, "scaling_by", text("scaling.divisor"), others, "width")
        kind = pick_kind(text)
        _, layer, head = pick_head(text, translation, kind)
    name = prefix_of(kind, layer)
    rows, keys = sides(translation, kind)
    shown = [runs[0], next(run for run in runs if run.by == by)]
    for column, run in zip(st.columns(2, gap="large"), shown, strict=True):
        with column:
            st.subheader(names[run.by], anchor=False)
            weights = run.trace[f"{name}.weights"][head]
            chapter.chart(
                cell_map(
                    values=weights,
                    row_labels=rows.pieces,
                    key_labels=keys.pieces,
                    value_title=text("words.weight"),
                    dark=view.dark,
                    **axis_words(text, kind),
                    masked=~np.isfinite(run.trace[f"{name}.masked_scores"][head]),
                ),
                text("scaling.map_alt", by=names[run.by], layer=layer + 1, head=head + 1),
                f"scaling_map_{'own' if run.by == 'root' else 'other'}",
            )
