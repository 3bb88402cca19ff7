"""The batch against its sentences alone, the row that may see nothing, and training beside use."""

from __future__ import annotations

import numpy as np
import streamlit as st

from explainer.analysis.batch_masks import row_steps, wanted_probs
from explainer.analysis.interventions import Intervention
from explainer.chapters.masks.chart_compare import Series, log_dots, position_dots
from explainer.chapters.masks.chart_grid import order_grid
from explainer.chapters.masks.chart_map import StripRow
from explainer.chapters.masks.scores import strip
from explainer.frame import chapter, choices
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.runs import batches, resources
from explainer.runs.batches import Batch, head_of
from explainer.text import Text
from explainer.text.numbers import decimal, power
from explainer.translation import Translation

UNMASKED = (Intervention("unmask", "decoder"),)


def draw_invariance(view: View) -> None:
    """The same sentence alone and in the batch, and 0/0."""
    batch = batches.make_batch(view.translation)
    text, translation = view.text, view.translation
    found = batches.batch_differences(translation.model, batch.rows)
    width = batch.arrays["source"].shape[1]
    labels = [
        text(
            "masks.row_name", number=i + 1, pieces=len(one.source), padding=width - len(one.source)
        )
        for i, one in enumerate(batch.sentences)
    ]
    with chapter.figure(text("masks.invariance"), text("masks.invariance_line")):
        chapter.chart(
            log_dots(
                series=[
                    Series(text("masks.in_double"), found["float64"].tolist(), "correct", "circle"),
                    Series(
                        text("masks.in_single"),
                        found["float32"].tolist(),
                        "correct",
                        "square",
                        filled=False,
                    ),
                    Series(text("masks.in_none"), found["unmasked"].tolist(), "error", "cross"),
                ],
                row_labels=labels,
                row_title=text("masks.sentence"),
                value_title=text("masks.difference"),
                series_title=text("masks.run"),
                dark=view.dark,
            ),
            text(
                "masks.invariance_alt",
                single=power(found["float32"].max()),
                double=power(found["float64"].max()),
                without=f"{found['unmasked'].max():.1f}",
            ),
            "masks_invariance",
        )
        st.caption(
            text(
                "masks.invariance_facts",
                single=power(found["float32"].max()),
                double=power(found["float64"].max()),
                without=f"{found['unmasked'].max():.2f}",
            )
        )
    _nothing(view, batch)
    largest = r"\max_{t,v} \left| z^{\mathrm{batch}}_{1,t,v} - z^{\mathrm{alone}}_{1,t,v} \right|"
    chapter.formula(
        text,
        [
            rf"\Delta_1^{{\checkmark}} = {largest} = {_power(float(found['float32'][0]))}",
            rf"\Delta_1^{{\times}} = {largest} = {number(float(found['unmasked'][0]))}",
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


def draw_training(view: View) -> None:
    """All positions at once beside one by one; the numbers agree because of the mask."""
    translation = view.translation
    text, count = view.text, len(translation.fed)
    all_at_once = translation.trace["log_probs"]
    steps = batches.stepwise(translation.model, translation.source.ids, translation.fed)
    seen = resources.experiment(
        translation.model, translation.source.ids, translation.fed, UNMASKED
    )["log_probs"]
    difference = float(np.abs(steps - all_at_once).max())
    with chapter.figure(text("masks.training"), text("masks.training_line")):
        step = choices.whole_number(
            text, "masks_step", text("masks.step_number"), 1, count, min(count, count // 2 + 1)
        )
        left, right = st.columns(2, gap="medium")
        with left:
            st.markdown(f"**{text('masks.at_once')}**")
            st.caption(text("masks.at_once_line", count=count))
            _order(view, None)
        with right:
            st.markdown(f"**{text('masks.one_by_one')}**")
            st.caption(text("masks.one_by_one_line", step=step, count=count))
            _order(view, step - 1)
        st.text(
            text(
                "masks.step_told",
                fed=translation.fed_pieces[step - 1],
                wanted=translation.predicted_pieces[step - 1],
            )
        )
    with chapter.figure(text("masks.agree"), text("masks.agree_line")):
        _positions(view, (all_at_once, steps, seen))
        _verdict(text, difference, float(np.abs(steps - seen).max()))
    chapter.formula(text, _equations(translation, step - 1, (all_at_once, steps, seen)))
    chapter.code(text, "explainer.model.transformer", "Transformer.forward")


def _verdict(text: Text, difference: float, unmasked: float) -> None:
    if difference < 1e-3:
        st.caption(text("masks.agree_facts", same=power(difference), open=f"{unmasked:.1f}"))
    else:  # the model was trained without a causal mask
        st.caption(text("masks.agree_not", difference=f"{difference:.1f}"))


def _order(view: View, step: int | None) -> None:
    text, translation = view.text, view.translation
    chapter.chart(
        order_grid(
            step=step,
            labels=translation.fed_pieces,
            row_title=text("masks.asks"),
            key_title=text("masks.looked_at"),
            states=(text("masks.now"), text("masks.before_now"), text("masks.hidden")),
            dark=view.dark,
        ),
        text("masks.at_once") if step is None else text("masks.one_by_one"),
        f"masks_order_{step is None}",
    )


def _positions(view: View, runs: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
    translation = view.translation
    text, wanted = view.text, translation.predicted
    at_once, steps, seen = (np.exp(wanted_probs(run, wanted)).tolist() for run in runs)
    chapter.chart(
        position_dots(
            series=[
                Series(text("masks.at_once"), at_once, "target", "circle", filled=False),
                Series(text("masks.one_by_one"), steps, "correct", "triangle-up"),
                Series(text("masks.at_once_open"), seen, "error", "cross"),
            ],
            labels=translation.predicted_pieces,
            label_title=text("masks.wanted"),
            value_title=text("masks.probability"),
            series_title=text("masks.run"),
            dark=view.dark,
        ),
        text("masks.agree_alt", count=len(steps)),
        "masks_positions",
    )


def _equations(
    translation: Translation, step: int, runs: tuple[np.ndarray, np.ndarray, np.ndarray]
) -> list[str]:
    """p of the wanted piece at the chosen step: all at once, one by one, without the mask."""
    values = [float(np.exp(run[step, translation.predicted[step]])) for run in runs]
    t = step + 1
    return [
        rf"p(y_{{{t}}} \mid y_{{<{t}}}, x) = {number(values[0])}\;(1)"
        rf" = {number(values[1])}\;(2)",
        rf"p(y_{{{t}}} \mid y_{{1 \dots {len(translation.predicted) - 1}}}, x)"
        rf" = {number(values[2])}\;(3)",
    ]
