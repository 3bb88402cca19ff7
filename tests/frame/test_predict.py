"""The one prediction of a chapter: asked below the beats, answered by the model, given away by
nothing. In the whole app, with the models that come with it.
"""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Radio

from explainer.chapters.beam import prediction as beam_prediction
from explainer.frame.course import Chapter, chapters
from explainer.frame.page import page_of
from explainer.frame.predict import Predict, Prediction, tell_key
from explainer.frame.view import View
from explainer.text import HOLE, LANGUAGES, Text, holes, strings
from tests.app.helpers import type_sentence
from tests.apptest import visit

ASKS = {one.id: one for one in chapters() if page_of(one).predict is not None}
# They open on a figure of their own that asks, or are no chapter of the story.
SILENT = {
    *("cell", "classroom", "glossary", "lessons", "models", "program", "results", "sentences"),
    *("translate",),
}


def asks_of(chapter: Chapter) -> Predict:
    found = page_of(chapter).predict
    assert found is not None
    return found


def asked(app: AppTest, id: str) -> bool:
    return bool(radios(app, id))


def radios(app: AppTest, id: str) -> list[Radio[int]]:
    return [one for one in app.radio if str(one.key).startswith(f"{id}_predict_")]


def box(app: AppTest) -> Block:
    """The container with the question in it."""

    def find(block: Block) -> Block | None:
        for child in block.children.values():
            if isinstance(child, Block):
                if getattr(child.proto, "id", "").endswith("-predict"):
                    return child
                if found := find(child):
                    return found
        return None

    found = find(app.main)
    assert found is not None
    return found


def words(app: AppTest) -> str:
    """All that stands in the box."""
    return "\n".join(str(one.proto) for one in box(app) if not isinstance(one, Block))


def choose(app: AppTest, id: str, option: str) -> AppTest:
    predict = page_of(next(one for one in chapters() if one.id == id)).predict
    assert predict is not None
    (radio,) = radios(app, id)
    app = radio.set_value(predict.options.index(option)).run()
    assert not app.exception
    return app


def parts_of(template: str) -> list[str]:
    """What stands between the holes of a text."""
    return [part for part in HOLE.split(template)[::3] if len(part) > 8]


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("chapter", ASKS.values(), ids=lambda chapter: chapter.id)
def test_it_is_asked_and_told_once_answered(chapter: Chapter) -> None:
    lang = LANGUAGES[chapters().index(chapter) % 2]
    text, predict, id = Text(lang), asks_of(chapter), chapter.id
    app = visit(chapter.url, lang=lang)
    assert not app.exception
    (radio,) = radios(app, id)
    assert radio.value is None and len(radio.options) == len(predict.options)
    tells = {tell_key(chapter, option) for option in predict.options}
    told = [part for key in tells for part in parts_of(strings(lang)[key])]
    verdicts = [text("question.right"), text("question.wrong")]
    before = words(app)
    assert told and not any(one in before for one in (*told, *verdicts))
    seen = {}
    for option in predict.options:
        app = choose(app, id, option)
        [said] = [one for one in verdicts if one in words(app)]
        seen[option] = said
        assert any(one in words(app) for one in told)
    assert list(seen.values()).count(verdicts[0]) == 1, seen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_question_has_its_texts(lang: str) -> None:
    assert not SILENT & ASKS.keys()
    for chapter in ASKS.values():
        predict, written = asks_of(chapter), strings(lang)
        assert 2 <= len(predict.options) == len({*predict.options}) <= 4
        names = [f"{chapter.id}.predict_{one}" for one in ("ask", *predict.options)]
        assert len({written[name] for name in names}) == len(names)
        assert len(written[names[0]]) <= 260, chapter.id
        assert all(len(written[name]) <= 110 for name in names[1:]), chapter.id
        for option in predict.options:  # a number of the model stands in what is told
            assert holes(written[tell_key(chapter, option)]), (chapter.id, option)


@pytest.mark.usefixtures("shipped")
def test_the_answer_stays_for_its_sentence_and_is_gone_with_another() -> None:
    app = choose(visit("greedy", lang="ko"), "greedy", "lower")
    hashes = {page["url_pathname"]: name for name, page in app._registered_pages.items()}
    app._page_hash = hashes["beam"]
    app = app.run()
    app._page_hash = hashes["greedy"]
    app = app.run()
    assert radios(app, "greedy")[0].value == asks_of(ASKS["greedy"]).options.index("lower")
    app = type_sentence(app, "문을 닫아 주세요.")
    assert not app.exception
    assert radios(app, "greedy")[0].value is None
    assert Text("ko")("question.wrong") not in words(app)


@pytest.mark.usefixtures("shipped")
def test_nothing_is_computed_before_it_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for = []

    def answer(view: View) -> Prediction:
        asked_for.append(view.translator_name)
        return beam_prediction.answer(view)

    page = page_of(next(one for one in chapters() if one.id == "beam"))
    spied = Predict(beam_prediction.PREDICT.options, answer)
    monkeypatch.setitem(page.__dict__, "predict", spied)
    app = visit("beam", lang="en")
    assert asked(app, "beam") and not asked_for
    choose(app, "beam", "more")
    assert asked_for


@pytest.mark.usefixtures("shipped")
def test_it_is_not_asked_where_a_teacher_hides_it_or_the_sentence_has_no_one_answer() -> None:
    for address in (
        {"present": "1"},
        {"teach": "1", "teach_hide": "answers"},
        {"teach": "1", "teach_hide": "probabilities"},
        {"lesson": "search", "at": "1"},
    ):
        app = visit("greedy", lang="en", **address)
        assert not app.exception and not asked(app, "greedy"), address
    for sentence, is_asked in (("우리는 차를 샀다.", True), ("책", False)):
        app = visit("masks", lang="en", model="ko-en", s=sentence)
        assert not app.exception and asked(app, "masks") == is_asked
