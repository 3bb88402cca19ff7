"""One line in detail: texts, attention map, links to other pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import streamlit as st

from explainer import installed
from explainer.batch.rows import Row
from explainer.chapters.sentences.job import Search
from explainer.chapters.sentences.problems import row_problem
from explainer.chapters.sentences.start import chosen_model
from explainer.chapters.sentences.state import NUMBER_FORMATS, measure_names, value_of
from explainer.drawings import drawing, rounded
from explainer.frame.controls import switch_model
from explainer.frame.course import chapters
from explainer.frame.navigation import open_page
from explainer.frame.page import with_sentence
from explainer.frame.params import Settings
from explainer.runs import resources
from explainer.runs.gate import Busy, say_busy
from explainer.runs.resources import Request
from explainer.text.numbers import percent
from explainer.translation import InputError

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.frame.view import View
    from explainer.text import Text

DOORS: Final = ("translate", "heads", "beam")  # have a button of their own
RECURRENT_DOORS: Final = ("rnn", "alignment")


def draw_row(view: View, search: Search, row: Row) -> None:
    """Draw texts, numbers on the left, attention map on the right."""
    text = view.text
    _texts(text, row)
    if row.problem is not None:
        return
    translation = _translate_again(text, search, row)
    left, right = st.columns([0.36, 0.64], gap="large")
    with right:
        if translation is not None:
            _map(view, translation)
    with left:
        if translation is not None:
            _weakest(text, translation)
        is_recurrent = installed.entry_of(search.model).recurrent
        _facts(text, row, text("sentences.open_recurrent" if is_recurrent else "sentences.open"))
        if is_recurrent:
            _recurrent_doors(view, search, row, is_short=translation is not None)
        else:
            _doors(text, search, row, is_short=translation is not None)


def _texts(text: Text, row: Row) -> None:
    """Draw source, translation and reference side by side."""
    places = st.columns(3 if row.reference is not None else 2, gap="medium")
    with places[0]:
        st.caption(text("sentences.source"))
        st.text(row.source)
    if row.problem is not None:
        st.info(row_problem(text, row), icon=":material/edit:")
        return
    with places[1]:
        st.caption(text("sentences.translation"))
        st.text(row.translation)
    if row.reference is not None:
        with places[2]:
            st.caption(text("sentences.reference"))
            st.text(row.reference)


def _facts(text: Text, row: Row, said: str) -> None:
    names = measure_names(text)
    told = [
        text("sentences.fact", name=names[measure], value=written(value))
        for measure, written in NUMBER_FORMATS.items()
        if (value := value_of(row, measure)) is not None
    ]
    st.markdown("  \n".join(told))
    st.caption(said)


def _translate_again(text: Text, search: Search, row: Row) -> Translation | None:
    """Translate the line again with a trace; None after a message if impossible."""
    try:
        return resources.translate(Request(search.model, row.source, search.settings.options()))
    except InputError:
        st.info(text("sentences.too_long"), icon=":material/straighten:")
    except Busy:
        say_busy(text, "sentences_row")
    return None


def _map(view: View, translation: Translation) -> None:
    """Draw each output token's attention, the least certain selected, if the model has any."""
    text, weights = view.text, translation.looks()
    if weights is None:
        st.info(text("sentences.no_attention"), icon=":material/info:")
        return
    weakest = int(np.argmin(translation.predicted_probs))
    if installed.entry_of(translation.model).recurrent:
        st.caption(text("sentences.map_recurrent"))
    else:
        st.caption(text("sentences.map_line", layer=translation.attention("cross").shape[0]))
    panel = {
        "name": "",
        "rows": list(translation.predicted_tokens),
        "weights": rounded(weights),
    }
    data = {"panels": [panel], "keys": list(translation.source.tokens), "lit": weakest}
    words = text.section("drawings.attention_lines")
    drawing("attention_lines", data, words=words, key="sentences_strands")


def _weakest(text: Text, translation: Translation) -> None:
    """State the least certain token."""
    place = int(np.argmin(translation.predicted_probs))
    st.text(  # for a token is what somebody wrote
        text(
            "sentences.weakest",
            token=translation.predicted_tokens[place].lstrip("▁") or "▁",
            probability=percent(translation.predicted_probs[place]),
        )
    )


def _doors(text: Text, search: Search, row: Row, is_short: bool) -> None:
    """Draw links to other pages with the same sentence, model and settings."""
    able = {spec.id: spec for spec in chapters() if spec.bar}
    names = {id: text(spec.name) for id, spec in able.items()}
    off = not is_short
    change: Any = {"on_click": switch_model, "args": (search.model,)}
    opened: str | None = None
    with st.container(horizontal=True, gap="small"):
        for page in [page for page in DOORS if page in names]:
            if st.button(names[page], key=f"sentences_open_{page}", disabled=off, **change):
                opened = page
        others = [page for page in names if page not in DOORS]
        picked = st.menu_button(
            text("sentences.open_other"),
            others,
            format_func=names.__getitem__,
            key="sentences_open",
            disabled=off,
            **change,
        )
    opened = opened or picked
    if opened:
        shows = {**link(search.model, search.settings, row.source), **with_sentence(able[opened])}
        open_page(opened, text, shows)


def _recurrent_doors(view: View, search: Search, row: Row, is_short: bool) -> None:
    """Draw links to pages on recurrent models, beside the sidebar's model."""
    text, sidebar = view.text, chosen_model(view)
    names = {spec.id: text(spec.name) for spec in chapters()}
    if sidebar is None:
        return
    with st.container(horizontal=True, gap="small"):
        for page in [page for page in RECURRENT_DOORS if page in names]:
            if st.button(names[page], key=f"sentences_open_{page}", disabled=not is_short):
                open_page(page, text, link(sidebar.name, search.settings, row.source))


def link(model: str, settings: Settings, sentence: str) -> Mapping[str, str]:
    """Return all URL parameters that show this on any page; pages remember missing ones."""
    return {
        "model": model,
        "s": sentence,
        "method": settings.method,
        "width": str(settings.width),
        "alpha": f"{settings.alpha:g}",
        "min": str(settings.min),
    }
