"""Views of a page, three at most, and how deep it goes: picture, formulas, code."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from explainer.chapters.masks import page as masks
from explainer.frame import teaching
from explainer.frame.course import chapters
from explainer.frame.page import page_of, with_sentence
from explainer.text import Text
from tests.app.helpers import messages, page_links
from tests.apptest import Open, headings, latex_of

PAGE = "cell"


def panels(app: AppTest) -> dict[str, bool]:
    """Which of the three panels a page draws."""
    heads = set(headings(app))
    named = {n: Text("en")(f"chapter.{n}") in heads for n in ("formula", "shapes")}
    drawn_in = {one.proto.component_name for one in app.get("bidi_component")}
    return {**named, "code": "code_block" in drawn_in}


def assert_links_say(app: AppTest, words: str) -> None:
    links = page_links(app)
    assert links and all(words in data["query"] for data in links.values())


@pytest.mark.parametrize("page", [PAGE, "", "masks"])
def test_each_depth_shows_its_panels(open_app: Open, page: str) -> None:
    app = open_app(page, lang="en")
    assert "depth" not in app.query_params
    for depth, shown in (
        ("picture", set[str]()),
        ("formula", {"formula", "shapes"}),
        ("code", {"formula", "shapes", "code"}),
    ):
        assert app.button_group(key="depth").value == depth
        assert {name for name, is_there in panels(app).items() if is_there} == shown
        assert bool(latex_of(app)) == bool(shown)
        following = {"picture": "formula", "formula": "code"}.get(depth, "code")
        app = app.button_group(key="depth").set_value(following).run()
    assert app.query_params["depth"] == "code"
    assert_links_say(app, "depth=code")


def test_a_broken_depth_is_named_and_the_picture_shown(open_app: Open) -> None:
    app = open_app(PAGE, lang="en", depth="abyss")
    assert Text("en")("shell.ignored", names="depth") in messages(app)
    assert not any(panels(app).values())


def test_a_teacher_fixes_the_depth(open_app: Open) -> None:
    app = open_app(PAGE, lang="en", depth="formula", teach="1", teach_lock="depth")
    assert panels(app) == {"formula": True, "shapes": True, "code": False}
    assert "depth" not in {group.key for group in app.get("button_group")}
    assert_links_say(app, "depth=formula")


def test_a_lesson_has_its_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    address: dict[str, str] = {}
    monkeypatch.setattr("streamlit.query_params", address)
    assert teaching.depth() == "picture"
    address["lesson"] = "cell"
    assert teaching.depth() == "formula"
    address["depth"] = "code"
    assert teaching.depth() == "code"


EN = Text("en")


def test_an_address_of_a_view_that_went_opens_the_nearest_and_says_nothing(open_app, monkeypatch):
    monkeypatch.setattr(masks, "PAGE", replace(masks.PAGE, gone={"old": "off"}))
    app = open_app("masks", lang="en", masks_view="old")
    assert app.button_group(key="masks_view").value == "off"
    assert app.query_params["masks_view"] == "off"
    assert EN("shell.ignored", names="masks_view") not in [info.value for info in app.info]


def test_a_view_without_the_sentence_bar_is_a_view_and_another_shows_the_sentence() -> None:
    barless = [chapter for chapter in chapters() if page_of(chapter).barless]
    assert barless
    for chapter in barless:
        page = page_of(chapter)
        assert isinstance(page.draw, Mapping) and chapter.bar
        shown = {*page.draw} - {*page.barless}
        assert {*page.barless} <= {*page.draw} and {*with_sentence(chapter).values()} <= shown
        assert bool(with_sentence(chapter)) == bool(shown) == (chapter.id != "training")
    assert with_sentence(next(chapter for chapter in chapters() if chapter.id == "masks")) == {}
