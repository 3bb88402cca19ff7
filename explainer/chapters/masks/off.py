"""Switches that turn a mask off and run the model again: loss, translation, weights."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from explainer.analysis.batch_masks import teacher_loss, wanted_probs
from explainer.analysis.interventions import Intervention
from explainer.chapters.masks.charts import SHARES, compared
from explainer.chapters.masks.losses import LossesWords, Side, losses, losses_payload
from explainer.charts.cell_map import cell_map
from explainer.charts.curves import Axis, Dots
from explainer.frame import chapter, choices
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import pick_head
from explainer.runs import resources
from explainer.runs.batches import pad_pieces
from explainer.tokenizer.tokenizer import PAD
from explainer.translation import AttentionKind, prefix_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from explainer.engine import Translation
    from explainer.frame.view import View
    from explainer.text import Text

    Trace = Mapping[str, NDArray[np.float32]]

MOST_PADDING, USUAL_PADDING = 32, 8


def draw_off(view: View) -> None:
    """The run with all masks beside the run as the switches say, on the reader's sentence."""
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
        _losses(view, *sides)
        st.caption(_told_sentence(text, off))
    with chapter.figure(text("masks.off_tokens")):
        _probabilities(view, runs, off)
    with chapter.figure(text("masks.off_weights"), text("masks.off_weights_line")):
        _weights(view, runs, off[0] if off else "decoder", padding)
    left, right = chapter.details()
    with left:
        chapter.formula(text, _equations(view, runs))
    with right:
        chapter.code(text, "explainer.model.transformer", "Transformer.decode", "mask =")


def _switches(view: View) -> tuple[tuple[AttentionKind, ...], int]:
    """The attentions whose mask is off, and how much padding stands behind the sentence."""
    text, translation = view.text, view.translation
    kinds: tuple[AttentionKind, ...] = ("decoder", "encoder", "cross")
    names = (text("masks.switch_causal"), text("masks.switch_encoder"), text("masks.switch_cross"))
    keys = ("masks_causal", "masks_encoder", "masks_cross")
    with st.container(horizontal=True, vertical_alignment="center", gap="large"):
        on = [
            choices.toggle(text, key, name, default=kind != "decoder")
            for kind, key, name in zip(kinds, keys, names, strict=True)
        ]
    room = int(view.card.get("model", {}).get("max_positions", 0)) - len(translation.source.ids)
    most = max(0, min(MOST_PADDING, room))
    padding = choices.whole_number(
        text,
        "masks_pad",
        text("masks.pad_count"),
        0,
        most,
        min(USUAL_PADDING, most),
        help=text("masks.pad_help", most=most),
    )
    return tuple(kind for kind, is_on in zip(kinds, on, strict=True) if not is_on), padding


def _names(text: Text, off: tuple[AttentionKind, ...]) -> str:
    names = {
        "decoder": text("masks.off_causal"),
        "encoder": text("masks.off_encoder"),
        "cross": text("masks.off_cross"),
    }
    return " · ".join(names[kind] for kind in off) or text("masks.off_none")


def _told_sentence(text: Text, off: tuple[AttentionKind, ...]) -> str:
    """What to see in the two columns."""
    if "decoder" in off:
        return text("masks.told_causal")
    return text("masks.told_padding") if off else text("masks.told_none")


def _side(
    name: str,
    translation: Translation,
    source: tuple[int, ...],
    run: Trace,
    changes: tuple[Intervention, ...],
) -> Side:
    loss = teacher_loss(run["probs"], translation.predicted)
    return Side(name, "", (loss,), resources.greedy_output(translation.model, source, changes)[2])


def _losses(view: View, with_all: Side, changed: Side) -> None:
    """The loss of both runs, and what each writes by itself."""
    text = view.text
    words = LossesWords(
        text(
            "masks.off_losses_alt",
            with_all=f"{with_all.losses[0]:.3f}",
            changed=f"{changed.losses[0]:.3f}",
        ),
        (text("masks.loss"),),
        text("masks.loss_help"),
        text("masks.free_running"),
        (text("masks.guess_shorter"), text("masks.guess_same"), text("masks.guess_longer")),
    )
    targets = (view.translation.text,)
    losses(losses_payload(with_all, changed, targets, words, view.dark), key="masks_off_losses")


def _probabilities(view: View, runs: list[Trace], off: tuple[AttentionKind, ...]) -> None:
    text, translation = view.text, view.translation
    both, only = (wanted_probs(run["probs"], translation.predicted).tolist() for run in runs)
    chapter.chart(
        compared(
            dots=[
                Dots(text("masks.all_on"), None, both, "correct", filled=False),
                Dots(_names(text, off), None, only, "error", shape="cross"),
            ],
            x=Axis(text("masks.wanted"), words=translation.predicted_pieces, colour="target_text"),
            y=replace(SHARES, title=text("masks.probability")),
            name_title=text("masks.run"),
            form=".2%",
            dark=view.dark,
        ),
        text("masks.off_alt", count=len(both)),
        "masks_off_chart",
    )


def _weights(view: View, runs: list[Trace], kind: AttentionKind, padding: int) -> None:
    """The same head before and after."""
    text, translation = view.text, view.translation
    with st.container(horizontal=True, gap="medium"):
        _, layer, head = pick_head(text, translation, kind)
    name = prefix_of(kind, layer)
    source = pad_pieces(translation.source.pieces, len(translation.source) + padding)
    rows = source if kind == "encoder" else translation.fed_pieces
    keys = translation.fed_pieces if kind == "decoder" else source
    titles = (text("masks.all_on"), text("masks.off_after"))
    places = st.columns(2, gap="medium")
    for number_of_run, (place, run) in enumerate(zip(places, runs, strict=True)):
        hidden = ~run[f"{name}.mask"][head].astype(bool)
        with place:
            st.markdown(f"**{titles[number_of_run]}**")
            chapter.chart(
                cell_map(
                    values=run[f"{name}.weights"][head],
                    masked=hidden,
                    row_labels=rows,
                    key_labels=keys,
                    row_title=text("masks.asks"),
                    key_title=text("masks.looked_at"),
                    value_title=text("words.weight"),
                    row_colour="source_text" if kind == "encoder" else "target_text",
                    key_colour="target_text" if kind == "decoder" else "source_text",
                    dark=view.dark,
                ),
                text("masks.after_alt", hidden=int(hidden.sum()), cells=hidden.size),
                f"masks_off_{number_of_run}",
            )


def _equations(view: View, runs: list[Trace]) -> list[str]:
    """The loss of both runs, with its sum."""
    translation = view.translation
    colours, count = tones(view.dark), len(translation.predicted)
    lines = []
    for name, run in zip((r"L_{\checkmark}", r"L_{\times}"), runs, strict=True):
        loss = teacher_loss(run["probs"], translation.predicted)
        lines.append(
            rf"{name} = -\frac{{1}}{{T}} \sum_t \ln p({in_colour(colours, 'target', 'y_t')})"
            rf" = \frac{{{number(loss * count)}}}{{{count}}} = {number(loss)}"
        )
    return lines
