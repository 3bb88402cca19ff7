"""Scores of the RNN era on the model's own vectors, beside those of the model's head."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.lookup import softmax
from explainer.analysis.scores import (
    Cost,
    ScoreName,
    additive,
    context,
    cost,
    dot,
    random_weights,
)
from explainer.charts.cell_map import CELL_PICK, Pick, cell_map
from explainer.charts.lookup import strip
from explainer.frame import chapter, choices
from explainer.frame.formula import coloured, number, tones
from explainer.frame.pickers import move, pick_head
from explainer.translation import prefix_of

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text

Floats = NDArray[np.float64]
SCORES: Final[tuple[ScoreName, ...]] = ("additive", "dot", "general", "head")
SYMBOLS: Final = {
    "additive": r"v^{\top} \tanh(W s_t + U h_j)",
    "dot": r"s_t \cdot h_j",
    "general": r"s_t \cdot W h_j",
    "head": r"\frac{(W_Q s_t) \cdot (W_K h_j)}{\sqrt{d_k}}",
}
UNWEIGHTED: Final = r"c_t = \textstyle\sum_j (s_t \cdot h_j)\, h_j"
CONTEXT: Final = r"c_t = \textstyle\sum_j a_{tj} h_j, \quad a_t = \mathrm{softmax}_j(s_t \cdot h_j)"


@dataclass(frozen=True)
class Scored:
    """Every score (T, S) on states s (T, D) and memory h (S, D); the row that is looked at."""

    s: Floats
    h: Floats
    scores: dict[ScoreName, Floats]
    d_head: int
    difference: float  # of the head's weights from the recorded ones
    row: int = 0
    name: ScoreName = "general"

    def weights(self, name: ScoreName) -> Floats:
        return softmax(self.scores[name])


def names(text: Text) -> dict[ScoreName, str]:
    return text.each("lookup.*", "additive", "dot", "general", "head")


def _short(text: Text) -> dict[ScoreName, str]:
    return text.each("lookup.short_*", "additive", "dot", "general", "head")


def score_all(view: View, layer: int, head: int) -> Scored:
    """s are the vectors cross-attention asks with, h is the memory."""
    translation = view.translation
    pre = view.card.get("model", {}).get("norm") == "pre"
    trace, name = translation.trace, prefix_of("cross", layer)
    s = trace[f"decoder.{layer}.add{2 if pre else 1}.norm"].astype(np.float64)
    h = trace["memory"].astype(np.float64)
    q, k = (trace[f"{name}.{part}"][head].astype(np.float64) for part in "qk")
    width = s.shape[-1]
    asked = q @ k.T
    scaled = asked / np.sqrt(q.shape[-1])
    scores: dict[ScoreName, Floats] = {
        "additive": additive(s, h, random_weights(width, width)),
        "dot": dot(s, h),
        "general": asked,
        "head": scaled,
    }
    recorded = translation.attention("cross")[layer, head]
    difference = float(np.abs(softmax(scaled) - recorded).max())
    return Scored(s, h, scores, q.shape[-1], difference)


def draw_scores(view: View) -> Scored:
    """The map of one score, one row of all four, the context vector; formula, cost, code."""
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        shown: dict[str, str] = dict(names(text).items())
        picked = choices.segments(text, "lookup_score", text("lookup.score"), shown, "general")
        pick, layer, head = pick_head(text, translation, "cross")
    name = next(score for score in SCORES if score == picked)
    found = score_all(view, layer, head)
    with chapter.figure(text("lookup.alignment"), text("lookup.alignment_line")):
        left, right = st.columns(2, gap="large")
        with right:
            row = pick.row(len(found.s), len(found.s) // 2)
        found = replace(found, row=row, name=name)
        with left:
            _map(view, found, f"{name}_{layer}_{head}")
        with right:
            _row(view, found)
        chapter.agreement(text, found.difference)
    with chapter.figure(text("lookup.context"), text("lookup.context_line")):
        _context(view, found)
    _below(view, found)
    return found


def _map(view: View, found: Scored, which: str) -> None:
    text, translation = view.text, view.translation
    st.subheader(names(text)[found.name], anchor=False)
    st.caption(_line(text, found.name))
    weights = found.weights(found.name)
    key = f"lookup_map_{which}_{found.row}"
    st.vega_lite_chart(
        spec=cell_map(
            values=weights.astype(np.float32),
            row_labels=translation.predicted_pieces,
            key_labels=translation.source.pieces,
            dark=view.dark,
            row_title=text("words.row_axis_predicted"),
            key_title=text("words.key_axis_source"),
            value_title=text("words.weight"),
            pick=Pick((found.row, int(weights[found.row].argmax()))),
        ).vega_lite(),
        theme=None,
        key=key,
        on_select=lambda: _keep_clicked_row(key, len(weights)),
        selection_mode=[CELL_PICK],
        alt=text("lookup.map_alt", score=names(text)[found.name]),
    )


def _keep_clicked_row(key: str, count: int) -> None:
    """A click chooses the row; what a browser sends may be anything."""
    try:
        row = st.session_state[key]["selection"][CELL_PICK][0]["q"]
    except (KeyError, IndexError, TypeError):
        return
    if type(row) is int and 0 <= row < count:
        move("row", row)


def _line(text: Text, name: ScoreName) -> str:
    return text.each("lookup.*_line", "additive", "dot", "general", "head")[name]


def _row(view: View, found: Scored) -> None:
    """The same step under all four scores."""
    text, translation = view.text, view.translation
    st.text(
        text("lookup.model_row", row=found.row + 1, piece=translation.predicted_pieces[found.row])
    )
    rows = np.stack([found.weights(name)[found.row] for name in SCORES])
    st.vega_lite_chart(
        spec=cell_map(
            values=rows.astype(np.float32),
            row_labels=[_short(text)[name] for name in SCORES],
            key_labels=translation.source.pieces,
            row_title="",
            key_title=text("words.key_axis_source"),
            value_title=text("words.weight"),
            dark=view.dark,
            row_colour="ink",
        ).vega_lite(),
        theme=None,
        key="lookup_row_map",
        alt=text("lookup.row_alt", row=found.row + 1),
    )
    st.caption(text("lookup.untrained"))


def _context(view: View, found: Scored) -> None:
    text = view.text
    vector = context(found.weights(found.name)[found.row], found.h)
    st.vega_lite_chart(
        spec=strip(
            values=vector,
            colour="memory",
            place_title=text("lookup.axis_place", d=len(vector)),
            value_title="c",
            dark=view.dark,
        ).vega_lite(),
        theme=None,
        key="lookup_context",
        alt=text("lookup.context_alt", d=len(vector)),
    )
    st.caption(text("lookup.context_fact", d=len(vector), norm=f"{np.linalg.norm(vector):.2f}"))


def costs(found: Scored) -> dict[ScoreName, Cost]:
    """Multiplications of all scores of the sentence; the additive score is D wide inside."""
    (t, d), s = found.s.shape, len(found.h)
    return {name: cost(name, t, s, d, found.d_head if name == "head" else d) for name in SCORES}


def _below(view: View, found: Scored) -> None:
    """Formula and cost | shapes and code."""
    text, colours = view.text, tones(view.dark)
    step, keys = found.row, found.weights(found.name)[found.row]
    best = int(keys.argmax())
    score = found.scores[found.name][step, best]
    weight = coloured(colours, "weight", f"{keys[best]:.3f}")
    a, c = coloured(colours, "weight", "a_{tj}"), coloured(colours, "source", "c_t")
    at = rf"t={step + 1},\, j={best + 1}"
    left, right = st.columns(2, gap="large")
    with left:
        chapter.formula(
            text,
            [
                rf"e_{{tj}} = {SYMBOLS[found.name]} = {number(float(score))}\quad ({at})",
                rf"{a} = \frac{{e^{{e_{{tj}}}}}}{{\sum_l e^{{e_{{tl}}}}}} = {weight}",
                rf"{c} = \textstyle\sum_j {a}\, {coloured(colours, 'source', 'h_j')}",
            ],
        )
        _cost_table(text, found)
    with right:
        (t, d), s = found.s.shape, len(found.h)
        rows = [
            ("s", "T, d_model", (t, d)),
            ("h", "S, d_model", (s, d)),
            ("e, a", "T, S", (t, s)),
            ("c", "T, d_model", (t, d)),
        ]
        chapter.shapes(text, rows, text("lookup.score_shapes"))
        if found.name == "head":
            chapter.code(text, "explainer.model.attention", "attention_weights")
        else:
            chapter.code(text, "explainer.analysis.scores", found.name)


def _cost_table(text: Text, found: Scored) -> None:
    st.subheader(text("lookup.cost"), anchor=False)
    counted = costs(found)
    table = pa.table(
        {
            "score": [names(text)[name] for name in SCORES],
            "multiplications": [counted[name].multiplications for name in SCORES],
            "tanh": [counted[name].tanh for name in SCORES],
            "parameters": [counted[name].parameters for name in SCORES],
        }
    )
    config = st.column_config
    st.dataframe(
        table,
        hide_index=True,
        alt=text("lookup.cost_alt"),
        column_config={
            "score": config.TextColumn(text("lookup.score")),
            "multiplications": config.NumberColumn(
                text("lookup.multiplications"), format="localized"
            ),
            "tanh": config.NumberColumn("tanh", format="localized"),
            "parameters": config.NumberColumn(text("lookup.parameters"), format="localized"),
        },
    )
    st.caption(text("lookup.cost_line"))


def draw_forgotten(view: View, found: Scored) -> None:
    """c_t = sum_j (s_t . h_j): without softmax and without vectors a single number is left."""
    text = view.text
    dots = found.scores["dot"][found.row]
    vector = context(softmax(dots), found.h)
    unweighted = dots @ found.h
    st.markdown(text("lookup.forgotten_line"))
    scalar = rf"c_t = \textstyle\sum_j (s_t \cdot h_j) = {number(float(dots.sum()))}"
    st.latex(scalar)
    st.markdown(text("lookup.forgotten_scalar", total=f"{dots.sum():,.1f}", d=len(vector)))
    st.latex(UNWEIGHTED)
    st.markdown(
        text(
            "lookup.forgotten_softmax",
            sum=f"{dots.sum():,.1f}",
            wrong=f"{np.linalg.norm(unweighted):,.1f}",
            right=f"{np.linalg.norm(vector):,.2f}",
            longest=f"{np.linalg.norm(found.h, axis=1).max():,.2f}",
        )
    )
    st.latex(CONTEXT)
    st.markdown(text("lookup.forgotten_end"))
