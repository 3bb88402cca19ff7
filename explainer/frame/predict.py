"""One prediction a chapter, below its beats: a question about the example, answered by the model.

Texts by convention, of the chapter: `predict_ask`, `predict_<option>`, and what is told after an
answer, `predict_tell` or, where the reason differs, `predict_tell_<option>` of the right one.
Nothing of the answer is computed, or stands in the page, before the reader has chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from explainer.frame import chapter as parts
from explainer.frame import teaching
from explainer.frame.course import Chapter
from explainer.frame.view import View
from explainer.lessons import progress
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
    key, given = f"{id}_predict", f"{id}_predicted"
    here = _about(view)
    st.session_state[key] = _last_choice(given, here, predict)
    names = {one: text(f"{id}.predict_{one}", **asked) for one in predict.options}
    with st.container(border=True, key="predict", gap="small"):
        chosen = st.radio(
            f"**{text('chapter.predict')}.** {text(f'{id}.predict_ask', **asked)}",
            predict.options,
            key=key,
            format_func=names.__getitem__,
            on_change=_keep,
            args=(key, given, here),
        )
        if chosen is not None:
            answer = predict.answer(view)
            is_right = chosen == answer.right
            st.markdown(
                f"**{text('chapter.predict_right' if is_right else 'chapter.predict_wrong')}**"
            )
            st.text(text(tell_key(chapter, answer.right), **answer.told))


def _about(view: View) -> tuple[Any, ...]:
    """What an answer belongs to: another sentence, model or search is another question."""
    if (translation := view.maybe_translation) is None:
        return (view.translator_name,)
    return (view.translator_name, translation.original, translation.options)


def _last_choice(given: str, here: tuple[Any, ...], predict: Predict) -> str | None:
    """What the reader chose for this sentence; it stays while other pages are looked at."""
    about, option = st.session_state.get(given, (None, None))
    return option if about == here and option in predict.options else None


def _keep(key: str, given: str, here: tuple[Any, ...]) -> None:
    st.session_state[given] = (here, st.session_state[key])
