"""Messages about the reader's sentence: rejections, wrong language, unknown tokens, cleaning."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import streamlit as st

from explainer.frame import teaching
from explainer.frame.controls import switch_model
from explainer.installed import Entry
from explainer.text.numbers import percent
from explainer.tokenizer.normalise import CHANGES

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.text import Text
    from explainer.translation import InputError

# Scripts by the first word of a letter's Unicode name.
SCRIPTS = {"ko": "HANGUL", "en": "LATIN"}
WRONG_SHARE = 0.5  # of letters in the model's script; fewer count as the wrong language
MIXED_SHARE = 0.2  # of letters in the model's script; with more, other models read no more of it
UNKNOWN_SHARE = 0.2  # of tokens


def refusal(text: Text, problem: InputError) -> str:
    """Return the message on why a sentence could not be translated."""
    if problem.reason == "too_long_text":
        return text("input.too_long_text", found=problem.found, limit=problem.limit)
    if problem.reason == "too_long_tokens":
        return text("input.too_long_tokens", found=problem.found, limit=problem.limit)
    if problem.reason == "empty":
        return text("input.empty")
    return text("input.no_known_tokens")


def script_shares(sentence: str) -> dict[str, float]:
    """Return the share of letters in each language's script; empty without letters."""
    names = [unicodedata.name(char, "") for char in sentence if char.isalpha()]
    if not names:
        return {}
    return {
        lang: sum(name.startswith(script) for name in names) / len(names)
        for lang, script in SCRIPTS.items()
    }


def wrong_language(sentence: str, source: str) -> bool:
    """Return whether less than half of the letters are in the script of the source language."""
    shares = script_shares(sentence)
    return source in shares and shares[source] < WRONG_SHARE


def fitting_model(sentence: str, current: str, models: Mapping[str, Entry]) -> str | None:
    """Find another installed model for the sentence's script, preferably in reverse direction.

    None for a sentence in mixed scripts, of which any model reads only a part.
    """
    card = models[current].card
    if script_shares(sentence).get(str(card["source"]), 0.0) >= MIXED_SHARE:
        return None
    fitting = [
        name
        for name, model in models.items()
        if name != current
        and model.card["source"] in SCRIPTS
        and not wrong_language(sentence, str(model.card["source"]))
    ]
    back = (name for name in fitting if models[name].card.get("target") == card["source"])
    return next(iter((*back, *fitting)), None)


def show_warnings(
    text: Text, translation: Translation, card: Mapping[str, Any], models: Mapping[str, Entry]
) -> None:
    """Draw the messages below the sentence bar: wrong language, unknown tokens, cleaning."""
    sentence = translation.source.text
    if wrong_language(sentence, str(card["source"])):
        unknown = _unknown_line(text, translation)
        lines = " ".join(filter(None, [_wrong_line(text, translation, card), unknown]))
        st.warning(lines, icon=":material/translate:")
        other = fitting_model(sentence, translation.model, models)
        if other and not teaching.current().locks("model"):
            offer_model(text, other, "switch_model")
    elif unknown := _unknown_line(text, translation):
        st.info(unknown, icon=":material/info:")
    if translation.changes:
        _show_changes(text, translation)


def offer_model(text: Text, other: str, key: str) -> None:
    """Draw the button for a model that fits better."""
    label = text("input.switch_model", model=other)
    st.button(label, key=key, on_click=switch_model, args=(other,))


def _wrong_line(text: Text, translation: Translation, card: Mapping[str, Any]) -> str:
    names = {"ko": text("input.korean"), "en": text("input.english")}
    source = str(card["source"])
    share = script_shares(translation.source.text)[source]
    return text("input.wrong_language", language=names[source], share=percent(share, 0))


def _unknown_line(text: Text, translation: Translation) -> str:
    """Return the message on unknown tokens; "" if there are few."""
    share = translation.unk_share
    return text("input.unknown_share", share=percent(share, 0)) if share > UNKNOWN_SHARE else ""


def _show_changes(text: Text, translation: Translation) -> None:
    names = text.each("input.changed_*", *CHANGES)
    changed = ", ".join(names[change] for change in translation.changes)
    st.caption(text("input.changed", changes=changed))
    st.text(translation.source.text)
