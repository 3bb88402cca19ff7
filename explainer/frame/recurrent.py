"""Shared by the chapters on recurrent models: the sentence they read and its translations.

The recurrent models use the tokenizer of the ko-en models. For readers of another language pair the
chapters show an example sentence instead and say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.data.samples import default_sentence
from explainer.frame.params import DEFAULTS
from explainer.runs import recurrent, resources
from explainer.runs.recurrent import Kind, Reading

if TYPE_CHECKING:
    from collections.abc import Callable

    from explainer.engine import Translation
    from explainer.frame.interlinear import Shown
    from explainer.frame.view import View
    from explainer.runs.resources import Ids
    from explainer.text import Text

TRANSFORMER: Final = "transformer"
SOURCE: Final = "ko"  # source language of these models


@dataclass(frozen=True)
class Subject:
    """The page's sentence, its translation by a Transformer, and the recurrent models."""

    view: View
    translation: Translation
    kinds: tuple[Kind, ...]  # of the installed recurrent models
    other: bool  # whether it is not the reader's own sentence

    @property
    def source(self) -> Ids:
        """Ids of the source tokens."""
        return tuple(self.translation.source.ids)

    def reading(self, kind: Kind) -> Reading:
        """Translate with a recurrent model. Raises Busy."""
        return recurrent.greedy_reading(kind, self.source)

    def forced(self, kind: Kind) -> Reading:
        """Teacher-force a recurrent model on the Transformer's translation. Raises Busy."""
        return recurrent.force_target(kind, self.source, tuple(self.translation.predicted))


def model_names(text: Text) -> dict[str, str]:
    """Return the models' names by kind, including the Transformer's."""
    kinds = text.each("words.model_*", "rnn", "gru", "lstm", "gru-bahdanau", "lstm-luong")
    return kinds | {TRANSFORMER: text("words.model_transformer")}


def subject(view: View, chapter: str, quiet: bool = False) -> Subject | None:
    """Return the reader's sentence if these models can read it, else the chapter's example.

    None if no recurrent model is installed. The page reports both cases unless `quiet`. Raises
    Busy.
    """
    text, kinds = view.text, tuple(recurrent.models_by_kind())
    name = recurrent.matching_transformer()
    if not kinds or name is None:
        if not quiet:
            st.info(text("words.no_recurrent"), icon=":material/info:")
        return None
    if recurrent.shares_tokens_with(view.card):
        return Subject(view, view.translation, kinds, False)
    if not quiet:
        st.caption(text("words.other_sentence", model=view.translator_name, other=name))
    sentence = default_sentence(SOURCE, chapter)
    translation = resources.translate(resources.Request(name, sentence, DEFAULTS.options()))
    return Subject(view, translation, kinds, True)


def shown_sentence(chapter: str) -> Shown:
    """Return the callback for `interlinear` with the sentence of a chapter's figures."""

    def shown(view: View) -> tuple[Translation, str] | None:
        seen = subject(view, chapter, quiet=True)
        return None if seen is None else (seen.translation, SOURCE)

    return shown


def picked_reading(
    view: View, chapter: str, pick: Callable[[Text], Kind], quiet: bool = False
) -> tuple[Subject, Reading] | None:
    """Return `subject`, perhaps `quiet`, and the chosen model's translation of it.

    None, with a message, if that model is not installed. Raises Busy.
    """
    seen = subject(view, chapter, quiet)
    if seen is None:
        return None
    kind = pick(view.text)
    if kind in seen.kinds:
        return seen, seen.reading(kind)
    name = model_names(view.text)[kind]
    st.info(view.text("words.no_kind", model=name), icon=":material/info:")
    return None
