"""The list of chapters beside every page, the way on at its foot, and how to go to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from explainer.frame import teaching
from explainer.frame.course import (
    Chapter,
    around,
    chapter_of,
    chapters,
    needed,
    part_of,
    parts,
)
from explainer.frame.params import CHECKS
from explainer.lessons import progress
from explainer.text import Text

# What every page understands.
CARRIED: Final = frozenset({"model", "s", *CHECKS, *teaching.NAMES, *progress.NAMES})


def page(spec: Chapter, text: Text) -> st.Page:
    """A Streamlit page that draws nothing: the shell draws it, after the sentence bar."""
    return st.Page(
        _nothing, title=text(spec.name), icon=spec.icon, url_path=spec.url, default=not spec.url
    )


def _nothing() -> None:
    """Streamlit wants something to run for a page."""


def navigation(text: Text) -> tuple[Chapter, list[st.Page]]:
    """The page that is open, and Streamlit's of all chapters, which `links` draws the way to."""
    pages = [page(spec, text) for spec in chapters()]
    current = st.navigation(pages, position="hidden")
    current.run()
    return next(spec for spec in chapters() if spec.url == current.url_path), pages


def is_unknown() -> bool:
    """Whether the address names no chapter; the first one is open instead."""
    context = get_script_run_ctx()
    asked = context.pages_manager.intended_page_name if context else None
    return bool(asked) and all(spec.url != asked for spec in chapters())


def links(text: Text, pages: Sequence[st.Page], spec: Chapter) -> None:
    """The chapters by part, each a link that takes sentence, model and settings along.

    Only the part of the open page `spec` is unfolded. A part of one chapter needs no fold.

    Streamlit's own menu drops the address. What the page then writes into it again would be one
    more entry of the browser's history, and "back" would stop there.
    """
    if teaching.hides("chapters"):
        st.text(text("teaching.chapters_hidden"))
        return
    params = carried_values()
    links_to = iter(pages)
    for part in parts():
        is_open = part == part_of(spec)
        # Another key where it is open: on the way to another part this one folds.
        key = f"part_{part.id}_{spec.id if is_open else 'closed'}"
        with (
            st.container(gap=None, key=f"part_{part.id}")
            if len(part.chapters) == 1
            else st.expander(text(part.name), expanded=is_open, key=key)
        ):
            for _ in part.chapters:
                st.page_link(next(links_to), query_params=params, width="stretch")


def draw_needed(text: Text, pages: Sequence[st.Page], spec: Chapter) -> None:
    """What to read before `spec`, as links; nothing where there is nothing."""
    before = needed(spec)
    if not before or _is_alone():
        return
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key="needed"):
        st.caption(text("chapter.needed"), width="content")
        for chapter in before:
            _link(pages, chapter, text(chapter.name), chapter.icon)


def draw_foot(text: Text, pages: Sequence[st.Page], spec: Chapter) -> None:
    """Back to the chapter before, on to the one after, and what that one is about."""
    if _is_alone():
        return
    before, after = around(spec)
    with st.container(border=True, key="foot"):
        back, on = st.columns(2)
        if before is not None:
            with back:
                st.caption(text("chapter.before"))
                _link(pages, before, text(before.name), ":material/arrow_back:")
        if after is not None:
            with on:
                st.caption(text("chapter.after"))
                _link(pages, after, text(after.name), ":material/arrow_forward:")
                st.markdown(text(after.idea))


def _is_alone() -> bool:
    """Whether a teacher shows this page and no way to another, or it is a slide."""
    return teaching.hides("chapters") or teaching.current().present


def _link(pages: Sequence[st.Page], chapter: Chapter, name: str, icon: str) -> None:
    page_to = pages[chapters().index(chapter)]
    st.page_link(page_to, label=name, icon=icon, query_params=carried_values(), width="content")


def open_page(page_id: str, text: Text, params: Mapping[str, str]) -> None:
    """Go to a chapter with `params` in the address, which keeps everything else; nowhere if it is
    not there."""
    chapter = chapter_of(page_id)
    if chapter is not None:
        st.switch_page(page(chapter, text), query_params={**st.query_params, **params})


def carried_values() -> dict[str, str]:
    """What a link to any page takes along: sentence, model, settings, what a teacher fixed."""
    return {name: value for name, value in st.query_params.items() if name in CARRIED}
