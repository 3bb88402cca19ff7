"""Views of a page: a few at first, the others behind "more", all by the addresses they had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from explainer.chapters.masks import page as masks
from explainer.frame.course import Chapter, chapters
from explainer.frame.page import page_of, with_sentence
from explainer.text import Text
from tests.apptest import Open

MANY = [chapter for chapter in chapters() if isinstance(page_of(chapter).draw, Mapping)]
EN = Text("en")


def names(chapter: Chapter, hidden: bool = True) -> list[str]:
    """What its views are called; without those behind "more" where they are not `hidden`."""
    page = page_of(chapter)
    assert isinstance(page.draw, Mapping)
    return [EN(f"{chapter.id}.view_{v}") for v in page.draw if hidden or v not in page.more]


@pytest.mark.parametrize("chapter", MANY, ids=lambda chapter: chapter.id)
def test_a_page_opens_on_three_views_at_most_and_none_is_lost(chapter: Chapter) -> None:
    page = page_of(chapter)
    assert isinstance(page.draw, Mapping)
    assert set(page.more) < set(page.draw) and next(iter(page.draw)) not in page.more
    assert len(names(chapter, hidden=False)) <= 3
    assert {*page.gone.values()} <= {*page.draw} and not {*page.gone} & {*page.draw}


def test_an_address_of_a_view_that_went_opens_the_nearest_and_says_nothing(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(masks, "PAGE", replace(masks.PAGE, gone={"old": "scores"}))
    app = open_app("masks", lang="en", masks_view="old")
    assert app.button_group(key="masks_view").value == "scores"
    assert app.query_params["masks_view"] == "scores"
    assert EN("shell.ignored", names="masks_view") not in [info.value for info in app.info]


def test_more_opens_the_others_and_a_link_to_one_of_them_has_all(open_app: Open) -> None:
    layers = next(chapter for chapter in MANY if chapter.id == "layers")
    app = open_app("layers", lang="en")
    assert app.button_group(key="layers_view").options == names(layers, hidden=False)
    app = app.button(key="layers_view_open").click().run()
    assert app.button_group(key="layers_view").options == names(layers)
    linked = open_app("layers", lang="en", layers_view="place")
    assert linked.button_group(key="layers_view").options == names(layers)
    assert linked.button_group(key="layers_view").value == "place"


def test_a_view_without_the_sentence_bar_is_a_view_and_another_shows_the_sentence() -> None:
    barless = [chapter for chapter in chapters() if page_of(chapter).barless]
    ids = {"bleu", "complexity", "growth", "lookup", "scaling", "training"}
    assert {chapter.id for chapter in barless} == ids
    for chapter in barless:
        page = page_of(chapter)
        assert isinstance(page.draw, Mapping) and chapter.bar
        (opens,) = with_sentence(chapter).values()
        assert {*page.barless} < {*page.draw} and opens in {*page.draw} - {*page.barless}
    assert with_sentence(next(chapter for chapter in chapters() if chapter.id == "masks")) == {}
