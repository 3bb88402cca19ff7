"""One prediction a chapter, below its beats: a question about the example, answered by the model.

Texts by convention, of the chapter: `predict_ask`, `predict_<option>`, and what is told after an
answer, `predict_tell` or, where the reason differs, `predict_tell_<option>` of the right one.
Nothing of the answer is computed, or stands in the page, before the reader has chosen.
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
    """The option that is right, and the numbers of the sentence that tells why."""

    right: str
    told: Holes


def _of_any(_: View) -> Holes:
    return {}


@dataclass(frozen=True)
class Predict:
    """What a page asks: two to four `options`, and who knows the answer.

    `question` gives the numbers that stand in question and options, and None where the question has
    no one answer, on which the page does not ask. It runs at every drawing, so it computes next to
    nothing; `answer` runs once there is one, and may ask a model. What `question` gives is read as
    Markdown: no word of a reader. What is told is not.
    """

    options: tuple[str, ...]
    answer: Callable[[View], Prediction]
    question: Callable[[View], Holes | None] = _of_any
    needs_translation: bool = True


def draw(chapter: Chapter, view: View, predict: Predict, hidden: bool) -> None:
    """The box, where there is something to ask; `hidden` where a teacher hides what it is about.

    Where answers are hidden nothing could be told, a lesson asks questions of its own, and a slide
    has none.
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
    """Of what is told where this option is right."""
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
    """What an answer belongs to: another sentence, model or search is another question."""
    if (translation := view.maybe_translation) is None:
        return (view.translator_name,)
    return (view.translator_name, translation.original, translation.options)
