"""Four 2-d tokens: what a layer mixes within a vector and between vectors."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis import filters
from explainer.analysis.filters import FILTERS, Filter
from explainer.analysis.paths import Kind, Sizes
from explainer.chapters.complexity.reach import edges
from explainer.chapters.complexity.words import TONES
from explainer.drawings import Choice, drawing, place_in, rounded
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Slider
from explainer.frame.view import View

Floats = NDArray[np.float64]
MOVED = Slider("complexity_moved", 1, 4, usual=2)  # the token that is changed
FILTER = OneOf("complexity_filter", FILTERS, usual="attention")  # what is worked out
PLACE = Slider("complexity_place", 1, 4, usual=3)  # of which token
KINDS: Final[dict[Filter, Kind | None]] = {  # how tokens are joined; a value is its own alone
    "value": None,
    "attention": "attention",
    "recurrent": "recurrent",
    "convolution": "restricted",
}
SIZES: Final = Sizes(len(filters.X), 2, 3)


def draw_filters(view: View) -> None:
    """Draw the operations on four tokens, and what moves if one token is changed."""
    text = view.text
    tokens = [*text.each("complexity.word_*", "1", "2", "3", "4").values()]
    names, told = FILTER.names(text), text.each("complexity.notice_*", *FILTERS)
    with chapter.figure(text("complexity.notice"), text("complexity.notice_line")):
        networks = [{"name": names[name], "told": told[name], **network(name)} for name in FILTERS]
        drawing(
            "complexity/network",
            {"networks": networks, "tokens": tokens},
            words=text.section("complexity.network"),
            key="complexity_notice",
            chosen={"at": MOVED.in_drawing(text) - 1},
            on_choice=_move,
        )
        st.caption(text("complexity.notice_end"))
    chosen, place = FILTER.draw(text), PLACE.draw(text) - 1
    with chapter.figure(names[chosen], text.each("complexity.filter_*_line", *FILTERS)[chosen]):
        for equation in equations(chosen, place):
            st.latex(equation)
    chapter.code(text, "explainer.analysis.filters", "outputs")


def network(name: Filter) -> dict[str, Any]:
    """Return an operation's edges, and how far each output moves for each token changed."""
    kind, places = KINDS[name], range(SIZES.n)
    return {
        "tone": TONES[kind] if kind else "v",
        "layers": 1,
        "edges": edges(kind, SIZES, 1) if kind else [(at, at + SIZES.n) for at in places],
        "moves": rounded(np.array([filters.sensitivity(name, at) for at in places])),
    }


def _move(choice: Choice) -> None:
    if (at := place_in(choice, "at", SIZES.n)) is not None:
        st.session_state[MOVED.name] = at + 1


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
