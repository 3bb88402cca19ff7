"""Attention of an image patch, drawn on the picture."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.chapters.images.state import (
    HEAD,
    NETWORKS,
    SPELLER,
    Drawing,
    config_of,
    network_names,
    pick_patch,
    read_choice,
    rounded,
    take_head,
    take_patch,
)
from explainer.drawings import Choice
from explainer.drawings import drawing as draw_module
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import Picker
from explainer.frame.view import View
from explainer.runs import pictures
from explainer.text import Text

Floats = NDArray[np.float32]


NET = OneOf("images_net", (*NETWORKS,), usual="vit")
LAYER = OneOf[int]("images_layer", says="words.layer")


def draw_attention(view: View) -> None:
    """Draw one head's attention on the picture, small maps of all heads, and one weight."""
    text = view.text
    with chapter.figure(text("images.look"), text("images.look_line")):
        place = st.container()
        drawing = read_choice(text)
        name, layer = _pick_layer(text)
        if not drawing.written:
            st.info(text("images.empty"))
            return
        trace = pictures.forward_pass(name, drawing.written)
        prefix = f"layers.{layer - 1}.self_attn"
        patch = pick_patch(text, drawing)
        weights = trace[f"{prefix}.weights"]
        pick = Picker(text, (name, layer), shared=False)
        sharpest = int(weights[:, patch].max(axis=1).argmax())
        head = pick.number(HEAD, len(weights), sharpest)
        with place:
            _painted(text, drawing, trace[f"{prefix}.q"], trace[f"{prefix}.k"], patch, head)
    left, right = chapter.details()
    with left:
        _formula(view, trace, prefix, patch, head)
    with right:
        heads, tokens, _ = weights.shape
        width = trace[f"{prefix}.q"].shape[-1]
        chapter.shapes(
            text,
            [
                ("q, k, v", "B, H, S, d_k", (1, heads, tokens, width)),
                ("weights", "B, H, S, S", (1, heads, tokens, tokens)),
            ],
        )
        chapter.code(text, "explainer.model.attention", "attention_weights")


def _pick_layer(text: Text) -> tuple[str, int]:
    """Draw the choice of network and layer, below the picture."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        networks = {
            name: words
            for name, words in network_names(text).items()
            if config_of(name)["n_layers"] and name != SPELLER  # which has the encoder of a ViT
        }
        name = NET.draw(text, networks)
        layers = range(1, config_of(name)["n_layers"] + 1)
        layer = LAYER.draw(text, {layer: str(layer) for layer in layers}, 2)
    return name, layer


def _painted(text: Text, drawing: Drawing, q: Floats, k: Floats, patch: int, head: int) -> None:
    """Draw the picture; sends all heads' queries and keys, so that patches switch at once."""

    def choose(choice: Choice) -> None:
        take_patch(choice)
        take_head(choice, len(q))

    draw_module(
        "images/gazeview",
        {"picture": drawing.pixels, "q": rounded(q), "k": rounded(k)},
        words=text.section("images.gazeview"),
        key="images_look",
        chosen={"patch": patch, "head": head},
        on_choice=choose,
    )


def _formula(view: View, trace: Mapping[str, Floats], prefix: str, patch: int, head: int) -> None:
    """Draw the strongest weight of the chosen patch and head, with numbers."""
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
