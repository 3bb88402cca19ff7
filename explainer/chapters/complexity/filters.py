"""Four 2-d tokens: what a layer mixes within a vector and between vectors."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis import filters
from explainer.analysis.filters import FILTERS, Filter
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Slider
from explainer.frame.maps import Scale, Side, draw_map
from explainer.frame.view import View

Floats = NDArray[np.float64]
POOLED: Final = ("mean", "weighted")
MOVED = Slider("complexity_moved", 1, 4, usual=2)  # the token that is changed
FILTER = OneOf("complexity_filter", FILTERS, usual="attention")  # what is worked out
PLACE = Slider("complexity_place", 1, 4, usual=3)  # of which token


def draw_filters(view: View) -> None:
    """Draw the operations on four tokens, and what changes if one token is changed."""
    text = view.text
    tokens = [*text.each("complexity.word_*", "1", "2", "3", "4").values()]
    names = FILTER.names(text)
    with chapter.figure(text("complexity.notice")):
        lead = st.container()  # what sets the map stands below it
        moved = MOVED.draw(text) - 1
        with lead:
            st.caption(text("complexity.notice_line", token=tokens[moved]))
            _notice(view, tokens, names, moved)
    chosen, place = FILTER.draw(text), PLACE.draw(text) - 1
    with chapter.figure(names[chosen], text.each("complexity.filter_*_line", *FILTERS)[chosen]):
        for equation in equations(chosen, place):
            st.latex(equation)
    chapter.code(text, "explainer.analysis.filters", "outputs", 'if name == "attention"')


def _notice(view: View, tokens: list[str], names: dict[Filter, str], moved: int) -> None:
    """Draw how far every output moves for each operation if one token is changed."""
    text = view.text
    values, hidden = output_changes(moved)
    draw_map(
        text,
        "complexity_notice",
        values,
        text("complexity.notice_alt", token=tokens[moved]),
        rows=Side("", [names[name] for name in FILTERS], "ink"),
        keys=Side(text("complexity.output_of"), [*tokens, text("complexity.one_vector")], "source"),
        scale=Scale(text("complexity.distance"), "signed"),
        masked=hidden,
    )
    st.caption(text("complexity.notice_end"))


def output_changes(moved: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Return (filters, 5) distances, and which cells have no output: pooling has one vector."""
    values = np.zeros((len(FILTERS), len(filters.X) + 1))
    hidden = np.ones(values.shape, dtype=bool)
    for row, name in enumerate(FILTERS):
        distances = filters.sensitivity(name, moved)
        columns = slice(-1, None) if name in POOLED else slice(0, len(distances))
        values[row, columns], hidden[row, columns] = distances, False
    return values, hidden


def tex(values: Floats, form: str = ".2f") -> str:
    """Return LaTeX of a matrix; a vector is one row."""
    rows = np.atleast_2d(values)
    cells = r" \\ ".join(" & ".join(f"{v + 0.0:{form}}" for v in row) for row in rows)
    return rf"\begin{{bmatrix}} {cells} \end{{bmatrix}}"


def short(values: Floats) -> str:
    """Return LaTeX of a matrix with few digits."""
    return tex(values, "g")


def equations(name: Filter, place: int) -> list[str]:
    """Return the output at one token (from 0), general form and numbers."""
    made = {
        "value": _value,
        "attention": _attention,
        "recurrent": _recurrent,
        "convolution": _convolution,
        "mean": _mean,
        "weighted": _weighted,
    }[name](place)
    return [rf"\begin{{aligned}} {line} \end{{aligned}}" for line in made]


def _value(t: int) -> list[str]:
    x = filters.X
    return [
        rf"v_{{{t + 1}}} &= x_{{{t + 1}}} W_V = {short(x[t])} {short(filters.W_V)}"
        rf" \\[4pt] &= {short(x[t] @ filters.W_V)}"
    ]


def _attention(t: int) -> list[str]:
    x, s = filters.X, t + 1
    keys, values = x @ filters.W_K, x @ filters.W_V
    query = x[t] @ filters.W_Q
    weights = filters.attention_weights(x)[t]
    return [
        rf"q_{{{s}}} &= x_{{{s}}} W_Q = {short(x[t])} {short(filters.W_Q)} = {short(query)}",
        rf"K &= X W_K = {short(x)} {short(filters.W_K)} = {short(keys)}",
        rf"a_{{{s}}} &= \mathrm{{softmax}}\left(\frac{{q_{{{s}}} K^\top}}{{\sqrt{{2}}}}\right)"
        rf" = \mathrm{{softmax}}\left(\frac{{1}}{{\sqrt{{2}}}} {short(query @ keys.T)}\right)"
        rf" \\[4pt] &= {tex(weights, '.3f')}",
        rf"y_{{{s}}} &= a_{{{s}}} V = {tex(weights, '.3f')} {short(values)}"
        rf" = {tex(weights @ values)}",
    ]


def _recurrent(t: int) -> list[str]:
    x, s = filters.X, t + 1
    states = np.vstack([np.zeros(2), filters.states(x)])
    return [
        rf"h_{{{s}}} &= \tanh(x_{{{s}}} U + h_{{{t}}} W)",
        rf"&= \tanh\left({short(x[t])} {short(filters.U)} + {tex(states[t])}"
        rf" {short(filters.W)}\right) \\[4pt] &= {tex(states[s])}",
    ]


def _convolution(t: int) -> list[str]:
    x, s = filters.X, t + 1
    padded = np.pad(x, ((1, 1), (0, 0)))
    terms = " + ".join(
        rf"{short(padded[t + i])} {short(part)}" for i, part in enumerate(filters.KERNEL)
    )
    return [
        rf"y_{{{s}}} &= x_{{{s - 1}}} K_1 + x_{{{s}}} K_2 + x_{{{s + 1}}} K_3",
        rf"&= {terms} \\[4pt] &= {short(filters.convolved(x)[t])}",
    ]


def _mean(_: int) -> list[str]:
    x = filters.X
    total = " + ".join(short(row) for row in x)
    return [
        rf"y &= \frac{{1}}{{4}} (x_1 + x_2 + x_3 + x_4) = \frac{{1}}{{4}} \left({total}\right)"
        rf" \\[4pt] &= {short(filters.outputs('mean', x)[0])}"
    ]


def _weighted(_: int) -> list[str]:
    x = filters.X
    shares = filters.pooling_weights(x)
    return [
        rf"w &= \mathrm{{softmax}}\left(\frac{{X u^\top}}{{\sqrt{{2}}}}\right)"
        rf" = \mathrm{{softmax}}\left(\frac{{1}}{{\sqrt{{2}}}} {short(x @ filters.ASKED)}\right)"
        rf" \\[4pt] &= {tex(shares, '.3f')}",
        rf"y &= w X = {tex(shares, '.3f')} {short(x)} = {tex(shares @ x)}",
    ]
