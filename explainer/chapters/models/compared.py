"""Outputs of all models for one sentence, with their sizes and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import streamlit as st

from explainer.chapters.models.sizes import largest_equal_group
from explainer.data.samples import example_of
from explainer.frame.choices import OneOf
from explainer.frame.params import DEFAULTS
from explainer.frame.recurrent import TRANSFORMER, model_names
from explainer.frame.sentence_warnings import refusal, script_shares
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.installed import Entry
from explainer.runs import resources
from explainer.text import Text
from explainer.text.numbers import decimal
from explainer.translation import InputError

ID: Final = "models"
CHOSEN = OneOf[str]("models_model", says="models.choose", listed=True)
HALF: Final = 0.5  # of the letters: then a sentence is of that script


def languages(model: Entry) -> tuple[str, str]:
    return str(model.card.get("source", "")), str(model.card.get("target", ""))


def bleu_of(model: Entry) -> float:
    return 0.0 if model.problem else model.bleu or 0.0


def draw_compared(view: View, models: Sequence[Entry], sentence: str) -> None:
    """Draw a table per language pair, the best model first.

    Models that read the script of `sentence` translate it, others their language's example.
    """
    text = view.text
    for pair, members in groupby(models, languages):
        own = script_shares(sentence).get(pair[0], 0.0) > HALF
        listed = list(members)
        given = sentence if own else example_of(listed[0].card, ID)
        try:
            rows = [_row(text, model, given) for model in listed]
        except InputError as problem:
            st.info(refusal(text, problem), icon=":material/edit:")
            given = example_of(listed[0].card, ID)
            rows = [_row(text, model, given) for model in listed]
        if given != sentence:
            st.text(given)
        _table(text, " → ".join(pair), rows)
        if reading := _reading(text, listed):
            st.caption(reading)


def _row(text: Text, model: Entry, sentence: str) -> dict[str, Any]:
    return {
        "name": model.name,
        "kind": _kind(text, model.card["model"]),
        "bleu": None if model.bleu is None else round(model.bleu, 1),  # a browser rounds 12.25 up
        "millions": model.card["parameters"] / 1e6,
        "wrote": resources.translate_text(model.name, sentence, DEFAULTS.options())
        if sentence
        else "",
    }


def _table(text: Text, pair: str, rows: Sequence[Mapping[str, Any]]) -> None:
    show_table(
        f"{text('models.scores')}: {pair}",
        {
            "name": Column(pair),
            "kind": text("models.kind"),
            "bleu": Column(text("models.bleu"), form="%.1f", width=70),
            "millions": Column(text("models.millions"), form="%.1f", width=150),
            "wrote": Column(text("models.wrote"), width="large"),
        },
        rows,
        height="content",
        placeholder="–",
    )


def _kind(text: Text, sizes: Mapping[str, Any]) -> str:
    """Describe a model's kind, and how it differs from others of that kind."""
    special = (
        text("models.kind_pre") if sizes.get("norm") == "pre" else "",
        "" if sizes.get("causal", True) else text("models.kind_open"),
    )
    kind = model_names(text)[sizes.get("kind", TRANSFORMER)]
    return ", ".join(filter(None, (kind, *special)))


def _reading(text: Text, models: Sequence[Entry]) -> str:
    """State what models of equal size share and how they differ; "" if no two are of one size."""
    alike = largest_equal_group(models)
    if not alike:
        return ""
    best, last = alike[0], alike[-1]
    return text(
        "models.reading",
        count=len(alike),
        millions=decimal(last.card["parameters"] / 1e6, 1),
        best=best.name,
        high=decimal(bleu_of(best), 1),
        last=last.name,
        low=decimal(bleu_of(last), 1),
    )
