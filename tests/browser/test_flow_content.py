"""The drawing in a real browser: its numbers are the translation's, it fits, axe finds nothing."""

import pytest
from playwright.sync_api import expect

from tests.browser.flow_page import caption, choose, open_table, shown
from tests.browser.mounted import Mount


def test_a_long_sentence_loads_the_head_that_is_chosen(flow: Mount) -> None:
    drawing = flow("src=30&tgt=20&step=5")
    page = drawing.page
    assert page.locator(".flow .map svg").count() == 3, "one mean map a layer"
    choose(page, "Layer 2, head 5")
    drawing.settle()
    expect(page.locator(".flow .map svg")).to_have_count(6)
    assert shown(page) == ("6", "Layer 2, head 5")
    assert "layer 2, head 5" in caption(page)


@pytest.mark.parametrize(
    ("query", "width"),
    [
        ("src=1&tgt=1&step=0&layer=0&layers=1&heads=1", 320),
        ("src=64&tgt=96&step=60", 320),
        ("src=64&tgt=96&step=95", 1280),
        ("layers=6&heads=16", 320),
        ("layers=6&heads=16", 820),
        ("", 700),
    ],
)
def test_nothing_leaves_the_page_sideways(flow: Mount, query: str, width: int) -> None:
    page = flow(query, width=width).page
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    frame = page.locator(".flow").bounding_box()
    assert frame is not None
    cut = ":is(.fed, .written, .home, .proposed, .name) *"  # with an ellipsis
    seen = f".flow svg.main :is(text, rect), .flow .over :not({cut})"
    outside = page.locator(seen).evaluate_all(
        """(nodes, [left, right]) => nodes.filter(node => {
             const box = node.getBoundingClientRect();
             return box.width && (box.left < left - 3 || box.right > right + 3);
           }).map(node => node.outerHTML.slice(0, 120))""",
        [frame["x"], frame["x"] + frame["width"]],
    )
    assert outside == []
    tiles = page.locator(".flow .target.memory").evaluate_all(
        "nodes => nodes.map(node => node.getBoundingClientRect()).map(box => [box.left, box.right])"
    )
    for (_, right), (left, _) in zip(tiles, tiles[1:], strict=False):
        assert right <= left + 0.6, "memory tiles overlap"


def test_axe_finds_nothing_in_a_long_sentence_and_its_tables(flow: Mount) -> None:
    """In one as it opens: test_everywhere."""
    drawing = flow("lang=ko&src=40&tgt=40&dark=1", color_scheme="dark")
    open_table(drawing.page)
    assert drawing.violations({"resultTypes": ["violations"]}) == []
