"""The drawing in a real browser: its numbers are the translation's, it fits, axe finds nothing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from explainer.translation import Translation
from tests.browser.flow_page import caption, choose, open_table, shown, slider
from tests.browser.mounted import Mount
from tests.fakes import fake_translation


def fake_of_the_app() -> Translation:
    """The translation that flow_app.py draws when its address says nothing else."""
    return fake_translation(n_src=9, n_tgt=10, layers=3, heads=8)


def test_ribbons_are_as_wide_as_their_weights(flow: Mount) -> None:
    page = flow("head=4").page
    outlines = page.locator(".flow svg path.fade[fill*=deepen]").evaluate_all(
        "nodes => nodes.map(node => node.getAttribute('d'))"
    )
    # "M... C..., x y H x2": the ribbon arrives between x and x2.
    ends = [re.search(r" (-?[\d.]+) -?[\d.]+H(-?[\d.]+)", path) for path in outlines]
    widths = [float(end[2]) - float(end[1]) for end in ends if end]
    weights = fake_of_the_app().attention("encoder")[:, 4]
    drawn = [w for layer in weights for w in sorted(layer.ravel()) if w > 0.006]
    assert len(drawn) == len(widths) > 60
    tile = 60  # px at this width; coordinates have one decimal
    for weight, width in zip(drawn, widths, strict=True):
        assert width == pytest.approx(weight * tile, abs=0.11)


def test_the_table_holds_the_numbers_of_the_translation(flow: Mount) -> None:
    page = flow("step=6&head=4").page
    tables = open_table(page)
    expect(tables).to_have_count(2)
    translation = fake_of_the_app()
    weights = translation.attention("cross")[:, 4, 6]
    cells = tables.first.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert [row[0] for row in cells] == list(translation.source.tokens)
    for token, row in enumerate(cells):
        for layer in range(3):
            assert float(row[1 + layer]) == pytest.approx(weights[layer, token], abs=0.00502)
    top = tables.last.locator("tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert [row[0] for row in top[:5]] == list(translation.top_tokens[6][:5])
    for rank, row in enumerate(top[:5]):
        assert float(row[2].rstrip("%")) / 100 == pytest.approx(
            translation.top_probs[6, rank], abs=0.00051
        )
    tile = page.locator(".flow .target.memory").nth(3).get_attribute("aria-label") or ""
    assert f"weight {weights[2, 3]:.2f}" in tile
    slider(page).focus()
    page.keyboard.press("ArrowLeft")
    expect(tables.first.locator("caption")).to_contain_text("step 6")


def test_a_token_chosen_from_further_down_is_told(flow: Mount) -> None:
    page = flow("rank=7").page
    assert "only number 7 in probability" in caption(page)
    ranks = open_table(page).last.locator("tbody td:nth-child(2)").all_inner_texts()
    assert ranks == ["1", "2", "3", "4", "5", "7 ✓", ""]


def test_a_long_sentence_loads_the_head_that_is_chosen(flow: Mount) -> None:
    drawing = flow("src=30&tgt=20&step=5")
    page = drawing.page
    assert page.locator(".flow .map svg").count() == 3, "one mean map a layer"
    choose(page, "Layer 2, head 5")
    drawing.settle()
    expect(page.locator(".flow .map svg")).to_have_count(6)
    assert shown(page) == ("6", "Layer 2, head 5")
    assert "layer 2, head 5" in caption(page)


def test_markup_in_a_token_is_shown_as_text(flow: Mount) -> None:
    page = flow("markup=1").page
    assert page.locator(".flow img").count() == 0
    assert "<img/src=x" in open_table(page).first.inner_text()


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


def test_hidden_probabilities_stand_nowhere_in_the_drawing(flow: Mount) -> None:
    page = flow("step=6&teach=1&teach_hide=probabilities").page
    expect(open_table(page)).to_have_count(1)
    said = page.locator(".flow").evaluate(
        """node => [node.textContent, ...[...node.querySelectorAll("[aria-label]")]
            .map(part => part.getAttribute("aria-label"))].join(" ")"""
    )
    chosen = fake_of_the_app().predicted_tokens[6]
    assert chosen in said and "proposes" not in said
    assert not re.search(r"\\d%|NaN|undefined|null|false", said)
