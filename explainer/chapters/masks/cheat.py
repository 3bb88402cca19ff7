"""A model trained without the causal mask: it copies the answer it is fed, and learns no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.batch_masks import ahead_shares, teacher_loss, wanted_probs
from explainer.chapters.masks.chart_compare import Series, position_dots
from explainer.charts.cell_map import cell_map
from explainer.data.samples import default_sentence, samples
from explainer.frame import chapter
from explainer.frame.formula import number
from explainer.frame.view import View
from explainer.runs import registry, resources
from explainer.runs.registry import Entry
from explainer.text import Text
from explainer.tokenizer.tokenizer import BOS


@dataclass(frozen=True)
class ForcedPass:
    """One model fed a target text: what it was fed, what it should write, and its pass."""

    fed: tuple[str, ...]
    wanted: tuple[int, ...]
    pieces: tuple[str, ...]
    run: Mapping[str, NDArray[np.float32]]

    @property
    def loss(self) -> float:
        return teacher_loss(self.run["probs"], self.wanted)

    @property
    def probabilities(self) -> list[float]:
        found: list[float] = wanted_probs(self.run["probs"], self.wanted).tolist()
        return found


def is_causal(model: Entry) -> bool:
    return bool(model.card.get("model", {}).get("causal", True))


def find_pair(models: Mapping[str, Entry], own: str) -> tuple[Entry, Entry] | None:
    """(trained with, trained without) the mask on the same languages; the reader's own if it fits.

    None while there is no such pair.
    """
    for without in (model for model in models.values() if not is_causal(model)):
        languages = (without.card["source"], without.card["target"])
        fitting = [
            model
            for model in models.values()
            if is_causal(model) and (model.card["source"], model.card["target"]) == languages
        ]
        if fitting:
            return next((model for model in fitting if model.name == own), fitting[0]), without
    return None


def force_text(model: Entry, source: str, target: str) -> ForcedPass:
    """Teacher-force a target text."""
    tokenizer = registry.translator(model.name, model.version).tokenizer
    wanted = tokenizer.encode(target)
    fed = (BOS, *wanted.ids[:-1])
    run = resources.experiment(model.name, tokenizer.encode(source).ids, fed)
    return ForcedPass((tokenizer.piece(BOS), *wanted.pieces[:-1]), wanted.ids, wanted.pieces, run)


def free(model: Entry, source: str) -> str:
    """What a model writes by itself."""
    ids = registry.translator(model.name, model.version).tokenizer.encode(source).ids
    return resources.greedy_output(model.name, ids)[2]


def draw_cheating(view: View) -> None:
    """Both models on the same sentence: loss, a wrong target, what they write, where they look."""
    text, translation = view.text, view.translation
    pair = find_pair(registry.usable(), translation.model)
    if pair is None:
        st.info(text("masks.not_installed"))
        return
    language = str(pair[0].card["source"])
    own = str(view.card.get("source")) == language
    source = translation.source.text if own else default_sentence(language)
    target = translation.text if translation.model == pair[0].name else free(pair[0], source)
    other = next((one.text for one in samples(language) if one.text != source), source)
    wrong = free(pair[0], other)
    runs = [force_text(model, source, target) for model in pair]
    strangers = [force_text(model, source, wrong) for model in pair]
    names = (text("masks.with_mask"), text("masks.without_mask"))
    with chapter.figure(text("masks.cheating"), text("masks.cheating_line")):
        st.text(text("masks.cheating_source", source=source))
        for place, name, model, run, stranger in zip(
            st.columns(2, gap="medium"), names, pair, runs, strangers, strict=True
        ):
            with place:
                st.markdown(f"**{name}**")
                st.caption(_training_facts(text, model))
                _numbers(text, target, wrong, (run, stranger))
                st.caption(text("masks.free_running"))
                st.code(free(model, source) or " ", language=None, wrap_lines=True)
        _chart(view, names, runs)
        st.caption(text("masks.cheating_told"))
        st.caption(text("masks.trained_told"))
    _where(view, runs[1])
    chapter.formula(
        text,
        [
            rf"L_{{{mark}}} = -\frac{{1}}{{T}} \sum_t \ln p(y_t \mid {condition}, x)"
            rf" = {number(run.loss)}"
            for mark, condition, run in zip(
                (r"\checkmark", r"\times"), (r"y_{<t}", r"y_1, \dots, y_{T-1}"), runs, strict=True
            )
        ],
    )
    chapter.code(text, "explainer.model.masks", "causal_target_mask")


def _training_facts(text: Text, model: Entry) -> str:
    """How large it is and how long it learned: the mask is not all that differs."""
    steps = model.card.get("training", {}).get("steps", 0)
    size = f"{model.card['parameters'] / 1e6:.1f}"
    return text("masks.trained", size=size, steps=f"{steps:,}")


def _numbers(text: Text, target: str, wrong: str, runs: tuple[ForcedPass, ForcedPass]) -> None:
    """The loss on the right target and on one that has nothing to do with the source."""
    losses = (
        (text("masks.loss_right"), target, runs[0]),
        (text("masks.loss_wrong"), wrong, runs[1]),
    )
    for place, (label, shown, run) in zip(st.columns(2), losses, strict=True):
        with place:
            st.metric(label, f"{run.loss:.3f}", help=text("masks.loss_help"))
            st.text(shown)


def _chart(view: View, names: tuple[str, str], runs: list[ForcedPass]) -> None:
    """p of every wanted piece; the first model only where it cuts the target the same way."""
    text, without = view.text, runs[1]
    series = [Series(names[1], without.probabilities, "error", "cross")]
    if runs[0].pieces == without.pieces:
        series.insert(0, Series(names[0], runs[0].probabilities, "correct", "circle", False))
    chapter.chart(
        position_dots(
            series=series,
            labels=without.pieces,
            label_title=text("masks.wanted"),
            value_title=text("masks.probability"),
            series_title=text("masks.run"),
            dark=view.dark,
        ),
        text("masks.cheating_alt", with_mask=f"{runs[0].loss:.3f}", without=f"{without.loss:.3f}"),
        "masks_cheating",
    )


def _where(view: View, without: ForcedPass) -> None:
    """The head that looks most at the very next position, where the answer stands."""
    text = view.text
    layers: list[NDArray[np.float32]] = []
    while (name := f"decoder.{len(layers)}.self_attn.weights") in without.run:
        layers.append(without.run[name])
    weights = np.stack(layers)
    shares = ahead_shares(weights)
    layer, head = (int(i) for i in np.unravel_index(int(shares.argmax()), shares.shape))
    shown = weights[layer, head]
    with chapter.figure(
        text("masks.peek", layer=layer + 1, head=head + 1),
        text("masks.peek_line", share=f"{shares[layer, head]:.0%}"),
    ):
        chapter.chart(
            cell_map(
                values=shown,
                row_labels=without.fed,
                key_labels=without.fed,
                row_title=text("masks.asks"),
                key_title=text("masks.looked_at"),
                value_title=text("words.weight"),
                row_colour="target_text",
                key_colour="target_text",
                dark=view.dark,
            ),
            text("masks.peek_alt", share=f"{shares[layer, head]:.0%}"),
            "masks_peek",
        )
