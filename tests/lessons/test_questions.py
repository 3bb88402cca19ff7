"""Checkers, questions where there is nothing to ask, and what every lesson has."""

from dataclasses import replace
from typing import Any

import pytest

from explainer.chapters.lessons.questions import asked_of, search
from explainer.data.references import reference_of
from explainer.data.samples import samples
from explainer.frame.course import chapters
from explainer.lessons import LESSONS, find_lesson
from explainer.lessons.parts import (
    Choice,
    Number,
    Posed,
    ShareQuestion,
    is_right,
    overlap,
    pick_options,
)
from explainer.text import LANGUAGES, strings
from tests.layers.sources import for_each
from tests.lessons.facts import changed, facts_of

pytestmark = pytest.mark.usefixtures("shipped")

ASKED = [(lesson.id, step.id) for lesson in LESSONS for step in lesson.steps]


def asked(lesson: str, step: str) -> Posed | None:
    return asked_of(facts_of(lesson), find_lesson(lesson).step(step))


def right(found: Posed | None) -> object:
    """The right answer: a number, or the option itself."""
    assert found is not None
    question = found.question
    return question.right if isinstance(question, Number) else question.options[question.right]


OUTPUT = search.Output("x", 7, -4.0)
TRIED = [search.Tried("x", token, -1.0, log, True) for token, log in (("▁p", -0.1), ("▁q", -1.0))]
# Facts that leave nothing to ask: the lesson, its step, and what is changed.
EMPTY: list[tuple[str, str, dict[str, Any]]] = [
    ("tokens", "longest", {"split": ("a", "b"), "word_cuts": (3, 3)}),
    ("tokens", "longest", {"split": ("a",), "word_cuts": (1,)}),
    ("tokens", "ways", {"ways": ((-10.0, 6),)}),
    ("tokens", "ratio", {"ways": ((-10.0, 6), (-99.0, 7))}),
    ("tokens", "words", {"missed": None}),
    ("search", "longer", {"short": OUTPUT, "long": OUTPUT}),
    ("search", "cut", {"tried": TRIED}),
    ("search", "cut", {"tried": (TRIED[0], replace(TRIED[0], log_prob=-0.101, kept=False))}),
    ("search", "logs", {"probs": (0.5,)}),
    ("search", "pool", {"pool": None}),
    ("cell", "look", {"ordinary": ("▁b",)}),
    ("cell", "width", {"by_root": 0.9, "by_width": 0.901}),
    ("masks", "second", {"ask_second": lambda: None}),
    ("masks", "after", {"ask_after": lambda: None}),
    ("positions", "off", {"is_off": None}),
    ("positions", "on", {"is_on": None}),
    ("positions", "waves", {"waves": (6.28, 6.28)}),
    ("bleu", "match", {"pair": None}),
    ("bleu", "own", {"scores": {}}),
    ("search", "next", {"top": (("▁p", 1.0),)}),
    ("flow", "look", {"weights": None}),
    ("flow", "next", {"top": (("▁y", 1.0),)}),
    ("heads", "look", {"other": 0}),
    ("layers", "lens", {"names": ["▁y"], "first": "▁y"}),
    ("training", "fed", {"names": ["▁y"]}),
]


@for_each(EMPTY, named=str)
def test_without_an_answer_there_is_no_question(one: tuple[str, str, dict[str, Any]]) -> None:
    lesson, step, values = one
    assert asked_of(changed(lesson, **values), find_lesson(lesson).step(step)) is None


def test_other_numbers_have_other_answers() -> None:
    wider, unsure = changed("heads", several=300, single=400), changed("training", sure=0.5)
    assert right(asked_of(wider, find_lesson("heads").step("cost"))) == "lessonheads.cost_less"
    assert right(asked_of(unsure, find_lesson("training").step("push"))) == pytest.approx(
        0.5 - unsure.target
    )


def test_what_is_painted_is_right_by_its_largest_share() -> None:
    question = ShareQuestion(("x", "y"), (0.3, 0.7))
    assert is_right(question, (0.4, 0.6)) and not is_right(question, (0.6, 0.4))
    assert not is_right(question, None) and not is_right(question, 1.0)
    assert not is_right(Number(1.0, 0.1), (0.4, 0.6))
    assert overlap((0.4, 0.6), (0.3, 0.7)) == pytest.approx(0.9)


def test_a_number_is_right_within_its_tolerance_and_a_choice_by_its_place() -> None:
    found = [is_right(Number(1.0, 0.1, 1), one) for one in (1.0, 1.1, 0.9, 1.1001, None)]
    assert found == [True, True, True, False, False]
    for question in (Choice(("a.b", "a.c"), 1, words=True), Choice(("x", "y"), 1)):
        assert is_right(question, 1.0) and not is_right(question, 0.0)


@for_each(ASKED, named="-".join)
def test_the_number_told_is_itself_right(place: tuple[str, str]) -> None:
    """Whoever types what the panel tells must not be called wrong."""
    found = asked(*place)
    if found is not None and isinstance(found.question, Number):
        typed = float(found.question.solution.replace("−", "-"))
        assert is_right(found.question, typed)


def test_few_options_hold_the_right_one_and_keep_their_order() -> None:
    assert pick_options("e", "abcdefghij") == ("a", "d", "e", "h")
    assert pick_options("a", "aab") == ("a", "b")
    assert pick_options("a", "aaa") == () == pick_options("z", "ab")


def test_every_lesson_is_whole() -> None:
    pages = {spec.id for spec in chapters()}
    for lesson in LESSONS:
        assert find_lesson(lesson.id) is lesson and set(lesson.sentences) == {"ko", "en"}
        assert 5 <= len(lesson.steps) <= 9 and lesson.minutes == 15
        assert {step.page for step in lesson.steps} <= pages
        assert sum(step.mistake for step in lesson.steps) == 1
        assert len({step.id for step in lesson.steps}) == len(lesson.steps)
        assert all(step.key("title") in strings("ko") for step in lesson.steps)


def test_the_sentence_to_be_scored_has_our_reference() -> None:
    """Else the last step of the BLEU lesson would have nothing to ask."""
    for source, targets in (("ko", ("en",)), ("en", ("de", "ko"))):
        sentence = find_lesson("bleu").sentences[source]
        assert all(reference_of(sentence, target) for target in targets)


def test_the_sentences_are_examples_of_the_app() -> None:
    """A change of the model then exchanges them, see the model picker."""
    for lesson in LESSONS:
        for source, sentence in lesson.sentences.items():
            assert sentence in {sample.text for sample in samples(source)}, lesson.id


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_step_that_may_have_nothing_to_ask_says_why(lang: str) -> None:
    words, empty = strings(lang), 0
    for lesson in LESSONS:
        for step in lesson.steps:
            can_be_empty = (lesson.id, step.id) in {(one, other) for one, other, _ in EMPTY}
            assert (step.key("nothing") in words) == can_be_empty, step.key("nothing")
            empty += can_be_empty
    assert 10 < empty < len(ASKED)
