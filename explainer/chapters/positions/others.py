"""Six other positional encodings, computed on the user's sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st

from explainer.analysis import position_methods as methods
from explainer.analysis.position_methods import METHODS
from explainer.analysis.positions import by_distance
from explainer.chapters.positions.chart_curves import distance_chart
from explainer.chapters.positions.shuffle import draw_shuffle
from explainer.chapters.positions.views import foot
from explainer.frame import chapter
from explainer.frame.chapter import figure
from explainer.frame.choices import OneOf, Slider
from explainer.frame.formula import number
from explainer.frame.maps import Scale, Side, draw_map, move_to, pick_cell
from explainer.frame.pickers import Picker
from explainer.frame.tables import Column, show_table
from explainer.text.numbers import power

if TYPE_CHECKING:
    from explainer.analysis.positions import Floats
    from explainer.engine import Translation
    from explainer.frame.view import View
    from explainer.text import Text

ALONE: Final = 1e-9  # scores of equal distance closer than this are the same number
METHOD = OneOf("positions_method", (*METHODS,), usual="rotary")
SEED = Slider("positions_seed", 1, 20, usual=1)
REACH = Slider("positions_reach", 1, 8, usual=3)
SCALE = Slider("positions_scale", 0.5, 16.0, 0.5, usual=4.0)

# Formulas are the same in every language: s_ij before the softmax, d the width of q and k.
FORMULAS: Final = {
    "sinusoidal": r"s_{ij} = \frac{(x_i + PE_i) W_Q \cdot (x_j + PE_j) W_K}{\sqrt{d}}",
    "learned": r"s_{ij} = \frac{(x_i + T_i) W_Q \cdot (x_j + T_j) W_K}{\sqrt{d}}",
    "shaw": r"s_{ij} = \frac{q_i \cdot \left(k_j + a_{\mathrm{clip}(j-i,\,-K,\,K)}\right)}"
    r"{\sqrt{d}}",
    "rotary": r"s_{ij} = \frac{(R_i q_i) \cdot (R_j k_j)}{\sqrt{d}}"
    r" = \frac{q_i^{\top} R_{j-i}\, k_j}{\sqrt{d}}",
    "fourier": r"r_i = \frac{1}{\sqrt{D}} \left[\cos(i\,w) \,\Vert\, \sin(i\,w)\right],\;"
    r" p_i = \mathrm{GeLU}(r_i W_1 + b_1) W_2 + b_2",
    "concatenated": r"s_{ij} = \frac{[x_i ; PE_i] W_Q \cdot [x_j ; PE_j] W_K}{\sqrt{d}}",
    "none": r"s_{ij} = \frac{x_i W_Q \cdot x_j W_K}{\sqrt{d}}",
}
PAPERS: Final = {
    "sinusoidal": "Vaswani et al. 2017, arXiv:1706.03762, 3.5",
    "learned": "Gehring et al. 2017, arXiv:1705.03122, 3.1",
    "shaw": "Shaw, Uszkoreit, Vaswani 2018, arXiv:1803.02155",
    "rotary": "Su et al. 2021, arXiv:2104.09864",
    "fourier": "Li et al. 2021, arXiv:2106.02795",
    "concatenated": "Jaegle et al. 2021, arXiv:2103.03206",
    "none": "Kazemnejad et al. 2023, arXiv:2305.19466",
}


def what_it_does(text: Text) -> dict[str, str]:
    """Return one or two sentences on each method."""
    return text.each("positions.method_*_line", *METHODS)


def draw_others(view: View) -> None:
    """Draw one method in detail and all of them in a table."""
    text, translation = view.text, view.translation
    method = METHOD.draw(text)
    parts, x = _numbers(text, translation, method)
    scores = METHODS[method](x, parts)
    alike = METHODS[method](methods.same_token(x), parts)
    with figure(METHOD.names(text)[method], what_it_does(text)[method]):
        left, right = st.columns([0.54, 0.46], gap="large")
        with left:
            cell = _map(view, scores)
        with right:
            _by_distance(view, alike)
        source = text("positions.source", paper=PAPERS[method])
        st.caption(f"{source}  \n{text('positions.random_note', width=methods.WIDTH)}")
    order = draw_shuffle(view)
    with figure(text("positions.all"), text("positions.all_line")):
        _all(text, x, parts)
        st.markdown(_learned_or_sines(view))
    i, j = cell
    count = len(x)
    formula = FORMULAS[method]
    last = rf"s_{{{i + 1},{j + 1}}} = {number(float(scores[cell]))}"
    foot(
        text,
        [*_split(formula), last, *order],
        [("x", "S, d_k", x.shape), ("q, k", "S, d_k", x.shape), ("s", "S, S", (count, count))],
        text("positions.others_shapes"),
        ("explainer.analysis.position_methods", METHODS[method].__name__),
    )


def _split(formula: str) -> list[str]:
    """Put two equations of one entry on separate lines."""
    return formula.split(r",\; ") if r",\; " in formula else [formula]


def _numbers(text: Text, translation: Translation, method: str) -> tuple[methods.Parts, Floats]:
    """Draw a method's controls; return its parts and the token vectors."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        seed = SEED.draw(text)
        reach = REACH.draw(text) if method == "shaw" else 3
        scale = SCALE.draw(text) if method == "fourier" else 4.0
    tokens = translation.trace.get("encoder.tokens", translation.trace["encoder.embed"])
    parts = methods.make_parts(len(tokens), seed, reach, scale)
    return parts, methods.small_vectors(tokens, seed)


