"""The figures of training, growth and costs in hand: what they say is what their numbers are."""

import math
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from explainer.chapters.complexity.stored import LENGTHS
from tests.browser.mounted import Mount

WARM = ("training_warmup", "250")


@pytest.mark.parametrize(
    ("path", "name", "part", "key", "parameter"),
    [
        (
            "growth",
            "growth_checkpoint_table",
            ".checkpoint_table .row + .row",
            "Enter",
            ("growth_state", "2"),
        ),
        (
            "complexity?complexity_view=cost",
            "complexity_cost_race",
            ".cost_race input",
            "End",
            ("complexity_n", str(LENGTHS[-1])),
        ),
        ("results", "dragline", ".dragline .field", "End", ("results_hours", "4368")),
        ("training?training_view=rate", "dragline", ".field", "Home", WARM),
        ("bleu", "bleu_ngrams", ".ngrams .order >> nth=3", "Enter", ("bleu_n", "4")),
    ],
)
def test_what_is_pressed_is_told(mount, path, name, part, key, parameter):
    drawing = mount(path, name)
    drawing.page.locator(part).first.press(key)
    drawing.settle()
    assert parameter in drawing.parameters.items()


def test_steps_of_training_lower_the_towers_and_pulls_are_as_epsilon_says(mount: Mount) -> None:
    """Another epsilon trains as many steps with it: none that the reader took is thrown away."""
    path, name = "training?model=ko-en&lang=en", "training_gradient_arrows"
    drawing = mount(path, name, width=1366, reduced_motion="reduce")
    tab = drawing.page
    tower = tab.locator(".gradient_arrows .cell[aria-pressed=true] .tower")
    fact = tab.locator(".gradient_arrows .pulls .fact").first
    step = tab.locator(".gradient_arrows .play").first
    note = tab.locator(".gradient_arrows .note")
    heights, shares, moves = [], [], set()
    for trained in range(7):
        if trained:
            expect(note).to_contain_text(f"Step {trained} of 6")
        box = tower.bounding_box()
        assert box
        heights.append(box["height"])
        moves.add(tab.locator(".gradient_arrows .move").get_attribute("d"))
        shares.append(float(str(fact.text_content()).rstrip("%")))
        if trained < 6:
            step.click()
            drawing.settle()
    assert heights == sorted(heights, reverse=True) and heights[-1] < heights[0] / 2  # roots
    assert shares == sorted(shares) and shares[-1] > 5 * shares[0]
    assert len(moves) == 7  # every step moves weights
    expect(step).to_be_disabled()
    assert drawing.parameters["training_trained"] == "6"

    tab.locator(".gradient_arrows .cell[aria-pressed=true]").focus()
    tab.keyboard.press("Home")
    for _ in range(4):
        tab.keyboard.press("ArrowRight")
    tab.locator(".gradient_arrows input").focus()
    tab.keyboard.press("End")
    drawing.settle()
    expect(note).to_contain_text("Step 6 of 6")
    told = drawing.parameters
    assert (told["training_place"], told["training_epsilon"]) == ("5", "0.3")
    assert told["training_trained"] == "6"
    facts = tab.locator(".gradient_arrows .pulls .fact").all_text_contents()[:2]
    p, q = float(facts[0].rstrip("%")) / 100, 0.7
    assert float(facts[1].replace("\u2212", "-")) == pytest.approx(p - q, abs=2e-3)
    caption = tab.locator(".gradient_arrows .caption").inner_text()
    assert float(caption.split("−ln p = ")[1].split()[0]) == pytest.approx(-math.log(p), abs=0.01)
    mount(f"training?{urlencode(told)}", "training_gradient_arrows")
    assert tab.locator(".gradient_arrows .pulls .fact").all_text_contents()[:2] == facts
    expect(note).to_contain_text("Step 6 of 6")
