"""The lessons page and the panel of a lesson above the real pages, with random models."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from explainer.chapters.lessons.panel import HERE
from explainer.frame.chapter import SIGNS
from explainer.frame.navigation import CARRIED
from explainer.lessons import ALL, LESSONS, find_lesson
from explainer.lessons.parts import Lesson, Number
from explainer.text import HOLE, LANGUAGES, Text, strings
from tests.app.helpers import components
from tests.apptest import Open, headings, latex_of, visit
from tests.chapters.lessons.asked import asked

STEPS = [(lesson, at) for lesson in LESSONS for at in range(len(lesson.steps))]
TOKENS, POSITIONS, CELL = map(find_lesson, ("tokens", "positions", "cell"))
EN = Text("en")
CONCAT = EN("lessoncell.concat_tell", heads=4, dims=8, total_width=32)


def said(app: AppTest) -> list[str]:
    """Everything the panel says in plain text or Markdown."""
    return [str(one.value) for kind in (app.text, app.markdown, app.info) for one in kind]


def is_asked(app: AppTest) -> bool:
    """Whether the figure stands there with a blank, and nothing else of the page."""
    return any({"asks", "still"} & data.keys() for data in components(app))


def answer(app: AppTest, value: float, key: str) -> AppTest:
    app.number_input(key=key).set_value(value)
    return app.button(key="lesson_check").click().run()


def param(app: AppTest, name: str) -> str:
    found = app.query_params.get(name, "")
    return found[0] if isinstance(found, list) else found


def test_right_at_once_or_later_is_counted_and_shown(open_lesson: Open) -> None:
    app, key = open_lesson(CELL, 7, lang="en", score="1"), "lesson_answer_cell_7"
    for wrong, said_so in ((31, "small"), (40, "large")):
        assert is_asked(app) and CONCAT not in said(app)
        app = answer(app, wrong, key)
        assert param(app, "score") == "1.-.-.-.-.-.-.0"
        assert EN(f"question.too_{said_so}") in [box.value for box in app.warning]
    app = answer(app, 32, key)
    assert param(app, "score") == "1.-.-.-.-.-.-.0"
    assert {EN("lesson.right_later"), CONCAT} <= {*said(app)} and not app.exception
    app = answer(open_lesson(CELL, 7, lang="en"), 32, key)
    assert param(app, "score") == "-.-.-.-.-.-.-.1" and EN("lesson.right_first") in said(app)
    assert app.session_state["cell_stage"] == 9 and not app.exception  # the stage that shows it


def test_the_answer_is_that_of_the_sentence_on_screen(open_lesson: Open) -> None:
    """Another sentence, another answer; and the lesson's sentence is one click away."""
    sentence = "문을 닫아 주세요."
    app = open_lesson(TOKENS, 2, lang="ko", s=sentence)
    question, other = asked(TOKENS, 2, sentence), asked(TOKENS, 2)
    assert isinstance(question, Number) and isinstance(other, Number)
    assert question.right != other.right
    assert Text("ko")("lesson.other_sentence") in [one.value for one in app.caption]
    app = answer(app, question.right, "lesson_answer_tokens_2")
    assert param(app, "score") == "-.-.1"


def test_a_link_to_an_answered_step_shows_its_answer(open_lesson: Open) -> None:
    app = open_lesson(CELL, 7, lang="ko", score="-.-.-.-.-.-.-.0", cell_stage="9")
    app = app.button_group(key="lang").set_value("en").run()
    assert CONCAT in said(app) and app.session_state["cell_stage"] == 9
    assert (param(app, "at"), param(app, "score")) == ("8", "-.-.-.-.-.-.-.0")
    assert any(EN("lessoncell.concat_title") in one.value for one in app.subheader)
    app = open_lesson(POSITIONS, 2, lang="en", score="1.1.1", **POSITIONS.steps[2].shown)
    assert any(r"\mathbf{0.841}" in one for one in latex_of(app))
    assert EN("lessonpositions.sine_tell", sine="0.841") in said(app)


SOLVED = {"teach": "1", "teach_show": "answers"}


def score_lines(app: AppTest) -> list[str]:
    return [str(one.value).lstrip(f"{''.join(SIGNS.values())}{HERE} ") for one in app.markdown]


