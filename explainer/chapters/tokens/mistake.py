"""Common mistake: "a word is a token", counted on sentences."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.tokens.data import arc_chips, translate_ids
from explainer.data.samples import examples_of
from explainer.frame import chapter
from explainer.frame.chips import ChipRow, chips
from explainer.frame.view import View
from explainer.runs.tokenizers import count_missing_words, lattice, segmentations
from explainer.text.numbers import percent
from explainer.tokenizer.lattice import Lattice
from explainer.tokenizer.tokenizer import EOS


def draw_mistake(view: View) -> None:
    """Split at spaces: count words that are no token, and translate the result."""
    translation = view.translation
    text, vocabulary = view.text, lattice(translation.model)
    sentences = [sample.text for sample in examples_of(view.card)]
    own = translation.source.text
    sentence = (
        own if count_missing_words(vocabulary, [own])[0] else _unlucky(vocabulary, sentences) or own
    )
    arcs = vocabulary.words(sentence)
    missed, total = count_missing_words(vocabulary, [sentence])
    lost, words = count_missing_words(vocabulary, sentences or [sentence])
    chapter.wrong(
        text,
        text("tokens.mistake_line", missed=missed, total=total, share=percent(lost / words, 0)),
    )
    if sentence != own:
        st.caption(text("tokens.mistake_lucky"))
    chips(
        rows=[ChipRow("", arc_chips(arcs))],
        title=text("tokens.mistake_chips"),
        key="tokens_words",
    )
    best = segmentations(translation.model, sentence).best
    whole = translate_ids(view, best.ids)
    lone = translate_ids(view, (*(arc.id for arc in arcs), EOS))
    if whole is not None and lone is not None:
        wrong = text("tokens.mistake_wrong", result=lone)
        st.text(f"{wrong}\n{text('tokens.mistake_right', result=whole)}")


def _unlucky(vocabulary: Lattice, sentences: list[str]) -> str:
    """Return the first example with a word that is no token; "" if none."""
    return next((s for s in sentences if count_missing_words(vocabulary, [s])[0]), "")
