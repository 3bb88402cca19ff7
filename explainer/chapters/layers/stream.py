"""The residual stream: how long the vectors are, how far each sub-layer turns them."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.residual import Stream, stream
from explainer.chapters.layers.common import (
    TONE,
    norm_place,
    pick_piece,
    pick_stack,
    pieces_of,
    place_name,
    residual_code,
    second_figure,
    stream_shapes,
)
from explainer.chapters.layers.dropped import draw_dropped
from explainer.charts.curves import Axis, Curve, curves
from explainer.frame import chapter, choices
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import picker
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent


def draw_stream(view: View) -> None:
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        stack = pick_stack(text)
        pick = picker(text, translation, stack)
        position = pick_piece(pick, translation, stack)
        what = _pick_length(text)
    states = stream(translation.trace, stack, norm_place(view))
    places = [place_name(text, place) for place in states.places]
    lengths = {"state": states.norms(), "sum": states.sum_norms(), "update": states.update_norms()}
    values = lengths[what]
    with chapter.figure(text("layers.stream"), _length_line(text, view, what)):
        _lines(view, stack, position, values, places[-len(values) :], what)
    turn = second_figure(text("layers.turn"), text("layers.turn_line"), "layers_turn")
    if turn.open:
        with turn:
            _lines(view, stack, position, states.cosines(), places[1:], "cosine")
    draw_dropped(view, stack)
    numbers, rest = chapter.details()
    with numbers:
        chapter.formula(text, _formulas(view, states, position))
        chapter.agreement(text, states.identity_difference())
    with rest:
        stream_shapes(text, translation, stack, states.places)
        chapter.code(text, *residual_code(view))


def _pick_length(text: Text) -> str:
    names = text.each("layers.length_*", "state", "sum", "update")
    return choices.segments(text, "layers_length", text("layers.length"), names, "state")


def _length_line(text: Text, view: View, what: str) -> str:
    if what == "state":
        pre = norm_place(view) == "pre"
        return text("layers.length_state_pre") if pre else text("layers.length_state_post")
    return text("layers.length_sum_line" if what == "sum" else "layers.length_update_line")


def _lines(
    view: View,
    stack: str,
    position: int,
    values: NDArray[np.float64],
    places: list[str],
    what: str,
) -> None:
    """One line a piece, the chosen one strong, and the mean of all in ink-grey."""
    text, translation = view.text, view.translation
    pieces = pieces_of(translation, stack)
    lines = [
        Curve(f"{i + 1} · {piece}", values[:, i], TONE[stack], strong=i == position)
        for i, piece in enumerate(pieces)
    ]
    lines.append(Curve(text("layers.mean"), values.mean(axis=1), "third", dash=(5, 4)))
    title = text("layers.cosine") if what == "cosine" else text("layers.length_axis")
    chart = text("layers.turn") if what == "cosine" else text("layers.stream")
    chapter.chart(
        curves(
            lines=lines,
            x=Axis(text("layers.after"), words=places),
            y=Axis(title),
            legend=False,
            name_title=text("layers.piece"),
            dark=view.dark,
        ),
        text(
            "layers.stream_alt",
            name=chart,
            first=f"{values[0, position]:.2f}",
            last=f"{values[-1, position]:.2f}",
        ),
    )


def _formulas(view: View, states: Stream, position: int) -> list[str]:
    """The last sub-layer of the stack at the chosen piece, with its numbers."""
    colours = tones(view.dark)
    x, update = states.norms()[-2, position], states.update_norms()[-1, position]
    total, cosine = states.sum_norms()[-1, position], states.cosines()[-1, position]
    after = states.norms()[-1, position]
    dot = float(states.states[-1, position] @ states.states[-2, position])
    grey = in_colour(colours, "residual", "x")
    return [
        rf"\left|{grey}\right| = \textstyle\sqrt{{\sum_i x_i^2}} = {number(float(x))}",
        rf"\left|F(x)\right| = {number(float(update))}",
        rf"\left|{grey} + F(x)\right| = {number(float(total))}",
        rf"\cos(x', x) = \frac{{x' \cdot x}}{{|x'|\,|x|}}"
        rf" = \frac{{{number(dot)}}}{{{number(float(after))} \cdot {number(float(x))}}}"
        rf" = {number(float(cosine))}",
    ]


def draw_stream_mistake(view: View) -> None:
    """A layer edits the vector; it does not write a new one."""
    text, translation = view.text, view.translation
    states = stream(translation.trace, "encoder", norm_place(view))
    st.markdown(text("layers.mistake_stream"))
    cosines, ratio = states.cosines(), states.update_norms() / states.norms()[:-1]
    st.text(
        text(
            "layers.mistake_stream_cosine",
            least=f"{cosines.min():.2f}",
            mean=f"{cosines.mean():.2f}",
        )
    )
    st.text(text("layers.mistake_stream_ratio", mean=percent(ratio.mean(), 0)))
    first, last = states.states[0], states.states[-1]
    kept = (first * last).sum(axis=1)
    kept = kept / (np.linalg.norm(first, axis=1) * np.linalg.norm(last, axis=1))
    chance = 1 / np.sqrt(first.shape[1])  # deviation of the cosine of two random directions
    st.text(text("layers.mistake_stream_all", mean=f"{kept.mean():.2f}", chance=f"{chance:.2f}"))
