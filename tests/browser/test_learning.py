"""The figures of training, growth and costs in hand: what they say is what their numbers are."""

from __future__ import annotations

import math
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from explainer.chapters.complexity.stored import LENGTHS
from tests.browser.app_page import parameters, visits
from tests.browser.mounted import Mount
from tests.browser.tabs import settle


@pytest.mark.parametrize(
    ("path", "part", "key", "parameter", "figure"),
    [
        ("training", ".pull .step", "Enter", ("training_trained", "1"), ".pull .field"),
        ("growth", ".film .row + .row", "Enter", ("growth_state", "2"), ""),
        (
            "growth?growth_view=space&growth_state=1",
            ".drift input",
            "ArrowRight",
            ("growth_state", "2"),
            ".drift .field svg",
        ),
        ("complexity", ".race input", "End", ("complexity_n", str(LENGTHS[-1])), ""),
        ("bleu", ".ngrams .order >> nth=3", "Enter", ("bleu_n", "4"), ""),
    ],
)
def test_in_the_app_what_is_pressed_stands_in_the_address(
    browser: Browser,
    address: str,
    path: str,
    part: str,
    key: str,
    parameter: tuple[str, str],
    figure: str,
) -> None:
    """The figure, where one is named, above the fold of a small laptop."""
    with visits(address, browser, width=1366, height=700) as go:
        tab = go(path)
        if figure:
            box = tab.locator(figure).bounding_box()
            assert box and box["y"] + box["height"] < 700
        tab.locator(part).first.press(key)
        settle(tab)
        assert parameter in parameters(tab).items()


def test_a_token_is_reached_by_keys_and_pulled_as_epsilon_says(mount: Mount) -> None:
    drawing = mount("training?model=ko-en", "training_pull")
    tab = drawing.page
    tab.locator(".pull .cell.on").focus()
    tab.keyboard.press("Home")
    for _ in range(4):
        tab.keyboard.press("ArrowRight")
    drawing.settle()
    assert drawing.parameters["training_place"] == "5"
    tab.locator(".pull input").focus()
    tab.keyboard.press("End")
    drawing.settle()
    assert drawing.parameters["training_epsilon"] == "0.3"
    facts = tab.locator(".pull .field .fact").all_text_contents()[:2]
    p, q = float(facts[0].rstrip("%")) / 100, 0.7
    assert float(facts[1].replace("\u2212", "-")) == pytest.approx(p - q, abs=2e-3) and p > q
    told = tab.locator(".pull .caption").inner_text()
    loss = float(told.split("−ln p = ")[1].split()[0])
    assert loss == pytest.approx(-math.log(p), abs=0.01)
    mount(f"training?{urlencode(drawing.parameters)}", "training_pull")
    assert tab.locator(".pull .control strong").inner_text() == "0.30"
    assert tab.locator(".pull .field .fact").all_text_contents()[:2] == facts


def test_a_step_of_training_lowers_the_towers_and_raises_the_wanted_token(mount: Mount) -> None:
    """Another epsilon trains as many steps with it: none that the reader took is thrown away."""
    drawing = mount("training?model=ko-en", "training_pull", width=1366, reduced_motion="reduce")
    tab = drawing.page
    tower, fact = tab.locator(".pull .cell.on .tower"), tab.locator(".pull .field .fact").first
    step, dots = tab.locator(".pull .step"), tab.locator(".pull .dot:not(.ahead)")
    heights, shares = [], []
    for trained in range(7):
        expect(dots).to_have_count(trained + 1)
        box = tower.bounding_box()
        assert box
        heights.append(box["height"])
        shares.append(float(str(fact.text_content()).rstrip("%")))
        if trained < 6:
            step.click()
            drawing.settle()
    assert heights == sorted(heights, reverse=True) and heights[-1] < heights[0] / 4
    assert shares == sorted(shares) and shares[-1] > 5 * shares[0]
    expect(step).to_be_disabled()
    drawing.settle()
    assert drawing.parameters["training_trained"] == "6"
    drawing = mount(f"training?{urlencode(drawing.parameters)}", "training_pull")
    expect(dots).to_have_count(7)
    tab.locator(".pull input").focus()
    tab.keyboard.press("ArrowRight")
    expect(dots).to_have_count(7)
    drawing.settle()
    expect(dots).to_have_count(7)
    expect(step).to_be_disabled()
    assert drawing.parameters["training_trained"] == "6"
    assert drawing.parameters["training_epsilon"] == "0.15"
    assert float(str(fact.text_content()).rstrip("%")) > 5 * shares[0]


def test_the_mask_of_a_family_lights_the_row_under_the_pointer_or_the_keys(mount: Mount) -> None:
    drawing = mount("families?lang=en&families_view=decoder", "families_kin")
    tab = drawing.page
    grid, told = tab.locator(".kin .grid"), tab.locator(".kin .told")
    before = told.inner_text()
    grid.focus()
    tab.keyboard.press("Home")
    expect(told).to_contain_text("sees 1 of 9")
    tab.keyboard.press("End")
    expect(told).to_contain_text("sees 9 of 9")
    lowest = grid.locator(".name").first.bounding_box()
    assert lowest is not None
    tab.mouse.move(lowest["x"] + 60, lowest["y"] + lowest["height"] / 2)
    expect(told).to_contain_text("sees 1 of 9")
    tab.mouse.move(5, 5)
    expect(told).to_have_text(before)


def test_a_share_of_bleu_that_is_pressed_lights_its_n_grams(mount: Mount) -> None:
    drawing = mount("bleu?lang=en", "bleu_ngrams")
    tab = drawing.page
    share = tab.locator(".ngrams .order").nth(3)
    expect(share).to_contain_text("1 / 5")
    share.click()
    drawing.settle()
    expect(share).to_have_attribute("aria-pressed", "true")
    drawing.settle()
    assert drawing.parameters["bleu_n"] == "4"
    expect(tab.locator(".ngrams .line.candidate .bar.begins")).to_have_count(1)
