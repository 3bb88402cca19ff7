"""The chosen model and one of its translations, for the glossary's numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer import installed
from explainer.data.samples import example_of
from explainer.frame.params import DEFAULTS
from explainer.frame.view import View
from explainer.installed import Entry
from explainer.runs import registry, resources
from explainer.runs.gate import Busy
from explainer.translation import InputError, Translation

HELD: Final = "glossary_held"  # session: the translation, which else could leave the cache


@dataclass(frozen=True)
class Example:
    """A model and one of its translations; each is None if it is not available.

    The model is None if it is not a Transformer, the translation while the server is busy: the page
    works without.
    """

    model: Entry | None
    translation: Translation | None


def example(view: View) -> Example:
    """Return the last sentence translated by this model, else the model's example."""
    model = installed.usable().get(str(st.session_state.get("model")))
    last = view.maybe_translation
    if model is None or (last is not None and last.model == model.name):
        return Example(model, last)
    st.session_state[HELD] = _translated(model)
    return Example(model, st.session_state[HELD])


def _translated(model: Entry) -> Translation | None:
    sentence = example_of(model.card)
    if not sentence or registry.model_problem(model):
        return None
    try:
        return resources.translate(resources.Request(model.name, sentence, DEFAULTS.options()))
    except (Busy, InputError):
        return None
