"""Draw a chapter's page: views, beats, figures, common mistake and tasks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Final

import streamlit as st

from explainer.drawings import asked
from explainer.drawings.asked import Asks
from explainer.frame import beats, teaching
from explainer.frame import chapter as parts
from explainer.frame.beats import Beat
from explainer.frame.choices import OneOf
from explainer.frame.course import Chapter, chapters
from explainer.frame.interlinear import Shown, draw_glosses
from explainer.frame.view import View
from explainer.runs.gate import unless_busy
from explainer.text import articles

__all__ = [
    "TRY",
    "Beat",
    "Page",
    "is_hidden",
    "page_of",
    "render",
    "with_sentence",
]

Draw = Callable[["View"], Any]
Mistake = Callable[..., None]  # gets the view and, if `live`, the figures' result

TRY: Final = "try"  # the article with a chapter's tasks


@dataclass(frozen=True)
class Page:
    """The `PAGE` declaration of a chapter's module `page`.

    `draw` draws the figures. Several, by id, are views: the reader sees one at a time and chooses
    by `<chapter>_view`, with the texts `<chapter>.view` and `<chapter>.view_<id>`.

    `mistake` draws the common mistake, for all views or by view. A `live` one gets what `draw`
    returned, and is omitted if that is None. Below a `wide` mistake are the tasks, not beside it.
    Figures and a live mistake are one fragment, unless a page affects more than itself.

    `without` lists the views that need no translation, `probabilities` those ("" for a single view)
    made of the model's probabilities, which a teacher may hide together with the chapter's foot.
    `beats` are the chapter's story (`frame.beats`). `gone` maps former views to those that replace
    them. `barless` views show no sentence, so the sentence bar is hidden. `homes` maps URL names of
    controls to the view that has them, which opens if the URL names no view. `shows` returns the
    sentence of figures whose models read one language; readers of others see it with glosses
    (`frame.interlinear`).
    """

    draw: Draw | Mapping[str, Draw]
    mistake: Mistake | Mapping[str, Mistake] | None = None
    live: bool = False
    without: Collection[str] = ()
    probabilities: Collection[str] = ()
    needs_translation: bool = True
    fragment: bool = True
    wide: bool = False
    beats: Sequence[Beat] = ()
    gone: Mapping[str, str] = field(default_factory=dict)
    barless: Collection[str] = ()
    homes: Mapping[str, str] = field(default_factory=dict)
    shows: Shown | None = None


def page_of(chapter: Chapter) -> Page:
    """Return the page of a chapter, importing its module when first needed."""
    page: Page = import_module(chapter.module).PAGE
    return page


def render(chapter: Chapter, view: View) -> None:
    """Draw the whole page below its title and idea."""
    page = page_of(chapter)
    if view.maybe_translation is None and page.needs_translation and not page.without:
        parts.no_translation(view.text)
        return
    (_fragment if page.fragment else _figures)(chapter, page, view)
    if not page.live and not isinstance(page.mistake, Mapping):
        _foot(chapter, page, view, page.mistake)


def render_figure(chapter: Chapter, view: View, figure: str, asks: Asks | None = None) -> None:
    """Draw only the drawing with the key `figure`, perhaps with a question about it."""
    with beats.elsewhere(), asked.alone(figure, asks):
        _figures(chapter, page_of(chapter), view)


def with_sentence(chapter: Chapter) -> dict[str, str]:
    """Return the URL parameters that open a chapter on a figure with the sentence."""
    page = page_of(chapter)
    views = page.draw if isinstance(page.draw, Mapping) else ()
    shown = [view for view in views if view not in page.barless]
    return {f"{chapter.id}_view": shown[0]} if page.barless and shown else {}


@cache
def view_of(chapter: Chapter) -> OneOf[str]:
    """Return the control that chooses between the views of a chapter that has several."""
    draw = page_of(chapter).draw
    assert isinstance(draw, Mapping), chapter.id
    return OneOf(f"{chapter.id}_view", (*draw,), said=False)


def _usual(page: Page) -> str:
    """Return the default view."""
    assert isinstance(page.draw, Mapping)
    named = (view for name, view in page.homes.items() if name in st.query_params)
    return next(named, next(iter(page.draw)))


def is_hidden(page: Page, chosen: str) -> bool:
    """Return whether a teacher hides the view `chosen` ("" for a single view)."""
    return chosen in page.probabilities and teaching.hides("probabilities")


def _figures(chapter: Chapter, page: Page, view: View) -> None:
    """Draw everything that a click changes."""
    chosen = _view_id(chapter, page, view)
    if view.maybe_translation is None and page.needs_translation and chosen not in page.without:
        parts.no_translation(view.text)
        return
    if is_hidden(page, chosen):
        st.info(view.text("teaching.probabilities_hidden"), icon=":material/visibility_off:")
        return
    draw = page.draw[chosen] if isinstance(page.draw, Mapping) else page.draw
    mistake = page.mistake[chosen] if isinstance(page.mistake, Mapping) else page.mistake
    if asked.only():  # nothing else is sent
        draw(view)
        return
    with unless_busy(view.text, f"{chapter.id}_panel"):
        if page.shows and chosen not in {*page.without, *page.barless}:
            draw_glosses(view, page.shows)
        is_asking = any(guide.is_here(chapter) for guide in _guides())  # of another state
        story = beats.line() if page.beats and not is_asking else None
        with beats.below_lead_figure(lambda: _below(chapter, page, view, story)):
            given = draw(view)
        if page.live and given is not None:
            _foot(chapter, page, view, mistake, given)
        elif not page.live and isinstance(page.mistake, Mapping):
            _foot(chapter, page, view, mistake)


_fragment = st.fragment(_figures)


def _below(
    chapter: Chapter, page: Page, view: View, story: AbstractContextManager[object] | None
) -> None:
    """Draw the beats, whose controls exist by now, and what follows the lead figure."""
    if story:
        with story:
            beats.draw(chapter, view, page.beats)
    beats.draw_detail(chapter, view.text)
    for guide in _guides():
        guide.invite(view, chapter)


def _guides() -> Iterator[Any]:
    """Return the modules of the lessons' panels."""
    return (import_module(one.guide) for one in chapters() if one.guide)


def _view_id(chapter: Chapter, page: Page, view: View) -> str:
    """Return the id of the open view; "" for a single view."""
    name = f"{chapter.id}_view"
    if (written := st.query_params.get(name, "")) in page.gone:
        st.query_params[name] = page.gone[written]
    if not isinstance(page.draw, Mapping):
        return ""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = view_of(chapter).draw(view.text, usual=_usual(page))
        if chosen in page.barless:
            st.container(key="barless", height=1)  # read by the style sheet, which hides it
    return chosen


def _foot(chapter: Chapter, page: Page, view: View, mistake: Mistake | None, *given: Any) -> None:
    """Draw the chapter's common mistake and tasks, side by side."""
    tasks = f"{chapter.id}.{TRY}"
    if mistake is None or tasks not in articles(view.lang):
        return
    if page.probabilities and teaching.hides("probabilities"):
        return
    left, right = (st.container(), st.container()) if page.wide else st.columns(2)
    with left:
        _mistake(page, view, mistake, *given)
    with right:
        parts.tasks(view.text, view.text.article(tasks))


def _mistake(page: Page, view: View, mistake: Mistake, *given: Any) -> None:
    if teaching.hides("mistake"):
        return
    with parts.mistake(view.text):
        if view.maybe_translation is None and page.needs_translation and not given:
            parts.wrong(view.text)
            parts.no_translation(view.text)
        else:
            mistake(view, *given)
