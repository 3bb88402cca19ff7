"""Turn masks off and run the model again; a row with no visible key."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from explainer.analysis.batch_masks import row_steps, teacher_loss, wanted_probs
from explainer.analysis.interventions import Intervention
from explainer.chapters.masks.charts import SHARES, compared
from explainer.chapters.masks.losses import LossSeries, draw_losses
from explainer.chapters.masks.scores import strip, strip_rows
from explainer.charts.curves import Axis, Dots
from explainer.frame import chapter
from explainer.frame.choices import Slider, Switch
from explainer.frame.formula import in_colour, number, tones
from explainer.runs import resources
from explainer.runs.batches import batch_differences, batch_head, make_batch
from explainer.text.numbers import power
from explainer.tokenizer.tokenizer import PAD
from explainer.translation import AttentionKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from explainer.engine import Translation
    from explainer.frame.view import View
    from explainer.text import Text

    Trace = Mapping[str, NDArray[np.float32]]

MOST_PADDING, USUAL_PADDING = 32, 8
MASKS: dict[AttentionKind, Switch] = {
    "decoder": Switch("masks_causal"),
    "encoder": Switch("masks_encoder", usual=True),
    "cross": Switch("masks_cross", usual=True),
}
PADDING = Slider("masks_pad", 0, MOST_PADDING)


def draw_off(view: View) -> None:
    """Compare the run with all masks and with the switches' masks."""
    text, translation = view.text, view.translation
    off, padding = _switches(view)
    source = (*translation.source.ids, *(PAD,) * padding)
    changes = tuple(Intervention("unmask", kind) for kind in off)
    runs = [
        resources.experiment(translation.model, source, translation.fed, c) for c in ((), changes)
    ]
    with chapter.figure(text("masks.off"), text("masks.off_line")):
        sides = [
            _side(name, translation, source, run, changed)
            for name, run, changed in zip(
                (text("masks.all_on"), _names(text, off)), runs, ((), changes), strict=True
            )
        ]
        draw_losses(view, sides, {text("masks.loss"): translation.text}, "masks_off_losses")
        st.caption(_told_sentence(text, off))
        _probabilities(view, runs, off)
        _alone(view)
    _nothing(view)
    left, right = chapter.details()
    with left:
        chapter.formula(text, _equations(view, runs))
    with right:
        chapter.code(text, "explainer.model.transformer", "Transformer.decode", "mask =")


def _switches(view: View) -> tuple[tuple[AttentionKind, ...], int]:
    """Draw the switches; return attentions without mask, and the number of PADs appended."""
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        off = tuple(kind for kind, mask in MASKS.items() if not mask.draw(text))
    room = int(view.card.get("model", {}).get("max_positions", 0)) - len(translation.source.ids)
    most = max(0, min(MOST_PADDING, room))
    return off, PADDING.draw(text, min(USUAL_PADDING, most), most, most=most)


def _names(text: Text, off: tuple[AttentionKind, ...]) -> str:
    names = {
        "decoder": text("masks.off_causal"),
        "encoder": text("masks.off_encoder"),
        "cross": text("masks.off_cross"),
    }
    return " · ".join(names[kind] for kind in off) or text("masks.off_none")


def _told_sentence(text: Text, off: tuple[AttentionKind, ...]) -> str:
    """Explain what to see in the two columns."""
    if "decoder" in off:
        return text("masks.told_causal")
    return text("masks.told_padding") if off else text("masks.told_none")


def _side(
    name: str,
    translation: Translation,
    source: tuple[int, ...],
    run: Trace,
    changes: tuple[Intervention, ...],
) -> LossSeries:
    loss = teacher_loss(run["probs"], translation.predicted)
    written = resources.greedy_output(translation.model, source, changes)[2]
    return LossSeries(name=name, fact="", losses=(loss,), written=written)


def _probabilities(view: View, runs: list[Trace], off: tuple[AttentionKind, ...]) -> None:
    text, translation = view.text, view.translation
    both, only = (wanted_probs(run["probs"], translation.predicted).tolist() for run in runs)
    chapter.chart(
        compared(
            dots=[
                Dots(text("masks.all_on"), None, both, "correct", filled=False),
                Dots(_names(text, off), None, only, "error", shape="cross"),
            ],
            x=Axis(text("masks.wanted"), words=translation.predicted_tokens, colour="target_text"),
            y=replace(SHARES, title=text("masks.probability")),
            name_title=text("masks.run"),
            form=".2%",
            dark=view.dark,
        ),
        text("masks.off_alt", count=len(both)),
        "masks_off_chart",
        name=text("masks.off_tokens"),
    )


def _alone(view: View) -> None:
    """State the logit difference of a sentence alone and in a batch, with and without mask."""
    batch = make_batch(view.translation)
    differences = batch_differences(view.translation.model, batch.rows)
    st.caption(
        view.text(
            "masks.invariance_facts",
            single=power(differences["float32"].max()),
            double=power(differences["float64"].max()),
            without=f"{differences['unmasked'].max():.2f}",
        )
    )


def _nothing(view: View) -> None:
    """Show a row with all scores masked, and how our masks avoid it."""
    text, batch = view.text, make_batch(view.translation)
    shown = batch_head(batch, "encoder", 0, 0, 0)
    steps = row_steps(shown.scores[0], np.zeros_like(shown.mask[0]))
    with chapter.figure(text("masks.nothing"), text("masks.nothing_line")):
        rows = strip_rows(
            [
                (text("masks.step_score"), steps.score, "signed", 2),
                (text("masks.step_masked"), steps.masked, "signed", 2),
                (text("masks.step_raised"), steps.raised, "plain", 0),
                (text("masks.step_weight"), steps.weight, "weight", 0),
            ]
        )
        strip(view, rows, shown.keys, "source_text", -1, "masks_nothing")
        masks = [batch.arrays[f"{kind}.mask"] for kind in ("encoder", "decoder", "cross")]
        closed = sum(int((~mask.any(axis=-1)).sum()) for mask in masks)
        count = sum(mask[..., 0].size for mask in masks)
        st.markdown(text("masks.nothing_here", closed=closed, rows=count))


def _equations(view: View, runs: list[Trace]) -> list[str]:
    """Return both runs' losses as sums."""
    translation = view.translation
    colours, count = tones(view.dark), len(translation.predicted)
    lines = []
    for name, run in zip((r"L_{\checkmark}", r"L_{\times}"), runs, strict=True):
        loss = teacher_loss(run["probs"], translation.predicted)
        lines.append(
            rf"{name} = -\frac{{1}}{{T}} \sum_t \ln p({in_colour(colours, 'target', 'y_t')})"
            rf" = \frac{{{number(loss * count)}}}{{{count}}} = {number(loss)}"
        )
    lines.append(r"w_j = \frac{e^{-\infty}}{\sum_l e^{-\infty}} = \frac{0}{0} = \mathrm{NaN}")
    return lines
