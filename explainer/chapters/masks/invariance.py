"""The batch against its sentences alone, and the row that may see nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from explainer.analysis.batch_masks import row_steps
from explainer.chapters.masks.charts import LOG, StripRow, compared
from explainer.chapters.masks.scores import strip
from explainer.charts.curves import Axis, Dots
from explainer.frame import chapter
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.runs import batches
from explainer.runs.batches import Batch, head_of
from explainer.text.numbers import decimal, power


def draw_invariance(view: View) -> None:
    """The same sentence alone and in the batch, and 0/0."""
    batch = batches.make_batch(view.translation)
    text, translation = view.text, view.translation
    differences = batches.batch_differences(translation.model, batch.rows)
    width = batch.arrays["source"].shape[1]
    labels = [
        text(
            "masks.row_name", number=i + 1, pieces=len(one.source), padding=width - len(one.source)
        )
        for i, one in enumerate(batch.sentences)
    ]
    words = {
        run: [f"{value:.1f}" if 0.1 <= value < 1000 else power(value) for value in values]
        for run, values in differences.items()
    }

    def dots(name: str, run: str, tone: str = "correct", **looks: Any) -> Dots:
        return Dots(name, None, differences[run], tone, labels=words[run], **looks)

    with chapter.figure(text("masks.invariance"), text("masks.invariance_line")):
        chapter.chart(
            compared(
                dots=[
                    dots(text("masks.in_double"), "float64"),
                    dots(
                        text("masks.in_single"), "float32", "correct", shape="square", filled=False
                    ),
                    dots(text("masks.in_none"), "unmasked", tone="error", shape="cross"),
                ],
                x=Axis(text("masks.sentence"), words=labels, span=(-0.5, len(labels) - 0.5)),
                y=replace(LOG, title=text("masks.difference")),
                name_title=text("masks.run"),
                form=".1e",
                dark=view.dark,
            ),
            text(
                "masks.invariance_alt",
                single=power(differences["float32"].max()),
                double=power(differences["float64"].max()),
                without=f"{differences['unmasked'].max():.1f}",
            ),
            "masks_invariance",
        )
        st.caption(
            text(
                "masks.invariance_facts",
                single=power(differences["float32"].max()),
                double=power(differences["float64"].max()),
                without=f"{differences['unmasked'].max():.2f}",
            )
        )
    _nothing(view, batch)
    largest = r"\max_{t,v} \left| z^{\mathrm{batch}}_{1,t,v} - z^{\mathrm{alone}}_{1,t,v} \right|"
    chapter.formula(
        text,
        [
            rf"\Delta_1^{{\checkmark}} = {largest} = {_power(float(differences['float32'][0]))}",
            rf"\Delta_1^{{\times}} = {largest} = {number(float(differences['unmasked'][0]))}",
            r"w_j = \frac{e^{-\infty}}{\sum_l e^{-\infty}} = \frac{0}{0} = \mathrm{NaN}",
        ],
    )
    chapter.code(text, "explainer.model.masks", "padding_mask")


def _power(value: float) -> str:
    """A small number for KaTeX, with one digit."""
    mantissa, power = f"{value:.0e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}" if value else "0"


def _nothing(view: View, batch: Batch) -> None:
    """A real row of scores, all of it masked, and what our masks do instead."""
    text = view.text
    shown = head_of(batch, "encoder", 0, 0, 0)
    steps = row_steps(shown.scores[0], np.zeros_like(shown.mask[0]))
    with chapter.figure(text("masks.nothing"), text("masks.nothing_line")):
        lines = (
            (text("masks.step_score"), steps.score, "signed", 2),
            (text("masks.step_masked"), steps.masked, "signed", 2),
            (text("masks.step_raised"), steps.raised, "plain", 0),
            (text("masks.step_weight"), steps.weight, "weight", 0),
        )
        rows = [
            StripRow(name, values.tolist(), [decimal(v, digits) for v in values], fill)  # type: ignore[arg-type]
            for name, values, fill, digits in lines
        ]
        strip(view, rows, shown.keys, "source_text", -1, "masks_nothing")
        closed = sum(
            int((~batch.arrays[f"{kind}.mask"].any(axis=-1)).sum())
            for kind in ("encoder", "decoder", "cross")
        )
        rows_in_all = sum(
            batch.arrays[f"{kind}.mask"][..., 0].size for kind in ("encoder", "decoder", "cross")
        )
        st.markdown(text("masks.nothing_here", closed=closed, rows=rows_in_all))
