"""A row of scores with the mask added and its softmax; the common mistake."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.batch_masks import RowSteps, multiplied_after, row_steps
from explainer.chapters.masks.charts import Fill, StripRow, row_strip
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import COLUMN, KIND, ROW, Picker, pick_head
from explainer.frame.view import View
from explainer.runs.batches import Batch, BatchHead, batch_head, make_batch
from explainer.text import Text
from explainer.text.numbers import decimal, percent


def draw_row(view: View, batch: Batch, index: int) -> tuple[BatchHead, list[str]]:
    """Draw a head's row from score to weight for sentence `index`; return the head and formulas."""
    text, translation = view.text, view.translation
    with chapter.figure(text("masks.scores"), text("masks.scores_line")):
        place = st.container()
        with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
            kind = KIND.draw(text, usual="decoder")
            pick, layer, head = pick_head(text, translation, kind)
        shown = batch_head(batch, kind, layer, head, index)
        row, key = pick_by_sliders(pick, shown.mask)
        steps = row_steps(shown.scores[row], shown.mask[row])
        with place:
            name = text("words.cell_row", row=shown.rows[row])
            _strip(view, shown, steps, key, name)
            _facts(text, shown, row)
    return shown, _equations(view, shown, steps, row, key)


def pick_by_sliders(pick: Picker, mask: NDArray[np.bool_]) -> tuple[int, int]:
    """Draw sliders; return (row, column), by default a middle row and its first masked key."""
    rows, keys = mask.shape
    left, right = st.columns(2, gap="large")
    with left:
        row = pick.slider(ROW, rows, rows // 3, pick.text("masks.row"))
    with right:
        telling = int(np.argmin(mask[row]))  # 0 where it may see everything
        return row, pick.slider(COLUMN, keys, telling, pick.text("masks.column"))


def _strip(view: View, shown: BatchHead, steps: RowSteps, key: int, name: str) -> None:
    text = view.text
    rows = strip_rows(
        [
            (text("masks.step_score"), steps.score, "signed", 2),
            (text("masks.step_mask"), steps.mask, "plain", 0),
            (text("masks.step_masked"), steps.masked, "signed", 2),
            (text("masks.step_raised"), steps.raised, "plain", 2),
            (text("masks.step_weight"), steps.weight, "weight", 3),
        ]
    )
    strip(view, rows, shown.keys, shown.colours["key_colour"], key, "masks_strip", name)


def strip_rows(lines: Iterable[tuple[str, NDArray[np.floating], Fill, int]]) -> list[StripRow]:
    """Make strip rows from names, numbers, fill styles and decimals."""
    return [
        StripRow(name, values.tolist(), [decimal(v, digits) for v in values], fill)
        for name, values, fill, digits in lines
    ]


def strip(
    view: View,
    rows: list[StripRow],
    keys: tuple[str, ...],
    colour: str,
    chosen: int,
    key: str,
    name: str = "",
) -> None:
    """Draw a chart of rows over the same keys."""
    text = view.text
    chapter.chart(
        row_strip(
            rows=rows,
            key_labels=keys,
            key_title=text("masks.looked_at"),
            key_colour=colour,
            chosen=chosen,
            row_title=text("masks.step"),
            value_title=text("masks.value"),
            dark=view.dark,
        ),
        text("masks.strip_alt", steps=", ".join(row.name for row in rows), keys=len(keys)),
        key,
        name=name,
    )


def _facts(text: Text, shown: BatchHead, row: int) -> None:
    """State the weight that masked keys would have got without the mask."""
    hidden = int((~shown.mask[row]).sum())
    if not hidden:
        st.caption(text("masks.row_open"))
        return
    lost = 1 - float(multiplied_after(shown.scores[row], shown.mask[row]).sum())
    st.caption(text("masks.row_facts", hidden=hidden, share=percent(lost, 0)))


def _equations(view: View, shown: BatchHead, steps: RowSteps, row: int, key: int) -> list[str]:
    """Return score, masked score and weight of the chosen cell."""
    text, colours = view.text, tones(view.dark)
    q, k = (in_colour(colours, name, name) for name in "qk")
    mask = in_colour(colours, "mask", "m")
    dot = float(shown.q[row].astype(np.float64) @ shown.k[key].astype(np.float64))
    score, weight = text("words.tex_score"), text("words.tex_weight")
    free = bool(shown.mask[row, key])
    added = in_colour(colours, "mask", "0" if free else r"(-\infty)")
    after = number(steps.masked[key]) if free else r"-\infty"
    top = number(steps.raised[key]) if free else r"e^{-\infty}"
    result = in_colour(colours, "weight", rf"\mathbf{{{steps.weight[key]:.3f}}}")
    return [
        rf"\text{{{score}}}\; s = \frac{{{q} \cdot {k}}}{{\sqrt{{d_k}}}}"
        rf" = \frac{{{number(dot)}}}{{{number(shown.q.shape[-1] ** 0.5)}}}"
        rf" = {number(steps.score[key])}",
        rf"s + {mask} = {number(steps.score[key])} + {added} = {after}",
        rf"\text{{{weight}}} = \frac{{e^{{s + {mask}}}}}{{\sum e^{{s + {mask}}}}}"
        rf" = \frac{{{top}}}{{{number(steps.total)}}} = {result}",
    ]


def draw_mistake(view: View) -> None:
    """Show masking after softmax on this batch."""
    batch = make_batch(view.translation)
    text, translation = view.text, view.translation
    layer = translation.attention("decoder").shape[0] - 1
    shown = batch_head(batch, "decoder", layer, 0, 0)
    count = len(batch.sentences[0].fed)
    first = min(1, count - 1)  # a row that sees itself alone is a dull example
    sums = multiplied_after(shown.scores, shown.mask)[first:count].sum(axis=1)
    row = first + int(sums.argmin())
    wrong, right = multiplied_after(shown.scores[row], shown.mask[row]), shown.weights[row]
    chapter.wrong(text, text("masks.mistake_line"))
    rows = [
        StripRow(name, values[:count].tolist(), [decimal(v) for v in values[:count]], "weight")
        for name, values in ((text("masks.wrong"), wrong), (text("masks.right"), right))
    ]
    strip(view, rows, shown.keys[:count], "target_text", row, "masks_mistake")
    total = float(wrong.sum())
    st.markdown(
        text(
            "masks.mistake_sums",
            layer=layer + 1,
            wrong=f"{total:.2f}",
            right=f"{float(right.sum()):.2f}",
            share=percent(1 - total, 0),
        )
    )
