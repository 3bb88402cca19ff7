"""The reader's own sentence on a page of the site, which the browser translates."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from explainer.chapters.translate.page import first_look
from explainer.text import Text
from tests.shipped import translator

SENTENCE = "강아지가 마당에서 공을 물고 논다."
SAID = ".own [role=status]"
FLOW = '[data-style="translate/flow"] .drawing'
SAYS = 'frame => getComputedStyle(frame, "::before").content'
TEXT = Text("ko")
# What is asked for, what comes instead, and what the page says then, in the order in which it is
# asked for: what came once is not asked for again.
MISSING: tuple[tuple[str, Any, str], ...] = (
    ("**/worker.js", {"status": 404}, "no_weights"),
    ("**/transformer.js", {"body": "class {", "content_type": "text/javascript"}, "old"),
    ("**/weights.safetensors*", {"status": 404}, "no_weights"),
    ("**/weights.safetensors*", {"body": "half"}, "damaged_weights"),
)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/ko/index.html"
        server.shutdown()


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Page]:
    with browser.new_context(reduced_motion="reduce") as context:
        page = context.new_page()
        page.goto(address)
        page.wait_for_selector(FLOW)
        yield page


def ask(page: Page, sentence: str) -> None:
    page.fill("#own", sentence)
    page.press("#own", "Enter")


def without_a_model_the_page_says_why(page: Page, path: str, answer: Any, reason: str) -> None:
    page.context.route(path, lambda route: route.fulfill(**answer))
    ask(page, SENTENCE)
    expect(page.locator(SAID)).to_have_text(TEXT(f"site.own_{reason}"))
    assert page.input_value("#own") == SENTENCE
    page.context.unroute_all()


def test_a_sentence_is_translated_and_drawn(browser: Browser, address: str) -> None:
    wanted = translator("ko-en").translate(SENTENCE)
    with opened(browser, address) as page:
        about = page.locator(".frame[data-example]").first
        for missing in MISSING:
            without_a_model_the_page_says_why(page, *missing)
        assert about.evaluate(SAYS) == "none"
        ask(page, SENTENCE)
        expect(page.locator(".own .result strong")).to_have_text(wanted.text)
        tokens = page.locator(".own .result code").all_inner_texts()
        assert tokens == [*wanted.source.tokens, *wanted.predicted_tokens]
        drawn, steps = page.locator(FLOW), len(wanted.predicted)
        expect(drawn).to_contain_text(wanted.text)
        expect(drawn).to_contain_text(f"{first_look(wanted) + 1} / {steps}")
        example = TEXT("site.own_example", sentence=page.inner_text(".sentences a"))
        assert example in about.evaluate(SAYS)
        page.click('[data-state="3"]')
        expect(drawn).to_contain_text(f"3 / {steps}")
        ask(page, "가" * 201)
        said = TEXT("input.too_long_text", found=201, limit=200)
        still = f"{said} {TEXT('input.still_shown')} {SENTENCE}"
        expect(page.locator(SAID)).to_have_text(still)
        ask(page, "😂😂")
        expect(page.locator(SAID)).to_contain_text(TEXT("input.no_known_tokens"))
        assert page.input_value("#own") == "😂😂"
        expect(drawn).to_contain_text(wanted.text)
        page.reload()
        expect(page.locator("#own")).to_have_value("😂😂")


def test_a_file_says_how_to_have_the_model(browser: Browser, site: Path) -> None:
    with opened(browser, (site / "ko" / "index.html").as_uri()) as page:
        assert not page.locator(".own").is_visible()
        expect(page.locator(".own-file")).to_contain_text("python -m http.server")
