"""The teachers' page: settings of a link, the link itself, and a preview."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import unquote_plus

import streamlit as st

from explainer import installed
from explainer.chapters.classroom import link as classroom_link
from explainer.chapters.classroom.link import Target
from explainer.chapters.classroom.poll import draw_slide, open_poll, poll_code
from explainer.data.samples import example_of
from explainer.drawings import drawing
from explainer.frame import address, share, teaching
from explainer.frame.chapter import heading
from explainer.frame.choices import OneOf, Several, Switch
from explainer.frame.course import chapters
from explainer.frame.teaching import PANELS, Teaching
from explainer.frame.teaching_view import fixed_choice, show_note
from explainer.frame.view import View
from explainer.lessons import LESSONS, progress
from explainer.lessons.parts import Lesson
from explainer.text import LANGUAGES, Text

ID: Final = "classroom"
READER: Final = "reader"  # in the language each reader has chosen
LESSON: Final = "lesson."  # how the ids of lessons begin among those of the pages
LESSONS_PAGE: Final = "lessons"  # the chapter that draws them
READY: Final = ("tokens", "flow", "heads")  # those of the plan for 50 minutes, in its order
SLIDE: Final = "classroom_slide"  # session: what is chosen is to be shown to the class
HIDDEN: Final = ("answers",)  # without them a lesson is a task
LOCKS: Final = ("sentence", "model", "settings")  # the language has a control of its own


LANG = OneOf[str]("classroom_lang")
LOCK, HIDE = Several("classroom_lock"), Several("classroom_hide")
PRESENT = Switch("classroom_present")
PAGE = OneOf[str]("classroom_page", listed=True)
STEP = OneOf[int]("classroom_step", listed=True)


def draw_wishes(text: Text) -> tuple[Teaching, str]:
    """Draw the controls; return the settings and the link's language ("" for the reader's own)."""
    left, right = st.columns([0.54, 0.46], gap="large")
    with left:
        locked = frozenset(LOCK.draw(text, lock_names(text), LOCKS))
        hidden = frozenset(HIDE.draw(text, panel_names(text), HIDDEN))
    with right:
        note = _note(text)
        names = {READER: text("classroom.lang_reader")}
        names |= {lang: Text(lang)("shell.language_name") for lang in LANGUAGES}
        chosen = LANG.draw(text, names)
        present = PRESENT.draw(text)
    lang = "" if chosen == READER else chosen
    if lang:
        locked |= {"language"}
    return Teaching(locked, hidden, note=note, present=present), lang


def draw_ready(text: Text, target: Target) -> None:
    """Draw the lessons that need no preparation; a press shows one to the class."""
    lessons, chosen = _lessons(), target.params.get(progress.LESSON)
    ready = [id for id in (f"{LESSON}{name}" for name in READY) if id in lessons]
    if not ready:
        return
    st.subheader(text("classroom.ready"), anchor=False)
    for id, column in zip(ready, st.columns(len(ready)), strict=True):
        lesson = lessons[id]
        with column, st.container(border=True, height="stretch", vertical_alignment="distribute"):
            name, goal = text(lesson.key("name")), text(lesson.key("goal"))
            st.markdown(f"**{name}**  \n:small[{goal}]")
            st.button(
                text("classroom.show"),
                key=f"classroom_take_{lesson.id}",
                type="primary" if lesson.id == chosen else "secondary",
                icon=":material/cast_for_education:",
                on_click=_show,
                args=(id,),
            )


def draw_show(text: Text) -> None:
    """Draw the button that shows the class what is chosen."""
    icon = ":material/cast_for_education:"
    st.button(text("classroom.show"), key="classroom_show", icon=icon, on_click=_show)


def _show(lesson: str = "") -> None:
    """Show the class what is chosen, or a lesson from its first step."""
    if lesson:
        st.session_state[PAGE.name], st.session_state[STEP.name] = lesson, 1
    st.session_state[SLIDE] = True
    open_poll()


def draw_target(view: View) -> Target:
    """Draw the choice of the link's target: a lesson step, a page, or a pasted link."""
    text = view.text
    pages = {spec.id: text(spec.name) for spec in chapters() if spec.id != ID}
    lessons = _lessons()
    guided = {
        id: text("classroom.lesson", lesson=text(lesson.key("name")))
        for id, lesson in lessons.items()
    }
    names = guided | pages
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        with st.container(width=320):
            first = f"{LESSON}{READY[0]}"
            page = PAGE.draw(text, names, first if first in names else None)
        if page in lessons:
            with st.container(width=310):
                at = _step(text, lessons[page])
        with st.container(width="stretch", key="classroom_pasted"):
            target = _paste_field(text, pages)
    if target is not None:
        return target
    params, translation = st.query_params.to_dict(), view.maybe_translation
    sentence = params.get("s") or (translation.source.text if translation else "")
    if page in lessons:
        own = lessons[page].sentence(view.card) or sentence
        return classroom_link.lesson_target(params, lessons[page], at, own)
    return classroom_link.page_target(params, page, sentence)


def _lessons() -> dict[str, Lesson]:
    """Return the lessons whose chapters are all installed, by page-list id."""
    there = {spec.id for spec in chapters()}
    if LESSONS_PAGE not in there:
        return {}
    return {
        f"{LESSON}{lesson.id}": lesson
        for lesson in LESSONS
        if {step.page for step in lesson.steps} <= there
    }


