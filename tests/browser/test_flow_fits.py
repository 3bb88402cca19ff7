"""The first page in the windows people have: what matters stands on the first screen."""

import pytest
from playwright.sync_api import Page

from explainer.data.samples import example_of
from explainer.frame.params import DEFAULTS
from tests.browser.app_page import Go, parameters, translation, visits
from tests.browser.mounted import Mount
from tests.browser.tabs import settle
from tests.shipped import translator

UPRIGHT = ".flow .slanted"
TILE_NUMBERS = """() => {
  const tiles = [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")];
  const root = tiles.map((tile) => tile.shadowRoot?.querySelector(".flow")).find(Boolean);
  const memory = [...root.querySelectorAll(".target.memory")]
    .map((tile) => tile.getBoundingClientRect());
  const numbers = [...root.querySelectorAll(".memory .weight")]
    .filter((text) => /^0?\\.\\d\\d$/.test(text.textContent))
    .map((text) => text.getBoundingClientRect());
  return memory.map((tile) => numbers.filter((text) =>
    text.left >= tile.left - 2 && text.right <= tile.right + 2
    && text.top >= tile.top && text.bottom <= tile.bottom + 1).length);
}"""


def bottom(page: Page, selector: str) -> float:
    box = page.locator(f".flow {selector}").first.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


def resize(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    settle(page)


@pytest.mark.parametrize(
    ("lang", "model", "title"),
    [("ko", "ko-en", "번역하는 트랜스포머"), ("en", "en-de", "A Transformer that translates")],
)
def test_each_language_opens_on_its_model_with_the_whole_loop_on_the_first_screen(
    address, browser, lang, model, title
):
    """With every name and every number of the memory; of a low window the way to the first token,
    of a phone those names and numbers.
    """
    locale = {"ko": "ko-KR", "en": "en-US"}[lang]
    example = example_of(translator(model).card)
    expected = translator(model).translate(example, DEFAULTS.options(), trace=False)
    with visits(address, browser, usual_model=True, reduced_motion="reduce") as go:
        page = go(height=900, locale=locale)
        assert translation(page) == expected.text
        assert page.locator("[data-testid=stMainBlockContainer] h1").inner_text() == title
        assert page.evaluate("document.documentElement.lang") == lang
        assert parameters(page)["model"] == model
        fits(page, len(expected.source.tokens))


def fits(page: Page, tokens: int) -> None:
    assert bottom(page, "svg.main") < bottom(page, ".caption") <= 900
    check_names_and_numbers(page, tokens)
    resize(page, 1366, 700)
    assert bottom(page, ".target.row") < bottom(page, ".feedback") <= 660
    resize(page, 390, 844)
    check_names_and_numbers(page, tokens)


def check_names_and_numbers(page: Page, tokens: int) -> None:
    assert page.locator(UPRIGHT).count() == 0
    assert page.evaluate(TILE_NUMBERS) == [1] * tokens


@pytest.mark.parametrize("locale", ["ko-KR", "en-US"])
def test_the_whole_tree_of_the_beam_is_on_the_first_screen(go: Go, locale: str) -> None:
    page = go("beam", width=1440, height=900, locale=locale)
    tree = page.locator(".beamtree .scroll").first
    box = tree.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 900
    assert tree.evaluate("one => one.scrollHeight - one.clientHeight") <= 1


# Of every part the pointer comes to: how high the drawing stands then, and what is told.
POINTED = """parts => parts.map((part) => {
  const flow = part.closest(".flow");
  part.dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }));
  return [flow.querySelector("svg.main").getBoundingClientRect().top,
    flow.querySelector(".caption").textContent];
})"""


def test_no_sentence_moves_the_drawing(mount: Mount) -> None:
    """Else the pointer would lose what it points at, and the drawing would flicker."""
    drawing = mount("?step=10", "translate_flow", width=1366, height=900)
    page = drawing.page
    for width in (1366, 1100, 760):
        page.set_viewport_size({"width": width, "height": 900})
        drawing.settle()
        at_first = page.locator(".flow svg.main").evaluate("it => it.getBoundingClientRect().top")
        for kind in ("token", "row"):
            pointed = page.locator(f".flow .target.{kind}").evaluate_all(POINTED)
            assert len({told for _, told in pointed if told}) == len(pointed) > 5
            assert {top for top, _ in pointed} == {at_first}, (width, kind)
