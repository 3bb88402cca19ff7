"""The page for teachers, and what a student sees of the link it makes, with random models."""

import json
import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from explainer import __version__
from explainer.chapters.classroom.view import LOCKS, READY
from explainer.data.samples import default_sentence
from explainer.frame import teaching
from explainer.lessons import find_lesson
from explainer.runs.polls import POLLS
from explainer.text import Text
from tests.app.helpers import messages, page_links
from tests.apptest import Open, headings
from tests.chapters.chapter import drawn

SENTENCE = "문을 닫고 불을 꺼 주세요!"
NASTY = "<img src=x onerror=alert(1)> **fett** $x^2$ [a](http://a.example) :red[x]\nline two"
EN = Text("en")


def handouts(app: AppTest) -> list[dict[str, Any]]:
    """What the two links are drawn from."""
    sent = [found.proto.bytes for found in app.get("bidi_component") if found.proto.bytes]
    found = [json.loads(each).get("data", {}) for each in sent]
    return [data for data in found if {"link", "readable"} <= data.keys()]


def link_of(app: AppTest, at: int = 0) -> tuple[str, dict[str, str]]:
    """Path and names of the link to the task, or with `at` 1 of that to the solution."""
    parts = urlsplit(handouts(app)[at]["link"])
    return parts.path, dict(parse_qsl(parts.query, keep_blank_values=True))


def taught(**names: str) -> dict[str, str]:
    return {"teach": "1", **{f"teach_{name}": value for name, value in names.items()}}


def test_the_link_has_what_was_chosen(open_app: Open) -> None:
    app = open_app("classroom", lang="en", s=SENTENCE, method="greedy", classroom_page="translate")
    here = {"model": "ko-toy", "method": "greedy", "s": SENTENCE, "v": __version__}
    fixed = {"teach": "1", "teach_lock": ".".join(LOCKS), "teach_hide": "answers"}
    assert link_of(app) == ("/", here | fixed)
    assert EN("classroom.honest") in [shown.value for shown in app.caption]
    app.selectbox(key="classroom_page").set_value("greedy")
    app.button_group(key="classroom_hide").set_value(["formula", "answers"])
    app.button_group(key="classroom_lang").set_value("ko")
    app.toggle(key="classroom_present").set_value(True)
    app = app.text_area(key="classroom_note").set_value(NASTY).run()
    path, said = link_of(app)
    assert path == "/greedy"
    assert said["lang"] == "ko"
    found = teaching.read(said)
    assert found.locked == {"sentence", "model", "settings", "language"}
    assert found.hidden == {"formula", "answers"}
    assert found.note == NASTY and found.present
    assert [shown.value for shown in app.text] == [NASTY, SENTENCE]  # the preview
    assert not any("onerror" in str(shown.value) for shown in app.markdown)


def test_the_choices_survive_a_reload(open_app: Open) -> None:
    app = open_app("classroom", lang="en")
    app.button_group(key="classroom_lock").set_value([])
    app.button_group(key="classroom_hide").set_value(["code"])
    app = app.text_area(key="classroom_note").set_value("Think first.").run()
    kept = {name: value for name, value in app.query_params.items() if "classroom" in name}
    plain = {n: v if isinstance(v, str) else v[0] for n, v in kept.items()}
    again = open_app("classroom", lang="en", **plain)
    assert link_of(again) == link_of(app)
    assert "teach_lock" not in link_of(again)[1]
    assert link_of(again)[1]["teach_hide"] == "code"


def test_a_pasted_view_is_opened_instead(open_app: Open) -> None:
    app = open_app("classroom", lang="en", classroom_page="translate")
    copied = "http://localhost:8501/cell?model=en-toy&layer=2&kind=cross"
    app = app.text_input(key="classroom_paste").set_value(copied).run()
    path, said = link_of(app)
    assert path == "/cell"
    assert {"model": "en-toy", "layer": "2", "kind": "cross"}.items() <= said.items()
    assert app.text[-1].value == default_sentence("en", target="ko")
    copied = "http://localhost:8501/cell?lesson=cell&at=4&score=1.0.1&cell_stage=3"
    app = app.text_input(key="classroom_paste").set_value(copied).run()
    said, names = link_of(app)[1], ("lesson", "at", "cell_stage", "score")
    assert [said.get(name) for name in names] == ["cell", "4", "3", None]  # no marks
    app = app.text_input(key="classroom_paste").set_value("no link").run()
    assert messages(app) == [EN("classroom.paste_bad")]
    assert link_of(app)[0] == "/"


def test_who_came_by_such_a_link_can_lift_it(open_app: Open) -> None:
    app = open_app("classroom", lang="en", s=SENTENCE, **taught(lock="sentence", hide="examples"))
    app = app.button(key="classroom_free").click().run()
    assert link_of(app)[1]["teach_lock"] and not app.exception
    assert not [name for name in app.query_params if name.startswith("teach")]


