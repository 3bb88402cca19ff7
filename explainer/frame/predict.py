"""Prediction box of a chapter: a multiple-choice question answered by the model itself.

Text keys of the chapter: `predict_ask`, `predict_<option>`, and the explanation `predict_tell` or,
if it depends on the right option, `predict_tell_<option>`. The answer is neither computed nor sent
to the browser before the reader has chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import streamlit as st

from explainer.frame import chapter as parts
from explainer.frame import questions, teaching
from explainer.frame.course import Chapter
from explainer.frame.view import View
from explainer.lessons import progress
from explainer.lessons.parts import Asked, Words, is_right
from explainer.text import FALLBACK, strings

Holes = Mapping[str, object]


@dataclass(frozen=True)
class Prediction:
    """The right option, and the values for the placeholders of the explanation."""

    right: str
    told: Holes


def _of_any(_: View) -> Holes:
    return {}


@dataclass(frozen=True)
class Predict:
    """A page's question: two to four `options` and functions for question and answer.

    `question` returns the placeholders of question and options, or None to skip a question without
    a unique answer. It runs on every redraw, so it must be cheap; `answer` runs after the reader
    has chosen and may run a model. `question`'s values are rendered as Markdown, so they must not
    contain user input; the explanation is plain text.
    """

    options: tuple[str, ...]
    answer: Callable[[View], Prediction]
    question: Callable[[View], Holes | None] = _of_any
    needs_translation: bool = True


def draw(chapter: Chapter, view: View, predict: Predict, hidden: bool) -> None:
    """Draw the box if there is a question; `hidden`: a teacher hides its subject.

    There is none if answers are hidden, in lessons, which have their own questions, and on slides.
    """
    if hidden or teaching.hides("answers") or teaching.current().present:
        return
    if progress.LESSON in st.query_params:
        return
    if predict.needs_translation and view.maybe_translation is None:
        return
    asked = predict.question(view)
    if asked is not None:
        _box(view, chapter, predict, asked)


def tell_key(chapter: Chapter, right: str) -> str:
    """Return the text key of the explanation if this option is right."""
    own = f"{chapter.id}.predict_tell_{right}"
    return own if own in strings(FALLBACK) else f"{chapter.id}.predict_tell"


@parts.panel
def _box(view: View, chapter: Chapter, predict: Predict, asked: Holes) -> None:
    text, id = view.text, chapter.id
    names = tuple(f"{id}.predict_{one}" for one in predict.options)
    key = f"{id}_predict_{crc32(repr(_about(view)).encode()):08x}"
    ask = f"**{text('chapter.predict')}.** {text(f'{id}.predict_ask', **asked)}"
    with st.container(border=True, key="predict", gap="small"):
        questions.draw_choice(text, names, key, asked, ask)
        if (given := questions.answer_of(key)) is None:
            return
        answer = predict.answer(view)
        holes = {name: str(value) for name, value in {**asked, **answer.told}.items()}
        question = Asked(Words(names, predict.options.index(answer.right)), holes)
        if is_right(question.question, given):
            st.markdown(f"**{text('question.right')}**")
        else:
            said = questions.reply(text, question, given)
            st.markdown(f"**{text('question.wrong')}** {said}")
        st.text(text(tell_key(chapter, answer.right), **holes))


def _about(view: View) -> tuple[Any, ...]:
    """Return what an answer is about: another sentence, model or search is a new question."""
    if (translation := view.maybe_translation) is None:
        return (view.translator_name,)
    return (view.translator_name, translation.original, translation.options)