def _step(text: Text, lesson: Lesson) -> int:
    """Draw the choice of the lesson's step, from 0."""
    titles = {
        at + 1: f"{at + 1}. {text(step.key('title'))}" for at, step in enumerate(lesson.steps)
    }
    return STEP.draw(text, titles) - 1


def _paste_field(text: Text, pages: Mapping[str, str]) -> Target | None:
    copied = st.text_input(
        text("classroom.paste"),
        key="classroom_paste",
        help=text("classroom.paste_help"),
        placeholder=text("classroom.paste_empty"),
        autocomplete="off",
        max_chars=classroom_link.LONGEST,
    )
    target = classroom_link.read_link(copied)
    if copied and (target is None or target.page == ID):
        st.warning(text("classroom.paste_bad"), icon=":material/link_off:")
        return None
    if target is not None:
        st.caption(text("classroom.paste_good", page=pages[target.page]))
    return target


def draw_links(view: View, target: Target, wanted: Teaching, lang: str) -> None:
    """Draw the links to the task and to its solution, and the button that shows them the class."""
    text, name = view.text, _name_of(view.text, target)
    wanted = replace(wanted, poll=poll_code())
    solution = classroom_link.solution_settings(wanted)
    names = panel_names(text)
    gone = ", ".join(names[panel] for panel in teaching.PANELS if panel in wanted.hidden)
    hidden = text("classroom.hidden", names=gone) if gone else text("classroom.hidden_none")
    told = text("classroom.shown_answers") if target.is_lesson else text("classroom.hidden_none")
    links = {"task": (hidden, wanted), "solution": (told, solution)}
    titles = text.each("classroom.*", "task", "solution")
    st.subheader(name, anchor=False)
    for (kind, (line, shown)), column in zip(links.items(), st.columns(2), strict=True):
        with column, st.container(border=True, key=f"classroom_{kind}", height="stretch"):
            heading(titles[kind], line)
            _link(view, kind, target, shown, lang)
    local = f":material/link_off: {text('share.local')}" if share.is_local(_root()) else ""
    st.caption("\n\n".join(filter(None, (local, text("classroom.honest")))))
    if st.session_state.pop(SLIDE, False):
        link = classroom_link.make_link("..", target, wanted, lang)
        lesson = target.params.get(progress.LESSON, "")
        st.dialog(name, width="large")(draw_slide)(text, _root(), link, lesson)


def _name_of(text: Text, target: Target) -> str:
    """Return what a link opens: the name of its lesson and step, or of its page."""
    lesson = _lessons().get(f"{LESSON}{target.params.get(progress.LESSON)}")
    if lesson is None:
        return next(text(spec.name) for spec in chapters() if spec.id == target.page)
    at = text("classroom.at", step=target.params.get(progress.AT, "1"))
    return f"{text(lesson.key('name'))} · {at}"


def _root() -> str:
    return classroom_link.root_of(st.context.url or "", ID)


def _link(view: View, kind: str, target: Target, shown: Teaching, lang: str) -> None:
    """Draw one link to copy or try."""
    text = view.text
    link = classroom_link.make_link(_root(), target, shown, lang)
    drawing(
        "classroom/handout",
        {"link": link, "readable": unquote_plus(link)},
        words=text.section("classroom.handout"),
        key=f"classroom_link_{kind}",
    )
    if len(link) > classroom_link.LONG:
        st.caption(text("classroom.long", count=len(link)))


def draw_preview(text: Text, target: Target, wanted: Teaching) -> None:
    """Draw the note and the sentence as students see them."""
    if wanted.note:
        show_note(text, wanted.note)
    label, sentence = text("classroom.preview"), _sentence(target)
    if wanted.locks("sentence"):
        fixed_choice(text, "preview", label, sentence)
    else:
        st.caption(label)
        st.text(sentence)


def draw_own_link(text: Text) -> None:
    """Draw the button that leaves a teacher's link, for the teacher who opened it."""
    own = teaching.current()
    if own.locked or own.hidden or own.revealed:
        st.info(text("classroom.bound"), icon=":material/lock:")
        st.button(text("classroom.free"), key="classroom_free", on_click=_free)


def lock_names(text: Text) -> dict[str, str]:
    return {
        "sentence": text("classroom.lock_sentence"),
        "model": text("classroom.lock_model"),
        "settings": text("input.settings"),
        "depth": text("shell.depth"),
    }


def panel_names(text: Text) -> dict[str, str]:
    """Return a description of each panel of teaching.PANELS."""
    return text.each("classroom.*", *PANELS)


def _note(text: Text) -> str:
    value = address.seed_text("classroom_note", "", lambda text: text[: teaching.LONGEST_NOTE])
    note = st.text_area(
        text("classroom.note"),
        value=value,
        key="classroom_note",
        height=110,
        max_chars=teaching.LONGEST_NOTE,
        help=text("classroom.note_help"),
    )
    address.keep("classroom_note", note, "")
    return teaching.clean_note(note)


def _sentence(target: Target) -> str:
    """Return the link's sentence, by default that of its model."""
    written = target.params.get("s")
    model = installed.usable().get(target.params.get("model", ""))
    usual = example_of(model.card) if model else ""
    return usual if written is None else written


def _free() -> None:
    for name in teaching.NAMES:
        if name in st.query_params:
            del st.query_params[name]
