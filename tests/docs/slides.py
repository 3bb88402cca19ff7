"""Slides as a PDF, made from the presenter mode of a running app:

`python -m tests.docs.slides http://localhost:8501 slides.pdf --language en`

A slide is one figure with the title of its chapter and the sentence below it, in the order of the
course. Words are text, figures are pictures. `--chapters tokens beam` makes those alone.
"""

import argparse
import base64
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserContext, sync_playwright

import explainer.chapters  # noqa: F401  # registers the course
from explainer.frame.course import Chapter, chapters
from explainer.text import LANGUAGES, Text
from tests.browser.tabs import FLAGS, new_context, settle
from tests.conftest import chromium

SLIDE: Final = "[data-slide=now]"
STYLE: Final = """
@page { size: 13.333in 7.5in; margin: 0; }
body { margin: 0; font-family: "Noto Sans CJK KR", sans-serif; color: #14202e; }
section { box-sizing: border-box; width: 13.333in; height: 7.5in; padding: 0.35in 0.5in;
  display: flex; flex-direction: column; break-after: page; overflow: hidden; }
section:last-child { break-after: auto; }
h1 { font-size: 26pt; margin: 0; } p { font-size: 15pt; margin: 4pt 0 10pt; }
img { flex: 1; min-height: 0; object-fit: contain; object-position: top; }
"""


def main(arguments: Sequence[str] | None = None) -> None:
    known = [one.id for one in chapters() if one.talk]
    parser = argparse.ArgumentParser(prog="python -m tests.docs.slides", description=__doc__)
    parser.add_argument("address")
    parser.add_argument("pdf", type=Path)
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    parser.add_argument("--chapters", nargs="+", choices=known, default=known, metavar="CHAPTER")
    asked = parser.parse_args(arguments)
    talk = [one for one in chapters() if one.id in asked.chapters]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        pages = make(browser, asked.address, asked.pdf, asked.language, talk)
        browser.close()
    print(f"{asked.pdf}: {pages} slides")


def make(browser: Browser, address: str, pdf: Path, lang: str, talk: Sequence[Chapter]) -> int:
    """Writes the file; how many slides it has."""
    context = new_context(
        browser,
        viewport={"width": 1600, "height": 1000},
        locale="ko-KR" if lang == "ko" else "en-US",
        color_scheme="light",
        reduced_motion="reduce",
    )
    text = Text(lang)
    slides = [
        section(text(one.title), text(one.idea), picture)
        for one in talk
        for picture in figures(context, f"{address.rstrip('/')}/{one.url}", lang)
    ]
    page = context.new_page()
    page.set_content(f"<html lang={lang}><style>{STYLE}</style>{''.join(slides)}</html>")
    page.pdf(path=pdf, print_background=True, prefer_css_page_size=True)
    context.close()
    return len(slides)


def figures(context: BrowserContext, url: str, lang: str) -> Iterator[bytes]:
    """Every figure of a page as the presenter mode shows it."""
    page = context.new_page()
    page.goto(f"{url}?present=1&lang={lang}")
    page.locator(SLIDE).first.wait_for()
    settle(page)
    at, count = 1, 1
    while at <= count:
        # How many there are is known when the last one is drawn.
        count = int(page.locator(".presenter .place").inner_text().split(" / ")[1])
        yield page.locator(SLIDE).screenshot()
        at += 1
        if at <= count:
            page.locator(".presenter .next").click()
            settle(page)
    page.close()


def section(title: str, sentence: str, picture: bytes) -> str:
    source = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    return f"<section><h1>{escape(title)}</h1><p>{escape(sentence)}</p><img src={source}></section>"


if __name__ == "__main__":
    main()
