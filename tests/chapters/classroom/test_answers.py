"""Links that students send, read as a table: what counts, what does not, and what is said of it."""

import csv
import io

import pytest

from explainer.chapters.classroom import answers
from explainer.chapters.classroom.collect import FIELD, TYPED
from explainer.text import Text
from tests.app.helpers import messages
from tests.apptest import Open
from tests.layers.sources import for_each

FLOW = "https://lab.example/lab/lessons?lesson=flow&at=7&model=ko-en&lang=ko"
SCORED = f"{FLOW}&score=1.0.1.-.1"
EN = Text("en")


def test_names_beside_a_link_are_found() -> None:
    lines = (
        f"김민수 {SCORED}",
        f"{SCORED}\t10203 이서연",
        f'"2026/03/02 9:30:05 AM GMT+9","Park, Jiho","{SCORED}"',
        f"3/2/2026 9:30:05,Ada,{SCORED}",
        "",
        f"  {SCORED.replace('&', '&amp;')}  ",
        f"choi: <{SCORED}>",
    )
    found = answers.collect("\n".join(lines))
    names = ["김민수", "10203 이서연", "Park Jiho", "Ada", "", "choi"]
    assert [row.name for row in found.rows] == names
    assert [row.line for row in found.rows] == [1, 2, 3, 4, 6, 7]
    assert {row.progress.marks for row in found.rows} == {(True, False, True, None, True, None)}
    assert found.left_out == {}
    assert [found.wrong(at) for at in range(6)] == [0, 6, 0, 0, 0, 0]


@for_each(
    [
        ("Kim has no link", ("no_link", "")),
        (f"{SCORED} {SCORED}", ("two_links", "")),
        ("https://lab.example/maps?row=2", ("no_lesson", "")),
        ("https://elsewhere.example/what/ever?lesson=unknown", ("no_lesson", "")),
        ("https://lab.example", ("no_lesson", "")),
        ("https://[lab.example/?lesson=flow", ("no_lesson", "")),
        (f"{FLOW}&score=1.0.x", ("broken", "")),
        (f"{FLOW}&given=NaN", ("broken", "")),
        ("https://lab.example/lessons?lesson=cell&at=9&score=1.1", ("lesson", "cell")),
        (SCORED.replace("ko-en", "en-de"), ("model", "")),
        (SCORED.replace("lang=ko", "lang=en"), ("lang", "")),
        (f"{SCORED}&v=9.9", ("v", "")),
    ],
    named=str,
)
def test_what_is_no_answer_to_this_lesson_is_named_by_its_line_and_not_counted(line_and_reason):
    line, reason = line_and_reason
    found = answers.collect("\n".join((f"{SCORED}&v=1.0", line, f"{SCORED}&v=1.0")))
    assert [row.line for row in found.rows] == [1, 3]
    assert found.left_out == {reason: (2,)}


def test_a_link_that_names_no_version_model_or_language_counts_and_others_alone_do() -> None:
    bare = "https://lab.example/lessons?lesson=flow&at=7&score=1"
    assert len(answers.collect("\n".join((bare, f"{SCORED}&v=1.0", SCORED))).rows) == 3
    found = answers.collect("https://lab.example/lessons?lesson=cell&at=9&score=1.1&lang=en")
    assert found.lesson is not None and found.lesson.id == "cell" and len(found.rows) == 1


def test_more_lines_than_are_read_are_counted_and_none_is_read() -> None:
    lines = [SCORED] * answers.MOST_LINES
    assert len(answers.collect("\n\n".join(lines)).rows) == answers.MOST_LINES
    with pytest.raises(answers.TooManyLines) as caught:
        answers.collect("\n".join([*lines, "one more"]))
    assert caught.value.count == answers.MOST_LINES + 1


def test_the_file_has_a_row_a_line_and_no_formula() -> None:
    pasted = f"=HYPERLINK(1) {SCORED}\n{FLOW}&given=7__30.70.&score=-.1"
    data = answers.to_csv(answers.collect(pasted))
    assert data.startswith(b"\xef\xbb\xbf")
    head, one, two = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    assert head[:6] == ["line", "name", "lesson", "right", "answered", "1_memory"]
    assert one[1] == "'=HYPERLINK(1)"
    assert one[2:] == ["flow", "3", "4", "right", "wrong", "right", "", "right", ""]
    assert answers.as_ranges((2, 3, 4, 9, 11, 12)) == "2–4, 9, 11–12"
    assert two[3:] == ["1", "3", "noted: 7", "right", "noted: 30% 70%", "", "", ""]


def test_the_page_shows_the_table_names_what_it_leaves_out_and_keeps_too_much(
    open_app: Open,
) -> None:
    app = open_app("classroom", lang="en", classroom_view="answers")
    pasted = f"**Kim** {SCORED}\nnothing\n{SCORED.replace('lang=ko', 'lang=en')}\n{SCORED}"
    app = app.text_area(key=FIELD).set_value(pasted).run()
    (warning,) = messages(app)
    assert EN("classroom.left", lines="2", why=EN("classroom.left_no_link")) in warning
    assert EN("classroom.left", lines="3", why=EN("classroom.left_lang")) in warning
    (table,) = app.dataframe
    assert list(table.value["name"]) == ["**Kim**", ""]
    assert list(table.value["once"]) == ["✗", "✗"]
    assert not [found for found in app.markdown if "Kim" in str(found.value)]
    assert not [name for name in app.query_params if "answers" in name and name != "classroom_view"]
    assert not any("lab.example" in str(app.query_params[name]) for name in app.query_params)
    pasted = "\n".join([SCORED] * (answers.MOST_LINES + 1))
    app = app.text_area(key=FIELD).set_value(pasted).run()
    told = EN("classroom.answers_many", found=answers.MOST_LINES + 1, most=answers.MOST_LINES)
    assert messages(app) == [told]
    assert not app.dataframe
    app = app.button_group(key="classroom_view").set_value("links").run()
    app = app.button_group(key="classroom_view").set_value("answers").run()
    assert app.text_area(key=FIELD).value == pasted == app.session_state[TYPED]
