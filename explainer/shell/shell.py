"""The frame round every page: language, theme, chapters, model, sentence, and the translation."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from explainer import __version__
from explainer.components.hostpage import mend_page
from explainer.data.samples import default_sentence
from explainer.decoding.options import DecodeOptions
from explainer.frame import (
    address,
    controls,
    figuremap,
    figures,
    hints,
    params,
    presenter,
    share,
    teaching,
    terms,
)
from explainer.frame.course import Chapter, chapters
from explainer.frame.navigation import (
    draw_foot,
    draw_needed,
    go_where_asked,
    is_unknown,
    links,
    navigation,
)
from explainer.frame.page import render
from explainer.frame.teaching_view import draw_note
from explainer.frame.view import View, is_dark
from explainer.runs import registry, resources
from explainer.runs.gate import say_busy, unless_busy
from explainer.runs.registry import Entry
from explainer.runs.resources import Busy, Request
from explainer.text import Text
from explainer.web import reconnect
from explainer.web.frames import framing_sites

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from explainer.engine import Translation

ICON = Path(__file__).with_name("icon.png")
LAST = "last_request"  # session: the last request that gave a translation
SHOWN = "shown"  # session: that translation, held so that `resources` finds it again
NOTES = "url_notes"  # session: names of address values that were ignored
LEFT_OUT = "left_out"  # session: the model of the address, where it is installed but does not work


def main() -> None:
    """One run of the app for one visitor."""
    with teaching.held(), registry.held():
        _run()


def _run() -> None:
    reconnect.ask_when_reconnected()
    models = registry.choosable()
    _read_address(models)
    _leave_gone(models)
    text = Text(controls.reader_language())
    # Before the chapters: else the icon of the open page becomes the tab's, fetched from outside.
    st.set_page_config(page_icon=ICON, layout="wide")
    spec = navigation(text)
    go_where_asked(text, spec)
    st.set_page_config(page_title=text("shell.tab", page=text(spec.name)))
    address.enter(spec.id)
    model = _sidebar(text, models, spec)
    with st.sidebar:
        contents = st.container(gap=None, key="chapters")
        st.caption(text("shell.version", version=__version__))
    draw_note(text)
    beside = _heading(text, spec, model)
    if is_unknown():
        st.info(text("shell.no_page"), icon=":material/link_off:")
    above = [import_module(chapter.guide) for chapter in chapters() if chapter.guide]
    guided = any(guide.is_here(spec) for guide in above)  # it says what this is about
    if not guided and not teaching.current().embedded:  # so does the page round a frame
        with st.container(key="idea"):
            st.markdown(terms.link_terms(text, text(spec.idea), most=2))
            draw_needed(text, spec, dark=is_dark())
    if not model:
        st.error(
            text("shell.no_working_model" if registry.installed_models() else "shell.no_model")
        )
        translation = None
    else:
        translation = _translation(text, spec, models, model)
    with contents:  # here, because the address now says what is carried along
        links(text, spec, dark=is_dark())
    presenter.draw_presenter(text, spec)
    if translation is not None:
        model = translation.model  # the last result may be another model's
    card = models[model].card if model else {}
    view = View(text, text.lang, is_dark(), model, card, translation)
    with beside:
        figuremap.draw(text, spec, view, plain=guided)
    with unless_busy(text, "page"):
        follows = [guide.panel(view, spec) for guide in above]  # all of them are drawn
        if all(follows):
            render(spec, view)
    if not guided:
        draw_foot(text, spec, dark=is_dark())


def _heading(text: Text, spec: Chapter, model: str) -> DeltaGenerator:
    """Title and link; the place beside them for what knows the translation."""
    with st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        gap="small",
        key="heading",
    ):
        beside = st.container(gap=None, width="content", key="figuremap")
        st.title(text(spec.title), anchor=False, width="content")
        share.share(text, model, dark=is_dark(), framed=bool(framing_sites()))
    return beside


def _read_address(models: Mapping[str, Entry]) -> None:
    """Once a session, before any widget reads it: which values are broken."""
    if NOTES not in st.session_state:
        written = st.query_params.to_dict()
        ignored = teaching.read(written).ignored
        broken = params.broken_values(written, models)
        entry = registry.installed_models().get(written.get("model", ""))
        left_out = entry.name if entry and entry.problem else ""
        st.session_state[LEFT_OUT] = left_out  # which has a message of its own
        named = (name for name in broken if not (left_out and name == "model"))
        st.session_state[NOTES] = (*named, *ignored)


def _leave_gone(models: Mapping[str, Entry]) -> None:
    """A page that was open while its model's files went has another one from now on."""
    gone = st.session_state.get("model")
    if gone is None or gone in models:
        return
    address.give("model", None)
    st.session_state[LEFT_OUT] = gone
    st.session_state.pop(LAST, None)  # the message stays until another translation is asked for


