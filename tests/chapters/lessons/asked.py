"""A figure that asks: nothing that a learner is to predict reaches the browser."""

import base64
import re
from collections.abc import Iterator
from typing import Any

from streamlit.testing.v1 import AppTest

from explainer import installed
from explainer.chapters.lessons.questions import question_of
from explainer.chapters.lessons.state import ANSWER
from explainer.frame.course import chapters
from explainer.frame.params import DEFAULTS
from explainer.frame.view import View
from explainer.lessons.parts import (
    Choice,
    Lesson,
    Number,
    Question,
    ShareQuestion,
)
from explainer.runs import resources
from explainer.runs.resources import Request
from explainer.text import Text
from tests.app.helpers import components

EN = Text("en")
PLAIN = {0, 0.5, 1}
REST = ("vega_lite_chart", "arrow_data_frame", "metric", "latex", "code", "table", "link_button")
DECIMAL = re.compile(r"\d[.,]\d{2,}")
PACKED = ("packed", "levels", "encoder", "decoder", "cross", "png")
# Numbers of a drawing that are its rule or its size, not the model's.
RULES = {"stops", "epsilons", "marks", "root", "by", "most", "at", "scale", "turns", "gamma"}


# What every step of one cell adds to what is known of it.
CELL_HAS = (
    {"x", "memory", "q", "k", "W", "sums", "biases", "stages"},
    set[str](),
    {"dots"},
    {"scores"},
    set[str](),
    {"weights", "map"},
    {"values"},
    {"head_out"},
    {"concat"},
    {"out", "own"},
)


def walk(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every leaf of a payload with its names from the top."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield from walk(one, (*path, name))
    elif isinstance(value, list):
        for one in value:
            yield from walk(one, path)
    else:
        yield path, value


def known(data: dict[str, Any]) -> set[str]:
    """Names whose numbers stand before the step that is asked about."""
    given = data.get("data", {})
    if "smooth" in given:  # a batch whose losses one step asks for; probabilities are given
        hidden = given["blank"].split()
        losses = set[str]() if "losses" in hidden else {"losses", "means", "smooth"}
        return (
            RULES
            | {"given", "epsilon"}
            | losses
            | ({"targets"} if "asked" not in hidden else set())
        )
    if "W" not in given:
        return RULES
    told = set[str]().union(*CELL_HAS[: given["at"]["stage"] + 1])
    return {*RULES, *told}


def told_by(data: dict[str, Any]) -> list[tuple[tuple[str, ...], Any]]:
    """Leaves of the payload of a figure that asks that tell a number."""
    found = []
    for path, leaf in walk(data):
        if known(data) & set(path) or path[0] in ("colours", "words"):
            continue
        if isinstance(leaf, str) and path[-1] in PACKED:
            is_told = any(base64.b64decode(leaf))
        elif isinstance(leaf, str):
            is_told = bool(DECIMAL.search(leaf))
        else:
            is_told = isinstance(leaf, float) and leaf not in PLAIN
        if is_told:
            found.append((path, leaf))
    return found


def no_number_of_the_figure_is_sent(app: AppTest, lesson: Lesson, at: int) -> None:
    figures = [data for data in components(app) if {"asks", "still"} & data.keys()]
    assert len(figures) == bool(lesson.steps[at].figure), "the figure that asks"
    evenly = {1 / n for n in range(1, 20)}
    said = " ".join(str(one.value) for one in app.text)  # with what the question gives
    for data in figures:
        told = [leaf for _, leaf in told_by(data) if leaf not in evenly]
        assert [one for one in told if not (isinstance(one, float) and f"{one:.3f}" in said)] == []
    # Nor does anything else of the page stand there.
    for kind in REST:
        assert len(app.get(kind)) <= (kind == "code"), kind  # long options stand in a code block


def the_map_beside_the_title_tells_nothing(app: AppTest, page: str) -> None:
    found = [given.get("data", {}) for given in components(app)]
    shown = [data["figure"] for data in found if "figure" in data and "links" in data]
    assert shown == ([] if page == chapters()[0].id else [None])


def a_figure_that_takes_the_answer_offers_all_there_is(
    app: AppTest, lesson: Lesson, at: int
) -> None:
    (asks,) = [data["asks"] for data in components(app) if data.get("asks")]
    question = asked(lesson, at)
    offered = set(asks["options"]) - {-1}
    if isinstance(question, Choice):
        assert offered == set(range(len(question.options)))
    elif isinstance(question, ShareQuestion):
        assert len(asks["options"]) == len(question.options)
    else:
        assert isinstance(question, Number)
        assert question.uncut or len(offered) >= question.right
    fields = [one for kind in ("radio", "number_input") for one in app.get(kind)]
    assert not [one for one in fields if str(one.key).startswith(ANSWER)], "no second field for it"


def asked(lesson: Lesson, at: int, sentence: str = "") -> Question:
    """The question of a step about the random model's translation, as the app computes it."""
    sentence = sentence or lesson.sentences["ko"]
    done = resources.translate(Request("ko-toy", sentence, DEFAULTS.options()))
    view = View(EN, "en", False, "ko-toy", installed.usable()["ko-toy"].card, done)
    found = question_of(view, lesson.steps[at])
    assert found is not None
    return found.question
