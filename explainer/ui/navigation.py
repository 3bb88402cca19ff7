"""The chapters: which pages there are, where they stand, and how to go to one.

A new page is one line in PAGES, a file in explainer/pages with `render(view)`, and its texts.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import streamlit as st

if TYPE_CHECKING:
    from explainer.text import Text
    from explainer.ui.view import View


@dataclass(frozen=True)
class PageSpec:
    """`chapter`, `name` and `title` are text keys; `bar` says whether the sentence bar is shown."""

    id: str
    chapter: str
    name: str
    title: str
    idea: str
    icon: str
    module: str
    url: str
    bar: bool = True


PAGES: Final = (
    PageSpec(
        "translate", "shell.chapter_model", "shell.page_translate", "translate.title",
        "translate.idea", ":material/hub:", "explainer.pages.translate", "",
    ),
    PageSpec(
        "attention", "shell.chapter_inside", "shell.page_attention", "attention.title",
        "attention.idea", ":material/grid_on:", "explainer.pages.attention", "attention",
    ),
    PageSpec(
        "models", "shell.chapter_about", "shell.page_models", "models.title",
        "models.idea", ":material/inventory_2:", "explainer.pages.about", "models", bar=False,
    ),
)

# Where a region of the drawing leads: the page that explains it, with what it shows there.
REGIONS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "tokens": ("attention", {"kind": "encoder"}),
    "encoder": ("attention", {"kind": "encoder"}),
    "memory": ("attention", {"kind": "cross"}),
    "cross_attention": ("attention", {"kind": "cross"}),
    "decoder": ("attention", {"kind": "decoder"}),
    "output": ("attention", {"kind": "cross"}),
}


def renderer(spec: PageSpec) -> Callable[[View], None]:
    """`render` of a page's module, imported when first needed."""
    render: Callable[[View], None] = importlib.import_module(spec.module).render
    return render


def page(spec: PageSpec, text: Text) -> st.Page:
    """A Streamlit page that draws nothing: the shell draws it, after the sentence bar."""
    return st.Page(
        _nothing, title=text(spec.name), icon=spec.icon, url_path=spec.url, default=not spec.url
    )


def _nothing() -> None:
    """Streamlit wants something to run for a page."""


def navigation(text: Text) -> PageSpec:
    """Draw the chapters in the sidebar; the page that is open."""
    chapters: dict[str, list[st.Page]] = {}
    for spec in PAGES:
        chapters.setdefault(text(spec.chapter), []).append(page(spec, text))
    current = st.navigation(chapters, expanded=True)
    current.run()
    return next(spec for spec in PAGES if spec.url == current.url_path)


def open_region(region: str, text: Text) -> None:
    """Go to the page that explains a region of the drawing."""
    page_id, params = REGIONS[region]
    open_page(page_id, text, params)


def open_page(page_id: str, text: Text, params: Mapping[str, str]) -> None:
    """Go to a page with `params` in the address; everything else in the address stays."""
    spec = next(spec for spec in PAGES if spec.id == page_id)
    st.switch_page(page(spec, text), query_params={**_kept(), **params})


def _kept() -> dict[str, str]:
    return dict(st.query_params)
