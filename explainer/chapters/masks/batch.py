"""A batch with the user's sentence, and its masks as grids."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.batch_masks import with_padding
from explainer.chapters.masks.scores import draw_row
from explainer.drawings import Choice, drawing
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Place
from explainer.frame.pickers import picker
from explainer.frame.view import View
from explainer.runs.batches import Batch, make_batch
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.tokenizer.tokenizer import PAD

KEY = Place("masks_sentence")
FORM = OneOf("masks_form", ("boolean", "additive"))


def sentence_names(batch: Batch) -> dict[str, str]:
    return {str(i + 1): str(i + 1) for i in range(len(batch.sentences))}


def draw_batch(view: View) -> None:
    """Draw the padded sentences, the chosen one's four masks, and one of its rows."""
    batch = make_batch(view.translation)
    text = view.text
    with chapter.figure(text("masks.grids"), text("masks.grids_line")):
        place = st.container()
        form = FORM.draw(text)
        numbers = list(sentence_names(batch))
        pick = picker(text, view.translation)
        index = int(pick.one(KEY, numbers, "1")) - 1
        with place:
            _draw_shapes(text, batch, index, form == "additive")
        st.caption(f"{_facts(text, batch)}\n\n{text('masks.no_target_padding')}")
    shown, equations = draw_row(view, batch, index)
    left, right = chapter.details()
    with left:
        chapter.formula(text, [*_equations(batch), *equations], difference=shown.difference())
    with right:
        _shapes(text, batch)
    chapter.code(
        text,
        "explainer.model.masks",
        "causal_mask",
        more=[("explainer.model.attention", "attention_weights")],
    )


def _facts(text: Text, batch: Batch) -> str:
    rows, width = batch.arrays["source"].shape
    empty = int((batch.arrays["source"] == PAD).sum())
    return text(
        "masks.batch_facts",
        rows=rows,
        columns=width,
        cells=rows * width,
        empty=empty,
        share=percent(empty / (rows * width), 0),
    )


def _draw_shapes(text: Text, batch: Batch, index: int, additive: bool) -> None:
    """Draw the batch and mask shapes; a click selects a sentence."""

    def choose(choice: Choice) -> None:
        at = choice.get("sentence")
        if type(at) is int and 0 <= at < len(batch.sentences):
            st.session_state[KEY] = str(at + 1)

    drawing(
        "masks/shapes",
        {**shapes_data(batch, index), "additive": additive},
        words=text.section("masks.shapes"),
        key="masks_shapes",
        chosen={"sentence": index},
        computed=True,
        on_choice=choose,
        blank=dict,  # a question about it asks for no mask
    )


def shapes_data(batch: Batch, index: int) -> dict[str, Any]:
    masks = masks_of(batch, index)
    return {
        "sentences": [one.source for one in batch.sentences],
        "source": batch.source_labels(index),
        "fed": batch.fed_labels(index),
        "masks": {name: mask.astype(int).tolist() for name, mask in masks.items()},
    }


def masks_of(batch: Batch, index: int) -> dict[str, NDArray[np.bool_]]:
    """Return one sentence's masks (Q, K) by name, True where attention is allowed."""
    fed = batch.arrays["fed"][index]
    causal = np.tril(np.ones((len(fed), len(fed)), dtype=bool))
    padding, cross = (batch.arrays[f"{kind}.mask"][index] for kind in ("encoder", "cross"))
    return {
        "padding": padding,
        "causal": causal,
        "both": with_padding(causal, fed),
        "cross": cross,
    }


def _equations(batch: Batch) -> list[str]:
    """Return the masks' definitions, and the number of cells that the causal mask allows."""
    size = batch.arrays["fed"].shape[1]
    free, cells = size * (size + 1) // 2, size * size
    return [
        r"mask_{q,k} = [\, k \le q \,] \;\wedge\; [\, x_k \ne \mathrm{PAD} \,]",
        r"m_{q,k} = \begin{cases} 0 & mask_{q,k} \\ -\infty & \neg\, mask_{q,k} \end{cases}",
        rf"\frac{{T(T+1)/2}}{{T^2}} = \frac{{{size} \cdot {size + 1} / 2}}{{{size}^2}}"
        rf" = \frac{{{free}}}{{{cells}}} = {free / cells:.3f}",
    ]


def _shapes(text: Text, batch: Batch) -> None:
    arrays = batch.arrays
    (rows, source), target = arrays["source"].shape, arrays["fed"].shape[1]
    heads = arrays["encoder.0.self_attn.scores"].shape[1]
    chapter.shapes(
        text,
        [
            ("src_mask", "B, 1, 1, S", (rows, 1, 1, source)),
            ("tgt_mask", "1, 1, T, T", (1, 1, target, target)),
            ("encoder", "B, H, S, S", (rows, heads, source, source)),
            ("decoder", "B, H, T, T", (rows, heads, target, target)),
            ("cross", "B, H, T, S", (rows, heads, target, source)),
        ],
        text("masks.shapes_line"),
    )
