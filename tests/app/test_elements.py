"""How much a page asks of the browser: what it has to go through again with every click."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from explainer.frame.course import Chapter, chapters
from explainer.frame.page import page_of
from explainer.frame.params import DEPTHS
from tests.apptest import elements, use_models, visit
from tests.conftest import ROOT

MOST = 40


@pytest.mark.parametrize("depth", [DEPTHS[0], DEPTHS[-1]])
@pytest.mark.parametrize("chapter", chapters(), ids=lambda chapter: chapter.id)
def test_a_page_has_few_elements(
    chapter: Chapter, depth: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of Streamlit's and ours, as it opens, without the containers they stand in."""
    use_models(ROOT / "pretrained", monkeypatch)
    draw = page_of(chapter).draw
    counted = {
        view: len([*elements(visit(chapter.url, lang="ko", depth=depth, **address)._tree)])
        for view in (draw if isinstance(draw, Mapping) else ("",))
        for address in ([{f"{chapter.id}_view": view}] if view else [{}])
    }
    assert {view: count for view, count in counted.items() if count > MOST} == {}
