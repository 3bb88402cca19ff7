"""The strands of all heads in a real browser: pointer, keys, phone, and what is kept of them."""

import re
from urllib.parse import quote_plus

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from explainer.data.samples import default_sentence
from explainer.decoding.options import DecodeOptions
from explainer.engine import Translation
from explainer.frame.params import DEFAULTS
from explainer.lessons import find_lesson
from tests.browser.app_page import parameters
from tests.browser.mounted import Mount, Mounted
from tests.browser.saved_figure import Saved
from tests.browser.tabs import settle
from tests.shipped import translator

ADDRESS = "heads?lang=en&model=ko-en"
OPTIONS: DecodeOptions = DEFAULTS.options()


@pytest.fixture(scope="module")
def found() -> Translation:
    sentence = default_sentence("ko", "heads")
    return translator("ko-en").translate(sentence, OPTIONS)


def pale(page: Page, what: str) -> int:
    return page.locator(f".headfan {what}.pale").count()


@pytest.fixture
def fan(mount: Mount) -> Mount:
    def drawn(path: str, **options: object) -> Mounted:
        return mount(path, "heads_headfan", "heads_headgrid", **options)

    return drawn


def test_heads_and_tokens_are_pointed_at_and_pressed_and_pointing_is_not_sent(fan: Mount) -> None:
    drawing = fan(ADDRESS)
    page = drawing.page
    assert drawing.violations() == []
    caption = page.locator(".headfan .caption")
    before = caption.inner_text()
    strands = page.locator(".headfan .strand").count()
    mine = page.locator(".headfan .strand[data-head='2']")
    mine.last.dispatch_event("pointerenter")
    assert pale(page, ".strand") == strands - mine.count() > 0
    expect(caption).to_contain_text("Head 3 looks most at")
    page.locator(".headfan .fan").dispatch_event("pointerleave")
    expect(caption).to_have_text(before)
    first = page.locator(".headfan .fan svg").inner_html()
    other = page.locator(".headfan .asker[aria-pressed=false]").nth(7)
    other.hover()
    assert page.locator(".headfan .fan svg").inner_html() != first
    page.mouse.move(5, 5)
    assert page.locator(".headfan .fan svg").inner_html() == first and pale(page, "") == 0
    drawing.settle()
    assert drawing.told == []
    for lit in ("1", None):  # alone until it is pressed again
        mine.last.dispatch_event("click")
        drawing.settle()
        shown = drawing.parameters
        assert (shown.get("head", "3"), shown.get("heads_lit")) == ("3", lit)
    name = other.get_attribute("aria-label")
    other.click()
    drawing.settle()
    pressed = page.locator(".headfan .asker[aria-pressed=true]")
    expect(pressed).to_have_attribute("aria-label", str(name))
    labels = page.locator(".headfan .asker").evaluate_all("all => all.map((one) => one.ariaLabel)")
    assert drawing.parameters["row"] == str(labels.index(name) + 1)

    # The small maps: one tab stop, another layer's head.
    for what in (".headfan .asker", ".headgrid button"):
        assert page.locator(f"{what}[tabindex='0']").count() == 1
    page.locator(".headgrid button[tabindex='0']").focus()
    for key in ("Home", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    drawing.settle()
    on = page.locator(".headgrid button[aria-pressed=true]")
    shown, name = drawing.parameters, str(on.get_attribute("aria-label"))
    assert name.startswith("Layer 2, head 2."), shown
    assert (shown["head"], shown["heads_lit"]) == ("2", "1")
    assert pale(page, ".strand") > 0


def test_in_a_lesson_strokes_stay_as_the_hand_left_them(fan: Mount) -> None:
    """By dragging, then by keys; the server keeps shares of them."""
    sentence = find_lesson("heads").sentences["ko"]
    drawing = fan(f"heads?lang=en&model=ko-en&lesson=heads&at=2&s={quote_plus(sentence)}")
    page = drawing.page
    box = page.locator(".headfan .key").nth(4).bounding_box()
    assert box is not None
    x = box["x"] + box["width"] / 2
    page.mouse.move(x, box["y"] - 10)
    page.mouse.down()
    page.mouse.move(x, box["y"] - 60)
    page.mouse.up()
    drawing.settle()
    strokes = page.locator(".headfan .stroke input")
    expect(strokes.nth(4)).to_be_focused()
    expect(strokes.nth(4)).to_have_value("60")
    page.keyboard.press("ArrowUp")
    strokes.nth(1).press("ArrowRight")
    drawing.settle()
    expect(strokes.nth(4)).to_have_value("65")
    expect(strokes.nth(1)).to_have_attribute("aria-label", re.compile("는: 7%"))
    assert drawing.violations() == []


def test_in_the_app_a_head_is_pressed_and_the_numbers_of_its_row_are_kept_as_they_are(
    go, found, tmp_path
):
    page = go(f"{ADDRESS}&layer=2&row=4")
    page.locator(".headgrid button[aria-pressed=false]").nth(12).click()
    settle(page)
    assert pale(page, ".strand") > 0 and parameters(page)["heads_lit"] == "1"
    saved = Saved(page, 0, tmp_path)
    shown = np.array([float(row["weight"]) for row in saved.table("-1-heads.csv")])
    weights = found.attention("cross")[1, :, 3]
    assert shown.reshape(weights.shape) == pytest.approx(weights, abs=1e-4)
