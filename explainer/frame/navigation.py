"""The chapters: which pages there are, where they stand, and how to go to one.

A new page is one line in PAGES, a file in explainer/pages with `render(view)`, and its texts.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from explainer.frame import teaching
from explainer.frame.params import CHECKS
from explainer.lessons import progress

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text


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
        "translate",
        "shell.chapter_model",
        "shell.page_translate",
        "translate.title",
        "translate.idea",
        ":material/hub:",
        "explainer.chapters.translate.page",
        "",
    ),
    PageSpec(
        "lessons",
        "shell.chapter_model",
        "lessons.name",
        "lessons.title",
        "lessons.idea",
        ":material/local_library:",
        "explainer.chapters.lessons.page",
        "lessons",
        bar=False,
    ),
    PageSpec(
        "pieces",
        "shell.chapter_inside",
        "pieces.name",
        "pieces.title",
        "pieces.idea",
        ":material/extension:",
        "explainer.chapters.tokens.page",
        "pieces",
    ),
    PageSpec(
        "embeddings",
        "shell.chapter_inside",
        "embeddings.name",
        "embeddings.title",
        "embeddings.idea",
        ":material/scatter_plot:",
        "explainer.chapters.embeddings.page",
        "embeddings",
    ),
    PageSpec(
        "positions",
        "shell.chapter_inside",
        "positions.name",
        "positions.title",
        "positions.idea",
        ":material/waves:",
        "explainer.chapters.positions.page",
        "positions",
    ),
    PageSpec(
        "lookup",
        "shell.chapter_inside",
        "lookup.name",
        "lookup.title",
        "lookup.idea",
        ":material/travel_explore:",
        "explainer.chapters.lookup.page",
        "lookup",
    ),
    PageSpec(
        "attention",
        "shell.chapter_inside",
        "shell.page_attention",
        "attention.title",
        "attention.idea",
        ":material/grid_on:",
        "explainer.chapters.maps.page",
        "attention",
    ),
    PageSpec(
        "cell",
        "shell.chapter_inside",
        "cell.name",
        "cell.title",
        "cell.idea",
        ":material/filter_center_focus:",
        "explainer.chapters.cell.page",
        "cell",
    ),
    PageSpec(
        "heads",
        "shell.chapter_inside",
        "heads.name",
        "heads.title",
        "heads.idea",
        ":material/splitscreen:",
        "explainer.chapters.heads.page",
        "heads",
    ),
    PageSpec(
        "scaling",
        "shell.chapter_inside",
        "scaling.name",
        "scaling.title",
        "scaling.idea",
        ":material/square_foot:",
        "explainer.chapters.scaling.page",
        "scaling",
    ),
    PageSpec(
        "masks",
        "shell.chapter_inside",
        "masks.name",
        "masks.title",
        "masks.idea",
        ":material/visibility_off:",
        "explainer.chapters.masks.page",
        "masks",
    ),
    PageSpec(
        "layers",
        "shell.chapter_inside",
        "layers.name",
        "layers.title",
        "layers.idea",
        ":material/layers:",
        "explainer.chapters.layers.page",
        "layers",
    ),
    PageSpec(
        "whatif",
        "shell.chapter_inside",
        "whatif.name",
        "whatif.title",
        "whatif.idea",
        ":material/science:",
        "explainer.chapters.ablation.page",
        "whatif",
    ),
    PageSpec(
        "greedy",
        "shell.chapter_writing",
        "greedy.name",
        "greedy.title",
        "greedy.idea",
        ":material/footprint:",
        "explainer.chapters.greedy.page",
        "greedy",
    ),
    PageSpec(
        "sampling",
        "shell.chapter_writing",
        "sampling.name",
        "sampling.title",
        "sampling.idea",
        ":material/casino:",
        "explainer.chapters.sampling.page",
        "sampling",
    ),
    PageSpec(
        "beam",
        "shell.chapter_writing",
        "beam.name",
        "beam.title",
        "beam.idea",
        ":material/account_tree:",
        "explainer.chapters.beam.page",
        "beam",
    ),
    PageSpec(
        "forcing",
        "shell.chapter_writing",
        "forcing.name",
        "forcing.title",
        "forcing.idea",
        ":material/school:",
        "explainer.chapters.forcing.page",
        "forcing",
    ),
    PageSpec(
        "perplexity",
        "shell.chapter_writing",
        "perplexity.name",
        "perplexity.title",
        "perplexity.idea",
        ":material/help_center:",
        "explainer.chapters.perplexity.page",
        "perplexity",
    ),
    PageSpec(
        "bleu",
        "shell.chapter_writing",
        "bleu.name",
        "bleu.title",
        "bleu.idea",
        ":material/balance:",
        "explainer.chapters.bleu.page",
        "bleu",
    ),
    PageSpec(
        "results",
        "shell.chapter_writing",
        "results.name",
        "results.title",
        "results.idea",
        ":material/leaderboard:",
        "explainer.chapters.results.page",
        "results",
        bar=False,
    ),
    PageSpec(
        "sentences",
        "shell.chapter_use",
        "sentences.name",
        "sentences.title",
        "sentences.idea",
        ":material/upload_file:",
        "explainer.chapters.sentences.page",
        "sentences",
        bar=False,
    ),
    PageSpec(
        "glossary",
        "shell.chapter_about",
        "glossary.name",
        "glossary.title",
        "glossary.idea",
        ":material/dictionary:",
        "explainer.chapters.glossary.page",
        "glossary",
        bar=False,
    ),
    PageSpec(
        "classroom",
        "shell.chapter_about",
        "classroom.name",
        "classroom.title",
        "classroom.idea",
        ":material/cast_for_education:",
        "explainer.chapters.classroom.page",
        "classroom",
    ),
    PageSpec(
        "models",
        "shell.chapter_about",
        "shell.page_models",
        "models.title",
        "models.idea",
        ":material/inventory_2:",
        "explainer.chapters.models.page",
        "models",
        bar=False,
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


# What every page understands.
CARRIED: Final = frozenset({"model", "s", *CHECKS, *teaching.NAMES, *progress.NAMES})


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


def navigation(text: Text) -> tuple[PageSpec, list[st.Page]]:
    """The page that is open, and Streamlit's of all PAGES, which `links` draws the way to."""
    pages = [page(spec, text) for spec in PAGES]
    current = st.navigation(pages, position="hidden")
    current.run()
    return next(spec for spec in PAGES if spec.url == current.url_path), pages


