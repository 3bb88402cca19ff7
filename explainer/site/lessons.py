"""A lesson as a page: each step is a state, with its question and its solution in a fold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Final
from urllib.parse import urlencode

from explainer.frame.course import chapter_of
from explainer.lessons import LESSONS, find_lesson
from explainer.lessons.parts import Step
from explainer.site.addresses import LessonPage, State, states_of
from explainer.site.markdown import html
from explainer.site.render import Words
from explainer.site.states import Fragment, FragmentMaker, Story
from explainer.site.tree import Node, Opener, Visit

FIGURE: Final = "figure_"  # prefix of the keys of a page's figures


def lesson_story(
    page: LessonPage, words: Words, address: Mapping[str, str], opener: Opener
) -> Story:
    """Build the story of a lesson, a state per step. Raises SiteError."""
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
    """Yield a step's card, its figure, and links to its chapter and the next step."""
    chapter = chapter_of(step.page)
    assert chapter is not None  # tests/lessons
    visit = Visit(chapter, words.text.lang, address, depth="picture")
    pages = [opener.solved_page(replace(visit, dark=dark), step) for dark in (False, True)]
    cards = [opener.card(page, _figure(page, step), is_titled=True) for page in pages]
    light, dark = (
        [one] if one else _figure(page, step) for one, page in zip(cards, pages, strict=True)
    )
    made = FragmentMaker(chapter, words, opener, state.id).fragments(light, dark)
    links = _links(step, state, words)
    made.append(Fragment("leaf", links, links, states=[state.id]))
    yield Fragment("box", state.id, '<div class="stack" MARKS>', made, states=[state.id])


def _figure(page: Node, step: Step) -> Sequence[Node]:
    """Return the figure that the step is about, or else the page's first."""
    figures = [one for one in page.walk() if one.key.startswith(FIGURE)]
    asked = [one for one in figures if any(part.key == step.figure for part in one.walk())]
    return (asked or figures)[:1]


def _links(step: Step, state: State, words: Words) -> str:
    """Link to the chapter in the step's state, and to the next step or lesson."""
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