def _map(view: View, scores: Floats) -> tuple[int, int]:
    """Draw the sentence's scores, tokens against tokens."""
    translation = view.translation
    text, tokens = view.text, translation.source.tokens
    pick = Picker(text, (tokens,), shared=False)
    names = (text("positions.query"), text("positions.key"))
    cell = pick_cell(pick, scores.shape, (0, 0), labels=names)
    draw_map(
        text,
        "positions_scores",
        scores,
        text("positions.scores_alt", count=len(tokens)),
        rows=Side(text("positions.query"), tokens, "source"),
        keys=Side(text("positions.key"), tokens, "source"),
        scale=Scale(text("positions.score"), "signed"),
        cell=cell,
        on_cell=move_to(),
        head=text("positions.scores"),
    )
    return cell


def _by_distance(view: View, alike: Floats) -> None:
    """Draw scores of one token at all positions, so that only position matters."""
    text = view.text
    chapter.name_chart(text("positions.alone"), text("positions.alone_line"))
    means = by_distance(alike)
    places = np.arange(len(alike))
    chapter.chart(
        distance_chart(
            steps=places[None, :] - places[:, None],
            values=alike,
            curve=(means.steps, means.mean),
            step_title=text("positions.distance_ji"),
            value_title=text("positions.score"),
            dark=view.dark,
        ),
        text("positions.alone_alt"),
        width="stretch",
    )
    st.markdown(_verdict(text, alike))


def _verdict(text: Text, alike: Floats) -> str:
    """State how scores of a method depend on distance."""
    spread, flat = by_distance(alike).largest_spread, float(np.ptp(alike)) <= ALONE
    if flat:
        return text("positions.verdict_flat")
    if spread <= ALONE:
        return text("positions.verdict_alone", spread=power(spread))
    return text("positions.verdict_places", spread=f"{spread:.2f}")


def _learned_or_sines(view: View) -> str:
    """State the paper's comparison, and the parameters of a learned table in this model."""
    sines, table = methods.PUBLISHED["sinusoidal"], methods.PUBLISHED["learned"]
    longest, width = view.card["model"]["max_positions"], view.card["model"]["d_model"]
    return view.text(
        "positions.learned_or_sines",
        sines_perplexity=f"{sines[0]:.2f}",
        sines_bleu=f"{sines[1]:.1f}",
        table_perplexity=f"{table[0]:.2f}",
        table_bleu=f"{table[1]:.1f}",
        longest=longest,
        width=width,
        numbers=f"{longest * width:,}",
    )


def _all(text: Text, x: Floats, parts: methods.Parts) -> None:
    """Draw a row per method: what it would learn, and whether only distance matters."""
    same, called = methods.same_token(x), METHOD.names(text)
    alike = {name: method(same, parts) for name, method in METHODS.items()}
    rows = [
        {
            "name": called[name],
            "verdict": _verdict(text, alike[name]),
            "spread": by_distance(alike[name]).largest_spread,
            "trained": methods.trained_numbers(name, parts),
            "paper": PAPERS[name],
        }
        for name in METHODS
    ]
    show_table(
        text("positions.all_alt"),
        {
            "name": text("positions.method"),
            "verdict": Column(text("positions.verdict"), width="large"),
            "spread": Column(text("positions.spread"), form="%.3f"),
            "trained": text("positions.trained"),
            "paper": Column(text("positions.paper"), width="medium"),
        },
        rows,
    )