def test_a_solution_offers_all_that_could_be_chosen(open_lesson: Open) -> None:
    """The right option is marked, and it is the one that counts as right; nothing was painted."""
    lesson, at = next((lesson, at) for lesson, at in STEPS if lesson.steps[at].id == "look")
    app = open_lesson(lesson, at, **SOLVED)
    assert not is_asked(app) and not any("ghost" in one for one in components(app))
    lesson, at = next((lesson, at) for lesson, at in STEPS if lesson.steps[at].id == "end")
    app = open_lesson(lesson, at, lang="en", **SOLVED)
    lines = next(one for one in said(app) if one.startswith(("✓ ", "○ ")))
    assert lines.count("✓") == 1 and lines.count("○") >= 1
    (right,) = re.findall(r"^✓ (.*)$", lines, re.MULTILINE)
    app = open_lesson(lesson, at, lang="en")
    choice = app.radio[0]
    app = choice.set_value(choice.options.index(right)).run()
    app = app.button(key="lesson_check").click().run()
    assert param(app, "score").endswith("-.1")


def test_what_was_drawn_stays_on_the_figure_that_tells(open_lesson: Open) -> None:
    lesson = find_lesson("flow")
    at = [step.id for step in lesson.steps].index("look")
    app = open_lesson(lesson, at, lang="en")
    (asks,) = [data["asks"] for data in components(app) if "asks" in data]
    drawn = [1.0, *[0.0] * (len(asks["options"]) - 1)]
    app.session_state[f"lesson_answer_flow_{at}_picked"] = tuple(drawn)
    app = app.button(key="lesson_check").click().run()
    if not param(app, "score").endswith("1"):
        app = app.button(key="lesson_reveal").click().run()
    (ghost,) = [data["ghost"] for data in components(app) if "ghost" in data]
    assert (ghost["kind"], ghost["given"]) == ("shares", drawn)
    app = app.button(key="lesson_next").click().run()
    assert not any("ghost" in data for data in components(app)) and not app.exception


def test_what_was_pressed_stays_on_the_same_token(open_lesson: Open) -> None:
    """Asked they stand by the alphabet, told by how probable they are."""
    app = open_lesson(find_lesson("search"), 0, lang="en")
    (asked,) = [data for data in components(app) if "asks" in data]
    names = [part["token"] for part in asked["data"]["rows"][-1]["parts"]]
    place = asked["asks"]["options"].index(0)
    app.session_state["lesson_answer_search_0_picked"] = 0
    app = app.button(key="lesson_check").click().run()
    if not param(app, "score").startswith("1"):
        app = app.button(key="lesson_reveal").click().run()
    (told,) = [data for data in components(app) if "ghost" in data]
    row = told["data"]["rows"][told["chosen"]["at"]]
    marked = told["ghost"]["options"].index(told["ghost"]["given"])
    assert row["parts"][marked]["token"] == names[place] and not app.exception


def test_a_solution_leaves_the_marks_alone_and_goes_along(open_lesson: Open) -> None:
    score = "1.0.1"
    app = open_lesson(CELL, 1, lang="en", score=score, **SOLVED)
    assert EN("lesson.not_first") in said(app), "the own mark stands beside it"
    assert not any(EN("lesson.solution") in one for one in said(app))
    for at in ("3", "4"):
        app = app.button(key="lesson_next").click().run()
        assert (param(app, "at"), param(app, "score")) == (at, score)
        assert (param(app, "teach"), param(app, "teach_show")) == ("1", "answers")
        assert param(app, "cell_stage") == CELL.steps[int(at) - 1].shown["cell_stage"]
    assert any(EN("lesson.solution") in one for one in said(app))
    app = app.button(key="lesson_back").click().run()
    assert param(app, "at") == "3" and EN("lesson.right_first") in said(app)


def test_the_story_of_a_page_is_silent_where_a_lesson_speaks(open_lesson: Open) -> None:
    app = open_lesson(CELL, 7, score="-.-.-.-.-.-.-.1")
    stories = [one.key for one in app.button_group if str(one.key).endswith("_beats")]
    assert not is_asked(app) and stories == []
    app = app.button(key="lesson_leave").click().run()
    assert app.button_group(key="cell_beats") and not app.exception


