"""Digits drawn by mouse and by touch are read."""

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from explainer.data.digits import SIZE, digits
from explainer.model.vision import NAMES
from tests.browser.app_page import Go
from tests.browser.tabs import settle, touch

Point = tuple[float, float]


def on_paper(page: Page, digit: str) -> list[list[Point]]:
    """The strokes of a digit in pixels of the page, but for the first, drawn somewhat smaller."""
    page.locator(".drawpad .paper").scroll_into_view_if_needed()
    box = page.locator(".drawpad .paper").bounding_box()
    assert box is not None
    step = 0.8 * box["width"] / SIZE
    corner = box["x"] + 0.1 * box["width"], box["y"] + 0.1 * box["height"]
    return [[(corner[0] + x * step, corner[1] + y * step) for x, y in s] for s in digits()[digit]]


def by_mouse(page: Page, strokes: Sequence[Sequence[Point]]) -> None:
    for stroke in strokes:
        page.mouse.move(*stroke[0])
        page.mouse.down()
        for point in stroke[1:]:
            page.mouse.move(*point)
        page.mouse.up()


def by_touch(page: Page, strokes: Sequence[Sequence[Point]]) -> None:
    for stroke in strokes:
        touch(page, "touchStart", stroke[0])
        for point in stroke[1:]:
            touch(page, "touchMove", point)
        touch(page, "touchEnd")


def test_a_digit_drawn_by_mouse_and_one_by_touch_are_read(go: Go) -> None:
    """By touch on a phone."""
    page = go("images?lang=en")
    page.locator(".patchview .patch").first.wait_for()
    word = page.locator(".patchview .letter b")
    expect(word).to_have_text([*"four"])
    for width, draw, digit in ((1440, by_mouse, "7"), (390, by_touch, "2")):
        page.set_viewport_size({"width": width, "height": 844})
        settle(page)
        draw(page, on_paper(page, digit))
        settle(page)
        expect(word).to_have_text([*NAMES[int(digit)]])
        assert "images_digit=own" in page.url and "images_drawn=" in page.url
        page.locator(".drawpad .play").last.click()
        expect(page.get_by_text("Nothing to read yet")).to_be_visible()
        settle(page)
