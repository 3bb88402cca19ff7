"""The die of a token and the line of a drawn number in the real app, moved by keys and by mouse."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from tests.browser.app_page import Go, violations, visits
from tests.browser.mounted import Mount
from tests.conftest import ROOT

pytestmark = pytest.mark.browser
NAMES = "sampling_lottery", "perplexity_onedie"


@pytest.fixture
def go(address: str, browser: Browser) -> Iterator[Go]:
    with visits(address, browser, reduced_motion="reduce") as found:
        yield found


def stretches(page: Page) -> list[tuple[float, str]]:
    """Width and name of the parts of the lottery line, from left to right."""
    parts = page.locator(".lottery rect.part title").all_text_contents()
    found = [re.fullmatch(r"(.*) ([\d.]+)%", part, re.DOTALL) for part in parts]
    return [(float(one[2]), one[1]) for one in found if one]


def number(grip: Locator) -> float:
    return float(grip.get_attribute("aria-valuenow") or "nan")


def test_the_number_falls_on_the_token_that_is_drawn(mount: Mount) -> None:
    drawing = mount("sampling?model=ko-en", *NAMES, reduced_motion="reduce")
    page = drawing.page
    grip, caption = page.locator(".lottery .grip"), page.locator(".lottery .caption")
    uniform, parts = number(grip), stretches(page)
    assert sum(width for width, _ in parts) == pytest.approx(100, abs=0.05 * len(parts))
    ends = np.cumsum([width / 100 for width, _ in parts])
    expect(caption).to_contain_text(parts[int((uniform >= ends).sum())][1])
    before = caption.inner_text()
    grip.focus()
    page.keyboard.press("Home")
    expect(grip).to_have_attribute("aria-valuenow", "0.0000")
    expect(caption).to_contain_text(parts[0][1])
    expect(grip).to_be_focused()
    page.keyboard.press("Escape")  # back to the number of this sample
    expect(caption).to_have_text(before)


def test_a_dragged_number_returns_and_nothing_is_sent(mount: Mount) -> None:
    drawing = mount("sampling?model=ko-en", *NAMES, reduced_motion="reduce")
    page = drawing.page
    grip = page.locator(".lottery .grip")
    uniform = number(grip)
    pin, band = grip.locator(".pin").bounding_box(), page.locator(".lottery svg").bounding_box()
    assert pin is not None and band is not None
    page.mouse.move(pin["x"] + pin["width"] / 2, pin["y"] + pin["height"] / 2)
    page.mouse.down()
    page.mouse.move(band["x"] + 0.25 * band["width"], pin["y"] + 20, steps=4)
    expect(grip).to_have_attribute("aria-valuenow", re.compile(r"0\.2[45]\d\d"))
    page.mouse.up()
    expect(grip).to_have_attribute("aria-valuenow", f"{uniform:.4f}")
    drawing.settle()
    assert drawing.told == []


def test_the_die_has_as_many_faces_as_the_token_s_probability_says(mount: Mount) -> None:
    sentence = "우리는 가을에 숲에서 도토리를 주웠다."
    drawing = mount(f"perplexity?model=ko-en&s={sentence}", *NAMES, reduced_motion="reduce")
    page = drawing.page
    tokens = page.locator(".onedie").first.locator(".token")
    done = Translator.load(ROOT / "pretrained" / "ko-en").translate(sentence, DecodeOptions())
    assert tokens.count() == len(done.predicted)
    rarest = int(done.predicted_probs.argmin())
    tokens.last.focus()
    page.keyboard.press("Home")
    for _ in range(rarest):
        page.keyboard.press("ArrowRight")
    chosen = tokens.nth(rarest)
    expect(chosen).to_have_attribute("aria-pressed", "true")
    shown = page.locator(".onedie .own .count").first
    faces = 1 / float(done.predicted_probs[rarest])
    assert faces > 3
    assert float(re.findall(r"[\d.]+", shown.inner_text())[0]) == pytest.approx(faces, rel=0.02)
    page.keyboard.press("End")
    expect(tokens.last).to_have_attribute("aria-pressed", "true")
    drawing.settle()
    expect(tokens.last).to_be_focused()  # after the run as before it
    assert drawing.parameters["perplexity_position"] == str(tokens.count())


def test_a_dragged_die_changes_the_perplexity_and_goes_back_and_nothing_is_sent(
    mount: Mount,
) -> None:
    drawing = mount("perplexity?model=ko-en&lang=en", *NAMES, reduced_motion="reduce")
    page = drawing.page
    count = page.locator(".onedie .all .count").first
    before = str(count.text_content())
    tokens = page.locator(".onedie").first.locator(".token")
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
    back = page.locator(".onedie .back").first
    back.click()
    expect(count).to_have_text(before)
    expect(back).to_be_hidden()


def test_a_rolled_die_hits_as_often_as_its_probability_says(mount: Mount) -> None:
    drawing = mount("perplexity?model=ko-en&lang=en", *NAMES, reduced_motion="reduce")
    page = drawing.page
    die, told = page.locator(".onedie .roll").first, page.locator(".onedie .own .below").first
    page.locator(".onedie .token").nth(1).click()  # a token that the model was nearly sure of
    drawing.settle()
    p = float(
        re.findall(r"probability ([\d.]+)%", page.locator(".onedie .caption").first.inner_text())[0]
    )
    assert p > 80
    for _ in range(10):
        die.click()
    expect(told).to_contain_text("200")
    hits = int(re.findall(r"(\d+) times", told.inner_text())[0])
    assert hits / 2 == pytest.approx(p, abs=15)


def test_only_tokens_bear_names_on_the_line_and_all_knobs_can_be_pressed(go: Go) -> None:
    """At the width of a tablet, too; many tokens put together are told of below."""
    page = go("sampling?model=ko-en&lang=ko", width=768)
    names = [one.replace("▁", "") for one in page.locator(".lottery .name").all_text_contents()]
    parts = {one.replace("▁", "") for _, one in stretches(page) if "드문" not in one}
    assert names and set(names) <= parts
    expect(page.locator(".lottery .legend")).to_contain_text("드문 토큰")
    frame = page.locator(".st-key-sampling_knob").bounding_box()
    last = page.locator(".st-key-sampling_knob button[role=radio]").last.bounding_box()
    assert frame is not None and last is not None
    assert last["x"] + last["width"] <= frame["x"] + frame["width"] + 1
    assert violations(page) == []
