"""Similarities dragged on the page of look-up, and a part of the model switched off, by keys."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from explainer.analysis.lookup import PRICES, SIMILARITIES, soft_lookup
from tests.browser.app_page import Go
from tests.browser.mounted import Mount
from tests.browser.tabs import settle


def test_a_similarity_that_is_dragged_moves_the_answer_and_a_view_brings_its_bar(
    go: Go,
) -> None:
    """At once what the browser works out, then the address; the focus stays. The bar of the
    sentence is there where a figure has one.
    """
    tab = go("lookup")
    answer = tab.locator(".soft_lookup .hit strong")
    expect(answer).to_have_text(f"✓ {soft_lookup(SIMILARITIES, PRICES).value:,.2f}")
    tab.locator(".soft_lookup input").first.focus()
    for _ in range(3):
        tab.keyboard.press("ArrowRight")
    moved = (SIMILARITIES[0] + 0.3, *SIMILARITIES[1:])
    expect(answer).to_have_text(f"✓ {soft_lookup(moved, PRICES).value:,.2f}")
    expect(tab).to_have_url(re.compile(r"lookup_scores=3\.4"))
    settle(tab)
    expect(answer).to_have_text(f"✓ {soft_lookup(moved, PRICES).value:,.2f}")
    expect(tab.locator(".soft_lookup input").first).to_be_focused()
    # The shop has no sentence of its own; the view keeps the focus that switched it.
    bar = tab.locator(".st-key-sentence")
    views = tab.locator(".st-key-lookup_view [role=radio]")
    expect(bar).to_be_hidden()
    for place, there in ((1, True), (0, False)):
        views.nth(place).click()
        expect(bar).to_be_visible(visible=there)
        expect(views.nth(place)).to_be_focused()


def test_a_part_that_is_pressed_is_off(mount: Mount) -> None:
    drawing = mount("ablation?lang=en", "ablation_switchboard")
    tab = drawing.page
    tab.get_by_role("button", name="Take away: Encoder, Feed-forward, all").click()
    drawing.settle()
    part = tab.get_by_role("button", name="Take away: Encoder, Feed-forward, Layer 1")
    part.focus()
    tab.keyboard.press("Enter")
    drawing.settle()
    found = drawing.parameters
    assert (found["ablation_kind"], found["ablation_layer"]) == ("ffn", "1")
    expect(part).to_have_attribute("aria-pressed", "true")
    expect(part).to_be_focused()
