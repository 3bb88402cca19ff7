"""A model trained without the causal mask, which only copies the answer it is fed."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from explainer import installed
from explainer.analysis.batch_masks import teacher_loss
from explainer.chapters.masks.edge import Fed
from explainer.chapters.masks.losses import LossSeries, draw_losses
from explainer.data.samples import default_sentence, samples
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.installed import Entry
from explainer.runs import registry, resources
from explainer.text import Text
from explainer.tokenizer.tokenizer import BOS


def is_causal(model: Entry) -> bool:
    """Return whether the model was trained with the causal mask."""
    return bool(model.card.get("model", {}).get("causal", True))


def find_pair(models: Mapping[str, Entry], own: str) -> tuple[Entry, Entry] | None:
    """Find models for the same languages, (trained with, trained without) the causal mask.

    Returns None if there is no such pair.
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


def feed_target(model: Entry, source: str, target: str) -> Fed:
    """Prepare a target text as teacher-forced input of a model."""
    tokenizer = registry.translator(model.name, model.version).tokenizer
    wanted = tokenizer.encode(target)
    return Fed(
        model.name,
        tokenizer.encode(source).ids,
        (BOS, *wanted.ids[:-1]),
        (tokenizer.token(BOS), *wanted.tokens[:-1]),
        wanted.ids,
        wanted.tokens,
    )


def loss_of(one: Fed) -> float:
    """Return the loss in nats per token, with the mask that the model was trained with."""
    return teacher_loss(resources.experiment(one.model, one.source, one.fed)["probs"], one.wanted)


def free_output(model: Entry, source: str) -> str:
    """Return a model's free-running translation."""
    ids = registry.translator(model.name, model.version).tokenizer.encode(source).ids
    return resources.greedy_output(model.name, ids)[2]


def draw_cheating(view: View) -> None:
    """Compare both models on a sentence; nothing unless both are installed."""
    text, translation = view.text, view.translation
    pair = find_pair(installed.usable(), translation.model)
    if pair is None:
        return
    language = str(pair[0].card["source"])
    own = str(view.card.get("source")) == language
    source = translation.source.text if own else default_sentence(language)
    is_read = own or language == view.lang
    target = translation.text if translation.model == pair[0].name else free_output(pair[0], source)
    other = next((one.text for one in samples(language) if one.text != source), source)
    targets = (target, free_output(pair[0], other))
    table = [tuple(loss_of(feed_target(model, source, one)) for one in targets) for model in pair]
    with chapter.figure(text("masks.cheating"), text("masks.cheating_line")):
        st.text(
            text("masks.cheating_source", source=source)
            if is_read
            else text("masks.cheating_other", target=target)
        )
        names = (text("masks.with_mask"), text("masks.without_mask"))
        sides = [
            LossSeries(
                name=name,
                fact=_training_facts(text, model),
                losses=losses,
                written=free_output(model, source),
            )
            for name, model, losses in zip(names, pair, table, strict=True)
        ]
        named = {text("masks.loss_right"): targets[0], text("masks.loss_wrong"): targets[1]}
        draw_losses(view, sides, named, "masks_losses")
        st.markdown(text("masks.cheating_told"))
        st.caption(text("masks.trained_told"))


def _training_facts(text: Text, model: Entry) -> str:
    """State a model's size and training time, as the mask is not the only difference."""
    steps = model.card.get("training", {}).get("steps", 0)
    size = f"{model.card['parameters'] / 1e6:.1f}"
    return text("masks.trained", size=size, steps=f"{steps:,}")
