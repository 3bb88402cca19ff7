"""Logit lens: what each layer of the decoder would write, if it were the last."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.logit_lens import Lens, probability
from explainer.analysis.residual import stream
from explainer.chapters.layers import numbers as layers_numbers
from explainer.chapters.layers.chart_grid import grid
from explainer.chapters.layers.common import layer_names, norm_place, pick_of, place_name
from explainer.charts.curves import Axis, Curve, curves
from explainer.frame import chapter, choices
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import picker
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import registry
from explainer.text import Text
from explainer.text.numbers import percent


def draw_lens(view: View) -> None:
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        written = translation.predicted_pieces
        step = pick_of(picker(text, translation), "layers_step", text("layers.step"), written)
        finely = choices.toggle(text, "layers_finely", text("layers.finely"))
    lens = layers_numbers.lens_of(view, finely)
    places = _places(view, finely)
    names = registry.model_of(translation.model)
    words = [[names.pieces([i])[0] for i in row[:, 0].tolist()] for row in lens.top_ids]
    with chapter.figure(text("layers.lens"), text("layers.lens_line")):
        _map(view, lens, places, words, step)
    left, right = st.columns(2, gap="large")
    with left, chapter.figure(text("layers.lens_step"), text("layers.lens_step_line")):
        st.text(
            text(
                "layers.lens_here",
                fed=translation.fed_pieces[step],
                written=written[step],
            )
        )
        pieces = [names.pieces(ids.tolist()) for ids in lens.top_ids[:, step]]
        _top(text, lens, places, pieces, step)
    with right, chapter.figure(text("layers.lens_loss"), text("layers.lens_loss_line")):
        _losses(view, lens, places)
    numbers, rest = chapter.details()
    with numbers:
        chapter.formula(text, _formulas(view, lens, step))
        probs = translation.trace["probs"][step, translation.predicted[step]]
        chapter.agreement(text, abs(float(lens.probs[-1, step]) - float(probs)))
    with rest:
        steps, vocabulary = translation.trace["logits"].shape
        width = translation.trace["output"].shape[1]
        rows = [
            ("x", "B, T, d_model", (1, steps, width)),
            ("E", "V, d_model", (vocabulary, width)),
            ("logits", "B, T, V", (1, steps, vocabulary)),
            ("lens", "P, T, V", (len(places), steps, vocabulary)),
        ]
        chapter.shapes(text, rows, text("layers.lens_shapes"), own="P")
        chapter.code(text, "explainer.model.transformer", "Transformer.project")


def _places(view: View, finely: bool) -> list[str]:
    translation = view.translation
    states = stream(translation.trace, "decoder", norm_place(view))
    if finely:
        return [place_name(view.text, place) for place in states.places]
    return layer_names(view.text, len(states.layer_ends()) - 1)


def _map(
    view: View,
    lens: Lens,
    places: list[str],
    words: list[list[str]],
    step: int,
) -> None:
    """Rows are states, columns steps; shade: the final piece's probability, print: the best."""
    text, translation = view.text, view.translation
    chapter.chart(
        grid(
            values=lens.probs[::-1],
            row_labels=places[::-1],
            column_labels=translation.predicted_pieces,
            row_title=text("layers.after"),
            column_title=text("layers.written"),
            value_title=text("layers.prob_written"),
            side="target",
            dark=view.dark,
            words=words[::-1],
            word_title=text("layers.best"),
            selected=step,
        ),
        text(
            "layers.lens_alt",
            first=percent(lens.probs[0].mean(), 0),
            last=percent(lens.probs[-1].mean(), 0),
        ),
    )


def _top(
    text: Text, lens: Lens, places: list[str], pieces: list[tuple[str, ...]], step: int
) -> None:
    """Best pieces of the chosen step after each state, the last state first."""
    rows = []
    for n in reversed(range(len(places))):
        best = zip(pieces[n], lens.top_probs[n, step], strict=True)
        rows.append(
            {
                "after": places[n],
                "prob": float(lens.probs[n, step]),
                "rank": int(lens.ranks[n, step]),
                "kl": float(lens.kl[n, step]),
                "best": "   ".join(f"{piece} {percent(prob, 0)}" for piece, prob in best),
            }
        )
    show_table(
        text("layers.lens_step"),
        {
            "after": Column(text("words.layer"), width=90),
            "prob": st.column_config.ProgressColumn(
                text("layers.prob_written"), min_value=0, max_value=1, format="percent", width=90
            ),
            "rank": Column(text("layers.rank"), width=60),
            "kl": Column(text("layers.kl"), form="%.2f", width=70),
            "best": Column(text("layers.best"), width="large"),
        },
        rows,
    )


def _losses(view: View, lens: Lens, places: list[str]) -> None:
    """Surprise and distance to the end, both in nats: every layer corrects the one before."""
    text = view.text
    losses, kl = lens.losses(), lens.kl.mean(axis=1)
    chapter.chart(
        curves(
            lines=[
                Curve(text("layers.loss"), losses, "target"),
                Curve(text("layers.kl"), kl, "third", dash=(5, 4)),
            ],
            x=Axis(text("layers.after"), words=places),
            y=Axis(text("layers.nats")),
            name_title=text("layers.measure"),
            dark=view.dark,
        ),
        text("layers.loss_alt", first=f"{losses[0]:.1f}", last=f"{losses[-1]:.1f}"),
    )


def _formulas(view: View, lens: Lens, step: int) -> list[str]:
    """The middle state's reading of the piece that was written in the end."""
    colours = tones(view.dark)
    n = len(lens.probs) // 2
    logit, log_sum = float(lens.logits[n, step]), float(lens.log_sums[n, step])
    piece = f"{{{in_colour(colours, 'target', 'v')}}}"
    return [
        rf"z_{piece} = x_{{{n}}} \cdot E_{piece} = {number(logit)}",
        rf"p_{piece} = \frac{{e^{{z_{piece}}}}}{{\sum_u e^{{z_u}}}}"
        rf" = e^{{{number(logit)} - {number(log_sum)}}} = {float(lens.probs[n, step]):.3g}",
        r"\mathrm{KL}(p_N \,\|\, p_n) = \textstyle\sum_u p_N(u) \log \frac{p_N(u)}{p_n(u)}"
        rf" = {number(float(lens.kl[n, step]))}",
    ]


def draw_lens_mistake(view: View) -> None:
    """Reading a state at the wrong side of the norm."""
    text, translation = view.text, view.translation
    post = norm_place(view) == "post"
    st.markdown(text("layers.mistake_lens_post" if post else "layers.mistake_lens_pre"))
    states = stream(translation.trace, "decoder", norm_place(view))
    wrong = (states.sums if post else states.states)[-1].astype(np.float32)
    matrix = layers_numbers.matrix(translation.model)
    for step in range(min(4, len(translation.predicted))):
        piece = translation.predicted[step]
        st.text(
            text(
                "layers.mistake_place_step",
                piece=translation.predicted_pieces[step],
                right=percent(translation.trace["probs"][step, piece]),
                wrong=percent(probability(wrong[step], matrix, piece)),
            )
        )
