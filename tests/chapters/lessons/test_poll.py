"""What a student answers reaches the teacher's slide, and only where a link asks for it."""

from collections import Counter

from explainer.lessons import find_lesson
from explainer.runs.polls import POLLS, Vote, new_code
from explainer.text import Text
from tests.apptest import Open

EN = Text("en")
CELL = find_lesson("cell")


def test_an_answer_is_counted_on_the_teachers_slide(open_app: Open, open_lesson: Open) -> None:
    code = new_code()
    POLLS.counts(code)
    for asked in ({"teach": "1", "teach_poll": code}, {}):
        student = open_lesson(CELL, 7, lang="en", **asked)
        student.number_input(key="lesson_answer_cell_7").set_value(31)
        assert not student.button(key="lesson_check").click().run().exception
    (question, votes), *others = POLLS.counts(code).items()
    assert others == [] and votes == Counter({Vote("31", False): 1})
    assert question == f"cell.{CELL.steps[7].id}"
    POLLS.vote(code, "another session", question, Vote("32", True))
    POLLS.vote(code, "another session", "tokens.count", Vote("9", True))
    for lesson, shows, lines in (
        ("cell", False, {"31: 1 ●", "32: 1 ●"}),
        ("cell", True, {"✗ 31: 1 ●", "✓ 32: 1 ●"}),
        ("tokens", False, {"9 tokens: 1 ●"}),
    ):
        link = {"classroom_code": code, "classroom_page": f"lesson.{lesson}"}
        teacher = open_app("classroom", lang="en", **link)
        assert not any("●" in str(shown.value) for shown in teacher.text)
        teacher.session_state["classroom_poll_right"] = shows
        teacher = teacher.button(key="classroom_show").click().run()
        assert lines in [set(shown.value.split("\n")) for shown in teacher.text]
        assert not teacher.exception


def test_another_code_than_a_code_begins_a_poll_of_its_own(open_app: Open) -> None:
    teacher = open_app("classroom", lang="en", classroom_code="<b>")
    assert "classroom_code" not in teacher.query_params
    teacher = teacher.button(key="classroom_show").click().run()
    assert EN("classroom.poll_empty") in [shown.value for shown in teacher.caption]
    assert teacher.session_state["classroom_code"] != "<b>" and not teacher.exception
