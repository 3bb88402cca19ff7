"""What all models write of one sentence, to compare, beside their sizes and scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

import streamlit as st

from explainer.chapters.models.ranking import (
    Group,
    Look,
    Ranked,
    RankingWords,
    ranking,
    ranking_payload,
)
from explainer.chapters.models.sizes import of_one_size
from explainer.data.samples import default_sentence
from explainer.frame import choices
from explainer.frame.hints import refusal, script_shares
from explainer.frame.params import DEFAULTS
from explainer.frame.recurrent import TRANSFORMER, model_names
from explainer.frame.view import View
from explainer.runs import resources
from explainer.runs.registry import Entry
from explainer.text import Text
from explainer.text.numbers import decimal
from explainer.translation import InputError

ID: Final = "models"
CHOSEN: Final = "models_model"
BASE: Final = "models_base"  # what the chosen one is compared with
HALF: Final = 0.5  # of the letters: then a sentence is of that script


def languages(model: Entry) -> tuple[str, str]:
    return str(model.card.get("source", "")), str(model.card.get("target", ""))


def bleu_of(model: Entry) -> float:
    return 0.0 if model.problem else float(model.card["test"]["beam"]["bleu"])


def draw_compared(view: View, models: Sequence[Entry], picked: str, sentence: str) -> None:
    """What the models write, beside their sizes and scores. Those that read the script of
    `sentence` get it, the others the example of their language.
    """
    text, names = view.text, [model.name for model in models]
    groups = [
        _group(text, pair, list(members), sentence) for pair, members in groupby(models, languages)
    ]
    base = choices.value_in_drawing(text, BASE, "", lambda name: name if name in names else None)

    def heard(chosen: str, base: str) -> None:
        st.session_state[CHOSEN], st.session_state[BASE] = chosen, base

    ranking(
        ranking_payload(groups, sentence, Look(picked, base), _words(text), view.dark),
        key="models_ranking",
        on_view=heard,
    )


def _words(text: Text) -> RankingWords:
    return RankingWords(
        name=text("models.scores"),
        parameters=text("models.millions"),
        as_base=text.template("models.as_base"),
        **text.each("models.*", "bleu", "size", "tokens", "wrote", "area", "base", "chosen"),
        **text.each("models.*", "same", "lost", "added", "alone"),
    )


def _group(text: Text, pair: tuple[str, str], models: Sequence[Entry], sentence: str) -> Group:
    own = script_shares(sentence).get(pair[0], 0.0) > HALF
    given = sentence if own else default_sentence(pair[0], ID)
    try:
        ranked = _ranked(text, pair, models, given)
    except InputError as problem:
        st.info(refusal(text, problem), icon=":material/edit:")
        given = default_sentence(pair[0], ID)
        ranked = _ranked(text, pair, models, given)
    return Group(" → ".join(pair), given, ranked, _reading(text, ranked))


def _ranked(
    text: Text, pair: tuple[str, str], models: Sequence[Entry], sentence: str
) -> list[Ranked]:
    return [
        Ranked(
            model.name,
            model.name.removeprefix("-".join((*pair, ""))),
            _kind(text, model.card["model"]),
            round(bleu_of(model), 1),
            int(model.card["parameters"]),
            int(model.card.get("training", {}).get("target_tokens", 0)),
            _wrote(model, sentence),
        )
        for model in models
    ]


def _kind(text: Text, sizes: Mapping[str, Any]) -> str:
    """What a model is, and what sets it apart from others of its kind."""
    special = (
        text("models.kind_pre") if sizes.get("norm") == "pre" else "",
        "" if sizes.get("causal", True) else text("models.kind_open"),
    )
    kind = model_names(text)[sizes.get("kind", TRANSFORMER)]
    return ", ".join(filter(None, (kind, *special)))


def _reading(text: Text, models: Sequence[Ranked]) -> str:
    """What models of one size have in common, and what not."""
    alike = of_one_size(models)
    if not alike:
        return ""
    best, last = alike[0], alike[-1]
    return text(
        "models.reading",
        count=len(alike),
        millions=decimal(last.parameters / 1e6, 1),
        best=best.label,
        high=decimal(best.bleu, 1),
        last=last.label,
        low=decimal(last.bleu, 1),
    )


def _wrote(model: Entry, sentence: str) -> str:
    """What it makes of the sentence by the usual search; "" for a language without one."""
    if not sentence:
        return ""
    return resources.text_of(model.name, sentence, DEFAULTS.options())