def is_unknown() -> bool:
    """Whether the address names a page that is none of PAGES; the first one is open instead."""
    context = get_script_run_ctx()
    asked = context.pages_manager.intended_page_name if context else None
    return bool(asked) and all(spec.url != asked for spec in PAGES)


def links(text: Text, pages: Sequence[st.Page]) -> None:
    """The chapters and their pages, each a link that takes sentence, model and settings along.

    Streamlit's own menu drops the address. What the page then writes into it again would be one
    more entry of the browser's history, and "back" would stop there.
    """
    if teaching.hides("chapters"):
        st.text(text("teaching.chapters_hidden"))
        return
    params = carried()
    chapter = ""
    for spec, to in zip(PAGES, pages, strict=True):
        if spec.chapter != chapter:
            chapter = spec.chapter
            st.caption(text(chapter))
        st.page_link(to, query_params=params, width="stretch")


def open_region(region: str, text: Text) -> None:
    """Go to the page that explains a region of the drawing."""
    page_id, params = REGIONS[region]
    open_page(page_id, text, params)


def open_page(page_id: str, text: Text, params: Mapping[str, str]) -> None:
    """Go to a page with `params` in the address; everything else in the address stays."""
    spec = next(spec for spec in PAGES if spec.id == page_id)
    st.switch_page(page(spec, text), query_params={**_kept(), **params})


def carried() -> dict[str, str]:
    """What a link to any page takes along: sentence, model, settings, what a teacher fixed."""
    return {name: value for name, value in _kept().items() if name in CARRIED}


def _kept() -> dict[str, str]:
    return dict(st.query_params)
