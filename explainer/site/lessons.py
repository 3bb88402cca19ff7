"""A lesson as a page: its steps like the beats of a chapter, each with what it asks and, in a fold,
the solution with the figure that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Final
from urllib.parse import urlencode

from explainer.chapters.lessons.questions import own_sentence
from explainer.frame.course import chapter_of
from explainer.frame.view import View
from explainer.installed import Entry
from explainer.lessons import LESSONS, find_lesson
from explainer.lessons.parts import Step
from explainer.site.addresses import LessonPage, State, states_of
from explainer.site.markdown import html
from explainer.site.render import Words
from explainer.site.states import Fragment, Maker, Story
from explainer.site.tree import Node, Opener, Visit
from explainer.text import Text

FIGURE: Final = "figure_"  # keys of the figures of a page begin like this


def sentence_of(page: LessonPage, model: Entry, text: Text) -> str:
    """What the lesson stands on with this model."""
    view = View(text, text.lang, False, model.name, model.card, None)
    return own_sentence(view, page.lesson)


def lesson_story(
    page: LessonPage, words: Words, address: Mapping[str, str], opener: Opener
) -> Story:
    """The lesson at every step. Raises SiteError for what cannot be shown."""
    text, story = words.text, Story(states_of(page))
    goal = f'<div class="idea">{html(text(page.idea), words.link)}</div>'
    everywhere = [one.id for one in story.states]
    story.body = [
        Fragment("leaf", goal, goal, states=everywhere),
        *(Fragment("slot", slot, states=everywhere) for slot in ("sentence", "beats")),
    ]
    for step, state in zip(page.lesson.steps, story.states, strict=True):
        story.body += _step(step, state, words, address, opener)
    return story


def _step(
    step: Step, state: State, words: Words, address: Mapping[str, str], opener: Opener
) -> Iterator[Fragment]:
    """What stands in the app above the page and in its figure, and the way to the next step."""
    chapter = chapter_of(step.page)
    assert chapter is not None  # tests/lessons
    visit = Visit(chapter, words.text.lang, address, depth="picture")
    pages = [opener.told(replace(visit, dark=dark), step) for dark in (False, True)]
    cards = [opener.card(page, _figure(page, step), is_titled=True) for page in pages]
    light, dark = (
        [one] if one else _figure(page, step) for one, page in zip(cards, pages, strict=True)
    )
    made = Maker(chapter, words, opener, state.id).fragments(light, dark)
    links = _links(step, state, words)
    made.append(Fragment("leaf", links, links, states=[state.id]))
    yield Fragment("box", state.id, '<div class="stack" MARKS>', made, states=[state.id])


def _figure(page: Node, step: Step) -> Sequence[Node]:
    """The figure that is asked, or else the first."""
    figures = [one for one in page.below() if one.key.startswith(FIGURE)]
    asked = [one for one in figures if any(part.key == step.figure for part in one.below())]
    return (asked or figures)[:1]


def _links(step: Step, state: State, words: Words) -> str:
    """To the chapter as the step wants it, and to the next step or lesson."""
    text, chapter, lesson = words.text, chapter_of(step.page), find_lesson(step.lesson)
    assert chapter is not None
    shown = urlencode({**step.params, **step.shown})
    there = words.link(f"./{chapter.url}?{shown}"), text("site.step_page", page=text(chapter.name))
    if step == lesson.steps[-1]:
        after = LESSONS[LESSONS.index(lesson) + 1 :][:1]
        on = [
            (
                words.addresses.lesson(one.id),
                text("lessons.next_lesson", lesson=text(one.key("name"))),
            )
            for one in after
        ]
    else:
        on = [(f"#{int(state.id) + 1}", text("lesson.next"))]
    links = (f'<a href="{escape(to)}">{escape(name)}</a>' for to, name in (there, *on) if to)
    return f'<nav class="foot">{"".join(links)}</nav>'
