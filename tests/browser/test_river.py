"""The residual river in the real app: dammed by click and keys, in the address, on a phone."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.app_page import Go, parameters
from tests.browser.mounted import Mount, Mounted
from tests.browser.tabs import settle, tap

CROSS = 7  # the cross-attention of layer 3 among the nine sub-layers of the decoder


@pytest.fixture
def river(mount: Mount) -> Mount:
    def drawn(path: str = "layers?model=ko-en", **options: object) -> Mounted:
        return mount(path, "layers_river", reduced_motion="reduce", **options)

    return drawn


def dam(page: Page, index: int) -> Locator:
    return page.locator(".river .tributary").nth(index)


def words(page: Page) -> list[str]:
    """What the last two states write."""
    found = page.locator(".river .word > .token").all_text_contents()
    return [word.strip("▁ \n") for word in found[-2:]]


def press(page: Page, index: int) -> None:
    box = dam(page, index).locator(".name").first.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] - 30)
    settle(page)


def test_a_dam_changes_the_words_behind_it_and_stands_in_the_address(go: Go) -> None:
    page = go("layers?model=ko-en")
    assert words(page) == ["men", "men"]
    expect(page.locator(".river .ghost")).to_have_count(0)
    expect(page.locator(".river .caption")).to_contain_text("93%")
    assert page.locator(".river .word .share").last.text_content() == "93%"
    press(page, CROSS)
    expect(dam(page, CROSS)).to_have_attribute("aria-pressed", "true")
    assert words(page)[-1] == "people" and parameters(page)["layers_dams"] == "d3c"
    expect(page.locator(".river .ghost.bank")).to_have_count(1)
    expect(page.locator(".river .caption")).to_contain_text("93% →")
    expect(page.locator(".st-key-beats [aria-checked=true]")).to_have_count(1)
    expect(page.locator(".st-key-beat")).to_contain_text("Dam cross-attention in layer 3")

    again = go(page.url)
    assert words(again)[-1] == "people"
    expect(dam(again, CROSS)).to_have_attribute("aria-pressed", "true")
    again.locator(".st-key-layers_open_all button").click()
    settle(again)
    assert words(again) == ["men", "men"] and "layers_dams" not in parameters(again)


def test_pointing_reaches_no_server_and_keys_walk_along_the_tributaries_and_dam_them(river):
    drawing = river()
    page = drawing.page
    told = page.locator(".river .caption").inner_text()
    page.locator(".river .word").nth(5).hover()
    expect(page.locator(".river .unfolded .row")).to_have_count(3)
    card, water = (page.locator(f".river {part}").bounding_box() for part in (".unfolded", ".body"))
    assert card and water and card["y"] + card["height"] <= water["y"]
    dam(page, 0).hover(position={"x": 30, "y": 100})
    expect(page.locator(".river .caption")).to_contain_text("Press to dam it")
    page.mouse.move(5, 5)
    expect(page.locator(".river .caption")).to_have_text(told)
    expect(page.locator(".river .unfolded")).to_have_count(0)
    drawing.settle()
    assert drawing.told == []

    assert page.locator(".river .tributary[tabindex='0']").count() == 1
    assert page.locator(".river .word[tabindex='0']").count() == 1
    dam(page, 0).focus()
    for _ in range(CROSS):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".river .caption")).to_contain_text("Cross-attention in layer 3: adds")
    page.keyboard.press("Enter")
    expect(dam(page, CROSS)).to_have_attribute("aria-pressed", "true")  # before the model has run
    drawing.settle()
    expect(dam(page, CROSS)).to_be_focused()
    assert words(page)[-1] == "people" and drawing.parameters["layers_dams"] == "d3c"
    page.keyboard.press("Space")
    drawing.settle()
    assert words(page) == ["men", "men"]
    page.locator(".river .word[tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".river .unfolded .row")).to_have_count(3)
    expect(page.locator(".river .caption")).to_contain_text("After self-attention in layer 3")
    assert drawing.violations() == []


def test_on_a_phone_it_flows_down_and_a_finger_dams_it(go: Go) -> None:
    page = go("layers?model=ko-en", 390, 844)
    top = page.locator("[class*=st-key-figure_]").first.bounding_box()
    canvas = page.locator(".river svg").bounding_box()
    assert top and canvas and top["y"] <= 472 and canvas["height"] > canvas["width"]
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    hits = page.locator(".river .tributary .hit")
    for box in [hits.nth(i).bounding_box() for i in range(hits.count())]:
        assert box and min(box["width"], box["height"]) >= 24
    tap(hits.nth(CROSS))
    settle(page)
    assert words(page)[-1] == "people"
