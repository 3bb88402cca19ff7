"""The whole app with the shipped model, as a visitor goes through it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect

from explainer.data.samples import default_sentence
from explainer.engine import Translator
from explainer.installed import models_folder
from explainer.ui.navigation import PAGES, PageSpec
from explainer.ui.params import DEFAULTS
from tests.browser.app_page import parameters, running_app, settle, translation, violations, write

Visit = Callable[..., Page]
WIDTHS = {"ko": (1920, 768, 320), "en": (1280, 400)}  # both open at 1440
FITS = """() => {
  const main = document.querySelector("[data-testid=stMain]");
  const root = document.documentElement;
  return root.scrollWidth <= window.innerWidth && main.scrollWidth <= main.clientWidth;
}"""
# The style sheet comes with the page, and on a busy machine after it.
STYLED = """() => [...document.querySelectorAll("style")].some(
  style => style.textContent.includes("st-key-chapters"))"""
OTHER = "나는 내일 친구와 도서관에 갈 것이다."


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_app() as found:
        yield found


@pytest.fixture
def visit(address: str, flow_browser: Browser) -> Iterator[Visit]:
    """Opens a page of the app; a request to elsewhere or a script's error fails the test."""
    contexts, bad = [], []

    def go(
        path: str = "", *, model: str = "ko-en", width: int = 1440, dark: bool = False,
        lang: str = "en",
    ) -> Page:
        context = flow_browser.new_context(
            viewport={"width": width, "height": 1000},
            color_scheme="dark" if dark else "light",
            locale="ko-KR" if lang == "ko" else "en-US",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: bad.append(str(error)))
        page.on("request", lambda request: bad.extend(elsewhere(request.url, address)))
        asked = f"{'&' if '?' in path else '?'}model={model}" if model else ""
        page.goto(f"{address}/{path}{asked}")
        page.locator("[data-testid=stMainBlockContainer] h1").first.wait_for(timeout=60_000)
        page.locator(".st-key-chapters a").last.wait_for()
        page.wait_for_function(STYLED)
        settle(page)
        return page

    yield go
    for context in contexts:
        context.close()
    assert bad == []


def elsewhere(url: str, address: str) -> list[str]:
    home = urlsplit(address).netloc
    parts = urlsplit(url)
    return [] if parts.scheme in ("data", "blob") or parts.netloc == home else [url]


def ready(page: Page) -> Page:
    page.locator(".flow .region").first.wait_for(timeout=60_000)
    return page


@pytest.fixture(scope="module")
def translator() -> Translator:
    return Translator.load(models_folder() / "ko-en")


@pytest.mark.parametrize(
    ("lang", "model", "title"),
    [("ko", "ko-en", "번역하는 트랜스포머"), ("en", "en-de", "A Transformer that translates")],
)
def test_each_language_opens_on_its_model_with_a_translated_sentence(
    visit: Visit, lang: str, model: str, title: str
) -> None:
    page = ready(visit(model="", lang=lang))
    translator = Translator.load(models_folder() / model)
    source = translator.card["source"]
    expected = translator.translate(default_sentence(source), DEFAULTS.options(), trace=False)
    assert translation(page) == expected.text
    assert page.locator("[data-testid=stMainBlockContainer] h1").inner_text() == title
    assert page.evaluate("document.documentElement.lang") == lang
    assert parameters(page)["model"] == model


def test_a_typed_sentence_is_translated_and_its_link_shows_it_again(
    visit: Visit, translator: Translator
) -> None:
    page = ready(visit())
    write(page, OTHER)
    expected = translator.translate(OTHER, DEFAULTS.options(), trace=False).text
    expect(page.locator(".st-key-result code").first).to_have_text(expected)
    assert parameters(page)["s"] == OTHER
    again = ready(visit(f"?{urlsplit(page.url).query}"))
    assert translation(again) == expected
    assert again.locator("[data-testid=stTextInput] input").first.input_value() == OTHER


def test_html_and_markdown_are_shown_as_they_were_typed(visit: Visit) -> None:
    page = ready(visit())
    sentence = "<b>책</b> **책** $책$ <img src=x onerror=document.title=1>"
    write(page, sentence)
    assert page.locator("[data-testid=stMainBlockContainer] img[src=x]").count() == 0
    assert page.locator("b", has_text="책").count() == 0
    assert page.title() != "1"
    assert page.locator("[data-testid=stTextInput] input").first.input_value() == sentence


def test_a_refused_sentence_keeps_the_last_result(visit: Visit) -> None:
    page = ready(visit())
    before = translation(page)
    write(page, "🙂🙃")
    expect(page.locator("[data-testid=stAlert]").first).to_be_visible()
    assert translation(page) == before


def test_a_memory_tile_leads_to_its_cell(visit: Visit) -> None:
    page = ready(visit("?step=2&layer=2&head=3"))
    page.locator(".flow .target.memory").nth(1).click()
    page.locator(".cellsteps .stages").first.wait_for(timeout=30_000)
    settle(page)
    found = parameters(page)
    assert urlsplit(page.url).path == "/cell"
    assert {k: found[k] for k in ("layer", "head", "row", "col")} == {
        "layer": "2", "head": "3", "row": "2", "col": "2",
    }  # fmt: skip


def test_a_chapter_takes_the_sentence_along_and_back_shows_the_view_that_was_left(
    visit: Visit,
) -> None:
    page = visit(f"layers?s={quote(OTHER)}&layers_view=ffn&layer=2")
    left = parameters(page)
    page.locator(".st-key-chapters a", has_text="Many heads").click()
    page.locator("h1", has_text="heads").wait_for()
    settle(page)
    assert parameters(page)["s"] == OTHER and "layers_view" not in parameters(page)
    expect(page.locator(".st-key-chapters [aria-current=page]")).to_contain_text("Many heads")

    page.go_back()
    page.locator("h1", has_text="Layer").wait_for()
    settle(page)
    assert parameters(page) == left
    assert left["layers_view"] == "ffn" and left["layer"] == "2"


def test_a_phone_shows_the_page_that_was_chosen(visit: Visit) -> None:
    page = visit("heads", width=400)
    page.locator("[data-testid=stExpandSidebarButton]").click()
    page.locator(".st-key-chapters a", has_text="Masks").click()
    page.locator("h1", has_text="ask").wait_for()
    expect(page.locator("[data-testid=stExpandSidebarButton]")).to_be_visible()


def test_settings_in_the_link_reach_the_search(visit: Visit, translator: Translator) -> None:
    from explainer.decoding import DecodeOptions

    page = ready(visit(f"?s={quote(OTHER)}&method=greedy"))
    greedy = translator.translate(OTHER, DecodeOptions(method="greedy", n_best=1), trace=False)
    assert translation(page) == greedy.text


@pytest.mark.parametrize(("lang", "dark"), [("ko", True), ("en", False)], ids=["ko", "en"])
@pytest.mark.parametrize("spec", PAGES, ids=lambda spec: spec.id)
def test_every_page_is_accessible_and_fits_every_window(
    visit: Visit, spec: PageSpec, lang: str, dark: bool
) -> None:
    page = visit(spec.url, dark=dark, lang=lang)
    if not spec.url:
        ready(page)
    assert violations(page) == []
    assert page.locator("[data-testid=stException]").count() == 0
    for width in WIDTHS[lang]:
        page.set_viewport_size({"width": width, "height": 1000})
        page.wait_for_timeout(300)
        try:  # a chart needs a moment to take the new width
            page.wait_for_function(FITS, timeout=10_000)
        except TimeoutError:
            pytest.fail(f"scrolls sideways at {width} pixels")
