"""View of texts for teachers: lesson plans, privacy, accessibility, with links into the app."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl

import streamlit as st

from explainer.chapters.classroom import link
from explainer.chapters.classroom.link import Target
from explainer.frame.choices import OneOf
from explainer.frame.teaching import Teaching
from explainer.frame.view import View
from explainer.lessons import find_lesson

# [words](lesson:flow.next) is a step of a lesson, [words](page:heads?kind=cross) a page.
PLACE: Final = re.compile(r"\]\((lesson|page):([^)\s]+)\)")


PAPER = OneOf("classroom_paper", ("plan50", "plan90", "privacy", "accessibility"), said=False)


def draw_papers(view: View) -> None:
    """Draw the chosen text, from the files beside this one."""
    text = view.text
    articles = {
        "plan50": text.article("classroom.plan50"),
        "plan90": text.article("classroom.plan90"),
        "privacy": text.article("classroom.privacy"),
        "accessibility": text.article("classroom.accessibility"),
    }
    chosen = PAPER.draw(text)
    params = {"model": view.translator_name} if view.translator_name else {}
    with st.container(key="classroom_text"):
        st.markdown(
            fill_links(articles[chosen], params, str(view.card.get("source", "")), text.lang)
        )


def fill_links(article: str, params: Mapping[str, str], source: str, lang: str) -> str:
    """Replace links in a text by URLs below any base path; lessons open on a `source` sentence."""

    def address(match: re.Match[str]) -> str:
        target = _lesson(match[2], params, source) if match[1] == "lesson" else _page(match[2])
        whole = Target(target.page, {**params, **target.params})
        return f"]({link.make_link('.', whole, Teaching(), lang)})"

    return PLACE.sub(address, article)


def _lesson(place: str, params: Mapping[str, str], source: str) -> Target:
    name, _, wanted = place.partition(".")
    lesson = find_lesson(name)
    at = [step.id for step in lesson.steps].index(wanted)
    return link.lesson_target(params, lesson, at, lesson.sentences.get(source, ""))


def _page(place: str) -> Target:
    page, _, query = place.partition("?")
    return Target(page, dict(parse_qsl(query)))
