"""The model that is chosen, and a sentence in it: whose numbers the glossary draws and tells."""

from __future__ import annotations

import streamlit as st

from explainer.data.samples import default_sentence
from explainer.frame.params import DEFAULTS
from explainer.frame.view import View
from explainer.runs import registry, resources
from explainer.runs.gate import Busy
from explainer.runs.registry import Entry
from explainer.translation import InputError, Translation


def chosen_model() -> Entry | None:
    """None where no Transformer is chosen."""
    return registry.usable().get(str(st.session_state.get("model")))


def translated(view: View, model: Entry | None) -> Translation | None:
    """The sentence that the reader looked at last, else the model's example; None where it cannot
    be had just now, without a word: nothing on the page needs it.
    """
    last = view.maybe_translation
    if model is None or (last is not None and last.model == model.name):
        return last
    sentence = default_sentence(model.card["source"])
    if not sentence or registry.problem(model):
        return None
    try:
        return resources.translate(resources.Request(model.name, sentence, DEFAULTS.options()))
    except (Busy, InputError):
        return None
