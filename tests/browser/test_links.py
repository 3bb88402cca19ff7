"""Links and figures in the real app: what is copied opens the same view, what is saved is right."""

from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from playwright.sync_api import Page

from explainer import __version__
from explainer.decoding import DecodeOptions
from explainer.engine import Translation
from tests.browser.app_page import Go, violations
from tests.browser.saved_figure import Saved
from tests.browser.tabs import NO_CLIPBOARD, settle
from tests.shipped import translator

SENTENCE = "Is \"1=1\" & 100% true, 'my' friend?"
OPTIONS = DecodeOptions()


@pytest.fixture(scope="module")
def found() -> Translation:
    return translator("en-de").translate(SENTENCE, OPTIONS)


def field(page: Page) -> str:
    return page.locator(".st-key-bar input").input_value()


def test_what_was_clicked_comes_back(go: Go) -> None:
    page = go("maps?lang=en&model=en-de&depth=formula")
    page.locator(".headgrid button").nth(21).click()
    settle(page)
    field = page.locator(".map .field")
    box = field.bounding_box()
    assert box is not None
    field.click(position={"x": box["width"] * 0.3, "y": box["height"] * 0.7})
    settle(page)
    assert parse_qs(urlsplit(page.url).query).keys() >= {"layer", "head", "row", "col"}
    fresh = go(page.url)
    said = ".katex-display annotation"
    fresh.locator(said).first.wait_for(state="attached")  # the typesetter arrives by itself
    assert fresh.locator(said).all_text_contents() == page.locator(said).all_text_contents()
    pressed = ".headgrid button[aria-pressed=true]"
    assert fresh.locator(pressed).get_attribute("aria-label") == page.locator(
        pressed
    ).get_attribute("aria-label")


def share(page: Page) -> str:
    page.locator(".st-key-share button").first.click()
    link = page.locator(".sharelink input").first
    link.wait_for()
    return link.input_value()


def test_the_link_is_whole_and_is_copied(go: Go) -> None:
    page = go("maps?layer=2&head=3&v=0.9.0", script=NO_CLIPBOARD)
    address = share(page)
    said = parse_qs(urlsplit(address).query)
    assert said.pop("v") == [__version__]  # it was made now, whatever it came from
    assert said == {"layer": ["2"], "head": ["3"], "model": ["ko-en"], "lang": ["en"]}
    assert violations(page, within=["[data-testid=stPopoverBody]"]) == []
    page.get_by_role("button", name="Copy the link").click()
    page.locator(".sharelink .news", has_text="Copied.").wait_for()
    page.keyboard.press("Escape")
    box = page.locator(".st-key-bar input")
    box.fill("")
    box.press("Control+v")
    assert box.input_value() == address


def page_of(go: Go, path: str) -> Page:
    page = go(f"{path}{'&' if '?' in path else '?'}lang=en&model=en-de&s={quote_plus(SENTENCE)}")
    page.locator("button.take-away").first.wait_for()
    settle(page)
    return page


def test_the_tree_of_the_beam_and_the_menu_by_keyboard(go, found, tmp_path):
    """Enter opens it with the focus on its first line, Escape leads back; no rule is broken."""
    page = page_of(go, "beam")
    button = page.locator("button.take-away").first
    button.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="(CSV)").first.wait_for()
    assert page.evaluate("document.activeElement.textContent") == "Picture (PNG)"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Picture (SVG)"
    assert violations(page, within=[".take-away-menu"]) == []
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.className").startswith("take-away")

    rows = Saved(page, 0, tmp_path).table("-nodes.csv")
    winner = [row for row in rows if row["winner"] == "true"]
    best = found.hypotheses[0]
    for row, token in zip(winner, found.predicted_tokens, strict=True):
        assert row["token"] in (token, f"'{token}")  # which a spreadsheet reads as text
    assert float(winner[-1]["sum"]) == pytest.approx(best.total, abs=1e-3)
    for row, log_prob in zip(winner, best.log_probs, strict=True):
        assert float(row["log_p"]) == pytest.approx(log_prob, abs=1e-3)


def test_every_figure_of_a_page_has_one_button(go: Go) -> None:
    page = page_of(go, "greedy?greedy_view=cost")
    frames = '[class*="st-key-figure_"]:has([data-testid=stVegaLiteChart])'
    count = page.locator(frames).count()
    assert count > 0
    tells = page.locator(f"{frames} .vega-bindings")  # to the files, to nobody else
    assert tells.count() >= count and not any(one.is_visible() for one in tells.all())
    for nth in range(count):
        assert page.locator(frames).nth(nth).locator("button.take-away").count() == 1
    page.locator(".st-key-greedy_view button").first.click()
    settle(page)
    empty = page.locator("button.take-away").evaluate_all(
        "all => all.filter((one) => !one.parentElement.querySelector('svg.marks, canvas.marks,"
        " [data-testid=stBidiComponentIsolated]')).length"
    )
    assert empty == 0