def test_a_locked_bar_is_text(open_app: Open) -> None:
    params = taught(lock="sentence.model.settings.language")
    app = open_app("tokens", lang="en", s=SENTENCE, method="greedy", **params)
    kinds = ("text_input", "selectbox", "button_group", "slider")
    keys = {found.key for kind in kinds for found in app.get(kind)}
    assert not keys & {"s", "model", "lang", "method", "width", "min"}
    told = {SENTENCE, EN("input.settings_greedy"), EN("shell.language_name")}
    assert told <= {found.value for found in app.text}
    assert any(EN("teaching.locked") in found.value for found in app.caption)
    request = app.session_state["last_request"]
    assert (request.sentence, request.options.method) == (SENTENCE, "greedy")
    assert messages(app) == []


def test_with_a_locked_sentence_only_models_of_its_language_are_offered(open_app: Open) -> None:
    for fixed, count in ((dict[str, str](), 2), (taught(lock="sentence"), 1)):
        app = open_app(lang="en", s=SENTENCE, **fixed)
        assert len(app.selectbox(key="model").options) == count


HEADINGS = {
    "formula": "chapter.formula",
    "shapes": "chapter.shapes",
    "mistake": "chapter.mistake",
    "tasks": "chapter.tasks",
}


@pytest.mark.parametrize("page", ["greedy", "forcing"])
def test_hidden_panels_are_not_there(open_app: Open, page: str) -> None:
    hide = ".".join([*HEADINGS, "code", "tables", "chapters", "examples", "settings", "downloads"])
    before, after = (
        open_app(page, lang="en", s=SENTENCE, depth="code", **params)
        for params in ({}, taught(hide=hide))
    )
    for panel, key in HEADINGS.items():
        title = "✗ " + EN(key) if panel == "mistake" else EN(key)
        # Teacher forcing has its formula in a fold.
        if panel != "formula" or page != "forcing":
            assert title in headings(before), panel
        assert title not in headings(after), panel
    drawn_in = [
        {one.proto.component_name for one in app.get("bidi_component")} for app in (before, after)
    ]
    assert ["code_block" in names for names in drawn_in] == [True, False]
    assert not after.exception
    assert messages(after) == []
    assert len(after.get("latex")) == 0
    assert page_links(before) and not page_links(after)
    assert "example" in {found.key for found in before.get("menu_button")}
    assert "example" not in {found.key for found in after.get("menu_button")}
    assert {fold.label for fold in after.expander} <= {EN("chapter.detail"), EN("forcing.verdict")}
    assert not after.get("link_button")


def test_one_hidden_panel_leaves_the_others(open_app: Open) -> None:
    whole = open_app("beam", lang="en", depth="code")
    for panel in (*HEADINGS, "tables"):
        without = open_app("beam", lang="en", depth="code", **taught(hide=panel))
        folds = len(whole.get("expander")) - len(without.get("expander"))
        gone = [title for title in headings(whole) if title not in headings(without)]
        titles = {panel: EN(key) for panel, key in HEADINGS.items()}
        titles["mistake"] = f"✗ {titles['mistake']}"
        assert gone == ([titles[panel]] if panel in titles else []), panel
        assert panel != "tables" or folds == 1


def test_the_first_page_without_probabilities_is_sent_none(open_app: Open) -> None:
    """Neither they nor other candidates: what is not sent is in no table or file."""
    whole = open_app(lang="en", s=SENTENCE)
    without = open_app(lang="en", s=SENTENCE, **taught(hide="probabilities"))
    assert len(whole.get("expander")) == len(without.get("expander")) + 1
    assert not without.dataframe
    told = {"candidates", "rest"}
    shown, hidden = (drawn(app, "vocabulary") for app in (whole, without))
    assert all(shown[name] is not None and hidden[name] is None for name in told)


MADE_OF_PROBABILITIES = [
    *(("beam", ""), ("sampling", ""), ("forcing", ""), ("perplexity", ""), ("sentences", "")),
    *(("greedy", "step"), ("training", "loss"), ("masks", "off")),
    *(("ablation", view) for view in ("bench", "heads")),
]


@pytest.mark.parametrize(("page", "view"), MADE_OF_PROBABILITIES)
def test_what_is_made_of_probabilities_is_hidden(open_app: Open, page: str, view: str) -> None:
    chosen = {f"{page}_view": view} if view else {}
    app = open_app(page, lang="en", s=SENTENCE, **chosen, **taught(hide="probabilities"))
    assert messages(app) == [EN("teaching.probabilities_hidden")]
    for kind in ("vega_lite_chart", "latex", "code", "metric", "table", "link_button"):
        assert not app.get(kind), kind
    assert not app.dataframe and not app.exception


def test_a_lesson_asks_nothing_about_hidden_probabilities(open_app: Open) -> None:
    hidden = taught(hide="probabilities")
    app = open_app("greedy", lang="en", lesson="search", at="1", score="1", **hidden)
    assert EN("lesson.nothing") in messages(app)
    app = open_app("lessons", lang="en", **hidden)
    for lesson in ("tokens", "search"):
        app.session_state[f"lessons_more_{lesson}"] = True
    app.run()
    keys = {one.key for one in app.get("link_button")}
    assert "lessons_sheet_tokens" in keys and "lessons_sheet_search" not in keys


