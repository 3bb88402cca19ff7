"""What all models write of one sentence, to compare, beside their sizes and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import streamlit as st

from explainer.chapters.models.sizes import of_one_size
from explainer.data.samples import example_of
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
CHOSEN: Final = "models_model"
HALF: Final = 0.5  # of the letters: then a sentence is of that script


def languages(model: Entry) -> tuple[str, str]:
    return str(model.card.get("source", "")), str(model.card.get("target", ""))


def bleu_of(model: Entry) -> float:
    return 0.0 if model.problem else model.bleu or 0.0


def draw_compared(view: View, models: Sequence[Entry], sentence: str) -> None:
    """A table for each pair of languages, the best model first. Those that read the script of
    `sentence` get it, the others the example of their language.
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
        "wrote": resources.text_of(model.name, sentence, DEFAULTS.options()) if sentence else "",
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
    """What a model is, and what sets it apart from others of its kind."""
    special = (
        text("models.kind_pre") if sizes.get("norm") == "pre" else "",
        "" if sizes.get("causal", True) else text("models.kind_open"),
    )
    kind = model_names(text)[sizes.get("kind", TRANSFORMER)]
    return ", ".join(filter(None, (kind, *special)))


def _reading(text: Text, models: Sequence[Entry]) -> str:
    """What models of one size have in common, and what not; "" where no two are of one."""
    alike = of_one_size(models)
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
