"""Pages in both languages, and the controls all pages share."""

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.data.samples import default_sentence
from explainer.frame import controls
from explainer.text import LANGUAGES, Text
from tests.app.helpers import translation, type_sentence
from tests.apptest import Open

OPENED = {"settings": True}  # the popover


def test_at_first_the_browser_says_the_language(open_app, monkeypatch):
    for lang in LANGUAGES:
        monkeypatch.setattr(controls, "browser_language", lambda lang=lang: lang)
        assert open_app().title[0].value == Text(lang)("translate.title")


def test_a_change_of_language_keeps_everything_else(open_app: Open) -> None:
    app = open_app("", OPENED, lang="ko", method="greedy")
    app = type_sentence(app, "강아지가 마당에서 논다.")
    before = translation(app)
    app = app.button_group(key="lang").set_value("en").run()
    assert app.title[0].value == Text("en")("translate.title")
    assert app.text_input(key="s").value == "강아지가 마당에서 논다."
    assert app.button_group(key="method").value == "greedy"
    assert translation(app) == before


def test_the_picker_changes_the_model_and_the_example_but_no_own_sentence(open_app: Open) -> None:
    app = open_app(lang="en")
    app = app.selectbox(key="model").set_value("en-toy").run()
    assert app.session_state["last_request"].model == "en-toy"
    assert app.text_input(key="s").value == default_sentence("en", target="ko")
    assert not app.exception
    app = type_sentence(app, "문을 닫아 주세요.")
    app = app.selectbox(key="model").set_value("ko-toy").run()
    assert app.text_input(key="s").value == "문을 닫아 주세요."


def test_the_examples_begin_with_those_of_the_chapter_and_of_the_course(open_app: Open) -> None:
    course, here = default_sentence("ko"), default_sentence("ko", "layers", "en")
    app = open_app("layers", lang="ko", model="ko-toy")
    for number, sentence in ((1, course), (0, here)):
        menu: Any = app.get("menu_button")[0]
        assert sentence in menu.proto.options[number] != sentence
        app = menu.set_value(str(number)).run()
        assert app.text_input(key="s").value == sentence
    names = open_app("masks", lang="ko", model="ko-toy").get("menu_button")[0].proto.options
    assert names[0] == course  # the chapter has no example of its own


def test_a_page_that_needs_another_sentence_says_so_and_goes_back(open_app: Open) -> None:
    def way_back(app: AppTest) -> list[str]:
        return [one.help for one in app.button if one.key == "to_course"]

    app = open_app("layers", lang="ko", model="ko-toy")
    assert way_back(app) == [Text("ko")("input.shows_here")]
    app = app.button(key="to_course").click().run()
    assert app.text_input(key="s").value == default_sentence("ko")
    assert way_back(app) == []
    app = type_sentence(open_app("layers", lang="ko", model="ko-toy"), "문을 닫아 주세요.")
    assert way_back(app) == []  # a typed one is nobody's example


def test_settings_change_the_search(open_app: Open) -> None:
    app = open_app("", OPENED)
    app = app.slider(key="width").set_value(2).run()
    assert app.session_state["last_request"].options.width == 2
    app = app.button_group(key="method").set_value("sample").run()
    app = app.number_input(key="seed").set_value(11).run()
    options = app.session_state["last_request"].options
    assert (options.method, options.seed) == ("sample", 11)
    assert app.query_params["seed"] == ["11"] or app.query_params["seed"] == "11"


def test_only_the_settings_of_the_method_are_shown(open_app: Open) -> None:
    shown = {
        method: {slider.key for slider in open_app("", OPENED, method=method).slider}
        for method in ("beam", "greedy", "sample")
    }
    assert shown == {
        "beam": {"width", "alpha", "min"},
        "greedy": {"min"},
        "sample": {"temperature", "top_k", "top_p", "min"},
    }


@pytest.mark.parametrize("page", ["beam", "sampling"])
def test_a_page_with_a_search_of_its_own_names_no_other(open_app: Open, page: str) -> None:
    """Else the bar says alpha 0.6 above a tree that is ranked with 1; what was set is kept."""
    app = open_app(page, OPENED, lang="en", width="3", beam_alpha="1")
    named = {found.key for kind in ("slider", "button_group") for found in app.get(kind)}
    assert not named & {"method", "width", "alpha", "min"}
    assert app.session_state["last_request"].options.width == 3
    pages = {info["url_pathname"]: name for name, info in app._registered_pages.items()}
    app._page_hash = pages["tokens"]
    assert app.run().slider(key="width").value == 3
