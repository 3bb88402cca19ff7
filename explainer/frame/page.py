"""How the page of a chapter is drawn: views, beats, the answer to "busy", common mistake, tasks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
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
from explainer.text import articles, strings

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
Mistake = Callable[..., None]  # of the view, and where it is `live` of what the figures gave back

TRY: Final = "try"  # the article with the tasks of a chapter


@dataclass(frozen=True)
class Page:
    """`PAGE` of a chapter's module `page`.

    `draw` draws the figures. Several, by id, are views: the reader sees one at a time, under the
    texts `<chapter>.view` and `<chapter>.view_<id>`, and the choice is `<chapter>_view` in the
    address. `mistake` draws what stands in the box of the common mistake, one for all views or one
    a view. Where it is `live` it is about what the figures show: it gets what `draw` gave back, and
    is left out where that was None. Figures (and a mistake that hangs on them) are one fragment,
    unless a page is about more than what stands on it. A `wide` mistake has the tasks below it, not
    beside. `without` names the views that need no translation, `probabilities` those ("" where
    there is one alone) that are made of what the model found probable: a teacher may hide them, and
    with them what stands at the foot of the chapter. `beats`, three to five,
    tell the chapter above its figures (`frame.beats`). An address of a view that is `gone` opens
    the one named there. In those that are `barless`, whose figures show no sentence, the sentence
    bar is out of sight. `homes` tells of controls, by their names in the address, the view they
    stand in: an address that has one and names no view opens that. `shows` gives the sentence of
    figures whose models read one language alone: above them stand its tokens with glosses for
    readers of another one (`frame.interlinear`).
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
    """Imported when first needed."""
    page: Page = import_module(chapter.module).PAGE
    return page


def render(chapter: Chapter, view: View) -> None:
    """The whole page below its title and idea."""
    page = page_of(chapter)
    if view.maybe_translation is None and page.needs_translation and not page.without:
        parts.no_translation(view.text)
        return
    (_fragment if page.fragment else _figures)(chapter, page, view)
    if not page.live and not isinstance(page.mistake, Mapping):
        _foot(chapter, page, view, page.mistake)


def render_asked(chapter: Chapter, view: View, asks: Asks) -> None:
    """Of the page the figure that asks alone."""
    with asked.alone(asks):
        _figures(chapter, page_of(chapter), view)


def with_sentence(chapter: Chapter) -> dict[str, str]:
    """What the chapter's address says where it opens on a figure that shows the sentence."""
    page = page_of(chapter)
    if not page.barless or not isinstance(page.draw, Mapping):
        return {}
    return {f"{chapter.id}_view": next(view for view in page.draw if view not in page.barless)}


@cache
def view_of(chapter: Chapter) -> OneOf[str]:
    """The control of the views of a chapter that has several."""
    draw = page_of(chapter).draw
    return OneOf(f"{chapter.id}_view", (*draw,) if isinstance(draw, Mapping) else (), said=False)


def _usual(page: Page) -> str:
    """The view that is open where nobody has chosen one."""
    assert isinstance(page.draw, Mapping)
    named = (view for name, view in page.homes.items() if name in st.query_params)
    return next(named, next(iter(page.draw)))


def is_hidden(page: Page, chosen: str) -> bool:
    """Whether a teacher hides the view `chosen`, "" where there is one alone."""
    return chosen in page.probabilities and teaching.hides("probabilities")


def _figures(chapter: Chapter, page: Page, view: View) -> None:
    """Everything a click changes."""
    chosen = _view_id(chapter, page, view)
    if view.maybe_translation is None and page.needs_translation and chosen not in page.without:
        parts.no_translation(view.text)
        return
    if is_hidden(page, chosen):
        st.info(view.text("teaching.probabilities_hidden"), icon=":material/visibility_off:")
        return
    draw = page.draw[chosen] if isinstance(page.draw, Mapping) else page.draw
    mistake = page.mistake[chosen] if isinstance(page.mistake, Mapping) else page.mistake
    if asked.now():  # nothing else of the page is sent
        draw(view)
        return
    with unless_busy(view.text, f"{chapter.id}_panel"):
        if page.shows and chosen not in {*page.without, *page.barless}:
            draw_glosses(view, page.shows)
        story = beats.line() if page.beats else None
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
    """The line of the story, now that its controls stand, and what stands below the figure."""
    if story:
        with story:
            beats.draw(chapter, view, page.beats)
    beats.draw_detail(chapter, view.text)
    for one in chapters():
        if one.guide:
            import_module(one.guide).invite(view, chapter)


def _view_id(chapter: Chapter, page: Page, view: View) -> str:
    """The id of the view; "" where a chapter has one alone."""
    if not isinstance(page.draw, Mapping):
        return ""
    text, id = view.text, chapter.id
    if (written := st.query_params.get(f"{id}_view", "")) in page.gone:
        st.query_params[f"{id}_view"] = page.gone[written]
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = view_of(chapter).draw(text, usual=_usual(page))
        if chosen in page.barless:
            st.container(key="barless", height=1)  # read by the style sheet, which hides it
    line = f"{id}.view_{chosen}_line"
    if line in strings(view.lang):
        st.caption(text(line))
    return chosen


def _foot(chapter: Chapter, page: Page, view: View, mistake: Mistake | None, *given: Any) -> None:
    """Common mistake and tasks, side by side, where the chapter has them."""
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
