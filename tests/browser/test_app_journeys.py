"""The whole app with the shipped model, as a visitor goes through it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from explainer.engine import Translator
from explainer.installed import models_folder
from explainer.ui.params import DEFAULTS
from tests.browser.app_page import parameters, running_app, settle, translation, violations, write

Visit = Callable[..., Page]
DEFAULT = "나는 어제 친구와 영화를 봤다."
OTHER = "우리 선생님은 매일 도서관에서 책을 읽는다."


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running_app() as found:
        yield found


@pytest.fixture
def visit(address: str, flow_browser: Browser) -> Iterator[Visit]:
    """Opens a page of the app; a request to elsewhere or a script's error fails the test."""
    contexts, bad = [], []

    def go(path: str = "", *, width: int = 1440, dark: bool = False, lang: str = "en") -> Page:
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
        page.goto(f"{address}/{path}")
        page.locator("[data-testid=stMainBlockContainer] h1").first.wait_for(timeout=60_000)
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


@pytest.mark.parametrize("lang", ["ko", "en"])
def test_the_first_page_opens_on_a_translated_sentence(
    visit: Visit, translator: Translator, lang: str
) -> None:
    page = ready(visit(lang=lang))
    expected = translator.translate(DEFAULT, DEFAULTS.options(), trace=False)
    assert translation(page) == expected.text
    title = page.locator("[data-testid=stMainBlockContainer] h1").inner_text()
    assert title == {"ko": "번역하는 트랜스포머", "en": "A Transformer that translates"}[lang]
    assert page.evaluate("document.documentElement.lang") == lang


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


def test_a_memory_tile_leads_to_its_cell_on_the_attention_page(visit: Visit) -> None:
    page = ready(visit("?step=2&layer=2&head=3"))
    page.locator(".flow .target.memory").nth(1).click()
    page.locator(".st-key-attention_grid, [class*=headgrid]").first.wait_for(timeout=30_000)
    settle(page)
    found = parameters(page)
    assert urlsplit(page.url).path == "/attention"
    assert {k: found[k] for k in ("layer", "head", "row", "col")} == {
        "layer": "2", "head": "3", "row": "2", "col": "2",
    }  # fmt: skip


def test_settings_in_the_link_reach_the_search(visit: Visit, translator: Translator) -> None:
    from explainer.decoding import DecodeOptions

    page = ready(visit(f"?s={quote(OTHER)}&method=greedy"))
    greedy = translator.translate(OTHER, DecodeOptions(method="greedy", n_best=1), trace=False)
    assert translation(page) == greedy.text


@pytest.mark.parametrize("path", ["", "attention", "models"])
@pytest.mark.parametrize("width", [320, 400, 768, 1280, 1920])
def test_nothing_is_wider_than_the_window(visit: Visit, path: str, width: int) -> None:
    page = visit(path, width=width)
    if not path:
        ready(page)
    wide = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    main = page.evaluate(
        "(() => { const m = document.querySelector('[data-testid=stMain]');"
        " return m.scrollWidth - m.clientWidth })()"
    )
    assert wide <= 0 and main <= 0


@pytest.mark.parametrize("path", ["", "attention", "models"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("lang", ["ko", "en"])
def test_axe_finds_nothing(visit: Visit, path: str, dark: bool, lang: str) -> None:
    page = visit(path, dark=dark, lang=lang)
    if not path:
        ready(page)
    assert violations(page) == []
