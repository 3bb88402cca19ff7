"""The presenter mode as a PDF: a page a figure, with title and sentence as text."""

import re
from pathlib import Path

from playwright.sync_api import Browser

from explainer.frame.course import chapter_of
from tests.docs.slides import make, section

PDF_PAGE = re.compile(rb"/Type\s*/Page\b")


def test_two_figures_are_two_pages(address: str, browser: Browser, tmp_path: Path) -> None:
    chapter = chapter_of("alignment")
    assert chapter is not None
    made = make(browser, address, tmp_path / "slides.pdf", "ko", [chapter])
    assert made == 2
    assert len(PDF_PAGE.findall((tmp_path / "slides.pdf").read_bytes())) == 2


def test_words_of_a_slide_are_text() -> None:
    made = section("A < B", "Why?", b"png")
    assert "<h1>A &lt; B</h1><p>Why?</p><img src=data:image/png;base64,cG5n>" in made
