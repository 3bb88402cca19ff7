"""A region of the drawing leads to the page that explains it."""

from __future__ import annotations

import pytest

from explainer.chapters.translate.page import REGIONS
from explainer.frame.course import chapter_of


@pytest.mark.parametrize(
    ("region", "page"),
    [
        ("tokens", "tokens"),  # how the source became tokens, not who looks at whom
        ("encoder", "heads"),
        ("memory", "heads"),
        ("cross_attention", "heads"),
        ("decoder", "heads"),
        ("output", "greedy"),  # how the next one is chosen
    ],
)
def test_a_region_leads_to_the_page_that_explains_it(region: str, page: str) -> None:
    assert REGIONS[region][0] == page
    assert chapter_of(page) is not None
