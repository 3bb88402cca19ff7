"""Outputs of all models for one sentence, with their sizes and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import streamlit as st

from explainer.chapters.models.sizes import largest_equal_group
from explainer.data.samples import example_of
from explainer.drawings import Choice, drawing, place_in
from explainer.frame.choices import Drawn
from explainer.frame.params import DEFAULTS
from explainer.frame.recurrent import TRANSFORMER, model_names
from explainer.frame.sentence_warnings import refusal, script_shares
from explainer.frame.view import View
from explainer.installed import Entry
from explainer.runs import resources
from explainer.text import Text
from explainer.text.numbers import decimal
from explainer.translation import InputError

ID: Final = "models"
CHOSEN = Drawn("models_model", str)
HALF: Final = 0.5  # of the letters: then a sentence is of that script


def languages(model: Entry) -> tuple[str, str]:
    return str(model.card.get("source", "")), str(model.card.get("target", ""))


def bleu_of(model: Entry) -> float:
    return 0.0 if model.problem else model.bleu or 0.0


def draw_compared(view: View, models: Sequence[Entry], sentence: str, chosen: str) -> None:
    """Draw what every model writes, by what it reads and the best first; a press chooses one.

    Models that read the script of `sentence` translate it, others their language's example.
    """
    text = view.text
    read: dict[str, list[dict[str, Any]]] = {}
    told = []
    for pair, members in groupby(models, languages):
        own = script_shares(sentence).get(pair[0], 0.0) > HALF
        listed = list(members)
        given = sentence if own else example_of(listed[0].card, ID)
        try:
            rows = _rows(text, listed, given)
        except InputError as problem:
            st.info(refusal(text, problem), icon=":material/edit:")
            given = example_of(listed[0].card, ID)
            rows = _rows(text, listed, given)
        read.setdefault(given, []).extend(rows)
        told.append(_reading(text, listed))
    sentences = sorted(read.items(), key=lambda one: one[0] != sentence)  # the reader's own first
    names = [row["name"] for _, rows in sentences for row in rows]

    def choose(choice: Choice) -> None:
        if (at := place_in(choice, "at", len(names))) is not None:
            st.session_state[CHOSEN.name] = names[at]

    drawing(
        "models/every_model",
        {
            "typed": sentence,
            "sentences": [{"sentence": one, "models": rows} for one, rows in sentences],
        },
        words=text.section("models.every_model"),
        key="models_every",
        chosen={"at": names.index(chosen)},
        on_choice=choose,
    )
    for reading in filter(None, told):
        st.caption(reading)


def _rows(text: Text, models: Sequence[Entry], sentence: str) -> list[dict[str, Any]]:
    """Return what each model of one pair is and writes."""
    return [
        {
            "name": model.name,
            "pair": " → ".join(languages(model)),
            "kind": kind_of(text, model, models),
            "bleu": None if model.bleu is None else round(model.bleu, 1),
            "millions": model.card["parameters"] / 1e6,
            "wrote": resources.translate_text(model.name, sentence, DEFAULTS.options())
            if sentence
            else "",
            "note": _note(text, model),
            **_facts(model.card),
        }
        for model in models
    ]


def kind_of(text: Text, model: Entry, models: Sequence[Entry]) -> str:
    """Describe a model's kind, and how it differs from others of that kind among `models`."""

    def described(sizes: Mapping[str, Any]) -> str:
        special = (
            text("models.kind_pre") if sizes.get("norm") == "pre" else "",
            "" if sizes.get("causal", True) else text("models.kind_open"),
        )
        kind = model_names(text)[sizes.get("kind", TRANSFORMER)]
        return ", ".join(filter(None, (kind, *special)))

    kind = described(model.card["model"])
    sizes = [one.card["parameters"] for one in models if described(one.card["model"]) == kind]
    is_small = model.card["parameters"] < max(sizes)
    return text("models.kind_small", kind=kind) if is_small else kind


def _note(text: Text, model: Entry) -> str:
    if model.bleu is None:
        return text("models.unscored")
    return "" if model.card["model"].get("causal", True) else text("models.without_mask")


def _facts(card: Mapping[str, Any]) -> dict[str, Any]:
    """Return a model's sizes and its test's, None for what it lacks."""
    sizes, test = card["model"], card.get("test", {}).get("beam", {})
    layers = (sizes.get(f"n_{side}_layers", 1) for side in ("encoder", "decoder"))
    return {
        "chrf": decimal(test["chrf"], 1) if test else None,
        "tested": f"{test['sentences']:,}" if test else None,
        "layers": " + ".join(map(str, layers)),
        "heads": sizes.get("n_heads"),
        "width": sizes.get("d_model", sizes.get("d_embed")),
        "vocabulary": f"{sizes['vocab_size']:,}",
    }


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
        best=kind_of(text, best, models),
        high=decimal(bleu_of(best), 1),
        last=kind_of(text, last, models),
        low=decimal(bleu_of(last), 1),
    )
