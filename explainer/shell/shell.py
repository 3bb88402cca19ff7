"""The frame around every page: language, theme, chapters, model, sentence, translation."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from explainer import installed
from explainer.data.samples import example_of
from explainer.decoding.options import DecodeOptions
from explainer.engine import InputError, Translation
from explainer.frame import (
    address,
    controls,
    figuremap,
    navigation,
    page_fixes,
    params,
    presenter,
    sentence_warnings,
    share,
    teaching,
    terms,
)
from explainer.frame.course import Chapter, chapters
from explainer.frame.page import render
from explainer.frame.teaching_view import draw_note
from explainer.frame.view import View, is_dark
from explainer.model.store import CheckpointError
from explainer.runs import resources
from explainer.runs.gate import Busy, say_busy, unless_busy
from explainer.runs.resources import Request
from explainer.text import Text
from explainer.web.frames import framing_sites

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

SELDOM = timedelta(days=20)  # as good as never: a browser's timer holds at most 24 days
ICON = Path(__file__).with_name("icon.png")
LAST = "last_request"  # session: the last request that gave a translation
SHOWN = "shown"  # session: that translation, held so that `resources` finds it again
NOTES = "url_notes"  # session: names of address values that were ignored
LEFT_OUT = "left_out"  # session: the model of the address, where it is installed but does not work


def main() -> None:
    """Run the app once for one visitor."""
    with teaching.cached_for_run(), installed.cached_for_run():
        _run()


@st.fragment(run_every=SELDOM)
def rerun_when_reconnected() -> None:
    """Make the browser rerun the page after a lost connection; draws nothing.

    A browser with an auto-rerun fragment asks for a run when it reconnects, with the state in the
    URL; without one the page would stay dead until a click.
    """


def _run() -> None:
    rerun_when_reconnected()
    models = installed.choosable()
    _read_address(models)
    _leave_gone(models)
    text = Text(controls.reader_language())
    # Before the chapters: else the icon of the open page becomes the tab's, fetched from outside.
    st.set_page_config(page_icon=ICON, layout="wide")
    spec = navigation.navigation(text)
    navigation.go_where_asked(text, spec)
    st.set_page_config(page_title=tab_title(text, spec))
    address.enter(spec.id)
    model = _sidebar(text, models, spec)
    with st.sidebar:
        contents = st.container(gap=None, key="chapters")
    draw_note(text)
    beside = _heading(text, spec, model)
    if navigation.is_unknown():
        st.info(text("shell.no_page"), icon=":material/link_off:")
    above = [import_module(chapter.guide) for chapter in chapters() if chapter.guide]
    guided = any(guide.is_here(spec) for guide in above)  # it says what this is about
    if not guided and not teaching.current().embedded:  # so does the page round a frame
        with st.container(key="idea"):
            st.markdown(terms.link_terms(text, text(spec.idea), most=2))
            navigation.draw_needed(text, spec)
    translation = _translation(text, spec, models, model) if model else None
    if not model:
        there = installed.installed_models()
        st.error(text("shell.no_working_model" if there else "shell.no_model"))
    with contents:  # here, because the address now says what is carried along
        navigation.links(text, spec)
    presenter.draw_presenter(text, spec)
    if translation is not None:
        model = translation.model  # the last result may be another model's
    card = models[model].card if model else {}
    view = View(text, text.lang, is_dark(), model, card, translation)
    with beside:
        if spec.id not in (navigation.LESSONS_PAGE, chapters()[0].id):  # which have it in large
            figuremap.draw(text, spec, view, plain=guided)
    with unless_busy(text, "page"):
        follows = [guide.panel(view, spec) for guide in above]  # all of them are drawn
        if all(follows):
            render(spec, view)
    if not guided:
        navigation.draw_foot(text, spec)


def tab_title(text: Text, spec: Chapter) -> str:
    return text("shell.tab", page=text(spec.name))


def _heading(text: Text, spec: Chapter, model: str) -> DeltaGenerator:
    """Draw title and link; return the container beside them."""
    with st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        key="heading",
    ):
        beside = st.container(gap=None, width="content", key="figuremap")
        st.title(text(spec.title), anchor=False, width="content")
        share.share(text, model, spec, framed=bool(framing_sites()))
    return beside


def _read_address(models: Mapping[str, installed.Entry]) -> None:
    """Validate the URL once per session, before any widget reads it."""
    if NOTES not in st.session_state:
        written = st.query_params.to_dict()
        entry = installed.installed_models().get(written.get("model", ""))
        left_out = entry.name if entry and entry.problem else ""  # which has a message of its own
        broken = [*params.broken_values(written, models), *teaching.read(written).ignored]
        st.session_state[LEFT_OUT] = left_out
        st.session_state[NOTES] = tuple(n for n in broken if not (left_out and n == "model"))


def _leave_gone(models: Mapping[str, installed.Entry]) -> None:
    """Replace the chosen model if its files were removed."""
    gone = st.session_state.get("model")
    if gone is None or gone in models:
        return
    address.give("model", None)
    st.session_state[LEFT_OUT] = gone
    st.session_state.pop(LAST, None)  # the message stays until another translation is asked for


def _sidebar(text: Text, models: Mapping[str, installed.Entry], spec: Chapter) -> str:
    with st.sidebar:
        controls.language_switch(text)
        model = controls.model_picker(text, models) if models else ""
        controls.depth_switch(text)
        presenter.draw_button(text)
        page_fixes.draw_page_fixes(text, spec.id)
    return model


def _translation(
    text: Text, spec: Chapter, models: Mapping[str, installed.Entry], model: str
) -> Translation | None:
    """Draw the sentence bar (if the page has one) and translate its sentence."""
    card = models[model].card
    if not spec.bar:
        return _quietly(st.session_state.get(LAST))
    with st.container(horizontal=True, key="sentence"):
        sentence = controls.sentence_bar(text, card, spec.id)
        with st.container(
            horizontal=True, vertical_alignment="center", wrap=False, width="content", key="tools"
        ):
            controls.examples(text, card, spec.id)
            controls.way_to_course(text, card, spec.id)
            settings = controls.decode_settings(text, shown=spec.settings)
    request = Request(model, sentence, settings.options())
    _show_notes(text, request)
    translation = _ask(text, request)
    if translation is not None:
        st.session_state[LAST], st.session_state[SHOWN] = request, translation
        sentence_warnings.show_warnings(text, translation, card, models)
        return translation
    last = _last(models, request)
    if last is not None:
        with st.container(gap=None, key="still_shown"):
            st.caption(text("input.still_shown"))
            st.text(last.original)
    return last


def _show_notes(text: Text, request: Request) -> None:
    """Show what was ignored in the URL, until the user makes another request."""
    if st.session_state.get(LAST, request) != request:
        st.session_state[NOTES], st.session_state[LEFT_OUT] = (), ""
    if left_out := st.session_state[LEFT_OUT]:
        st.error(text("shell.broken_model", model=left_out))
    if ignored := st.session_state[NOTES]:
        address.say_ignored(text, *ignored)


def _ask(text: Text, request: Request) -> Translation | None:
    """Return the translation; None after a message saying why there is none."""
    try:
        translation = resources.cached_translation(request)
        if translation is None:
            with st.spinner(text("shell.working"), show_time=False):
                translation = resources.translate(request)
        return translation
    except InputError as problem:
        st.warning(sentence_warnings.refusal(text, problem), icon=":material/edit:")
    except Busy:
        say_busy(text, "shell")
    except CheckpointError:
        st.error(text("shell.broken_model", model=request.model))
    return None


def _last(models: Mapping[str, installed.Entry], refused: Request) -> Translation | None:
    """Return the last translation shown, or the example after a bad link."""
    last = st.session_state.get(LAST)
    if last is None or last.model not in models:
        last = Request(refused.model, example_of(models[refused.model].card), DecodeOptions())
    return _quietly(last)


def _quietly(request: Request | None) -> Translation | None:
    with suppress(InputError, Busy, CheckpointError):
        if request is not None and request.model in installed.usable():
            return resources.translate(request)
    return None