def _sidebar(text: Text, models: Mapping[str, Entry], spec: Chapter) -> str:
    with st.sidebar:
        controls.language_switch(text)
        model = controls.model_picker(text, models) if models else ""
        controls.depth_switch(text)
        presenter.draw_button(text)
        mend_page(text.lang, spec.id)
        figures.offer(text, spec.id, dark=is_dark())
    return model


def _translation(
    text: Text, spec: Chapter, models: Mapping[str, Entry], model: str
) -> Translation | None:
    """Draw the sentence bar (where the page has one) and translate what it says."""
    card = models[model].card
    if not spec.bar:
        last = st.session_state.get(LAST)
        return _quietly(last)
    with st.container(horizontal=True, gap="small", key="sentence"):
        sentence = controls.sentence_bar(text, card["source"], spec.id)
        with st.container(horizontal=True, gap="small", wrap=False, width="content", key="tools"):
            controls.examples(text, card["source"])
            settings = controls.decode_settings(text, shown=spec.settings)
    request = Request(model, sentence, settings.options())
    _show_notes(text, request)
    translation = _ask(text, request)
    if translation is None:
        last = _last(models, request)
        if last is not None:
            with st.container(gap=None, key="still_shown"):
                st.caption(text("input.still_shown"))
                st.text(last.original)
        return last
    st.session_state[LAST], st.session_state[SHOWN] = request, translation
    hints.show_hints(text, translation, card, models)
    return translation


def _show_notes(text: Text, request: Request) -> None:
    """What was ignored in the address, until the reader asks for something else."""
    if st.session_state.get(LAST, request) != request:
        st.session_state[NOTES], st.session_state[LEFT_OUT] = (), ""
    if left_out := st.session_state[LEFT_OUT]:
        st.error(text("shell.broken_model", model=left_out))
    if ignored := st.session_state[NOTES]:
        address.say_ignored(text, *ignored)


def _ask(text: Text, request: Request) -> Translation | None:
    """The translation, or None after a message that says why there is none."""
    from explainer.engine import InputError
    from explainer.model.store import CheckpointError

    try:
        translation = resources.at_hand(request)
        if translation is None:
            with st.spinner(text("shell.working"), show_time=False):
                translation = resources.translate(request)
        return translation
    except InputError as problem:
        st.warning(hints.refusal(text, problem), icon=":material/edit:")
    except Busy:
        say_busy(text, "shell")
    except CheckpointError:
        st.error(text("shell.broken_model", model=request.model))
    return None


def _last(models: Mapping[str, Entry], refused: Request) -> Translation | None:
    """What was shown before stays; a visitor who comes with a bad link gets the example."""
    last = st.session_state.get(LAST)
    if last is None or last.model not in models:
        source = models[refused.model].card["source"]
        last = Request(refused.model, default_sentence(source), DecodeOptions())
    return _quietly(last)


def _quietly(request: Request | None) -> Translation | None:
    from explainer.engine import InputError
    from explainer.model.store import CheckpointError

    if request is None or request.model not in registry.usable():
        return None
    try:
        return resources.translate(request)
    except (InputError, Busy, CheckpointError):
        return None
