"""What the heads of a patch look at, painted back on the picture."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.images.patchview import Words, patchview
from explainer.chapters.images.state import (
    EXACT,
    HEAD,
    Drawing,
    config_of,
    network_names,
    obey,
    pick_patch,
    place_names,
    read_choice,
)
from explainer.frame import chapter, choices
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import Picker
from explainer.frame.view import View
from explainer.runs import pictures

Floats = NDArray[np.float32]


def draw_look(view: View) -> None:
    """The picture with the look of one head, all heads as small pictures, one weight in full."""
    text = view.text
    drawing = read_choice(text)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        networks = {
            name: words
            for name, words in network_names(text).items()
            if config_of(name)["n_layers"]
        }
        name = choices.segments(text, "images_net", text("images.net"), networks, EXACT)
        layers = {str(n + 1): str(n + 1) for n in range(config_of(name)["n_layers"])}
        layer = choices.segments(text, "images_layer", text("words.layer"), layers, "2")
    if not drawing.written:
        st.info(text("images.empty"))
        return
    trace = pictures.reading(name, drawing.written)
    prefix = f"layers.{int(layer) - 1}.self_attn"
    patch = pick_patch(text, drawing)
    weights = trace[f"{prefix}.weights"][:, patch]
    pick = Picker(text, (name, layer), shared=False)
    head = pick.number(HEAD, text("words.head"), len(weights), int(weights.max(axis=1).argmax()))
    with chapter.figure(text("images.look"), text("images.look_line")):
        _painted(view, drawing, weights, patch, head)
    left, right = st.columns(2, gap="large")
    with left:
        _formula(view, trace, prefix, patch, head)
    with right:
        heads, tokens = weights.shape
        width = trace[f"{prefix}.q"].shape[-1]
        chapter.shapes(
            text,
            [
                ("q, k, v", "B, H, S, d_k", (1, heads, tokens, width)),
                ("weights", "B, H, S, S", (1, heads, tokens, tokens)),
            ],
        )
        chapter.code(text, "explainer.model.attention", "attention_weights")


def _painted(view: View, drawing: Drawing, weights: Floats, patch: int, head: int) -> None:
    """One scale for all heads: the strongest look of this patch is the full colour."""
    text, top = view.text, float(weights.max())
    places = place_names(text)
    own = weights[head]
    best = int(own.argmax())
    patchview(
        drawing.picture,
        words=Words(
            text("images.cut"),
            [
                text("images.place_weight", place=place, weight=f"{weight:.3f}")
                for place, weight in zip(places, own, strict=True)
            ],
            text("images.zoom", number=patch + 1, place=places[patch]),
            text("images.look_note", head=head + 1, place=places[best], weight=f"{own[best]:.3f}"),
            [
                text("images.head_most", head=h + 1, place=places[int(row.argmax())])
                for h, row in enumerate(weights)
            ],
            text("images.heads"),
        ),
        dark=view.dark,
        key="images_look",
        on_pick=obey,
        patch=patch,
        shades=own / top,
        heads=weights / top,
        head=head,
    )
    even = 1 / weights.shape[-1]
    st.caption(text("images.look_scale", top=f"{top:.3f}", even=f"{even:.3f}"))


def _formula(view: View, trace: Mapping[str, Floats], prefix: str, patch: int, head: int) -> None:
    """The strongest weight of the chosen patch and head, with its numbers."""
    q, k = (trace[f"{prefix}.{part}"][head] for part in ("q", "k"))
    weights, scores = (trace[f"{prefix}.{part}"][head, patch] for part in ("weights", "scores"))
    best, width = int(weights.argmax()), q.shape[-1]
    colours = tones(view.dark)
    names = rf"q_{{{patch + 1}}}", rf"k_{{{best + 1}}}"
    asks, answers = (in_colour(colours, c, n) for c, n in zip("qk", names, strict=True))
    products = [number(float(a * b)) for a, b in zip(q[patch], k[best], strict=True)]
    if width > 4:  # a wide head would run off the page
        products = [*products[:3], r"\cdots"]
    summed = " + ".join(products).replace("+ -", "- ")
    score = number(float(scores[best]))
    total = float(np.exp(scores.astype(np.float64)).sum())
    chapter.formula(
        view.text,
        [
            rf"s_{{{best + 1}}} = \frac{{{asks} \cdot {answers}}}{{\sqrt{{{width}}}}}"
            rf" = \frac{{{summed}}}{{\sqrt{{{width}}}}} = {score}",
            rf"\alpha_{{{best + 1}}} = \frac{{e^{{s_{{{best + 1}}}}}}}{{\sum_j e^{{s_j}}}}"
            rf" = \frac{{{number(float(np.exp(scores[best])))}}}{{{number(total)}}}"
            rf" = {number(float(weights[best]))}",
        ],
    )
