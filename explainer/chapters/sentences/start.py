"""The start button, and whose lines, model and settings are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer import installed
from explainer.chapters.sentences.input import Draft, fold_key
from explainer.chapters.sentences.job import Job, Search, own_job, start
from explainer.chapters.sentences.state import settings_name
from explainer.frame import address, chapter, teaching
from explainer.frame.choices import OneOf
from explainer.frame.sentence_warnings import fitting_model, offer_model, wrong_language

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.installed import Entry
    from explainer.text import Text

LOOKED_AT: Final = 50  # lines, to see their script
MODEL = OneOf[str]("sentences_model", listed=True)
SIDEBAR: Final = "sidebar"


def chosen_model(view: View) -> Entry | None:
    """Return the sidebar's model, which may differ from the last translation's."""
    name, models = str(st.session_state.get("model")), installed.usable()
    return models.get(name) or models.get(view.translator_name)


def model_choice(text: Text, sidebar: Entry) -> Entry:
    """Draw the choice of the sidebar's model or a recurrent one of its languages."""
    languages = (sidebar.card["source"], sidebar.card["target"])
    recurrent = {
        name: entry
        for name, entry in installed.working().items()
        if entry.recurrent and (entry.card["source"], entry.card["target"]) == languages
    }
    if not recurrent:
        return sidebar
    names = {SIDEBAR: text("sentences.model_sidebar", model=sidebar.name)}
    names |= {name: name for name in recurrent}
    if teaching.current().locks("model"):
        picked = address.seed(MODEL.name, SIDEBAR, address.one_of(names))
        address.keep(MODEL.name, picked, SIDEBAR)
        return recurrent.get(picked, sidebar)
    picked = MODEL.draw(text, names)
    return recurrent.get(picked, sidebar)


def draw_start(text: Text, draft: Draft | None, search: Search) -> None:
    """Draw the button, disabled if there is nothing new to translate."""
    job = own_job()
    same = bool(draft and job and (job.pairs, job.run.search) == (draft.pairs, search))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            text("sentences.start"),
            key="sentences_start",
            icon=":material/translate:",
            disabled=draft is None or same,
            on_click=_start,
            args=(draft, search),
        )
        if same:
            st.caption(text("sentences.same"))
        elif job is not None and draft is not None:
            st.caption(text("sentences.replaces"))


def _start(draft: Draft | None, search: Search) -> None:
    if draft is not None:
        start(draft.origin, draft.name, draft.pairs, search)
        st.session_state[fold_key(draft.origin)] = False  # the result is in sight


def draw_fit(text: Text, draft: Draft | None, model: str) -> None:
    """Suggest another model if the lines' script is not the model's source language."""
    if draft is None:
        return
    models = {**installed.choosable(), model: installed.entry_of(model)}
    sample = " ".join(pair.source for pair in draft.pairs[:LOOKED_AT])
    if not wrong_language(sample, str(models[model].card["source"])):
        return
    st.warning(text("sentences.wrong_language", model=model), icon=":material/translate:")
    other = fitting_model(sample, model, models)
    if other:
        offer_model(text, other, "sentences_switch")


def heading(text: Text, job: Job) -> None:
    """Draw the title; a file's name is shown as plain text."""
    names = {
        "example": text("sentences.example_title", count=len(job.pairs)),
        "paste": text("sentences.paste_title", count=f"{len(job.pairs):,}"),
        "file": text("sentences.file_title", count=f"{len(job.pairs):,}"),
    }
    made = text("sentences.made_with", search=settings_name(text, job.run.search))
    chapter.heading(names[job.origin], made)
    if job.name:
        st.text(job.name)
