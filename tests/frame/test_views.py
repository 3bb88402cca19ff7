"""Views of a page: three at most, and those that went lead to one that stays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from explainer.chapters.masks import page as masks
from explainer.frame.course import Chapter, chapters
from explainer.frame.page import page_of, with_sentence
from explainer.text import Text
from tests.apptest import Open
from tests.layers.sources import for_each

MANY = [chapter for chapter in chapters() if isinstance(page_of(chapter).draw, Mapping)]
EN = Text("en")


@for_each(MANY, named=lambda chapter: chapter.id)
def test_views_that_went_lead_to_one_that_stays(chapter: Chapter) -> None:
    page = page_of(chapter)
    assert isinstance(page.draw, Mapping)
    assert {*page.gone.values()} <= {*page.draw} and not {*page.gone} & {*page.draw}


def test_an_address_of_a_view_that_went_opens_the_nearest_and_says_nothing(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(masks, "PAGE", replace(masks.PAGE, gone={"old": "off"}))
    app = open_app("masks", lang="en", masks_view="old")
    assert app.button_group(key="masks_view").value == "off"
    assert app.query_params["masks_view"] == "off"
    assert EN("shell.ignored", names="masks_view") not in [info.value for info in app.info]


def test_a_view_without_the_sentence_bar_is_a_view_and_another_shows_the_sentence() -> None:
    barless = [chapter for chapter in chapters() if page_of(chapter).barless]
    ids = {"bleu", "classroom", "complexity", "growth", "lookup", "scaling", "training"}
    assert {chapter.id for chapter in barless} == ids
    for chapter in barless:
        page = page_of(chapter)
        assert isinstance(page.draw, Mapping) and chapter.bar
        (opens,) = with_sentence(chapter).values()
        assert {*page.barless} < {*page.draw} and opens in {*page.draw} - {*page.barless}
    assert with_sentence(next(chapter for chapter in chapters() if chapter.id == "masks")) == {}