def test_the_note_stands_on_every_page_as_it_was_written(open_app: Open) -> None:
    for page in ("", "glossary", "cell"):
        app = open_app(page, lang="ko", **taught(note=NASTY))
        assert app.text[0].value == NASTY
        assert messages(app) == []


def test_what_is_broken_is_named_once_and_the_rest_counts(open_app: Open) -> None:
    app = open_app("greedy", lang="en", **taught(hide="formula.holograms", note="x" * 301))
    assert messages(app) == [EN("shell.ignored", names="teach_hide, teach_note")]
    assert EN("chapter.formula") not in headings(app)
    app = app.text_input(key="s").set_value(SENTENCE).run()
    assert messages(app) == []


def test_another_language_and_another_page_keep_the_link(open_app: Open) -> None:
    app = open_app("greedy", lang="ko", s=SENTENCE, **taught(lock="sentence", note="hello"))
    app = app.button_group(key="lang").set_value("en").run()
    assert app.text[0].value == "hello"
    assert SENTENCE in [found.value for found in app.text]
    said = [dict(parse_qsl(data["query"])) for data in page_links(app).values()]
    assert said
    assert all(one["teach_lock"] == "sentence" and one["teach_note"] == "hello" for one in said)
    assert all(one["s"] == SENTENCE for one in said)


def test_a_slide_is_drawn_without_the_panels(open_app: Open) -> None:
    app = open_app("greedy", lang="en", present="1", slide="2")
    assert not {EN(key) for key in HEADINGS.values()} & set(headings(app))
    assert app.get("bidi_component")
    app = open_app("greedy", lang="en").button(key="present").click().run()
    assert app.query_params["present"] in ("1", ["1"])
    assert EN("chapter.formula") not in headings(app)


@pytest.mark.parametrize("page", ["lesson.cell", "beam"])
def test_the_second_link_solves_what_the_first_one_sets(open_app: Open, page: str) -> None:
    """The same view of the same sentence, with nothing hidden and the answers there."""
    app = open_app("classroom", lang="en", s=SENTENCE, classroom_page=page)
    app.button_group(key="classroom_hide").set_value(["code", "answers"])
    app = app.text_area(key="classroom_note").set_value("Think first.").run()
    (path, task), (other, solved) = link_of(app), link_of(app, 1)
    assert path == other
    differs = {name for name, _ in {*task.items()} ^ {*solved.items()}}
    assert differs == {"teach_hide", "teach_show"}
    asked, shown = teaching.read(task), teaching.read(solved)
    assert asked.hidden == {"code", "answers"} and not asked.revealed
    assert not shown.hidden and shown.reveals("answers")
    assert len(handouts(app)) == 2


def test_a_link_to_a_lesson_opens_its_step_on_its_sentence(open_app: Open) -> None:
    app = open_app("classroom", lang="en", s=SENTENCE, classroom_page="lesson.cell")
    cell = find_lesson("cell")
    assert link_of(app)[1]["at"] == "1"
    app = app.selectbox(key="classroom_step").set_value(4).run()
    path, said = link_of(app)
    assert path == f"/{cell.steps[3].page}"
    assert (said["lesson"], said["at"]) == ("cell", "4")
    assert said["s"] == cell.sentences["ko"] != SENTENCE
    assert {name: said[name] for name in cell.steps[3].params} == cell.steps[3].params
    for at, is_told in ((0, False), (1, True)):
        page, params = link_of(app, at)
        opened = open_app(page.strip("/"), lang="en", **params)
        assert any(EN("lesson.solution") in str(one.value) for one in opened.markdown) == is_told
        assert (len(opened.subheader) > 1) == is_told, "the page below is open"
        assert not messages(opened)


@pytest.mark.parametrize("name", READY)
def test_a_press_shows_the_class_a_lesson_and_counts_its_answers(open_app: Open, name: str) -> None:
    app = open_app("classroom", lang="en", s=SENTENCE, classroom_page="beam", classroom_step="2")
    assert "teach_poll" not in link_of(app)[1]
    app = app.button(key=f"classroom_take_{name}").click().run()
    assert not app.exception
    code = app.session_state["classroom_code"]
    for at in (0, 1):
        path, said = link_of(app, at)
        assert path.strip("/") in (find_lesson(name).steps[0].page, "")
        assert (said["lesson"], said["at"], said["teach_poll"]) == (name, "1", code)
    assert EN("classroom.poll_empty") in [one.value for one in app.caption]
    assert any(found.endswith(f"/class/{code}") for found in headings(app))
    assert POLLS.link_of(code) == f"..{handouts(app)[0]['link']}"
    assert any(EN(f"lesson{name}.name") in found for found in headings(app))


def test_the_plan_for_an_hour_is_of_the_lessons_that_are_shown() -> None:
    plan = EN.article("classroom.plan50").split("**For the quick")[0]
    lessons = dict.fromkeys(re.findall(r"\(lesson:(\w+)\.", plan))
    assert tuple(lessons) == READY
