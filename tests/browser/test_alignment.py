"""Scores that are dragged in the real app: the softmax cuts its line anew, and nothing is sent."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.mounted import Mount, Mounted

pytestmark = pytest.mark.browser


@pytest.fixture
def contest(mount: Mount) -> Mount:
    def drawn(**options: object) -> Mounted:
        return mount("alignment?model=ko-en&alignment_view=steps", "contest", **options)

    return drawn


def scores(page: Page) -> list[float]:
    grips = page.locator(".contest .grip").all()
    return [float(grip.get_attribute("aria-valuenow") or "nan") for grip in grips]


def weights(page: Page) -> list[float]:
    told = page.locator(".contest .part title").all_text_contents()
    return [float(one.split()[-1]) for one in told]


def softmax(values: list[float]) -> list[float]:
    powers = np.exp(np.array(values) - max(values))
    return [float(power) for power in powers / powers.sum()]


def test_a_dragged_score_cuts_the_line_anew_and_returns(contest: Mount) -> None:
    drawing = contest()
    page = drawing.page
    before, shares = scores(page), weights(page)
    assert shares == pytest.approx(softmax(before), abs=6e-3)
    bar = page.locator(".contest .grip .edge").first.bounding_box()
    assert bar is not None
    x, y = bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=3)
    moved = scores(page)
    assert moved[0] > before[0] and moved[1:] == before[1:]
    assert weights(page) == pytest.approx(softmax(moved), abs=6e-3)
    page.mouse.up()
    drawing.settle()
    assert drawing.told == []
    assert (scores(page), weights(page)) == (before, shares)
    assert drawing.violations() == []


def test_keys_move_a_score_and_escape_takes_it_back(contest: Mount) -> None:
    drawing = contest(width=390)
    page = drawing.page
    before = scores(page)
    page.locator(".contest .grip").nth(1).focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert scores(page)[1] == pytest.approx(before[1] + 0.5, abs=0.011)
    expect(page.locator(".contest .grip").nth(1)).to_be_focused()
    page.keyboard.press("Escape")
    assert scores(page) == before
