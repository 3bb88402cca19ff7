"""The die of a token and the line of a drawn number, moved by keys and by mouse."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.mounted import Mount

NAMES = "sampling_lottery", "perplexity_loaded_die"


def test_a_number_is_moved_by_keys_and_by_hand_and_others_fall_and_nothing_is_sent(mount):
    drawing = mount("sampling?model=ko-en", *NAMES, reduced_motion="reduce")
    page = drawing.page
    grip, caption = page.locator(".lottery input"), page.locator(".lottery .caption")
    before, uniform = caption.inner_text(), grip.input_value()
    grip.press("Home")
    expect(grip).to_have_value("0")
    expect(caption).not_to_have_text(before)
    grip.click()
    expect(grip).to_have_value(re.compile(r"0\.(49|5)"))
    page.locator(".lottery .play").click()
    drawing.wait(1000)
    drawing.app.segmented_control(key="sampling_beats").set_value("k")
    drawing.rerun()
    drawing.wait(4000)
    expect(page.locator(".lottery .fell")).to_have_count(20)
    expect(grip).to_have_value(uniform)
    drawing.settle()
    assert drawing.told == []


def test_a_token_is_chosen_by_keys_its_die_is_dragged_back_and_rolled(mount: Mount) -> None:
    """A die that is dragged changes the perplexity; rolled, it hits as often as its probability
    says.
    """
    drawing = mount("perplexity?model=ko-en&lang=en", *NAMES, reduced_motion="reduce")
    page = drawing.page
    tokens = page.locator(".loaded_die").first.locator(".token")
    tokens.last.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(tokens.nth(1)).to_have_attribute("aria-pressed", "true")
    drawing.settle()
    expect(tokens.nth(1)).to_be_focused()  # after the run as before it
    assert drawing.parameters["perplexity_position"] == "2"
    count = page.locator(".loaded_die .all .count").first
    before = str(count.text_content())
    tokens.nth(1).scroll_into_view_if_needed()
    die = tokens.nth(1).locator(".grip .facet").last.bounding_box()
    assert die is not None
    x, y = die["x"] + die["width"] / 2, die["y"] + die["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=4)
    expect(count).not_to_have_text(before)
    page.mouse.up()
    expect(tokens.nth(1)).to_have_class(re.compile("tried"))
    drawing.settle()
    back = page.locator(".loaded_die .back").first
    back.click()
    expect(count).to_have_text(before)
    expect(back).to_be_hidden()
    told = page.locator(".loaded_die .own .below").first
    caption = page.locator(".loaded_die .caption").first.inner_text()
    p = float(re.findall(r"probability ([\d.]+)%", caption)[0])
    assert p > 80  # a token that the model was nearly sure of
    for _ in range(10):
        page.locator(".loaded_die .roll").first.click()
    expect(told).to_contain_text("200")
    hits = int(re.findall(r"(\d+) times", told.inner_text())[0])
    assert hits / 2 == pytest.approx(p, abs=15)