def test_on_another_page_the_lesson_waits(open_lesson: Open) -> None:
    assert {"lesson", "at", "score", "done"} <= CARRIED
    app, away = open_lesson(CELL, 1, "heads", lang="en"), {"step": 2, "steps": 8}
    line = EN("lesson.away", lesson=EN(CELL.key("name")), **away)
    assert line in said(app) and app.subheader, "the page is drawn"
    app = app.button(key="lesson_leave").click().run()
    assert not param(app, "lesson") and not param(app, "at") and line not in said(app)


def test_a_step_with_no_question_is_passed(
    open_lesson: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explainer.chapters.lessons.panel.question_of", lambda *_: None)
    app = open_lesson(CELL, 0, lang="en")
    assert EN("lesson.nothing") in said(app)
    assert f"{EN('lessoncell.look_nothing')} {EN('lesson.nothing_go_on')}" in said(app)
    last = open_lesson(find_lesson("search"), 6, lang="en")
    assert any(EN("lessonsearch.longer_nothing") in one for one in said(last))
    assert any(EN("lesson.nothing_finish") in one for one in said(last))
    assert len(app.subheader) > 1, "the page is drawn"
    assert not app.exception


def test_the_lessons_page_starts_a_lesson_on_its_sentence(open_lesson: Open) -> None:
    app = open_lesson(None, 0, "lessons", lang="en")
    assert [EN(lesson.key("name")) for lesson in LESSONS] == headings(app)
    app = app.button(key="lessons_start_search").click().run()
    assert (param(app, "lesson"), param(app, "at")) == ("search", "1")
    assert app.session_state["last_request"].sentence == find_lesson("search").sentences["ko"]
    assert not app.exception


def test_the_end_of_a_lesson_tells_what_was_right_and_of_a_shown_solution_is_no_result(
    open_lesson: Open,
) -> None:
    app = open_lesson(None, 0, "lessons", lang="en", lesson="cell", at="9", score="1.0.1.1.1.1.1.1")
    lines = " ".join(said(app))
    assert EN("lessons.done", lesson=EN(CELL.key("name")), steps=8, right=7) in lines
    assert f"✗ {EN('lessoncell.product_title')}" in lines
    app = open_lesson(None, 0, "lessons", lang="en", lesson="cell", at="9", **SOLVED)
    assert EN("lessons.done_shown", lesson=EN(CELL.key("name"))) in said(app)
    app = open_lesson(None, 0, "lessons", lang="en", lesson="cell", at="9", score="1", **SOLVED)
    assert EN("lessons.done", lesson=EN(CELL.key("name")), steps=8, right=1) in said(app)


def test_the_next_lesson_follows_unanswered_and_nothing_after_the_last(open_lesson: Open) -> None:
    ended = {"lesson": "tokens", "at": "8", "score": "1.0.1.1.1.1.1"}
    app = open_lesson(None, 0, "lessons", lang="en", **ended)
    following = EN(POSITIONS.key("name"))
    assert app.button(key="lessons_next").label == EN("lessons.next_lesson", lesson=following)
    app = app.button(key="lessons_next").click().run()
    assert (param(app, "lesson"), param(app, "at"), param(app, "score")) == ("positions", "1", "")
    assert app.button(key="lesson_check"), "the first step is still to be answered"
    last = LESSONS[-1]
    ended = {"lesson": last.id, "at": str(len(last.steps) + 1)}
    app = open_lesson(None, 0, "lessons", lang="en", **ended)
    assert "lessons_next" not in [one.key for one in app.button]


def test_the_page_opens_on_what_the_lesson_asks_about(open_lesson: Open) -> None:
    """The tokens backwards, not in an order of chance."""
    app = open_lesson(POSITIONS, 0, lang="en")
    app = app.button(key="lesson_reveal").click().run()
    order = app.session_state["positions_order"]
    assert order and list(order) == list(range(len(order)))[::-1]


def test_a_newcomer_sees_where_to_begin_and_a_learner_what_is_done(open_app: Open) -> None:
    """The first lesson that is not done; one under way comes before it."""

    def main_buttons(**address: str) -> list[str]:
        app = open_app("lessons", lang="en", **address)
        return [str(one.key) for one in app.button if one.proto.type == "primary"]

    app = open_app("lessons", lang="en", lesson="cell", at="3", score="1.0")
    progress = EN("lessons.progress", done=2, steps=len(CELL.steps))
    (bar,) = (bar.proto for bar in app.get("progress"))
    assert (bar.text, bar.value) == (progress, int(200 / len(CELL.steps)))
    assert main_buttons() == ["lessons_start_flow"]
    assert main_buttons(lesson="cell", at="3", score="1.0") == ["lessons_go_cell"]
    assert main_buttons(done="flow.chess.tokens") == ["lessons_start_positions"]
    ended = {"lesson": "flow", "at": "7", "done": "cell"}
    assert main_buttons(**ended) == ["lessons_start_flow"], "nothing of it was answered"
    app = open_app("lessons", lang="en", **ended, score="0.1")
    assert param(app, "done") == "flow.cell"
    marked = [one for one in headings(app) if one.startswith("✓")]
    assert marked == [f"✓ {EN(find_lesson(name).key('name'))}" for name in ("flow", "cell")]


def test_what_was_chosen_while_it_was_asked_is_told_afterwards(open_lesson: Open) -> None:
    """A browser shows a control it meets for the first time as untouched, unless it is told."""
    app = open_lesson(next(lesson for lesson in LESSONS if lesson.id == "layers"), 1, lang="en")
    hidden = {one.key for one in app.get("button_group")}
    answer(app, -9, "lesson_answer_layers_1").button(key="lesson_reveal").click().run()
    shown = {one.key: one.proto for one in app.get("button_group") if one.key not in hidden}
    assert "layers_view" in shown
    assert {key for key, proto in shown.items() if not proto.set_value} == set()
    app.run()
    told = {one.key for one in app.get("button_group") if one.proto.set_value}
    assert "layers_view" not in told, "told once, then the browser leads"


OWN = [lesson for lesson in ALL.values() if lesson.is_own]


def invited(app: AppTest) -> bool:
    return "predict_open" in [one.key for one in app.button]


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("lesson", OWN, ids=lambda lesson: lesson.id)
def test_a_chapter_asks_and_tells_once_answered(lesson: Lesson) -> None:
    lang = LANGUAGES[OWN.index(lesson) % 2]
    text, (step,) = Text(lang), lesson.steps
    app = visit(lesson.id, lang=lang)
    assert text(step.key("title")) in app.button(key="predict_open").label
    app = app.button(key="predict_open").click().run()
    assert param(app, "lesson") == lesson.id and not app.exception
    told = [part for part in HOLE.split(strings(lang)[step.key("tell")])[::3] if len(part) > 8]
    assert told and not any(part in one for part in told for one in said(app))
    app = app.button(key="lesson_check").click().run()
    assert text("lesson.empty") in [one.value for one in app.warning]
    app = app.button(key="lesson_reveal").click().run()
    assert not app.exception and app.subheader
    tells = [step.key("tell"), *(step.key(f"tell_{option}") for option in step.options)]
    told = [part for key in tells for part in HOLE.split(strings(lang).get(key, ""))[::3]]
    assert any(part in one for part in told if len(part) > 8 for one in said(app))
    app = app.button(key="lesson_leave").click().run()
    assert not param(app, "lesson") and invited(app)


@pytest.mark.usefixtures("shipped")
def test_a_chapter_of_a_lesson_asks_its_first_step_of_the_readers_sentence() -> None:
    app = visit("greedy", lang="en", model="ko-en", s="문을 닫아 주세요.")
    app = app.button(key="predict_open").click().run()
    assert (param(app, "lesson"), param(app, "at")) == ("search", "1")
    assert param(app, "s") == "문을 닫아 주세요." and not app.exception
    for address in (
        {"present": "1"},
        {"teach": "1", "teach_hide": "answers"},
        {"teach": "1", "teach_hide": "probabilities"},
        {"lesson": "search", "at": "1"},
    ):
        app = visit("greedy", lang="en", **address)
        assert not app.exception and not invited(app), address


@pytest.mark.usefixtures("shipped")
def test_an_own_question_ends_with_its_page() -> None:
    app = visit("beam", lang="en", lesson="toy", at="1")
    assert not param(app, "lesson") and invited(app) and not app.exception
    assert not visit("lessons", lang="en", lesson="toy", at="2").exception
