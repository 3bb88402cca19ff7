"""Where the norm stands: behind the sum (the paper) or before the sub-layer."""

from __future__ import annotations

import streamlit as st

from explainer.analysis.logit_lens import probability
from explainer.analysis.residual import stream
from explainer.chapters.layers import numbers as layers_numbers
from explainer.chapters.layers.common import layer_names, norm_place, pick_depth, second_figure
from explainer.charts.curves import Axis, Curve, curves
from explainer.frame import chapter
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent

TONES = {"post": "target", "pre": "source"}  # two models, told apart by dashes too


def draw_place(view: View) -> None:
    text, translation = view.text, view.translation
    depth = pick_depth(text)
    with chapter.figure(text("layers.place"), text("layers.place_line")):
        _gradients(view, depth)
    trained = second_figure(text("layers.trained"), text("layers.trained_line"), "layers_trained")
    if trained.open:
        with trained:
            _draw_lengths(view)
    numbers, rest = st.columns(2, gap="large")
    with numbers:
        chapter.formula(text, _formulas(depth))
        st.caption(text("layers.place_source"))
    with rest:
        d, s = view.card["model"]["d_model"], len(translation.source.ids)
        rows = [
            ("x", "B, S, d_model", (1, s, d)),
            ("F(x)", "B, S, d_model", (1, s, d)),
            ("sum", "B, S, d_model", (1, s, d)),
            ("norm", "B, S, d_model", (1, s, d)),
        ]
        chapter.shapes(text, rows)
        st.caption(text("layers.post"))
        chapter.code(text, "explainer.model.layers", "PostNorm.forward")
        st.caption(text("layers.pre"))
        chapter.code(text, "explainer.model.layers", "PreNorm.forward")


def place_name(text: Text, norm: str) -> str:
    return text("layers.post") if norm == "post" else text("layers.pre")


def _gradients(view: View, depth: int) -> None:
    """Untrained models of one depth, both places of the norm."""
    text = view.text
    lines = [
        Curve(
            place_name(text, norm),
            layers_numbers.fresh_weights(norm, depth),
            TONES[norm],
            dash=(5, 4) if norm == "pre" else (),
        )
        for norm in TONES
    ]
    chapter.chart(
        curves(
            lines=lines,
            x=Axis(text("layers.decoder_layer"), words=layer_names(text, depth)[1:]),
            y=Axis(text("layers.gradient_w2"), log=True),
            name_title=text("layers.place_of_norm"),
            dark=view.dark,
        ),
        text(
            "layers.place_alt",
            depth=depth,
            first=number(float(lines[0].y[0])),
            last=number(float(lines[0].y[-1])),
        ),
    )
    ratios = {line.name: line.y[-1] / line.y[0] for line in lines}
    for name, ratio in ratios.items():
        st.markdown(text("layers.place_ratio", name=name, ratio=f"{ratio:.3g}"))


def _draw_lengths(view: View) -> None:
    """Mean length of the encoder's states of this model, beside its twin's if one is there."""
    translation = view.translation
    text, norm = view.text, norm_place(view)
    pairs = [(view.translator_name, norm, translation)]
    other = layers_numbers.twin(view)
    if other is not None:
        pairs.append((other[0], "pre" if norm == "post" else "post", other[1]))
    lines: list[Curve] = []
    places: list[str] = []
    for name, place, run in pairs:
        states = stream(run.trace, "encoder", place)
        ends = list(states.layer_ends())
        values = states.norms()[ends].mean(axis=1)
        lines.append(
            Curve(
                f"{name} · {place_name(text, place)}",
                values,
                TONES[place],
                dash=(5, 4) if place == "pre" else (),
            )
        )
        places = max(places, layer_names(text, len(ends) - 1), key=len)
    chapter.chart(
        curves(
            lines=lines,
            x=Axis(text("layers.after"), words=places),
            y=Axis(text("layers.length_axis")),
            name_title=text("layers.place_of_norm"),
            dark=view.dark,
            height=200,
        ),
        text("layers.trained_alt", count=len(lines)),
    )
    if other is None:
        missing = place_name(text, "pre" if norm == "post" else "post")
        st.caption(text("layers.no_twin", place=missing))
    else:
        st.caption(text("layers.twin"))


def _formulas(depth: int) -> list[str]:
    post, pre = (layers_numbers.fresh_weights(norm, depth) for norm in ("post", "pre"))
    return [
        r"\text{post}:\; x' = \mathrm{LayerNorm}(x + F(x))",
        r"\text{pre}:\; x' = x + F(\mathrm{LayerNorm}(x))",
        rf"\left|\frac{{\partial L}}{{\partial W_2^{{(1)}}}}\right|_{{post}}"
        rf" = {number(float(post[0]))}",
        rf"\left|\frac{{\partial L}}{{\partial W_2^{{({depth})}}}}\right|_{{post}}"
        rf" = {number(float(post[-1]))}",
        rf"\left|\frac{{\partial L}}{{\partial W_2^{{(1)}}}}\right|_{{pre}}"
        rf" = {number(float(pre[0]))}",
        rf"\left|\frac{{\partial L}}{{\partial W_2^{{({depth})}}}}\right|_{{pre}}"
        rf" = {number(float(pre[-1]))}",
    ]


def draw_place_mistake(view: View) -> None:
    """A norm behind the post-norm stack as torch.nn has it, or none behind a pre-norm stack."""
    text, translation = view.text, view.translation
    post = norm_place(view) == "post"
    st.markdown(text("layers.mistake_post" if post else "layers.mistake_pre"))
    matrix = layers_numbers.matrix(translation.model)
    wrong = layers_numbers.other_end(view)
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
