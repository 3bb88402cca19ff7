"""Checks with nothing entered, and predictions that are noted while the answers are hidden."""

from explainer.frame.params import DEFAULTS
from explainer.lessons import find_lesson
from explainer.runs import resources
from explainer.runs.resources import Request
from tests.app.helpers import components
from tests.apptest import Open
from tests.chapters.lessons.test_page import CELL, CONCAT, EN, SOLVED, answer, is_asked, param, said


def test_a_task_shows_no_next_token(open_lesson: Open) -> None:
    lesson = find_lesson("flow")
    at = [step.id for step in lesson.steps].index("next")
    app = open_lesson(lesson, at, lang="en", teach="1", teach_hide="answers")
    (drawn,) = [data for data in components(app) if "vocabulary" in data.get("data", {})]
    predicted = drawn["data"]["predicted"]
    assert drawn["asks"] and predicted[-1] == "?"
    done = resources.translate(Request("ko-toy", lesson.sentences["ko"], DEFAULTS.options()))
    assert len(predicted) < len(done.predicted)
    assert done.text not in str(drawn) and not app.exception


def test_a_check_with_nothing_entered_says_so(open_lesson: Open) -> None:
    app = open_lesson(CELL, 7, lang="en")
    app = app.button(key="lesson_check").click().run()
    assert [box.value for box in app.warning] == [EN("lesson.empty")]
    assert not param(app, "score") and is_asked(app)
    app = answer(app, 32, "lesson_answer_cell_7")
    assert not app.warning and param(app, "score") == "-.-.-.-.-.-.-.1"


def test_a_prediction_that_was_noted_is_kept_by_the_address(open_lesson: Open) -> None:
    """After a reload it is there; without the teacher's link, and in the solution, it is judged."""
    kept = {"given": "_______31"}
    app = open_lesson(CELL, 7, lang="en", teach="1", teach_hide="answers", **kept)
    assert EN("lesson.own_answer", answer="31") in said(app)
    assert app.number_input(key="lesson_answer_cell_7").value == 31
    app = open_lesson(CELL, 7, lang="en", **SOLVED, **kept)
    assert CONCAT in said(app)
    assert not param(app, "score")
    app = open_lesson(CELL, 7, lang="en", **kept)
    assert param(app, "score") == "-.-.-.-.-.-.-.0" and not app.exception


def test_hidden_answers_are_noted_and_not_told(open_lesson: Open) -> None:
    app = open_lesson(CELL, 7, lang="en", teach="1", teach_hide="answers")
    app = app.button(key="lesson_check").click().run()
    assert EN("lesson.empty") in [box.value for box in app.warning]
    app = answer(app, 31, "lesson_answer_cell_7")
    assert EN("lesson.own_answer", answer="31") in said(app)
    assert EN("lesson.noted") in [one.value for one in app.caption]
    assert param(app, "given") == "_______31" and not param(app, "score")
    assert CONCAT not in said(app)
    assert not app.warning and is_asked(app)
    app = answer(app, 32, "lesson_answer_cell_7")  # changed: right, which nothing says
    assert EN("lesson.own_answer", answer="32") in said(app)
    assert param(app, "given") == "_______32" and not param(app, "score")
    assert is_asked(app) and not app.exception
    app = open_lesson(None, 0, "lessons", lang="en", teach="1", teach_hide="answers")
    app.session_state[f"lessons_more_{CELL.id}"] = True
    app.run()
    keys = [one.key for one in app.get("link_button")]
    assert f"lessons_sheet_{CELL.id}" in keys and f"lessons_answers_{CELL.id}" not in keys
