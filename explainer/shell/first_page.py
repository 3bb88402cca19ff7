"""Patch Streamlit's index.html: language, title, style sheets, and an offline message."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from typing import Final

from explainer.frame.course import chapter_at, chapters
from explainer.text import LANGUAGES, Text
from explainer.web import theme

LANGUAGE: Final = re.compile(rb'<html lang="[a-z-]*"')
TITLE: Final = re.compile(rb"<title>[^<]*</title>")
# Streamlit's own typeface, asked for before anything is known; our theme never uses it.
TYPEFACE: Final = re.compile(rb'<link\s+rel="preload"[^>]*\sas="font"[^>]*>')
# A browser that translates wraps words in nodes of its own, which React can then neither change nor
# take away: the old headline stays on every later page. The app has its own languages.
NOT_TRANSLATED: Final = b'<meta name="google" content="notranslate">'
END: Final = b"</body>"
SCRIPT: Final = Path(__file__).with_suffix(".js").read_bytes()


def finish_page(page: bytes, lang: str, path: str) -> bytes:
    """Return the HTML `page` in language `lang` for the URL `path`."""
    asked = chapter_at(path.rstrip("/").rsplit("/", 1)[-1])  # below any sub-path
    spec, text = asked or chapters()[0], Text(lang)  # as any unknown path opens
    title = f"<title>{html.escape(text('shell.tab', page=text(spec.name)))}</title>".encode()
    start = f'<html lang="{lang}" translate="no"' + (f' data-page="{spec.url}"' if spec.url else "")
    page = LANGUAGE.sub(start.encode(), page, count=1)
    page = page.replace(b"<head>", b"<head>" + NOT_TRANSLATED, 1)
    page = TITLE.sub(lambda _: title, page, count=1)
    page = TYPEFACE.sub(b"", page)
    return page.replace(END, theme.style_sheet_links() + _connection() + END, 1)


@cache
def _connection() -> bytes:
    """Return the offline messages in all languages and the script that shows them."""
    said = "".join(
        f'<p lang="{text.lang}" data-why="{why}" hidden>{html.escape(words)}</p>'
        for text in map(Text, LANGUAGES)
        for why, words in text.each("shell.*", "lost", "blocked").items()
    )
    status = f'<div id="connection" role="status">{said}</div>\n'
    return status.encode() + b"<script>" + SCRIPT + b"</script>\n"
