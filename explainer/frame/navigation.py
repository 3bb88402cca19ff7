"""The list of chapters beside every page, and how to go to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from explainer.frame import teaching
from explainer.frame.course import Chapter, chapter_of, chapters, parts
from explainer.frame.params import CHECKS
from explainer.lessons import progress

if TYPE_CHECKING:
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


def links(text: Text, pages: Sequence[st.Page]) -> None:
    """The chapters and their pages, each a link that takes sentence, model and settings along.

    Streamlit's own menu drops the address. What the page then writes into it again would be one
    more entry of the browser's history, and "back" would stop there.
    """
    if teaching.hides("chapters"):
        st.text(text("teaching.chapters_hidden"))
        return
    params = carried_values()
    links_to = iter(pages)
    for part in parts():
        st.caption(text(part.name))
        for _ in part.chapters:
            st.page_link(next(links_to), query_params=params, width="stretch")


def open_page(page_id: str, text: Text, params: Mapping[str, str]) -> None:
    """Go to a chapter with `params` in the address, which keeps everything else; nowhere if it is
    not there."""
    chapter = chapter_of(page_id)
    if chapter is not None:
        st.switch_page(page(chapter, text), query_params={**_query_params(), **params})


def carried_values() -> dict[str, str]:
    """What a link to any page takes along: sentence, model, settings, what a teacher fixed."""
    return {name: value for name, value in _query_params().items() if name in CARRIED}


def _query_params() -> dict[str, str]:
    return dict(st.query_params)
