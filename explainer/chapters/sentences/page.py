"""Translate the user's own sentences, with quality measures, least certain first."""

from __future__ import annotations

import streamlit as st

from explainer.chapters.sentences.figures import draw_scores
from explainer.chapters.sentences.files import draw_files
from explainer.chapters.sentences.input import draw_input, input_fold, origin_choice
from explainer.chapters.sentences.job import Job, Search, example_job, own_job
from explainer.chapters.sentences.lines import draw_lines
from explainer.chapters.sentences.mistake import draw_mistake
from explainer.chapters.sentences.row import draw_row
from explainer.chapters.sentences.start import (
    chosen_model,
    draw_fit,
    draw_start,
    heading,
    model_choice,
)
from explainer.chapters.sentences.state import SETTINGS, search_of, settings_choice
from explainer.chapters.sentences.table import draw_table, pick_line
from explainer.chapters.sentences.work import draw_work
from explainer.frame import address, chapter, teaching
from explainer.frame.page import Page
from explainer.frame.view import View
from explainer.streamlit_internals import null_container


def draw(view: View) -> Job | None:
    """Draw the input, the progress of the translation, and the results."""
    text, sidebar = view.text, chosen_model(view)
    if sidebar is None:
        return None
    languages = str(sidebar.card["source"]), str(sidebar.card["target"])
    origin = origin_choice(text)
    own = input_fold(text, origin) if origin != "example" else None
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        told = st.container()
        place = st.popover(text("sentences.settings"), key="sentences_settings", on_change="rerun")
        is_sent = place.open or any(name in st.query_params for name in SETTINGS)
        if not is_sent:  # nobody has changed it, or does
            address.mark_stale(*SETTINGS)
        with place if is_sent else null_container():
            model = model_choice(text, sidebar)
            search = search_of(model.name, settings_choice(text))
    if own:
        with own:
            draft = draw_input(text, origin, languages)
            draw_fit(text, draft, search.model)
            draw_start(text, draft, search)
    job = _job_to_show(origin, search, languages[0])
    if not job.pairs:
        st.info(text("sentences.no_example"), icon=":material/edit:")
        return None
    with told:
        heading(text, job)
    _results(view, job)
    return job if job.run.rows else None


def _job_to_show(origin: str, search: Search, source: str) -> Job:
    """Return the job of the reader's own lines, if any, else the example."""
    own = own_job() if origin != "example" else None
    return own or example_job(search, source)


def _results(view: View, job: Job) -> None:
    text = view.text
    draw_work(text, job)
    if not job.run.rows:
        return
    _panel(view, job)


@chapter.panel
def _panel(view: View, job: Job) -> None:
    """Draw what depends on the chosen line."""
    text, run = view.text, job.run
    with chapter.figure(text("sentences.table"), text("sentences.table_read")):
        place = st.container()  # what puts the lines in order stands below them
        shown, chosen, state = pick_line(text, job)
        with place:
            draw_lines(view, job, shown, chosen)
    with chapter.figure(text("sentences.row", line=chosen.number), text("sentences.row_line")):
        draw_row(view, run.search, chosen)
    fold = chapter.fold(text("sentences.everything"), "sentences_everything")
    if not fold.open:
        return
    with fold:
        chapter.heading(text("sentences.together"), text("sentences.together_line"))
        draw_scores(view, run)
        if not teaching.hides("tables"):
            draw_table(text, job, shown, state)
        told = f"{text('sentences.take_line')} {text('sentences.save_line')}"
        chapter.heading(text("sentences.take"), told)
        draw_files(text, job)


PAGE = Page(
    draw,
    lambda view, job: draw_mistake(view.text, job.run.rows),
    live=True,
    needs_translation=False,
    fragment=False,
    probabilities=("",),
)
