"""The batch of the page of masks: the reader's sentence with samples, and its masks as grids."""

from __future__ import annotations

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.batch_masks import with_padding
from explainer.chapters.masks.chart_grid import mask_grid
from explainer.charts.batch_grid import batch_grid
from explainer.frame import chapter, choices
from explainer.frame.view import View
from explainer.runs.batches import Batch, make_batch
from explainer.text import Text
from explainer.tokenizer.tokenizer import PAD, SPECIALS


def pick_sentence(text: Text, batch: Batch) -> int:
    """A sentence of the batch, first the reader's own."""
    names = {str(i + 1): str(i + 1) for i in range(len(batch.sentences))}
    label = text("masks.sentence")
    return int(choices.segments(text, "masks_sentence", label, names, "1")) - 1


def draw_batch(view: View) -> None:
    """Sentences in one rectangle, and the four masks of one of them."""
    batch = make_batch(view.translation)
    text = view.text
    _rectangle(view, batch)
    with chapter.figure(text("masks.grids"), text("masks.grids_line")):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            index = pick_sentence(text, batch)
            names = {"boolean": text("masks.boolean"), "additive": text("masks.additive")}
            form = choices.segments(text, "masks_form", text("masks.form"), names, "boolean")
        _grids(view, batch, index, form == "additive")
        st.caption(text("masks.no_target_padding"))
    left, right = st.columns(2, gap="large")
    with left:
        chapter.formula(text, _equations(batch))
    with right:
        _shapes(text, batch)
    chapter.code(text, "explainer.model.masks", "causal_mask")


def _rectangle(view: View, batch: Batch) -> None:
    text, sentences = view.text, batch.sentences
    rows, width = batch.arrays["source"].shape
    empty = int((batch.arrays["source"] == PAD).sum())
    with chapter.figure(text("masks.batch"), text("masks.batch_line")):
        chapter.chart(
            batch_grid(
                pieces=[one.source for one in sentences],
                ids=[one.source_ids for one in sentences],
                pad_piece=SPECIALS[PAD],
                row_title=text("masks.sentence"),
                column_title=text("masks.position"),
                piece_title=text("masks.piece"),
                id_title=text("masks.id"),
                dark=view.dark,
            ),
            text("masks.batch_alt", rows=rows, columns=width, empty=empty),
            "masks_rectangle",
        )
        st.caption(
            text(
                "masks.batch_facts",
                rows=rows,
                columns=width,
                cells=rows * width,
                empty=empty,
                share=f"{empty / (rows * width):.0%}",
            )
        )


def _grids(view: View, batch: Batch, index: int, additive: bool) -> None:
    """Padding, causal, both, cross."""
    text, arrays = view.text, batch.arrays
    source, fed = batch.source_labels(index), batch.fed_labels(index)
    causal = np.tril(np.ones((len(fed), len(fed)), dtype=bool))
    both = with_padding(causal, arrays["fed"][index])
    shown = (
        (
            text("masks.padding"),
            text("masks.padding_line"),
            arrays["encoder.mask"][index],
            source,
            source,
        ),
        (text("masks.causal"), text("masks.causal_line"), causal, fed, fed),
        (
            text("masks.both"),
            text("masks.both_line", count=int((causal ^ both).sum())),
            both,
            fed,
            fed,
        ),
        (text("masks.cross"), text("masks.cross_line"), arrays["cross.mask"][index], fed, source),
    )
    places = [column for _ in range(2) for column in st.columns(2, gap="medium")]
    for number, (place, one) in enumerate(zip(places, shown, strict=True)):
        with place:
            _grid(view, number, one, additive)


def _grid(
    view: View,
    number: int,
    shown: tuple[str, str, NDArray[np.bool_], tuple[str, ...], tuple[str, ...]],
    additive: bool,
) -> None:
    text = view.text
    name, line, mask, rows, keys = shown
    free, cells = int(mask.sum()), mask.size
    st.markdown(f"**{name}**")
    st.caption(f"{line} {text('masks.free_cells', free=free, cells=cells)}")
    chapter.chart(
        mask_grid(
            mask=mask,
            row_labels=rows,
            key_labels=keys,
            row_title=text("masks.asks"),
            key_title=text("masks.looked_at"),
            symbols=("−∞", "0") if additive else ("0", "1"),
            meanings=(text("masks.hidden"), text("masks.free")),
            row_colour="source_text" if number == 0 else "target_text",
            key_colour="source_text" if number in (0, 3) else "target_text",
            dark=view.dark,
        ),
        text("masks.grid_alt", name=name, rows=len(rows), columns=len(keys), free=free),
        f"masks_grid_{number}",
    )


def _equations(batch: Batch) -> list[str]:
    """The definitions, and how many cells the causal mask leaves free."""
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
