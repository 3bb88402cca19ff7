"""What writes addresses is held to the declared controls."""

from collections.abc import Iterator, Mapping

import pytest

from explainer.data.glossary import terms
from explainer.frame.choices import DECLARED, OneOf, Place, Slider
from explainer.frame.course import chapters
from explainer.frame.page import page_of, view_of
from explainer.lessons import ALL
from explainer.text import holes


def written() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Who writes an address, and what."""
    for chapter in chapters():
        if isinstance(page_of(chapter).draw, Mapping):
            view_of(chapter)
        for beat in page_of(chapter).beats:
            yield f"{chapter.id}, {beat.id}", beat.sets
    for lesson in ALL.values():
        for step in lesson.steps:
            yield f"{lesson.id}, {step.id}", {**step.state, **step.told}
    for term in terms():
        yield f"the term {term.id}", term.params


def test_the_story_the_lessons_and_the_glossary_set_what_their_controls_take() -> None:
    found = list(written())
    assert len(found) > 150
    for who, address in found:
        for name, value in address.items():
            control = DECLARED[name]
            if isinstance(control, Place) or (isinstance(control, OneOf) and not control.options):
                continue  # the sentence and the model say what it takes
            if holes(value):
                continue  # as the run has it: tests/chapters/lessons
            assert control.read(value) is not None, (who, name, value)


def test_views_that_stand_for_a_control_are_told_of_one_that_exists() -> None:
    for chapter in chapters():
        page = page_of(chapter)
        assert page.homes.keys() <= DECLARED.keys()
        assert not page.homes or set(page.homes.values()) <= {*view_of(chapter).options}


def test_no_two_controls_have_one_name() -> None:
    one = Slider("tests_number", 1, 5, usual=1)
    assert Slider("tests_number", 1, 5, usual=1) == one == DECLARED.pop(one.name)
    DECLARED[one.name] = one
    try:
        with pytest.raises(ValueError, match="tests_number"):
            OneOf(one.name, ("a", "b"))
    finally:
        del DECLARED[one.name]
